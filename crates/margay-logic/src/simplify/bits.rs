//! Rules for shifts, concatenation, extraction and extension.

use super::{Redex, Rule, binary, extended, lift_choice, rules, unary, with_literal};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::mask;

pub(super) const SHIFT: &[Rule] =
    rules![shift_zero, shift_out, shift_twice, shift_of_zero, shift_back, lift_choice];
pub(super) const CONCAT: &[Rule] = rules![concat_zero, concat_adjacent];
pub(super) const EXTRACT: &[Rule] = rules![
    extract_all,
    extract_extract,
    extract_concat,
    extract_extension,
    extract_bitwise_literal,
    extract_choice,
];
pub(super) const EXTEND: &[Rule] = rules![extend_nothing, extend_extension, extend_choice];

fn shift_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.b()) == Some(0)).then(|| r.a())
}

/// A count at or beyond the width leaves nothing, or only the sign.
fn shift_out(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let bits = u64::from(terms.bits(r.a()));
    let count = terms.as_const(r.b())?;
    if count < bits {
        return None;
    }
    if r.op != Op::AShr {
        return Some(terms.constant(0, r.sort));
    }
    // The largest count that keeps a bit; the guard against itself ends the recursion.
    let last = terms.constant(bits - 1, r.sort);
    (last != r.b()).then(|| terms.ashr(r.a(), last))
}

/// Shifts in the same direction add up.
fn shift_twice(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let outer = terms.as_const(r.b())?;
    let (x, inner) = with_literal(terms, r.a(), r.op)?;
    let bits = u64::from(terms.bits(x));
    let total = outer.checked_add(inner)?;
    if total >= bits && r.op != Op::AShr {
        return Some(terms.constant(0, r.sort));
    }
    let count = terms.constant(total.min(bits - 1), r.sort);
    Some(terms.app(r.op, &[x, count]))
}

fn shift_of_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.a()) == Some(0)).then(|| r.a())
}

/// Left and back, or right and back, clears bits.
fn shift_back(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let opposite = match r.op {
        Op::LShr => Op::Shl,
        Op::Shl => Op::LShr,
        _ => return None,
    };
    let count = terms.as_const(r.b())?;
    let (x, inner) = with_literal(terms, r.a(), opposite)?;
    let ones = mask(terms.bits(x));
    if count != inner || count >= u64::from(terms.bits(x)) {
        return None;
    }
    let kept = if r.op == Op::LShr { ones >> count } else { ones << count };
    let kept = terms.constant(kept, r.sort);
    Some(terms.and(x, kept))
}

fn concat_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let width = r.sort.bits()? as u16;
    (terms.as_small(r.a()) == Some(0)).then(|| terms.app(Op::ZeroExt(width), &[r.b()]))
}

/// Neighbouring slices of one term are one slice.
fn concat_adjacent(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (high, low) = (*terms.node(r.a()), *terms.node(r.b()));
    match (high.op(), low.op()) {
        (Op::Extract { hi, lo: middle }, Op::Extract { hi: below, lo })
            if middle == below + 1 && high.args() == low.args() =>
        {
            Some(slice_of(terms, hi, lo, high.args()[0]))
        }
        _ => None,
    }
}

fn slice_of(terms: &mut Terms, hi: u16, lo: u16, a: TermId) -> TermId {
    terms.app(Op::Extract { hi, lo }, &[a])
}

fn slice(r: &Redex<'_>) -> Option<(u16, u16)> {
    match r.op {
        Op::Extract { hi, lo } => Some((hi, lo)),
        _ => None,
    }
}

fn extract_all(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.sort(r.a()) == r.sort).then(|| r.a())
}

fn extract_extract(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (hi, lo) = slice(r)?;
    let inner = *terms.node(r.a());
    match inner.op() {
        Op::Extract { lo: base, .. } => {
            Some(slice_of(terms, hi + base, lo + base, inner.args()[0]))
        }
        _ => None,
    }
}

fn extract_concat(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (hi, lo) = slice(r)?;
    let (high, low) = binary(terms, r.a(), Op::Concat)?;
    let split = terms.bits(low) as u16;
    if hi < split {
        return Some(slice_of(terms, hi, lo, low));
    }
    let top = slice_of(terms, hi - split, lo.saturating_sub(split), high);
    if lo >= split {
        return Some(top);
    }
    let bottom = slice_of(terms, split - 1, lo, low);
    Some(terms.concat(top, bottom))
}

fn extract_extension(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (hi, lo) = slice(r)?;
    let (sign, x) = extended(terms, r.a())?;
    let narrow = terms.bits(x) as u16;
    if hi < narrow {
        return Some(slice_of(terms, hi, lo, x));
    }
    if lo >= narrow && !sign {
        return Some(terms.constant(0, r.sort));
    }
    let rest = slice_of(terms, narrow - 1, lo.min(narrow - 1), x);
    let width = hi - lo + 1;
    let op = if sign { Op::SignExt(width) } else { Op::ZeroExt(width) };
    Some(terms.app(op, &[rest]))
}

/// A slice of `x & c` is a slice of `x` and a slice of `c`.
fn extract_bitwise_literal(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (hi, lo) = slice(r)?;
    for op in [Op::And, Op::Or, Op::Xor] {
        if let Some((x, c)) = with_literal(terms, r.a(), op) {
            let literal = terms.constant(c >> lo, r.sort);
            let x = slice_of(terms, hi, lo, x);
            return Some(terms.app(op, &[x, literal]));
        }
    }
    let x = unary(terms, r.a(), Op::Not)?;
    let x = slice_of(terms, hi, lo, x);
    Some(terms.not(x))
}

/// A slice of, or an extension of, a choice between literals folds in both branches.
fn extract_choice(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    lift_unary(terms, r)
}

fn extend_choice(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    lift_unary(terms, r)
}

fn lift_unary(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (condition, yes, no) = super::literal_choice(terms, r.a())?;
    let (yes, no) = (terms.app(r.op, &[yes]), terms.app(r.op, &[no]));
    Some(terms.ite(condition, yes, no))
}

fn extend_nothing(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.sort(r.a()) == r.sort).then(|| r.a())
}

/// Extensions of the same kind merge; above a proper zero extension the sign is 0.
fn extend_extension(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (inner_sign, x) = extended(terms, r.a())?;
    let width = r.sort.bits()? as u16;
    let proper = terms.bits(x) < terms.bits(r.a());
    match (r.op, inner_sign) {
        (Op::SignExt(_), true) => Some(terms.app(Op::SignExt(width), &[x])),
        (Op::SignExt(_), false) if proper => Some(terms.app(Op::ZeroExt(width), &[x])),
        (Op::ZeroExt(_), false) => Some(terms.app(Op::ZeroExt(width), &[x])),
        _ => None,
    }
}
