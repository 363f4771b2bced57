//! Product and sum, rounded once.
//!
//! The product is exact, with twice the precision. Both summands are normalised, so that their
//! exponents order them; the smaller is shifted to the exponent of the larger with a sticky bit.
//! Where more than one digit cancels, the exponents differ by at most 1 and nothing was cut.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{sign_extended, word, zero_extended};
use super::convert::word_signed;
use super::{Parts, Target, infinity, nan, precision};
use crate::sort::Mode;

/// A summand: the top bit of the significand counts `2^exponent` and is set, unless it is zero.
struct Summand {
    sign: Lit,
    exponent: Vec<Lit>,
    significand: Vec<Lit>,
}

impl Circuit {
    pub(super) fn float_fma(
        &mut self,
        a: Parts<'_>,
        b: Parts<'_>,
        c: Parts<'_>,
        to: Target,
    ) -> Vec<Lit> {
        let sign = self.xor(a.sign, b.sign);
        let ((a_significand, a_exponent), (b_significand, b_exponent)) =
            (self.unpacked(a), self.unpacked(b));
        let (c_significand, c_exponent) = self.unpacked(c);
        let digits = 2 * precision(a.format);
        let product = self
            .mul(&zero_extended(&a_significand, digits), &zero_extended(&b_significand, digits));
        let width = a_exponent.len() + 1;
        let sum = self.add(&zero_extended(&a_exponent, width), &zero_extended(&b_exponent, width));
        let exponent = self.sub(&sum, &word(a.format.bias() - 1, width as u32));
        let padded = [vec![Lit::FALSE; digits - c_significand.len()], c_significand].concat();
        let product = self.summand(sign, &exponent, &product);
        let addend = self.summand(c.sign, &zero_extended(&c_exponent, width), &padded);
        let number = self.sum_of(&product, &addend, to);
        let nans = [a, b, c].map(|x| self.is_nan(x));
        let [a_infinite, b_infinite, c_infinite] = [a, b, c].map(|x| self.is_infinite(x));
        let (a_zero, b_zero) = (self.is_zero(a), self.is_zero(b));
        let (left, right) = (self.and(a_infinite, b_zero), self.and(a_zero, b_infinite));
        let infinite = self.or(a_infinite, b_infinite);
        let differ = self.xor(sign, c.sign);
        let clash = self.all(&[infinite, c_infinite, differ]);
        let any_nan = self.any(&nans);
        let undefined = self.any(&[any_nan, left, right, clash]);
        let cases = [
            (undefined, nan(to.format)),
            (infinite, infinity(sign, to.format)),
            (c_infinite, infinity(c.sign, to.format)),
        ];
        self.cases(&cases, number)
    }

    fn summand(&mut self, sign: Lit, exponent: &[Lit], significand: &[Lit]) -> Summand {
        let normal = self.normalise(significand);
        let exponent = self.lowered(exponent, &normal.shift);
        // Zero is below everything, so that nothing is shifted to its exponent.
        let width = exponent.len();
        let least = word_signed((-(1_i64 << (width - 2))) as u64, width as u32);
        let some = self.any(significand);
        Summand {
            sign,
            exponent: self.choose(some, &exponent, &least),
            significand: normal.significand,
        }
    }

    fn sum_of(&mut self, a: &Summand, b: &Summand, to: Target) -> Vec<Lit> {
        let swap = self.signed_less(&a.exponent, &b.exponent);
        let large = self.choose(swap, &b.significand, &a.significand);
        let small = self.choose(swap, &a.significand, &b.significand);
        let exponent = self.choose(swap, &b.exponent, &a.exponent);
        let lower = self.choose(swap, &a.exponent, &b.exponent);
        let (large_sign, small_sign) =
            (self.mux(swap, b.sign, a.sign), self.mux(swap, a.sign, b.sign));
        let width = exponent.len() + 1;
        let distance = self.sub(&sign_extended(&exponent, width), &sign_extended(&lower, width));
        let extended =
            |significand: Vec<Lit>| [vec![Lit::FALSE; 3], significand, vec![Lit::FALSE]].concat();
        let (large, small) = (extended(large), extended(small));
        let aligned = self.shift_right_sticky(&small, &distance[..width - 1]);
        let differ = self.xor(large_sign, small_sign);
        let addend: Vec<Lit> = aligned.iter().map(|bit| self.xor(*bit, differ)).collect();
        let (sum, _) = self.sum(&large, &addend, differ);
        // Only at equal exponents can the difference be negative.
        let less = self.less(&large, &aligned);
        let negative = self.and(differ, less);
        let negated = self.neg(&sum);
        let significand = self.choose(negative, &negated, &sum);
        let zero = !self.any(&significand);
        let cancelled = self.and(differ, zero);
        let sign = self.mux(negative, small_sign, large_sign);
        let sign = self.mux(cancelled, Lit::of(to.mode == Mode::Down), sign);
        let exponent = sign_extended(&exponent, width);
        let exponent = self.add(&exponent, &word(1, width as u32));
        self.round(sign, &exponent, &significand, to)
    }
}
