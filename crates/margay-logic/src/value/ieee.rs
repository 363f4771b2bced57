//! What the operators on floats compute, in any format and rounding mode.
//!
//! A number is taken apart, the operation is done exactly (or with one sticky bit for all that is
//! cut off), and the result is rounded once. This is the definition that circuits and models are
//! checked with, so it is written for clarity: whole numbers of any length, no tricks.

use super::words::{low, magnitude, ones};
use crate::op::{Ieee, Op};
use crate::sort::{Format, Mode, Sort};
use num_bigint::BigUint;

/// A float taken apart.
#[derive(Clone)]
enum Number {
    Nan,
    Infinite(bool),
    Finite(Finite),
}

/// `±significand · 2^exponent`; zeros have a sign too.
#[derive(Clone)]
struct Finite {
    negative: bool,
    significand: BigUint,
    exponent: i64,
}

impl Finite {
    fn is_zero(&self) -> bool {
        self.significand == BigUint::ZERO
    }

    /// The significand at a smaller exponent.
    fn at(&self, exponent: i64) -> BigUint {
        &self.significand << (self.exponent - exponent)
    }
}

/// Where a result goes.
#[derive(Clone, Copy)]
struct Target {
    format: Format,
    mode: Mode,
}

fn one() -> BigUint {
    BigUint::from(1_u32)
}

fn fraction_bits(format: Format) -> u32 {
    format.precision() - 1
}

/// The exponent of the last bit of the smallest numbers.
fn least_exponent(format: Format) -> i64 {
    1 - format.bias() as i64 - i64::from(fraction_bits(format))
}

fn nan(format: Format) -> BigUint {
    infinity(false, format) | one() << (fraction_bits(format) - 1)
}

fn infinity(negative: bool, format: Format) -> BigUint {
    signed(negative, ones(format.widths().0) << fraction_bits(format), format)
}

fn greatest(negative: bool, format: Format) -> BigUint {
    infinity(negative, format) - 1_u32
}

fn signed(negative: bool, bits: BigUint, format: Format) -> BigUint {
    if negative { bits | one() << (format.bits() - 1) } else { bits }
}

/// Any NaN becomes the one NaN of the format.
pub(crate) fn canonical(bits: BigUint, format: Format) -> BigUint {
    match unpack(&bits, format) {
        Number::Nan => nan(format),
        _ => bits,
    }
}

fn unpack(bits: &BigUint, format: Format) -> Number {
    let (exponent_bits, fraction_bits) = (format.widths().0, fraction_bits(format));
    let negative = bits.bit(u64::from(format.bits()) - 1);
    let fraction = low(bits.clone(), fraction_bits);
    let exponent = low(bits >> fraction_bits, exponent_bits);
    let written = exponent.iter_u64_digits().next().unwrap_or(0) as i64;
    if exponent == ones(exponent_bits) {
        return match fraction == BigUint::ZERO {
            true => Number::Infinite(negative),
            false => Number::Nan,
        };
    }
    let hidden = if written > 0 { one() << fraction_bits } else { BigUint::ZERO };
    let exponent = least_exponent(format) + (written - 1).max(0);
    Number::Finite(Finite { negative, significand: fraction | hidden, exponent })
}

/// The whole number nearest to `significand / 2^shift` in the mode.
fn rounded(significand: &BigUint, shift: u64, sticky: bool, negative: bool, mode: Mode) -> BigUint {
    let whole = significand >> shift;
    let half = shift > 0 && significand.bit(shift - 1);
    let below = sticky || shift > 1 && significand.trailing_zeros().is_some_and(|z| z < shift - 1);
    let up = match mode {
        Mode::NearestEven => half && (below || whole.bit(0)),
        Mode::NearestAway => half,
        Mode::Up => (half || below) && !negative,
        Mode::Down => (half || below) && negative,
        Mode::Zero => false,
    };
    whole + u32::from(up)
}

