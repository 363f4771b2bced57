//! Which blocks come before which on every path.
//!
//! Cooper, Harvey and Kennedy, *A Simple, Fast Dominance Algorithm* (2001); the tree is then
//! numbered so that a question costs two comparisons.

use crate::function::Function;
use crate::ids::Block;
use cranelift_entity::SecondaryMap;

pub(super) struct Dominance {
    /// By block: when a walk of the tree enters and leaves it; zeros if it is unreachable.
    times: SecondaryMap<Block, (u32, u32)>,
}

impl Dominance {
    pub fn new(function: &Function) -> Self {
        let order = reverse_postorder(function);
        let mut positions: SecondaryMap<Block, usize> = SecondaryMap::new();
        for (position, block) in order.iter().enumerate() {
            positions[*block] = position;
        }
        let mut predecessors = vec![Vec::new(); order.len()];
        for (position, block) in order.iter().enumerate() {
            for edge in function.blocks[*block].terminator.successors() {
                predecessors[positions[edge.block]].push(position);
            }
        }
        let parents = parents(&predecessors);
        let mut children = vec![Vec::new(); order.len()];
        for position in 1..order.len() {
            children[parents[position]].push(position);
        }
        let mut times = SecondaryMap::new();
        let mut clock = 0;
        let mut path = vec![(0, 0)];
        while let Some((position, next)) = path.last_mut() {
            let time: &mut (u32, u32) = &mut times[order[*position]];
            clock += 1;
            if *next == 0 {
                time.0 = clock;
            }
            match children[*position].get(*next) {
                Some(child) => {
                    *next += 1;
                    path.push((*child, 0));
                }
                None => {
                    time.1 = clock;
                    path.pop();
                }
            }
        }
        Dominance { times }
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        self.times[block] != (0, 0)
    }

    /// Whether every path to reachable `b` goes through `a`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (a, b) = (self.times[a], self.times[b]);
        a != (0, 0) && a.0 <= b.0 && b.1 <= a.1
    }
}

fn reverse_postorder(function: &Function) -> Vec<Block> {
    let successors = |block: Block| {
        let edges = function.blocks[block].terminator.successors();
        edges.map(|edge| edge.block).collect::<Vec<_>>().into_iter()
    };
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    seen[function.entry] = true;
    let mut order = Vec::new();
    let mut path = vec![(function.entry, successors(function.entry))];
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(next) if seen[next] => {}
            Some(next) => {
                seen[next] = true;
                path.push((next, successors(next)));
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

/// By position in reverse postorder, that of the immediate dominator.
fn parents(predecessors: &[Vec<usize>]) -> Vec<usize> {
    let mut parents = vec![usize::MAX; predecessors.len()];
    parents[0] = 0;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for position in 1..predecessors.len() {
            let known = predecessors[position].iter().copied();
            let known = known.filter(|p| parents[*p] != usize::MAX);
            let parent = known.reduce(|mut a, mut b| {
                while a != b {
                    if a > b {
                        a = parents[a];
                    } else {
                        b = parents[b];
                    }
                }
                a
            });
            if let Some(parent) = parent.filter(|p| *p != parents[position]) {
                parents[position] = parent;
                changed = true;
            }
        }
    }
    parents
}
