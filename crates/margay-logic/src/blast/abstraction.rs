//! Products and quotients as free variables, and facts that make them what they are.
//!
//! A multiplier of 32 bits has thousands of gates, and most questions need to know little of it: that
//! zero times anything is zero, or what size the product has. So the result begins as a variable,
//! and facts about it are stated where an assignment violates them (Niemetz, Preiner and Zohar,
//! *Scalable Bit-Blasting with Abstractions*, CAV 2024): laws first, then the product with the
//! value that a factor has just now, and if all that does not help, the circuit.
//!
//! A fact is a term over operands and result. Put together with the values of an assignment in
//! their place, the simplifier says whether the assignment violates it.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Facts with the value of an operand, for one product, before the circuit is built.
const INSTANCES: u32 = 8;

/// A product, quotient or remainder that was replaced by a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    /// `Mul`, `UDiv` or `URem`.
    pub(crate) op: Op,
    /// The operands.
    pub(crate) operands: [TermId; 2],
    /// The variable.
    pub(crate) result: TermId,
}

/// What is to be stated about a product under an assignment that gets it wrong.
pub(crate) fn lemmas(
    terms: &mut Terms,
    product: &Product,
    values: &Product,
    instances: u32,
) -> Vec<TermId> {
    let places = Places::of(terms, values);
    let laws = laws(product.op);
    let violated: Vec<TermId> = laws
        .iter()
        .filter(|law| {
            let found = law(&mut Facts { terms, of: *values, places });
            terms.as_const(found) == Some(0)
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|law| law(&mut Facts { terms, of: *product, places }))
        .collect();
    match violated.is_empty() {
        false => violated,
        true if instances < INSTANCES => vec![instance(terms, product, values)],
        true => vec![with_second(terms, product, product.operands[1])],
    }
}

/// What holds while an operand has the value that it has just now: the divisor, or the factor
/// that makes fewer rows.
fn instance(terms: &mut Terms, product: &Product, values: &Product) -> TermId {
    let ones = |term: TermId| match terms.node(term).op() {
        Op::Const(value) => terms.number(value, terms.sort(term)).count_ones(),
        _ => u64::MAX,
    };
    let mut product = *product;
    let mut value = values.operands[1];
    if product.op == Op::Mul && ones(values.operands[0]) < ones(value) {
        product.operands.reverse();
        value = values.operands[0];
    }
    let now = terms.eq(product.operands[1], value);
    let then = with_second(terms, &product, value);
    terms.implies(now, then)
}

/// The result is that of the operator for this second operand.
fn with_second(terms: &mut Terms, product: &Product, second: TermId) -> TermId {
    let exact = terms.app(product.op, &[product.operands[0], second]);
    terms.eq(product.result, exact)
}

/// Bits of an assignment that facts are stated for.
#[derive(Clone, Copy)]
struct Places {
    /// The highest bit set in each operand.
    high: [u16; 2],
    /// The lowest bit set in the second operand.
    low: u16,
}

impl Places {
    fn of(terms: &Terms, values: &Product) -> Places {
        let number = |term: TermId| match terms.node(term).op() {
            Op::Const(value) => terms.number(value, terms.sort(term)),
            _ => num_bigint::BigUint::ZERO,
        };
        let [first, second] = values.operands.map(number);
        let high = [&first, &second].map(|n| n.bits().saturating_sub(1) as u16);
        Places { high, low: second.trailing_zeros().unwrap_or(0) as u16 }
    }
}

/// A product to state facts about.
struct Facts<'a> {
    terms: &'a mut Terms,
    of: Product,
    places: Places,
}

type Law = fn(&mut Facts<'_>) -> TermId;

fn laws(op: Op) -> &'static [Law] {
    match op {
        Op::Mul => &[
            |f| f.zero(0),
            |f| f.zero(1),
            |f| f.one(0),
            |f| f.one(1),
            |f| f.minus_one(0),
            |f| f.minus_one(1),
            |f| f.low_digits(4),
            |f| f.low_digits(8),
            |f| f.odd_factor(),
            |f| f.size(0),
            |f| f.size(1),
        ],
        Op::UDiv => &[
            |f| f.quotient_by_zero(),
            |f| f.one(1),
            |f| f.small_dividend(),
            |f| f.quotient_at_most(),
            |f| f.quotient_at_least(),
            |f| f.quotient_is_not_zero(),
        ],
        _ => &[
            |f| f.remainder_by_zero(),
            |f| f.remainder_is_less(),
            |f| f.remainder_of_small(),
            |f| f.remainder_of_difference(),
            |f| f.remainder_digits(),
        ],
    }
}

