//! What keeps a search from being a proof.
//!
//! Each place that can lose a path tells so, and this is where it ends: a loop that could have gone on,
//! inputs that were left out by a bound, and everything else, after which nobody knows.

use std::collections::BTreeSet;

/// What a search has left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gaps {
    /// Places where a loop or a recursion was given up.
    pub loops: BTreeSet<String>,
    /// Bounds on inputs that were in force.
    pub bounds: BTreeSet<String>,
    /// Everything else.
    pub unknown: BTreeSet<String>,
}

impl Gaps {
    /// Adds those of another part.
    pub fn add(&mut self, other: Gaps) {
        self.loops.extend(other.loops);
        self.bounds.extend(other.bounds);
        self.unknown.extend(other.unknown);
    }
}
