//! `margay generate`: unit tests from symbolic execution, written as they are found.

pub mod args;
pub mod output;
mod progress;

use crate::error::{CliError, code, note};
use crate::interrupt;
use crate::results;
use args::GenerateArgs;
use margay_java::Session;
use margay_java::generate::{GenerateProgress, MethodFilter, Watching};
use margay_report::cases::summary;
use margay_report::document::{End, Run, RunCommand};
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
    let run = describe(args, &session);
    let mut output = Output::open(&args.output, run, session.class_path()?)?;
    let mut reports: Vec<MethodReport> = Vec::with_capacity(methods.len());
    let (prints_cases, prints_json) = (output.prints_cases(), output.prints_json());
    let progress = Progress::start(args.output.quiet, prints_cases, methods.len());
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
    output.finish(&coverage, &End::stopped_by(budget.end().map(|end| end.to_string())))?;
    if !args.output.quiet {
        let summary = summary::text(&reports, &coverage, args.output.verbose);
        if prints_json {
            std::io::stderr().write_all(summary.as_bytes())?;
        } else {
            std::io::stdout().write_all(summary.as_bytes())?;
        }
    }
    if args.output.verbose {
        let (all, solver) = (started.elapsed().as_millis(), generator.solver_time().as_millis());
        note(&format!("it took {all} ms, of which the solver {solver} ms"));
    }
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    Ok(if stopped || budget.has_ended() { code::BUDGET } else { code::FINE })
}

/// What is tested, and the options that change what is found.
fn describe(args: &GenerateArgs, session: &Session) -> Run {
    let class = session.main_class().map(|name| name.replace('/', "."));
    let run = results::run_on(RunCommand::Generate, &args.target, session, class);
    let (search, inputs) = (&args.search, &args.inputs);
    let mut options = vec![
        format!("--criterion {}", search.criterion),
        format!("--max-paths {}", search.max_paths),
        format!("--max-steps {}", search.max_steps),
        format!("--aliasing {:?}", inputs.aliasing).to_lowercase(),
        format!("--max-array {}", inputs.max_array),
        format!("--max-string {}", inputs.max_string),
        format!("--max-list {}", inputs.max_list),
    ];
    options.extend(inputs.range.map(|range| format!("--range {}..{}", range.low, range.high)));
    options.extend(inputs.requires.as_ref().map(|method| format!("--requires {method}")));
    options.extend(inputs.statics.then(|| "--statics".to_owned()));
    options.extend(args.package.as_ref().map(|package| format!("--package {package}")));
    Run { method: args.method.method.clone(), options, ..run }
}
