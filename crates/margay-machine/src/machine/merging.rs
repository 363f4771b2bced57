//! Both ways of a branch, followed one after the other to where they meet.
//!
//! Whoever decides about an open branch [begins](Machine::begin_ways) here, lets each way run until the machine
//! says that it has come to the join, keeps what it has [left](Machine::way), and ends with one state that
//! stands for both. All of this happens above a checkpoint, so that it leaves nothing behind if the ways do not fit.

use super::calls::Stop;
use super::{Machine, Pending};
use crate::code::op::{Pc, Reg};
use crate::domain::Domain;
use crate::memory::Spot;
use crate::outcome::Event;
use crate::platform::Platform;
use margay_ir::Type;

/// Where a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joining {
    at: Pc,
    token: Reg,
    /// What the register holds in the call that the branch is in.
    call: u64,
}

/// A branch whose ways are followed.
#[derive(Clone, Copy, Debug)]
pub struct Merge {
    joining: Joining,
    /// That of a branch around it, and when the machine was to pause.
    outer: Option<Joining>,
    pause_at: u64,
}

/// What a way has left.
#[derive(Clone, Debug)]
pub struct Way<V> {
    /// The registers that matter.
    pub registers: Vec<(Reg, Type, V)>,
    /// Cells that hold something else than before.
    pub cells: Vec<(Spot, V)>,
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// The machine has come to where ways meet.
    pub(super) fn join(&mut self) -> Stop<D> {
        let is_end = self.joining.is_some_and(|joining| {
            let call = D::known(self.register(joining.token));
            joining.at == self.core.pc && call == Some(joining.call)
        });
        if is_end {
            return Some(Event::Joined);
        }
        self.core.pc += 1;
        None
    }

    /// Begins to follow the ways of the open branch, each for so many steps at most; none if they do not
    /// soon meet.
    pub fn begin_ways(&mut self, steps: u64) -> Option<Merge> {
        let Some(Pending::Branch { .. }) = self.pending else { return None };
        let diamond = *self.core.code.diamonds.get(&self.core.pc)?;
        let call = match D::known(self.register(diamond.token)) {
            Some(call) if call != 0 => call,
            _ => {
                self.tokens += 1;
                self.set_register(diamond.token, D::constant(u64::from(self.tokens)));
                u64::from(self.tokens)
            }
        };
        let joining = Joining { at: diamond.join, token: diamond.token, call };
        let merge = Merge { joining, outer: self.joining, pause_at: self.pause_at };
        self.checkpoint();
        self.follow(merge, steps);
        Some(merge)
    }

    /// Follows a way from here, for so many steps at most.
    pub fn follow(&mut self, merge: Merge, steps: u64) {
        self.joining = Some(merge.joining);
        self.pause_at = self.core.steps.saturating_add(steps);
    }

    /// What the way has left that has come to its end; none if it is more than values of registers and
    /// cells.
    #[must_use]
    pub fn way(&self) -> Option<Way<D::Value>> {
        let mark = self.checkpoints.last()?.mark;
        let cells = self.core.memory.rewritten_since(mark)?;
        Some(Way { registers: self.live_registers(), cells })
    }

    /// Goes back to the branch, which is open again.
    pub fn end_ways(&mut self, merge: Merge) {
        self.backtrack_last();
        self.joining = merge.outer;
        self.pause_at = merge.pause_at;
    }

    /// Goes on at the join in a state that stands for both ways.
    pub fn go_on_merged(&mut self, merge: Merge, state: &Way<D::Value>) {
        self.pending = None;
        for (reg, _, value) in &state.registers {
            self.set_register(*reg, *value);
        }
        for (spot, value) in &state.cells {
            match spot {
                Spot::Cell(at) => self.core.memory.set_cell(*at, *value),
                Spot::Static(at) => self.core.memory.set_static(*at, *value),
            }
        }
        self.core.pc = merge.joining.at;
    }
}
