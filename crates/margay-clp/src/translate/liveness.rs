//! Which values a block needs from those before it: what its predicate takes besides its parameters.
//!
//! Constants are written where they are used and are no values here; neither are conversions that change
//! nothing.

use super::unit::Known;
use cranelift_entity::SecondaryMap;
use margay_ir::{Block, Function, Terminator, Value};
use std::collections::BTreeSet;

/// The values that each block takes.
pub(super) struct Liveness {
    entering: SecondaryMap<Block, BTreeSet<Value>>,
}

impl Liveness {
    pub fn new(function: &Function, known: &Known) -> Liveness {
        let mut live = Liveness { entering: SecondaryMap::new() };
        loop {
            let mut changed = false;
            for (block, data) in function.blocks.iter() {
                let mut found = live.at(function, known, block, 0);
                // What nobody uses is passed all the same: a predicate takes what its block does.
                found.extend(data.params.iter().copied());
                changed |= found != live.entering[block];
                live.entering[block] = found;
            }
            if !changed {
                return live;
            }
        }
    }

    /// What a block takes, in order.
    pub fn entering(&self, block: Block) -> impl Iterator<Item = Value> + '_ {
        self.entering[block].iter().copied()
    }

    /// What is needed from the instruction of this number on.
    pub fn at(
        &self,
        function: &Function,
        known: &Known,
        block: Block,
        from: usize,
    ) -> BTreeSet<Value> {
        let data = &function.blocks[block];
        let mut live = self.after(function, known, &data.terminator);
        for inst in data.insts[from..].iter().rev() {
            let inst = &function.insts[*inst];
            inst.result.map(|result| live.remove(&result));
            inst.kind.for_each_operand(|value| live.extend(known.value(value)));
        }
        live
    }

    /// What the end of a block needs.
    pub fn after(
        &self,
        function: &Function,
        known: &Known,
        terminator: &Terminator,
    ) -> BTreeSet<Value> {
        let mut live = BTreeSet::new();
        terminator.for_each_operand(|value| live.extend(known.value(value)));
        for call in terminator.successors() {
            let params = &function.blocks[call.block].params;
            live.extend(self.entering(call.block).filter(|value| !params.contains(value)));
            live.extend(call.args.iter().filter_map(|value| known.value(*value)));
        }
        live
    }
}
