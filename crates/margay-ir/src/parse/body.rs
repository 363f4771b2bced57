//! The code of a function: blocks, their instructions, and what is defined where.

use super::scan::Scanner;
use super::{ParseError, operation, terminator};
use crate::function::{
    Args, BlockCall, BlockData, Function, InstData, Pos, Terminator, ValueData, ValueDef,
};
use crate::ids::{Block, MethodId, Value};
use crate::types::Type;
use crate::world::World;
use cranelift_entity::packed_option::ReservedValue;
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::BTreeMap;

/// A function while it is read. Values and blocks have the numbers of the text.
pub(super) struct Body<'a, 't> {
    pub scanner: &'a mut Scanner<'t>,
    pub world: &'a mut World,
    function: Function,
    /// What is defined so far, by number.
    values: BTreeMap<Value, ValueData>,
    blocks: BTreeMap<Block, BlockData>,
    /// Values and blocks that are used, and where.
    uses: Vec<(Value, usize)>,
    jumps: Vec<(Block, usize)>,
    /// The source line in force.
    line: Option<u32>,
}

/// Reads what is between braces.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    world: &mut World,
    params: Vec<Type>,
    result: Option<Type>,
) -> Result<Function, ParseError> {
    let function = Function {
        name: String::new(),
        method: MethodId::reserved_value(),
        params,
        result,
        blocks: PrimaryMap::new(),
        insts: PrimaryMap::new(),
        values: PrimaryMap::new(),
        entry: Block::reserved_value(),
        lines: Vec::new(),
        variables: Vec::new(),
    };
    let mut body = Body {
        scanner,
        world,
        function,
        values: BTreeMap::new(),
        blocks: BTreeMap::new(),
        uses: Vec::new(),
        jumps: Vec::new(),
        line: None,
    };
    body.scanner.expect("{")?;
    body.function.entry = body.block()?;
    while !body.scanner.eat("}") {
        body.block()?;
    }
    body.finish()
}

impl Body<'_, '_> {
    fn block(&mut self) -> Result<Block, ParseError> {
        let at = self.scanner.here();
        let block = self.scanner.block()?;
        if self.blocks.contains_key(&block) {
            return Err(self.scanner.error_at(at, format!("{block} is defined twice")));
        }
        let mut params = Args::new();
        if !self.scanner.eat(":") {
            self.params(block, &mut params)?;
            self.scanner.expect(":")?;
        }
        let mut insts = Vec::new();
        let mut place = self.function.insts.len() + self.blocks.len();
        let terminator = loop {
            if let Some(terminator) = terminator::read(self)? {
                break terminator;
            }
            let inst = self.instruction(Pos(place as u32))?;
            insts.push(inst);
            place += 1;
        };
        let end = Pos(place as u32);
        self.line(end)?;
        self.blocks.insert(block, BlockData { params, insts, terminator, end });
        Ok(block)
    }

    fn params(&mut self, block: Block, params: &mut Args) -> Result<(), ParseError> {
        self.scanner.expect("(")?;
        loop {
            let def = ValueDef::Param(block, params.len() as u32);
            params.push(self.definition(def)?);
            if self.scanner.eat(")") {
                return Ok(());
            }
            if !self.scanner.eat(",") {
                return Err(self.scanner.expected("`,` or `)`"));
            }
        }
    }

    fn instruction(&mut self, pos: Pos) -> Result<crate::Inst, ParseError> {
        let inst = crate::Inst::new(self.function.insts.len());
        let mut result = None;
        if self.scanner.is_numbered("v") {
            result = Some(self.definition(ValueDef::Inst(inst))?);
            self.scanner.expect("=")?;
        }
        let ty = result.map(|value| self.values[&value].ty);
        let kind = operation::read(self, ty)?;
        self.function.insts.push(InstData { kind, result, pos });
        self.line(pos)?;
        Ok(inst)
    }

    /// A value with its type, where it is defined.
    fn definition(&mut self, def: ValueDef) -> Result<Value, ParseError> {
        let at = self.scanner.here();
        let value = self.scanner.value()?;
        self.scanner.expect(":")?;
        let ty = self.scanner.ty()?;
        match self.values.insert(value, ValueData { ty, def }) {
            None => Ok(value),
            Some(_) => Err(self.scanner.error_at(at, format!("{value} is defined twice"))),
        }
    }

    /// The source line of the instruction that was read, if it says so or has that of the one
    /// before.
    fn line(&mut self, pos: Pos) -> Result<(), ParseError> {
        if !self.scanner.eat("@") {
            return Ok(());
        }
        self.scanner.expect_word("line")?;
        let line = self.scanner.integer("the number of a line")?;
        if self.line.replace(line) != Some(line) {
            self.function.lines.push((pos, line));
        }
        Ok(())
    }

    // ---- operands ----

    /// A value that is used.
    pub fn value(&mut self) -> Result<Value, ParseError> {
        let at = self.scanner.here();
        let value = self.scanner.value()?;
        self.uses.push((value, at));
        Ok(value)
    }

    /// Values in parentheses.
    pub fn values(&mut self) -> Result<Args, ParseError> {
        let uses = &mut self.uses;
        let values = self.scanner.list("(", ")", |scanner| {
            let at = scanner.here();
            let value = scanner.value()?;
            uses.push((value, at));
            Ok(value)
        })?;
        Ok(Args::from_vec(values))
    }

    pub fn comma(&mut self) -> Result<(), ParseError> {
        self.scanner.expect(",")
    }

    /// A jump with the values it passes.
    pub fn call(&mut self) -> Result<BlockCall, ParseError> {
        let at = self.scanner.here();
        let block = self.scanner.block()?;
        self.jumps.push((block, at));
        let args = if self.scanner.is_next("(") { self.values()? } else { Args::new() };
        Ok(BlockCall { block, args })
    }

    // ---- the end ----

    /// Checks that what is used is defined, and closes gaps between the numbers.
    fn finish(mut self) -> Result<Function, ParseError> {
        for (value, at) in &self.uses {
            if !self.values.contains_key(value) {
                return Err(self.scanner.error_at(*at, format!("{value} is not defined")));
            }
        }
        for (block, at) in &self.jumps {
            if !self.blocks.contains_key(block) {
                return Err(self.scanner.error_at(*at, format!("{block} is not defined")));
            }
        }
        let values: BTreeMap<Value, Value> =
            self.values.keys().enumerate().map(|(new, old)| (*old, Value::new(new))).collect();
        let blocks: BTreeMap<Block, Block> =
            self.blocks.keys().enumerate().map(|(new, old)| (*old, Block::new(new))).collect();
        let function = &mut self.function;
        function.entry = blocks[&function.entry];
        for data in self.values.into_values() {
            let def = match data.def {
                ValueDef::Param(block, place) => ValueDef::Param(blocks[&block], place),
                def @ ValueDef::Inst(_) => def,
            };
            function.values.push(ValueData { def, ..data });
        }
        for inst in function.insts.values_mut() {
            inst.kind.map_operands(|value| values[&value]);
            inst.result = inst.result.map(|value| values[&value]);
        }
        for mut data in self.blocks.into_values() {
            data.params.iter_mut().for_each(|param| *param = values[param]);
            renumber(&mut data.terminator, &values, &blocks);
            function.blocks.push(data);
        }
        Ok(self.function)
    }
}

fn renumber(
    terminator: &mut Terminator,
    values: &BTreeMap<Value, Value>,
    blocks: &BTreeMap<Block, Block>,
) {
    terminator.map_operands(|value| values[&value]);
    terminator.successors_mut().for_each(|call| call.block = blocks[&call.block]);
}
