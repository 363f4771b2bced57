//! Types of operands and results.

use super::Checker;
use crate::function::{Check, InstKind, ValueDef};
use crate::ids::{Block, Inst, Value};
use crate::ops::BinOp;
use crate::types::Type;

/// What an instruction defines.
enum Gives {
    Nothing,
    Value(Type),
    /// The front end knows.
    Anything,
}

/// Operand types (`None`: any) and the result's.
fn rule(kind: &InstKind) -> (Vec<(Value, Option<Type>)>, Gives) {
    let fixed = |value: &Value, ty: Type| (*value, Some(ty));
    let reference = |value: &Value| (*value, Some(Type::Ref));
    match kind {
        InstKind::Const { ty, .. } => (vec![], Gives::Value(*ty)),
        InstKind::Null | InstKind::Str(_) | InstKind::ClassConst(_) | InstKind::New(_) => {
            (vec![], Gives::Value(Type::Ref))
        }
        InstKind::Binary { op, ty, a, b } => {
            let shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Ushr);
            let right = if shift { Type::I32 } else { *ty };
            (vec![fixed(a, *ty), fixed(b, right)], Gives::Value(*ty))
        }
        InstKind::Neg { ty, a } => (vec![fixed(a, *ty)], Gives::Value(*ty)),
        InstKind::Convert { conv, a } => {
            let (from, to) = conv.types();
            (vec![fixed(a, from)], Gives::Value(to))
        }
        InstKind::Compare { ty, a, b, .. } | InstKind::ThreeWay { ty, a, b, .. } => {
            (vec![fixed(a, *ty), fixed(b, *ty)], Gives::Value(Type::I32))
        }
        InstKind::NewArray { len, .. } => (vec![fixed(len, Type::I32)], Gives::Value(Type::Ref)),
        InstKind::NewMultiArray { dims, .. } => {
            let dims = dims.iter().map(|dim| fixed(dim, Type::I32));
            (dims.collect(), Gives::Value(Type::Ref))
        }
        InstKind::ArrayLen(array) => (vec![reference(array)], Gives::Value(Type::I32)),
        InstKind::ArrayLoad { elem, array, index } => {
            (vec![reference(array), fixed(index, Type::I32)], Gives::Value(elem.value_type()))
        }
        InstKind::ArrayStore { elem, array, index, value } => {
            let value = fixed(value, elem.value_type());
            (vec![reference(array), fixed(index, Type::I32), value], Gives::Nothing)
        }
        InstKind::GetField { object, .. } => (vec![reference(object)], Gives::Anything),
        InstKind::PutField { object, value, .. } => {
            (vec![reference(object), (*value, None)], Gives::Nothing)
        }
        InstKind::GetStatic(_) => (vec![], Gives::Anything),
        InstKind::PutStatic { value, .. } => (vec![(*value, None)], Gives::Nothing),
        InstKind::InstanceOf { object, .. } => (vec![reference(object)], Gives::Value(Type::I32)),
        InstKind::Call { args, .. } => {
            (args.iter().map(|arg| (*arg, None)).collect(), Gives::Anything)
        }
        InstKind::Trap { args, .. } => {
            let args = args.iter().map(|arg| (*arg, None));
            (args.collect(), Gives::Value(Type::Ref))
        }
    }
}

impl Checker<'_> {
    pub(super) fn check_inst(&self, inst: Inst) -> Result<(), String> {
        let data = &self.function.insts[inst];
        let (operands, gives) = rule(&data.kind);
        for (value, ty) in operands {
            let ty = ty.map_or_else(|| self.ty(value), Ok)?;
            self.expect(value, ty, inst)?;
        }
        match (gives, data.result) {
            (Gives::Nothing, Some(value)) => return Err(format!("{inst} defines {value}")),
            (Gives::Value(_), None) => return Err(format!("{inst} defines nothing")),
            (Gives::Value(ty), Some(value)) => self.expect(value, ty, inst)?,
            (Gives::Nothing | Gives::Anything, _) => {}
        }
        match data.result {
            Some(value) => self.check_def(value, ValueDef::Inst(inst)),
            None => Ok(()),
        }
    }

    pub(super) fn check_guard(&self, block: Block, check: &Check) -> Result<(), String> {
        let operands: &[(Value, Type)] = match check {
            Check::NonNull(value) => &[(*value, Type::Ref)],
            Check::NonZero { ty, value } => &[(*value, *ty)],
            Check::InBounds { index, length } => &[(*index, Type::I32), (*length, Type::I32)],
            Check::NonNegative(value) => &[(*value, Type::I32)],
            Check::Castable { object, .. } => &[(*object, Type::Ref)],
            Check::Storable { array, value } => &[(*array, Type::Ref), (*value, Type::Ref)],
        };
        let mut operands = operands.iter();
        operands.try_for_each(|(value, ty)| self.expect(*value, *ty, block))
    }
}
