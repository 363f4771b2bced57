//! Result documents: what a command found, as a file or a stream that can be read again.
//!
//! All kinds have one form, JSON lines, so that whatever was written before an interruption can be
//! used:
//!
//! ```text
//! {"kind":"structures","version":1,"margay":"0.1.0","run":{…}}    the header
//! {"structure":0,…}                                               records, by kind
//! {"end":{"complete":true,…}}                                     the end
//! ```
//!
//! The header says what was run on what ([`Run`]), so that a reader needs no more than the file.
//! Nothing in a document depends on the clock, and paths are relative to its folder
//! ([`paths`]) unless the user gave them otherwise. A document without its end was interrupted.
//! The parts of a search that was shared out have a document each, to be [joined](parts).
//!
//! The records of each kind are with the results they are about: [`structures`](crate::json),
//! [`cases`](crate::cases::document), [`coverage`](crate::coverage::document),
//! [`repairs`](crate::repairs::document), [`outcomes`](crate::outcomes). `docs/results.md` describes all of them.

mod case_parts;
mod header;
pub mod parts;
pub mod paths;
mod read;
mod write;

pub use case_parts::JoinedCases;
pub use header::{DocumentKind, End, Header, JdkUsed, Run, RunCommand, RunTarget, VERSION};
pub use read::{DocumentError, DocumentFile, DocumentReader, run_of};
pub(crate) use read::{frame, parse};
pub use write::DocumentWriter;

#[cfg(test)]
mod tests;
