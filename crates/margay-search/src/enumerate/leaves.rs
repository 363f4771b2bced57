//! What happens at a leaf of the tree: the predicate has said yes or no.

use super::candidates::Candidates;
use super::found::{Counters, EnumerateError, Found, What};
use super::options::Untouched;
use super::space::Used;
use super::walk::Place;
use crate::decisions::Decisions;
use crate::driver::{Trailed, Visitor};
use margay_machine::{Domain, Machine, Outcome, Platform};
use std::ops::ControlFlow;

/// A cell that was given a value though nobody had read it.
pub(super) struct Filled {
    cell: u32,
    alternative: u32,
    count: u32,
    /// The space before that.
    mark: Used,
    /// Where it was found.
    place: Place,
}

impl<D: Domain, V> Candidates<'_, D, V> {
    /// The predicate has ended.
    pub(super) fn judge<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        outcome: Outcome<D::Value>,
    ) -> Result<ControlFlow<()>, EnumerateError>
    where
        V: for<'f> Visitor<D, P, Found<'f>, Counters>,
    {
        self.counters.explored += 1;
        match outcome {
            Outcome::Returned(Some(value)) if D::known(value) != Some(0) => {
                Ok(self.accept(machine, decisions))
            }
            Outcome::Returned(Some(_))
            | Outcome::Rejected
            | Outcome::Bounded
            | Outcome::Endless => Ok(ControlFlow::Continue(())),
            Outcome::Threw(exception) => {
                self.counters.threw += 1;
                Ok(self.report(machine, decisions, What::Threw(exception)))
            }
            Outcome::Refused(refusal) => Err(EnumerateError::Refused(refusal)),
            Outcome::Returned(None) => Err(EnumerateError::NotAPredicate("returns nothing")),
            Outcome::Failed(_) | Outcome::Exited(_) => {
                Err(EnumerateError::NotAPredicate("ends the program"))
            }
        }
    }

    /// Reports the structure in memory: once, or once for each way to fill in what was not read.
    pub(super) fn accept<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
    ) -> ControlFlow<()>
    where
        V: for<'f> Visitor<D, P, Found<'f>, Counters>,
    {
        if self.options.untouched == Untouched::Free || !self.space.any_undecided() {
            return self.structure(machine, decisions);
        }
        self.walk.begin(self.space.root);
        // Kept from one structure to the next.
        let mut filled = std::mem::take(&mut self.filled);
        let flow = self.fill_all(machine, decisions, &mut filled);
        self.filled = filled;
        flow
    }

    /// Reports each way to fill in what was not read; in the end nothing is filled in.
    fn fill_all<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        filled: &mut Vec<Filled>,
    ) -> ControlFlow<()>
    where
        V: for<'f> Visitor<D, P, Found<'f>, Counters>,
    {
        let mut first = true;
        loop {
            let core = &machine.core;
            // Mostly the root alone has cells that nobody read, and there is no need to walk.
            let is_done = self.walk.is_at_root() && !self.space.any_undecided();
            let cell = match is_done {
                false => self.walk.untouched(self.space, &core.world, &core.memory),
                true => None,
            };
            if let Some(cell) = cell {
                let count = self.space.alternatives(cell);
                if count > 0 {
                    let (mark, place) = (self.space.mark(), self.walk.place());
                    let next = Filled { cell, alternative: 0, count, mark, place };
                    self.fill(machine, decisions, &next);
                    filled.push(next);
                    continue;
                }
            } else {
                self.counters.explored += u64::from(!std::mem::take(&mut first));
                if self.structure(machine, decisions).is_break() {
                    while let Some(last) = filled.pop() {
                        self.clear(machine, decisions, &last);
                    }
                    return ControlFlow::Break(());
                }
            }
            loop {
                let Some(mut last) = filled.pop() else { return ControlFlow::Continue(()) };
                self.clear(machine, decisions, &last);
                last.alternative += 1;
                if last.alternative < last.count {
                    self.fill(machine, decisions, &last);
                    filled.push(last);
                    break;
                }
            }
        }
    }

    fn fill<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        filled: &Filled,
    ) {
        let choice = self.space.choice(filled.cell, filled.alternative);
        self.counters.initializations += 1;
        self.space.force(&mut machine.core.memory, filled.cell, choice);
        if filled.count > 1 {
            decisions.0.push(filled.alternative);
        }
    }

    fn clear<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        filled: &Filled,
    ) {
        self.space.unforce(&mut machine.core.memory, filled.cell, filled.mark);
        self.walk.go_back(filled.place);
        if filled.count > 1 {
            decisions.0.pop();
        }
    }

    fn structure<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
    ) -> ControlFlow<()>
    where
        V: for<'f> Visitor<D, P, Found<'f>, Counters>,
    {
        self.counters.valid += 1;
        self.report(machine, decisions, What::Structure)
    }

    pub(super) fn report<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        what: What,
    ) -> ControlFlow<()>
    where
        V: for<'f> Visitor<D, P, Found<'f>, Counters>,
    {
        let found = Found { what, space: self.space, counters: &self.counters };
        self.visitor.found(machine, decisions, found)
    }
}
