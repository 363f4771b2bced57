//! Where code goes on: jumps, which count steps and may pause, and ways out.

use super::{Emitter, Out};
use crate::Exits;
use crate::context::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use margay_machine::code::looked;
use margay_machine::code::op::Pc;
use std::mem::offset_of;

impl Emitter<'_> {
    // ---- steps and jumps ----

    /// Counts operations up to one.
    pub(super) fn count(&mut self, end: Pc) -> Value {
        if self.ahead.is_some() {
            // Ways are counted where they are followed.
            return self.context;
        }
        let left = self.b.use_var(self.left);
        let left = self.b.ins().iadd_imm_s(left, -i64::from(end - self.counted));
        self.b.def_var(self.left, left);
        left
    }

    /// Jumps, and pauses if it is time.
    pub(super) fn jump_to(&mut self, target: Pc) {
        if let Some(following) = &mut self.ahead
            && following.lane.is_none()
        {
            following.way.pc = target;
            return;
        }
        let left = self.count(self.pc + 1);
        self.arrive(target, left);
    }

    /// Goes on at an operation, unless no steps are left.
    pub(super) fn arrive(&mut self, target: Pc, left: Value) {
        match &self.ahead {
            Some(following) if following.lane.is_some() => return self.jump_lane(target),
            Some(_) => {
                let block = self.b.create_block();
                self.b.ins().jump(block, &[]);
                self.open_way(block, target, looked::JUMPED);
                self.is_open = false;
                return;
            }
            None if self.inlined.is_some() => return self.arrive_inlined(target),
            None => {}
        }
        let at = (target - self.shape.entry) as usize;
        let pause = match self.pauses[at] {
            Some(block) => block,
            None => {
                let block = self.b.create_block();
                self.b.set_cold_block(block);
                self.pauses[at] = Some(block);
                block
            }
        };
        let block = self.block(target);
        let is_over = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, left, 0);
        self.b.ins().brif(is_over, pause, &[], block, &[]);
        self.is_open = false;
    }

    /// Jumps if a condition holds.
    pub(super) fn jump_if(&mut self, condition: Value, holds: bool, target: Pc) {
        let (taken, next) = (self.b.create_block(), self.b.create_block());
        let (yes, no) = if holds { (taken, next) } else { (next, taken) };
        self.b.ins().brif(condition, yes, &[], no, &[]);
        self.b.switch_to_block(taken);
        let left = self.count(self.pc + 1);
        self.arrive(target, left);
        self.go_on(next);
    }

    pub(super) fn go_on(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.is_open = true;
    }

    pub(super) fn emit_pauses(&mut self) {
        for at in 0..self.pauses.len() {
            let Some(block) = self.pauses[at] else { continue };
            self.b.switch_to_block(block);
            let pc = self.shape.entry + at as Pc;
            self.write_back(&self.shape.live(pc));
            let left = self.b.use_var(self.left);
            self.set_pc(pc);
            self.finish_exit(Exits::Pause, left);
        }
    }

    // ---- ways out ----

    /// The way out of the operation at work.
    pub(super) fn exit(&mut self, exit: Exits) -> Block {
        if self.ahead.is_some() {
            return self.way_out(exit);
        }
        if let Some(block) = self.way_out_of_inlined() {
            return block;
        }
        let mut own = self.exits.iter().rev().take_while(|out| out.pc == self.pc);
        if let Some(out) = own.find(|out| out.exit == exit) {
            return out.block;
        }
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        self.exits.push(Out { exit, block, pc: self.pc, counted: self.counted });
        block
    }

    /// Leaves if a condition holds.
    pub(super) fn leave_if(&mut self, condition: Value, exit: Exits) {
        let (out, next) = (self.exit(exit), self.b.create_block());
        self.b.ins().brif(condition, out, &[], next, &[]);
        self.b.switch_to_block(next);
    }

    /// Leaves unless a condition holds.
    pub(super) fn leave_unless(&mut self, condition: Value, exit: Exits) {
        let (out, next) = (self.exit(exit), self.b.create_block());
        self.b.ins().brif(condition, next, &[], out, &[]);
        self.b.switch_to_block(next);
    }

    /// Leaves.
    pub(super) fn leave_always(&mut self, exit: Exits) {
        let out = self.exit(exit);
        self.b.ins().jump(out, &[]);
        self.is_open = false;
    }

    pub(super) fn emit_exits(&mut self) {
        for Out { exit, block, pc, counted } in std::mem::take(&mut self.exits) {
            self.b.switch_to_block(block);
            self.write_back(&self.shape.live(pc));
            let end = if exit.is_counted() { pc + 1 } else { pc };
            let left = self.b.use_var(self.left);
            let left = self.b.ins().iadd_imm_s(left, -i64::from(end - counted));
            self.set_pc(end);
            self.finish_exit(exit, left);
        }
    }

    pub(super) fn set_pc(&mut self, pc: Pc) {
        let pc = self.b.ins().iconst(I32, i64::from(pc));
        self.set_field(pc, offset_of!(Context, pc));
    }

    pub(super) fn finish_exit(&mut self, exit: Exits, left: Value) {
        let exit = self.b.ins().iconst(I32, exit as i64);
        self.b.ins().return_(&[exit, left]);
    }
}
