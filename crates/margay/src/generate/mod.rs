//! `margay generate`: unit tests from symbolic execution, written as they are found.

pub mod args;
mod output;
mod progress;

use crate::error::{CliError, code, note};
use crate::interrupt;
use args::GenerateArgs;
use margay_java::generate::{GenerateProgress, MethodFilter, Watching};
use margay_report::cases::summary;
use margay_search::generate::case::MethodReport;
use output::Output;
use progress::Progress;
use std::io::Write;
use std::time::Instant;

/// Generates tests; gives the exit code.
pub fn command(args: &GenerateArgs) -> Result<u8, CliError> {
    let started = Instant::now();
    let budget = interrupt::budget(args.search.timeout);
    let session = args.target.open(args.limits.limits())?;
    let mut generator = session.generate(args.options())?;
    let filter = MethodFilter { method: args.method.method.clone(), package: args.package.clone() };
    let selected = generator.select(&filter)?;
    for (class, error) in selected.left_out {
        note(&format!("{class} is left out: {error}"));
    }
    let methods = selected.methods;
    let mut output = Output::open(args, session.class_path()?)?;
    let mut reports: Vec<MethodReport> = Vec::with_capacity(methods.len());
    let prints = output.prints_cases();
    let progress = Progress::start(args.output.quiet, prints, methods.len());
    // The first report of the class at work.
    let mut class = 0;
    for method in methods {
        if budget.has_ended() {
            break;
        }
        let tell = |now: GenerateProgress<'_>| progress.tell(now);
        let watching = Watching { budget: &budget, progress: &tell };
        let report = generator.method(method, watching)?;
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
    let coverage = generator.coverage(&reports);
    output.finish(&coverage)?;
    let mut stdout = std::io::stdout().lock();
    if !args.output.quiet {
        stdout.write_all(summary::text(&reports, &coverage, args.output.verbose).as_bytes())?;
    }
    if args.output.verbose {
        let (all, solver) = (started.elapsed().as_millis(), generator.solver_time().as_millis());
        note(&format!("it took {all} ms, of which the solver {solver} ms"));
    }
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    Ok(if stopped || budget.has_ended() { code::BUDGET } else { code::FINE })
}
