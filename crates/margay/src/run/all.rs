//! Every outcome, one block each, and a summary of what was found and what was left undone.

use super::stop_text;
use crate::cli::{Format, RunArgs};
use crate::error::{CliError, code};
use crate::style::{Colour, paint};
use margay_java::Budget;
use margay_java::run::{Ending, Output, PathOutcome, Run, RunObserver, RunTally};
use margay_report::table::counted;
use margay_search::Decisions;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Prints outcomes as they are found.
struct Listing<W> {
    out: W,
    format: Format,
    limit: Option<u64>,
    tally: RunTally,
    /// Whether there are as many as were asked for.
    is_full: bool,
    error: Option<io::Error>,
}

/// Lists every outcome; gives the exit code.
pub fn run(args: &RunArgs, mut run: Run, budget: &Budget) -> Result<u8, CliError> {
    let limit = args.search.limit;
    let mut listing = Listing {
        out: io::BufWriter::new(io::stdout().lock()),
        format: args.output.format,
        limit,
        tally: RunTally::default(),
        is_full: limit == Some(0),
        error: None,
    };
    let mut stop = None;
    if !listing.is_full {
        stop = run.all(args.search.backtrack.into(), budget, &mut listing)?;
    }
    if let Some(error) = listing.error {
        return Err(error.into());
    }
    listing.out.flush()?;
    let tally = listing.tally;
    let why = match (stop, limit.filter(|_| listing.is_full)) {
        (Some(stop), _) => Some(stop_text(stop)),
        (None, Some(limit)) => {
            Some(format!("stopped by --limit after {}", counted(limit, "outcome")))
        }
        (None, None) => None,
    };
    if !args.output.quiet {
        let summary = Summary { tally: &tally, steps: run.steps(), stopped: why };
        summary.write(args.output.format)?;
    }
    Ok(match stop {
        Some(_) => code::BUDGET,
        None if tally.refused > 0 => code::UNSUPPORTED,
        None if tally.failures + tally.exceptions > 0 => code::FAILED,
        None => code::FINE,
    })
}

impl<W: Write> Listing<W> {
    fn write(&mut self, outcome: &PathOutcome) -> io::Result<()> {
        let out = &mut self.out;
        if self.format == Format::Json {
            return outcome.write_json(out);
        }
        let colour = if outcome.ending.is_good() { Colour::Green } else { Colour::Red };
        let ending = paint(&io::stdout(), colour, &outcome.ending);
        writeln!(out, "decisions={} -> {ending}", Decisions(outcome.decisions.clone()))?;
        if let Ending::Refused { stack, .. } = &outcome.ending {
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
        self.tally.add(&Ending::Dropped);
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut Output) -> ControlFlow<()> {
        // What was found is seen at once, however long the next one takes.
        let flushed = self.out.flush();
        self.written(flushed)
    }
}

/// What came of a search.
struct Summary<'a> {
    tally: &'a RunTally,
    steps: u64,
    stopped: Option<String>,
}

impl Summary<'_> {
    fn write(&self, format: Format) -> io::Result<()> {
        match format {
            Format::Text => writeln!(io::stderr(), "{}", self.text()),
            Format::Json => writeln!(io::stdout(), "{}", self.json()),
        }
    }

    fn text(&self) -> String {
        let RunTally { outcomes, dropped, failures, exceptions, refused } = self.tally;
        let mut text = format!(
            "{}, {dropped} dropped by assume, {}, {}, {}",
            counted(*outcomes, "outcome"),
            counted(*failures, "failure"),
            counted(*exceptions, "exception"),
            counted(self.steps, "step")
        );
        if *refused > 0 {
            text += &format!(", {refused} unsupported");
        }
        if let Some(stop) = &self.stopped {
            text += &paint(&io::stderr(), Colour::Yellow, format!("; {stop}: there may be more"));
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "summary": self.tally,
            "steps": self.steps,
            "complete": self.stopped.is_none(),
            "stopped": self.stopped,
        })
    }
}
