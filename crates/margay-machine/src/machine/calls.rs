//! Calls, returns and exceptions.

use super::{Machine, Pending};
use crate::code::Target;
use crate::code::op::{NO_REG, Op, Pc, Reg};
use crate::core::{Frame, NO_FRAME};
use crate::domain::Domain;
use crate::memory::Ref;
use crate::outcome::{Event, Outcome, Refusal};
use crate::platform::{Abrupt, Body, Fault, Platform, Raise};
use margay_ir::{ClassId, MethodId};

/// Depth kept free for exceptions and class initializers.
const HEADROOM: u32 = 256;

/// Arguments of a call that need no room of their own.
const FEW: usize = 8;

/// What the interpreter does after a slow operation: `None` to go on at `core.pc`.
pub(super) type Stop<D> = Option<Event<<D as Domain>::Value>>;

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// What runs when a method is called, decoded if necessary.
    pub(super) fn target_of(&mut self, method: MethodId) -> Result<Target, String> {
        if let Some(target) = self.core.code.target_of(method) {
            return Ok(target);
        }
        match self.platform.body(&mut self.core.world, method)? {
            Body::Code(function) => {
                let traced = self.platform.is_watched(&self.core.world, method);
                let function = self.core.code.decode(&function, traced)?;
                let function = match self.platform.is_decided(&self.core.world, method) {
                    true => self.decision_stub(method, function),
                    false => function,
                };
                Ok(Target::Function(function))
            }
            Body::Intrinsic(intrinsic) => Ok(Target::Intrinsic(intrinsic)),
            Body::Accelerated(intrinsic) => Ok(self.core.code.accelerate(method, intrinsic)),
            Body::Instead(other) => {
                let found = self.resolve_method(other).map_err(|fault| format!("{fault:?}"))?;
                self.target_of(found)
            }
        }
    }

    /// Glue that calls a method and returns its result.
    pub(super) fn entry_stub(&mut self, method: MethodId, target: Target, args: usize) -> u32 {
        if let Some(stub) = self.entry_stubs.get(&(method, args)) {
            return *stub;
        }
        let count = u16::try_from(args).expect("at most 255 arguments");
        let site = self.core.code.add_site((0..count).collect());
        let declared = self.core.world.method(method);
        let dst = if declared.result.is_some() { count } else { NO_REG };
        self.core.code.sites[site as usize].cached = target;
        self.core.code.sites[site as usize].method = Some(method);
        let call = match target {
            _ if declared.is_static() => Op::CallInit { dst, class: declared.class.as_u32(), site },
            Target::Function(function) => Op::Call { dst, function, site },
            Target::Intrinsic(intrinsic) => Op::CallIntrinsic { dst, intrinsic, site },
            Target::Accelerated(_) => Op::CallTarget { dst, site },
        };
        let end = if dst == NO_REG { Op::ReturnVoid } else { Op::Return { src: dst } };
        let stub = self.core.code.add_stub(method, count + 1, &[call, end], None);
        self.entry_stubs.insert((method, args), stub);
        stub
    }

    /// Enters a function: a new innermost frame; its arguments are to be filled in.
    pub(super) fn push_frame(
        &mut self,
        function: u32,
        caller: u32,
        call_pc: Pc,
        return_pc: Pc,
        dst: Reg,
    ) {
        let callee = &self.core.code.functions[function as usize];
        let (entry, size) = (callee.entry, u32::from(callee.registers));
        // Glue that asks before a call is none of the program's: the stack has room for as many calls without it.
        let deeper = u32::from(!matches!(self.core.code.ops[entry as usize], Op::Ask));
        let depth = self.core.frames.last().map_or(0, |f| f.depth + deeper);
        let base = self.top;
        self.core.frames.push(Frame { function, base, caller, call_pc, return_pc, depth, dst });
        self.base = base;
        self.top = base + size;
        self.core.pc = entry;
        self.reserve_registers(self.top as usize);
    }

    /// Calls a target from the operation at `core.pc`, which returns to `return_pc`.
    pub(super) fn call(
        &mut self,
        target: Target,
        args: &[D::Value],
        dst: Reg,
        return_pc: Pc,
    ) -> Stop<D> {
        match target {
            Target::Intrinsic(intrinsic) => self.call_intrinsic(intrinsic, args, dst, return_pc),
            Target::Accelerated(index) => self.call_accelerated(index, args, dst, return_pc),
            Target::Function(function) => {
                let frames = self.core.frames.len();
                let depth = self.core.frames[frames - 1].depth;
                if depth >= self.core.limits.depth {
                    return self.fault(&Fault::StackOverflow);
                }
                let call_pc = self.core.pc;
                self.push_frame(function, (frames - 1) as u32, call_pc, return_pc, dst);
                let base = self.base as usize;
                self.core.registers[base..base + args.len()].copy_from_slice(args);
                None
            }
        }
    }

    pub(super) fn call_intrinsic(
        &mut self,
        intrinsic: u32,
        args: &[D::Value],
        dst: Reg,
        return_pc: Pc,
    ) -> Stop<D> {
        match self.platform.intrinsic(&mut self.core, intrinsic, args) {
            Ok(value) => {
                if let Some(value) = value {
                    let value = self.made(value, args);
                    self.set_register(dst, value);
                }
                self.core.pc = return_pc;
                None
            }
            Err(abrupt) => {
                if D::FLOWS
                    && matches!(abrupt, Abrupt::Throw(_) | Abrupt::Raise(_) | Abrupt::Fault(_))
                {
                    self.core.domain.thrown(args);
                }
                self.abrupt(abrupt, dst, return_pc)
            }
        }
    }

    fn call_accelerated(
        &mut self,
        index: u32,
        args: &[D::Value],
        dst: Reg,
        return_pc: Pc,
    ) -> Stop<D> {
        let accelerated = self.core.code.accelerated[index as usize];
        match self.platform.intrinsic(&mut self.core, accelerated.intrinsic, args) {
            Ok(value) => {
                if self.core.initializing == 0 {
                    self.core.meter.take_shortcut();
                }
                if let Some(value) = value {
                    let value = self.made(value, args);
                    self.set_register(dst, value);
                }
                self.core.pc = return_pc;
                None
            }
            Err(Abrupt::Own) => match self.own_function(index) {
                Ok(function) => self.call(Target::Function(function), args, dst, return_pc),
                Err(reason) => self.refuse(reason),
            },
            Err(abrupt) => self.abrupt(abrupt, dst, return_pc),
        }
    }

    pub(super) fn own_function(&mut self, index: u32) -> Result<u32, String> {
        let accelerated = self.core.code.accelerated[index as usize];
        if let Some(function) = accelerated.function {
            return Ok(function);
        }
        let code = self.platform.own_code(&mut self.core.world, accelerated.method)?;
        let traced = self.platform.is_watched(&self.core.world, accelerated.method);
        let function = self.core.code.decode(&code, traced)?;
        self.core.code.accelerated[index as usize].function = Some(function);
        Ok(function)
    }

    /// Goes on after an operation of the platform did not end with a value.
    pub(super) fn abrupt(&mut self, abrupt: Abrupt<D::Value>, dst: Reg, return_pc: Pc) -> Stop<D> {
        match abrupt {
            Abrupt::Throw(exception) => self.throw(exception),
            Abrupt::Raise(raise) => {
                self.pause_meter();
                self.raise(raise)
            }
            Abrupt::Fault(fault) => self.fault(&fault),
            Abrupt::Call(method, args) => match self.target_of(method) {
                Ok(target) => self.call(target, &args, dst, return_pc),
                Err(reason) => self.refuse(reason),
            },
            Abrupt::Own => self.refuse("an intrinsic without code of its own".into()),
            Abrupt::Initialize(class) => self.initialize(class),
            Abrupt::Undecided(cell) => self.await_cell(cell),
            Abrupt::Wanted(want) => self.want(want),
            Abrupt::Choose { low, count: 1 } => {
                self.set_register(dst, D::constant(u64::from(low as u32)));
                self.core.pc = return_pc;
                None
            }
            Abrupt::Choose { low, count } => {
                self.core.pc = return_pc;
                self.pending = Some(Pending::Integer { dst, low, count });
                Some(Event::Choice(count))
            }
            Abrupt::Reject => Some(Event::Done(Outcome::Rejected)),
            Abrupt::Fail(message) => Some(Event::Done(Outcome::Failed(message))),
            Abrupt::Exit(code) => Some(Event::Done(Outcome::Exited(code))),
            Abrupt::Refuse(reason) => self.refuse(reason),
        }
    }

    pub(super) fn refuse(&mut self, reason: String) -> Stop<D> {
        let stack = self.core.stack().collect();
        Some(Event::Done(Outcome::Refused(Refusal { reason, stack })))
    }

    /// Stops at a branch the domain cannot decide.
    pub(super) fn undecided(&mut self, no: Pc, yes: Pc) -> Stop<D> {
        self.pending = Some(Pending::Branch { no, yes });
        Some(Event::Choice(2))
    }

    /// Stops until a cell is decided; then the operation at `core.pc` runs again.
    pub(super) fn await_cell(&mut self, cell: u32) -> Stop<D> {
        self.note_question();
        self.pending = Some(Pending::Again);
        Some(Event::Undecided(cell))
    }

    // ---- returning ----

    /// Leaves the innermost frame with a result.
    pub(super) fn leave(&mut self, result: Option<D::Value>) -> Stop<D> {
        let frame = self.core.frames.pop().expect("a frame returns");
        if frame.caller == NO_FRAME {
            return Some(Event::Done(Outcome::Returned(result)));
        }
        self.reenter(&frame);
        self.core.pc = frame.return_pc;
        if D::FLOWS {
            let depth = self.core.depth();
            self.core.domain.left(depth);
        }
        if let Some(value) = result {
            self.set_register(frame.dst, value);
        }
        None
    }

    /// Makes the caller of a frame that was popped the current one. A caller that belongs to a
    /// checkpoint is copied first.
    fn reenter(&mut self, callee: &Frame) {
        let caller = self.core.frames[callee.caller as usize];
        if self.core.frames.len() > self.protected_frames {
            self.base = caller.base;
            self.top = callee.base;
        } else {
            self.copy_frame(caller);
        }
    }

    // ---- exceptions ----

    /// Throws an exception at `core.pc`: finds the innermost handler.
    pub(super) fn throw(&mut self, exception: Ref) -> Stop<D> {
        let value = D::constant(u64::from(exception));
        loop {
            if let Some((handler, register)) = self.core.code.handler(self.core.pc) {
                if D::FLOWS
                    && let Some(joins) = &self.core.code.joins
                {
                    let depth = self.core.frames.last().map_or(0, |frame| frame.depth);
                    self.core.domain.caught(depth, joins);
                }
                self.set_register(register, value);
                self.core.pc = handler;
                return None;
            }
            let frame = self.core.frames.pop().expect("an exception has a frame");
            if frame.caller == NO_FRAME {
                return Some(Event::Done(Outcome::Threw(exception)));
            }
            self.reenter(&frame);
            self.core.pc = frame.call_pc;
        }
    }

    pub(super) fn fault(&mut self, fault: &Fault) -> Stop<D> {
        self.pause_meter();
        let raise = self.platform.fault(&mut self.core, fault);
        self.raise(raise)
    }

    /// What comes until the call in progress goes on is done by the runtime, for an exception of its own.
    pub(super) fn pause_meter(&mut self) {
        let (depth, near) = (self.core.depth(), self.core.memory.used());
        self.core.meter.pause(depth, near);
    }

    /// Makes an exception and throws it, through glue that first runs its constructor.
    pub(super) fn raise(&mut self, raise: Raise<D::Value>) -> Stop<D> {
        let made = match self.make_exception(&raise) {
            Ok(made) => made,
            Err(stop) => return stop,
        };
        let (object, constructor) = made;
        let args = raise.args.len() + 1;
        let stub = match self.raise_stubs.get(&(constructor, args)) {
            Some(stub) => *stub,
            None => match self.raise_stub(constructor, args) {
                Ok(stub) => stub,
                Err(reason) => return self.refuse(reason),
            },
        };
        let (caller, pc) = (self.core.frames.len() as u32 - 1, self.core.pc);
        self.push_frame(stub, caller, pc, pc, NO_REG);
        self.give_headroom();
        let base = self.base as usize;
        self.core.registers[base] = D::constant(u64::from(object));
        self.core.registers[base + 1..base + args].copy_from_slice(&raise.args);
        None
    }

    /// Lets the glue frame just pushed call code even when the stack is full: exceptions and
    /// class initializers must be able to run. Each class is initialised once and exceptions do
    /// not nest in their own construction, so this stays bounded.
    pub(super) fn give_headroom(&mut self) {
        let full = self.core.limits.depth.saturating_sub(HEADROOM);
        let frame = self.core.frames.last_mut().expect("a frame was pushed");
        frame.depth = frame.depth.min(full);
    }

    fn raise_stub(&mut self, constructor: MethodId, args: usize) -> Result<u32, String> {
        let count = u16::try_from(args).expect("few arguments");
        let Target::Function(function) = self.target_of(constructor)? else {
            return Err("an exception's constructor is native".into());
        };
        let site = self.core.code.add_site((0..count).collect());
        let ops = [Op::Call { dst: NO_REG, function, site }, Op::Throw { src: 0 }];
        let stub = self.core.code.add_stub(constructor, count, &ops, None);
        self.raise_stubs.insert((constructor, args), stub);
        Ok(stub)
    }

    /// Allocates an exception of a class that is ready, or makes the class ready first (then the
    /// operation at `core.pc` runs again).
    pub(super) fn make_exception(
        &mut self,
        raise: &Raise<D::Value>,
    ) -> Result<(Ref, MethodId), Stop<D>> {
        let class = raise.class;
        if let Err(fault) = self.load(class) {
            return Err(self.refuse(format!("cannot raise an exception: {fault:?}")));
        }
        if !self.core.memory.is_ready(class) {
            return Err(self.initialize(class));
        }
        let constructor = match self.resolve_method(raise.constructor) {
            Ok(constructor) => constructor,
            Err(fault) => return Err(self.refuse(format!("cannot raise an exception: {fault:?}"))),
        };
        match self.allocate_reserved(class) {
            Some(object) => Ok((object, constructor)),
            None => Err(self.refuse("the heap has no room for an OutOfMemoryError".into())),
        }
    }

    /// Allocates an exception object; there is always room for a few of them.
    fn allocate_reserved(&mut self, class: ClassId) -> Option<Ref> {
        let cells = self.core.world.loaded(class).cells;
        self.core.memory.allocate_reserved(class, cells).ok()
    }

    /// Does something with the values of a call site's arguments.
    #[inline(always)]
    pub(super) fn with_args(
        &mut self,
        site: u32,
        then: impl FnOnce(&mut Self, &[D::Value]) -> Stop<D>,
    ) -> Stop<D> {
        let args = &self.core.code.sites[site as usize].args;
        let frame = &self.core.registers[self.base as usize..];
        let (mut few, many);
        let values = if args.len() <= FEW {
            few = [D::constant(0); FEW];
            for (value, arg) in few.iter_mut().zip(args) {
                *value = frame[usize::from(*arg)];
            }
            &few[..args.len()]
        } else {
            many = args.iter().map(|arg| frame[usize::from(*arg)]).collect::<Vec<_>>();
            &many
        };
        then(self, values)
    }
}
