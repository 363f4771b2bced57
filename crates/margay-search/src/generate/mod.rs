//! Unit tests from symbolic execution (PET, chapters 1 and 2).

pub mod case;
pub mod concrete;
pub mod coverage;
pub mod heap;
pub mod render;
pub mod search;
