//! Looking ahead: what would the program return if an undecided cell had this value, or that?
//!
//! The code from the read on is run on a copy of the frame, with the values assumed, as long as
//! it only computes: the first effect, choice or other undecided cell ends the attempt without
//! an answer. Since nothing is changed nothing has to be undone, so all values of a domain are
//! tried at the place where the cell is first read. This is what multi-value comparisons
//! (Siddiqui, Marinov, Khurshid) find with a def-use analysis of single comparisons; following
//! the code itself also goes through helper methods, any combination of tests, and library code
//! such as a set's `contains`, or an `add` that adds nothing.
//!
//! The values are *lanes* of one run. Operations that do not depend on the assumed value are
//! done once for all lanes; where lanes disagree on a branch they part ([`step`] does one
//! operation for one lane).

mod reads;
mod step;

use super::Machine;
use super::slow::as_ref;
use crate::code::op::{NO_REG, Op, Pc, Reg};
use crate::core::NO_FRAME;
use crate::domain::Domain;
use crate::lanes::{Lanes, of as lanes};
use crate::memory::Memory;
use crate::platform::Platform;
use margay_ir::{Cond, Type};
use smallvec::SmallVec;
use step::Step;

/// Operations tried before giving up: a decisive comparison is near, or it is not there.
const BUDGET: u32 = 400;

/// Calls nested while looking ahead.
const DEPTH: usize = 16;

/// Room for the registers of one attempt.
const ROOM: usize = 1 << 12;

/// Lanes of one run.
const LANES: usize = 64;

/// Where a scratch frame returns to.
#[derive(Clone, Copy)]
struct Scratch {
    base: usize,
    return_pc: Pc,
    dst: Reg,
}

/// What a call runs: a function or an operation of the platform, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Called {
    number: u32,
    dst: Reg,
    site: u32,
}

/// Registers, frames and lanes of attempts, kept to be used again.
pub(super) struct LookAhead<V> {
    registers: Vec<V>,
    calls: Vec<Scratch>,
    /// Values of the registers that differ from lane to lane, as many for each as there are
    /// lanes; the assumed values come first.
    lanes: Vec<V>,
    /// Lanes that wait for their turn: the first `waiting` of these.
    parted: Vec<Parted<V>>,
}

impl<V> Default for LookAhead<V> {
    fn default() -> Self {
        LookAhead {
            registers: Vec::new(),
            calls: Vec::new(),
            lanes: Vec::new(),
            parted: Vec::new(),
        }
    }
}

/// Lanes that took another way: to be continued later.
struct Parted<V> {
    registers: Vec<V>,
    calls: Vec<Scratch>,
    varying: Varying,
    pc: Pc,
    base: usize,
    frame: usize,
    mask: u64,
}

impl<V> Default for Parted<V> {
    fn default() -> Self {
        Parted {
            registers: Vec::new(),
            calls: Vec::new(),
            varying: Varying::new(),
            pc: 0,
            base: 0,
            frame: 0,
            mask: 0,
        }
    }
}

/// Registers (counted from the start of the scratch registers) that vary, and where their lanes
/// are.
type Varying = SmallVec<[(usize, usize); 4]>;

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// What the program would return with each of the values in the undecided cell it has
    /// stopped at; none where that takes more than computing.
    pub fn look_ahead(
        &mut self,
        cell: u32,
        values: &[D::Value],
        answers: &mut Vec<Option<D::Value>>,
    ) {
        answers.clear();
        answers.resize(values.len(), None);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.registers.resize(ROOM, D::constant(0));
        for (values, answers) in values.chunks(LANES).zip(answers.chunks_mut(LANES)) {
            if let Some(attempt) = Attempt::new(self, &mut scratch, cell, values) {
                attempt.run(answers);
            }
        }
        self.scratch = scratch;
    }
}

/// One run over some values.
struct Attempt<'m, D: Domain, P: Platform<D>> {
    machine: &'m mut Machine<D, P>,
    scratch: &'m mut LookAhead<D::Value>,
    /// The cell whose value is assumed, and the value in the lane at work.
    cell: u32,
    value: D::Value,
    pc: Pc,
    base: usize,
    /// The real frame that the outermost scratch frame is a copy of.
    frame: usize,
    varying: Varying,
    /// The lanes that are here.
    mask: u64,
    /// Number of lanes.
    width: usize,
    waiting: usize,
    /// Whether an operation is being done for one lane: then no code can be entered.
    single: bool,
}

