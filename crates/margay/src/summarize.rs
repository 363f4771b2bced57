//! `margay summarize`: the paths of methods as cases, in a table, as a document or on a page.

use crate::cli::{MethodArgs, TargetArgs, seconds};
use crate::error::{CliError, code, note};
use crate::format::Format;
use crate::generate::args::{AliasingArg, InputArgs};
use crate::interrupt;
use crate::results;
use clap::Args;
use margay_java::Limits;
use margay_java::generate::{
    Criterion, GenerateOptions, InputOptions, MethodCase, MethodFilter, MethodSummary,
};
use margay_report::document::{DocumentKind, End, Run, RunCommand};
use margay_report::files::PlainFiles;
use margay_report::summaries::{SummaryCase, SummaryLine};
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay summarize Rational.java --method simplify --criterion block-2
  margay summarize build/classes --class demo.Stack --format json
  margay summarize build/classes --class demo.Stack --out cases --format html

A case is a path: what has to hold of the input, how the method ends, and what it leaves in objects of the
input. Objects hold whatever their fields can.";

/// `margay summarize`.
#[derive(Debug, Args)]
pub struct SummarizeArgs {
    /// Where it is.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Which method [default: all public methods].
    #[command(flatten)]
    pub method: MethodArgs,
    /// Which paths: loop-K, block-K or path (no bound on loops)
    #[arg(long, value_name = "CRITERION", default_value = "loop-2")]
    pub criterion: Criterion,
    /// Which inputs.
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Output formats, separated by commas; html needs --out [default: text]; with --out there is always json
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Folder for the document and the page
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print no notes
    #[arg(long, short)]
    pub quiet: bool,
}

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Html];

/// Prints the cases of methods.
pub fn command(args: &SummarizeArgs) -> Result<u8, CliError> {
    if !matches!(args.criterion, Criterion::Loop(_) | Criterion::Block(_) | Criterion::Path) {
        let message = format!("--criterion {}: a summary has all paths", args.criterion);
        return Err(CliError::usage(message, "say loop-K, block-K or path"));
    }
    if args.inputs.aliasing == AliasingArg::Symbolic {
        let message = "--aliasing symbolic: a summary says which object each reference is";
        return Err(CliError::usage(message, "say --aliasing on"));
    }
    if let Some(assumed) = args.inputs.assume.first() {
        let message = format!("--assume '{assumed}': a summary is of all inputs");
        return Err(CliError::usage(message, "say --requires METHOD, or leave it out"));
    }
    let session = args.target.open(Limits::default())?;
    // Whoever calls a method may give it any object.
    let inputs = InputOptions { max_calls: None, ..args.inputs.options() };
    let options =
        GenerateOptions { criterion: args.criterion, inputs, ..GenerateOptions::default() };
    let mut generator = session.generate(options)?;
    let filter = MethodFilter { method: args.method.method.clone(), ..MethodFilter::default() };
    let methods = generator.select(&filter)?.methods;
    let budget = interrupt::budget(args.timeout);
    let class = session.main_class().map(|name| name.replace('/', "."));
    let run = Run {
        method: args.method.method.clone(),
        options: vec![format!("--criterion {}", args.criterion)],
        ..session.describe(RunCommand::Summarize, class)
    };
    let kind = DocumentKind::Summaries;
    let mut files = results::open(
        &args.format,
        args.out.as_deref(),
        |folder, formats| PlainFiles::in_folder(folder, formats, kind, &run),
        |out| PlainFiles::on_stream(out, kind, &run),
    )?;
    let prints = args.format.contains(&Format::Text) || args.format.is_empty();
    let is_aside = args.out.is_none() && args.format.contains(&Format::Json);
    let mut is_stopped = false;
    for (number, method) in methods.into_iter().enumerate() {
        let summary = generator.summarize(method, &budget)?;
        is_stopped |= summary.is_stopped;
        let summary = line(&summary, args.criterion);
        files.summary(&summary)?;
        if prints {
            let before = if number > 0 { "\n" } else { "" };
            results::print(&format!("{before}{}", summary.text()), is_aside)?;
        }
        if budget.has_ended() {
            if !args.quiet {
                note("stopped by a budget: the summary is not complete");
            }
            break;
        }
    }
    files.finish(&End::stopped_by(budget.end().map(interrupt::text)))?;
    Ok(if is_stopped { code::BUDGET } else { code::FINE })
}

fn line(summary: &MethodSummary, criterion: Criterion) -> SummaryLine {
    let case = |case: &MethodCase| {
        let MethodCase { condition, ends, effects } = case.clone();
        SummaryCase { condition, ends, effects }
    };
    SummaryLine {
        method: summary.method.clone(),
        criterion: criterion.to_string(),
        cases: summary.cases.iter().map(case).collect(),
        cut: summary.cut,
        lost: summary.lost,
    }
}
