//! Bit-blasting and SAT, which decide everything over bit-vectors, floats and arrays.

use super::layer::{Context, Reason, Verdict};
use super::places::Places;
use crate::blast::{
    Arithmetic, Blaster, Equality, Lit, Lowering, Product, Read, Refutation, lemmas,
};
use crate::eval::eval;
use crate::model::{ArrayValue, Model};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
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

/// An array with at most this many reads is made consistent at once.
const FEW_READS: usize = 64;

/// What stating facts that an assignment violates counts for in the work budget.
const REFINEMENT: u32 = 16;

/// So often the SAT solver is replaced because a query lacks what was stated before; then nothing is
/// stated any more.
const RESTARTS: u32 = 8;

/// Decides by translation to SAT.
pub(crate) struct Bits {
    arithmetic: Arithmetic,
    recording: bool,
    /// Whether queries name values of uninterpreted sorts.
    elements: bool,
    blaster: Blaster,
    lowering: Lowering,
    /// How many facts with the value of an operand were stated, by product.
    instances: FxHashMap<Symbol, u32>,
    /// Signals after the first query of this SAT solver.
    fresh_size: Option<usize>,
    /// Signals beyond that assigned so far.
    in_vain: usize,
    /// What the newest query assumed.
    assumed: Vec<Lit>,
    /// Constraints that are clauses of the SAT solver, which is good for queries with all of them.
    stated: FxHashSet<TermId>,
    /// How often it was not.
    restarts: u32,
}

impl Bits {
    /// On a SAT solver of its own, which may record what it does.
    pub(crate) fn new(arithmetic: Arithmetic, recording: bool) -> Bits {
        Bits {
            arithmetic,
            recording,
            elements: false,
            blaster: Blaster::new(arithmetic, recording),
            lowering: Lowering::new(arithmetic),
            instances: FxHashMap::default(),
            fresh_size: None,
            in_vain: 0,
            assumed: Vec::new(),
            stated: FxHashSet::default(),
            restarts: 0,
        }
    }

    /// Decides a conjunction with at most that many conflicts. Those of its members that later queries
    /// will have too are stated instead of assumed, which leads to shorter clauses.
    pub(crate) fn decide(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        lasting: &FxHashSet<TermId>,
        conflicts: Option<u32>,
    ) -> Verdict {
        self.renew(query, query.iter().any(|t| cx.terms.features(*t).elements));
        let lowered: Result<Vec<TermId>, Reason> =
            query.iter().map(|t| self.lowering.lower(cx.terms, *t, &cx.budget)).collect();
        let lowered = match lowered {
            Ok(lowered) => lowered,
            Err(reason) => return self.stop(reason),
        };
        for variable in distinct(cx.terms, &lowered) {
            if let Err(reason) = self.blaster.translate(cx.terms, variable, &cx.budget) {
                return self.stop(reason);
            }
        }
        let signals: Result<Vec<Lit>, Reason> = query
            .iter()
            .zip(&lowered)
            .map(|(term, lowered)| match lasting.contains(term) && self.restarts < RESTARTS {
                true => self.state(cx, *term, *lowered),
                false => self.blaster.literal(cx.terms, *lowered, &cx.budget),
            })
            .collect();
        self.assumed = match signals {
            Ok(assumptions) => assumptions,
            Err(reason) => return self.stop(reason),
        };
        self.fresh_size.get_or_insert(self.blaster.variables());
        if let Some(i) = self.assumed.iter().position(|l| *l == Lit::FALSE) {
            return Verdict::Unsat(vec![query[i]]);
        }
        match self.search(cx, query, &lowered, conflicts) {
            // With equalities of arrays the model may need elements that no constraint names.
            Verdict::Sat(model) if !self.satisfies(cx, query, &model) => {
                Verdict::Unknown(Reason::Unsupported("equality of arrays"))
            }
            verdict => verdict,
        }
    }

    /// Makes a constraint a clause; gives what is left to assume of it.
    fn state(&mut self, cx: &Context<'_>, term: TermId, lowered: TermId) -> Result<Lit, Reason> {
        if self.stated.contains(&term) {
            return Ok(Lit::TRUE);
        }
        let mut clause = Vec::new();
        for part in disjuncts(cx.terms, lowered) {
            match self.blaster.literal(cx.terms, part, &cx.budget)? {
                Lit::TRUE => return Ok(Lit::TRUE),
                Lit::FALSE => {}
                literal => clause.push(literal),
            }
        }
        if clause.is_empty() {
            return Ok(Lit::FALSE);
        }
        self.blaster.clause(&clause);
        self.stated.insert(term);
        Ok(Lit::TRUE)
    }

    /// What a recording solver has recorded: what the newest query assumed is stated.
    pub(crate) fn into_refutation(mut self) -> Refutation {
        self.assumed.iter().for_each(|literal| self.blaster.clause(&[*literal]));
        self.blaster.into_refutation()
    }

