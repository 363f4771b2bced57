//! Calls that somebody decides about.
//!
//! Glue stands before the code of such a method: it stops where the call is about to happen, calls,
//! and stops again when the call has ended, whichever way. Nothing of this costs anything where
//! nobody decides: methods then have no glue. Where somebody decides about other methods only, the glue gives its
//! frame to the function at once.

use super::calls::Stop;
use super::{Machine, Pending};
use crate::code::op::{NO_REG, Op, Reg};
use crate::core::{CallMarkKind, DecidedCalls};
use crate::domain::Domain;
use crate::memory::Ref;
use crate::outcome::{CallEnd, Event};
use crate::platform::Platform;
use margay_ir::MethodId;

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Glue that asks before it calls a function.
    pub(super) fn decision_stub(&mut self, method: MethodId, function: u32) -> u32 {
        let declared = self.core.world.method(method);
        let count = u16::try_from(declared.params.len()).expect("at most 255 arguments");
        let dst = if declared.result.is_some() { count } else { NO_REG };
        let site = self.core.code.add_site((0..count).collect());
        let end = if dst == NO_REG { Op::ReturnVoid } else { Op::Return { src: dst } };
        let ops = [
            Op::Ask,
            Op::Call { dst, function, site },
            Op::Answered { src: dst, threw: false },
            end,
            Op::Answered { src: 0, threw: true },
            Op::Throw { src: 0 },
        ];
        let stub = self.core.code.add_stub(method, count + 1, &ops, Some((1, 4)));
        self.core.code.redirect(method, stub);
        stub
    }

    /// Whether somebody decides about the call at hand: not about those of code that the program
    /// has not called.
    fn is_decided(&self) -> bool {
        let is_wanted = match &self.core.decided_calls {
            DecidedCalls::None => false,
            DecidedCalls::Of(methods) => methods.contains(&self.called()),
            DecidedCalls::All => true,
        };
        is_wanted && self.core.initializing == 0
    }

    pub(super) fn ask_call(&mut self) -> Stop<D> {
        if !self.is_decided() {
            self.core.pc += 1;
            self.give_frame();
            return None;
        }
        self.pending = Some(Pending::Call);
        Some(Event::Call(self.called()))
    }

    /// Gives the frame of the glue to the function that it is about to call, if nothing else needs it.
    fn give_frame(&mut self) {
        let Op::Call { function, .. } = self.core.code.ops[self.core.pc as usize] else { return };
        if self.core.frames.len() <= self.protected_frames {
            return;
        }
        let Some(frame) = self.core.frames.last_mut() else { return };
        // Without room the call fails as others do.
        if frame.depth >= self.core.limits.depth {
            return;
        }
        let callee = &self.core.code.functions[function as usize];
        frame.function = function;
        frame.depth += 1;
        self.top = frame.base + u32::from(callee.registers);
        self.core.pc = callee.entry;
        self.reserve_registers(self.top as usize);
        // Nothing was done that the program would not do.
        self.core.steps -= 1;
    }

    pub(super) fn end_call(&mut self, src: Reg, threw: bool) -> Stop<D> {
        self.core.pc += 1;
        if !self.is_decided() {
            return None;
        }
        let end = match threw {
            true => CallEnd::Threw(self.reference(src)),
            false => CallEnd::Returned((src != NO_REG).then(|| self.register(src))),
        };
        self.core.mark_call(match threw {
            true => CallMarkKind::Threw,
            false => CallMarkKind::Returned,
        });
        Some(Event::CallEnded(end))
    }

    /// The method that is about to be called.
    #[must_use]
    pub fn called(&self) -> MethodId {
        self.core.code.function_at(self.core.pc).method
    }

    /// What the method that is about to be called is given, the receiver first.
    #[must_use]
    pub fn call_arguments(&self, method: MethodId) -> Vec<D::Value> {
        let count = self.core.world.method(method).params.len();
        (0..count as Reg).map(|register| self.register(register)).collect()
    }

    /// Lets the call happen; `hidden` says that paths which differ only inside count as one.
    ///
    /// # Panics
    /// If no call is about to happen.
    pub fn enter_call(&mut self, hidden: bool) {
        let method = self.begin_call();
        self.core.mark_call(CallMarkKind::Begins { method, hidden });
        self.core.pc += 1;
    }

    /// Lets the call not happen: it returns this.
    ///
    /// # Panics
    /// If no call is about to happen.
    pub fn skip_call(&mut self, result: Option<D::Value>) -> Option<Event<D::Value>> {
        let method = self.begin_call();
        self.core.mark_call(CallMarkKind::Begins { method, hidden: true });
        self.core.mark_call(CallMarkKind::Returned);
        self.core.skipped += 1;
        self.leave(result)
    }

    /// Lets the call not happen: it takes these blocks and returns this.
    ///
    /// # Panics
    /// If no call is about to happen.
    pub fn compose_call(
        &mut self,
        result: Option<D::Value>,
        trace: &[u32],
    ) -> Option<Event<D::Value>> {
        let method = self.begin_call();
        self.core.mark_call(CallMarkKind::Begins { method, hidden: false });
        self.core.trace.extend_from_slice(trace);
        self.core.mark_call(CallMarkKind::Returned);
        self.leave(result)
    }

    /// Lets the call not happen: it takes these blocks and throws this.
    ///
    /// # Panics
    /// If no call is about to happen.
    pub fn compose_throw(&mut self, exception: Ref, trace: &[u32]) -> Option<Event<D::Value>> {
        let method = self.begin_call();
        self.core.mark_call(CallMarkKind::Begins { method, hidden: false });
        self.core.trace.extend_from_slice(trace);
        self.core.mark_call(CallMarkKind::Threw);
        self.throw(exception)
    }

    /// Lets the call not happen: it throws this.
    ///
    /// # Panics
    /// If no call is about to happen.
    pub fn fail_call(&mut self, exception: Ref) -> Option<Event<D::Value>> {
        let method = self.begin_call();
        self.core.mark_call(CallMarkKind::Begins { method, hidden: true });
        self.core.mark_call(CallMarkKind::Threw);
        self.core.skipped += 1;
        self.throw(exception)
    }

    fn begin_call(&mut self) -> MethodId {
        assert_eq!(self.pending.take(), Some(Pending::Call), "a call is about to happen");
        self.called()
    }
}
