//! One path. A `main` behaves as under `java`: what it prints is passed on as it comes, and
//! nothing is added to it. A method is reported: its result, its output, its steps.

use super::Job;
use super::budget::{RunBudget, Stop};
use crate::cli::{Format, RunArgs};
use crate::error::{CliError, code, note};
use crate::style::{Colour, paint};
use margay_java::Program;
use margay_java::program::ConcreteMachine;
use margay_java::run::{Ending, PathOutcome};
use margay_jvm::describe;
use margay_jvm::launch::{report, stack_trace};
use margay_jvm::platform::Jvm;
use margay_machine::{Concrete, Outcome, Ref};
use margay_search::explore::replay;
use margay_search::{Decisions, Visit};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Waits for the end of the path.
struct Once<'a> {
    budget: &'a RunBudget,
    /// Whether output is passed on as it comes.
    stream: bool,
    end: Option<(Decisions, Outcome<u64>)>,
    stop: Option<Stop>,
    error: Option<io::Error>,
}

/// Runs one path; gives the exit code.
pub fn run(mut job: Job) -> Result<u8, CliError> {
    let as_java = job.options.method.method.is_none() && job.options.output.format == Format::Text;
    let mut once =
        Once { budget: &job.budget, stream: as_java, end: None, stop: None, error: None };
    let decisions = job.options.search.decisions.clone().unwrap_or_default();
    replay(&mut job.program.machine, job.method, &job.args, &decisions, &mut once)?;
    let Once { end, stop, error, .. } = once;
    if let Some(error) = error {
        return Err(error.into());
    }
    if as_java {
        pass_on(&mut job.program.machine)?;
    }
    let Some((decisions, outcome)) = end else {
        return stopped(&mut job, stop, as_java);
    };
    if job.options.search.decisions.is_none() && !job.options.output.quiet {
        mention_choices(&decisions);
    }
    if job.options.output.verbose {
        let machine = &job.program.machine;
        let (ms, cells) = (job.budget.elapsed().as_millis(), machine.core.memory.used());
        note(&format!("{ms} ms, {} steps, {} KB of heap", machine.core.steps, cells / 128));
    }
    if as_java {
        end_as_java(&mut job.program, &outcome)
    } else {
        present(&mut job, &decisions, &outcome)
    }
}

impl Visit<Concrete, Jvm<Concrete>> for Once<'_> {
    fn outcome(
        &mut self,
        _: &mut ConcreteMachine,
        decisions: &Decisions,
        outcome: Outcome<u64>,
    ) -> ControlFlow<()> {
        self.end = Some((decisions.clone(), outcome));
        ControlFlow::Break(())
    }

    fn pause(&mut self, machine: &mut ConcreteMachine) -> ControlFlow<()> {
        if self.stream
            && let Err(error) = pass_on(machine)
        {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        self.stop = self.budget.check(machine);
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Passes on what the program has printed. No choice is kept open on a single path, so nothing
/// of it can be taken back.
fn pass_on(machine: &mut ConcreteMachine) -> io::Result<()> {
    let output = std::mem::take(&mut machine.core.memory.output);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&output.out)?;
    stdout.flush()?;
    io::stderr().write_all(&output.err)
}

fn stopped(job: &mut Job, stop: Option<Stop>, as_java: bool) -> Result<u8, CliError> {
    if !as_java {
        let output = std::mem::take(&mut job.program.machine.core.memory.output);
        io::stderr().write_all(&output.out)?;
        io::stderr().write_all(&output.err)?;
    }
    if let Some(stop) = stop {
        note(&stop.to_string());
    }
    Ok(code::BUDGET)
}

fn mention_choices(decisions: &Decisions) {
    let count = decisions.0.len();
    if count > 0 {
        note(&format!(
            "the program made {count} choices; the first alternative of each was taken \
             (--all runs every one)"
        ));
    }
}

/// Ends as a Java launcher would, with its exit code.
fn end_as_java(program: &mut Program, outcome: &Outcome<u64>) -> Result<u8, CliError> {
    let machine = &mut program.machine;
    Ok(match outcome {
        Outcome::Returned(_) => code::FINE,
        Outcome::Threw(exception) => {
            if !report(machine, *exception) {
                report_briefly(machine, *exception)?;
            }
            pass_on(machine)?;
            code::FAILED
        }
        Outcome::Exited(code) => *code as u8,
        Outcome::Rejected | Outcome::Bounded | Outcome::Endless => {
            note("the path was dropped by Margay.assume");
            code::FINE
        }
        Outcome::Failed(_) => {
            let record = PathOutcome::of(machine, &Decisions::default(), outcome, "V");
            writeln!(io::stderr(), "{}", paint(&io::stderr(), Colour::Red, record.ending))?;
            code::FAILED
        }
        Outcome::Refused(refusal) => {
            let text = describe::refusal(&machine.core.world, refusal);
            writeln!(io::stderr(), "margay: {}", paint(&io::stderr(), Colour::Red, text))?;
            code::UNSUPPORTED
        }
    })
}

/// An exception that cannot print itself, for want of memory.
fn report_briefly(machine: &mut ConcreteMachine, exception: Ref) -> io::Result<()> {
    machine.core.memory.output.err.clear();
    let mut stderr = io::stderr().lock();
    writeln!(stderr, "Exception in thread \"main\" {}", describe::exception(machine, exception))?;
    for place in describe::stack_trace(&machine.core, exception) {
        writeln!(stderr, "\tat {place}")?;
    }
    Ok(())
}

/// Reports a method's outcome.
fn present(job: &mut Job, decisions: &Decisions, outcome: &Outcome<u64>) -> Result<u8, CliError> {
    let machine = &mut job.program.machine;
    let record = PathOutcome::of(machine, decisions, outcome, &job.result);
    let mut out = io::stdout().lock();
    if job.options.output.format == Format::Json {
        record.write_json(&mut out)?;
    } else {
        let trace = match outcome {
            Outcome::Threw(exception) => stack_trace(machine, *exception),
            _ => None,
        };
        write_text(&mut out, job.options, &record, trace)?;
    }
    Ok(match &record.ending {
        Ending::Threw { .. } | Ending::Failed { .. } => code::FAILED,
        Ending::Refused { .. } => code::UNSUPPORTED,
        Ending::Returned { .. } | Ending::Exited { .. } | Ending::Dropped => code::FINE,
    })
}

fn write_text(
    out: &mut impl Write,
    options: &RunArgs,
    record: &PathOutcome,
    trace: Option<String>,
) -> io::Result<()> {
    let good = matches!(record.ending, Ending::Returned { .. } | Ending::Exited { .. });
    let colour = if good { Colour::Green } else { Colour::Red };
    match trace {
        Some(trace) => write!(out, "{} {trace}", paint(&io::stdout(), colour, "threw"))?,
        None => {
            writeln!(out, "{}", paint(&io::stdout(), colour, &record.ending))?;
            for place in record.ending.stack() {
                writeln!(out, "\tat {place}")?;
            }
        }
    }
    record.write_output(out)?;
    if !options.output.quiet {
        writeln!(out, "steps: {}", record.steps)?;
    }
    Ok(())
}
