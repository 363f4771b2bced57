//! Arithmetic: operands from the stack, the result back on it.

use super::Lowering;
use crate::build::Failure;
use crate::bytecode::Op;
use crate::pool::Reason;
use margay_ir::{BinOp, Check, Conv, InstKind, Trap, Type};

/// Operand and result of a conversion.
fn conversion_types(conv: Conv) -> (Type, Type) {
    use Type::{F32, F64, I32, I64};
    match conv {
        Conv::I32ToI8 | Conv::I32ToI16 | Conv::I32ToU16 => (I32, I32),
        Conv::I32ToI64 => (I32, I64),
        Conv::I32ToF32 => (I32, F32),
        Conv::I32ToF64 => (I32, F64),
        Conv::I64ToI32 => (I64, I32),
        Conv::I64ToF32 => (I64, F32),
        Conv::I64ToF64 => (I64, F64),
        Conv::F32ToI32 => (F32, I32),
        Conv::F32ToI64 => (F32, I64),
        Conv::F32ToF64 => (F32, F64),
        Conv::F64ToI32 => (F64, I32),
        Conv::F64ToI64 => (F64, I64),
        Conv::F64ToF32 => (F64, F32),
    }
}

impl Lowering<'_, '_> {
    pub(super) fn arithmetic(&mut self, op: Op) -> Result<(), Reason> {
        match op {
            Op::Increment(slot, by) => self.increment(slot, by),
            Op::Binary(op, ty) => self.binary(op, ty),
            Op::Neg(ty) => {
                let a = self.frame.pop(ty)?;
                self.compute(InstKind::Neg { ty, a }, ty)
            }
            Op::Convert(conv) => {
                let (from, to) = conversion_types(conv);
                let a = self.frame.pop(from)?;
                self.compute(InstKind::Convert { conv, a }, to)
            }
            _ => Err("not arithmetic".into()),
        }
    }

    fn increment(&mut self, slot: u16, by: i16) -> Result<(), Reason> {
        let a = self.local(slot, Type::I32)?;
        let b = self.build.int(by.into());
        let sum = InstKind::Binary {
            op: BinOp::Add,
            ty: Type::I32,
            a,
            b,
        };
        let sum = self.build.value(sum, Type::I32);
        self.set_local(slot, sum)
    }

    fn binary(&mut self, op: BinOp, ty: Type) -> Result<(), Reason> {
        let shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Ushr);
        let b = self.frame.pop(if shift { Type::I32 } else { ty })?;
        let a = self.frame.pop(ty)?;
        let divides = matches!(op, BinOp::Div | BinOp::Rem);
        if divides && matches!(ty, Type::I32 | Type::I64) {
            let text = self.build.world.string_from("/ by zero");
            let failure = Failure::new(Trap::DivideByZero, &[]).text(text);
            self.build.guard(Check::NonZero { ty, value: b }, failure);
        }
        self.compute(InstKind::Binary { op, ty, a, b }, ty)
    }
}
