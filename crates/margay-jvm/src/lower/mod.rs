//! Lowering: the bytecode of a method becomes an SSA function.
//!
//! One pass over the reachable blocks in reverse postorder (`flow`), with an abstract
//! `frame` of SSA values. A block with one way in takes over its predecessor's frame. A join
//! gets a parameter for each live local variable and stack slot, whether needed or not, and
//! `simplify` then drops those that only ever receive one value. Braun et al.
//! (*Simple and Efficient Construction of SSA Form*, 2013) show that what remains is minimal on
//! reducible control flow; their on-the-fly scheme reaches the same form by recursive look-ups
//! through unfinished blocks, which liveness, known beforehand, makes unnecessary.

mod arith;
mod branch;
mod calls;
mod flow;
mod frame;
mod memory;
mod trace;

use crate::build::{Builder, call};
use crate::bytecode::{self, Decoded, Fault, Op};
use crate::classfile::{ClassBody, Code};
use crate::condition::LineCall;
use crate::npe;
use crate::pool::{Pool, Reason};
use crate::synthetic::Synthetics;
use flow::{Flow, NodeKind};
use frame::{Frame, Stack};
use margay_ir::function::Pos;
use margay_ir::{Block, BlockCall, Function, InstKind, MethodId, Type, Value, World};
use thiserror::Error;

/// Values passed between blocks beyond this are not compilers' work.
const MAX_PASSED: usize = 1 << 22;

/// Why a method has no IR.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// Its code contradicts the class file format.
    #[error("{class}.{method} is malformed at offset {offset}: {reason}")]
    Malformed {
        /// The class.
        class: String,
        /// Name and descriptor.
        method: String,
        /// Byte offset in its code.
        offset: u32,
        /// What is wrong.
        reason: String,
    },
    /// It is valid but beyond this front end.
    #[error("{class}.{method} is not supported: {reason}")]
    Unsupported {
        /// The class.
        class: String,
        /// Name and descriptor.
        method: String,
        /// What is not.
        reason: String,
    },
}

impl BodyError {
    fn malformed(world: &World, method: MethodId, fault: Fault) -> Self {
        let (class, method) = names(world, method);
        BodyError::Malformed { class, method, offset: fault.offset, reason: fault.reason }
    }

    pub(crate) fn without_code(world: &World, method: MethodId) -> Self {
        let reason = "it has no code".into();
        Self::malformed(world, method, Fault { offset: 0, reason })
    }
}

/// A method's class, and its name with the descriptor.
fn names(world: &World, method: MethodId) -> (String, String) {
    let data = world.method(method);
    let class = world.class_name(data.class).to_owned();
    let (name, descriptor) = (world.text(data.name), world.text(data.descriptor));
    (class, format!("{name}{descriptor}"))
}

/// What code tells beside what it does.
#[derive(Clone, Copy)]
pub(crate) struct Tells<'a> {
    /// Whether it tells of lines and variables as they come.
    pub is_traced: bool,
    /// Conditions that it asks.
    pub asked: &'a [&'a LineCall],
}

/// Lowers a method of a class file.
pub(crate) fn lower(
    world: &mut World,
    synthetics: &mut Synthetics,
    body: &ClassBody,
    method: MethodId,
    tells: Tells<'_>,
) -> Result<Function, BodyError> {
    let index = world.method(method).body as usize;
    let Some(code) = body.codes.get(index).and_then(Option::as_ref) else {
        return Err(BodyError::without_code(world, method));
    };
    lower_code(world, synthetics, body, code, (method, tells)).map_err(|stop| match stop {
        Stop::Fault(fault) => BodyError::malformed(world, method, fault),
        Stop::TooLarge(reason) => {
            let (class, method) = names(world, method);
            BodyError::Unsupported { class, method, reason: reason.into() }
        }
    })
}

fn lower_code<'a>(
    world: &mut World,
    synthetics: &'a mut Synthetics,
    body: &'a ClassBody,
    code: &Code,
    (method, tells): (MethodId, Tells<'a>),
) -> Result<Function, Stop> {
    let decoded = bytecode::decode(&code.bytes)?;
    let flow = Flow::new(&decoded, &code.handlers, &trace::reads(&decoded, tells.asked))?;
    let mut lowering = Lowering::new(world, synthetics, body, code, &decoded, flow, method);
    lowering.tells = tells;
    let mut function = lowering.run()?;
    npe::explain(&mut function, world, code, &decoded, Pool(&body.file));
    Ok(function)
}

