//! Evaluation of terms under a model.
//!
//! Symbolic execution asks again and again whether a new condition holds in the model at hand, so
//! the evaluator remembers every value until the model changes: a condition costs only its new
//! nodes. The walk is iterative, and lazy in `Ite`, `And` and `Or`.

use crate::model::{ArrayValue, Model};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Node, Symbol, TermId, Terms};
use crate::value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// An array value under construction: a chain of writes over a variable or a constant.
#[derive(Clone, Copy, Debug)]
enum Contents {
    Variable(Symbol),
    Constant(u64),
    Write { below: u64, index: u64, element: u64 },
}

/// Memoised evaluation under one model at a time.
#[derive(Debug)]
pub struct Evaluator {
    epoch: u32,
    known: Vec<u32>,
    values: Vec<u64>,
    arrays: Vec<Contents>,
    stack: Vec<TermId>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

thread_local! {
    /// The tables of an evaluator are as long as there are terms: too long for a single question.
    static SPARE: RefCell<Evaluator> = RefCell::default();
}

/// Evaluates one term, remembering nothing; arrays give 0.
pub fn eval(terms: &Terms, model: &Model, term: TermId) -> u64 {
    SPARE.with_borrow_mut(|evaluator| {
        evaluator.reset();
        evaluator.eval(terms, model, term)
    })
}

impl Evaluator {
    /// An evaluator that knows nothing yet.
    pub fn new() -> Evaluator {
        Evaluator {
            epoch: 1,
            known: Vec::new(),
            values: Vec::new(),
            arrays: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Forgets all values; needed whenever the model is another one.
    pub fn reset(&mut self) {
        self.arrays.clear();
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.known.fill(0);
            1
        });
    }

    /// Whether a `Bool` term is true.
    pub fn holds(&mut self, terms: &Terms, model: &Model, term: TermId) -> bool {
        self.eval(terms, model, term) != 0
    }

    /// The value of a scalar term under `model`, which must be the same since the last reset.
    pub fn eval(&mut self, terms: &Terms, model: &Model, root: TermId) -> u64 {
        if self.known.len() < terms.len() {
            self.known.resize(terms.len(), 0);
            self.values.resize(terms.len(), 0);
        }
        if self.get(root).is_none() {
            self.stack.push(root);
            while let Some(&term) = self.stack.last() {
                if self.get(term).is_none() && !self.step(terms, model, term) {
                    continue;
                }
                self.stack.pop();
            }
        }
        if terms.sort(root).is_array() { 0 } else { self.values[root.index()] }
    }

    /// The value of an array term under `model`, which must be the same since the last reset.
    pub fn array_value(&mut self, terms: &Terms, model: &Model, root: TermId) -> ArrayValue {
        self.eval(terms, model, root);
        let (default, entries) = self.contents(model, self.values[root.index()]);
        ArrayValue { default, entries }
    }

    /// The contents of an array term: a default and the exceptions from it.
    fn contents(&self, model: &Model, mut id: u64) -> (u64, BTreeMap<u64, u64>) {
        let mut writes = BTreeMap::new();
        loop {
            match self.arrays[id as usize] {
                Contents::Write { below, index, element } => {
                    writes.entry(index).or_insert(element);
                    id = below;
                }
                Contents::Constant(default) => return normal(default, writes),
                Contents::Variable(symbol) => {
                    let array = model.array(symbol).cloned().unwrap_or_default();
                    for (index, element) in array.entries {
                        writes.entry(index).or_insert(element);
                    }
                    return normal(array.default, writes);
                }
            }
        }
    }

    fn get(&self, term: TermId) -> Option<u64> {
        (self.known[term.index()] == self.epoch).then(|| self.values[term.index()])
    }

    fn set(&mut self, term: TermId, value: u64) -> bool {
        self.known[term.index()] = self.epoch;
        self.values[term.index()] = value;
        true
    }

    /// The value of an operand; if it is not known yet it is pushed, to be evaluated first.
    fn need(&mut self, term: TermId) -> Option<u64> {
        let value = self.get(term);
        if value.is_none() {
            self.stack.push(term);
        }
        value
    }

    /// Computes `term` if its operands are known; otherwise pushes what is missing.
    fn step(&mut self, terms: &Terms, model: &Model, term: TermId) -> bool {
        let node = terms.node(term);
        let value = match node.op() {
            Op::Const(value) => Some(value),
            Op::Var(symbol) if node.sort().is_array() => {
                Some(self.array(Contents::Variable(symbol)))
            }
            Op::Var(symbol) => Some(model.get(symbol)),
            Op::Ite => self.need(node.args()[0]).and_then(|condition| {
                let chosen = if condition != 0 { 1 } else { 2 };
                self.need(node.args()[chosen])
            }),
            Op::And | Op::Or if node.sort() == Sort::Bool => self.connective(node),
            Op::Select => self.select(model, node.args()),
            Op::Store => self.store(node.args()),
            Op::ConstArray(_) => {
                let element = self.need(node.args()[0]);
                element.map(|element| self.array(Contents::Constant(element)))
            }
            Op::Eq if terms.sort(node.args()[0]).is_array() => self.array_eq(terms, model, node),
            op => self.scalar(terms, op, node),
        };
        value.is_some_and(|value| self.set(term, value))
    }

