//! Layer: search for a model of constraints over floats by evaluation.
//!
//! The circuit of a product of doubles is large, while the values a program compares with are
//! mostly small and written in the constraints. So the search starts at a model at hand, measures
//! how far it is from satisfying the query (`distance.rs`) and changes one variable at a time: to
//! a value that the query suggests (`suggest.rs`), then by ever smaller steps in the order of the
//! values. This is Korel's alternating variable method with the distance in units of the last
//! place of XSat (Fu and Su, CAV 2016). It is deterministic, bounded, and never says `unsat`.

mod distance;
mod suggest;

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use distance::{Distances, from_rank, rank};
use std::sync::Arc;
use suggest::{Suggestions, literals};

/// Larger queries than this are cheaper to translate than to search.
const MAX_TERMS: usize = 1000;
/// Terms that are evaluated before giving up: with arithmetic, the circuit of which is slow to
/// decide, and without.
const HARD_WORK: usize = 400_000;
const EASY_WORK: usize = 20_000;
/// How often one step is repeated before a smaller one is tried.
const REPEATS: usize = 3;
/// How many starting points are tried after the model at hand.
const STARTS: usize = 4;

/// Answers by evaluation.
#[derive(Default)]
pub(crate) struct Guess {
    memo: Evaluator,
    distances: Distances,
}

impl Layer for Guess {
    fn name(&self) -> &'static str {
        "guess"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let beyond = |t: &TermId| cx.terms.features(*t).wide || cx.terms.features(*t).modes;
        if query.iter().any(beyond) {
            return rest.check(cx, query);
        }
        if !query.iter().any(|t| cx.terms.features(*t).floats) {
            return rest.check(cx, query);
        }
        let mut symbols = cx.supports.union(cx.terms, query.iter().copied());
        let start = cx.recent.newest().map(|newest| {
            let mut model = Model::new();
            model.adopt(newest, &symbols);
            model
        });
        symbols.retain(|s| !cx.terms.symbol_sort(*s).is_array());
        let found = cone(cx.terms, query).and_then(|cone| {
            let search = Search::new(self, cx.terms, query, &cone, &symbols);
            search.run(start.unwrap_or_default())
        });
        match found {
            Some(model) => Verdict::Sat(Arc::new(model)),
            None => rest.check(cx, query),
        }
    }
}

/// The terms of a query, operands first; `None` if there are too many.
fn cone(terms: &Terms, query: &[TermId]) -> Option<Vec<TermId>> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = query.to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.node(term).args());
        }
        if seen.len() > MAX_TERMS {
            return None;
        }
    }
    let mut cone: Vec<TermId> = seen.into_iter().collect();
    cone.sort_unstable();
    Some(cone)
}

/// One search.
struct Search<'a> {
    memo: &'a mut Evaluator,
    distances: &'a mut Distances,
    terms: &'a Terms,
    query: &'a [TermId],
    cone: &'a [TermId],
    symbols: &'a [Symbol],
    suggestions: Suggestions,
    model: Model,
    /// How far the model is from satisfying the query.
    far: f64,
    /// Terms that may still be evaluated.
    work: usize,
}

impl<'a> Search<'a> {
    fn new(
        layer: &'a mut Guess,
        terms: &'a Terms,
        query: &'a [TermId],
        cone: &'a [TermId],
        symbols: &'a [Symbol],
    ) -> Search<'a> {
        use Op::{FAdd, FDiv, FMul, FSqrt, FSub};
        let is_hard = |t: &TermId| matches!(terms.node(*t).op(), FAdd | FSub | FMul | FDiv | FSqrt);
        let work = if cone.iter().any(is_hard) { HARD_WORK } else { EASY_WORK };
        Search {
            memo: &mut layer.memo,
            distances: &mut layer.distances,
            terms,
            query,
            cone,
            symbols,
            suggestions: Suggestions::new(literals(terms, cone)),
            model: Model::new(),
            far: f64::INFINITY,
            work,
        }
    }

    /// A model of the query, if one is found within the budget.
    fn run(mut self, start: Model) -> Option<Model> {
        self.model = start;
        for attempt in 0..=STARTS {
            if attempt > 0 {
                self.spread(attempt);
            }
            self.far = self.measure();
            while self.far > 0.0 && self.work > 0 && self.improve() {}
            if self.far == 0.0 {
                return Some(self.model);
            }
        }
        None
    }

    /// Another starting point: each variable at another of its suggested values.
    fn spread(&mut self, attempt: usize) {
        for (i, symbol) in self.symbols.iter().enumerate() {
            let values = self.suggestions.of(self.terms.symbol_sort(*symbol));
            self.model.set(*symbol, values[(attempt * (i + 2)) % values.len()]);
        }
    }

    /// Changes each variable once to the best value found for it; false if none became better.
    fn improve(&mut self) -> bool {
        let before = self.far;
        for symbol in self.symbols {
            if self.far == 0.0 || self.work == 0 {
                break;
            }
            self.try_suggestions(*symbol);
            if self.far > 0.0 {
                self.step_towards(*symbol);
            }
        }
        self.far < before
    }

    fn try_suggestions(&mut self, symbol: Symbol) {
        for value in self.suggestions.of(self.terms.symbol_sort(symbol)) {
            if self.attempt(symbol, value) && self.far == 0.0 {
                return;
            }
        }
    }

    /// Steps in both directions, from half the range of the variable down to its neighbours.
    fn step_towards(&mut self, symbol: Symbol) {
        let sort = self.terms.symbol_sort(symbol);
        let (Sort::Float(_) | Sort::Bv(_)) = sort else { return };
        let bits = sort.bits().unwrap_or(1);
        for step in (0..bits - 1).rev().map(|shift| 1_i64 << shift) {
            for step in [step, -step] {
                let repeats = (0..REPEATS).take_while(|_| {
                    let at = rank(self.model.get(symbol), sort).checked_add(step);
                    let value = at.and_then(|rank| from_rank(rank, sort));
                    value.is_some_and(|value| self.attempt(symbol, value))
                });
                if repeats.count() > 0 && self.far == 0.0 {
                    return;
                }
            }
        }
    }

    /// Sets a variable if that brings the model nearer.
    fn attempt(&mut self, symbol: Symbol, value: u64) -> bool {
        let present = self.model.get(symbol);
        if value == present || self.work == 0 {
            return false;
        }
        self.model.set(symbol, value);
        let far = self.measure();
        let nearer = far < self.far;
        if nearer {
            self.far = far;
        } else {
            self.model.set(symbol, present);
        }
        nearer
    }

    fn measure(&mut self) -> f64 {
        self.work = self.work.saturating_sub(self.cone.len());
        self.memo.reset();
        let Search { terms, model, memo, .. } = self;
        let values = self.cone.iter().map(|t| memo.eval(terms, model, *t));
        self.distances.measure(terms, self.cone, values);
        self.query.iter().map(|t| self.distances.to_true(self.cone, *t)).sum()
    }
}
