//! The walk through the tree of candidates.
//!
//! A level of the stack is a cell that was undecided when the predicate read it. Its
//! alternatives are tried in order; with multi-value comparisons those whose result the machine
//! can tell by looking ahead are not run. Going back to a level is a backtrack to its checkpoint,
//! or a second run of the predicate with the decisions made so far.

use super::ahead::{Ahead, Verdicts};
use super::space::{Choice, Space};
use crate::decisions::Decisions;
use crate::explore::Backtrack;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Outcome, Platform, Ref};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use thiserror::Error;

/// What to do with fields that the predicate never read when it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Untouched {
    /// Each combination of their values is a structure of its own.
    #[default]
    Expand,
    /// One structure in which they are free.
    Free,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to get to the next candidate.
    pub backtrack: Backtrack,
    /// Unread fields.
    pub untouched: Untouched,
    /// Whether to look ahead at all values of a cell at once.
    pub multi_value: bool,
    /// The part of the tree to search.
    pub range: Range,
    /// A candidate that takes more steps than this ends the search: the predicate does not.
    pub max_steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            backtrack: Backtrack::Checkpoint,
            untouched: Untouched::Expand,
            multi_value: true,
            range: Range::default(),
            max_steps: u64::MAX,
        }
    }
}

/// A part of the tree: all leaves from one decision path up to, but without, another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// First path; none for the beginning.
    pub from: Option<Decisions>,
    /// Path at which to stop; none for the end.
    pub to: Option<Decisions>,
}

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Candidates whose outcome the predicate itself told.
    pub explored: u64,
    /// Structures found.
    pub valid: u64,
    /// Cells given a value.
    pub initializations: u64,
    /// Candidates known to be rejected without being run.
    pub rejected_ahead: u64,
    /// Candidates known to be accepted without being run.
    pub accepted_ahead: u64,
    /// Candidates on which the predicate threw.
    pub threw: u64,
}

impl Counters {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Counters) {
        self.explored += other.explored;
        self.valid += other.valid;
        self.initializations += other.initializations;
        self.rejected_ahead += other.rejected_ahead;
        self.accepted_ahead += other.accepted_ahead;
        self.threw += other.threw;
    }

    /// All candidates, those decided ahead included.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.explored + self.rejected_ahead + self.accepted_ahead
    }
}

/// A structure that was found: it is in the machine's memory while the visitor looks.
pub struct Found<'a, D: Domain, P: Platform<D>> {
    /// The machine.
    pub machine: &'a mut Machine<D, P>,
    /// Where the structure is.
    pub space: &'a Space,
    /// Its name in the tree.
    pub decisions: &'a Decisions,
    /// Counts so far.
    pub counters: &'a Counters,
}

/// What a search reports to.
pub trait Visit<D: Domain, P: Platform<D>> {
    /// A structure was found.
    fn found(&mut self, found: Found<'_, D, P>) -> ControlFlow<()>;

    /// The predicate threw an exception, which counts as a rejection.
    fn threw(&mut self, machine: &mut Machine<D, P>, decisions: &Decisions, exception: Ref);

    /// Called now and then, with the share of the tree that is done.
    fn pause(&mut self, counters: &Counters, share: f64) -> ControlFlow<()>;

    /// The predicate has taken too many steps on the candidate in memory; the search ends.
    fn endless(&mut self, candidate: Found<'_, D, P>) {
        let _ = candidate;
    }
}

/// Why a search ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnumerateError {
    /// The predicate cannot be run.
    #[error("{0:?}")]
    Refused(margay_machine::Refusal),
    /// The predicate ended in a way a predicate must not.
    #[error("the predicate {0}")]
    NotAPredicate(&'static str),
    /// A decision path names an alternative that does not exist.
    #[error("decision path {0} does not name a place in this tree")]
    NoSuchPath(Decisions),
    /// The predicate takes too long on one candidate.
    #[error("the predicate did not end within {steps} steps on the candidate {decisions}")]
    Endless {
        /// The steps allowed.
        steps: u64,
        /// The candidate.
        decisions: Decisions,
    },
}

/// An undecided cell on the current path.
struct Level {
    cell: u32,
    /// Alternatives there are.
    count: u32,
    /// The next one to try, and the first one not to.
    next: u32,
    end: u32,
    /// What was found by looking ahead.
    verdicts: Verdicts,
    /// The value it has now.
    current: Option<Choice>,
    checkpoint: bool,
    /// Whether the path from the root to here is the first (last) of the range.
    low: bool,
    high: bool,
    /// Number of decisions before this one.
    depth: usize,
}

impl Level {
    /// Skips alternatives that are known to be rejected; tells how many.
    fn skip_rejected(&mut self) -> u64 {
        let before = self.next;
        self.next = self.verdicts.next_open(before, self.end);
        u64::from(self.next - before)
    }

