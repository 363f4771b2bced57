//! Implementations of interfaces and abstract classes that no class of the project implements, and doubles
//! of classes that reach the outside world: their methods return or throw the same whatever they are given, and what
//! that is, is an input. Those of interfaces of the class library are lambdas.

use super::footprint::Footprint;
use super::signature::{attributes, erased, result_type, signature_of};
use super::steps::Step;
use super::supertypes::member_type;
use super::thrown::THROWN;
use super::{JavaInputs, SymbolicMachine, instance_fields};
use crate::indy::wrapper;
use crate::sequence::{Call, CallKind};
use crate::source::Access;
use crate::stub::{Stub, StubbedMethod, THROWABLE, open_methods, original, overridable};
use margay_ir::world::modifiers::{FINAL, PROTECTED, PUBLIC};
use margay_ir::world::{Method, package_of};
use margay_ir::{ClassId, FieldId, MethodId};
use margay_machine::symbolic::inputs::{Initial, Item, Part, Taste};
use ristretto_classfile::attributes::Attribute;

/// Methods of an interface of the class library that an anonymous class implements, at most.
const FEW_METHODS: usize = 8;

impl JavaInputs {
    /// The class that implements an interface or abstract class. No lambda implements a method with type parameters
    /// of its own; an anonymous class does, by its erasure, unless its result is whatever the caller says.
    pub(super) fn stub(
        &self,
        machine: &mut SymbolicMachine,
        interface: ClassId,
    ) -> Option<ClassId> {
        let methods = open_methods(&machine.core.world, interface);
        let is_lambda = methods.len() == 1;
        let is_interface = machine.core.world.loaded(interface).is_interface();
        let is_known = self.project.contains(interface);
        let is_open = match is_interface {
            true => is_lambda || is_known || may_implement(machine, interface, methods.len()),
            false => is_known && self.may_extend(machine, interface),
        };
        let is_any = |machine: &mut SymbolicMachine, method: MethodId| {
            let world = &machine.core.world;
            world.text(world.method(method).descriptor).ends_with(")Ljava/lang/Object;")
        };
        let is_lambda = is_lambda && is_interface;
        let is_hidden = methods
            .iter()
            .any(|method| is_generic(machine, *method) && (is_lambda || is_any(machine, *method)));
        if is_hidden || !is_open {
            return None;
        }
        let core = &mut machine.core;
        machine.platform.loader.stub(&mut core.world, interface).ok().flatten()
    }

    /// Whether objects of one of the classes can be made: not if only calls make them, and there is none.
    pub(super) fn can_make_any(
        &mut self,
        machine: &mut SymbolicMachine,
        classes: &[ClassId],
    ) -> bool {
        classes.iter().any(|class| {
            !self.is_called(machine, *class) || !self.steps(machine, *class).first.is_empty()
        })
    }

    /// The class that stands in for one of the project whose methods reach the outside world: those are
    /// overridden. For the receiver these are methods that the method under test calls on it.
    pub(super) fn double(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        is_receiver: bool,
    ) -> Option<ClassId> {
        self.max_calls?;
        if let Some(known) = self.doubles.get(&(class, is_receiver)) {
            return *known;
        }
        let overridden = self.replaced(machine, class, is_receiver);
        let core = &mut machine.core;
        let double = match overridden.is_empty() {
            true => None,
            false => machine.platform.loader.double(&mut core.world, class, &overridden).ok(),
        };
        self.doubles.insert((class, is_receiver), double.flatten());
        double.flatten()
    }

    /// The methods of a class that a double overrides.
    fn replaced(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        is_receiver: bool,
    ) -> Vec<MethodId> {
        let is_final = machine.core.world.loaded(class).modifiers & FINAL != 0;
        if is_final || !self.project.contains(class) || !self.may_extend(machine, class) {
            return Vec::new();
        }
        let mut found = overridable(&machine.core.world, class);
        if is_receiver {
            let called = self.method.map(|method| self.footprints.called(machine, method));
            let called = called.unwrap_or_default();
            found.retain(|method| called.contains(method) && Some(*method) != self.method);
        }
        found.retain(|method| {
            self.footprints.is_outside(machine, *method)
                && !is_generic(machine, *method)
                && self.may_override(machine, *method)
                && !overrides_library(machine, class, *method)
        });
        if found.is_empty() || is_receiver {
            return found;
        }
        // What nobody calls needs no double, unless nobody calls anything.
        let mut called = found.clone();
        called.retain(|method| self.footprints.is_called_around(machine, class, *method));
        if called.is_empty() { found } else { called }
    }

    /// Whether a class does what its superclass of the library promises by way of the outside world.
    pub(super) fn reaches_out(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        let mut methods = overridable(&machine.core.world, class).into_iter();
        methods.any(|method| {
            overrides_library(machine, class, method) && self.footprints.is_outside(machine, method)
        })
    }

