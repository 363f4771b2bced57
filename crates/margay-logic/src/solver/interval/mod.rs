//! Layer: interval propagation, which answers small conjunctions without search.
//!
//! Every term of the query gets unsigned and signed bounds. Bounds are narrowed from operands to
//! results and back until nothing changes. Empty bounds prove `unsat`, and so does a disequality
//! between terms that equalities connect. Otherwise the variables, and the elements read from
//! array variables, are set one after the other: to the value of the newest model or the one
//! nearest zero, as far as the bounds leave it, narrowing after each. If the outcome evaluates to
//! true it is a model. There is no backtracking: what needs search is passed on, and so is which of many
//! references are the same.

mod backward;
mod domain;
mod forward;
#[cfg(test)]
mod proof;

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::{ArrayValue, Model};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use crate::value::{mask, of_sort};
use domain::Domain;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Larger queries than this are cheaper to translate than to narrow.
const MAX_TERMS: usize = 600;
/// Setting unknowns one by one narrows once per unknown.
const MAX_UNKNOWNS: usize = 24;
/// Bounds say little of references: with more of them, a choice that is not the right one is soon made.
const MAX_REFERENCES: usize = 2;
/// Narrowing converges slowly on cycles such as `x < y ∧ y < x`; then it is stopped, sooner where
/// it only guides the choice of values.
const MAX_ROUNDS: usize = 12;
const GUIDING_ROUNDS: usize = 3;

/// A term of the query with its operands' positions.
#[derive(Clone, Copy)]
struct Slot {
    term: TermId,
    op: Op,
    args: [u32; 3],
    arity: u8,
}

/// What is chosen when a model is built: a variable, or an element of an array variable.
#[derive(Clone, Copy)]
enum Unknown {
    Scalar(Symbol),
    Element { array: Symbol, index: usize },
}

/// Answers by bounds.
#[derive(Default)]
pub(crate) struct Interval {
    /// The terms of the query, operands first.
    slots: Vec<Slot>,
    domains: Vec<Domain>,
    position: Vec<u32>,
    memo: Evaluator,
}

impl Layer for Interval {
    fn name(&self) -> &'static str {
        "interval"
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let beyond = |t: &TermId| cx.terms.features(*t).wide || cx.terms.features(*t).modes;
        if query.iter().any(beyond) {
            return rest.check(cx, query);
        }
        if !self.load(cx.terms, query) {
            return rest.check(cx, query);
        }
        if !self.propagate(MAX_ROUNDS) || self.equal_and_different() {
            return Verdict::Unsat(query.to_vec());
        }
        match self.dive(cx.terms, query, cx.recent.newest().map(|m| &**m)) {
            Some(model) => Verdict::Sat(Arc::new(model)),
            None => rest.check(cx, query),
        }
    }
}

impl Interval {
    /// Lists the terms of the query, operands first; false if there are too many.
    fn load(&mut self, terms: &Terms, query: &[TermId]) -> bool {
        let mut cone = std::mem::take(&mut self.slots);
        cone.clear();
        self.position.resize(terms.len(), u32::MAX);
        let mut list: Vec<TermId> = Vec::with_capacity(64);
        let mut visit = |term: TermId, list: &mut Vec<TermId>| {
            if std::mem::replace(&mut self.position[term.index()], 0) == u32::MAX {
                list.push(term);
            }
        };
        query.iter().for_each(|t| visit(*t, &mut list));
        let mut next = 0;
        while next < list.len() && list.len() <= MAX_TERMS {
            let node = terms.node(list[next]);
            node.args().iter().for_each(|a| visit(*a, &mut list));
            next += 1;
        }
        let small = list.len() <= MAX_TERMS;
        // Ids ascend from operands to results.
        list.sort_unstable();
        self.domains.clear();
        for (i, term) in list.iter().enumerate() {
            self.position[term.index()] = i as u32;
            if small {
                cone.push(self.slot(terms, *term));
                self.domains.push(initial(terms, *term));
            }
        }
        for term in &list {
            self.position[term.index()] = u32::MAX;
        }
        self.slots = cone;
        if small {
            for term in query {
                if let Ok(i) = list.binary_search(term) {
                    self.domains[i] = self.domains[i].meet(Domain::only(1, 1));
                }
            }
        }
        small
    }

    fn slot(&self, terms: &Terms, term: TermId) -> Slot {
        let node = terms.node(term);
        let mut args = [0; 3];
        for (slot, arg) in args.iter_mut().zip(node.args()) {
            *slot = self.position[arg.index()];
        }
        Slot { term, op: node.op(), args, arity: node.args().len() as u8 }
    }

