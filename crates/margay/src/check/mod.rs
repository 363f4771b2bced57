//! `margay check`: whether a property holds for all inputs.

pub mod args;
mod written;

use crate::cli::CELL;
use crate::error::{CliError, code, note};
use crate::interrupt;
use crate::results;
use crate::verify::{self, VerifyArgs};
use args::CheckArgs;
use margay_java::check::{CheckReport, Checked, Verdict, on_jvm};
use margay_java::generate::{MethodFilter, Watching};
use margay_java::{Limits, Session, Target};
use margay_report::document::{Run, RunCommand};
use std::time::{Duration, Instant};
use written::Written;

/// Cells of the heap of a program that is checked.
const CELLS: usize = (256 << 20) / CELL;

/// Checks; gives the exit code.
pub fn command(args: &CheckArgs) -> Result<u8, CliError> {
    let started = Instant::now();
    let budget = args.limits.budget(args.search.timeout);
    let limits = args.limits.limits();
    let cells = if args.limits.max_heap.is_some() { limits.cells } else { CELLS };
    let any_random = args.any_random;
    let input = args.stdin;
    let target = Target { assertions: true, any_random, input, ..args.target.target() };
    let session = Session::open(&target, Limits { cells, ..limits })?;
    let run = describe(args, &session);
    let mut written = Written::open(args, &run)?;
    let mut checker = session.check(args.options())?;
    let filter = MethodFilter {
        method: args.method.method.clone(),
        package: args.package.clone(),
        ..MethodFilter::default()
    };
    let is_open = args.method.method.is_none() && args.package.is_none();
    let is_tests = is_open && checker.has_tests();
    let is_main = is_open && !is_tests && checker.has_main();
    let wanted = match (is_tests, is_main) {
        (true, _) => Checked::Tests,
        (_, true) => Checked::Main,
        _ => Checked::Methods(filter),
    };
    let subjects = checker.select(&wanted)?;
    let watching = Watching { budget: &budget, progress: &|_| {} };
    for subject in &subjects {
        written.add(checker.check(subject, watching)?)?;
        if budget.has_ended() {
            break;
        }
    }
    let reports = written.finish(&session, &run, budget.end().map(interrupt::text))?;
    if args.output.verbose {
        note(&format!("it took {} ms", started.elapsed().as_millis()));
    }
    if args.output.verify {
        verify_all(args, &session, &reports, is_main)?;
    }
    Ok(if budget.has_ended() { code::BUDGET } else { exit_code(&reports) })
}

/// What is checked, and the options that change what is found.
fn describe(args: &CheckArgs, session: &Session) -> Run {
    let class = session.main_class().map(|name| name.replace('/', "."));
    let run = session.describe(RunCommand::Check, class);
    let mut options: Vec<String> =
        args.property.iter().map(|property| format!("--property {property}")).collect();
    options.extend(args.ensures.as_ref().map(|method| format!("--ensures {method}")));
    options.extend(args.inputs.requires.as_ref().map(|method| format!("--requires {method}")));
    options.extend(args.search.max_rounds.map(|rounds| format!("--max-rounds {rounds}")));
    options.extend(args.any_random.then(|| "--any-random".to_owned()));
    options.push(results::ASSERTIONS.to_owned());
    Run { method: args.method.method.clone(), options, ..run }
}

/// Runs what was refuted on the JVM: a program from its `main`, methods by their tests, which must fail.
fn verify_all(
    args: &CheckArgs,
    session: &Session,
    reports: &[CheckReport],
    is_main: bool,
) -> Result<(), CliError> {
    if is_main {
        for report in reports {
            if let Verdict::Refuted(found) = &report.verdict
                && !found.uses_random()
            {
                let shown = on_jvm(session, report, found, Duration::from_secs(60))?;
                note(if shown { "the JVM shows it too" } else { "the JVM does not show it" });
            }
        }
        return Ok(());
    }
    let refuted = reports.iter().any(|report| matches!(report.verdict, Verdict::Refuted(_)));
    match &args.output.out {
        Some(folder) if refuted => verify::command(&VerifyArgs::of(folder.clone())).map(|_| ()),
        Some(_) => Ok(()),
        None => Err(CliError::usage("tests are run from files", "name a folder with --out")),
    }
}

/// The worst of the verdicts.
fn exit_code(reports: &[CheckReport]) -> u8 {
    let has = |wanted: &dyn Fn(&Verdict) -> bool| reports.iter().any(|r| wanted(&r.verdict));
    if has(&|verdict| matches!(verdict, Verdict::Refuted(_))) {
        code::FAILED
    } else if has(&|verdict| matches!(verdict, Verdict::Unknown { .. })) {
        code::UNKNOWN
    } else if has(&|verdict| matches!(verdict, Verdict::Bounded { .. })) {
        code::BOUNDED
    } else {
        code::FINE
    }
}
