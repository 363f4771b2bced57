//! Implementations of interfaces and abstract classes that no class of the project implements: their
//! methods return the same whatever they are given, and what that is, is an input. Those of the class
//! library are lambdas.

use super::signature::{attributes, erased, result_type, signature_of};
use super::supertypes::member_type;
use super::{JavaInputs, SymbolicMachine, instance_fields};
use crate::stub::{Stub, open_methods};
use margay_ir::world::modifiers::{PROTECTED, PUBLIC};
use margay_ir::world::package_of;
use margay_ir::{ClassId, FieldId, MethodId};
use margay_machine::symbolic::inputs::{Initial, Part};

impl JavaInputs {
    /// The class that implements an interface, or an abstract class that has no state of its own. Methods with
    /// type parameters of their own are not made up.
    pub(super) fn stub(
        &self,
        machine: &mut SymbolicMachine,
        interface: ClassId,
    ) -> Option<ClassId> {
        let methods = open_methods(&machine.core.world, interface);
        let is_generic = |method: &MethodId| {
            attributes(machine, *method, signature_of).is_some_and(|text| text.starts_with('<'))
        };
        let is_lambda = methods.len() == 1;
        let is_interface = machine.core.world.loaded(interface).is_interface();
        let is_known = self.project.contains(&interface);
        let is_open = match is_interface {
            true => is_lambda || is_known,
            false => is_known && self.may_extend(machine, interface),
        };
        if methods.iter().any(is_generic) || !is_open {
            return None;
        }
        let core = &mut machine.core;
        machine.platform.loader.stub(&mut core.world, interface).ok().flatten()
    }

    /// Whether an anonymous class of the test may extend a class, and there is nothing in its objects that
    /// a constructor would have to put there.
    fn may_extend(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let world = &machine.core.world;
        let package = |class: ClassId| package_of(world.class_name(class));
        let tested = self.method.map(|method| world.method(method).class);
        let is_near = tested.is_some_and(|tested| package(tested) == package(class));
        let is_new = |method: &MethodId| {
            let method = world.method(*method);
            let is_it =
                world.text(method.name) == "<init>" && world.text(method.descriptor) == "()V";
            is_it
                && !method.is_private()
                && (is_near || method.modifiers & (PUBLIC | PROTECTED) != 0)
        };
        let is_overridden = |method: MethodId| {
            is_near || world.method(method).modifiers & (PUBLIC | PROTECTED) != 0
        };
        instance_fields(world, class).is_empty()
            && world.loaded(class).methods.iter().any(is_new)
            && open_methods(world, class).into_iter().all(is_overridden)
    }

    /// What the methods of an implementation return.
    pub(super) fn returned(
        machine: &mut SymbolicMachine,
        stub: &Stub,
        generic: Option<&str>,
    ) -> Vec<Part> {
        let open = open_methods(&machine.core.world, stub.interface);
        let results = stub
            .methods
            .iter()
            .zip(open)
            .filter_map(|((_, field), method)| Some((method, (*field)?)));
        let mut parts: Vec<Part> = Vec::new();
        for (method, field) in results.collect::<Vec<(MethodId, FieldId)>>() {
            let world = &machine.core.world;
            let name = world.text(world.method(method).name).to_owned();
            let is_so_called = |part: &&Part| part.name.starts_with(&format!("{name}("));
            let before = parts.iter().filter(is_so_called).count();
            let name = if before == 0 { format!("{name}()") } else { format!("{name}({before})") };
            parts.push(Self::result(machine, stub.interface, method, field, generic, name));
        }
        parts
    }

    fn result(
        machine: &mut SymbolicMachine,
        interface: ClassId,
        method: MethodId,
        field: FieldId,
        generic: Option<&str>,
        name: String,
    ) -> Part {
        let world = &machine.core.world;
        let field = world.field(field).clone();
        let descriptor = world.text(field.descriptor).to_owned();
        let owner = world.method(method).class;
        let written = attributes(machine, method, signature_of);
        let written = written.as_deref().and_then(result_type).map(str::to_owned);
        let own = written.map(|text| member_type(machine, &text, owner, interface, generic));
        let class = Self::field_class(machine, &descriptor, own.as_deref());
        // Of a type variable that stands for nothing known, nothing is known.
        let generic = own.filter(|own| erased(own) != "Ljava/lang/Object;");
        let initial = Initial::Any;
        let (slot, storage) = (field.slot, field.storage);
        Part { slot, name, storage, class, generic, initial, character: false }
    }
}
