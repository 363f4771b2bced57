//! `margay enumerate`: every structure within bounds that a predicate accepts, written and
//! counted in the order of the search.

pub mod args;
mod progress;

use crate::error::{CliError, code, note};
use crate::format::Format;
use crate::interrupt;
use crate::results;
use args::{EnumerateArgs, OutputArgs, Switch};
use margay_java::enumerate::{EnumerateEvent, EnumerateProgress, Plan, Told, Verifier, Watching};
use margay_java::predicate::PredicateName;
use margay_java::{BudgetEnd, Session};
use margay_report::counters;
use margay_report::document::{End, Run, RunCommand};
use margay_report::files::StructureFiles;
use margay_report::table::counted;
use margay_search::enumerate::{Counters, Range};
use progress::Progress;
use std::fmt;
use std::ops::ControlFlow;

/// Why a search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The clock, or Ctrl-C.
    Budget(BudgetEnd),
    /// `--limit`: as many structures as were asked for.
    Limit(u64),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Budget(end) => f.write_str(&interrupt::text(*end)),
            Stop::Limit(count) => {
                write!(f, "stopped by --limit after {}", counted(*count, "structure"))
            }
        }
    }
}

/// A space of more combinations than this (as a power of ten) is worth a remark.
const LARGE: f64 = 30.0;

/// Searches; gives the exit code.
pub fn command(args: &EnumerateArgs) -> Result<u8, CliError> {
    let budget = args.limits.budget(args.search.timeout);
    let session = args.target.open(args.limits.limits())?;
    let mut enumeration = session.enumerate(args.options()?)?;
    let described = describe(args, &session, enumeration.predicate());
    remark_on_size(args, enumeration.magnitude());
    let range = match args.part.shard {
        Some(shard) => enumeration.shard(shard)?,
        None => Range { from: args.part.from.clone(), to: args.part.to.clone() },
    };
    let run = Run { from: range.from.clone(), to: range.to.clone(), ..described };
    let files = args.output.open(&run)?;
    let verifier = args.search.verify.then(|| enumeration.verifier()).transpose()?;
    let limit = args.search.limit;
    let mut ledger = Ledger { files, verifier, limit, ..Ledger::default() };
    let progress = Progress::start(args.output.quiet, args.output.prints_structures());
    if limit != Some(0) {
        let tell = |done: EnumerateProgress| progress.add(done);
        let watching = Watching { budget: &budget, progress: &tell };
        let (jobs, structures) = (args.part.jobs, ledger.wants());
        let plan = Plan { range: range.clone(), jobs, structures };
        enumeration.search(&plan, watching, |event| ledger.enter(event))?;
    }
    progress.end();
    let stop = ledger.stopped.or(budget.end().map(Stop::Budget));
    let verified = ledger.verifier.is_some().then_some(ledger.written);
    let counters = ledger.finish(stop)?;
    if let Some(count) = verified.filter(|_| !args.output.quiet) {
        let structures = counted(count, "structure");
        note(&format!("verified: {structures} accepted when the predicate runs from its start"));
    }
    present(&args.output, &counters, stop)
}

/// What is searched.
fn describe(args: &EnumerateArgs, session: &Session, name: PredicateName) -> Run {
    let PredicateName { class, method: predicate, is_accessible: accessible } = name;
    let given = &args.bounds;
    let mut bounds = Vec::new();
    bounds.extend(given.finitization.iter().map(|name| format!("--finitization {name}")));
    if !given.args.is_empty() {
        bounds.push(format!("--args {}", given.args.join(",")));
    }
    bounds.extend(given.config.iter().map(|file| format!("--config {}", file.display())));
    bounds.extend(given.bound.iter().map(|bound| format!("--bound {bound}")));
    bounds.extend(given.items());
    let mut options = vec![format!("--untouched {:?}", args.search.untouched).to_lowercase()];
    if args.search.multi_value == Switch::Off {
        options.push("--multi-value off".to_owned());
    }
    options.push(format!("--backtrack {:?}", args.search.backtrack).to_lowercase());
    let run = session.describe(RunCommand::Enumerate, Some(class));
    let (method, accessible) = (Some(predicate), Some(accessible));
    Run { method, accessible, bounds, options, ..run }
}

fn remark_on_size(args: &EnumerateArgs, magnitude: f64) {
    let bounded = args.search.limit.is_some() || args.search.timeout.is_some();
    if magnitude > LARGE && !bounded && !args.output.quiet {
        note(&format!(
            "the bounds allow 10^{magnitude:.0} combinations; how many are tried depends on how \
             early the predicate rejects (--timeout and --limit end a search early)"
        ));
    }
}

/// What has been found and counted.
#[derive(Default)]
struct Ledger {
    files: StructureFiles,
    verifier: Option<Verifier>,
    limit: Option<u64>,
    /// Of the parts that are done.
    counters: Counters,
    written: u64,
    has_thrown: bool,
    stopped: Option<Stop>,
    error: Option<CliError>,
}

impl Ledger {
    fn wants(&self) -> Told {
        if self.files.wants_more_than_lines() || self.verifier.is_some() {
            Told::Whole
        } else if self.files.wants_structures() || self.limit.is_some() {
            Told::Lines
        } else {
            Told::Nothing
        }
    }

    fn enter(&mut self, event: EnumerateEvent) -> ControlFlow<()> {
        match self.write(event) {
            Ok(()) if self.stopped.is_none() => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                self.error.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }

    fn write(&mut self, event: EnumerateEvent) -> Result<(), CliError> {
        match event {
            // What comes after the end is not wanted.
            _ if self.stopped.is_some() => {}
            EnumerateEvent::Found(record, counters) => {
                if let Some(verifier) = &mut self.verifier {
                    verifier.check(&record)?;
                }
                self.files.add(*record)?;
                self.note_written(&counters);
            }
            EnumerateEvent::Line(text, counters) => {
                self.files.add_line(&text)?;
                self.note_written(&counters);
            }
            EnumerateEvent::Threw(what) => {
                if !std::mem::replace(&mut self.has_thrown, true) {
                    note(&format!("the predicate threw {what}; exceptions count as rejections"));
                }
            }
            EnumerateEvent::End(counters) => {
                self.counters.add(&counters?);
                self.files.flush()?;
            }
        }
        Ok(())
    }

    fn note_written(&mut self, counters: &Counters) {
        self.written += 1;
        if let Some(limit) = self.limit.filter(|limit| self.written >= *limit) {
            self.counters.add(counters);
            self.stopped = Some(Stop::Limit(limit));
        }
    }

    /// Ends the output, whatever has happened; then says what has.
    fn finish(self, stop: Option<Stop>) -> Result<Counters, CliError> {
        let failed = self.error.as_ref().map(CliError::to_string);
        let end = End::stopped_by(failed.or(stop.map(|stop| stop.to_string())));
        self.files.finish(&End { counters: Some(self.counters), ..end })?;
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.counters),
        }
    }
}

/// Shows the counters; gives the exit code.
fn present(args: &OutputArgs, counters: &Counters, stop: Option<Stop>) -> Result<u8, CliError> {
    if !args.quiet {
        let is_aside = !args.formats().contains(&Format::Text);
        results::print(&counters::table(counters), is_aside)?;
    }
    if let Some(stop) = stop {
        note(&format!("{stop}: there may be more; what was found is kept"));
    }
    Ok(match stop {
        Some(Stop::Budget(_)) => code::BUDGET,
        Some(Stop::Limit(_)) | None => code::FINE,
    })
}
