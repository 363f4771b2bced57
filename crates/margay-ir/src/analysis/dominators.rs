//! Dominators: the nodes that every path from the root passes.
//!
//! The algorithm is Cooper, Harvey and Kennedy's ("A Simple, Fast Dominance Algorithm", 2001):
//! iterate over the reverse postorder, intersecting the dominators of the predecessors along the
//! tree found so far. On control-flow graphs it is faster than Lengauer and Tarjan's, and it
//! is a fifth of the code. Afterwards the tree is numbered in preorder, so that a question costs
//! two comparisons.

use super::cfg::Cfg;
use super::graph::{Graph, to_u32};
use crate::ids::Block;

/// The dominator tree of a graph.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    /// By node; none for the root and for what it does not reach.
    parent: Vec<Option<u32>>,
    /// By node: its number in a preorder of the tree, and how many nodes are in its subtree;
    /// none in the subtree of an unreachable node.
    first: Vec<u32>,
    size: Vec<u32>,
}

impl DominatorTree {
    /// The tree of what `root` reaches.
    #[must_use]
    pub fn new(graph: &Graph, root: u32) -> DominatorTree {
        let order = graph.reverse_postorder(root);
        let parent = immediate_dominators(graph, &order);
        let mut size = vec![0; graph.len()];
        for &node in order.iter().rev() {
            size[node as usize] += 1;
            if let Some(parent) = parent[node as usize] {
                size[parent as usize] += size[node as usize];
            }
        }
        // A parent comes before its children in the order, and so is numbered before them.
        let mut first = vec![0; graph.len()];
        let mut next = vec![1; graph.len()];
        for &node in &order {
            if let Some(parent) = parent[node as usize] {
                first[node as usize] = next[parent as usize];
                next[parent as usize] += size[node as usize];
                next[node as usize] = first[node as usize] + 1;
            }
        }
        DominatorTree { parent, first, size }
    }

    /// The nearest other node that dominates `node`: none for the root and for unreachable nodes.
    #[must_use]
    pub fn immediate(&self, node: u32) -> Option<u32> {
        self.parent[node as usize]
    }

    /// Whether the root reaches the node.
    #[must_use]
    pub fn is_reachable(&self, node: u32) -> bool {
        self.size[node as usize] > 0
    }

    /// Whether every path from the root to `b` passes `a`. A reachable node dominates itself; an
    /// unreachable one neither dominates nor is dominated.
    #[must_use]
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (first, size) = (self.first[a as usize], self.size[a as usize]);
        self.is_reachable(b) && (first..first + size).contains(&self.first[b as usize])
    }
}

/// By node, its immediate dominator.
fn immediate_dominators(graph: &Graph, order: &[u32]) -> Vec<Option<u32>> {
    let mut place = vec![u32::MAX; graph.len()];
    for (at, node) in order.iter().enumerate() {
        place[*node as usize] = to_u32(at);
    }
    // In terms of places, where a dominator is always below what it dominates.
    let mut found: Vec<Option<u32>> = vec![None; order.len()];
    found[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..order.len() {
            let predecessors = graph.predecessors(order[at]).iter();
            let places = predecessors.map(|node| place[*node as usize]);
            let known = places.filter(|p| found.get(*p as usize).is_some_and(Option::is_some));
            let meet = known.reduce(|a, b| intersect(&found, a, b));
            changed |= std::mem::replace(&mut found[at], meet) != meet;
        }
    }
    let mut parent = vec![None; graph.len()];
    for at in 1..order.len() {
        parent[order[at] as usize] = found[at].map(|dominator| order[dominator as usize]);
    }
    parent
}

/// The nearest common ancestor of two places.
fn intersect(found: &[Option<u32>], mut a: u32, mut b: u32) -> u32 {
    let up = |place: u32| found[place as usize].unwrap_or(0);
    while a != b {
        if a > b {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}

/// The dominators among the blocks of a function.
#[derive(Clone, Debug)]
pub struct Dominators(DominatorTree);

impl Dominators {
    /// Those of a control-flow graph.
    #[must_use]
    pub fn new(cfg: &Cfg) -> Dominators {
        Dominators(DominatorTree::new(cfg.graph(), cfg.entry().as_u32()))
    }

    /// The nearest other block that dominates `block`.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.0.immediate(block.as_u32()).map(Block::from_u32)
    }

    /// Whether every path from the entry to `b` passes `a`.
    #[must_use]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.0.dominates(a.as_u32(), b.as_u32())
    }
}
