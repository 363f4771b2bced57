//! What a path has made of its input so far: objects as they were at the start, and what it has
//! made true.

use super::fact::Fact;
use crate::driver::Trailed;
use margay_ir::ClassId;
use margay_machine::Ref;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};

/// The index that stands for the length of an array among the names of cells.
pub const LENGTH: u32 = u32::MAX;

/// An object of the input.
#[derive(Clone, Debug)]
pub struct InputObject {
    /// Where it is; null while only [`found_for`](Self::found_for) tells.
    pub at: Ref,
    /// The reference that is found to be it, if its code makes it.
    pub found_for: Option<InputId>,
    /// How the input leads to it.
    pub name: String,
    /// The classes it may have; one, once that is decided.
    pub classes: Vec<ClassId>,
    /// What its cells held at the start.
    pub cells: Vec<Cell>,
    /// The length of an array.
    pub length: Option<SymbolicValue>,
    /// Whether another reference may be it.
    pub shared: bool,
    /// More about its type.
    pub generic: Option<String>,
    /// What its own code was given to put in; such an object has no cells here.
    pub contents: Option<Vec<SymbolicValue>>,
    /// The inputs that its cells are, by their indices; that of the length has the last one. Known only
    /// where inputs are told apart.
    pub names: Vec<(u32, String)>,
    /// The calls that make it of that; see [`Built::sequence`](margay_machine::symbolic::inputs::Built).
    pub sequence: Option<String>,
}

impl InputObject {
    /// Where it is; null if that is not known yet.
    #[must_use]
    pub fn place(&self, domain: &Symbolic) -> Ref {
        match self.found_for.map(|reference| domain.references.state(reference)) {
            None => self.at,
            Some(ReferenceState::Is(object)) => object,
            Some(ReferenceState::Open | ReferenceState::NonNull) => 0,
        }
    }
}

/// A cell of an input object at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Which.
    pub index: u32,
    /// What it held.
    pub value: SymbolicValue,
    /// Whether that is a reference.
    pub reference: bool,
}

/// An object whose classes were narrowed, as it was.
#[derive(Clone, Debug)]
struct Narrowed {
    place: usize,
    classes: Vec<ClassId>,
    cells: usize,
    names: usize,
}

/// The input of a path.
#[derive(Clone, Debug, Default)]
pub struct InputHeap {
    pub(super) objects: Vec<InputObject>,
    /// Numbers of the input, where inputs are told apart.
    pub(super) numbers: Vec<(String, SymbolicValue)>,
    /// References that might be one of several objects, where inputs are told apart.
    pub(super) many: Vec<String>,
    narrowed: Vec<Narrowed>,
    facts: Vec<Fact>,
}

/// Objects, narrowings of classes, and facts there were.
#[derive(Clone, Copy, Debug)]
pub struct InputMark {
    objects: usize,
    numbers: usize,
    many: usize,
    narrowed: usize,
    facts: usize,
}

impl InputHeap {
    /// The objects, in the order they were made.
    #[must_use]
    pub fn objects(&self) -> &[InputObject] {
        &self.objects
    }

    pub(super) fn object_at(&self, domain: &Symbolic, at: Ref) -> Option<&InputObject> {
        self.objects.iter().find(|object| object.place(domain) == at)
    }

    pub(super) fn place_of(&self, at: Ref) -> Option<usize> {
        self.objects.iter().position(|object| object.at == at)
    }

    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub(super) fn add_fact(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    /// Leaves an object fewer classes.
    pub(super) fn narrow(&mut self, place: usize, classes: Vec<ClassId>) {
        let object = &mut self.objects[place];
        let classes = std::mem::replace(&mut object.classes, classes);
        self.narrowed.push(Narrowed {
            place,
            classes,
            cells: object.cells.len(),
            names: object.names.len(),
        });
    }
}

impl Trailed for InputHeap {
    type Mark = InputMark;

    fn mark(&self) -> InputMark {
        InputMark {
            objects: self.objects.len(),
            numbers: self.numbers.len(),
            many: self.many.len(),
            narrowed: self.narrowed.len(),
            facts: self.facts.len(),
        }
    }

    fn undo_to(&mut self, mark: InputMark) {
        for old in self.narrowed.drain(mark.narrowed..).rev() {
            self.objects[old.place].classes = old.classes;
            self.objects[old.place].cells.truncate(old.cells);
            self.objects[old.place].names.truncate(old.names);
        }
        self.objects.truncate(mark.objects);
        self.numbers.truncate(mark.numbers);
        self.many.truncate(mark.many);
        self.facts.truncate(mark.facts);
    }
}
