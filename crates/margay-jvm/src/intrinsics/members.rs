//! Fields, methods and constructors as objects of `java.lang.reflect`.
//!
//! An object's `slot` is the number that the world has for the member.

use super::{Answer, Call, Entry, native, noted, reference};
use crate::descriptor::{Signature, class_of};
use crate::pool::Pool;
use margay_ir::world::modifiers::PUBLIC;
use margay_ir::{ClassId, FieldId, MethodId};
use margay_machine::{Abrupt, Domain, Ref};
use ristretto_classfile::attributes::Attribute;

const CLASS: &str = "java/lang/Class";
pub(super) const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const METHOD: &str = "java/lang/reflect/Method";
const FIELD: &str = "java/lang/reflect/Field";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let asks = "native: asks the loader";
    let ready = "a JVM makes these classes ready in another order";
    vec![
        native(CLASS, "getDeclaredConstructors0", "", constructors, asks),
        native(CLASS, "getDeclaredMethods0", "", methods, asks),
        native(CLASS, "getDeclaredFields0", "", fields, asks),
        native(CLASS, "getDeclaredField", "", declared_field, "library classes look up their own"),
        noted(CLASS, "getReflectionFactory", "", prepare_factory, ready),
        noted(
            "jdk/internal/reflect/ReflectionFactory$GetReflectionFactoryAction",
            "run",
            "",
            prepare_factory,
            ready,
        ),
        noted("java/io/ObjectStreamClass", "<clinit>", "", prepare_factory, ready),
        native(CLASS, "getRawAnnotations", "", class_annotations, asks),
        native(
            CLASS,
            "getConstantPool",
            "",
            |c| c.refuse("the program reads annotations"),
            "annotations are not modelled",
        ),
        native(CLASS, "getRecordComponents0", "", record_components, asks),
    ]
}

