//! One operation on the scratch registers.

use super::{Attempt, DEPTH, ROOM, Scratch};
use crate::code::op::{NO_PC, NO_REG, Op, Pc, Reg};
use crate::code::{CallSite, Target};
use crate::core::NO_FRAME;
use crate::domain::Domain;
use crate::machine::slow::{as_i32, as_ref, is_storable};
use crate::memory::Ref;
use crate::platform::{Peek, Platform};
use margay_ir::{BinOp, ClassId, Cond, Conv, StrId, Type};

/// How one operation went.
pub(super) enum Step<V> {
    Next,
    Jump(Pc),
    /// The method looked at has returned.
    Returned(Option<V>),
    /// Something else than computing comes next.
    Stuck,
}

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    /// Takes over the registers of a real frame.
    pub(super) fn copy_frame(&mut self, frame: usize) -> bool {
        let real = self.machine.core.frames[frame];
        let size = self.size(real.function);
        if size > ROOM {
            return false;
        }
        let from = real.base as usize;
        self.scratch.registers[..size]
            .copy_from_slice(&self.machine.core.registers[from..from + size]);
        self.base = 0;
        self.frame = frame;
        self.varying.clear();
        true
    }

    fn size(&self, function: u32) -> usize {
        usize::from(self.machine.core.code.functions[function as usize].registers)
    }

    #[inline(always)]
    pub(super) fn reg(&self, reg: Reg) -> D::Value {
        self.scratch.registers[self.base + usize::from(reg)]
    }

    pub(super) fn reference(&self, reg: Reg) -> Ref {
        as_ref::<D>(self.reg(reg))
    }

    #[inline(always)]
    pub(super) fn set(&mut self, reg: Reg, value: D::Value) -> Step<D::Value> {
        if reg != NO_REG {
            let register = self.base + usize::from(reg);
            self.scratch.registers[register] = value;
            self.varying.retain(|(varying, _)| *varying != register);
        }
        Step::Next
    }

    fn set_bool(&mut self, reg: Reg, value: bool) -> Step<D::Value> {
        self.set(reg, D::constant(u64::from(value)))
    }

    pub(super) fn step(&mut self, op: Op) -> Step<D::Value> {
        match op {
            Op::Move { dst, src } => self.set(dst, self.reg(src)),
            Op::Const { dst, bits } => self.set(dst, D::constant(u64::from(bits))),
            Op::Wide { dst, index } => {
                let bits = self.machine.core.code.wide[index as usize];
                self.set(dst, D::constant(bits))
            }
            Op::Jump { target } => Step::Jump(target),
            Op::JumpNull { a, target } => jump_when(self.reference(a) == 0, target),
            Op::JumpNonNull { a, target } => jump_when(self.reference(a) != 0, target),
            Op::JumpSame { a, b, target } => {
                jump_when(self.reference(a) == self.reference(b), target)
            }
            Op::JumpDifferent { a, b, target } => {
                jump_when(self.reference(a) != self.reference(b), target)
            }
            Op::JumpEq { a, b, target } => self.compare(Cond::Eq, a, b, target),
            Op::JumpNe { a, b, target } => self.compare(Cond::Ne, a, b, target),
            Op::JumpLt { a, b, target } => self.compare(Cond::Lt, a, b, target),
            Op::JumpGe { a, b, target } => self.compare(Cond::Ge, a, b, target),
            Op::JumpEqImm { a, imm, target } => self.compare_with(Cond::Eq, a, imm, target),
            Op::JumpNeImm { a, imm, target } => self.compare_with(Cond::Ne, a, imm, target),
            Op::JumpLtImm { a, imm, target } => self.compare_with(Cond::Lt, a, imm, target),
            Op::JumpGeImm { a, imm, target } => self.compare_with(Cond::Ge, a, imm, target),
            Op::JumpIf { cond, ty, when, a, b, target } => {
                let (a, b) = (self.reg(a), self.reg(b));
                match self.machine.core.domain.test(cond, ty, a, b) {
                    Some(holds) => jump_when(holds == when, target),
                    None => Step::Stuck,
                }
            }
            Op::Return { src } => self.leave(Some(self.reg(src))),
            Op::ReturnVoid => self.leave(None),
            Op::Call { .. }
            | Op::CallOr { .. }
            | Op::CallInit { .. }
            | Op::CallTarget { .. }
            | Op::CallVirtual { .. }
            | Op::CallIntrinsic { .. } => self.call(op),
            Op::TableSwitch { .. } | Op::LookupSwitch { .. } => self.switch(op),
            _ => self.access(op),
        }
    }

    fn compare(&mut self, cond: Cond, a: Reg, b: Reg, target: Pc) -> Step<D::Value> {
        let (a, b) = (self.reg(a), self.reg(b));
        match self.machine.core.domain.test(cond, Type::I32, a, b) {
            Some(holds) => jump_when(holds, target),
            None => Step::Stuck,
        }
    }

    fn compare_with(&mut self, cond: Cond, a: Reg, imm: i32, target: Pc) -> Step<D::Value> {
        let (a, b) = (self.reg(a), D::constant(u64::from(imm as u32)));
        match self.machine.core.domain.test(cond, Type::I32, a, b) {
            Some(holds) => jump_when(holds, target),
            None => Step::Stuck,
        }
    }

    fn switch(&self, op: Op) -> Step<D::Value> {
        let code = &self.machine.core.code;
        match op {
            Op::TableSwitch { value, table } => {
                let table = &code.table_switches[table as usize];
                let offset = as_i32::<D>(self.reg(value)).wrapping_sub(table.low) as u32;
                Step::Jump(table.targets.get(offset as usize).copied().unwrap_or(table.default))
            }
            Op::LookupSwitch { value, table } => {
                let table = &code.lookup_switches[table as usize];
                let key = as_i32::<D>(self.reg(value));
                let found = table.cases.binary_search_by_key(&key, |(key, _)| *key);
                Step::Jump(found.map_or(table.default, |at| table.cases[at].1))
            }
            _ => Step::Stuck,
        }
    }

    // ---- memory ----

    /// The value of a cell, the assumed one included; none if it is undecided.
    fn cell(&self, object: Ref, index: u32) -> Option<D::Value> {
        let address = crate::memory::Memory::<D>::address(object, index);
        if address == self.cell {
            return Some(self.value);
        }
        let value = self.machine.core.memory.cell(address);
        let undecided = D::is_undecided(value) && self.machine.core.memory.awaits(address);
        (!undecided).then_some(value)
    }

    /// The length of an array, the assumed one included; none if it is undecided.
    fn length(&self, array: Ref) -> Option<u32> {
        match self.machine.core.memory.awaits_length(array) {
            Some(cell) if cell == self.cell => Some(D::known(self.value)? as u32),
            Some(_) => None,
            None => Some(self.machine.core.memory.len(array)),
        }
    }

    fn load(&mut self, dst: Reg, object: Ref, index: u32) -> Step<D::Value> {
        match self.cell(object, index) {
            Some(value) => self.set(dst, value),
            None => Step::Stuck,
        }
    }

    fn store(&mut self, object: Ref, index: u32, value: D::Value) -> Step<D::Value> {
        // Storing what is there already changes nothing.
        if self.cell(object, index) == Some(value) { Step::Next } else { Step::Stuck }
    }

    /// Whether an index is inside an array, or where its failure goes.
    fn check_index(&mut self, array: Ref, index: i32, check: u32) -> Result<(), Step<D::Value>> {
        let check = self.machine.core.code.index_checks[check as usize];
        if array == 0 {
            return Err(if check.null == NO_PC { Step::Stuck } else { Step::Jump(check.null) });
        }
        let length = self.length(array).ok_or(Step::Stuck)?;
        if (index as u32) < length {
            return Ok(());
        }
        self.set(check.length, D::constant(u64::from(length)));
        Err(Step::Jump(check.bounds))
    }

    fn access(&mut self, op: Op) -> Step<D::Value> {
        match op {
            Op::GetField { dst, object, slot } => {
                self.load(dst, self.reference(object), u32::from(slot))
            }
            Op::GetFieldOr { dst, object, slot, fail } => match self.reference(object) {
                0 => Step::Jump(fail),
                object => self.load(dst, object, u32::from(slot)),
            },
            Op::PutField { object, slot, value } => {
                self.store(self.reference(object), u32::from(slot), self.reg(value))
            }
            Op::PutFieldOr { object, slot, value, fail } => match self.reference(object) {
                0 => Step::Jump(fail),
                object => self.store(object, u32::from(slot), self.reg(value)),
            },
            Op::GetStatic { dst, cell } => {
                let value = self.machine.core.memory.get_static(cell);
                self.set(dst, value)
            }
            Op::GetStaticInit { dst, class, cell } => {
                if !self.machine.core.memory.is_ready(ClassId::from_u32(class)) {
                    return Step::Stuck;
                }
                let value = self.machine.core.memory.get_static(cell);
                self.set(dst, value)
            }
            Op::ArrayLen { dst, array } => self.array_len(dst, self.reference(array)),
            Op::ArrayLenOr { dst, array, fail } => match self.reference(array) {
                0 => Step::Jump(fail),
                array => self.array_len(dst, array),
            },
            Op::CheckIndex { array, index, check } => {
                let (array, index) = (self.reference(array), as_i32::<D>(self.reg(index)));
                self.check_index(array, index, check).err().unwrap_or(Step::Next)
            }
            Op::LoadChecked { dst, array, index, check } => {
                let (array, index) = (self.reference(array), as_i32::<D>(self.reg(index)));
                match self.check_index(array, index, check) {
                    Ok(()) => self.load(dst, array, index as u32),
                    Err(step) => step,
                }
            }
            Op::ArrayLoad { dst, array, index } => {
                let (array, index) = (self.reference(array), as_i32::<D>(self.reg(index)));
                self.load(dst, array, index as u32)
            }
            Op::CheckBounds { index, length, fail } => {
                let (index, length) = (as_i32::<D>(self.reg(index)), as_i32::<D>(self.reg(length)));
                jump_when(index as u32 >= length as u32, fail)
            }
            _ => self.compute(op),
        }
    }

    fn array_len(&mut self, dst: Reg, array: Ref) -> Step<D::Value> {
        match self.length(array) {
            Some(length) => self.set(dst, D::constant(u64::from(length))),
            None => Step::Stuck,
        }
    }

    // ---- computing ----

    fn binary(&mut self, op: BinOp, ty: Type, dst: Reg, a: Reg, b: Reg) -> Step<D::Value> {
        let value = self.machine.core.domain.binary(
            op,
            ty,
            self.scratch.registers[self.base + usize::from(a)],
            self.scratch.registers[self.base + usize::from(b)],
        );
        self.set(dst, value)
    }

    fn binary_imm(&mut self, op: BinOp, dst: Reg, a: Reg, imm: i32) -> Step<D::Value> {
        let a = self.reg(a);
        let b = D::constant(u64::from(imm as u32));
        let value = self.machine.core.domain.binary(op, Type::I32, a, b);
        self.set(dst, value)
    }

    fn convert(&mut self, conv: Conv, dst: Reg, a: Reg) -> Step<D::Value> {
        let a = self.reg(a);
        let value = self.machine.core.domain.convert(conv, a);
        self.set(dst, value)
    }

    fn compute(&mut self, op: Op) -> Step<D::Value> {
        match op {
            Op::Add32 { dst, a, b } => self.binary(BinOp::Add, Type::I32, dst, a, b),
            Op::Sub32 { dst, a, b } => self.binary(BinOp::Sub, Type::I32, dst, a, b),
            Op::Mul32 { dst, a, b } => self.binary(BinOp::Mul, Type::I32, dst, a, b),
            Op::And32 { dst, a, b } => self.binary(BinOp::And, Type::I32, dst, a, b),
            Op::Or32 { dst, a, b } => self.binary(BinOp::Or, Type::I32, dst, a, b),
            Op::Xor32 { dst, a, b } => self.binary(BinOp::Xor, Type::I32, dst, a, b),
            Op::AddImm32 { dst, a, imm } => self.binary_imm(BinOp::Add, dst, a, imm),
            Op::MulImm32 { dst, a, imm } => self.binary_imm(BinOp::Mul, dst, a, imm),
            Op::AndImm32 { dst, a, imm } => self.binary_imm(BinOp::And, dst, a, imm),
            Op::ShlImm32 { dst, a, imm } => self.binary_imm(BinOp::Shl, dst, a, imm),
            Op::ShrImm32 { dst, a, imm } => self.binary_imm(BinOp::Shr, dst, a, imm),
            Op::UshrImm32 { dst, a, imm } => self.binary_imm(BinOp::Ushr, dst, a, imm),
            Op::Add64 { dst, a, b } => self.binary(BinOp::Add, Type::I64, dst, a, b),
            Op::Sub64 { dst, a, b } => self.binary(BinOp::Sub, Type::I64, dst, a, b),
            Op::Mul64 { dst, a, b } => self.binary(BinOp::Mul, Type::I64, dst, a, b),
            Op::And64 { dst, a, b } => self.binary(BinOp::And, Type::I64, dst, a, b),
            Op::Xor64 { dst, a, b } => self.binary(BinOp::Xor, Type::I64, dst, a, b),
            Op::AddF64 { dst, a, b } => self.binary(BinOp::Add, Type::F64, dst, a, b),
            Op::MulF64 { dst, a, b } => self.binary(BinOp::Mul, Type::F64, dst, a, b),
            Op::I32ToI64 { dst, a } => self.convert(Conv::I32ToI64, dst, a),
            Op::I64ToI32 { dst, a } => self.convert(Conv::I64ToI32, dst, a),
            Op::Convert { conv, dst, a } => self.convert(conv, dst, a),
            Op::Binary { op, ty, dst, a, b } => self.binary(op, ty, dst, a, b),
            Op::BinaryImm { op, ty, dst, a, imm } => {
                let b = match ty {
                    Type::I64 => D::constant(i64::from(imm) as u64),
                    _ => D::constant(u64::from(i32::from(imm) as u32)),
                };
                let a = self.reg(a);
                let value = self.machine.core.domain.binary(op, ty, a, b);
                self.set(dst, value)
            }
            Op::Neg { ty, dst, a } => {
                let a = self.reg(a);
                let value = self.machine.core.domain.negate(ty, a);
                self.set(dst, value)
            }
            Op::Compare { cond, ty, dst, a, b } => {
                let (a, b) = (self.reg(a), self.reg(b));
                let value = self.machine.core.domain.compare(cond, ty, a, b);
                self.set(dst, value)
            }
            Op::ThreeWay { ty, nan, dst, a, b } => {
                let (a, b) = (self.reg(a), self.reg(b));
                let value = self.machine.core.domain.three_way(ty, nan, a, b);
                self.set(dst, value)
            }
            _ => self.classes(op),
        }
    }

    fn classes(&mut self, op: Op) -> Step<D::Value> {
        let core = &self.machine.core;
        let is_instance = |object: Ref, class: u32| {
            core.world.is_subclass(core.memory.class_of(object), ClassId::from_u32(class))
        };
        match op {
            Op::CheckCast { object, fail, class } => {
                let object = self.reference(object);
                jump_when(object != 0 && !is_instance(object, class), fail)
            }
            Op::InstanceOf { dst, object, class } => {
                let object = self.reference(object);
                let holds = object != 0 && is_instance(object, class);
                self.set_bool(dst, holds)
            }
            Op::CheckStorable { array, value, fail } => {
                let (array, value) = (self.reference(array), self.reference(value));
                let storable = value == 0 || is_storable(&core.world, &core.memory, array, value);
                jump_when(!storable, fail)
            }
            Op::Str { dst, string } => match core.memory.string(StrId::from_u32(string)) {
                0 => Step::Stuck,
                object => self.set(dst, D::constant(u64::from(object))),
            },
            _ => Step::Stuck,
        }
    }

    // ---- calls ----

    fn call(&mut self, op: Op) -> Step<D::Value> {
        let (dst, site, target) = match op {
            Op::Call { dst, function, site } => (dst, site, Target::Function(function)),
            Op::CallOr { dst, function, site } => {
                let call = self.site(site);
                if self.reference(call.args[0]) == 0 {
                    return Step::Jump(call.null);
                }
                (dst, site, Target::Function(function))
            }
            Op::CallInit { dst, class, site } => {
                if !self.machine.core.memory.is_ready(ClassId::from_u32(class)) {
                    return Step::Stuck;
                }
                (dst, site, self.site(site).cached)
            }
            Op::CallTarget { dst, site } => (dst, site, self.site(site).cached),
            Op::CallVirtual { dst, site } => match self.selected(site) {
                Ok(target) => (dst, site, target),
                Err(step) => return step,
            },
            Op::CallIntrinsic { dst, intrinsic, site } => (dst, site, Target::Intrinsic(intrinsic)),
            _ => return Step::Stuck,
        };
        match target {
            Target::Function(function) => self.enter(function, dst, site),
            Target::Intrinsic(intrinsic) => {
                let peek = self.peek(intrinsic, site);
                self.take(peek, dst)
            }
            Target::Accelerated(index) => {
                let accelerated = self.machine.core.code.accelerated[index as usize];
                match self.peek(accelerated.intrinsic, site) {
                    Peek::Own => match self.machine.own_function(index) {
                        Ok(function) => self.enter(function, dst, site),
                        Err(_) => Step::Stuck,
                    },
                    peek => self.take(peek, dst),
                }
            }
        }
    }

    pub(super) fn site(&self, site: u32) -> &CallSite {
        &self.machine.core.code.sites[site as usize]
    }

    /// What a virtual call runs.
    pub(super) fn selected(&mut self, site: u32) -> Result<Target, Step<D::Value>> {
        let core = &self.machine.core;
        let call = &core.code.sites[site as usize];
        let receiver = self.reference(call.args[0]);
        if receiver == 0 {
            return Err(if call.null == NO_PC { Step::Stuck } else { Step::Jump(call.null) });
        }
        let class = core.memory.class_of(receiver);
        if call.cached_class == class.as_u32() {
            return Ok(call.cached);
        }
        let method = call.method.and_then(|method| core.world.select(class, method));
        let target = method.and_then(|method| self.machine.target_of(method).ok());
        target.ok_or(Step::Stuck)
    }

    pub(super) fn enter(&mut self, function: u32, dst: Reg, site: u32) -> Step<D::Value> {
        let (caller, base) = (self.base, self.top());
        let code = &self.machine.core.code;
        let callee = &code.functions[function as usize];
        let (entry, size) = (callee.entry, usize::from(callee.registers));
        if self.single || self.scratch.calls.len() >= DEPTH || base + size > ROOM {
            return Step::Stuck;
        }
        for (index, arg) in code.sites[site as usize].args.iter().enumerate() {
            self.scratch.registers[base + index] =
                self.scratch.registers[caller + usize::from(*arg)];
        }
        self.scratch.calls.push(Scratch { base: caller, return_pc: self.pc + 1, dst });
        self.base = base;
        Step::Jump(entry)
    }

    /// End of the registers of the current scratch frame.
    pub(super) fn top(&self) -> usize {
        self.base + usize::from(self.machine.core.code.function_at(self.pc).registers)
    }

    pub(super) fn peek(&mut self, intrinsic: u32, site: u32) -> Peek<D::Value> {
        let args = &self.machine.core.code.sites[site as usize].args;
        let args: smallvec::SmallVec<[D::Value; 8]> =
            args.iter().map(|arg| self.scratch.registers[self.base + usize::from(*arg)]).collect();
        self.machine.platform.peek(&mut self.machine.core, intrinsic, &args)
    }

    fn take(&mut self, peek: Peek<D::Value>, dst: Reg) -> Step<D::Value> {
        match peek {
            Peek::Value(Some(value)) => self.set(dst, value),
            Peek::Value(None) => Step::Next,
            Peek::Own | Peek::Effect => Step::Stuck,
        }
    }

    fn leave(&mut self, result: Option<D::Value>) -> Step<D::Value> {
        if let Some(call) = self.scratch.calls.pop() {
            let callee = self.base;
            self.varying.retain(|(register, _)| *register < callee);
            self.base = call.base;
            if let Some(value) = result {
                self.set(call.dst, value);
            }
            return Step::Jump(call.return_pc);
        }
        let real = self.machine.core.frames[self.frame];
        if real.caller == NO_FRAME {
            return Step::Returned(result);
        }
        if !self.copy_frame(real.caller as usize) {
            return Step::Stuck;
        }
        if let Some(value) = result {
            self.set(real.dst, value);
        }
        Step::Jump(real.return_pc)
    }
}

fn jump_when<V>(condition: bool, target: Pc) -> Step<V> {
    if condition { Step::Jump(target) } else { Step::Next }
}