impl Target {
    /// The float nearest to a number, which is a little larger if `sticky`; then it must have two
    /// bits more than the precision.
    fn round(self, number: &Finite, sticky: bool) -> BigUint {
        let Target { format, mode } = self;
        let precision = i64::from(format.precision());
        let negative = number.negative;
        if number.is_zero() {
            return signed(negative, BigUint::ZERO, format);
        }
        let length = number.significand.bits() as i64;
        let mut last = (number.exponent + length - precision).max(least_exponent(format));
        let mut whole = match u64::try_from(last - number.exponent) {
            Ok(shift) => rounded(&number.significand, shift, sticky, negative, mode),
            Err(_) => number.at(last),
        };
        if whole.bits() as i64 > precision {
            whole >>= 1;
            last += 1;
        }
        let exponent = last + precision - 1;
        if exponent > format.bias() as i64 && whole.bits() as i64 == precision {
            return self.overflow(negative);
        }
        // Without the hidden bit the number is subnormal and its exponent is written as 0; the
        // hidden bit itself counts 1 there.
        let written = last - least_exponent(format);
        signed(negative, whole + (BigUint::from(written as u64) << fraction_bits(format)), format)
    }

    fn overflow(self, negative: bool) -> BigUint {
        match self.mode {
            Mode::Zero => greatest(negative, self.format),
            Mode::Up if negative => greatest(negative, self.format),
            Mode::Down if !negative => greatest(negative, self.format),
            _ => infinity(negative, self.format),
        }
    }

    /// The sign of a sum that is zero.
    fn zero_sign(self, a: bool, b: bool) -> bool {
        if a == b { a } else { self.mode == Mode::Down }
    }

    fn add(self, a: &Number, b: &Number) -> BigUint {
        match (a, b) {
            (Number::Nan, _) | (_, Number::Nan) => nan(self.format),
            (Number::Infinite(a), Number::Infinite(b)) if a != b => nan(self.format),
            (Number::Infinite(sign), _) | (_, Number::Infinite(sign)) => {
                infinity(*sign, self.format)
            }
            (Number::Finite(a), Number::Finite(b)) => {
                let exponent = a.exponent.min(b.exponent);
                let (x, y) = (a.at(exponent), b.at(exponent));
                let (negative, significand) = match (a.negative == b.negative, x >= y) {
                    (true, _) => (a.negative, x + y),
                    (false, true) => (a.negative, x - y),
                    (false, false) => (b.negative, y - x),
                };
                let zero = significand == BigUint::ZERO;
                let negative = if zero { self.zero_sign(a.negative, b.negative) } else { negative };
                self.round(&Finite { negative, significand, exponent }, false)
            }
        }
    }

    fn div(self, a: &Number, b: &Number) -> BigUint {
        let negative = sign(a) != sign(b);
        match (a, b) {
            (Number::Nan, _) | (_, Number::Nan) => nan(self.format),
            (Number::Infinite(_), Number::Infinite(_)) => nan(self.format),
            (Number::Infinite(_), _) => infinity(negative, self.format),
            (_, Number::Infinite(_)) => signed(negative, BigUint::ZERO, self.format),
            (Number::Finite(a), Number::Finite(b)) => match (a.is_zero(), b.is_zero()) {
                (true, true) => nan(self.format),
                (false, true) => infinity(negative, self.format),
                _ => {
                    let more = b.significand.bits() + u64::from(self.format.precision()) + 3;
                    let dividend = &a.significand << more;
                    let significand = &dividend / &b.significand;
                    let sticky = &significand * &b.significand != dividend;
                    let exponent = a.exponent - b.exponent - more as i64;
                    self.round(&Finite { negative, significand, exponent }, sticky)
                }
            },
        }
    }

    fn sqrt(self, a: &Number) -> BigUint {
        match a {
            Number::Finite(a) if a.is_zero() => signed(a.negative, BigUint::ZERO, self.format),
            Number::Infinite(false) => infinity(false, self.format),
            Number::Finite(a) if !a.negative => {
                let more = 2 * i64::from(self.format.precision()) + 4;
                let more = more + (a.exponent + more) % 2;
                let radicand = &a.significand << more;
                let significand = radicand.sqrt();
                let sticky = &significand * &significand != radicand;
                let exponent = (a.exponent - more) / 2;
                self.round(&Finite { negative: false, significand, exponent }, sticky)
            }
            _ => nan(self.format),
        }
    }

