//! Arithmetic on terms, as the IR defines it: integers wrap, shift counts are masked, conversions from
//! floats to integers saturate.

use super::{Symbolic, SymbolicValue};
use crate::Concrete;
use crate::domain::Domain;
use crate::float_function::FloatFunction;
use margay_ir::{BinOp, Cond, Conv, Type};
use margay_logic::{FloatSort, Op, Outcome, Sort, TermId};

/// The sort of a type's terms; references have none.
pub(super) fn sort(ty: Type) -> Option<Sort> {
    match ty {
        Type::I32 => Some(Sort::Bv(32)),
        Type::I64 => Some(Sort::Bv(64)),
        Type::F32 => Some(Sort::Float(FloatSort::F32)),
        Type::F64 => Some(Sort::Float(FloatSort::F64)),
        Type::Ref => None,
    }
}

fn is_float(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64)
}

impl Symbolic {
    /// A term as one of another sort with the same bits: a float whose bits a program takes for a
    /// number, or the reverse.
    pub(super) fn with_sort(&mut self, term: TermId, sort: Sort) -> TermId {
        match (self.path.terms().sort(term), sort) {
            (Sort::Bv(_), Sort::Float(float)) => self.terms().app(Op::FFromBits(float), &[term]),
            (Sort::Float(float), Sort::Bv(_)) => self.bits_of(term, float),
            _ => term,
        }
    }

    /// The bits of a float: those it was made from, or a number from which it could be made.
    fn bits_of(&mut self, term: TermId, float: FloatSort) -> TermId {
        let node = self.path.terms().node(term);
        if let (Op::FFromBits(_), [bits]) = (node.op(), node.args()) {
            return *bits;
        }
        let bits = match self.float_bits.get(&term) {
            Some(bits) => *bits,
            None => {
                let sort = Sort::Bv(float.bits() as u8);
                let name = match self.path.terms().as_symbol(term) {
                    Some(symbol) => format!("bits({})", self.path.terms().name(symbol)),
                    None => "bits".to_owned(),
                };
                let bits = self.terms().fresh(&name, sort);
                self.float_bits.insert(term, bits);
                bits
            }
        };
        let made = self.terms().app(Op::FFromBits(float), &[bits]);
        let same = self.terms().eq(made, term);
        // Of the bits that are no number, the machine only ever has these.
        let nan = match float {
            FloatSort::F32 => u64::from(f32::NAN.to_bits()),
            FloatSort::F64 => f64::NAN.to_bits(),
        };
        let nan = self.terms().bv(nan, float.bits() as u8);
        let is_nan = self.terms().app(Op::FIsNan, &[term]);
        if !self.usual_nan && self.path.feasible(is_nan) != Outcome::Unsat {
            self.usual_nan = true;
        }
        let (canonical, is_number) = (self.terms().eq(bits, nan), self.terms().not(is_nan));
        let canonical = self.terms().or(is_number, canonical);
        for fact in [same, canonical] {
            if self.path.holds(fact).is_none() {
                self.path.assume(fact);
            }
        }
        bits
    }