    /// Whether an alternative leads to leaves before the range too: then it is the part with the
    /// first of them that counts it.
    fn precedes(&self, alternative: u32, range: &Range) -> bool {
        let Some(from) = range.from.as_ref().filter(|_| self.low) else { return false };
        let decided = from.0.get(self.depth..).unwrap_or_default();
        match self.count {
            1 => decided.iter().any(|later| *later != 0),
            _ => {
                decided.first() == Some(&alternative)
                    && decided[1..].iter().any(|later| *later != 0)
            }
        }
    }

    /// Whether some alternative from the next one on has to be looked at.
    fn has_more(&self) -> bool {
        self.verdicts.next_open(self.next, self.end) < self.end
    }
}

/// How a step of the search ended.
type Step = Result<ControlFlow<()>, EnumerateError>;

const GO_ON: Step = Ok(ControlFlow::Continue(()));
const STOP: Step = Ok(ControlFlow::Break(()));

/// Steps on one path between two looks at the clock.
const SLICE: u64 = 200_000;
/// Alternatives tried between two looks at the clock.
const TRIES: u64 = 1024;

struct Search<'a, D: Domain, P: Platform<D>, V: Visit<D, P>> {
    machine: &'a mut Machine<D, P>,
    space: &'a mut Space,
    predicate: MethodId,
    options: &'a Options,
    visit: &'a mut V,
    levels: Vec<Level>,
    decisions: Decisions,
    counters: Counters,
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
                Event::Choice(_) => {
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
        let level = self.open_level(cell, count)?;
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

    fn open_level(&mut self, cell: u32, count: u32) -> Result<Level, EnumerateError> {
        let verdicts = self.ahead.look(self.machine, self.space, cell, self.options);
        let range = &self.options.range;
        let depth = self.decisions.0.len();
        // A cell with one value is no decision, and stays on the edge of the range it is on.
        let above = self.levels.last();
        let edge = |on: bool, level: &Level, bound: &Option<Decisions>| {
            let taken = level.next.checked_sub(1);
            let bound = bound.as_ref().and_then(|b| b.0.get(level.depth)).copied();
            on && (level.count == 1 || (bound.is_some() && bound == taken))
        };
        let low = above.map_or(range.from.is_some(), |l| edge(l.low, l, &range.from));
        let high = above.map_or(range.to.is_some(), |l| edge(l.high, l, &range.to));
        let mut level = Level {
            cell,
            count,
            next: 0,
            end: count,
            verdicts,
            current: None,
            checkpoint: false,
            low,
            high,
            depth,
        };
        if count > 1 {
            self.clip(&mut level)?;
        }
        Ok(level)
    }

    /// Restricts a level on the edge of the range to the alternatives inside it.
    fn clip(&self, level: &mut Level) -> Result<(), EnumerateError> {
        let range = &self.options.range;
        let at =
            |path: &Option<Decisions>| path.as_ref().and_then(|p| p.0.get(level.depth)).copied();
        if level.low
            && let Some(first) = at(&range.from)
        {
            if first >= level.count {
                let path = range.from.clone().unwrap_or_default();
                return Err(EnumerateError::NoSuchPath(path));
            }
            level.next = first;
        }
        if level.high
            && let Some(path) = &range.to
        {
            // The end is outside, but its ancestors' subtrees are partly inside.
            level.end = match path.0.get(level.depth) {
                Some(last) if level.depth + 1 == path.0.len() => (*last).min(level.count),
                Some(last) => (*last + 1).min(level.count),
                None => 0,
            };
        }
        Ok(())
    }

    // ---- along ----

    /// Tries the next alternative of the innermost level, or of the one above it when that has
    /// none left. `fresh` says that the machine has stopped at that level's cell.
    fn try_next(&mut self, fresh: bool) -> Step {
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

    // ---- at the leaves ----

    fn done(&mut self, outcome: Outcome<D::Value>) -> Step {
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
            Outcome::Rejected => {}
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
    fn accept_ahead(&mut self, cell: u32, choice: Choice) -> ControlFlow<()> {
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

/// The share of the tree that lies before the current path, each level split evenly.
fn share(levels: &[Level]) -> f64 {
    let mut width = 1.0;
    let mut done = 0.0;
    for level in levels {
        width /= f64::from(level.count.max(1));
        done += width * f64::from(level.next.saturating_sub(1));
    }
    done
}
