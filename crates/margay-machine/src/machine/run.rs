//! The interpreter's loop.
//!
//! [`Run`] is the machine's engine: one frame in execution, with what an operation needs at hand
//! taken out of the machine. The registers of the frame are seen through a window of fixed size, so
//! that a register number needs no bounds check; a call or return only moves the window. Place and
//! steps are values of the loop. All of it is inlined into one function that calls almost nothing,
//! so that these stay in registers of the processor.
//!
//! What does not go the short way leaves the loop with `core.pc` at the operation, the machine does
//! it as a whole ([`slow`](super::slow)), and the loop begins anew: an exit names little but the
//! operation. Exits that are written out at each operation, with a way back into the middle,
//! were tried before: the loop was 500 lines, and fetching an operation took 18 instructions.

mod calls;
mod flows;
mod statics;

use super::Machine;
use super::slow::{is_null, narrow};
use crate::code::Code;
use crate::code::op::{Op, Pc, Reg};
use crate::code::semantics::perform;
use crate::code::semantics::{Access, Callee, Compute, Did, Engine, Operand, Store, Test, View};
use crate::core::{Frame, Limits, WINDOW};
use crate::domain::Domain;
use crate::memory::{Memory, Ref};
use crate::meter::Meter;
use crate::outcome::Event;
use crate::platform::Platform;
use margay_ir::{ClassId, World};

/// How the loop goes on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// With the operation at `pc`.
    Next,
    /// In another frame.
    Moved,
    Pause,
    /// The machine must do the operation.
    Slow,
    /// It must return, or call what a site selects, or has selected before for this class. Searches,
    /// whose frames belong to checkpoints and whose predicates use containers, do so every few
    /// operations: no second dispatch for these, no second look at the receiver.
    // A payload would keep the compiler from going straight from an operation to its way on.
    Leave,
    Select,
    Cached,
    /// Compiled code goes on.
    Compiled,
}

/// The part of a machine that runs frames, but for their registers.
struct Parts<'m, D: Domain> {
    domain: &'m mut D,
    memory: &'m mut Memory<D>,
    world: &'m World,
    code: &'m Code,
    ops: &'m [Op],
    frames: &'m mut Vec<Frame>,
    trace: &'m mut Vec<u32>,
    entered: &'m mut Vec<bool>,
    initializing: &'m u32,
    meter: &'m mut Meter,
    base: &'m mut u32,
    top: &'m mut u32,
    /// End of all registers.
    end: usize,
    /// Frames that belong to checkpoints.
    protected: &'m usize,
    limits: &'m Limits,
    pause_at: u64,
    /// Whether operations on containers are done here: compiled code, to compare with, leaves them.
    shortcuts: bool,
    /// The operation after the one at work.
    pc: Pc,
    /// Operations since the last jump are counted by their distance from here.
    counted: Pc,
    steps: u64,
}

/// The engine: one frame in execution.
struct Run<'f, 'm, D: Domain> {
    parts: &'f mut Parts<'m, D>,
    /// Registers of other frames, below those of this one.
    below: &'f mut [D::Value],
    window: &'f mut [D::Value; WINDOW],
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Runs until something happens.
    pub(super) fn run(&mut self) -> Event<D::Value> {
        loop {
            let flow = match self.core.code.is_compiled_at(self.core.pc) {
                true => self.run_compiled(),
                false => self.run_frames::<false>(u64::MAX),
            };
            if let Some(event) = self.difference() {
                return event;
            }
            match flow {
                Flow::Next => continue,
                Flow::Pause if self.is_sample() => {
                    self.sample();
                    continue;
                }
                Flow::Pause => return Event::Pause,
                _ => self.core.pc -= 1,
            }
            if let Flow::Compiled = flow {
                self.core.steps -= 1;
                continue;
            }
            let op = &self.core.code.ops[self.core.pc as usize];
            let stop = match (flow, op) {
                (Flow::Leave, Op::Return { src }) => {
                    let value = self.core.domain.returned(self.register(*src));
                    self.leave(Some(value))
                }
                (Flow::Leave, _) => self.leave(None),
                (Flow::Select, _) => self.select_here(),
                (Flow::Cached, &Op::CallVirtual { dst, site }) => self.call_cached(dst, site),
                _ => self.slow(),
            };
            if let Some(event) = stop {
                return event;
            }
        }
    }

    /// Calls what a class has that was not met at the site of the operation at `core.pc`.
    pub(super) fn select_here(&mut self) -> super::calls::Stop<D> {
        match self.core.code.ops[self.core.pc as usize] {
            Op::CallVirtual { dst, site } => self.call_selected(dst, site),
            op => unreachable!("{op:?} selects nothing"),
        }
    }

