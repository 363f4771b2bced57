//! Sum, difference and product.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{word, zero_extended};
use super::{Parts, Target, infinity, nan, precision};
use crate::sort::Mode;

impl Circuit {
    /// The smaller operand is shifted to the exponent of the larger. Three bits more than the
    /// precision, the last one sticky, are enough: where more than one bit cancels, the exponents
    /// differ by at most 1 and nothing was cut.
    pub(super) fn float_add(&mut self, a: Parts<'_>, b: Parts<'_>, to: Target) -> Vec<Lit> {
        let differ = self.xor(a.sign, b.sign);
        let (sign, exponent, significand) = self.exact_sum(a, b, differ, to.mode);
        let number = self.round(sign, &exponent, &significand, to);
        let (a_nan, b_nan) = (self.is_nan(a), self.is_nan(b));
        let (a_infinite, b_infinite) = (self.is_infinite(a), self.is_infinite(b));
        let clash = self.all(&[a_infinite, b_infinite, differ]);
        let undefined = self.any(&[a_nan, b_nan, clash]);
        let infinite = self.or(a_infinite, b_infinite);
        let cases = [(undefined, nan(a.format)), (infinite, infinity(sign, a.format))];
        self.cases(&cases, number)
    }

    fn exact_sum(
        &mut self,
        a: Parts<'_>,
        b: Parts<'_>,
        differ: Lit,
        mode: Mode,
    ) -> (Lit, Vec<Lit>, Vec<Lit>) {
        let swap = self.less(a.magnitude, b.magnitude);
        let ((a_significand, a_exponent), (b_significand, b_exponent)) =
            (self.unpacked(a), self.unpacked(b));
        let large = self.choose(swap, &b_significand, &a_significand);
        let small = self.choose(swap, &a_significand, &b_significand);
        let exponent = self.choose(swap, &b_exponent, &a_exponent);
        let lower = self.choose(swap, &a_exponent, &b_exponent);
        let distance = self.sub(&exponent, &lower);
        let extended =
            |significand: Vec<Lit>| [vec![Lit::FALSE; 3], significand, vec![Lit::FALSE]].concat();
        let aligned = self.shift_right_sticky(&extended(small), &distance);
        let addend: Vec<Lit> = aligned.iter().map(|bit| self.xor(*bit, differ)).collect();
        let (significand, _) = self.sum(&extended(large), &addend, differ);
        // The top bit of the sum is one above that of the operands.
        let exponent = self.add(&exponent, &word(1, exponent.len() as u32));
        let same = self.equal(a.magnitude, b.magnitude);
        let cancelled = self.and(differ, same);
        let larger_sign = self.mux(swap, b.sign, a.sign);
        (self.mux(cancelled, Lit::of(mode == Mode::Down), larger_sign), exponent, significand)
    }

    pub(super) fn float_mul(&mut self, a: Parts<'_>, b: Parts<'_>, to: Target) -> Vec<Lit> {
        let sign = self.xor(a.sign, b.sign);
        let ((a_significand, a_exponent), (b_significand, b_exponent)) =
            (self.unpacked(a), self.unpacked(b));
        let width = 2 * precision(a.format);
        let product =
            self.mul(&zero_extended(&a_significand, width), &zero_extended(&b_significand, width));
        let sum = self.add(&a_exponent, &b_exponent);
        let exponent = self.sub(&sum, &word(a.format.bias() - 1, sum.len() as u32));
        let number = self.round(sign, &exponent, &product, to);
        let (a_nan, b_nan) = (self.is_nan(a), self.is_nan(b));
        let (a_infinite, b_infinite) = (self.is_infinite(a), self.is_infinite(b));
        let (a_zero, b_zero) = (self.is_zero(a), self.is_zero(b));
        let (left, right) = (self.and(a_infinite, b_zero), self.and(a_zero, b_infinite));
        let undefined = self.any(&[a_nan, b_nan, left, right]);
        let infinite = self.or(a_infinite, b_infinite);
        let cases = [(undefined, nan(a.format)), (infinite, infinity(sign, a.format))];
        self.cases(&cases, number)
    }
}