impl<'m, D: Domain, P: Platform<D>> Attempt<'m, D, P> {
    fn new(
        machine: &'m mut Machine<D, P>,
        scratch: &'m mut LookAhead<D::Value>,
        cell: u32,
        values: &[D::Value],
    ) -> Option<Self> {
        let (pc, frame) = (machine.core.pc, machine.core.frames.len().checked_sub(1)?);
        scratch.calls.clear();
        scratch.lanes.clear();
        scratch.lanes.extend_from_slice(values);
        let mask = if values.len() == LANES { u64::MAX } else { (1 << values.len()) - 1 };
        let mut attempt = Attempt {
            machine,
            scratch,
            cell,
            value: D::constant(0),
            pc,
            base: 0,
            frame,
            varying: Varying::new(),
            mask,
            width: values.len(),
            waiting: 0,
            single: false,
        };
        attempt.copy_frame(frame).then_some(attempt)
    }

    fn run(mut self, answers: &mut [Option<D::Value>]) {
        let mut budget = BUDGET;
        loop {
            while self.mask != 0 && budget > 0 {
                budget -= 1;
                self.advance(answers);
            }
            if self.waiting == 0 {
                return;
            }
            self.waiting -= 1;
            let LookAhead { registers, calls, parted, .. } = &mut *self.scratch;
            let parted = &parted[self.waiting];
            registers[..parted.registers.len()].copy_from_slice(&parted.registers);
            calls.clone_from(&parted.calls);
            self.varying.clone_from(&parted.varying);
            (self.pc, self.base) = (parted.pc, parted.base);
            (self.frame, self.mask) = (parted.frame, parted.mask);
        }
    }

    /// One operation for all lanes that are here. The frequent ones come first.
    fn advance(&mut self, answers: &mut [Option<D::Value>]) {
        let op = self.machine.core.code.ops[self.pc as usize];
        match op {
            Op::JumpNull { a, target } => {
                if let Some(at) = self.lanes_of(a) {
                    return self.part(at, target, |v| as_ref::<D>(v) == 0);
                }
            }
            Op::JumpNonNull { a, target } => {
                if let Some(at) = self.lanes_of(a) {
                    return self.part(at, target, |v| as_ref::<D>(v) != 0);
                }
            }
            Op::JumpEqImm { a, imm, target } => {
                if let Some(at) = self.lanes_of(a) {
                    return self.part_int(at, Cond::Eq, imm, target);
                }
            }
            Op::JumpNeImm { a, imm, target } => {
                if let Some(at) = self.lanes_of(a) {
                    return self.part_int(at, Cond::Ne, imm, target);
                }
            }
            Op::GetField { dst, object, slot } | Op::GetFieldOr { dst, object, slot, .. } => {
                // What is read may be the assumed values themselves.
                let address = Memory::<D>::address(self.reference(object), u32::from(slot));
                if address == self.cell && self.lanes_of(object).is_none() {
                    self.set_varying(dst, 0);
                    self.pc += 1;
                    return;
                }
                if self.lanes_of(object).is_some() {
                    return self.each_lane(op, answers);
                }
            }
            Op::Return { src } => {
                if let Some(at) = self.lanes_of(src) {
                    return self.leave_varying(at, answers);
                }
            }
            _ => return self.advance_other(op, answers),
        }
        let step = self.step(op);
        self.go(step, self.mask, answers);
    }

    fn advance_other(&mut self, op: Op, answers: &mut [Option<D::Value>]) {
        if let Op::Resolve { pending } = op {
            // So that what is found depends on the place in the tree, not on what was run before.
            if !self.machine.resolve_quietly(self.pc, pending) {
                self.mask = 0;
            }
            return;
        }
        if self.reads_assumed(op) {
            return self.each_lane(op, answers);
        }
        if self.varying.is_empty() || !self.reads_varying(op) {
            let step = self.step(op);
            return self.go(step, self.mask, answers);
        }
        match op {
            Op::Call { .. }
            | Op::CallOr { .. }
            | Op::CallInit { .. }
            | Op::CallTarget { .. }
            | Op::CallIntrinsic { .. }
            | Op::CallVirtual { .. } => self.call_varying(op, answers),
            _ => self.each_lane(op, answers),
        }
    }

    /// Goes on after a step that all lanes of the mask took.
    fn go(&mut self, step: Step<D::Value>, mask: u64, answers: &mut [Option<D::Value>]) {
        match step {
            Step::Next => self.pc += 1,
            Step::Jump(target) => self.pc = target,
            Step::Returned(value) => {
                self.answer(mask, value, answers);
                self.mask &= !mask;
            }
            Step::Stuck => self.mask &= !mask,
        }
    }

