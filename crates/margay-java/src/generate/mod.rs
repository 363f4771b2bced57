//! Unit tests from symbolic execution.
//!
//! A [`Generator`] holds a machine that searches and one that replays. Each [`method`] is searched
//! for its paths, each of which becomes a test case if its replay takes the same path; [`coverage`]
//! says what the cases cover, and a [`recipe`] how a test builds its input.

mod conditions;
mod coverage;
mod expression;
mod generator;
mod losses;
mod mentioned;
mod method;
mod options;
mod points;
mod recipe;
mod replay;
mod selection;

pub use generator::Generator;
pub use options::{Criterion, GenerateOptions, InputOptions, IntRange};
pub use selection::{MethodFilter, SelectedMethods};

use crate::budget::Budget;

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct GenerateProgress<'a> {
    /// The method at work.
    pub method: &'a str,
    /// Its paths so far.
    pub paths: u64,
    /// Those of them that became cases.
    pub cases: usize,
}

/// What watches over a search, and is told how far it is.
#[derive(Clone, Copy)]
pub struct Watching<'a> {
    /// What ends it early.
    pub budget: &'a Budget,
    /// Told now and then.
    pub progress: &'a dyn Fn(GenerateProgress<'_>),
}
