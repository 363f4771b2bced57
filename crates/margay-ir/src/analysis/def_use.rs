//! Where each value is used.

use crate::function::Function;
use crate::ids::{Block, Inst, Value};
use cranelift_entity::SecondaryMap;

/// One use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Operand of an instruction of the block.
    Inst(Block, Inst),
    /// Operand of the block's terminator itself.
    Terminator(Block),
    /// Argument of an edge: the value becomes that parameter of the edge's target.
    Edge {
        /// The block the edge leaves.
        from: Block,
        /// Which of its edges, in the order of
        /// [`successors`](crate::function::Terminator::successors).
        edge: usize,
        /// Which of the edge's arguments.
        argument: usize,
    },
}

/// The uses of all values of a function.
#[derive(Clone, Debug)]
pub struct Uses {
    uses: SecondaryMap<Value, Vec<Use>>,
}

impl Uses {
    /// Collects them, block by block.
    #[must_use]
    pub fn new(function: &Function) -> Uses {
        let mut uses: SecondaryMap<Value, Vec<Use>> = SecondaryMap::new();
        for (block, data) in &function.blocks {
            for inst in &data.insts {
                let operands = &function.insts[*inst].kind;
                operands.for_each_operand(|v| uses[v].push(Use::Inst(block, *inst)));
            }
            let terminator = &data.terminator;
            terminator.for_each_operand(|v| uses[v].push(Use::Terminator(block)));
            for (edge, call) in terminator.successors().enumerate() {
                for (argument, value) in call.args.iter().enumerate() {
                    uses[*value].push(Use::Edge { from: block, edge, argument });
                }
            }
        }
        Uses { uses }
    }

    /// The uses of a value: by block, in the order of execution; once for each operand.
    #[must_use]
    pub fn of(&self, value: Value) -> &[Use] {
        &self.uses[value]
    }
}

#[cfg(test)]
mod tests {
    use super::{Use, Uses};
    use crate::analysis::testing::{Builder, to};
    use crate::function::{InstKind, Terminator};
    use crate::ids::Inst;
    use crate::ops::BinOp;
    use crate::types::Type;

    #[test]
    fn every_kind_of_use() {
        let mut b = Builder::new("f", &[Type::I32], None);
        let entry = b.function.entry;
        let n = b.param(entry, 0);
        let twice = InstKind::Binary { op: BinOp::Add, ty: Type::I32, a: n, b: n };
        let sum = b.value(entry, Type::I32, twice);
        let end = b.block(&[Type::I32, Type::I32]);
        let branch =
            Terminator::Branch { cond: n, then: to(end, &[sum, n]), otherwise: to(end, &[n, sum]) };
        b.end(entry, branch);
        let unused = b.param(end, 0);
        b.end(end, Terminator::Return(Some(b.param(end, 1))));

        let uses = Uses::new(&b.function);
        let edge = |edge, argument| Use::Edge { from: entry, edge, argument };
        let add = Use::Inst(entry, Inst::from_u32(0));
        let branch = Use::Terminator(entry);
        assert_eq!(uses.of(n), [add, add, branch, edge(0, 1), edge(1, 0)]);
        assert_eq!(uses.of(sum), [edge(0, 0), edge(1, 1)]);
        assert_eq!(uses.of(b.param(end, 1)), [Use::Terminator(end)]);
        assert_eq!(uses.of(unused), []);
    }
}
