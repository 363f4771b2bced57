//! Named builders over [`Terms::app`], for code that reads like the formula it builds.
//!
//! All of them simplify, and all panic on operands of the wrong sort (see [`Terms::app`]).

use crate::op::Op;
use crate::sort::{FloatSort, Scalar, Sort};
use crate::terms::{TermId, Terms};

macro_rules! binary_builders {
    ($($(#[$doc:meta])* $name:ident => $op:ident;)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
                self.app(Op::$op, &[a, b])
            })*
        }
    };
}

binary_builders! {
    /// Conjunction, of `Bool`s or bitwise.
    and => And;
    /// Disjunction, of `Bool`s or bitwise.
    or => Or;
    /// Exclusive or, of `Bool`s or bitwise.
    xor => Xor;
    /// Equality.
    eq => Eq;
    /// Wrap-around sum.
    add => Add;
    /// Wrap-around difference.
    sub => Sub;
    /// Wrap-around product.
    mul => Mul;
    /// Unsigned quotient.
    udiv => UDiv;
    /// Unsigned remainder.
    urem => URem;
    /// Signed quotient, truncated.
    sdiv => SDiv;
    /// Signed remainder, with the dividend's sign.
    srem => SRem;
    /// Left shift.
    shl => Shl;
    /// Logical right shift.
    lshr => LShr;
    /// Arithmetic right shift.
    ashr => AShr;
    /// Unsigned less-than.
    ult => Ult;
    /// Unsigned at-most.
    ule => Ule;
    /// Signed less-than.
    slt => Slt;
    /// Signed at-most.
    sle => Sle;
    /// Concatenation, high part first.
    concat => Concat;
    /// Array read.
    select => Select;
}

impl Terms {
    /// The truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(u64::from(value), Sort::Bool)
    }

    /// A bit-vector literal of 1 to 64 bits.
    pub fn bv(&mut self, value: u64, width: u8) -> TermId {
        self.constant(value, Sort::Bv(width))
    }

    /// A reference literal; different numbers are different references. 0 stands for null.
    pub fn reference(&mut self, number: u32) -> TermId {
        self.constant(u64::from(number), Sort::Ref)
    }

    /// A `float` literal.
    pub fn f32(&mut self, value: f32) -> TermId {
        self.constant(u64::from(value.to_bits()), Sort::Float(FloatSort::F32))
    }

    /// A `double` literal.
    pub fn f64(&mut self, value: f64) -> TermId {
        self.constant(value.to_bits(), Sort::Float(FloatSort::F64))
    }

    /// The variable of that name.
    ///
    /// # Panics
    /// When the name is taken by a variable of another sort (see [`Terms::declare`]).
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.declare(name, sort).unwrap_or_else(|error| panic!("{error}"));
        self.symbol_term(symbol)
    }

    /// Complement.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.app(Op::Not, &[a])
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.app(Op::Neg, &[a])
    }

    /// If-then-else.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        self.app(Op::Ite, &[c, a, b])
    }

    /// Inequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// Implication between `Bool`s.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Conjunction of any number of `Bool`s.
    pub fn all(&mut self, terms: &[TermId]) -> TermId {
        let unit = self.bool(true);
        terms.iter().fold(unit, |a, b| self.and(a, *b))
    }

    /// Disjunction of any number of `Bool`s.
    pub fn any(&mut self, terms: &[TermId]) -> TermId {
        let unit = self.bool(false);
        terms.iter().fold(unit, |a, b| self.or(a, *b))
    }

    /// The bits from `hi` down to `lo`.
    pub fn extract(&mut self, hi: u8, lo: u8, a: TermId) -> TermId {
        self.app(Op::Extract { hi: hi.into(), lo: lo.into() }, &[a])
    }

    /// Zero extension to `width` bits in all.
    pub fn zero_ext(&mut self, width: u8, a: TermId) -> TermId {
        self.app(Op::ZeroExt(width.into()), &[a])
    }

    /// Sign extension to `width` bits in all.
    pub fn sign_ext(&mut self, width: u8, a: TermId) -> TermId {
        self.app(Op::SignExt(width.into()), &[a])
    }

    /// Rotation to the left by a constant.
    pub fn rotate_left(&mut self, a: TermId, count: u32) -> TermId {
        let width = self.bits(a);
        let count = (count % width) as u16;
        if count == 0 {
            return a;
        }
        let split = width as u16 - count;
        let high = self.app(Op::Extract { hi: split - 1, lo: 0 }, &[a]);
        let low = self.app(Op::Extract { hi: width as u16 - 1, lo: split }, &[a]);
        self.concat(high, low)
    }

    /// Rotation to the left by a term of the same width, counted modulo the width.
    pub fn rotate_left_by(&mut self, a: TermId, count: TermId) -> TermId {
        let bits = self.bits(a);
        let sort = self.sort(a);
        let width = self.constant(u64::from(bits), sort);
        let count = self.urem(count, width);
        let back = self.sub(width, count);
        let high = self.shl(a, count);
        let low = self.lshr(a, back);
        self.or(high, low)
    }

    /// Array write.
    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        self.app(Op::Store, &[array, index, element])
    }

    /// The array that holds `element` at every index of that width.
    pub fn const_array(&mut self, index_width: u8, element: TermId) -> TermId {
        self.app(Op::ConstArray(Scalar::bv(index_width)), &[element])
    }

    /// The conversion of a float to an integer that is always defined: NaN is 0, out of range saturates.
    ///
    /// # Panics
    /// When `float` is not a float term.
    pub fn float_to_int_saturating(&mut self, float: TermId, width: u8) -> TermId {
        self.app(Op::FToSigned(width), &[float])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::eval;
    use crate::model::Model;

    #[test]
    fn conversion_to_integers_saturates() {
        let mut terms = Terms::new();
        for (x, expected) in
            [(f32::NAN, 0), (3.9, 3), (-3.9, -3), (1e20, i32::MAX), (-1e20, i32::MIN)]
        {
            let x = terms.f32(x);
            let int = terms.float_to_int_saturating(x, 32);
            assert_eq!(terms.as_const(int), Some(u64::from(expected as u32)));
        }
    }

    #[test]
    fn rotations_agree_with_rust() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(32));
        let n = terms.var("n", Sort::Bv(32));
        let by_term = terms.rotate_left_by(x, n);
        for count in [0, 1, 7, 31, 32, 77] {
            let mut model = Model::new();
            let value = 0x8000_1234_u32;
            model.set(terms.as_symbol(x).unwrap(), u64::from(value));
            model.set(terms.as_symbol(n).unwrap(), u64::from(count));
            let expected = u64::from(value.rotate_left(count));
            assert_eq!(eval(&terms, &model, by_term), expected);
            let by_constant = terms.rotate_left(x, count);
            assert_eq!(eval(&terms, &model, by_constant), expected);
        }
    }
}
