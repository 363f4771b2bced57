//! What a domain is told that wants to see how values get from place to place.

use super::Run;
use crate::code::semantics::{Access, Store};
use crate::domain::{Domain, Location};
use crate::memory::Ref;

impl<D: Domain> Run<'_, '_, D> {
    /// A value that an access has found.
    #[inline(always)]
    pub(super) fn found(
        &mut self,
        what: Access,
        object: D::Value,
        index: D::Value,
        value: D::Value,
    ) -> D::Value {
        let location = match what {
            Access::Field(slot, _) => self.parts.memory.location(self.bits(object), slot.into()),
            Access::Element | Access::ElementInside => {
                self.parts.memory.location(self.bits(object), self.bits(index))
            }
            Access::Static(cell, _) => Location::Static(cell),
            _ => return value,
        };
        self.parts.domain.read(location, object, value)
    }

    /// A value as it is stored; null has no cells.
    #[inline(always)]
    pub(super) fn kept(
        &mut self,
        what: Store,
        object: D::Value,
        index: D::Value,
        value: D::Value,
    ) -> D::Value {
        let location = match what {
            Store::Static(cell, _) => Location::Static(cell),
            _ if self.bits(object) == 0 => return value,
            Store::Field(slot, _) => self.parts.memory.location(self.bits(object), slot.into()),
            Store::Element | Store::Narrowed | Store::ElementInside => {
                self.parts.memory.location(self.bits(object), self.bits(index))
            }
        };
        self.parts.domain.write(location, object, value)
    }

    fn bits(&self, value: D::Value) -> Ref {
        self.parts.domain.bits(value).unwrap_or_default() as Ref
    }
}
