//! What exists between methods: names, classes, fields, methods.
//!
//! A [`ClassId`] is a *name*: code can mention a class long before, and without ever, loading
//! it. A front end [`define`](World::define)s a class when it is first needed; from then on the
//! world knows its layout, its supertypes and its dispatch table. References from code
//! ([`FieldRef`](crate::FieldRef), [`MethodRef`](crate::MethodRef)) are symbolic too and are resolved when execution reaches them,
//! so that a missing class hurts only the path that needs it.

mod link;
mod names;

pub use link::{LinkError, package_of, simple_name_of, type_name};

use crate::ids::{ClassId, FieldId, MethodId, Name, StrId};
use crate::types::{Storage, Type};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use indexmap::IndexSet;
use names::Names;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Modifier bits, with the values class files give them.
pub mod modifiers {
    /// Visible everywhere.
    pub const PUBLIC: u16 = 0x0001;
    /// Visible in the nest only; never overridden.
    pub const PRIVATE: u16 = 0x0002;
    /// Visible in the package and to subclasses.
    pub const PROTECTED: u16 = 0x0004;
    /// Belongs to the class.
    pub const STATIC: u16 = 0x0008;
    /// Cannot be overridden, extended or reassigned.
    pub const FINAL: u16 = 0x0010;
    /// Holds a monitor while it runs.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Compiler-made: a bridge method.
    pub const BRIDGE: u16 = 0x0040;
    /// Takes a variable number of arguments.
    pub const VARARGS: u16 = 0x0080;
    /// Without a body in the class file.
    pub const NATIVE: u16 = 0x0100;
    /// An interface.
    pub const INTERFACE: u16 = 0x0200;
    /// Without a body at all.
    pub const ABSTRACT: u16 = 0x0400;
    /// Not in the source.
    pub const SYNTHETIC: u16 = 0x1000;
    /// An enum class.
    pub const ENUM: u16 = 0x4000;
    /// A field that a front end has added for itself: no program can name it, and it is no part of
    /// what an object is. Class files have no such flag on fields.
    pub const HIDDEN: u16 = 0x8000;

    /// The bits of one kind of thing that have a word in the text form, in the order in which they
    /// are written. What a class, a field and a method mean by a bit differs.
    #[derive(Clone, Copy)]
    pub(crate) struct Words(pub &'static [(u16, &'static str)]);

    impl Words {
        pub(crate) const CLASS: Words = Words(&[
            (PUBLIC, "public"),
            (PRIVATE, "private"),
            (PROTECTED, "protected"),
            (STATIC, "static"),
            (FINAL, "final"),
            (ABSTRACT, "abstract"),
            (SYNTHETIC, "synthetic"),
            (ENUM, "enum"),
        ]);
        pub(crate) const FIELD: Words = Words(&[
            (PUBLIC, "public"),
            (PRIVATE, "private"),
            (PROTECTED, "protected"),
            (STATIC, "static"),
            (FINAL, "final"),
            (SYNTHETIC, "synthetic"),
            (ENUM, "enum"),
            (HIDDEN, "hidden"),
        ]);
        pub(crate) const METHOD: Words = Words(&[
            (PUBLIC, "public"),
            (PRIVATE, "private"),
            (PROTECTED, "protected"),
            (STATIC, "static"),
            (FINAL, "final"),
            (ABSTRACT, "abstract"),
            (NATIVE, "native"),
            (BRIDGE, "bridge"),
            (VARARGS, "varargs"),
            (SYNTHETIC, "synthetic"),
        ]);
    }
}

/// What kind of class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class with instances of its own (unless abstract).
    Class,
    /// An interface.
    Interface,
    /// A primitive type or `void`, which only class constants mention.
    Primitive,
    /// An array; `component` is absent for arrays of primitives.
    Array {
        /// What an element is stored as.
        elem: Storage,
        /// Class of an element.
        component: Option<ClassId>,
    },
}

/// A loaded class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Name in the front end's spelling (`java/util/Map$Entry`, `[I`).
    pub name: Name,
    /// Its kind.
    pub kind: ClassKind,
    /// Modifier bits.
    pub modifiers: u16,
    /// Superclass; none for the root class only (an interface's is the root).
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Fields declared here.
    pub fields: Vec<FieldId>,
    /// Methods declared here.
    pub methods: Vec<MethodId>,
    /// Source file, if known.
    pub source: Option<Name>,
    /// Number of cells of an instance, inherited fields included.
    pub cells: u32,
    /// Its cells among the static cells of the world.
    pub statics: std::ops::Range<u32>,
    /// The class initialiser, if it has one.
    pub initializer: Option<MethodId>,
    /// Overridable methods by table index; see [`Method::table_index`].
    pub table: Vec<MethodId>,
    /// This class, its superclasses and all its interfaces, sorted.
    ancestors: Vec<ClassId>,
    by_signature: FxHashMap<(Name, Name), MethodId>,
}

/// A loaded field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Declaring class.
    pub class: ClassId,
    /// Its name.
    pub name: Name,
    /// Descriptor in the front end's spelling.
    pub descriptor: Name,
    /// Modifier bits.
    pub modifiers: u16,
    /// What it holds.
    pub storage: Storage,
    /// Cell number: within the object, or among all static cells of the world.
    pub slot: u32,
    /// Initial value of a static constant.
    pub constant: Option<Constant>,
}

/// A compile-time constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// A number's bits, zero-extended.
    Bits(u64),
    /// A string.
    Str(StrId),
}

