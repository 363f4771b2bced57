//! Which values need no register: constants that fit into the operations using them, and
//! comparisons that fuse with the branch they decide.

use super::op::Reg;
use cranelift_entity::{EntitySet, SecondaryMap};
use margay_ir::function::ValueDef;
use margay_ir::{BinOp, Block, Cond, Function, Inst, InstKind, Terminator, Type, Value};

/// A comparison decided by a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fused {
    pub cond: Cond,
    pub ty: Type,
    pub a: Value,
    pub b: Value,
}

/// What [`select`] found.
pub(super) struct Selection {
    /// Number of uses of each value, edges included.
    pub uses: SecondaryMap<Value, u32>,
    /// Instructions that emit nothing of their own.
    pub silent: EntitySet<Inst>,
    fused: SecondaryMap<Block, Option<Fused>>,
}

/// The bits of a constant value.
pub(super) fn constant(function: &Function, value: Value) -> Option<u64> {
    match function.values[value].def {
        ValueDef::Inst(inst) => match function.insts[inst].kind {
            InstKind::Const { bits, .. } => Some(bits),
            InstKind::Null => Some(0),
            _ => None,
        },
        ValueDef::Param(..) => None,
    }
}

/// The constant as an `i32`, if it is one (null is 0).
pub(super) fn small(function: &Function, value: Value) -> Option<i32> {
    let bits = constant(function, value)?;
    matches!(function.ty(value), Type::I32 | Type::Ref).then_some(bits as u32 as i32)
}

/// The right operand of `op` as an immediate.
pub(super) fn immediate(function: &Function, op: BinOp, ty: Type, b: Value) -> Option<i32> {
    let bits = constant(function, b)?;
    let shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Ushr);
    let imm = match ty {
        Type::I32 => bits as u32 as i32,
        Type::I64 if shift => bits as u32 as i32,
        Type::I64 => i32::try_from(bits as i64).ok()?,
        Type::F32 | Type::F64 | Type::Ref => return None,
    };
    let wide = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And) && ty == Type::I32;
    (wide || i16::try_from(imm).is_ok()).then_some(imm)
}

impl Selection {
    pub fn new(function: &Function, order: &[Block]) -> Self {
        let mut selection = Selection {
            uses: SecondaryMap::new(),
            silent: EntitySet::new(),
            fused: SecondaryMap::new(),
        };
        selection.count_uses(function, order);
        for block in order {
            selection.fuse(function, *block);
        }
        selection.silence_constants(function, order);
        selection
    }

    /// The comparison that decides the branch at the end of a block.
    pub fn fused(&self, block: Block) -> Option<Fused> {
        self.fused[block]
    }

    fn count_uses(&mut self, function: &Function, order: &[Block]) {
        for block in order {
            let data = &function.blocks[*block];
            for inst in &data.insts {
                function.insts[*inst].kind.for_each_operand(|v| self.uses[v] += 1);
            }
            data.terminator.for_each_operand(|v| self.uses[v] += 1);
            for call in data.terminator.successors() {
                call.args.iter().for_each(|v| self.uses[*v] += 1);
            }
        }
    }

    fn fuse(&mut self, function: &Function, block: Block) {
        let data = &function.blocks[block];
        let Terminator::Branch { cond, .. } = &data.terminator else {
            return;
        };
        let ValueDef::Inst(inst) = function.values[*cond].def else {
            return;
        };
        let InstKind::Compare { cond: holds, ty, a, b } = function.insts[inst].kind else {
            return;
        };
        if self.uses[*cond] == 1 && data.insts.contains(&inst) {
            self.silent.insert(inst);
            self.fused[block] = Some(Fused { cond: holds, ty, a, b });
        }
    }

    /// A constant is silent unless some use needs it in a register.
    fn silence_constants(&mut self, function: &Function, order: &[Block]) {
        let mut needed: SecondaryMap<Value, bool> = SecondaryMap::new();
        for block in order {
            self.for_each_register_use(function, *block, &mut |_, v| needed[v] = true);
        }
        for block in order {
            for inst in &function.blocks[*block].insts {
                let data = &function.insts[*inst];
                let constant = matches!(data.kind, InstKind::Const { .. } | InstKind::Null);
                if constant && data.result.is_some_and(|v| !needed[v]) {
                    self.silent.insert(*inst);
                }
            }
        }
    }

    /// Calls `f` with each register read by the block and the index of the reader: its place
    /// among the instructions, or their number for the terminator and the edges.
    pub fn for_each_register_use(
        &self,
        function: &Function,
        block: Block,
        f: &mut dyn FnMut(usize, Value),
    ) {
        let data = &function.blocks[block];
        let last = data.insts.len();
        for (index, inst) in data.insts.iter().enumerate() {
            if self.silent.contains(*inst) {
                continue;
            }
            match function.insts[*inst].kind {
                InstKind::Binary { op, ty, a, b } => {
                    f(index, a);
                    if immediate(function, op, ty, b).is_none() {
                        f(index, b);
                    }
                }
                ref other => other.for_each_operand(|v| f(index, v)),
            }
        }
        match self.fused[block] {
            Some(fused) => {
                f(last, fused.a);
                if small(function, fused.b).is_none() {
                    f(last, fused.b);
                }
            }
            None => data.terminator.for_each_operand(|v| f(last, v)),
        }
        for call in data.terminator.successors() {
            for arg in call.args.iter().filter(|v| constant(function, **v).is_none()) {
                f(last, *arg);
            }
        }
    }
}

/// Registers a frame can have: a few numbers are kept for glue and for "no register".
pub(super) const MAX_REGISTERS: usize = Reg::MAX as usize - 4;
