//! The dominator tree of a function, walked from the top.
//!
//! Cooper, Harvey and Kennedy, *A Simple, Fast Dominance Algorithm* (2001).

use cranelift_entity::SecondaryMap;
use margay_ir::{Block, Function};
use smallvec::SmallVec;

/// Positions are those in the reverse postorder the tree was made from.
pub(super) struct Tree {
    order: Vec<Block>,
    children: Vec<SmallVec<[u32; 4]>>,
    predecessors: Vec<SmallVec<[u32; 2]>>,
}

/// What happens on a walk through the tree.
pub(super) enum Step {
    /// Down to a block, with its only predecessor if there is exactly one edge to it.
    Enter(Block, Option<Block>),
    /// Back up from a block, after all below it.
    Leave,
}

impl Tree {
    pub fn new(function: &Function, order: &[Block]) -> Self {
        let mut positions: SecondaryMap<Block, u32> = SecondaryMap::new();
        for (position, block) in order.iter().enumerate() {
            positions[*block] = position as u32;
        }
        let mut predecessors: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); order.len()];
        for (position, block) in order.iter().enumerate() {
            for edge in function.blocks[*block].terminator.successors() {
                predecessors[positions[edge.block] as usize].push(position as u32);
            }
        }
        let mut children = vec![SmallVec::new(); order.len()];
        let parents = parents(&predecessors);
        for position in 1..order.len() {
            children[parents[position] as usize].push(position as u32);
        }
        Tree {
            order: order.to_vec(),
            children,
            predecessors,
        }
    }

    /// A depth-first walk.
    pub fn walk(&self) -> impl Iterator<Item = Step> {
        let mut stack = vec![Some(0_u32)];
        std::iter::from_fn(move || {
            let Some(position) = stack.pop()? else {
                return Some(Step::Leave);
            };
            stack.push(None);
            stack.extend(
                self.children[position as usize]
                    .iter()
                    .rev()
                    .map(|c| Some(*c)),
            );
            let predecessor = match &self.predecessors[position as usize][..] {
                [only] if position != 0 => Some(self.order[*only as usize]),
                _ => None,
            };
            Some(Step::Enter(self.order[position as usize], predecessor))
        })
    }
}

/// By position, the position of the immediate dominator.
fn parents(predecessors: &[SmallVec<[u32; 2]>]) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut parents = vec![UNKNOWN; predecessors.len()];
    parents[0] = 0;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for position in 1..predecessors.len() {
            let known = predecessors[position].iter().copied();
            let known = known.filter(|p| parents[*p as usize] != UNKNOWN);
            let parent = known.reduce(|a, b| meet(&parents, a, b));
            if let Some(parent) = parent.filter(|p| *p != parents[position]) {
                parents[position] = parent;
                changed = true;
            }
        }
    }
    parents
}

/// The closest common ancestor.
fn meet(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = parents[a as usize];
        } else {
            b = parents[b as usize];
        }
    }
    a
}