    fn answer(&self, mask: u64, value: Option<D::Value>, answers: &mut [Option<D::Value>]) {
        for lane in lanes(mask) {
            answers[lane] = value;
        }
    }

    // ---- lanes ----

    #[inline]
    fn lanes_of(&self, reg: Reg) -> Option<usize> {
        let register = self.base + usize::from(reg);
        self.varying.iter().find(|(varying, _)| *varying == register).map(|(_, at)| *at)
    }

    /// The operation for each lane by itself; lanes that go elsewhere than the first one part.
    fn each_lane(&mut self, op: Op, answers: &mut [Option<D::Value>]) {
        let mut results: SmallVec<[(Pc, u64); 4]> = SmallVec::new();
        let written = reads::written(op);
        let fresh = self.scratch.lanes.len();
        self.scratch.lanes.resize(fresh + self.width, D::constant(0));
        let varying = std::mem::take(&mut self.varying);
        self.single = true;
        // The register written may be one that is read.
        let before = written.filter(|dst| *dst != NO_REG).map(|dst| (dst, self.reg(dst)));
        for lane in lanes(self.mask) {
            if let Some((dst, value)) = before {
                self.set(dst, value);
            }
            for (register, at) in &varying {
                self.scratch.registers[*register] = self.scratch.lanes[at + lane];
            }
            self.value = self.scratch.lanes[lane];
            let next = match self.step(op) {
                Step::Next => self.pc + 1,
                Step::Jump(target) => target,
                Step::Returned(value) => {
                    answers[lane] = value;
                    continue;
                }
                Step::Stuck => continue,
            };
            if let Some(dst) = written {
                self.scratch.lanes[fresh + lane] = self.reg(dst);
            }
            match results.iter_mut().find(|(pc, _)| *pc == next) {
                Some((_, mask)) => *mask |= 1 << lane,
                None => results.push((next, 1 << lane)),
            }
        }
        self.single = false;
        self.varying = varying;
        if let Some(dst) = written {
            self.set_varying(dst, fresh);
        }
        self.follow(&results);
    }

    fn set_varying(&mut self, reg: Reg, at: usize) {
        if reg != NO_REG {
            let register = self.base + usize::from(reg);
            self.varying.retain(|(varying, _)| *varying != register);
            self.varying.push((register, at));
        }
    }

    /// Continues with the first group of lanes; the others wait.
    fn follow(&mut self, groups: &[(Pc, u64)]) {
        self.mask = 0;
        for (pc, mask) in groups.iter().skip(1) {
            self.wait(*pc, *mask);
        }
        if let Some((pc, mask)) = groups.first() {
            (self.pc, self.mask) = (*pc, *mask);
        }
    }

    /// Puts lanes aside, in the state that all share.
    fn wait(&mut self, pc: Pc, mask: u64) {
        let size = self.top();
        let LookAhead { registers, calls, parted, .. } = &mut *self.scratch;
        if self.waiting == parted.len() {
            parted.push(Parted::default());
        }
        let aside = &mut parted[self.waiting];
        aside.registers.clear();
        aside.registers.extend_from_slice(&registers[..size]);
        aside.calls.clone_from(calls);
        aside.varying.clone_from(&self.varying);
        (aside.pc, aside.base) = (pc, self.base);
        (aside.frame, aside.mask) = (self.frame, mask);
        self.waiting += 1;
    }

    /// A branch on a register that varies.
    fn part(&mut self, at: usize, target: Pc, holds: impl Fn(D::Value) -> bool) {
        let mut taken = 0;
        for lane in lanes(self.mask) {
            taken |= u64::from(holds(self.scratch.lanes[at + lane])) << lane;
        }
        let rest = self.mask & !taken;
        match (taken, rest) {
            (0, _) => self.pc += 1,
            (_, 0) => self.pc = target,
            _ => self.follow(&[(self.pc + 1, rest), (target, taken)]),
        }
    }

    fn part_int(&mut self, at: usize, cond: Cond, imm: i32, target: Pc) {
        let constant = D::constant(u64::from(imm as u32));
        let mut taken = 0;
        for lane in lanes(self.mask) {
            let value = self.scratch.lanes[at + lane];
            match self.machine.core.domain.test(cond, Type::I32, value, constant) {
                Some(holds) => taken |= u64::from(holds) << lane,
                None => self.mask &= !(1 << lane),
            }
        }
        let rest = self.mask & !taken;
        match (taken, rest) {
            (0, _) => self.pc += 1,
            (_, 0) => self.pc = target,
            _ => self.follow(&[(self.pc + 1, rest), (target, taken)]),
        }
    }

