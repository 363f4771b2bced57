//! The bounds of operands from the bounds of the result.

use super::domain::Domain;
use super::forward::forward;
use crate::op::Op;
use crate::value::mask;

/// Narrows operands to what can give a result within `result`; drops no possible value.
pub(super) fn backward(op: Op, result: Domain, args: &mut [Domain]) {
    match args {
        [a] => unary(op, result, a),
        [a, b] => match op {
            Op::And | Op::Or | Op::Xor => bitwise(op, result, a, b),
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => compare(op, result, a, b),
            _ => arithmetic(op, result, a, b),
        },
        [c, a, b] if op == Op::Ite => choice(result, c, a, b),
        _ => {}
    }
}

fn unary(op: Op, result: Domain, a: &mut Domain) {
    let bits = a.bits;
    match op {
        Op::Not | Op::Neg => *a = a.meet(forward(op, bits, &[result])),
        Op::ZeroExt(_) => {
            let hi = result.hi.min(mask(bits));
            *a = a.meet(Domain::unsigned(result.lo, hi, bits));
        }
        Op::SignExt(_) => {
            let full = Domain::full(bits);
            let (slo, shi) = (result.slo.max(full.slo), result.shi.min(full.shi));
            *a = a.meet(Domain::signed(slo, shi, bits));
        }
        Op::Extract { lo: 0, .. } if a.hi <= mask(result.bits) => {
            *a = a.meet(Domain::unsigned(result.lo, result.hi, bits));
        }
        _ => {}
    }
}

fn choice(result: Domain, c: &mut Domain, a: &mut Domain, b: &mut Domain) {
    if a.meet(result).is_empty() {
        *c = c.meet(Domain::only(0, 1));
    }
    if b.meet(result).is_empty() {
        *c = c.meet(Domain::only(1, 1));
    }
    match c.single() {
        Some(0) => *b = b.meet(result),
        Some(_) => *a = a.meet(result),
        None => {}
    }
}

fn bitwise(op: Op, result: Domain, a: &mut Domain, b: &mut Domain) {
    let bits = a.bits;
    if op == Op::Xor {
        if let Some(y) = b.single() {
            *a = a.meet(forward(op, bits, &[result, Domain::only(y, bits)]));
        }
        if let Some(x) = a.single() {
            *b = b.meet(forward(op, bits, &[result, Domain::only(x, bits)]));
        }
        return;
    }
    // A conjunction is below both operands, a disjunction above both.
    let bound = match op {
        Op::And => Domain::unsigned(result.lo, mask(bits), bits),
        _ => Domain::unsigned(0, result.hi, bits),
    };
    *a = a.meet(bound);
    *b = b.meet(bound);
    if bits == 1 {
        let (absorbing, neutral) = if op == Op::And { (0, 1) } else { (1, 0) };
        if result.single() == Some(absorbing) {
            if a.single() == Some(neutral) {
                *b = b.meet(result);
            } else if b.single() == Some(neutral) {
                *a = a.meet(result);
            }
        }
    }
}

fn compare(op: Op, result: Domain, a: &mut Domain, b: &mut Domain) {
    match (op, result.single()) {
        (Op::Eq, Some(1)) => {
            let both = a.meet(*b);
            (*a, *b) = (both, both);
        }
        (Op::Eq, Some(0)) => {
            exclude(a, b.single());
            exclude(b, a.single());
        }
        (Op::Ult, Some(1)) => below_unsigned(a, b, 1),
        (Op::Ule, Some(1)) => below_unsigned(a, b, 0),
        (Op::Ult, Some(0)) => below_unsigned(b, a, 0),
        (Op::Ule, Some(0)) => below_unsigned(b, a, 1),
        (Op::Slt, Some(1)) => below_signed(a, b, 1),
        (Op::Sle, Some(1)) => below_signed(a, b, 0),
        (Op::Slt, Some(0)) => below_signed(b, a, 0),
        (Op::Sle, Some(0)) => below_signed(b, a, 1),
        _ => {}
    }
}

/// A value that is excluded matters only at the end of a domain.
fn exclude(domain: &mut Domain, value: Option<u64>) {
    let Some(value) = value else { return };
    let nothing = Domain { lo: 1, hi: 0, ..*domain };
    if domain.single() == Some(value) {
        *domain = nothing;
        return;
    }
    let Domain { lo, hi, bits, .. } = *domain;
    if value == lo {
        *domain = domain.meet(Domain::unsigned(lo + 1, hi, bits));
    } else if value == hi {
        *domain = domain.meet(Domain::unsigned(lo, hi - 1, bits));
    }
    let Domain { slo, shi, .. } = *domain;
    let value = crate::value::signed(value, bits);
    if value == slo && slo < shi {
        *domain = domain.meet(Domain::signed(slo + 1, shi, bits));
    } else if value == shi && slo < shi {
        *domain = domain.meet(Domain::signed(slo, shi - 1, bits));
    }
}

/// `a + gap <= b` without sign.
fn below_unsigned(a: &mut Domain, b: &mut Domain, gap: u64) {
    let bits = a.bits;
    let empty = Domain { lo: 1, hi: 0, ..*a };
    *a = match b.hi.checked_sub(gap) {
        Some(hi) => a.meet(Domain::unsigned(0, hi, bits)),
        None => empty,
    };
    *b = match a.lo.checked_add(gap).filter(|lo| *lo <= mask(bits)) {
        Some(lo) => b.meet(Domain::unsigned(lo, mask(bits), bits)),
        None => empty,
    };
}

/// `a + gap <= b` with sign.
fn below_signed(a: &mut Domain, b: &mut Domain, gap: i64) {
    let full = Domain::full(a.bits);
    let empty = Domain { lo: 1, hi: 0, ..*a };
    *a = match b.shi.checked_sub(gap).filter(|shi| *shi >= full.slo) {
        Some(shi) => a.meet(Domain::signed(full.slo, shi, full.bits)),
        None => empty,
    };
    *b = match a.slo.checked_add(gap).filter(|slo| *slo <= full.shi) {
        Some(slo) => b.meet(Domain::signed(slo, full.shi, full.bits)),
        None => empty,
    };
}

fn arithmetic(op: Op, result: Domain, a: &mut Domain, b: &mut Domain) {
    let bits = a.bits;
    match op {
        Op::Add => {
            *a = a.meet(forward(Op::Sub, bits, &[result, *b]));
            *b = b.meet(forward(Op::Sub, bits, &[result, *a]));
        }
        Op::Sub => {
            *a = a.meet(forward(Op::Add, bits, &[result, *b]));
            *b = b.meet(forward(Op::Sub, bits, &[*a, result]));
        }
        Op::Concat => {
            *a = a.meet(Domain::unsigned(result.lo >> b.bits, result.hi >> b.bits, bits));
        }
        Op::LShr => {
            if let Some(n) = b.single().filter(|n| *n < u64::from(bits)) {
                let hi = result.hi.min(mask(bits) >> n);
                if result.lo <= hi {
                    *a = a.meet(Domain::unsigned(result.lo << n, hi << n | mask(n as u32), bits));
                }
            }
        }
        Op::UDiv => {
            if let Some(d) = b.single().filter(|d| *d > 0) {
                let low = u128::from(result.lo) * u128::from(d);
                let high = u128::from(result.hi) * u128::from(d) + u128::from(d - 1);
                let cap = u128::from(mask(bits));
                if low <= cap {
                    *a = a.meet(Domain::unsigned(low as u64, high.min(cap) as u64, bits));
                }
            }
        }
        _ => {}
    }
}
