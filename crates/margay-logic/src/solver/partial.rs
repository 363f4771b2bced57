//! Evaluation of terms while only some references are decided.
//!
//! What is known of a term stays known while more is decided, and is taken back with the decision that it
//! was found by; what is not known is asked again after the next decision.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Node, Symbol, TermId, Terms};

/// Terms nested deeper than this are not looked into: nothing is known of them.
const DEEPEST: u32 = 1_000;

/// What terms are, as far as decisions tell.
#[derive(Default)]
pub(super) struct Partial {
    /// By symbol, the number that it is decided to be.
    numbers: Vec<Option<u64>>,
    /// By term, its value if that is known.
    values: Vec<Option<u64>>,
    /// By term, the last time it was looked at and not known.
    unknown: Vec<u32>,
    time: u32,
    /// Terms whose values are known, in the order they were found.
    trail: Vec<TermId>,
}

impl Partial {
    /// Forgets everything, and makes room for all terms.
    pub fn begin(&mut self, terms: &Terms) {
        self.undo_to(0);
        self.numbers.clear();
        self.numbers.resize(terms.symbol_count(), None);
        self.values.resize(terms.len(), None);
        self.unknown.resize(terms.len(), 0);
        self.time += 1;
    }

    /// Decides what a reference is; gives a mark to go back to.
    pub fn decide(&mut self, symbol: Symbol, number: u64) -> usize {
        self.numbers[symbol.index()] = Some(number);
        self.time = self.time.checked_add(1).unwrap_or_else(|| {
            self.unknown.fill(0);
            1
        });
        self.trail.len()
    }

    /// Takes back a decision, and all that was found by it.
    pub fn take_back(&mut self, symbol: Symbol, mark: usize) {
        self.numbers[symbol.index()] = None;
        self.undo_to(mark);
    }

    fn undo_to(&mut self, mark: usize) {
        for term in self.trail.drain(mark..) {
            self.values[term.index()] = None;
        }
    }

    /// What a reference was decided to be.
    pub fn number(&self, symbol: Symbol) -> Option<u64> {
        self.numbers[symbol.index()]
    }

    /// The value of a term, if it is known.
    pub fn value(&mut self, terms: &Terms, term: TermId) -> Option<u64> {
        self.look(terms, term, 0)
    }

    fn look(&mut self, terms: &Terms, term: TermId, depth: u32) -> Option<u64> {
        if let Some(value) = self.values[term.index()] {
            return Some(value);
        }
        if depth > DEEPEST
            || std::mem::replace(&mut self.unknown[term.index()], self.time) == self.time
        {
            return None;
        }
        let value = self.compute(terms, terms.node(term), depth + 1)?;
        self.values[term.index()] = Some(value);
        self.trail.push(term);
        Some(value)
    }

    fn compute(&mut self, terms: &Terms, node: &Node, depth: u32) -> Option<u64> {
        let args = node.args();
        match node.op() {
            Op::Const(value) => Some(value),
            Op::Var(symbol) => self.numbers[symbol.index()],
            Op::And | Op::Or if node.sort() == Sort::Bool => {
                let decides = u64::from(node.op() == Op::Or);
                let first = self.look(terms, args[0], depth);
                if first == Some(decides) {
                    return first;
                }
                match self.look(terms, args[1], depth) {
                    Some(second) if second == decides || first.is_some() => Some(second),
                    _ => None,
                }
            }
            Op::Ite => match self.look(terms, args[0], depth) {
                Some(condition) => {
                    self.look(terms, args[if condition != 0 { 1 } else { 2 }], depth)
                }
                None => {
                    let yes = self.look(terms, args[1], depth)?;
                    self.look(terms, args[2], depth).filter(|no| *no == yes)
                }
            },
            op => {
                if node.sort().is_array() || args.iter().any(|arg| terms.sort(*arg).is_array()) {
                    return None;
                }
                let mut values = [0; 3];
                for (slot, arg) in values.iter_mut().zip(args) {
                    *slot = self.look(terms, *arg, depth)?;
                }
                Some(terms.compute(op, node.sort(), args, &values[..args.len()]))
            }
        }
    }
}
