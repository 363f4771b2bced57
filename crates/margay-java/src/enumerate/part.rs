//! The search of one part of the tree, and what it tells on the way.

use super::candidates::Candidates;
use super::progress::Meter;
use super::{Told, Watching};
use crate::budget::Budget;
use crate::error::Error;
use crate::graph::{GraphReader, LineReader};
use crate::program::ConcreteMachine;
use margay_jvm::describe;
use margay_jvm::platform::Jvm;
use margay_machine::Concrete;
use margay_report::Record;
use margay_report::json::StructureText;
use margay_search::Decisions;
use margay_search::driver::{Progress, Visitor};
use margay_search::enumerate::{self, Counters, EnumerateError, Found, Options, What};
use std::ops::ControlFlow;

/// What a search tells, in its order.
pub enum EnumerateEvent {
    /// A structure, and what was counted up to it.
    Found(Box<Record>, Counters),
    /// The same, as its line.
    Line(StructureText, Counters),
    /// The first exception the predicate has thrown, in words.
    Threw(String),
    /// The part is done, or as much of it as there was time for.
    End(Result<Counters, Error>),
}

/// Looks at what the search finds.
struct PartVisitor<'a, S> {
    reader: GraphReader,
    lines: LineReader,
    structures: Told,
    tell: S,
    budget: &'a Budget,
    meter: Meter<'a>,
    has_thrown: bool,
    /// A candidate on which the predicate does not end.
    endless: Option<Record>,
}

/// Searches a part; what happens goes to `tell`, which may end the search.
pub(super) fn search(
    candidates: &mut Candidates,
    options: &Options,
    structures: Told,
    watching: Watching<'_>,
    mut tell: impl FnMut(EnumerateEvent) -> ControlFlow<()>,
) {
    let mut visitor = PartVisitor {
        reader: GraphReader::of_fields(),
        lines: LineReader::new(),
        structures,
        tell: &mut tell,
        budget: watching.budget,
        meter: Meter::new(watching.progress),
        has_thrown: false,
        endless: None,
    };
    let Candidates { program, space, predicate } = candidates;
    let machine = &mut program.machine;
    let result = enumerate::enumerate(machine, space, predicate.method, options, &mut visitor);
    let endless = visitor.endless;
    let result = result.map_err(|error| explain(machine, error, endless));
    let _ = tell(EnumerateEvent::End(result));
}

/// An error with the places and values that only the machine can tell.
fn explain(machine: &mut ConcreteMachine, error: EnumerateError, endless: Option<Record>) -> Error {
    match (error, endless) {
        (EnumerateError::Refused(refusal), _) => {
            Error::Unsupported(describe::refusal(&machine.core.world, &refusal))
        }
        (error @ EnumerateError::Endless { .. }, Some(record)) => {
            let mut line = Vec::new();
            let written = margay_report::json::write_line(&mut line, &record);
            let line = written.map(|()| String::from_utf8_lossy(&line).trim_end().to_owned());
            Error::Endless { error, candidate: line.unwrap_or_default() }
        }
        (error, _) => Error::Enumerate(error),
    }
}

impl<S> PartVisitor<'_, S> {
    fn record(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        found: Found<'_>,
    ) -> Record {
        let structure = self.reader.read_root(machine, found.space.root);
        Record { number: 0, decisions: decisions.clone(), structure }
    }
}

impl<S: FnMut(EnumerateEvent) -> ControlFlow<()>>
    Visitor<Concrete, Jvm<Concrete>, Found<'_>, Counters> for PartVisitor<'_, S>
{
    fn found(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        match found.what {
            What::Structure => {
                let counters = *found.counters;
                let event = match self.structures {
                    Told::Nothing => return ControlFlow::Continue(()),
                    Told::Lines => {
                        let line = self.lines.read(machine, decisions, found.space.root);
                        EnumerateEvent::Line(line, counters)
                    }
                    Told::Whole => {
                        let record = self.record(machine, decisions, found);
                        EnumerateEvent::Found(Box::new(record), counters)
                    }
                };
                return (self.tell)(event);
            }
            What::Threw(exception) if !std::mem::replace(&mut self.has_thrown, true) => {
                let what = describe::exception(machine, exception);
                let what = format!("{what} (decisions {decisions})");
                return (self.tell)(EnumerateEvent::Threw(what));
            }
            What::Endless => self.endless = Some(self.record(machine, decisions, found)),
            What::Threw(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn looks(&self) -> bool {
        self.structures != Told::Nothing
    }

    fn pause(
        &mut self,
        _: &mut ConcreteMachine,
        progress: Progress<'_, Counters>,
    ) -> ControlFlow<()> {
        self.meter.tell(progress.counters, progress.share);
        self.budget.check()
    }
}
