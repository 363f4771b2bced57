//! Looking ahead by compiled code, frame by frame.
//!
//! Compiled code follows the lanes to the end of the function that is at work, or says that there is no answer;
//! here the result is handed to the callers, until the last of them has returned. Where compiled code comes to
//! what it does not know (an operation that was never run, a class that was not met), all of it is done by the
//! engine of the lanes.

use super::calls::DEPTH;
use super::returns::Passed;
use super::{BUDGET, Foreseen};
use crate::code::op::NO_REG;
use crate::core::NO_FRAME;
use crate::domain::Domain;
use crate::lanes;
use crate::machine::Machine;
use crate::machine::compiled::{Ahead, Hot, Others, Start};
use crate::platform::Platform;

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// What compiled code foresees; none where it does not know.
    #[inline]
    pub(super) fn look_compiled(
        &mut self,
        cell: u32,
        values: &[D::Value],
        sole: &dyn Fn(u32) -> Option<D::Value>,
    ) -> Option<Foreseen> {
        let Hot { compiler: Some(compiler), tuning, results, .. } = &mut self.hot else {
            return None;
        };
        let core = D::words(&mut self.core)?;
        let mut others = Others::new(&mut self.platform, sole);
        let mut ahead = Ahead {
            cell,
            values: D::to_words(values)?,
            zero: 0,
            one: 0,
            other: lanes::first(values.len()),
            results: &mut results.0,
            spent: 0,
            depth: DEPTH as u32,
            beyond: &mut others,
        };
        let mut frame = core.frames.len() - 1;
        let mut start = Start { frame, pc: core.pc, returned: NO_REG };
        let mut handed = Handed::default();
        while compiler.look(core, tuning.looks, start, &mut ahead) {
            ahead.join(&handed);
            loop {
                let real = core.frames[frame];
                if real.caller == NO_FRAME || ahead.lanes() == 0 {
                    return (ahead.spent <= BUDGET).then(|| ahead.foreseen());
                }
                frame = real.caller as usize;
                start = Start { frame, pc: real.return_pc, returned: real.dst };
                let returns = &mut self.room.returns;
                let mut by =
                    |bits| returns.of(&mut core.domain, &core.code, real.return_pc, real.dst, bits);
                if ahead.stays_zero(&mut by) {
                    continue;
                }
                handed = ahead.hand_on(by);
                if ahead.lanes() != 0 {
                    break;
                }
                ahead.join(&handed);
            }
            ahead.lay_out();
        }
        None
    }
}

/// Lanes whose result the caller has handed on, by what it returns, and the operations that all have followed by then.
#[derive(Default)]
struct Handed {
    zero: u64,
    one: u64,
    other: u64,
    spent: u32,
}

impl Ahead<'_> {
    /// The lanes that have an answer.
    #[inline]
    fn lanes(&self) -> u64 {
        self.zero | self.one | self.other
    }

    /// Whether all lanes return 0, and the caller does nothing but return it too: mostly there is no more to it.
    #[inline]
    fn stays_zero(&mut self, by: &mut impl FnMut(u64) -> Option<Passed>) -> bool {
        if self.one | self.other != 0 {
            return false;
        }
        let Some(Passed { bits: 0, operations }) = by(0) else { return false };
        self.spent += operations;
        true
    }

    /// Lets a caller hand on what was returned where it does nothing else with it; the other lanes stay.
    #[inline]
    fn hand_on(&mut self, mut by: impl FnMut(u64) -> Option<Passed>) -> Handed {
        let mut handed = Handed::default();
        for (bits, lanes) in [(0, &mut self.zero), (1, &mut self.one)] {
            if *lanes == 0 {
                continue;
            }
            let Some(passed) = by(bits) else { continue };
            let lanes = std::mem::take(lanes);
            handed.spent = handed.spent.max(self.spent + passed.operations);
            match passed.bits {
                0 => handed.zero |= lanes,
                1 => handed.one |= lanes,
                bits => {
                    handed.other |= lanes;
                    lanes::of(lanes).for_each(|lane| self.results[lane] = bits);
                }
            }
        }
        handed
    }

    /// Takes lanes in again.
    fn join(&mut self, handed: &Handed) {
        self.zero |= handed.zero;
        self.one |= handed.one;
        self.other |= handed.other;
        self.spent = self.spent.max(handed.spent);
    }

    /// Puts all that was returned among the results.
    fn lay_out(&mut self) {
        lanes::of(self.zero).for_each(|lane| self.results[lane] = 0);
        lanes::of(self.one).for_each(|lane| self.results[lane] = 1);
        self.other |= std::mem::take(&mut self.zero) | std::mem::take(&mut self.one);
    }

    /// The answers of lanes that have come to the end.
    #[inline]
    fn foreseen(&self) -> Foreseen {
        let mut found = Foreseen { zero: self.zero, other: self.one };
        for lane in lanes::of(self.other) {
            found.zero |= u64::from(self.results[lane] == 0) << lane;
            found.other |= u64::from(self.results[lane] != 0) << lane;
        }
        found
    }
}
