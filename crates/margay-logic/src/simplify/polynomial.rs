//! Equality modulo the laws of the ring: commutativity, associativity, distribution and sign.
//!
//! Sums, differences and products are polynomials with coefficients modulo `2^w` over what is
//! neither. Two that have the same coefficients are equal, and two that differ only in the
//! constant never are; a SAT solver would have to find that out multiplier by multiplier. A remainder
//! is the dividend without the quotient times the divisor.

use super::Redex;
use super::arith::scaled;
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::mask;
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::num::Wrapping;
use std::ops::{AddAssign, Mul, Neg};

/// Factors in ascending order.
type Monomial = SmallVec<[TermId; 4]>;

/// Operators looked at, monomials and factors at most: what is larger is left to the search.
const MAX_TERMS: u32 = 48;
const MAX_MONOMIALS: usize = 24;
const MAX_DEGREE: usize = 6;

/// What coefficients are: numbers modulo 2^64, or whole ones where a sort has more bits.
trait Coefficient:
    Clone + Default + AddAssign + Neg<Output = Self> + for<'a> Mul<&'a Self, Output = Self>
{
    /// The number a literal is.
    fn literal(terms: &Terms, term: TermId) -> Option<Self>;
    /// `2^exponent`, in a sort with so many bits.
    fn power(exponent: u64, bits: u32) -> Self;
    /// Whether it is zero in a sort with so many bits.
    fn vanishes(&self, bits: u32) -> bool;
}

impl Coefficient for Wrapping<u64> {
    fn literal(terms: &Terms, term: TermId) -> Option<Self> {
        terms.as_const(term).map(Wrapping)
    }

    fn power(exponent: u64, bits: u32) -> Self {
        Wrapping(if exponent < bits.into() { 1 << exponent } else { 0 })
    }

    fn vanishes(&self, bits: u32) -> bool {
        self.0 & mask(bits) == 0
    }
}

impl Coefficient for BigInt {
    fn literal(terms: &Terms, term: TermId) -> Option<Self> {
        let node = terms.node(term);
        let Op::Const(value) = node.op() else { return None };
        Some(terms.number(value, node.sort()).into())
    }

    fn power(exponent: u64, bits: u32) -> Self {
        if exponent < bits.into() { BigInt::from(1) << exponent } else { BigInt::ZERO }
    }

    fn vanishes(&self, bits: u32) -> bool {
        self.trailing_zeros().is_none_or(|zeros| zeros >= bits.into())
    }
}

/// Coefficients by monomial.
#[derive(Default)]
struct Polynomial<C>(BTreeMap<Monomial, C>);

impl<C: Coefficient> Polynomial<C> {
    fn constant(value: C) -> Polynomial<C> {
        Polynomial(BTreeMap::from([(Monomial::new(), value)]))
    }

    /// A term that is looked at no further, times a number.
    fn atom(term: TermId, factor: C) -> Polynomial<C> {
        Polynomial(BTreeMap::from([(Monomial::from_slice(&[term]), factor)]))
    }

    fn plus(mut self, other: Polynomial<C>) -> Polynomial<C> {
        for (monomial, coefficient) in other.0 {
            *self.0.entry(monomial).or_default() += coefficient;
        }
        self
    }

    fn negated(self) -> Polynomial<C> {
        Polynomial(self.0.into_iter().map(|(monomial, c)| (monomial, -c)).collect())
    }

    fn scaled(self, factor: &C) -> Polynomial<C> {
        Polynomial(self.0.into_iter().map(|(monomial, c)| (monomial, c * factor)).collect())
    }

    fn times(&self, other: &Polynomial<C>) -> Option<Polynomial<C>> {
        let mut product: BTreeMap<Monomial, C> = BTreeMap::new();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut factors: Monomial = a.iter().chain(b).copied().collect();
                factors.sort_unstable();
                (factors.len() <= MAX_DEGREE).then_some(())?;
                *product.entry(factors).or_default() += x.clone() * y;
            }
        }
        (product.len() <= MAX_MONOMIALS).then_some(Polynomial(product))
    }

    /// What is left modulo `2^bits`.
    fn rest(&self, bits: u32) -> impl Iterator<Item = &Monomial> {
        self.0.iter().filter(move |(_, c)| !c.vanishes(bits)).map(|(monomial, _)| monomial)
    }
}

