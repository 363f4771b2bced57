//! Layer: bit-blasting and SAT, the one that decides everything over bit-vectors, floats and
//! arrays.

use super::layer::{Chain, Context, Layer, Reason, Verdict};
use super::places::Places;
use crate::blast::{Blaster, Equality, Lit, Lowering, Read, Refutation};
use crate::eval::eval;
use crate::model::{ArrayValue, Model};
use crate::op::Op;
use crate::terms::{Symbol, TermId, Terms};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The SAT solver assigns all signals it ever saw, needed or not. When the signals assigned in
/// vain have cost as much as a new translation would, a new SAT solver replaces the old one, so
/// at most half of the time is wasted. Translating a signal costs about as much as assigning this
/// many, and starting over as much as assigning that many.
const TRANSLATION: usize = 32;
const START: usize = 4096;

/// The work budget counts conflicts of a circuit of this size. The circuits of floats are many
/// times larger, and so is the time a conflict takes in them.
const CIRCUIT: usize = 4096;

/// Decides by translation to SAT.
pub(crate) struct Bits {
    blaster: Blaster,
    lowering: Lowering,
    /// Signals after the first query of this SAT solver.
    fresh_size: Option<usize>,
    /// Signals beyond that assigned so far.
    in_vain: usize,
}

impl Bits {
    pub(crate) fn new() -> Bits {
        Bits {
            blaster: Blaster::new(),
            lowering: Lowering::default(),
            fresh_size: None,
            in_vain: 0,
        }
    }
}

impl Layer for Bits {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        self.renew();
        let lowered: Result<Vec<TermId>, Reason> =
            query.iter().map(|t| self.lowering.lower(cx.terms, *t, &cx.budget)).collect();
        let lowered = match lowered {
            Ok(lowered) => lowered,
            Err(reason) => return self.stop(reason),
        };
        let signals: Result<Vec<Lit>, Reason> =
            lowered.iter().map(|t| self.blaster.literal(cx.terms, *t, &cx.budget)).collect();
        let assumptions = match signals {
            Ok(assumptions) => assumptions,
            Err(reason) => return self.stop(reason),
        };
        self.fresh_size.get_or_insert(self.blaster.variables());
        if let Some(i) = assumptions.iter().position(|l| *l == Lit::FALSE) {
            return Verdict::Unsat(vec![query[i]]);
        }
        match self.search(cx, query, &lowered, &assumptions) {
            // With equalities of arrays the model may need elements that no constraint names.
            Verdict::Sat(model) if !self.satisfies(cx, query, &model) => rest.check(cx, query),
            // What takes this solver too much work may be easy for another one.
            Verdict::Unknown(Reason::Work) if !rest.is_empty() => rest.check(cx, query),
            verdict => verdict,
        }
    }
}

impl Bits {
    /// Starts over if the SAT solver has become too large for the queries it gets.
    fn renew(&mut self) {
        let Some(size) = self.fresh_size else { return };
        self.in_vain += self.blaster.variables().saturating_sub(size);
        if self.in_vain > TRANSLATION * size + START {
            self.blaster = Blaster::new();
            self.fresh_size = None;
            self.in_vain = 0;
        }
    }

    /// The same on a SAT solver that records what it does.
    pub(crate) fn recording() -> Bits {
        Bits { blaster: Blaster::recording(), ..Bits::new() }
    }

