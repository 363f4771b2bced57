//! What a search loses on its way: counted by what it is, with its place.

use margay_search::generate::case::{Loss, Losses};
use margay_search::generate::render::conjunction;
use rustc_hash::FxHashMap;

/// That no call sequence makes an object, and on which paths.
pub(super) fn unmade(class: &str, at: &str, condition: &[String]) -> (LossKind, String) {
    let when = match condition {
        [] => String::new(),
        condition => format!(" when {}", conjunction(condition)),
    };
    (LossKind::Unmade, format!("no {class} can be made{at}{when}"))
}

/// What was lost, by what and where.
#[derive(Clone, Default)]
pub(super) struct LossTally {
    counts: [FxHashMap<String, u64>; 6],
}

/// The lists of [`Losses`], in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LossKind {
    Bounds,
    Concretized,
    Unsupported,
    Unmade,
    Unknown,
    Diverged,
}

impl LossTally {
    /// Forgets what a search loses that goes less far than the next one.
    pub fn forget_bounds(&mut self) {
        let bounds = [LossKind::Bounds, LossKind::Unknown];
        bounds.iter().for_each(|kind| self.counts[*kind as usize].clear());
    }

    /// Counts one.
    pub fn add(&mut self, kind: LossKind, what: String) {
        *self.counts[kind as usize].entry(what).or_default() += 1;
    }

    /// All that was lost, and why the search was stopped if it was.
    pub fn finish(self, stopped: Option<String>) -> Losses {
        let [bounds, concretized, unsupported, unmade, unknown, diverged] =
            self.counts.map(|counts| {
                let mut list: Vec<Loss> =
                    counts.into_iter().map(|(what, count)| Loss { what, count }).collect();
                list.sort_by(|a, b| a.what.cmp(&b.what));
                list
            });
        Losses { bounds, concretized, unsupported, unmade, unknown, diverged, stopped }
    }
}
