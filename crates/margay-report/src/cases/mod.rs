//! Test cases as files people use: JUnit source, a document, text, pictures of heaps.
//!
//! Everything here is a function of [`MethodReport`](margay_search::generate::case::MethodReport)s;
//! nothing knows how cases were found.
//!
//! The heaps of a case are drawn by [`crate::dot`] and [`crate::svg`] from what [`heap`] makes of
//! them.

pub mod document;
pub mod heap;
pub(crate) mod sarif;
pub mod summary;
pub mod test_classes;
pub mod text;
