//! Which operations of the IR the files exercise: every one has a name here, and a file.

use margay_ir::parse;
use margay_ir::{
    BinOp, Check, Cond, Conv, Function, InstKind, Storage, Terminator, Trap, Type, World,
    function::Dispatch,
};
use std::collections::BTreeSet;

const NUMBERS: [Type; 4] = [Type::I32, Type::I64, Type::F32, Type::F64];

/// The names of all operations, in the order of the table.
#[must_use]
pub fn all() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    names.extend(NUMBERS.iter().map(|ty| format!("const {ty}")));
    for op in BinOp::ALL {
        let types = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => &NUMBERS[..],
            _ => &NUMBERS[..2],
        };
        names.extend(types.iter().map(|ty| format!("{op} {ty}")));
    }
    names.extend(NUMBERS.iter().map(|ty| format!("neg {ty}")));
    names.extend(Conv::ALL.iter().map(ToString::to_string));
    for cond in Cond::ALL {
        names.extend(NUMBERS.iter().map(|ty| format!("{cond}.{ty}")));
    }
    names.extend(["eq.ref", "ne.ref"].map(String::from));
    names.extend([Type::I64, Type::F32, Type::F64].map(|ty| format!("three_way.{ty}")));
    names.extend(["null", "str", "class", "new", "new_array", "new_multi_array"].map(String::from));
    names.extend(["array_len", "get_field", "put_field", "get_static"].map(String::from));
    names.extend(["put_static", "instance_of"].map(String::from));
    for elem in Storage::ALL {
        names.extend(["array_load", "array_store"].map(|word| format!("{word}.{elem}")));
    }
    names.extend(Dispatch::ALL.iter().map(|dispatch| format!("call {dispatch}")));
    names.extend(Trap::ALL.iter().map(|trap| format!("trap {trap}")));
    names.extend(["nonnull", "nonzero.i32", "nonzero.i64", "in_bounds"].map(guard));
    names.extend(["nonnegative", "castable", "storable"].map(guard));
    names.extend(["jump", "branch", "switch", "continue", "return"].map(String::from));
    names.extend(["throw", "unsupported"].map(String::from));
    names
}

fn guard(check: &str) -> String {
    format!("guard {check}")
}

/// The name of an operation.
#[must_use]
pub fn name(kind: &InstKind) -> String {
    match kind {
        InstKind::Const { ty, .. } => format!("const {ty}"),
        InstKind::Null => "null".to_owned(),
        InstKind::Str(_) => "str".to_owned(),
        InstKind::ClassConst(_) => "class".to_owned(),
        InstKind::Binary { op, ty, .. } => format!("{op} {ty}"),
        InstKind::Neg { ty, .. } => format!("neg {ty}"),
        InstKind::Convert { conv, .. } => conv.to_string(),
        InstKind::Compare { cond, ty, .. } => format!("{cond}.{ty}"),
        InstKind::ThreeWay { ty, .. } => format!("three_way.{ty}"),
        InstKind::New(_) => "new".to_owned(),
        InstKind::NewArray { .. } => "new_array".to_owned(),
        InstKind::NewMultiArray { .. } => "new_multi_array".to_owned(),
        InstKind::ArrayLen(_) => "array_len".to_owned(),
        InstKind::ArrayLoad { elem, .. } => format!("array_load.{elem}"),
        InstKind::ArrayStore { elem, .. } => format!("array_store.{elem}"),
        InstKind::GetField { .. } => "get_field".to_owned(),
        InstKind::PutField { .. } => "put_field".to_owned(),
        InstKind::GetStatic(_) => "get_static".to_owned(),
        InstKind::PutStatic { .. } => "put_static".to_owned(),
        InstKind::InstanceOf { .. } => "instance_of".to_owned(),
        InstKind::Call { dispatch, .. } => format!("call {dispatch}"),
        InstKind::Trap { trap, .. } => format!("trap {trap}"),
    }
}

fn end_name(terminator: &Terminator) -> String {
    match terminator {
        Terminator::Jump(_) => "jump".to_owned(),
        Terminator::Branch { .. } => "branch".to_owned(),
        Terminator::Guard { check, .. } => match check {
            Check::NonNull(_) => guard("nonnull"),
            Check::NonZero { ty, .. } => guard(&format!("nonzero.{ty}")),
            Check::InBounds { .. } => guard("in_bounds"),
            Check::NonNegative(_) => guard("nonnegative"),
            Check::Castable { .. } => guard("castable"),
            Check::Storable { .. } => guard("storable"),
        },
        Terminator::Switch { .. } => "switch".to_owned(),
        Terminator::Continue { .. } => "continue".to_owned(),
        Terminator::Return(_) => "return".to_owned(),
        Terminator::Throw(_) => "throw".to_owned(),
        Terminator::Unsupported(_) => "unsupported".to_owned(),
    }
}

/// The operations in the code of a program, if that is sound.
#[must_use]
pub fn used(program: &str) -> BTreeSet<String> {
    let Ok(program) = parse::program(program, &mut World::new()) else { return BTreeSet::new() };
    let functions = program.classes.values().flat_map(|class| class.functions.iter().flatten());
    let of_function = |function: &Function| {
        let insts = function.insts.values().map(|inst| name(&inst.kind));
        let ends = function.blocks.values().map(|block| end_name(&block.terminator));
        insts.chain(ends).collect::<Vec<_>>()
    };
    functions.flat_map(of_function).collect()
}
