//! Elimination of arrays, and of products if asked: reads become variables, writes become choices.
//!
//! `select(store(a, j, v), i)` is `ite(i = j, v, select(a, i))`; a read of an array variable is a
//! fresh variable, remembered with its array and index. An equality of arrays is a fresh truth
//! value, remembered with its sides and an index at which they differ if they do. The rewriting is
//! on terms, so sharing is kept and the simplifier sees the result. Where multiplication is abstract
//! (`abstraction.rs`), products and quotients become variables too.

use super::abstraction::Product;
use super::arithmetic::Arithmetic;
use crate::budget::Budget;
use crate::op::Op;
use crate::solver::Reason;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A read of an array variable that was replaced by a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    /// The array.
    pub(crate) array: Symbol,
    /// The index, itself without arrays.
    pub(crate) index: TermId,
    /// The variable standing for the element.
    pub(crate) element: TermId,
}

/// An equality of arrays that was replaced by a truth value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equality {
    /// The truth value standing for the equality.
    pub(crate) holds: TermId,
    /// One side.
    pub(crate) left: TermId,
    /// The other side.
    pub(crate) right: TermId,
    /// An index at which the sides differ if they are not equal.
    pub(crate) witness: TermId,
}

impl Equality {
    /// The sides are different arrays, so they differ at the witness: `holds ∨ l[w] ≠ r[w]`.
    pub(crate) fn difference(&self, terms: &mut Terms) -> TermId {
        let same = self.agree_at(terms, self.witness);
        let differ = terms.not(same);
        terms.or(self.holds, differ)
    }

    /// The sides are the same array, so they agree everywhere: `holds ⇒ l[i] = r[i]`.
    pub(crate) fn agreement(&self, terms: &mut Terms, index: TermId) -> TermId {
        let same = self.agree_at(terms, index);
        terms.implies(self.holds, same)
    }

    fn agree_at(&self, terms: &mut Terms, index: TermId) -> TermId {
        let (left, right) = (terms.select(self.left, index), terms.select(self.right, index));
        terms.eq(left, right)
    }
}

/// Products of fewer bits than this are not worth an abstraction.
const NARROW: u32 = 12;

/// Terms without arrays for terms with them, remembered.
#[derive(Default)]
pub(crate) struct Lowering {
    /// Whether products become variables too.
    abstracts: bool,
    lowered: FxHashMap<TermId, TermId>,
    by_place: FxHashMap<(Symbol, TermId), TermId>,
    reads: FxHashMap<Symbol, Read>,
    equalities: FxHashMap<Symbol, Equality>,
    by_operands: FxHashMap<(Op, [TermId; 2]), TermId>,
    products: FxHashMap<Symbol, Product>,
    stack: Vec<TermId>,
}

/// What becomes of a node: finished, the same as another term, or waiting for operands.
enum Step {
    Done(TermId),
    Alias(TermId),
    Wait(SmallVec<[TermId; 3]>),
}

impl Lowering {
    /// Nothing lowered yet.
    pub(crate) fn new(arithmetic: Arithmetic) -> Lowering {
        Lowering { abstracts: arithmetic == Arithmetic::Abstract, ..Lowering::default() }
    }

    /// The read a variable stands for, if it was made here.
    pub(crate) fn read(&self, symbol: Symbol) -> Option<Read> {
        self.reads.get(&symbol).copied()
    }

    /// The equality a variable stands for, if it was made here.
    pub(crate) fn equality(&self, symbol: Symbol) -> Option<Equality> {
        self.equalities.get(&symbol).copied()
    }

    /// The product a variable stands for, if it was made here.
    pub(crate) fn product(&self, symbol: Symbol) -> Option<Product> {
        self.products.get(&symbol).copied()
    }

