//! Bounds: which objects of the heap there are, and which values each field may have.
//!
//! A front end makes them from what the user says, a search tries what they allow; neither has to
//! know the other.

use crate::memory::Ref;
use margay_ir::{ClassId, FieldId};

/// A finite search space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Sets of interchangeable objects. The root is the first object of the first set.
    pub objects: Vec<ObjectSet>,
    /// Domains of instance fields, by field: they hold for every object that has the field.
    pub fields: Vec<(FieldId, FieldDomain)>,
    /// Fields that hold the root in every object: the outer object of an inner class.
    pub outer: Vec<FieldId>,
    /// Fields that are not searched because every object has an array of its own, and the set it
    /// comes from: its objects are handed out in the order of the sets, then of their objects,
    /// then of the fields here.
    pub own: Vec<(FieldId, usize)>,
}

/// Objects of one class. Those of one set are interchangeable, so of the objects not used yet
/// only the first is tried (unless told otherwise).
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectSet {
    /// Their class; an array class for arrays.
    pub class: ClassId,
    /// How many there are.
    pub count: u32,
    /// Those that exist already: the first ones of the set. Fields without a domain keep what they
    /// hold.
    pub existing: Vec<Ref>,
    /// Whether they are interchangeable.
    pub isomorphic: bool,
    /// For arrays: lengths allowed, ascending, and the domain of an element.
    pub array: Option<(Vec<u32>, Box<FieldDomain>)>,
}

/// The values of a field or element, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldDomain {
    /// Numbers, booleans, characters: their bits, zero-extended.
    Bits(Vec<u64>),
    /// References.
    Refs {
        /// Whether null comes first.
        null: bool,
        /// Places in [`Bounds::objects`], in order.
        sets: Vec<usize>,
        /// Objects that exist already (enum constants, strings), after those of the sets.
        given: Vec<Ref>,
    },
}
