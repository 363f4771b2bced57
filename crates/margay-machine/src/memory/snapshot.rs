//! A copy of everything in a memory, to be compared with what going back restores.

use super::{Cells, ClassState, Memory, ProgramOutput, Ref};
use crate::container::Container;
use crate::domain::Domain;

/// What a program can observe of a memory at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<V> {
    pub(super) cells: Cells<V>,
    pub(super) statics: Vec<V>,
    pub(super) states: Vec<ClassState>,
    pub(super) strings: Vec<Ref>,
    pub(super) mirrors: Vec<Ref>,
    pub(super) containers: Vec<Container>,
    output: ProgramOutput,
}

impl<D: Domain> Memory<D> {
    /// A copy of what the memory holds. Tables that only grew since, because a class was loaded
    /// or a constant met, count as unchanged.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<D::Value> {
        Snapshot {
            cells: self.cells.clone(),
            statics: trimmed(&self.statics, &D::constant(0)),
            states: trimmed(&self.states, &ClassState::Fresh),
            strings: trimmed(&self.strings, &0),
            mirrors: trimmed(&self.mirrors, &0),
            containers: self.containers[..self.live_containers as usize].to_vec(),
            output: self.output.clone(),
        }
    }
}

/// The entries up to the last one that is not as it was in the beginning.
pub(super) fn trimmed<T: Clone + PartialEq>(table: &[T], initial: &T) -> Vec<T> {
    let end = table.iter().rposition(|entry| entry != initial).map_or(0, |last| last + 1);
    table[..end].to_vec()
}
