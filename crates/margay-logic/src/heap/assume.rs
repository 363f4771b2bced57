//! What is assumed of references and of all they lead to: that nothing is shared, that there is no cycle.
//!
//! Not all of a heap is known: which cells there are is found out while somebody reads them. So an
//! assumption is a condition on the [edges](Edge) known so far, to be made again when there are more. It
//! can only get stronger then, and what nobody has looked at can always be null: a heap that meets the
//! condition on its known part is the part of one that meets the assumption.
//!
//! Which references are the same is open, so the condition is one on equalities: the edges' transitive closure,
//! each step under the condition that one edge ends where the next begins. Where it is decided which object
//! each reference is, the condition is true or false.

use super::guarded::plain;
use super::references::{Facts, Guarded, References};
use crate::terms::TermId;
use std::fmt;
use std::str::FromStr;

/// Something to assume of one reference or of two. Of null everything holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// Two references are not the same object.
    NoAlias,
    /// No object can be reached from both of two references.
    NoSharing,
    /// No object that can be reached from a reference can be reached from itself.
    Acyclic,
    /// Every object that can be reached from a reference is reached in one way only.
    Tree,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 4] =
        [Assumption::NoAlias, Assumption::NoSharing, Assumption::Acyclic, Assumption::Tree];

    /// Of how many references it is.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Assumption::NoAlias | Assumption::NoSharing => 2,
            Assumption::Acyclic | Assumption::Tree => 1,
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::NoAlias => "no-alias",
            Assumption::NoSharing => "no-sharing",
            Assumption::Acyclic => "acyclic",
            Assumption::Tree => "tree",
        })
    }
}

impl FromStr for Assumption {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Assumption::ALL.into_iter().find(|it| it.to_string() == text).ok_or(())
    }
}

/// A cell that holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The object.
    pub from: Guarded,
    /// Its cell.
    pub cell: u32,
    /// What that holds.
    pub to: Guarded,
}

impl References {
    /// The conditions under which an assumption holds of some references, as far as edges are known.
    /// Those that hold anyway are left out.
    pub fn conditions<F: Facts>(
        &self,
        facts: &mut F,
        assumption: Assumption,
        of: &[Guarded],
        edges: &[Edge],
    ) -> Vec<TermId> {
        let mut graph = Graph::new(self, facts, edges);
        match (assumption, of) {
            (Assumption::NoAlias, [a, b]) => graph.never_met(&[(*a, *b)]),
            (Assumption::NoSharing, [a, b]) => graph.share_nothing(*a, *b),
            (Assumption::Acyclic, [root]) => graph.is_acyclic(*root),
            (Assumption::Tree, [root]) => graph.is_tree(*root),
            // Somebody is not known yet.
            _ => Vec::new(),
        }
    }
}

/// Edges, and what leads to what.
struct Graph<'a, F> {
    references: &'a References,
    facts: &'a mut F,
    edges: &'a [Edge],
    /// Where edges begin.
    sources: Vec<Guarded>,
    /// By two sources, the condition that edges lead from one to the other.
    leads: Vec<Vec<TermId>>,
}

impl<'a, F: Facts> Graph<'a, F> {
    fn new(references: &'a References, facts: &'a mut F, edges: &'a [Edge]) -> Self {
        let mut sources: Vec<Guarded> = edges.iter().map(|edge| edge.from).collect();
        sources.sort_unstable();
        sources.dedup();
        let mut graph = Graph { references, facts, edges, sources, leads: Vec::new() };
        graph.close();
        graph
    }

    /// Finds what leads to what (Warshall).
    fn close(&mut self) {
        let count = self.sources.len();
        let never = self.facts.terms().bool(false);
        self.leads = vec![vec![never; count]; count];
        for edge in self.edges {
            let from = self.place(edge.from);
            for to in 0..count {
                let met = self.met(edge.to, self.sources[to]);
                self.leads[from][to] = self.or(self.leads[from][to], met);
            }
        }
        for via in 0..count {
            for from in 0..count {
                let first = self.leads[from][via];
                if self.facts.holds(first) == Some(false) {
                    continue;
                }
                for to in 0..count {
                    let both = self.and(&[first, self.leads[via][to]]);
                    self.leads[from][to] = self.or(self.leads[from][to], both);
                }
            }
        }
    }

