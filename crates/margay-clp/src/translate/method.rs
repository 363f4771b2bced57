//! From the blocks of a method to clauses.
//!
//! A block is one clause as far as it runs straight on. Where it branches, the ways are rules of a
//! predicate of their own (`Class.method.if7`), or of the block's predicate if it does nothing before.
//! After a call, what follows is a predicate (`Class.method.after5`) with two rules: one where the call
//! came back, and one where it threw.

use super::Integers;
use super::clause::{Clause, Taken};
use super::instructions;
use super::liveness::Liveness;
use super::names::{Names, is_jumped_to};
use super::unit::{Callee, Known, Unit, end_of, is_fused};
use super::ways;
use indexmap::IndexMap;
use margay_ir::{Block, BlockCall, Function, Inst, InstKind, Terminator, Value, World};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// The clauses of each predicate, in order.
pub(super) type Predicates = IndexMap<String, Vec<Clause>, FxBuildHasher>;

/// Writes the clauses of one method.
pub(super) struct MethodWriter<'a> {
    pub unit: &'a Unit,
    pub world: &'a World,
    pub names: &'a Names,
    pub integers: Integers,
    pub function: &'a Function,
    pub known: Known,
    pub live: Liveness,
    /// Comparisons that are the guards of the rules at the end of their block.
    pub fused: FxHashSet<Inst>,
    pub predicates: Predicates,
}

impl<'a> MethodWriter<'a> {
    pub fn new(
        unit: &'a Unit,
        world: &'a World,
        names: &'a Names,
        integers: Integers,
        function: &'a Function,
    ) -> Self {
        let known = Known::new(function, world, integers);
        let live = Liveness::new(function, &known);
        let mut fused = FxHashSet::default();
        for (block, data) in function.blocks.iter() {
            if let Terminator::Branch { cond, .. } = data.terminator
                && let Some(inst) = is_fused(function, cond, block)
                && matches!(function.insts[inst].kind, InstKind::Compare { .. })
            {
                fused.insert(inst);
            }
        }
        let predicates = Predicates::default();
        MethodWriter { unit, world, names, integers, function, known, live, fused, predicates }
    }

    /// The clauses of all blocks that can be reached.
    pub fn write(mut self) -> (Predicates, Known) {
        let function = self.function;
        if is_jumped_to(function, function.entry) {
            let taken = self.taken(function.entry);
            let name = crate::term::atom(self.names.method(function.method));
            let mut clause = Clause::new(name, taken, None);
            let values: Vec<Value> = self.live.entering(function.entry).collect();
            let given: Vec<String> = values.iter().map(|v| self.known.text(*v)).collect();
            clause.go_on(&self.names.block(function, function.entry), &given);
            self.add(clause);
        }
        let mut open = vec![function.entry];
        let mut seen: FxHashSet<Block> = open.iter().copied().collect();
        let mut next = 0;
        while let Some(block) = open.get(next).copied() {
            next += 1;
            let data = &function.blocks[block];
            let first = data.insts.first().map_or(data.end, |inst| function.insts[*inst].pos);
            let (name, taken) = (self.names.block(function, block), self.taken(block));
            self.go_on_in(Clause::new(name, taken, function.line(first)), block, 0);
            open.extend(data.terminator.successors().map(|c| c.block).filter(|b| seen.insert(*b)));
        }
        (self.predicates, self.known)
    }

    fn taken(&self, block: Block) -> Vec<Taken> {
        self.live.entering(block).map(Taken::Value).collect()
    }

    pub fn add(&mut self, clause: Clause) {
        self.predicates.entry(clause.name.clone()).or_default().push(clause);
    }

    /// A value as a clause writes it.
    pub fn text(&self, clause: &Clause, value: Value) -> String {
        clause.text(&self.known, value)
    }

    /// Writes the rest of a block, from the instruction of this number on.
    fn go_on_in(&mut self, mut clause: Clause, block: Block, from: usize) {
        let function = self.function;
        let data = &function.blocks[block];
        for (index, inst) in data.insts.iter().enumerate().skip(from) {
            let callee = self.unit.calls.get(&(function.method, *inst));
            match callee {
                Some(Callee::Nothing) => {}
                Some(Callee::Text) => {
                    let result = function.insts[*inst].result;
                    let result = result.map_or("_".to_owned(), |v| self.known.text(v));
                    let class = crate::term::atom(TEXT);
                    clause.change("new_object", &[class, result]);
                }
                Some(callee) => return self.call(clause, block, index, callee),
                None => instructions::write(self, &mut clause, *inst),
            }
        }
        self.end(clause, block);
    }

