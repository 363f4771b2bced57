//! `margay generate`: unit tests from symbolic execution.
//!
//! A [`session`] holds a machine that searches and one that replays. Each [`method`] is searched
//! for its paths; [`output`] writes what was found, and [`covered`] says what that covers.

pub mod args;
mod build;
mod covered;
mod graph;
mod method;
mod output;
mod points;
mod recipe;
mod replay;
mod select;
mod session;
mod summary;

use crate::enumerate::watch::Watch;
use crate::error::{CliError, code};
use args::GenerateArgs;
use covered::Covered;
use output::Output;
use session::Session;
use std::io::Write;

/// Generates tests; gives the exit code.
pub fn command(args: &GenerateArgs) -> Result<u8, CliError> {
    let watch = Watch::start(args.search.timeout);
    let mut session = Session::open(args)?;
    let methods = select::methods(&mut session, args)?;
    let mut output = Output::open(args)?;
    let mut covered = Covered::default();
    let mut reports = Vec::with_capacity(methods.len());
    for method in methods {
        if watch.has_stopped() {
            break;
        }
        let report = method::report(&mut session, args, method, &watch, &mut covered)?;
        output.method(&report)?;
        reports.push(report);
    }
    let coverage = covered.coverage(&mut session, &reports);
    output.finish(&session, &reports, &coverage)?;
    let mut stdout = std::io::stdout().lock();
    if !args.output.quiet {
        stdout.write_all(summary::text(&reports, &coverage, args.output.verbose).as_bytes())?;
    }
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    Ok(if stopped || watch.has_stopped() { code::BUDGET } else { code::FINE })
}
