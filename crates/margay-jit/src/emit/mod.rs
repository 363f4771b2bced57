//! Native code for one function.
//!
//! The [`Emitter`] is an [`Engine`]: it is handed the meaning of each operation and emits code that has its
//! effect. A register of the frame is a variable of the function, so that values stay in registers of the
//! processor from block to block. They are read from the frame at entries, and written back where
//! compiled code ends: those that are read later, whichever way it goes on.
//!
//! All functions have one signature, `(context, pc, left, base) -> (exit, left)`. A call pushes a frame, writes to its own
//! frame what is read later, and calls the function; when that has returned, it takes the frame away and goes on with what
//! it has in registers of the processor. Whatever else ends a function ends all that have called it, one after the other:
//! their frames have everything, so compiled code can be left for good anywhere. What they were about to
//! do then begins at the entry behind the call. `left` are the steps left before a pause; it is
//! counted down where the loop counts steps. Code that only looks ahead ([`look`]) is made of the same
//! operations, and goes elsewhere.

mod access;
pub mod alone;
mod calls;
mod compute;
mod inline;
mod lanes;
pub mod look;
pub mod look_calls;
mod ways;

use crate::Exits;
use crate::context::Context;
use crate::helpers::Helper;
use crate::shape::Shape;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    AbiParam, AliasRegionData, Block, BlockArg, FuncRef, InstBuilder, JumpTableData, MemFlagsData,
    SigRef, Signature, Value,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module};
use margay_ir::ClassId;
use margay_machine::code::op::{NO_REG, Op, Pc, Reg};
use margay_machine::code::semantics::{
    Access, Callee, Compute, Engine, Operand, Store, Test, perform,
};
use margay_machine::{Concrete, Core};
use std::mem::offset_of;

/// The signature of compiled functions.
pub fn signature() -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params = [I64, I32, I64, I32].map(AbiParam::new).to_vec();
    signature.returns = [I32, I64].map(AbiParam::new).to_vec();
    signature
}

/// Memory that compiled code reads and writes, by what it is: different kinds do not overlap.
#[derive(Clone, Copy)]
struct Regions {
    /// The context, and tables of code.
    context: MemFlagsData,
    /// Cells of the heap and of classes.
    cells: MemFlagsData,
    /// Registers and frames.
    stack: MemFlagsData,
}

/// A way out of an operation: its code comes after all other.
struct Out {
    exit: Exits,
    block: Block,
    pc: Pc,
    /// Operations that are not counted before it.
    counted: Pc,
}

pub struct Emitter<'a> {
    b: FunctionBuilder<'a>,
    module: &'a mut JITModule,
    helpers: &'a [FuncId],
    core: &'a Core<Concrete>,
    shape: &'a Shape,
    /// What is followed, where code looks ahead.
    ahead: Option<Box<look::Following>>,
    /// Calls that are followed within each other at most.
    look_depth: usize,
    params: Vec<Value>,
    regions: Regions,
    context: Value,
    /// The first register, and its address.
    base: Value,
    window: Value,
    left: Variable,
    registers: Vec<Variable>,
    own_signature: SigRef,
    /// The small function at work.
    inlined: Option<inline::Inlined>,
    /// By operation: the block that begins there, and where it is paused.
    blocks: Vec<Option<Block>>,
    pauses: Vec<Option<Block>>,
    /// Ways out, the last of them those of the operation at work.
    exits: Vec<Out>,
    pc: Pc,
    /// Operations since here are not counted yet.
    counted: Pc,
    /// Whether code is still added to a block.
    is_open: bool,
}

