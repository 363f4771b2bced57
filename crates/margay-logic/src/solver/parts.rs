//! Parts of a conjunction that have no variable in common.

use super::support::Supports;
use crate::terms::{Symbol, TermId, Terms};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Takes conjunctions apart.
#[derive(Default)]
pub(crate) struct Parts {
    /// Union-find over variables; entries are reset for the variables of each query.
    parent: Vec<u32>,
}

impl Parts {
    /// The parts in the order of their first conjunct, each sorted.
    pub(crate) fn of(
        &mut self,
        terms: &Terms,
        supports: &mut Supports,
        query: &[TermId],
    ) -> Vec<Vec<TermId>> {
        self.parent.resize(terms.symbol_count(), 0);
        for term in query {
            for symbol in supports.of(terms, *term) {
                self.parent[symbol.index()] = symbol.index() as u32;
            }
        }
        for term in query {
            if let [first, others @ ..] = supports.of(terms, *term) {
                others.iter().for_each(|other| self.unite(*first, *other));
            }
        }
        let mut parts: IndexMap<Option<u32>, Vec<TermId>, FxBuildHasher> = IndexMap::default();
        for term in query {
            let root = supports.of(terms, *term).first().map(|s| self.root(s.index() as u32));
            parts.entry(root).or_default().push(*term);
        }
        parts
            .into_iter()
            .map(|(_, mut part)| {
                part.sort_unstable();
                part.dedup();
                part
            })
            .collect()
    }

    fn root(&mut self, mut symbol: u32) -> u32 {
        while self.parent[symbol as usize] != symbol {
            let grandparent = self.parent[self.parent[symbol as usize] as usize];
            self.parent[symbol as usize] = grandparent;
            symbol = grandparent;
        }
        symbol
    }

    fn unite(&mut self, a: Symbol, b: Symbol) {
        let (a, b) = (self.root(a.index() as u32), self.root(b.index() as u32));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
