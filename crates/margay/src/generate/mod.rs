//! `margay generate`: unit tests from symbolic execution, written as they are found.

pub mod args;
mod everywhere;
mod goals;
mod growth;
mod progress;
mod written;

use crate::cli::CELL;
use crate::error::{CliError, code, note};
use crate::interrupt;
use crate::results;
use crate::verify::{self, VerifyArgs};
use args::{GenerateArgs, PartArgs};
pub use everywhere::command;
use margay_java::generate::{
    CallMode, GeneratePlan, GenerateProgress, MethodFilter, SearchStrategy, Searched,
    SummaryFolder, Visibility, Watching,
};
use margay_java::{Limits, Session, Target};
use margay_jvm::platform::StandardInput;
use margay_report::cases::test_classes::TestFramework;
use margay_report::document::{End, Run, RunCommand};
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodReport};
use progress::Progress;
use std::ops::ControlFlow;
use std::time::Instant;

/// Cells of the heap of a program under test: a search keeps it in several forms, and nobody reads a
/// test with more in it.
const CELLS: usize = (64 << 20) / CELL;

/// The same with what large arrays have that nothing was written to: what any JVM has room for.
const WHOLE: usize = (512 << 20) / CELL;

/// Generates tests of one target; gives the exit code.
fn generate(args: &GenerateArgs) -> Result<u8, CliError> {
    let started = Instant::now();
    let budget = args.limits.budget(args.search.timeout);
    let limits = args.limits.limits();
    let limits = match args.limits.max_heap {
        Some(_) => limits,
        None => Limits { cells: CELLS, whole: WHOLE, ..limits },
    };
    if !args.search.seeds.is_empty() && args.search.strategy == SearchStrategy::Symbolic {
        let message = "symbolic execution has no inputs to begin with";
        return Err(CliError::usage(message, "leave out --strategy symbolic, or --seeds"));
    }
    let target = Target { input: args.stdin, ..args.target.target() };
    let session = Session::open(&target, limits)?;
    if let Some(scale) = args.guides.scale {
        return growth::command(args, scale, &session, &budget);
    }
    let mut options = args.options();
    options.lines = args.guides.lines(&target.path)?;
    if let Some(folder) = &args.guides.have {
        options.known = goals::known_cases(folder)?;
    }
    let kept = args.search.summaries.as_ref().map(SummaryFolder::open).transpose()?;
    options.summaries.clone_from(&kept);
    let mut generator = session.generate(options)?;
    let filter = MethodFilter {
        method: args.method.method.clone(),
        package: args.package.clone(),
        visibility: args.visibility,
        exclude: args.exclude.clone(),
    };
    let mut selected = generator.select(&filter)?;
    args.part.shard.map_or(Ok(()), |shard| selected.keep(shard))?;
    for (class, error) in selected.left_out {
        note(&format!("{class} is left out: {error}"));
    }
    let methods = selected.methods;
    let misfits = generator.misfits(&methods);
    let mut files = args.output.open(&describe(args, &session), Some(session.class_path()?))?;
    if args.output.wants_page() {
        files.listing = Some(results::listing_of(args.target.open(limits)?));
    }
    let prints_cases = args.output.prints_text() || args.output.prints_json();
    let progress = Progress::start(args.output.quiet, prints_cases, methods.len());
    let jobs = args.part.jobs;
    let range = Range { from: args.part.from.clone(), to: args.part.to.clone() };
    let threads = (jobs.get() > 1).then_some((&session, jobs));
    let plan = GeneratePlan { methods, range, threads };
    let tell = |now: GenerateProgress<'_>| progress.tell(now);
    let watching = Watching { budget: &budget, progress: &tell };
    let mut result = Ok(());
    let mut tests = 0;
    generator.search(&plan, watching, |searched| {
        let (report, place) = match searched {
            Searched::Method(report, place) => (report, place),
            Searched::Drafts(drafts) => {
                result = args.output.draft(&mut files, &drafts);
                return if result.is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                };
            }
        };
        tests += report.cases.len();
        progress.next(tests);
        if let Some(place) = place.filter(|_| !args.output.quiet) {
            say_where(&progress, &report, &place);
        }
        let (cases, begun) = (report.cases.len() as u64, Instant::now());
        result = args.output.add(&mut files, report);
        budget.wrote(cases, begun.elapsed());
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    result?;
    progress.end();
    args.output.remark(&files.end_class()?);
    let coverage = generator.coverage(files.reports(), files.left_out());
    let end = End::stopped_by(budget.end().map(interrupt::text));
    let has_tests = files.reports().iter().map(|report| report.cases.len()).sum::<usize>()
        > files.left_out().len();
    let in_the_way = std::mem::take(&mut files.in_the_way);
    in_the_way.iter().for_each(|what| note(&format!("not written: {what}")));
    let reports = args.output.finish(files, &coverage, &end)?;
    if args.output.verbose {
        let (all, solver) = (started.elapsed().as_millis(), generator.solver_time().as_millis());
        let tracking = generator.tracking_time().map_or_else(String::new, |time| {
            format!(" and seeing which inputs meet {} ms", time.as_millis())
        });
        note(&format!("it took {all} ms, of which the solver {solver} ms{tracking}"));
    }
    if let Some(kept) = kept.filter(|_| !args.output.quiet) {
        written::tell_summaries(&kept);
    }
    let partitions = reports.iter().filter_map(|report| report.partition.as_ref());
    let unknown: Vec<&String> = partitions.flat_map(|partition| &partition.unknown).collect();
    let unknown: Vec<&String> = unknown.into_iter().chain(&misfits).collect();
    unknown.iter().for_each(|what| note(what));
    if !unknown.is_empty() || !in_the_way.is_empty() {
        return Ok(code::USAGE);
    }
    let stopped = reports.iter().any(|report| report.losses.stopped.is_some());
    let found = if stopped || budget.has_ended() { code::BUDGET } else { code::FINE };
    let tests = args.output.out.as_ref().filter(|_| args.output.verify && has_tests);
    let verified = tests.map(|folder| verify::command(&VerifyArgs::of(folder.clone())));
    Ok(verified.transpose()?.filter(|code| *code != code::FINE).unwrap_or(found))
}

/// What is tested, and the options that change what is found.
fn describe(args: &GenerateArgs, session: &Session) -> Run {
    let class = session.main_class().map(|name| name.replace('/', "."));
    let run = session.describe(RunCommand::Generate, class);
    let (search, inputs) = (&args.search, &args.inputs);
    let mut options = vec![
        format!("--criterion {}", args.options().criterion),
        format!("--max-paths {}", search.max_paths),
        format!("--patience {}", search.patience),
        format!("--max-steps {}", search.max_steps),
        format!("--strategy {}", search.strategy),
        format!("--max-conflicts {}", args.options().max_conflicts),
        format!("--aliasing {:?}", inputs.aliasing).to_lowercase(),
        format!("--max-array {}", inputs.max_array),
        format!("--max-string {}", inputs.max_string),
        format!("--max-list {}", inputs.max_list),
    ];
    options
        .extend(search.partition.0.as_ref().map(|_| format!("--partition {}", search.partition)));
    let calls = Some(search.calls).filter(|calls| *calls != CallMode::Run);
    options.extend(calls.map(|calls| format!("--calls {calls}")));
    options.extend(search.errors_only.then(|| "--errors-only".to_owned()));
    options.extend(search.model.iter().map(|model| format!("--model {model}")));
    let given = search.given.iter().flat_map(|given| given.0.first());
    options.extend(given.map(|given| format!("--summary {}", given.file)));
    options.extend(search.abstracted.iter().map(|methods| format!("--abstract '{methods}'")));
    options.extend(inputs.range.map(|range| format!("--range {}..{}", range.low, range.high)));
    options.extend(inputs.requires.as_ref().map(|method| format!("--requires {method}")));
    options.extend(inputs.assume.iter().map(|assumed| format!("--assume '{assumed}'")));
    options.extend(inputs.statics.then(|| "--statics".to_owned()));
    options.extend(args.guides.describe());
    options.extend(args.stdin.map(|StandardInput { lines, length }| match lines {
        0 => format!("--stdin {length}"),
        lines => format!("--stdin {lines}x{length}"),
    }));
    let calls = inputs.inputs.calls(inputs.max_calls);
    options.extend(calls.map(|calls| format!("--inputs api --max-calls {calls}")));
    options.extend(args.target.enable_assertions.then(|| results::ASSERTIONS.to_owned()));
    let shown = Some(args.visibility).filter(|visibility| *visibility != Visibility::Public);
    options.extend(shown.map(|visibility| format!("--visibility {visibility}")));
    let framework = Some(args.output.test_framework).filter(|it| *it != TestFramework::default());
    options.extend(framework.map(|framework| format!("{}{framework}", results::FRAMEWORK)));
    options.extend(args.exclude.iter().map(|name| format!("--exclude {name}")));
    options.extend(args.package.as_ref().map(|package| format!("--package {package}")));
    options.extend(search.solver.as_ref().map(|solver| format!("--solver {solver}")));
    let PartArgs { from, to, shard, .. } = args.part.clone();
    Run { method: args.method.method.clone(), options, from, to, shard, ..run }
}

/// Says how to go on with a method that was stopped.
fn say_where(progress: &Progress, report: &MethodReport, place: &Decisions) {
    let MethodName { class, name, descriptor } = &report.method;
    let from = if place.0.is_empty() { String::new() } else { format!(" --from {place}") };
    progress.aside(|| {
        note(&format!("{class}.{name} goes on with --method '{name}{descriptor}'{from}"))
    });
}
