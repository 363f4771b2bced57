//! Quotient and square root, digit by digit as on paper.
//!
//! The division of words guesses its result and confirms it by a multiplication, which leaves
//! nothing to do where the operands are known only later. A significand is short enough to write
//! every digit down as a comparison and a subtraction: known operands then give the result by
//! propagation alone.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{sign_extended, word, zero_extended};
use super::{Parts, Target, infinity, nan, zero};

impl Circuit {
    /// The significand with its leading one at the top, and the exponent that goes with it.
    pub(super) fn leading(&mut self, a: Parts<'_>) -> (Vec<Lit>, Vec<Lit>) {
        let (significand, exponent) = self.unpacked(a);
        let normal = self.normalise(&significand);
        let mut significand = normal.significand;
        if let Some(top) = significand.last_mut() {
            *top = Lit::TRUE;
        }
        (significand, self.lowered(&exponent, &normal.shift))
    }

    pub(super) fn float_div(&mut self, a: Parts<'_>, b: Parts<'_>, to: Target) -> Vec<Lit> {
        let sign = self.xor(a.sign, b.sign);
        let ((a_significand, a_exponent), (b_significand, b_exponent)) =
            (self.leading(a), self.leading(b));
        let quotient = self.quotient(&a_significand, &b_significand);
        let difference = self.sub(&a_exponent, &b_exponent);
        let exponent = self.add(&difference, &word(a.format.bias(), difference.len() as u32));
        let number = self.round(sign, &exponent, &quotient, to);
        let (a_nan, b_nan) = (self.is_nan(a), self.is_nan(b));
        let (a_infinite, b_infinite) = (self.is_infinite(a), self.is_infinite(b));
        let (a_zero, b_zero) = (self.is_zero(a), self.is_zero(b));
        let (zeros, infinities) = (self.and(a_zero, b_zero), self.and(a_infinite, b_infinite));
        let undefined = self.any(&[a_nan, b_nan, zeros, infinities]);
        let infinite = self.or(a_infinite, b_zero);
        let vanishes = self.or(a_zero, b_infinite);
        let cases = [
            (undefined, nan(a.format)),
            (infinite, infinity(sign, a.format)),
            (vanishes, zero(sign, a.format)),
        ];
        self.cases(&cases, number)
    }

    /// `a / b` of normalised significands of `p` bits: `p + 2` digits, the first counting 1, and
    /// a sticky bit. What is left is always below `2b`.
    fn quotient(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let width = a.len() + 1;
        let divisor = zero_extended(b, width);
        let mut rest = zero_extended(a, width);
        let mut digits = Vec::with_capacity(width + 2);
        for _ in 0..=width {
            let (digit, left) = self.subtract_if_possible(&rest, &divisor);
            digits.push(digit);
            rest = [&[Lit::FALSE], &left[..width - 1]].concat();
        }
        digits.push(self.any(&rest));
        digits.reverse();
        digits
    }

    /// Whether `b` can be taken from `a`, and what is left.
    pub(super) fn subtract_if_possible(&mut self, a: &[Lit], b: &[Lit]) -> (Lit, Vec<Lit>) {
        let less = self.less(a, b);
        let difference = self.sub(a, b);
        (!less, self.choose(less, a, &difference))
    }

    pub(super) fn float_sqrt(&mut self, a: Parts<'_>, to: Target) -> Vec<Lit> {
        let (significand, exponent) = self.leading(a);
        // The bias is odd, so an even exponent stands for an odd power of two, which is halved
        // after moving one factor of two to the significand.
        let odd = !exponent[0];
        let radicand = [vec![Lit::FALSE], significand.clone()].concat();
        let plain = [significand, vec![Lit::FALSE]].concat();
        let radicand = self.choose(odd, &radicand, &plain);
        let root = self.root(&radicand);
        let width = exponent.len();
        let sum = self.add(&exponent, &word(a.format.bias(), width as u32));
        // (e + bias - odd) / 2, where the lowest bit of e + bias is `odd`.
        let halved = sign_extended(&sum[1..], width);
        // Roots are normal numbers, unless the exponents are few for the precision.
        let number = if to.format.bias() + 2 > u64::from(to.format.precision()) {
            self.pack(Lit::FALSE, &halved, &root, to)
        } else {
            self.round(Lit::FALSE, &halved, &root, to)
        };
        let (is_nan, is_zero, infinite) = (self.is_nan(a), self.is_zero(a), self.is_infinite(a));
        let cases = [
            (is_zero, zero(a.sign, a.format)),
            (is_nan, nan(a.format)),
            (a.sign, nan(a.format)),
            (infinite, infinity(Lit::FALSE, a.format)),
        ];
        self.cases(&cases, number)
    }

    /// The root of a word of `p + 1` bits that is read as a number from 1 to 4: `p + 1` digits,
    /// the first counting 1, and a sticky bit. Each digit takes in two bits of the radicand; the
    /// rest is at most twice the root so far.
    fn root(&mut self, radicand: &[Lit]) -> Vec<Lit> {
        let count = radicand.len();
        let mut pending = [vec![Lit::FALSE; count], radicand.to_vec()].concat();
        let mut root: Vec<Lit> = Vec::new();
        let mut rest: Vec<Lit> = Vec::new();
        for _ in 0..count {
            let two = pending.split_off(pending.len() - 2);
            let width = root.len() + 2;
            let taken_in = [two, rest].concat();
            let trial = [vec![Lit::TRUE, Lit::FALSE], root.clone()].concat();
            let wide = |word: &[Lit]| zero_extended(word, width + 1);
            let (digit, left) = self.subtract_if_possible(&wide(&taken_in), &wide(&trial));
            root.insert(0, digit);
            rest = left[..width].to_vec();
        }
        let sticky = self.any(&rest);
        [vec![sticky], root].concat()
    }
}
