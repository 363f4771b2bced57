//! Rules for arithmetic: sums with the literal last, differences and products flattened a step.

use super::polynomial::collect;
use super::{Redex, Rule, binary, extended, lift_choice, rules, unary, with_literal};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::{mask, signed};

pub(super) const NEG: &[Rule] = rules![neg_neg, neg_difference, neg_sum];
pub(super) const ADD: &[Rule] =
    rules![add_zero, gather, add_negation, add_difference, like_terms, collect, lift_choice];
pub(super) const SUB: &[Rule] = rules![
    sub_literal,
    sub_self,
    sub_from_zero,
    sub_part,
    sub_negation,
    sub_literal_parts,
    lift_choice
];
pub(super) const MUL: &[Rule] =
    rules![mul_zero, mul_one, mul_minus_one, mul_power_of_two, gather, distribute, lift_choice];
pub(super) const DIV: &[Rule] =
    rules![div_one, div_minus_one, unsigned_power_of_two, signed_of_zero_extended, lift_choice];

fn neg_neg(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    unary(terms, r.a(), Op::Neg)
}

fn neg_difference(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (x, y) = binary(terms, r.a(), Op::Sub)?;
    Some(terms.sub(y, x))
}

/// `-(x + c)` is `-c - x`.
fn neg_sum(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (x, c) = with_literal(terms, r.a(), Op::Add)?;
    let c = terms.constant(c.wrapping_neg(), r.sort);
    Some(terms.sub(c, x))
}

fn add_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.b()) == Some(0)).then(|| r.a())
}

/// `(x op c) op d` is `x op (c op d)`; a literal inside moves to the outside.
fn gather(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if let Some((x, c)) = with_literal(terms, r.a(), r.op) {
        let c = terms.constant(c, r.sort);
        if terms.as_const(r.b()).is_some() {
            let literal = terms.app(r.op, &[c, r.b()]);
            return Some(terms.app(r.op, &[x, literal]));
        }
        let rest = terms.app(r.op, &[x, r.b()]);
        return Some(terms.app(r.op, &[rest, c]));
    }
    let (x, c) = with_literal(terms, r.b(), r.op)?;
    let rest = terms.app(r.op, &[r.a(), x]);
    let c = terms.constant(c, r.sort);
    Some(terms.app(r.op, &[rest, c]))
}

fn add_negation(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if let Some(y) = unary(terms, r.b(), Op::Neg) {
        return Some(terms.sub(r.a(), y));
    }
    let x = unary(terms, r.a(), Op::Neg)?;
    Some(terms.sub(r.b(), x))
}

/// `(x - y) + y` is `x`, and `(c - y) + d` is `(c + d) - y`.
fn add_difference(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    for (difference, other) in [(r.a(), r.b()), (r.b(), r.a())] {
        let Some((x, y)) = binary(terms, difference, Op::Sub) else {
            continue;
        };
        if y == other {
            return Some(x);
        }
        if terms.as_const(x).is_some() && terms.as_const(other).is_some() {
            let literal = terms.add(x, other);
            return Some(terms.sub(literal, y));
        }
    }
    None
}

/// `c * x + d * x` is `(c + d) * x`.
fn like_terms(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let ((x, c), (y, d)) = (scaled(terms, r.a()), scaled(terms, r.b()));
    if x != y {
        return None;
    }
    let factor = terms.constant(c.wrapping_add(d), r.sort);
    Some(terms.mul(x, factor))
}

/// A term as a multiple of another.
pub(super) fn scaled(terms: &Terms, term: TermId) -> (TermId, u64) {
    if let Some((x, c)) = with_literal(terms, term, Op::Mul) {
        return (x, c);
    }
    match with_literal(terms, term, Op::Shl) {
        Some((x, n)) if n < 64 => (x, 1 << n),
        _ => (term, 1),
    }
}

fn sub_literal(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let c = terms.as_const(r.b())?;
    let c = terms.constant(c.wrapping_neg(), r.sort);
    Some(terms.add(r.a(), c))
}

