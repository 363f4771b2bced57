//! Checks of references that are known not to be null.
//!
//! A reference is known not to be null by what made it, or by a check or a test that dominates
//! the place. The walk down the dominator tree keeps the set of such values; going up forgets.

use super::Names;
use super::dominators::{Step, Tree};
use cranelift_entity::SecondaryMap;
use margay_ir::function::ValueDef;
use margay_ir::{Block, Check, Cond, Function, InstKind, Terminator, Type, Value};

/// Removes each null check that always holds, and says whether there was one. `receiver` is the
/// function's own, if it has one.
pub(super) fn drop_redundant(
    function: &mut Function,
    order: &[Block],
    names: &Names,
    receiver: Option<Value>,
) -> bool {
    let tree = Tree::new(function, order);
    let mut known = Known::default();
    receiver.into_iter().for_each(|value| known.learn(value));
    exceptions(function, order).for_each(|value| known.learn(value));
    let mut changed = false;
    for step in tree.walk() {
        let Step::Enter(block, predecessor) = step else {
            known.leave();
            continue;
        };
        known.enter();
        if let Some(predecessor) = predecessor {
            let tested = tested(function, names, predecessor, block);
            tested.into_iter().for_each(|value| known.learn(value));
        }
        if let Terminator::Guard {
            check: Check::NonNull(value),
            pass,
            ..
        } = &function.blocks[block].terminator
        {
            let value = names.find(*value);
            if known.holds(value) || is_object(function, value) {
                function.blocks[block].terminator = Terminator::Jump(pass.clone());
                changed = true;
            }
        }
    }
    changed
}

/// The values that hold caught exceptions.
fn exceptions(function: &Function, order: &[Block]) -> impl Iterator<Item = Value> {
    order
        .iter()
        .filter_map(|block| match &function.blocks[*block].terminator {
            Terminator::Continue { unwind, .. } => {
                function.blocks[unwind.block].params.last().copied()
            }
            _ => None,
        })
}

/// Whether the instruction that made the value never gives null.
fn is_object(function: &Function, value: Value) -> bool {
    let ValueDef::Inst(inst) = function.values[value].def else {
        return false;
    };
    matches!(
        function.insts[inst].kind,
        InstKind::New(_)
            | InstKind::NewArray { .. }
            | InstKind::NewMultiArray { .. }
            | InstKind::Str(_)
            | InstKind::ClassConst(_)
            | InstKind::Trap { .. }
    )
}

/// The value that is not null because control went from one block to the other, its only
/// successor on that edge.
fn tested(function: &Function, names: &Names, from: Block, to: Block) -> Option<Value> {
    match &function.blocks[from].terminator {
        Terminator::Guard {
            check: Check::NonNull(value),
            pass,
            ..
        } if pass.block == to => Some(names.find(*value)),
        Terminator::Branch { cond, then, .. } => {
            let ValueDef::Inst(inst) = function.values[names.find(*cond)].def else {
                return None;
            };
            implied(
                function,
                names,
                &function.insts[inst].kind,
                then.block == to,
            )
        }
        _ => None,
    }
}

/// The value that is not null if the test has this result.
fn implied(function: &Function, names: &Names, test: &InstKind, result: bool) -> Option<Value> {
    let is_null = |value: Value| match function.values[value].def {
        ValueDef::Inst(inst) => matches!(function.insts[inst].kind, InstKind::Null),
        ValueDef::Param(..) => false,
    };
    match test {
        InstKind::InstanceOf { object, .. } if result => Some(names.find(*object)),
        InstKind::Compare {
            cond,
            ty: Type::Ref,
            a,
            b,
        } => {
            let differ = result == (*cond == Cond::Ne);
            let (a, b) = (names.find(*a), names.find(*b));
            (differ && is_null(b)).then_some(a)
        }
        _ => None,
    }
}

/// Values known not to be null, with what each level of the walk added.
#[derive(Default)]
struct Known {
    values: SecondaryMap<Value, bool>,
    learned: Vec<Value>,
    levels: Vec<usize>,
}

impl Known {
    fn holds(&self, value: Value) -> bool {
        self.values[value]
    }

    fn learn(&mut self, value: Value) {
        if !self.values[value] {
            self.values[value] = true;
            self.learned.push(value);
        }
    }

    fn enter(&mut self) {
        self.levels.push(self.learned.len());
    }

    fn leave(&mut self) {
        let level = self.levels.pop().unwrap_or_default();
        for value in self.learned.drain(level..) {
            self.values[value] = false;
        }
    }
}
