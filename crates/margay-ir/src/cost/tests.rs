//! Sizes as HotSpot reports them, and what blocks cost.

use super::{instructions, object_bytes, payload};
use crate::analysis::testing::Builder;
use crate::function::{InstKind, Terminator};
use crate::ids::ClassId;
use crate::types::{Storage, Type};
use crate::world::{ClassDef, ClassKind, FieldDef, World};

fn class(
    world: &mut World,
    name: &str,
    superclass: Option<ClassId>,
    fields: &[Storage],
) -> ClassId {
    let id = world.class_named(name);
    let fields = fields.iter().enumerate().map(|(number, storage)| FieldDef {
        name: world.name(&format!("f{number}")),
        descriptor: world.name("I"),
        modifiers: 0,
        storage: *storage,
        constant: None,
    });
    let def = ClassDef {
        kind: ClassKind::Class,
        modifiers: 0,
        superclass,
        interfaces: Vec::new(),
        source: None,
        fields: fields.collect(),
        methods: Vec::new(),
    };
    world.define(id, def).expect("it links");
    id
}

#[test]
fn objects_take_what_hotspot_takes() {
    use Storage::{Bool, I8, I32, I64, Ref};
    let mut world = World::new();
    let root = class(&mut world, "Root", None, &[]);
    let mut size = |name: &str, superclass: ClassId, fields: &[Storage]| {
        let id = class(&mut world, name, Some(superclass), fields);
        (object_bytes(&world, id), payload(&world, id), id)
    };
    assert_eq!(size("Empty", root, &[]).0, 16);
    assert_eq!(size("Integer", root, &[I32]).0, 16);
    assert_eq!(size("Long", root, &[I64]).0, 24);
    // java.lang.String: a reference, a byte, an int, a boolean.
    assert_eq!(size("String", root, &[Ref, I8, I32, Bool]).0, 24);
    // An int and a reference fill the gap before a long.
    let (bytes, fields, entry) = size("Entry", root, &[Ref, I64, I32]);
    assert_eq!((bytes, fields), (32, 16));
    assert_eq!(size("Longer", entry, &[I8]).0, 32);
    let (_, _, narrow) = size("Narrow", root, &[I8]);
    // A subclass fills what its superclass has left.
    assert_eq!(size("Wide", narrow, &[I64, I8, Bool]).0, 24);
}

#[test]
fn a_call_that_does_not_come_back_ends_what_is_paid() {
    let mut builder = Builder::new("f", &[Type::I32], Some(Type::I32));
    let entry = builder.function.entry;
    let number = builder.value(entry, Type::I32, InstKind::Const { ty: Type::I32, bits: 1 });
    builder.value(entry, Type::Ref, InstKind::New(ClassId::from_u32(0)));
    builder.value(entry, Type::I32, InstKind::Neg { ty: Type::I32, a: number });
    builder.end(entry, Terminator::Return(Some(number)));
    assert_eq!(instructions(&builder.function, entry), [2, 2]);
}
