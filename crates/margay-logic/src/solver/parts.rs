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
        self.link(terms, supports, query);
        let mut parts: IndexMap<Option<u32>, Vec<TermId>, FxBuildHasher> = IndexMap::default();
        for term in query {
            parts.entry(self.part(terms, supports, *term)).or_default().push(*term);
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

    /// The conjuncts in the parts of those from a place on.
    pub(crate) fn around(
        &mut self,
        terms: &Terms,
        supports: &mut Supports,
        query: &[TermId],
        from: usize,
    ) -> Vec<TermId> {
        self.link(terms, supports, query);
        let own = query[from..].iter().map(|term| self.part(terms, supports, *term));
        let own: Vec<Option<u32>> = own.collect();
        let is_near = |term: &&TermId| own.contains(&self.part(terms, supports, **term));
        query.iter().filter(is_near).copied().collect()
    }

    /// Puts variables together that a conjunct has in common.
    fn link(&mut self, terms: &Terms, supports: &mut Supports, query: &[TermId]) {
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
    }

    /// The part that a conjunct is in; none if it has no variables.
    fn part(&mut self, terms: &Terms, supports: &mut Supports, term: TermId) -> Option<u32> {
        supports.of(terms, term).first().map(|symbol| self.root(symbol.index() as u32))
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
