//! Natural loops and how they nest.
//!
//! An edge back to a block that dominates its source closes a loop; the loop is every block that
//! reaches the edge without passing the header. Loops with one header count as one. Two natural
//! loops are either disjoint or nested, so the innermost loop of a block is well defined.
//! Cycles that remain when all back edges are gone have several entries: irreducible regions,
//! which no Java compiler makes but other compilers and optimisers do.

use super::cfg::Cfg;
use super::components::Components;
use super::dominators::Dominators;
use super::graph::Graph;
use crate::ids::Block;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The only block through which it is entered.
    pub header: Block,
    /// The sources of its back edges, ascending.
    pub latches: Vec<Block>,
    /// All its blocks, header included, ascending.
    pub blocks: Vec<Block>,
    /// The loop around it, as an index in [`Loops::all`].
    pub parent: Option<usize>,
    /// 1 for an outermost loop, one more for each loop around it.
    pub depth: u32,
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: SecondaryMap<Block, Option<usize>>,
    irreducible: Vec<Vec<Block>>,
}

impl Loops {
    /// Finds them.
    #[must_use]
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut found = Loops {
            loops: Vec::new(),
            innermost: SecondaryMap::new(),
            irreducible: irreducible_regions(cfg, dominators),
        };
        // An outer header dominates an inner one and so comes before it in this order.
        for &header in cfg.reverse_postorder() {
            let back = cfg.predecessors(header).filter(|b| dominators.dominates(header, *b));
            let latches: Vec<Block> = back.collect();
            if !latches.is_empty() {
                found.add(cfg, header, latches);
            }
        }
        found
    }

    fn add(&mut self, cfg: &Cfg, header: Block, latches: Vec<Block>) {
        let blocks = body(cfg, header, &latches);
        let parent = self.innermost[header];
        for block in &blocks {
            self.innermost[*block] = Some(self.loops.len());
        }
        self.loops.push(Loop {
            header,
            latches,
            blocks,
            parent,
            depth: parent.map_or(0, |parent| self.loops[parent].depth) + 1,
        });
    }

    /// All loops, an outer one before those it contains.
    #[must_use]
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The innermost loop that a block is in.
    #[must_use]
    pub fn innermost(&self, block: Block) -> Option<&Loop> {
        self.innermost[block].map(|index| &self.loops[index])
    }

    /// How many loops a block is in.
    #[must_use]
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |innermost| innermost.depth)
    }

    /// The cycles with several entries, each as its blocks, ascending.
    #[must_use]
    pub fn irreducible(&self) -> &[Vec<Block>] {
        &self.irreducible
    }
}

/// The blocks that reach a latch without passing the header, and the header.
fn body(cfg: &Cfg, header: Block, latches: &[Block]) -> Vec<Block> {
    let mut inside = FxHashSet::from_iter([header]);
    let mut open = latches.to_vec();
    while let Some(block) = open.pop() {
        if inside.insert(block) {
            // What the entry does not reach is in no loop.
            open.extend(cfg.predecessors(block).filter(|b| cfg.place(*b).is_some()));
        }
    }
    let mut blocks: Vec<Block> = inside.into_iter().collect();
    blocks.sort_unstable();
    blocks
}

fn irreducible_regions(cfg: &Cfg, dominators: &Dominators) -> Vec<Vec<Block>> {
    let acyclic_if_reducible = Graph::new(cfg.graph().len(), |node| {
        let block = Block::from_u32(node);
        let reachable = cfg.place(block).is_some();
        cfg.successors(block)
            .filter(move |to| reachable && !dominators.dominates(*to, block))
            .map(|to| to.as_u32())
    });
    let components = Components::new(&acyclic_if_reducible);
    let regions = components.bottom_up().iter().filter(|nodes| nodes.len() > 1);
    let mut regions: Vec<Vec<Block>> =
        regions.map(|nodes| nodes.iter().copied().map(Block::from_u32).collect()).collect();
    regions.sort_unstable();
    regions
}
