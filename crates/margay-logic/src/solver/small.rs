//! Layer: a variable of few values is tried with all of them.
//!
//! Programs that read text ask much of one character at a time, often through tables. Each such
//! constraint is the set of the values that satisfy it, found once by evaluation; a conjunction is
//! the intersection of these sets.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Widest variable, in bits.
const WIDEST: u32 = 8;

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Values([u64; 4]);

impl Values {
    const NONE: Values = Values([0; 4]);
    const ALL: Values = Values([u64::MAX; 4]);

    fn insert(&mut self, value: u64) {
        self.0[value as usize / 64] |= 1 << (value % 64);
    }

    fn and(self, other: Values) -> Values {
        Values(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn first(self) -> Option<u64> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word as u64 * 64 + u64::from(self.0[word].trailing_zeros()))
    }
}

/// Decides conjunctions about one small variable.
#[derive(Default)]
pub(crate) struct Small {
    known: FxHashMap<TermId, Values>,
    memo: Evaluator,
}

impl Layer for Small {
    fn name(&self) -> &'static str {
        "small"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        if query.iter().any(|t| cx.terms.features(*t).wide) {
            return rest.check(cx, query);
        }
        let Some((symbol, bits)) = only_variable(cx, query) else {
            return rest.check(cx, query);
        };
        let sets: Vec<Values> =
            query.iter().map(|term| self.values(cx.terms, *term, symbol, bits)).collect();
        match sets.iter().copied().fold(Values::ALL, Values::and).first() {
            Some(value) => {
                let mut model = Model::new();
                model.set(symbol, value);
                Verdict::Sat(Arc::new(model))
            }
            None => Verdict::Unsat(core(query, &sets)),
        }
    }
}

impl Small {
    /// The values of the variable that satisfy a constraint.
    fn values(&mut self, terms: &Terms, term: TermId, symbol: Symbol, bits: u32) -> Values {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let (mut found, mut model) = (Values::NONE, Model::new());
        for value in 0..1_u64 << bits {
            model.set(symbol, value);
            self.memo.reset();
            if self.memo.holds(terms, &model, term) {
                found.insert(value);
            }
        }
        self.known.insert(term, found);
        found
    }
}

/// The variable that a conjunction is about, and its width, if it is one and small.
fn only_variable(cx: &mut Context<'_>, query: &[TermId]) -> Option<(Symbol, u32)> {
    let mut only = None;
    for term in query {
        let [symbol] = *cx.supports.of(cx.terms, *term) else { return None };
        if *only.get_or_insert(symbol) != symbol {
            return None;
        }
    }
    let symbol = only?;
    match cx.terms.symbol_sort(symbol) {
        Sort::Bool => Some((symbol, 1)),
        Sort::Bv(width) if u32::from(width) <= WIDEST => Some((symbol, u32::from(width))),
        _ => None,
    }
}

/// Conjuncts that already have no value in common: the last one that is needed, then the last
/// one needed together with it, and so on.
fn core(query: &[TermId], sets: &[Values]) -> Vec<TermId> {
    let (mut common, mut found, mut end) = (Values::ALL, Vec::new(), sets.len());
    while common.first().is_some() {
        let mut left = common;
        let last = sets[..end].iter().position(|set| {
            left = left.and(*set);
            left.first().is_none()
        });
        let Some(last) = last else { break };
        common = common.and(sets[last]);
        found.push(query[last]);
        end = last;
    }
    found
}
