//! A copy of everything a path has decided, to be compared with what going back restores.

use super::path::PathSnapshot;
use super::{ReferenceState, Symbolic};
use crate::memory::Ref;

/// What a path has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    path: PathSnapshot,
    /// References of which something is decided.
    references: Vec<(usize, ReferenceState)>,
    objects: Vec<Ref>,
    open: Vec<Ref>,
}

impl Symbolic {
    /// A copy of what is decided. Terms and references that only came to be known since count as
    /// unchanged.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            path: self.path.snapshot(),
            references: self.references.decisions().collect(),
            objects: sorted(self.references.objects()),
            open: sorted(self.open_classes.iter().copied()),
        }
    }
}

fn sorted(items: impl Iterator<Item = Ref>) -> Vec<Ref> {
    let mut items: Vec<Ref> = items.collect();
    items.sort_unstable();
    items
}
