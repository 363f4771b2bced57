//! What a search is asked to do.

use crate::driver::{Backtrack, Range};

/// What to do with fields that the predicate never read when it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Untouched {
    /// Each combination of their values is a structure of its own.
    #[default]
    Expand,
    /// One structure in which they are free.
    Free,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to get to the next candidate.
    pub backtrack: Backtrack,
    /// Unread fields.
    pub untouched: Untouched,
    /// Whether to look ahead at all values of a cell at once.
    pub multi_value: bool,
    /// The part of the tree to search.
    pub range: Range,
    /// A candidate that takes more steps than this ends the search: the predicate does not.
    pub max_steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            backtrack: Backtrack::Checkpoint,
            untouched: Untouched::Expand,
            multi_value: true,
            range: Range::default(),
            max_steps: u64::MAX,
        }
    }
}
