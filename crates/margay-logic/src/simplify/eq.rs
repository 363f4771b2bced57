//! Rules for equality: solve for the variable where one side is a literal, drop what both sides
//! share.

use super::polynomial::same_polynomial;
use super::{Redex, Rule, binary, extended, lift_choice, rules, unary, with_literal};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use crate::value::{mask, signed};

pub(super) const EQ: &[Rule] = rules![
    same,
    bool_literal,
    complement_sides,
    move_literal,
    invert,
    divide_by_odd,
    narrow_literal,
    split_concat,
    lift_choice,
    zero_difference,
    cancel_sum,
    narrow_both,
    same_polynomial,
];

fn same(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| terms.bool(true))
}

fn bool_literal(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if terms.sort(r.a()) != Sort::Bool {
        return None;
    }
    match terms.as_const(r.b())? {
        0 => Some(terms.not(r.a())),
        _ => Some(r.a()),
    }
}

/// No value equals its complement; two complements are equal when their operands are.
fn complement_sides(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    match (unary(terms, r.a(), Op::Not), unary(terms, r.b(), Op::Not)) {
        (Some(x), Some(y)) => Some(terms.eq(x, y)),
        (Some(x), None) if x == r.b() => Some(terms.bool(false)),
        (None, Some(y)) if y == r.a() => Some(terms.bool(false)),
        _ => None,
    }
}

/// `x + c = d` is `x = d - c`; likewise for exclusive or.
fn move_literal(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    terms.as_const(r.b())?;
    let sort = terms.sort(r.a());
    let (x, c, inverse) = match with_literal(terms, r.a(), Op::Add) {
        Some((x, c)) => (x, c, Op::Sub),
        None => {
            let (x, c) = with_literal(terms, r.a(), Op::Xor)?;
            (x, c, Op::Xor)
        }
    };
    let c = terms.constant(c, sort);
    let literal = terms.app(inverse, &[r.b(), c]);
    Some(terms.eq(x, literal))
}

/// `~x = c` is `x = ~c`, `-x = c` is `x = -c`, `k - x = c` is `x = k - c`.
fn invert(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    terms.as_const(r.b())?;
    for op in [Op::Not, Op::Neg] {
        if let Some(x) = unary(terms, r.a(), op) {
            let literal = terms.app(op, &[r.b()]);
            return Some(terms.eq(x, literal));
        }
    }
    let (k, x) = binary(terms, r.a(), Op::Sub)?;
    terms.as_const(k)?;
    let literal = terms.sub(k, r.b());
    Some(terms.eq(x, literal))
}

/// Odd numbers have inverses: `x * c = d` is `x = d * c⁻¹`.
fn divide_by_odd(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let d = terms.as_const(r.b())?;
    let (x, c) = with_literal(terms, r.a(), Op::Mul)?;
    if c & 1 == 0 {
        return None;
    }
    // Newton's iteration doubles the correct bits: 3, 6, 12, 24, 48, 96.
    let inverse = (0..5).fold(c, |i, _| i.wrapping_mul(2_u64.wrapping_sub(c.wrapping_mul(i))));
    let literal = terms.constant(d.wrapping_mul(inverse), terms.sort(x));
    Some(terms.eq(x, literal))
}

/// An extension equals a literal at the narrow width, or never.
fn narrow_literal(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let c = terms.as_const(r.b())?;
    let (sign, x) = extended(terms, r.a())?;
    let (narrow, wide) = (terms.bits(x), terms.bits(r.a()));
    let back =
        if sign { signed(c & mask(narrow), narrow) as u64 & mask(wide) } else { c & mask(narrow) };
    if back != c {
        return Some(terms.bool(false));
    }
    let literal = terms.constant(c, terms.sort(x));
    Some(terms.eq(x, literal))
}

/// A concatenation equals a literal when both parts do.
fn split_concat(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let c = terms.as_const(r.b())?;
    let (high, low) = binary(terms, r.a(), Op::Concat)?;
    let (high_literal, low_literal) = (
        terms.constant(c >> terms.bits(low), terms.sort(high)),
        terms.constant(c, terms.sort(low)),
    );
    let (a, b) = (terms.eq(high, high_literal), terms.eq(low, low_literal));
    Some(terms.and(a, b))
}

/// `x - y = 0` is `x = y`; exclusive or likewise.
fn zero_difference(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if terms.as_const(r.b()) != Some(0) {
        return None;
    }
    let (x, y) = binary(terms, r.a(), Op::Sub).or_else(|| binary(terms, r.a(), Op::Xor))?;
    Some(terms.eq(x, y))
}

/// `x + y = x + z` is `y = z`, and `x + y = x` is `y = 0`.
fn cancel_sum(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let zero = terms.constant(0, terms.sort(r.a()));
    let left = binary(terms, r.a(), Op::Add);
    let right = binary(terms, r.b(), Op::Add);
    let without = |(a, b): (TermId, TermId), x: TermId| match x {
        _ if a == x => Some(b),
        _ if b == x => Some(a),
        _ => None,
    };
    let rest = match (left, right) {
        (Some(l), Some(r)) => {
            without(r, l.0).map(|z| (l.1, z)).or_else(|| without(r, l.1).map(|z| (l.0, z)))
        }
        (Some(l), None) => without(l, r.b()).map(|y| (y, zero)),
        (None, Some(right)) => without(right, r.a()).map(|y| (y, zero)),
        (None, None) => None,
    };
    let (y, z) = rest?;
    Some(terms.eq(y, z))
}

/// Extensions of the same kind and width are equal when what they extend is.
fn narrow_both(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let ((s, x), (t, y)) = (extended(terms, r.a())?, extended(terms, r.b())?);
    (s == t && terms.bits(x) == terms.bits(y)).then(|| terms.eq(x, y))
}
