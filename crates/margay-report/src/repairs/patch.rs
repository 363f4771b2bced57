//! Java source that makes the changes of a repair in a live object graph.
//!
//! The source knows objects by their number in a breadth-first walk from the root. It first walks
//! the live graph in the same way, checks that it is the one that was repaired, and only then
//! changes anything. Fields are reached by reflection, so that private ones are no obstacle.

mod source;

pub use source::{class_name, write};

use margay_search::structure::{Structure, Value};

/// The changes of a repair.
#[derive(Clone, Debug)]
pub struct Patch<'a> {
    /// The class of the root, with dots.
    pub class: &'a str,
    /// The structure as it was, and after its objects those that are new, with zeroes in their
    /// fields. Fields are in the order of their declaration, those of superclasses first.
    pub before: &'a Structure,
    /// Where the new objects begin.
    pub count: usize,
    /// What is changed: object, field or element, and its new value.
    pub changes: &'a [(usize, usize, Value)],
}
