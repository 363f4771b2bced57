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
        while compiler.look(core, tuning.looks, start, &mut ahead) {
            loop {
                let real = core.frames[frame];
                if real.caller == NO_FRAME || ahead.zero | ahead.one | ahead.other == 0 {
                    return (ahead.spent <= BUDGET).then(|| ahead.foreseen());
                }
                frame = real.caller as usize;
                start = Start { frame, pc: real.return_pc, returned: real.dst };
                let returns = &mut self.room.returns;
                let passed = ahead.pass(|bits| {
                    returns.of(&mut core.domain, &core.code, real.return_pc, real.dst, bits)
                });
                if !passed {
                    break;
                }
            }
            ahead.lay_out();
        }
        None
    }
}

impl Ahead<'_> {
    /// Lets a caller hand on what was returned, if it does nothing else; false if it does.
    #[inline]
    fn pass(&mut self, mut by: impl FnMut(u64) -> Option<Passed>) -> bool {
        if self.other != 0 {
            return false;
        }
        let unasked = Some(Passed { bits: 0, operations: 0 });
        let zero = if self.zero == 0 { unasked } else { by(0) };
        let one = if self.one == 0 { unasked } else { by(1) };
        let (Some(zero), Some(one)) = (zero, one) else { return false };
        self.spent += zero.operations.max(one.operations);
        let told = [
            (std::mem::take(&mut self.zero), zero.bits),
            (std::mem::take(&mut self.one), one.bits),
        ];
        for (mask, bits) in told {
            match bits {
                0 => self.zero |= mask,
                1 => self.one |= mask,
                bits => {
                    self.other |= mask;
                    lanes::of(mask).for_each(|lane| self.results[lane] = bits);
                }
            }
        }
        true
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
