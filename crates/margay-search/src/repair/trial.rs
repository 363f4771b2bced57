//! The predicate tried on the structure with some cells changed.
//!
//! A trial knows the value each cell shall have. When some of them are changed it does not start
//! anew: it goes back to the first read that would have given another value, and runs on from
//! there. Checkpoints lie a few reads apart (what lies between is quickly run again), so that
//! memory stays small beside the structure. Without checkpoints the same code starts from the
//! beginning each time, which is the baseline.

use super::ground::Ground;
use super::{Counters, RepairError, Thrown, Visit};
use crate::explore::Backtrack;
use margay_ir::{Cond, MethodId};
use margay_machine::traced::{Traced, Word};
use margay_machine::{Domain, Event, Machine, Outcome, Platform};

/// Reads between two checkpoints.
const SPACING: usize = 16;
/// Steps, and attempts, between two looks at the clock.
const SLICE: u64 = 200_000;
const ATTEMPTS: u64 = 64;
/// Steps without a new read after which a predicate that has once failed to end is given up: so
/// many, and so many more for each read.
const PATIENCE: (u64, u64) = (100_000, 16);

/// Steps that take as long as a read.
const STEPS_PER_READ: u64 = 16;

const NONE: u32 = u32::MAX;

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

/// A cell that was read on this path, and the value it gave.
struct Level {
    cell: u32,
    bits: u64,
}

/// Where a run has come to: the cell read last, and what was compared last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    cell: Option<u32>,
    compared: Option<(Cond, u64, u64)>,
}

enum State {
    Fresh,
    Paused,
    Ended(Verdict),
}

pub(super) struct Trial<'a, P: Platform<Traced>> {
    pub machine: &'a mut Machine<Traced, P>,
    pub ground: &'a Ground,
    pub counters: Counters,
    predicate: MethodId,
    backtrack: Backtrack,
    max_steps: u64,
    wanted: Vec<u64>,
    levels: Vec<Level>,
    level_of: Vec<u32>,
    /// The levels whose reads have checkpoints.
    saves: Vec<usize>,
    /// When each cell was first read on any path, by epoch; 0 for never.
    found_in: Vec<u32>,
    epoch: u32,
    /// Reads on this path of cells that were first read in this epoch.
    discoveries: usize,
    /// Cells whose value was set since the last run.
    touched: Vec<usize>,
    state: State,
    /// Steps at the newest read.
    read_at: u64,
    /// Whether some run did not end.
    is_wary: bool,
    /// Reads made anew so far, as if there were a checkpoint at each: how long it all took, whatever
    /// the way of going back.
    pub effort: u64,
}

impl<'a, P: Platform<Traced>> Trial<'a, P> {
    pub fn new(
        machine: &'a mut Machine<Traced, P>,
        ground: &'a Ground,
        predicate: MethodId,
        backtrack: Backtrack,
        max_steps: u64,
    ) -> Self {
        machine.hold();
        let count = ground.cell_count();
        Trial {
            machine,
            ground,
            counters: Counters::default(),
            predicate,
            backtrack,
            max_steps,
            wanted: (0..count).map(|cell| ground.cell(cell).present).collect(),
            levels: Vec::new(),
            level_of: vec![NONE; count],
            saves: Vec::new(),
            found_in: vec![0; count],
            epoch: 1,
            discoveries: 0,
            touched: Vec::new(),
            state: State::Fresh,
            read_at: 0,
            is_wary: false,
            effort: 0,
        }
    }

    /// The value a cell shall have.
    pub fn value(&self, cell: usize) -> u64 {
        self.wanted[cell]
    }

    /// Gives a cell another value, from the next run on.
    pub fn set(&mut self, cell: usize, bits: u64) {
        self.wanted[cell] = bits;
        if self.level_of[cell] != NONE {
            self.touched.push(cell);
        }
    }

    /// Reads on the present path.
    pub fn reads(&self) -> usize {
        self.levels.len()
    }

