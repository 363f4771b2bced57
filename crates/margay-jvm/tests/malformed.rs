//! What is said of class files and methods that make no sense, and of those that are too much.

mod common;

use common::assemble::{Assembler, Classes, bytes};
use margay_ir::{Function, World};
use margay_jvm::load::Loader;
use ristretto_classfile::attributes::Instruction::{self, *};
use ristretto_classfile::attributes::{
    Annotation, AnnotationElement, AnnotationValuePair, Attribute,
};
use ristretto_classfile::attributes::{LookupSwitch, TableSwitch};
use ristretto_classfile::{BaseType, Field, FieldAccessFlags, FieldType};

fn load<const N: usize>(class: &str, files: [(&str, Vec<u8>); N]) -> Result<(), String> {
    let mut world = World::new();
    let class = world.class_named(class);
    let mut loader = Loader::new(Box::new(Classes::new(files)));
    loader.load(&mut world, class).map_err(|error| error.to_string())
}

fn empty(assembler: Assembler) -> Vec<u8> {
    bytes(&assembler.file("()V", vec![Return]))
}

#[test]
fn classes_that_cannot_be_loaded() {
    let orphan = || empty(Assembler::extending("T", "Gone"));
    let error = load("T", [("T", orphan())]);
    assert_eq!(error, Err("class Gone not found".into()));

    let (a, b) = (Assembler::extending("A", "B"), Assembler::extending("B", "A"));
    let error = load("A", [("A", empty(a)), ("B", empty(b))]);
    assert_eq!(error, Err("class A cannot be linked: it is its own supertype".into()));

    let error = load("T", [("T", empty(Assembler::new("U")))]);
    assert_eq!(error, Err("class T is malformed: its file defines U".into()));

    let mut future = empty(Assembler::new("T"));
    future[7] = 200;
    let error = load("T", [("T", future)]);
    let text = "class T has class file version 200.0, which is not supported";
    assert_eq!(error, Err(text.into()));

    let error = load("T", [("T", b"PK\x03\x04 is a jar".to_vec())]);
    assert_eq!(error, Err("class T is malformed: not a class file".into()));
}

#[test]
fn a_supertype_that_is_missing_is_found_out_each_time() {
    let mut world = World::new();
    let class = world.class_named("T");
    let file = empty(Assembler::extending("T", "Gone"));
    let mut loader = Loader::new(Box::new(Classes::new([("T", file)])));
    for _ in 0..2 {
        let error = loader.load(&mut world, class).expect_err("its superclass is missing");
        assert_eq!(error.to_string(), "class Gone not found");
        assert!(world.class(class).is_none());
    }
}

#[test]
fn types_with_absurdly_many_dimensions() {
    let mut assembler = Assembler::new("T");
    let name = assembler.pool.add_utf8("f").expect("room");
    let descriptor = assembler.pool.add_utf8(format!("{}I", "[".repeat(60_000))).expect("room");
    let mut file = assembler.file("()V", vec![Return]);
    file.fields.push(Field {
        access_flags: FieldAccessFlags::empty(),
        name_index: name,
        descriptor_index: descriptor,
        field_type: FieldType::Base(BaseType::Int),
        attributes: Vec::new(),
    });
    let error = load("T", [("T", bytes(&file))]).expect_err("no such type");
    assert!(error.starts_with("class T is malformed: `[[[["), "{}", &error[..60]);
}

#[test]
fn annotations_nested_beyond_all_stacks_are_left_unread() {
    let mut assembler = Assembler::new("T");
    let name = assembler.pool.add_utf8("RuntimeVisibleAnnotations").expect("room");
    let mut file = assembler.file("()V", vec![Return]);
    // The annotations are written here: to build them nested would overflow the stack too.
    let mut info = vec![0, 1, 0, 1, 0, 1, 0, 1];
    info.extend(b"[\0\x01".repeat(200_000));
    info.extend(b"I\0\x01");
    file.attributes.push(Attribute::Unknown { name_index: name, info });
    assert_eq!(load("T", [("T", bytes(&file))]), Ok(()));
}

