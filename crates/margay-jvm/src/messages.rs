//! The runtime's own exceptions: their classes, and their messages word for word as a JVM's.

use crate::platform::Jvm;
use margay_ir::world::modifiers::PRIVATE;
use margay_ir::world::{Method, SymbolicRef, type_name};
use margay_ir::{ClassId, ClassKind, Storage, Trap, World};
use margay_machine::{Core, Domain, Fault, Ref};

/// The class of a trap.
#[must_use]
pub fn trap_class(trap: Trap) -> &'static str {
    match trap {
        Trap::NullPointer => "java/lang/NullPointerException",
        Trap::IndexOutOfBounds => "java/lang/ArrayIndexOutOfBoundsException",
        Trap::DivideByZero => "java/lang/ArithmeticException",
        Trap::NegativeSize => "java/lang/NegativeArraySizeException",
        Trap::BadCast => "java/lang/ClassCastException",
        Trap::BadStore => "java/lang/ArrayStoreException",
        Trap::NoMatch => "java/lang/MatchException",
    }
}

/// The message of a trap whose text depends on its operands.
pub(crate) fn trap_message<D: Domain>(
    jvm: &mut Jvm<D>,
    core: &Core<D>,
    trap: Trap,
    args: &[u64],
    class: Option<ClassId>,
) -> Option<String> {
    let int = |index: usize| args.get(index).copied().unwrap_or_default() as u32 as i32;
    let object_class = || core.memory.class_of(args.first().copied().unwrap_or_default() as Ref);
    match trap {
        Trap::IndexOutOfBounds => {
            Some(format!("Index {} out of bounds for length {}", int(0), int(1)))
        }
        Trap::NegativeSize => Some(int(0).to_string()),
        Trap::DivideByZero => Some("/ by zero".to_owned()),
        Trap::BadStore => Some(external_name(&core.world, object_class())),
        Trap::BadCast => Some(cast_message(jvm, &core.world, object_class(), class?)),
        Trap::NullPointer | Trap::NoMatch => None,
    }
}

fn cast_message<D: Domain>(jvm: &mut Jvm<D>, world: &World, from: ClassId, to: ClassId) -> String {
    let (from_name, to_name) = (external_name(world, from), external_name(world, to));
    let (from_home, to_home) = (home(jvm, world, from), home(jvm, world, to));
    let homes = if from_home == to_home {
        format!("{from_name} and {to_name} are in {from_home}")
    } else {
        format!("{from_name} is in {from_home}; {to_name} is in {to_home}")
    };
    format!("class {from_name} cannot be cast to class {to_name} ({homes})")
}

/// Module and loader of a class, as a JVM words them.
fn home<D: Domain>(jvm: &mut Jvm<D>, world: &World, class: ClassId) -> String {
    let mut element = class;
    while let Some(ClassKind::Array { component, .. }) = world.class(element).map(|c| c.kind) {
        match component {
            Some(component) => element = component,
            None => return "module java.base of loader 'bootstrap'".to_owned(),
        }
    }
    match jvm.module_of(world.class_name(element)) {
        Some(module) => format!("module {module} of loader 'bootstrap'"),
        None => "unnamed module of loader 'app'".to_owned(),
    }
}

/// A class name as programs see it.
pub(crate) fn external_name(world: &World, class: ClassId) -> String {
    world.class_name(class).replace('/', ".")
}

/// A method in the words of the language: `void p.C.m(int, java.lang.String)`.
fn signature_text(world: &World, symbol: SymbolicRef) -> String {
    let class = external_name(world, symbol.class);
    let (name, descriptor) = (world.text(symbol.name), world.text(symbol.descriptor));
    let Some(signature) = crate::descriptor::Signature::parse(descriptor) else {
        return format!("{class}.{name}{descriptor}");
    };
    let params: Vec<String> = signature.params.iter().map(|p| type_name(p)).collect();
    let result = type_name(signature.result.unwrap_or("V"));
    format!("{result} {class}.{name}({})", params.join(", "))
}

