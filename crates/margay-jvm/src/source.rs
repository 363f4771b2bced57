//! A class as the source code of others sees it: its name there, who may use it and its members.
//!
//! Execution needs none of this, so a [`World`](margay_ir::World) does not hold it. Whoever writes
//! source, such as tests, asks for it, class by class.

mod read;

pub use read::{source_class, source_of};

/// A class in the eyes of source code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceClass {
    /// As source code names it, with its package: `shapes.Tree.Node`. None for a class that has no
    /// such name: anonymous, local, made at run time.
    pub name: Option<String>,
    /// Who may use that name; that of an enclosing class if it is less.
    pub access: Access,
    /// What it is declared as.
    pub kind: SourceKind,
    /// Whether its objects belong to one of the enclosing class, which constructors take first.
    pub is_inner: bool,
    /// Whether it has no objects of its own.
    pub is_abstract: bool,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// Whether it is in the source file of another class: compilers warn others against using it.
    pub is_auxiliary: bool,
    /// How many type parameters it has.
    pub type_parameters: usize,
    /// Whether one of them extends something.
    pub is_bounded: bool,
    /// Its signature as a class file has it, if it uses generic types: `<T:Ljava/lang/Object;>La/Base<TT;>;`.
    pub generic: Option<String>,
    /// Its superclass, with dots and `$`.
    pub superclass: Option<String>,
    /// Its direct superinterfaces, with dots and `$`.
    pub interfaces: Vec<String>,
    /// The fields it declares.
    pub fields: Vec<SourceField>,
    /// The methods and constructors it declares, without those that the compiler has added.
    pub methods: Vec<SourceMethod>,
}

/// What a class is declared as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceKind {
    /// `class`.
    #[default]
    Class,
    /// `interface`.
    Interface,
    /// `enum`.
    Enum,
    /// `record`.
    Record,
}

/// Who may use something. Code of the same package may use what is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Its own class and those around it.
    Private,
    /// Code of its package.
    #[default]
    Package,
    /// All code.
    Public,
}

/// A field in the eyes of source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceField {
    /// Its name.
    pub name: String,
    /// Its erased type as a class file has it: `I`, `Lshapes/Tree$Node;`.
    pub descriptor: String,
    /// Who may use it.
    pub access: Access,
    /// Whether it belongs to the class.
    pub is_static: bool,
    /// Whether it is assigned once.
    pub is_final: bool,
}

/// A method or constructor in the eyes of source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMethod {
    /// `insert`, or `<init>` for a constructor.
    pub name: String,
    /// As in the class file: `(II)Z`.
    pub descriptor: String,
    /// Who may call it.
    pub access: Access,
    /// Whether it is called without a receiver.
    pub is_static: bool,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// The names of its parameters; none where the class file does not have all of them.
    pub parameters: Vec<String>,
    /// The exceptions it declares, with dots and `$`.
    pub throws: Vec<String>,
    /// For each parameter whose type is a type parameter of the method, what that extends, with
    /// dots and `$`; nothing for other parameters.
    pub bounds: Vec<Vec<String>>,
    /// Its signature as a class file has it, if it uses generic types: `(Ljava/util/List<TT;>;)TT;`.
    pub generic: Option<String>,
}

impl SourceClass {
    /// A field it declares itself.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&SourceField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A method it declares itself.
    #[must_use]
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&SourceMethod> {
        let mut methods = self.methods.iter();
        methods.find(|method| method.name == name && method.descriptor == descriptor)
    }
}
