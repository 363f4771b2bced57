//! A program of the intermediate representation as a constraint logic program, in the manner of the
//! thesis on PET (Definition 2.1.1).
//!
//! Each block is a predicate `block(In, Out, HeapIn, HeapOut, Flag)`; where a block ends in a branch, the
//! ways are rules whose guards exclude each other. The heap is a term that operations take and give
//! back, an exception is a flag `exc(Object)`. So the text is a program of SWI-Prolog, and running it with
//! inputs that are not bound is symbolic execution: `prolog/heap.pl` makes objects of the input when they
//! are first used.
//!
//! - [`translate()`](translate::translate) makes clauses of methods and of all that they call; what has no
//!   translation is a [`Refusal`] with its place.
//! - [`program`] is the text: clauses, facts about classes, and the library of operations.
//! - [`swipl`] runs it in SWI-Prolog.
//!
//! What exists besides methods (which classes there are, what static fields hold) only a front end knows:
//! it implements [`Source`].

pub mod program;
pub mod source;
pub mod swipl;
pub mod term;
pub mod translate;

pub use program::Program;
pub use source::{InputField, Parameter, Source, StaticValue};
pub use translate::{Integers, Refusal, translate};
