//! `margay generate`: unit tests from symbolic execution.

pub mod args;
mod graph;
mod method;
mod points;
mod replay;
mod session;

use crate::enumerate::watch::Watch;
use crate::error::{CliError, code};
use args::GenerateArgs;
use margay_search::generate::case::{CaseOutcome, MethodReport, TestCase};
use session::Session;
use std::io::Write;
use std::ops::ControlFlow;

/// Generates tests; gives the exit code.
pub fn command(args: &GenerateArgs) -> Result<u8, CliError> {
    let watch = Watch::start(args.search.timeout);
    let mut session = Session::open(args)?;
    let text = args.method.method.as_deref().unwrap_or_default();
    let (_, method) = session.replayer.program.method(text)?;
    let mut out = std::io::stdout().lock();
    let mut emit = |case: &TestCase| {
        let _ = writeln!(
            out,
            "#{} {:?}\n  when {}\n  before {:?}\n  after {:?}\n  {:?} lines {:?}",
            case.number,
            case.input,
            case.condition.join(" && "),
            case.before,
            case.after,
            case.outcome,
            case.trace.iter().map(|step| step.line).collect::<Vec<_>>()
        );
        ControlFlow::Continue(())
    };
    let report = method::report(&mut session, args, method, &watch, &mut emit)?;
    drop(out);
    summary(&report);
    Ok(code::FINE)
}

fn summary(report: &MethodReport) {
    let threw = |case: &&TestCase| matches!(case.outcome, CaseOutcome::Threw { .. });
    let mut out = std::io::stdout().lock();
    let _ = writeln!(
        out,
        "{} cases, {} threw; {:?} {:?}",
        report.cases.len(),
        report.cases.iter().filter(threw).count(),
        report.losses,
        report.effort
    );
}
