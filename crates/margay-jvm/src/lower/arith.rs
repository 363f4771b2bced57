//! Arithmetic: operands from the stack, the result back on it.

use super::Lowering;
use crate::build::Failure;
use crate::bytecode::Op;
use crate::pool::Reason;
use margay_ir::{BinOp, Check, InstKind, Trap, Type};

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
                let a = self.frame.pop(conv.types().0)?;
                let value = self.build.convert(conv, a);
                self.push(value)
            }
            _ => Err("not arithmetic".into()),
        }
    }

    fn increment(&mut self, slot: u16, by: i16) -> Result<(), Reason> {
        let a = self.local(slot, Type::I32)?;
        let b = self.build.int(by.into());
        let sum = InstKind::Binary { op: BinOp::Add, ty: Type::I32, a, b };
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
