//! Definitions among the constraints: `x = t` puts `t` in the place of `x` everywhere.
//!
//! With fewer variables the simplifier sees more: what a program computed step by step becomes one
//! term, and two ways to compute the same become the same polynomial. The terms are others than
//! those the SAT solver knows from the questions before, so this is for questions that are hard
//! enough to start over.

use super::layer::{Context, Reason, Verdict};
use super::support::Supports;
use crate::eval::Evaluator;
use crate::op::Op;
use crate::sort::Sort;
use crate::substitute::Substitution;
use crate::terms::{Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A definition: the term a variable is equal to, and the constraint that says so.
#[derive(Clone, Copy)]
struct Definition {
    term: TermId,
    constraint: TermId,
}

/// Constraints with all definitions put in.
pub(crate) struct Equations {
    /// What is left.
    pub(crate) rest: Vec<TermId>,
    /// The constraint each of them was.
    origins: FxHashMap<TermId, TermId>,
    /// Definitions as they were.
    definitions: FxHashMap<Symbol, Definition>,
    /// The defined variables and their terms, over those that are not defined.
    solved: Vec<(Symbol, TermId)>,
}

impl Equations {
    /// Puts in what the constraints define; nothing if that is nothing.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn of(cx: &mut Context<'_>, query: &[TermId]) -> Result<Option<Equations>, Reason> {
        let mut definitions = candidates(cx.terms, query);
        let order = acyclic(cx.terms, cx.supports, &mut definitions);
        if order.is_empty() {
            return Ok(None);
        }
        let mut substitution = Substitution::default();
        let mut solved = Vec::new();
        for symbol in order {
            let term = definitions[&symbol].term;
            let term = substitution.apply(cx.terms, term, &cx.budget)?;
            substitution.replace(cx.terms.symbol_term(symbol), term);
            solved.push((symbol, term));
        }
        let (mut rest, mut origins) = (Vec::new(), FxHashMap::default());
        for constraint in query {
            let term = substitution.apply(cx.terms, *constraint, &cx.budget)?;
            if cx.terms.as_const(term) != Some(1) && origins.insert(term, *constraint).is_none() {
                rest.push(term);
            }
        }
        Ok(Some(Equations { rest, origins, definitions, solved }))
    }

    /// What an answer about the rest says about all constraints.
    pub(crate) fn restore(&self, cx: &mut Context<'_>, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Sat(model) => {
                let mut memo = Evaluator::new();
                let mut complete = (*model).clone();
                for (symbol, term) in &self.solved {
                    if cx.terms.sort(*term).is_array() {
                        let value = memo.array_value(cx.terms, &model, *term);
                        complete.set_array(*symbol, value);
                    } else {
                        complete.set(*symbol, memo.eval(cx.terms, &model, *term));
                    }
                }
                Verdict::Sat(Arc::new(complete))
            }
            Verdict::Unsat(core) => Verdict::Unsat(self.with_definitions(cx, &core)),
            unknown => unknown,
        }
    }

    /// The constraints behind those of the rest, with the definitions put into them.
    fn with_definitions(&self, cx: &mut Context<'_>, core: &[TermId]) -> Vec<TermId> {
        let mut open: Vec<TermId> =
            core.iter().filter_map(|t| self.origins.get(t).copied()).collect();
        let mut constraints = open.clone();
        let mut seen: FxHashSet<Symbol> = FxHashSet::default();
        while let Some(term) = open.pop() {
            for symbol in cx.supports.of(cx.terms, term) {
                if let Some(definition) = self.definitions.get(symbol)
                    && seen.insert(*symbol)
                {
                    constraints.push(definition.constraint);
                    open.push(definition.constraint);
                }
            }
        }
        constraints.sort_unstable();
        constraints.dedup();
        constraints
    }
}

/// The first definition of each variable.
fn candidates(terms: &mut Terms, query: &[TermId]) -> FxHashMap<Symbol, Definition> {
    let mut found: FxHashMap<Symbol, Definition> = FxHashMap::default();
    for constraint in query {
        let node = *terms.node(*constraint);
        let (variable, term) = match (node.op(), node.args()) {
            (Op::Eq, [a, b]) => match (terms.as_symbol(*a), terms.as_symbol(*b)) {
                (Some(symbol), _) if !found.contains_key(&symbol) => (symbol, *b),
                (_, Some(symbol)) => (symbol, *a),
                _ => continue,
            },
            (Op::Var(symbol), _) => (symbol, terms.bool(true)),
            (Op::Not, [a]) => match terms.as_symbol(*a) {
                Some(symbol) if terms.sort(*a) == Sort::Bool => (symbol, terms.bool(false)),
                _ => continue,
            },
            _ => continue,
        };
        found.entry(variable).or_insert(Definition { term, constraint: *constraint });
    }
    found
}

/// Drops definitions that lead back to themselves; the others in an order in which each is over
/// variables not defined or defined before.
fn acyclic(
    terms: &Terms,
    supports: &mut Supports,
    definitions: &mut FxHashMap<Symbol, Definition>,
) -> Vec<Symbol> {
    enum Visit {
        Enter(Symbol),
        Leave(Symbol),
    }
    let mut symbols: Vec<Symbol> = definitions.keys().copied().collect();
    symbols.sort_unstable();
    // Whether a variable is done; without an entry it was not seen.
    let mut done: FxHashMap<Symbol, bool> = FxHashMap::default();
    let mut order = Vec::new();
    for root in symbols {
        let mut stack = vec![Visit::Enter(root)];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Enter(symbol) => {
                    if done.contains_key(&symbol) {
                        continue;
                    }
                    let Some(definition) = definitions.get(&symbol) else { continue };
                    let below = supports.of(terms, definition.term);
                    if below.iter().any(|s| *s == symbol || done.get(s) == Some(&false)) {
                        definitions.remove(&symbol);
                        continue;
                    }
                    done.insert(symbol, false);
                    stack.push(Visit::Leave(symbol));
                    stack.extend(below.iter().map(|s| Visit::Enter(*s)));
                }
                Visit::Leave(symbol) => {
                    done.insert(symbol, true);
                    order.push(symbol);
                }
            }
        }
    }
    order
}
