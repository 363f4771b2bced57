//! Every claim is replayed: the predicate runs again, on a machine of its own, from its start,
//! along the decisions of a structure, without looking ahead. It must accept the same structure.

use super::EnumerateOptions;
use super::candidates::Candidates;
use crate::error::Error;
use crate::graph::GraphReader;
use crate::program::ConcreteMachine;
use crate::session::Session;
use margay_jvm::platform::Jvm;
use margay_machine::Concrete;
use margay_report::Record;
use margay_search::driver::{Progress, Visitor};
use margay_search::enumerate::{self, Counters, Found, Options, Range, What};
use margay_search::structure::Structure;
use margay_search::{Backtrack, Decisions};
use std::ops::ControlFlow;

/// Replays structures.
pub struct Verifier {
    candidates: Candidates,
    options: Options,
}

/// Waits for one structure.
struct Replay<'a> {
    reader: GraphReader,
    wanted: &'a Decisions,
    seen: Option<Structure>,
}

impl Verifier {
    /// A machine for replays.
    ///
    /// # Errors
    /// When the class or its predicate do not load any more.
    pub(super) fn new(session: &Session, given: &EnumerateOptions) -> Result<Verifier, Error> {
        let options = given.search(Range::default());
        let options = Options { multi_value: false, backtrack: Backtrack::Reexecute, ..options };
        Ok(Verifier { candidates: Candidates::new(session, given)?, options })
    }

    /// Replays a structure.
    ///
    /// # Errors
    /// When the predicate does not accept it.
    pub fn check(&mut self, record: &Record) -> Result<(), Error> {
        let mut replay =
            Replay { reader: GraphReader::of_fields(), wanted: &record.decisions, seen: None };
        // What was not read is filled in after the predicate: its decisions are no part of a run.
        self.options.range = Range { from: Some(record.decisions.clone()), to: None };
        let Candidates { program, space, predicate } = &mut self.candidates;
        let machine = &mut program.machine;
        enumerate::enumerate(machine, space, predicate.method, &self.options, &mut replay)
            .map_err(Error::Enumerate)?;
        if replay.seen.as_ref() == Some(&record.structure) {
            return Ok(());
        }
        let path = &record.decisions;
        Err(Error::Unconfirmed(format!("the predicate does not accept the structure {path}")))
    }
}

impl Visitor<Concrete, Jvm<Concrete>, Found<'_>, Counters> for Replay<'_> {
    fn found(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if found.what != What::Structure || decisions < self.wanted {
            return ControlFlow::Continue(());
        }
        if decisions == self.wanted {
            self.seen = Some(self.reader.read_root(machine, found.space.root));
        }
        ControlFlow::Break(())
    }

    fn pause(&mut self, _: &mut ConcreteMachine, _: Progress<'_, Counters>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
