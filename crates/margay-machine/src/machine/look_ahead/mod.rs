//! Looking ahead: what would the program return if an undecided cell had this value, or that?
//!
//! The code from the read on is run on a copy of the frame, with the values assumed, as long as
//! it only computes: the first effect, choice or other undecided cell ends the attempt without
//! an answer. Since nothing is changed nothing has to be undone, so all values of a domain are
//! tried at the place where the cell is first read. This is what multi-value comparisons
//! (Siddiqui, Marinov, Khurshid) find with a def-use analysis of single comparisons; following
//! the code itself also goes through helper methods, any combination of tests, and library code
//! such as a set's `contains`, or an `add` that adds nothing.
//!
//! The values are *lanes* of one run. A register holds one value for all lanes, or one for each
//! ([`Held`]); an operation on what all lanes share is done once. Where lanes disagree on a
//! branch they part: some go on, the others wait for their turn. What operations mean is said for
//! all engines ([`semantics`](crate::code::semantics)); [`step`] is the engine of the lanes,
//! [`calls`] what enters and leaves methods, [`returns`] what callers make of a result without any
//! more, [`view`] is the memory as the lanes see it. Where this is done often, [`compiled`] code does it,
//! lane by lane, with the same answers: a lane has one if it comes to the end within so many operations of
//! its own, whatever the others do.

mod calls;
mod compiled;
mod returns;
mod step;
#[cfg(test)]
mod tests;
mod view;

use super::Machine;
use crate::code::looked;
use crate::code::op::{NO_REG, Pc, Reg};
use crate::domain::Domain;
use crate::lanes::{self, LANES};
use crate::platform::Platform;
use calls::Call;
use returns::Returns;

/// Operations that a lane follows before it gives up: a decisive comparison is near, or it is not there.
const BUDGET: u32 = 400;

/// What the program would return with some of the values assumed: a bit for each value, none
/// where to tell takes more than computing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// Values with which it returns 0: false.
    pub zero: u64,
    /// Values with which it returns anything else.
    pub other: u64,
}

/// What a register holds.
#[derive(Clone, Copy)]
enum Held<V> {
    /// The same in all lanes.
    Same(V),
    /// A value for each lane: they begin at this place of [`Room::lanes`].
    Lanes(u32),
}

/// Registers, calls and lanes of attempts, kept to be used again.
pub(super) struct Room<V> {
    /// Registers of the lanes at work.
    registers: Vec<Held<V>>,
    calls: Vec<Call>,
    /// Values that differ from lane to lane, written once; the assumed ones come first.
    lanes: Vec<V>,
    parted: Vec<Parted>,
    parted_registers: Vec<Held<V>>,
    parted_calls: Vec<Call>,
    returns: Returns,
}

impl<V> Default for Room<V> {
    fn default() -> Self {
        Room {
            registers: Vec::new(),
            calls: Vec::new(),
            lanes: Vec::new(),
            parted: Vec::new(),
            parted_registers: Vec::new(),
            parted_calls: Vec::new(),
            returns: Returns::default(),
        }
    }
}

impl<V: Copy> Room<V> {
    fn begin(&mut self, assumed: &[V]) {
        self.calls.clear();
        self.parted.clear();
        self.parted_registers.clear();
        self.parted_calls.clear();
        self.lanes.clear();
        self.lanes.extend_from_slice(assumed);
    }

    /// Makes room for registers up to an end.
    #[inline]
    fn reserve(&mut self, end: usize, nothing: Held<V>) {
        if self.registers.len() < end {
            self.registers.resize(end, nothing);
        }
    }

    /// The values of a register in all lanes.
    #[inline(always)]
    fn row<'a>(&'a self, held: &'a Held<V>, width: usize) -> Row<'a, V> {
        held.row(&self.lanes, width)
    }
}

impl<V: Copy> Held<V> {
    #[inline(always)]
    fn row<'a>(&'a self, lanes: &'a [V], width: usize) -> Row<'a, V> {
        match self {
            Held::Same(value) => Row { values: std::slice::from_ref(value), mask: 0 },
            Held::Lanes(at) => {
                let at = *at as usize;
                Row { values: &lanes[at..at + width], mask: usize::MAX }
            }
        }
    }
}

/// The values of a register, to be read lane by lane.
///
/// Where they are computed with, so are those of lanes in between that have gone elsewhere: these hold
/// something too, and to leave them out would take longer.
struct Row<'a, V> {
    /// One for each lane, or one for all of them.
    values: &'a [V],
    /// Of the number of a lane, the bits that count.
    mask: usize,
}

impl<V: Copy> Row<'_, V> {
    #[inline(always)]
    fn at(&self, lane: usize) -> V {
        self.values[lane & self.mask]
    }
}

/// Where lanes are.
#[derive(Clone, Copy)]
struct Place {
    pc: Pc,
    /// First register of the innermost frame, and the end of its registers.
    base: usize,
    top: usize,
    /// The real frame that the outermost scratch frame is a copy of.
    frame: usize,
    /// The lanes that are here.
    mask: u64,
    /// Operations that they may still follow.
    left: u32,
}

