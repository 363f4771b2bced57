//! `java.lang.Class`: what can be asked of a class without reflection.

use super::{Answer, Call, Entry, boolean, int, native, no, reference};
use crate::messages::external_name;
use crate::stub::Stub;
use margay_ir::world::{SymbolicRef, modifiers};
use margay_ir::{ClassId, ClassKind};
use margay_machine::{Abrupt, Domain};
use ristretto_classfile::Constant;
use ristretto_classfile::attributes::Attribute;

const CLASS: &str = "java/lang/Class";

/// Whether a class executes its `assert` statements: as with `java -ea`, none of the library does.
fn has_assertions<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let name = call.core.world.class_name(class).to_owned();
    let is_library = call.jvm.module_of(&name).is_some();
    boolean::<D>(call.jvm.settings.assertions && !is_library)
}

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let asks = "native: asks the loader";
    let short = "the bytecode would use reflection";
    vec![
        native(CLASS, "desiredAssertionStatus", "", has_assertions, "an option says it"),
        native(CLASS, "desiredAssertionStatus0", "", no, "the library's are off, as by default"),
        native(CLASS, "getPrimitiveClass", "", primitive_class, asks),
        native(CLASS, "isInterface", "", |c| has_modifier(c, modifiers::INTERFACE), asks),
        native(CLASS, "isArray", "", is_array, asks),
        native(CLASS, "isPrimitive", "", is_primitive, asks),
        native(CLASS, "isHidden", "", no, asks),
        native(CLASS, "isRecord0", "", is_record, asks),
        native(CLASS, "isInstance", "", is_instance, asks),
        native(CLASS, "isAssignableFrom", "", is_assignable_from, asks),
        native(CLASS, "getSuperclass", "", superclass, asks),
        native(CLASS, "getInterfaces0", "", interfaces, asks),
        native(
            CLASS,
            "getModifiers",
            "",
            |c| {
                let class = c.class(0)?;
                int::<D>(i32::from(inner_modifiers(c, class)))
            },
            asks,
        ),
        native(CLASS, "initClassName", "", init_name, asks),
        native(CLASS, "getSimpleName", "", simple_name, short),
        native(CLASS, "getEnumConstantsShared", "", enum_constants, short),
        native(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", for_name, short),
        native(
            CLASS,
            "forName",
            "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
            find_class,
            short,
        ),
        native(
            CLASS,
            "forName",
            "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
            find_in_module,
            short,
        ),
        native(CLASS, "forName0", "", find_class, asks),
        native("java/util/HashMap", "comparableClassFor", "", comparable_class, short),
        native(
            "java/util/concurrent/ConcurrentHashMap",
            "comparableClassFor",
            "",
            comparable_class,
            short,
        ),
        native(CLASS, "getNestHost0", "", nest_host, asks),
        native(CLASS, "getClassFileAccessFlags", "", access_flags, asks),
        native(CLASS, "getGenericSignature0", "", generic_signature, asks),
        native(CLASS, "getDeclaringClass0", "", declaring_class, asks),
        native(CLASS, "getSimpleBinaryName0", "", simple_binary_name, asks),
        native(CLASS, "getEnclosingMethod0", "", enclosing_method, asks),
        native(CLASS, "getDeclaredClasses0", "", declared_classes, asks),
        native(CLASS, "getPermittedSubclasses0", "", permitted_subclasses, asks),
    ]
}

/// The class of arrays of a class, by their internal names.
pub(super) fn array_of(name: &str) -> String {
    let element = match name {
        "boolean" => "Z",
        "byte" => "B",
        "char" => "C",
        "short" => "S",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        "double" => "D",
        array if array.starts_with('[') => array,
        class => return format!("[L{class};"),
    };
    format!("[{element}")
}

fn kind<D: Domain>(call: &mut Call<'_, D>) -> Result<ClassKind, Abrupt<D::Value>> {
    let class = call.class(0)?;
    Ok(call.core.world.loaded(class).kind)
}

fn primitive_class<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.text(0)?;
    let class = call.core.world.class_named(&name);
    call.mirror(class)
}

