//! `margay merge`: the parts of a search, searched apart, become one.

use crate::cli::ClassesArgs;
use crate::enumerate;
use crate::error::{CliError, code};
use crate::format::Format;
use crate::generate;
use crate::results;
use clap::Args;
use margay_report::counters;
use margay_report::document::parts::Parts;
use margay_report::document::{DocumentKind, End};
use std::path::PathBuf;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay enumerate Tree.java --bound 9 --shard 1/2 --out part1    on one machine
  margay enumerate Tree.java --bound 9 --shard 2/2 --out part2    on another
  margay merge part1 part2 --out all --format json,html
  margay merge tests1 tests2 tests3 --out tests                   parts of `margay generate`";

const FORMATS: &[Format] = {
    use Format::*;
    &[Text, Json, Junit, Coverage, Dot, Svg, Html]
};

/// `margay merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all parts, in any order
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output formats, separated by commas [default: those of the command that wrote the parts]
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Where the classes are.
    #[command(flatten)]
    pub classes: ClassesArgs,
    /// Print no counters, no summary and no notes
    #[arg(long, short)]
    pub quiet: bool,
}

/// Joins parts; gives the exit code.
pub fn command(args: &MergeArgs) -> Result<u8, CliError> {
    let parts = Parts::open(&args.parts)?;
    match parts.kind() {
        DocumentKind::Cases => cases(args, &parts),
        _ => structures(args, &parts),
    }
}

fn structures(args: &MergeArgs, parts: &Parts) -> Result<u8, CliError> {
    let MergeArgs { out, format, quiet, .. } = args;
    let output =
        enumerate::args::OutputArgs { out: out.clone(), format: format.clone(), quiet: *quiet };
    parts.check_structures()?;
    let mut files = output.open(parts.run())?;
    let counters = parts.structures(|record| Ok::<_, CliError>(files.add(record)?))?;
    files.finish(&End { counters: Some(counters), ..End::stopped_by(None) })?;
    if !quiet {
        results::print(&counters::table(&counters), output.prints_structures())?;
    }
    Ok(code::FINE)
}

fn cases(args: &MergeArgs, parts: &Parts) -> Result<u8, CliError> {
    let (out, format, quiet) = (args.out.clone(), args.format.clone(), args.quiet);
    let test_framework = results::framework(parts.run());
    let (verify, verbose) = (false, false);
    let output = generate::args::OutputArgs {
        out,
        format,
        record: Vec::new(),
        test_framework,
        write: false,
        tests: None,
        verify,
        quiet,
        verbose,
    };
    let joined = parts.cases()?;
    let classes = output.wants_tests().then(|| args.classes.of(parts.run())).transpose()?;
    let mut files = output.open(parts.run(), classes)?;
    joined.reports.into_iter().try_for_each(|report| output.add(&mut files, report))?;
    output.remark(&files.end_class()?);
    let reports = output.finish(files, &joined.coverage, &End::stopped_by(None))?;
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    Ok(if stopped { code::BUDGET } else { code::FINE })
}
