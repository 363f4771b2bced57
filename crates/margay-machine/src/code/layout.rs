//! The order in which blocks are laid out: depth first, so that the likely successor follows
//! without a jump, with blocks that only raise an exception moved to the end.

use cranelift_entity::SecondaryMap;
use margay_ir::{Block, Function, Terminator};

/// Blocks in the order of their code, with the number of edges into each.
pub(super) struct Layout {
    /// Reachable blocks.
    pub order: Vec<Block>,
    /// Edges into a block.
    pub preds: SecondaryMap<Block, u32>,
}

impl Layout {
    pub fn new(function: &Function) -> Self {
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut preds: SecondaryMap<Block, u32> = SecondaryMap::new();
        let (mut order, mut cold) = (Vec::new(), Vec::new());
        let mut stack = vec![function.entry];
        // A chain of likely successors is followed to its end before anything else is placed.
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            let terminator = &function.blocks[block].terminator;
            let cold_block =
                matches!(terminator, Terminator::Throw(_) | Terminator::Unsupported(_));
            if cold_block { &mut cold } else { &mut order }.push(block);
            for call in terminator.successors() {
                preds[call.block] += 1;
            }
            match terminator {
                // Fall through into the branch not taken: it is the body of a loop more often.
                Terminator::Branch { then, otherwise, .. } => {
                    stack.extend([then.block, otherwise.block]);
                }
                Terminator::Guard { pass, fail, .. } => stack.extend([fail.block, pass.block]),
                Terminator::Continue { next, unwind } => stack.extend([unwind.block, next.block]),
                other => stack.extend(other.successors().map(|call| call.block)),
            }
        }
        order.append(&mut cold);
        Layout { order, preds }
    }
}
