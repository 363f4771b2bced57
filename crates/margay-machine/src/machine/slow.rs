//! Operations that are rare or long enough to be functions of their own.

use super::Machine;
use super::calls::Stop;
use crate::code::op::{NO_PC, NO_REG, Reg};
use crate::domain::Domain;
use crate::memory::{Memory, OutOfMemory, Ref};
use crate::outcome::Want;
use crate::platform::{Fault, Platform};
use margay_ir::{BinOp, ClassId, ClassKind, Conv, Storage, StrId, Type, World};

/// A known value as a reference.
#[inline(always)]
pub(super) fn as_ref<D: Domain>(value: D::Value) -> Ref {
    D::known(value).unwrap_or_default() as Ref
}

/// A known value as an `i32`.
#[inline(always)]
pub(super) fn as_i32<D: Domain>(value: D::Value) -> i32 {
    D::known(value).unwrap_or_default() as u32 as i32
}

/// The second of two plain values; none if one of them is not.
#[inline(always)]
pub(super) fn both<D: Domain>(first: D::Value, second: D::Value) -> Option<u32> {
    D::known(first).and(D::known(second)).map(|bits| bits as u32)
}

/// Whether a reference is null. The domain is asked unless it is plain: this is a branch.
#[inline(always)]
pub(super) fn is_null<D: Domain>(domain: &mut D, reference: D::Value, object: Ref) -> bool {
    match D::known(reference) {
        Some(bits) => bits == 0,
        None => domain.is_null(reference).unwrap_or(object == 0),
    }
}

/// Whether a non-null reference may be stored in an array.
pub(super) fn is_storable<D: Domain>(
    world: &World,
    memory: &Memory<D>,
    array: Ref,
    value: Ref,
) -> bool {
    match world.loaded(memory.class_of(array)).kind {
        ClassKind::Array { component: Some(component), .. } => {
            world.is_subclass(memory.class_of(value), component)
        }
        _ => true,
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
        match self.platform.string(&mut self.core, string) {
            Ok(object) => self.finish(dst, Ok(object)),
            Err(abrupt) => {
                let pc = self.core.pc;
                self.abrupt(abrupt, NO_REG, pc)
            }
        }
    }

    pub(super) fn class_constant(&mut self, dst: Reg, class: ClassId) -> Stop<D> {
        match self.platform.mirror(&mut self.core, class) {
            Ok(object) => self.finish(dst, Ok(object)),
            Err(abrupt) => {
                let pc = self.core.pc;
                self.abrupt(abrupt, NO_REG, pc)
            }
        }
    }

    /// Makes the exception of a failed check, and runs its constructor.
    pub(super) fn trap(&mut self, dst: Reg, site: u32) -> Stop<D> {
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
        let (reference, receiver) = (self.register(this), self.reference(this));
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
        self.call_site(target, dst, site)
    }

    /// Calls a target with the arguments of a site.
    pub(super) fn call_site(
        &mut self,
        target: crate::code::Target,
        dst: Reg,
        site: u32,
    ) -> Stop<D> {
        let args = self.site_args(site);
        let return_pc = self.core.pc + 1;
        self.call(target, &args, dst, return_pc)
    }
}
