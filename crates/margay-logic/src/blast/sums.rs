//! Long sums of few terms, with each term once.
//!
//! Code that adds in a loop makes sums a hundred thousand deep in which the same few terms come
//! again and again. An adder for each would be millions of gates; collected they are few.

use crate::budget::Budget;
use crate::op::Op;
use crate::solver::Reason;
use crate::terms::{TermId, Terms};
use std::collections::BTreeMap;

/// What is longer, in additions, is collected; shorter sums keep the parts they share with others.
pub(crate) const LONG: u32 = 256;
/// More different terms than this are not few.
const FEW: usize = 256;

/// The terms of a long sum with their factors; nothing if they are not few.
///
/// # Errors
/// When the budget is spent.
pub(super) fn collect(
    terms: &Terms,
    sum: TermId,
    budget: &Budget,
) -> Result<Option<BTreeMap<TermId, u64>>, Reason> {
    // Operands are older than what they are operands of: the newest has no more to come.
    let mut open = BTreeMap::from([(sum, 1_u64)]);
    let mut found = BTreeMap::new();
    while let Some((term, factor)) = open.pop_last() {
        if let Some(reason) = budget.step() {
            return Err(reason);
        }
        let node = terms.node(term);
        let mut add = |term: TermId, factor: u64| {
            let total = open.entry(term).or_default();
            *total = total.wrapping_add(factor);
        };
        match (node.op(), node.args()) {
            (Op::Add, [a, b]) => {
                add(*a, factor);
                add(*b, factor);
            }
            (Op::Sub, [a, b]) => {
                add(*a, factor);
                add(*b, factor.wrapping_neg());
            }
            (Op::Neg, [a]) => add(*a, factor.wrapping_neg()),
            (Op::Mul, [a, b]) => match (terms.as_const(*a), terms.as_const(*b)) {
                (Some(value), _) => add(*b, factor.wrapping_mul(value)),
                (_, Some(value)) => add(*a, factor.wrapping_mul(value)),
                _ => drop(found.insert(term, factor)),
            },
            _ => drop(found.insert(term, factor)),
        }
        if found.len() > FEW {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// The sum of terms with factors.
pub(super) fn rebuild(
    terms: &mut Terms,
    sum: TermId,
    parts: impl Iterator<Item = (TermId, u64)>,
) -> TermId {
    let sort = terms.sort(sum);
    let zero = terms.constant(0, sort);
    parts.fold(zero, |total, (term, factor)| {
        let factor = terms.constant(factor, sort);
        let product = terms.mul(term, factor);
        terms.add(total, product)
    })
}