fn has_modifier<D: Domain>(call: &mut Call<'_, D>, bit: u16) -> Answer<D> {
    let class = call.class(0)?;
    boolean::<D>(call.core.world.loaded(class).modifiers & bit != 0)
}

fn is_array<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let kind = kind(call)?;
    boolean::<D>(matches!(kind, ClassKind::Array { .. }))
}

fn is_primitive<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let kind = kind(call)?;
    boolean::<D>(kind == ClassKind::Primitive)
}

fn is_record<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let file = call.jvm.loader.class_file(class);
    let record =
        file.is_some_and(|f| f.attributes.iter().any(|a| matches!(a, Attribute::Record { .. })));
    boolean::<D>(record)
}

fn is_instance<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (class, object) = (call.class(0)?, call.reference(1)?);
    let actual = call.core.memory.class_of(object);
    boolean::<D>(object != 0 && call.core.world.is_subclass(actual, class))
}

fn is_assignable_from<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (to, from) = (call.class(0)?, call.class(1)?);
    boolean::<D>(call.core.world.is_subclass(from, to))
}

fn superclass<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let loaded = call.core.world.loaded(class);
    match loaded.superclass.filter(|_| !loaded.is_interface()) {
        Some(superclass) => call.mirror(superclass),
        None => reference::<D>(0),
    }
}

fn interfaces<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let ids = call.core.world.loaded(class).interfaces.clone();
    let mut mirrors = Vec::new();
    for id in ids {
        mirrors.extend(call.mirror(id)?);
    }
    let array = call.new_array("[Ljava/lang/Class;", &mirrors)?;
    reference::<D>(array)
}

/// What the `InnerClasses` attribute says of a class itself: outer class, simple name, modifiers.
struct Inner {
    outer: Option<String>,
    name: Option<String>,
    modifiers: u16,
}

fn inner<D: Domain>(call: &Call<'_, D>, class: ClassId) -> Option<Inner> {
    let name = call.core.world.class_name(class);
    let file = call.jvm.loader.class_file(class)?;
    let pool = &file.constant_pool;
    file.attributes.iter().find_map(|attribute| {
        let Attribute::InnerClasses { classes, .. } = attribute else { return None };
        let entry = classes
            .iter()
            .find(|entry| pool.try_get_class(entry.class_info_index).is_ok_and(|c| *c == *name))?;
        Some(Inner {
            outer: pool.try_get_class(entry.outer_class_info_index).ok().map(|c| c.to_string()),
            name: pool.try_get_utf8(entry.name_index).ok().map(|n| n.to_string()),
            modifiers: entry.access_flags.bits(),
        })
    })
}

fn inner_modifiers<D: Domain>(call: &Call<'_, D>, class: ClassId) -> u16 {
    const SUPER: u16 = 0x20;
    let own = call.core.world.loaded(class).modifiers;
    inner(call, class).map_or(own, |inner| inner.modifiers) & !SUPER
}

/// What the class file says of the class, not what its source says.
pub(super) fn access_flags<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    int::<D>(i32::from(call.core.world.loaded(class).modifiers))
}

/// The outermost class of the nest that a class is in.
fn nest_of<D: Domain>(call: &Call<'_, D>, class: ClassId) -> String {
    let name = call.core.world.class_name(class);
    let host = call.jvm.loader.class_file(class).and_then(|file| {
        file.attributes.iter().find_map(|attribute| match attribute {
            Attribute::NestHost { host_class_index, .. } => {
                let host = file.constant_pool.try_get_class(*host_class_index).ok()?;
                Some(host.to_string())
            }
            _ => None,
        })
    });
    host.unwrap_or_else(|| name.to_owned())
}

fn nest_host<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let host = nest_of(call, class);
    let host = call.jvm.require(call.core, &host)?;
    call.mirror(host)
}

pub(super) fn are_nest_mates<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (one, other) = (call.class(0)?, call.class(1)?);
    boolean::<D>(nest_of(call, one) == nest_of(call, other))
}

