//! Loops that never end: a round that begins in a state in which an earlier one began, without a
//! choice in between, will be repeated for ever.
//!
//! The state is remembered at rounds whose number is a power of two, so that cycles of any length
//! are found (Brent), and compared register by register before any memory is looked at.

use super::Machine;
use crate::code::op::Reg;
use crate::domain::Domain;
use crate::memory::Cells;
use crate::platform::Platform;

/// Loops end before this round, or they are worth a copy of the memory.
const FIRST: u32 = 32;

/// The state in which a round began.
struct Snapshot<V> {
    registers: Vec<V>,
    cells: Cells<V>,
    statics: Vec<V>,
    printed: usize,
}

/// Loops inside each other whose states are kept, each with all of the heap; of those further out none is.
const MOST: usize = 8;

/// What is remembered of the loops in progress: of the call and the counter of each.
pub(super) struct Snapshots<V>(Vec<((usize, Reg), Snapshot<V>)>);

impl<V> Default for Snapshots<V> {
    fn default() -> Self {
        Snapshots(Vec::new())
    }
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Whether the loop that begins its `round`th round since the last choice will never end. The
    /// registers of its own counter and of those inside it are no part of the state.
    pub(super) fn is_endless(&mut self, round: u32, counter: Reg, inner: u16) -> bool {
        let key = (self.core.frames.len(), counter);
        if round == 1 {
            self.snapshots.0.retain(|(other, _)| *other != key);
        }
        if round < FIRST || self.core.memory.has_containers() {
            return false;
        }
        // Those of calls that have returned, nothing is compared with any more.
        self.snapshots.0.retain(|((depth, _), _)| *depth <= key.0);
        let known = self.snapshots.0.iter().position(|(other, _)| *other == key);
        if known.is_some_and(|at| self.is_as(&self.snapshots.0[at].1, counter, inner)) {
            return true;
        }
        if round.is_power_of_two() {
            let snapshot = Snapshot {
                registers: self.frame_registers().to_vec(),
                cells: self.core.memory.cells.clone(),
                statics: self.core.memory.statics.clone(),
                printed: self.printed(),
            };
            match known {
                Some(at) => self.snapshots.0[at].1 = snapshot,
                None => self.snapshots.0.push((key, snapshot)),
            }
            let surplus = self.snapshots.0.len().saturating_sub(MOST);
            self.snapshots.0.drain(..surplus);
        }
        false
    }

    fn is_as(&self, then: &Snapshot<D::Value>, counter: Reg, inner: u16) -> bool {
        let (now, counters) = (self.frame_registers(), counter..=counter + inner);
        let mut registers = (0..).zip(now.iter().zip(&then.registers));
        registers.all(|(reg, (now, then))| now == then || counters.contains(&reg))
            && then.printed == self.printed()
            && then.statics == self.core.memory.statics
            && then.cells == self.core.memory.cells
    }

    fn frame_registers(&self) -> &[D::Value] {
        &self.core.registers[self.base as usize..self.top as usize]
    }

    fn printed(&self) -> usize {
        let output = &self.core.memory.output;
        output.out.len() + output.err.len()
    }
}
