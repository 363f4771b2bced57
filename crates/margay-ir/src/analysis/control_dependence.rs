//! Control dependence: which branches decide whether a block runs.
//!
//! After Ferrante, Ottenstein and Warren (1987): a block depends on a branch if one way out of
//! the branch surely leads to the block and another may avoid it. For an edge `a → b` these are
//! the blocks met going up the post-dominator tree from `b` until the immediate post-dominator
//! of `a`.

use super::cfg::Cfg;
use super::post_dominators::PostDominators;
use crate::ids::Block;
use cranelift_entity::SecondaryMap;

/// The control dependences of a function.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    controllers: SecondaryMap<Block, Vec<Block>>,
}

impl ControlDependence {
    /// Those of a control-flow graph.
    #[must_use]
    pub fn new(cfg: &Cfg, post: &PostDominators) -> ControlDependence {
        let mut controllers: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for branch in cfg.graph().nodes().map(Block::from_u32) {
            // A block with one way out decides nothing, even if a loop is never left.
            if cfg.successors(branch).nth(1).is_none() {
                continue;
            }
            let end = post.immediate(branch);
            for successor in cfg.successors(branch) {
                let mut at = Some(successor);
                while let Some(block) = at.filter(|_| at != end) {
                    let known = &mut controllers[block];
                    // Branches are visited in order, so a repetition is at the end.
                    if known.last() != Some(&branch) {
                        known.push(branch);
                    }
                    at = post.immediate(block);
                }
            }
        }
        ControlDependence { controllers }
    }

    /// The blocks whose terminators decide whether `block` runs, ascending. A loop's branch
    /// decides whether it runs again itself.
    #[must_use]
    pub fn controllers(&self, block: Block) -> &[Block] {
        &self.controllers[block]
    }
}
