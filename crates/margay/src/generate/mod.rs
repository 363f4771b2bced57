//! `margay generate`: unit tests from symbolic execution, written as they are found.

pub mod args;
mod output;
mod progress;

use crate::error::{CliError, code, note};
use crate::interrupt;
use args::GenerateArgs;
use margay_ir::MethodId;
use margay_java::enumerate::Shard;
use margay_java::generate::{GeneratePlan, GenerateProgress, MethodFilter, Watching};
use margay_report::cases::summary;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodReport};
use output::Output;
use progress::Progress;
use std::io::Write;
use std::ops::ControlFlow;
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
    let methods = share(selected.methods, args.part.shard)?;
    let output = Output::open(args, session.class_path()?)?;
    let progress = Progress::start(args.output.quiet, output.prints_cases(), methods.len());
    let mut written = Written { output, reports: Vec::new(), class: 0 };
    let jobs = args.part.jobs;
    let range = Range { from: args.part.from.clone(), to: args.part.to.clone() };
    let threads = (jobs.get() > 1).then_some((&session, jobs));
    let plan = GeneratePlan { methods, range, threads };
    let tell = |now: GenerateProgress<'_>| progress.tell(now);
    let watching = Watching { budget: &budget, progress: &tell };
    let mut result = Ok(());
    generator.search(&plan, watching, |report, place| {
        progress.next();
        if let Some(place) = place.filter(|_| !args.output.quiet) {
            say_where(&progress, &report, &place);
        }
        result = written.add(report);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    result?;
    progress.end();
    let Written { output, reports, class } = written;
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

/// The methods of one of several shards.
fn share(mut methods: Vec<MethodId>, shard: Option<Shard>) -> Result<Vec<MethodId>, CliError> {
    let Some(shard) = shard else { return Ok(methods) };
    let count = methods.len();
    if count < shard.of {
        return Err(CliError::usage(
            format!("there are too few methods for {} parts", shard.of),
            format!("make at most {count}; the paths of one method are divided by --from and --to"),
        ));
    }
    methods.truncate((shard.index + 1) * count / shard.of);
    Ok(methods.split_off(shard.index * count / shard.of))
}

/// Says how to go on with a method that was stopped.
fn say_where(progress: &Progress, report: &MethodReport, place: &Decisions) {
    let MethodName { class, name, descriptor } = &report.method;
    let from = if place.0.is_empty() { String::new() } else { format!(" --from {place}") };
    progress.aside(|| {
        note(&format!("{class}.{name} goes on with --method '{name}{descriptor}'{from}"))
    });
}

/// What was written so far.
struct Written<'a> {
    output: Output<'a>,
    reports: Vec<MethodReport>,
    /// The first report of the class at work.
    class: usize,
}

impl Written<'_> {
    fn add(&mut self, report: MethodReport) -> Result<(), CliError> {
        let first = self.reports.get(self.class);
        if first.is_some_and(|first| first.method.class != report.method.class) {
            self.output.class(&self.reports[self.class..])?;
            self.class = self.reports.len();
        }
        self.output.method(&report)?;
        self.reports.push(report);
        Ok(())
    }
}
