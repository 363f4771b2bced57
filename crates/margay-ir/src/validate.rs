//! Whether a function keeps the rules of the IR.
//!
//! Front ends call it in tests, not in production. It finds: ids out of range, definitions that
//! do not dominate a use, operands and edges of the wrong type or number, an unwinding edge that
//! does not follow an instruction that may unwind. What fields and methods hold is the front
//! end's knowledge and not checked.

mod operands;
#[cfg(test)]
mod tests;

use crate::BlockCall;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::function::{Function, Terminator, ValueDef};
use crate::ids::{Block, Inst, Value};
use crate::types::Type;
use cranelift_entity::SecondaryMap;

/// Checks a function against the rules of the IR.
///
/// # Errors
/// The first rule it breaks, and where.
pub fn validate(function: &Function) -> Result<(), String> {
    let checker = Checker { function, places: places(function)? };
    checker.check_entry()?;
    for (block, data) in function.blocks.iter() {
        for (index, param) in data.params.iter().enumerate() {
            checker.check_def(*param, ValueDef::Param(block, index as u32))?;
        }
        for inst in &data.insts {
            checker.check_inst(*inst)?;
        }
        checker.check_terminator(block)?;
    }
    checker.check_dominance()
}

/// By instruction: its block and its place in it.
type Places = SecondaryMap<Inst, Option<(Block, u32)>>;

fn places(function: &Function) -> Result<Places, String> {
    let mut places: Places = SecondaryMap::new();
    for (block, data) in function.blocks.iter() {
        for (index, inst) in data.insts.iter().enumerate() {
            if !function.insts.is_valid(*inst) {
                return Err(format!("{block} contains {inst}, which does not exist"));
            }
            if places[*inst].replace((block, index as u32)).is_some() {
                return Err(format!("{inst} occurs twice"));
            }
        }
    }
    Ok(places)
}

struct Checker<'f> {
    function: &'f Function,
    places: Places,
}

impl Checker<'_> {
    fn check_entry(&self) -> Result<(), String> {
        let function = self.function;
        if !function.blocks.is_valid(function.entry) {
            return Err(format!("the entry {} does not exist", function.entry));
        }
        let params = &function.blocks[function.entry].params;
        let types = params.iter().map(|param| self.ty(*param));
        if types.collect::<Result<Vec<_>, _>>()? != function.params {
            return Err("the entry's parameters are not the function's".into());
        }
        let mut edges = function.blocks.values().flat_map(|data| data.terminator.successors());
        if edges.any(|edge| edge.block == function.entry) {
            return Err("an edge leads to the entry".into());
        }
        Ok(())
    }

    fn ty(&self, value: Value) -> Result<Type, String> {
        if self.function.values.is_valid(value) {
            Ok(self.function.ty(value))
        } else {
            Err(format!("{value} does not exist"))
        }
    }

    fn check_def(&self, value: Value, def: ValueDef) -> Result<(), String> {
        self.ty(value)?;
        if self.function.values[value].def == def {
            Ok(())
        } else {
            Err(format!("{value} is defined elsewhere than it says"))
        }
    }

    fn expect(&self, value: Value, ty: Type, place: impl std::fmt::Display) -> Result<(), String> {
        let found = self.ty(value)?;
        if found == ty { Ok(()) } else { Err(format!("{place}: {value} is {found}, not {ty}")) }
    }

    fn check_terminator(&self, block: Block) -> Result<(), String> {
        let data = &self.function.blocks[block];
        match &data.terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                self.expect(*value, Type::I32, block)?;
            }
            Terminator::Throw(value) => self.expect(*value, Type::Ref, block)?,
            Terminator::Guard { check, .. } => self.check_guard(block, check)?,
            Terminator::Return(value) => {
                let ty = value.map(|value| self.ty(value)).transpose()?;
                if ty != self.function.result {
                    return Err(format!("{block} returns another type than the function"));
                }
            }
            Terminator::Continue { unwind, .. } => {
                let last = data.insts.last().map(|inst| &self.function.insts[*inst].kind);
                if !last.is_some_and(crate::InstKind::may_unwind) {
                    return Err(format!("{block} unwinds after an instruction that does not"));
                }
                return self.check_continue(block, unwind);
            }
            Terminator::Jump(_) | Terminator::Unsupported(_) => {}
        }
        for edge in data.terminator.successors() {
            self.check_edge(block, edge, 0)?;
        }
        Ok(())
    }

    fn check_continue(&self, block: Block, unwind: &BlockCall) -> Result<(), String> {
        let Terminator::Continue { next, .. } = &self.function.blocks[block].terminator else {
            return Ok(());
        };
        self.check_edge(block, next, 0)?;
        self.check_edge(block, unwind, 1)?;
        match self.function.blocks[unwind.block].params.last() {
            Some(exception) => self.expect(*exception, Type::Ref, block),
            None => Err(format!("{block} unwinds to a block without a parameter")),
        }
    }

    /// An edge passes one value for each parameter, but for the last `missing`.
    fn check_edge(&self, from: Block, edge: &BlockCall, missing: usize) -> Result<(), String> {
        if !self.function.blocks.is_valid(edge.block) {
            return Err(format!("{from} leads to {}, which does not exist", edge.block));
        }
        let params = &self.function.blocks[edge.block].params;
        if edge.args.len() + missing != params.len() {
            let (args, params) = (edge.args.len() + missing, params.len());
            return Err(format!("{from} passes {args} values to {}({params})", edge.block));
        }
        for (arg, param) in edge.args.iter().zip(params) {
            self.expect(*arg, self.ty(*param)?, from)?;
        }
        Ok(())
    }

    /// Every use is dominated by its definition. Checked over reachable blocks: nothing happens
    /// in the others.
    fn check_dominance(&self) -> Result<(), String> {
        let cfg = Cfg::new(self.function);
        let dominators = Dominators::new(&cfg);
        for (block, data) in self.function.blocks.iter() {
            if cfg.place(block).is_none() {
                continue;
            }
            let mut found = Ok(());
            let mut check = |value: Value, at: u32| {
                let (def, index) = self.place(value);
                let before = def == Some(block) && index <= at;
                let dominated = before
                    || def.is_some_and(|def| def != block && dominators.dominates(def, block));
                if !dominated && found.is_ok() {
                    found = Err(format!("{value} is used in {block} before its definition"));
                }
            };
            for (index, inst) in data.insts.iter().enumerate() {
                let kind = &self.function.insts[*inst].kind;
                kind.for_each_operand(|value| check(value, index as u32));
            }
            let end = data.insts.len() as u32;
            data.terminator.for_each_operand(|value| check(value, end));
            for edge in data.terminator.successors() {
                edge.args.iter().for_each(|value| check(*value, end));
            }
            if let Terminator::Continue { unwind, .. } = &data.terminator {
                // The last instruction did not complete: its result does not exist.
                let completed = end.saturating_sub(1);
                unwind.args.iter().for_each(|value| check(*value, completed));
            }
            found?;
        }
        Ok(())
    }

    /// The block of a definition, and the first place in it where the value exists.
    fn place(&self, value: Value) -> (Option<Block>, u32) {
        match self.function.values[value].def {
            ValueDef::Param(block, _) => (Some(block), 0),
            ValueDef::Inst(inst) => match self.places[inst] {
                Some((block, index)) => (Some(block), index + 1),
                None => (None, 0),
            },
        }
    }
}
