//! The variables of a term, computed once per term asked about.

use crate::op::Op;
use crate::terms::{Symbol, TermId, Terms};
use std::ops::Range;

/// Sorted variable lists of terms, in one pool.
#[derive(Default)]
pub(crate) struct Supports {
    ranges: Vec<Option<Range<u32>>>,
    pool: Vec<Symbol>,
    seen: Vec<u32>,
    epoch: u32,
    stack: Vec<TermId>,
}

impl Supports {
    /// The variables of `term`, in the order of their declaration.
    pub(crate) fn of(&mut self, terms: &Terms, term: TermId) -> &[Symbol] {
        if self.ranges.len() < terms.len() {
            self.ranges.resize(terms.len(), None);
            self.seen.resize(terms.len(), 0);
        }
        let range = match self.ranges[term.index()].clone() {
            Some(range) => range,
            None => self.compute(terms, term),
        };
        &self.pool[range.start as usize..range.end as usize]
    }

    /// The variables of several terms together.
    pub(crate) fn union(
        &mut self,
        terms: &Terms,
        query: impl IntoIterator<Item = TermId>,
    ) -> Vec<Symbol> {
        let mut all: Vec<Symbol> = Vec::new();
        for term in query {
            all.extend_from_slice(self.of(terms, term));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn compute(&mut self, terms: &Terms, root: TermId) -> Range<u32> {
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            1
        });
        let mut symbols: Vec<Symbol> = Vec::new();
        self.stack.push(root);
        while let Some(term) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[term.index()], self.epoch) == self.epoch {
                continue;
            }
            if let Some(range) = &self.ranges[term.index()] {
                symbols.extend_from_slice(&self.pool[range.start as usize..range.end as usize]);
                continue;
            }
            let node = terms.node(term);
            match node.op() {
                Op::Var(symbol) => symbols.push(symbol),
                _ => self.stack.extend(node.args()),
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        let start = self.pool.len() as u32;
        self.pool.extend(symbols);
        let range = start..self.pool.len() as u32;
        self.ranges[root.index()] = Some(range.clone());
        range
    }
}