    /// Narrows all bounds until nothing changes; false if some are empty.
    fn propagate(&mut self, rounds: usize) -> bool {
        for _ in 0..rounds {
            let mut changed = false;
            for i in 0..self.slots.len() {
                let slot = self.slots[i];
                if slot.arity > 0 {
                    let args = slot.args.map(|a| self.domains[a as usize]);
                    let arity = usize::from(slot.arity);
                    let out = forward::forward(slot.op, self.domains[i].bits, &args[..arity]);
                    changed |= self.narrow(i, out);
                }
                if self.domains[i].is_empty() {
                    return false;
                }
            }
            for i in (0..self.slots.len()).rev() {
                let slot = self.slots[i];
                let arity = usize::from(slot.arity);
                let mut args = slot.args.map(|a| self.domains[a as usize]);
                backward::backward(slot.op, self.domains[i], &mut args[..arity]);
                for (arg, domain) in slot.args[..arity].iter().zip(args) {
                    changed |= self.narrow(*arg as usize, domain);
                    if self.domains[*arg as usize].is_empty() {
                        return false;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        true
    }

    /// Whether terms that a chain of equalities makes equal are said to differ, which bounds alone
    /// do not show: the alias checks of a heap are of this kind.
    fn equal_and_different(&self) -> bool {
        let mut class: Vec<u32> = (0..self.slots.len() as u32).collect();
        let root = |class: &[u32], mut i: u32| {
            while class[i as usize] != i {
                i = class[i as usize];
            }
            i
        };
        let decided = |value: u64| {
            let is = move |(slot, domain): &(&Slot, &Domain)| {
                slot.op == Op::Eq && domain.single() == Some(value)
            };
            self.slots.iter().zip(&self.domains).filter(is).map(|(slot, _)| slot.args)
        };
        for [a, b, _] in decided(1) {
            let (a, b) = (root(&class, a), root(&class, b));
            class[a.max(b) as usize] = a.min(b);
        }
        decided(0).any(|[a, b, _]| root(&class, a) == root(&class, b))
    }

    fn narrow(&mut self, i: usize, by: Domain) -> bool {
        let narrowed = self.domains[i].meet(by);
        let changed = narrowed != self.domains[i];
        self.domains[i] = narrowed;
        changed
    }

    /// Sets the unknowns one by one, as near to zero as the bounds allow.
    fn dive(&mut self, terms: &Terms, query: &[TermId], hint: Option<&Model>) -> Option<Model> {
        let unknowns: Vec<(usize, Unknown)> =
            (0..self.slots.len()).filter_map(|i| Some((i, self.unknown(terms, i)?))).collect();
        if let Some(model) = self.candidate(terms, query, &unknowns) {
            return Some(model);
        }
        let is_reference =
            |(slot, _): &&(usize, Unknown)| terms.sort(self.slots[*slot].term) == Sort::Ref;
        let references = unknowns.iter().filter(is_reference).count();
        if unknowns.len() > MAX_UNKNOWNS || references > MAX_REFERENCES {
            return None;
        }
        let start = self.domains.clone();
        // The newest model satisfies all but the new constraint, so its values are tried first.
        if hint.is_some()
            && self.descend(&unknowns, hint)
            && let Some(model) = self.candidate(terms, query, &unknowns)
        {
            return Some(model);
        }
        self.domains.copy_from_slice(&start);
        if !self.descend(&unknowns, None) {
            return None;
        }
        self.candidate(terms, query, &unknowns)
    }

    /// What is to be chosen at a slot, if anything.
    fn unknown(&self, terms: &Terms, i: usize) -> Option<Unknown> {
        let slot = self.slots[i];
        let variable = |slot: Slot| terms.as_symbol(slot.term);
        match slot.op {
            Op::Var(_) if terms.sort(slot.term).is_array() => None,
            Op::Select => {
                let [array, index, _] = slot.args;
                let array = variable(self.slots[array as usize])?;
                Some(Unknown::Element { array, index: index as usize })
            }
            _ => variable(slot).map(Unknown::Scalar),
        }
    }

    /// Sets each unknown to its value in the hint or the nearest to zero or an end of its bounds,
    /// whichever leaves bounds for the others; false if none does.
    fn descend(&mut self, unknowns: &[(usize, Unknown)], hint: Option<&Model>) -> bool {
        let mut saved = Vec::new();
        unknowns.iter().all(|(i, unknown)| {
            saved.clone_from(&self.domains);
            let domain = saved[*i];
            let hinted = hint.and_then(|model| match *unknown {
                Unknown::Scalar(symbol) => model.decided(symbol),
                Unknown::Element { array, index } => {
                    saved[index].single().map(|at| model.element(array, at))
                }
            });
            let wish = hinted.filter(|value| domain.contains(*value));
            wish.into_iter().chain(choices(domain)).any(|value| {
                self.domains.copy_from_slice(&saved);
                self.domains[*i] = domain.meet(Domain::only(value, domain.bits));
                !self.domains[*i].is_empty() && self.propagate(GUIDING_ROUNDS)
            })
        })
    }

    /// The model nearest zero within the bounds, if it is one.
    fn candidate(
        &mut self,
        terms: &Terms,
        query: &[TermId],
        unknowns: &[(usize, Unknown)],
    ) -> Option<Model> {
        let mut model = Model::new();
        let mut arrays: BTreeMap<Symbol, ArrayValue> = BTreeMap::new();
        for (i, unknown) in unknowns {
            let value = nearest(self.domains[*i]);
            match *unknown {
                // Bounds do not know that there is only one NaN.
                Unknown::Scalar(symbol) => {
                    model.set(symbol, of_sort(value, terms.symbol_sort(symbol)));
                }
                Unknown::Element { array, index } => {
                    let at = nearest(self.domains[index]);
                    arrays.entry(array).or_default().entries.insert(at, value);
                }
            }
        }
        for (symbol, array) in arrays {
            model.set_array(symbol, array);
        }
        self.memo.reset();
        query.iter().all(|t| self.memo.holds(terms, &model, *t)).then_some(model)
    }
}

fn initial(terms: &Terms, term: TermId) -> Domain {
    // Arrays have no bounds; one bit stands in and is never looked at.
    let bits = terms.sort(term).bits().unwrap_or(1);
    match terms.as_const(term) {
        Some(value) => Domain::only(value, bits),
        None => Domain::full(bits),
    }
}

/// The value of a domain that is nearest zero.
fn nearest(domain: Domain) -> u64 {
    let signed = 0_i64.clamp(domain.slo, domain.shi) as u64 & mask(domain.bits);
    if domain.contains(signed) { signed } else { domain.lo }
}

/// Values worth trying: the nearest to zero, then the ends.
fn choices(domain: Domain) -> [u64; 3] {
    [nearest(domain), domain.hi, domain.lo]
}
