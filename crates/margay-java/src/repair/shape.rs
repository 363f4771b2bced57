//! How objects of a class look: their fields in order, and what each can hold.

use super::RepairMachine;
use crate::graph::{class_in, class_name, fields};
use crate::program::load;
use margay_ir::world::type_name;
use margay_ir::{ClassId, ClassKind, Storage, World};
use margay_jvm::describe;
use margay_jvm::descriptor::storage;
use margay_jvm::launch::initialize;
use margay_search::structure::FieldName;
use std::sync::Arc;

/// How objects of a class look.
pub(super) struct Shape {
    /// The class.
    pub class: ClassId,
    /// As structures name it.
    pub name: Arc<str>,
    /// What it holds.
    pub parts: Parts,
    /// Slots of references to the outer object.
    pub outer: Vec<u32>,
}

/// What an object holds.
pub(super) enum Parts {
    /// Fields, those of superclasses first.
    Fields(Vec<TypedField>),
    /// Elements of an array.
    Elements(CellType),
}

/// A field.
pub(super) struct TypedField {
    /// Its name.
    pub name: Arc<FieldName>,
    /// Its type.
    pub ty: CellType,
    /// Its place in the object.
    pub slot: u32,
}

/// What a field or element can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CellType {
    /// A number, a character or a truth value: its descriptor.
    Plain(String),
    /// References to objects of this class.
    Reference(ClassId),
}

impl CellType {
    fn of(machine: &mut RepairMachine, descriptor: &str) -> Result<CellType, String> {
        match class_in(descriptor) {
            Some(class) => {
                let class = load(machine, class).map_err(|error| error.to_string())?;
                Ok(CellType::Reference(class))
            }
            None => Ok(CellType::Plain(descriptor.to_owned())),
        }
    }

    /// How it is stored.
    pub fn storage(&self) -> Storage {
        match self {
            CellType::Plain(descriptor) => storage(descriptor),
            CellType::Reference(_) => Storage::Ref,
        }
    }

    /// As source code spells it.
    pub fn text(&self, world: &World) -> String {
        match self {
            CellType::Plain(descriptor) => type_name(descriptor),
            CellType::Reference(class) => class_name(world, *class),
        }
    }
}

/// Loads and initialises a class by its name with dots.
pub(super) fn class_named(machine: &mut RepairMachine, name: &str) -> Result<ClassId, String> {
    let class = load(machine, &describe::internal_name(name)).map_err(|error| error.to_string())?;
    initialize(machine, class).map_err(|error| error.to_string())?;
    Ok(class)
}

impl Shape {
    /// The shape of a class.
    pub fn of(machine: &mut RepairMachine, class: ClassId) -> Result<Shape, String> {
        let name: Arc<str> = class_name(&machine.core.world, class).into();
        let loaded = machine.core.world.loaded(class);
        if let ClassKind::Array { .. } = loaded.kind {
            let element = machine.core.world.class_name(class)[1..].to_owned();
            let parts = Parts::Elements(CellType::of(machine, &element)?);
            return Ok(Shape { class, name, parts, outer: Vec::new() });
        }
        if loaded.is_abstract() || loaded.is_interface() {
            return Err(format!("class {name} is abstract and has no objects"));
        }
        let (mut own, mut outer) = (Vec::new(), Vec::new());
        for field in fields(&machine.core.world, class) {
            if field.is_captured {
                outer.push(field.slot);
                continue;
            }
            let ty = CellType::of(machine, &field.descriptor)?;
            own.push(TypedField { name: field.name, ty, slot: field.slot });
        }
        Ok(Shape { class, name, parts: Parts::Fields(own), outer })
    }

    /// The field that a name of a file means: its class may be left out, or be the object's own.
    pub fn field(&self, name: &FieldName) -> Option<usize> {
        let Parts::Fields(fields) = &self.parts else { return None };
        let exact = fields.iter().position(|field| *field.name == *name);
        let inherited = || {
            let last = fields.iter().rposition(|field| field.name.name == name.name);
            last.filter(|_| *name.class == *self.name)
        };
        exact.or_else(inherited)
    }
}
