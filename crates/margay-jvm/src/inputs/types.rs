//! Classes as objects of the input: those that the method under test names, those that its parameters
//! allow, and two that everybody knows.

use super::signature::{argument, erased, parameters_in};
use super::{JavaInputs, SymbolicMachine};
use crate::describe::class_of_mirror;
use margay_ir::world::modifiers::ENUM;
use margay_ir::{ClassId, MethodId};
use margay_machine::{Platform, Ref};

/// Classes that are tried, at most.
const MOST: usize = 4;

/// Classes that come last.
const KNOWN: [&str; 2] = ["java/lang/String", "java/lang/Integer"];

impl JavaInputs {
    /// Finds the classes that are tried as objects of the input of a method, and makes what stands for them: while
    /// a path is followed that would be lost with it.
    pub(super) fn find_types(
        &mut self,
        machine: &mut SymbolicMachine,
        (class, method): (ClassId, MethodId),
    ) {
        let mut found = self.mentioned.classes.clone();
        for parameter in parameters_in(machine, method, class) {
            let bound = bound(machine, parameter.generic.as_deref());
            let below = bound.map(|bound| self.below(machine, bound)).unwrap_or_default();
            found.extend(below.into_iter().take(1));
        }
        let world = &mut machine.core.world;
        let known = KNOWN.iter().filter_map(|name| machine.platform.load_named(world, name).ok());
        found.extend(known);
        let mut types: Vec<ClassId> = Vec::new();
        for class in found {
            let is_loaded = machine.platform.load(&mut machine.core.world, class).is_ok();
            if is_loaded && !types.contains(&class) {
                types.push(class);
            }
        }
        types.truncate(MOST);
        let mirror = |class| machine.platform.mirror(&mut machine.core, class).ok();
        self.types = types.into_iter().filter_map(mirror).collect();
    }

    /// The classes that objects below a type have, constants among them.
    fn below(&mut self, machine: &mut SymbolicMachine, above: ClassId) -> Vec<ClassId> {
        let candidates = self.candidates(machine, above);
        let world = &machine.core.world;
        let is_below = |class: &&ClassId| {
            world.loaded(**class).modifiers & ENUM != 0 && world.is_subclass(**class, above)
        };
        let enums = self.project.classes.iter().filter(is_below);
        candidates.into_iter().chain(enums.copied()).collect()
    }

    /// The objects that a reference to a class may be.
    pub(super) fn types(&self, machine: &mut SymbolicMachine, generic: Option<&str>) -> Vec<Ref> {
        let bound = bound(machine, generic);
        let core = &machine.core;
        let fits = |object: &Ref| {
            let class = class_of_mirror(core, *object);
            bound.is_none_or(|bound| class.is_some_and(|it| core.world.is_subclass(it, bound)))
        };
        self.types.iter().copied().filter(fits).collect()
    }
}

/// The class that the type argument of `Class<? extends Shape>` asks for, if it asks for one.
fn bound(machine: &mut SymbolicMachine, generic: Option<&str>) -> Option<ClassId> {
    let generic = generic.filter(|generic| generic.starts_with("Ljava/lang/Class<"))?;
    let argument = argument(generic, 0)?;
    let erased = erased(argument.trim_start_matches(['+', '-']));
    let bound = JavaInputs::class_of(machine, &erased)?;
    (machine.core.world.class_name(bound) != "java/lang/Object").then_some(bound)
}
