//! The predicate tried on the structure with some cells changed.
//!
//! A trial knows the value each cell shall have. When some of them are changed it does not start
//! anew: it goes back to the first read that would have given another value, and runs on from
//! there. Checkpoints lie a few reads apart (what lies between is quickly run again), so that
//! memory stays small beside the structure. Without checkpoints the same code starts from the
//! beginning each time, which is the baseline.

use super::ground::Ground;
use super::reads::{Reads, Stopped};
use super::{Counters, Observer, Predicate, RepairError, Threw};
use crate::decisions::Decisions;
use crate::driver::{Backtrack, Call, DepthFirst, Driver, Ending, Pace, Progress};
use margay_ir::Cond;
use margay_machine::traced::{About, Traced, Word};
use margay_machine::{Domain, Machine, Outcome, Platform};

/// Steps between two looks at the clock. Reads are too quick to count.
const PACE: Pace = Pace { steps: 200_000, answers: u64::MAX, work: u64::MAX };
/// Attempts between two looks at the clock.
const ATTEMPTS: u64 = 64;

/// Steps that take as long as a read.
const STEPS_PER_READ: u64 = 16;

/// How far the predicate came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accepted,
    /// It said no, or threw, after so many steps.
    Rejected(u64),
    /// It read nothing new any more after so many steps, and did not end.
    Endless(u64),
    /// It is still running: the limit was reached.
    Running,
}

/// Where a run has come to: the cell read last, and what was compared last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    cell: Option<u32>,
    compared: Option<(Cond, u64, u64)>,
}

pub(super) struct Trial<'a, P: Platform<Traced>> {
    driver: Driver<'a, Traced, P, Reads<'a>, DepthFirst>,
    predicate: Predicate<P>,
    /// How the present path has ended, if it has.
    ended: Option<Verdict>,
    /// Attempts whose outcome the predicate told, and those on which it threw.
    candidates: u64,
    threw: u64,
    backtracks: u64,
    /// Reads made anew so far, as if there were a checkpoint at each: how long it all took, whatever
    /// the way of going back.
    pub effort: u64,
}

impl<'a, P: Platform<Traced>> Trial<'a, P> {
    pub fn new(
        machine: &'a mut Machine<Traced, P>,
        ground: &'a Ground,
        predicate: Predicate<P>,
        backtrack: Backtrack,
        max_steps: u64,
    ) -> Self {
        machine.hold();
        let args = vec![Traced::constant(u64::from(ground.root()))];
        let call = Call { method: predicate.method, args };
        let reads = Reads::new(ground, max_steps);
        let driver = Driver::new(machine, call, reads, DepthFirst, backtrack, PACE);
        let ended = None;
        Trial { driver, predicate, ended, candidates: 0, threw: 0, backtracks: 0, effort: 0 }
    }

    /// Where the predicate runs.
    pub fn machine(&self) -> &Machine<Traced, P> {
        self.driver.machine
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        Counters {
            candidates: self.candidates,
            initializations: self.driver.strategy.initializations,
            backtracks: self.backtracks,
            threw: self.threw,
        }
    }

    /// The value a cell shall have.
    pub fn value(&self, cell: usize) -> u64 {
        self.driver.strategy.value(cell)
    }

    /// Gives a cell another value, from the next run on.
    pub fn set(&mut self, cell: usize, bits: u64) {
        self.driver.strategy.set(cell, bits);
    }

    /// Reads on the present path.
    pub fn reads(&self) -> usize {
        self.driver.strategy.count()
    }

    /// The cell that was read as the n-th, from 0.
    pub fn cell_read(&self, read: usize) -> usize {
        self.driver.strategy.cell(read)
    }

    /// When a cell was read on the present path.
    pub fn level_of(&self, cell: usize) -> Option<usize> {
        self.driver.strategy.read_of(cell)
    }

    /// Whether a cell was read on the present path.
    pub fn is_read(&self, cell: usize) -> bool {
        self.level_of(cell).is_some()
    }

    /// Where the present path has come to.
    pub fn place(&self) -> Place {
        let newest = self.machine().core.domain.tests().next();
        let read = self.reads().checked_sub(1);
        Place {
            cell: read.map(|read| self.cell_read(read) as u32),
            compared: newest.map(|test| (test.cond, test.a.bits, test.b.bits)),
        }
    }

    /// Begins a new epoch: what was read so far is known.
    pub fn begin_epoch(&mut self) {
        self.driver.strategy.begin_epoch();
    }

    /// Reads of the present path that no path had before this epoch.
    pub fn discoveries(&self) -> usize {
        self.driver.strategy.discoveries
    }

