//! The arrays of a memory of plain words, as compiled code sees them.

use super::Memory;
use crate::concrete::Concrete;
use crate::machine::compiled::MemoryArrays;

impl Memory<Concrete> {
    /// The arrays that compiled code works on.
    #[inline]
    pub(crate) fn arrays(&mut self) -> MemoryArrays<'_> {
        MemoryArrays {
            cells: self.cells.near_mut(),
            limit: self.limit,
            statics: &mut self.statics,
            states: &self.states,
            strings: &self.strings,
            old: self.old,
            marked: self.marked,
            open: self.open.clone(),
        }
    }
}
