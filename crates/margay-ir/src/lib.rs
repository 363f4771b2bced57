//! The language Margay reasons about: an SSA form in which every way a method can end is a path.
//!
//! Two halves:
//! - [`world`] holds what exists *between* methods: names, classes, fields, methods, their
//!   layout and dispatch. Classes come into it one by one, when they are first needed.
//! - [`function`] holds what is *inside* a method: blocks with parameters, instructions,
//!   terminators. Null, bounds, division, cast and size checks are [`Guard`](function::Terminator::Guard)
//!   terminators with a failing edge, so control flow has no hidden exits but the calls'.
//!
//! The crate knows nothing of class files, solvers or search. Front ends produce it, the machine
//! runs it, [`analysis`] looks at it.

pub mod analysis;
pub mod cost;
pub mod function;
pub mod ids;
pub mod ops;
pub mod parse;

pub mod print;
pub mod types;
pub mod validate;
mod words;
pub mod world;

pub use function::{BlockCall, Check, Dispatch, Function, InstKind, Terminator};
pub use ids::*;
pub use ops::*;
pub use types::*;
pub use validate::validate;
pub use world::{Class, ClassKind, Field, Method, World};
