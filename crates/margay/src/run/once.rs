//! One path. A `main` behaves as under `java`: what it prints is passed on as it comes, and
//! nothing is added to it. A method is reported: its result, its output, its steps.

use super::stop_text;
use crate::cli::RunArgs;
use crate::error::{CliError, code, note};
use crate::style::{Colour, paint};
use margay_java::Budget;
use margay_java::run::{OutcomeTally, PathEnding, PathOutcome, ProgramOutput, Run, RunObserver};
use margay_report::document::{self, DocumentKind, DocumentWriter, End, Header};
use margay_report::table::counted;
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
pub fn run(
    args: &RunArgs,
    mut run: Run,
    budget: &Budget,
    document: Option<document::Run>,
) -> Result<u8, CliError> {
    let as_java = args.method.method.is_none() && document.is_none();
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
        let why = stop.map(stop_text);
        if let Some(why) = &why {
            note(why);
        }
        if let Some(document) = document {
            write_document(None, document, run.steps(), why)?;
        }
        return Ok(code::BUDGET);
    };
    if args.search.decisions.is_none() && !args.output.quiet {
        mention_choices(&outcome);
    }
    if args.output.verbose {
        let (ms, kilobytes) = (budget.elapsed().as_millis(), run.cells() / 128);
        note(&format!("{ms} ms, {} steps, {kilobytes} KB of heap", outcome.steps));
        note_compiled(&run);
    }
    match document {
        _ if as_java => return end_as_java(&mut run, &outcome),
        Some(document) => write_document(Some(&outcome), document, run.steps(), None)?,
        None => write_text(&mut io::stdout().lock(), args, &outcome, run.stack_trace())?,
    }
    Ok(match &outcome.ending {
        PathEnding::Threw { .. } | PathEnding::Failed { .. } => code::FAILED,
        PathEnding::Refused { .. } => code::UNSUPPORTED,
        PathEnding::Returned { .. } | PathEnding::Exited { .. } | PathEnding::Dropped {} => {
            code::FINE
        }
    })
}

/// Says what was compiled, and what could not be.
fn note_compiled(run: &Run) {
    let made = run.compiled();
    if made.functions > 0 {
        let (methods, ms) = (counted(made.functions.into(), "method"), made.time.as_millis());
        note(&format!("{methods} compiled in {ms} ms, {} KB of code", made.bytes / 1024));
    }
    for reason in run.not_compiled() {
        note(&format!("not compiled: {reason}"));
    }
}

impl RunObserver for Once {
    fn ended(&mut self, outcome: PathOutcome) -> ControlFlow<()> {
        self.end = Some(outcome);
        ControlFlow::Break(())
    }

    fn pause(&mut self, output: &mut ProgramOutput) -> ControlFlow<()> {
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
fn pass_on(output: ProgramOutput) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(&output.out)?;
    stdout.flush()?;
    io::stderr().write_all(&output.err)
}

fn mention_choices(outcome: &PathOutcome) {
    let count = outcome.decisions.0.len();
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
        PathEnding::Returned { .. } => code::FINE,
        PathEnding::Threw { .. } => {
            run.print_exception(ending);
            pass_on(run.take_output())?;
            code::FAILED
        }
        PathEnding::Exited { code } => *code as u8,
        PathEnding::Dropped {} => {
            note("the path was dropped by Margay.assume");
            code::FINE
        }
        PathEnding::Failed { .. } => {
            writeln!(io::stderr(), "{}", paint(&io::stderr(), Colour::Red, ending))?;
            code::FAILED
        }
        PathEnding::Refused { stack, .. } => {
            let places: String = stack.iter().map(|place| format!("\n\tat {place}")).collect();
            let text = paint(&io::stderr(), Colour::Red, format!("{ending}{places}"));
            writeln!(io::stderr(), "margay: {text}")?;
            code::UNSUPPORTED
        }
    })
}

/// Writes the document of the one path, or of none if it was stopped.
fn write_document(
    outcome: Option<&PathOutcome>,
    document: document::Run,
    steps: u64,
    stopped: Option<String>,
) -> io::Result<()> {
    let mut tally = OutcomeTally { steps, ..OutcomeTally::default() };
    let header = Header::new(DocumentKind::Outcomes, document);
    let mut writer = DocumentWriter::start(io::stdout().lock(), &header)?;
    if let Some(outcome) = outcome {
        tally.add(&outcome.ending);
        writer.outcome(outcome)?;
    }
    writer.finish(End { outcomes: Some(tally), ..End::stopped_by(stopped) }).map(drop)
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
