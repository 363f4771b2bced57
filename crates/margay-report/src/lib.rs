//! Results as files people use: JSON lines, pictures, a gallery page, JUnit source, tables.
//!
//! Everything here is a function of a [`Record`] and a little metadata, written to any
//! [`io::Write`](std::io::Write) one structure at a time, so that a search which is stopped keeps
//! what it found. Nothing here knows how a structure was found.
//!
//! Pictures share one reading of a structure: its spanning tree (`spanning`) says which references
//! make its shape and which only point back.

pub mod cases;
pub mod counters;
pub mod coverage;
pub mod dot;
pub mod gallery;
pub mod json;
pub mod junit;
pub mod names;
pub mod patch;
pub mod svg;
pub mod table;

mod marks;
mod readable;
mod spanning;
#[cfg(test)]
mod testing;
mod trace;

pub use marks::Marks;
pub use spanning::value_text;

use margay_search::Decisions;
use margay_search::structure::Structure;

/// A structure and its place in the enumeration that found it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number, counted from 0 in the order of the search.
    pub number: u64,
    /// The path that leads the search to it.
    pub decisions: Decisions,
    /// The structure.
    pub structure: Structure,
}