#[test]
fn ordinary_annotations_are_read() {
    let mut assembler = Assembler::new("T");
    let name = assembler.pool.add_utf8("RuntimeVisibleAnnotations").expect("room");
    let mut file = assembler.file("()V", vec![Return]);
    let value =
        AnnotationElement::Array { values: vec![AnnotationElement::Int { const_value_index: 1 }] };
    let elements = vec![AnnotationValuePair { name_index: 1, value }];
    let annotations = vec![Annotation { type_index: 1, elements }];
    let attribute = Attribute::RuntimeVisibleAnnotations { name_index: name, annotations };
    file.attributes.push(attribute.clone());
    let mut world = World::new();
    let class = world.class_named("T");
    let mut loader = Loader::new(Box::new(Classes::new([("T", bytes(&file))])));
    loader.load(&mut world, class).unwrap_or_else(|error| panic!("{error}"));
    let loaded = loader.class_file(class).expect("it has a file");
    assert_eq!(loaded.attributes, [attribute]);
}

fn lower(
    assembler: Assembler,
    descriptor: &str,
    code: Vec<Instruction>,
) -> Result<Function, String> {
    let file = bytes(&assembler.file(descriptor, code));
    let mut world = World::new();
    let mut loader = Loader::new(Box::new(Classes::new([("T", file)])));
    let class = world.class_named("T");
    loader.load(&mut world, class).unwrap_or_else(|error| panic!("{error}"));
    let method = world.loaded(class).methods[0];
    let function = loader.body(&mut world, method).map_err(|error| error.to_string())?;
    margay_ir::validate(&function).unwrap_or_else(|error| panic!("{error}"));
    Ok(function)
}

#[track_caller]
fn check(descriptor: &str, code: Vec<Instruction>, error: &str) {
    let found = lower(Assembler::new("T"), descriptor, code).expect_err("it is malformed");
    assert_eq!(found, format!("T.m{descriptor} is malformed at offset {error}"));
}

#[test]
fn methods_that_make_no_sense() {
    check("()V", vec![Pop, Return], "0: the operand stack is empty");
    check("()V", vec![Iconst_0, Iconst_0, Iadd, Pop], "3: control runs off the end of the code");
    check("()V", vec![Iload_3, Return], "0: local variable 3 has no value");
    check("()V", vec![Iconst_0, Istore(8), Return], "1: there is no local variable 8");
    check("()V", vec![Iconst_0, Lstore(7), Return], "1: i64 expected on the stack, i32 found");
    check("()V", vec![Lconst_0, Lstore(7), Return], "1: there is no local variable 7");
    check("(I)V", vec![Fload_0, Return], "0: f32 expected in local variable 0, i32 found");
    check("(J)V", vec![Iload_1, Return], "0: local variable 1 has no value");
    check("()I", vec![Return], "0: the method returns another type");
    check("()V", vec![Lconst_0, Pop, Return], "1: the i64 on the stack is split");
    check("()V", vec![Lconst_0, Iconst_0, Dup_x1, Return], "2: the i64 on the stack is split");
    check("()V", vec![Ldc(200), Return], "0: there is no constant #200");
    check("()V", vec![Ldc(1), Return], "0: constant #1 cannot be loaded");
    check("()V", vec![Getstatic(2), Return], "0: constant #2 is not a field");
    check("()V", vec![Invokestatic(2), Return], "0: constant #2 is not a method");
    check("()V", vec![New(1), Return], "0: constant #1 is not a class");
    check("()V", vec![Iconst_1, Multianewarray(2, 1), Return], "1: 1 dimensions of T");
    check("()V", vec![Impdep1, Return], "0: unknown instruction 0xfe");
    let depths = vec![Iload_0, Ifeq(3), Iconst_0, Return];
    check("(I)V", depths, "4: the operand stack depends on the way here");
    let overflow = std::iter::repeat_n(Iconst_0, 9).chain([Return]).collect();
    check("()V", overflow, "8: the operand stack overflows");
}

