//! Calls while looking ahead: functions are followed, the platform is asked what its operations would do.

use super::Emitter;
use super::look::Held;
use crate::context::Context;
use crate::helpers::Helper;
use crate::{ARGS, Exits};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use margay_machine::Deed;
use margay_machine::code::Target;
use margay_machine::code::looked;
use margay_machine::code::op::{NO_PC, NO_REG, Reg};
use margay_machine::code::semantics::{Callee, Operand};
use std::mem::offset_of;

impl Emitter<'_> {
    pub(super) fn look_call(&mut self, dst: Reg, callee: Callee, site: u32) {
        let found = &self.core.code.sites[site as usize];
        self.following().asks = true;
        match callee {
            Callee::Function(function) => self.look_into(dst, function, site),
            Callee::NonNull(function) => {
                self.look_at_receiver(site, None);
                self.look_into(dst, function, site);
            }
            Callee::Intrinsic(number) => self.look_at_target(dst, Target::Intrinsic(number), site),
            Callee::Site => self.look_at_target(dst, found.cached, site),
            Callee::Ready(class) => {
                self.check_ready(class);
                self.look_at_target(dst, found.cached, site);
            }
            Callee::Virtual => {
                self.look_at_receiver(site, Some(found.cached_class));
                match found.shortcut.map(|shortcut| shortcut.deed) {
                    Some(Deed::Member { adds }) => self.look_at_member(dst, adds, site),
                    Some(_) => self.look_at_container(dst, site),
                    None => {}
                }
                self.look_at_target(dst, found.cached, site);
            }
        }
    }

    /// A null receiver goes elsewhere; one of another class than the site has met last is for the machine.
    fn look_at_receiver(&mut self, site: u32, class: Option<u32>) {
        let found = &self.core.code.sites[site as usize];
        let (receiver, null) = (Operand::Reg(found.args[0]), found.null);
        self.by_lanes(&[receiver], NO_REG, |e| {
            let receiver = e.half(receiver);
            match null {
                NO_PC => e.leave_unless(receiver, Exits::Stuck),
                null => e.jump_if(receiver, false, null),
            }
            let Some(class) = class else { return };
            let receiver = e.b.ins().uextend(I64, receiver);
            let actual = e.class_of(receiver);
            let is_known = e.b.ins().icmp_imm_s(IntCC::Equal, actual, i64::from(class));
            e.leave_unless(is_known, Exits::Slow);
        });
    }

    fn look_at_target(&mut self, dst: Reg, target: Target, site: u32) {
        match target {
            Target::Function(u32::MAX) => self.leave_always(Exits::Slow),
            Target::Function(function) => self.look_into(dst, function, site),
            Target::Intrinsic(number) => self.look_at_operation(dst, number, None, site),
            Target::Accelerated(index) => {
                let accelerated = self.core.code.accelerated[index as usize];
                let (number, own) = (accelerated.intrinsic, accelerated.function);
                self.look_at_operation(dst, number, own, site);
            }
        }
    }

    /// Asks the platform what an operation would do; what it leaves to code is done by that.
    fn look_at_operation(&mut self, dst: Reg, number: u32, own: Option<u32>, site: u32) {
        let args = &self.core.code.sites[site as usize].args;
        if args.len() > ARGS {
            return self.leave_always(Exits::Stuck);
        }
        let operands: Vec<Operand> = args.iter().map(|arg| Operand::Reg(*arg)).collect();
        self.by_lanes(&operands, dst, |e| {
            e.write_arguments(args);
            let number = e.b.ins().iconst(I32, i64::from(number));
            let count = e.b.ins().iconst(I32, args.len() as i64);
            let outcome = e.help(Helper::LookPeek, &[number, count]).expect("an outcome");
            match own.filter(|_| e.following().lane.is_none()) {
                Some(function) => e.look_at_own(dst, outcome, function, site),
                None => {
                    e.leave_on(outcome);
                    let value = e.field(I64, offset_of!(Context, value));
                    e.set(dst, value);
                }
            }
        });
    }

    /// The platform has told, or the code of the method goes on.
    fn look_at_own(&mut self, dst: Reg, outcome: Value, function: u32, site: u32) {
        let told = self.told(outcome);
        let value = self.field(I64, offset_of!(Context, value));
        let other = self.b.create_block();
        let next = self.b.create_block();
        self.b.ins().brif(told, next, &[], other, &[]);
        self.open_with(next, dst, Held::Same(value));
        self.b.switch_to_block(other);
        match self.has_seen(looked::ENTERED) {
            true => self.look_into(dst, function, site),
            false => self.leave_always(Exits::Slow),
        }
    }

    /// Whether a helper has told something; where there is no answer, code has left.
    fn told(&mut self, outcome: Value) -> Value {
        let stuck = crate::emit::look::Outcome::Stuck as i64;
        let is_stuck = self.b.ins().icmp_imm_s(IntCC::Equal, outcome, stuck);
        self.leave_if(is_stuck, Exits::Stuck);
        self.b.ins().icmp_imm_s(IntCC::Equal, outcome, 0)
    }

    /// Asks the container of a receiver that all lanes have. Where there is more to it, goes on.
    fn look_at_container(&mut self, dst: Reg, site: u32) {
        let args = &self.core.code.sites[site as usize].args;
        let Held::Same(receiver) = self.held(args[0]) else { return };
        let element = match args.get(1).map(|arg| self.held(*arg)) {
            Some(Held::Same(element)) => element,
            _ => self.b.ins().iconst(I64, 0),
        };
        let receiver = self.b.ins().ireduce(I32, receiver);
        let number = self.b.ins().iconst(I32, i64::from(site));
        let args = [number, receiver, element];
        let outcome = self.help(Helper::LookShortcut, &args).expect("an outcome");
        let told = self.told(outcome);
        let value = self.field(I64, offset_of!(Context, value));
        let (next, other) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(told, next, &[], other, &[]);
        self.open_with(next, dst, Held::Same(value));
        self.b.switch_to_block(other);
    }

    /// Asks which lanes are keys of a receiver that all have: they go on with what that gives, then the others.
    fn look_at_member(&mut self, dst: Reg, adds: bool, site: u32) {
        let args = &self.core.code.sites[site as usize].args;
        self.fetch(&[Operand::Reg(args[1])]);
        let (Held::Same(receiver), Held::Row(row)) = (self.held(args[0]), self.held(args[1]))
        else {
            return self.look_at_container(dst, site);
        };
        let receiver = self.b.ins().ireduce(I32, receiver);
        let number = self.b.ins().iconst(I32, i64::from(site));
        let mask = self.following().way.mask;
        let args = [number, receiver, row, mask];
        let keys = self.help(Helper::LookMembers, &args).expect("lanes");
        self.part_with(keys, dst, Held::Known(u64::from(!adds)));
        let others = self.b.ins().band_not(mask, keys);
        self.go_on_with(others);
        let strangers = self.help(Helper::LookStrangers, &[row, others]).expect("lanes");
        // Those would come in, which is more than looking.
        if !adds {
            self.part_with(strangers, dst, Held::Known(0));
        }
        let others = self.b.ins().band_not(others, strangers);
        self.go_on_with(others);
    }
}
