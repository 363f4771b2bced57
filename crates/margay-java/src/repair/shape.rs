//! How objects of a class look: their fields in order, and what each can hold.

use crate::program::JavaMachine;
use margay_ir::world::modifiers::{ENUM, SYNTHETIC};
use margay_ir::{ClassId, ClassKind, Storage, World};
use margay_jvm::describe;
use margay_jvm::launch::initialize;
use margay_machine::traced::Traced;
use margay_search::structure::FieldName;

/// The machine of repairs.
pub type Machine = JavaMachine<Traced>;

/// How objects of a class look.
pub struct Shape {
    /// The class.
    pub class: ClassId,
    /// With dots.
    pub name: String,
    /// What it holds.
    pub parts: Parts,
    /// Slots of references to the outer object.
    pub outer: Vec<u32>,
}

/// What an object holds.
pub enum Parts {
    /// Fields, those of superclasses first.
    Fields(Vec<Field>),
    /// Elements of an array.
    Elements(Type),
}

/// A field.
pub struct Field {
    /// Its name.
    pub name: FieldName,
    /// Its type.
    pub ty: Type,
    /// Its place in the object.
    pub slot: u32,
}

/// What a field or element can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number, a character or a truth value.
    Plain(Storage),
    /// References to objects of this class.
    Reference(ClassId),
}

/// Loads and initialises a class by its name with dots.
pub fn class_named(machine: &mut Machine, name: &str) -> Result<ClassId, String> {
    let class = load(machine, &describe::internal_name(name))?;
    initialize(machine, class).map_err(|error| error.to_string())?;
    Ok(class)
}

fn load(machine: &mut Machine, internal: &str) -> Result<ClassId, String> {
    let core = &mut machine.core;
    let loaded = machine.platform.load_named(&mut core.world, internal);
    core.memory.grow_statics(core.world.static_cells());
    loaded.map_err(|error| error.to_string())
}

impl Shape {
    /// The shape of a class.
    pub fn of(machine: &mut Machine, class: ClassId) -> Result<Shape, String> {
        let name = describe::class(&machine.core.world, class);
        let loaded = machine.core.world.loaded(class);
        if let ClassKind::Array { elem, component } = loaded.kind {
            let ty = match component {
                Some(component) => {
                    let component = machine.core.world.class_name(component).to_owned();
                    Type::Reference(load(machine, &component)?)
                }
                None => Type::Plain(elem),
            };
            return Ok(Shape { class, name, parts: Parts::Elements(ty), outer: Vec::new() });
        }
        if loaded.is_abstract() || loaded.is_interface() {
            return Err(format!("class {name} is abstract and has no objects"));
        }
        let mut shape = Shape {
            class,
            name,
            parts: Parts::Elements(Type::Plain(Storage::Bool)),
            outer: Vec::new(),
        };
        let mut fields = Vec::new();
        for (field, is_synthetic, descriptor) in declared(&machine.core.world, class) {
            let ty = match machine.core.world.field(field).storage {
                Storage::Ref => Type::Reference(load(machine, class_of(&descriptor))?),
                storage => Type::Plain(storage),
            };
            let world = &machine.core.world;
            let (slot, name) = (world.field(field).slot, world.text(world.field(field).name));
            if !is_synthetic {
                let class = describe::class(world, world.field(field).class);
                fields.push(Field { name: FieldName { class, name: name.to_owned() }, ty, slot });
            } else if name.starts_with("this$") {
                shape.outer.push(slot);
            }
        }
        shape.parts = Parts::Fields(fields);
        Ok(shape)
    }

    /// The field that a name of a file means: its class may be left out, or be the object's own.
    pub fn field(&self, name: &FieldName) -> Option<usize> {
        let Parts::Fields(fields) = &self.parts else { return None };
        let exact = fields.iter().position(|field| field.name == *name);
        let inherited = || {
            let last = fields.iter().rposition(|field| field.name.name == name.name);
            last.filter(|_| name.class == self.name)
        };
        exact.or_else(inherited)
    }
}

/// The instance fields of a class, those of its superclasses first: whether the compiler or the
/// machine made them, and their descriptors.
fn declared(world: &World, class: ClassId) -> Vec<(margay_ir::FieldId, bool, String)> {
    let mut lineage: Vec<ClassId> =
        std::iter::successors(Some(class), |c| world.loaded(*c).superclass).collect();
    lineage.reverse();
    let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter().copied());
    let instance = all.filter(|field| !world.field(*field).is_static());
    let describe = |field| {
        let declared = world.field(field);
        let is_synthetic =
            declared.modifiers & SYNTHETIC != 0 || world.text(declared.name).contains(' ');
        (field, is_synthetic, world.text(declared.descriptor).to_owned())
    };
    instance.map(describe).collect()
}

fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').map_or(descriptor, |name| name.trim_end_matches(';'))
}

/// Whether the class is an enum.
pub fn is_enum(world: &World, class: ClassId) -> bool {
    world.loaded(class).modifiers & ENUM != 0
}

/// A type as source code spells it.
pub fn type_text(world: &World, ty: &Type) -> String {
    match ty {
        Type::Reference(class) => describe::class(world, *class),
        Type::Plain(Storage::Bool) => "boolean".to_owned(),
        Type::Plain(Storage::I8) => "byte".to_owned(),
        Type::Plain(Storage::I16) => "short".to_owned(),
        Type::Plain(Storage::U16) => "char".to_owned(),
        Type::Plain(Storage::I32) => "int".to_owned(),
        Type::Plain(Storage::I64) => "long".to_owned(),
        Type::Plain(Storage::F32) => "float".to_owned(),
        Type::Plain(Storage::F64 | Storage::Ref) => "double".to_owned(),
    }
}
