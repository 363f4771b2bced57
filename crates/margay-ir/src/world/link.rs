//! Linking a class: layout of its instances, dispatch table, supertypes; and finding members.

use super::modifiers::{PRIVATE, PROTECTED, PUBLIC, STATIC};
use super::{Class, ClassDef, ClassKind, Field, FieldDef, Method, MethodDef, SymbolicRef, World};
use crate::ids::{ClassId, FieldId, MethodId, Name};
use rustc_hash::FxHashMap;

/// A class description that contradicts itself or its supertypes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The class is its own supertype.
    Circular,
    /// The superclass is an interface.
    ExtendsInterface(ClassId),
    /// A superinterface is a class.
    ImplementsClass(ClassId),
    /// A final class or method is extended or overridden.
    Final(ClassId),
    /// A member occurs twice.
    Duplicate(Name),
}

/// The package of a class; names have slashes.
#[must_use]
pub fn package_of(class: &str) -> &str {
    class.rfind('/').map_or("", |slash| &class[..slash])
}

/// The name of a class without its package and the classes around it; names have slashes.
#[must_use]
pub fn simple_name_of(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The type of a descriptor as programs name it: `int`, `java.util.Map$Entry[]`.
#[must_use]
pub fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "V" => "void",
        class => class.strip_prefix('L').and_then(|c| c.strip_suffix(';')).unwrap_or(class),
    };
    name.replace('/', ".") + &"[]".repeat(descriptor.len() - element.len())
}

impl World {
    /// Brings a class into the world. Its supertypes must be loaded.
    ///
    /// # Errors
    /// When the definition contradicts its supertypes.
    pub fn define(&mut self, id: ClassId, def: ClassDef) -> Result<(), LinkError> {
        self.check_supertypes(id, &def)?;
        let ancestors = self.ancestors_of(id, &def);
        let inherited = def.superclass.map(|sup| self.loaded(sup));
        let mut cells = inherited.map_or(0, |sup| sup.cells);
        let table = inherited.map_or_else(Vec::new, |sup| sup.table.clone());
        let first_static = self.static_cells;
        let fields = def.fields.iter().map(|f| self.add_field(id, f, &mut cells)).collect();
        let mut class = Class {
            name: self.class_names[cranelift_entity::EntityRef::index(id)],
            kind: def.kind,
            modifiers: def.modifiers,
            superclass: def.superclass,
            interfaces: def.interfaces,
            fields,
            methods: Vec::with_capacity(def.methods.len()),
            source: def.source,
            cells,
            statics: first_static..self.static_cells,
            initializer: None,
            table,
            ancestors,
            by_signature: FxHashMap::default(),
        };
        for method in def.methods {
            self.add_method(id, &mut class, method)?;
        }
        self.classes[id] = Some(Box::new(class));
        Ok(())
    }

    fn check_supertypes(&self, id: ClassId, def: &ClassDef) -> Result<(), LinkError> {
        if let Some(sup) = def.superclass {
            if sup == id {
                return Err(LinkError::Circular);
            }
            let class = self.loaded(sup);
            if class.kind != ClassKind::Class {
                return Err(LinkError::ExtendsInterface(sup));
            }
            let array = matches!(def.kind, ClassKind::Array { .. });
            if class.modifiers & super::modifiers::FINAL != 0 && !array {
                return Err(LinkError::Final(sup));
            }
        }
        match def.interfaces.iter().find(|i| !self.loaded(**i).is_interface()) {
            Some(class) => Err(LinkError::ImplementsClass(*class)),
            None => Ok(()),
        }
    }

