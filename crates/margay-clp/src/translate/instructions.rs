//! Instructions as goals.

use super::Integers;
use super::clause::Clause;
use super::method::MethodWriter;
use super::names;
use super::ways::relation;
use crate::term::{atom, list};
use margay_ir::{
    BinOp, ClassId, ClassKind, Cond, Conv, FieldRef, Inst, InstKind, Type, Value, World,
};

/// Adds what an instruction does to a clause.
pub(super) fn write(writer: &MethodWriter<'_>, clause: &mut Clause, number: Inst) {
    let inst = &writer.function.insts[number];
    let result = inst.result;
    if result.is_some_and(|value| writer.known.value(value) != Some(value))
        || writer.fused.contains(&number)
    {
        return;
    }
    let out = result.map_or("_".to_owned(), |value| writer.known.text(value));
    let text = |clause: &Clause, value: &Value| writer.text(clause, *value);
    let world = writer.world;
    match &inst.kind {
        InstKind::Binary { op, ty, a, b } => {
            let (a, b) = (text(clause, a), text(clause, b));
            clause.body.push(binary(writer.integers, *op, *ty, &out, &a, &b));
        }
        InstKind::Neg { ty, a } => {
            let a = text(clause, a);
            clause.body.push(binary(writer.integers, BinOp::Sub, *ty, &out, "0", &a));
        }
        InstKind::Convert { conv, a } => {
            let narrowed = match conv {
                Conv::I32ToI8 => "byte",
                Conv::I32ToI16 => "short",
                Conv::I32ToU16 => "char",
                _ => "int",
            };
            let a = text(clause, a);
            clause.body.push(format!("{narrowed}({out}, {a})"));
        }
        InstKind::Compare { cond, ty: Type::Ref, a, b } => {
            let operation = if *cond == Cond::Eq { "ref_eq" } else { "ref_ne" };
            let given = [text(clause, a), text(clause, b), out];
            clause.read(operation, &given);
        }
        InstKind::Compare { cond, a, b, .. } => {
            let (a, b) = (text(clause, a), text(clause, b));
            clause.body.push(format!("truth({out}, {a} {} {b})", relation(*cond)));
        }
        InstKind::ThreeWay { a, b, .. } => {
            let (a, b) = (text(clause, a), text(clause, b));
            clause.body.push(format!("order({out}, {a}, {b})"));
        }
        InstKind::New(class) => {
            clause.change("new_object", &[class_atom(world, *class), out]);
        }
        InstKind::NewArray { class, len } => {
            let given = [element(world, *class), text(clause, len), out];
            clause.change("new_array", &given);
        }
        InstKind::NewMultiArray { class, dims } => {
            let dims: Vec<String> = dims.iter().map(|value| text(clause, value)).collect();
            clause.change("new_arrays", &[class_atom(world, *class), list(&dims), out]);
        }
        InstKind::ArrayLen(array) => {
            let given = [text(clause, array), out];
            clause.read("length", &given);
        }
        InstKind::ArrayLoad { array, index, .. } => {
            let given = [text(clause, array), text(clause, index), out];
            clause.read("get_array", &given);
        }
        InstKind::ArrayStore { array, index, value, .. } => {
            let given = [text(clause, array), text(clause, index), text(clause, value)];
            clause.change("set_array", &given);
        }
        InstKind::GetField { field, object } => {
            let given = [text(clause, object), field_of(world, *field), out];
            clause.read("get_field", &given);
        }
        InstKind::PutField { field, object, value } => {
            let given = [text(clause, object), field_of(world, *field), text(clause, value)];
            clause.change("set_field", &given);
        }
        InstKind::GetStatic(field) => clause.read("get_static", &[field_of(world, *field), out]),
        InstKind::PutStatic { field, value } => {
            let given = [field_of(world, *field), text(clause, value)];
            clause.change("set_static", &given);
        }
        InstKind::InstanceOf { class, object } => {
            let given = [text(clause, object), class_atom(world, *class), out];
            clause.read("instance_of", &given);
        }
        InstKind::Trap { .. } => {
            let class = class_atom(world, writer.unit.traps[&(writer.function.method, number)]);
            clause.change("new_object", &[class, out]);
        }
        InstKind::Const { .. }
        | InstKind::Null
        | InstKind::Str(_)
        | InstKind::ClassConst(_)
        | InstKind::Call { .. } => unreachable!("written elsewhere, or refused"),
    }
}

fn class_atom(world: &World, class: ClassId) -> String {
    atom(&names::class(world, class))
}

/// The type of the elements of an array.
fn element(world: &World, array: ClassId) -> String {
    let name = names::class(world, array);
    debug_assert!(matches!(world.loaded(array).kind, ClassKind::Array { .. }), "{name}");
    atom(name.strip_suffix("[]").unwrap_or(&name))
}

/// The field that code names, which was found before.
fn field_of(world: &World, field: FieldRef) -> String {
    let found = world.find_field(world.field_symbol(field));
    names::field(world, found.expect("missing fields are refused"))
}

/// An operation on numbers: Java's, or that of numbers without bounds.
fn binary(integers: Integers, op: BinOp, ty: Type, out: &str, a: &str, b: &str) -> String {
    let wide = ty == Type::I64;
    let expression = match op {
        BinOp::Add => format!("{a} + {b}"),
        BinOp::Sub => format!("{a} - {b}"),
        BinOp::Mul => format!("{a} * {b}"),
        BinOp::Div => format!("{a} // {b}"),
        BinOp::Rem => format!("{a} rem {b}"),
        BinOp::And => format!("{a} /\\ {b}"),
        BinOp::Or => format!("{a} \\/ {b}"),
        BinOp::Xor => format!("{a} xor {b}"),
        BinOp::Shl => format!("{a} << {b}"),
        BinOp::Shr => format!("{a} >> {b}"),
        BinOp::Ushr => format!("ushr({a}, {b})"),
    };
    let is_linear = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul);
    match integers {
        Integers::Unbounded if is_linear => format!("{out} #= {expression}"),
        Integers::Unbounded if matches!(op, BinOp::Div | BinOp::Rem) => {
            format!("number({out}, {expression})")
        }
        _ if wide => format!("long({out}, {expression})"),
        _ => format!("int({out}, {expression})"),
    }
}
