//! Lambdas of the input, for functional interfaces that no class of the project implements: they
//! return the same whatever they are given, and what that is, is an input.

use super::signature::{attributes, erased, result_type, signature_of};
use super::supertypes::member_type;
use super::{JavaInputs, SymbolicMachine};
use crate::stub::{Stub, functional_method};
use margay_ir::ClassId;
use margay_machine::symbolic::inputs::{Initial, Part};

impl JavaInputs {
    /// The class of lambdas of an interface. A method with type parameters of its own is no lambda's.
    pub(super) fn lambda(machine: &mut SymbolicMachine, interface: ClassId) -> Option<ClassId> {
        let method = functional_method(&machine.core.world, interface)?;
        if attributes(machine, method, signature_of).is_some_and(|text| text.starts_with('<')) {
            return None;
        }
        let core = &mut machine.core;
        machine.platform.loader.stub(&mut core.world, interface).ok().flatten()
    }

    /// What a lambda returns.
    pub(super) fn returned(
        machine: &mut SymbolicMachine,
        stub: &Stub,
        generic: Option<&str>,
    ) -> Option<Part> {
        let field = machine.core.world.field(stub.result?).clone();
        let world = &machine.core.world;
        let name = format!("{}()", world.text(world.method(stub.method).name));
        let descriptor = world.text(field.descriptor).to_owned();
        let method = functional_method(world, stub.interface)?;
        let owner = world.method(method).class;
        let written = attributes(machine, method, signature_of);
        let written = written.as_deref().and_then(result_type).map(str::to_owned);
        let own = written.map(|text| member_type(machine, &text, owner, stub.interface, generic));
        let class = Self::field_class(machine, &descriptor, own.as_deref());
        // Of a type variable that stands for nothing known, nothing is known.
        let generic = own.filter(|own| erased(own) != "Ljava/lang/Object;");
        let initial = Initial::Any;
        let (slot, storage) = (field.slot, field.storage);
        Some(Part { slot, name, storage, class, generic, initial, character: false })
    }
}
