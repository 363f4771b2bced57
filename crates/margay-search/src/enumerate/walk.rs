//! A walk through the objects of a space that goes back a step at a time: values given to cells that
//! nobody has read change nothing of what was walked before, so the next such cell is looked for from
//! where the last one was found.

use super::space::{Space, cells_of};
use margay_ir::World;
use margay_machine::ref_bits::RefBits;
use margay_machine::{Domain, Memory, Ref};

/// The objects met, in breadth-first order from the root, through decided cells.
#[derive(Default)]
pub(super) struct Walk {
    order: Vec<Ref>,
    seen: RefBits,
    /// The object that is looked at, by its place; those before it have led to all they lead to.
    at: usize,
}

/// How far a walk has come.
#[derive(Clone, Copy)]
pub(super) struct Place {
    met: usize,
    at: usize,
}

impl Walk {
    /// Begins anew.
    pub fn begin(&mut self, root: Ref) {
        self.go_back(Place { met: 0, at: 0 });
        self.meet(root);
    }

    fn meet(&mut self, object: Ref) {
        self.seen.insert(object);
        self.order.push(object);
    }

    pub fn place(&self) -> Place {
        Place { met: self.order.len(), at: self.at }
    }

    /// Goes back to where it has been before.
    pub fn go_back(&mut self, place: Place) {
        for object in self.order.drain(place.met..) {
            self.seen.remove(object);
        }
        self.at = place.at;
    }

    /// Whether the root is looked at.
    pub fn is_at_root(&self) -> bool {
        self.at == 0
    }

    /// The object that is looked at; none behind the last.
    pub fn object(&self) -> Option<Ref> {
        self.order.get(self.at).copied()
    }

    /// Goes to the next object, once all cells of the present one are as they are to be.
    pub fn advance<D: Domain>(&mut self, space: &Space, world: &World, memory: &Memory<D>) {
        let Some(object) = self.object() else { return };
        space.each_reference(world, memory, object, |cell| {
            let target = D::known(memory.cell(cell)).unwrap_or_default() as Ref;
            if target != 0 && !self.seen.contains(target) && !memory.awaits(cell) {
                self.meet(target);
            }
        });
        self.at += 1;
    }

    /// Walks on to the first undecided cell, and stays at its object.
    pub fn untouched<D: Domain>(
        &mut self,
        space: &Space,
        world: &World,
        memory: &Memory<D>,
    ) -> Option<u32> {
        while let Some(object) = self.object() {
            let length = memory.awaits_length(object);
            let open = || cells_of::<D>(memory, object).find(|cell| memory.awaits(*cell));
            if let Some(cell) = length.or_else(open) {
                return Some(cell);
            }
            self.advance(space, world, memory);
        }
        None
    }
}
