//! What depends on nothing but its operands.

use super::Emitter;
use crate::helpers::Helper;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use margay_ir::{BinOp, Cond, Conv, Type};
use margay_machine::code::semantics::{Compute, Operand, Test};

fn signed(cond: Cond) -> IntCC {
    match cond {
        Cond::Eq => IntCC::Equal,
        Cond::Ne => IntCC::NotEqual,
        Cond::Lt => IntCC::SignedLessThan,
        Cond::Le => IntCC::SignedLessThanOrEqual,
        Cond::Gt => IntCC::SignedGreaterThan,
        Cond::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}

/// What does not hold of a NaN, but for being different.
fn ordered(cond: Cond) -> FloatCC {
    match cond {
        Cond::Eq => FloatCC::Equal,
        Cond::Ne => FloatCC::NotEqual,
        Cond::Lt => FloatCC::LessThan,
        Cond::Le => FloatCC::LessThanOrEqual,
        Cond::Gt => FloatCC::GreaterThan,
        Cond::Ge => FloatCC::GreaterThanOrEqual,
    }
}

impl Emitter<'_> {
    /// The bits of a result.
    pub(super) fn computed(&mut self, what: Compute, a: Operand, b: Operand) -> Value {
        match what {
            Compute::Binary(op, ty) => self.binary(op, ty, a, b),
            Compute::Negate(ty) => self.negated(ty, a),
            Compute::Convert(conv) => self.converted(conv, a),
            Compute::Compare(cond, ty) => {
                let holds = self.compared(cond, ty, a, b);
                self.b.ins().uextend(I64, holds)
            }
            Compute::ThreeWay(ty, nan) => self.three_way(ty, nan, a, b),
        }
    }

    /// A condition, and whether the test is that it holds.
    pub(super) fn tested(&mut self, test: Test, a: Operand, b: Operand) -> (Value, bool) {
        match test {
            Test::Compare(cond, ty, when) => (self.compared(cond, ty, a, b), when),
            Test::Null(when) => {
                let reference = self.value(a);
                (reference, !when)
            }
            Test::Same(when) => (self.compared(Cond::Eq, Type::Ref, a, b), when),
            Test::Outside => {
                let (index, length) = (self.half(a), self.half(b));
                let cond = IntCC::UnsignedGreaterThanOrEqual;
                (self.b.ins().icmp(cond, index, length), true)
            }
        }
    }

    /// An operand as the processor computes with its type.
    fn typed(&mut self, ty: Type, operand: Operand) -> Value {
        let value = self.value(operand);
        let flags = MemFlagsData::new();
        match ty {
            Type::I32 => self.b.ins().ireduce(I32, value),
            Type::I64 | Type::Ref => value,
            Type::F32 => {
                let half = self.b.ins().ireduce(I32, value);
                self.b.ins().bitcast(F32, flags, half)
            }
            Type::F64 => self.b.ins().bitcast(F64, flags, value),
        }
    }

    /// The bits of a value of a type.
    fn bits(&mut self, ty: Type, value: Value) -> Value {
        let flags = MemFlagsData::new();
        match ty {
            Type::I32 => self.b.ins().uextend(I64, value),
            Type::I64 | Type::Ref => value,
            Type::F32 => {
                let half = self.b.ins().bitcast(I32, flags, value);
                self.b.ins().uextend(I64, half)
            }
            Type::F64 => self.b.ins().bitcast(I64, flags, value),
        }
    }

    fn compared(&mut self, cond: Cond, ty: Type, a: Operand, b: Operand) -> Value {
        let (a, b) = (self.typed(ty, a), self.typed(ty, b));
        match ty {
            Type::F32 | Type::F64 => self.b.ins().fcmp(ordered(cond), a, b),
            Type::Ref => self.b.ins().icmp(signed(cond).unsigned(), a, b),
            Type::I32 | Type::I64 => self.b.ins().icmp(signed(cond), a, b),
        }
    }

    fn three_way(&mut self, ty: Type, nan: i8, a: Operand, b: Operand) -> Value {
        let greater = self.compared(Cond::Gt, ty, a, b);
        let less = self.compared(Cond::Lt, ty, a, b);
        let (greater, less) = (self.b.ins().uextend(I32, greater), self.b.ins().uextend(I32, less));
        let mut order = self.b.ins().isub(greater, less);
        if let Type::F32 | Type::F64 = ty {
            let (a, b) = (self.typed(ty, a), self.typed(ty, b));
            let none = self.b.ins().fcmp(FloatCC::Unordered, a, b);
            let nan = self.b.ins().iconst(I32, i64::from(i32::from(nan).cast_unsigned()));
            order = self.b.ins().select(none, nan, order);
        }
        self.b.ins().uextend(I64, order)
    }

    fn negated(&mut self, ty: Type, a: Operand) -> Value {
        let a = self.typed(ty, a);
        let result = match ty {
            Type::F32 | Type::F64 => self.b.ins().fneg(a),
            Type::I32 | Type::I64 | Type::Ref => self.b.ins().ineg(a),
        };
        self.bits(ty, result)
    }

    fn binary(&mut self, op: BinOp, ty: Type, a: Operand, b: Operand) -> Value {
        let (x, y) = (self.typed(ty, a), self.typed(ty, b));
        let is_float = matches!(ty, Type::F32 | Type::F64);
        if is_float && op == BinOp::Rem {
            let (a, b) = (self.value(a), self.value(b));
            let helper = if ty == Type::F64 { Helper::RemF64 } else { Helper::RemF32 };
            return self.help(helper, &[a, b]).expect("a remainder");
        }
        let ins = self.b.ins();
        let result = match (op, is_float) {
            (BinOp::Add, true) => ins.fadd(x, y),
            (BinOp::Sub, true) => ins.fsub(x, y),
            (BinOp::Mul, true) => ins.fmul(x, y),
            (_, true) => ins.fdiv(x, y),
            (BinOp::Add, _) => ins.iadd(x, y),
            (BinOp::Sub, _) => ins.isub(x, y),
            (BinOp::Mul, _) => ins.imul(x, y),
            (BinOp::And, _) => ins.band(x, y),
            (BinOp::Or, _) => ins.bor(x, y),
            (BinOp::Xor, _) => ins.bxor(x, y),
            // Counts are taken modulo the width.
            (BinOp::Shl, _) => ins.ishl(x, y),
            (BinOp::Shr, _) => ins.sshr(x, y),
            (BinOp::Ushr, _) => ins.ushr(x, y),
            (BinOp::Div | BinOp::Rem, _) => self.divided(op == BinOp::Div, b, x, y),
        };
        self.bits(ty, result)
    }

    /// The smallest number by -1 is itself; what is divided by 0, which is checked before, is 0.
    fn divided(&mut self, is_quotient: bool, divisor: Operand, x: Value, y: Value) -> Value {
        if let Operand::Bits(bits) = divisor
            && bits != 0
            && bits as u32 != u32::MAX
        {
            return match is_quotient {
                true => self.b.ins().sdiv(x, y),
                false => self.b.ins().srem(x, y),
            };
        }
        let ty = self.b.func.dfg.value_type(x);
        let (zero, one) = (self.b.ins().iconst(ty, 0), self.b.ins().iconst(ty, 1));
        let is_minus = self.b.ins().icmp_imm_s(IntCC::Equal, y, -1);
        let is_zero = self.b.ins().icmp_imm_s(IntCC::Equal, y, 0);
        let is_special = self.b.ins().bor(is_minus, is_zero);
        let safe = self.b.ins().select(is_special, one, y);
        if !is_quotient {
            // By 1 there is no remainder either.
            return self.b.ins().srem(x, safe);
        }
        let quotient = self.b.ins().sdiv(x, safe);
        let negated = self.b.ins().ineg(x);
        let quotient = self.b.ins().select(is_minus, negated, quotient);
        self.b.ins().select(is_zero, zero, quotient)
    }

    fn converted(&mut self, conv: Conv, a: Operand) -> Value {
        let (from, to) = match conv {
            Conv::I32ToI8 | Conv::I32ToI16 | Conv::I32ToU16 => (Type::I32, Type::I32),
            Conv::I32ToI64 => (Type::I32, Type::I64),
            Conv::I32ToF32 => (Type::I32, Type::F32),
            Conv::I32ToF64 => (Type::I32, Type::F64),
            Conv::I64ToI32 => (Type::I64, Type::I32),
            Conv::I64ToF32 => (Type::I64, Type::F32),
            Conv::I64ToF64 => (Type::I64, Type::F64),
            Conv::F32ToI32Saturating => (Type::F32, Type::I32),
            Conv::F32ToI64Saturating => (Type::F32, Type::I64),
            Conv::F32ToF64 => (Type::F32, Type::F64),
            Conv::F64ToI32Saturating => (Type::F64, Type::I32),
            Conv::F64ToI64Saturating => (Type::F64, Type::I64),
            Conv::F64ToF32 => (Type::F64, Type::F32),
        };
        let a = self.typed(from, a);
        let result = match conv {
            Conv::I32ToI8 => {
                let narrow = self.b.ins().ireduce(I8, a);
                self.b.ins().sextend(I32, narrow)
            }
            Conv::I32ToI16 => {
                let narrow = self.b.ins().ireduce(I16, a);
                self.b.ins().sextend(I32, narrow)
            }
            Conv::I32ToU16 => self.b.ins().band_imm_u(a, 0xFFFF),
            Conv::I32ToI64 => self.b.ins().sextend(I64, a),
            Conv::I64ToI32 => self.b.ins().ireduce(I32, a),
            Conv::I32ToF32 | Conv::I64ToF32 => self.b.ins().fcvt_from_sint(F32, a),
            Conv::I32ToF64 | Conv::I64ToF64 => self.b.ins().fcvt_from_sint(F64, a),
            Conv::F32ToI32Saturating | Conv::F64ToI32Saturating => {
                self.b.ins().fcvt_to_sint_sat(I32, a)
            }
            Conv::F32ToI64Saturating | Conv::F64ToI64Saturating => {
                self.b.ins().fcvt_to_sint_sat(I64, a)
            }
            Conv::F32ToF64 => self.b.ins().fpromote(F64, a),
            Conv::F64ToF32 => self.b.ins().fdemote(F32, a),
        };
        self.bits(to, result)
    }
}