impl Facts<'_> {
    fn sort(&self) -> Sort {
        self.terms.sort(self.of.result)
    }

    fn width(&self) -> u16 {
        self.terms.bits(self.of.result) as u16
    }

    fn number(&mut self, value: u64) -> TermId {
        let sort = self.sort();
        self.terms.constant(value, sort)
    }

    fn is(&mut self, operand: usize, value: u64) -> TermId {
        let value = self.number(value);
        self.terms.eq(self.of.operands[operand], value)
    }

    fn bits(&mut self, hi: u16, lo: u16, of: TermId) -> TermId {
        self.terms.app(Op::Extract { hi, lo }, &[of])
    }

    fn shifted(&mut self, op: Op, term: TermId, count: u16) -> TermId {
        let count = self.number(count.into());
        self.terms.app(op, &[term, count])
    }

    /// Whether an operand is below `2^bit`.
    fn is_below(&mut self, operand: usize, bit: u16) -> TermId {
        if bit >= self.width() {
            return self.terms.bool(true);
        }
        let high = self.bits(self.width() - 1, bit, self.of.operands[operand]);
        let zero = self.terms.constant(0, self.terms.sort(high));
        self.terms.eq(high, zero)
    }

    /// `0 · b = 0`.
    fn zero(&mut self, operand: usize) -> TermId {
        let (zero, none) = (self.is(operand, 0), self.number(0));
        let then = self.terms.eq(self.of.result, none);
        self.terms.implies(zero, then)
    }

    /// `1 · b = b`, `a / 1 = a`.
    fn one(&mut self, operand: usize) -> TermId {
        let one = self.is(operand, 1);
        let then = self.terms.eq(self.of.result, self.of.operands[1 - operand]);
        self.terms.implies(one, then)
    }

    /// `-1 · b = -b`.
    fn minus_one(&mut self, operand: usize) -> TermId {
        let one = self.number(1);
        let minus = self.terms.neg(one);
        let minus = self.terms.eq(self.of.operands[operand], minus);
        let negated = self.terms.neg(self.of.operands[1 - operand]);
        let then = self.terms.eq(self.of.result, negated);
        self.terms.implies(minus, then)
    }

    /// The low digits are those of the product of the low digits.
    fn low_digits(&mut self, digits: u16) -> TermId {
        let top = digits.min(self.width()) - 1;
        let [a, b, low] = [self.of.operands[0], self.of.operands[1], self.of.result]
            .map(|t| self.bits(top, 0, t));
        let product = self.terms.mul(a, b);
        self.terms.eq(low, product)
    }

    /// Only zero times an odd number is zero.
    fn odd_factor(&mut self) -> TermId {
        let one = self.terms.constant(1, Sort::Bv(1));
        let zero = self.number(0);
        let result = self.terms.eq(self.of.result, zero);
        let mut law = self.terms.bool(true);
        for i in 0..2 {
            let digit = self.bits(0, 0, self.of.operands[i]);
            let odd = self.terms.eq(digit, one);
            let both = self.terms.and(odd, result);
            let other = self.is(1 - i, 0);
            let fact = self.terms.implies(both, other);
            law = self.terms.and(law, fact);
        }
        law
    }

    /// Without overflow, `2^k ≤ a < 2^(k+1)` gives `2^k · b ≤ a · b ≤ 2^(k+1) · b`.
    fn size(&mut self, operand: usize) -> TermId {
        let (k, other) = (self.places.high[operand], self.of.operands[1 - operand]);
        let (small, large) = (self.is_below(operand, k + 1), self.is_below(operand, k));
        let large = self.terms.not(large);
        let room = self.is_below(1 - operand, (self.width() - 1).saturating_sub(k));
        let given = self.terms.all(&[small, large, room]);
        let [least, most] = [k, k + 1].map(|count| self.shifted(Op::Shl, other, count));
        let least = self.terms.ule(least, self.of.result);
        let most = self.terms.ule(self.of.result, most);
        let then = self.terms.and(least, most);
        self.terms.implies(given, then)
    }

    fn quotient_by_zero(&mut self) -> TermId {
        let (zero, ones) = (self.is(1, 0), self.number(0));
        let ones = self.terms.not(ones);
        let then = self.terms.eq(self.of.result, ones);
        self.terms.implies(zero, then)
    }

    /// `a < d` gives `a / d = 0`.
    fn small_dividend(&mut self) -> TermId {
        let [a, d] = self.of.operands;
        let (less, zero) = (self.terms.ult(a, d), self.number(0));
        let then = self.terms.eq(self.of.result, zero);
        self.terms.implies(less, then)
    }

    /// `2^k ≤ d` gives `a / d ≤ a / 2^k`.
    fn quotient_at_most(&mut self) -> TermId {
        let k = self.places.high[1];
        let below = self.is_below(1, k);
        let most = self.shifted(Op::LShr, self.of.operands[0], k);
        let then = self.terms.ule(self.of.result, most);
        self.terms.or(below, then)
    }

    /// `d < 2^(k+1)` gives `a / 2^(k+1) ≤ a / d`.
    fn quotient_at_least(&mut self) -> TermId {
        let k = self.places.high[1];
        let below = self.is_below(1, k + 1);
        let least = self.shifted(Op::LShr, self.of.operands[0], k + 1);
        let then = self.terms.ule(least, self.of.result);
        self.terms.implies(below, then)
    }

    /// `d ≤ a` gives `a / d ≠ 0`.
    fn quotient_is_not_zero(&mut self) -> TermId {
        let [a, d] = self.of.operands;
        let (fits, zero) = (self.terms.ule(d, a), self.number(0));
        let then = self.terms.ne(self.of.result, zero);
        self.terms.implies(fits, then)
    }

    fn remainder_by_zero(&mut self) -> TermId {
        let zero = self.is(1, 0);
        let then = self.terms.eq(self.of.result, self.of.operands[0]);
        self.terms.implies(zero, then)
    }

    fn remainder_is_less(&mut self) -> TermId {
        let zero = self.is(1, 0);
        let then = self.terms.ult(self.of.result, self.of.operands[1]);
        self.terms.or(zero, then)
    }

    /// `a < d` gives `a % d = a`.
    fn remainder_of_small(&mut self) -> TermId {
        let [a, d] = self.of.operands;
        let less = self.terms.ult(a, d);
        let then = self.terms.eq(self.of.result, a);
        self.terms.implies(less, then)
    }

    /// `d ≤ a` gives `a % d ≤ a - d`.
    fn remainder_of_difference(&mut self) -> TermId {
        let [a, d] = self.of.operands;
        let (fits, rest) = (self.terms.ule(d, a), self.terms.sub(a, d));
        let then = self.terms.ule(self.of.result, rest);
        self.terms.implies(fits, then)
    }

    /// A divisor that ends in zeros leaves so many digits of the dividend.
    fn remainder_digits(&mut self) -> TermId {
        let Some(top) = self.places.low.checked_sub(1) else {
            return self.terms.bool(true);
        };
        let [a, d, rest] = [self.of.operands[0], self.of.operands[1], self.of.result]
            .map(|t| self.bits(top, 0, t));
        let zero = self.terms.constant(0, self.terms.sort(d));
        let (even, then) = (self.terms.eq(d, zero), self.terms.eq(rest, a));
        self.terms.implies(even, then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: [u16; 4] = [1, 2, 4, 5];

    /// All laws hold for all operands at small widths, wherever the places are; so do the facts
    /// with the value of an operand. No result but the right one satisfies both.
    #[test]
    fn laws_hold_and_with_instances_they_are_enough() {
        for (op, width) in
            [Op::Mul, Op::UDiv, Op::URem].into_iter().flat_map(|o| WIDTHS.map(|w| (o, w)))
        {
            let mut terms = Terms::new();
            let sort = Sort::Bv(width as u8);
            let words: Vec<TermId> = (0..1 << width).map(|v| terms.constant(v, sort)).collect();
            for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (*a, *b))) {
                let exact = terms.app(op, &[a, b]);
                let right = Product { op, operands: [a, b], result: exact };
                for at in &words {
                    let places = Places::of(&terms, &Product { operands: [*at; 2], ..right });
                    for (i, law) in laws(op).iter().enumerate() {
                        let fact = law(&mut Facts { terms: &mut terms, of: right, places });
                        assert_eq!(terms.as_const(fact), Some(1), "{op:?} {width} law {i}");
                    }
                    let values = Product { operands: [*at; 2], ..right };
                    let fact = instance(&mut terms, &right, &values);
                    assert_eq!(terms.as_const(fact), Some(1));
                }
                for result in words.iter().filter(|r| **r != exact) {
                    let wrong = Product { result: *result, ..right };
                    for instances in [0, INSTANCES] {
                        let found = lemmas(&mut terms, &wrong, &wrong, instances);
                        assert!(!found.is_empty());
                        assert!(found.iter().all(|f| terms.as_const(*f) == Some(0)), "{op:?}");
                    }
                }
            }
        }
    }

    /// Each law excludes something that those before it do not.
    #[test]
    fn no_law_is_idle() {
        for op in [Op::Mul, Op::UDiv, Op::URem] {
            let mut terms = Terms::new();
            let words = [0, 1, 2, 3, 5, 8, 17, 31, 64, 100, 256, 511, 512, 768, 1000, 1023]
                .map(|value| terms.bv(value, 10));
            let mut first = vec![0; laws(op).len()];
            for operands in words.iter().flat_map(|a| words.iter().map(move |b| [*a, *b])) {
                let exact = terms.app(op, &operands);
                for off in &words {
                    let of = Product { op, operands, result: terms.add(exact, *off) };
                    let places = Places::of(&terms, &of);
                    let violated = laws(op).iter().position(|law| {
                        let fact = law(&mut Facts { terms: &mut terms, of, places });
                        terms.as_const(fact) == Some(0)
                    });
                    violated.into_iter().for_each(|i| first[i] += 1);
                }
            }
            assert!(first.iter().all(|count| *count > 0), "{op:?} {first:?}");
        }
    }
}
