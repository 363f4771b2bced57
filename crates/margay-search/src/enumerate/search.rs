//! The walk through the tree of candidates.
//!
//! A level of the stack is a cell that was undecided when the predicate read it. Its
//! alternatives are tried in order; with multi-value comparisons those whose result the machine
//! can tell by looking ahead are not run. Going back to a level is a backtrack to its checkpoint,
//! or a second run of the predicate with the decisions made so far.

use super::ahead::Ahead;
use super::level::{Level, share};
use super::options::Options;
use super::space::Space;
use super::told::{Counters, EnumerateError, Found, Visit};
use crate::decisions::Decisions;
use crate::explore::Backtrack;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Outcome, Platform};
use std::ops::ControlFlow;

/// How a step of the search ended.
pub(super) type Step = Result<ControlFlow<()>, EnumerateError>;

const GO_ON: Step = Ok(ControlFlow::Continue(()));
pub(super) const STOP: Step = Ok(ControlFlow::Break(()));

/// Steps on one path between two looks at the clock.
const SLICE: u64 = 200_000;
/// Alternatives tried between two looks at the clock.
const TRIES: u64 = 1024;

pub(super) struct Search<'a, D: Domain, P: Platform<D>, V: Visit<D, P>> {
    pub machine: &'a mut Machine<D, P>,
    pub space: &'a mut Space,
    predicate: MethodId,
    pub options: &'a Options,
    pub visit: &'a mut V,
    levels: Vec<Level>,
    pub decisions: Decisions,
    pub counters: Counters,
    /// Whether the predicate runs again for each candidate.
    runs_again: bool,
    /// Levels that the present run has passed.
    passed: usize,
    /// Turns of the loop over alternatives, for looking at the clock.
    tries: u64,
    ahead: Ahead<D>,
}

/// Searches a space; reports every structure the predicate accepts, in order.
///
/// # Errors
/// When the predicate cannot be run.
pub fn enumerate<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    space: &mut Space,
    predicate: MethodId,
    options: &Options,
    visit: &mut impl Visit<D, P>,
) -> Result<Counters, EnumerateError> {
    machine.hold();
    let mut search = Search {
        machine,
        space,
        predicate,
        options,
        visit,
        levels: Vec::new(),
        decisions: Decisions::default(),
        counters: Counters::default(),
        runs_again: options.backtrack == Backtrack::Reexecute,
        passed: 0,
        tries: 0,
        ahead: Ahead::default(),
    };
    let result = search.run();
    let counters = search.counters;
    for choice in search.levels.iter().filter_map(|level| level.current) {
        search.space.release(choice);
    }
    machine.release();
    result.map(|()| counters)
}

