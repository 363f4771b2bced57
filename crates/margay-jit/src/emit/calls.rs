//! Calls and returns: a frame is pushed or popped, and another function goes on.

use super::{Emitter, inline};
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
            Callee::Function(function) => self.call_known(dst, function, site, true),
            Callee::NonNull(function) => {
                let receiver = self.half(Operand::Reg(found.args[0]));
                if found.null != NO_PC {
                    self.jump_if(receiver, false, found.null);
                }
                self.call_known(dst, function, site, true);
            }
            Callee::Virtual => self.call_virtual(dst, site),
            // The machine does the same, but for a check that the class is ready; it does not pause.
            Callee::Ready(class) => match found.cached {
                Target::Function(function) => {
                    self.check_ready(class);
                    self.call_known(dst, function, site, false);
                }
                _ => self.leave_always(Exits::Slow),
            },
            Callee::Site if matches!(found.cached, Target::Accelerated(_)) => {
                self.operate(dst, site, Exits::Slow);
            }
            Callee::Intrinsic(_) | Callee::Site => self.leave_always(Exits::Slow),
        }
    }

    /// Calls a function that is known now; where the loop would, it pauses.
    fn call_known(&mut self, dst: Reg, function: u32, site: u32, pauses: bool) {
        if inline::is_plain(&self.core.code, function) {
            self.emit_small(dst, None, &[function], site);
        }
        let called = self.known(function);
        let none_left = pauses.then(|| self.b.ins().iconst(I64, 0));
        self.enter(dst, called, site, none_left);
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
        // What is called, and the steps at which it pauses: as the machine, which selects, it does not where it is selected.
        let enters = self.b.create_block();
        let function = self.b.append_block_param(enters, I32);
        let pauses = self.b.append_block_param(enters, I64);

        self.b.switch_to_block(hit);
        let kind = self.b.ins().load(I32, flags, sites, at(offset_of!(CallSite, cached)));
        // Functions are the first kind of targets.
        let (operation, known) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(kind, operation, &[], known, &[]);
        self.b.switch_to_block(operation);
        self.operate(dst, site, Exits::Cached);
        self.b.switch_to_block(known);
        let cached = at(offset_of!(CallSite, cached) + 4);
        let cached = self.b.ins().load(I32, flags, sites, cached);
        let none_left = self.b.ins().iconst(I64, 0);
        self.b.ins().jump(enters, &[cached.into(), none_left.into()]);

        self.b.switch_to_block(miss);
        let selected = self.dispatched(site, sites, class);
        let never = self.b.ins().iconst(I64, i64::MIN);
        self.b.ins().jump(enters, &[selected.into(), never.into()]);

        self.b.switch_to_block(enters);
        let small = self.small_targets(site);
        self.emit_small(dst, Some(function), &small, site);
        let called = self.found(function);
        self.enter(dst, called, site, Some(pauses));
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

    /// Enters a function with the arguments of a site, and goes on when it has returned. Where the loop would, it pauses:
    /// when no more steps are left than that.
    fn enter(&mut self, dst: Reg, called: Called, site: u32, pauses: Option<Value>) {
        let args = &self.core.code.sites[site as usize].args;
        let own_registers = self.shape.registers;
        if usize::from(own_registers) + args.len() > WINDOW {
            return self.leave_always(Exits::Slow);
        }
        let base = self.b.ins().iadd_imm_s(self.base, i64::from(own_registers));
        let top = self.b.ins().iadd(base, called.registers);
        let count = self.field(I64, offset_of!(Context, frame_count));
        let depth = self.check_room(count, top);

        self.write_back(&self.shape.live_after(self.pc));
        for (index, arg) in args.iter().enumerate() {
            let value = self.register(*arg);
            let at = (usize::from(own_registers) + index) as i32 * 8;
            self.b.ins().store(self.regions.stack, value, self.window, at);
        }
        self.push_frame(dst, called, base, count, depth);

        let left = self.b.use_var(self.left);
        let left = self.b.ins().iadd_imm_s(left, -i64::from(self.pc + 1 - self.counted));
        if let Some(least) = pauses {
            let is_over = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, left, least);
            self.stop_if(is_over, Exits::Pause, called.entry, left);
        }
        // Calls within calls take room on the processor's stack too: where that ends, the callee begins anew.
        let place = self.b.ins().get_stack_pointer(I64);
        let end = self.field(I64, offset_of!(Context, stack_end));
        let is_full = self.b.ins().icmp(IntCC::UnsignedLessThan, place, end);
        self.stop_if(is_full, Exits::Next, called.entry, left);
        let (exit, left) = self.run_function(called, left, base);

        // Whoever has left for good has everything in its place.
        let has_returned = self.b.ins().icmp_imm_s(IntCC::Equal, exit, Exits::Returned as i64);
        let (out, next) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(out);
        self.b.ins().brif(has_returned, next, &[], out, &[]);
        self.b.switch_to_block(out);
        self.b.ins().return_(&[exit, left]);
        self.b.switch_to_block(next);
        self.b.def_var(self.left, left);
        self.set_field(count, offset_of!(Context, frame_count));
        if dst != NO_REG {
            let value = self.field(I64, offset_of!(Context, value));
            self.set(dst, value);
        }
        let next = self.block(self.pc + 1);
        self.b.ins().jump(next, &[]);
        self.is_open = false;
    }

    /// Leaves at the entry of a function that was called, if a condition holds.
    fn stop_if(&mut self, condition: Value, exit: Exits, entry: Value, left: Value) {
        let (out, go) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(out);
        self.b.ins().brif(condition, out, &[], go, &[]);
        self.b.switch_to_block(out);
        self.set_field(entry, offset_of!(Context, pc));
        self.finish_exit(exit, left);
        self.b.switch_to_block(go);
    }

    /// Adds the frame of a function that is called; `count` are those before it.
    fn push_frame(&mut self, dst: Reg, called: Called, base: Value, count: Value, depth: Value) {
        let room = self.field(I64, offset_of!(Context, frame_room));
        let has_room = self.b.ins().icmp(IntCC::UnsignedLessThan, count, room);
        self.unless(has_room, |e| {
            e.help(Helper::GrowFrames, &[]);
        });
        let frames = self.field(I64, offset_of!(Context, frames));
        let place = self.wide_element(frames, count, size_of::<Frame>());
        let caller = self.b.ins().ireduce(I32, count);
        let caller = self.b.ins().iadd_imm_s(caller, -1);
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
            self.b.ins().store(self.regions.stack, value, place, offset as i32);
        }
        let count = self.b.ins().iadd_imm_s(count, 1);
        self.set_field(count, offset_of!(Context, frame_count));
    }

    /// Leaves where the machine has to make room, or to throw. Gives the depth of what is called.
    fn check_room(&mut self, count: Value, top: Value) -> Value {
        let frames = self.field(I64, offset_of!(Context, frames));
        let end = self.wide_element(frames, count, size_of::<Frame>());
        let depth = offset_of!(Frame, depth) as i32 - size_of::<Frame>() as i32;
        let depth = self.b.ins().load(I32, self.regions.stack, end, depth);
        let depth = self.b.ins().iadd_imm_s(depth, 1);
        let most = self.field(I32, offset_of!(Context, most_depth));
        let is_deep = self.b.ins().icmp(IntCC::UnsignedGreaterThan, depth, most);
        let top = self.b.ins().uextend(I64, top);
        let most = self.field(I64, offset_of!(Context, most_top));
        let is_full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, top, most);
        let is_slow = self.b.ins().bor(is_deep, is_full);
        self.leave_if(is_slow, Exits::Slow);
        depth
    }

    /// Lets a function run from its entry on. Gives how it has ended, and the steps that are left.
    fn run_function(&mut self, called: Called, left: Value, base: Value) -> (Value, Value) {
        let natives = self.field(I64, offset_of!(Context, natives));
        let place = self.element(natives, called.function, 8);
        let native = self.b.ins().load(I64, self.regions.context, place, 0);
        let args = [self.context, called.entry, left, base];
        let call = self.b.ins().call_indirect(self.own_signature, native, &args);
        let results = self.b.inst_results(call);
        (results[0], results[1])
    }

    /// Returns to whoever has called: compiled code, which takes the frame away, or Rust.
    pub(super) fn emit_return(&mut self, result: Option<Reg>) {
        if self.return_inlined(result) {
            return;
        }
        if let Some(src) = result {
            let value = self.register(src);
            self.set_field(value, offset_of!(Context, value));
        }
        let left = self.count(self.pc + 1);
        self.set_pc(self.pc + 1);
        self.finish_exit(Exits::Returned, left);
        self.is_open = false;
    }
}
