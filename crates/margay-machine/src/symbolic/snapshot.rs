//! A copy of everything a path has decided, to be compared with what going back restores.

use super::{State, Symbolic};
use crate::memory::Ref;
use margay_logic::TermId;

/// What a path has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    assertions: Vec<TermId>,
    facts: Vec<(TermId, bool)>,
    fixed: Vec<(TermId, u64)>,
    /// References of which something is decided.
    references: Vec<(usize, State)>,
    objects: Vec<Ref>,
    open: Vec<Ref>,
}

impl Symbolic {
    /// A copy of what is decided. Terms and references that only came to be known since count as
    /// unchanged.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            assertions: self.solver.assertions().to_vec(),
            facts: sorted(self.facts.iter().map(|(term, holds)| (*term, *holds))),
            fixed: sorted(self.fixed.iter().map(|(term, bits)| (*term, *bits))),
            references: self.references.decisions().collect(),
            objects: sorted(self.references.objects()),
            open: sorted(self.open.iter().copied()),
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