fn generic_signature<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let signature = call.jvm.loader.class_file(class).and_then(|file| {
        file.attributes.iter().find_map(|attribute| match attribute {
            Attribute::Signature { signature_index, .. } => {
                file.constant_pool.try_get_utf8(*signature_index).ok().map(|s| s.to_string())
            }
            _ => None,
        })
    });
    match signature {
        Some(signature) => call.new_text(&signature),
        None => reference::<D>(0),
    }
}

fn init_name<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (mirror, class) = (call.object(0)?, call.class(0)?);
    let text = external_name(&call.core.world, class) + &made_up(call, class);
    let units: Vec<u16> = text.encode_utf16().collect();
    let string = call.core.world.string(&units);
    let name = margay_machine::Platform::string(call.jvm, call.core, string)?;
    call.set_field(mirror, "name", D::constant(u64::from(name)))?;
    reference::<D>(name)
}

fn simple_name<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let text = simple_text(call, class) + &made_up(call, class);
    call.new_text(&text)
}

/// What the name of a class that a test makes ends with: something else in every run, since nobody knows what the test calls it.
fn made_up<D: Domain>(call: &mut Call<'_, D>, class: ClassId) -> String {
    if Stub::of(&call.core.world, class).is_none() {
        return String::new();
    }
    match call.vary("the name of a class that the test makes") {
        0 => String::new(),
        run => run.to_string(),
    }
}

fn simple_text<D: Domain>(call: &Call<'_, D>, class: ClassId) -> String {
    let world = &call.core.world;
    match world.loaded(class).kind {
        ClassKind::Array { component: Some(component), .. } => simple_text(call, component) + "[]",
        ClassKind::Array { elem, component: None } => {
            format!("{}[]", crate::messages::primitive_name(elem))
        }
        _ => match inner(call, class) {
            Some(inner) => inner.name.unwrap_or_default(),
            None => {
                let name = world.class_name(class);
                name.rsplit('/').next().unwrap_or(name).to_owned()
            }
        },
    }
}

fn declaring_class<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    match inner(call, class).and_then(|inner| inner.outer) {
        Some(outer) => {
            let outer = call.jvm.require(call.core, &outer)?;
            call.mirror(outer)
        }
        None => reference::<D>(0),
    }
}

fn simple_binary_name<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    match inner(call, class).and_then(|inner| inner.name) {
        Some(name) => call.new_text(&name),
        None => reference::<D>(0),
    }
}

/// Where a local or anonymous class is: class, name and descriptor of the method.
fn enclosing_method<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let found = call.jvm.loader.class_file(class).and_then(|file| {
        file.attributes.iter().find_map(|attribute| {
            let Attribute::EnclosingMethod { class_index, method_index, .. } = attribute else {
                return None;
            };
            let pool = &file.constant_pool;
            let outer = pool.try_get_class(*class_index).ok()?.to_string();
            let text = |index: u16| pool.try_get_utf8(index).ok().map(|text| text.to_string());
            let method = match pool.get(*method_index) {
                Some(Constant::NameAndType { name_index, descriptor_index }) => {
                    text(*name_index).zip(text(*descriptor_index))
                }
                _ => None,
            };
            Some((outer, method))
        })
    });
    let Some((outer, method)) = found else { return reference::<D>(0) };
    let outer = call.jvm.require(call.core, &outer)?;
    let mut values = Vec::from_iter(call.mirror(outer)?);
    for text in method.map_or([None, None], |(name, descriptor)| [Some(name), Some(descriptor)]) {
        let text = text.map(|text| call.new_text(&text)).transpose()?.flatten();
        values.push(text.unwrap_or_else(|| D::constant(0)));
    }
    let array = call.new_array("[Ljava/lang/Object;", &values)?;
    reference::<D>(array)
}

/// Objects that stand for classes, by name.
fn mirrors<D: Domain>(call: &mut Call<'_, D>, names: &[String]) -> Answer<D> {
    let mut values = Vec::new();
    for name in names {
        let class = call.jvm.require(call.core, name)?;
        values.extend(call.mirror(class)?);
    }
    let array = call.new_array("[Ljava/lang/Class;", &values)?;
    reference::<D>(array)
}

