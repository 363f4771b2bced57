//! Margay as a library: what can be done with one Java program.
//!
//! A [`Target`] says where the program is; a [`Session`] opens it. From there on:
//!
//! | | |
//! | --- | --- |
//! | [`Session::run`] | runs `main` or a method, once or in every way its choices can go |
//! | [`Session::enumerate`] | finds every structure within bounds that a predicate such as `repOk` accepts |
//! | [`Session::generate`] | finds inputs for the paths of methods, with what the methods do on them |
//! | [`Session::check`] | says whether a property holds for all inputs: proved, refuted, bounded or unknown |
//! | [`Session::repair`] | finds structures near corrupt ones that a predicate accepts |
//! | [`Session::launch`] | gives the program in a machine, to look up and run its methods by hand |
//!
//! ```
//! use margay_java::enumerate::EnumerateOptions;
//! use margay_java::{Limits, Session, Target};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("Tree.java");
//! # std::fs::write(&path, "class Tree { Tree left, right;
//! #     boolean repOk() { return isTree(new java.util.HashSet<>()); }
//! #     boolean isTree(java.util.Set<Tree> seen) {
//! #         return seen.add(this) && (left == null || left.isTree(seen))
//! #             && (right == null || right.isTree(seen)); } }")?;
//! // class Tree { Tree left, right; boolean repOk() { … no object twice … } }
//! let session = Session::open(&Target::at(path), Limits::default())?;
//! let (trees, counters) = session.enumerate(EnumerateOptions::bound(3))?.collect()?;
//! assert_eq!(trees.len(), 1 + 2 + 5); // binary trees of one, two and three nodes
//! assert_eq!(counters.valid, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whatever is found is plain data: [`structure`]s of objects with their fields, test [`case`]s, and
//! outcomes of [`run`]s; `margay-report` writes them to files. Nothing is printed, no signal is
//! handled: a [`Budget`] has the time a search may take and a flag that ends it, and keeps what was
//! found. An [`Error`] is about the program as it was given, never an exception that it throws, which
//! is an outcome; one that is about a name has the names that may be meant.
//!
//! Each thread has machines of its own; a session can be shared between threads. What is found, and
//! in which order, does not depend on their number.
//!
//! Whole programs are in `examples/rust`: `cargo run -p margay-java --example generate_tests`.

pub mod budget;
pub mod check;
pub mod clp;
pub mod enumerate;
mod error;
pub mod generate;
mod graph;
mod jit;
pub mod memory;
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
pub use jit::Jit;
pub use margay_machine::Limits;
pub use margay_search::generate::case;
pub use margay_search::{Backtrack, Decisions, structure};
pub use program::Program;
pub use session::{Session, Target};
