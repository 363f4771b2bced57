//! Repair: from a corrupt structure to one near it that its predicate accepts (STARC;
//! Checkpoint, sections 3 and 4.3.2).
//!
//! The predicate runs on the structure as it is: every cell has its present value. Where it says
//! no, cells that were read lately or compared lately get other values, one at a time, and the
//! predicate goes on from there: back to the read of the cell that changed, not to the start. A
//! change that lets the predicate come further is kept.
//!
//! - [`ground`] is the structure in memory;
//! - `trial` runs the predicate on it with some cells changed, of which `reads` keeps account;
//! - `suggest` says which changes might help: what `solve` makes of the comparisons on the way,
//!   what `links` and `kinship` know of the references around a cell, and what is left of a cell's values;
//! - `attempt` tries a change out, `mend` chooses between them where the predicate has failed, and
//!   `search` goes from one failure to the next, `reconcile` through stored numbers that disagree;
//!   `everything` is for when that does not end well,
//!   `better` for what can be improved when it does, by a `nearest` search if it is small, with places for what was left out from `reattach`;
//! - [`corrupt`] makes faults, for experiments.

mod addresses;
mod attempt;
mod better;
pub mod corrupt;
mod everything;
pub mod ground;
mod kinship;
mod links;
mod mend;
mod nearest;
mod reads;
mod reattach;
mod reconcile;
mod search;
mod solve;
mod suggest;
mod trial;

pub use ground::{Cell, Ground, Kind, Site};
pub use search::repair;

use crate::driver::{Backtrack, PathError, Visitor};
use margay_ir::MethodId;
use margay_machine::traced::Traced;
use margay_machine::{Machine, Platform, Ref, Refusal};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How to repair.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to get from one attempt to the next.
    pub backtrack: Backtrack,
    /// More cells than this are not changed.
    pub max_changes: Option<usize>,
    /// Whether objects that were cut off are put back wherever the predicate leaves room.
    pub keep_nodes: bool,
    /// A run of the predicate that takes more steps than this counts as a rejection.
    pub max_steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            backtrack: Backtrack::Checkpoint,
            max_changes: None,
            keep_nodes: false,
            max_steps: 100_000_000,
        }
    }
}

/// What a repair counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Attempts whose outcome the predicate told.
    pub candidates: u64,
    /// Cells given a value when they were read.
    pub initializations: u64,
    /// Returns to an earlier read.
    pub backtracks: u64,
    /// Attempts on which the predicate threw.
    pub threw: u64,
}

/// A cell that was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its number in the [`Ground`].
    pub cell: usize,
    /// What it held.
    pub from: u64,
    /// What it holds now.
    pub to: u64,
}

/// A structure that the predicate accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// What was changed, by cell.
    pub changes: Vec<Change>,
    /// What it took.
    pub counters: Counters,
}

/// The method that accepts or rejects.
pub struct Predicate<P: Platform<Traced>> {
    /// The method.
    pub method: MethodId,
    /// Whether an exception means that there was no room left to go on, so that the method may never
    /// have ended; others mean no.
    pub is_exhaustion: fn(&Machine<Traced, P>, Ref) -> bool,
}

/// The predicate threw this exception: all there is to report on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threw(pub Ref);

/// Whom a repair reports to.
trait Observer<P: Platform<Traced>>: Visitor<Traced, P, Threw, Counters> {}

impl<P: Platform<Traced>, V: Visitor<Traced, P, Threw, Counters>> Observer<P> for V {}

/// Why there is no repair.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RepairError {
    /// The predicate cannot be run.
    #[error("{0:?}")]
    Refused(Refusal),
    /// The predicate ended in a way a predicate must not.
    #[error("the predicate {0}")]
    NotAPredicate(&'static str),
    /// The visitor wanted no more.
    #[error("the repair was stopped")]
    Stopped,
    /// Nothing that was tried is accepted.
    #[error("no repair was found{}", within(*.0))]
    NotFound(Option<usize>),
    /// What was found does not stand when the predicate runs on it from the start.
    #[error("the predicate does not accept the repair when it is run again")]
    Unconfirmed,
}

fn within(changes: Option<usize>) -> String {
    match changes {
        Some(1) => " within 1 change".to_owned(),
        Some(count) => format!(" within {count} changes"),
        None => String::new(),
    }
}

impl From<PathError> for RepairError {
    fn from(_: PathError) -> Self {
        RepairError::NotAPredicate("makes choices of its own")
    }
}
