//! `margay repair`: structures that a predicate rejects, changed so that it accepts them.

pub mod args;
mod command;

pub use command::command;
