//! Post-dominators: the blocks that every path to the end passes.
//!
//! A function may end in many places, or never. So the graph gets one more node, the exit, and
//! an edge to it from each place where the program can come to rest: from every block without
//! successors, and from the first block of every loop that cannot be left (as if such a loop
//! ended after some number of rounds). Both are one rule: of each strongly connected component
//! that no edge leaves, the first block in reverse postorder leads to the exit. Then
//! post-dominators are the dominators of the reversed graph.

use super::cfg::Cfg;
use super::components::Components;
use super::dominators::DominatorTree;
use super::graph::{Graph, to_u32};
use crate::ids::Block;

/// The post-dominators among the blocks of a function.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: DominatorTree,
    exit: u32,
}

impl PostDominators {
    /// Those of a control-flow graph.
    #[must_use]
    pub fn new(cfg: &Cfg) -> PostDominators {
        let exit = to_u32(cfg.graph().len());
        let graph = with_exit(cfg);
        PostDominators { tree: DominatorTree::new(&graph.reversed(), exit), exit }
    }

    /// The nearest other block that post-dominates `block`; none if that is the exit.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let parent = self.tree.immediate(block.as_u32());
        parent.filter(|p| *p != self.exit).map(Block::from_u32)
    }

    /// Whether every path from `b` to the exit passes `a`.
    #[must_use]
    pub fn post_dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }
}

/// The graph with the exit as its last node.
pub(super) fn with_exit(cfg: &Cfg) -> Graph {
    let graph = cfg.graph();
    let exit = to_u32(graph.len());
    let components = Components::new(graph);
    let mut leads_to_exit = vec![false; graph.len()];
    for (index, component) in (0..).zip(components.bottom_up()) {
        let leads_out = |node: &u32| {
            let mut targets = graph.successors(*node).iter();
            targets.any(|target| components.of(*target) != index)
        };
        // Unreachable blocks come last.
        let place = |node: &&u32| cfg.place(Block::from_u32(**node)).unwrap_or(u32::MAX);
        if !component.iter().any(leads_out)
            && let Some(first) = component.iter().min_by_key(place)
        {
            leads_to_exit[*first as usize] = true;
        }
    }
    Graph::new(graph.len() + 1, |node| {
        let (own, to_exit) = match leads_to_exit.get(node as usize) {
            Some(leads) => (graph.successors(node), leads.then_some(exit)),
            None => (&[][..], None),
        };
        own.iter().copied().chain(to_exit)
    })
}
