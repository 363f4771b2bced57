//! Building functions by hand, for the tests of this crate.

use crate::function::{
    Args, BlockCall, BlockData, Function, InstData, InstKind, Pos, Terminator, ValueData, ValueDef,
};
use crate::ids::{Block, Inst, MethodId, Value};
use crate::types::Type;
use cranelift_entity::{EntityRef, PrimaryMap};

/// A function under construction. Blocks return until they are told otherwise.
pub(crate) struct Builder {
    pub(crate) function: Function,
}

impl Builder {
    /// A function whose entry block exists and has the parameters.
    pub(crate) fn new(name: &str, params: &[Type], result: Option<Type>) -> Self {
        let function = Function {
            name: name.into(),
            method: MethodId::new(0),
            params: params.into(),
            result,
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            entry: Block::new(0),
            lines: Vec::new(),
            variables: Vec::new(),
        };
        let mut builder = Builder { function };
        builder.block(params);
        builder
    }

    pub(crate) fn block(&mut self, params: &[Type]) -> Block {
        let block = self.function.blocks.push(BlockData {
            params: Args::new(),
            insts: Vec::new(),
            terminator: Terminator::Return(None),
            end: Pos::default(),
        });
        for (i, ty) in (0..).zip(params) {
            let def = ValueDef::Param(block, i);
            let value = self.function.values.push(ValueData { ty: *ty, def });
            self.function.blocks[block].params.push(value);
        }
        block
    }

    pub(crate) fn param(&self, block: Block, index: usize) -> Value {
        self.function.blocks[block].params[index]
    }

    /// Appends an instruction without result.
    pub(crate) fn effect(&mut self, block: Block, kind: InstKind) -> Inst {
        let inst = self.function.insts.push(InstData { kind, result: None, pos: Pos::default() });
        self.function.blocks[block].insts.push(inst);
        inst
    }

    /// Appends an instruction and returns its result.
    pub(crate) fn value(&mut self, block: Block, ty: Type, kind: InstKind) -> Value {
        let inst = self.effect(block, kind);
        let def = ValueDef::Inst(inst);
        let value = self.function.values.push(ValueData { ty, def });
        self.function.insts[inst].result = Some(value);
        value
    }

    pub(crate) fn end(&mut self, block: Block, terminator: Terminator) {
        self.function.blocks[block].terminator = terminator;
    }
}

/// A jump to `block`.
pub(crate) fn to(block: Block, args: &[Value]) -> BlockCall {
    BlockCall { block, args: Args::from_slice(args) }
}

/// A function with nothing but control flow: block `n` goes on to `edges[n]`.
pub(crate) fn flow(edges: &[Vec<u32>]) -> Function {
    let mut b = Builder::new("flow", &[Type::I32], None);
    let entry = b.function.entry;
    let chooser = b.param(entry, 0);
    for _ in 1..edges.len() {
        b.block(&[]);
    }
    for (block, targets) in (0..).zip(edges) {
        let calls: Vec<BlockCall> =
            targets.iter().map(|target| to(Block::from_u32(*target), &[])).collect();
        let terminator = match calls.as_slice() {
            [] => Terminator::Return(None),
            [next] => Terminator::Jump(next.clone()),
            [then, otherwise] => Terminator::Branch {
                cond: chooser,
                then: then.clone(),
                otherwise: otherwise.clone(),
            },
            [default, cases @ ..] => Terminator::Switch {
                value: chooser,
                cases: (0..).zip(cases.iter().cloned()).collect(),
                default: default.clone(),
            },
        };
        b.end(Block::from_u32(block), terminator);
    }
    b.function
}