    /// Steps of the present path.
    pub fn steps(&self) -> u64 {
        self.machine().core.steps
    }

    /// From the next run on comparisons about this come out so: it goes back to a read before them.
    /// False if they did already, so that it would be of no use.
    pub fn grant(&mut self, about: About, holds: bool, read: usize) -> bool {
        if !self.driver.machine.core.domain.grant(about, holds) {
            return false;
        }
        self.driver.strategy.grants = true;
        self.ended = None;
        self.driver.revise(|count| count <= read);
        true
    }

    /// From the next run on, which is from the beginning, all comparisons come out as they are.
    pub fn grant_nothing(&mut self) {
        self.driver.machine.core.domain.grant_nothing();
        self.driver.strategy.grants = false;
        self.restart();
    }

    /// Forgets everything that ran: the next run is from the beginning.
    pub fn restart(&mut self) {
        self.driver.restart();
        self.driver.strategy.forget_changes();
        self.ended = None;
    }

    /// Runs to the end, or to the limit.
    pub fn run(
        &mut self,
        limit: u64,
        visitor: &mut impl Observer<P>,
    ) -> Result<Verdict, RepairError> {
        let stale = self.driver.strategy.first_stale();
        let known = stale.unwrap_or(self.reads());
        if let Some(read) = stale {
            self.backtracks += 1;
            self.ended = None;
            // Back to the read, or somewhat further.
            self.driver.revise(|count| count <= read);
        }
        let verdict = self.run_on(limit, visitor)?;
        // Attempts may all be too short for a pause of their own.
        if self.backtracks.is_multiple_of(ATTEMPTS) {
            self.look_up(visitor)?;
        }
        let idle = self.steps().saturating_sub(self.driver.strategy.read_at) / STEPS_PER_READ;
        self.effort += self.reads().saturating_sub(known) as u64 + idle;
        Ok(verdict)
    }

    fn look_up(&mut self, visitor: &mut impl Observer<P>) -> Result<(), RepairError> {
        let progress = Progress { share: 0.0, counters: &self.counters() };
        let flow = visitor.pause(self.driver.machine, progress);
        if flow.is_break() { Err(RepairError::Stopped) } else { Ok(()) }
    }

    fn run_on(
        &mut self,
        limit: u64,
        visitor: &mut impl Observer<P>,
    ) -> Result<Verdict, RepairError> {
        if let Some(verdict) = self.ended {
            return Ok(verdict);
        }
        self.driver.strategy.limit = limit;
        let ending = loop {
            if self.driver.is_out_of_steps() {
                break Ending::OutOfSteps;
            }
            self.driver.run()?;
            match self.driver.strategy.stopped.take() {
                Some(Stopped::Ended(ending)) => break ending,
                Some(Stopped::Paused) | None => self.look_up(visitor)?,
            }
        };
        let verdict = match ending {
            Ending::Outcome(outcome) => self.judge(outcome, visitor)?,
            Ending::OutOfSteps if self.steps() >= limit => return Ok(Verdict::Running),
            Ending::OutOfSteps => {
                self.driver.strategy.is_wary = true;
                Verdict::Endless(self.driver.strategy.read_at)
            }
        };
        self.candidates += 1;
        self.ended = Some(verdict);
        Ok(verdict)
    }

    fn judge(
        &mut self,
        outcome: Outcome<Word>,
        visitor: &mut impl Observer<P>,
    ) -> Result<Verdict, RepairError> {
        let (steps, read_at) = (self.steps(), self.driver.strategy.read_at);
        match outcome {
            Outcome::Returned(Some(value)) if Traced::known(value) != Some(0) => {
                Ok(Verdict::Accepted)
            }
            Outcome::Returned(Some(_)) | Outcome::Rejected | Outcome::Bounded => {
                Ok(Verdict::Rejected(steps))
            }
            Outcome::Threw(exception) => {
                self.threw += 1;
                let machine = &mut *self.driver.machine;
                let flow = visitor.found(machine, &Decisions::default(), Threw(exception));
                if flow.is_break() {
                    return Err(RepairError::Stopped);
                }
                Ok(match (self.predicate.is_exhaustion)(machine, exception) {
                    true => Verdict::Endless(read_at),
                    false => Verdict::Rejected(steps),
                })
            }
            Outcome::Endless => Ok(Verdict::Endless(read_at)),
            Outcome::Refused(refusal) => Err(RepairError::Refused(refusal)),
            Outcome::Returned(None) => Err(RepairError::NotAPredicate("returns nothing")),
            Outcome::Failed(_) | Outcome::Exited(_) => {
                Err(RepairError::NotAPredicate("ends the program"))
            }
        }
    }
}