/// Why lowering ends early.
enum Stop {
    Fault(Fault),
    TooLarge(&'static str),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

/// What a node starts with, known once the first edge leads to it.
struct Entry {
    block: Block,
    locals: Vec<(u16, Value)>,
    stack: Stack,
    /// Whether the locals and the stack are parameters of the block.
    joins: bool,
    done: bool,
}

struct Lowering<'a, 'w> {
    build: Builder<'w>,
    synthetics: &'a mut Synthetics,
    body: &'a ClassBody,
    method: MethodId,
    code: &'a Decoded,
    flow: Flow,
    entries: Vec<Option<Entry>>,
    frame: Frame,
    /// The instruction being lowered.
    at: u32,
    /// Where the current node's exceptions go.
    dispatch: Option<u32>,
    /// Whether local variables changed since the builder was told.
    unwind_is_stale: bool,
    passed: usize,
    tells: Tells<'a>,
}

/// Whether lowering of the node goes on after an instruction.
#[derive(PartialEq, Eq)]
enum Next {
    Instruction,
    Node,
}

impl<'a, 'w> Lowering<'a, 'w> {
    fn new(
        world: &'w mut World,
        synthetics: &'a mut Synthetics,
        body: &'a ClassBody,
        code: &Code,
        decoded: &'a Decoded,
        flow: Flow,
        method: MethodId,
    ) -> Self {
        let (class, name) = names(world, method);
        let data = world.method(method);
        let (params, result) = (data.params.clone(), data.result);
        let mut build = Builder::new(world, format!("{class}.{name}"), method, params, result);
        build.set_lines(lines(code));
        Lowering {
            build,
            synthetics,
            body,
            method,
            code: decoded,
            entries: flow.nodes.iter().map(|_| None).collect(),
            flow,
            frame: Frame::new(code.max_locals, code.max_stack),
            at: 0,
            dispatch: None,
            unwind_is_stale: false,
            passed: 0,
            tells: Tells { is_traced: false, asked: &[] },
        }
    }

    fn run(mut self) -> Result<Function, Stop> {
        self.enter().map_err(|reason| self.stop(reason))?;
        // Lowering may end a node early, so that an edge comes from another place than the
        // order foresaw: sweep until every node that was reached is done.
        let order = std::mem::take(&mut self.flow.order);
        let mut progress = true;
        while std::mem::take(&mut progress) {
            for node in &order {
                let ready = self.entries[*node as usize].as_ref().is_some_and(|e| !e.done);
                if ready {
                    progress = true;
                    self.node(*node).map_err(|reason| self.stop(reason))?;
                }
            }
        }
        let has_receiver = !self.build.world.method(self.method).is_static();
        Ok(self.build.finish(has_receiver))
    }

    fn stop(&self, reason: Reason) -> Stop {
        if self.passed > MAX_PASSED {
            return Stop::TooLarge("it passes too many values between its blocks");
        }
        let offset = self.code.offsets[self.at as usize];
        Stop::Fault(Fault { offset, reason })
    }

    /// Puts the parameters in their slots and goes to the first instruction.
    fn enter(&mut self) -> Result<(), Reason> {
        let mut slot = 0_u16;
        let mut parameters = Vec::new();
        for value in self.build.params() {
            let ty = self.build.ty(value);
            self.frame.set_local(slot, value, ty)?;
            parameters.push((slot, value));
            self.build.name_variable(value, slot);
            slot += if matches!(ty, Type::I64 | Type::F64) { 2 } else { 1 };
        }
        self.trace_entry(&parameters);
        if let Some(monitor) = self.own_monitor() {
            self.monitor("enterMethod", monitor);
        }
        let first = self.edge(0)?;
        self.build.end(margay_ir::Terminator::Jump(first));
        Ok(())
    }

    fn node(&mut self, node: u32) -> Result<(), Reason> {
        let Some(entry) = &mut self.entries[node as usize] else {
            return Ok(());
        };
        entry.done = true;
        self.build.switch_to(entry.block);
        self.frame.reset(&entry.locals, entry.stack.clone());
        self.dispatch = self.flow.nodes[node as usize].dispatch();
        self.build.set_unwind(None);
        self.unwind_is_stale = true;
        match &self.flow.nodes[node as usize].kind {
            NodeKind::Code { range, .. } => self.instructions(range.clone()),
            NodeKind::Dispatch(handlers) => self.handlers(handlers.clone()),
        }
    }

    fn instructions(&mut self, range: std::ops::Range<u32>) -> Result<(), Reason> {
        self.at = range.start;
        while self.at < range.end {
            self.build.set_pos(self.code.offsets[self.at as usize]);
            self.trace_line()?;
            self.ask_conditions()?;
            match self.op(self.code.ops[self.at as usize])? {
                Next::Instruction => self.at += 1,
                Next::Node => return Ok(()),
            }
        }
        self.at = range.end - 1;
        let next = self.edge_to(range.end)?;
        self.build.end(margay_ir::Terminator::Jump(next));
        Ok(())
    }

    fn op(&mut self, op: Op) -> Result<Next, Reason> {
        if op.can_throw() {
            self.refresh_unwind()?;
        }
        match op {
            Op::Nop => {}
            Op::Const(ty, bits) => {
                let value = self.build.constant(ty, bits);
                self.push(value)?;
            }
            Op::Null => {
                let value = self.build.null();
                self.push(value)?;
            }
            Op::Load(ty, slot) => {
                let value = self.local(slot, ty)?;
                self.push(value)?;
            }
            Op::Store(ty, slot) => {
                let value = self.frame.pop(ty)?;
                self.set_local(slot, value)?;
            }
            Op::Pop(words) => {
                self.frame.pop_words(words)?;
            }
            Op::Dup { take, under } => self.dup(take, under)?,
            Op::Swap => self.swap()?,
            Op::Increment(..) | Op::Binary(..) | Op::Neg(_) | Op::Convert(_) => {
                self.arithmetic(op)?
            }
            Op::ThreeWay { ty, nan } => return self.three_way(ty, nan),
            Op::Goto(_)
            | Op::IfZero(..)
            | Op::IfInts(..)
            | Op::IfRefs(..)
            | Op::IfNull(..)
            | Op::Switch(_)
            | Op::Return(_)
            | Op::Throw => {
                self.transfer(op)?;
                return Ok(Next::Node);
            }
            Op::InvokeVirtual(_)
            | Op::InvokeSpecial(_)
            | Op::InvokeStatic(_)
            | Op::InvokeInterface(_) => self.invoke(op)?,
            Op::InvokeDynamic(index) => return self.invoke_dynamic(index),
            Op::Ldc(index) => return self.ldc(index),
            Op::Subroutine => {
                self.build.unsupported("jsr and ret");
                return Ok(Next::Node);
            }
            _ => self.memory(op)?,
        }
        Ok(Next::Instruction)
    }

    fn pool(&self) -> Pool<'a> {
        Pool(&self.body.file)
    }

    fn push(&mut self, value: Value) -> Result<(), Reason> {
        let ty = self.build.ty(value);
        self.frame.push(value, ty)
    }

    /// Appends an instruction and pushes its result.
    fn compute(&mut self, kind: InstKind, ty: Type) -> Result<(), Reason> {
        let value = self.build.value(kind, ty);
        self.push(value)
    }

    fn local(&self, slot: u16, expected: Type) -> Result<Value, Reason> {
        let value = self.frame.local(slot);
        let value = value.ok_or_else(|| format!("local variable {slot} has no value"))?;
        let ty = self.build.ty(value);
        if ty == expected {
            Ok(value)
        } else {
            Err(format!("{expected} expected in local variable {slot}, {ty} found"))
        }
    }

    fn set_local(&mut self, slot: u16, value: Value) -> Result<(), Reason> {
        self.unwind_is_stale = true;
        self.frame.set_local(slot, value, self.build.ty(value))?;
        self.trace_local(slot, value)
    }

    fn dup(&mut self, take: u8, under: u8) -> Result<(), Reason> {
        let top = self.frame.pop_words(take)?;
        let below = self.frame.pop_words(under)?;
        let entries = top.iter().rev().chain(below.iter().rev()).chain(top.iter().rev());
        for (value, ty) in entries {
            self.frame.push(*value, *ty)?;
        }
        Ok(())
    }

    fn swap(&mut self) -> Result<(), Reason> {
        let top = self.frame.pop_words(1)?;
        let below = self.frame.pop_words(1)?;
        for (value, ty) in top.into_iter().chain(below) {
            self.frame.push(value, ty)?;
        }
        Ok(())
    }

    /// Tells the builder where an exception goes, with the local variables as they are now.
    fn refresh_unwind(&mut self) -> Result<(), Reason> {
        if let (true, Some(dispatch)) = (self.unwind_is_stale, self.dispatch) {
            let stack = std::mem::take(&mut self.frame.stack);
            let unwind = self.edge(dispatch);
            self.frame.stack = stack;
            self.build.set_unwind(Some(unwind?));
            self.unwind_is_stale = false;
        }
        Ok(())
    }

    /// An edge to the node that starts at an instruction.
    fn edge_to(&mut self, instruction: u32) -> Result<BlockCall, Reason> {
        match self.flow.node_at(instruction) {
            Some(node) => self.edge(node),
            None => Err("control runs off the end of the code".into()),
        }
    }

    /// An edge to a node, with the frame as it is now. Edges to a dispatch lack the exception.
    fn edge(&mut self, node: u32) -> Result<BlockCall, Reason> {
        if self.entries[node as usize].is_none() {
            let entry = self.open(node)?;
            self.entries[node as usize] = Some(entry);
        }
        let Some(entry) = &self.entries[node as usize] else {
            return Err("a block without an entry".into());
        };
        let mut edge = call(entry.block, &[]);
        if !entry.joins {
            return Ok(edge);
        }
        for (slot, param) in &entry.locals {
            edge.args.push(self.local(*slot, self.build.ty(*param))?);
        }
        if matches!(self.flow.nodes[node as usize].kind, NodeKind::Code { .. }) {
            let expected = entry.stack.iter().map(|(_, ty)| ty);
            if !expected.eq(self.frame.stack.iter().map(|(_, ty)| ty)) {
                return Err("the operand stack depends on the way here".into());
            }
            edge.args.extend(self.frame.stack.iter().map(|(value, _)| *value));
        }
        self.passed += edge.args.len();
        if self.passed > MAX_PASSED {
            return Err("too many values".into());
        }
        Ok(edge)
    }

    /// Makes the block of a node that is reached for the first time, with the present frame.
    fn open(&mut self, node: u32) -> Result<Entry, Reason> {
        let block = self.build.new_block();
        // One block can lead to a dispatch from several of its instructions.
        let is_dispatch = matches!(self.flow.nodes[node as usize].kind, NodeKind::Dispatch(_));
        let joins = is_dispatch || self.flow.nodes[node as usize].entries > 1;
        let present = self.flow.live_locals(node).map(|slot| (slot, self.frame.local(slot)));
        let mut locals: Vec<(u16, Value)> = Vec::new();
        for (slot, value) in present {
            match value {
                Some(value) => locals.push((slot, value)),
                None if joins => return Err(format!("local variable {slot} has no value")),
                None => {}
            }
        }
        let mut stack = self.frame.stack.clone();
        if joins {
            for (slot, value) in &mut locals {
                *value = self.build.add_param(block, self.build.ty(*value));
                self.build.name_variable(*value, *slot);
            }
            for (value, ty) in &mut stack {
                *value = self.build.add_param(block, *ty);
            }
        }
        if is_dispatch {
            stack = vec![(self.build.add_param(block, Type::Ref), Type::Ref)];
        }
        self.passed += locals.len();
        Ok(Entry { block, locals, stack, joins, done: false })
    }

    /// The first handler whose class the exception is an instance of, else out of the method.
    fn handlers(&mut self, handlers: Vec<(u16, u32)>) -> Result<(), Reason> {
        let exception = self.frame.stack[0].0;
        for (catch, node) in handlers {
            if let NodeKind::Code { range, .. } = &self.flow.nodes[node as usize].kind {
                self.at = range.start;
                self.build.set_pos(self.code.offsets[self.at as usize]);
            }
            let handler = self.edge(node)?;
            if catch == 0 {
                self.build.end(margay_ir::Terminator::Jump(handler));
                return Ok(());
            }
            let class = self.pool().class(catch)?;
            let class = self.build.world.class_named(&class);
            let object = exception;
            let fits = self.build.value(InstKind::InstanceOf { class, object }, Type::I32);
            let next = self.build.new_block();
            self.build.branch(fits, handler, call(next, &[]));
            self.build.switch_to(next);
        }
        self.build.raise(exception);
        Ok(())
    }
}

/// The line number table, sorted by position.
fn lines(code: &Code) -> Vec<(Pos, u32)> {
    let entries = code.lines.iter();
    let mut lines: Vec<(Pos, u32)> =
        entries.map(|entry| (Pos(entry.start_pc.into()), entry.line_number.into())).collect();
    lines.sort_by_key(|(pos, _)| *pos);
    lines
}
