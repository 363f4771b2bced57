//! Values of more than 64 bits: interned, so that a value is a `u64` whatever its width.
//!
//! [`Words`] belongs to the store of terms. Equal values have equal numbers, so equality, memos
//! and models need not know which kind of value they hold. [`apply`] is the definition of the
//! bit-vector operators at any width; [`super::ieee`] has those of floats.

use super::ieee;
use crate::op::Op;
use crate::sort::Sort;
use indexmap::IndexSet;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use std::sync::{Mutex, PoisonError};

/// All values of more than 64 bits that occurred, numbered.
#[derive(Debug)]
pub(crate) struct Words {
    known: Mutex<IndexSet<BigUint, FxBuildHasher>>,
}

impl Default for Words {
    /// Zero has the number 0, as it has at all widths.
    fn default() -> Words {
        Words { known: Mutex::new([BigUint::ZERO].into_iter().collect()) }
    }
}

impl Words {
    /// The value of a scalar sort as a number.
    pub(crate) fn big(&self, value: u64, sort: Sort) -> BigUint {
        if !sort.is_wide() {
            return BigUint::from(value);
        }
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_index(value as usize).cloned().unwrap_or_default()
    }

    /// The number as a value of a scalar sort; bits beyond its width are dropped.
    pub(crate) fn value(&self, number: BigUint, sort: Sort) -> u64 {
        let bits = sort.bits().unwrap_or(0);
        let number = low(number, bits);
        let number = match sort.format() {
            Some(format) => ieee::canonical(number, format),
            None => number,
        };
        if !sort.is_wide() {
            return number.iter_u64_digits().next().unwrap_or(0);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert_full(number).0 as u64
    }
}

/// The low bits of a number.
pub(crate) fn low(number: BigUint, bits: u32) -> BigUint {
    if number.bits() <= u64::from(bits) { number } else { number & ones(bits) }
}

/// That many ones.
pub(crate) fn ones(bits: u32) -> BigUint {
    (BigUint::from(1_u32) << bits) - 1_u32
}

/// The complement within a width.
fn complement(number: &BigUint, bits: u32) -> BigUint {
    ones(bits) ^ number
}

/// Two's complement within a width.
fn negated(number: &BigUint, bits: u32) -> BigUint {
    low(complement(number, bits) + 1_u32, bits)
}

/// Sign and magnitude of a number in two's complement.
pub(super) fn magnitude(number: &BigUint, bits: u32) -> (bool, BigUint) {
    match number.bit(u64::from(bits) - 1) {
        true => (true, negated(number, bits)),
        false => (false, number.clone()),
    }
}

/// Applies a scalar operator to values of any width; sorts as they are in the term.
pub(crate) fn apply(words: &Words, op: Op, result: Sort, sorts: &[Sort], args: &[u64]) -> u64 {
    match (op, args) {
        (Op::Eq, [a, b]) => return u64::from(a == b),
        (Op::Ite, [c, a, b]) => return if *c != 0 { *a } else { *b },
        (Op::Bits, [a]) => return *a,
        _ => {}
    }
    let big: Vec<BigUint> = args.iter().zip(sorts).map(|(a, s)| words.big(*a, *s)).collect();
    let bits = sorts.last().and_then(|s| s.bits()).unwrap_or(1);
    let width = result.bits().unwrap_or(1);
    let number = match (op, big.as_slice()) {
        (Op::FFromBits(_), [a]) => a.clone(),
        _ if is_float(op, sorts) => ieee::apply(op, sorts, &big),
        (Op::Not, [a]) => complement(a, bits),
        (Op::Neg, [a]) => negated(a, bits),
        (Op::Extract { lo, .. }, [a]) => a >> lo,
        (Op::ZeroExt(_), [a]) => a.clone(),
        (Op::SignExt(_), [a]) => match magnitude(a, bits) {
            (true, a) => negated(&a, width),
            (false, a) => a,
        },
        (op, [a, b]) => binary(op, bits, a, b),
        _ => BigUint::ZERO,
    };
    words.value(number, result)
}

fn is_float(op: Op, sorts: &[Sort]) -> bool {
    matches!(op, Op::Ieee(..) | Op::FFromSigned(_)) || sorts.iter().any(|s| s.format().is_some())
}

fn binary(op: Op, bits: u32, a: &BigUint, b: &BigUint) -> BigUint {
    let truth = |yes: bool| BigUint::from(u32::from(yes));
    // Exchanging the sign bits maps the signed order to the unsigned one.
    let flipped = |x: &BigUint| x ^ (BigUint::from(1_u32) << (bits - 1));
    let zero = b == &BigUint::ZERO;
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Add => a + b,
        Op::Sub => a + negated(b, bits),
        Op::Mul => a * b,
        Op::UDiv if zero => ones(bits),
        Op::UDiv => a / b,
        Op::URem if zero => a.clone(),
        Op::URem => a % b,
        Op::SDiv | Op::SRem => signed_division(op, bits, a, b),
        Op::Shl | Op::LShr | Op::AShr => shifted(op, bits, a, b),
        Op::Ult => truth(a < b),
        Op::Ule => truth(a <= b),
        Op::Slt => truth(flipped(a) < flipped(b)),
        Op::Sle => truth(flipped(a) <= flipped(b)),
        // `bits` is the width of the second operand.
        Op::Concat => (a << bits) | b,
        _ => BigUint::ZERO,
    }
}

/// Through magnitudes; the zero divisor comes out as SMT-LIB has it.
fn signed_division(op: Op, bits: u32, a: &BigUint, b: &BigUint) -> BigUint {
    let ((a_sign, x), (b_sign, y)) = (magnitude(a, bits), magnitude(b, bits));
    let unsigned = if op == Op::SDiv { Op::UDiv } else { Op::URem };
    let number = binary(unsigned, bits, &x, &y);
    let negative = if op == Op::SDiv { a_sign != b_sign } else { a_sign };
    if negative { negated(&low(number, bits), bits) } else { number }
}

fn shifted(op: Op, bits: u32, a: &BigUint, count: &BigUint) -> BigUint {
    let negative = op == Op::AShr && a.bit(u64::from(bits) - 1);
    let a = if negative { complement(a, bits) } else { a.clone() };
    let count = u32::try_from(count).ok().filter(|n| *n < bits);
    let number = match (op, count) {
        (_, None) => BigUint::ZERO,
        (Op::Shl, Some(n)) => a << n,
        (_, Some(n)) => a >> n,
    };
    if negative { complement(&number, bits) } else { number }
}

/// Whether the narrow definition in [`super::apply`] does not cover an application.
pub(crate) fn is_needed(op: Op, result: Sort, operand: Sort) -> bool {
    let odd = |sort: Sort| sort.is_wide() || matches!(sort, Sort::Format(_));
    matches!(op, Op::Ieee(..) | Op::Bits) || odd(result) || odd(operand)
}
