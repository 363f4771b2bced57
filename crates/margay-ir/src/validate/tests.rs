//! Each rule is found out when it is broken.

use super::validate;
use crate::analysis::testing::{Builder, to};
use crate::function::{Args, Check, Dispatch, InstKind, Terminator};
use crate::ids::{Block, MethodRef, Value};
use crate::ops::{BinOp, Conv};
use crate::types::Type;
use cranelift_entity::EntityRef;

/// The first block of every function here.
fn entry() -> Block {
    Block::new(0)
}

fn int(bits: u64) -> InstKind {
    InstKind::Const { ty: Type::I32, bits }
}

fn call() -> InstKind {
    InstKind::Call { dispatch: Dispatch::Static, method: MethodRef::new(0), args: Args::new() }
}

/// `f(a, b) { c = a + b; if (c) return c; else return b; }`
fn sound() -> (Builder, Value) {
    let mut builder = Builder::new("f", &[Type::I32, Type::I32], Some(Type::I32));
    let (a, b) = (builder.param(entry(), 0), builder.param(entry(), 1));
    let sum = InstKind::Binary { op: BinOp::Add, ty: Type::I32, a, b };
    let sum = builder.value(entry(), Type::I32, sum);
    let (then, otherwise) = (builder.block(&[]), builder.block(&[Type::I32]));
    let branch =
        Terminator::Branch { cond: sum, then: to(then, &[]), otherwise: to(otherwise, &[b]) };
    builder.end(entry(), branch);
    builder.end(then, Terminator::Return(Some(sum)));
    let given = builder.param(otherwise, 0);
    builder.end(otherwise, Terminator::Return(Some(given)));
    (builder, sum)
}

#[track_caller]
fn check(builder: &Builder, error: &str) {
    assert_eq!(validate(&builder.function), Err(error.to_owned()));
}

#[test]
fn a_sound_function_passes() {
    assert_eq!(validate(&sound().0.function), Ok(()));
}

#[test]
fn definitions_dominate_uses() {
    let (mut builder, _) = sound();
    let (left, right) = (Block::new(1), Block::new(2));
    let late = builder.value(right, Type::I32, int(1));
    builder.end(left, Terminator::Return(Some(late)));
    check(&builder, "v4 is used in block1 before its definition");

    let (mut builder, sum) = sound();
    let first = builder.function.blocks[entry()].insts[0];
    builder.function.blocks[entry()].insts.clear();
    let neg = builder.value(entry(), Type::I32, InstKind::Neg { ty: Type::I32, a: sum });
    builder.function.blocks[entry()].insts.push(first);
    check(&builder, "v2 is used in block0 before its definition");
    assert_eq!(neg, Value::new(4));
}

#[test]
fn operands_have_the_types_of_their_instruction() {
    let (mut builder, sum) = sound();
    builder.value(entry(), Type::I64, InstKind::Neg { ty: Type::I64, a: sum });
    check(&builder, "inst1: v2 is i32, not i64");

    let (mut builder, sum) = sound();
    let convert = InstKind::Convert { conv: Conv::I32ToI64, a: sum };
    builder.value(entry(), Type::I32, convert);
    check(&builder, "inst1: v4 is i32, not i64");

    let (mut builder, sum) = sound();
    let guard = Terminator::Guard {
        check: Check::NonNull(sum),
        pass: to(Block::new(1), &[]),
        fail: to(Block::new(1), &[]),
    };
    builder.end(entry(), guard);
    check(&builder, "block0: v2 is i32, not ref");
}

#[test]
fn edges_pass_what_the_parameters_take() {
    let (mut builder, sum) = sound();
    builder.end(entry(), Terminator::Jump(to(Block::new(2), &[])));
    check(&builder, "block0 passes 0 values to block2(1)");

    builder.end(entry(), Terminator::Jump(to(Block::new(2), &[sum, sum])));
    check(&builder, "block0 passes 2 values to block2(1)");

    let null = builder.value(entry(), Type::Ref, InstKind::Null);
    builder.end(entry(), Terminator::Jump(to(Block::new(2), &[null])));
    check(&builder, "block0: v4 is ref, not i32");

    builder.end(entry(), Terminator::Jump(to(entry(), &[sum, sum])));
    check(&builder, "an edge leads to the entry");

    builder.end(entry(), Terminator::Jump(to(Block::new(9), &[])));
    check(&builder, "block0 leads to block9, which does not exist");
}

#[test]
fn only_what_may_unwind_unwinds() {
    let mut builder = Builder::new("f", &[], None);
    let (next, handler) = (builder.block(&[]), builder.block(&[Type::Ref]));
    let result = builder.value(entry(), Type::I32, int(0));
    let unwinding = Terminator::Continue { next: to(next, &[]), unwind: to(handler, &[]) };
    builder.end(entry(), unwinding.clone());
    check(&builder, "block0 unwinds after an instruction that does not");

    builder.effect(entry(), call());
    assert_eq!(validate(&builder.function), Ok(()));

    // What the call would have given does not exist when it throws.
    let called = builder.value(entry(), Type::I32, call());
    let taking = builder.block(&[Type::I32, Type::Ref]);
    let passing =
        |value| Terminator::Continue { next: to(next, &[]), unwind: to(taking, &[value]) };
    builder.end(entry(), passing(result));
    assert_eq!(validate(&builder.function), Ok(()));
    builder.end(entry(), passing(called));
    check(&builder, "v2 is used in block0 before its definition");
}

#[test]
fn results_are_the_functions() {
    let (mut builder, _) = sound();
    builder.end(Block::new(1), Terminator::Return(None));
    check(&builder, "block1 returns another type than the function");

    let (mut builder, _) = sound();
    builder.function.params.pop();
    check(&builder, "the entry's parameters are not the function's");
}
