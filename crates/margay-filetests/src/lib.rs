//! Tests given as programs in the text form of the IR, in the manner of Cranelift's filetests.
//!
//! A file says at its head what to run on the program in it, and what is expected: a call by call,
//! as `; run:` lines, or as text that the runner prints, in `;;` lines at the end of the file, which
//! `UPDATE_EXPECT=1` writes anew. `tests/ir/README.md` describes the format.
//!
//! - [`file`](mod@file) reads a file, and compares or blesses;
//! - [`platform`] is a runtime without a language, [`subject`] a machine with a program on it;
//! - [`calls`] runs single calls in every domain, [`constrained`] with terms for arguments,
//!   [`ahead`] in lanes;
//! - [`explore`] runs all paths of a program with choices, in every domain and both ways of going
//!   back; [`walk`] does so by hand, to see that going back restores everything;
//! - [`paths`] finds inputs, [`enumerate`] structures, [`repair`] what to change in them;
//! - [`analyses`] prints what analyses find;
//! - [`operations`] tells which operations of the IR the files exercise;
//! - [`random`] makes programs by chance, for what must be the same on all of them.

pub mod ahead;
pub mod analyses;
pub mod calls;
pub mod constrained;
pub mod enumerate;
pub mod explore;
pub mod file;
pub mod operations;
pub mod paths;
pub mod platform;
pub mod random;
pub mod repair;
pub mod subject;
pub mod walk;
mod words;
