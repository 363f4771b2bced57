//! `margay generate`: unit tests from symbolic execution.
//!
//! A [`session`] holds a machine that searches and one that replays. Each [`method`] is searched
//! for its paths; [`output`] writes what was found, and [`covered`] says what that covers.

pub mod args;
mod asked;
mod build;
mod covered;
mod graph;
mod held;
mod method;
mod output;
mod points;
mod progress;
mod recipe;
mod replay;
mod select;
mod session;
mod summary;

use crate::enumerate::watch::Watch;
use crate::error::{CliError, code, note};
use crate::program::open_target;
use args::GenerateArgs;
use covered::Covered;
use margay_search::generate::case::MethodReport;
use method::Budget;
use output::Output;
use progress::Progress;
use session::Session;
use std::io::Write;
use std::time::Instant;

/// Generates tests; gives the exit code.
pub fn command(args: &GenerateArgs) -> Result<u8, CliError> {
    let started = Instant::now();
    let watch = Watch::start(args.search.timeout);
    let (target, jdk) = open_target(&args.target)?;
    let mut session = Session::open(args, &target, jdk)?;
    let methods = select::methods(&mut session, args)?;
    let mut output = Output::open(args, target.class_path)?;
    let mut covered = Covered::default();
    let mut reports: Vec<MethodReport> = Vec::with_capacity(methods.len());
    let prints = output.prints_cases();
    let progress = Progress::start(args.output.quiet, prints, methods.len());
    // The first report of the class at work.
    let mut class = 0;
    for method in methods {
        if watch.has_stopped() {
            break;
        }
        let budget = Budget { watch: &watch, progress: &progress };
        let report = method::report(&mut session, args, method, budget, &mut covered)?;
        progress.next();
        if reports.get(class).is_some_and(|first| first.method.class != report.method.class) {
            output.class(&reports[class..])?;
            class = reports.len();
        }
        output.method(&report)?;
        reports.push(report);
    }
    progress.end();
    output.class(&reports[class..])?;
    let coverage = covered.coverage(&mut session, &reports);
    output.finish(&coverage)?;
    let mut stdout = std::io::stdout().lock();
    if !args.output.quiet {
        stdout.write_all(summary::text(&reports, &coverage, args.output.verbose).as_bytes())?;
    }
    if args.output.verbose {
        let solver = session.symbolic.core.domain.path.stats().time;
        let (all, solver) = (started.elapsed().as_millis(), solver.as_millis());
        note(&format!("it took {all} ms, of which the solver {solver} ms"));
    }
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    Ok(if stopped || watch.has_stopped() { code::BUDGET } else { code::FINE })
}
