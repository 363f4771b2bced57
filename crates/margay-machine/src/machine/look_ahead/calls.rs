//! Calls and returns of an attempt.

use super::{Attempt, Held};
use crate::code::op::{NO_PC, Op, Pc, Reg};
use crate::code::semantics::Callee;
use crate::code::{Target, looked};
use crate::container::Taken;
use crate::core::{Core, NO_FRAME};
use crate::domain::Domain;
use crate::lanes::{Lanes, of as lanes};
use crate::machine::Machine;
use crate::machine::slow::as_ref;
use crate::memory::Ref;
use crate::platform::{Peek, Platform};
use margay_ir::ClassId;

/// Calls nested while looking ahead.
pub(super) const DEPTH: usize = 16;

/// Where a scratch frame returns to.
#[derive(Clone, Copy)]
pub(super) struct Call {
    base: usize,
    return_pc: Pc,
    dst: Reg,
}

/// Where a call goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Target(Target),
    /// The receiver is null.
    Null(Pc),
    Unknown,
}

/// Most arguments of an operation of the platform that is looked at.
const ARGS: usize = 8;

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    // One function with all it takes: a call is no time to enter three.
    #[inline(never)]
    pub(super) fn call_site(&mut self, dst: Reg, callee: Callee, site: u32) {
        let core = &self.machine.core;
        let call = &core.code.sites[site as usize];
        let way = match callee {
            Callee::Function(function) => Way::Target(Target::Function(function)),
            Callee::Intrinsic(number) => Way::Target(Target::Intrinsic(number)),
            Callee::Ready(class) if !core.memory.is_ready(class) => Way::Unknown,
            Callee::Ready(_) | Callee::Site => Way::Target(call.cached),
            Callee::NonNull(function) => {
                let (receiver, null) = (call.args[0], call.null);
                self.agree(receiver, |_, receiver| match receiver {
                    0 => Way::Null(null),
                    _ => Way::Target(Target::Function(function)),
                })
            }
            Callee::Virtual => {
                let receiver = call.args[0];
                if call.shortcut.is_some() && self.takes_shortcut(dst, site) {
                    return;
                }
                self.agree(receiver, |machine, receiver| Self::selected(machine, site, receiver))
            }
        };
        match way {
            Way::Target(Target::Function(function)) => self.enter(function, dst, site),
            Way::Target(target) => self.operate(target, dst, site),
            Way::Null(pc) => {
                self.note(looked::JUMPED);
                self.at.pc = pc;
            }
            Way::Unknown => self.give_up(),
        }
    }

    /// Where a call goes that depends on its receiver. Lanes that go elsewhere than the first one
    /// are put aside, to do this call again.
    fn agree(&mut self, receiver: Reg, callee: impl Fn(&mut Machine<D, P>, Ref) -> Way) -> Way {
        let at = match self.held(receiver) {
            Held::Same(receiver) => return callee(self.machine, as_ref::<D>(receiver)),
            Held::Lanes(at) => at as usize,
        };
        let mut first = None;
        let mut agree = 0;
        for lane in lanes(self.at.mask) {
            let receiver = as_ref::<D>(self.machine.room.lanes[at + lane]);
            let callee = callee(self.machine, receiver);
            agree |= u64::from(*first.get_or_insert(callee) == callee) << lane;
        }
        let others = self.at.mask & !agree;
        if others != 0 {
            self.put_aside(self.at.pc, others);
            self.at.mask &= agree;
        }
        first.unwrap_or(Way::Unknown)
    }

    /// What a virtual call runs.
    #[inline]
    fn selected(machine: &mut Machine<D, P>, site: u32, receiver: Ref) -> Way {
        let core = &machine.core;
        let call = &core.code.sites[site as usize];
        let class = core.memory.class_of(receiver);
        match receiver {
            0 if call.null == NO_PC => Way::Unknown,
            0 => Way::Null(call.null),
            _ if call.cached_class == class.as_u32() => Way::Target(call.cached),
            _ => Self::select(machine, site, class),
        }
    }

    /// The site remembers it, unless it was run with another class: calls that are always decided ahead
    /// are not run before the end.
    #[cold]
    fn select(machine: &mut Machine<D, P>, site: u32, class: ClassId) -> Way {
        let method = machine.core.code.sites[site as usize].method;
        let method = method.and_then(|method| machine.core.world.select(class, method));
        let Some(target) = method.and_then(|method| machine.target_of(method).ok()) else {
            return Way::Unknown;
        };
        if machine.core.code.sites[site as usize].cached_class == u32::MAX {
            let shortcut = machine.shortcut_of(target, class);
            machine.core.code.sites[site as usize].cache(class, target, shortcut);
        }
        Way::Target(target)
    }

    /// Enters a function, once for all lanes that are here.
    fn enter(&mut self, function: u32, dst: Reg, site: u32) {
        if self.machine.room.calls.len() >= DEPTH {
            return self.give_up();
        }
        self.note(looked::ENTERED);
        let code = &self.machine.core.code;
        let callee = &code.functions[function as usize];
        let (caller, base) = (self.at.base, self.at.top);
        let top = base + usize::from(callee.registers);
        self.machine.room.reserve(top, Held::Same(D::constant(0)));
        for (index, arg) in code.sites[site as usize].args.iter().enumerate() {
            self.machine.room.registers[base + index] =
                self.machine.room.registers[caller + usize::from(*arg)];
        }
        self.machine.room.calls.push(Call { base: caller, return_pc: self.at.pc + 1, dst });
        (self.at.base, self.at.top, self.at.pc) = (base, top, callee.entry);
    }

    /// Asks the container of the receiver what an operation would give; false if that takes more.
    #[inline]
    fn takes_shortcut(&mut self, dst: Reg, site: u32) -> bool {
        let Core { code, memory, .. } = &self.machine.core;
        let call = &code.sites[site as usize];
        let Held::Same(receiver) = self.held(call.args[0]) else { return false };
        let receiver = as_ref::<D>(receiver);
        if receiver == 0 || memory.class_of(receiver).as_u32() != call.cached_class {
            return false;
        }
        let element = call.args.get(1).and_then(|arg| match self.held(*arg) {
            Held::Same(element) => Some(element),
            Held::Lanes(_) => None,
        });
        match call.shortcut.and_then(|shortcut| shortcut.peek(memory, receiver, element)) {
            Some(Taken::Value(bits)) => {
                self.note(looked::WENT_ON);
                self.put(dst, Held::Same(D::constant(bits)));
                self.next();
            }
            Some(Taken::Nothing | Taken::Unusual) => return false,
            None => self.give_up(),
        }
        true
    }

    // ---- operations of the platform ----

    /// Asks the platform what one of its operations would do.
    #[inline(always)]
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
                let values_at = &before[at..at + self.width];
                let mut lanes =
                    Lanes { mask: self.at.mask, values: values_at, results, same: None };
                match platform.peek_lanes(core, intrinsic, values, place, &mut lanes) {
                    Some(answered) => {
                        let result = lanes.same.map_or(Held::Lanes(fresh as u32), Held::Same);
                        self.answered(answered, dst, result);
                    }
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
                self.note(looked::WENT_ON);
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
                *value = room.row(&held, self.width).at(lane);
            }
            if let Peek::Value(value) = platform.peek(core, intrinsic, values) {
                answered |= 1 << lane;
                room.lanes[fresh + lane] = value.unwrap_or(D::constant(0));
            }
        }
        self.answered(answered, dst, Held::Lanes(fresh as u32));
    }

    /// Goes on with the lanes for which the platform gave a result.
    fn answered(&mut self, answered: u64, dst: Reg, result: Held<D::Value>) {
        self.at.mask &= answered;
        if self.at.mask != 0 {
            self.note(looked::WENT_ON);
        }
        self.put(dst, result);
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
        self.machine.room.reserve(size, Held::Same(D::constant(0)));
        let from = real.base as usize;
        let values = &core.registers[from..from + size];
        for (register, value) in self.machine.room.registers.iter_mut().zip(values) {
            *register = Held::Same(*value);
        }
        (self.at.base, self.at.top, self.at.frame) = (0, size, frame);
    }

    pub(super) fn return_from(&mut self, result: Option<Held<D::Value>>) {
        let mut result = result;
        let (dst, return_pc) = match self.machine.room.calls.pop() {
            Some(call) => {
                (self.at.base, self.at.top) = (call.base, self.at.base);
                (call.dst, call.return_pc)
            }
            None => {
                let mut real = self.machine.core.frames[self.at.frame];
                while real.caller != NO_FRAME {
                    match self.passed_on(real.return_pc, real.dst, result) {
                        Some(passed) => result = Some(passed),
                        None => break,
                    }
                    real = self.machine.core.frames[real.caller as usize];
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

    /// What a caller returns in turn if it does nothing else with a result: then it needs no registers.
    /// It counts as if it had been run.
    #[inline]
    fn passed_on(
        &mut self,
        return_pc: Pc,
        dst: Reg,
        result: Option<Held<D::Value>>,
    ) -> Option<Held<D::Value>> {
        let core = &mut self.machine.core;
        if let Op::Return { src } = core.code.ops[return_pc as usize]
            && src == dst
        {
            self.at.left = self.at.left.checked_sub(1)?;
            return result;
        }
        let Some(Held::Same(value)) = result else { return None };
        let bits = D::known(value)?;
        let returns = &mut self.machine.room.returns;
        let passed = returns.of(&mut core.domain, &core.code, return_pc, dst, bits)?;
        self.at.left = self.at.left.checked_sub(passed.operations)?;
        Some(Held::Same(D::constant(passed.bits)))
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