impl<'a> Emitter<'a> {
    /// Begins a function.
    pub fn new(
        mut b: FunctionBuilder<'a>,
        module: &'a mut JITModule,
        helpers: &'a [FuncId],
        core: &'a Core<Concrete>,
        shape: &'a Shape,
    ) -> Self {
        let mut region = |user_id, description: &'static str| {
            let data = AliasRegionData { user_id, description: description.into() };
            let region = b.func.dfg.alias_regions.insert(data);
            MemFlagsData::trusted().with_alias_region(Some(region))
        };
        let regions = Regions {
            context: region(1, "context"),
            cells: region(2, "cells"),
            stack: region(3, "stack"),
        };
        let own_signature = b.import_signature(b.func.signature.clone());
        let registers = (0..shape.registers).map(|_| b.declare_var(I64)).collect();
        let left = b.declare_var(I64);
        let size = (shape.end - shape.entry) as usize;
        let first = b.create_block();
        b.append_block_params_for_function_params(first);
        b.switch_to_block(first);
        let params = b.block_params(first).to_vec();
        let context = params[0];
        Emitter {
            b,
            module,
            helpers,
            core,
            shape,
            ahead: None,
            look_depth: 0,
            params,
            regions,
            context,
            base: context,
            window: context,
            left,
            registers,
            own_signature,
            inlined: None,
            blocks: vec![None; size],
            pauses: vec![None; size],
            exits: Vec::new(),
            pc: shape.entry,
            counted: shape.entry,
            is_open: false,
        }
    }

    /// Goes to the entry that `pc` names.
    fn begin(&mut self, pc: Value) {
        let registers = self.field(I64, offset_of!(Context, registers));
        self.window = self.element(registers, self.base, 8);
        for pc in self.shape.entry..self.shape.end {
            if self.shape.is_reached(pc) && self.shape.leads(pc) {
                self.blocks[(pc - self.shape.entry) as usize] = Some(self.b.create_block());
            }
        }
        // Nothing but entries is ever named; without one here the loop goes on.
        let other = self.b.create_block();
        let call = self.b.func.dfg.block_call(other, &[]);
        let mut table = vec![call; (self.shape.end - self.shape.entry) as usize];
        let shape = self.shape;
        let mut starts = Vec::new();
        for entry in shape.entries() {
            let start = self.b.create_block();
            table[(*entry - shape.entry) as usize] = self.b.func.dfg.block_call(start, &[]);
            starts.push((*entry, start));
        }
        let table = self.b.create_jump_table(JumpTableData::new(call, &table));
        let offset = self.b.ins().iadd_imm_s(pc, -i64::from(shape.entry));
        let dispatch = self.b.create_block();
        match starts.first() {
            Some((entry, start)) if *entry == shape.entry => {
                self.b.ins().brif(offset, dispatch, &[], *start, &[]);
            }
            _ => {
                self.b.ins().jump(dispatch, &[]);
            }
        }
        self.b.switch_to_block(dispatch);
        self.b.ins().br_table(offset, table);
        for (entry, start) in starts {
            self.b.switch_to_block(start);
            for reg in shape.live(entry) {
                let at = i32::from(reg) * 8;
                let value = self.b.ins().load(I64, self.regions.stack, self.window, at);
                self.b.def_var(self.registers[usize::from(reg)], value);
            }
            let block = self.block(entry);
            self.b.ins().jump(block, &[]);
        }
        self.b.switch_to_block(other);
        self.set_field(pc, offset_of!(Context, pc));
        let left = self.b.use_var(self.left);
        self.finish_exit(Exits::Next, left);
    }

    /// How code leaves where somebody who looks ahead has no answer.
    fn refusal(&self) -> Exits {
        if self.ahead.is_some() { Exits::Stuck } else { Exits::Slow }
    }

    /// Emits all operations.
    pub fn emit(mut self, config: TargetFrontendConfig) {
        let [_, pc, steps, base] = self.params[..] else { unreachable!("four parameters") };
        self.base = base;
        self.b.def_var(self.left, steps);
        self.begin(pc);
        for pc in self.shape.entry..self.shape.end {
            if !self.shape.is_reached(pc) {
                continue;
            }
            if self.shape.leads(pc) {
                let block = self.block(pc);
                if self.is_open {
                    self.count(pc);
                    self.b.ins().jump(block, &[]);
                }
                self.b.switch_to_block(block);
                self.counted = pc;
                self.is_open = true;
            }
            self.pc = pc;
            let op = self.core.code.ops[pc as usize];
            perform(&mut self, &op);
        }
        self.emit_exits();
        self.emit_pauses();
        self.b.seal_all_blocks();
        self.b.finalize(config);
    }

    fn block(&self, pc: Pc) -> Block {
        self.blocks[(pc - self.shape.entry) as usize].expect("a leader has a block")
    }

    // ---- memory ----

    /// A field of the context.
    fn field(&mut self, ty: cranelift_codegen::ir::Type, offset: usize) -> Value {
        self.b.ins().load(ty, self.regions.context, self.context, offset as i32)
    }

    fn set_field(&mut self, value: Value, offset: usize) {
        self.b.ins().store(self.regions.context, value, self.context, offset as i32);
    }

    /// The address of an element of a table, by an index of 32 bits.
    fn element(&mut self, table: Value, index: Value, size: usize) -> Value {
        let index = self.b.ins().uextend(I64, index);
        self.wide_element(table, index, size)
    }

    fn wide_element(&mut self, table: Value, index: Value, size: usize) -> Value {
        let offset = match size.is_power_of_two() {
            true => self.b.ins().ishl_imm_u(index, i64::from(size.trailing_zeros())),
            false => self.b.ins().imul_imm_s(index, size as i64),
        };
        self.b.ins().iadd(table, offset)
    }

    // ---- registers ----

    fn register(&mut self, reg: Reg) -> Value {
        if self.ahead.is_some() {
            let look::Held::Same(value) = self.held(reg) else {
                unreachable!("operands are fetched before they are used")
            };
            return value;
        }
        self.b.use_var(self.registers[usize::from(reg)])
    }

    fn value(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => self.register(reg),
            Operand::Bits(bits) => self.b.ins().iconst(I64, bits.cast_signed()),
            Operand::Wide(index) => {
                let bits = self.core.code.wide[index as usize];
                self.b.ins().iconst(I64, bits.cast_signed())
            }
        }
    }

    /// The lower half: an `i32` or a reference.
    fn half(&mut self, operand: Operand) -> Value {
        let value = self.value(operand);
        self.b.ins().ireduce(I32, value)
    }

    fn set(&mut self, dst: Reg, value: Value) {
        if self.ahead.is_some() {
            self.hold(dst, look::Held::Same(value));
        } else if dst != NO_REG {
            self.b.def_var(self.registers[usize::from(dst)], value);
        }
    }

    fn set_half(&mut self, dst: Reg, value: Value) {
        let value = self.b.ins().uextend(I64, value);
        self.set(dst, value);
    }

    /// Writes registers to the frame.
    fn write_back(&mut self, registers: &[Reg]) {
        for reg in registers {
            let value = self.register(*reg);
            self.b.ins().store(self.regions.stack, value, self.window, i32::from(*reg) * 8);
        }
    }

    // ---- helpers ----

    /// Calls a helper with the context and arguments.
    fn help(&mut self, helper: Helper, args: &[Value]) -> Option<Value> {
        let function: FuncRef =
            self.module.declare_func_in_func(self.helpers[helper as usize], self.b.func);
        let mut all = vec![self.context];
        all.extend_from_slice(args);
        let call = self.b.ins().call(function, &all);
        self.b.inst_results(call).first().copied()
    }

    /// One of two values, each made in a block of its own.
    fn either(
        &mut self,
        condition: Value,
        usual: impl FnOnce(&mut Self) -> Value,
        other: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let (yes, no, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(no);
        self.b.ins().brif(condition, yes, &[], no, &[]);
        self.b.switch_to_block(yes);
        let value = usual(self);
        let result = self.b.append_block_param(join, self.b.func.dfg.value_type(value));
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(no);
        let value = other(self);
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(join);
        result
    }

    /// Does something unless a condition holds, and that rarely.
    fn unless(&mut self, condition: Value, other: impl FnOnce(&mut Self)) {
        let (no, join) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(no);
        self.b.ins().brif(condition, join, &[], no, &[]);
        self.b.switch_to_block(no);
        other(self);
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(join);
    }
}

