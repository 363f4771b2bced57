//! Strategies: what to do at a choice. They only decide; the machine runs.
//!
//! The [`driver`] walks the tree of paths; [`explore`], [`enumerate`], [`repair`] and [`generate`]
//! tell it what can be answered, [`decisions`] are the names of its branches, and a [`shard`] is a part of
//! it for another machine.

pub mod check;
pub mod decisions;
pub mod driver;
pub mod enumerate;
pub mod explore;
pub mod generate;
pub mod outcome;
pub mod partition;
pub mod repair;
pub mod shard;
pub mod structure;

pub use decisions::Decisions;
pub use driver::Backtrack;
pub use shard::Shard;