    fn place(&self, source: Guarded) -> usize {
        self.sources.binary_search(&source).expect("all sources are there")
    }

    fn and(&mut self, conditions: &[TermId]) -> TermId {
        let all = self.facts.terms().all(conditions);
        plain(self.facts, all)
    }

    fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let either = self.facts.terms().or(a, b);
        plain(self.facts, either)
    }

    /// The condition that two references are the same object.
    fn met(&mut self, a: Guarded, b: Guarded) -> TermId {
        let same = self.references.same(self.facts, a, b);
        let null = self.references.is_null(self.facts, a);
        let object = self.facts.terms().not(null);
        self.and(&[same, object])
    }

    /// By source, the condition that a reference leads there.
    fn reached(&mut self, root: Guarded) -> Vec<TermId> {
        let begins: Vec<TermId> =
            (0..self.sources.len()).map(|at| self.met(root, self.sources[at])).collect();
        let mut reached = begins.clone();
        for (from, begin) in begins.into_iter().enumerate() {
            for (to, reached) in reached.iter_mut().enumerate() {
                let both = self.and(&[begin, self.leads[from][to]]);
                *reached = self.or(*reached, both);
            }
        }
        reached
    }

    /// All that a reference leads to, with the conditions that it does.
    fn below(&mut self, root: Guarded) -> Vec<(TermId, Guarded)> {
        let reached = self.reached(root);
        let always = self.facts.terms().bool(true);
        let held = self.edges.iter().map(|edge| (reached[self.place(edge.from)], edge.to));
        std::iter::once((always, root)).chain(held).collect()
    }

    /// The opposites of some conditions, but for those of which that is plain.
    fn never(&mut self, conditions: Vec<TermId>) -> Vec<TermId> {
        let mut found = Vec::new();
        for condition in conditions {
            let opposite = self.facts.terms().not(condition);
            if self.facts.holds(opposite) != Some(true) && !found.contains(&opposite) {
                found.push(opposite);
            }
        }
        found
    }

    fn never_met(&mut self, pairs: &[(Guarded, Guarded)]) -> Vec<TermId> {
        let met = pairs.iter().map(|(a, b)| self.met(*a, *b)).collect();
        self.never(met)
    }

    fn share_nothing(&mut self, a: Guarded, b: Guarded) -> Vec<TermId> {
        let (left, right) = (self.below(a), self.below(b));
        let mut shared = Vec::new();
        for (from_a, one) in &left {
            for (from_b, other) in &right {
                let met = self.met(*one, *other);
                shared.push(self.and(&[*from_a, *from_b, met]));
            }
        }
        self.never(shared)
    }

    fn is_acyclic(&mut self, root: Guarded) -> Vec<TermId> {
        let reached = self.reached(root);
        let cycles = reached.iter().enumerate();
        let cycles = cycles.map(|(at, reached)| self.and(&[*reached, self.leads[at][at]]));
        let cycles = cycles.collect();
        self.never(cycles)
    }

    /// Nothing is held twice, and nothing holds the root.
    fn is_tree(&mut self, root: Guarded) -> Vec<TermId> {
        let reached = self.reached(root);
        let mut twice = Vec::new();
        for (place, edge) in self.edges.iter().enumerate() {
            let holds = reached[self.place(edge.from)];
            let met = self.met(edge.to, root);
            twice.push(self.and(&[holds, met]));
            for other in &self.edges[..place] {
                let also = reached[self.place(other.from)];
                let met = self.met(edge.to, other.to);
                let is_one = match edge.cell == other.cell {
                    true => self.references.same(self.facts, edge.from, other.from),
                    false => self.facts.terms().bool(false),
                };
                let are_two = self.facts.terms().not(is_one);
                twice.push(self.and(&[holds, also, met, are_two]));
            }
        }
        self.never(twice)
    }
}