    /// Whether the test is in the package of a class.
    fn is_near(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let world = &machine.core.world;
        let package = |class: ClassId| package_of(world.class_name(class));
        self.class.is_some_and(|tested| package(tested) == package(class))
    }

    fn may_override(&self, machine: &SymbolicMachine, method: MethodId) -> bool {
        let declared = machine.core.world.method(method);
        declared.modifiers & (PUBLIC | PROTECTED) != 0 || self.is_near(machine, declared.class)
    }

    /// Whether an anonymous class of the test may extend a class. What a constructor has to put into its objects
    /// only calls can make.
    fn may_extend(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let world = &machine.core.world;
        let is_new = |method: &MethodId| {
            world.text(world.method(*method).name) == "<init>"
                && !world.method(*method).is_private()
                && self.may_override(machine, *method)
        };
        world.loaded(class).methods.iter().any(is_new)
            && (self.max_calls.is_some() || self.is_bare(machine, class))
            && open_methods(world, class).into_iter().all(|m| self.may_override(machine, m))
    }

    /// Whether there is nothing in objects of a class that a constructor would have to put there.
    fn is_bare(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let world = &machine.core.world;
        let is_new = |method: &MethodId| {
            let method = world.method(*method);
            let is_plain = world.text(method.descriptor) == "()V" && !method.is_private();
            world.text(method.name) == "<init>" && is_plain
        };
        let new = world.loaded(class).methods.iter().copied().find(is_new);
        new.is_some_and(|new| self.may_override(machine, new))
            && instance_fields(world, class).is_empty()
    }

    /// Whether a class is made up and a constructor has to make its objects.
    pub(super) fn is_constructed(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let stub = Stub::of(&machine.core.world, class);
        stub.is_some_and(|stub| {
            let above = stub.interface;
            !machine.core.world.loaded(above).is_interface() && !self.is_bare(machine, above)
        })
    }