impl<D: Domain, P: Platform<D>, V: Visit<D, P>> Search<'_, D, P, V> {
    fn run(&mut self) -> Result<(), EnumerateError> {
        self.start()?;
        loop {
            let step = match self.machine.resume() {
                Event::Undecided(cell) => self.read(cell),
                Event::Done(outcome) => self.done(outcome),
                Event::Pause => self.pause(),
                Event::Choice(_) | Event::Wanted(_) => {
                    return Err(EnumerateError::NotAPredicate("makes choices of its own"));
                }
            };
            if step?.is_break() {
                return Ok(());
            }
        }
    }

    fn start(&mut self) -> Result<(), EnumerateError> {
        let root = D::constant(u64::from(self.space.root));
        self.machine.start(self.predicate, &[root]).map_err(|outcome| match *outcome {
            Outcome::Refused(refusal) => EnumerateError::Refused(refusal),
            _ => EnumerateError::NotAPredicate("cannot be called"),
        })?;
        self.machine.pause_after(SLICE.min(self.options.max_steps));
        Ok(())
    }

    fn pause(&mut self) -> Step {
        let steps = self.options.max_steps;
        if self.machine.core.steps >= steps {
            self.visit.endless(Found {
                machine: self.machine,
                space: self.space,
                decisions: &self.decisions,
                counters: &self.counters,
            });
            return Err(EnumerateError::Endless { steps, decisions: self.decisions.clone() });
        }
        self.machine.pause_after(SLICE.min(steps - self.machine.core.steps));
        self.look_up()
    }

    /// Lets the visitor look at the clock.
    fn look_up(&mut self) -> Step {
        Ok(self.visit.pause(&self.counters, share(&self.levels)))
    }

    // ---- down ----

    /// The predicate reads an undecided cell.
    fn read(&mut self, cell: u32) -> Step {
        if self.passed < self.levels.len() {
            return self.repeat(cell);
        }
        let count = self.space.alternatives(cell);
        let ahead = &mut self.ahead;
        let verdicts = ahead.look(self.machine, self.space, cell, count, self.options);
        let (above, depth) = (self.levels.last(), self.decisions.0.len());
        let level = Level::open(cell, count, above, depth, verdicts, &self.options.range)?;
        self.levels.push(level);
        self.passed = self.levels.len();
        self.try_next(true)
    }

    /// A cell on the way to a choice that is run to again.
    fn repeat(&mut self, cell: u32) -> Step {
        let level = &self.levels[self.passed];
        if level.cell != cell {
            return Err(EnumerateError::NotAPredicate("does not repeat itself when run again"));
        }
        self.passed += 1;
        match level.current {
            Some(choice) => {
                self.counters.initializations += 1;
                self.space.decide(&mut self.machine.core.memory, cell, choice);
                self.machine.take(0);
                GO_ON
            }
            None => self.try_next(true),
        }
    }

    // ---- along ----

    /// Tries the next alternative of the innermost level, or of the one above it when that has
    /// none left. `fresh` says that the machine has stopped at that level's cell.
    pub(super) fn try_next(&mut self, fresh: bool) -> Step {
        let mut fresh = fresh;
        loop {
            self.tries += 1;
            if self.tries.is_multiple_of(TRIES) && self.look_up()?.is_break() {
                return STOP;
            }
            let Some(level) = self.levels.last_mut() else { return STOP };
            if let Some(choice) = level.current.take() {
                self.space.release(choice);
            }
            if level.count > 1 {
                self.decisions.0.truncate(level.depth);
            }
            self.counters.rejected_ahead += level.skip_rejected();
            if level.next >= level.end {
                self.levels.pop();
                fresh = false;
                continue;
            }
            let alternative = level.next;
            let accepted = level.verdicts.accepts(alternative);
            if !fresh && self.runs_again {
                // Running again comes back here when the level's cell is read.
                return self.run_again();
            }
            level.next += 1;
            if level.count > 1 {
                self.decisions.0.push(alternative);
            }
            if !fresh {
                self.go_back();
            }
            let level = self.levels.last_mut().expect("the level is there");
            let choice = self.space.choice(level.cell, alternative);
            if accepted {
                self.counters.accepted_ahead += 1;
                let cell = level.cell;
                if self.accept_ahead(cell, choice).is_break() {
                    return STOP;
                }
                fresh = !self.levels.last().expect("the level is there").checkpoint;
                continue;
            }
            if fresh && level.has_more() && !self.runs_again {
                level.checkpoint = true;
                self.machine.checkpoint();
            }
            level.current = Some(choice);
            let is_new = self.runs_again || !level.precedes(alternative, &self.options.range);
            self.counters.initializations += u64::from(is_new);
            self.space.decide(&mut self.machine.core.memory, level.cell, choice);
            self.machine.take(0);
            return GO_ON;
        }
    }

    /// Undoes what happened since the innermost level's cell was read.
    fn go_back(&mut self) {
        let level = self.levels.last_mut().expect("there is a level");
        if !level.checkpoint {
            return;
        }
        if level.has_more() {
            self.machine.backtrack();
        } else {
            level.checkpoint = false;
            self.machine.backtrack_last();
        }
    }

    /// Runs the predicate from its start, up to the innermost level.
    fn run_again(&mut self) -> Step {
        self.machine.rewind();
        for choice in self.levels.iter().filter_map(|level| level.current) {
            self.space.release(choice);
        }
        self.passed = 0;
        self.start()?;
        GO_ON
    }
}
