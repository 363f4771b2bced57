//! What bytecode becomes, shown in the IR's text form.

mod common;

use common::assemble::{Assembler, Classes, bytes};
use expect_test::{Expect, expect};
use margay_ir::{Function, World, validate};
use margay_jvm::load::Loader;
use ristretto_classfile::attributes::Instruction::{self, *};
use std::sync::OnceLock;
use tempfile::TempDir;

fn show(function: &Function, world: &World) -> String {
    validate(function).unwrap_or_else(|error| panic!("{error}"));
    margay_ir::print::display(function, world).to_string()
}

/// Lowers a static method made by hand.
#[track_caller]
fn check(assembler: Assembler, descriptor: &str, code: Vec<Instruction>, expected: &Expect) {
    check_file(bytes(&assembler.file(descriptor, code)), expected);
}

/// Lowers the method of a class file.
#[track_caller]
fn check_file(file: Vec<u8>, expected: &Expect) {
    let mut world = World::new();
    let mut loader = Loader::new(Box::new(Classes::new([("T", file)])));
    let class = world.class_named("T");
    loader.load(&mut world, class).unwrap_or_else(|error| panic!("{error}"));
    let method = world.loaded(class).methods[0];
    let function = loader.body(&mut world, method).unwrap_or_else(|error| panic!("{error}"));
    expected.assert_eq(&show(&function, &world));
}

