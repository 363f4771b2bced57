//! Descriptions of classes for the linker.

use crate::descriptor;
use crate::pool::{Pool, Reason, signature};
use margay_ir::world::modifiers::{ABSTRACT, FINAL, HIDDEN, INTERFACE, PUBLIC, STATIC};
use margay_ir::world::{ClassDef, Constant as Initial, FieldDef, MethodDef};
use margay_ir::{ClassId, ClassKind, Storage, World};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassAccessFlags, ClassFile, Constant, Field, Method};

const OBJECT: &str = "java/lang/Object";

/// The class of an array, if the name is one's.
pub(super) fn array(world: &mut World, name: &str) -> Option<ClassDef> {
    let element = name.strip_prefix('[').filter(|_| descriptor::is_type(name))?;
    let elem = descriptor::storage(element);
    let component =
        (elem == Storage::Ref).then(|| world.class_named(descriptor::class_of(element)));
    let interfaces = ["java/lang/Cloneable", "java/io/Serializable"];
    Some(ClassDef {
        kind: ClassKind::Array { elem, component },
        modifiers: PUBLIC | FINAL | ABSTRACT,
        superclass: Some(world.class_named(OBJECT)),
        interfaces: interfaces.map(|name| world.class_named(name)).into(),
        source: None,
        fields: Vec::new(),
        methods: Vec::new(),
    })
}

pub(crate) fn is_primitive(name: &str) -> bool {
    matches!(
        name,
        "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double" | "void"
    )
}

/// The class of a primitive type.
pub(super) fn primitive() -> ClassDef {
    ClassDef {
        kind: ClassKind::Primitive,
        modifiers: PUBLIC | FINAL | ABSTRACT,
        superclass: None,
        interfaces: Vec::new(),
        source: None,
        fields: Vec::new(),
        methods: Vec::new(),
    }
}

/// What a class file says.
pub(super) fn from_file(
    world: &mut World,
    name: &str,
    file: &ClassFile<'static>,
) -> Result<ClassDef, Reason> {
    let pool = Pool(file);
    let named = pool.class(file.this_class)?;
    if named != name {
        return Err(format!("its file defines {named}"));
    }
    if file.access_flags.contains(ClassAccessFlags::MODULE) {
        return Err("it is a module description".into());
    }
    let modifiers = file.access_flags.bits();
    let kind = if modifiers & INTERFACE == 0 { ClassKind::Class } else { ClassKind::Interface };
    let interfaces = file.interfaces.iter();
    let fields = file.fields.iter();
    let methods = file.methods.iter().enumerate();
    Ok(ClassDef {
        kind,
        modifiers,
        superclass: superclass(world, name, file)?,
        interfaces: interfaces
            .map(|index| Ok(world.class_named(&pool.class(*index)?)))
            .collect::<Result<_, Reason>>()?,
        source: source(world, file)?,
        fields: fields.map(|field| define_field(world, pool, field)).collect::<Result<_, _>>()?,
        methods: methods
            .map(|(index, method)| define_method(world, pool, index, method))
            .collect::<Result<_, _>>()?,
    })
}

fn superclass(
    world: &mut World,
    name: &str,
    file: &ClassFile<'static>,
) -> Result<Option<ClassId>, Reason> {
    match (file.super_class, name) {
        (0, OBJECT) => Ok(None),
        (0, _) => Err("it has no superclass".into()),
        (_, OBJECT) => Err("it has a superclass".into()),
        (index, _) => Ok(Some(world.class_named(&Pool(file).class(index)?))),
    }
}

fn source(world: &mut World, file: &ClassFile<'static>) -> Result<Option<margay_ir::Name>, Reason> {
    let index = file.attributes.iter().find_map(|attribute| match attribute {
        Attribute::SourceFile { source_file_index, .. } => Some(*source_file_index),
        _ => None,
    });
    let Some(index) = index else { return Ok(None) };
    Ok(Some(world.name(&Pool(file).text(index)?)))
}

fn define_field(world: &mut World, pool: Pool, field: &Field) -> Result<FieldDef, Reason> {
    let descriptor = pool.text(field.descriptor_index)?;
    let modifiers = field.access_flags.bits() & !HIDDEN;
    let storage = descriptor::storage(&descriptor);
    let constant = field.attributes.iter().find_map(|attribute| match attribute {
        Attribute::ConstantValue { constant_value_index, .. } if modifiers & STATIC != 0 => {
            Some(*constant_value_index)
        }
        _ => None,
    });
    Ok(FieldDef {
        name: world.name(&pool.text(field.name_index)?),
        constant: constant.map(|index| initial_value(world, pool, storage, index)).transpose()?,
        descriptor: world.name(&descriptor),
        modifiers,
        storage,
    })
}

fn initial_value(
    world: &mut World,
    pool: Pool,
    storage: Storage,
    index: u16,
) -> Result<Initial, Reason> {
    let bits = match (storage, pool.get(index)?) {
        (Storage::I64, Constant::Long(value)) => value.cast_unsigned(),
        (Storage::F64, Constant::Double(value)) => value.to_bits(),
        (Storage::F32, Constant::Float(value)) => u64::from(value.to_bits()),
        (Storage::Ref, Constant::String(text)) => {
            return Ok(Initial::Str(world.string(&pool.units(*text)?)));
        }
        (Storage::I64 | Storage::F64 | Storage::F32 | Storage::Ref, _) => {
            return Err(format!("constant #{index} is no value of its field"));
        }
        (_, Constant::Integer(value)) => u64::from(value.cast_unsigned()),
        _ => return Err(format!("constant #{index} is no value of its field")),
    };
    Ok(Initial::Bits(bits))
}

fn define_method(
    world: &mut World,
    pool: Pool,
    index: usize,
    method: &Method,
) -> Result<MethodDef, Reason> {
    let name = pool.text(method.name_index)?;
    let descriptor = pool.text(method.descriptor_index)?;
    let signature = signature(&descriptor)?;
    let modifiers = method.access_flags.bits();
    let is_static = modifiers & STATIC != 0;
    Ok(MethodDef {
        name: world.name(&name),
        descriptor: world.name(&descriptor),
        modifiers,
        params: signature.types(!is_static),
        result: signature.result_type(),
        initializer: name == "<clinit>" && descriptor == "()V" && is_static,
        body: u32::try_from(index).map_err(|error| error.to_string())?,
    })
}
