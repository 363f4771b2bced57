//! What each scalar operator computes: the one definition of the semantics.
//!
//! The simplifier folds constants with it, the evaluator checks every model with it, and the tests
//! compare circuits, rewrite rules and external solvers against it. Values are the low bits of a
//! `u64`; the bits above the width are always zero, and every NaN is the canonical one. Longer
//! values are interned and have a definition of their own (`words.rs`), and so have the floats
//! and rounding modes that Java has not (`ieee.rs`); where both define an operator, they agree.

pub(crate) mod ieee;
pub(crate) mod words;

use crate::op::Op;
use crate::sort::{FloatSort, Sort};

/// The low `bits` bits set.
pub fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// `value` read as a signed number of `bits` bits.
pub fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

/// The smallest signed number of `bits` bits, as a value.
pub fn signed_min(bits: u32) -> u64 {
    1 << (bits - 1)
}

/// The largest signed number of `bits` bits, as a value.
pub fn signed_max(bits: u32) -> u64 {
    mask(bits - 1)
}

/// Any NaN becomes the one NaN of the format, so that identity of floats is identity of bits.
pub fn canonical(bits: u64, float: FloatSort) -> u64 {
    match float {
        FloatSort::F32 if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
        FloatSort::F64 if f64::from_bits(bits).is_nan() => 0x7ff8_0000_0000_0000,
        _ => bits,
    }
}

/// The value of a scalar sort that is written with these bits.
pub fn of_sort(bits: u64, sort: Sort) -> u64 {
    let value = bits & mask(sort.bits().unwrap_or(0));
    match sort {
        Sort::Float(float) => canonical(value, float),
        _ => value,
    }
}

/// Applies a scalar operator to values. `operand` is the sort of the first operand except for
/// [`Op::Ite`] and [`Op::Concat`], which need the sort of the last.
///
/// Literals, variables and array operators have no scalar meaning here and give 0; the evaluator
/// treats them before it comes here.
pub fn apply(op: Op, operand: Sort, args: &[u64]) -> u64 {
    let Some(bits) = operand.bits() else { return 0 };
    match *args {
        [a] => unary(op, operand, bits, a),
        [a, b] => match operand {
            Sort::Float(float) if op != Op::Eq => float_binary(op, float, a, b),
            _ => binary(op, bits, a, b),
        },
        [c, a, b] if op == Op::Ite => {
            if c != 0 {
                a
            } else {
                b
            }
        }
        _ => 0,
    }
}

fn unary(op: Op, operand: Sort, bits: u32, a: u64) -> u64 {
    match op {
        Op::Not => !a & mask(bits),
        Op::Neg => a.wrapping_neg() & mask(bits),
        Op::Extract { hi, lo } => (a >> lo) & mask(u32::from(hi - lo) + 1),
        Op::ZeroExt(_) => a,
        Op::SignExt(to) => signed(a, bits) as u64 & mask(u32::from(to)),
        Op::FFromBits(to) => canonical(a, to),
        Op::FFromSigned(FloatSort::F32) => u64::from((signed(a, bits) as f32).to_bits()),
        Op::FFromSigned(FloatSort::F64) => (signed(a, bits) as f64).to_bits(),
        _ => match operand {
            Sort::Float(float) => float_unary(op, float, a),
            _ => 0,
        },
    }
}

fn binary(op: Op, bits: u32, a: u64, b: u64) -> u64 {
    let m = mask(bits);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => u64::from(a == b),
        Op::Add => a.wrapping_add(b) & m,
        Op::Sub => a.wrapping_sub(b) & m,
        Op::Mul => a.wrapping_mul(b) & m,
        Op::UDiv => a.checked_div(b).unwrap_or(m),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => u64::from(sa < 0) | if sa < 0 { 0 } else { m },
        Op::SDiv => sa.wrapping_div(sb) as u64 & m,
        Op::SRem if b == 0 => a,
        Op::SRem => sa.wrapping_rem(sb) as u64 & m,
        Op::Shl => shifted(b, bits).map_or(0, |n| (a << n) & m),
        Op::LShr => shifted(b, bits).map_or(0, |n| a >> n),
        Op::AShr => (sa >> shifted(b, bits).unwrap_or(bits - 1)) as u64 & m,
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Slt => u64::from(sa < sb),
        Op::Sle => u64::from(sa <= sb),
        // `bits` is the width of the second operand here.
        Op::Concat => (a << bits) | b,
        _ => 0,
    }
}

