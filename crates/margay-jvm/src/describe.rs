//! Objects and events in words, for people. Nothing here runs any code of the program.

mod numbers;
mod values;

pub use values::value;

use crate::messages::external_name;
use crate::platform::{Jvm, field_slot};
use margay_ir::{ClassId, MethodId, World};
use margay_machine::{Core, Domain, Machine, Place, Ref, Refusal};
use std::fmt::Write;

/// A string object's text.
pub fn string<D: Domain>(jvm: &mut Jvm<D>, core: &mut Core<D>, object: Ref) -> Option<String> {
    jvm.units_of(core, object).ok().map(|units| String::from_utf16_lossy(&units))
}

/// A class as programs name it: `java.util.Map$Entry`.
#[must_use]
pub fn class(world: &World, class: ClassId) -> String {
    external_name(world, class)
}

/// The reverse for names: `java.lang.String[][]` as `[[Ljava/lang/String;`, other classes with slashes.
#[must_use]
pub fn internal_name(class: &str) -> String {
    let element = class.trim_end_matches("[]");
    let dimensions = (class.len() - element.len()) / 2;
    let element = element.replace('.', "/");
    if dimensions == 0 {
        return element;
    }
    let element = match element.as_str() {
        "boolean" => "Z".to_owned(),
        "byte" => "B".to_owned(),
        "short" => "S".to_owned(),
        "char" => "C".to_owned(),
        "int" => "I".to_owned(),
        "long" => "J".to_owned(),
        "float" => "F".to_owned(),
        "double" => "D".to_owned(),
        class => format!("L{class};"),
    };
    "[".repeat(dimensions) + &element
}

/// An exception's message, as it was given to its constructor.
pub fn message<D: Domain>(machine: &mut Machine<D, Jvm<D>>, exception: Ref) -> Option<String> {
    let message = field(&machine.core, exception, "detailMessage");
    let message = message.filter(|message| *message != 0)? as Ref;
    string(&mut machine.platform, &mut machine.core, message)
}

/// The class of classes as objects.
pub const CLASS: &str = "java/lang/Class";

/// The class that an object stands for.
pub fn class_of_mirror<D: Domain>(core: &Core<D>, object: Ref) -> Option<ClassId> {
    let mirror = core.memory.class_of(object);
    if core.world.class_name(mirror) != CLASS {
        return None;
    }
    let cell = core.world.loaded(mirror).cells;
    D::known(core.memory.get(object, cell)).map(|bits| ClassId::from_u32(bits as u32))
}

/// The name of an enum constant, or of the class that an object stands for.
pub fn constant_name<D: Domain>(machine: &mut Machine<D, Jvm<D>>, object: Ref) -> Option<String> {
    let core = &mut machine.core;
    if let Some(mirrored) = class_of_mirror(core, object) {
        return Some(class(&core.world, mirrored));
    }
    let root = core.world.find_class("java/lang/Enum")?;
    core.world.class(root)?;
    if !core.world.is_subclass(core.memory.class_of(object), root) {
        return None;
    }
    // Not just any `name`: an enum may have a field of that name itself.
    let slot = field_slot(&core.world, root, "name")?;
    let name = D::known(core.memory.get(object, slot))? as Ref;
    string(&mut machine.platform, core, name)
}

/// Class and message of an exception.
pub fn exception<D: Domain>(machine: &mut Machine<D, Jvm<D>>, exception: Ref) -> String {
    let name = class(&machine.core.world, machine.core.memory.class_of(exception));
    match message(machine, exception) {
        Some(message) => format!("{name}: {message}"),
        None => name,
    }
}

/// Where an exception was made, innermost call first.
#[must_use]
pub fn stack_trace<D: Domain>(core: &Core<D>, exception: Ref) -> Vec<String> {
    let Some(backtrace) = field(core, exception, "backtrace").filter(|trace| *trace != 0) else {
        return Vec::new();
    };
    let backtrace = backtrace as Ref;
    let word = |index| D::known(core.memory.get(backtrace, index)).unwrap_or_default();
    let frames = (0..core.memory.len(backtrace)).step_by(2);
    let frame = |at| {
        let method = MethodId::from_u32(word(at) as u32);
        let line = u32::try_from(word(at + 1)).ok();
        place(&core.world, &Place { method, offset: 0, line })
    };
    frames.map(frame).collect()
}

/// The method an exception was made in.
#[must_use]
pub fn origin<D: Domain>(core: &Core<D>, exception: Ref) -> Option<MethodId> {
    let backtrace = field(core, exception, "backtrace").filter(|trace| *trace != 0)? as Ref;
    if core.memory.len(backtrace) == 0 {
        return None;
    }
    D::known(core.memory.get(backtrace, 0)).map(|method| MethodId::from_u32(method as u32))
}

fn field<D: Domain>(core: &Core<D>, object: Ref, name: &str) -> Option<u64> {
    let slot = field_slot(&core.world, core.memory.class_of(object), name)?;
    D::known(core.memory.get(object, slot))
}

/// A place as stack traces print it: `p.C.m(C.java:12)`.
#[must_use]
pub fn place(world: &World, place: &Place) -> String {
    let method = world.method(place.method);
    let class = world.loaded(method.class);
    let name = format!("{}.{}", external_name(world, method.class), world.text(method.name));
    let source = class.source.map(|source| world.text(source));
    match (source, place.line) {
        (Some(source), Some(line)) => format!("{name}({source}:{line})"),
        (Some(source), None) => format!("{name}({source}, offset {})", place.offset),
        (None, _) => format!("{name}(offset {})", place.offset),
    }
}

/// What was refused, where.
#[must_use]
pub fn refusal(world: &World, refusal: &Refusal) -> String {
    let mut text = format!("unsupported: {}", refusal.reason);
    for at in &refusal.stack {
        let _ = write!(text, "\n\tat {}", place(world, at));
    }
    text
}

/// The same in one line: what was refused, and the innermost place of the project that led there.
pub fn refused_at<D: Domain>(machine: &mut Machine<D, Jvm<D>>, refusal: &Refusal) -> String {
    let own = refusal.stack.iter().find(|at| {
        let class = machine.core.world.method(at.method).class;
        let name = machine.core.world.class_name(class);
        machine.platform.module_of(name).is_none() && !name.starts_with("margay/rt/")
    });
    match own.or(refusal.stack.first()) {
        Some(at) => format!("{} at {}", refusal.reason, place(&machine.core.world, at)),
        None => refusal.reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_become_internal() {
        assert_eq!(internal_name("shapes.Tree$Node"), "shapes/Tree$Node");
        assert_eq!(internal_name("int[]"), "[I");
        assert_eq!(internal_name("java.lang.String[][]"), "[[Ljava/lang/String;");
    }
}
