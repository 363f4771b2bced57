//! Calls and returns: a frame is pushed or popped, and another function goes on.

use super::Emitter;
use crate::context::Context;
use crate::helpers::{self, Helper};
use crate::{ARGS, Exits};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use margay_machine::code::op::{NO_PC, NO_REG, Reg};
use margay_machine::code::semantics::{Callee, Operand};
use margay_machine::code::{CallSite, CodeFunction, DispatchedFunction, Target, place_of_site};
use margay_machine::{Frame, WINDOW};
use std::mem::{offset_of, size_of};

/// What is called: its number, first operation and registers, all of 32 bits.
#[derive(Clone, Copy)]
struct Called {
    function: Value,
    entry: Value,
    registers: Value,
}

impl Emitter<'_> {
    pub(super) fn emit_call(&mut self, dst: Reg, callee: Callee, site: u32) {
        let found = &self.core.code.sites[site as usize];
        match callee {
            Callee::Function(function) => {
                let called = self.known(function);
                self.enter(dst, called, site, true);
            }
            Callee::NonNull(function) => {
                let receiver = self.half(Operand::Reg(found.args[0]));
                if found.null != NO_PC {
                    self.jump_if(receiver, false, found.null);
                }
                let called = self.known(function);
                self.enter(dst, called, site, true);
            }
            Callee::Virtual => self.call_virtual(dst, site),
            // The machine does the same, but for a check that the class is ready; it does not pause.
            Callee::Ready(class) => match found.cached {
                Target::Function(function) => {
                    self.check_ready(class);
                    let called = self.known(function);
                    self.enter(dst, called, site, false);
                }
                _ => self.leave_always(Exits::Slow),
            },
            Callee::Site if matches!(found.cached, Target::Accelerated(_)) => {
                self.operate(dst, site, Exits::Slow);
            }
            Callee::Intrinsic(_) | Callee::Site => self.leave_always(Exits::Slow),
        }
    }

    /// A function that is known now.
    fn known(&mut self, function: u32) -> Called {
        let found = &self.core.code.functions[function as usize];
        Called {
            function: self.b.ins().iconst(I32, i64::from(function)),
            entry: self.b.ins().iconst(I32, i64::from(found.entry)),
            registers: self.b.ins().iconst(I32, i64::from(found.registers)),
        }
    }

    /// A function that is known when it is called.
    fn found(&mut self, function: Value) -> Called {
        let functions = self.field(I64, offset_of!(Context, functions));
        let place = self.element(functions, function, size_of::<CodeFunction>());
        let flags = self.regions.context;
        let entry = offset_of!(CodeFunction, entry) as i32;
        let entry = self.b.ins().load(I32, flags, place, entry);
        let registers = offset_of!(CodeFunction, registers) as i32;
        let registers = self.b.ins().load(I16, flags, place, registers);
        let registers = self.b.ins().uextend(I32, registers);
        Called { function, entry, registers }
    }

    /// Calls what the site has for the receiver's class, as it is when it is called.
    fn call_virtual(&mut self, dst: Reg, site: u32) {
        let receiver = self.half(Operand::Reg(self.core.code.sites[site as usize].args[0]));
        let receiver = self.b.ins().uextend(I64, receiver);
        self.leave_unless(receiver, Exits::Select);
        let class = self.class_of(receiver);
        let flags = self.regions.context;
        let sites = self.field(I64, offset_of!(Context, sites));
        let at = |offset: usize| (site as usize * size_of::<CallSite>() + offset) as i32;
        let cached = at(offset_of!(CallSite, cached_class));
        let cached = self.b.ins().load(I32, flags, sites, cached);
        let is_cached = self.b.ins().icmp(IntCC::Equal, cached, class);
        let (hit, miss) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_cached, hit, &[], miss, &[]);

        self.b.switch_to_block(hit);
        let kind = self.b.ins().load(I32, flags, sites, at(offset_of!(CallSite, cached)));
        // Functions are the first kind of targets.
        let (operation, enters) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(kind, operation, &[], enters, &[]);
        self.b.switch_to_block(operation);
        self.operate(dst, site, Exits::Cached);
        self.b.switch_to_block(enters);
        let function = at(offset_of!(CallSite, cached) + 4);
        let function = self.b.ins().load(I32, flags, sites, function);
        let called = self.found(function);
        self.enter(dst, called, site, true);

        self.b.switch_to_block(miss);
        let function = self.dispatched(site, sites, class);
        let called = self.found(function);
        self.enter(dst, called, site, false);
    }

    /// Lets the platform, or a container, do what the site calls, if that is no more than to give a value and to change
    /// something.
    fn operate(&mut self, dst: Reg, site: u32, exit: Exits) {
        let args = &self.core.code.sites[site as usize].args;
        if args.len() > ARGS {
            return self.leave_always(exit);
        }
        self.write_arguments(args);
        let site = self.b.ins().iconst(I32, i64::from(site));
        let count = self.b.ins().iconst(I32, args.len() as i64);
        let outcome = self.help(Helper::Operate, &[site, count]).expect("an outcome");
        self.leave_if(outcome, exit);
        if dst != NO_REG {
            let value = self.field(I64, offset_of!(Context, value));
            self.set(dst, value);
        }
        self.count(self.pc + 1);
        let next = self.block(self.pc + 1);
        self.b.ins().jump(next, &[]);
        self.is_open = false;
    }

    /// Writes arguments to where operations of the platform find them.
    pub(super) fn write_arguments(&mut self, args: &[Reg]) {
        let window = self.field(I64, offset_of!(Context, arguments));
        for (index, arg) in args.iter().enumerate() {
            let value = self.register(*arg);
            self.b.ins().store(self.regions.stack, value, window, index as i32 * 8);
        }
    }

    /// What a site that meets several classes calls on objects of one: what was selected before. The site remembers it, as
    /// the machine has it remember. That it was a function before means that there is no shortcut to be forgotten.
    fn dispatched(&mut self, site: u32, sites: Value, class: Value) -> Value {
        let flags = self.regions.context;
        let at = |offset: usize| (site as usize * size_of::<CallSite>() + offset) as i32;
        let kind = self.b.ins().load(I32, flags, sites, at(offset_of!(CallSite, cached)));
        let was_function = self.b.ins().icmp_imm_s(IntCC::Equal, kind, 0);
        let wide = self.b.ins().uextend(I64, class);
        let place = self.b.ins().bxor_imm_s(wide, i64::from(place_of_site(site)));
        let last = self.field(I64, offset_of!(Context, last_dispatch));
        let place = self.b.ins().band(place, last);
        let places = self.field(I64, offset_of!(Context, dispatches));
        let place = self.wide_element(places, place, size_of::<DispatchedFunction>());
        let key = offset_of!(DispatchedFunction, key) as i32;
        let known = self.b.ins().load(I64, flags, place, key);
        let class_above = self.b.ins().ishl_imm_u(wide, 32);
        let wanted = self.b.ins().bor_imm_u(class_above, i64::from(site));
        let is_known = self.b.ins().icmp(IntCC::Equal, known, wanted);
        let is_known = self.b.ins().band(is_known, was_function);
        self.either(
            is_known,
            |e| {
                let function = offset_of!(DispatchedFunction, function) as i32;
                let function = e.b.ins().load(I32, flags, place, function);
                e.b.ins().store(flags, class, sites, at(offset_of!(CallSite, cached_class)));
                e.b.ins().store(flags, function, sites, at(offset_of!(CallSite, cached) + 4));
                function
            },
            |e| {
                let number = e.b.ins().iconst(I32, i64::from(site));
                let function = e.help(Helper::Select, &[number, class]).expect("a function");
                let none = i64::from(helpers::NONE.cast_signed());
                let is_none = e.b.ins().icmp_imm_s(IntCC::Equal, function, none);
                e.leave_if(is_none, Exits::Select);
                function
            },
        )
    }

    /// Enters a function with the arguments of a site. Where the loop would, it pauses.
    fn enter(&mut self, dst: Reg, called: Called, site: u32, pauses: bool) {
        let args = &self.core.code.sites[site as usize].args;
        let stack = self.regions.stack;
        let count = self.field(I64, offset_of!(Context, frame_count));
        let frames = self.field(I64, offset_of!(Context, frames));
        let caller = self.b.ins().iadd_imm_s(count, -1);
        let place = self.wide_element(frames, caller, size_of::<Frame>());
        let depth = self.b.ins().load(I32, stack, place, offset_of!(Frame, depth) as i32);
        let depth = self.b.ins().iadd_imm_s(depth, 1);
        let base = self.field(I32, offset_of!(Context, top));
        let top = self.b.ins().iadd(base, called.registers);
        self.check_room(depth, base, top, args.len());

        self.write_back(&self.shape.live_after(self.pc));
        let registers = self.field(I64, offset_of!(Context, registers));
        let window = self.element(registers, base, 8);
        for (index, arg) in args.iter().enumerate() {
            let value = self.register(*arg);
            self.b.ins().store(stack, value, window, index as i32 * 8);
        }

        let room = self.field(I64, offset_of!(Context, frame_room));
        let has_room = self.b.ins().icmp(IntCC::UnsignedLessThan, count, room);
        self.unless(has_room, |e| {
            e.help(Helper::GrowFrames, &[]);
        });
        let frames = self.field(I64, offset_of!(Context, frames));
        let place = self.wide_element(frames, count, size_of::<Frame>());
        let caller = self.b.ins().ireduce(I32, caller);
        let call_pc = self.b.ins().iconst(I32, i64::from(self.pc));
        let return_pc = self.b.ins().iconst(I32, i64::from(self.pc + 1));
        let dst = self.b.ins().iconst(I16, i64::from(dst));
        for (value, offset) in [
            (called.function, offset_of!(Frame, function)),
            (base, offset_of!(Frame, base)),
            (caller, offset_of!(Frame, caller)),
            (call_pc, offset_of!(Frame, call_pc)),
            (return_pc, offset_of!(Frame, return_pc)),
            (depth, offset_of!(Frame, depth)),
            (dst, offset_of!(Frame, dst)),
        ] {
            self.b.ins().store(stack, value, place, offset as i32);
        }
        let count = self.b.ins().iadd_imm_s(count, 1);
        self.set_field(count, offset_of!(Context, frame_count));
        self.set_field(base, offset_of!(Context, base));
        self.set_field(top, offset_of!(Context, top));

        let left = self.b.use_var(self.left);
        let left = self.b.ins().iadd_imm_s(left, -i64::from(self.pc + 1 - self.counted));
        if pauses {
            let (pause, go) = (self.b.create_block(), self.b.create_block());
            self.b.set_cold_block(pause);
            let is_over = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, left, 0);
            self.b.ins().brif(is_over, pause, &[], go, &[]);
            self.b.switch_to_block(pause);
            self.set_field(called.entry, offset_of!(Context, pc));
            self.finish_exit(Exits::Pause, left);
            self.b.switch_to_block(go);
        }
        self.go_to(called.function, called.entry, left);
    }

    /// Leaves where the machine has to make room, or to throw.
    fn check_room(&mut self, depth: Value, base: Value, top: Value, args: usize) {
        let most = self.field(I32, offset_of!(Context, most_depth));
        let is_deep = self.b.ins().icmp(IntCC::UnsignedGreaterThan, depth, most);
        let top = self.b.ins().uextend(I64, top);
        let most = self.field(I64, offset_of!(Context, most_top));
        let is_full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, top, most);
        let own = self.field(I32, offset_of!(Context, base));
        let size = self.b.ins().isub(base, own);
        let most = (WINDOW - args) as i64;
        let is_wide = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, size, most);
        let is_slow = self.b.ins().bor(is_deep, is_full);
        let is_slow = self.b.ins().bor(is_slow, is_wide);
        self.leave_if(is_slow, Exits::Slow);
    }

    /// Lets a function go on at an operation.
    fn go_to(&mut self, function: Value, pc: Value, left: Value) {
        let natives = self.field(I64, offset_of!(Context, natives));
        let place = self.element(natives, function, 8);
        let native = self.b.ins().load(I64, self.regions.context, place, 0);
        let args = [self.context, pc, left];
        self.b.ins().return_call_indirect(self.own_signature, native, &args);
        self.is_open = false;
    }

    pub(super) fn emit_return(&mut self, result: Option<Reg>) {
        let stack = self.regions.stack;
        let count = self.field(I64, offset_of!(Context, frame_count));
        let last = self.b.ins().iadd_imm_s(count, -1);
        let protected = self.field(I64, offset_of!(Context, protected));
        let stays = self.b.ins().icmp(IntCC::UnsignedGreaterThan, last, protected);
        self.leave_unless(stays, Exits::Leave);
        let frames = self.field(I64, offset_of!(Context, frames));
        let frame = self.wide_element(frames, last, size_of::<Frame>());
        let caller = self.b.ins().iadd_imm_s(frame, -(size_of::<Frame>() as i64));
        let base = self.b.ins().load(I32, stack, caller, offset_of!(Frame, base) as i32);
        let top = self.b.ins().load(I32, stack, frame, offset_of!(Frame, base) as i32);
        self.set_field(last, offset_of!(Context, frame_count));
        self.set_field(base, offset_of!(Context, base));
        self.set_field(top, offset_of!(Context, top));
        if let Some(src) = result {
            let value = self.register(src);
            let dst = self.b.ins().load(I16, stack, frame, offset_of!(Frame, dst) as i32);
            let dst = self.b.ins().uextend(I32, dst);
            let is_none = self.b.ins().icmp_imm_s(IntCC::Equal, dst, i64::from(NO_REG));
            self.unless(is_none, |e| {
                let registers = e.field(I64, offset_of!(Context, registers));
                let at = e.b.ins().iadd(base, dst);
                let place = e.element(registers, at, 8);
                e.b.ins().store(stack, value, place, 0);
            });
        }
        let left = self.count(self.pc + 1);
        let pc = self.b.ins().load(I32, stack, frame, offset_of!(Frame, return_pc) as i32);
        let function = self.b.ins().load(I32, stack, caller, offset_of!(Frame, function) as i32);
        self.go_to(function, pc, left);
    }
}
