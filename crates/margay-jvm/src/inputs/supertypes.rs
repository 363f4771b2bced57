//! Generic types up and down the hierarchy: what the type arguments of a declared type say of the
//! members that an object's class inherits.
//!
//! `class Split extends ImmutablePair<String, Duration>` has a field `right` of the type `R`, which
//! is a `Duration` in every `Split`, whatever the reference that leads to it is declared as.

use super::signature::{
    argument, class_name, class_variables, erased, of_field, signature_of, substituted,
    supertypes_in,
};
use crate::platform::Jvm;
use margay_ir::{ClassId, FieldId};
use margay_machine::{Domain, Machine};

/// The type of a field of an object of a class, to which a reference of the type `declared` leads.
pub fn of_field_in<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    field: FieldId,
    class: ClassId,
    declared: Option<&str>,
) -> Option<String> {
    let own = of_field(machine, field)?;
    let owner = machine.core.world.field(field).class;
    Some(member_type(machine, &own, owner, class, declared))
}

/// A type that a member of `owner` mentions, in an object of the class `class` to which a reference
/// of the type `declared` leads.
pub(super) fn member_type<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    member: &str,
    owner: ClassId,
    class: ClassId,
    declared: Option<&str>,
) -> String {
    let object = object_type(machine, class, declared);
    let Some(seen) = seen_as(machine, class, &object, owner) else { return member.to_owned() };
    resolved(machine, member, owner, &seen)
}

/// The type of objects of a class to which a reference of the type `declared` leads.
fn object_type<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    class: ClassId,
    declared: Option<&str>,
) -> String {
    let open = open_type(machine, class);
    let Some(declared) = declared else { return open };
    let world = &machine.core.world;
    let erased = erased(declared);
    let supertype = class_name(&erased).and_then(|name| world.find_class(name));
    let seen = supertype.and_then(|supertype| seen_as(machine, class, &open, supertype));
    let Some(seen) = seen else { return open };
    // Where the supertype has a variable of the class for an argument, the two are one.
    let value = |variable: &str| {
        let arguments = (0..).map_while(|number| argument(&seen, number));
        let same = arguments.into_iter().position(|text| text == format!("T{variable};"));
        argument(declared, same?)
    };
    substituted(&open, value)
}

/// Whether objects of a class may be where a reference has the type `declared`: what the class fixes of
/// the type arguments does not contradict them.
pub(super) fn agrees<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    class: ClassId,
    declared: Option<&str>,
) -> bool {
    let Some(declared) = declared else { return true };
    let open = open_type(machine, class);
    let above = class_of(machine, declared);
    let Some(seen) = above.and_then(|above| seen_as(machine, class, &open, above)) else {
        return true;
    };
    known_arguments(&seen, declared).all(|(one, other)| are_related(machine, &one, &other))
}

/// Whether an object may be both of two generic types, as far as their arguments tell: a list of lists is no list of numbers.
pub(super) fn may_be_one<D: Domain>(machine: &Machine<D, Jvm<D>>, one: &str, other: &str) -> bool {
    known_arguments(one, other)
        .all(|(one, other)| are_related(machine, &one, &other) && may_be_one(machine, &one, &other))
}

/// The type arguments of two types that are neither variables nor wildcards, in pairs.
fn known_arguments(one: &str, other: &str) -> impl Iterator<Item = (String, String)> {
    let pairs = (0..).map_while(|number| argument(one, number).zip(argument(other, number)));
    let is_known = |generic: &String| generic.starts_with(['L', '[']);
    pairs.filter(move |(one, other)| is_known(one) && is_known(other))
}

/// The class of a type, if it is there.
fn class_of<D: Domain>(machine: &Machine<D, Jvm<D>>, generic: &str) -> Option<ClassId> {
    let world = &machine.core.world;
    let erased = erased(generic);
    let found = class_name(&erased).and_then(|name| world.find_class(name));
    found.filter(|class| world.class(*class).is_some())
}

/// Whether an object can be of two types.
fn are_related<D: Domain>(machine: &Machine<D, Jvm<D>>, one: &str, other: &str) -> bool {
    let world = &machine.core.world;
    match (class_of(machine, one), class_of(machine, other)) {
        (Some(one), Some(other)) => world.is_subclass(one, other) || world.is_subclass(other, one),
        // An array is an object, and nothing else that has a name.
        (Some(class), None) | (None, Some(class))
            if one.starts_with('[') != other.starts_with('[') =>
        {
            world.class_name(class) == "java/lang/Object"
        }
        _ => true,
    }
}

/// A class with its own type variables as arguments.
fn open_type<D: Domain>(machine: &Machine<D, Jvm<D>>, class: ClassId) -> String {
    let name = machine.core.world.class_name(class);
    let variables = class_variables(machine, class).unwrap_or_default();
    let arguments: String = variables.iter().map(|(name, _)| format!("T{name};")).collect();
    if arguments.is_empty() { format!("L{name};") } else { format!("L{name}<{arguments}>;") }
}

/// The type `own` of a class as its superclass or interface `wanted`.
fn seen_as<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    class: ClassId,
    own: &str,
    wanted: ClassId,
) -> Option<String> {
    if class == wanted {
        return Some(own.to_owned());
    }
    let world = &machine.core.world;
    for supertype in supertypes(machine, class) {
        let erased = erased(&supertype);
        let Some(above) = class_name(&erased).and_then(|name| world.find_class(name)) else {
            continue;
        };
        if world.class(above).is_some() && world.is_subclass(above, wanted) {
            let seen = resolved(machine, &supertype, class, own);
            return seen_as(machine, above, &seen, wanted);
        }
    }
    None
}

/// A type that a class mentions, in objects of its type `own`.
fn resolved<D: Domain>(
    machine: &Machine<D, Jvm<D>>,
    mentioned: &str,
    class: ClassId,
    own: &str,
) -> String {
    let variables = class_variables(machine, class).unwrap_or_default();
    let value =
        |variable: &str| argument(own, variables.iter().position(|(name, _)| name == variable)?);
    substituted(mentioned, value)
}

/// The types that a class extends and implements, as its source says.
fn supertypes<D: Domain>(machine: &Machine<D, Jvm<D>>, class: ClassId) -> Vec<String> {
    let file = machine.platform.loader.class_file(class);
    let text = file.and_then(|file| {
        file.attributes.iter().find_map(|attribute| signature_of(file, attribute))
    });
    if let Some(found) = text.as_deref().and_then(supertypes_in) {
        return found;
    }
    let world = &machine.core.world;
    let loaded = world.loaded(class);
    let above = loaded.superclass.iter().chain(&loaded.interfaces);
    above.map(|class| format!("L{};", world.class_name(*class))).collect()
}