/// Attributes of a member that its object shows.
#[derive(Default)]
struct Shown {
    exceptions: Vec<String>,
    signature: Option<String>,
    /// Fields of the object with annotations as the class file has them.
    annotations: Vec<(&'static str, Vec<u8>)>,
}

fn shown(pool: Pool, attributes: &[Attribute]) -> Shown {
    let mut shown = Shown::default();
    for attribute in attributes {
        let field = match attribute {
            Attribute::Exceptions { exception_indexes, .. } => {
                let names = exception_indexes.iter().filter_map(|index| pool.class(*index).ok());
                shown.exceptions = names.map(std::borrow::Cow::into_owned).collect();
                continue;
            }
            Attribute::Signature { signature_index, .. } => {
                shown.signature =
                    pool.text(*signature_index).ok().map(std::borrow::Cow::into_owned);
                continue;
            }
            Attribute::RuntimeVisibleAnnotations { .. } => "annotations",
            Attribute::RuntimeVisibleParameterAnnotations { .. } => "parameterAnnotations",
            Attribute::AnnotationDefault { .. } => "annotationDefault",
            _ => continue,
        };
        /// Bytes of the attribute's name and length.
        const HEADER: usize = 6;
        let mut bytes = Vec::new();
        if attribute.to_bytes(&mut bytes).is_ok() && bytes.len() >= HEADER {
            shown.annotations.push((field, bytes.split_off(HEADER)));
        }
    }
    shown
}

fn of_method<D: Domain>(call: &Call<'_, D>, method: MethodId) -> Shown {
    let declared = call.core.world.method(method);
    let file = call.jvm.loader.class_file(declared.class);
    let found = file.and_then(|file| Some((file, file.methods.get(declared.body as usize)?)));
    found.map_or_else(Shown::default, |(file, method)| shown(Pool(file), &method.attributes))
}

fn of_field<D: Domain>(call: &Call<'_, D>, field: FieldId) -> Shown {
    let declared = call.core.world.field(field);
    let name = call.core.world.text(declared.name);
    let Some(file) = call.jvm.loader.class_file(declared.class) else { return Shown::default() };
    let pool = Pool(file);
    let found = file.fields.iter().find(|f| pool.text(f.name_index).is_ok_and(|n| n == name));
    found.map_or_else(Shown::default, |field| shown(pool, &field.attributes))
}

/// A new object of a class of `java.lang.reflect`, with what all members have.
fn member<D: Domain>(
    call: &mut Call<'_, D>,
    class: &str,
    owner: ClassId,
    (slot, modifiers): (u32, u16),
    shown: Shown,
) -> Result<Ref, Abrupt<D::Value>> {
    let object = component(call, class, owner, shown)?;
    call.set_field(object, "slot", D::constant(u64::from(slot)))?;
    call.set_field(object, "modifiers", D::constant(u64::from(modifiers)))?;
    Ok(object)
}

/// The same without a number of its own.
fn component<D: Domain>(
    call: &mut Call<'_, D>,
    class: &str,
    owner: ClassId,
    shown: Shown,
) -> Result<Ref, Abrupt<D::Value>> {
    let class = call.jvm.require(call.core, class)?;
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    if let Some(mirror) = call.mirror(owner)? {
        call.set_field(object, "clazz", mirror)?;
    }
    if let Some(signature) = shown.signature
        && let Some(text) = call.new_text(&signature)?
    {
        call.set_field(object, "signature", text)?;
    }
    for (field, bytes) in shown.annotations {
        if let Some(array) = super::files::bytes(call, &bytes)? {
            call.set_field(object, field, array)?;
        }
    }
    Ok(object)
}

/// The object that stands for a type.
fn type_mirror<D: Domain>(
    call: &mut Call<'_, D>,
    descriptor: &str,
) -> Result<D::Value, Abrupt<D::Value>> {
    let name = match descriptor {
        "V" => "void",
        reference if reference.starts_with(['L', '[']) => class_of(reference),
        primitive => crate::messages::primitive_name(crate::descriptor::storage(primitive)),
    };
    let class = call.core.world.class_named(name);
    Ok(call.mirror(class)?.unwrap_or_else(|| D::constant(0)))
}

/// An array of the objects that stand for types.
fn type_mirrors<D: Domain>(
    call: &mut Call<'_, D>,
    descriptors: &[String],
) -> Result<D::Value, Abrupt<D::Value>> {
    let mut mirrors = Vec::new();
    for descriptor in descriptors {
        mirrors.push(type_mirror(call, descriptor)?);
    }
    let array = call.new_array("[Ljava/lang/Class;", &mirrors)?;
    Ok(D::constant(u64::from(array)))
}

/// The name of a member, the same object each time.
fn interned<D: Domain>(call: &mut Call<'_, D>, text: &str) -> Result<D::Value, Abrupt<D::Value>> {
    let string = call.core.world.string_from(text);
    let object = margay_machine::Platform::string(call.jvm, call.core, string)?;
    Ok(D::constant(u64::from(object)))
}

/// The object that stands for a method or constructor.
fn executable<D: Domain>(
    call: &mut Call<'_, D>,
    class: &str,
    method: MethodId,
) -> Result<Ref, Abrupt<D::Value>> {
    let declared = call.core.world.method(method);
    let (owner, modifiers) = (declared.class, declared.modifiers);
    let descriptor = call.core.world.text(declared.descriptor).to_owned();
    let name = call.core.world.text(declared.name).to_owned();
    let types = Signature::parse(&descriptor)
        .ok_or_else(|| Abrupt::Refuse(format!("a method with the descriptor {descriptor}")))?;
    let shown = of_method(call, method);
    let thrown: Vec<String> =
        shown.exceptions.iter().map(|n| crate::descriptor::of_class(n)).collect();
    let object = member(call, class, owner, (method.as_u32(), modifiers), shown)?;
    let params: Vec<String> = types.params.iter().map(|ty| (*ty).to_owned()).collect();
    let params = type_mirrors(call, &params)?;
    call.set_field(object, "parameterTypes", params)?;
    let thrown = type_mirrors(call, &thrown)?;
    call.set_field(object, "exceptionTypes", thrown)?;
    if class == METHOD {
        let name = interned(call, &name)?;
        call.set_field(object, "name", name)?;
        let result = type_mirror(call, types.result.unwrap_or("V"))?;
        call.set_field(object, "returnType", result)?;
    }
    Ok(object)
}

/// The object that stands for a field.
fn field_object<D: Domain>(
    call: &mut Call<'_, D>,
    field: FieldId,
) -> Result<Ref, Abrupt<D::Value>> {
    let declared = call.core.world.field(field);
    let (owner, modifiers) = (declared.class, declared.modifiers);
    let descriptor = call.core.world.text(declared.descriptor).to_owned();
    let name = call.core.world.text(declared.name).to_owned();
    let shown = of_field(call, field);
    let object = member(call, FIELD, owner, (field.as_u32(), modifiers), shown)?;
    let name = interned(call, &name)?;
    call.set_field(object, "name", name)?;
    let ty = type_mirror(call, &descriptor)?;
    call.set_field(object, "type", ty)?;
    Ok(object)
}

/// Whether a method is meant by `getDeclaredConstructors`, or by `getDeclaredMethods`.
pub(super) fn kind_of<D: Domain>(call: &Call<'_, D>, method: MethodId) -> Option<&'static str> {
    match call.core.world.text(call.core.world.method(method).name) {
        "<init>" => Some(CONSTRUCTOR),
        "<clinit>" => None,
        _ => Some(METHOD),
    }
}

/// Makes the class ready that grants the library access to its own members, as a JVM does when it
/// starts.
fn prepare<D: Domain>(call: &mut Call<'_, D>) -> Result<(), Abrupt<D::Value>> {
    let class = call.jvm.require(call.core, "java/lang/reflect/AccessibleObject")?;
    if call.core.memory.is_fresh(class) { Err(Abrupt::Initialize(class)) } else { Ok(()) }
}

/// Does so before somebody makes a factory.
fn prepare_factory<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    prepare(call)?;
    Err(Abrupt::Own)
}

fn executables<D: Domain>(call: &mut Call<'_, D>, kind: &str) -> Answer<D> {
    prepare(call)?;
    let (class, public_only) = (call.class(0)?, call.int(1)? != 0);
    let all = call.core.world.loaded(class).methods.clone();
    let mut objects = Vec::new();
    for method in all {
        let visible = !public_only || call.core.world.method(method).modifiers & PUBLIC != 0;
        if visible && kind_of(call, method) == Some(kind) {
            let object = executable(call, kind, method)?;
            objects.push(D::constant(u64::from(object)));
        }
    }
    // A JVM lists methods in no particular order.
    if kind == METHOD && objects.len() > 1 {
        match call.vary("the order in which a class lists its methods") {
            0 => {}
            run => {
                objects.reverse();
                let first = run as usize % objects.len();
                objects.rotate_left(first);
            }
        }
    }
    let array = call.new_array(&crate::descriptor::array_of(kind), &objects)?;
    reference::<D>(array)
}

fn constructors<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    executables(call, CONSTRUCTOR)
}