    fn ancestors_of(&self, id: ClassId, def: &ClassDef) -> Vec<ClassId> {
        let mut all = vec![id];
        for sup in def.superclass.iter().chain(&def.interfaces) {
            all.extend_from_slice(&self.loaded(*sup).ancestors);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn add_field(&mut self, class: ClassId, def: &FieldDef, cells: &mut u32) -> FieldId {
        let next = if def.modifiers & STATIC != 0 { &mut self.static_cells } else { cells };
        let slot = *next;
        *next += 1;
        self.fields.push(Field {
            class,
            name: def.name,
            descriptor: def.descriptor,
            modifiers: def.modifiers,
            storage: def.storage,
            slot,
            constant: def.constant,
        })
    }

    fn add_method(
        &mut self,
        id: ClassId,
        class: &mut Class,
        def: MethodDef,
    ) -> Result<(), LinkError> {
        let signature = (def.name, def.descriptor);
        let constructs = self.text(def.name).starts_with('<');
        let overridable = class.kind == ClassKind::Class
            && def.modifiers & (STATIC | PRIVATE) == 0
            && !constructs;
        let table_index = overridable.then(|| self.table_index(class, signature));
        let method = self.methods.push(Method {
            class: id,
            name: def.name,
            descriptor: def.descriptor,
            modifiers: def.modifiers,
            params: def.params,
            result: def.result,
            table_index,
            body: def.body,
        });
        if let Some(index) = table_index {
            match class.table.get_mut(index as usize) {
                Some(entry) => *entry = method,
                None => class.table.push(method),
            }
        }
        if def.initializer {
            class.initializer = Some(method);
        }
        class.methods.push(method);
        match class.by_signature.insert(signature, method) {
            Some(_) => Err(LinkError::Duplicate(def.name)),
            None => Ok(()),
        }
    }

    /// The inherited place of an overridden method, or a new one. A package-private method is
    /// overridden only inside its package.
    fn table_index(&self, class: &Class, signature: (Name, Name)) -> u32 {
        let package = package_of(self.text(class.name));
        let inherited = class.table.iter().position(|m| {
            let m = &self.methods[*m];
            let visible = m.modifiers & (PUBLIC | PROTECTED) != 0
                || package_of(self.class_name(m.class)) == package;
            (m.name, m.descriptor) == signature && visible
        });
        u32::try_from(inherited.unwrap_or(class.table.len())).expect("table fits")
    }

    /// A method like another one, but for its descriptor: for methods whose descriptor depends
    /// on the call. The same one every time.
    pub fn add_variant(
        &mut self,
        original: MethodId,
        descriptor: Name,
        params: Vec<crate::Type>,
        result: Option<crate::Type>,
    ) -> MethodId {
        let method = self.methods[original].clone();
        let (class, signature) = (method.class, (method.name, descriptor));
        let known = self.loaded(class).by_signature.get(&signature);
        if let Some(known) = known {
            return *known;
        }
        let variant = Method { descriptor, params, result, table_index: None, ..method };
        let variant = self.methods.push(variant);
        let class = self.classes[class].as_mut().expect("class is loaded");
        class.by_signature.insert(signature, variant);
        variant
    }

    /// The method declared in exactly this class.
    #[must_use]
    pub fn declared_method(
        &self,
        class: ClassId,
        name: Name,
        descriptor: Name,
    ) -> Option<MethodId> {
        self.loaded(class).by_signature.get(&(name, descriptor)).copied()
    }

    /// The method a reference to a loaded class means: of the class, its superclasses, then the
    /// most specific one of its interfaces that is not abstract, then any of them.
    #[must_use]
    pub fn find_method(&self, symbol: SymbolicRef) -> Option<MethodId> {
        let mut class = Some(symbol.class);
        while let Some(id) = class {
            if let Some(found) = self.declared_method(id, symbol.name, symbol.descriptor) {
                return Some(found);
            }
            class = self.loaded(id).superclass;
        }
        self.find_interface_method(symbol)
    }

    fn find_interface_method(&self, symbol: SymbolicRef) -> Option<MethodId> {
        let mut best: Option<MethodId> = None;
        for ancestor in &self.loaded(symbol.class).ancestors {
            if !self.loaded(*ancestor).is_interface() {
                continue;
            }
            let Some(found) = self.declared_method(*ancestor, symbol.name, symbol.descriptor)
            else {
                continue;
            };
            let method = &self.methods[found];
            if method.modifiers & (STATIC | PRIVATE) != 0 && *ancestor != symbol.class {
                continue;
            }
            let better = best.is_none_or(|b| {
                let b = &self.methods[b];
                // A concrete default beats an abstract declaration, a subtype its supertype.
                (b.is_abstract() && !method.is_abstract())
                    || (b.is_abstract() == method.is_abstract()
                        && self.is_subclass(*ancestor, b.class))
            });
            if better {
                best = Some(found);
            }
        }
        best
    }

    /// The field a reference to a loaded class means.
    #[must_use]
    pub fn find_field(&self, symbol: SymbolicRef) -> Option<FieldId> {
        let mut class = Some(symbol.class);
        while let Some(id) = class {
            let loaded = self.loaded(id);
            let declared = self.declared_field(id, symbol.name, symbol.descriptor);
            let found = declared.or_else(|| {
                loaded
                    .interfaces
                    .iter()
                    .find_map(|i| self.find_field(SymbolicRef { class: *i, ..symbol }))
            });
            if found.is_some() {
                return found;
            }
            class = loaded.superclass;
        }
        None
    }

    fn declared_field(&self, class: ClassId, name: Name, descriptor: Name) -> Option<FieldId> {
        self.loaded(class).fields.iter().copied().find(|f| {
            let f = &self.fields[*f];
            f.name == name && f.descriptor == descriptor
        })
    }

    /// The method that runs when `method` is called on an instance of loaded class `receiver`.
    #[must_use]
    pub fn select(&self, receiver: ClassId, method: MethodId) -> Option<MethodId> {
        let declared = &self.methods[method];
        if declared.is_private() {
            return Some(method);
        }
        if let Some(index) = declared.table_index {
            return self.loaded(receiver).table.get(index as usize).copied();
        }
        self.find_method(SymbolicRef {
            class: receiver,
            name: declared.name,
            descriptor: declared.descriptor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_names() {
        assert_eq!(type_name("I"), "int");
        assert_eq!(type_name("V"), "void");
        assert_eq!(type_name("LList;"), "List");
        assert_eq!(type_name("[[Ljava/util/Map$Entry;"), "java.util.Map$Entry[][]");
    }
}
