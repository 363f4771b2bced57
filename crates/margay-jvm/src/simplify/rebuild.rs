//! Writing the function anew, without what is dead.

use super::Names;
use super::params::Incoming;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use margay_ir::function::{BlockData, InstData, Pos, ValueData, ValueDef};
use margay_ir::{Block, Function, Inst, InstKind, Terminator, Value};
use smallvec::SmallVec;

/// The function with reachable blocks, live parameters and needed instructions only, blocks
/// that merely follow each other joined.
pub(super) fn rebuild(function: Function, order: &[Block], names: &Names) -> Function {
    let incoming = Incoming::new(&function, order);
    let live = live_values(&function, order, names, &incoming);
    let entries = entries(&function, order);
    let is_joined = |from: Block| match &function.blocks[from].terminator {
        Terminator::Jump(to) if entries[to.block] == 1 => Some(to.block),
        _ => None,
    };
    let mut joined: SecondaryMap<Block, bool> = SecondaryMap::new();
    for block in order {
        if let Some(next) = is_joined(*block) {
            joined[next] = true;
        }
    }
    let mut rebuilder = Rebuilder {
        names,
        keeps: &|param| !names.is_replaced(param) && (live[param] || incoming.is_pinned(param)),
        blocks: SecondaryMap::new(),
        values: SecondaryMap::new(),
        new: Function {
            blocks: PrimaryMap::with_capacity(order.len()),
            insts: PrimaryMap::with_capacity(function.insts.len()),
            values: PrimaryMap::with_capacity(function.values.len()),
            ..empty_like(&function)
        },
    };
    let heads = order.iter().copied().filter(|block| !joined[*block]);
    let heads: Vec<Block> = heads.collect();
    for head in &heads {
        rebuilder.open(*head);
    }
    for head in heads {
        rebuilder.define_params(head, &function);
        let mut block = head;
        loop {
            for inst in &function.blocks[block].insts {
                rebuilder.copy(head, &function, *inst, &live);
            }
            match is_joined(block) {
                Some(next) => block = next,
                None => break,
            }
        }
        rebuilder.close(head, block, &function);
    }
    rebuilder.new.entry = rebuilder.block(function.entry);
    rebuilder.new.variables = rebuilder.variables(&function);
    rebuilder.new
}

fn empty_like(function: &Function) -> Function {
    Function {
        name: function.name.clone(),
        method: function.method,
        params: function.params.clone(),
        result: function.result,
        blocks: PrimaryMap::new(),
        insts: PrimaryMap::new(),
        values: PrimaryMap::new(),
        entry: function.entry,
        lines: function.lines.clone(),
        variables: Vec::new(),
    }
}

/// By block, the number of edges that lead to it; the entry has one more.
fn entries(function: &Function, order: &[Block]) -> SecondaryMap<Block, u32> {
    let mut entries = SecondaryMap::new();
    entries[function.entry] += 1;
    for block in order {
        for edge in function.blocks[*block].terminator.successors() {
            entries[edge.block] += 1;
        }
    }
    entries
}

/// Whether the instruction does nothing but compute its result.
fn is_pure(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Const { .. }
            | InstKind::Null
            | InstKind::Str(_)
            | InstKind::Binary { .. }
            | InstKind::Neg { .. }
            | InstKind::Convert { .. }
            | InstKind::Compare { .. }
            | InstKind::ThreeWay { .. }
    )
}

/// The values that something depends on.
fn live_values(
    function: &Function,
    order: &[Block],
    names: &Names,
    incoming: &Incoming,
) -> SecondaryMap<Value, bool> {
    let mut live: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut work = Vec::new();
    for block in order {
        let block = &function.blocks[*block];
        block.terminator.for_each_operand(|value| work.push(value));
        for inst in &block.insts {
            let kind = &function.insts[*inst].kind;
            if !is_pure(kind) {
                kind.for_each_operand(|value| work.push(value));
            }
        }
        // Pinned parameters stay, and so does what they receive.
        for param in &block.params {
            if incoming.is_pinned(*param) {
                work.push(*param);
            }
        }
    }
    while let Some(value) = work.pop() {
        let value = names.find(value);
        if std::mem::replace(&mut live[value], true) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Param(..) => work.extend(incoming.args(value)),
            ValueDef::Inst(inst) => {
                let kind = &function.insts[inst].kind;
                if is_pure(kind) {
                    kind.for_each_operand(|value| work.push(value));
                }
            }
        }
    }
    live
}

struct Rebuilder<'a> {
    names: &'a Names,
    /// Whether a parameter stays.
    keeps: &'a dyn Fn(Value) -> bool,
    /// New ids of old blocks and values.
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    values: SecondaryMap<Value, PackedOption<Value>>,
    new: Function,
}

impl Rebuilder<'_> {
    fn block(&self, old: Block) -> Block {
        self.blocks[old].expect("a block that is reached is kept")
    }

    fn value(&self, old: Value) -> Value {
        self.values[self.names.find(old)].expect("a value that is used is kept")
    }

    /// The variables of the source that are still there.
    fn variables(&self, function: &Function) -> Vec<(Value, u16)> {
        let kept = |old: Value| self.values[self.names.find(old)].expand();
        let variables = function.variables.iter();
        variables.filter_map(|(old, number)| Some((kept(*old)?, *number))).collect()
    }

    /// Makes the new block of an old one, to be filled later.
    fn open(&mut self, old: Block) {
        let block = self.new.blocks.push(BlockData {
            params: SmallVec::new(),
            insts: Vec::new(),
            terminator: Terminator::Return(None),
            end: Pos::default(),
        });
        self.blocks[old] = block.into();
    }

    fn define_params(&mut self, old: Block, function: &Function) {
        let block = self.block(old);
        for param in &function.blocks[old].params {
            if (self.keeps)(*param) {
                let index = self.new.blocks[block].params.len() as u32;
                let param = self.define(*param, function, ValueDef::Param(block, index));
                self.new.blocks[block].params.push(param);
            }
        }
    }

    fn copy(
        &mut self,
        head: Block,
        function: &Function,
        inst: Inst,
        live: &SecondaryMap<Value, bool>,
    ) {
        let InstData { kind, result, pos } = &function.insts[inst];
        if is_pure(kind) && result.is_some_and(|value| !live[value]) {
            return;
        }
        let mut kind = kind.clone();
        kind.map_operands(|value| self.value(value));
        let inst = self.new.insts.next_key();
        let result = result.map(|value| self.define(value, function, ValueDef::Inst(inst)));
        let pos = *pos;
        self.new.insts.push(InstData { kind, result, pos });
        let block = self.block(head);
        self.new.blocks[block].insts.push(inst);
    }

    fn define(&mut self, old: Value, function: &Function, def: ValueDef) -> Value {
        let ty = function.ty(old);
        let value = self.new.values.push(ValueData { ty, def });
        self.values[old] = value.into();
        value
    }

    /// Ends the new block of `head` as the old block `last` ended.
    fn close(&mut self, head: Block, last: Block, function: &Function) {
        let mut terminator = function.blocks[last].terminator.clone();
        for edge in terminator.successors_mut() {
            let params = &function.blocks[edge.block].params;
            // An unwinding edge has an argument less than there are parameters.
            let mut kept = params.iter().map(|param| (self.keeps)(*param));
            edge.args.retain(|_| kept.next().unwrap_or(false));
            edge.block = self.block(edge.block);
        }
        terminator.map_operands(|value| self.value(value));
        let block = self.block(head);
        let data = &mut self.new.blocks[block];
        data.terminator = terminator;
        data.end = function.blocks[last].end;
    }
}