    pub(super) fn binary_term(
        &mut self,
        op: BinOp,
        ty: Type,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> SymbolicValue {
        if let (Some(a), Some(b)) = (self.plain(a), self.plain(b)) {
            return SymbolicValue::Known(Concrete.binary(op, ty, a, b));
        }
        if is_float(ty) {
            return self.float_binary(op, ty, a, b);
        }
        let shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Ushr);
        let a = self.term(ty, a);
        let b = if shift { self.shift_count(ty, b) } else { self.term(ty, b) };
        let op = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::Mul => Op::Mul,
            BinOp::Div => Op::SDiv,
            BinOp::Rem => Op::SRem,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            BinOp::Xor => Op::Xor,
            BinOp::Shl => Op::Shl,
            BinOp::Shr => Op::AShr,
            BinOp::Ushr => Op::LShr,
        };
        let term = self.terms().app(op, &[a, b]);
        self.value(term)
    }

    /// The count of a shift, masked, in the width of what is shifted.
    fn shift_count(&mut self, ty: Type, count: SymbolicValue) -> TermId {
        let count = self.term(Type::I32, count);
        let (mask, width) = if ty == Type::I64 { (63, 64) } else { (31, 32) };
        let mask = self.terms().bv(mask, 32);
        let masked = self.terms().and(count, mask);
        self.terms().zero_ext(width, masked)
    }

    fn float_binary(
        &mut self,
        op: BinOp,
        ty: Type,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> SymbolicValue {
        let op = match op {
            BinOp::Add => Op::FAdd,
            BinOp::Sub => Op::FSub,
            BinOp::Mul => Op::FMul,
            BinOp::Div => Op::FDiv,
            _ => {
                let operands = [self.term(ty, a), self.term(ty, b)];
                let sort = sort(ty).expect("a float has a sort");
                return SymbolicValue::Term(self.float_remainder(ty, sort, operands));
            }
        };
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let term = self.terms().app(op, &[a, b]);
        self.value(term)
    }

    pub(super) fn negate_term(&mut self, ty: Type, a: SymbolicValue) -> SymbolicValue {
        if let Some(a) = self.plain(a) {
            return SymbolicValue::Known(Concrete.negate(ty, a));
        }
        let a = self.term(ty, a);
        let term = self.terms().app(if is_float(ty) { Op::FNeg } else { Op::Neg }, &[a]);
        self.value(term)
    }

    pub(super) fn float_function_term(
        &mut self,
        function: FloatFunction,
        ty: Type,
        of: &[SymbolicValue],
    ) -> Option<SymbolicValue> {
        if of.iter().all(|value| self.plain(*value).is_some()) {
            return None;
        }
        let operands: Vec<TermId> = of.iter().map(|value| self.term(ty, *value)).collect();
        let (operator, mode) = function.operator();
        let term = self.terms().ieee(operator, mode, &operands).ok()?;
        Some(self.value(term))
    }

    pub(super) fn convert_term(&mut self, conv: Conv, a: SymbolicValue) -> SymbolicValue {
        if let Some(a) = self.plain(a) {
            return SymbolicValue::Known(Concrete.convert(conv, a));
        }
        let a = self.term(conv.types().0, a);
        let terms = self.terms();
        let term = match conv {
            Conv::I32ToI8 => {
                let low = terms.extract(7, 0, a);
                terms.sign_ext(32, low)
            }
            Conv::I32ToI16 => {
                let low = terms.extract(15, 0, a);
                terms.sign_ext(32, low)
            }
            Conv::I32ToU16 => {
                let low = terms.extract(15, 0, a);
                terms.zero_ext(32, low)
            }
            Conv::I32ToI64 => terms.sign_ext(64, a),
            Conv::I64ToI32 => terms.extract(31, 0, a),
            Conv::I32ToF32 | Conv::I64ToF32 => terms.app(Op::FFromSigned(FloatSort::F32), &[a]),
            Conv::I32ToF64 | Conv::I64ToF64 => terms.app(Op::FFromSigned(FloatSort::F64), &[a]),
            Conv::F32ToF64 => terms.app(Op::FFromFloat(FloatSort::F64), &[a]),
            Conv::F64ToF32 => terms.app(Op::FFromFloat(FloatSort::F32), &[a]),
            Conv::F32ToI32Saturating | Conv::F64ToI32Saturating => {
                terms.float_to_int_saturating(a, 32)
            }
            Conv::F32ToI64Saturating | Conv::F64ToI64Saturating => {
                terms.float_to_int_saturating(a, 64)
            }
        };
        self.value(term)
    }

    pub(super) fn three_way_term(
        &mut self,
        ty: Type,
        nan: i8,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> SymbolicValue {
        if let (Some(a), Some(b)) = (self.plain(a), self.plain(b)) {
            return SymbolicValue::Known(Concrete.three_way(ty, nan, a, b));
        }
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let float = is_float(ty);
        let [below, equal] = if float { [Op::FLt, Op::FEq] } else { [Op::Slt, Op::Eq] };
        let (below, equal) = (self.terms().app(below, &[a, b]), self.terms().app(equal, &[a, b]));
        let number = |n: i32| u64::from(n as u32);
        let minus_one = self.terms().bv(number(-1), 32);
        let (zero, one) = (self.terms().bv(0, 32), self.terms().bv(1, 32));
        let rest = if float {
            // Above, or not comparable at all.
            let above = self.terms().app(Op::FLt, &[b, a]);
            let unordered = self.terms().bv(number(i32::from(nan)), 32);
            self.terms().ite(above, one, unordered)
        } else {
            one
        };
        let rest = self.terms().ite(equal, zero, rest);
        let term = self.terms().ite(below, minus_one, rest);
        self.value(term)
    }

    /// A comparison: decided, or a condition.
    pub(super) fn condition(
        &mut self,
        cond: Cond,
        ty: Type,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> Result<bool, TermId> {
        if let (Some(a), Some(b)) = (self.plain(a), self.plain(b)) {
            return Ok(Concrete.test(cond, ty, a, b).unwrap_or_default());
        }
        let (a, b) = (self.term(ty, a), self.term(ty, b));
        let terms = self.terms();
        let float = is_float(ty);
        let [less, at_most, equal] =
            if float { [Op::FLt, Op::FLe, Op::FEq] } else { [Op::Slt, Op::Sle, Op::Eq] };
        let condition = match cond {
            Cond::Eq => terms.app(equal, &[a, b]),
            Cond::Ne => {
                let same = terms.app(equal, &[a, b]);
                terms.not(same)
            }
            Cond::Lt => terms.app(less, &[a, b]),
            Cond::Le => terms.app(at_most, &[a, b]),
            Cond::Gt => terms.app(less, &[b, a]),
            Cond::Ge => terms.app(at_most, &[b, a]),
        };
        match terms.as_const(condition) {
            Some(bits) => Ok(bits != 0),
            None => Err(condition),
        }
    }
}
