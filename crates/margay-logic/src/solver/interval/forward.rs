//! The bounds of a term from the bounds of its operands.

use super::domain::Domain;
use crate::op::Op;
use crate::value::{mask, signed, signed_max, signed_min};

/// Bounds of `op` over operands with these bounds; always contains every possible result.
pub(super) fn forward(op: Op, bits: u32, args: &[Domain]) -> Domain {
    match *args {
        [a] => unary(op, bits, a),
        [a, b] => match op {
            Op::Add | Op::Sub | Op::Mul => ring(op, bits, a, b),
            Op::UDiv | Op::URem | Op::SDiv | Op::SRem => division(op, bits, a, b),
            Op::Shl | Op::LShr | Op::AShr => shift(op, bits, a, b),
            Op::Concat => {
                let at = b.bits;
                Domain::unsigned(a.lo << at | b.lo, a.hi << at | b.hi, bits)
            }
            Op::And | Op::Or | Op::Xor => bitwise(op, bits, a, b),
            _ => compare(op, bits, a, b),
        },
        [c, a, b] if op == Op::Ite => match c.single() {
            Some(0) => b,
            Some(_) => a,
            None => a.hull(b),
        },
        _ => Domain::full(bits),
    }
}

fn unary(op: Op, bits: u32, a: Domain) -> Domain {
    match op {
        Op::Not => {
            let unsigned = Domain::unsigned(mask(bits) - a.hi, mask(bits) - a.lo, bits);
            unsigned.meet(Domain::signed(-1 - a.shi, -1 - a.slo, bits))
        }
        Op::Neg => ring(Op::Sub, bits, Domain::only(0, bits), a),
        Op::ZeroExt(_) => Domain::unsigned(a.lo, a.hi, bits),
        Op::SignExt(_) => Domain::signed(a.slo, a.shi, bits),
        Op::Extract { lo, .. } if a.hi >> lo <= mask(bits) => {
            Domain::unsigned(a.lo >> lo, a.hi >> lo, bits)
        }
        Op::Extract { lo: 0, .. } if fits_signed(a.slo.into(), a.shi.into(), bits) => {
            Domain::signed(a.slo, a.shi, bits)
        }
        _ => Domain::full(bits),
    }
}

fn fits_signed(low: i128, high: i128, bits: u32) -> bool {
    let (min, max) = (i128::from(signed(signed_min(bits), bits)), i128::from(signed_max(bits)));
    min <= low && high <= max
}

/// Sum, difference and product: exact bounds where nothing, or everything, wraps around.
fn ring(op: Op, bits: u32, a: Domain, b: Domain) -> Domain {
    let corners = |al: i128, ah: i128, bl: i128, bh: i128| match op {
        Op::Add => (al + bl, ah + bh),
        Op::Sub => (al - bh, ah - bl),
        _ => {
            let products = [al * bl, al * bh, ah * bl, ah * bh];
            (products.into_iter().min().unwrap_or(0), products.into_iter().max().unwrap_or(0))
        }
    };
    let mut result = Domain::full(bits);
    if !(op == Op::Mul && bits > 63) {
        let (low, high) = corners(a.lo.into(), a.hi.into(), b.lo.into(), b.hi.into());
        if low >> bits == high >> bits {
            result = Domain::unsigned(low as u64 & mask(bits), high as u64 & mask(bits), bits);
        }
    }
    let (low, high) = corners(a.slo.into(), a.shi.into(), b.slo.into(), b.shi.into());
    let half = 1_i128 << (bits - 1);
    if (low + half) >> bits == (high + half) >> bits {
        let wrap = |v: i128| signed(v as u64 & mask(bits), bits);
        result = result.meet(Domain::signed(wrap(low), wrap(high), bits));
    }
    result
}

fn division(op: Op, bits: u32, a: Domain, b: Domain) -> Domain {
    match op {
        Op::UDiv if b.lo > 0 => Domain::unsigned(a.lo / b.hi, a.hi / b.lo, bits),
        Op::URem if b.lo > 0 && a.hi < b.lo => a,
        Op::URem => {
            let below = if b.lo > 0 { b.hi - 1 } else { u64::MAX };
            Domain::unsigned(0, a.hi.min(below), bits)
        }
        // A divisor between 1 and the largest number keeps the sign and shrinks the magnitude.
        Op::SDiv if b.slo > 0 => {
            let divide = |x: i64| [x / b.slo, x / b.shi];
            let [c, d] = divide(a.slo);
            let [e, f] = divide(a.shi);
            Domain::signed(c.min(d), e.max(f), bits)
        }
        Op::SRem => {
            // The remainder has the sign of the dividend and is smaller than the divisor.
            let below = if b.slo > 0 { b.shi - 1 } else { i64::MAX };
            Domain::signed(a.slo.min(0).max(-below), a.shi.max(0).min(below), bits)
        }
        _ => Domain::full(bits),
    }
}

fn shift(op: Op, bits: u32, a: Domain, count: Domain) -> Domain {
    let exact = count.single().filter(|n| *n < u64::from(bits));
    match (op, exact) {
        (Op::LShr, Some(n)) => Domain::unsigned(a.lo >> n, a.hi >> n, bits),
        (Op::LShr, None) => Domain::unsigned(0, a.hi, bits),
        (Op::AShr, Some(n)) => Domain::signed(a.slo >> n, a.shi >> n, bits),
        (Op::AShr, None) => Domain::signed(a.slo.min(0), a.shi.max(-1), bits),
        (_, Some(n)) => ring(Op::Mul, bits, a, Domain::only(1 << n, bits)),
        _ => Domain::full(bits),
    }
}

fn bitwise(op: Op, bits: u32, a: Domain, b: Domain) -> Domain {
    let spread = mask(64 - (a.hi | b.hi).leading_zeros());
    match op {
        Op::And if bits == 1 => Domain::unsigned(a.lo & b.lo, a.hi & b.hi, 1),
        Op::And => Domain::unsigned(0, a.hi.min(b.hi), bits),
        Op::Or => Domain::unsigned(a.lo.max(b.lo), spread, bits),
        _ => match (a.single(), b.single()) {
            (Some(x), Some(y)) => Domain::only(x ^ y, bits),
            _ => Domain::unsigned(0, spread, bits),
        },
    }
}

fn compare(op: Op, bits: u32, a: Domain, b: Domain) -> Domain {
    // Known to hold, and known to fail.
    let (yes, no) = match op {
        Op::Eq => (a.single().is_some() && a.single() == b.single(), a.meet(b).is_empty()),
        Op::Ult => (a.hi < b.lo, a.lo >= b.hi),
        Op::Ule => (a.hi <= b.lo, a.lo > b.hi),
        Op::Slt => (a.shi < b.slo, a.slo >= b.shi),
        Op::Sle => (a.shi <= b.slo, a.slo > b.shi),
        _ => return Domain::full(bits),
    };
    Domain::unsigned(u64::from(yes), u64::from(!no), 1)
}
