//! SMT-LIB 2, out and in.
//!
//! `print` writes queries for logs and external solvers, `sexpr` reads parenthesised text,
//! `elaborate` turns it into terms, and `value` reads and writes literals. All of it is iterative:
//! a term nested a hundred thousand deep goes out and comes back.

mod elaborate;
mod floats;
mod operators;
mod print;
mod real;
mod scope;
mod sexpr;
mod value;

pub use print::{Printer, query, term};
pub use value::literal;

pub(crate) use elaborate::{TermError, repeated};
pub(crate) use operators::Theories;
pub(crate) use print::quoted;
pub(crate) use scope::{Function, Scope};
pub(crate) use sexpr::{Item, NodeId, Sexprs};
pub(crate) use value::{array_literal, parse_value, shown, sort_text};

use thiserror::Error;

/// Text that is not the SMT-LIB 2 understood here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}
