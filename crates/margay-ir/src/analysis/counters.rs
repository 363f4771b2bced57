//! Values that count the rounds of a loop: a parameter of the header that every way round changes by
//! a constant, always in the same direction. A loop that compares such a value with a known one
//! has a known number of rounds.

use super::cfg::Cfg;
use super::loops::Loop;
use crate::function::{Function, InstKind, ValueDef};
use crate::ids::{Block, Value};
use crate::ops::BinOp;
use crate::types::Type;

/// Values that are followed back at most: counters are stepped in sight of the loop.
const FAR: usize = 64;

/// How a value comes from another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// It is the same.
    Same,
    /// It is farther up, or down.
    Up,
    Down,
}

/// Finds the values that count the rounds of a loop.
pub struct Counters<'a> {
    function: &'a Function,
    cfg: &'a Cfg,
    within: &'a Loop,
}

impl<'a> Counters<'a> {
    /// For one loop of a function.
    #[must_use]
    pub fn new(function: &'a Function, cfg: &'a Cfg, within: &'a Loop) -> Self {
        Counters { function, cfg, within }
    }

    /// Whether a value is such a parameter, before or after its step.
    #[must_use]
    pub fn is_counter(&self, value: Value) -> bool {
        let mut params = self.function.blocks[self.within.header].params.iter();
        params.any(|param| self.is_stepped(*param) && self.steps(value, *param).is_some())
    }

    /// Whether every way round the loop moves a parameter of its header in one direction.
    fn is_stepped(&self, param: Value) -> bool {
        let ValueDef::Param(header, place) = self.function.values[param].def else { return false };
        let mut direction = None;
        let mut latches = self.within.latches.iter().flat_map(|l| self.passed(*l, header, place));
        latches.all(|value| match value.and_then(|value| self.steps(value, param)) {
            None | Some(Step::Same) => false,
            step => *direction.get_or_insert(step) == step,
        }) && direction.is_some()
    }

    /// What a block passes on to a parameter of another, for each edge between them.
    fn passed(
        &self,
        from: Block,
        to: Block,
        place: u32,
    ) -> impl Iterator<Item = Option<Value>> + use<'a> {
        let edges = self.function.blocks[from].terminator.successors();
        let edges = edges.filter(move |edge| edge.block == to);
        edges.map(move |edge| edge.args.get(place as usize).copied())
    }

    /// How a value of the loop comes from a parameter of its header, if it does.
    fn steps(&self, value: Value, param: Value) -> Option<Step> {
        self.trace(value, param, &mut Vec::new())?
    }

    /// The same on the way back from values `seen` before, which say nothing new about a parameter
    /// that is passed round a loop inside: then the inner option is none.
    fn trace(&self, value: Value, param: Value, seen: &mut Vec<Value>) -> Option<Option<Step>> {
        if value == param {
            return Some(Some(Step::Same));
        }
        if seen.contains(&value) {
            return Some(None);
        }
        seen.push(value);
        if seen.len() > FAR {
            return None;
        }
        match self.function.values[value].def {
            ValueDef::Inst(inst) => match self.function.insts[inst].kind {
                InstKind::Binary { op, a, b, .. } => {
                    let step = self.direction(op, b)?;
                    let before = self.trace(a, param, seen)??;
                    (before == Step::Same || before == step).then_some(Some(step))
                }
                InstKind::Convert { a, .. } => self.trace(a, param, seen),
                _ => None,
            },
            ValueDef::Param(block, place) => self.trace_edges(block, place, param, seen),
        }
    }

    /// What all edges into a block of the loop agree on.
    fn trace_edges(
        &self,
        block: Block,
        place: u32,
        param: Value,
        seen: &mut Vec<Value>,
    ) -> Option<Option<Step>> {
        if block == self.within.header || self.within.blocks.binary_search(&block).is_err() {
            return None;
        }
        let mut agreed = None;
        for before in self.cfg.predecessors(block) {
            for passed in self.passed(before, block, place) {
                if let Some(step) = self.trace(passed?, param, seen)?
                    && *agreed.get_or_insert(step) != step
                {
                    return None;
                }
            }
        }
        Some(agreed)
    }

    /// Where an operation with a constant leads a number that is not negative.
    fn direction(&self, op: BinOp, operand: Value) -> Option<Step> {
        let ValueDef::Inst(inst) = self.function.values[operand].def else { return None };
        let InstKind::Const { bits, ty } = self.function.insts[inst].kind else { return None };
        let number = if ty == Type::I32 { i64::from(bits as i32) } else { bits as i64 };
        match (op, number.signum()) {
            (BinOp::Add, 1) | (BinOp::Sub, -1) => Some(Step::Up),
            (BinOp::Add, -1) | (BinOp::Sub, 1) => Some(Step::Down),
            (BinOp::Mul, 1) if number > 1 => Some(Step::Up),
            (BinOp::Div, 1) if number > 1 => Some(Step::Down),
            (BinOp::Shl, 1) => Some(Step::Up),
            (BinOp::Shr | BinOp::Ushr, 1) => Some(Step::Down),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counters;
    use crate::analysis::cfg::Cfg;
    use crate::analysis::dominators::Dominators;
    use crate::analysis::loops::Loops;
    use crate::analysis::testing::{Builder, to};
    use crate::function::{InstKind, Terminator};
    use crate::ops::{BinOp, Cond};
    use crate::types::Type;

    /// A loop from 0 to its argument that steps by `step` where a test holds, and else by `other`.
    fn is_counted(step: u64, other: u64) -> [bool; 2] {
        let mut b = Builder::new("f", &[Type::I32], None);
        let entry = b.function.entry;
        let n = b.param(entry, 0);
        let number = |bits| InstKind::Const { ty: Type::I32, bits };
        let zero = b.value(entry, Type::I32, number(0));
        let by = b.value(entry, Type::I32, number(step));
        let by_other = b.value(entry, Type::I32, number(other));
        let [header, body, end] = [&[Type::I32][..], &[], &[]].map(|params| b.block(params));
        let i = b.param(header, 0);
        b.end(entry, Terminator::Jump(to(header, &[zero])));
        let less = InstKind::Compare { cond: Cond::Lt, ty: Type::I32, a: i, b: n };
        let less = b.value(header, Type::I32, less);
        let stays = Terminator::Branch { cond: less, then: to(body, &[]), otherwise: to(end, &[]) };
        b.end(header, stays);
        let sum = |b| InstKind::Binary { op: BinOp::Add, ty: Type::I32, a: i, b };
        let next = b.value(body, Type::I32, sum(by));
        let other = b.value(body, Type::I32, sum(by_other));
        let back = |value| to(header, &[value]);
        b.end(body, Terminator::Branch { cond: n, then: back(next), otherwise: back(other) });
        b.end(end, Terminator::Return(None));
        let cfg = Cfg::new(&b.function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let counters = Counters::new(&b.function, &cfg, &loops.all()[0]);
        [i, n].map(|value| counters.is_counter(value))
    }

    #[test]
    fn every_way_round_goes_in_one_direction() {
        let minus_one = u64::from(u32::MAX);
        assert_eq!(is_counted(1, 1), [true, false]);
        assert_eq!(is_counted(1, 2), [true, false]);
        assert_eq!(is_counted(1, minus_one), [false, false]);
        assert_eq!(is_counted(1, 0), [false, false]);
    }
}
