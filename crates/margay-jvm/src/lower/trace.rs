//! Code that is traced tells when a method and a line begin, and what is put into variables
//! (`margay.rt.Trace`), as a debugger sees it. Only machines that replay a case for somebody to look at
//! run such code.
//!
//! Lines at which a [condition](crate::condition) stands ask it.

use super::Lowering;
use crate::bytecode::Decoded;
use crate::condition::{HOLDS, LineCall};
use crate::pool::Reason;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::{Type, Value};

const TRACE: &str = "margay/rt/Trace";

impl Lowering<'_, '_> {
    /// The method begins: its parameters have values.
    pub(super) fn trace_entry(&mut self, parameters: &[(u16, Value)]) {
        if self.tells.is_traced {
            self.build.call(Dispatch::Static, TRACE, "enter", "()V", &[]);
            parameters.iter().for_each(|(slot, value)| self.tell_local(*slot, *value));
        }
    }

    /// An instruction begins: a line may begin there.
    pub(super) fn trace_line(&mut self) -> Result<(), Reason> {
        let pos = Pos(self.code.offsets[self.at as usize]);
        if self.tells.is_traced && self.build.begins_line(pos) {
            self.refresh_unwind()?;
            self.build.call(Dispatch::Static, TRACE, "line", "()V", &[]);
        }
        Ok(())
    }

    /// A variable has got a value.
    pub(super) fn trace_local(&mut self, slot: u16, value: Value) -> Result<(), Reason> {
        if self.tells.is_traced {
            self.refresh_unwind()?;
            self.tell_local(slot, value);
        }
        Ok(())
    }

    /// An instruction begins: conditions may stand there.
    pub(super) fn ask_conditions(&mut self) -> Result<(), Reason> {
        let offset = self.code.offsets[self.at as usize];
        let asked = self.tells.asked;
        for call in asked.iter().filter(|call| call.offsets.contains(&offset)) {
            let mut values = Vec::new();
            for (slot, ty) in &call.slots {
                values.push(self.local(*slot, *ty)?);
            }
            self.refresh_unwind()?;
            let (class, descriptor) = (&call.class, &call.descriptor);
            self.build.call(Dispatch::Static, class, HOLDS, descriptor, &values);
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

/// The variables that conditions read, with the instructions before which they do.
pub(super) fn reads(code: &Decoded, asked: &[&LineCall]) -> Vec<(u32, u16)> {
    let places = asked.iter().flat_map(|call| {
        let instructions = call.offsets.iter().filter_map(|offset| code.at(*offset));
        instructions.flat_map(|at| call.slots.iter().map(move |(slot, _)| (at, *slot)))
    });
    places.collect()
}