/// Lanes that took another way: to be continued later.
struct Parted {
    place: Place,
    /// How many calls were put aside before theirs.
    calls: usize,
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// What the program would return with each of the values, at most [`LANES`], in the undecided
    /// cell it has stopped at. `sole` gives the value of another undecided cell if there is but
    /// one that it can have.
    pub fn look_ahead(
        &mut self,
        cell: u32,
        values: &[D::Value],
        sole: &dyn Fn(u32) -> Option<D::Value>,
    ) -> Foreseen {
        let Some(frame) = self.core.frames.len().checked_sub(1) else {
            return Foreseen::default();
        };
        let values = &values[..values.len().min(LANES)];
        match self.look_compiled(cell, values, sole) {
            Some(found) if !self.checks_compiled() => found,
            Some(found) => {
                let looked = self.look_in_lanes(frame, cell, values, sole);
                self.compare_looks(found, looked);
                looked
            }
            None => self.look_in_lanes(frame, cell, values, sole),
        }
    }

    /// The same for all lanes at once.
    fn look_in_lanes(
        &mut self,
        frame: usize,
        cell: u32,
        values: &[D::Value],
        sole: &dyn Fn(u32) -> Option<D::Value>,
    ) -> Foreseen {
        let width = values.len();
        self.room.begin(values);
        let (pc, mask) = (self.core.pc, lanes::first(width));
        let at = Place { pc, base: 0, top: 0, frame, mask, left: BUDGET };
        let found = Foreseen::default();
        Attempt { machine: self, assumed: cell, sole, at, width, found }.run()
    }
}

/// One run over some values.
struct Attempt<'m, D: Domain, P: Platform<D>> {
    machine: &'m mut Machine<D, P>,
    /// The cell whose value is assumed.
    assumed: u32,
    sole: &'m dyn Fn(u32) -> Option<D::Value>,
    at: Place,
    /// Number of lanes.
    width: usize,
    found: Foreseen,
}

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    fn run(mut self) -> Foreseen {
        self.copy_frame(self.at.frame);
        while self.at.mask != 0 || self.fetch() {
            match self.at.left.checked_sub(1) {
                Some(left) => {
                    self.at.left = left;
                    self.advance();
                }
                None => self.give_up(),
            }
        }
        self.found
    }

    /// The lanes that are here have no answer.
    fn give_up(&mut self) {
        self.at.mask = 0;
    }

    fn next(&mut self) {
        self.at.pc += 1;
    }

    /// Notes how some lanes go on from the operation at work. That the cell is read where looking ahead begins says nothing.
    #[inline(always)]
    fn note(&mut self, how: u8) {
        if self.at.left < BUDGET - 1 {
            self.machine.core.code.note_look(self.at.pc, how);
        }
    }

    // ---- registers ----

    #[inline(always)]
    fn held(&self, reg: Reg) -> Held<D::Value> {
        self.machine.room.registers[self.at.base + usize::from(reg)]
    }

    #[inline(always)]
    fn put(&mut self, reg: Reg, held: Held<D::Value>) {
        if reg != NO_REG {
            self.machine.room.registers[self.at.base + usize::from(reg)] = held;
        }
    }

    /// Room for a value in each lane.
    fn new_lanes(&mut self) -> usize {
        let at = self.machine.room.lanes.len();
        self.machine.room.lanes.resize(at + self.width, D::constant(0));
        at
    }

    // ---- parting ----

    /// Some of the lanes jump, the others go on.
    fn part(&mut self, jump: u64, target: Pc) {
        let rest = self.at.mask & !jump;
        if jump != 0 {
            self.note(looked::JUMPED);
        }
        if rest == 0 {
            self.at.pc = target;
            return;
        }
        self.note(looked::WENT_ON);
        if jump != 0 {
            self.put_aside(target, jump);
        }
        self.at.mask = rest;
        self.next();
    }

    /// Lets some of the lanes wait, to go on elsewhere.
    fn put_aside(&mut self, pc: Pc, mask: u64) {
        let room = &mut self.machine.room;
        room.parted_registers.extend_from_slice(&room.registers[..self.at.top]);
        let place = Place { pc, mask, ..self.at };
        room.parted.push(Parted { place, calls: room.parted_calls.len() });
        room.parted_calls.extend_from_slice(&room.calls);
    }

    /// Goes on with the lanes that parted last; false if there are none.
    fn fetch(&mut self) -> bool {
        let room = &mut self.machine.room;
        let Some(parted) = room.parted.pop() else { return false };
        self.at = parted.place;
        let kept = room.parted_registers.len() - self.at.top;
        room.registers[..self.at.top].copy_from_slice(&room.parted_registers[kept..]);
        room.parted_registers.truncate(kept);
        room.calls.clear();
        room.calls.extend_from_slice(&room.parted_calls[parted.calls..]);
        room.parted_calls.truncate(parted.calls);
        true
    }
}