#[test]
fn a_switch_that_claims_too_many_cases() {
    let switch = TableSwitch { default: 1, low: 0, high: 0, offsets: vec![1] };
    let code = vec![Iconst_0, Tableswitch(Box::new(switch)), Return];
    let mut file = bytes(&Assembler::new("T").file("()V", code));
    let at = file.windows(12).position(|w| w == [0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 0]);
    let high = at.expect("the switch") + 8;
    file[high..high + 4].copy_from_slice(&i32::MAX.to_be_bytes());
    let mut world = World::new();
    let mut loader = Loader::new(Box::new(Classes::new([("T", file)])));
    let class = world.class_named("T");
    loader.load(&mut world, class).unwrap_or_else(|error| panic!("{error}"));
    let method = world.loaded(class).methods[0];
    let error = loader.body(&mut world, method).expect_err("no code has so many");
    let text = "T.m()V is malformed at offset 1: a switch with 2147483648 cases";
    assert_eq!(error.to_string(), text);
}

#[test]
fn large_methods() {
    // A chain of tests, each joined by the next.
    let mut chain: Vec<Instruction> = Vec::new();
    for index in 0..13_000_u16 {
        chain.extend([Iload_0, Ifeq(2 * index + 2)]);
    }
    chain.push(Return);
    assert!(lower(Assembler::new("T"), "(I)V", chain).is_ok());

    // A switch of many cases, each of which assigns a variable that all read.
    let pairs = (0..2000).map(|case| (case * 7, case * 3 + 3)).collect();
    let switch = LookupSwitch { default: 1, pairs };
    let mut code = vec![Iload_0, Lookupswitch(Box::new(switch)), Iconst_0, Istore_1];
    for _ in 0..2000 {
        code.extend([Nop, Iinc(0, 1), Goto(2)]);
    }
    code.extend([Iload_0, Pop, Return]);
    let cases = code.len() as u16 - 3;
    for op in &mut code {
        if let Goto(target) = op {
            *target = cases;
        }
    }
    let function = lower(Assembler::new("T"), "(I)V", code).expect("it is valid");
    assert!(function.blocks.len() >= 2000);
}

/// As many calls as handlers, the n-th call inside the first n.
fn nested_handlers(depth: u16) -> Result<Function, String> {
    let mut assembler = Assembler::new("T");
    let f = assembler.method("U", "f", "()V");
    for index in 0..depth {
        let catch = assembler.class(&format!("E{index}"));
        assembler.handler(index..depth, depth + 1, catch);
    }
    let calls = std::iter::repeat_n(Invokestatic(f), depth.into());
    lower(assembler, "()V", calls.chain([Return, Pop, Return]).collect())
}

#[test]
fn handlers_within_handlers() {
    assert!(nested_handlers(100).is_ok());
    let error = nested_handlers(1000).expect_err("too many");
    assert_eq!(error, "T.m()V is not supported: it has too many exception handlers");
}

#[test]
fn more_values_at_joins_than_memory_is_refused() {
    let mut assembler = Assembler::new("T");
    assembler.max_locals = 4001;
    let mut code: Vec<Instruction> = Vec::new();
    for slot in 1..4001 {
        code.extend([Iconst_0, Istore_w(slot)]);
    }
    for _ in 0..4000 {
        let here = code.len() as u16;
        code.extend([Iload_0, Ifeq(here + 2)]);
    }
    for slot in 1..4001 {
        code.extend([Iload_w(slot), Pop]);
    }
    code.push(Return);
    let error = lower(assembler, "(I)V", code).expect_err("too large");
    let reason = "it passes too many values between its blocks";
    assert_eq!(error, format!("T.m(I)V is not supported: {reason}"));
}
