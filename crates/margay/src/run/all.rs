//! Every outcome, one block each, and a summary of what was found and what was left undone.

use super::stop_text;
use crate::cli::RunArgs;
use crate::error::{CliError, code};
use crate::results;
use crate::style::{Colour, paint};
use margay_java::Budget;
use margay_java::run::{OutcomeTally, PathEnding, PathOutcome, ProgramOutput, Run, RunObserver};
use margay_report::document::{self, DocumentKind, DocumentWriter, End, Header};
use margay_report::outcomes;
use margay_report::table::counted;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Where outcomes go.
enum Lines<W: Write> {
    Text(W),
    Document(DocumentWriter<Box<dyn Write>>),
}

/// Prints outcomes as they are found.
struct Listing<W: Write> {
    out: Lines<W>,
    limit: Option<u64>,
    tally: OutcomeTally,
    /// Whether there are as many as were asked for.
    is_full: bool,
    error: Option<io::Error>,
}

/// Lists every outcome; gives the exit code.
pub fn run(
    args: &RunArgs,
    mut run: Run,
    budget: &Budget,
    document: Option<document::Run>,
) -> Result<u8, CliError> {
    let limit = args.search.limit;
    let out = match document {
        Some(document) => Lines::Document(open(args.output.out.as_deref(), document)?),
        None => Lines::Text(io::BufWriter::new(io::stdout().lock())),
    };
    let (is_full, tally) = (limit == Some(0), OutcomeTally::default());
    let mut listing = Listing { out, limit, tally, is_full, error: None };
    let mut stop = None;
    if !listing.is_full {
        stop = run.all(args.search.backtrack.into(), budget, &mut listing)?;
    }
    if let Some(error) = listing.error {
        return Err(error.into());
    }
    let tally = OutcomeTally { steps: run.steps(), ..listing.tally };
    let why = match (stop, limit.filter(|_| listing.is_full)) {
        (Some(stop), _) => Some(stop_text(stop)),
        (None, Some(limit)) => {
            Some(format!("stopped by --limit after {}", counted(limit, "outcome")))
        }
        (None, None) => None,
    };
    match listing.out {
        Lines::Text(mut out) => {
            out.flush()?;
            if !args.output.quiet {
                let why = why.map_or_else(String::new, |why| format!("; {why}: there may be more"));
                let why = paint(&io::stderr(), Colour::Yellow, why);
                writeln!(io::stderr(), "{}{why}", outcomes::summary(&tally))?;
            }
        }
        Lines::Document(out) => {
            out.finish(End { outcomes: Some(tally), ..End::stopped_by(why) })?;
        }
    }
    Ok(match stop {
        Some(_) => code::BUDGET,
        None if tally.refused > 0 => code::UNSUPPORTED,
        None if tally.failures + tally.exceptions > 0 => code::FAILED,
        None => code::FINE,
    })
}

/// Begins the document: in a folder, or on standard output.
fn open(
    folder: Option<&Path>,
    run: document::Run,
) -> Result<DocumentWriter<Box<dyn Write>>, CliError> {
    let (run, out): (_, Box<dyn Write>) = match folder {
        None => (run, Box::new(io::BufWriter::new(io::stdout()))),
        Some(folder) => {
            let file = fs::create_dir_all(folder)
                .and_then(|()| File::create(folder.join(DocumentKind::Outcomes.file_name())));
            let file = file.map_err(|error| results::unwritable(folder, &error))?;
            (run.moved(Path::new(""), folder), Box::new(io::BufWriter::new(file)))
        }
    };
    Ok(DocumentWriter::start(out, &Header::new(DocumentKind::Outcomes, run))?)
}

impl<W: Write> Listing<W> {
    fn write(&mut self, outcome: &PathOutcome) -> io::Result<()> {
        let out = match &mut self.out {
            Lines::Text(out) => out,
            Lines::Document(document) => return document.outcome(outcome),
        };
        let colour = if outcome.ending.is_good() { Colour::Green } else { Colour::Red };
        let ending = paint(&io::stdout(), colour, &outcome.ending);
        writeln!(out, "decisions={} -> {ending}", outcome.decisions)?;
        if let PathEnding::Refused { stack, .. } = &outcome.ending {
            for place in stack {
                writeln!(out, "    at {place}")?;
            }
        }
        outcome.write_output(out)
    }

    /// Ends the run if output cannot be written.
    fn written(&mut self, result: io::Result<()>) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> RunObserver for Listing<W> {
    fn ended(&mut self, outcome: PathOutcome) -> ControlFlow<()> {
        self.tally.add(&outcome.ending);
        let written = self.write(&outcome);
        self.written(written)?;
        self.is_full = self.limit.is_some_and(|limit| self.tally.outcomes >= limit);
        if self.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn dropped(&mut self) -> ControlFlow<()> {
        self.tally.add(&PathEnding::Dropped {});
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut ProgramOutput) -> ControlFlow<()> {
        // What was found is seen at once, however long the next one takes.
        let flushed = match &mut self.out {
            Lines::Text(out) => out.flush(),
            Lines::Document(document) => document.flush(),
        };
        self.written(flushed)
    }
}