    fn integral(self, a: &Number) -> BigUint {
        match a {
            Number::Nan => nan(self.format),
            Number::Infinite(sign) => infinity(*sign, self.format),
            Number::Finite(a) => {
                let significand = whole(a, self.mode);
                self.round(&Finite { negative: a.negative, significand, exponent: 0 }, false)
            }
        }
    }

    fn convert(self, a: &Number) -> BigUint {
        match a {
            Number::Nan => nan(self.format),
            Number::Infinite(sign) => infinity(*sign, self.format),
            Number::Finite(a) => self.round(a, false),
        }
    }

    /// `x - y · n` where `n` is the whole number nearest to `x / y`, ties to even.
    fn rem(self, a: &Number, b: &Number) -> BigUint {
        let (Number::Finite(x), Number::Finite(y)) = (a, b) else {
            return match (a, b) {
                (Number::Finite(x), Number::Infinite(_)) => self.round(x, false),
                _ => nan(self.format),
            };
        };
        if y.is_zero() {
            return nan(self.format);
        }
        let exponent = x.exponent.min(y.exponent);
        let (dividend, divisor) = (x.at(exponent), y.at(exponent));
        let (quotient, rest) = (&dividend / &divisor, &dividend % &divisor);
        let twice = &rest << 1_u32;
        let up = twice > divisor || twice == divisor && quotient.bit(0);
        let (negative, significand) =
            if up { (!x.negative, divisor - rest) } else { (x.negative, rest) };
        self.round(&Finite { negative, significand, exponent }, false)
    }
}

/// The bits of the float nearest to a fraction; its divisor is not zero.
pub(crate) fn quotient(
    negative: bool,
    dividend: &BigUint,
    divisor: &BigUint,
    format: Format,
    mode: Mode,
) -> BigUint {
    let finite = |negative, significand: &BigUint| {
        Number::Finite(Finite { negative, significand: significand.clone(), exponent: 0 })
    };
    // The zero that is written down is the positive one, whatever its sign.
    let negative = negative && dividend != &BigUint::ZERO;
    Target { format, mode }.div(&finite(negative, dividend), &finite(false, divisor))
}

fn sign(number: &Number) -> bool {
    match number {
        Number::Nan => false,
        Number::Infinite(sign) => *sign,
        Number::Finite(number) => number.negative,
    }
}

fn product(a: &Number, b: &Number) -> Number {
    let negative = sign(a) != sign(b);
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(_), Number::Finite(x)) | (Number::Finite(x), Number::Infinite(_))
            if x.is_zero() =>
        {
            Number::Nan
        }
        (Number::Infinite(_), _) | (_, Number::Infinite(_)) => Number::Infinite(negative),
        (Number::Finite(a), Number::Finite(b)) => Number::Finite(Finite {
            negative,
            significand: &a.significand * &b.significand,
            exponent: a.exponent + b.exponent,
        }),
    }
}

/// The magnitude of a number rounded to a whole one.
fn whole(a: &Finite, mode: Mode) -> BigUint {
    match u64::try_from(-a.exponent) {
        Ok(shift) => rounded(&a.significand, shift, false, a.negative, mode),
        Err(_) => a.at(0),
    }
}

/// The nearest whole number that a word has, signed or not; NaN gives 0.
fn to_word(a: &Number, mode: Mode, bits: u32, signed: bool) -> BigUint {
    let negated = |number: BigUint| low(ones(bits) - number + 1_u32, bits);
    let (most, least) = match signed {
        true => (ones(bits - 1), one() << (bits - 1)),
        false => (ones(bits), BigUint::ZERO),
    };
    match a {
        Number::Nan => BigUint::ZERO,
        Number::Infinite(false) => most,
        Number::Infinite(true) => negated(least),
        Number::Finite(a) if a.negative => negated(whole(a, mode).min(least)),
        Number::Finite(a) => whole(a, mode).min(most),
    }
}

fn less(a: &Number, b: &Number) -> bool {
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => false,
        (Number::Infinite(a), Number::Infinite(b)) => *a && !*b,
        (Number::Infinite(sign), _) => *sign,
        (_, Number::Infinite(sign)) => !*sign,
        (Number::Finite(a), Number::Finite(b)) => {
            let exponent = a.exponent.min(b.exponent);
            let (x, y) = (a.at(exponent), b.at(exponent));
            match (a.negative && !a.is_zero(), b.negative && !b.is_zero()) {
                (false, false) => x < y,
                (true, true) => y < x,
                (negative, _) => negative,
            }
        }
    }
}

