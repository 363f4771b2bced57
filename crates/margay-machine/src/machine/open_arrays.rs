//! Arrays through references that stay open: their length, and their elements at places that may be undecided.

use super::Machine;
use super::calls::Stop;
use super::slow::narrow;
use crate::code::op::{NO_PC, Op, Pc, Reg};
use crate::domain::Domain;
use crate::memory::Ref;
use crate::outcome::Want;
use crate::platform::Platform;
use margay_ir::{ClassKind, Storage};

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Does an operation on an array that is not decided.
    pub(super) fn through_open_array(&mut self, op: Op) -> Stop<D> {
        let done = match op {
            Op::ArrayLen { dst, array } => self.open_length(dst, array, NO_PC),
            Op::ArrayLenOr { dst, array, fail } => self.open_length(dst, array, fail),
            Op::ArrayLoad { dst, array, index } => self.open_load(dst, array, index),
            Op::ArrayStore { array, index, value }
            | Op::ArrayStoreNarrow { array, index, value } => self.open_store(array, index, value),
            Op::CheckIndex { array, index, check } => {
                self.is_inside_open(array, index, check).map(|is_inside| {
                    self.core.pc += u32::from(is_inside);
                })
            }
            Op::LoadChecked { dst, array, index, check } => {
                match self.is_inside_open(array, index, check) {
                    Ok(true) => self.open_load(dst, array, index),
                    Ok(false) => Ok(()),
                    Err(stop) => Err(stop),
                }
            }
            Op::StoreChecked { array, index, value, check } => {
                match self.is_inside_open(array, index, check) {
                    Ok(true) => self.open_store(array, index, value),
                    Ok(false) => Ok(()),
                    Err(stop) => Err(stop),
                }
            }
            op => unreachable!("{op:?} is no operation on an array"),
        };
        done.err().flatten()
    }

    fn length_of_open(&mut self, array: Reg) -> Result<D::Value, Stop<D>> {
        let reference = self.register(array);
        let crate::core::Core { domain, memory, .. } = &mut self.core;
        domain.length_open(memory, reference).map_err(|need| self.lack(need))
    }

    fn open_length(&mut self, dst: Reg, array: Reg, fail: Pc) -> Result<(), Stop<D>> {
        if self.is_null_at(array, fail)? {
            return Ok(());
        }
        let length = self.length_of_open(array)?;
        self.set_register(dst, length);
        self.core.pc += 1;
        Ok(())
    }

    /// Whether an access is within the array. If not, what follows is in place.
    fn is_inside_open(&mut self, array: Reg, index: Reg, check: u32) -> Result<bool, Stop<D>> {
        let check = self.core.code.index_checks[check as usize];
        if self.is_null_at(array, check.null)? {
            return Ok(false);
        }
        let length = self.length_of_open(array)?;
        self.is_below(index, length, check)
    }

    /// The element at a place that is decided.
    fn element_at(&mut self, array: D::Value, place: u32) -> Result<D::Value, Stop<D>> {
        let crate::core::Core { domain, memory, world, .. } = &mut self.core;
        domain.read_open(memory, world, array, place).map_err(|need| self.lack(need))
    }

    fn set_element(&mut self, array: D::Value, place: u32, value: D::Value) -> Result<(), Stop<D>> {
        let crate::core::Core { domain, memory, world, .. } = &mut self.core;
        domain.write_open(memory, world, array, place, value).map_err(|need| self.lack(need))
    }

    /// An object like the array, and what elements it has.
    fn like(&mut self, array: Reg) -> Result<(Ref, Storage), Stop<D>> {
        let object = self.located(array)?;
        let class = self.core.memory.class_of(object);
        match self.core.world.loaded(class).kind {
            ClassKind::Array { elem, .. } => Ok((object, elem)),
            _ => Err(self.ask_object(array)),
        }
    }

    /// Reads an element; the index is within bounds but may be undecided.
    fn open_load(&mut self, dst: Reg, array: Reg, index: Reg) -> Result<(), Stop<D>> {
        let (reference, place) = (self.register(array), self.register(index));
        let value = match self.core.domain.plain(place) {
            Some(place) => self.element_at(reference, place as u32)?,
            None => {
                let (object, elements) = self.like(array)?;
                if elements == Storage::Ref {
                    return Err(self.want(Want::Number(place)));
                }
                let mut values = Vec::new();
                for at in 0..self.core.memory.room(object) {
                    values.push(self.element_at(reference, at)?);
                }
                let value = self.core.domain.element(elements.value_type(), &values, place);
                value.ok_or_else(|| self.want(Want::Number(place)))?
            }
        };
        self.set_register(dst, value);
        self.core.pc += 1;
        Ok(())
    }

    /// Writes an element; the index is within bounds but may be undecided.
    fn open_store(&mut self, array: Reg, index: Reg, value: Reg) -> Result<(), Stop<D>> {
        let (object, elements) = self.like(array)?;
        let class = self.core.memory.class_of(object);
        let (reference, place) = (self.register(array), self.register(index));
        let value = self.register(value);
        let value = narrow(&mut self.core.domain, &self.core.world, class, value);
        match self.core.domain.plain(place) {
            Some(place) => self.set_element(reference, place as u32, value)?,
            None if elements == Storage::Ref => return Err(self.want(Want::Number(place))),
            None => {
                let ty = elements.value_type();
                for at in 0..self.core.memory.room(object) {
                    let old = self.element_at(reference, at)?;
                    let new = self.core.domain.stored(ty, at, old, place, value);
                    let new = new.ok_or_else(|| self.want(Want::Number(place)))?;
                    self.set_element(reference, at, new)?;
                }
            }
        }
        self.core.pc += 1;
        Ok(())
    }
}
