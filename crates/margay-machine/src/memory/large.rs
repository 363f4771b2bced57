//! What is done with large arrays, of which only what was written to has memory.

use super::{Memory, OutOfMemory, Ref, Undo, header};
use crate::domain::Domain;
use margay_ir::ClassId;

impl<D: Domain> Memory<D> {
    /// Allocates an array that is far.
    #[cold]
    pub(super) fn allocate_large(&mut self, class: ClassId, len: u32) -> Result<Ref, OutOfMemory> {
        let whole = self.cells.near() + self.cells.far() + len as usize + 1;
        if whole > self.whole_limit || self.cells.real() > self.limit {
            return Err(OutOfMemory);
        }
        let pages = self.cells.pages(len).ok_or(OutOfMemory)?;
        Ok(self.cells.add_far(D::constant(header(class, len)), pages))
    }

    /// The cells of an object but those of which it is known that nothing was ever written to them.
    pub fn written(&self, object: Ref) -> impl Iterator<Item = u32> + '_ {
        let first = Self::address(object, 0);
        self.cells.written(first..first + self.len(object)).map(move |(at, _)| at - first)
    }

    /// Sets a cell that is far.
    #[cold]
    pub(super) fn set_large(&mut self, address: u32, value: D::Value) {
        if self.old_top.covers(address) {
            self.push(Undo::Cell(address, self.cells.get(address)));
        }
        self.cells.set(address, value);
    }

    /// Copies cells some of which are far. What holds nothing is not looked at.
    #[cold]
    pub(super) fn copy_large(&mut self, source: u32, target: u32, count: u32) {
        let content: Vec<(u32, D::Value)> = self.cells.written(source..source + count).collect();
        let replaced: Vec<u32> =
            self.cells.written(target..target + count).map(|(at, _)| at).collect();
        for at in replaced {
            self.set_cell(at, D::constant(0));
        }
        for (at, value) in content {
            self.set_cell(at - source + target, value);
        }
    }
}
