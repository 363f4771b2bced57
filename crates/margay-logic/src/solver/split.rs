//! Layer: constraints without common variables are decided apart.
//!
//! Most of a path condition has nothing to do with the branch at hand. Parts that the newest
//! model satisfies keep their values; only the others are passed on, each alone, which also makes
//! the questions below smaller and more often the same.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::model::Model;
use crate::terms::{Symbol, TermId};
use std::sync::Arc;

/// Splits a conjunction into independent parts.
#[derive(Default)]
pub(crate) struct Split {
    /// Union-find over variables; entries are reset for the variables of each query.
    parent: Vec<u32>,
}

impl Layer for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], mut rest: Chain<'_>) -> Verdict {
        let mut model: Option<Model> = None;
        let mut unknown = None;
        for part in self.parts(cx, query) {
            if part.iter().all(|t| cx.recent.newest_holds(cx.terms, *t)) {
                continue;
            }
            match rest.again().check(cx, &part) {
                Verdict::Sat(found) => {
                    let base = || cx.recent.newest().map(|m| (**m).clone()).unwrap_or_default();
                    let symbols = cx.supports.union(cx.terms, &part);
                    model.get_or_insert_with(base).adopt(&found, &symbols);
                }
                Verdict::Unsat(core) => return Verdict::Unsat(core),
                Verdict::Unknown(reason) => unknown = Some(reason),
            }
        }
        match (unknown, model) {
            (Some(reason), _) => Verdict::Unknown(reason),
            (None, Some(model)) => Verdict::Sat(Arc::new(model)),
            (None, None) => Verdict::Sat(cx.recent.newest().cloned().unwrap_or_default()),
        }
    }
}

impl Split {
    /// The parts in the order of their first conjunct, each sorted.
    fn parts(&mut self, cx: &mut Context<'_>, query: &[TermId]) -> Vec<Vec<TermId>> {
        self.parent.resize(cx.terms.symbol_count(), 0);
        for term in query {
            for symbol in cx.supports.of(cx.terms, *term) {
                self.parent[symbol.index()] = symbol.index() as u32;
            }
        }
        for term in query {
            if let [first, others @ ..] = cx.supports.of(cx.terms, *term) {
                others.iter().for_each(|other| self.unite(*first, *other));
            }
        }
        let mut parts: Vec<(Option<u32>, Vec<TermId>)> = Vec::new();
        for term in query {
            let root = cx.supports.of(cx.terms, *term).first().map(|s| self.root(s.index() as u32));
            match parts.iter_mut().find(|(other, _)| *other == root) {
                Some((_, part)) => part.push(*term),
                None => parts.push((root, vec![*term])),
            }
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