fn sub_self(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| terms.constant(0, r.sort))
}

fn sub_from_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.a()) == Some(0)).then(|| terms.neg(r.b()))
}

/// `(x + y) - x` is `y`, and `x - (x + y)` is `-y`.
fn sub_part(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let rest = |sum, part| {
        let (x, y) = binary(terms, sum, Op::Add)?;
        match part {
            _ if part == x => Some(y),
            _ if part == y => Some(x),
            _ => None,
        }
    };
    if let Some(y) = rest(r.a(), r.b()) {
        return Some(y);
    }
    let y = rest(r.b(), r.a())?;
    Some(terms.neg(y))
}

fn sub_negation(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let y = unary(terms, r.b(), Op::Neg)?;
    Some(terms.add(r.a(), y))
}

/// Literals inside a difference move to its outside.
fn sub_literal_parts(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if let Some((x, c)) = with_literal(terms, r.a(), Op::Add) {
        let rest = terms.sub(x, r.b());
        let c = terms.constant(c, r.sort);
        return Some(terms.add(rest, c));
    }
    let (y, c) = with_literal(terms, r.b(), Op::Add)?;
    let rest = terms.sub(r.a(), y);
    let c = terms.constant(c.wrapping_neg(), r.sort);
    Some(terms.add(rest, c))
}

fn mul_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.b()) == Some(0)).then(|| r.b())
}

fn mul_one(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.b()) == Some(1)).then(|| r.a())
}

fn mul_minus_one(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let ones = mask(terms.bits(r.a()));
    (terms.as_const(r.b()) == Some(ones)).then(|| terms.neg(r.a()))
}

fn mul_power_of_two(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let c = terms.as_const(r.b())?;
    if !c.is_power_of_two() {
        return None;
    }
    let count = terms.constant(u64::from(c.trailing_zeros()), r.sort);
    Some(terms.shl(r.a(), count))
}

/// `(x + c) * d` is `x * d + c * d`.
fn distribute(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let d = terms.as_const(r.b())?;
    let (x, c) = with_literal(terms, r.a(), Op::Add)?;
    let product = terms.mul(x, r.b());
    let literal = terms.constant(c.wrapping_mul(d), r.sort);
    Some(terms.add(product, literal))
}

fn div_one(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if terms.as_const(r.b()) != Some(1) || signed(1, terms.bits(r.a())) != 1 && is_signed(r.op) {
        return None;
    }
    Some(match r.op {
        Op::UDiv | Op::SDiv => r.a(),
        _ => terms.constant(0, r.sort),
    })
}

fn is_signed(op: Op) -> bool {
    matches!(op, Op::SDiv | Op::SRem)
}

fn div_minus_one(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if terms.as_const(r.b()) != Some(mask(terms.bits(r.a()))) {
        return None;
    }
    match r.op {
        Op::SDiv => Some(terms.neg(r.a())),
        Op::SRem => Some(terms.constant(0, r.sort)),
        _ => None,
    }
}

fn unsigned_power_of_two(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let c = terms.as_const(r.b())?;
    if !c.is_power_of_two() {
        return None;
    }
    match r.op {
        Op::UDiv => {
            let count = terms.constant(u64::from(c.trailing_zeros()), r.sort);
            Some(terms.lshr(r.a(), count))
        }
        Op::URem => {
            let low = terms.constant(c - 1, r.sort);
            Some(terms.and(r.a(), low))
        }
        _ => None,
    }
}

/// A zero extension is not negative, so by a positive literal it divides without sign.
fn signed_of_zero_extended(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let op = match r.op {
        Op::SDiv => Op::UDiv,
        Op::SRem => Op::URem,
        _ => return None,
    };
    let bits = terms.bits(r.a());
    let c = terms.as_const(r.b())?;
    let (sign, x) = extended(terms, r.a())?;
    let positive = !sign && terms.bits(x) < bits && signed(c, bits) > 0;
    positive.then(|| terms.app(op, &[r.a(), r.b()]))
}
