//! What methods that a test implements throw: exceptions that the code under test catches around a call of
//! one, or declares itself. Others would tell nothing that is not known.
//!
//! What a method throws is an input like what it returns: null, where it returns.

use super::footprint::caught::Caught;
use super::signature::{attributes, erased, exception_types, exceptions, signature_of};
use super::supertypes::member_type;
use super::{JavaInputs, SymbolicMachine};
use margay_ir::{ClassId, MethodId, World};
use margay_machine::symbolic::Reference;
use std::rc::Rc;

/// What follows the name of a method where what it throws is meant: `client.fetch().thrown`.
pub const THROWN: &str = ".thrown";

/// What precedes the classes of exceptions in place of a generic type.
const ONE_OF: &str = "throws ";
/// What follows them if nobody catches one of them.
const PASSED: &str = " passed";

/// What a method throws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Thrown {
    /// The classes, the first of which is tried first.
    pub classes: Vec<ClassId>,
    /// Whether nobody catches one of them, so that it is how the method under test ends.
    pub is_passed: bool,
}

/// Exceptions that one method throws, at most.
const MOST: usize = 3;

/// Unchecked exceptions of the class library that code behind an interface throws. Others are those of its own methods,
/// which say what is wrong with what they are given: what leads there is better found in what the method does.
const UNCHECKED: [&str; 3] = [
    "java/lang/RuntimeException",
    "java/lang/IllegalStateException",
    "java/io/UncheckedIOException",
];

impl Thrown {
    /// What stands in place of the generic type of a reference.
    pub fn written(&self, world: &World) -> String {
        let names: Vec<&str> = self.classes.iter().map(|class| world.class_name(*class)).collect();
        format!("{ONE_OF}{}{}", names.join(" "), if self.is_passed { PASSED } else { "" })
    }

    /// Reads that, if it is what a method throws.
    pub fn read(world: &World, generic: Option<&str>) -> Option<Thrown> {
        let names = generic?.strip_prefix(ONE_OF)?;
        let passed = names.strip_suffix(PASSED);
        let classes = passed.unwrap_or(names).split(' ').map(|name| world.find_class(name));
        Some(Thrown { classes: classes.collect::<Option<_>>()?, is_passed: passed.is_some() })
    }
}

/// Whether a reference is what a method throws.
pub(super) fn is_thrown(reference: &Reference) -> bool {
    reference.generic.as_deref().is_some_and(|generic| generic.starts_with(ONE_OF))
}

/// A reference that is what a method throws, or does not throw, in words.
#[must_use]
pub fn describe(name: &str, class: Option<&str>, holds: bool) -> Option<String> {
    let called = name.strip_suffix(THROWN)?;
    Some(match (holds, class) {
        (true, Some(class)) => format!("{called} throws {class}"),
        (true, None) => format!("{called} throws"),
        (false, Some(class)) => format!("{called} does not throw {class}"),
        (false, None) => format!("{called} returns"),
    })
}

impl JavaInputs {
    /// The exceptions that are worth throwing in a method as objects of a class have it.
    pub(super) fn worth_throwing(
        &mut self,
        machine: &mut SymbolicMachine,
        (class, method): (ClassId, MethodId),
        generic: Option<&str>,
    ) -> Thrown {
        let (Some(_), Some(tested)) = (self.max_calls, self.method) else {
            return Thrown::default();
        };
        let declared = declared(machine, (class, method), generic);
        let mut found: Vec<ClassId> = Vec::new();
        for caught in self.caught_around(machine, method) {
            let thrown = caught_of(&machine.core.world, &declared, caught);
            found.extend(thrown);
        }
        let passed: Vec<ClassId> = loaded(machine, exceptions(machine, tested));
        let world = &machine.core.world;
        let is_passed = |class: &ClassId| passed.iter().any(|it| world.is_subclass(*class, *it));
        let only_passed: Vec<ClassId> = declared
            .into_iter()
            .filter(|class| is_passed(class) && !found.contains(class))
            .collect();
        let is_passed = !only_passed.is_empty();
        let mut classes: Vec<ClassId> = Vec::new();
        for class in only_passed.into_iter().chain(found) {
            let made = self.candidates(machine, class).into_iter().next();
            classes.extend(made.filter(|made| !classes.contains(made)));
        }
        classes.truncate(MOST);
        Thrown { classes, is_passed }
    }

