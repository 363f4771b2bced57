//! Instructions that end a block: branches, switches, returns, throws.

use super::{Lowering, Next};
use crate::bytecode::Op;
use crate::pool::Reason;
use margay_ir::{Cond, InstKind, Terminator, Type, Value};

/// A comparison, and whether the branch is taken when it does *not* hold.
fn fused(ty: Type, nan: i8, cond: Cond) -> (Cond, bool) {
    let float = matches!(ty, Type::F32 | Type::F64);
    // A comparison of floats is false on NaN. Where the instruction's result for NaN satisfies
    // the condition, the branch is taken unless the opposite holds.
    let taken_on_nan = match cond {
        Cond::Lt | Cond::Le => nan < 0,
        Cond::Gt | Cond::Ge => nan > 0,
        Cond::Eq | Cond::Ne => false,
    };
    if float && taken_on_nan { (cond.negated(), true) } else { (cond, false) }
}

impl Lowering<'_, '_> {
    /// A three-way comparison; with the test of its result that mostly follows, one comparison.
    pub(super) fn three_way(&mut self, ty: Type, nan: i8) -> Result<Next, Reason> {
        let b = self.frame.pop(ty)?;
        let a = self.frame.pop(ty)?;
        let next = self.at + 1;
        let test = match self.code.ops.get(next as usize) {
            Some(Op::IfZero(cond, target)) if self.flow.node_at(next).is_none() => (*cond, *target),
            _ => {
                self.compute(InstKind::ThreeWay { ty, nan, a, b }, Type::I32)?;
                return Ok(Next::Instruction);
            }
        };
        let (cond, inverted) = fused(ty, nan, test.0);
        let holds = self.build.compare(cond, a, b);
        self.at = next;
        self.build.set_pos(self.code.offsets[next as usize]);
        self.branch(holds, test.1, inverted)?;
        Ok(Next::Node)
    }

    pub(super) fn transfer(&mut self, op: Op) -> Result<(), Reason> {
        match op {
            Op::Goto(target) => {
                let edge = self.edge_to(target)?;
                self.build.end(Terminator::Jump(edge));
                Ok(())
            }
            Op::IfZero(cond, target) => {
                let a = self.frame.pop(Type::I32)?;
                let b = self.build.int(0);
                self.compare_and_branch(cond, a, b, target)
            }
            Op::IfNull(cond, target) => {
                let a = self.frame.pop(Type::Ref)?;
                let b = self.build.null();
                self.compare_and_branch(cond, a, b, target)
            }
            Op::IfInts(cond, target) => self.compare_two(cond, Type::I32, target),
            Op::IfRefs(cond, target) => self.compare_two(cond, Type::Ref, target),
            Op::Switch(table) => self.switch(table),
            Op::Return(ty) => self.give_back(ty),
            Op::Throw => {
                let exception = self.frame.pop(Type::Ref)?;
                self.build.guard_non_null(exception);
                self.build.raise(exception);
                Ok(())
            }
            _ => Err("not a transfer of control".into()),
        }
    }

    fn compare_two(&mut self, cond: Cond, ty: Type, target: u32) -> Result<(), Reason> {
        let b = self.frame.pop(ty)?;
        let a = self.frame.pop(ty)?;
        self.compare_and_branch(cond, a, b, target)
    }

    fn compare_and_branch(
        &mut self,
        cond: Cond,
        a: Value,
        b: Value,
        target: u32,
    ) -> Result<(), Reason> {
        let holds = self.build.compare(cond, a, b);
        self.branch(holds, target, false)
    }

    /// Goes to the target if the value is not zero (or is, if inverted), else to the next
    /// instruction.
    fn branch(&mut self, cond: Value, target: u32, inverted: bool) -> Result<(), Reason> {
        let taken = self.edge_to(target)?;
        let not_taken = self.edge_to(self.at + 1)?;
        if inverted {
            self.build.branch(cond, not_taken, taken);
        } else {
            self.build.branch(cond, taken, not_taken);
        }
        Ok(())
    }

    fn switch(&mut self, table: u32) -> Result<(), Reason> {
        let value = self.frame.pop(Type::I32)?;
        let table = &self.code.switches[table as usize];
        let mut cases = Vec::with_capacity(table.cases.len());
        for (key, target) in &table.cases {
            // The gaps of a dense table.
            if *target != table.default {
                cases.push((*key, self.edge_to(*target)?));
            }
        }
        let default = self.edge_to(table.default)?;
        self.build.end(Terminator::Switch { value, cases, default });
        Ok(())
    }

    fn give_back(&mut self, ty: Option<Type>) -> Result<(), Reason> {
        if ty != self.build.result() {
            return Err("the method returns another type".into());
        }
        let value = ty.map(|ty| self.frame.pop(ty)).transpose()?;
        if let Some(monitor) = self.own_monitor() {
            self.monitor("exit", monitor);
        }
        self.build.end(Terminator::Return(value));
        Ok(())
    }
}
