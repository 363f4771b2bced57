//! Operations through references that stay open: what a domain can do without knowing which object one
//! is, is done; where it has to know, it is asked for.

use super::Machine;
use super::calls::Stop;
use crate::code::Target;
use crate::code::op::{NO_PC, Op, Pc, Reg};
use crate::domain::{Domain, Need};
use crate::memory::Ref;
use crate::platform::Platform;
use margay_ir::{Cond, Type};

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Does an operation on a reference that is not decided.
    pub(super) fn through_open(&mut self, op: Op, reg: Reg) -> Stop<D> {
        if self.core.domain.plain(self.register(reg)).is_some() {
            return self.decide_object(reg);
        }
        match op {
            Op::Compare { cond, ty: Type::Ref, dst, a, b } => self.compare_open(cond, dst, a, b),
            Op::GetField { dst, object, slot } => self.get_open(dst, object, slot, NO_PC),
            Op::GetFieldOr { dst, object, slot, fail } => self.get_open(dst, object, slot, fail),
            Op::PutField { object, slot, value } => self.put_open(object, slot, value, NO_PC),
            Op::PutFieldOr { object, slot, value, fail } => {
                self.put_open(object, slot, value, fail)
            }
            Op::CheckCast { object, fail, class } => self.check_cast(object, class, fail),
            Op::InstanceOf { dst, object, class } => self.instance_of(dst, object, class),
            Op::CheckStorable { array, value, fail } => match self.located(array) {
                Ok(array) => self.check_storable(array, value, fail),
                Err(stop) => stop,
            },
            Op::ArrayLen { .. }
            | Op::ArrayLenOr { .. }
            | Op::ArrayLoad { .. }
            | Op::ArrayStore { .. }
            | Op::ArrayStoreNarrow { .. }
            | Op::CheckIndex { .. }
            | Op::LoadChecked { .. }
            | Op::StoreChecked { .. } => self.through_open_array(op),
            Op::CallOr { dst, function, site } => {
                let null = self.core.code.sites[site as usize].null;
                match self.is_open_null(reg) {
                    Ok(true) => {
                        self.core.pc = null;
                        None
                    }
                    Ok(false) => self.call_site(Target::Function(function), dst, site),
                    Err(stop) => stop,
                }
            }
            Op::CallVirtual { dst, site } => self.call_selected(dst, site),
            _ => self.decide_object(reg),
        }
    }

    /// Stops for what has to be known; then the operation at `core.pc` runs again.
    pub(super) fn lack(&mut self, need: Need<D::Value>) -> Stop<D> {
        match need {
            Need::Choice => self.ask(2),
            Need::Want(want) => self.want(want),
        }
    }

    /// Stops at a question about open references that is not decided. Where a jump asks it, the jump runs
    /// again: loops over references are counted in the same way whether these are open or not.
    pub(super) fn ask_open(&mut self) -> Stop<D> {
        let need = self.core.domain.need();
        self.lack(need)
    }

    fn is_open_null(&mut self, reg: Reg) -> Result<bool, Stop<D>> {
        let value = self.register(reg);
        match self.core.domain.is_null(value) {
            Some(is_null) => Ok(is_null),
            None => Err(self.ask_open()),
        }
    }

    /// An object that has the class of a reference; null if that is null.
    pub(super) fn located(&mut self, reg: Reg) -> Result<Ref, Stop<D>> {
        let value = self.register(reg);
        if !self.core.domain.keeps_open() || self.core.domain.bits(value).is_some() {
            return Ok(self.reference(reg));
        }
        if self.is_open_null(reg)? {
            return Ok(0);
        }
        self.core.domain.stand_in(value).map_err(|need| self.lack(need))
    }

    fn compare_open(&mut self, cond: Cond, dst: Reg, a: Reg, b: Reg) -> Stop<D> {
        let (left, right) = (self.register(a), self.register(b));
        match self.core.domain.is_same(left, right) {
            Some(same) => {
                let holds = same == (cond == Cond::Eq);
                self.set_register(dst, D::constant(u64::from(holds)));
                self.core.pc += 1;
                None
            }
            None => self.ask_open(),
        }
    }

    /// Goes where a null reference goes, if it is one: whether it is may have to be asked.
    pub(super) fn is_null_at(&mut self, object: Reg, fail: Pc) -> Result<bool, Stop<D>> {
        let is_null = fail != NO_PC && self.is_open_null(object)?;
        if is_null {
            self.core.pc = fail;
        }
        Ok(is_null)
    }

    fn get_open(&mut self, dst: Reg, object: Reg, slot: u16, fail: Pc) -> Stop<D> {
        match self.is_null_at(object, fail) {
            Ok(false) => {}
            Ok(true) => return None,
            Err(stop) => return stop,
        }
        let reference = self.register(object);
        let crate::core::Core { domain, memory, world, .. } = &mut self.core;
        match domain.read_open(memory, world, reference, u32::from(slot)) {
            Ok(value) => {
                self.set_register(dst, value);
                self.core.pc += 1;
                None
            }
            Err(need) => self.lack(need),
        }
    }

    fn put_open(&mut self, object: Reg, slot: u16, value: Reg, fail: Pc) -> Stop<D> {
        match self.is_null_at(object, fail) {
            Ok(false) => {}
            Ok(true) => return None,
            Err(stop) => return stop,
        }
        let (reference, value) = (self.register(object), self.register(value));
        let crate::core::Core { domain, memory, world, .. } = &mut self.core;
        match domain.write_open(memory, world, reference, u32::from(slot), value) {
            Ok(()) => {
                self.core.pc += 1;
                None
            }
            Err(need) => self.lack(need),
        }
    }
}
