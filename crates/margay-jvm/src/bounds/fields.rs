//! The fields of objects, and which of them bounds are about.

use crate::messages::external_name;
use crate::platform::Jvm;
use margay_ir::world::modifiers::SYNTHETIC;
use margay_ir::{ClassId, FieldId, World};
use margay_machine::Domain;
use margay_machine::bounds::Bounds;
use ristretto_classfile::attributes::Attribute;

/// The modifier bit of `transient`.
const TRANSIENT: u16 = 0x0080;

/// The fields of an object, those of its superclasses first.
pub(super) fn of_objects(world: &World, class: ClassId) -> Vec<FieldId> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let mut lineage: Vec<ClassId> = lineage.collect();
    lineage.reverse();
    let fields = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter().copied());
    fields.filter(|f| !world.field(*f).is_static()).collect()
}

/// Whether an object of the class has the field.
pub(super) fn has(world: &World, class: ClassId, field: FieldId) -> bool {
    world.is_subclass(class, world.field(field).class)
}

/// A field as messages name it.
pub(super) fn text(world: &World, field: FieldId) -> String {
    let field = world.field(field);
    format!("{}.{}", external_name(world, field.class), world.text(field.name))
}

/// Whether a field is part of the state that a structure is made of, if nobody says otherwise:
/// neither derived (transient) nor made by the compiler nor a constant.
pub(super) fn is_state<D: Domain>(jvm: &Jvm<D>, world: &World, field: FieldId) -> bool {
    let declared = world.field(field);
    declared.modifiers & (TRANSIENT | SYNTHETIC) == 0 && !is_constant(jvm, world, field)
}

fn is_constant<D: Domain>(jvm: &Jvm<D>, world: &World, field: FieldId) -> bool {
    let declared = world.field(field);
    let index = world.loaded(declared.class).fields.iter().position(|f| *f == field);
    let file = jvm.loader.class_file(declared.class);
    let found = file.zip(index).and_then(|(file, index)| file.fields.get(index));
    found.is_some_and(|field| {
        field.attributes.iter().any(|a| matches!(a, Attribute::ConstantValue { .. }))
    })
}

/// Lets the objects of the root's inner classes belong to the root.
pub(super) fn link_inner_objects(world: &World, bounds: &mut Bounds) {
    let Some(root) = bounds.objects.first().map(|set| set.class) else { return };
    let outer = crate::descriptor::of_class(world.class_name(root));
    for set in &bounds.objects {
        for id in of_objects(world, set.class) {
            let field = world.field(id);
            let links = field.modifiers & SYNTHETIC != 0
                && world.text(field.name).starts_with("this$")
                && world.text(field.descriptor) == outer;
            let bounded = bounds.fields.iter().any(|(bounded, _)| *bounded == id);
            if links && !bounded && !bounds.outer.contains(&id) {
                bounds.outer.push(id);
            }
        }
    }
}
