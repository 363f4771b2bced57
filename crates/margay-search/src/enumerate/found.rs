//! What a search reports: counts, the structures it finds, and why it ended early.

use super::space::Space;
use crate::decisions::Decisions;
use crate::driver::PathError;
use margay_machine::Ref;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Candidates whose outcome the predicate itself told.
    pub explored: u64,
    /// Structures found.
    pub valid: u64,
    /// Cells given a value.
    pub initializations: u64,
    /// Candidates known to be rejected without being run.
    pub rejected_ahead: u64,
    /// Candidates known to be accepted without being run.
    pub accepted_ahead: u64,
    /// Candidates on which the predicate threw.
    pub threw: u64,
}

impl Counters {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Counters) {
        self.explored += other.explored;
        self.valid += other.valid;
        self.initializations += other.initializations;
        self.rejected_ahead += other.rejected_ahead;
        self.accepted_ahead += other.accepted_ahead;
        self.threw += other.threw;
    }

    /// All candidates, those decided ahead included.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.explored + self.rejected_ahead + self.accepted_ahead
    }
}

/// Something found: it is in the machine's memory while the visitor looks.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    /// What it is.
    pub what: What,
    /// Where the objects are.
    pub space: &'a Space,
    /// Counts so far.
    pub counters: &'a Counters,
}

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A structure that the predicate accepts.
    Structure,
    /// The predicate threw an exception, which counts as a rejection.
    Threw(Ref),
    /// The predicate has taken too many steps on the candidate; the search ends.
    Endless,
}

/// Why a search ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnumerateError {
    /// The predicate cannot be run.
    #[error("{0:?}")]
    Refused(margay_machine::Refusal),
    /// The predicate ended in a way a predicate must not.
    #[error("the predicate {0}")]
    NotAPredicate(&'static str),
    /// A decision path names an alternative that does not exist.
    #[error("decision path {0} does not name a place in this tree")]
    NoSuchPath(Decisions),
    /// The predicate takes too long on one candidate.
    #[error("the predicate did not end within {steps} steps on the candidate {decisions}")]
    Endless {
        /// The steps allowed.
        steps: u64,
        /// The candidate.
        decisions: Decisions,
    },
}

impl From<PathError> for EnumerateError {
    fn from(error: PathError) -> Self {
        match error {
            PathError::NoSuchAlternative { path, .. }
            | PathError::TooManyDecisions { path, .. } => EnumerateError::NoSuchPath(path),
        }
    }
}
