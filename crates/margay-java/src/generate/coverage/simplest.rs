//! The simplest case for what is covered: of several paths that cover the same, the first is not the one to read.

use super::{CoverageRecorder, Covered, PathCoverage};
use crate::generate::Criterion;
use rustc_hash::FxHashMap;

/// What cases that are kept cover, each with the size of the smallest such case.
#[derive(Clone, Default)]
pub(super) struct Simplest {
    sizes: FxHashMap<Vec<Covered>, usize>,
}

impl CoverageRecorder {
    /// Whether a case covers just what a kept one does, and there is less of it to read. One that covers
    /// something new is kept whatever its size is.
    pub fn is_simpler(
        &mut self,
        path: &PathCoverage,
        criterion: Criterion,
        size: usize,
        is_new: bool,
    ) -> bool {
        let mut items = self.items(path, criterion);
        items.sort_unstable();
        match self.simplest.sizes.get_mut(&items) {
            Some(least) if size < *least => {
                *least = size;
                true
            }
            Some(_) => false,
            None => {
                if is_new {
                    self.simplest.sizes.insert(items, size);
                }
                false
            }
        }
    }
}