/// The polynomial a term is; `None` if it is too large. Recursion ends with `left`.
fn expand<C: Coefficient>(
    terms: &mut Terms,
    term: TermId,
    left: &mut u32,
) -> Option<Polynomial<C>> {
    *left = left.checked_sub(1)?;
    if let Some(value) = C::literal(terms, term) {
        return Some(Polynomial::constant(value));
    }
    let node = *terms.node(term);
    let one = || C::power(0, 1);
    let mut operand = |i: usize| expand(terms, node.args()[i], left);
    Some(match node.op() {
        Op::Add => operand(0)?.plus(operand(1)?),
        Op::Sub => operand(0)?.plus(operand(1)?.negated()),
        Op::Neg => operand(0)?.negated(),
        Op::Not => Polynomial::constant(-one()).plus(operand(0)?.negated()),
        Op::Mul => operand(0)?.times(&operand(1)?)?,
        op @ (Op::URem | Op::SRem) => {
            let (dividend, divisor): (Polynomial<C>, _) = (operand(0)?, operand(1)?);
            let division = if op == Op::URem { Op::UDiv } else { Op::SDiv };
            let quotient = terms.app(division, node.args());
            dividend.plus(Polynomial::atom(quotient, -one()).times(&divisor)?)
        }
        Op::Shl if let Some(count) = terms.as_small(node.args()[1]) => {
            let factor = C::power(count, terms.bits(term));
            expand(terms, node.args()[0], left)?.scaled(&factor)
        }
        _ => Polynomial::atom(term, one()),
    })
}

/// Sides that are the same polynomial are equal; if only the constants differ they never are.
pub(super) fn same_polynomial(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let bits = terms.sort(r.a()).width()?;
    let is_ring = |t: TermId| {
        matches!(terms.node(t).op(), Op::Add | Op::Sub | Op::Neg | Op::Not | Op::Mul | Op::Shl)
    };
    if !is_ring(r.a()) && !is_ring(r.b()) {
        return None;
    }
    let is_same = match bits {
        0..=64 => are_same::<Wrapping<u64>>(terms, r, bits),
        _ => are_same::<BigInt>(terms, r, bits),
    };
    is_same.map(|is_same| terms.bool(is_same))
}

fn are_same<C: Coefficient>(terms: &mut Terms, r: &Redex<'_>, bits: u32) -> Option<bool> {
    let mut left = MAX_TERMS;
    let b = expand::<C>(terms, r.b(), &mut left)?;
    let difference = expand(terms, r.a(), &mut left)?.plus(b.negated());
    let mut rest = difference.rest(bits);
    match (rest.next(), rest.next()) {
        (None, _) => Some(true),
        (Some(monomial), None) if monomial.is_empty() => Some(false),
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
    let sum = a.plus(b);
    if sum.rest(bits).count() >= apart {
        return None;
    }
    let mut result = terms.constant(0, r.sort);
    for (monomial, coefficient) in sum.0 {
        let factor = terms.constant(coefficient.0, r.sort);
        let term = match monomial.first() {
            Some(atom) => terms.mul(*atom, factor),
            None => factor,
        };
        result = terms.add(result, term);
    }
    Some(result)
}

/// A sum as a linear polynomial over what is not a sum.
fn summands(terms: &Terms, term: TermId, left: &mut u32) -> Option<Polynomial<Wrapping<u64>>> {
    *left = left.checked_sub(1)?;
    let (node, args) = (terms.node(term), terms.node(term).args());
    if let Some(value) = terms.as_const(term) {
        return Some(Polynomial::constant(Wrapping(value)));
    }
    Some(match node.op() {
        Op::Add => summands(terms, args[0], left)?.plus(summands(terms, args[1], left)?),
        Op::Sub => {
            let other = summands(terms, args[1], left)?;
            summands(terms, args[0], left)?.plus(other.negated())
        }
        Op::Neg => summands(terms, args[0], left)?.negated(),
        _ => {
            let (atom, factor) = scaled(terms, term);
            Polynomial::atom(atom, Wrapping(factor))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    /// All sums and products of a few operands, compared in pairs by both kinds of coefficients.
    #[test]
    fn both_kinds_of_coefficients_decide_alike() {
        let mut terms = Terms::new();
        let sort = Sort::bv(8).expect("a width");
        let mut pool = vec![terms.var("x", sort), terms.var("y", sort)];
        pool.extend([3, 0x80, 0xff].map(|value| terms.constant(value, sort)));
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Shl] {
            for (a, b) in [(0, 1), (0, 2), (1, 3), (0, 4), (5, 1), (5, 6)] {
                if let (Some(a), Some(b)) = (pool.get(a).copied(), pool.get(b).copied()) {
                    pool.push(terms.raw(op, &[a, b]).expect("words"));
                }
            }
        }
        let mut decided = [0; 3];
        for a in pool.clone() {
            for b in pool.clone() {
                let redex = Redex { op: Op::Eq, sort: Sort::Bool, args: &[a, b] };
                let small = are_same::<Wrapping<u64>>(&mut terms, &redex, 8);
                assert_eq!(small, are_same::<BigInt>(&mut terms, &redex, 8), "{a:?} {b:?}");
                decided[small.map_or(2, usize::from)] += 1;
            }
        }
        assert!(decided.iter().all(|count| *count > 10), "one-sided: {decided:?}");
    }
}
