//! Code that is traced tells when a method and a line begin, and what is put into variables
//! (`margay.rt.Trace`), as a debugger sees it. Only machines that replay a case for somebody to look at
//! run such code.

use super::Lowering;
use crate::pool::Reason;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::{Type, Value};

const TRACE: &str = "margay/rt/Trace";

impl Lowering<'_, '_> {
    /// The method begins: its parameters have values.
    pub(super) fn trace_entry(&mut self, parameters: &[(u16, Value)]) {
        if self.is_traced {
            self.build.call(Dispatch::Static, TRACE, "enter", "()V", &[]);
            parameters.iter().for_each(|(slot, value)| self.tell_local(*slot, *value));
        }
    }

    /// An instruction begins: a line may begin there.
    pub(super) fn trace_line(&mut self) -> Result<(), Reason> {
        let pos = Pos(self.code.offsets[self.at as usize]);
        if self.is_traced && self.build.begins_line(pos) {
            self.refresh_unwind()?;
            self.build.call(Dispatch::Static, TRACE, "line", "()V", &[]);
        }
        Ok(())
    }

    /// A variable has got a value.
    pub(super) fn trace_local(&mut self, slot: u16, value: Value) -> Result<(), Reason> {
        if self.is_traced {
            self.refresh_unwind()?;
            self.tell_local(slot, value);
        }
        Ok(())
    }

    fn tell_local(&mut self, slot: u16, value: Value) {
        let descriptor = match self.build.ty(value) {
            Type::I32 => "(II)V",
            Type::I64 => "(IJ)V",
            Type::F32 => "(IF)V",
            Type::F64 => "(ID)V",
            Type::Ref => "(ILjava/lang/Object;)V",
        };
        let slot = self.build.int(slot.into());
        self.build.call(Dispatch::Static, TRACE, "local", descriptor, &[slot, value]);
    }
}
