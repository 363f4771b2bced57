//! Reading the text form: what it gives, and what is said of text that is not one.

use super::{ParseError, function, program};
use crate::function::Pos;
use crate::ids::MethodId;
use crate::print;
use crate::world::World;
use crate::{Block, validate};
use expect_test::{Expect, expect};

/// Whose code the functions are said to be.
fn method() -> MethodId {
    MethodId::from_u32(3)
}

/// Reads a function and writes it again.
fn again(text: &str) -> Result<String, ParseError> {
    let mut world = World::new();
    let function = function(text, &mut world, method())?;
    Ok(print::display(&function, &world).to_string())
}

#[track_caller]
fn check_same(text: &str) {
    assert_eq!(again(text).unwrap_or_else(|error| panic!("{error}")), text);
}

/// What is wrong with a function whose one block has this text.
#[track_caller]
fn check_error(block: &str, expect: &Expect) {
    let text = format!("function f: () {{\nblock0:\n{block}\n}}");
    expect.assert_eq(&again(&text).expect_err("the text is wrong").to_string());
}

/// Every instruction, check and terminator.
#[test]
fn what_is_written_is_read() {
    check_same(
        r#"function demo/Node.f(I,J)V: (i32, i64, f32, f64, ref) -> i32 {
block0(v0: i32, v1: i64, v2: f32, v3: f64, v4: ref):
    v5: i32 = const -2147483648
    v6: i64 = const -9223372036854775808
    v7: f32 = const 0.1
    v8: f32 = const -inf
    v9: f64 = const nan:0x7ff8000000000001
    v10: f64 = const 1e-300
    v11: i32 = add v0, v0
    v12: i64 = ushr v1, v0
    v13: f32 = neg v2
    v14: i32 = f32toi32sat v2
    v15: i32 = le.f64 v3, v3
    v16: i32 = three_way.f32 v2, v2, nan -1
    v17: i32 = three_way.i64 v1, v1
    v18: ref = null  @line 3
    v19: ref = str "\"\\\u{d800}\n'é😀\0"
    v20: ref = class demo/Node
    v21: i32 = instance_of v4, [[Ldemo/Node;
    v22: ref = new demo/Node  @line 4
    v23: ref = new_array [I, v0
    v24: ref = new_multi_array [[I, v0, v0
    v25: i32 = array_len v23
    v26: i32 = array_load.u16 v23[v0]
    array_store.bool v23[v0] = v26
    v27: ref = get_field v4, demo/Node.next:Ldemo/Node;
    put_field v4, demo/Node.next:Ldemo/Node; = v27
    v28: i32 = get_static demo/Node.count:I
    put_static demo/Node.count:I = v28
    call special demo/Node.<init>(I,J)V (v4, v0)
    v29: i32 = call interface demo/Shape.area() (v4)
    v30: ref = trap bad_cast(v4), class demo/Node, "no \"Node\""
    v31: ref = trap null_pointer()
    v32: ref = trap no_match(), "none"
    jump block2(v0)

block1(v33: ref):
    throw v33

block2(v34: i32):
    switch v34, [-1: block3, 7: block2(v0)], block4

block3:
    guard nonnull v4, block4, block5

block4:
    guard nonzero.i64 v1, block5, block6

block5:
    guard in_bounds v0, v5, block6, block7

block6:
    guard nonnegative v0, block7, block8

block7:
    guard castable v4, demo/Node, block8, block9

block8:
    guard storable v4, v4, block9, block10

block9:
    branch v0, block10, block11

block10:
    v35: i32 = call static demo/Node.g()I ()
    continue block11, unwind block1

block11:
    switch v0, [], block12

block12:
    return v0

block13:
    unsupported "jsr"
}
"#,
    );
}

#[test]
fn names_that_could_be_something_else_are_quoted() {
    check_same(
        r#"function "a b": () {
block0:
    v0: ref = new "a.b"
    v1: ref = new ""
    v2: ref = new ";x"
    v3: ref = new "a\nb"
    v4: ref = get_static "a:b"."c d":"I)"
    call static A."x("() (v1)
    call static A.f"not a signature" ()
    call static A.f(I,[LA;)LA; ()
    return
}
"#,
    );
}

#[test]
fn gaps_between_numbers_are_closed_in_order() {
    let text = "function f: (i32) -> i32 {
    block7(v20: i32): jump block3(v20) ; the entry
    block3(v5: i32): return v5
    }";
    expect![[r#"
        function f: (i32) -> i32 {
        block1(v1: i32):
            jump block0(v1)

        block0(v0: i32):
            return v0
        }
    "#]]
    .assert_eq(&again(text).expect("a function"));
}

#[test]
fn lines_are_those_of_the_text() {
    let mut world = World::new();
    let text = "function f: () {
    block0:
        v0: i32 = const 1 @line 5
        v1: i32 = const 2
        jump block1 @line 7
    block1:
        return @line 5
    }";
    let read = function(text, &mut world, method()).expect("a function");
    let line = |pos: u32| read.line(Pos(pos));
    assert_eq!([0, 1, 2, 3].map(line), [5, 5, 7, 5].map(Some));
    assert_eq!(read.blocks[Block::from_u32(1)].end, Pos(3));
    assert_eq!(read.method, method());
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let check = check_error;
    check("    v0: i32 = foo", &expect!["3:15: expected an instruction, found `foo`"]);
    check(
        "    v0: i33 = null",
        &expect!["3:9: expected a type (i32, i64, f32, f64, ref), found `i33 = null`"],
    );
    check(
        "    v0: i32 = const 2147483648",
        &expect!["3:21: expected a number of type i32, found `2147483648`"],
    );
    check("    v0: ref = str \"abc", &expect!["3:19: expected `\"` at the end of the text"]);
    check(
        "    v0: ref = str \"a\\qb\"",
        &expect![[r#"3:21: expected one of \n \r \t \0 \" \\ \u{…}"#]],
    );
    check(
        "    add v0, v0",
        &expect!["3:5: expected a result, as in `v0: i32 =`, for it, found `add v0, v0`"],
    );
    check("    jump block1", &expect!["3:10: block1 is not defined"]);
    check(
        "    jump elsewhere",
        &expect!["3:10: expected a block such as block0, found `elsewhere`"],
    );
    check("    return v9", &expect!["3:12: v9 is not defined"]);
    check("    v0: ref = null v0: ref = null return", &expect!["3:20: v0 is defined twice"]);
    check("    return\nblock0: return", &expect!["4:1: block0 is defined twice"]);
    check(
        "    guard nice v0, block0, block0",
        &expect!["3:11: expected a check such as nonnull, found `nice v0, block0, block0`"],
    );
    check(
        "    v0: ref = trap ouch()",
        &expect!["3:20: expected a trap such as null_pointer, found `ouch()`"],
    );
    check(
        "    call quickly A.f() ()",
        &expect![
            "3:10: expected how to call (static, special, virtual, interface), found `quickly A.f() ()`"
        ],
    );
    check("    return @row 3", &expect!["3:13: expected `line`, found `row 3`"]);
    check("", &expect!["4:1: expected an instruction, found `}`"]);
    let late = again("function f: () { block0: return } x").expect_err("too much");
    expect!["1:35: expected the end of the text, found `x`"].assert_eq(&late.to_string());
    let short = again("function f: () {").expect_err("too little");
    expect!["1:17: expected a block such as block0, the text ends"].assert_eq(&short.to_string());
}

/// Classes with everything they can have.
const PROGRAM: &str = r#"bits(0x20) class Object {
    public method <new>(): (ref) {
    block0(v0: ref):
        return
    }
}

public abstract interface Shape extends Object {
    public abstract method area()i32: (ref) -> i32
}

public final class "my shapes/Square" extends Object implements Shape source "Square.x" {
    private field side:i32: i32
    static final field most:i64: i64 = -7
    static final field name:text: ref = "a \"square\""
    enum field odd:bits: u16

    static initializer method <init>(): () {
    block0:
        return
    }

    static native method choose(i32,i32)i32: (i32, i32) -> i32

    public method area()i32: (ref) -> i32 {
    block0(v0: ref):
        v1: i32 = get_field v0, "my shapes/Square".side:i32
        v2: i32 = mul v1, v1
        return v2
    }
}

public final abstract array [I of i32 extends Object

array Shapes of ref Shape extends Object

final primitive int
"#;

#[test]
fn a_program_is_read_loaded_and_written_again() {
    let mut world = World::new();
    let mut program = program(PROGRAM, &mut world).unwrap_or_else(|error| panic!("{error}"));
    let classes: Vec<_> = program.classes.keys().copied().collect();
    for class in &classes {
        program.load(&mut world, *class).unwrap_or_else(|error| panic!("{error}"));
    }
    let code = |method| program.function(&world, method);
    let texts = classes.iter().map(|class| print::class(&world, *class, &code).to_string());
    assert_eq!(texts.collect::<Vec<_>>().join("\n"), PROGRAM);
    let square = world.loaded(classes[2]);
    assert_eq!((square.cells, square.initializer), (2, Some(square.methods[0])));
    let area = program.function(&world, square.methods[2]).expect("it has code");
    assert_eq!(
        (area.method, area.name.as_str()),
        (square.methods[2], "my shapes/Square.area()i32")
    );
    assert_eq!(validate(area), Ok(()));
}

#[test]
fn programs_that_make_no_sense_are_refused() {
    #[track_caller]
    fn check(text: &str, expect: &Expect) {
        let error = program(text, &mut World::new()).expect_err("the text is wrong");
        expect.assert_eq(&error.to_string());
    }
    check(
        "klass A",
        &expect!["1:1: expected a class, interface, primitive or array, found `klass A`"],
    );
    check(
        "class A {",
        &expect!["1:10: expected a modifier, `field`, `method` or `}`, the text ends"],
    );
    check("class A class A", &expect!["1:9: class A is defined twice"]);
    check(
        "class A { native field x:y: i32 }",
        &expect![
            "1:11: expected a modifier, `field`, `method` or `}`, found `native field x:y: i32 }`"
        ],
    );
    check(
        "array A of things",
        &expect![
            "1:12: expected what a cell holds (bool, i8, i16, u16, i32, i64, f32, f64, ref), found `things`"
        ],
    );
    check("bits(0x10000) class A", &expect!["1:6: expected 16 bits, found `0x10000) class A`"]);
}

#[test]
fn classes_that_need_what_is_not_there_are_not_loaded() {
    #[track_caller]
    fn check(text: &str, expect: &Expect) {
        let mut world = World::new();
        let mut program = program(text, &mut world).expect("a program");
        let class = world.class_named("A");
        let error = program.load(&mut world, class).expect_err("it cannot be loaded");
        expect.assert_eq(&format!("{error:?}"));
    }
    check("class B", &expect!["Missing(class1)"]);
    check("class A extends B class B extends A", &expect!["Broken(class1, Circular)"]);
    check("class A implements B class B", &expect!["Broken(class1, ImplementsClass(class0))"]);
}
