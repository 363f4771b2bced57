//! The search through the tree of candidates.
//!
//! A question is a cell that was undecided when the predicate read it; its answers are the values
//! of the cell's domain, in order. With multi-value comparisons those whose result the machine can
//! tell by looking ahead are not run.

use super::ahead::{Ahead, Verdicts};
use super::found::{Counters, EnumerateError, Found, What};
use super::leaves::Filled;
use super::options::{Options, Untouched};
use super::space::{Space, Used};
use super::walk::Walk;
use crate::decisions::Decisions;
use crate::driver::{
    Answer, Applied, Backtrack, Call, Driver, Ending, Nobody, Pace, Progress, Question, Range,
    Reply, Strategy, Trailed, Visitor, split,
};
use margay_ir::MethodId;
use margay_machine::{Domain, Machine, Platform};
use std::ops::ControlFlow;

const PACE: Pace = Pace { steps: 200_000, answers: 1024, work: u64::MAX };
/// Steps of the predicate to a place where the tree is cut, at most.
const CUT_STEPS: u64 = 1 << 24;

/// Searches a space; reports every structure the predicate accepts, in order.
///
/// # Errors
/// When the predicate cannot be run.
pub fn enumerate<D, P, V>(
    machine: &mut Machine<D, P>,
    space: &mut Space,
    predicate: MethodId,
    options: &Options,
    visitor: &mut V,
) -> Result<Counters, EnumerateError>
where
    D: Domain,
    P: Platform<D>,
    V: for<'f> Visitor<D, P, Found<'f>, Counters>,
{
    let candidates = Candidates::new(space, options, visitor);
    let (result, counters) =
        held(machine, predicate, candidates, options.range.clone(), |driver| {
            (driver.run(), driver.strategy.counters)
        });
    result.map(|()| counters)
}

/// Cuts the range of the options into parts, at least `wanted` of them if the tree is wide enough.
///
/// # Errors
/// When the predicate cannot be run.
pub fn parts<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    space: &mut Space,
    predicate: MethodId,
    options: &Options,
    wanted: usize,
) -> Result<Vec<Range>, EnumerateError> {
    let range = options.range.clone();
    // A predicate that does not end before does not end in the search of its part either.
    let options = Options { max_steps: options.max_steps.min(CUT_STEPS), ..options.clone() };
    let mut nobody = Nobody;
    let candidates = Candidates::new(space, &options, &mut nobody);
    held(machine, predicate, candidates, range.clone(), |driver| split(driver, range, wanted))
}

/// Does something with a driver; machine and space are as before in the end.
fn held<'a, D, P, V, T>(
    machine: &mut Machine<D, P>,
    predicate: MethodId,
    candidates: Candidates<'a, D, V>,
    range: Range,
    work: impl FnOnce(&mut Driver<'_, D, P, Candidates<'a, D, V>, Range>) -> T,
) -> T
where
    D: Domain,
    P: Platform<D>,
    V: for<'f> Visitor<D, P, Found<'f>, Counters>,
{
    machine.hold();
    let args = vec![D::constant(u64::from(candidates.space.root))];
    let call = Call { method: predicate, args };
    let backtrack = candidates.options.backtrack;
    let mut driver = Driver::new(machine, call, candidates, range, backtrack, PACE);
    let result = work(&mut driver);
    driver.restart();
    machine.release();
    result
}

/// The strategy.
pub(super) struct Candidates<'a, D: Domain, V> {
    pub space: &'a mut Space,
    pub options: &'a Options,
    pub visitor: &'a mut V,
    pub counters: Counters,
    /// Where cells are that nobody has read.
    pub walk: Walk,
    pub filled: Vec<Filled>,
    ahead: Ahead<D>,
}

/// A cell, and what is known about its values.
pub(super) struct Cell {
    pub address: u32,
    verdicts: Verdicts,
}

impl<'a, D: Domain, V> Candidates<'a, D, V> {
    fn new(space: &'a mut Space, options: &'a Options, visitor: &'a mut V) -> Self {
        Candidates {
            space,
            options,
            visitor,
            counters: Counters::default(),
            walk: Walk::default(),
            filled: Vec::new(),
            ahead: Ahead::default(),
        }
    }
}

