//! What the translation asks of a front end.

use margay_ir::{ClassId, FieldId, Function, MethodId, Trap, World};

/// A program as a front end knows it.
pub trait Source {
    /// Classes, fields and methods.
    fn world(&self) -> &World;

    /// Loads a class and what it extends.
    ///
    /// # Errors
    /// When there is no such class; the text says why.
    fn load(&mut self, class: ClassId) -> Result<(), String>;

    /// The code of a method.
    ///
    /// # Errors
    /// When it has none, or one that does not run as code; the text says why.
    fn body(&mut self, method: MethodId) -> Result<Function, String>;

    /// Whether a class belongs to the class library.
    fn is_library(&mut self, class: ClassId) -> bool;

    /// Whether calling the method of the class library changes nothing that a translation has: what an
    /// exception remembers.
    fn is_forgotten(&self, method: MethodId) -> bool;

    /// Whether the method of the class library makes a text.
    fn makes_text(&self, method: MethodId) -> bool;

    /// The class of texts.
    fn text_class(&mut self) -> ClassId;

    /// The class of an exception of the runtime's own, loaded.
    fn trap_class(&mut self, trap: Trap) -> ClassId;

    /// Classes of the project of which there are objects, among those that are the class or extend it.
    fn implementations(&mut self, class: ClassId) -> Vec<ClassId>;

    /// Classes that a reference of the input may have if it is declared so; none for an array.
    fn candidates(&mut self, class: ClassId) -> Vec<ClassId>;

    /// Classes that the receiver of a method may have: none that overrides it.
    fn receivers(&mut self, method: MethodId) -> Vec<ClassId>;

    /// The classes of the parameters of a method, as far as they are references; without the receiver.
    fn parameters(&mut self, method: MethodId) -> Vec<Parameter>;

    /// The instance fields of a class, inherited ones first.
    fn fields(&mut self, class: ClassId) -> Vec<InputField>;

    /// What a static field holds when its class has been initialised.
    ///
    /// # Errors
    /// When that cannot be said; the text says why.
    fn static_value(&mut self, field: FieldId) -> Result<StaticValue, String>;
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its descriptor.
    pub descriptor: String,
    /// Its class if it is a reference.
    pub class: Option<ClassId>,
}

/// A field of an object of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputField {
    /// The field.
    pub field: FieldId,
    /// Its class if it is a reference: the declared one, or the one that every constructor gives it.
    pub class: Option<ClassId>,
    /// Whether it may be null.
    pub nullable: bool,
}

/// What a static field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticValue {
    /// A number.
    Number(i64),
    /// No object.
    Null,
    /// An array of numbers.
    Numbers(Vec<i64>),
}