    /// Runs until the machine is needed as a whole; to compare compiled code with, the operations
    /// themselves and until so many steps were done.
    #[inline(always)]
    pub(super) fn run_frames<const STOPS: bool>(&mut self, stop_at: u64) -> Flow {
        self.core.code.follow_ops();
        let core = &mut self.core;
        let registers = &mut *core.registers;
        let mut parts = Parts {
            domain: &mut core.domain,
            memory: &mut core.memory,
            world: &core.world,
            code: &core.code,
            ops: if STOPS { &core.code.ops } else { core.code.met() },
            frames: &mut core.frames,
            trace: &mut core.trace,
            entered: &mut core.entered,
            initializing: &core.initializing,
            meter: &mut core.meter,
            base: &mut self.base,
            top: &mut self.top,
            end: registers.len(),
            protected: &self.protected_frames,
            limits: &core.limits,
            // Compiled code looks at fewer places whether it should pause.
            pause_at: if STOPS { u64::MAX } else { self.hot.pause_before(self.pause_at) },
            shortcuts: !STOPS,
            pc: core.pc,
            counted: core.pc,
            steps: core.steps,
        };
        let flow = loop {
            let (below, above) = registers.split_at_mut(*parts.base as usize);
            let window = &mut above[..WINDOW];
            let window = window.try_into().expect("registers reach past the window");
            match (Run { parts: &mut parts, below, window }).go::<STOPS>(stop_at) {
                Flow::Moved => {}
                flow => break flow,
            }
        };
        core.pc = parts.pc;
        core.steps = parts.steps + u64::from(parts.pc - parts.counted);
        flow
    }
}

impl<D: Domain> Run<'_, '_, D> {
    /// Does operations of this frame.
    #[inline(always)]
    fn go<const STOPS: bool>(&mut self, stop_at: u64) -> Flow {
        let ops = self.parts.ops;
        loop {
            if STOPS && self.parts.steps + u64::from(self.parts.pc - self.parts.counted) >= stop_at
            {
                return Flow::Next;
            }
            let op = &ops[self.parts.pc as usize];
            self.parts.pc += 1;
            match perform(self, op) {
                Flow::Next => {}
                flow => return flow,
            }
        }
    }

    #[inline(always)]
    fn register(&self, reg: Reg) -> D::Value {
        self.window[usize::from(reg)]
    }

    #[inline(always)]
    fn value(&self, operand: Operand) -> D::Value {
        match operand {
            Operand::Reg(reg) => self.register(reg),
            Operand::Bits(bits) => D::constant(bits),
            Operand::Wide(index) => D::constant(self.parts.code.wide[index as usize]),
        }
    }

    #[inline(always)]
    fn set(&mut self, dst: Reg, value: D::Value) -> Flow {
        self.window[usize::from(dst)] = value;
        Flow::Next
    }

    /// Goes on elsewhere; the operations up to here are counted.
    #[inline(always)]
    fn arrive(&mut self, target: Pc) {
        self.parts.steps += u64::from(self.parts.pc - self.parts.counted);
        self.parts.pc = target;
        self.parts.counted = target;
    }

    /// Tells the domain which operation is at work, if it wants to know.
    #[inline(always)]
    fn tell_place(&mut self) {
        if D::FLOWS {
            self.parts.domain.at(self.parts.pc - 1);
        }
    }

    /// Goes on as memory says.
    #[inline(always)]
    fn follow(&mut self, dst: Reg, did: Result<Did<D::Value>, Refused>) -> Flow {
        match did {
            Ok(Did::Value(value)) => self.set(dst, value),
            Ok(Did::Next) => Flow::Next,
            Ok(Did::Jump(target)) => self.jump(target),
            Err(Refused) => Flow::Slow,
        }
    }
}

impl<D: Domain> Engine for Run<'_, '_, D> {
    type Flow = Flow;

    #[inline(always)]
    fn copy(&mut self, dst: Reg, from: Operand) -> Flow {
        let mut value = self.value(from);
        if D::FLOWS {
            value = self.parts.domain.moved(value);
        }
        self.set(dst, value)
    }

