//! JSON lines: one structure a line, and the way back.
//!
//! The form is made to be read by people and by other programs: objects are named, a reference is
//! never mistaken for a string, and no number loses digits in a reader that knows only doubles.
//! What JSON has no word for is an object with one key that starts with `$`:
//!
//! | value | JSON |
//! | --- | --- |
//! | null, boolean, string | as in JSON |
//! | integer up to 2^53 | a number; beyond, `{"$long":"9007199254740993"}` |
//! | reference | `{"$ref":"Node0"}` |
//! | `char` | `{"$char":"a"}`; half of a surrogate pair as a number |
//! | `float`, `double` | `{"$float":"0.1"}` |
//! | enum constant | `{"$enum":"RED"}` |
//! | never read | `{"$free":true}` |
//!
//! `docs/structures.md` has the whole form, `docs/schemas/heap.schema.json` the same for programs.

mod document;
mod heap;
mod locate;
mod ordered;
mod read;
mod stencil;
mod write;

pub(crate) use heap::{Heap, qualified};
pub use locate::line_of;
pub(crate) use ordered::Json;
pub use read::{JsonError, Problem, parse_line, parse_text, read};
pub(crate) use read::{Read, fail, syntax};
pub use stencil::{Stencil, StencilWriter, StructureText};
pub use write::write_line;
pub(crate) use write::{Described, Part, line as structure_line};

/// Integers up to here are exact in every JSON reader. Nothing that Margay counts is larger, and
/// sums of such counts do not overflow.
pub(crate) const EXACT: u64 = 1 << 53;

#[cfg(test)]
mod tests;