impl Engine for Emitter<'_> {
    type Flow = ();

    fn copy(&mut self, dst: Reg, from: Operand) {
        if self.ahead.is_some() {
            return self.look_copy(dst, from);
        }
        let value = self.value(from);
        self.set(dst, value);
    }

    fn compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) {
        if self.ahead.is_some() {
            return self.look_compute(dst, what, a, b);
        }
        let value = self.computed(what, a, b);
        self.set(dst, value);
    }

    fn jump(&mut self, target: Pc) {
        self.jump_to(target);
    }

    fn branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) {
        if self.ahead.is_some() {
            return self.look_branch(test, a, b, target);
        }
        let (condition, holds) = self.tested(test, a, b);
        self.jump_if(condition, holds, target);
    }

    fn access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) {
        if self.ahead.is_some() {
            return self.look_access(dst, what, a, b);
        }
        self.emit_access(dst, what, a, b);
    }

    fn store(&mut self, what: Store, object: Operand, index: Operand, value: Reg) {
        if self.ahead.is_some() {
            return self.look_store(what, object, value);
        }
        self.emit_store(what, object, index, value);
    }

    fn allocate(&mut self, dst: Reg, class: ClassId, is_ready: bool) {
        if self.ahead.is_some() {
            return self.leave_always(Exits::Stuck);
        }
        if !is_ready {
            self.check_ready(class);
        }
        self.emit_new(dst, class);
    }

    fn call(&mut self, dst: Reg, callee: Callee, site: u32) {
        if self.ahead.is_some() {
            return self.look_call(dst, callee, site);
        }
        self.emit_call(dst, callee, site);
    }

    fn leave(&mut self, result: Option<Reg>) {
        if self.ahead.is_some() {
            return self.look_return(result);
        }
        self.emit_return(result);
    }

    /// Whoever looks ahead does not follow code that is watched.
    fn record(&mut self, point: u32) {
        if self.ahead.is_some() {
            return self.leave_always(Exits::Stuck);
        }
        let point = self.b.ins().iconst(I32, i64::from(point));
        self.help(Helper::Record, &[point]);
    }

    /// Code whose costs are counted is not compiled.
    fn spend(&mut self, _: u32) {
        self.leave_always(Exits::Stuck);
    }

    fn special(&mut self, op: &Op) {
        match *op {
            Op::Resolve { .. } => self.leave_always(Exits::Unresolved),
            _ if self.ahead.is_some() => self.leave_always(Exits::Stuck),
            Op::NewArray { dst, len, class } => self.emit_new_array(dst, len, class),
            _ => self.leave_always(Exits::Slow),
        }
    }
}