    /// The exceptions that the method under test catches around calls of another.
    fn caught_around(&mut self, machine: &mut SymbolicMachine, method: MethodId) -> Vec<ClassId> {
        let Some(tested) = self.method else { return Vec::new() };
        let all = match &self.caught {
            Some(known) => Rc::clone(known),
            None => {
                let found: Rc<[Caught]> = self.footprints.caught(machine, tested).into();
                self.caught.insert(found).clone()
            }
        };
        let world = &machine.core.world;
        let called = world.method(method);
        let is_it = |it: &&Caught| {
            let symbol = it.call;
            (symbol.name, symbol.descriptor) == (called.name, called.descriptor)
                && world.class(symbol.class).is_some()
                && (world.is_subclass(symbol.class, called.class)
                    || world.is_subclass(called.class, symbol.class))
        };
        let mut found: Vec<ClassId> = Vec::new();
        for it in all.iter().filter(is_it) {
            if !found.contains(&it.exception) {
                found.push(it.exception);
            }
        }
        let names = found.into_iter().map(|class| world.class_name(class).to_owned());
        let names = names.collect();
        loaded(machine, names)
    }
}

/// What a method may throw that a handler catches: that, if the method may throw it, or what of its own the handler
/// catches with others.
fn caught_of(world: &World, declared: &[ClassId], caught: ClassId) -> Vec<ClassId> {
    let is_above = |above: ClassId| world.is_subclass(caught, above);
    if declared.iter().copied().any(is_above) {
        return vec![caught];
    }
    let below: Vec<ClassId> =
        declared.iter().copied().filter(|class| world.is_subclass(*class, caught)).collect();
    if !below.is_empty() {
        return below;
    }
    let named = |name: &&str| world.find_class(name).filter(|c| world.class(*c).is_some());
    let unchecked = UNCHECKED.iter().find_map(named);
    let Some(unchecked) = unchecked else { return Vec::new() };
    let is_own = !world.class_name(caught).starts_with("java");
    let is_thrown = UNCHECKED.contains(&world.class_name(caught));
    if is_thrown || is_own && is_above(unchecked) {
        vec![caught]
    } else if world.is_subclass(unchecked, caught) {
        vec![unchecked]
    } else {
        Vec::new()
    }
}

/// The exceptions that a method declares, as objects of a class have it.
fn declared(
    machine: &mut SymbolicMachine,
    (class, method): (ClassId, MethodId),
    generic: Option<&str>,
) -> Vec<ClassId> {
    let owner = machine.core.world.method(method).class;
    let written = attributes(machine, method, signature_of);
    let written = written.as_deref().map(exception_types).unwrap_or_default();
    let seen = written.iter().map(|ty| erased(&member_type(machine, ty, owner, class, generic)));
    let seen: Vec<String> = seen.collect();
    // Only a type parameter says more than the class file does without its generic types.
    let plain = exceptions(machine, method);
    let names = match seen.len() == plain.len() {
        true => {
            let name = |(seen, plain): (String, String)| match class_named(&seen) {
                Some("java/lang/Object") | None => plain,
                Some(name) => name.to_owned(),
            };
            seen.into_iter().zip(plain).map(name).collect()
        }
        false => plain,
    };
    loaded(machine, names)
}

fn class_named(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

/// The classes of these names that are exceptions.
fn loaded(machine: &mut SymbolicMachine, names: Vec<String>) -> Vec<ClassId> {
    let mut found = Vec::new();
    for name in names {
        let name = name.replace('.', "/");
        found.extend(machine.platform.load_named(&mut machine.core.world, &name).ok());
    }
    let world = &machine.core.world;
    let throwable = world.find_class("java/lang/Throwable");
    found.retain(|class| throwable.is_some_and(|it| world.is_subclass(*class, it)));
    found
}
