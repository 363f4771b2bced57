//! Heads of loops: where a round begins, somebody may look at the state of the program and change it.

use super::{Machine, Pending};
use crate::code::op::{Op, Reg};
use crate::core::LoopId;
use crate::domain::Domain;
use crate::platform::Platform;
use margay_ir::Type;

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// The loop that the machine has come to: at whose head it stands, or that the open branch may
    /// leave.
    #[must_use]
    pub fn loop_at_hand(&self) -> Option<LoopId> {
        let counter = match self.core.code.ops.get(self.core.pc as usize)? {
            Op::Header { counter, .. } => *counter,
            _ if matches!(self.pending, Some(Pending::Branch { .. })) => {
                self.core.code.leaving.get(&self.core.pc)?.counter
            }
            _ => return None,
        };
        Some(LoopId { method: self.core.code.function_at(self.core.pc).method, counter })
    }

    /// Whether the machine stops at the head it stands at.
    pub(super) fn stops_at_head(&mut self) -> bool {
        if self.core.heads.is_empty() || std::mem::take(&mut self.answered) {
            return false;
        }
        self.loop_at_hand().is_some_and(|at| self.core.heads.contains(&at))
    }

    /// Whether the loop at whose head the machine stands was entered just now.
    #[must_use]
    pub fn is_first_round(&self) -> bool {
        self.loop_at_hand().is_none_or(|at| self.rounds(at.counter).visits == 0)
    }

    /// The registers that matter at the head of a loop, with what they hold.
    #[must_use]
    pub fn live_registers(&self) -> Vec<(Reg, Type, D::Value)> {
        let live = self.core.code.live.get(&self.core.pc);
        let live = live.into_iter().flatten();
        live.map(|live| (live.register, live.ty, self.register(live.register))).collect()
    }

    /// The registers that matter at the head of a loop and are variables of the source, with the numbers
    /// of these.
    #[must_use]
    pub fn live_variables(&self) -> Vec<(Reg, u16)> {
        let live = self.core.code.live.get(&self.core.pc);
        let live = live.into_iter().flatten();
        live.filter_map(|live| Some((live.register, live.variable?))).collect()
    }

    /// Lets a register hold something else in the round that is about to begin.
    pub fn set_live_register(&mut self, reg: Reg, value: D::Value) {
        self.set_register(reg, value);
    }

    /// Begins the round at whose head the machine stands.
    pub fn begin_round(&mut self) {
        self.answered = true;
    }
}