    /// The cell that was read as the n-th, from 0.
    pub fn cell_read(&self, level: usize) -> usize {
        self.levels[level].cell as usize
    }

    /// When a cell was read on the present path.
    pub fn level_of(&self, cell: usize) -> Option<usize> {
        let level = self.level_of[cell];
        (level != NONE).then_some(level as usize)
    }

    /// Whether a cell was read on the present path.
    pub fn is_read(&self, cell: usize) -> bool {
        self.level_of[cell] != NONE
    }

    /// Where the present path has come to.
    pub fn place(&self) -> Place {
        let newest = self.machine.core.domain.tests().next();
        Place {
            cell: self.levels.last().map(|level| level.cell),
            compared: newest.map(|test| (test.cond, test.a.bits, test.b.bits)),
        }
    }

    /// Begins a new epoch: what was read so far is known.
    pub fn begin_epoch(&mut self) {
        self.epoch += 1;
        self.discoveries = 0;
    }

    /// Reads of the present path that no path had before this epoch.
    pub fn discoveries(&self) -> usize {
        self.discoveries
    }

    /// Steps of the present path.
    pub fn steps(&self) -> u64 {
        self.machine.core.steps
    }

    /// Forgets everything that ran: the next run is from the beginning.
    pub fn restart(&mut self) {
        self.machine.rewind();
        self.machine.core.domain.undo_to(Traced::default().mark());
        self.drop_levels(0);
        self.saves.clear();
        self.touched.clear();
        self.state = State::Fresh;
    }

    /// Runs to the end, or to the limit.
    pub fn run(&mut self, limit: u64, visit: &mut impl Visit<P>) -> Result<Verdict, RepairError> {
        let stale = self.first_stale();
        let known = stale.unwrap_or(self.reads());
        if let Some(level) = stale {
            self.go_back(level);
        }
        let verdict = self.run_on(limit, visit)?;
        // Attempts may all be too short for a pause of their own.
        if self.counters.backtracks.is_multiple_of(ATTEMPTS)
            && visit.pause(&self.counters).is_break()
        {
            return Err(RepairError::Stopped);
        }
        let idle = self.steps().saturating_sub(self.read_at) / STEPS_PER_READ;
        self.effort += self.reads().saturating_sub(known) as u64 + idle;
        Ok(verdict)
    }

    fn run_on(&mut self, limit: u64, visit: &mut impl Visit<P>) -> Result<Verdict, RepairError> {
        match self.state {
            State::Ended(verdict) => return Ok(verdict),
            State::Fresh => self.start()?,
            State::Paused => {}
        }
        self.state = State::Paused;
        loop {
            let steps = self.steps();
            if steps >= limit {
                return Ok(Verdict::Running);
            }
            if steps >= self.last_step() {
                self.is_wary = true;
                return Ok(self.end(Verdict::Endless(self.read_at)));
            }
            self.machine.pause_after(SLICE.min(limit - steps).min(self.last_step() - steps));
            match self.machine.resume() {
                Event::Undecided(address) => self.read(address)?,
                Event::Done(outcome) => {
                    let verdict = self.judge(outcome, visit)?;
                    return Ok(self.end(verdict));
                }
                Event::Pause => {
                    if visit.pause(&self.counters).is_break() {
                        return Err(RepairError::Stopped);
                    }
                }
                Event::Choice(_) | Event::Wanted(_) => {
                    return Err(RepairError::NotAPredicate("makes choices of its own"));
                }
            }
        }
    }

    /// The step at which the present path is given up.
    fn last_step(&self) -> u64 {
        let (base, each) = PATIENCE;
        let patience = base + each * self.levels.len() as u64;
        if self.is_wary { self.max_steps.min(self.read_at + patience) } else { self.max_steps }
    }

    fn end(&mut self, verdict: Verdict) -> Verdict {
        self.counters.candidates += 1;
        self.state = State::Ended(verdict);
        verdict
    }

