//! Calls and returns of an attempt.

use super::{Attempt, Held, ROOM};
use crate::code::Target;
use crate::code::op::{NO_PC, NO_REG, Op, Pc, Reg};
use crate::core::NO_FRAME;
use crate::domain::Domain;
use crate::lanes::{Lanes, of as lanes};
use crate::machine::Machine;
use crate::machine::slow::as_ref;
use crate::memory::Ref;
use crate::platform::{Peek, Platform};
use margay_ir::ClassId;

/// Calls nested while looking ahead.
const DEPTH: usize = 16;

/// Where a scratch frame returns to.
#[derive(Clone, Copy)]
pub(super) struct Call {
    base: usize,
    return_pc: Pc,
    dst: Reg,
}

/// Where a call goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callee {
    Target(Target),
    /// The receiver is null.
    Null(Pc),
    Unknown,
}

/// Most arguments of an operation of the platform that is looked at.
const ARGS: usize = 8;

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    pub(super) fn call(&mut self, op: Op) {
        let (dst, site, callee) = match op {
            Op::Call { dst, function, site } => {
                (dst, site, Callee::Target(Target::Function(function)))
            }
            Op::CallIntrinsic { dst, intrinsic, site } => {
                (dst, site, Callee::Target(Target::Intrinsic(intrinsic)))
            }
            Op::CallTarget { dst, site } => (dst, site, Callee::Target(self.cached(site))),
            Op::CallInit { dst, class, site } => {
                let ready = self.machine.core.memory.is_ready(ClassId::from_u32(class));
                let callee =
                    if ready { Callee::Target(self.cached(site)) } else { Callee::Unknown };
                (dst, site, callee)
            }
            Op::CallOr { dst, site, .. } | Op::CallVirtual { dst, site } => {
                (dst, site, self.dispatch(op, site))
            }
            _ => return self.give_up(),
        };
        match callee {
            Callee::Target(Target::Function(function)) => self.enter(function, dst, site),
            Callee::Target(target) => self.operate(target, dst, site),
            Callee::Null(pc) => self.at.pc = pc,
            Callee::Unknown => self.give_up(),
        }
    }

    fn cached(&self, site: u32) -> Target {
        self.machine.core.code.sites[site as usize].cached
    }

    /// Where a call goes that depends on its receiver. Lanes that go elsewhere than the first one
    /// are put aside, to do this call again.
    fn dispatch(&mut self, op: Op, site: u32) -> Callee {
        let receiver = self.machine.core.code.sites[site as usize].args[0];
        let at = match self.held(receiver) {
            Held::Same(receiver) => return self.callee(op, as_ref::<D>(receiver)),
            Held::Lanes(at) => at as usize,
        };
        let mut first = None;
        let mut agree = 0;
        for lane in lanes(self.at.mask) {
            let callee = self.callee(op, as_ref::<D>(self.machine.room.lanes[at + lane]));
            agree |= u64::from(*first.get_or_insert(callee) == callee) << lane;
        }
        let others = self.at.mask & !agree;
        if others != 0 {
            self.put_aside(self.at.pc, others);
            self.at.mask = agree;
        }
        first.unwrap_or(Callee::Unknown)
    }

    fn callee(&mut self, op: Op, receiver: Ref) -> Callee {
        let core = &self.machine.core;
        match op {
            Op::CallOr { site, .. } if receiver == 0 => {
                Callee::Null(core.code.sites[site as usize].null)
            }
            Op::CallOr { function, .. } => Callee::Target(Target::Function(function)),
            Op::CallVirtual { site, .. } => {
                let call = &core.code.sites[site as usize];
                if receiver == 0 {
                    return if call.null == NO_PC {
                        Callee::Unknown
                    } else {
                        Callee::Null(call.null)
                    };
                }
                let class = core.memory.class_of(receiver);
                if call.cached_class == class.as_u32() {
                    return Callee::Target(call.cached);
                }
                let method = call.method.and_then(|method| core.world.select(class, method));
                let target = method.and_then(|method| self.machine.target_of(method).ok());
                target.map_or(Callee::Unknown, Callee::Target)
            }
            _ => Callee::Unknown,
        }
    }

    /// Enters a function, once for all lanes that are here.
    fn enter(&mut self, function: u32, dst: Reg, site: u32) {
        let code = &self.machine.core.code;
        let callee = &code.functions[function as usize];
        let (caller, base) = (self.at.base, self.at.top);
        let top = base + usize::from(callee.registers);
        if self.machine.room.calls.len() >= DEPTH || top > ROOM {
            return self.give_up();
        }
        for (index, arg) in code.sites[site as usize].args.iter().enumerate() {
            self.machine.room.registers[base + index] =
                self.machine.room.registers[caller + usize::from(*arg)];
        }
        self.machine.room.calls.push(Call { base: caller, return_pc: self.at.pc + 1, dst });
        (self.at.base, self.at.top, self.at.pc) = (base, top, callee.entry);
    }

    // ---- operations of the platform ----

    /// Asks the platform what one of its operations would do.
    fn operate(&mut self, target: Target, dst: Reg, site: u32) {
        let intrinsic = match target {
            Target::Accelerated(index) => {
                self.machine.core.code.accelerated[index as usize].intrinsic
            }
            Target::Intrinsic(number) | Target::Function(number) => number,
        };
        let args = &self.machine.core.code.sites[site as usize].args;
        let mut values = [D::constant(0); ARGS];
        let Some(values) = values.get_mut(..args.len()) else { return self.give_up() };
        let (mut varying, mut several) = (None, false);
        for (place, arg) in args.iter().enumerate() {
            match self.held(*arg) {
                Held::Same(value) => values[place] = value,
                Held::Lanes(at) => {
                    several |= varying.is_some();
                    varying = Some((place, at as usize));
                }
            }
        }
        match varying {
            None => self.peek(target, intrinsic, values, dst, site),
            Some((place, at)) if !several => {
                let fresh = self.new_lanes();
                let Machine { room, core, platform, .. } = &mut *self.machine;
                let (before, results) = room.lanes.split_at_mut(fresh);
                let mut lanes = Lanes { mask: self.at.mask, values: &before[at..], results };
                match platform.peek_lanes(core, intrinsic, values, place, &mut lanes) {
                    Some(answered) => self.answered(answered, dst, fresh),
                    None => self.enter_own(target, dst, site),
                }
            }
            Some(_) => self.peek_each(intrinsic, values, dst, site),
        }
    }

    fn peek(&mut self, target: Target, intrinsic: u32, args: &[D::Value], dst: Reg, site: u32) {
        let machine = &mut *self.machine;
        match machine.platform.peek(&mut machine.core, intrinsic, args) {
            Peek::Value(value) => {
                if let Some(value) = value {
                    self.put(dst, Held::Same(value));
                }
                self.next();
            }
            Peek::Own => self.enter_own(target, dst, site),
            Peek::Effect => self.give_up(),
        }
    }

    /// The same for several arguments that vary.
    fn peek_each(&mut self, intrinsic: u32, values: &mut [D::Value], dst: Reg, site: u32) {
        let fresh = self.new_lanes();
        let mut answered = 0;
        for lane in lanes(self.at.mask) {
            let Machine { room, core, platform, .. } = &mut *self.machine;
            for (value, arg) in values.iter_mut().zip(&core.code.sites[site as usize].args) {
                let held = room.registers[self.at.base + usize::from(*arg)];
                *value = room.row(held, self.width).at(lane);
            }
            if let Peek::Value(value) = platform.peek(core, intrinsic, values) {
                answered |= 1 << lane;
                room.lanes[fresh + lane] = value.unwrap_or(D::constant(0));
            }
        }
        self.answered(answered, dst, fresh);
    }

    /// Goes on with the lanes for which the platform gave a result.
    fn answered(&mut self, answered: u64, dst: Reg, results: usize) {
        self.at.mask &= answered;
        let values = &self.machine.room.lanes[results..results + self.width];
        let mut present = lanes(self.at.mask).map(|lane| values[lane]);
        let held = match present.next() {
            Some(first) if present.all(|value| value == first) => Held::Same(first),
            _ => Held::Lanes(results as u32),
        };
        self.put(dst, held);
        self.next();
    }

    /// Enters the code of a method that the platform leaves the work to.
    fn enter_own(&mut self, target: Target, dst: Reg, site: u32) {
        let Target::Accelerated(index) = target else { return self.give_up() };
        match self.machine.own_function(index) {
            Ok(function) => self.enter(function, dst, site),
            Err(_) => self.give_up(),
        }
    }

    // ---- returning ----

    /// Takes over the registers of a real frame.
    pub(super) fn copy_frame(&mut self, frame: usize) {
        let core = &self.machine.core;
        let real = core.frames[frame];
        let size = usize::from(core.code.functions[real.function as usize].registers);
        if size > ROOM {
            return self.give_up();
        }
        let from = real.base as usize;
        let values = &core.registers[from..from + size];
        for (register, value) in self.machine.room.registers.iter_mut().zip(values) {
            *register = Held::Same(*value);
        }
        (self.at.base, self.at.top, self.at.frame) = (0, size, frame);
    }

    pub(super) fn leave(&mut self, result: Option<Held<D::Value>>) {
        let (dst, return_pc) = match self.machine.room.calls.pop() {
            Some(call) => {
                (self.at.base, self.at.top) = (call.base, self.at.base);
                (call.dst, call.return_pc)
            }
            None => {
                let frames = &self.machine.core.frames;
                let mut real = frames[self.at.frame];
                while real.caller != NO_FRAME && self.passes_on(real.return_pc, real.dst) {
                    real = frames[real.caller as usize];
                }
                if real.caller == NO_FRAME {
                    return self.finish(result);
                }
                self.copy_frame(real.caller as usize);
                (real.dst, real.return_pc)
            }
        };
        if let Some(result) = result {
            self.put(dst, result);
        }
        self.at.pc = return_pc;
    }

    /// Whether a caller does nothing with the result but return it: then it needs no registers.
    fn passes_on(&self, return_pc: Pc, result: Reg) -> bool {
        matches!(self.machine.core.code.ops[return_pc as usize],
            Op::Return { src } if src == result && result != NO_REG)
    }

    /// The lanes that are here have come to the end.
    fn finish(&mut self, result: Option<Held<D::Value>>) {
        let mask = std::mem::take(&mut self.at.mask);
        match result {
            Some(Held::Same(value)) => self.found_for(mask, value),
            Some(Held::Lanes(at)) => {
                for lane in lanes(mask) {
                    self.found_for(1 << lane, self.machine.room.lanes[at as usize + lane]);
                }
            }
            None => {}
        }
    }

    fn found_for(&mut self, mask: u64, value: D::Value) {
        match D::known(value) {
            Some(0) => self.found.zero |= mask,
            Some(_) => self.found.other |= mask,
            None => {}
        }
    }
}
