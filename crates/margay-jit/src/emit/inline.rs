//! Small functions that compiled code does where they are called.
//!
//! What takes a call of such a function is more than what it does itself: a getter, a comparison, a setter. Its operations
//! are emitted in the caller, with registers of their own. Nothing of that may be seen from outside, so where it would come
//! to something that takes a frame, the function is called after all: until then it has changed nothing ([`is_plain`]).
//! Steps are those that the call would have taken; where a pause is near, or the stack is nearly full, it is called too.

use super::Emitter;
use crate::Exits;
use crate::context::Context;
use crate::shape::ways;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use margay_ir::ClassId;
use margay_machine::Frame;
use margay_machine::code::op::{NO_REG, Op, Pc, Reg};
use margay_machine::code::semantics::{
    Access, Callee, Compute, Engine, Operand, Store, Test, perform,
};
use margay_machine::code::{Code, Target};
use std::mem::{offset_of, size_of};

/// Operations of a function that is small.
const SMALL: u32 = 20;

/// Functions that one site calls and that are done there, at most.
const SEVERAL: usize = 4;

/// A small function at work.
pub(super) struct Inlined {
    entry: Pc,
    /// By operation: the block that begins there.
    blocks: Vec<Option<Block>>,
    /// Where it is called after all.
    called: Block,
    /// Where the caller goes on, with the result.
    done: Block,
}

/// What an operation of a small function may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It changes registers, or the way.
    Plain,
    /// It may have to be left before it does anything.
    Looks,
    /// It changes memory, after it may have had to be left.
    Writes,
    /// The end.
    Returns,
    Other,
}

/// Whether a function is small, and nothing can keep it from its end once it has changed something.
pub(super) fn is_plain(code: &Code, function: u32) -> bool {
    let found = &code.functions[function as usize];
    let (entry, end) = (found.entry, code.end(function));
    if found.stub || end - entry > SMALL {
        return false;
    }
    let mut returns = false;
    // Operations, and whether something was changed before them.
    let mut open = vec![(entry, false)];
    while let Some((pc, has_written)) = open.pop() {
        let kind = kind(&code.ops[pc as usize]);
        match kind {
            Kind::Plain => {}
            Kind::Returns => {
                returns = true;
                continue;
            }
            _ if has_written => return false,
            Kind::Other => continue,
            Kind::Looks | Kind::Writes => {}
        }
        let ways = ways(code, function, pc);
        if ways.jumps.iter().any(|target| *target <= pc) {
            return false;
        }
        open.extend(ways.jumps.into_iter().map(|target| (target, has_written)));
        if ways.falls {
            open.push((pc + 1, has_written || kind == Kind::Writes));
        }
    }
    returns
}

fn kind(op: &Op) -> Kind {
    perform(&mut Sorter, op)
}