    fn judge(
        &mut self,
        outcome: Outcome<Word>,
        visit: &mut impl Visit<P>,
    ) -> Result<Verdict, RepairError> {
        let steps = self.steps();
        match outcome {
            Outcome::Returned(Some(value)) if Traced::known(value) != Some(0) => {
                Ok(Verdict::Accepted)
            }
            Outcome::Returned(Some(_)) | Outcome::Rejected | Outcome::Bounded => {
                Ok(Verdict::Rejected(steps))
            }
            Outcome::Threw(exception) => {
                self.counters.threw += 1;
                Ok(match visit.threw(self.machine, exception) {
                    Thrown::Rejects => Verdict::Rejected(steps),
                    Thrown::Exhausted => Verdict::Endless(self.read_at),
                })
            }
            Outcome::Endless => Ok(Verdict::Endless(self.read_at)),
            Outcome::Refused(refusal) => Err(RepairError::Refused(refusal)),
            Outcome::Returned(None) => Err(RepairError::NotAPredicate("returns nothing")),
            Outcome::Failed(_) | Outcome::Exited(_) => {
                Err(RepairError::NotAPredicate("ends the program"))
            }
        }
    }

    fn start(&mut self) -> Result<(), RepairError> {
        let root = Traced::constant(u64::from(self.ground.root()));
        self.read_at = 0;
        self.machine.start(self.predicate, &[root]).map_err(|outcome| match *outcome {
            Outcome::Refused(refusal) => RepairError::Refused(refusal),
            _ => RepairError::NotAPredicate("cannot be called"),
        })
    }

    // ---- down ----

    fn read(&mut self, address: u32) -> Result<(), RepairError> {
        let Some(cell) = self.ground.cell_at(address) else {
            return Err(RepairError::NotAPredicate("reads a cell that nobody has decided"));
        };
        let level = self.levels.len();
        let is_due = self.saves.last().is_none_or(|save| level - save >= SPACING);
        if is_due && self.backtrack == Backtrack::Checkpoint {
            self.machine.checkpoint();
            self.saves.push(level);
        }
        self.decide(cell);
        Ok(())
    }

    /// Gives the cell at which the machine has stopped its value.
    fn decide(&mut self, cell: usize) {
        let (address, bits) = (self.ground.cell(cell).address, self.wanted[cell]);
        self.machine.core.memory.set_cell(address, Word::of_cell(bits, address));
        self.level_of[cell] = self.levels.len() as u32;
        if self.found_in[cell] == 0 {
            self.found_in[cell] = self.epoch;
        }
        self.discoveries += usize::from(self.found_in[cell] == self.epoch);
        self.levels.push(Level { cell: cell as u32, bits });
        self.counters.initializations += 1;
        self.read_at = self.steps();
        self.machine.take(0);
    }

    // ---- back ----

    /// The first read that has given another value than the cell shall have.
    fn first_stale(&mut self) -> Option<usize> {
        let touched = std::mem::take(&mut self.touched);
        let levels = touched.into_iter().filter_map(|cell| {
            let level = self.level_of(cell)?;
            (self.levels[level].bits != self.wanted[cell]).then_some(level)
        });
        levels.min()
    }

    /// Goes back to a read, or somewhat further.
    fn go_back(&mut self, level: usize) {
        self.counters.backtracks += 1;
        let number = self.saves.partition_point(|save| *save <= level);
        let Some(number) = number.checked_sub(1) else {
            self.restart();
            return;
        };
        let level = self.saves[number];
        self.saves.truncate(number + 1);
        self.machine.backtrack_to(number);
        let cell = self.cell_read(level);
        self.drop_levels(level);
        self.decide(cell);
        self.state = State::Paused;
    }

    fn drop_levels(&mut self, from: usize) {
        for level in self.levels.drain(from..) {
            let cell = level.cell as usize;
            self.level_of[cell] = NONE;
            self.discoveries -= usize::from(self.found_in[cell] == self.epoch);
        }
    }
}
