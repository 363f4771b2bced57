//! Interning of text, classes, strings and symbolic references.

use super::{SymbolicRef, World};
use crate::ids::{ClassId, FieldRef, MethodId, MethodRef, Name, StrId};
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Interned text.
#[derive(Default)]
pub(super) struct Names {
    texts: IndexSet<Box<str>, FxBuildHasher>,
}

impl Names {
    fn intern(&mut self, text: &str) -> Name {
        let index = match self.texts.get_index_of(text) {
            Some(index) => index,
            None => self.texts.insert_full(text.into()).0,
        };
        Name::new(index)
    }

    fn text(&self, name: Name) -> &str {
        &self.texts[name.index()]
    }
}

impl World {
    /// Interns a name.
    pub fn name(&mut self, text: &str) -> Name {
        self.names.intern(text)
    }

    /// The name, if anybody ever mentioned it.
    #[must_use]
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.texts.get_index_of(text).map(Name::new)
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Interns a string constant given as UTF-16.
    pub fn string(&mut self, units: &[u16]) -> StrId {
        let index = match self.strings.get_index_of(units) {
            Some(index) => index,
            None => self.strings.insert_full(units.into()).0,
        };
        StrId::new(index)
    }

    /// Interns a string constant.
    pub fn string_from(&mut self, text: &str) -> StrId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string(&units)
    }

    /// The UTF-16 units of a string constant.
    #[must_use]
    pub fn units(&self, string: StrId) -> &[u16] {
        &self.strings[string.index()]
    }

    /// The id of the class called so, loaded or not.
    pub fn class_named(&mut self, name: &str) -> ClassId {
        let name = self.name(name);
        ClassId::new(self.class_names.insert_full(name).0)
    }

    /// The id of the class called so, if anybody ever mentioned it.
    #[must_use]
    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        let name = self.find_name(name)?;
        self.class_names.get_index_of(&name).map(ClassId::new)
    }

    /// What a class is called.
    #[must_use]
    pub fn class_name(&self, class: ClassId) -> &str {
        self.text(self.class_names[class.index()])
    }

    /// A reference to a field.
    pub fn field_ref(&mut self, class: ClassId, name: &str, descriptor: &str) -> FieldRef {
        let (name, descriptor) = (self.name(name), self.name(descriptor));
        FieldRef::new(self.field_refs.insert_full(SymbolicRef { class, name, descriptor }).0)
    }

    /// A reference to a method.
    pub fn method_ref(&mut self, class: ClassId, name: &str, descriptor: &str) -> MethodRef {
        let (name, descriptor) = (self.name(name), self.name(descriptor));
        MethodRef::new(self.method_refs.insert_full(SymbolicRef { class, name, descriptor }).0)
    }

    /// What a field reference says.
    #[must_use]
    pub fn field_symbol(&self, field: FieldRef) -> SymbolicRef {
        self.field_refs[field.index()]
    }

    /// What a method reference says.
    #[must_use]
    pub fn method_symbol(&self, method: MethodRef) -> SymbolicRef {
        self.method_refs[method.index()]
    }

    /// A method as messages name it: class, name and descriptor.
    #[must_use]
    pub fn method_text(&self, method: MethodId) -> String {
        let method = self.method(method);
        let (class, name) = (self.class_name(method.class), self.text(method.name));
        format!("{}.{name}{}", class.replace('/', "."), self.text(method.descriptor))
    }
}
