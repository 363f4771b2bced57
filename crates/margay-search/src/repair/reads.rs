//! The reads of a trial: which cells the predicate has read on this path, in order, and the values
//! they gave. A read has one answer, the value the cell shall have; but that may be another one the
//! next time, so the search comes back to it.

use super::RepairError;
use super::ground::Ground;
use crate::decisions::Decisions;
use crate::driver::{Answer, Applied, Ending, Question, Reply, Strategy, Trailed};
use margay_machine::traced::{Traced, Word};
use margay_machine::{Machine, Platform};
use std::ops::ControlFlow;

/// Reads between two checkpoints.
const SPACING: usize = 16;
/// Steps without a new read after which a predicate that has once failed to end is given up: so
/// many, and so many more for each read.
const PATIENCE: (u64, u64) = (100_000, 16);

const NONE: u32 = u32::MAX;

/// Why the driver has handed back.
pub(super) enum Stopped {
    Paused,
    Ended(Ending<Word>),
}

/// A cell that was read on this path, and the value it gave.
struct Read {
    cell: u32,
    bits: u64,
}

/// The strategy of a trial.
pub(super) struct Reads<'a> {
    ground: &'a Ground,
    wanted: Vec<u64>,
    reads: Vec<Read>,
    /// The read of each cell.
    read_of: Vec<u32>,
    /// When each cell was first read on any path, by epoch; 0 for never.
    found_in: Vec<u32>,
    epoch: u32,
    /// Reads on this path of cells that were first read in this epoch.
    pub discoveries: usize,
    /// Cells whose value was set since the last run.
    touched: Vec<usize>,
    /// Cells given a value.
    pub initializations: u64,
    /// Steps at the newest read.
    pub read_at: u64,
    /// Whether some run did not end.
    pub is_wary: bool,
    /// Whether comparisons are granted: who goes on after a failure may go around for ever.
    pub grants: bool,
    /// Steps of the present run, and of any, at most.
    pub limit: u64,
    max_steps: u64,
    pub stopped: Option<Stopped>,
}

impl<'a> Reads<'a> {
    pub fn new(ground: &'a Ground, max_steps: u64) -> Self {
        let count = ground.cell_count();
        Reads {
            ground,
            wanted: (0..count).map(|cell| ground.cell(cell).present).collect(),
            reads: Vec::new(),
            read_of: vec![NONE; count],
            found_in: vec![0; count],
            epoch: 1,
            discoveries: 0,
            touched: Vec::new(),
            initializations: 0,
            read_at: 0,
            is_wary: false,
            grants: false,
            limit: u64::MAX,
            max_steps,
            stopped: None,
        }
    }

    /// The value a cell shall have.
    pub fn value(&self, cell: usize) -> u64 {
        self.wanted[cell]
    }

    /// Gives a cell another value, from the next run on.
    pub fn set(&mut self, cell: usize, bits: u64) {
        self.wanted[cell] = bits;
        if self.read_of[cell] != NONE {
            self.touched.push(cell);
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.reads.len()
    }

    /// The cell that was read as the n-th, from 0.
    pub fn cell(&self, read: usize) -> usize {
        self.reads[read].cell as usize
    }

    /// When a cell was read.
    pub fn read_of(&self, cell: usize) -> Option<usize> {
        let read = self.read_of[cell];
        (read != NONE).then_some(read as usize)
    }

    /// Begins a new epoch: what was read so far is known.
    pub fn begin_epoch(&mut self) {
        self.epoch += 1;
        self.discoveries = 0;
    }

    /// Nothing has run with other values.
    pub fn forget_changes(&mut self) {
        self.touched.clear();
    }

    /// The first read that has given another value than the cell shall have.
    pub fn first_stale(&mut self) -> Option<usize> {
        let touched = std::mem::take(&mut self.touched);
        let stale = touched.into_iter().filter_map(|cell| {
            let read = self.read_of(cell)?;
            (self.reads[read].bits != self.wanted[cell]).then_some(read)
        });
        stale.min()
    }
}

impl Trailed for Reads<'_> {
    type Mark = usize;

    #[inline]
    fn mark(&self) -> usize {
        self.reads.len()
    }

    fn undo_to(&mut self, mark: usize) {
        for read in self.reads.drain(mark..) {
            let cell = read.cell as usize;
            self.read_of[cell] = NONE;
            self.discoveries -= usize::from(self.found_in[cell] == self.epoch);
        }
        if mark == 0 {
            self.read_at = 0;
        }
    }
}

impl<P: Platform<Traced>> Strategy<Traced, P> for Reads<'_> {
    /// The number of the cell.
    type Note = u32;
    type Error = RepairError;

    #[inline]
    fn ask(
        &mut self,
        _: &mut Machine<Traced, P>,
        _: &Decisions,
        question: Question<Word>,
    ) -> Result<Reply<u32, Word>, RepairError> {
        let Question::Undecided(address) = question else {
            return Err(RepairError::NotAPredicate("makes choices of its own"));
        };
        let Some(cell) = self.ground.cell_at(address) else {
            return Err(RepairError::NotAPredicate("reads a cell that nobody has decided"));
        };
        let revisable = self.reads.len().is_multiple_of(SPACING);
        Ok(Reply::Answers { note: cell as u32, count: 1, revisable })
    }

    #[inline]
    fn answer(
        &mut self,
        machine: &mut Machine<Traced, P>,
        _: &Decisions,
        cell: &u32,
        _: Answer,
    ) -> Applied<Word> {
        let number = *cell as usize;
        let (address, bits) = (self.ground.cell(number).address, self.wanted[number]);
        machine.core.memory.set_cell(address, Word::of_cell(bits, address));
        self.read_of[number] = self.reads.len() as u32;
        if self.found_in[number] == 0 {
            self.found_in[number] = self.epoch;
        }
        self.discoveries += usize::from(self.found_in[number] == self.epoch);
        self.reads.push(Read { cell: *cell, bits });
        self.initializations += 1;
        self.read_at = machine.core.steps;
        machine.take(0);
        Applied::Done
    }

    /// The step at which the present path is given up, or the run ends.
    #[inline]
    fn last_step(&self) -> u64 {
        let (base, each) = PATIENCE;
        let patience = base + each * self.reads.len() as u64;
        let last = if self.is_wary || self.grants { self.read_at + patience } else { u64::MAX };
        last.min(self.max_steps).min(self.limit)
    }

    fn ended(
        &mut self,
        _: &mut Machine<Traced, P>,
        _: &mut Decisions,
        ending: Ending<Word>,
    ) -> Result<ControlFlow<()>, RepairError> {
        self.stopped = Some(Stopped::Ended(ending));
        Ok(ControlFlow::Break(()))
    }

    fn pause(&mut self, _: &mut Machine<Traced, P>, _: f64) -> ControlFlow<()> {
        self.stopped = Some(Stopped::Paused);
        ControlFlow::Break(())
    }
}
