//! The control-flow graph of a function.

use super::graph::Graph;
use crate::function::Function;
use crate::ids::Block;

/// The blocks of a function and the edges between them.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Graph,
    entry: Block,
    order: Vec<Block>,
    /// Place of each block in `order`.
    place: Vec<Option<u32>>,
}

impl Cfg {
    /// Looks at the terminators of a function.
    #[must_use]
    pub fn new(function: &Function) -> Cfg {
        Cfg::of_edges(function, |_, _| true)
    }

    /// The same with those edges only that count.
    pub fn of_edges(function: &Function, counts: impl Fn(Block, Block) -> bool) -> Cfg {
        let graph = Graph::new(function.blocks.len(), |node| {
            let from = Block::from_u32(node);
            let ways = function.blocks[from].terminator.successors().map(|call| call.block);
            let counting = ways.filter(|to| counts(from, *to));
            counting.map(|to| to.as_u32()).collect::<Vec<u32>>()
        });
        let order = graph.reverse_postorder(function.entry.as_u32());
        let mut place = vec![None; graph.len()];
        for (at, node) in (0..).zip(&order) {
            place[*node as usize] = Some(at);
        }
        Cfg {
            entry: function.entry,
            order: order.into_iter().map(Block::from_u32).collect(),
            graph,
            place,
        }
    }

    /// Where execution starts.
    #[must_use]
    pub fn entry(&self) -> Block {
        self.entry
    }

    /// The graph, whose nodes are the numbers of the blocks.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The blocks that `block` may go on to, each once.
    pub fn successors(&self, block: Block) -> impl Iterator<Item = Block> {
        let nodes = self.graph.successors(block.as_u32());
        nodes.iter().copied().map(Block::from_u32)
    }

    /// The blocks that may go on to `block`, each once, ascending.
    pub fn predecessors(&self, block: Block) -> impl Iterator<Item = Block> {
        let nodes = self.graph.predecessors(block.as_u32());
        nodes.iter().copied().map(Block::from_u32)
    }

    /// The reachable blocks, the entry first, each before its successors except along the edges
    /// that close a cycle.
    #[must_use]
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.order
    }

    /// The place of a block in the reverse postorder, if it is reachable.
    #[must_use]
    pub fn place(&self, block: Block) -> Option<u32> {
        self.place[block.as_u32() as usize]
    }
}
