//! `margay merge`: the parts of an enumeration, searched apart, become one.

use crate::enumerate::args::OutputArgs;
use crate::error::{CliError, code};
use crate::results;
use clap::Args;
use margay_report::counters;
use margay_report::document::End;
use margay_report::document::parts::Parts;
use std::path::PathBuf;

/// `margay merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all parts, in any order
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<PathBuf>,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Joins parts; gives the exit code.
pub fn command(args: &MergeArgs) -> Result<u8, CliError> {
    // Nothing is written before it is known that all parts are whole.
    let parts = Parts::open(&args.parts)?;
    let mut files = args.output.open(parts.run())?;
    let counters = parts.copy(|record| Ok::<_, CliError>(files.add(record)?))?;
    files.finish(&End { complete: true, stopped: None, counters: Some(counters) })?;
    if !args.output.quiet {
        results::print(&counters::table(&counters), args.output.prints_structures())?;
    }
    Ok(code::FINE)
}