impl Emitter<'_> {
    /// The small functions that a site is known to call.
    pub(super) fn small_targets(&self, site: u32) -> Vec<u32> {
        let code = &self.core.code;
        let known = code.dispatches.of_site(site).chain([code.sites[site as usize].cached]);
        let functions = known.filter_map(|target| match target {
            Target::Function(function) if function != u32::MAX => Some(function),
            _ => None,
        });
        let mut small: Vec<u32> = functions.filter(|function| is_plain(code, *function)).collect();
        small.sort_unstable();
        small.dedup();
        small.truncate(SEVERAL);
        small
    }

    /// Does small functions where they are called, whichever of them it is. Code goes on where it is another one, or where it
    /// has to be called after all.
    pub(super) fn emit_small(
        &mut self,
        dst: Reg,
        function: Option<Value>,
        small: &[u32],
        site: u32,
    ) {
        if small.is_empty() {
            return;
        }
        let before = self.b.use_var(self.left);
        let (called, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, I64);
        let is_roomy = self.has_room_for_small(before);
        let begin = self.b.create_block();
        self.b.ins().brif(is_roomy, begin, &[], called, &[]);
        self.b.switch_to_block(begin);
        for target in small {
            let other = match function {
                Some(function) => {
                    let (this, other) = (self.b.create_block(), self.b.create_block());
                    let number = i64::from(*target);
                    let is_this = self.b.ins().icmp_imm_s(IntCC::Equal, function, number);
                    self.b.ins().brif(is_this, this, &[], other, &[]);
                    self.b.switch_to_block(this);
                    other
                }
                None => called,
            };
            self.b.def_var(self.left, before);
            self.emit_inlined(*target, site, called, done);
            if other != called {
                self.b.switch_to_block(other);
            }
        }
        if function.is_some() {
            self.b.ins().jump(called, &[]);
        }
        self.b.switch_to_block(done);
        if dst != NO_REG {
            self.set(dst, result);
        }
        let next = self.block(self.pc + 1);
        self.b.ins().jump(next, &[]);
        self.go_on(called);
        self.b.def_var(self.left, before);
    }

    /// Whether no pause is near, and the stack has room for one more call.
    fn has_room_for_small(&mut self, before: Value) -> Value {
        let most = i64::from(self.pc + 1 - self.counted + SMALL);
        let is_early = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, before, most);
        let count = self.field(I64, offset_of!(Context, frame_count));
        let frames = self.field(I64, offset_of!(Context, frames));
        let end = self.wide_element(frames, count, size_of::<Frame>());
        let depth = offset_of!(Frame, depth) as i32 - size_of::<Frame>() as i32;
        let depth = self.b.ins().load(I32, self.regions.stack, end, depth);
        let most = self.field(I32, offset_of!(Context, most_depth));
        let is_low = self.b.ins().icmp(IntCC::UnsignedLessThan, depth, most);
        self.b.ins().band(is_early, is_low)
    }

    /// Emits the operations of a small function.
    fn emit_inlined(&mut self, function: u32, site: u32, called: Block, done: Block) {
        let code = &self.core.code;
        let found = &code.functions[function as usize];
        let (entry, end) = (found.entry, code.end(function));
        let registers: Vec<Variable> =
            (0..found.registers).map(|_| self.b.declare_var(I64)).collect();
        for (variable, arg) in registers.iter().zip(&code.sites[site as usize].args) {
            let value = self.register(*arg);
            self.b.def_var(*variable, value);
        }
        self.count(self.pc + 1);
        let (pc, counted) = (self.pc, self.counted);
        let registers = std::mem::replace(&mut self.registers, registers);
        let blocks = vec![None; (end - entry) as usize];
        self.inlined = Some(Inlined { entry, blocks, called, done });
        (self.counted, self.is_open) = (entry, true);
        for pc in entry..end {
            if let Some(block) = self.inlined.as_ref().and_then(|inlined| inlined.at(pc)) {
                if self.is_open {
                    self.count(pc);
                    self.b.ins().jump(block, &[]);
                }
                self.b.switch_to_block(block);
                (self.counted, self.is_open) = (pc, true);
            }
            if !self.is_open {
                continue;
            }
            self.pc = pc;
            let op = self.core.code.ops[pc as usize];
            match kind(&op) {
                Kind::Other => self.leave_always(Exits::Slow),
                _ => perform(self, &op),
            }
        }
        self.inlined = None;
        self.registers = registers;
        (self.pc, self.counted, self.is_open) = (pc, counted, false);
    }

    /// Goes on at an operation of the small function at work.
    pub(super) fn arrive_inlined(&mut self, target: Pc) {
        let block = self.inlined.as_ref().and_then(|inlined| inlined.at(target));
        let block = block.unwrap_or_else(|| self.b.create_block());
        if let Some(inlined) = &mut self.inlined {
            inlined.blocks[(target - inlined.entry) as usize] = Some(block);
        }
        self.b.ins().jump(block, &[]);
        self.is_open = false;
    }

    /// Ends the small function at work; false if none is.
    pub(super) fn return_inlined(&mut self, result: Option<Reg>) -> bool {
        let Some(done) = self.inlined.as_ref().map(|inlined| inlined.done) else { return false };
        let value = match result {
            Some(src) => self.register(src),
            None => self.b.ins().iconst(I64, 0),
        };
        self.count(self.pc + 1);
        self.b.ins().jump(done, &[value.into()]);
        self.is_open = false;
        true
    }

    /// Where the small function at work is left.
    pub(super) fn way_out_of_inlined(&self) -> Option<Block> {
        self.inlined.as_ref().map(|inlined| inlined.called)
    }
}

impl Inlined {
    fn at(&self, pc: Pc) -> Option<Block> {
        self.blocks[(pc - self.entry) as usize]
    }
}

/// The engine that only tells operations apart.
struct Sorter;

impl Engine for Sorter {
    type Flow = Kind;

    fn copy(&mut self, _: Reg, _: Operand) -> Kind {
        Kind::Plain
    }

    fn compute(&mut self, _: Reg, _: Compute, _: Operand, _: Operand) -> Kind {
        Kind::Plain
    }

    fn jump(&mut self, _: Pc) -> Kind {
        Kind::Plain
    }

    fn branch(&mut self, _: Test, _: Operand, _: Operand, _: Pc) -> Kind {
        Kind::Plain
    }

    fn access(&mut self, _: Reg, what: Access, _: Operand, _: Operand) -> Kind {
        match what {
            // Those may go back.
            Access::Table(_) | Access::Lookup(_) => Kind::Other,
            _ => Kind::Looks,
        }
    }

    fn store(&mut self, _: Store, _: Operand, _: Operand, _: Reg) -> Kind {
        Kind::Writes
    }

    fn allocate(&mut self, _: Reg, _: ClassId, _: bool) -> Kind {
        Kind::Other
    }

    fn call(&mut self, _: Reg, _: Callee, _: u32) -> Kind {
        Kind::Other
    }

    fn leave(&mut self, _: Option<Reg>) -> Kind {
        Kind::Returns
    }

    fn record(&mut self, _: u32) -> Kind {
        Kind::Other
    }

    fn spend(&mut self, _: u32) -> Kind {
        Kind::Other
    }

    fn special(&mut self, _: &Op) -> Kind {
        Kind::Other
    }
}
