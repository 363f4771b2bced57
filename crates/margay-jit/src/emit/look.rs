//! Looking ahead: what follows a read is worked out for all values of the cell that is read, the *lanes*, in one go.
//!
//! The code from the read on is followed while it is emitted, so what comes out is a tree: each way to an end has code of
//! its own, without loops but those over lanes. Calls are gone, and what is the same in all lanes stays in registers of
//! the processor; a value that differs from lane to lane is a row of memory. Where lanes disagree on a branch, those
//! that jump go first, then the others: two subtrees, each with a mask of its lanes. Nothing is changed, so a
//! lane ends in one of three ways: it returns, it has no answer (its subtree just ends), or it comes to what only
//! the machine can tell, and then all are left to the machine.
//!
//! Which ways there are is known from those who looked ahead before; others are left to the machine. All trees have the
//! signature `(context, window, mask) -> outcome`. Where a function calls itself the tree would have no end: it is called as
//! code of its own, lane by lane ([`alone`](super::alone)).

use super::Emitter;
use super::lanes::Lane;
use crate::Exits;
use crate::context::Context;
use crate::helpers::Helper;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, Signature, Value};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use margay_machine::code::looked;
use margay_machine::code::op::{NO_REG, Op, Pc, Reg};
use margay_machine::code::semantics::{Access, Compute, Operand, Store, Test, perform};
use margay_machine::machine::compiled::Start;
use margay_machine::{Concrete, Domain};
use std::mem::offset_of;

/// Operations of one way at most.
const LONGEST: u32 = 120;

/// Operations of a tree at most.
const MOST: u32 = 600;

/// Reads on one way that are told apart from reads of the assumed cell at most.
const REREADS: u32 = 6;

/// How looking ahead ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Outcome {
    /// Lanes that have an answer have told it.
    Told,
    /// There is no answer.
    Stuck,
    /// It takes more than compiled code.
    Unknown,
    /// It differs from lane to lane.
    Varies,
}

/// The signature of functions that look ahead.
pub fn signature(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = [I64, I64, I64].map(AbiParam::new).to_vec();
    signature.returns = vec![AbiParam::new(I32)];
    signature
}

/// Where lanes begin, and the register in which each of them has a value of its own.
#[derive(Clone, Copy)]
pub enum Beginning {
    /// Behind the operation that reads the cell.
    Behind { pc: Pc, dst: Reg },
    /// Where a call returns to.
    Returned { pc: Pc, dst: Reg },
}

impl Beginning {
    /// Where lanes begin; none if the operation there does not just read the cell.
    pub fn of(start: Start, op: &Op) -> Option<Beginning> {
        match start.returned {
            NO_REG => read_by(op).map(|dst| Beginning::Behind { pc: start.pc + 1, dst }),
            dst => Some(Beginning::Returned { pc: start.pc, dst }),
        }
    }

    fn pc(self) -> Pc {
        match self {
            Beginning::Behind { pc, .. } | Beginning::Returned { pc, .. } => pc,
        }
    }
}

/// What a register holds on the way that is followed.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// What it holds in the frame.
    Frame,
    Known(u64),
    /// The same in all lanes.
    Same(Value),
    /// The row at this address.
    Row(Value),
}

/// A call that is followed: its caller.
#[derive(Clone)]
struct Caller {
    function: u32,
    held: Vec<Held>,
    return_pc: Pc,
    dst: Reg,
}

/// A way through the code.
#[derive(Clone)]
pub(super) struct Way {
    pub pc: Pc,
    /// The function it is in.
    function: u32,
    pub held: Vec<Held>,
    callers: Vec<Caller>,
    /// Its lanes.
    pub mask: Value,
    /// Where to go on when all is told of them.
    pub after: Block,
    pub operations: u32,
    /// Reads that were told apart from reads of the assumed cell.
    rereads: u32,
    /// Whether anybody has gone that way.
    is_seen: bool,
}

impl Way {
    /// A way that begins in a function, for those lanes.
    pub fn new(function: u32, pc: Pc, held: Vec<Held>, mask: Value, after: Block) -> Way {
        Way {
            pc,
            function,
            held,
            callers: Vec::new(),
            mask,
            after,
            operations: 0,
            rereads: 0,
            is_seen: true,
        }
    }

    /// Calls that are followed.
    pub fn depth(&self) -> usize {
        self.callers.len()
    }

    /// Whether a function is at work.
    fn is_in(&self, function: u32) -> bool {
        self.function == function || self.callers.iter().any(|caller| caller.function == function)
    }
}

