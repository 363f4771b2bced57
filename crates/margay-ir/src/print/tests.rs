//! The text form, by example.

use super::display;
use crate::analysis::testing::{Builder, to};
use crate::function::{Args, Check, Dispatch, Function, InstKind, Pos, Terminator};
use crate::ops::{BinOp, Cond, Conv, Trap};
use crate::types::{Storage, Type};
use crate::world::World;
use expect_test::{Expect, expect};

fn check(function: &Function, world: &World, expect: Expect) {
    expect.assert_eq(&display(function, world).to_string());
}

#[test]
fn guards_members_and_lines() {
    let mut world = World::new();
    let list = world.class_named("demo/List");
    let items = world.field_ref(list, "items", "[I");
    let grow = world.method_ref(list, "grow", "(I)V");
    let text = world.string_from("Cannot load from \"int\" array");

    let mut b = Builder::new("demo/List.get(I)I", &[Type::Ref, Type::I32], Some(Type::I32));
    let entry = b.function.entry;
    let (this, index) = (b.param(entry, 0), b.param(entry, 1));
    let array = b.value(entry, Type::Ref, InstKind::GetField { field: items, object: this });
    let read = b.block(&[]);
    let fail = b.block(&[]);
    b.end(
        entry,
        Terminator::Guard {
            check: Check::NonNull(array),
            pass: to(read, &[]),
            fail: to(fail, &[]),
        },
    );
    let load = InstKind::ArrayLoad { elem: Storage::I32, array, index };
    let element = b.value(read, Type::I32, load);
    let args = Args::from_slice(&[this, element]);
    b.effect(read, InstKind::Call { dispatch: Dispatch::Virtual, method: grow, args });
    b.effect(read, InstKind::PutField { field: items, object: this, value: array });
    b.end(read, Terminator::Return(Some(element)));
    let trap = InstKind::Trap {
        trap: Trap::NullPointer,
        args: Args::new(),
        text: Some(text),
        class: None,
    };
    let thrown = b.value(fail, Type::Ref, trap);
    b.end(fail, Terminator::Throw(thrown));

    let mut function = b.function;
    function.lines = vec![(Pos(0), 12), (Pos(5), 13)];
    function.blocks[read].end = Pos(7);
    check(
        &function,
        &world,
        expect![[r#"
            function demo/List.get(I)I: (ref, i32) -> i32 {
            block0(v0: ref, v1: i32):
                v2: ref = get_field v0, demo/List.items:[I  @line 12
                guard nonnull v2, block1, block2

            block1:
                v3: i32 = array_load.i32 v2[v1]
                call virtual demo/List.grow(I)V (v0, v3)
                put_field v0, demo/List.items:[I = v2
                return v3  @line 13

            block2:
                v4: ref = trap null_pointer(), "Cannot load from \"int\" array"  @line 12
                throw v4
            }
        "#]],
    );
}

#[test]
fn arithmetic_and_constants() {
    let mut b = Builder::new("f", &[Type::F32, Type::I64], None);
    let entry = b.function.entry;
    let (x, n) = (b.param(entry, 0), b.param(entry, 1));
    for (ty, bits) in [
        (Type::I32, 0xffff_fffe),
        (Type::I64, u64::MAX),
        (Type::F32, u64::from(0.1f32.to_bits())),
        (Type::F32, 0x7fc0_0001),
        (Type::F64, (-0.0f64).to_bits()),
        (Type::F64, f64::INFINITY.to_bits()),
    ] {
        b.value(entry, ty, InstKind::Const { ty, bits });
    }
    b.value(entry, Type::I64, InstKind::Binary { op: BinOp::Ushr, ty: Type::I64, a: n, b: n });
    b.value(entry, Type::F32, InstKind::Neg { ty: Type::F32, a: x });
    b.value(entry, Type::I32, InstKind::Convert { conv: Conv::F32ToI32Saturating, a: x });
    b.value(entry, Type::I32, InstKind::Compare { cond: Cond::Le, ty: Type::F32, a: x, b: x });
    b.value(entry, Type::I32, InstKind::ThreeWay { ty: Type::F32, nan: -1, a: x, b: x });
    b.value(entry, Type::I32, InstKind::ThreeWay { ty: Type::I64, nan: 0, a: n, b: n });
    check(
        &b.function,
        &World::new(),
        expect![[r#"
        function f: (f32, i64) {
        block0(v0: f32, v1: i64):
            v2: i32 = const -2
            v3: i64 = const -1
            v4: f32 = const 0.1
            v5: f32 = const nan:0x7fc00001
            v6: f64 = const -0.0
            v7: f64 = const inf
            v8: i64 = ushr v1, v1
            v9: f32 = neg v0
            v10: i32 = f32toi32sat v0
            v11: i32 = le.f32 v0, v0
            v12: i32 = three_way.f32 v0, v0, nan -1
            v13: i32 = three_way.i64 v1, v1
            return
        }
    "#]],
    );
}

#[test]
fn objects_and_arrays() {
    let mut world = World::new();
    let node = world.class_named("demo/Node");
    let grid = world.class_named("[[I");
    let count = world.field_ref(node, "count", "I");
    let mut b = Builder::new("f", &[Type::I32], None);
    let entry = b.function.entry;
    let n = b.param(entry, 0);
    let object = b.value(entry, Type::Ref, InstKind::New(node));
    b.value(entry, Type::Ref, InstKind::Null);
    b.value(entry, Type::Ref, InstKind::ClassConst(node));
    b.value(entry, Type::I32, InstKind::InstanceOf { class: node, object });
    let row = b.value(entry, Type::Ref, InstKind::NewArray { class: grid, len: n });
    let dims = Args::from_slice(&[n, n]);
    b.value(entry, Type::Ref, InstKind::NewMultiArray { class: grid, dims });
    b.value(entry, Type::I32, InstKind::ArrayLen(row));
    b.effect(
        entry,
        InstKind::ArrayStore { elem: Storage::Ref, array: row, index: n, value: object },
    );
    let old = b.value(entry, Type::I32, InstKind::GetStatic(count));
    b.effect(entry, InstKind::PutStatic { field: count, value: old });
    let args = Args::from_slice(&[object]);
    let trap = InstKind::Trap { trap: Trap::BadCast, args, text: None, class: Some(node) };
    b.value(entry, Type::Ref, trap);
    check(
        &b.function,
        &world,
        expect![[r#"
            function f: (i32) {
            block0(v0: i32):
                v1: ref = new demo/Node
                v2: ref = null
                v3: ref = class demo/Node
                v4: i32 = instance_of v1, demo/Node
                v5: ref = new_array [[I, v0
                v6: ref = new_multi_array [[I, v0, v0
                v7: i32 = array_len v5
                array_store.ref v5[v0] = v1
                v8: i32 = get_static demo/Node.count:I
                put_static demo/Node.count:I = v8
                v9: ref = trap bad_cast(v1), class demo/Node
                return
            }
        "#]],
    );
}

#[test]
fn terminators() {
    let mut world = World::new();
    let node = world.class_named("demo/Node");
    let reason = world.name("jsr");
    let mut b = Builder::new("f", &[Type::I32, Type::Ref], None);
    let entry = b.function.entry;
    let (n, object) = (b.param(entry, 0), b.param(entry, 1));
    let handler = b.block(&[Type::I32, Type::Ref]);
    let end = b.block(&[]);
    let other = to(end, &[]);
    let guards = [
        Check::NonZero { ty: Type::I32, value: n },
        Check::InBounds { index: n, length: n },
        Check::NonNegative(n),
        Check::Castable { class: node, object },
        Check::Storable { array: object, value: object },
    ];
    let guards =
        guards.map(|check| Terminator::Guard { check, pass: other.clone(), fail: other.clone() });
    let call = to(handler, &[n, object]);
    b.end(entry, Terminator::Jump(call.clone()));
    for terminator in guards.into_iter().chain([
        Terminator::Branch { cond: n, then: call.clone(), otherwise: other.clone() },
        Terminator::Switch {
            value: n,
            cases: vec![(-1, call), (7, other.clone())],
            default: other.clone(),
        },
        Terminator::Switch { value: n, cases: vec![], default: other.clone() },
        Terminator::Continue { next: other, unwind: to(handler, &[n]) },
        Terminator::Unsupported(reason),
    ]) {
        let block = b.block(&[]);
        b.end(block, terminator);
    }
    check(
        &b.function,
        &world,
        expect![[r#"
        function f: (i32, ref) {
        block0(v0: i32, v1: ref):
            jump block1(v0, v1)

        block1(v2: i32, v3: ref):
            return

        block2:
            return

        block3:
            guard nonzero.i32 v0, block2, block2

        block4:
            guard in_bounds v0, v0, block2, block2

        block5:
            guard nonnegative v0, block2, block2

        block6:
            guard castable v1, demo/Node, block2, block2

        block7:
            guard storable v1, v1, block2, block2

        block8:
            branch v0, block1(v0, v1), block2

        block9:
            switch v0, [-1: block1(v0, v1), 7: block2], block2

        block10:
            switch v0, [], block2

        block11:
            continue block2, unwind block1(v0)

        block12:
            unsupported "jsr"
        }
    "#]],
    );
}

#[test]
fn entry_comes_first() {
    let mut b = Builder::new("f", &[], None);
    b.function.entry = b.block(&[]);
    b.end(b.function.entry, Terminator::Jump(to(crate::ids::Block::from_u32(0), &[])));
    check(
        &b.function,
        &World::new(),
        expect![[r#"
        function f: () {
        block1:
            jump block0

        block0:
            return
        }
    "#]],
    );
}

#[test]
fn hostile_names_and_strings_stay_on_their_line() {
    let mut world = World::new();
    let class = world.class_named("a\nb\u{85}c d\u{2028}");
    let string = world.string(&[b'"'.into(), 0xd800, 0x0a, b'\''.into(), 0x00e9, 0xd83d, 0xde00]);
    let mut b = Builder::new("f\r", &[], None);
    let entry = b.function.entry;
    b.value(entry, Type::Ref, InstKind::ClassConst(class));
    b.value(entry, Type::Ref, InstKind::Str(string));
    check(
        &b.function,
        &world,
        expect![[r#"
            function "f\r": () {
            block0:
                v0: ref = class "a\nb\u{85}c d\u{2028}"
                v1: ref = str "\"\u{d800}\n'é😀"
                return
            }
        "#]],
    );
}
