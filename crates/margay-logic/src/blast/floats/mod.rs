//! Circuits of IEEE-754 numbers, rounded to nearest even.
//!
//! A float is its interchange bits, and the only NaN is the canonical one: variables are
//! constrained to it, every circuit keeps it. So identity of floats is equality of words, and NaN
//! and the infinities differ in one bit. The operations follow the textbook (Muller et al.,
//! *Handbook of Floating-Point Arithmetic*, chapters 7 and 8): compute on significands, exactly or
//! with a sticky bit for what is cut off, then `round.rs` does the rest for all of them.

mod arith;
mod compare;
mod convert;
mod divide;
#[cfg(test)]
mod proof;
mod round;

use super::gates::Circuit;
use super::sat::Lit;
use super::words::{word, zero_extended};
use crate::op::Op;
use crate::sort::{FloatSort, Sort};
use crate::value::canonical;

/// A float taken apart, without its sign; all borrowed from its bits.
#[derive(Clone, Copy)]
struct Parts<'a> {
    format: FloatSort,
    sign: Lit,
    /// Exponent and fraction: the order of magnitudes is the order of these words.
    magnitude: &'a [Lit],
    exponent: &'a [Lit],
    fraction: &'a [Lit],
}

impl<'a> Parts<'a> {
    fn new(bits: &'a [Lit], format: FloatSort) -> Parts<'a> {
        let (magnitude, sign) = bits.split_at(bits.len() - 1);
        let (fraction, exponent) = magnitude.split_at(format.widths().1 as usize - 1);
        Parts { format, sign: sign[0], magnitude, exponent, fraction }
    }

    /// The quiet bit, which NaN has and the infinities have not.
    fn quiet(&self) -> Lit {
        self.fraction[self.fraction.len() - 1]
    }
}

/// The distance between the exponent as written and as meant.
fn bias(format: FloatSort) -> u64 {
    (1 << (format.widths().0 - 1)) - 1
}

/// Bits of the significand, the hidden one included.
fn precision(format: FloatSort) -> usize {
    format.widths().1 as usize
}

/// A constant float.
fn literal(bits: u64, format: FloatSort) -> Vec<Lit> {
    word(bits, format.bits())
}

fn nan(format: FloatSort) -> Vec<Lit> {
    literal(canonical(u64::MAX, format), format)
}

fn infinity(sign: Lit, format: FloatSort) -> Vec<Lit> {
    let (exponent, precision) = format.widths();
    let mut bits = word(0, precision - 1);
    bits.extend(vec![Lit::TRUE; exponent as usize]);
    bits.push(sign);
    bits
}

fn zero(sign: Lit, format: FloatSort) -> Vec<Lit> {
    let mut bits = word(0, format.bits() - 1);
    bits.push(sign);
    bits
}

impl Circuit {
    /// The circuit of a float operator; `None` for all other operators.
    pub(super) fn float(&mut self, op: Op, operand: Sort, args: &[Vec<Lit>]) -> Option<Vec<Lit>> {
        match (op, operand, args) {
            (Op::FFromBits(to), _, [a]) => Some(self.canonical(a, to)),
            (Op::FFromSigned(to), _, [a]) => Some(self.signed_to_float(a, to)),
            (_, Sort::Float(format), [a]) => self.float_unary(op, Parts::new(a, format)),
            (_, Sort::Float(format), [a, b]) => {
                self.float_binary(op, Parts::new(a, format), Parts::new(b, format))
            }
            _ => None,
        }
    }

    fn float_unary(&mut self, op: Op, a: Parts<'_>) -> Option<Vec<Lit>> {
        let with_sign = |sign| a.magnitude.iter().copied().chain([sign]).collect();
        Some(match op {
            Op::FNeg => {
                let nan = self.is_nan(a);
                // The canonical NaN has no sign, before and after.
                with_sign(self.and(!a.sign, !nan))
            }
            Op::FAbs => with_sign(Lit::FALSE),
            Op::FIsNan => vec![self.is_nan(a)],
            Op::FSqrt => self.float_sqrt(a),
            Op::FFromFloat(to) => self.float_to_float(a, to),
            Op::FToSigned(width) => self.float_to_signed(a, u32::from(width)),
            _ => return None,
        })
    }

    fn float_binary(&mut self, op: Op, a: Parts<'_>, b: Parts<'_>) -> Option<Vec<Lit>> {
        Some(match op {
            Op::FLt => vec![self.float_less(a, b)],
            Op::FLe => vec![self.float_at_most(a, b)],
            Op::FEq => vec![self.float_equal(a, b)],
            Op::FAdd => self.float_add(a, b),
            Op::FSub => self.float_add(a, Parts { sign: !b.sign, ..b }),
            Op::FMul => self.float_mul(a, b),
            Op::FDiv => self.float_div(a, b),
            _ => return None,
        })
    }

    /// A float variable: of the words with the exponent of NaN, only the canonical one.
    pub(super) fn float_input(&mut self, format: FloatSort) -> Vec<Lit> {
        let bits = self.inputs(format.bits());
        let parts = Parts::new(&bits, format);
        let special = self.all(parts.exponent);
        let (quiet, payload) = (parts.quiet(), &parts.fraction[..parts.fraction.len() - 1]);
        payload.iter().for_each(|bit| self.sat.clause(&[!special, !*bit]));
        self.sat.clause(&[!special, !quiet, !parts.sign]);
        bits
    }

    /// The float with these bits, whatever NaN they are.
    fn canonical(&mut self, bits: &[Lit], format: FloatSort) -> Vec<Lit> {
        let parts = Parts::new(bits, format);
        let (special, payload) = (self.all(parts.exponent), self.any(parts.fraction));
        let is_nan = self.and(special, payload);
        self.choose(is_nan, &nan(format), bits)
    }

    fn is_nan(&mut self, a: Parts<'_>) -> Lit {
        let special = self.all(a.exponent);
        self.and(special, a.quiet())
    }

    fn is_infinite(&mut self, a: Parts<'_>) -> Lit {
        let special = self.all(a.exponent);
        self.and(special, !a.quiet())
    }

    fn is_zero(&mut self, a: Parts<'_>) -> Lit {
        !self.any(a.magnitude)
    }

    /// The significand with its hidden bit, and the exponent as written, which is 1 for
    /// subnormals: together they are the magnitude, normalised or not.
    fn unpacked(&mut self, a: Parts<'_>) -> (Vec<Lit>, Vec<Lit>) {
        let normal = self.any(a.exponent);
        let significand = a.fraction.iter().copied().chain([normal]).collect();
        let mut exponent = zero_extended(a.exponent, a.exponent.len() + 2);
        exponent[0] = self.or(exponent[0], !normal);
        (significand, exponent)
    }

    /// The first of the cases that holds, or else the number.
    fn cases(&mut self, cases: &[(Lit, Vec<Lit>)], number: Vec<Lit>) -> Vec<Lit> {
        cases.iter().rev().fold(number, |rest, (case, bits)| self.choose(*case, bits, &rest))
    }
}