/// What is followed.
pub(super) struct Following {
    pub way: Way,
    /// Ways to be followed, with where their code begins.
    pub open: Vec<(Block, Way)>,
    /// The lane that is at work, where an operation is done for one after the other.
    pub lane: Option<Lane>,
    /// The calls that lead to a function that is followed for one lane.
    pub alone: Option<Value>,
    /// Where all is left to the machine.
    unknown: Block,
    /// The values assumed, what calls have returned, and room for rows.
    pub values: Value,
    pub results: Value,
    rooms: Value,
    pub rows: u32,
    emitted: u32,
    /// Whether the operation at work may go on in different ways, or not at all.
    pub asks: bool,
    /// Whether no way was too long.
    is_whole: bool,
    /// Functions that are called, with the number of their arguments.
    pub called: Vec<(u32, usize)>,
}

/// What came of following code.
pub struct Followed {
    /// Whether all is there that anybody has come to.
    pub is_whole: bool,
    /// Functions that it calls, to look ahead for one lane, with the number of their arguments.
    pub called: Vec<(u32, usize)>,
}

impl Emitter<'_> {
    /// Emits looking ahead from where lanes have something in a register of their own, in a function.
    pub fn emit_look(
        mut self,
        function: u32,
        start: Beginning,
        depth: usize,
        config: TargetFrontendConfig,
    ) -> Followed {
        let [_, window, mask] = self.params[..] else { unreachable!("three parameters") };
        self.window = window;
        let values = self.field(I64, offset_of!(Context, look_values));
        let results = self.field(I64, offset_of!(Context, look_results));
        let rooms = self.field(I64, offset_of!(Context, look_rows));
        let done = self.b.create_block();
        let mut held = vec![Held::Frame; self.registers.len()];
        let (dst, row, operations) = match start {
            Beginning::Behind { dst, .. } => (dst, values, 1),
            Beginning::Returned { dst, .. } => (dst, results, 0),
        };
        if dst != NO_REG {
            held[usize::from(dst)] = Held::Row(row);
        }
        let way = Way { operations, ..Way::new(function, start.pc(), held, mask, done) };
        self.begin_following(way, depth, None);
        let following = self.following();
        (following.values, following.results, following.rooms) = (values, results, rooms);
        self.follow_all();
        self.b.switch_to_block(done);
        let told = self.b.ins().iconst(I32, Outcome::Told as i64);
        self.b.ins().return_(&[told]);
        self.finish_following(config, |e| {
            let unknown = e.b.ins().iconst(I32, Outcome::Unknown as i64);
            vec![unknown]
        })
    }

    /// Begins to follow a way from the block at work.
    pub(super) fn begin_following(&mut self, way: Way, depth: usize, alone: Option<Value>) {
        self.look_depth = depth;
        let (begin, unknown) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(begin, &[]);
        self.ahead = Some(Box::new(Following {
            open: vec![(begin, way.clone())],
            lane: None,
            alone,
            unknown,
            values: way.mask,
            results: way.mask,
            rooms: way.mask,
            way,
            rows: 0,
            emitted: 0,
            asks: false,
            is_whole: true,
            called: Vec::new(),
        }));
    }

    /// Ends a function that looks ahead; what it gives where all is left to the machine is made at its end.
    pub(super) fn finish_following(
        mut self,
        config: TargetFrontendConfig,
        unknown: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Followed {
        let block = self.following().unknown;
        self.b.switch_to_block(block);
        let results = unknown(&mut self);
        self.b.ins().return_(&results);
        self.b.seal_all_blocks();
        let Following { is_whole, called, .. } = *self.ahead.take().expect("somebody looks ahead");
        self.b.finalize(config);
        Followed { is_whole, called }
    }

    pub(super) fn follow_all(&mut self) {
        while let Some((block, way)) = self.following().open.pop() {
            self.b.switch_to_block(block);
            self.is_open = true;
            let is_seen = way.is_seen;
            self.following().way = way;
            if !is_seen {
                self.leave_always(Exits::Slow);
            }
            while self.is_open {
                self.follow();
            }
        }
    }

    /// Follows the next operation.
    fn follow(&mut self) {
        let following = self.following();
        following.emitted += 1;
        following.way.operations += 1;
        if following.emitted > MOST || following.way.operations > LONGEST {
            following.is_whole = false;
            return self.leave_always(Exits::Slow);
        }
        let pc = following.way.pc;
        following.way.pc += 1;
        self.pc = pc;
        let op = self.core.code.ops[pc as usize];
        self.following().asks = false;
        perform(self, &op);
        let Following { asks, way, .. } = self.following();
        if *asks && way.pc == pc + 1 && self.is_open && !self.has_seen(looked::WENT_ON) {
            self.leave_always(Exits::Slow);
        }
    }

    /// Whether somebody who looked ahead has gone on so from the operation at work.
    pub(super) fn has_seen(&self, how: u8) -> bool {
        self.core.code.has_looked(self.pc, how)
    }

    pub(super) fn following(&mut self) -> &mut Following {
        self.ahead.as_mut().expect("somebody looks ahead")
    }

    /// Where code goes that leaves.
    pub(super) fn way_out(&mut self, exit: Exits) -> Block {
        let following = self.following();
        match (exit, &following.lane) {
            (Exits::Stuck, Some(lane)) => lane.latch,
            (Exits::Stuck, None) => following.way.after,
            _ => following.unknown,
        }
    }

    /// Lets the code of a block go on at another operation; it is left to the machine if nobody has gone on so.
    pub(super) fn open_way(&mut self, block: Block, pc: Pc, how: u8) -> &mut Way {
        let is_seen = self.has_seen(how);
        let following = self.following();
        let way = Way { pc, is_seen, ..following.way.clone() };
        following.open.push((block, way));
        let (_, way) = following.open.last_mut().expect("it was just added");
        way
    }

    /// A way on which a register holds something: behind the present operation.
    pub(super) fn open_with(&mut self, block: Block, dst: Reg, held: Held) {
        let way = self.open_way(block, self.pc + 1, looked::WENT_ON);
        if dst != NO_REG {
            way.held[usize::from(dst)] = held;
        }
    }

    // ---- registers ----

    pub(super) fn held(&mut self, reg: Reg) -> Held {
        self.following().way.held[usize::from(reg)]
    }

    pub(super) fn hold(&mut self, reg: Reg, held: Held) {
        if reg != NO_REG {
            self.following().way.held[usize::from(reg)] = held;
        }
    }

    /// Brings operands that are in the frame or known into registers of the processor, where all that follows sees them.
    pub(super) fn fetch(&mut self, operands: &[Operand]) {
        for operand in operands {
            let Operand::Reg(reg) = *operand else { continue };
            let value = match self.held(reg) {
                Held::Frame => {
                    self.b.ins().load(I64, self.regions.stack, self.window, i32::from(reg) * 8)
                }
                Held::Known(bits) => self.b.ins().iconst(I64, bits.cast_signed()),
                Held::Same(_) | Held::Row(_) => continue,
            };
            self.hold(reg, Held::Same(value));
        }
    }

    /// The bits of an operand, where they are known.
    fn known_bits(&mut self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Reg(reg) => match self.held(reg) {
                Held::Known(bits) => Some(bits),
                _ => None,
            },
            Operand::Bits(bits) => Some(bits),
            Operand::Wide(index) => Some(self.core.code.wide[index as usize]),
        }
    }

    // ---- operations ----

    pub(super) fn look_copy(&mut self, dst: Reg, from: Operand) {
        let held = match from {
            Operand::Reg(reg) => {
                self.fetch_frame(reg);
                self.held(reg)
            }
            other => Held::Known(self.known_bits(other).expect("a constant")),
        };
        self.hold(dst, held);
    }

    pub(super) fn fetch_frame(&mut self, reg: Reg) {
        if let Held::Frame = self.held(reg) {
            self.fetch(&[Operand::Reg(reg)]);
        }
    }

    pub(super) fn look_compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) {
        if let (Some(a), Some(b)) = (self.known_bits(a), self.known_bits(b))
            && let Some(bits) = what.apply(&mut Concrete, a, b)
        {
            return self.hold(dst, Held::Known(bits));
        }
        self.by_lanes(&[a, b], dst, |e| {
            let value = e.computed(what, a, b);
            e.set(dst, value);
        });
    }

    pub(super) fn look_branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) {
        if let (Some(a), Some(b)) = (self.known_bits(a), self.known_bits(b))
            && let Some(holds) = test.holds(&mut Concrete, a, b)
        {
            if holds {
                self.following().way.pc = target;
            }
            return;
        }
        self.following().asks = true;
        if self.rows_among(&[a, b]).is_empty() {
            self.fetch(&[a, b]);
            let (condition, holds) = self.tested(test, a, b);
            return self.jump_if(condition, holds, target);
        }
        let jumping = self.lanes_for_which(&[a, b], |e| e.tested(test, a, b));
        self.part_from(jumping, target);
    }

    pub(super) fn look_access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) {
        if let Access::Table(_) | Access::Lookup(_) = what
            && let Operand::Reg(reg) = a
            && let Held::Row(_) = self.held(reg)
        {
            return self.leave_always(Exits::Slow);
        }
        self.following().asks = true;
        self.by_lanes(&[a, b], dst, |e| e.emit_access(dst, what, a, b));
    }

    /// A field may be set to what it is; nothing else is written.
    pub(super) fn look_store(&mut self, what: Store, object: Operand, value: Reg) {
        let Store::Field(slot, null) = what else { return self.leave_always(Exits::Stuck) };
        self.following().asks = true;
        self.by_lanes(&[object, Operand::Reg(value)], NO_REG, |e| {
            let object = e.object(object, null);
            let address = e.b.ins().iadd_imm_s(object, 1 + i64::from(slot));
            let is_near = e.is_near(address);
            e.leave_unless(is_near, Exits::Slow);
            let there = e.load_near(address);
            let there = e.supposed(address, there);
            let value = e.register(value);
            let is_same = e.b.ins().icmp(IntCC::Equal, there, value);
            e.leave_unless(is_same, Exits::Stuck);
        });
    }

    pub(super) fn look_return(&mut self, result: Option<Reg>) {
        let held = result.map(|src| {
            self.fetch_frame(src);
            self.held(src)
        });
        let way = &mut self.following().way;
        if let Some(caller) = way.callers.pop() {
            (way.function, way.held, way.pc) = (caller.function, caller.held, caller.return_pc);
            if let Some(held) = held {
                self.hold(caller.dst, held);
            }
            return;
        }
        let held = held.unwrap_or(Held::Known(0));
        if self.following().alone.is_some() {
            return self.return_alone(held);
        }
        self.tell(held);
        self.note_longest();
        let after = self.following().way.after;
        self.b.ins().jump(after, &[]);
        self.is_open = false;
    }

    /// Tells what the lanes return. What is 0 or 1 is told as such, since callers often only hand it on.
    fn tell(&mut self, held: Held) {
        let mask = self.following().way.mask;
        match held {
            Held::Known(0) => self.tell_mask(mask, offset_of!(Context, look_zero)),
            Held::Known(1) => self.tell_mask(mask, offset_of!(Context, look_one)),
            held => {
                let [zero, one] = self.copy_to_results(held);
                let known = self.b.ins().bor(zero, one);
                let other = self.b.ins().band_not(mask, known);
                self.tell_mask(zero, offset_of!(Context, look_zero));
                self.tell_mask(one, offset_of!(Context, look_one));
                self.tell_mask(other, offset_of!(Context, look_other));
            }
        }
    }

    fn tell_mask(&mut self, mask: Value, offset: usize) {
        let told = self.field(I64, offset);
        let told = self.b.ins().bor(told, mask);
        self.set_field(told, offset);
    }

    /// Notes how many operations the lanes at work have followed.
    fn note_longest(&mut self) {
        let operations = i64::from(self.following().way.operations);
        let spent = self.field(I64, offset_of!(Context, look_spent));
        let spent = self.b.ins().iadd_imm_s(spent, operations);
        let longest = self.field(I64, offset_of!(Context, look_longest));
        let longest = self.b.ins().umax(longest, spent);
        self.set_field(longest, offset_of!(Context, look_longest));
    }

    // ---- calls ----

    /// Follows a function, if not too many are followed.
    pub(super) fn look_into(&mut self, dst: Reg, function: u32, site: u32) {
        if !self.may_go_deeper() {
            return;
        }
        if self.following().way.is_in(function) {
            return self.look_by_call(dst, function, site);
        }
        let args = &self.core.code.sites[site as usize].args;
        let called = &self.core.code.functions[function as usize];
        let mut held = vec![Held::Known(0); usize::from(called.registers)];
        for (index, arg) in args.iter().enumerate() {
            self.fetch_frame(*arg);
            held[index] = self.held(*arg);
        }
        let return_pc = self.pc + 1;
        let way = &mut self.following().way;
        let held = std::mem::replace(&mut way.held, held);
        let caller = std::mem::replace(&mut way.function, function);
        way.callers.push(Caller { function: caller, held, return_pc, dst });
        way.pc = called.entry;
    }

    // ---- memory ----

    /// The value of a cell: what it holds, what the lane at work assumes of it, or the one value it can have.
    pub(super) fn supposed(&mut self, address: Value, value: Value) -> Value {
        let is_decided = self.is_decided(value);
        self.either(
            is_decided,
            |_| value,
            |e| {
                let address = e.b.ins().ireduce(I32, address);
                let assumed = e.field(I32, offset_of!(Context, assumed));
                let is_assumed = e.b.ins().icmp(IntCC::Equal, address, assumed);
                if e.following().alone.is_some() {
                    return e.either(is_assumed, Self::assumed_alone, |e| e.sole(address));
                }
                let Some(offset) = e.following().lane.as_ref().map(|lane| lane.offset) else {
                    // It differs from lane to lane.
                    e.leave_if(is_assumed, Exits::Slow);
                    return e.sole(address);
                };
                e.either(
                    is_assumed,
                    |e| {
                        let values = e.following().values;
                        let place = e.b.ins().iadd(values, offset);
                        e.b.ins().load(I64, e.regions.stack, place, 0)
                    },
                    |e| e.sole(address),
                )
            },
        )
    }

    fn is_decided(&mut self, value: Value) -> Value {
        let undecided = self.b.ins().iconst(I64, Concrete::undecided().cast_signed());
        self.b.ins().icmp(IntCC::NotEqual, value, undecided)
    }

    /// The one value that a cell can have that is not decided.
    fn sole(&mut self, address: Value) -> Value {
        let outcome = self.help(Helper::LookCell, &[address]).expect("an outcome");
        self.leave_if(outcome, Exits::Stuck);
        self.field(I64, offset_of!(Context, value))
    }

    /// Puts the value of a cell into a register. Where all lanes read the assumed cell there are as many
    /// values as lanes: a way of its own, if anybody has gone it.
    pub(super) fn hold_supposed(&mut self, dst: Reg, address: Value, value: Value) {
        let was_reread = self.has_seen(looked::REREAD);
        let following = self.following();
        let is_alone = following.lane.is_some() || following.alone.is_some();
        if was_reread && !is_alone && following.way.rereads < REREADS {
            following.way.rereads += 1;
            let values = following.values;
            let near = self.b.ins().ireduce(I32, address);
            let assumed = self.field(I32, offset_of!(Context, assumed));
            let is_assumed = self.b.ins().icmp(IntCC::Equal, near, assumed);
            let (again, next) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(is_assumed, again, &[], next, &[]);
            let way = self.open_way(again, self.pc + 1, looked::REREAD);
            if dst != NO_REG {
                way.held[usize::from(dst)] = Held::Row(values);
            }
            self.b.switch_to_block(next);
        }
        let value = self.supposed(address, value);
        self.set(dst, value);
    }

    /// The length of an array in whose header there is none: the one it can have, or none.
    pub(super) fn supposed_length(&mut self, array: Value) -> Value {
        let array = self.b.ins().ireduce(I32, array);
        let outcome = self.help(Helper::LookLength, &[array]).expect("an outcome");
        self.leave_on(outcome);
        let length = self.field(I64, offset_of!(Context, value));
        self.b.ins().ireduce(I32, length)
    }

    /// Leaves unless a helper has told something.
    pub(super) fn leave_on(&mut self, outcome: Value) {
        let stuck = Outcome::Stuck as i64;
        let is_stuck = self.b.ins().icmp_imm_s(IntCC::Equal, outcome, stuck);
        self.leave_if(is_stuck, Exits::Stuck);
        self.leave_if(outcome, Exits::Slow);
    }

    /// Room for a row; none if there are too many.
    pub(super) fn new_row(&mut self) -> Option<Value> {
        let Following { rows, rooms, .. } = *self.following();
        if rows as usize >= crate::looks::ROWS {
            return None;
        }
        self.following().rows += 1;
        let size = (margay_machine::lanes::LANES * size_of::<u64>()) as i64;
        Some(self.b.ins().iadd_imm_s(rooms, i64::from(rows) * size))
    }
}

/// The register that an operation reads a cell into.
fn read_by(op: &Op) -> Option<Reg> {
    match *op {
        Op::GetField { dst, .. }
        | Op::GetFieldOr { dst, .. }
        | Op::ArrayLoad { dst, .. }
        | Op::LoadChecked { dst, .. }
        | Op::ArrayLen { dst, .. }
        | Op::ArrayLenOr { dst, .. } => Some(dst),
        _ => None,
    }
}