    /// An equivalent of `root` without arrays, up to the consistency of the reads, equalities
    /// and products in it.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn lower(
        &mut self,
        terms: &mut Terms,
        root: TermId,
        budget: &Budget,
    ) -> Result<TermId, Reason> {
        if !self.changes(terms, root) {
            return Ok(root);
        }
        self.stack.clear();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if let Some(reason) = budget.step() {
                return Err(reason);
            }
            if self.get(terms, term).is_some() {
                self.stack.pop();
                continue;
            }
            match self.step(terms, term) {
                Step::Done(result) => drop(self.lowered.insert(term, result)),
                Step::Alias(other) => match self.get(terms, other) {
                    Some(result) => drop(self.lowered.insert(term, result)),
                    None => self.stack.push(other),
                },
                Step::Wait(operands) => self.stack.extend(operands),
            }
        }
        Ok(self.lowered[&root])
    }

    fn get(&self, terms: &Terms, term: TermId) -> Option<TermId> {
        if self.changes(terms, term) { self.lowered.get(&term).copied() } else { Some(term) }
    }

    fn changes(&self, terms: &Terms, term: TermId) -> bool {
        let features = terms.features(term);
        features.arrays || self.abstracts && features.products
    }

    fn step(&mut self, terms: &mut Terms, term: TermId) -> Step {
        let node = *terms.node(term);
        if node.op() == Op::Select {
            return self.select(terms, node.args()[0], node.args()[1]);
        }
        if node.op() == Op::Eq
            && let Sort::Array { index, .. } = terms.sort(node.args()[0])
        {
            return Step::Done(self.equal(terms, node.args()[0], node.args()[1], index.sort()));
        }
        let mut operands: SmallVec<[TermId; 3]> = SmallVec::new();
        let mut missing = SmallVec::new();
        for arg in node.args() {
            match self.get(terms, *arg) {
                Some(lowered) => operands.push(lowered),
                None => missing.push(*arg),
            }
        }
        if !missing.is_empty() {
            return Step::Wait(missing);
        }
        match (node.op(), operands.as_slice()) {
            (op, &[a, b]) if self.abstracts && op.multiplies() => self.multiply(terms, op, a, b),
            (op, operands) => Step::Done(terms.app(op, operands)),
        }
    }

    /// A product of variables is a variable; signed division goes through magnitudes.
    fn multiply(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Step {
        let plain = terms.app(op, &[a, b]);
        let node = *terms.node(plain);
        let &[a, b] = node.args() else { return Step::Done(plain) };
        let literal = [a, b].iter().any(|t| matches!(terms.node(*t).op(), Op::Const(_)));
        if literal || node.op() != op || terms.bits(plain) < NARROW {
            return Step::Done(plain);
        }
        if matches!(op, Op::SDiv | Op::SRem) {
            return Step::Done(self.signed(terms, op, a, b));
        }
        Step::Done(self.variable(terms, op, [a, b]))
    }

    fn signed(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
        let zero = terms.constant(0, terms.sort(a));
        let negative = [a, b].map(|t| terms.slt(t, zero));
        let magnitudes = [(a, negative[0]), (b, negative[1])].map(|(t, sign)| {
            let negated = terms.neg(t);
            terms.ite(sign, negated, t)
        });
        let (op, sign) = match op {
            Op::SDiv => (Op::UDiv, terms.xor(negative[0], negative[1])),
            _ => (Op::URem, negative[0]),
        };
        let result = self.variable(terms, op, magnitudes);
        let negated = terms.neg(result);
        terms.ite(sign, negated, result)
    }

    fn variable(&mut self, terms: &mut Terms, op: Op, operands: [TermId; 2]) -> TermId {
        if let Some(result) = self.by_operands.get(&(op, operands)) {
            return *result;
        }
        let sort = terms.sort(operands[0]);
        let result = terms.fresh("product", sort);
        self.by_operands.insert((op, operands), result);
        if let Some(symbol) = terms.as_symbol(result) {
            self.products.insert(symbol, Product { op, operands, result });
        }
        result
    }

    fn select(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> Step {
        let node = *terms.node(array);
        match (node.op(), node.args()) {
            (Op::Store, [below, at, element]) => {
                let hit = terms.eq(*at, index);
                let rest = terms.select(*below, index);
                Step::Alias(terms.ite(hit, *element, rest))
            }
            (Op::Ite, [condition, yes, no]) => {
                let (yes, no) = (terms.select(*yes, index), terms.select(*no, index));
                Step::Alias(terms.ite(*condition, yes, no))
            }
            (Op::ConstArray(_), [element]) => Step::Alias(*element),
            _ => match (self.get(terms, index), terms.as_symbol(array)) {
                (Some(index), Some(symbol)) => Step::Done(self.place(terms, symbol, index)),
                _ => Step::Wait([index].into_iter().collect()),
            },
        }
    }

    fn equal(&mut self, terms: &mut Terms, left: TermId, right: TermId, index: Sort) -> TermId {
        let holds = terms.fresh("same", Sort::Bool);
        let witness = terms.fresh("differ", index);
        if let Some(symbol) = terms.as_symbol(holds) {
            let equality = Equality { holds, left, right, witness };
            self.equalities.insert(symbol, equality);
        }
        holds
    }

    fn place(&mut self, terms: &mut Terms, array: Symbol, index: TermId) -> TermId {
        if let Some(element) = self.by_place.get(&(array, index)) {
            return *element;
        }
        let array_term = terms.symbol_term(array);
        let read = terms.select(array_term, index);
        let sort = terms.sort(read);
        let element = terms.fresh("read", sort);
        self.by_place.insert((array, index), element);
        if let Some(symbol) = terms.as_symbol(element) {
            self.reads.insert(symbol, Read { array, index, element });
        }
        element
    }
}

/// The terms used as array index anywhere below the query, without repetition.
pub(crate) fn indices(terms: &Terms, query: &[TermId]) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = query.to_vec();
    let mut indices = Vec::new();
    while let Some(term) = stack.pop() {
        if !terms.features(term).arrays || !seen.insert(term) {
            continue;
        }
        let node = terms.node(term);
        if matches!(node.op(), Op::Select | Op::Store) {
            indices.push(node.args()[1]);
        }
        stack.extend(node.args());
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}
