//! Results as files people use: documents that can be read again, pictures, pages, JUnit source,
//! tables.
//!
//! Everything here is a function of what a search found and a little metadata, written to any
//! [`io::Write`](std::io::Write) one result at a time, so that a search which is stopped keeps
//! what it found. Nothing here knows how a result was found.
//!
//! | result | document | other forms |
//! | --- | --- | --- |
//! | structures ([`Record`]) | [`json`] | [`structure_tests`], [`dot`], [`svg`], [`page`] |
//! | test cases | [`cases::document`] | [`cases::test_classes`], [`cases::text`], [`cases::heap`], [`page`] |
//! | coverage | [`coverage::document`] | [`coverage::text`], [`coverage::jacoco`] |
//! | outcomes of programs | [`outcomes`] | [`page`] |
//! | verdicts | [`verdicts::document`] | [`verdicts::text`], [`verdicts::sarif`], [`page`] |
//! | summaries of methods | [`summaries`] | [`page`] |
//! | figures: growth, benchmarks | [`figures`] | [`figures::plot`], [`page`] |
//! | repairs | [`repairs::document`] | [`repairs::text`](repairs::text()), [`repairs::patch`], [`page`] |
//!
//! What all documents have in common is in [`document`]; which files there are, and where, in
//! [`files`]; what is made of documents once more, in [`stored`].
//!
//! Pictures share one reading of a structure: its spanning tree (`spanning`) says which references
//! make its shape and which only point back.

pub mod cases;
pub mod counters;
pub mod coverage;
pub mod document;
pub mod dot;
pub mod figures;
pub mod files;
pub mod growth;
pub mod json;
pub mod names;
pub mod outcomes;
pub mod page;
pub mod repairs;
mod sarif;
pub mod stored;
pub mod structure_tests;
pub mod summaries;
pub mod svg;
pub mod table;
pub mod verdicts;

mod literal;
mod marks;
mod readable;
mod roots;
mod spanning;
#[cfg(test)]
mod testing;
mod trace;

pub use marks::Marks;
pub use spanning::value_text;
pub use trace::VisitedLines;

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
