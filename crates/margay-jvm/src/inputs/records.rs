//! Records whose constructor does more than keep its arguments. Only the constructor makes them, so
//! that no input is a record that its constructor would have refused or changed.

use super::contents::Found;
use super::{
    JavaInputs, SymbolicMachine, instance_fields, is_library, is_record, sequences, supertypes,
};
use crate::indy::wrapper;
use margay_ir::{ClassId, InstKind, MethodId, World};
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::Making;

/// The constructor of a record that takes all its components, and its descriptor.
pub(crate) fn canonical(world: &mut World, class: ClassId) -> Option<(MethodId, String)> {
    if !is_record(world, class) {
        return None;
    }
    let fields = instance_fields(world, class);
    let types: String =
        fields.iter().map(|field| world.text(world.field(*field).descriptor)).collect();
    let descriptor = format!("({types})V");
    let names = ["<init>", descriptor.as_str()].map(|name| world.name(name));
    Some((world.declared_method(class, names[0], names[1])?, descriptor))
}

impl JavaInputs {
    /// Whether a class is such a record.
    pub(super) fn is_checked(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        if let Some(known) = self.checked.get(&class) {
            return *known;
        }
        let is_so = !is_library(machine, class) && does_more(machine, class);
        self.checked.insert(class, is_so);
        is_so
    }

    /// A record made of its components.
    pub(super) fn checked_record(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        class: ClassId,
    ) -> Option<Making> {
        let builder = self.builder(machine, class)?;
        let mut contents = Vec::new();
        for field in instance_fields(&machine.core.world, class) {
            let world = &machine.core.world;
            let declared = world.field(field);
            let name = format!("{}.{}", reference.name, world.text(declared.name));
            let descriptor = world.text(declared.descriptor).to_owned();
            let generic = reference.generic.as_deref();
            let item = match wrapper(&descriptor) {
                Some((boxed, _)) => Found::new(name, &format!("L{boxed};"), false),
                None => {
                    let generic = supertypes::of_field_in(machine, field, class, generic);
                    Found::new(name, generic.as_deref().unwrap_or(&descriptor), true)
                }
            };
            contents.push(item.found(machine)?);
        }
        let description = sequences::is_there(machine, reference, class);
        Self::making(machine, class, builder, contents, description)
    }
}

/// Whether the constructor of a record calls or decides anything.
fn does_more(machine: &mut SymbolicMachine, class: ClassId) -> bool {
    let world = &mut machine.core.world;
    let Some((constructor, _)) = canonical(world, class) else { return false };
    let Ok(body) = machine.platform.loader.body(world, constructor) else { return false };
    let calls = body.insts.values().filter(|inst| matches!(inst.kind, InstKind::Call { .. }));
    body.blocks.len() > 1 || calls.count() > 1
}
