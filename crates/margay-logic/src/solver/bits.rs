//! Layer: bit-blasting and SAT, the one that decides everything over bit-vectors and arrays.

use super::layer::{Chain, Context, Layer, Reason, Verdict};
use crate::blast::{Blaster, Lit, Lowering};
use crate::model::{ArrayValue, Model};
use crate::terms::{Symbol, TermId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The SAT solver assigns all signals it ever saw, needed or not. When the signals assigned in
/// vain have cost as much as a new translation would, a new SAT solver replaces the old one, so
/// at most half of the time is wasted. Translating a signal costs about as much as assigning this
/// many, and starting over as much as assigning that many.
const TRANSLATION: usize = 32;
const START: usize = 4096;

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
        let foreign = |t: &TermId| {
            let features = cx.terms.features(*t);
            features.floats || features.array_equality
        };
        if query.iter().any(foreign) {
            return rest.check(cx, query);
        }
        self.renew();
        let lowered: Vec<TermId> = query
            .iter()
            .map(|t| self.lowering.lower(cx.terms, *t))
            .collect();
        let signals: Option<Vec<Lit>> = lowered
            .iter()
            .map(|t| self.blaster.literal(cx.terms, *t, cx.deadline))
            .collect();
        let Some(assumptions) = signals else {
            return Verdict::Unknown(Reason::Time);
        };
        self.fresh_size.get_or_insert(self.blaster.variables());
        if let Some(i) = assumptions.iter().position(|l| *l == Lit::FALSE) {
            return Verdict::Unsat(vec![query[i]]);
        }
        self.search(cx, query, &lowered, &assumptions)
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

    fn search(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        lowered: &[TermId],
        assumptions: &[Lit],
    ) -> Verdict {
        let symbols = cx.supports.union(cx.terms, lowered);
        let symbols = self.with_index_variables(cx, symbols);
        loop {
            match self.blaster.solve(assumptions, cx.deadline, cx.conflicts) {
                Some(true) => {}
                Some(false) => return Verdict::Unsat(self.core(query, assumptions)),
                None if cx.out_of_time() => return Verdict::Unknown(Reason::Time),
                None => return Verdict::Unknown(Reason::Work),
            }
            let clashes = self.clashes(&symbols);
            if clashes.is_empty() {
                return Verdict::Sat(Arc::new(self.model(cx, &symbols)));
            }
            for (first, second) in clashes {
                self.same_place_same_element(cx, first, second);
            }
        }
    }

    fn core(&self, query: &[TermId], assumptions: &[Lit]) -> Vec<TermId> {
        let failed = |l: &Lit| l.constant().is_none() && self.blaster.failed(*l);
        query
            .iter()
            .zip(assumptions)
            .filter(|(_, l)| failed(l))
            .map(|(t, _)| *t)
            .collect()
    }

    /// Adds the variables that only occur in the index of a read.
    fn with_index_variables(&mut self, cx: &mut Context<'_>, symbols: Vec<Symbol>) -> Vec<Symbol> {
        let mut all = symbols;
        let mut next = 0;
        while let Some(symbol) = all.get(next).copied() {
            next += 1;
            let Some(read) = self.lowering.read(symbol) else {
                continue;
            };
            self.blaster.translate(cx.terms, read.index, None);
            for inner in cx.supports.of(cx.terms, read.index) {
                if !all.contains(inner) {
                    all.push(*inner);
                }
            }
        }
        all
    }

    /// Pairs of reads of one array that agree on the index but not on the element.
    fn clashes(&self, symbols: &[Symbol]) -> Vec<(Symbol, Symbol)> {
        let mut seen: BTreeMap<(Symbol, u64), (u64, Symbol)> = BTreeMap::new();
        let mut clashes = Vec::new();
        for symbol in symbols {
            let Some(read) = self.lowering.read(*symbol) else {
                continue;
            };
            let place = (read.array, self.blaster.value(read.index));
            let element = self.blaster.value(read.element);
            let (first, other) = *seen.entry(place).or_insert((element, *symbol));
            if first != element {
                clashes.push((other, *symbol));
            }
        }
        clashes
    }

    /// Adds `i = j ⇒ a[i] = a[j]`.
    fn same_place_same_element(&mut self, cx: &mut Context<'_>, first: Symbol, second: Symbol) {
        let (Some(a), Some(b)) = (self.lowering.read(first), self.lowering.read(second)) else {
            return;
        };
        let place = cx.terms.eq(a.index, b.index);
        let element = cx.terms.eq(a.element, b.element);
        let lemma = cx.terms.implies(place, element);
        if let Some(literal) = self.blaster.literal(cx.terms, lemma, None) {
            self.blaster.clause(&[literal]);
        }
    }

    fn model(&self, cx: &mut Context<'_>, symbols: &[Symbol]) -> Model {
        let mut model = Model::new();
        let mut arrays: BTreeMap<Symbol, ArrayValue> = BTreeMap::new();
        for symbol in symbols {
            let term = cx.terms.symbol_term(*symbol);
            let value = self.blaster.value(term);
            match self.lowering.read(*symbol) {
                Some(read) => {
                    let index = self.blaster.value(read.index);
                    arrays
                        .entry(read.array)
                        .or_default()
                        .entries
                        .insert(index, value);
                }
                None => model.set(*symbol, value),
            }
        }
        for (symbol, array) in arrays {
            model.set_array(symbol, array);
        }
        model
    }
}