/// The shift count, unless it moves every bit out.
fn shifted(count: u64, bits: u32) -> Option<u32> {
    u32::try_from(count).ok().filter(|n| *n < bits)
}

fn float_unary(op: Op, float: FloatSort, a: u64) -> u64 {
    let x = to_f64(a, float);
    match op {
        Op::FNeg => from_f64(-x, float),
        Op::FAbs => from_f64(x.abs(), float),
        // Rounding the double root of a single once more is exact: 53 >= 2 * 24 + 2.
        Op::FSqrt => from_f64(x.sqrt(), float),
        Op::FIsNan => u64::from(x.is_nan()),
        Op::FFromFloat(to) => from_f64(x, to),
        Op::FToSigned(width) => {
            let bits = u32::from(width);
            let clamped = (x as i64).clamp(signed(signed_min(bits), bits), signed_max(bits) as i64);
            clamped as u64 & mask(bits)
        }
        _ => 0,
    }
}

fn float_binary(op: Op, float: FloatSort, a: u64, b: u64) -> u64 {
    let (x, y) = (to_f64(a, float), to_f64(b, float));
    match op {
        // Single precision through double is exact for the four operations, by the same argument.
        Op::FAdd => from_f64(x + y, float),
        Op::FSub => from_f64(x - y, float),
        Op::FMul => from_f64(x * y, float),
        Op::FDiv => from_f64(x / y, float),
        Op::FLt => u64::from(x < y),
        Op::FLe => u64::from(x <= y),
        Op::FEq => u64::from(x == y),
        _ => 0,
    }
}

fn to_f64(bits: u64, float: FloatSort) -> f64 {
    match float {
        FloatSort::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatSort::F64 => f64::from_bits(bits),
    }
}

fn from_f64(x: f64, float: FloatSort) -> u64 {
    let bits = match float {
        FloatSort::F32 => u64::from((x as f32).to_bits()),
        FloatSort::F64 => x.to_bits(),
    };
    canonical(bits, float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_corner_cases_are_those_of_java_and_smt_lib() {
        let int = Sort::Bv(32);
        let of =
            |op, a: i32, b: i32| apply(op, int, &[a as u32 as u64, b as u32 as u64]) as u32 as i32;
        assert_eq!(of(Op::SDiv, i32::MIN, -1), i32::MIN);
        assert_eq!(of(Op::SRem, i32::MIN, -1), 0);
        assert_eq!(of(Op::SDiv, -7, 2), -3);
        assert_eq!(of(Op::SRem, -7, 2), -1);
        assert_eq!(of(Op::SDiv, 7, 0), -1);
        assert_eq!(of(Op::SDiv, -7, 0), 1);
        assert_eq!(of(Op::SRem, -7, 0), -7);
        assert_eq!(of(Op::UDiv, 7, 0), -1);
        assert_eq!(of(Op::URem, 7, 0), 7);
    }

    #[test]
    fn floats_have_one_nan_and_two_zeros() {
        let f = Sort::Float(FloatSort::F32);
        let nan = apply(Op::FDiv, f, &[0, 0]);
        assert_eq!(nan, 0x7fc0_0000);
        assert_eq!(apply(Op::Eq, f, &[nan, nan]), 1);
        assert_eq!(apply(Op::FEq, f, &[nan, nan]), 0);
        let minus_zero = apply(Op::FNeg, f, &[0]);
        assert_eq!(apply(Op::Eq, f, &[0, minus_zero]), 0);
        assert_eq!(apply(Op::FEq, f, &[0, minus_zero]), 1);
    }
}
