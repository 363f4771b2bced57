//! One driver for every search.
//!
//! The machine stops where something has to be decided. A [`Strategy`] lists the answers to that
//! question and makes one of them true; an [`Oracle`] says which of the answers are tried; the
//! [`Driver`] does the rest: it keeps the open questions of the path, goes back to them, names
//! every place by its [decisions](crate::decisions), holds to limits, and opens the tree for whoever
//! wants to cut it into [parts](split).
//!
//! There are two ways to go back to a question: to the checkpoint set there, or by running again
//! from the start, with the answers given so far repeated ([`Backtrack`]). Both visit the same paths
//! in the same order. State that a path changes beside the machine is [`Trailed`]: the driver takes
//! it back together with the machine's.

mod node;
mod oracle;
mod range;
mod run;
mod split;
mod strategy;
mod visitor;

pub use oracle::{DepthFirst, Oracle, RandomWalk, Replay};
pub use range::Range;
pub use run::{Call, Driver, OpenPlace};
pub use split::{NotEnoughParts, shard, split};
pub use strategy::{Answer, Applied, Ending, Question, Reply, Strategy};
pub use visitor::{Nobody, Progress, Visitor};

use crate::decisions::Decisions;
use thiserror::Error;

/// How to get to the next path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backtrack {
    /// Undo what happened since the choice.
    Checkpoint,
    /// Start again and repeat the decisions up to the choice.
    Reexecute,
}

/// State that a path changes beside the machine's.
pub trait Trailed {
    /// A state to go back to.
    type Mark: Copy;

    /// The present state.
    fn mark(&self) -> Self::Mark;

    /// Takes back what happened since. Nothing that is older may be asked for afterwards.
    fn undo_to(&mut self, mark: Self::Mark);
}

/// How often a search looks up from its work, and how long it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Steps on one path between two pauses.
    pub steps: u64,
    /// Answers tried between two pauses.
    pub answers: u64,
    /// Steps on all paths together, after which there is a pause for sure.
    pub work: u64,
}

/// Decisions that name no place in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// An alternative that does not exist.
    #[error("decision {at} takes alternative {taken}, but that choice has only {count} (0..{})", .count - 1)]
    NoSuchAlternative {
        /// The decisions given.
        path: Decisions,
        /// Which of them, from 1.
        at: usize,
        /// The alternative named.
        taken: u32,
        /// Alternatives there are.
        count: u32,
    },
    /// More decisions than the path has.
    #[error("the path ends after {used} of the {given} decisions given")]
    TooManyDecisions {
        /// The decisions given.
        path: Decisions,
        /// Decisions that were used.
        used: usize,
        /// Decisions given.
        given: usize,
    },
}
