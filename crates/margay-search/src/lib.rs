//! Strategies: what to do at a choice. They only decide; the machine runs.
//!
//! [`mod@explore`] visits every outcome of a nondeterministic program, depth first, and [`decisions`]
//! are the names of its branches.

pub mod decisions;
pub mod enumerate;
pub mod explore;
pub mod generate;
pub mod repair;
pub mod structure;

pub use decisions::Decisions;
pub use explore::{Backtrack, ExploreError, Visit, explore};
