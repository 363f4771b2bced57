//! Which objects were made since the heap had some size: allocation is a stack.

use super::{Memory, Ref};
use crate::domain::Domain;

impl<D: Domain> Memory<D> {
    /// The end of the heap, in cells and in pages of large arrays.
    pub(crate) fn end(&self) -> (u32, u32) {
        self.cells.top().parts()
    }

    /// The objects behind what was the end of the heap once, in the order of their addresses.
    pub(crate) fn objects_from(&self, (near, far): (u32, u32)) -> impl Iterator<Item = Ref> + '_ {
        let end = self.cells.near() as u32;
        let cells = |object: &Ref| match self.lengths.get(object) {
            Some(cell) => cell - object + 1,
            None => 1 + self.len(*object),
        };
        let next = move |object: &Ref| Some(object + cells(object)).filter(|next| *next < end);
        let near = std::iter::successors(Some(near).filter(|first| *first < end), next);
        near.chain(self.cells.far_objects(far, |at| self.len(at)))
    }
}
