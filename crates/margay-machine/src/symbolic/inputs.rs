//! What inputs look like: the questions a symbolic search asks of a language.
//!
//! The search decides when a reference is null, an alias or something new; which new things there
//! are, and what they are made of, only the language knows.

use super::{Reference, Symbolic, SymbolicValue};
use crate::machine::Machine;
use crate::memory::Ref;
use crate::platform::Platform;
use margay_ir::{ClassId, MethodId, Storage};
pub use margay_logic::Taste;
use serde::{Deserialize, Serialize};

/// Something new that a reference may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Making {
    /// An object that exists already: a constant.
    #[serde(skip)]
    Existing(Ref),
    /// An object of one of these classes; the first one until more is asked.
    Object(Vec<ClassId>),
    /// An array.
    Array(ClassId),
    /// An object that its own code makes.
    #[serde(skip)]
    Built(Built),
}

/// An object that is made by its constructor and given its contents by its own methods, so that it
/// holds what its code could have made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its class.
    pub class: ClassId,
    /// Whether it is allocated before its code runs. Otherwise that code finds it: a factory makes it.
    pub is_new: bool,
    /// A static method that takes the object, or the reference that it [finds](crate::Domain::found), and
    /// an array with the contents, followed by room for what it finds.
    pub builder: MethodId,
    /// The class of that array.
    pub array: ClassId,
    /// The contents.
    pub contents: Vec<Item>,
    /// What that says of the object, for people: `map.size() == 2`; empty if nothing.
    pub description: String,
    /// The calls that make it, as the language spells them, if they are not always the same for its
    /// class.
    pub sequence: Option<String>,
}

/// A part of the contents of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// How the input leads to it.
    pub name: String,
    /// Its declared class.
    pub class: ClassId,
    /// More about its type; see [`Reference::generic`].
    pub generic: Option<String>,
    /// Whether it may be null.
    pub nullable: bool,
}

/// A part of a new object: a field, or all elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The cell of a field; ignored for elements.
    pub slot: u32,
    /// Name of the field.
    pub name: String,
    /// What the cell holds.
    pub storage: Storage,
    /// The declared class of a reference.
    pub class: Option<ClassId>,
    /// More about its type; see [`Reference::generic`].
    pub generic: Option<String>,
    /// What it is when the program starts.
    pub initial: Initial,
    /// Which values people like; a character is shown as one.
    pub taste: Taste,
}

/// What a part is when the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Anything.
    Any,
    /// Any object; what nobody looks at is left out.
    NonNull,
    /// These bits.
    Known(u64),
    /// A number from 0 to this.
    UpTo(u32),
    /// An array of its own, of any length up to this, or of one of these.
    Own(u32, Vec<u32>),
    /// An array of its own with exactly so many elements.
    OwnExactly(u32),
    /// An array of its own with these elements.
    Given(Vec<u64>),
}

/// What a reference is that nobody asks for. Something says more than null does, and is wrong in fewer ways: what
/// refuses another argument has nothing else to complain about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// Null.
    Null,
    /// Some text.
    Text,
    /// An array without elements, where it is given to a call. What only a field leads to stays null, which nobody
    /// has to set.
    EmptyArray,
    /// An object of this class with nothing in it, in the same places.
    Empty(ClassId),
}

/// A language's inputs.
pub trait Inputs<P: Platform<Symbolic>> {
    /// What a reference may be besides null and objects of the input met before. The first one is
    /// made where nothing else is asked. When the program has `ended`, no class is initialised for
    /// it any more.
    ///
    /// # Errors
    /// A class that has to be initialised first.
    fn makings(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        reference: &Reference,
        ended: bool,
    ) -> Result<Vec<Making>, ClassId>;

    /// Whether a reference that is not null must be made at once, since only the code that makes it knows
    /// whether it can be.
    fn is_made_at_once(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        reference: &Reference,
    ) -> bool;

    /// Whether it is tried first that a reference is an object, and then that it is none.
    fn is_object_first(&self, _: &Machine<Symbolic, P>, _: &Reference) -> bool {
        false
    }

    /// Whether a reference may be an object of a loaded class.
    fn fits(&self, machine: &Machine<Symbolic, P>, reference: &Reference, class: ClassId) -> bool;

    /// Whether two references may be one object, as far as that shows in what more there is to their types.
    fn may_be_one(&self, _: &Machine<Symbolic, P>, _: &str, _: &str) -> bool {
        true
    }

    /// Whether a reference of this class may be an object that the program has made: a constant.
    fn has_constants(&mut self, machine: &mut Machine<Symbolic, P>, class: ClassId) -> bool;

    /// The parts of a new object of a class, or the one part that stands for all elements of an
    /// array.
    fn parts(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        class: ClassId,
        generic: Option<&str>,
    ) -> Vec<Part>;

    /// Whether two references of such a class can be worth telling apart: values are not.
    fn has_identity(&self, machine: &Machine<Symbolic, P>, class: ClassId) -> bool;

    /// What a reference of a class is where nobody looks.
    fn unasked(&self, machine: &Machine<Symbolic, P>, class: ClassId) -> Unasked;

    /// Whether an object of a class is given all it holds when it is made, and keeps it.
    fn is_fixed(&self, machine: &Machine<Symbolic, P>, class: ClassId) -> bool;

    /// Whether it matters which object this is: neither values nor constants can be told apart, or are part
    /// of the input.
    fn counts(&self, machine: &Machine<Symbolic, P>, object: Ref) -> bool;

    /// The references that an object holds now, each with a number that it has in this object.
    fn held(&self, machine: &Machine<Symbolic, P>, object: Ref) -> Vec<(u32, SymbolicValue)>;

    /// How a constant is called, if the object is one.
    fn constant_name(&self, machine: &mut Machine<Symbolic, P>, object: Ref) -> Option<String>;

    /// How a field of something is called: `node.next`, `list.size()`.
    fn field_name(&self, owner: &str, part: &Part) -> String;

    /// How an element is called: `a[1]`, `s.charAt(0)`.
    fn element_name(&self, owner: &str, part: &Part, index: u32) -> String;

    /// How the length of an array is called.
    fn length_name(&self, owner: &str, part: &Part) -> String;
}
