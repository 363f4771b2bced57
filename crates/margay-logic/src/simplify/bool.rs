//! Rules for `Not`, `And`, `Or`, `Xor` and `Ite`, at `Bool` and bitwise alike.

use super::{Redex, Rule, binary, lift_choice, rules, unary, with_literal};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use crate::value::mask;

pub(super) const NOT: &[Rule] = rules![not_not, not_compare];
pub(super) const LATTICE: &[Rule] = rules![
    absorbing,
    neutral,
    idempotent,
    complement,
    gather_literals,
    absorb,
    repeat,
    lift_choice
];
pub(super) const XOR: &[Rule] =
    rules![xor_zero, xor_self, xor_ones, xor_not, gather_literals, lift_choice];
pub(super) const ITE: &[Rule] =
    rules![ite_decided, ite_same, ite_not, ite_bool, ite_then_nested, ite_else_nested];

fn not_not(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    unary(terms, r.a(), Op::Not)
}

/// The complement of a comparison is the comparison with sides exchanged.
fn not_compare(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let node = *terms.node(r.a());
    let op = negated(node.op())?;
    Some(terms.app(op, &[node.args()[1], node.args()[0]]))
}

fn negated(op: Op) -> Option<Op> {
    match op {
        Op::Ult => Some(Op::Ule),
        Op::Ule => Some(Op::Ult),
        Op::Slt => Some(Op::Sle),
        Op::Sle => Some(Op::Slt),
        _ => None,
    }
}

fn is_complement(terms: &Terms, a: TermId, b: TermId) -> bool {
    let compares = || {
        let (x, y) = (terms.node(a), terms.node(b));
        negated(x.op()) == Some(y.op()) && x.args()[0] == y.args()[1] && x.args()[1] == y.args()[0]
    };
    unary(terms, a, Op::Not) == Some(b) || unary(terms, b, Op::Not) == Some(a) || compares()
}

/// The value that decides the operator alone: 0 for `And`, all ones for `Or`.
fn absorber(r: &Redex<'_>) -> u64 {
    if r.op == Op::And { 0 } else { ones(r.sort) }
}

fn ones(sort: Sort) -> u64 {
    mask(sort.bits().unwrap_or(0))
}

fn absorbing(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_const(r.b()) == Some(absorber(r))).then(|| r.b())
}

fn neutral(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_const(r.b()) == Some(absorber(r) ^ ones(r.sort))).then(|| r.a())
}

fn idempotent(_: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| r.a())
}

fn complement(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if !is_complement(terms, r.a(), r.b()) {
        return None;
    }
    let zero = terms.constant(0, r.sort);
    Some(if r.op == Op::And { zero } else { terms.not(zero) })
}

/// `(x op c) op d` is `x op (c op d)`, and a literal inside moves to the outside.
fn gather_literals(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if let Some((x, c)) = with_literal(terms, r.a(), r.op) {
        let c = terms.constant(c, r.sort);
        let rest = match terms.as_const(r.b()) {
            Some(_) => return Some(regroup(terms, r.op, x, c, r.b())),
            None => terms.app(r.op, &[x, r.b()]),
        };
        return Some(terms.app(r.op, &[rest, c]));
    }
    let (x, c) = with_literal(terms, r.b(), r.op)?;
    let rest = terms.app(r.op, &[r.a(), x]);
    let c = terms.constant(c, r.sort);
    Some(terms.app(r.op, &[rest, c]))
}

fn regroup(terms: &mut Terms, op: Op, x: TermId, c: TermId, d: TermId) -> TermId {
    let literal = terms.app(op, &[c, d]);
    terms.app(op, &[x, literal])
}

/// `x & (x | y)` is `x`, and dually.
fn absorb(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let dual = if r.op == Op::And { Op::Or } else { Op::And };
    let inside = |x, t| binary(terms, t, dual).is_some_and(|(a, b)| a == x || b == x);
    match (inside(r.a(), r.b()), inside(r.b(), r.a())) {
        (true, _) => Some(r.a()),
        (_, true) => Some(r.b()),
        _ => None,
    }
}

/// `x & (x & y)` is `x & y`, and dually.
fn repeat(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let inside = |x, t| binary(terms, t, r.op).is_some_and(|(a, b)| a == x || b == x);
    match (inside(r.a(), r.b()), inside(r.b(), r.a())) {
        (true, _) => Some(r.b()),
        (_, true) => Some(r.a()),
        _ => None,
    }
}

fn xor_zero(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_small(r.b()) == Some(0)).then(|| r.a())
}

fn xor_self(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.a() == r.b()).then(|| terms.constant(0, r.sort))
}

fn xor_ones(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (terms.as_const(r.b()) == Some(ones(r.sort))).then(|| terms.not(r.a()))
}

fn xor_not(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (inner, other) = match (unary(terms, r.a(), Op::Not), unary(terms, r.b(), Op::Not)) {
        (Some(inner), _) => (inner, r.b()),
        (_, Some(inner)) => (inner, r.a()),
        _ => return None,
    };
    let xor = terms.xor(inner, other);
    Some(terms.not(xor))
}

fn ite_decided(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let value = terms.as_const(r.a())?;
    Some(if value != 0 { r.b() } else { r.args[2] })
}

fn ite_same(_: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    (r.b() == r.args[2]).then(|| r.b())
}

fn ite_not(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let condition = unary(terms, r.a(), Op::Not)?;
    Some(terms.ite(condition, r.args[2], r.b()))
}

/// A choice between truth values of which one is a literal is a connective.
fn ite_bool(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    if r.sort != Sort::Bool {
        return None;
    }
    let (c, yes, no) = (r.a(), r.b(), r.args[2]);
    match (terms.as_const(yes), terms.as_const(no)) {
        (Some(0), _) => {
            let not_c = terms.not(c);
            Some(terms.and(not_c, no))
        }
        (Some(_), _) => Some(terms.or(c, no)),
        (_, Some(0)) => Some(terms.and(c, yes)),
        (_, Some(_)) => {
            let not_c = terms.not(c);
            Some(terms.or(not_c, yes))
        }
        _ => None,
    }
}

fn ite_then_nested(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let inner = *terms.node(r.b());
    (inner.op() == Op::Ite && inner.args()[0] == r.a())
        .then(|| terms.ite(r.a(), inner.args()[1], r.args[2]))
}

fn ite_else_nested(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let inner = *terms.node(r.args[2]);
    (inner.op() == Op::Ite && inner.args()[0] == r.a())
        .then(|| terms.ite(r.a(), r.b(), inner.args()[2]))
}