impl<D: Domain, V> Trailed for Candidates<'_, D, V> {
    type Mark = Used;

    #[inline]
    fn mark(&self) -> Used {
        self.space.mark()
    }

    #[inline]
    fn undo_to(&mut self, mark: Used) {
        self.space.undo_to(mark);
    }
}

impl<D, P, V> Strategy<D, P> for Candidates<'_, D, V>
where
    D: Domain,
    P: Platform<D>,
    V: for<'f> Visitor<D, P, Found<'f>, Counters>,
{
    type Note = Cell;
    type Error = EnumerateError;

    fn ask(
        &mut self,
        machine: &mut Machine<D, P>,
        _: &Decisions,
        question: Question<D::Value>,
    ) -> Result<Reply<Cell, D::Value>, EnumerateError> {
        let Question::Undecided(address) = question else {
            return Err(EnumerateError::NotAPredicate("makes choices of its own"));
        };
        let count = self.space.alternatives(address);
        if count == 0 {
            return Ok(Reply::DeadEnd);
        }
        let verdicts = self.ahead.look(machine, self.space, address, count, self.options);
        Ok(Reply::Answers { note: Cell { address, verdicts }, count, revisable: false })
    }

    fn recognize(
        &self,
        cell: &Cell,
        _: u32,
        question: &Question<D::Value>,
    ) -> Result<(), EnumerateError> {
        if *question == Question::Undecided(cell.address) {
            return Ok(());
        }
        Err(EnumerateError::NotAPredicate("does not repeat itself when run again"))
    }

    #[inline]
    fn answer(
        &mut self,
        machine: &mut Machine<D, P>,
        _: &Decisions,
        cell: &Cell,
        answer: Answer,
    ) -> Applied<D::Value> {
        let choice = self.space.choice(cell.address, answer.alternative);
        let counts = answer.is_new || self.options.backtrack == Backtrack::Reexecute;
        self.counters.initializations += u64::from(counts);
        self.space.decide(&mut machine.core.memory, cell.address, choice);
        machine.take(0);
        Applied::Done
    }

    #[inline]
    fn next_open(&self, cell: &Cell, from: u32, end: u32) -> u32 {
        cell.verdicts.next_open(from, end)
    }

    fn skipped(&mut self, count: u32) {
        self.counters.rejected_ahead += u64::from(count);
    }

    #[inline]
    fn is_foreseen(&self, cell: &Cell, alternative: u32) -> bool {
        cell.verdicts.accepts(alternative)
    }

    /// Structures all of whose cells have a value are one each.
    #[inline]
    fn count_foreseen(&mut self, cell: &Cell, from: u32, end: u32) -> u32 {
        let is_whole = self.options.untouched == Untouched::Free || self.space.lacks_one();
        if !is_whole || self.visitor.looks() {
            return 0;
        }
        let count = cell.verdicts.accepted(from, end);
        self.counters.accepted_ahead += u64::from(count);
        self.counters.valid += u64::from(count);
        count
    }

    fn foreseen(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        cell: &Cell,
        alternative: u32,
    ) -> Result<ControlFlow<()>, EnumerateError> {
        self.counters.accepted_ahead += 1;
        let mark = self.space.mark();
        let choice = self.space.choice(cell.address, alternative);
        self.space.force(&mut machine.core.memory, cell.address, choice);
        let flow = self.accept(machine, decisions);
        self.space.unforce(&mut machine.core.memory, cell.address, mark);
        Ok(flow)
    }

    fn last_step(&self) -> u64 {
        self.options.max_steps
    }

    fn ended(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        ending: Ending<D::Value>,
    ) -> Result<ControlFlow<()>, EnumerateError> {
        match ending {
            Ending::Outcome(outcome) => self.judge(machine, decisions, outcome),
            Ending::OutOfSteps => {
                let _ = self.report(machine, decisions, What::Endless);
                let steps = self.options.max_steps;
                Err(EnumerateError::Endless { steps, decisions: decisions.clone() })
            }
        }
    }

    fn pause(&mut self, machine: &mut Machine<D, P>, share: f64) -> ControlFlow<()> {
        self.visitor.pause(machine, Progress { share, counters: &self.counters })
    }
}
