//! The simplifier: every term is rewritten as it is built.
//!
//! [`apply`] folds constants, orders the operands of commutative operators (older first, literals
//! last) and tries the rules of the operator one after the other. Operands are already in normal
//! form, so a rule looks at most two levels deep. Each rule is a named function in a table: the
//! test in `proof.rs` enumerates the table and compares every firing with the definition of the
//! operators for all values at small widths, and insists that each rule fired.
//!
//! The normal form is chosen for the layers below: sums with a literal last, `Ule`/`Sle` only
//! between non-literals, no negated comparisons, shifts instead of powers of two, comparisons at
//! the narrowest width, `Ite` over literals pulled out of comparisons (which is what Java's
//! booleans and `lcmp` look like).

mod arith;
mod array;
mod bits;
mod bool;
mod compare;
mod eq;
mod polynomial;
#[cfg(test)]
mod proof;

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use smallvec::SmallVec;
use std::cell::Cell;

/// What a rule looks at: an operator about to be applied.
pub(crate) struct Redex<'a> {
    op: Op,
    sort: Sort,
    args: &'a [TermId],
}

/// A named rewrite: the new term, or `None` where the rule has nothing to say.
pub(crate) struct Rule {
    #[cfg_attr(not(test), expect(dead_code, reason = "names are for the proof's messages"))]
    name: &'static str,
    rewrite: fn(&mut Terms, &Redex<'_>) -> Option<TermId>,
}

/// A table of rules, each named after its function.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        &[$($crate::simplify::Rule { name: stringify!($name), rewrite: $name }),*]
    };
}
use rules;

/// Rules may build terms, whose rules build terms; real chains are a few steps long, and beyond
/// this depth a term is left as it stands rather than risk the host stack.
const MAX_DEPTH: u32 = 48;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// The simplified application of `op`, whose sort the caller has checked.
pub(crate) fn apply(terms: &mut Terms, op: Op, sort: Sort, args: &[TermId]) -> TermId {
    let mut args: SmallVec<[TermId; 3]> = args.into();
    if op.commutes() {
        args.sort_by_key(|a| (matches!(terms.node(*a).op(), Op::Const(_)), *a));
    }
    if let Some(folded) = fold(terms, op, sort, &args) {
        return folded;
    }
    let depth = DEPTH.get();
    if depth < MAX_DEPTH {
        DEPTH.set(depth + 1);
        let redex = Redex { op, sort, args: &args };
        let rewritten = rules_of(op).iter().find_map(|rule| (rule.rewrite)(terms, &redex));
        DEPTH.set(depth);
        if let Some(term) = rewritten {
            return term;
        }
    }
    terms.intern(op, sort, &args)
}

fn fold(terms: &mut Terms, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
    let value = |a: &TermId| match terms.node(*a).op() {
        Op::Const(value) => Some(value),
        _ => None,
    };
    let values: SmallVec<[u64; 3]> = args.iter().map_while(value).collect();
    if values.len() < args.len() || args.is_empty() || sort.is_array() {
        return None;
    }
    match op {
        Op::Ite => Some(if values[0] != 0 { args[1] } else { args[2] }),
        _ => {
            let value = terms.compute(op, sort, args, &values);
            Some(terms.known(value, sort))
        }
    }
}

fn rules_of(op: Op) -> &'static [Rule] {
    match op {
        Op::Not => bool::NOT,
        Op::And | Op::Or => bool::LATTICE,
        Op::Xor => bool::XOR,
        Op::Ite => bool::ITE,
        Op::Eq => eq::EQ,
        Op::Ult | Op::Slt => compare::LESS,
        Op::Ule | Op::Sle => compare::AT_MOST,
        Op::Neg => arith::NEG,
        Op::Add => arith::ADD,
        Op::Sub => arith::SUB,
        Op::Mul => arith::MUL,
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => arith::DIV,
        Op::Shl | Op::LShr | Op::AShr => bits::SHIFT,
        Op::Concat => bits::CONCAT,
        Op::Extract { .. } => bits::EXTRACT,
        Op::ZeroExt(_) | Op::SignExt(_) => bits::EXTEND,
        Op::Select => array::SELECT,
        Op::Store => array::STORE,
        _ => &[],
    }
}

impl Redex<'_> {
    fn a(&self) -> TermId {
        self.args[0]
    }

    fn b(&self) -> TermId {
        self.args[1]
    }
}

/// The operand of `term` if its operator is the unary `op`.
fn unary(terms: &Terms, term: TermId, op: Op) -> Option<TermId> {
    let node = terms.node(term);
    (node.op() == op).then(|| node.args()[0])
}

/// The operands of `term` if its operator is the binary `op`.
fn binary(terms: &Terms, term: TermId, op: Op) -> Option<(TermId, TermId)> {
    let node = terms.node(term);
    (node.op() == op).then(|| (node.args()[0], node.args()[1]))
}

/// The operands of `term` if it is `op` with a literal second operand.
fn with_literal(terms: &Terms, term: TermId, op: Op) -> Option<(TermId, u64)> {
    let (a, b) = binary(terms, term, op)?;
    Some((a, terms.as_const(b)?))
}

/// The extended term and its width, if `term` is a zero or a sign extension.
fn extended(terms: &Terms, term: TermId) -> Option<(bool, TermId)> {
    let node = terms.node(term);
    match node.op() {
        Op::ZeroExt(_) => Some((false, node.args()[0])),
        Op::SignExt(_) => Some((true, node.args()[0])),
        _ => None,
    }
}

/// Condition and branches of an `Ite` whose leaves are literals, a few levels at most.
fn literal_choice(terms: &Terms, term: TermId) -> Option<(TermId, TermId, TermId)> {
    const LEVELS: u32 = 3;
    fn leaves(terms: &Terms, term: TermId, levels: u32) -> bool {
        let node = terms.node(term);
        match node.op() {
            Op::Const(_) => true,
            Op::Ite if levels > 0 => node.args()[1..].iter().all(|b| leaves(terms, *b, levels - 1)),
            _ => false,
        }
    }
    let node = terms.node(term);
    match (node.op(), node.args()) {
        (Op::Ite, [c, a, b]) if leaves(terms, term, LEVELS) => Some((*c, *a, *b)),
        _ => None,
    }
}

/// `op(ite(c, k1, k2), k)` is `ite(c, op(k1, k), op(k2, k))`, which folds; either side may be the
/// choice.
fn lift_choice(terms: &mut Terms, redex: &Redex<'_>) -> Option<TermId> {
    let (a, b) = (redex.a(), redex.b());
    let (choice, on_left) = match (terms.as_const(a), terms.as_const(b)) {
        (None, Some(_)) => (a, true),
        (Some(_), None) => (b, false),
        _ => return None,
    };
    let (condition, yes, no) = literal_choice(terms, choice)?;
    let mut branch = |leaf| {
        let args = if on_left { [leaf, b] } else { [a, leaf] };
        terms.app(redex.op, &args)
    };
    let (yes, no) = (branch(yes), branch(no));
    Some(terms.ite(condition, yes, no))
}