/// Applies an operator that has a float among operands or results.
pub(super) fn apply(op: Op, sorts: &[Sort], args: &[BigUint]) -> BigUint {
    let truth = |yes: bool| BigUint::from(u32::from(yes));
    let numbers: Vec<Number> = args
        .iter()
        .zip(sorts)
        .map(|(bits, sort)| sort.format().map_or(Number::Nan, |f| unpack(bits, f)))
        .collect();
    let nearest = Mode::NearestEven;
    match (op, numbers.as_slice()) {
        (Op::FIsNan, [a]) => truth(matches!(a, Number::Nan)),
        (Op::FLt, [a, b]) => truth(less(a, b)),
        (Op::FLe, [a, b]) => truth(less(a, b) || equal(a, b)),
        (Op::FEq, [a, b]) => truth(equal(a, b)),
        (Op::FNeg | Op::FAbs, [a]) => {
            let Some(format) = sorts[0].format() else { return BigUint::ZERO };
            let magnitude = low(args[0].clone(), format.bits() - 1);
            let negative = op == Op::FNeg && !sign(a) && !matches!(a, Number::Nan);
            signed(negative, magnitude, format)
        }
        (Op::FFromFloat(to), _) => {
            ieee(Ieee::FromFloat(to.into()), nearest, sorts[0], args, &numbers)
        }
        (Op::FFromSigned(to), _) => {
            ieee(Ieee::FromSigned(to.into()), nearest, sorts[0], args, &numbers)
        }
        (Op::FToSigned(width), _) => {
            ieee(Ieee::ToSigned(width.into()), Mode::Zero, sorts[0], args, &numbers)
        }
        (Op::Ieee(operator, mode), _) => ieee(operator, mode, sorts[0], args, &numbers),
        _ => match op.ieee() {
            Some(operator) => ieee(operator, nearest, sorts[0], args, &numbers),
            None => BigUint::ZERO,
        },
    }
}

fn equal(a: &Number, b: &Number) -> bool {
    !matches!((a, b), (Number::Nan, _) | (_, Number::Nan)) && !less(a, b) && !less(b, a)
}

fn ieee(op: Ieee, mode: Mode, sort: Sort, args: &[BigUint], numbers: &[Number]) -> BigUint {
    let to = |format| Target { format, mode };
    let from_word = |negative, significand, format| {
        to(format).round(&Finite { negative, significand, exponent: 0 }, false)
    };
    match op {
        Ieee::FromBits(format) => return canonical(args[0].clone(), format),
        Ieee::FromUnsigned(format) => return from_word(false, args[0].clone(), format),
        Ieee::FromSigned(format) => {
            let (negative, number) = magnitude(&args[0], sort.bits().unwrap_or(1));
            return from_word(negative, number, format);
        }
        Ieee::FromFloat(format) => return to(format).convert(&numbers[0]),
        Ieee::ToSigned(bits) => return to_word(&numbers[0], mode, bits.into(), true),
        Ieee::ToUnsigned(bits) => return to_word(&numbers[0], mode, bits.into(), false),
        _ => {}
    }
    let Some(format) = sort.format() else { return BigUint::ZERO };
    let target = to(format);
    match (op, numbers) {
        (Ieee::Add, [a, b]) => target.add(a, b),
        (Ieee::Sub, [a, b]) => target.add(a, &opposite(b)),
        (Ieee::Mul, [a, b]) => target.convert(&product(a, b)),
        (Ieee::Fma, [a, b, c]) => target.add(&product(a, b), c),
        (Ieee::Div, [a, b]) => target.div(a, b),
        (Ieee::Rem, [a, b]) => target.rem(a, b),
        (Ieee::Sqrt, [a]) => target.sqrt(a),
        (Ieee::Integral, [a]) => target.integral(a),
        _ => BigUint::ZERO,
    }
}

fn opposite(a: &Number) -> Number {
    match a {
        Number::Nan => Number::Nan,
        Number::Infinite(sign) => Number::Infinite(!sign),
        Number::Finite(a) => Number::Finite(Finite { negative: !a.negative, ..a.clone() }),
    }
}
