//! Strategies: what to do at a choice. They only decide; the machine runs.
//!
//! The [`driver`] walks the tree of paths; [`explore`], [`enumerate`], [`repair`] and [`generate`]
//! tell it what can be answered, and [`decisions`] are the names of its branches.

pub mod decisions;
pub mod driver;
pub mod enumerate;
pub mod explore;
pub mod generate;
pub mod repair;
pub mod structure;

pub use decisions::Decisions;
pub use driver::Backtrack;
