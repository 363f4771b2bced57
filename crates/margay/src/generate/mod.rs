//! `margay generate`: unit tests from symbolic execution, written as they are found.

pub mod args;
mod progress;

use crate::error::{CliError, code, note};
use crate::interrupt;
use crate::results;
use args::{GenerateArgs, OutputArgs};
use margay_java::Session;
use margay_java::enumerate::Shard;
use margay_java::generate::{GeneratePlan, GenerateProgress, MethodFilter, Watching};
use margay_report::cases::{summary, text};
use margay_report::document::{End, Run, RunCommand};
use margay_report::files::CaseFiles;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodReport};
use progress::Progress;
use rustc_hash::FxHashSet;
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
    let files = args.output.open(&describe(args, &session), session.class_path()?)?;
    let prints_cases = args.output.prints_text() || args.output.prints_json();
    let progress = Progress::start(args.output.quiet, prints_cases, methods.len());
    let left_out = FxHashSet::default();
    let mut written =
        Written { args: &args.output, files, reports: Vec::new(), class: 0, left_out };
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
    written.end_class()?;
    let Written { files, reports, left_out, .. } = written;
    let coverage = generator.coverage(&reports, &left_out);
    files.finish(&coverage, &End::stopped_by(budget.end().map(|end| end.to_string())))?;
    if !args.output.quiet {
        let summary = summary::text(&reports, &coverage, args.output.verbose);
        results::print(&summary, args.output.prints_json())?;
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

/// The methods of one of several shards.
fn share<T>(mut methods: Vec<T>, shard: Option<Shard>) -> Result<Vec<T>, CliError> {
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
    args: &'a OutputArgs,
    files: CaseFiles,
    reports: Vec<MethodReport>,
    /// The first report of the class at work.
    class: usize,
    /// Cases without a test.
    left_out: FxHashSet<(MethodName, usize)>,
}

impl Written<'_> {
    fn add(&mut self, report: MethodReport) -> Result<(), CliError> {
        let first = self.reports.get(self.class);
        if first.is_some_and(|first| first.method.class != report.method.class) {
            self.end_class()?;
        }
        if self.args.prints_text() {
            text::write(&mut std::io::stdout().lock(), &report)?;
        }
        self.files.method(&report)?;
        self.reports.push(report);
        Ok(())
    }

    fn end_class(&mut self) -> Result<(), CliError> {
        for case in self.files.class(&self.reports[self.class..])? {
            if !self.args.quiet {
                note(&case.to_string());
            }
            self.left_out.insert((case.method, case.case));
        }
        self.class = self.reports.len();
        Ok(())
    }
}
