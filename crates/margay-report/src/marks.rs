//! Values that a picture highlights: what a repair has changed.

use rustc_hash::FxHashMap;

/// Fields and elements that were changed, with what they held before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(FxHashMap<(usize, usize), String>);

impl Marks {
    /// Marks a field or element by its object's place and its own.
    pub fn add(&mut self, place: usize, slot: usize, before: String) {
        self.0.insert((place, slot), before);
    }

    /// What was there before, if it is marked.
    #[must_use]
    pub fn before(&self, place: usize, slot: usize) -> Option<&str> {
        self.0.get(&(place, slot)).map(String::as_str)
    }
}
