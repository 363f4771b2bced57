//! What the search of a part of a method's paths tells, in order. It is plain data: the part may have
//! been searched by another thread.

use super::coverage::PathCoverage;
use margay_search::Decisions;
use margay_search::generate::case::{Effort, Loss, Losses, TestCase};
use rustc_hash::FxHashMap;

/// A path that has ended.
pub(super) struct PathRecord {
    pub decisions: Decisions,
    /// What was lost since the path before.
    pub losses: Vec<(LossKind, String)>,
    pub case: Option<Box<FoundCase>>,
    /// What the part has taken so far.
    pub effort: Effort,
}

/// A test case, and what its replay covers.
pub(super) struct FoundCase {
    pub case: TestCase,
    pub coverage: PathCoverage,
}

/// The end of a part.
pub(super) struct PartEnd {
    /// What was lost since its last path.
    pub losses: Vec<(LossKind, String)>,
    /// What it has taken.
    pub effort: Effort,
    /// Why it ended early, if the clock or the user has ended it.
    pub stopped: Option<String>,
    /// Where the search goes on, if something is left of the part.
    pub next: Option<Decisions>,
}

/// The lists of [`Losses`], in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LossKind {
    Bounds,
    Concretized,
    Unsupported,
    Unknown,
    Diverged,
}

/// What was lost, by what and where.
#[derive(Default)]
pub(super) struct LossCounts {
    counts: [FxHashMap<String, u64>; 5],
}

impl LossCounts {
    pub fn add(&mut self, kind: LossKind, what: String) {
        *self.counts[kind as usize].entry(what).or_default() += 1;
    }

    pub fn finish(self, stopped: Option<String>) -> Losses {
        let [bounds, concretized, unsupported, unknown, diverged] = self.counts.map(|counts| {
            let mut list: Vec<Loss> =
                counts.into_iter().map(|(what, count)| Loss { what, count }).collect();
            list.sort_by(|a, b| a.what.cmp(&b.what));
            list
        });
        Losses { bounds, concretized, unsupported, unknown, diverged, stopped }
    }
}