#[test]
fn a_loop_passes_on_only_what_changes() {
    // for (s = 0; n > 0; n--) s += k; return s;
    let code = vec![
        Iconst_0,
        Istore_2,
        Iload_0,
        Ifle(9),
        Iload_2,
        Iload_1,
        Iadd,
        Istore_2,
        Goto(11),
        Iload_2,
        Ireturn,
        Iinc(0, -1),
        Goto(2),
    ];
    check(
        Assembler::new("T"),
        "(II)I",
        code,
        &expect![[r#"
        function T.m(II)I: (i32, i32) -> i32 {
        block0(v0: i32, v1: i32):
            v2: i32 = const 0
            jump block1(v0, v2)

        block1(v3: i32, v4: i32):
            v5: i32 = const 0
            v6: i32 = le.i32 v3, v5
            branch v6, block2, block3

        block2:
            return v4

        block3:
            v7: i32 = add v4, v1
            v8: i32 = const -1
            v9: i32 = add v3, v8
            jump block1(v9, v7)
        }
    "#]],
    );
}

#[test]
fn a_local_variable_may_change_its_type_when_it_is_dead() {
    let code = vec![
        Iload_0,
        Ifeq(6),
        Iconst_1,
        Istore_1,
        Nop,
        Goto(8),
        Fconst_1,
        Fstore_1,
        Iconst_2,
        Istore_1,
        Iload_1,
        Ireturn,
    ];
    check(
        Assembler::new("T"),
        "(I)I",
        code,
        &expect![[r#"
        function T.m(I)I: (i32) -> i32 {
        block0(v0: i32):
            v1: i32 = const 0
            v2: i32 = eq.i32 v0, v1
            branch v2, block1, block2

        block1:
            jump block3

        block2:
            jump block3

        block3:
            v3: i32 = const 2
            return v3
        }
    "#]],
    );
}

#[test]
fn comparisons_of_floats_are_exact_on_nan() {
    // a < b ? 1 : a > b ? 2 : 3, as javac writes it: NaN must fail each test.
    let code = vec![
        Fload_0,
        Fload_1,
        Fcmpg,
        Ifge(6),
        Iconst_1,
        Ireturn,
        Fload_0,
        Fload_1,
        Fcmpl,
        Ifle(12),
        Iconst_2,
        Ireturn,
        Iconst_3,
        Ireturn,
    ];
    check(
        Assembler::new("T"),
        "(FF)I",
        code,
        &expect![[r#"
        function T.m(FF)I: (f32, f32) -> i32 {
        block0(v0: f32, v1: f32):
            v2: i32 = lt.f32 v0, v1
            branch v2, block1, block2

        block1:
            v3: i32 = const 1
            return v3

        block2:
            v4: i32 = gt.f32 v0, v1
            branch v4, block3, block4

        block3:
            v5: i32 = const 2
            return v5

        block4:
            v6: i32 = const 3
            return v6
        }
    "#]],
    );
}

#[test]
fn a_comparison_that_is_not_tested_at_once_has_three_results() {
    let code = vec![Lload_0, Lload_2, Lcmp, Ireturn];
    check(
        Assembler::new("T"),
        "(JJ)I",
        code,
        &expect![[r#"
        function T.m(JJ)I: (i64, i64) -> i32 {
        block0(v0: i64, v1: i64):
            v2: i32 = three_way.i64 v0, v1
            return v2
        }
    "#]],
    );
}

#[test]
fn checks_are_branches() {
    // a[i] = i / d
    let code = vec![Aload_0, Iload_1, Iload_1, Iload_2, Idiv, Iastore, Return];
    check(
        Assembler::new("T"),
        "([III)V",
        code,
        &expect![[r#"
        function T.m([III)V: (ref, i32, i32) {
        block0(v0: ref, v1: i32, v2: i32):
            guard nonzero.i32 v2, block1, block6

        block1:
            v3: i32 = div v1, v2
            guard nonnull v0, block2, block5

        block2:
            v4: i32 = array_len v0
            guard in_bounds v1, v4, block3, block4

        block3:
            array_store.i32 v0[v1] = v3
            return

        block4:
            v5: ref = trap index_out_of_bounds(v1, v4)
            throw v5

        block5:
            v6: ref = trap null_pointer(), "Cannot store to int array because \"<parameter1>\" is null"
            throw v6

        block6:
            v7: ref = trap divide_by_zero(), "/ by zero"
            throw v7
        }
    "#]],
    );
}

#[test]
fn what_was_tested_is_not_checked_again() {
    // if (o instanceof C) { ((C) o).f = ((C) o).f; }
    let mut assembler = Assembler::new("T");
    let class = assembler.class("C");
    let field = assembler.field("C", "f", "I");
    let code = vec![
        Aload_0,
        Instanceof(class),
        Ifeq(9),
        Aload_0,
        Checkcast(class),
        Aload_0,
        Checkcast(class),
        Getfield(field),
        Putfield(field),
        Return,
    ];
    check(
        assembler,
        "(Ljava/lang/Object;)V",
        code,
        &expect![[r#"
        function T.m(Ljava/lang/Object;)V: (ref) {
        block0(v0: ref):
            v1: i32 = instance_of v0, C
            v2: i32 = const 0
            v3: i32 = eq.i32 v1, v2
            branch v3, block2, block1

        block1:
            v4: i32 = get_field v0, C.f:I
            put_field v0, C.f:I = v4
            jump block2

        block2:
            return
        }
    "#]],
    );
}

#[test]
fn handlers_are_tried_in_order() {
    // try { f(); x = 1; g(); } catch (A a) { return x; } catch (B b) { return 2; } finally …
    let mut assembler = Assembler::new("T");
    let (f, g) = (assembler.method("U", "f", "()V"), assembler.method("U", "g", "()V"));
    let (a, b) = (assembler.class("A"), assembler.class("B"));
    assembler.handler(0..4, 5, a);
    assembler.handler(0..4, 8, b);
    assembler.handler(0..8, 11, 0);
    let code = vec![
        Invokestatic(f),
        Iconst_1,
        Istore_0,
        Invokestatic(g),
        Goto(13),
        Astore_1,
        Iload_0,
        Ireturn,
        Astore_1,
        Iconst_2,
        Ireturn,
        Astore_2,
        Nop,
        Iload_0,
        Ireturn,
    ];
    check(
        assembler,
        "(I)I",
        code,
        &expect![[r#"
        function T.m(I)I: (i32) -> i32 {
        block0(v0: i32):
            call static U.f()V ()
            continue block1, unwind block3(v0)

        block1:
            v1: i32 = const 1
            call static U.g()V ()
            continue block2, unwind block3(v1)

        block2:
            jump block8(v1)

        block3(v2: i32, v3: ref):
            v4: i32 = instance_of v3, A
            branch v4, block4, block5

        block4:
            return v2

        block5:
            v5: i32 = instance_of v3, B
            branch v5, block6, block7

        block6:
            v6: i32 = const 2
            return v6

        block7:
            jump block8(v2)

        block8(v7: i32):
            return v7
        }
    "#]],
    );
}

#[test]
fn a_handler_may_cover_itself() {
    let mut assembler = Assembler::new("T");
    let f = assembler.method("U", "f", "()V");
    assembler.handler(0..5, 2, 0);
    let code = vec![Invokestatic(f), Return, Pop, Invokestatic(f), Goto(1)];
    check(
        assembler,
        "()V",
        code,
        &expect![[r#"
        function T.m()V: () {
        block0:
            call static U.f()V ()
            continue block1, unwind block2

        block1:
            jump block4

        block2(v0: ref):
            call static U.f()V ()
            continue block3, unwind block2

        block3:
            jump block4

        block4:
            return
        }
    "#]],
    );
}

#[test]
fn a_range_may_end_with_the_code() {
    let mut assembler = Assembler::new("T");
    assembler.handler(3..4, 1, 0);
    let code = vec![Goto(3), Pop, Return, Aload_0, Athrow];
    let mut file = bytes(&assembler.file("(Ljava/lang/Throwable;)V", code));
    // The writer knows only ends before an instruction; the code has seven bytes.
    let entry = [0, 5, 0, 6, 0, 3, 0, 0];
    let at = file.windows(8).position(|window| window == entry).expect("the handler");
    file[at + 3] = 7;
    check_file(
        file,
        &expect![[r#"
        function T.m(Ljava/lang/Throwable;)V: (ref) {
        block0(v0: ref):
            guard nonnull v0, block1, block2

        block1:
            jump block3

        block2:
            v1: ref = trap null_pointer(), "Cannot throw exception because \"<parameter1>\" is null"
            jump block3

        block3:
            return
        }
    "#]],
    );
}

#[test]
fn subroutines_are_not_supported() {
    let code = vec![Jsr(2), Return, Astore_0, Ret(0)];
    check(
        Assembler::new("T"),
        "()V",
        code,
        &expect![[r#"
        function T.m()V: () {
        block0:
            unsupported "jsr and ret"
        }
    "#]],
    );
}

/// The classes of `Adapters.java`.
static COMPILED: OnceLock<TempDir> = OnceLock::new();

/// Shows the methods of a class, of those called so.
#[track_caller]
fn check_compiled(class: &str, names: &[&str], expected: &Expect) {
    let jdk = &common::jdks()[0];
    let classes = COMPILED.get_or_init(|| common::compile(jdk, "Adapters.java", &["-g:none"]));
    let (mut world, mut loader) = common::world(jdk, classes.path());
    // The classes of lambda expressions exist once their method is lowered.
    common::bodies(&mut world, &mut loader, "Adapters");
    let bodies = common::bodies(&mut world, &mut loader, class);
    let shown = bodies.iter().filter(|(name, _)| names.contains(&&**name));
    let texts: Vec<String> = shown.map(|(_, function)| show(function, &world)).collect();
    expected.assert_eq(&texts.join("\n"));
}

#[test]
fn call_sites_of_lambdas_make_objects() {
    check_compiled(
        "Adapters",
        &["unboxing", "capturing"],
        &expect![[r#"
        function Adapters.unboxing()Ljava/util/function/ToLongFunction;: () -> ref {
        block0:
            v0: ref = get_static Adapters$$Lambda$0.instance:Ljava/util/function/ToLongFunction;
            return v0
        }

        function Adapters.capturing(Ljava/lang/String;J)Ljava/util/function/Function;: (ref, i64) -> ref {
        block0(v0: ref, v1: i64):
            v2: ref = new Adapters$$Lambda$1
            put_field v2, Adapters$$Lambda$1.arg$1:Ljava/lang/String; = v0
            put_field v2, Adapters$$Lambda$1.arg$2:J = v1
            return v2
        }
    "#]],
    );
}

#[test]
fn a_lambda_without_captures_is_made_once() {
    check_compiled(
        "Adapters$$Lambda$2",
        &["<clinit>", "get"],
        &expect![[r#"
        function Adapters$$Lambda$2.get()Ljava/lang/Object;: (ref) -> ref {
        block0(v0: ref):
            v1: ref = new Adapters
            call special Adapters.<init>()V (v1)
            return v1
        }

        function Adapters$$Lambda$2.<clinit>()V: () {
        block0:
            v0: ref = new Adapters$$Lambda$2
            put_static Adapters$$Lambda$2.instance:Ljava/util/function/Supplier; = v0
            return
        }
    "#]],
    );
}

#[test]
fn a_lambda_adapts_arguments_and_result() {
    check_compiled(
        "Adapters$$Lambda$0",
        &["applyAsLong"],
        &expect![[r#"
            function Adapters$$Lambda$0.applyAsLong(Ljava/lang/Object;)J: (ref, ref) -> i64 {
            block0(v0: ref, v1: ref):
                guard castable v1, java/lang/Integer, block1, block4

            block1:
                guard nonnull v1, block2, block3

            block2:
                v2: i32 = call virtual java/lang/Integer.intValue()I (v1)
                v3: i64 = i32toi64 v2
                return v3

            block3:
                v4: ref = trap null_pointer()
                throw v4

            block4:
                v5: ref = trap bad_cast(v1), class java/lang/Integer
                throw v5
            }
        "#]],
    );
    check_compiled(
        "Adapters$$Lambda$1",
        &["apply"],
        &expect![[r#"
        function Adapters$$Lambda$1.apply(Ljava/lang/Object;)Ljava/lang/Object;: (ref, ref) -> ref {
        block0(v0: ref, v1: ref):
            v2: ref = get_field v0, Adapters$$Lambda$1.arg$1:Ljava/lang/String;
            v3: i64 = get_field v0, Adapters$$Lambda$1.arg$2:J
            v4: ref = call static Adapters.lambda$capturing$0(Ljava/lang/String;JLjava/lang/Object;)Ljava/lang/String; (v2, v3, v1)
            return v4
        }
    "#]],
    );
}

#[test]
fn a_string_is_put_together_piece_by_piece() {
    check_compiled(
        "Adapters",
        &["lambda$capturing$0"],
        &expect![[r#"
            function Adapters.lambda$capturing$0(Ljava/lang/String;JLjava/lang/Object;)Ljava/lang/String;: (ref, i64, ref) -> ref {
            block0(v0: ref, v1: i64, v2: ref):
                guard nonnull v2, block1, block2

            block1:
                v3: i32 = call virtual java/lang/Object.hashCode()I (v2)
                v4: i32 = const 3
                v5: ref = new_array [Ljava/lang/String;, v4
                v6: i32 = const 0
                array_store.ref v5[v6] = v0
                v7: ref = call static java/lang/String.valueOf(J)Ljava/lang/String; (v1)
                v8: i32 = const 1
                array_store.ref v5[v8] = v7
                v9: ref = call static java/lang/String.valueOf(I)Ljava/lang/String; (v3)
                v10: i32 = const 2
                array_store.ref v5[v10] = v9
                v11: ref = call static margay/rt/Texts.concat([Ljava/lang/String;)Ljava/lang/String; (v5)
                return v11

            block2:
                v12: ref = trap null_pointer(), "Cannot invoke \"Object.hashCode()\" because \"<parameter3>\" is null"
                throw v12
            }
        "#]],
    );
}

#[test]
fn records_compare_their_components() {
    let methods = ["toString", "hashCode", "equals"];
    check_compiled(
        "Adapters$Pair",
        &methods,
        &expect![[r#"
            function Adapters$Pair.toString()Ljava/lang/String;: (ref) -> ref {
            block0(v0: ref):
                v1: i32 = get_field v0, Adapters$Pair.a:I
                v2: f32 = get_field v0, Adapters$Pair.b:F
                v3: i32 = const 5
                v4: ref = new_array [Ljava/lang/String;, v3
                v5: ref = str "Pair[a="
                v6: i32 = const 0
                array_store.ref v4[v6] = v5
                v7: ref = call static java/lang/String.valueOf(I)Ljava/lang/String; (v1)
                v8: i32 = const 1
                array_store.ref v4[v8] = v7
                v9: ref = str ", b="
                v10: i32 = const 2
                array_store.ref v4[v10] = v9
                v11: ref = call static java/lang/String.valueOf(F)Ljava/lang/String; (v2)
                v12: i32 = const 3
                array_store.ref v4[v12] = v11
                v13: ref = str "]"
                v14: i32 = const 4
                array_store.ref v4[v14] = v13
                v15: ref = call static margay/rt/Texts.concat([Ljava/lang/String;)Ljava/lang/String; (v4)
                return v15
            }

            function Adapters$Pair.hashCode()I: (ref) -> i32 {
            block0(v0: ref):
                v1: i32 = const 0
                v2: i32 = get_field v0, Adapters$Pair.a:I
                v3: i32 = call static java/lang/Integer.hashCode(I)I (v2)
                v4: i32 = const 31
                v5: i32 = mul v1, v4
                v6: i32 = add v5, v3
                v7: f32 = get_field v0, Adapters$Pair.b:F
                v8: i32 = call static java/lang/Float.hashCode(F)I (v7)
                v9: i32 = mul v6, v4
                v10: i32 = add v9, v8
                return v10
            }

            function Adapters$Pair.equals(Ljava/lang/Object;)Z: (ref, ref) -> i32 {
            block0(v0: ref, v1: ref):
                v2: i32 = const 1
                v3: i32 = const 0
                v4: i32 = eq.ref v0, v1
                branch v4, block6(v2), block1

            block1:
                v5: i32 = instance_of v1, Adapters$Pair
                branch v5, block2, block5

            block2:
                v6: f32 = get_field v0, Adapters$Pair.b:F
                v7: f32 = get_field v1, Adapters$Pair.b:F
                v8: i32 = call static java/lang/Float.compare(FF)I (v6, v7)
                v9: i32 = const 0
                v10: i32 = eq.i32 v8, v9
                branch v10, block3, block5

            block3:
                v11: i32 = get_field v0, Adapters$Pair.a:I
                v12: i32 = get_field v1, Adapters$Pair.a:I
                v13: i32 = eq.i32 v11, v12
                branch v13, block4, block5

            block4:
                jump block6(v2)

            block5:
                jump block6(v3)

            block6(v14: i32):
                return v14
            }
        "#]],
    );
}