fn methods<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    executables(call, METHOD)
}

fn fields<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    prepare(call)?;
    let (class, public_only) = (call.class(0)?, call.int(1)? != 0);
    let mut objects = Vec::new();
    for field in own_fields(call, class) {
        if !public_only || call.core.world.field(field).modifiers & PUBLIC != 0 {
            let object = field_object(call, field)?;
            objects.push(D::constant(u64::from(object)));
        }
    }
    let array = call.new_array(&crate::descriptor::array_of(FIELD), &objects)?;
    reference::<D>(array)
}

/// The fields that the class file declares; containers have one more.
fn own_fields<D: Domain>(call: &Call<'_, D>, class: ClassId) -> Vec<FieldId> {
    let declared = call.jvm.loader.class_file(class).map_or(0, |file| file.fields.len());
    call.core.world.loaded(class).fields.iter().copied().take(declared).collect()
}

/// The annotations of a class as its file has them; null if there are none.
fn class_annotations<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let file = call.jvm.loader.class_file(class);
    let shown = file.map_or_else(Shown::default, |file| shown(Pool(file), &file.attributes));
    match shown.annotations.first() {
        Some((_, bytes)) => super::files::bytes(call, bytes),
        None => reference::<D>(0),
    }
}

/// The components of a record, with the methods that read them.
fn record_components<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    prepare(call)?;
    let class = call.class(0)?;
    let mut components = Vec::new();
    for (name, descriptor, shown) in listed_components(call, class) {
        let owner = "java/lang/reflect/RecordComponent";
        let object = component(call, owner, class, shown)?;
        let text = interned(call, &name)?;
        call.set_field(object, "name", text)?;
        let ty = type_mirror(call, &descriptor)?;
        call.set_field(object, "type", ty)?;
        let (name, descriptor) =
            (call.core.world.name(&name), call.core.world.name(&format!("(){descriptor}")));
        if let Some(reader) = call.core.world.declared_method(class, name, descriptor) {
            let reader = executable(call, METHOD, reader)?;
            call.set_field(object, "accessor", D::constant(u64::from(reader)))?;
        }
        components.push(D::constant(u64::from(object)));
    }
    let array = call.new_array("[Ljava/lang/reflect/RecordComponent;", &components)?;
    reference::<D>(array)
}

/// Name, descriptor and attributes of each component of a record.
fn listed_components<D: Domain>(
    call: &Call<'_, D>,
    class: ClassId,
) -> Vec<(String, String, Shown)> {
    let Some(file) = call.jvm.loader.class_file(class) else { return Vec::new() };
    let pool = Pool(file);
    let records = file.attributes.iter().filter_map(|attribute| match attribute {
        Attribute::Record { records, .. } => Some(records),
        _ => None,
    });
    let component = |record: &ristretto_classfile::attributes::Record| {
        let name = pool.text(record.name_index).ok()?.into_owned();
        let descriptor = pool.text(record.descriptor_index).ok()?.into_owned();
        Some((name, descriptor, shown(pool, &record.attributes)))
    };
    records.flatten().filter_map(component).collect()
}

fn declared_field<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (class, name) = (call.class(0)?, call.text(1)?);
    let world = &call.core.world;
    let named = |field: &FieldId| world.text(world.field(*field).name) == name;
    match own_fields(call, class).into_iter().find(named) {
        Some(field) => {
            let object = field_object(call, field)?;
            reference::<D>(object)
        }
        None => Err(call.raise("java/lang/NoSuchFieldException", Some(&name))),
    }
}
