//! Margay as a library: what can be done with one Java program.

pub mod budget;
pub mod enumerate;
mod error;
pub mod generate;
mod graph;
pub mod methods;
mod parallel;
pub mod predicate;
pub mod program;
pub mod repair;
pub mod run;
pub mod session;
pub mod test_run;

pub use budget::{Budget, BudgetEnd};
pub use error::{Alternatives, Error, SelectError};
pub use margay_machine::Limits;
pub use margay_search::generate::case;
pub use margay_search::{Backtrack, Decisions, structure};
pub use program::Program;
pub use session::{Session, Target};
