//! What a search for coverage wants of a method: its blocks and branches, but for those that no input leads to, as its code shows.
//!
//! A `switch` over all constants of an enum, or over all classes of a sealed type, has a default that throws: a compiler made
//! it for class files that do not fit together. And `assert` statements are executed, or they are not.

use super::coverage::{branch_targets, reachable_by};
use margay_ir::function::ValueDef;
use margay_ir::{Block, Cond, Function, InstKind, Terminator, Value, World};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What compilers let such a default throw, by their versions.
const IMPOSSIBLE: [&str; 2] =
    ["java/lang/IncompatibleClassChangeError", "java/lang/MatchException"];

/// The static field by which a class knows that its `assert` statements are not executed.
pub(super) const ASSERTIONS_DISABLED: &str = "$assertionsDisabled";

/// The code of a method that was entered.
pub(super) struct Wanted {
    pub function: Rc<Function>,
    /// Ways from block to block that are never taken.
    never: FxHashSet<(Block, Block)>,
}

impl Wanted {
    /// What is wanted of a method where `assert` statements are executed or not.
    pub fn new(world: &World, function: Rc<Function>, asserts: bool) -> Wanted {
        let ways = function.blocks.iter().filter_map(|(from, block)| {
            let to = match &block.terminator {
                Terminator::Switch { default, .. } => {
                    is_impossible(world, &function, default.block).then_some(default.block)
                }
                Terminator::Branch { cond, then, otherwise } => {
                    let leads_to = asks_for_asserts(world, &function, *cond);
                    leads_to.map(|asked| if asked == asserts { otherwise } else { then }.block)
                }
                _ => None,
            };
            to.map(|to| (from, to))
        });
        let never = ways.collect();
        Wanted { function, never }
    }

    /// The blocks that may be covered.
    pub fn blocks(&self) -> Vec<Block> {
        reachable_by(&self.function, |from, to| !self.never.contains(&(from, to)))
    }

    /// The blocks after which the method can return.
    pub fn returning(&self) -> FxHashSet<Block> {
        let mut found = FxHashSet::default();
        let mut before = usize::MAX;
        while found.len() != before {
            before = found.len();
            for (block, data) in &self.function.blocks {
                let mut next = data.terminator.successors();
                let is_end = matches!(data.terminator, Terminator::Return(_));
                if is_end || next.any(|next| found.contains(&next.block)) {
                    found.insert(block);
                }
            }
        }
        found
    }

    /// The blocks that a branch or switch at the end of a block may lead to.
    pub fn branch_targets(&self, block: Block) -> impl Iterator<Item = Block> {
        let targets = branch_targets(&self.function, block).into_iter();
        targets.filter(move |target| !self.never.contains(&(block, *target)))
    }
}

fn is_impossible(world: &World, function: &Function, block: Block) -> bool {
    let block = &function.blocks[block];
    let first = block.insts.first().map(|inst| &function.insts[*inst].kind);
    let Some(InstKind::New(class)) = first else { return false };
    let is_made = IMPOSSIBLE.contains(&world.class_name(*class));
    is_made && matches!(block.terminator, Terminator::Throw(_))
}

/// Whether a condition holds where `assert` statements are executed, if it is about that.
fn asks_for_asserts(world: &World, function: &Function, cond: Value) -> Option<bool> {
    let inst = |value: Value| match function.values[value].def {
        ValueDef::Inst(inst) => Some(&function.insts[inst].kind),
        ValueDef::Param(..) => None,
    };
    match inst(cond)? {
        InstKind::GetStatic(field) => {
            let name = world.text(world.field_symbol(*field).name);
            (name == ASSERTIONS_DISABLED).then_some(false)
        }
        // As class files compare: with zero.
        InstKind::Compare { cond, a, b, .. } => {
            let InstKind::Const { bits: 0, .. } = inst(*b)? else { return None };
            let asked = asks_for_asserts(world, function, *a)?;
            match cond {
                Cond::Ne => Some(asked),
                Cond::Eq => Some(!asked),
                _ => None,
            }
        }
        _ => None,
    }
}
