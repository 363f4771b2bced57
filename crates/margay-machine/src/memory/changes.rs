//! What has changed between two moments of a path.

use super::snapshot::trimmed;
use super::{ClassState, Mark, Memory, Ref, Snapshot, Undo};
use crate::domain::Domain;

/// A place that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// A cell of an object.
    Cell(u32),
    /// A static cell.
    Static(u32),
}

impl<D: Domain> Memory<D> {
    /// The places that were there then and hold something else now. None if more has changed than
    /// what places hold: the state of a class, a container, a large array. Constants that were made
    /// since and output do not count: no program sees whether they were made before.
    #[must_use]
    pub fn changes_since(&self, then: &Snapshot<D::Value>) -> Option<Vec<Spot>> {
        let live = &self.containers[..self.live_containers as usize];
        let constants = [(&then.strings, &self.strings), (&then.mirrors, &self.mirrors)];
        let are_kept = constants.iter().all(|(then, now)| are_kept(then, now));
        let cells = self.cells.changes_since(&then.cells)?;
        if trimmed(&self.states, &ClassState::Fresh) != then.states
            || live != then.containers
            || !are_kept
        {
            return None;
        }
        let cells = cells.into_iter().map(Spot::Cell);
        let count = self.statics.len().max(then.statics.len());
        let old = |cell: u32| then.statics.get(cell as usize).copied().unwrap_or(D::constant(0));
        let statics = (0..count as u32).filter(|cell| self.get_static(*cell) != old(*cell));
        Some(cells.chain(statics.map(Spot::Static)).collect())
    }

    /// The places that hold something else than when the mark was made, which is the newest one. None
    /// if more than that has happened.
    #[must_use]
    pub fn rewritten_since(&self, mark: Mark) -> Option<Vec<(Spot, D::Value)>> {
        let printed = (self.output.out.len(), self.output.err.len()) != (mark.out, mark.err);
        if printed || self.cells.top() != mark.top || self.live_containers != mark.containers {
            return None;
        }
        let mut found: Vec<(Spot, D::Value)> = Vec::new();
        for undo in &self.trail[mark.trail..] {
            let (spot, value) = match *undo {
                Undo::Cell(at, _) => (Spot::Cell(at), self.cells.get(at)),
                Undo::Static(at, _) => (Spot::Static(at), self.statics[at as usize]),
                _ => return None,
            };
            if !found.iter().any(|(other, _)| *other == spot) {
                found.push((spot, value));
            }
        }
        Some(found)
    }

    /// The objects that cells belong to, given by their ascending addresses, with the place of each in
    /// its object. None for a header, and for what says how long an array is.
    #[must_use]
    pub fn owners(&self, cells: &[u32]) -> Vec<Option<(Ref, u32)>> {
        let mut objects = self.objects_from((1, 0)).peekable();
        let mut at = None;
        let owner = |cell: &u32| {
            while let Some(object) = objects.next_if(|object| object <= cell) {
                at = Some(object);
            }
            let object = at?;
            let index = cell.checked_sub(object + 1)?;
            (index < self.room(object)).then_some((object, index))
        };
        cells.iter().map(owner).collect()
    }
}

impl<V: Copy + PartialEq> Snapshot<V> {
    /// What a place held that was there then.
    #[must_use]
    pub fn value_at(&self, spot: Spot) -> V {
        match spot {
            Spot::Cell(at) => self.cells.get(at),
            Spot::Static(at) => self.statics.get(at as usize).copied().unwrap_or(self.cells.zero()),
        }
    }
}

/// Whether what was made then is what is there now.
fn are_kept(then: &[Ref], now: &[Ref]) -> bool {
    let now = now.iter().copied().chain(std::iter::repeat(0));
    then.iter().zip(now).all(|(then, now)| *then == 0 || *then == now)
}
