//! Margay as a library: what can be done with one Java program.

pub mod budget;
pub mod enumerate;
mod error;
pub mod generate;
pub mod methods;
pub mod predicate;
pub mod program;
pub mod repair;
pub mod run;
pub mod test_run;

pub use budget::{Budget, BudgetEnd};
pub use error::{Alternatives, Error, SelectError};
pub use program::{Program, Target};
