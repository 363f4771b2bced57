//! Circuits of IEEE-754 numbers of any format, rounded in any mode.
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
mod fma;
mod integral;
#[cfg(test)]
mod proof;
mod rem;
mod round;

use super::gates::Circuit;
use super::sat::Lit;
use super::words::{word, zero_extended};
use crate::op::{Ieee, Op};
use crate::sort::{Format, Mode, Sort};

/// Where a result goes.
#[derive(Clone, Copy)]
struct Target {
    format: Format,
    mode: Mode,
}

/// A float taken apart, without its sign; all borrowed from its bits.
#[derive(Clone, Copy)]
struct Parts<'a> {
    format: Format,
    sign: Lit,
    /// Exponent and fraction: the order of magnitudes is the order of these words.
    magnitude: &'a [Lit],
    exponent: &'a [Lit],
    fraction: &'a [Lit],
}

impl<'a> Parts<'a> {
    fn new(bits: &'a [Lit], format: Format) -> Parts<'a> {
        let (magnitude, sign) = bits.split_at(bits.len() - 1);
        let (fraction, exponent) = magnitude.split_at(precision(format) - 1);
        Parts { format, sign: sign[0], magnitude, exponent, fraction }
    }

    /// The quiet bit, which NaN has and the infinities have not.
    fn quiet(&self) -> Lit {
        self.fraction[self.fraction.len() - 1]
    }
}

/// Bits of the significand, the hidden one included.
fn precision(format: Format) -> usize {
    format.widths().1 as usize
}

fn nan(format: Format) -> Vec<Lit> {
    let mut bits = infinity(Lit::FALSE, format);
    bits[precision(format) - 2] = Lit::TRUE;
    bits
}

fn infinity(sign: Lit, format: Format) -> Vec<Lit> {
    let (exponent, precision) = format.widths();
    let mut bits = word(0, precision - 1);
    bits.extend(vec![Lit::TRUE; exponent as usize]);
    bits.push(sign);
    bits
}

fn zero(sign: Lit, format: Format) -> Vec<Lit> {
    let mut bits = word(0, format.bits() - 1);
    bits.push(sign);
    bits
}

impl Circuit {
    /// The circuit of a float operator; `None` for all other operators.
    pub(super) fn float(&mut self, op: Op, operand: Sort, args: &[Vec<Lit>]) -> Option<Vec<Lit>> {
        let nearest = Mode::NearestEven;
        match op {
            Op::FFromBits(to) => return Some(self.canonical(&args[0], to.into())),
            Op::FFromSigned(to) => {
                return self.ieee(Ieee::FromSigned(to.into()), nearest, operand, args);
            }
            Op::FFromFloat(to) => {
                return self.ieee(Ieee::FromFloat(to.into()), nearest, operand, args);
            }
            Op::FToSigned(to) => {
                return self.ieee(Ieee::ToSigned(to.into()), Mode::Zero, operand, args);
            }
            Op::Ieee(operator, mode) => return self.ieee(operator, mode, operand, args),
            _ => {}
        }
        if let Some(operator) = op.ieee() {
            return self.ieee(operator, nearest, operand, args);
        }
        let format = operand.format()?;
        match args {
            [a] => self.float_unary(op, Parts::new(a, format)),
            [a, b] => self.float_relation(op, Parts::new(a, format), Parts::new(b, format)),
            _ => None,
        }
    }

    /// The circuit of an operator that rounds.
    fn ieee(&mut self, op: Ieee, mode: Mode, sort: Sort, args: &[Vec<Lit>]) -> Option<Vec<Lit>> {
        let a = &args[0];
        match op {
            Ieee::FromBits(to) => return Some(self.canonical(a, to)),
            Ieee::FromSigned(format) => {
                return Some(self.signed_to_float(a, Target { format, mode }));
            }
            Ieee::FromUnsigned(format) => {
                return Some(self.whole_to_float(Lit::FALSE, a, Target { format, mode }));
            }
            _ => {}
        }
        let format = sort.format()?;
        let to = Target { format, mode };
        let parts: Vec<Parts<'_>> = args.iter().map(|bits| Parts::new(bits, format)).collect();
        Some(match (op, parts.as_slice()) {
            (Ieee::Add, [a, b]) => self.float_add(*a, *b, to),
            (Ieee::Sub, [a, b]) => self.float_add(*a, Parts { sign: !b.sign, ..*b }, to),
            (Ieee::Mul, [a, b]) => self.float_mul(*a, *b, to),
            (Ieee::Div, [a, b]) => self.float_div(*a, *b, to),
            (Ieee::Rem, [a, b]) => self.float_rem(*a, *b),
            (Ieee::Fma, [a, b, c]) => self.float_fma(*a, *b, *c, to),
            (Ieee::Sqrt, [a]) => self.float_sqrt(*a, to),
            (Ieee::Integral, [a]) => self.float_integral(*a, mode),
            (Ieee::FromFloat(format), [a]) => self.float_to_float(*a, Target { format, mode }),
            (Ieee::ToSigned(width), [a]) => self.float_to_word(*a, mode, width.into(), true),
            (Ieee::ToUnsigned(width), [a]) => self.float_to_word(*a, mode, width.into(), false),
            _ => return None,
        })
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
            _ => return None,
        })
    }

    fn float_relation(&mut self, op: Op, a: Parts<'_>, b: Parts<'_>) -> Option<Vec<Lit>> {
        Some(match op {
            Op::FLt => vec![self.float_less(a, b)],
            Op::FLe => vec![self.float_at_most(a, b)],
            Op::FEq => vec![self.float_equal(a, b)],
            _ => return None,
        })
    }

    /// A float variable: of the words with the exponent of NaN, only the canonical one.
    pub(super) fn float_input(&mut self, format: Format) -> Vec<Lit> {
        let bits = self.inputs(format.bits());
        let parts = Parts::new(&bits, format);
        let special = self.all(parts.exponent);
        let (quiet, payload) = (parts.quiet(), &parts.fraction[..parts.fraction.len() - 1]);
        payload.iter().for_each(|bit| self.sat.clause(&[!special, !*bit]));
        self.sat.clause(&[!special, !quiet, !parts.sign]);
        bits
    }

    /// A rounding mode: one of five values of three bits.
    pub(super) fn mode_input(&mut self) -> Vec<Lit> {
        let bits = self.inputs(3);
        bits[..2].iter().for_each(|low| self.sat.clause(&[!bits[2], !*low]));
        bits
    }

    /// The float with these bits, whatever NaN they are.
    fn canonical(&mut self, bits: &[Lit], format: Format) -> Vec<Lit> {
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
