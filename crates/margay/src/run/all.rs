//! Every outcome, one block each, and a summary of what was found and what was left undone.

use super::Job;
use super::budget::{RunBudget, Stop};
use crate::cli::Format;
use crate::error::{CliError, code};
use crate::style::{Colour, paint};
use margay_java::program::ConcreteMachine;
use margay_java::run::{Ending, PathOutcome};
use margay_jvm::platform::Jvm;
use margay_machine::{Concrete, Outcome};
use margay_report::table::counted;
use margay_search::{Decisions, Visit, explore};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// How many of each.
#[derive(Debug, Default, Serialize)]
struct Tally {
    outcomes: u64,
    dropped: u64,
    failures: u64,
    exceptions: u64,
    refused: u64,
}

/// Prints outcomes as they are found.
struct Listing<'a, W> {
    out: W,
    format: Format,
    limit: Option<u64>,
    /// Descriptor of the method's result.
    result: &'a str,
    budget: &'a RunBudget,
    tally: Tally,
    stop: Option<Stop>,
    error: Option<io::Error>,
}

/// Lists every outcome; gives the exit code.
pub fn run(mut job: Job) -> Result<u8, CliError> {
    let backtrack = job.options.search.backtrack.into();
    let mut listing = Listing {
        out: io::BufWriter::new(io::stdout().lock()),
        format: job.options.output.format,
        limit: job.options.search.limit,
        result: &job.result,
        budget: &job.budget,
        tally: Tally::default(),
        stop: None,
        error: None,
    };
    if listing.limit == Some(0) {
        listing.stop = Some(Stop::Limit(0));
    } else {
        explore(&mut job.program.machine, job.method, &job.args, backtrack, &mut listing)?;
    }
    if let Some(error) = listing.error {
        return Err(error.into());
    }
    listing.out.flush()?;
    let (tally, stop) = (listing.tally, listing.stop);
    if !job.options.output.quiet {
        let summary = Summary { tally: &tally, steps: job.budget.work(&job.program.machine), stop };
        summary.write(job.options.output.format)?;
    }
    Ok(exit_code(&tally, stop))
}

fn exit_code(tally: &Tally, stop: Option<Stop>) -> u8 {
    match stop {
        Some(Stop::Budget(_) | Stop::Steps(_)) => code::BUDGET,
        _ if tally.refused > 0 => code::UNSUPPORTED,
        _ if tally.failures + tally.exceptions > 0 => code::FAILED,
        _ => code::FINE,
    }
}

impl<W: Write> Listing<'_, W> {
    fn count(&mut self, ending: &Ending) {
        let tally = &mut self.tally;
        match ending {
            Ending::Dropped => tally.dropped += 1,
            _ => tally.outcomes += 1,
        }
        match ending {
            Ending::Failed { .. } => tally.failures += 1,
            Ending::Threw { .. } => tally.exceptions += 1,
            Ending::Refused { .. } => tally.refused += 1,
            Ending::Returned { .. } | Ending::Exited { .. } | Ending::Dropped => {}
        }
    }

    fn write(&mut self, record: &PathOutcome) -> io::Result<()> {
        let out = &mut self.out;
        if self.format == Format::Json {
            return record.write_json(out);
        }
        let good = matches!(record.ending, Ending::Returned { .. } | Ending::Exited { .. });
        let colour = if good { Colour::Green } else { Colour::Red };
        let ending = paint(&io::stdout(), colour, &record.ending);
        writeln!(out, "decisions={} -> {ending}", Decisions(record.decisions.clone()))?;
        if let Ending::Refused { stack, .. } = &record.ending {
            for place in stack {
                writeln!(out, "    at {place}")?;
            }
        }
        record.write_output(out)
    }

    fn stopped(&mut self, stop: Option<Stop>) -> ControlFlow<()> {
        self.stop = stop;
        if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<W: Write> Visit<Concrete, Jvm<Concrete>> for Listing<'_, W> {
    fn outcome(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        outcome: Outcome<u64>,
    ) -> ControlFlow<()> {
        if outcome == Outcome::Rejected {
            self.count(&Ending::Dropped);
        } else {
            let record = PathOutcome::of(machine, decisions, &outcome, self.result);
            self.count(&record.ending);
            if let Err(error) = self.write(&record) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            let enough = self.limit.filter(|limit| self.tally.outcomes >= *limit);
            if let Some(limit) = enough {
                return self.stopped(Some(Stop::Limit(limit)));
            }
        }
        let stop = self.budget.check(machine);
        self.stopped(stop)
    }

    fn pause(&mut self, machine: &mut ConcreteMachine) -> ControlFlow<()> {
        // What was found is seen at once, however long the next one takes.
        if let Err(error) = self.out.flush() {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        let stop = self.budget.check(machine);
        self.stopped(stop)
    }
}

/// What came of a search.
struct Summary<'a> {
    tally: &'a Tally,
    steps: u64,
    stop: Option<Stop>,
}

impl Summary<'_> {
    fn write(&self, format: Format) -> io::Result<()> {
        match format {
            Format::Text => writeln!(io::stderr(), "{}", self.text()),
            Format::Json => writeln!(io::stdout(), "{}", self.json()),
        }
    }

    fn text(&self) -> String {
        let Tally { outcomes, dropped, failures, exceptions, refused } = self.tally;
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
        if let Some(stop) = self.stop {
            text += &paint(&io::stderr(), Colour::Yellow, format!("; {stop}: there may be more"));
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "summary": self.tally,
            "steps": self.steps,
            "complete": self.stop.is_none(),
            "stopped": self.stop.map(|stop| stop.to_string()),
        })
    }
}
