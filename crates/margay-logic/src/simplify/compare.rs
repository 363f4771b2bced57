//! Rules for the order relations, written once for signed and unsigned.

use super::{Redex, Rule, extended, lift_choice, rules};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::{mask, signed, signed_max, signed_min};

pub(super) const LESS: &[Rule] = rules![
    irreflexive,
    beyond_range,
    only_extreme,
    all_but_extreme,
    narrow_both,
    zero_extended,
    sign_extended,
    lift_choice,
];
pub(super) const AT_MOST: &[Rule] = rules![reflexive, make_strict, narrow_both, lift_choice];

/// The least and the greatest value in the order of the operator, up to 64 bits.
fn range(terms: &Terms, r: &Redex<'_>) -> Option<(u64, u64)> {
    let bits = terms.bits(r.a());
    match r.op {
        _ if bits > 64 => None,
        Op::Slt | Op::Sle => Some((signed_min(bits), signed_max(bits))),
        _ => Some((0, mask(bits))),
    }
}

fn irreflexive(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| terms.bool(false))
}

fn reflexive(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| terms.bool(true))
}

/// Nothing is below the least or above the greatest value.
fn beyond_range(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (min, max) = range(terms, r)?;
    let empty = terms.as_const(r.b()) == Some(min) || terms.as_const(r.a()) == Some(max);
    empty.then(|| terms.bool(false))
}

/// Only the least value is below the one after it, and dually.
fn only_extreme(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (min, max) = range(terms, r)?;
    let (sort, ones) = (terms.sort(r.a()), mask(terms.bits(r.a())));
    let (x, only) = if terms.as_const(r.b()) == Some(min.wrapping_add(1) & ones) {
        (r.a(), min)
    } else if terms.as_const(r.a()) == Some(max.wrapping_sub(1) & ones) {
        (r.b(), max)
    } else {
        return None;
    };
    let only = terms.constant(only, sort);
    Some(terms.eq(x, only))
}

/// All but the greatest value are below it, and dually.
fn all_but_extreme(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (min, max) = range(terms, r)?;
    if terms.as_const(r.b()) == Some(max) || terms.as_const(r.a()) == Some(min) {
        return Some(terms.ne(r.a(), r.b()));
    }
    None
}

/// `x <= c` is `x < c + 1` unless `c` is the greatest value, and dually.
fn make_strict(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (min, max) = range(terms, r)?;
    let less = if r.op == Op::Sle { Op::Slt } else { Op::Ult };
    let sort = terms.sort(r.a());
    if let Some(c) = terms.as_const(r.b()) {
        if c == max {
            return Some(terms.bool(true));
        }
        let c = terms.constant(c.wrapping_add(1), sort);
        return Some(terms.app(less, &[r.a(), c]));
    }
    let c = terms.as_const(r.a())?;
    if c == min {
        return Some(terms.bool(true));
    }
    let c = terms.constant(c.wrapping_sub(1), sort);
    Some(terms.app(less, &[c, r.b()]))
}

/// Extensions keep the order: zero extension makes it unsigned, sign extension keeps it.
fn narrow_both(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let ((s, x), (t, y)) = (extended(terms, r.a())?, extended(terms, r.b())?);
    if s != t || terms.bits(x) != terms.bits(y) {
        return None;
    }
    let proper = terms.bits(x) < terms.bits(r.a());
    let op = match r.op {
        Op::Slt if !s && proper => Op::Ult,
        Op::Sle if !s && proper => Op::Ule,
        op => op,
    };
    Some(terms.app(op, &[x, y]))
}

/// A zero extension against a literal: decided, or compared without sign at the narrow width.
fn zero_extended(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (x, c, literal_right) = literal_side(terms, r, false)?;
    let (narrow, wide) = (terms.bits(x), terms.bits(r.a()));
    if narrow == wide {
        return None;
    }
    let negative = r.op == Op::Slt && signed(c, wide) < 0;
    // Where `x` is compared with something outside its range, the literal's side decides.
    if negative {
        return Some(terms.bool(!literal_right));
    }
    if c > mask(narrow) {
        return Some(terms.bool(literal_right));
    }
    compare_narrow(terms, Op::Ult, x, c, literal_right)
}

/// A sign extension against a literal in signed order.
fn sign_extended(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if r.op != Op::Slt {
        return None;
    }
    let (x, c, literal_right) = literal_side(terms, r, true)?;
    let (narrow, wide) = (terms.bits(x), terms.bits(r.a()));
    let c_signed = signed(c, wide);
    if c_signed > signed_max(narrow) as i64 {
        return Some(terms.bool(literal_right));
    }
    if c_signed < signed(signed_min(narrow), narrow) {
        return Some(terms.bool(!literal_right));
    }
    compare_narrow(terms, Op::Slt, x, c, literal_right)
}

/// The extended term, the literal it is compared with, and whether the literal is on the right.
fn literal_side(terms: &Terms, r: &Redex<'_>, sign: bool) -> Option<(TermId, u64, bool)> {
    let (extension, c, literal_right) = match (terms.as_const(r.a()), terms.as_const(r.b())) {
        (None, Some(c)) => (r.a(), c, true),
        (Some(c), None) => (r.b(), c, false),
        _ => return None,
    };
    let (s, x) = extended(terms, extension)?;
    (s == sign).then_some((x, c, literal_right))
}

fn compare_narrow(
    terms: &mut Terms,
    op: Op,
    x: TermId,
    c: u64,
    literal_right: bool,
) -> Option<TermId> {
    let c = terms.constant(c, terms.sort(x));
    let args = if literal_right { [x, c] } else { [c, x] };
    Some(terms.app(op, &args))
}