/// A loaded method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Declaring class.
    pub class: ClassId,
    /// Its name.
    pub name: Name,
    /// Descriptor in the front end's spelling.
    pub descriptor: Name,
    /// Modifier bits.
    pub modifiers: u16,
    /// Types of the arguments; an instance method's receiver comes first.
    pub params: Vec<Type>,
    /// Type of the result.
    pub result: Option<Type>,
    /// Place in the dispatch table of the class and its subclasses, for methods of classes that
    /// can be overridden.
    pub table_index: Option<u32>,
    /// The front end's own handle on the body (for class files: index in the class).
    pub body: u32,
}

impl Method {
    /// Whether it is called without a receiver.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.modifiers & modifiers::STATIC != 0
    }

    /// Whether it has no body anywhere.
    #[must_use]
    pub fn is_abstract(&self) -> bool {
        self.modifiers & modifiers::ABSTRACT != 0
    }

    /// Whether its body is not in the class file.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.modifiers & modifiers::NATIVE != 0
    }

    /// Whether it is never overridden because it is private.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.modifiers & modifiers::PRIVATE != 0
    }
}

impl Field {
    /// Whether it belongs to the class.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.modifiers & modifiers::STATIC != 0
    }

    /// Whether no program can name it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.modifiers & modifiers::HIDDEN != 0
    }
}

impl Class {
    /// Whether it is an interface.
    #[must_use]
    pub fn is_interface(&self) -> bool {
        self.kind == ClassKind::Interface
    }

    /// Whether it cannot be instantiated.
    #[must_use]
    pub fn is_abstract(&self) -> bool {
        self.modifiers & modifiers::ABSTRACT != 0
    }

    /// This class and everything it extends or implements, sorted by id.
    #[must_use]
    pub fn ancestors(&self) -> &[ClassId] {
        &self.ancestors
    }
}

/// A class as a front end describes it, before linking.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassDef {
    /// Its kind.
    pub kind: ClassKind,
    /// Modifier bits.
    pub modifiers: u16,
    /// Superclass, already loaded.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces, already loaded.
    pub interfaces: Vec<ClassId>,
    /// Source file.
    pub source: Option<Name>,
    /// Fields in order of declaration.
    pub fields: Vec<FieldDef>,
    /// Methods in order of declaration.
    pub methods: Vec<MethodDef>,
}

/// A field before linking.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldDef {
    /// Its name.
    pub name: Name,
    /// Its descriptor.
    pub descriptor: Name,
    /// Modifier bits.
    pub modifiers: u16,
    /// What it holds.
    pub storage: Storage,
    /// Initial value of a static constant.
    pub constant: Option<Constant>,
}

/// A method before linking.
#[derive(Clone, PartialEq, Debug)]
pub struct MethodDef {
    /// Its name.
    pub name: Name,
    /// Its descriptor.
    pub descriptor: Name,
    /// Modifier bits.
    pub modifiers: u16,
    /// Types of the arguments, receiver first.
    pub params: Vec<Type>,
    /// Type of the result.
    pub result: Option<Type>,
    /// Whether it initialises the class.
    pub initializer: bool,
    /// The front end's handle on the body.
    pub body: u32,
}

/// A symbolic reference: class, name, descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymbolicRef {
    /// The class named.
    pub class: ClassId,
    /// Member name.
    pub name: Name,
    /// Member descriptor.
    pub descriptor: Name,
}

/// Everything known of the program.
#[derive(Default)]
pub struct World {
    names: Names,
    strings: IndexSet<Box<[u16]>, FxBuildHasher>,
    class_names: IndexSet<Name, FxBuildHasher>,
    field_refs: IndexSet<SymbolicRef, FxBuildHasher>,
    method_refs: IndexSet<SymbolicRef, FxBuildHasher>,
    classes: SecondaryMap<ClassId, Option<Box<Class>>>,
    fields: PrimaryMap<FieldId, Field>,
    methods: PrimaryMap<MethodId, Method>,
    static_cells: u32,
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The loaded class, if it is.
    #[must_use]
    pub fn class(&self, id: ClassId) -> Option<&Class> {
        self.classes[id].as_deref()
    }

    /// The loaded class.
    ///
    /// # Panics
    /// If it is not loaded.
    #[must_use]
    pub fn loaded(&self, id: ClassId) -> &Class {
        self.classes[id].as_deref().expect("class is loaded")
    }

    /// All fields of loaded classes.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.values()
    }

    /// A field.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id]
    }

    /// A method.
    #[must_use]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id]
    }

    /// Number of methods loaded so far.
    #[must_use]
    pub fn method_count(&self) -> usize {
        self.methods.len()
    }

    /// Whether arrays of one loaded class take references to objects of another.
    #[must_use]
    pub fn is_storable(&self, array: ClassId, value: ClassId) -> bool {
        match self.loaded(array).kind {
            ClassKind::Array { component: Some(component), .. } => {
                self.is_subclass(value, component)
            }
            _ => true,
        }
    }

    /// Whether an instance of loaded class `sub` is an instance of `sup`.
    #[must_use]
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let class = self.loaded(sub);
        if class.ancestors.binary_search(&sup).is_ok() {
            return true;
        }
        // Arrays are covariant in their component.
        let Some(ClassKind::Array { component: Some(to), .. }) = self.class(sup).map(|c| c.kind)
        else {
            return false;
        };
        match class.kind {
            ClassKind::Array { component: Some(from), .. } => self.is_subclass(from, to),
            _ => false,
        }
    }
}