    fn end(&mut self, mut clause: Clause, block: Block) {
        match &self.function.blocks[block].terminator {
            Terminator::Jump(call) | Terminator::Continue { next: call, .. } => {
                self.jump(&mut clause, call, None);
                self.add(clause);
            }
            Terminator::Return(value) => {
                let result = value.map(|value| self.text(&clause, value));
                clause.end = Some((format!("[{}]", result.unwrap_or_default()), "ok".to_owned()));
                self.add(clause);
            }
            Terminator::Throw(value) => {
                clause.end = Some(("_".to_owned(), format!("exc({})", self.text(&clause, *value))));
                self.add(clause);
            }
            Terminator::Branch { .. } | Terminator::Guard { .. } | Terminator::Switch { .. } => {
                ways::write(self, clause, block);
            }
            Terminator::Unsupported(_) => unreachable!("refused before"),
        }
    }

    /// Goes on at a block; `thrown` is the exception that a handler is given.
    pub fn jump(&self, clause: &mut Clause, call: &BlockCall, thrown: Option<&str>) {
        let params = &self.function.blocks[call.block].params;
        let given: Vec<String> = self
            .live
            .entering(call.block)
            .map(|value| match params.iter().position(|param| *param == value) {
                None => self.text(clause, value),
                Some(place) => match call.args.get(place) {
                    Some(argument) => self.text(clause, *argument),
                    None => thrown.expect("only an exception is given besides").to_owned(),
                },
            })
            .collect();
        clause.go_on(&self.names.block(self.function, call.block), &given);
    }

    /// A call, and what follows it.
    fn call(&mut self, mut clause: Clause, block: Block, index: usize, callee: &Callee) {
        let function = self.function;
        let data = &function.blocks[block];
        let number = data.insts[index];
        let inst = &function.insts[number];
        let InstKind::Call { args, .. } = &inst.kind else {
            unreachable!("only calls have callees")
        };
        let given: Vec<String> = args.iter().map(|value| self.text(&clause, *value)).collect();
        let predicate = match callee {
            Callee::Virtual(method) => {
                clause.read("object", &given[..1]);
                self.names.virtual_of(*method)
            }
            Callee::Method(method) => crate::term::atom(self.names.method(*method)),
            Callee::Nothing | Callee::Text => unreachable!("not called"),
        };
        let is_last = index + 1 == data.insts.len();
        let is_passed_on = match data.terminator {
            Terminator::Return(value) => is_last && value == inst.result,
            _ => false,
        };
        if is_passed_on {
            clause.go_on(&predicate, &given);
            return self.add(clause);
        }
        let out =
            inst.result.map_or("[]".to_owned(), |value| format!("[{}]", self.known.text(value)));
        let out = if inst.result.is_none() && self.returns(callee) { "_".to_owned() } else { out };
        let (now, flag) = (clause.heap(), format!("E{}", number.as_u32()));
        clause.heap += 1;
        let given = crate::term::list(&given);
        clause.body.push(format!("{predicate}({given}, {out}, {now}, {}, {flag})", clause.heap()));
        let mut live = self.live.at(function, &self.known, block, index + 1);
        if let Terminator::Continue { unwind, .. } = &data.terminator
            && is_last
        {
            let edge = Terminator::Jump(unwind.clone());
            live.extend(self.live.after(function, &self.known, &edge));
            let params = &function.blocks[unwind.block].params;
            params.iter().for_each(|param| {
                live.remove(param);
            });
        }
        let after = self.names.after(function, number);
        let passed = live.iter().map(|value| self.text(&clause, *value));
        let passed: Vec<String> = std::iter::once(flag).chain(passed).collect();
        clause.go_on(&after, &passed);
        self.add(clause);
        let taken = |flag: &str| {
            let flag = Taken::Pattern(flag.to_owned());
            std::iter::once(flag).chain(live.iter().copied().map(Taken::Value)).collect()
        };
        let line = function.line(end_of(function, block));
        let came_back = Clause::new(after.clone(), taken("ok"), line);
        self.go_on_in(came_back, block, index + 1);
        let mut threw = Clause::new(after, taken("exc(X)"), None);
        match &data.terminator {
            Terminator::Continue { unwind, .. } if is_last => {
                self.jump(&mut threw, unwind, Some("X"));
            }
            _ => threw.end = Some(("_".to_owned(), "exc(X)".to_owned())),
        }
        self.add(threw);
    }

    fn returns(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Method(method) | Callee::Virtual(method) => {
                self.world.method(*method).result.is_some()
            }
            Callee::Nothing | Callee::Text => false,
        }
    }
}

/// The class of texts that nobody looks into.
pub(super) const TEXT: &str = "java.lang.String";