    /// The methods of a class that was made up, as parts of the calls that make its objects.
    pub(super) fn returning(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Vec<Step> {
        let Some(stub) = Stub::of(&machine.core.world, class) else { return Vec::new() };
        let mut steps = Vec::new();
        for StubbedMethod { method, result, .. } in stub.methods {
            let world = &machine.core.world;
            let declared = world.method(method);
            let [name, descriptor] =
                [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
            let owner = world.class_name(stub.interface).to_owned();
            let above = original(world, stub.interface, &name, &descriptor);
            let throws = above.is_some_and(|above| {
                !self.worth_throwing(machine, (stub.interface, above), None).classes.is_empty()
            });
            let step = |kind| {
                let call = Call {
                    kind,
                    owner: owner.clone(),
                    name: name.clone(),
                    descriptor: descriptor.clone(),
                };
                let (access, footprint) = (Access::Public, Footprint::default());
                Step { call, method: Some(method), access, footprint }
            };
            steps.extend(result.map(|_| step(CallKind::Returns)));
            steps.extend(throws.then(|| step(CallKind::Throws)));
        }
        steps
    }

    /// What such a method returns or throws, as an input.
    pub(super) fn returned_item(
        &mut self,
        machine: &mut SymbolicMachine,
        owner: &str,
        step: &Step,
    ) -> Option<Item> {
        match step.call.kind {
            CallKind::Throws => self.thrown_item(machine, owner, &step.call),
            _ => Self::result_item(machine, owner, &step.call),
        }
    }

    fn result_item(machine: &mut SymbolicMachine, owner: &str, call: &Call) -> Option<Item> {
        let name = format!("{owner}.{}()", call.name);
        let types = call.given();
        let ty = types.first()?;
        let boxed = wrapper(ty);
        let descriptor = boxed.map_or_else(|| ty.clone(), |(class, _)| format!("L{class};"));
        let generic = match boxed {
            Some(_) => None,
            None => Self::declared_result(machine, call),
        };
        let class = Self::field_class(machine, &descriptor, generic.as_deref())?;
        let nullable = boxed.is_none() && !is_never_null(ty);
        Some(Item { name, class, generic, nullable })
    }

    fn thrown_item(
        &mut self,
        machine: &mut SymbolicMachine,
        owner: &str,
        call: &Call,
    ) -> Option<Item> {
        let world = &mut machine.core.world;
        let above = world.class_named(&call.owner);
        let method = original(world, above, &call.name, &call.descriptor)?;
        let thrown = self.worth_throwing(machine, (above, method), None);
        let name = format!("{owner}.{}(){THROWN}", call.name);
        let class = Self::class_of(machine, THROWABLE)?;
        let generic = Some(thrown.written(&machine.core.world));
        Some(Item { name, class, generic, nullable: true })
    }

    /// The generic type of what a method returns, as its class declares it.
    fn declared_result(machine: &mut SymbolicMachine, call: &Call) -> Option<String> {
        let world = &mut machine.core.world;
        let class = world.class_named(&call.owner);
        let method = original(world, class, &call.name, &call.descriptor)?;
        Self::generic_result(machine, class, method, None).filter(|own| is_known(own))
    }

    /// The type of what a method returns, as objects of a class have it.
    fn generic_result(
        machine: &mut SymbolicMachine,
        class: ClassId,
        method: MethodId,
        generic: Option<&str>,
    ) -> Option<String> {
        let owner = machine.core.world.method(method).class;
        let written = attributes(machine, method, signature_of);
        let written = written.as_deref().and_then(result_type).map(str::to_owned)?;
        Some(member_type(machine, &written, owner, class, generic))
    }

    /// What the methods of an implementation return and throw.
    pub(super) fn returned(
        &mut self,
        machine: &mut SymbolicMachine,
        stub: &Stub,
        generic: Option<&str>,
    ) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for stubbed in &stub.methods {
            let world = &machine.core.world;
            let made_up = world.method(stubbed.method);
            let [name, descriptor] =
                [made_up.name, made_up.descriptor].map(|text| world.text(text));
            let method = original(world, stub.interface, name, descriptor);
            let Some(method) = method else { continue };
            let before = names.iter().filter(|known| *known == name).count();
            let call = if before == 0 { format!("{name}()") } else { format!("{name}({before})") };
            names.push(name.to_owned());
            let of = (stub.interface, method);
            if let Some(field) = stubbed.result {
                parts.push(Self::result(machine, of, field, generic, call.clone()));
            }
            parts.push(self.thrown(machine, of, stubbed.thrown, generic, &call));
        }
        parts
    }

    fn thrown(
        &mut self,
        machine: &mut SymbolicMachine,
        of: (ClassId, MethodId),
        field: FieldId,
        generic: Option<&str>,
        call: &str,
    ) -> Part {
        let thrown = self.worth_throwing(machine, of, generic);
        let world = &machine.core.world;
        let field = world.field(field);
        let name = format!("{call}{THROWN}");
        let initial = if thrown.classes.is_empty() { Initial::Known(0) } else { Initial::Any };
        let generic = Some(thrown.written(world));
        let class = world.find_class("java/lang/Throwable");
        let (slot, storage) = (field.slot, field.storage);
        Part { slot, name, storage, class, generic, initial, taste: Taste::NearZero }
    }

    fn result(
        machine: &mut SymbolicMachine,
        (interface, method): (ClassId, MethodId),
        field: FieldId,
        generic: Option<&str>,
        name: String,
    ) -> Part {
        let world = &machine.core.world;
        let field = world.field(field).clone();
        let descriptor = world.text(field.descriptor).to_owned();
        let own = Self::generic_result(machine, interface, method, generic);
        let class = Self::field_class(machine, &descriptor, own.as_deref());
        let generic = own.filter(|own| is_known(own));
        let initial = match is_never_null(&descriptor) {
            true => Initial::NonNull,
            false => Initial::Any,
        };
        let (slot, storage) = (field.slot, field.storage);
        Part { slot, name, storage, class, generic, initial, taste: Taste::NearZero }
    }
}

/// Whether a method that returns this promises an object, by all that is usual: what null stands for elsewhere, an empty one does.
fn is_never_null(descriptor: &str) -> bool {
    descriptor.starts_with("Ljava/util/Optional") || descriptor.starts_with("Ljava/util/stream/")
}

/// Whether anything is known of a type: not of a variable that stands for nothing known.
fn is_known(generic: &str) -> bool {
    erased(generic) != "Ljava/lang/Object;"
}

/// Whether a method of a class stands for one of a class of the library. Code of the library calls that as well, and relies
/// on what it promises: a stream that reads nothing, again and again, is waited for by one version and not by another.
fn overrides_library(machine: &mut SymbolicMachine, class: ClassId, method: MethodId) -> bool {
    let (world, loader) = (&machine.core.world, &mut machine.platform.loader);
    let mut above = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
    let Method { name, descriptor, .. } = world.method(method);
    above.any(|class| {
        loader.module_of(world.class_name(class)).is_some()
            && world.declared_method(class, *name, *descriptor).is_some()
    })
}

/// Whether anybody may implement an interface of the class library, and it is little work. Where a class of the library
/// stands for it, that comes first.
fn may_implement(machine: &SymbolicMachine, interface: ClassId, methods: usize) -> bool {
    let world = &machine.core.world;
    let is_exported = world.class_name(interface).starts_with("java/");
    let is_sealed = machine.platform.loader.class_file(interface).is_none_or(|file| {
        let permits =
            |attribute: &Attribute| matches!(attribute, Attribute::PermittedSubclasses { .. });
        file.attributes.iter().any(permits)
    });
    let is_public = world.loaded(interface).modifiers & PUBLIC != 0;
    is_exported && is_public && !is_sealed && (1..=FEW_METHODS).contains(&methods)
}

/// Whether a method has type parameters of its own.
fn is_generic(machine: &mut SymbolicMachine, method: MethodId) -> bool {
    attributes(machine, method, signature_of).is_some_and(|text| text.starts_with('<'))
}
