//! The memory as the lanes see it: as it is, with the assumed value in one cell, and not to be
//! changed.

use crate::code::Code;
use crate::code::semantics::View;
use crate::core::Core;
use crate::domain::Domain;
use crate::memory::{Memory, Ref};
use margay_ir::{ClassId, World};

/// Why lanes have no result.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    /// It takes more than computing.
    Stuck,
    /// It is the value assumed.
    Assumed,
    /// It is not the same in all lanes, although the operands are.
    Varies,
}

pub(super) struct Supposed<'a, D: Domain> {
    pub core: &'a Core<D>,
    /// The cell whose value is assumed, and its value if one lane is looked at.
    pub assumed: u32,
    pub value: Option<D::Value>,
    /// The one value that another undecided cell can have.
    pub sole: &'a dyn Fn(u32) -> Option<D::Value>,
}

impl<D: Domain> View<D> for Supposed<'_, D> {
    type Refusal = Refusal;

    const STUCK: Refusal = Refusal::Stuck;

    #[inline(always)]
    fn code(&self) -> &Code {
        &self.core.code
    }

    #[inline(always)]
    fn memory(&self) -> &Memory<D> {
        &self.core.memory
    }

    #[inline(always)]
    fn world(&self) -> &World {
        &self.core.world
    }

    #[inline(always)]
    fn domain(&self) -> &D {
        &self.core.domain
    }

    /// What is only assumed is nothing for the domain to see.
    #[inline(always)]
    fn is_null(&mut self, _: D::Value, object: Ref) -> bool {
        object == 0
    }

    #[inline(always)]
    fn load(&self, object: Ref, index: u32) -> Result<D::Value, Refusal> {
        let address = Memory::<D>::address(object, index);
        if address == self.assumed {
            return self.value.ok_or(Refusal::Assumed);
        }
        let value = self.core.memory.cell(address);
        if D::is_undecided(value) && self.core.memory.awaits(address) {
            return (self.sole)(address).ok_or(Refusal::Stuck);
        }
        Ok(value)
    }

    #[inline(always)]
    fn length(&self, array: Ref) -> Result<u32, Refusal> {
        let length = match self.core.memory.awaits_length(array) {
            None => return Ok(self.core.memory.len(array)),
            Some(cell) if cell == self.assumed => self.value.ok_or(Refusal::Varies)?,
            Some(cell) => (self.sole)(cell).ok_or(Refusal::Stuck)?,
        };
        D::known(length).map(|length| length as u32).ok_or(Refusal::Stuck)
    }

    /// Storing what is there already changes nothing.
    #[inline(always)]
    fn store(&mut self, object: Ref, index: u32, value: D::Value) -> Result<(), Refusal> {
        match self.load(object, index) {
            Ok(there) if there == value => Ok(()),
            Err(Refusal::Assumed) => Err(Refusal::Varies),
            _ => Err(Refusal::Stuck),
        }
    }

    #[inline(always)]
    fn store_static(&mut self, _: u32, _: D::Value) -> Result<(), Refusal> {
        Err(Refusal::Stuck)
    }

    #[inline(always)]
    fn narrow(&mut self, _: ClassId, _: D::Value) -> Result<D::Value, Refusal> {
        Err(Refusal::Stuck)
    }
}