    fn connective(&mut self, node: &Node) -> Option<u64> {
        let absorbing = u64::from(node.op() == Op::Or);
        let (a, b) = (node.args()[0], node.args()[1]);
        if self.get(b) == Some(absorbing) {
            return Some(absorbing);
        }
        match self.need(a)? {
            value if value == absorbing => Some(absorbing),
            _ => self.need(b),
        }
    }

    fn scalar(&mut self, terms: &Terms, op: Op, node: &Node) -> Option<u64> {
        let args = node.args();
        let mut values = [0; 3];
        let mut ready = true;
        for (slot, arg) in values.iter_mut().zip(args) {
            match self.need(*arg) {
                Some(value) => *slot = value,
                None => ready = false,
            }
        }
        ready.then(|| terms.compute(op, node.sort(), args, &values[..args.len()]))
    }

    fn array(&mut self, contents: Contents) -> u64 {
        self.arrays.push(contents);
        self.arrays.len() as u64 - 1
    }

    fn select(&mut self, model: &Model, args: &[TermId]) -> Option<u64> {
        let (mut id, wanted) = (self.need(args[0])?, self.need(args[1])?);
        loop {
            match self.arrays[id as usize] {
                Contents::Write { index, element, .. } if index == wanted => return Some(element),
                Contents::Write { below, .. } => id = below,
                Contents::Constant(element) => return Some(element),
                Contents::Variable(symbol) => return Some(model.element(symbol, wanted)),
            }
        }
    }

    fn store(&mut self, args: &[TermId]) -> Option<u64> {
        let (below, index) = (self.need(args[0])?, self.need(args[1])?);
        let element = self.need(args[2])?;
        Some(self.array(Contents::Write { below, index, element }))
    }

    fn array_eq(&mut self, terms: &Terms, model: &Model, node: &Node) -> Option<u64> {
        let (a, b) = (self.need(node.args()[0])?, self.need(node.args()[1])?);
        let Sort::Array { index, .. } = terms.sort(node.args()[0]) else {
            return Some(0);
        };
        let ((da, a), (db, b)) = (self.contents(model, a), self.contents(model, b));
        if da == db {
            return Some(u64::from(a == b));
        }
        // Different defaults are only harmless when every index has an entry on one side.
        let all = value::mask(index.bits());
        let indices: std::collections::BTreeSet<u64> = a.keys().chain(b.keys()).copied().collect();
        let covered = indices.len() as u64 > all;
        let at = |map: &BTreeMap<u64, u64>, default, i| map.get(i).copied().unwrap_or(default);
        Some(u64::from(covered && indices.iter().all(|i| at(&a, da, i) == at(&b, db, i))))
    }
}

fn normal(default: u64, mut writes: BTreeMap<u64, u64>) -> (u64, BTreeMap<u64, u64>) {
    writes.retain(|_, element| *element != default);
    (default, writes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_remember_the_last_write() {
        let mut terms = Terms::new();
        let a = terms.var("a", Sort::words(8, 8));
        let (i, j) = (terms.var("i", Sort::Bv(8)), terms.var("j", Sort::Bv(8)));
        let (seven, nine) = (terms.bv(7, 8), terms.bv(9, 8));
        let once = terms.store(a, i, seven);
        let twice = terms.store(once, j, nine);
        let read = terms.select(twice, i);
        let mut model = Model::new();
        assert_eq!(eval(&terms, &model, read), 9, "i = j = 0");
        model.set(terms.as_symbol(j).unwrap(), 1);
        assert_eq!(eval(&terms, &model, read), 7, "i = 0, j = 1");
    }

    #[test]
    fn array_equality_is_extensional() {
        let mut terms = Terms::new();
        let a = terms.var("a", Sort::words(1, 8));
        let (zero, one, five) = (terms.bv(0, 1), terms.bv(1, 1), terms.bv(5, 8));
        let fives = terms.const_array(1, five);
        let written = terms.store(a, zero, five);
        let written = terms.store(written, one, five);
        let same = terms.raw(Op::Eq, &[written, fives]).unwrap();
        assert_eq!(eval(&terms, &Model::new(), same), 1);
        let half = terms.store(a, zero, five);
        let same = terms.raw(Op::Eq, &[half, fives]).unwrap();
        assert_eq!(eval(&terms, &Model::new(), same), 0);
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::Bv(32)), terms.var("y", Sort::Bv(32)));
        let mut sum = x;
        for _ in 0..100_000 {
            sum = terms.mul(sum, y);
            sum = terms.add(sum, x);
        }
        let mut model = Model::new();
        model.set(terms.as_symbol(y).unwrap(), 1);
        model.set(terms.as_symbol(x).unwrap(), 2);
        assert_eq!(eval(&terms, &model, sum), 200_002);
    }
}
