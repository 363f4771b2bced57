//! Equality modulo the laws of the ring: commutativity, associativity, distribution and sign.
//!
//! Sums, differences and products are polynomials with coefficients modulo `2^w` over what is
//! neither. Two that have the same coefficients are equal, and two that differ only in the
//! constant never are; a SAT solver would have to find that out multiplier by multiplier. A remainder
//! is the dividend without the quotient times the divisor.

use super::arith::scaled;
use super::{Redex, with_literal};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::mask;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Factors in ascending order.
type Monomial = SmallVec<[TermId; 4]>;

/// Operators looked at, monomials and factors at most: what is larger is left to the search.
const MAX_TERMS: u32 = 48;
const MAX_MONOMIALS: usize = 24;
const MAX_DEGREE: usize = 6;

/// Coefficients by monomial, without zeros.
#[derive(Default)]
struct Polynomial(BTreeMap<Monomial, u64>);

impl Polynomial {
    fn atom(term: TermId) -> Polynomial {
        Polynomial(BTreeMap::from([(Monomial::from_slice(&[term]), 1)]))
    }

    fn constant(value: u64) -> Polynomial {
        let mut polynomial = Polynomial::default();
        polynomial.add(Monomial::new(), value);
        polynomial
    }

    fn add(&mut self, monomial: Monomial, coefficient: u64) {
        let sum = self.0.entry(monomial).or_default();
        *sum = sum.wrapping_add(coefficient);
    }

    fn plus(mut self, other: &Polynomial, factor: u64) -> Polynomial {
        for (monomial, coefficient) in &other.0 {
            self.add(monomial.clone(), coefficient.wrapping_mul(factor));
        }
        self
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut factors: Monomial = a.iter().chain(b).copied().collect();
                factors.sort_unstable();
                (factors.len() <= MAX_DEGREE).then_some(())?;
                product.add(factors, x.wrapping_mul(*y));
            }
        }
        (product.0.len() <= MAX_MONOMIALS).then_some(product)
    }
}

/// The polynomial a term is; `None` if it is too large. Recursion ends with `left`.
fn expand(terms: &mut Terms, term: TermId, left: &mut u32) -> Option<Polynomial> {
    *left = left.checked_sub(1)?;
    if let Some(value) = terms.as_const(term) {
        return Some(Polynomial::constant(value));
    }
    if let Some((x, count)) = with_literal(terms, term, Op::Shl) {
        let factor = 1_u64.checked_shl(u32::try_from(count).ok()?).unwrap_or(0);
        return Some(Polynomial::default().plus(&expand(terms, x, left)?, factor));
    }
    let node = *terms.node(term);
    let mut operand = |i: usize| expand(terms, node.args()[i], left);
    Some(match node.op() {
        Op::Add => operand(0)?.plus(&operand(1)?, 1),
        Op::Sub => operand(0)?.plus(&operand(1)?, u64::MAX),
        Op::Neg => Polynomial::default().plus(&operand(0)?, u64::MAX),
        Op::Not => Polynomial::constant(u64::MAX).plus(&operand(0)?, u64::MAX),
        Op::Mul => operand(0)?.times(&operand(1)?)?,
        op @ (Op::URem | Op::SRem) => {
            let (dividend, divisor) = (operand(0)?, operand(1)?);
            let division = if op == Op::URem { Op::UDiv } else { Op::SDiv };
            let quotient = terms.app(division, node.args());
            dividend.plus(&Polynomial::atom(quotient).times(&divisor)?, u64::MAX)
        }
        _ => Polynomial::atom(term),
    })
}

/// Sides that are the same polynomial are equal; if only the constants differ they never are.
pub(super) fn same_polynomial(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let sort = terms.sort(r.a());
    let bits = sort.width().filter(|bits| *bits <= 64)?;
    let is_ring = |t: TermId| {
        matches!(terms.node(t).op(), Op::Add | Op::Sub | Op::Neg | Op::Not | Op::Mul | Op::Shl)
    };
    if !is_ring(r.a()) && !is_ring(r.b()) {
        return None;
    }
    let mut left = MAX_TERMS;
    let b = expand(terms, r.b(), &mut left)?;
    let difference = expand(terms, r.a(), &mut left)?.plus(&b, u64::MAX);
    let mut rest = difference.0.into_iter().filter(|(_, c)| c & mask(bits) != 0);
    match (rest.next(), rest.next()) {
        (None, _) => Some(terms.bool(true)),
        (Some((monomial, _)), None) if monomial.is_empty() => Some(terms.bool(false)),
        _ => None,
    }
}

/// Operators looked at in a sum whose terms are collected: long sums of few terms stay short.
const MAX_SUMMANDS: u32 = 24;

/// `(x + y) + x` is `2·x + y`: terms of a sum that are the same are collected.
pub(super) fn collect(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let bits = r.sort.width().filter(|bits| *bits <= 64)?;
    let is_sum = |t: TermId| matches!(terms.node(t).op(), Op::Add | Op::Sub);
    if !is_sum(r.a()) && !is_sum(r.b()) {
        return None;
    }
    let mut left = MAX_SUMMANDS;
    let a = summands(terms, r.a(), &mut left)?;
    let b = summands(terms, r.b(), &mut left)?;
    let apart = a.0.len() + b.0.len();
    let sum = a.plus(&b, 1);
    let together = sum.0.values().filter(|c| **c & mask(bits) != 0).count();
    if together >= apart {
        return None;
    }
    let mut result = terms.constant(0, r.sort);
    for (monomial, coefficient) in sum.0 {
        let factor = terms.constant(coefficient, r.sort);
        let term = match monomial.first() {
            Some(atom) => terms.mul(*atom, factor),
            None => factor,
        };
        result = terms.add(result, term);
    }
    Some(result)
}

/// A sum as a linear polynomial over what is not a sum.
fn summands(terms: &Terms, term: TermId, left: &mut u32) -> Option<Polynomial> {
    *left = left.checked_sub(1)?;
    let (node, args) = (terms.node(term), terms.node(term).args());
    if let Some(value) = terms.as_const(term) {
        return Some(Polynomial::constant(value));
    }
    Some(match node.op() {
        Op::Add => summands(terms, args[0], left)?.plus(&summands(terms, args[1], left)?, 1),
        Op::Sub => {
            let other = summands(terms, args[1], left)?;
            summands(terms, args[0], left)?.plus(&other, u64::MAX)
        }
        Op::Neg => Polynomial::default().plus(&summands(terms, args[0], left)?, u64::MAX),
        _ => {
            let (atom, factor) = scaled(terms, term);
            Polynomial::default().plus(&Polynomial::atom(atom), factor)
        }
    })
}