/// How code names a method.
fn symbol_of(method: &Method) -> SymbolicRef {
    SymbolicRef { class: method.class, name: method.name, descriptor: method.descriptor }
}

/// The word for a member that only its own class may use.
fn private(modifiers: u16) -> &'static str {
    if modifiers & PRIVATE != 0 { "private " } else { "" }
}

/// That code of a class used what it may not use, of classes that both are on the class path.
fn forbidden(from: &str, what: &str, owner: &str) -> String {
    format!(
        "class {from} tried to access {what} ({from} and {owner} are in unnamed module of loader 'app')"
    )
}

/// Class and message of a fault.
pub(crate) fn fault(world: &mut World, fault: &Fault) -> (&'static str, Option<String>) {
    match fault {
        Fault::StackOverflow => ("java/lang/StackOverflowError", None),
        Fault::OutOfMemory => ("java/lang/OutOfMemoryError", Some("Java heap space".to_owned())),
        Fault::NoClass(class) => {
            ("java/lang/NoClassDefFoundError", Some(world.class_name(*class).to_owned()))
        }
        Fault::BadClass(reason) => ("java/lang/ClassFormatError", Some(reason.clone())),
        Fault::NoField(field) => {
            let symbol = world.field_symbol(*field);
            let name = world.text(symbol.name).to_owned();
            ("java/lang/NoSuchFieldError", Some(name))
        }
        Fault::NoMethod(method) => {
            let text = signature_text(world, world.method_symbol(*method));
            ("java/lang/NoSuchMethodError", Some(format!("'{text}'")))
        }
        Fault::AbstractMethod(method, class) => {
            let text = signature_text(world, symbol_of(world.method(*method)));
            let receiver = external_name(world, *class);
            let message = format!(
                "Receiver class {receiver} does not define or inherit an implementation of the \
                 resolved method 'abstract {text}'."
            );
            ("java/lang/AbstractMethodError", Some(message))
        }
        Fault::NotInstantiable(class) => {
            ("java/lang/InstantiationError", Some(external_name(world, *class)))
        }
        Fault::StaticMismatch(method) => {
            let text = signature_text(world, world.method_symbol(*method));
            let message = format!("Expected another kind of method than '{text}'");
            ("java/lang/IncompatibleClassChangeError", Some(message))
        }
        Fault::StaticFieldMismatch(field) => {
            let symbol = world.field_symbol(*field);
            let (class, name) = (external_name(world, symbol.class), world.text(symbol.name));
            let message = format!("Expected another kind of field than {class}.{name}");
            ("java/lang/IncompatibleClassChangeError", Some(message))
        }
        Fault::ForbiddenField(from, field) => {
            let (field, from) = (world.field(*field), external_name(world, *from));
            let (class, name) = (external_name(world, field.class), world.text(field.name));
            let what = format!("{}field {class}.{name}", private(field.modifiers));
            ("java/lang/IllegalAccessError", Some(forbidden(&from, &what, &class)))
        }
        Fault::ForbiddenMethod(from, method) => {
            let (method, from) = (world.method(*method), external_name(world, *from));
            let text = signature_text(world, symbol_of(method));
            let what = format!("{}method '{text}'", private(method.modifiers));
            let class = external_name(world, method.class);
            ("java/lang/IllegalAccessError", Some(forbidden(&from, &what, &class)))
        }
        Fault::Uninitialized(class) => {
            let message = format!("Could not initialize class {}", external_name(world, *class));
            ("java/lang/NoClassDefFoundError", Some(message))
        }
    }
}

/// The primitive type of an array's elements.
pub(crate) fn primitive_name(elem: Storage) -> &'static str {
    match elem {
        Storage::Bool => "boolean",
        Storage::I8 => "byte",
        Storage::I16 => "short",
        Storage::U16 => "char",
        Storage::I32 => "int",
        Storage::I64 => "long",
        Storage::F32 => "float",
        Storage::F64 => "double",
        Storage::Ref => "java/lang/Object",
    }
}
