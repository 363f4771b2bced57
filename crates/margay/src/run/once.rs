//! One path. A `main` behaves as under `java`: what it prints is passed on as it comes, and
//! nothing is added to it. A method is reported: its result, its output, its steps.

use super::stop_text;
use crate::cli::{Format, RunArgs};
use crate::error::{CliError, code, note};
use crate::style::{Colour, paint};
use margay_java::Budget;
use margay_java::run::{Ending, Output, PathOutcome, Run, RunObserver};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Waits for the end of the path.
struct Once {
    /// Whether output is passed on as it comes.
    stream: bool,
    end: Option<PathOutcome>,
    error: Option<io::Error>,
}

/// Runs one path; gives the exit code.
pub fn run(args: &RunArgs, mut run: Run, budget: &Budget) -> Result<u8, CliError> {
    let as_java = args.method.method.is_none() && args.output.format == Format::Text;
    let mut once = Once { stream: as_java, end: None, error: None };
    let decisions = args.search.decisions.clone().unwrap_or_default();
    let stop = run.once(&decisions, budget, &mut once)?;
    let Once { end, error, .. } = once;
    if let Some(error) = error {
        return Err(error.into());
    }
    if as_java {
        pass_on(run.take_output())?;
    }
    let Some(outcome) = end else {
        let output = run.take_output();
        io::stderr().write_all(&output.out)?;
        io::stderr().write_all(&output.err)?;
        if let Some(stop) = stop {
            note(&stop_text(stop));
        }
        return Ok(code::BUDGET);
    };
    if args.search.decisions.is_none() && !args.output.quiet {
        mention_choices(&outcome);
    }
    if args.output.verbose {
        let (ms, kilobytes) = (budget.elapsed().as_millis(), run.cells() / 128);
        note(&format!("{ms} ms, {} steps, {kilobytes} KB of heap", outcome.steps));
    }
    if as_java { end_as_java(&mut run, &outcome) } else { present(args, &mut run, &outcome) }
}

impl RunObserver for Once {
    fn ended(&mut self, outcome: PathOutcome) -> ControlFlow<()> {
        self.end = Some(outcome);
        ControlFlow::Break(())
    }

    fn pause(&mut self, output: &mut Output) -> ControlFlow<()> {
        if self.stream
            && let Err(error) = pass_on(std::mem::take(output))
        {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Passes on what the program has printed. No choice is kept open on a single path, so nothing
/// of it can be taken back.
fn pass_on(output: Output) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(&output.out)?;
    stdout.flush()?;
    io::stderr().write_all(&output.err)
}

fn mention_choices(outcome: &PathOutcome) {
    let count = outcome.decisions.len();
    if count > 0 {
        note(&format!(
            "the program made {count} choices; the first alternative of each was taken \
             (--all runs every one)"
        ));
    }
}

/// Ends as a Java launcher would, with its exit code.
fn end_as_java(run: &mut Run, outcome: &PathOutcome) -> Result<u8, CliError> {
    let ending = &outcome.ending;
    Ok(match ending {
        Ending::Returned { .. } => code::FINE,
        Ending::Threw { .. } => {
            run.print_exception(ending);
            pass_on(run.take_output())?;
            code::FAILED
        }
        Ending::Exited { code } => *code as u8,
        Ending::Dropped => {
            note("the path was dropped by Margay.assume");
            code::FINE
        }
        Ending::Failed { .. } => {
            writeln!(io::stderr(), "{}", paint(&io::stderr(), Colour::Red, ending))?;
            code::FAILED
        }
        Ending::Refused { stack, .. } => {
            let places: String = stack.iter().map(|place| format!("\n\tat {place}")).collect();
            let text = paint(&io::stderr(), Colour::Red, format!("{ending}{places}"));
            writeln!(io::stderr(), "margay: {text}")?;
            code::UNSUPPORTED
        }
    })
}

/// Reports a method's outcome.
fn present(args: &RunArgs, run: &mut Run, outcome: &PathOutcome) -> Result<u8, CliError> {
    let mut out = io::stdout().lock();
    if args.output.format == Format::Json {
        outcome.write_json(&mut out)?;
    } else {
        write_text(&mut out, args, outcome, run.stack_trace())?;
    }
    Ok(match &outcome.ending {
        Ending::Threw { .. } | Ending::Failed { .. } => code::FAILED,
        Ending::Refused { .. } => code::UNSUPPORTED,
        Ending::Returned { .. } | Ending::Exited { .. } | Ending::Dropped => code::FINE,
    })
}

fn write_text(
    out: &mut impl Write,
    args: &RunArgs,
    outcome: &PathOutcome,
    trace: Option<String>,
) -> io::Result<()> {
    let colour = if outcome.ending.is_good() { Colour::Green } else { Colour::Red };
    match trace {
        Some(trace) => write!(out, "{} {trace}", paint(&io::stdout(), colour, "threw"))?,
        None => {
            writeln!(out, "{}", paint(&io::stdout(), colour, &outcome.ending))?;
            for place in outcome.ending.stack() {
                writeln!(out, "\tat {place}")?;
            }
        }
    }
    outcome.write_output(out)?;
    if !args.output.quiet {
        writeln!(out, "steps: {}", outcome.steps)?;
    }
    Ok(())
}