    // ---- calls with arguments that vary ----

    /// Code is entered once for all lanes that agree on it; operations of the platform are done
    /// for one lane after the other.
    fn call_varying(&mut self, op: Op, answers: &mut [Option<D::Value>]) {
        let varying = self.varying.clone();
        let receiver_varies = self.receiver(op).is_some_and(|reg| self.lanes_of(reg).is_some());
        let mut groups: SmallVec<[(Option<Called>, u64); 2]> = SmallVec::new();
        if receiver_varies {
            for lane in lanes(self.mask) {
                for (register, at) in &varying {
                    self.scratch.registers[*register] = self.scratch.lanes[at + lane];
                }
                let called = self.code_called(op);
                match groups.iter_mut().find(|(other, _)| *other == called) {
                    Some((_, mask)) => *mask |= 1 << lane,
                    None => groups.push((called, 1 << lane)),
                }
            }
        } else {
            groups.push((self.code_called(op), self.mask));
        }
        if groups.len() > 1 {
            let apart: SmallVec<[(Pc, u64); 4]> =
                groups.iter().map(|(_, mask)| (self.pc, *mask)).collect();
            return self.follow(&apart);
        }
        let mut code = groups.first().and_then(|(code, _)| *code);
        if let (false, Some(call)) = (receiver_varies, self.operation_called(op)) {
            match self.peek_lanes(call) {
                Some(true) => return,
                Some(false) => code = self.own_code(op),
                None => {}
            }
        }
        let Some(Called { number: function, dst, site }) = code else {
            return self.each_lane(op, answers);
        };
        let (caller, callee) = (self.base, self.top());
        let step = self.enter(function, dst, site);
        if matches!(step, Step::Jump(_)) {
            let args = &self.machine.core.code.sites[site as usize].args;
            for (index, arg) in args.iter().enumerate() {
                let register = caller + usize::from(*arg);
                if let Some((_, at)) = varying.iter().find(|(varying, _)| *varying == register) {
                    self.varying.push((callee + index, *at));
                }
            }
        }
        self.go(step, self.mask, answers);
    }

    /// Asks the platform what an operation would do with one argument that varies. False if it
    /// leaves that to code; none if the call is of another kind.
    fn peek_lanes(&mut self, Called { number: intrinsic, dst, site }: Called) -> Option<bool> {
        let args = &self.machine.core.code.sites[site as usize].args;
        let mut varying = args.iter().enumerate().filter_map(|(index, arg)| {
            let register = self.base + usize::from(*arg);
            let found = self.varying.iter().find(|(varying, _)| *varying == register);
            found.map(|(_, at)| (index, *at))
        });
        let (Some((place, at)), None) = (varying.next(), varying.next()) else { return None };
        let mut values: SmallVec<[D::Value; 8]> = args.iter().map(|arg| self.reg(*arg)).collect();
        let fresh = self.scratch.lanes.len();
        self.scratch.lanes.resize(fresh + self.width, D::constant(0));
        let (before, results) = self.scratch.lanes.split_at_mut(fresh);
        let mut given = Lanes { mask: self.mask, values: &before[at..], results };
        let machine = &mut *self.machine;
        let answered = machine.platform.peek_lanes(
            &mut machine.core,
            intrinsic,
            &mut values,
            place,
            &mut given,
        );
        let Some(answered) = answered else { return Some(false) };
        self.mask &= answered;
        self.set_varying(dst, fresh);
        self.pc += 1;
        Some(true)
    }

    /// Returns a register that varies.
    fn leave_varying(&mut self, at: usize, answers: &mut [Option<D::Value>]) {
        if let Some(call) = self.scratch.calls.pop() {
            let callee = self.base;
            self.varying.retain(|(register, _)| *register < callee);
            self.base = call.base;
            self.set_varying(call.dst, at);
            self.pc = call.return_pc;
            return;
        }
        let real = self.machine.core.frames[self.frame];
        if real.caller == NO_FRAME {
            for lane in lanes(self.mask) {
                answers[lane] = Some(self.scratch.lanes[at + lane]);
            }
            self.mask = 0;
        } else if self.copy_frame(real.caller as usize) {
            self.set_varying(real.dst, at);
            self.pc = real.return_pc;
        } else {
            self.mask = 0;
        }
    }
}