    /// Starts over if the SAT solver has become too large for the queries it gets, if one lacks what
    /// was stated, or if one names values of uninterpreted sorts for the first time.
    fn renew(&mut self, query: &[TermId], elements: bool) {
        let size = self.fresh_size.unwrap_or(0);
        self.in_vain += self.blaster.variables().saturating_sub(size);
        let too_large = self.fresh_size.is_some() && self.in_vain > TRANSLATION * size + START;
        let lacking = !self.has_stated(query);
        if !too_large && !lacking && self.elements >= elements {
            return;
        }
        self.restarts += u32::from(lacking);
        self.stated.clear();
        self.blaster = Blaster::new(self.arithmetic, self.recording);
        self.elements |= elements;
        if self.elements {
            self.blaster.allow_elements();
        }
        self.instances.clear();
        self.fresh_size = None;
        self.in_vain = 0;
    }

    /// Whether a query has all that was stated.
    fn has_stated(&self, query: &[TermId]) -> bool {
        let found = query.iter().filter(|term| self.stated.contains(term));
        self.stated.is_empty() || found.collect::<FxHashSet<_>>().len() == self.stated.len()
    }

    /// Gives up. What was translated only in part must not be used again.
    fn stop(&mut self, reason: Reason) -> Verdict {
        *self = Bits::new(self.arithmetic, self.recording);
        Verdict::Unknown(reason)
    }

    fn search(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        lowered: &[TermId],
        conflicts: Option<u32>,
    ) -> Verdict {
        let mut conflicts = self.scaled(cx, query, conflicts);
        let mut relevant: IndexSet<TermId, FxBuildHasher> = lowered.iter().copied().collect();
        let mut places = Places::new(cx.terms, query);
        loop {
            let symbols = cx.supports.union(cx.terms, relevant.iter().copied());
            let symbols = match self.with_operands(cx, symbols) {
                Ok(symbols) => symbols,
                Err(reason) => return self.stop(reason),
            };
            match self.blaster.solve(&self.assumed, &cx.budget, conflicts) {
                Some(true) => {}
                Some(false) => return Verdict::Unsat(self.core(query)),
                None => return Verdict::Unknown(cx.budget.spent().unwrap_or(Reason::Work)),
            }
            let mut lemmas = self.clashes(cx, &symbols);
            match self.extensionality(cx, &mut places, &symbols) {
                Ok(found) => lemmas.extend(found.into_iter().filter(|t| relevant.insert(*t))),
                Err(reason) => return self.stop(reason),
            }
            lemmas.extend(self.inexact(cx, &symbols));
            if lemmas.is_empty() {
                return Verdict::Sat(Arc::new(self.model(cx, &symbols)));
            }
            for lemma in lemmas {
                match self.blaster.literal(cx.terms, lemma, &cx.budget) {
                    Ok(literal) => self.blaster.clause(&[literal]),
                    Err(reason) => return self.stop(reason),
                }
            }
            conflicts = conflicts.map(|left| left.saturating_sub(REFINEMENT));
            if conflicts == Some(0) {
                return Verdict::Unknown(Reason::Work);
            }
        }
    }

