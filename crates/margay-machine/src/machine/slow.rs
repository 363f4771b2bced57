//! Operations the long way: what the loop leaves to the machine as a whole, since it may stop at a
//! value that is not decided, run other code first, or throw.

use super::Machine;
use super::calls::Stop;
use crate::code::Target;
use crate::code::op::{NO_PC, NO_REG, Op, Reg};
use crate::code::semantics::object;
use crate::domain::Domain;
use crate::memory::{ClassState, Memory, OutOfMemory, Ref};
use crate::outcome::Want;
use crate::platform::{Fault, Platform};
use margay_ir::{BinOp, ClassId, ClassKind, Conv, Name, Storage, StrId, Type, World};

/// A known value as a reference.
#[inline(always)]
pub(super) fn as_ref<D: Domain>(value: D::Value) -> Ref {
    D::known(value).unwrap_or_default() as Ref
}

/// Whether a reference is null. The domain is asked unless it is plain: this is a branch.
#[inline(always)]
pub(super) fn is_null<D: Domain>(domain: &mut D, reference: D::Value, object: Ref) -> bool {
    match D::known(reference) {
        Some(bits) => bits == 0,
        None => domain.is_null(reference).unwrap_or(object == 0),
    }
}

/// The value as an element of the array can hold it. Byte and boolean arrays share their
/// instructions, so the array itself tells which it is.
pub(super) fn narrow<D: Domain>(
    domain: &mut D,
    world: &World,
    class: ClassId,
    value: D::Value,
) -> D::Value {
    let ClassKind::Array { elem, .. } = world.loaded(class).kind else { return value };
    match elem {
        Storage::Bool => domain.binary(BinOp::And, Type::I32, value, D::constant(1)),
        Storage::I8 => domain.convert(Conv::I32ToI8, value),
        Storage::I16 => domain.convert(Conv::I32ToI16, value),
        Storage::U16 => domain.convert(Conv::I32ToU16, value),
        Storage::I32 | Storage::I64 | Storage::F32 | Storage::F64 | Storage::Ref => value,
    }
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Does the operation at `core.pc`, or what must come before it: then it runs again.
    // Inlined around the loop: searches come here every few operations.
    #[inline(always)]
    pub(super) fn slow(&mut self) -> Stop<D> {
        let op = self.core.code.ops[self.core.pc as usize];
        if D::FLOWS {
            self.core.domain.at(self.core.pc);
        }
        match op {
            Op::CallIntrinsic { dst, intrinsic, site } => {
                let return_pc = self.core.pc + 1;
                self.with_args(site, |machine, args| {
                    machine.call_intrinsic(intrinsic, args, dst, return_pc)
                })
            }
            Op::CallTarget { dst, site } => self.call_cached(dst, site),
            Op::CallInit { dst, class, site } => {
                self.once_ready(class, |machine| machine.call_cached(dst, site))
            }
            Op::Call { dst, function, site } => {
                self.call_site(Target::Function(function), dst, site)
            }
            Op::InitDone { class } => self.init_done(ClassId::from_u32(class)),
            Op::Ask => self.ask_call(),
            Op::Answered { src, threw } => self.end_call(src, threw),
            Op::Entered { counter } => self.entered(counter),
            Op::Join => self.join(),
            Op::Header { counter, inner } => self.header(counter, inner),
            Op::Counted { counter, a, b } => self.counted(counter, a, b),
            Op::Resolve { pending } => self.resolve(pending),
            Op::Unsupported { reason } => {
                self.refuse(self.core.world.text(Name::from_u32(reason)).to_string())
            }
            _ => match self.unknown_object(&op) {
                Some(reg) if self.core.domain.keeps_open() => self.through_open(op, reg),
                Some(reg) => self.decide_object(reg),
                None => self.slow_data(op),
            },
        }
    }

    /// The register of an operand that must be an object, if that is to be decided first.
    #[inline(always)]
    fn unknown_object(&self, op: &Op) -> Option<Reg> {
        let (first, second) = match *op {
            Op::Compare { ty: Type::Ref, a, b, .. } => {
                let core = &self.core;
                match core.domain.is_wider(&core.world, self.register(a), self.register(b)) {
                    true => (b, Some(a)),
                    false => (a, Some(b)),
                }
            }
            Op::CheckStorable { array, value, .. } => (array, Some(value)),
            Op::CheckIndex { array: object, .. }
            | Op::CheckCast { object, .. }
            | Op::InstanceOf { object, .. }
            | Op::ArrayLen { array: object, .. }
            | Op::ArrayLenOr { array: object, .. }
            | Op::ArrayLoad { array: object, .. }
            | Op::ArrayStore { array: object, .. }
            | Op::ArrayStoreNarrow { array: object, .. }
            | Op::LoadChecked { array: object, .. }
            | Op::StoreChecked { array: object, .. }
            | Op::GetField { object, .. }
            | Op::GetFieldOr { object, .. }
            | Op::PutField { object, .. }
            | Op::PutFieldOr { object, .. }
            | Op::Throw { src: object }
            | Op::InitFailed { exception: object, .. } => (object, None),
            Op::CallOr { site, .. } | Op::CallVirtual { site, .. } => {
                (self.core.code.sites[site as usize].args[0], None)
            }
            _ => return None,
        };
        let is_unknown = |reg: &Reg| object(&self.core.domain, self.register(*reg)).is_none();
        Some(first).filter(is_unknown).or_else(|| second.filter(is_unknown))
    }

    /// Puts the constant into a register that it is known to hold, or asks for the object.
    pub(super) fn decide_object(&mut self, reg: Reg) -> Stop<D> {
        match self.core.domain.plain(self.register(reg)) {
            Some(bits) => {
                self.set_register(reg, D::constant(bits));
                None
            }
            None => self.ask_object(reg),
        }
    }

    /// The same for operations on values, and on objects that are decided.
    #[inline(always)]
    fn slow_data(&mut self, op: Op) -> Stop<D> {
        let next = self.core.pc + 1;
        match op {
            Op::JumpEq { target, .. }
            | Op::JumpNe { target, .. }
            | Op::JumpLt { target, .. }
            | Op::JumpGe { target, .. }
            | Op::JumpEqImm { target, .. }
            | Op::JumpNeImm { target, .. }
            | Op::JumpLtImm { target, .. }
            | Op::JumpGeImm { target, .. }
            | Op::JumpIf { when: true, target, .. } => self.undecided(next, target),
            Op::JumpIf { when: false, target, .. } => self.undecided(target, next),
            Op::JumpNull { .. }
            | Op::JumpNonNull { .. }
            | Op::JumpSame { .. }
            | Op::JumpDifferent { .. }
                if self.core.domain.keeps_open() =>
            {
                self.ask_open()
            }
            Op::JumpNull { a, .. } | Op::JumpNonNull { a, .. } => self.ask_null(a),
            Op::JumpSame { a, b, .. } | Op::JumpDifferent { a, b, .. } => self.ask_same(a, b),
            Op::TableSwitch { value, table } => self.table_switch(value, table),
            Op::LookupSwitch { value, table } => self.lookup_switch(value, table),
            Op::CheckBounds { index, length, fail } => self.check_bounds(index, length, fail),
            Op::CheckIndex { array, index, check } => self.check_index(array, index, check),
            Op::CheckStorable { array, value, fail } => {
                if D::FLOWS {
                    // Whether it may depends on what both are.
                    let (array, value) = (self.register(array), self.register(value));
                    let _ = self.core.domain.is_same(array, value);
                }
                self.check_storable(self.reference(array), value, fail)
            }
            Op::CheckCast { object, fail, class } => self.check_cast(object, class, fail),
            Op::InstanceOf { dst, object, class } => self.instance_of(dst, object, class),
            Op::ArrayLen { dst, array } | Op::ArrayLenOr { dst, array, .. } => {
                self.empty_length(dst, self.reference(array))
            }
            Op::ArrayLoad { dst, array, index } => {
                self.load_somewhere(dst, self.reference(array), index)
            }
            Op::ArrayStore { array, index, value }
            | Op::ArrayStoreNarrow { array, index, value } => {
                self.store_somewhere(self.reference(array), index, value)
            }
            Op::LoadChecked { dst, array, index, check } => {
                self.load_checked(dst, array, index, check)
            }
            Op::StoreChecked { array, index, value, check } => {
                self.store_checked(array, index, value, check)
            }
            Op::GetField { dst, object, slot } | Op::GetFieldOr { dst, object, slot, .. } => {
                self.read_open(dst, self.reference(object), u32::from(slot))
            }
            Op::GetStaticInit { class, .. } | Op::PutStaticInit { class, .. } => {
                self.initialize(ClassId::from_u32(class))
            }
            // A class that is ready has no room left.
            Op::New { .. } => self.fault(&Fault::OutOfMemory),
            Op::NewInit { class, .. } => {
                self.once_ready(class, |machine| machine.fault(&Fault::OutOfMemory))
            }
            Op::NewArray { dst, len, class } => self.new_array(dst, len, ClassId::from_u32(class)),
            Op::NewMultiArray { dst, site } => self.new_multi_array(dst, site),
            Op::Str { dst, string } => self.string_constant(dst, StrId::from_u32(string)),
            Op::ClassConst { dst, class } => self.class_constant(dst, ClassId::from_u32(class)),
            Op::Trap { dst, site } => self.trap(dst, site),
            Op::CallOr { dst, function, site } => {
                self.call_site(Target::Function(function), dst, site)
            }
            // The callee is known, but there is no room for it.
            Op::CallVirtual { dst, site } => self.call_selected(dst, site),
            Op::Throw { src } => self.throw(self.reference(src)),
            Op::InitFailed { class, exception } => {
                self.init_failed(ClassId::from_u32(class), self.reference(exception))
            }
            op => unreachable!("{op:?} goes another way"),
        }
    }

    /// Initialises a class first, unless it is ready.
    fn once_ready(&mut self, class: u32, then: impl FnOnce(&mut Self) -> Stop<D>) -> Stop<D> {
        let class = ClassId::from_u32(class);
        if self.core.memory.is_ready(class) { then(self) } else { self.initialize(class) }
    }

    fn init_done(&mut self, class: ClassId) -> Stop<D> {
        self.core.memory.set_state(class, ClassState::Ready);
        self.core.resume_program();
        self.core.pc += 1;
        None
    }

    /// Calls what a site says.
    pub(super) fn call_cached(&mut self, dst: Reg, site: u32) -> Stop<D> {
        self.call_site(self.core.code.sites[site as usize].cached, dst, site)
    }

    /// The object that a register refers to; the operation has asked for it before.
    pub(super) fn reference(&self, reg: Reg) -> Ref {
        self.core.domain.bits(self.register(reg)).unwrap_or_default() as Ref
    }

    fn set_reference(&mut self, dst: Reg, object: Ref) {
        self.set_register(dst, D::constant(u64::from(object)));
    }

    /// Reads a cell that looks undecided, and waits for its value if it is.
    pub(super) fn read_open(&mut self, dst: Reg, object: Ref, index: u32) -> Stop<D> {
        let address = Memory::<D>::address(object, index);
        if self.core.memory.awaits(address) {
            return self.await_cell(address);
        }
        let value = self.core.memory.cell(address);
        let value = self.read(object, index, value);
        self.set_register(dst, value);
        self.core.pc += 1;
        None
    }

    /// The length of an array that has none so far.
    pub(super) fn empty_length(&mut self, dst: Reg, array: Ref) -> Stop<D> {
        if let Some(cell) = self.core.memory.awaits_length(array) {
            return self.await_cell(cell);
        }
        let length = self.core.memory.sized(array).unwrap_or(D::constant(0));
        self.set_register(dst, length);
        self.core.pc += 1;
        None
    }

    /// A value that an operation has made of others, for a domain that follows them.
    pub(super) fn made(&mut self, value: D::Value, of: &[D::Value]) -> D::Value {
        if D::FLOWS { self.core.domain.made(value, of) } else { value }
    }

    /// A value that was read from a cell, for a domain that follows it.
    pub(super) fn read(&mut self, object: Ref, index: u32, value: D::Value) -> D::Value {
        if !D::FLOWS {
            return value;
        }
        let location = self.core.memory.location(object, index);
        let value = self.core.domain.read(location, D::constant(u64::from(object)), value);
        self.core.domain.made(value, &[])
    }

    /// A value as it is written to a cell.
    pub(super) fn written(&mut self, object: Ref, index: u32, value: D::Value) -> D::Value {
        if !D::FLOWS {
            return value;
        }
        let location = self.core.memory.location(object, index);
        let value = self.core.domain.write(location, D::constant(u64::from(object)), value);
        self.core.domain.made(value, &[])
    }

    /// Puts an object made by the platform into a register and goes on.
    fn finish(&mut self, dst: Reg, made: Result<Ref, OutOfMemory>) -> Stop<D> {
        match made {
            Ok(object) => {
                self.set_reference(dst, object);
                self.core.pc += 1;
                None
            }
            Err(OutOfMemory) => self.fault(&Fault::OutOfMemory),
        }
    }

    pub(super) fn new_array(&mut self, dst: Reg, len: Reg, class: ClassId) -> Stop<D> {
        let value = self.register(len);
        let size = |bits: u64| (bits as u32 as i32).unsigned_abs();
        let made = if let Some(bits) = self.core.domain.plain(value) {
            self.core.memory.allocate(class, size(bits))
        } else if let Some(bits) = self.core.domain.bits(value) {
            self.core.memory.allocate_sized(class, size(bits), value)
        } else {
            return self.want(Want::Size(value));
        };
        self.finish(dst, made)
    }

    pub(super) fn new_multi_array(&mut self, dst: Reg, site: u32) -> Stop<D> {
        let site = self.core.code.multi_arrays[site as usize].clone();
        let mut dims = Vec::with_capacity(site.dims.len());
        for reg in &site.dims {
            let value = self.register(*reg);
            match self.core.domain.concretize(value) {
                Some(bits) => dims.push((bits as u32 as i32).unsigned_abs()),
                None => return self.want(Want::Number(value)),
            }
        }
        let made = self.nested_arrays(site.class, &dims);
        self.finish(dst, made)
    }

    fn nested_arrays(&mut self, class: ClassId, dims: &[u32]) -> Result<Ref, OutOfMemory> {
        let array = self.core.memory.allocate(class, dims[0])?;
        let component = match self.core.world.loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } if dims.len() > 1 => component,
            _ => return Ok(array),
        };
        for index in 0..dims[0] {
            let inner = self.nested_arrays(component, &dims[1..])?;
            self.core.memory.set(array, index, D::constant(u64::from(inner)));
        }
        Ok(array)
    }

    pub(super) fn string_constant(&mut self, dst: Reg, string: StrId) -> Stop<D> {
        let before = self.core.memory.used();
        match self.platform.string(&mut self.core, string) {
            Ok(object) => {
                self.core.made_constant(before);
                self.finish(dst, Ok(object))
            }
            Err(abrupt) => {
                let pc = self.core.pc;
                self.abrupt(abrupt, NO_REG, pc)
            }
        }
    }

    pub(super) fn class_constant(&mut self, dst: Reg, class: ClassId) -> Stop<D> {
        let before = self.core.memory.used();
        match self.platform.mirror(&mut self.core, class) {
            Ok(object) => {
                self.core.made_constant(before);
                self.finish(dst, Ok(object))
            }
            Err(abrupt) => {
                let pc = self.core.pc;
                self.abrupt(abrupt, NO_REG, pc)
            }
        }
    }

    /// Makes the exception of a failed check, and runs its constructor.
    pub(super) fn trap(&mut self, dst: Reg, site: u32) -> Stop<D> {
        self.pause_meter();
        let site = self.core.code.traps[site as usize].clone();
        let args: Vec<D::Value> = site.args.iter().map(|reg| self.register(*reg)).collect();
        let made = self.platform.trap(&mut self.core, site.trap, &args, site.text, site.class);
        let pc = self.core.pc;
        let raise = match made {
            Ok(raise) => raise,
            Err(abrupt) => return self.abrupt(abrupt, NO_REG, pc),
        };
        let (object, constructor) = match self.make_exception(&raise) {
            Ok(made) => made,
            Err(stop) => return stop,
        };
        self.set_reference(dst, object);
        let mut values = vec![D::constant(u64::from(object))];
        values.extend(raise.args);
        match self.target_of(constructor) {
            Ok(target) => self.call(target, &values, NO_REG, pc + 1),
            Err(reason) => self.refuse(reason),
        }
    }

    /// Calls what the receiver's class has for the method of the site.
    pub(super) fn call_selected(&mut self, dst: Reg, site: u32) -> Stop<D> {
        let this = self.core.code.sites[site as usize].args[0];
        let null = self.core.code.sites[site as usize].null;
        let reference = self.register(this);
        let receiver = match self.located(this) {
            Ok(receiver) => receiver,
            Err(stop) => return stop,
        };
        if null != NO_PC && is_null(&mut self.core.domain, reference, receiver) {
            self.core.pc = null;
            return None;
        }
        if !self.core.domain.has_class(receiver) && !std::mem::take(&mut self.answered) {
            let method = self.core.code.sites[site as usize].method.expect("the site is resolved");
            return self.want(Want::Override(receiver, method));
        }
        let class = self.core.memory.class_of(receiver);
        let target = if self.core.code.sites[site as usize].cached_class == class.as_u32() {
            self.core.code.sites[site as usize].cached
        } else {
            match self.select(site, class) {
                Ok(target) => target,
                Err(stop) => return stop,
            }
        };
        if D::FLOWS
            && let Target::Function(_) = target
        {
            let depth = self.core.depth() + 1;
            self.core.domain.called(depth, reference);
        }
        self.call_site(target, dst, site)
    }

    /// Calls a target with the arguments of a site.
    pub(super) fn call_site(&mut self, target: Target, dst: Reg, site: u32) -> Stop<D> {
        let return_pc = self.core.pc + 1;
        self.with_args(site, |machine, args| machine.call(target, args, dst, return_pc))
    }
}