    #[inline(always)]
    fn compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) -> Flow {
        let (a, b) = (self.value(a), self.value(b));
        self.tell_place();
        match what.apply(self.parts.domain, a, b) {
            Some(value) => self.set(dst, value),
            None => Flow::Slow,
        }
    }

    #[inline(always)]
    fn jump(&mut self, target: Pc) -> Flow {
        self.arrive(target);
        if self.parts.steps >= self.parts.pause_at { Flow::Pause } else { Flow::Next }
    }

    #[inline(always)]
    fn branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) -> Flow {
        let (a, b) = (self.value(a), self.value(b));
        self.tell_place();
        match test.holds(self.parts.domain, a, b) {
            Some(true) => self.jump(target),
            Some(false) => Flow::Next,
            None => Flow::Slow,
        }
    }

    #[inline(always)]
    fn access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) -> Flow {
        let (a, b) = (self.value(a), self.value(b));
        self.tell_place();
        let mut did = what.apply(self, a, b);
        if D::FLOWS
            && let Ok(Did::Value(value)) = &mut did
        {
            *value = self.found(what, a, b, *value);
        }
        if D::WATCHES
            && let (Access::Static(cell, _), Ok(Did::Value(_))) = (what, &did)
        {
            self.tell_read(cell);
        }
        self.follow(dst, did)
    }

    #[inline(always)]
    fn store(&mut self, what: Store, object: Operand, index: Operand, value: Reg) -> Flow {
        let (object, index, value) = (self.value(object), self.value(index), self.register(value));
        self.tell_place();
        let value = if D::FLOWS { self.kept(what, object, index, value) } else { value };
        let did = what.apply(self, object, index, value);
        if D::WATCHES
            && *self.parts.initializing == 0
            && let (Store::Static(cell, _), Ok(_)) = (what, &did)
        {
            self.parts.domain.wrote_static(cell);
        }
        self.follow(crate::code::op::NO_REG, did)
    }

    #[inline(always)]
    fn allocate(&mut self, dst: Reg, class: ClassId, is_ready: bool) -> Flow {
        if !is_ready && !self.parts.memory.is_ready(class) {
            return Flow::Slow;
        }
        let cells = self.parts.world.loaded(class).cells;
        match self.parts.memory.allocate(class, cells) {
            Ok(object) => self.set(dst, D::constant(u64::from(object))),
            Err(_) => Flow::Slow,
        }
    }

    #[inline(always)]
    fn call(&mut self, dst: Reg, callee: Callee, site: u32) -> Flow {
        self.call_site(dst, callee, site)
    }

    #[inline(always)]
    fn leave(&mut self, result: Option<Reg>) -> Flow {
        self.return_from(result)
    }

    #[inline(always)]
    fn record(&mut self, point: u32) -> Flow {
        let is_program = *self.parts.initializing == 0;
        note_entered(self.parts.entered, self.parts.trace, point, is_program);
        if D::FLOWS
            && let Some(joins) = &self.parts.code.joins
        {
            let depth = self.parts.frames.last().map_or(0, |frame| frame.depth);
            self.parts.domain.entered(depth, point, joins);
        }
        Flow::Next
    }

    #[inline(always)]
    fn spend(&mut self, instructions: u32) -> Flow {
        if *self.parts.initializing == 0 {
            let depth = self.parts.frames.last().map_or(0, |frame| frame.depth);
            self.parts.meter.spend(instructions, depth, self.parts.memory.used());
        }
        Flow::Next
    }

    #[inline(always)]
    fn special(&mut self, op: &Op) -> Flow {
        if let Op::Compiled = op { Flow::Compiled } else { Flow::Slow }
    }
}

/// The machine must look closer.
struct Refused;

impl<D: Domain> View<D> for Run<'_, '_, D> {
    type Refusal = Refused;

    const STUCK: Refused = Refused;

    #[inline(always)]
    fn code(&self) -> &Code {
        self.parts.code
    }

    #[inline(always)]
    fn memory(&self) -> &Memory<D> {
        self.parts.memory
    }

    #[inline(always)]
    fn world(&self) -> &World {
        self.parts.world
    }

    #[inline(always)]
    fn domain(&self) -> &D {
        self.parts.domain
    }

    #[inline(always)]
    fn is_null(&mut self, reference: D::Value, object: Ref) -> bool {
        is_null(self.parts.domain, reference, object)
    }

    #[inline(always)]
    fn load(&self, object: Ref, index: u32) -> Result<D::Value, Refused> {
        let value = self.parts.memory.get(object, index);
        if D::is_undecided(value) { Err(Refused) } else { Ok(value) }
    }

    /// An array without a length may have one that is not decided.
    #[inline(always)]
    fn length(&self, array: Ref) -> Result<u32, Refused> {
        match self.parts.memory.len(array) {
            0 => Err(Refused),
            length => Ok(length),
        }
    }

    #[inline(always)]
    fn store(&mut self, object: Ref, index: u32, value: D::Value) -> Result<(), Refused> {
        self.parts.memory.set(object, index, value);
        Ok(())
    }

    #[inline(always)]
    fn store_static(&mut self, cell: u32, value: D::Value) -> Result<(), Refused> {
        self.parts.memory.set_static(cell, value);
        Ok(())
    }

    #[inline(always)]
    fn narrow(&mut self, class: ClassId, value: D::Value) -> Result<D::Value, Refused> {
        Ok(narrow(self.parts.domain, self.parts.world, class, value))
    }
}

/// Notes a block that is entered, by the program or by code that it has not called.
#[inline(always)]
pub(super) fn note_entered(
    entered: &mut Vec<bool>,
    trace: &mut Vec<u32>,
    point: u32,
    is_program: bool,
) {
    match entered.get_mut(point as usize) {
        Some(entered) => *entered = true,
        None => first_entered(entered, point),
    }
    if is_program {
        trace.push(point);
    }
}

/// Notes a point beyond those that were known.
#[cold]
fn first_entered(entered: &mut Vec<bool>, point: u32) {
    entered.resize(point as usize + 1, false);
    entered[point as usize] = true;
}