    /// Decides a conjunction, stating its conjuncts instead of assuming them.
    pub(crate) fn refute(&mut self, cx: &mut Context<'_>, query: &[TermId]) -> Verdict {
        let mut lowered = Vec::new();
        for term in query {
            let literal = self.lowering.lower(cx.terms, *term, &cx.budget).and_then(|term| {
                lowered.push(term);
                self.blaster.literal(cx.terms, term, &cx.budget)
            });
            match literal {
                Ok(literal) => self.blaster.clause(&[literal]),
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
        self.search(cx, query, &lowered, &[])
    }

    /// What a recording solver has recorded.
    pub(crate) fn into_refutation(self) -> Refutation {
        self.blaster.into_refutation()
    }

    /// Gives up. What was translated only in part must not be used again.
    fn stop(&mut self, reason: Reason) -> Verdict {
        *self = Bits::new();
        Verdict::Unknown(reason)
    }

    fn search(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        lowered: &[TermId],
        assumptions: &[Lit],
    ) -> Verdict {
        let conflicts = self.conflicts(cx, query);
        let mut relevant: IndexSet<TermId, FxBuildHasher> = lowered.iter().copied().collect();
        let mut places = Places::new(cx.terms, query);
        loop {
            let symbols = cx.supports.union(cx.terms, relevant.iter().copied());
            let symbols = match self.with_index_variables(cx, symbols) {
                Ok(symbols) => symbols,
                Err(reason) => return self.stop(reason),
            };
            match self.blaster.solve(assumptions, &cx.budget, conflicts) {
                Some(true) => {}
                Some(false) => return Verdict::Unsat(self.core(query, assumptions)),
                None => return Verdict::Unknown(cx.budget.spent().unwrap_or(Reason::Work)),
            }
            let mut lemmas = self.clashes(cx, &symbols);
            match self.extensionality(cx, &mut places, &symbols) {
                Ok(found) => lemmas.extend(found.into_iter().filter(|t| relevant.insert(*t))),
                Err(reason) => return self.stop(reason),
            }
            if lemmas.is_empty() {
                return Verdict::Sat(Arc::new(self.model(cx, &symbols)));
            }
            for lemma in lemmas {
                match self.blaster.literal(cx.terms, lemma, &cx.budget) {
                    Ok(literal) => self.blaster.clause(&[literal]),
                    Err(reason) => return self.stop(reason),
                }
            }
        }
    }

    /// How many conflicts the search may take.
    fn conflicts(&self, cx: &Context<'_>, query: &[TermId]) -> Option<u32> {
        let budget = cx.conflicts?;
        if !query.iter().any(|t| cx.terms.features(*t).floats) {
            return Some(budget);
        }
        let size = self.blaster.variables().max(CIRCUIT) as u64;
        Some((u64::from(budget) * CIRCUIT as u64 / size) as u32)
    }

    fn satisfies(&self, cx: &Context<'_>, query: &[TermId], model: &Model) -> bool {
        let features = |t: &TermId| cx.terms.features(*t).array_equality;
        !query.iter().any(features) || query.iter().all(|t| eval(cx.terms, model, *t) != 0)
    }

    fn core(&self, query: &[TermId], assumptions: &[Lit]) -> Vec<TermId> {
        let failed = |l: &Lit| l.constant().is_none() && self.blaster.failed(*l);
        query.iter().zip(assumptions).filter(|(_, l)| failed(l)).map(|(t, _)| *t).collect()
    }

    /// Adds the variables that only occur in the index of a read.
    fn with_index_variables(
        &mut self,
        cx: &mut Context<'_>,
        symbols: Vec<Symbol>,
    ) -> Result<Vec<Symbol>, Reason> {
        let mut all: IndexSet<Symbol, FxBuildHasher> = symbols.into_iter().collect();
        let mut next = 0;
        while let Some(symbol) = all.get_index(next).copied() {
            next += 1;
            if let Some(read) = self.lowering.read(symbol) {
                self.blaster.translate(cx.terms, read.index, &cx.budget)?;
                all.extend(cx.supports.of(cx.terms, read.index));
            }
        }
        Ok(all.into_iter().collect())
    }

    /// `i = j ⇒ a[i] = a[j]` for the reads that violate it.
    fn clashes(&self, cx: &mut Context<'_>, symbols: &[Symbol]) -> Vec<TermId> {
        let mut seen: BTreeMap<(Symbol, u64), (u64, Read)> = BTreeMap::new();
        let mut lemmas = Vec::new();
        for read in symbols.iter().filter_map(|s| self.lowering.read(*s)) {
            let place = (read.array, self.blaster.value(cx.terms, read.index));
            let element = self.blaster.value(cx.terms, read.element);
            let (first, other) = *seen.entry(place).or_insert((element, read));
            if first != element {
                let same_place = cx.terms.eq(read.index, other.index);
                let same_element = cx.terms.eq(read.element, other.element);
                lemmas.push(cx.terms.implies(same_place, same_element));
            }
        }
        lemmas
    }

    /// What the equalities of arrays entail under the present assignment: where one holds, that
    /// its sides agree at every index that can matter; where not, that they differ somewhere.
    fn extensionality(
        &mut self,
        cx: &mut Context<'_>,
        places: &mut Places,
        symbols: &[Symbol],
    ) -> Result<Vec<TermId>, Reason> {
        let equalities: Vec<Equality> =
            symbols.iter().filter_map(|s| self.lowering.equality(*s)).collect();
        let mut lemmas = Vec::new();
        for equality in &equalities {
            places.name(equality.witness);
            if self.blaster.value(cx.terms, equality.holds) == 0 {
                lemmas.push(equality.difference(cx.terms));
                continue;
            }
            let (indices, facts) = places.matter(cx.terms, cx.terms.sort(equality.witness));
            lemmas.extend(facts);
            lemmas.extend(indices.iter().map(|i| equality.agreement(cx.terms, *i)));
        }
        lemmas.into_iter().map(|t| self.lowering.lower(cx.terms, t, &cx.budget)).collect()
    }

    fn model(&self, cx: &mut Context<'_>, symbols: &[Symbol]) -> Model {
        let mut model = Model::new();
        let mut arrays: BTreeMap<Symbol, ArrayValue> = BTreeMap::new();
        for symbol in symbols {
            let term = cx.terms.symbol_term(*symbol);
            let value = self.blaster.value(cx.terms, term);
            match self.lowering.read(*symbol) {
                Some(read) => {
                    let index = self.blaster.value(cx.terms, read.index);
                    arrays.entry(read.array).or_default().entries.insert(index, value);
                }
                None => model.set(*symbol, value),
            }
        }
        self.defaults(cx, symbols, &model, &mut arrays);
        for (symbol, array) in arrays {
            model.set_array(symbol, array);
        }
        model
    }

    /// An array variable equal to a constant array, or to another variable, has its default.
    fn defaults(
        &self,
        cx: &Context<'_>,
        symbols: &[Symbol],
        model: &Model,
        arrays: &mut BTreeMap<Symbol, ArrayValue>,
    ) {
        let equal = |e: &Equality| self.blaster.value(cx.terms, e.holds) == 1;
        let equalities = symbols.iter().filter_map(|s| self.lowering.equality(*s)).filter(equal);
        let mut pairs: Vec<_> = equalities
            .map(|e| (base(cx.terms, model, e.left), base(cx.terms, model, e.right)))
            .collect();
        // A chain of equal variables passes the default along, at most once over all of them.
        for _ in 0..pairs.len() {
            for (one, other) in &mut pairs {
                if cx.terms.as_symbol(*one).is_none() {
                    std::mem::swap(one, other);
                }
                let Some(symbol) = cx.terms.as_symbol(*one) else {
                    continue;
                };
                let node = cx.terms.node(*other);
                let default = match node.op() {
                    Op::ConstArray(_) => eval(cx.terms, model, node.args()[0]),
                    Op::Var(from) => {
                        let known = |s| arrays.get(&s).map_or(0, |a: &ArrayValue| a.default);
                        let shared = known(from).max(known(symbol));
                        arrays.entry(from).or_default().default = shared;
                        shared
                    }
                    _ => continue,
                };
                arrays.entry(symbol).or_default().default = default;
            }
        }
    }
}

/// The array that a chain of writes and choices begins with.
fn base(terms: &Terms, model: &Model, mut array: TermId) -> TermId {
    loop {
        let node = terms.node(array);
        array = match (node.op(), node.args()) {
            (Op::Store, [below, _, _]) => *below,
            (Op::Ite, [condition, yes, no]) => match eval(terms, model, *condition) {
                0 => *no,
                _ => *yes,
            },
            _ => return array,
        };
    }
}
