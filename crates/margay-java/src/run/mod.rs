//! A program or a method, once or in every way its choices can go.

mod outcome;

pub use outcome::{Ending, PathOutcome};
