//! Unit tests from symbolic execution.
//!
//! A [`Generator`] holds a machine that searches and one that replays. The paths of a method are
//! searched part by part (`part`), by one thread or several (`search`), or where coverage is wanted from
//! the most promising place (`cover`, `frontier`), now and then from inputs by chance (`draws`); each path becomes a test
//! case if its replay takes the same path (`collect`); a `recipe` says how a test builds its input.
//! In the order of the paths all becomes one report (`merge`), and `coverage` says what the cases
//! cover.

pub(crate) mod arguments;
pub(crate) mod assume;
mod behind;
mod called;
pub(crate) mod calls;
mod collect;
pub(crate) mod conditions;
mod cover;
mod coverage;
mod draws;
mod ending;
mod flow;
mod frontier;
pub(crate) mod generator;
mod given;
pub(crate) mod guided;
mod kept;
mod letters;
mod losses;
pub(crate) mod mentioned;
mod merge;
mod missing;
mod models;
mod observe;
mod options;
mod order;
pub(crate) mod part;
mod partition;
pub(crate) mod points;
mod recipe;
mod record;
mod reduce;
pub(crate) mod replay;
mod rounds;
pub(crate) mod search;
mod seeds;
mod selection;
mod signature;
mod summarize;
mod tree;
mod views;
mod wanted;
pub(crate) mod watch;

pub use assume::AssumedHeap;
pub use called::{CallMode, FolderUse, MethodPattern, SummaryFolder};
pub use generator::Generator;
pub use given::GivenSummary;
pub use guided::points::{KnownCase, ReachPoint};
pub use models::MethodModel;
pub use options::{
    Aliasing, Criterion, GenerateOptions, InputOptions, IntRange, MAX_TERM, ObjectInputs, Records,
    SearchStrategy,
};
pub use order::SearchOrder;
pub use partition::GivenPartition;
pub use seeds::GivenSeed;
pub use selection::{MethodFilter, SelectedMethods, TestedMethod, Visibility};
pub(crate) use signature::method_signature;
pub use summarize::{MethodCase, MethodSummary};

use crate::budget::Budget;
use crate::session::Session;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::MethodReport;
use std::num::NonZeroUsize;

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct GenerateProgress<'a> {
    /// The method at work.
    pub method: &'a str,
    /// Paths so far of the part at work.
    pub paths: u64,
}

/// What a search tells.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "mostly it is the large one")]
pub enum Searched {
    /// What was found out about a method, and the place from which its search would go on if it was stopped.
    Method(MethodReport, Option<Decisions>),
    /// What is known so far of the methods of a class that are yet to be searched once more: some of it may be told otherwise
    /// then.
    Drafts(Vec<MethodReport>),
}

/// What watches over a search, and is told how far it is.
#[derive(Clone, Copy)]
pub struct Watching<'a> {
    /// What ends it early.
    pub budget: &'a Budget,
    /// Told now and then, by any thread.
    pub progress: &'a (dyn Fn(GenerateProgress<'_>) + Sync),
}

/// What is searched, and by how many.
#[derive(Clone, Debug, Default)]
pub struct GeneratePlan<'s> {
    /// The methods.
    pub methods: Vec<TestedMethod>,
    /// The part of each tree of paths; mostly all of it.
    pub range: Range,
    /// Number of threads, each with machines of its own for the program; without, the generator
    /// itself searches.
    pub threads: Option<(&'s Session, NonZeroUsize)>,
}
