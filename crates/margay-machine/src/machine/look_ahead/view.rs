//! The memory as the lanes see it: as it is, with the assumed value in one cell.

use crate::code::op::Pc;
use crate::core::Core;
use crate::domain::Domain;
use crate::machine::slow::{as_i32, as_ref, is_storable};
use crate::memory::{Memory, Ref};
use margay_ir::ClassId;

/// What an operation does in one lane, or in all of them.
pub(super) enum Did<V> {
    Value(V),
    /// Gives the value assumed.
    Assumed,
    Next,
    Jump(Pc),
    /// Something else than computing.
    Stuck,
    /// Not the same in all lanes, although its operands are.
    Varies,
}

pub(super) struct View<'a, D: Domain> {
    pub core: &'a Core<D>,
    /// The cell whose value is assumed, and its value if one lane is looked at.
    pub assumed: u32,
    pub value: Option<D::Value>,
    /// The one value that another undecided cell can have.
    pub sole: &'a dyn Fn(u32) -> Option<D::Value>,
}

impl<D: Domain> View<'_, D> {
    pub fn load(&self, object: Ref, index: u32) -> Did<D::Value> {
        let address = Memory::<D>::address(object, index);
        if address == self.assumed {
            return Did::Assumed;
        }
        let value = self.core.memory.cell(address);
        if D::is_undecided(value) && self.core.memory.awaits(address) {
            return (self.sole)(address).map_or(Did::Stuck, Did::Value);
        }
        Did::Value(value)
    }

    /// Storing what is there already changes nothing.
    pub fn store(&self, object: Ref, index: u32, value: D::Value) -> Did<D::Value> {
        let there = match self.load(object, index) {
            Did::Value(there) => there,
            Did::Assumed => match self.value {
                Some(assumed) => assumed,
                None => return Did::Varies,
            },
            _ => return Did::Stuck,
        };
        if there == value { Did::Next } else { Did::Stuck }
    }

    fn length(&self, array: Ref) -> Result<u32, Did<D::Value>> {
        let length = match self.core.memory.awaits_length(array) {
            None => return Ok(self.core.memory.len(array)),
            Some(cell) if cell == self.assumed => self.value.ok_or(Did::Varies)?,
            Some(cell) => (self.sole)(cell).ok_or(Did::Stuck)?,
        };
        D::known(length).map(|length| length as u32).ok_or(Did::Stuck)
    }

    pub fn array_len(&self, array: Ref) -> Did<D::Value> {
        match self.length(array) {
            Ok(length) => Did::Value(D::constant(u64::from(length))),
            Err(did) => did,
        }
    }

    /// Whether an index is inside an array. What is not becomes an exception, which tells the
    /// index and the length: more than computing.
    pub fn check_index(&self, array: D::Value, index: D::Value) -> Did<D::Value> {
        let (array, index) = (as_ref::<D>(array), as_i32::<D>(index));
        if array == 0 {
            return Did::Stuck;
        }
        match self.length(array) {
            Ok(length) if (index as u32) < length => Did::Next,
            Ok(_) => Did::Stuck,
            Err(did) => did,
        }
    }

    pub fn load_checked(&self, array: D::Value, index: D::Value) -> Did<D::Value> {
        match self.check_index(array, index) {
            Did::Next => self.load(as_ref::<D>(array), as_i32::<D>(index) as u32),
            did => did,
        }
    }

    pub fn is_instance(&self, object: Ref, class: u32) -> bool {
        let (actual, wanted) = (self.core.memory.class_of(object), ClassId::from_u32(class));
        actual == wanted || self.core.world.is_subclass(actual, wanted)
    }

    pub fn is_storable(&self, array: Ref, value: Ref) -> bool {
        value == 0 || is_storable(&self.core.world, &self.core.memory, array, value)
    }
}