    /// How many conflicts the search may take in a circuit of this size.
    fn scaled(&self, cx: &Context<'_>, query: &[TermId], conflicts: Option<u32>) -> Option<u32> {
        let budget = conflicts?;
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

    fn core(&self, query: &[TermId]) -> Vec<TermId> {
        let failed = |l: &Lit| l.constant().is_none() && self.blaster.failed(*l);
        let needed = |(t, l): &(&TermId, &Lit)| self.stated.contains(*t) || failed(l);
        query.iter().zip(&self.assumed).filter(needed).map(|(t, _)| *t).collect()
    }

    /// Adds the variables that only occur in the index of a read or in the operands of a product.
    fn with_operands(
        &mut self,
        cx: &mut Context<'_>,
        symbols: Vec<Symbol>,
    ) -> Result<Vec<Symbol>, Reason> {
        let mut all: IndexSet<Symbol, FxBuildHasher> = symbols.into_iter().collect();
        let mut next = 0;
        while let Some(symbol) = all.get_index(next).copied() {
            next += 1;
            let index = self.lowering.read(symbol).map(|read| read.index);
            let operands = self.lowering.product(symbol).map(|product| product.operands);
            for operand in index.into_iter().chain(operands.into_iter().flatten()) {
                self.blaster.translate(cx.terms, operand, &cx.budget)?;
                all.extend(cx.supports.of(cx.terms, operand));
            }
        }
        Ok(all.into_iter().collect())
    }

    /// `i = j ⇒ a[i] = a[j]` for the reads that violate it, and for all of an array that has few.
    fn clashes(&self, cx: &mut Context<'_>, symbols: &[Symbol]) -> Vec<TermId> {
        let mut seen: BTreeMap<(Symbol, u64), (u64, Read)> = BTreeMap::new();
        let mut by_array: BTreeMap<Symbol, Vec<Read>> = BTreeMap::new();
        let mut clashing: BTreeMap<Symbol, Vec<[Read; 2]>> = BTreeMap::new();
        for read in symbols.iter().filter_map(|s| self.lowering.read(*s)) {
            let place = (read.array, self.blaster.value(cx.terms, read.index));
            let element = self.blaster.value(cx.terms, read.element);
            let (first, other) = *seen.entry(place).or_insert((element, read));
            if first != element {
                clashing.entry(read.array).or_default().push([read, other]);
            }
            by_array.entry(read.array).or_default().push(read);
        }
        let mut lemmas = Vec::new();
        for (array, pairs) in clashing {
            match by_array[&array].as_slice() {
                reads if reads.len() <= FEW_READS => {
                    for (i, one) in reads.iter().enumerate() {
                        let others = reads[..i].iter();
                        lemmas.extend(others.map(|other| one.agrees_with(cx.terms, other)));
                    }
                }
                _ => lemmas.extend(pairs.iter().map(|[a, b]| a.agrees_with(cx.terms, b))),
            }
        }
        lemmas
    }

    /// Facts about the products that the assignment gets wrong.
    fn inexact(&mut self, cx: &mut Context<'_>, symbols: &[Symbol]) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut results: FxHashMap<(Op, [TermId; 2]), Product> = FxHashMap::default();
        for symbol in symbols {
            let Some(product) = self.lowering.product(*symbol) else { continue };
            let [a, b] = product.operands.map(|term| self.known(cx, term));
            let values = Product {
                op: product.op,
                operands: [a, b],
                result: self.known(cx, product.result),
            };
            if cx.terms.app(product.op, &[a, b]) == values.result {
                continue;
            }
            let other = *results.entry((product.op, [a, b])).or_insert(product);
            if self.known(cx, other.result) != values.result {
                found.push(same_for_same(cx.terms, &product, &other));
                continue;
            }
            let instances = self.instances.entry(*symbol).or_default();
            found.extend(lemmas(cx.terms, &product, &values, *instances));
            *instances += 1;
        }
        found
    }

    /// The value of a term in the assignment, as a literal.
    fn known(&self, cx: &mut Context<'_>, term: TermId) -> TermId {
        let value = self.blaster.value(cx.terms, term);
        cx.terms.known(value, cx.terms.sort(term))
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

/// Variables of uninterpreted sorts of which all are distinct, as many as are found in one go. Translated
/// before others each has but one number left, and the search does not try the rest.
fn distinct(terms: &Terms, query: &[TermId]) -> Vec<TermId> {
    let is_label = |t: &TermId| {
        let node = terms.node(*t);
        matches!((node.op(), node.sort()), (Op::Var(_), Sort::Uninterpreted(_)))
    };
    let mut pairs: FxHashSet<[TermId; 2]> = FxHashSet::default();
    let mut others: IndexMap<TermId, usize, FxBuildHasher> = IndexMap::default();
    for condition in query {
        let node = terms.node(*condition);
        let inner = node.args().first().map(|inner| terms.node(*inner));
        let (Op::Not, Some(equation)) = (node.op(), inner) else { continue };
        let (Op::Eq, [a, b]) = (equation.op(), equation.args()) else { continue };
        if is_label(a) && is_label(b) {
            pairs.extend([[*a, *b], [*b, *a]]);
            [a, b].into_iter().for_each(|term| *others.entry(*term).or_default() += 1);
        }
    }
    others.sort_by(|_, one, _, other| other.cmp(one));
    others.into_keys().fold(Vec::new(), |mut chosen, variable| {
        if chosen.iter().all(|other| pairs.contains(&[*other, variable])) {
            chosen.push(variable);
        }
        chosen
    })
}

/// The members of a disjunction, each once.
fn disjuncts(terms: &Terms, condition: TermId) -> Vec<TermId> {
    let mut members: IndexSet<TermId, FxBuildHasher> = IndexSet::default();
    members.insert(condition);
    let mut next = 0;
    while let Some(member) = members.get_index(next).copied() {
        next += 1;
        if is_disjunction(terms, member) {
            members.extend(terms.node(member).args());
        }
    }
    members.into_iter().filter(|member| !is_disjunction(terms, *member)).collect()
}

fn is_disjunction(terms: &Terms, term: TermId) -> bool {
    terms.node(term).op() == Op::Or && terms.sort(term) == Sort::Bool
}

/// Equal operands have equal results.
fn same_for_same(terms: &mut Terms, one: &Product, other: &Product) -> TermId {
    let same = [0, 1].map(|i| terms.eq(one.operands[i], other.operands[i]));
    let (given, then) = (terms.all(&same), terms.eq(one.result, other.result));
    terms.implies(given, then)
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