/// The member classes of a class.
fn declared_classes<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let own = call.core.world.class_name(class).to_owned();
    let mut names = Vec::new();
    for attribute in call.jvm.loader.class_file(class).map_or(&[][..], |file| &file.attributes) {
        let Attribute::InnerClasses { classes, .. } = attribute else { continue };
        let Some(file) = call.jvm.loader.class_file(class) else { continue };
        let name = |index| file.constant_pool.try_get_class(index).ok().map(|c| c.to_string());
        let members = classes
            .iter()
            .filter(|inner| name(inner.outer_class_info_index).is_some_and(|outer| outer == own));
        names.extend(members.filter_map(|inner| name(inner.class_info_index)));
    }
    mirrors(call, &names)
}

/// The subclasses that a sealed class permits; null if it is not sealed.
fn permitted_subclasses<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let names = call.jvm.loader.class_file(class).and_then(|file| {
        file.attributes.iter().find_map(|attribute| match attribute {
            Attribute::PermittedSubclasses { class_indexes, .. } => {
                let name = |index: &u16| file.constant_pool.try_get_class(*index).ok();
                Some(
                    class_indexes
                        .iter()
                        .filter_map(name)
                        .map(|c| c.to_string())
                        .collect::<Vec<_>>(),
                )
            }
            _ => None,
        })
    });
    match names {
        Some(names) => mirrors(call, &names),
        None => reference::<D>(0),
    }
}

/// An enum's constants come from its own `values()`.
fn enum_constants<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let name = call.core.world.class_name(class).to_owned();
    if call.core.world.loaded(class).modifiers & modifiers::ENUM == 0 {
        return reference::<D>(0);
    }
    if !call.core.memory.is_ready(class) {
        return Err(Abrupt::Initialize(class));
    }
    let values = call.core.world.name("values");
    let descriptor = call.core.world.name(&format!("()[L{name};"));
    let symbol = SymbolicRef { class, name: values, descriptor };
    match call.core.world.find_method(symbol) {
        Some(values) => Err(Abrupt::Call(values, Vec::new())),
        None => reference::<D>(0),
    }
}

/// A class by the name that programs give it: `java.util.Map$Entry`, `[I`, `[Ljava.lang.String;`.
fn named<D: Domain>(
    call: &mut Call<'_, D>,
    index: usize,
) -> Result<Option<ClassId>, Abrupt<D::Value>> {
    let name = call.text(index)?;
    let is_type = !name.starts_with('[') || crate::descriptor::is_type(&name.replace('.', "/"));
    if name.contains('/') || !is_type || crate::load::is_primitive(&name) {
        return Ok(None);
    }
    let class = call.core.world.class_named(&name.replace('.', "/"));
    Ok(call.jvm.require_class(call.core, class).is_ok().then_some(class))
}

fn not_found<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.text(0)?;
    Err(call.raise("java/lang/ClassNotFoundException", Some(&name)))
}

fn for_name<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    match named(call, 0)? {
        Some(class) if call.core.memory.is_fresh(class) => Err(Abrupt::Initialize(class)),
        Some(class) => call.mirror(class),
        None => not_found(call),
    }
}

/// The same, initialised if the second argument says so.
fn find_class<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    match (named(call, 0)?, call.int(1)? != 0) {
        (Some(class), false) => call.mirror(class),
        _ => for_name(call),
    }
}

/// A class of a module, not initialised; null if it has none.
fn find_in_module<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    match named(call, 1)? {
        Some(class) => call.mirror(class),
        None => reference::<D>(0),
    }
}

/// The class of an object that declares itself comparable with its own kind, and no other.
fn comparable_class<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.reference(0)?;
    if object == 0 {
        return reference::<D>(0);
    }
    let class = call.core.memory.class_of(object);
    let name = call.core.world.class_name(class);
    let own = format!("Ljava/lang/Comparable<L{name};>;");
    let declares = call.jvm.loader.class_file(class).is_some_and(|file| {
        file.attributes.iter().any(|attribute| match attribute {
            Attribute::Signature { signature_index, .. } => file
                .constant_pool
                .try_get_utf8(*signature_index)
                .is_ok_and(|signature| signature.to_string().contains(&own)),
            _ => false,
        })
    });
    if declares || name == "java/lang/String" { call.mirror(class) } else { reference::<D>(0) }
}
