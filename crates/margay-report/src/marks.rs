//! What a picture highlights: values that were changed, objects that are new.

use rustc_hash::{FxHashMap, FxHashSet};

/// Fields and elements that were changed, with what they held before, and objects that were not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    changed: FxHashMap<(usize, usize), String>,
    fresh: FxHashSet<usize>,
}

impl Marks {
    /// Marks a field or element by its object's place and its own.
    pub fn add(&mut self, place: usize, slot: usize, before: String) {
        self.changed.insert((place, slot), before);
    }

    /// Marks a new object by its place.
    pub fn add_fresh(&mut self, place: usize) {
        self.fresh.insert(place);
    }

    /// What was there before, if it is marked.
    #[must_use]
    pub fn before(&self, place: usize, slot: usize) -> Option<&str> {
        self.changed.get(&(place, slot)).map(String::as_str)
    }

    /// Whether an object is new.
    #[must_use]
    pub fn is_fresh(&self, place: usize) -> bool {
        self.fresh.contains(&place)
    }
}
