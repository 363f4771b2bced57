//! Functions that look ahead for one lane.
//!
//! A tree of the ways through a function that calls itself has no end. So a function that is at work already is not followed
//! but called: code of its own, made once, which gives what one lane returns. It has the signature
//! `(context, calls, arguments...) -> (outcome, value)`. Where all lanes have the same arguments it is called once for
//! all of them, as long as it does not come to the cell whose values they assume; then it says that its result varies, and is called for
//! each.

use super::Emitter;
use super::look::{Followed, Held, Outcome, Way};
use crate::context::Context;
use crate::{ARGS, Exits};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, Value};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use margay_machine::code::looked;
use margay_machine::code::op::{NO_REG, Reg};
use margay_machine::code::semantics::Operand;
use std::mem::offset_of;

/// Operations that functions follow before they leave it to the machine: more than a lane may.
const MOST: i64 = 400;

/// The signature of functions of so many arguments.
pub fn signature(convention: CallConv, arguments: usize) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = [I64, I32].map(AbiParam::new).to_vec();
    signature.params.extend(std::iter::repeat_n(AbiParam::new(I64), arguments));
    signature.returns = [I32, I64].map(AbiParam::new).to_vec();
    signature
}

impl Emitter<'_> {
    /// Emits looking ahead through a function, for one lane.
    pub fn emit_alone(
        mut self,
        function: u32,
        depth: usize,
        config: TargetFrontendConfig,
    ) -> Followed {
        let called = &self.core.code.functions[function as usize];
        let mut held = vec![Held::Known(0); usize::from(called.registers)];
        for (register, argument) in held.iter_mut().zip(&self.params[2..]) {
            *register = Held::Same(*argument);
        }
        let calls = self.params[1];
        let stuck = self.b.create_block();
        // There is no mask of lanes.
        let way = Way::new(function, called.entry, held, self.context, stuck);
        self.begin_following(way, depth, Some(calls));
        self.follow_all();
        self.b.switch_to_block(stuck);
        self.give_alone(Outcome::Stuck);
        self.finish_following(config, |e| {
            let unknown = e.b.ins().iconst(I32, Outcome::Unknown as i64);
            vec![unknown, e.context]
        })
    }

    /// Returns without a value.
    fn give_alone(&mut self, outcome: Outcome) {
        let outcome = self.b.ins().iconst(I32, outcome as i64);
        self.b.ins().return_(&[outcome, self.context]);
    }

    /// Returns what the lane returns.
    pub(super) fn return_alone(&mut self, held: Held) {
        let value = match held {
            Held::Known(bits) => self.b.ins().iconst(I64, bits.cast_signed()),
            Held::Same(value) => value,
            Held::Frame | Held::Row(_) => unreachable!("there is one lane, and no frame"),
        };
        let operations = i64::from(self.following().way.operations);
        let spent = self.field(I64, offset_of!(Context, look_spent));
        let spent = self.b.ins().iadd_imm_s(spent, operations);
        self.set_field(spent, offset_of!(Context, look_spent));
        let told = self.b.ins().iconst(I32, Outcome::Told as i64);
        self.b.ins().return_(&[told, value]);
        self.is_open = false;
    }

    /// What is assumed in the lane at work; where all are, that differs.
    pub(super) fn assumed_alone(&mut self) -> Value {
        let is_alone = self.field(I32, offset_of!(Context, is_alone));
        let (next, varies) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_alone, next, &[], varies, &[]);
        self.b.switch_to_block(varies);
        self.give_alone(Outcome::Varies);
        self.b.switch_to_block(next);
        self.field(I64, offset_of!(Context, assumed_alone))
    }

    // ---- calls ----

    /// Whether another call may be followed; else there is no answer, or it is found out where code runs.
    pub(super) fn may_go_deeper(&mut self) -> bool {
        let most = self.look_depth;
        let following = self.following();
        let depth = following.way.depth();
        let Some(calls) = following.alone else {
            if depth >= most {
                self.leave_always(Exits::Stuck);
            }
            return depth < most;
        };
        let least = most as i64 - depth as i64;
        let is_deep = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, calls, least);
        self.leave_if(is_deep, Exits::Stuck);
        true
    }

    /// Calls a function that is at work already.
    pub(super) fn look_by_call(&mut self, dst: Reg, function: u32, site: u32) {
        let args = &self.core.code.sites[site as usize].args;
        if args.len() > ARGS || !self.has_seen(looked::ENTERED) {
            return self.leave_always(Exits::Slow);
        }
        let called = &mut self.following().called;
        if !called.contains(&(function, args.len())) {
            called.push((function, args.len()));
        }
        let operands: Vec<Operand> = args.iter().map(|arg| Operand::Reg(*arg)).collect();
        self.fetch(&operands);
        if self.following().alone.is_some() {
            let (outcome, value) = self.call_alone(function, args);
            self.leave_as_called(outcome, value);
            self.set(dst, value);
        } else {
            let spent = self.field(I64, offset_of!(Context, look_spent));
            if self.rows_among(&operands).is_empty() {
                self.call_for_all(dst, function, args);
            }
            self.call_for_each(dst, function, args, spent);
        }
        // Whoever has entered has come out again, or there is no answer.
        self.following().asks = false;
    }

    /// Leaves as the function that was called has, unless it has told something.
    fn leave_as_called(&mut self, outcome: Value, value: Value) {
        let (next, other) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(outcome, other, &[], next, &[]);
        self.b.switch_to_block(other);
        self.b.ins().return_(&[outcome, value]);
        self.b.switch_to_block(next);
    }

    /// Calls a function once for all lanes. Goes on here where what it gives varies.
    fn call_for_all(&mut self, dst: Reg, function: u32, args: &[Reg]) {
        let all = self.b.ins().iconst(I32, 0);
        self.set_field(all, offset_of!(Context, is_alone));
        let (outcome, value) = self.call_alone(function, args);
        let (told, other) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(outcome, other, &[], told, &[]);
        let way = self.open_way(told, self.pc + 1, looked::ENTERED);
        if dst != NO_REG {
            way.held[usize::from(dst)] = Held::Same(value);
        }
        self.b.switch_to_block(other);
        let is_stuck = self.b.ins().icmp_imm_s(IntCC::Equal, outcome, Outcome::Stuck as i64);
        self.leave_if(is_stuck, Exits::Stuck);
        let varies = self.b.ins().icmp_imm_s(IntCC::Equal, outcome, Outcome::Varies as i64);
        self.leave_unless(varies, Exits::Slow);
    }

    /// Calls a function for each lane; those for which it has no answer have none. So many operations were spent before.
    fn call_for_each(&mut self, dst: Reg, function: u32, args: &[Reg], spent: Value) {
        let Some(made) = self.new_row() else { return self.leave_always(Exits::Slow) };
        let operands: Vec<Operand> = args.iter().map(|arg| Operand::Reg(*arg)).collect();
        let rows = self.rows_among(&operands);
        let Way { held, mask, .. } = self.following().way.clone();
        let one = self.b.ins().iconst(I32, 1);
        self.set_field(one, offset_of!(Context, is_alone));
        let (going, most) = (self.b.declare_var(I64), self.b.declare_var(I64));
        let none = self.b.ins().iconst(I64, 0);
        self.b.def_var(going, none);
        self.b.def_var(most, spent);
        self.each_lane(mask, |e, latch, bit, offset| {
            e.take_from_rows(&rows, offset);
            let values = e.following().values;
            let place = e.b.ins().iadd(values, offset);
            let assumed = e.b.ins().load(I64, e.regions.stack, place, 0);
            e.set_field(assumed, offset_of!(Context, assumed_alone));
            e.set_field(spent, offset_of!(Context, look_spent));
            let (outcome, value) = e.call_alone(function, args);
            let is_stuck = e.b.ins().icmp_imm_s(IntCC::Equal, outcome, Outcome::Stuck as i64);
            let next = e.b.create_block();
            e.b.ins().brif(is_stuck, latch, &[], next, &[]);
            e.b.switch_to_block(next);
            e.leave_if(outcome, Exits::Slow);
            let place = e.b.ins().iadd(made, offset);
            e.b.ins().store(e.regions.stack, value, place, 0);
            let goes = e.b.use_var(going);
            let goes = e.b.ins().bor(goes, bit);
            e.b.def_var(going, goes);
            let (spent, longest) =
                (e.field(I64, offset_of!(Context, look_spent)), e.b.use_var(most));
            let longest = e.b.ins().umax(longest, spent);
            e.b.def_var(most, longest);
        });
        self.following().way.held = held;
        let (going, most) = (self.b.use_var(going), self.b.use_var(most));
        self.set_field(most, offset_of!(Context, look_spent));
        self.go_on_with(going);
        self.hold(dst, Held::Row(made));
    }

    /// Calls a function, if it is there and not too much was followed; gives how it ended, and with what.
    fn call_alone(&mut self, function: u32, args: &[Reg]) -> (Value, Value) {
        let spent = self.field(I64, offset_of!(Context, look_spent));
        let is_long = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, spent, MOST);
        self.leave_if(is_long, Exits::Slow);
        let functions = self.field(I64, offset_of!(Context, look_functions));
        let place = (function as usize * size_of::<*const u8>()) as i32;
        let native = self.b.ins().load(I64, self.regions.context, functions, place);
        let depth = self.following().way.depth() as i64 + 1;
        let calls = match self.following().alone {
            Some(calls) => self.b.ins().iadd_imm_s(calls, depth),
            None => self.b.ins().iconst(I32, depth),
        };
        let mut all = vec![self.context, calls];
        all.extend(args.iter().map(|arg| self.register(*arg)));
        let convention = self.b.func.signature.call_conv;
        let signature = self.b.import_signature(signature(convention, args.len()));
        let call = self.b.ins().call_indirect(signature, native, &all);
        let [outcome, value] = *self.b.inst_results(call) else { unreachable!("two results") };
        (outcome, value)
    }
}
