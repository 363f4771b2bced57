//! How objects of a class look: their fields, and the classes whose objects stand for a value.

use margay_ir::world::modifiers::{ENUM, SYNTHETIC};
use margay_ir::world::type_name;
use margay_ir::{ClassId, World};
use margay_jvm::describe;
use margay_search::structure::FieldName;
use std::sync::Arc;

/// An instance field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub name: Arc<FieldName>,
    /// Its type.
    pub descriptor: String,
    /// Its cell.
    pub slot: u32,
    /// Whether it is the compiler's, for the object around an inner one or a variable that a local
    /// class uses.
    pub is_captured: bool,
}

/// The instance fields of a class, those of its superclasses first; without what the compiler
/// and the front end have added, but for what inner objects have captured.
pub(crate) fn fields(world: &World, class: ClassId) -> Vec<Field> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let mut lineage: Vec<ClassId> = lineage.collect();
    lineage.reverse();
    let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter());
    let all = all.map(|field| world.field(*field)).filter(|field| !field.is_static());
    let field = |field: &margay_ir::world::Field| {
        let name = world.text(field.name);
        let is_synthetic = field.modifiers & SYNTHETIC != 0;
        let is_captured = is_synthetic && (name.starts_with("this$") || name.starts_with("val$"));
        let is_written = (is_captured || !is_synthetic) && !field.is_hidden();
        is_written.then(|| Field {
            name: Arc::new(FieldName {
                class: describe::class(world, field.class),
                name: name.to_owned(),
            }),
            descriptor: world.text(field.descriptor).to_owned(),
            slot: field.slot,
            is_captured,
        })
    };
    all.filter_map(field).collect()
}

/// The cell of the instance field that a class declares under a name.
pub(crate) fn slot_named(world: &World, class: ClassId, name: &str) -> Option<u32> {
    let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
    let mut named = fields.filter(|field| world.text(field.name) == name);
    named.find(|field| !field.is_static()).map(|field| field.slot)
}

/// Classes whose objects stand for a value: strings, boxed numbers, enum constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueClass {
    /// `String`.
    Text,
    /// A box around a primitive value.
    Box(&'static Boxed),
    /// An enum.
    Constant,
}

/// A class of boxes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Boxed {
    /// Its internal name.
    pub class: &'static str,
    /// The type of what is in it.
    pub descriptor: &'static str,
    /// Values for which `valueOf` always gives the same object.
    pub shared: Option<(i64, i64)>,
}

const BOXES: [Boxed; 8] = [
    Boxed { class: "java/lang/Boolean", descriptor: "Z", shared: Some((0, 1)) },
    Boxed { class: "java/lang/Byte", descriptor: "B", shared: Some((-128, 127)) },
    Boxed { class: "java/lang/Short", descriptor: "S", shared: Some((-128, 127)) },
    Boxed { class: "java/lang/Character", descriptor: "C", shared: Some((0, 127)) },
    Boxed { class: "java/lang/Integer", descriptor: "I", shared: Some((-128, 127)) },
    Boxed { class: "java/lang/Long", descriptor: "J", shared: Some((-128, 127)) },
    Boxed { class: "java/lang/Float", descriptor: "F", shared: None },
    Boxed { class: "java/lang/Double", descriptor: "D", shared: None },
];

impl ValueClass {
    /// Whether objects of a class stand for values, and for which.
    pub fn of(world: &World, class: ClassId) -> Option<ValueClass> {
        let name = world.class_name(class);
        if name == "java/lang/String" {
            return Some(ValueClass::Text);
        }
        if let Some(boxed) = Boxed::of(name) {
            return Some(ValueClass::Box(boxed));
        }
        let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        let is_constant = lineage.any(|c| world.class_name(c) == "java/lang/Enum");
        is_constant.then_some(ValueClass::Constant)
    }
}

impl Boxed {
    /// The class of boxes with this internal name.
    pub fn of(class: &str) -> Option<&'static Boxed> {
        BOXES.iter().find(|boxed| boxed.class == class)
    }

    /// The class of boxes around values of a primitive type.
    pub fn around(descriptor: &str) -> Option<&'static Boxed> {
        BOXES.iter().find(|boxed| boxed.descriptor == descriptor)
    }
}

/// Whether the class is an enum.
pub(crate) fn is_enum(world: &World, class: ClassId) -> bool {
    world.loaded(class).modifiers & ENUM != 0
}

/// A class as structures name it: `java.util.Map$Entry`, `int[][]`.
pub(crate) fn class_name(world: &World, class: ClassId) -> String {
    let name = world.class_name(class);
    if name.starts_with('[') { type_name(name) } else { describe::class(world, class) }
}

/// The internal name of the class or array that a descriptor means; none for a primitive type.
pub(crate) fn class_in(descriptor: &str) -> Option<&str> {
    match descriptor.as_bytes().first()? {
        b'[' => Some(descriptor),
        b'L' => descriptor[1..].strip_suffix(';'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_mean_classes() {
        assert_eq!(class_in("Lp/C;"), Some("p/C"));
        assert_eq!(class_in("[J"), Some("[J"));
        assert_eq!(class_in("J"), None);
    }
}
