//! What happens at a leaf of the tree: the predicate has said yes or no.

use super::options::Untouched;
use super::search::{STOP, Search, Step};
use super::space::Choice;
use super::told::{EnumerateError, Found, Visit};
use margay_machine::{Domain, Outcome, Platform};
use std::ops::ControlFlow;

impl<D: Domain, P: Platform<D>, V: Visit<D, P>> Search<'_, D, P, V> {
    /// The predicate has ended.
    pub(super) fn done(&mut self, outcome: Outcome<D::Value>) -> Step {
        self.counters.explored += 1;
        match outcome {
            Outcome::Returned(Some(value)) => {
                if D::known(value) != Some(0) && self.accept().is_break() {
                    return STOP;
                }
            }
            Outcome::Threw(exception) => {
                self.counters.threw += 1;
                self.visit.threw(self.machine, &self.decisions, exception);
            }
            Outcome::Rejected | Outcome::Bounded | Outcome::Endless => {}
            Outcome::Refused(refusal) => return Err(EnumerateError::Refused(refusal)),
            Outcome::Returned(None) => {
                return Err(EnumerateError::NotAPredicate("returns nothing"));
            }
            Outcome::Failed(_) | Outcome::Exited(_) => {
                return Err(EnumerateError::NotAPredicate("ends the program"));
            }
        }
        self.try_next(false)
    }

    /// Reports a structure that looking ahead has accepted; the cell is undecided again after.
    pub(super) fn accept_ahead(&mut self, cell: u32, choice: Choice) -> ControlFlow<()> {
        self.space.force(&mut self.machine.core.memory, cell, choice);
        let flow = self.accept();
        self.space.unforce(&mut self.machine.core.memory, cell, choice);
        flow
    }

    /// Reports the structure in memory: once, or once for each way to fill in what was not read.
    fn accept(&mut self) -> ControlFlow<()> {
        if self.options.untouched == Untouched::Free {
            return self.report();
        }
        let depth = self.decisions.0.len();
        let mut filled: Vec<(u32, u32, u32, Choice)> = Vec::new();
        let mut first = true;
        loop {
            let core = &self.machine.core;
            if let Some(cell) = self.space.untouched(&core.world, &core.memory) {
                let count = self.space.alternatives(cell);
                if count > 0 {
                    self.fill(cell, 0, count, &mut filled);
                    continue;
                }
            } else {
                self.counters.explored += u64::from(!std::mem::take(&mut first));
                if self.report().is_break() {
                    for (cell, _, _, choice) in filled.into_iter().rev() {
                        self.space.unforce(&mut self.machine.core.memory, cell, choice);
                    }
                    return ControlFlow::Break(());
                }
            }
            loop {
                let Some((cell, alternative, count, choice)) = filled.pop() else {
                    self.decisions.0.truncate(depth);
                    return ControlFlow::Continue(());
                };
                self.space.unforce(&mut self.machine.core.memory, cell, choice);
                if count > 1 {
                    self.decisions.0.pop();
                }
                if alternative + 1 < count {
                    self.fill(cell, alternative + 1, count, &mut filled);
                    break;
                }
            }
        }
    }

    fn fill(
        &mut self,
        cell: u32,
        alternative: u32,
        count: u32,
        filled: &mut Vec<(u32, u32, u32, Choice)>,
    ) {
        let choice = self.space.choice(cell, alternative);
        self.counters.initializations += 1;
        self.space.force(&mut self.machine.core.memory, cell, choice);
        if count > 1 {
            self.decisions.0.push(alternative);
        }
        filled.push((cell, alternative, count, choice));
    }

    fn report(&mut self) -> ControlFlow<()> {
        self.counters.valid += 1;
        self.visit.found(Found {
            machine: self.machine,
            space: self.space,
            decisions: &self.decisions,
            counters: &self.counters,
        })
    }
}
