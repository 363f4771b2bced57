//! The nondeterministic machine: runs a program, stops where its input is not decided yet, and
//! can go back to any open choice and take another alternative without starting again.
//!
//! - [`domain`] says what a value is; [`concrete`] is the domain of plain words, [`symbolic`] that
//!   of terms over undecided inputs, [`traced`] that of words that know where they are from, [`flow`] that of
//!   words that know which inputs they depend on.
//! - [`memory`] is everything a branch can change, with the trail that takes changes back.
//! - [`meter`] counts what a path costs.
//! - [`code`] is what the machine executes, decoded from IR when a method is first called.
//! - [`machine`] holds frames, runs the code, and keeps the stack of checkpoints.
//! - [`platform`] is what the machine asks of a language's runtime; [`bounds`] and
//!   [`symbolic::inputs`] are what a search asks of a language about inputs.
//!
//! Frames need no trail. A checkpoint protects all frames that exist; the machine goes on in a
//! copy of the innermost one, and copies a protected caller when it returns to it. So a choice
//! costs one frame, whatever the depth of the stack.

pub mod bounds;
pub mod chance;
pub mod code;
pub mod concrete;
pub mod container;
pub mod core;
pub mod domain;
pub mod float_function;
pub mod flow;
pub mod lanes;
pub mod machine;
pub mod memory;
pub mod meter;
pub mod outcome;
pub mod platform;
pub mod ref_bits;
pub mod symbolic;
pub mod traced;

pub use chance::Chance;
pub use concrete::Concrete;
pub use container::{Change, Container, Deed, End, Shortcut, Table, TableEntry};
pub use core::{CallMark, CallMarkKind, Core, DecidedCalls, Frame, Limits, LoopId, WINDOW};
pub use domain::{Asked, Domain, Location, Need, Reading};
pub use float_function::FloatFunction;
pub use flow::Flow;
pub use machine::{Foreseen, Machine};
pub use margay_logic::heap::Assumption;
pub use memory::{ClassState, Mark, Memory, OutOfMemory, ProgramOutput, Ref, Touched};
pub use meter::{Meter, Spent};
pub use outcome::{CallEnd, Event, Outcome, Place, Refusal, Want};
pub use platform::{Abrupt, Body, Fault, LoadFailure, MadeAt, Peek, Platform, Raise};
pub use traced::Traced;
