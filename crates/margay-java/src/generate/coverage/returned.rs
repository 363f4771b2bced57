//! Branches in calls that return. That a branch was taken by a call which then throws shows little of what it is for: of a
//! parser, `1+` says that there is a plus, `1+2` what it does.

use crate::generate::wanted::Wanted;
use margay_ir::Block;
use rustc_hash::FxHashSet;

/// A way from block to block, by the number of its method.
type Edge = (usize, Block, Block);

/// Ways that calls which return have taken.
#[derive(Clone, Default)]
pub(super) struct Returned {
    taken: FxHashSet<Edge>,
    /// Those that such calls are looked for, once all else is covered.
    wanted: Option<FxHashSet<Edge>>,
}

impl Returned {
    /// Adds the ways of a call that returns; whether one of them is new.
    pub fn add(&mut self, edges: &[Edge]) -> bool {
        let before = self.taken.len();
        self.taken.extend(edges);
        self.taken.len() > before
    }

    /// Adds such ways.
    pub fn extend(&mut self, edges: impl Iterator<Item = Edge>) {
        self.taken.extend(edges);
    }

    /// The ways that calls which return have taken.
    pub fn taken(&self) -> impl Iterator<Item = &Edge> {
        self.taken.iter()
    }

    /// Whether a call that returns has taken a way.
    pub fn has(&self, edge: Edge) -> bool {
        self.taken.contains(&edge)
    }

    /// A number that grows with what is covered, and changes with what is looked for.
    pub fn size(&self) -> usize {
        self.taken.len() + usize::from(self.wanted.is_some())
    }

    /// Looks for no such calls.
    pub fn want_none(&mut self) {
        self.wanted = None;
    }

    /// Whether such calls are looked for.
    pub fn is_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Whether no such call is looked for, or one was found.
    pub fn is_settled(&self, edge: Edge) -> bool {
        self.has(edge) || !self.wanted.as_ref().is_some_and(|wanted| wanted.contains(&edge))
    }

    /// Looks for calls that return, of the branches that were taken in others only and after which a
    /// method can return at all.
    pub fn want(&mut self, edges: &FxHashSet<Edge>, functions: &[Option<Wanted>]) {
        let mut wanted = FxHashSet::default();
        for (method, function) in functions.iter().enumerate() {
            let Some(function) = function else { continue };
            let returning = function.returning();
            for block in function.blocks() {
                let targets = function.branch_targets(block).map(|to| (method, block, to));
                wanted.extend(targets.filter(|edge| {
                    edges.contains(edge) && returning.contains(&edge.2) && !self.has(*edge)
                }));
            }
        }
        self.wanted = Some(wanted);
    }
}
