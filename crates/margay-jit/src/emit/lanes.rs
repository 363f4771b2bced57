//! Operations done for one lane after the other.

use super::Emitter;
use super::look::{Held, Way};
use crate::Exits;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use margay_machine::code::looked;
use margay_machine::code::op::{NO_REG, Pc, Reg};
use margay_machine::code::semantics::Operand;

/// The lane at work.
pub(super) struct Lane {
    /// Where the next one begins.
    pub latch: Block,
    /// Its place in a row, in bytes.
    pub offset: Value,
    /// Its bit.
    bit: Value,
    /// The lanes that jump, and where to.
    jumping: Variable,
    target: Option<Pc>,
}

impl Emitter<'_> {
    /// Emits an operation: once, or in a loop over the lanes if some of its operands differ from lane to lane.
    pub(super) fn by_lanes(
        &mut self,
        operands: &[Operand],
        dst: Reg,
        emit: impl FnOnce(&mut Self),
    ) {
        self.fetch(operands);
        let rows = self.rows_among(operands);
        if rows.is_empty() {
            return emit(self);
        }
        let made = match dst {
            NO_REG => None,
            _ => match self.new_row() {
                Some(row) => Some(row),
                None => return self.leave_always(Exits::Slow),
            },
        };
        let before = self.following().way.held.clone();
        let (going, jumping) = (self.b.declare_var(I64), self.b.declare_var(I64));
        let none = self.b.ins().iconst(I64, 0);
        self.b.def_var(going, none);
        self.b.def_var(jumping, none);
        let mask = self.following().way.mask;
        let mut target = None;
        self.each_lane(mask, |e, latch, bit, offset| {
            e.take_from_rows(&rows, offset);
            e.following().lane = Some(Lane { latch, offset, bit, jumping, target: None });
            emit(e);
            target = e.following().lane.take().and_then(|lane| lane.target);
            if !e.is_open {
                return;
            }
            if let Some(row) = made {
                let value = e.register(dst);
                let place = e.b.ins().iadd(row, offset);
                e.b.ins().store(e.regions.stack, value, place, 0);
            }
            let goes = e.b.use_var(going);
            let goes = e.b.ins().bor(goes, bit);
            e.b.def_var(going, goes);
        });
        self.following().way.held = before;
        let (going, jumping) = (self.b.use_var(going), self.b.use_var(jumping));
        if let Some(target) = target {
            self.part(jumping, target, looked::JUMPED);
        }
        self.go_on_with(going);
        if let Some(row) = made {
            self.hold(dst, Held::Row(row));
        }
    }

    /// Registers among operands that hold a value for each lane, and where.
    pub(super) fn rows_among(&mut self, operands: &[Operand]) -> Vec<(Reg, Value)> {
        let mut rows: Vec<(Reg, Value)> = Vec::new();
        for operand in operands {
            if let Operand::Reg(reg) = *operand
                && let Held::Row(row) = self.held(reg)
                && !rows.iter().any(|(other, _)| *other == reg)
            {
                rows.push((reg, row));
            }
        }
        rows
    }

    /// Lets registers hold what they do in the lane at a place.
    pub(super) fn take_from_rows(&mut self, rows: &[(Reg, Value)], offset: Value) {
        for (reg, row) in rows {
            let place = self.b.ins().iadd(*row, offset);
            let value = self.b.ins().load(I64, self.regions.stack, place, 0);
            self.hold(*reg, Held::Same(value));
        }
    }

    /// The lanes for which a test holds; it is given with what it is to be.
    pub(super) fn lanes_for_which(
        &mut self,
        operands: &[Operand],
        test: impl FnOnce(&mut Self) -> (Value, bool),
    ) -> Value {
        self.fetch(operands);
        let rows = self.rows_among(operands);
        let before = self.following().way.held.clone();
        let holding = self.b.declare_var(I64);
        let none = self.b.ins().iconst(I64, 0);
        self.b.def_var(holding, none);
        let mask = self.following().way.mask;
        self.each_lane(mask, |e, _, bit, offset| {
            e.take_from_rows(&rows, offset);
            let (condition, holds) = test(e);
            let (yes, no) = if holds { (bit, none) } else { (none, bit) };
            let lane = e.b.ins().select(condition, yes, no);
            let known = e.b.use_var(holding);
            let known = e.b.ins().bor(known, lane);
            e.b.def_var(holding, known);
        });
        self.following().way.held = before;
        self.b.use_var(holding)
    }

    /// Lets some lanes jump, and then the others go on.
    pub(super) fn part_from(&mut self, jumping: Value, target: Pc) {
        let mask = self.following().way.mask;
        self.part(jumping, target, looked::JUMPED);
        let others = self.b.ins().band_not(mask, jumping);
        self.go_on_with(others);
    }

    /// A loop over the lanes of a mask: what is done for each is given where the next one begins, its bit and its
    /// place in a row.
    pub(super) fn each_lane(
        &mut self,
        mask: Value,
        body: impl FnOnce(&mut Self, Block, Value, Value),
    ) {
        let left = self.b.declare_var(I64);
        self.b.def_var(left, mask);
        let (head, next, end) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let lanes = self.b.use_var(left);
        self.b.ins().brif(lanes, next, &[], end, &[]);
        self.b.switch_to_block(next);
        let less = self.b.ins().iadd_imm_s(lanes, -1);
        let rest = self.b.ins().band(lanes, less);
        self.b.def_var(left, rest);
        let bit = self.b.ins().bxor(lanes, rest);
        let number = self.b.ins().ctz(lanes);
        let offset = self.b.ins().ishl_imm_u(number, 3);
        self.is_open = true;
        body(self, head, bit, offset);
        if self.is_open {
            self.b.ins().jump(head, &[]);
        }
        self.b.switch_to_block(end);
        self.is_open = true;
    }

    /// The lane at work jumps.
    pub(super) fn jump_lane(&mut self, pc: Pc) {
        let lane = self.following().lane.as_mut().expect("a lane is at work");
        let (latch, bit, jumping) = (lane.latch, lane.bit, lane.jumping);
        let known = *lane.target.get_or_insert(pc);
        if known != pc {
            return self.leave_always(Exits::Slow);
        }
        let jumps = self.b.use_var(jumping);
        let jumps = self.b.ins().bor(jumps, bit);
        self.b.def_var(jumping, jumps);
        self.b.ins().jump(latch, &[]);
        self.is_open = false;
    }

    /// Lets some lanes go on elsewhere, and then the others here.
    fn part(&mut self, some: Value, target: Pc, how: u8) -> &mut Way {
        let (there, here) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(some, there, &[], here, &[]);
        self.b.switch_to_block(here);
        let way = self.open_way(there, target, how);
        (way.mask, way.after) = (some, here);
        way
    }

    /// Lets some lanes go on behind the operation, with a register that holds something, and then the others here.
    pub(super) fn part_with(&mut self, some: Value, dst: Reg, held: Held) {
        let way = self.part(some, self.pc + 1, looked::WENT_ON);
        if dst != NO_REG {
            way.held[usize::from(dst)] = held;
        }
    }

    /// Goes on with some lanes, if there are any.
    pub(super) fn go_on_with(&mut self, some: Value) {
        let next = self.b.create_block();
        let after = self.following().way.after;
        self.b.ins().brif(some, next, &[], after, &[]);
        self.following().way.mask = some;
        self.go_on(next);
    }

    /// Writes what the lanes return to where results are. Gives the lanes that return 0, and those that return 1.
    pub(super) fn copy_to_results(&mut self, held: Held) -> [Value; 2] {
        let value = match held {
            Held::Known(bits) => Held::Same(self.b.ins().iconst(I64, bits.cast_signed())),
            held => held,
        };
        let (mask, results) = (self.following().way.mask, self.following().results);
        let told = [self.b.declare_var(I64), self.b.declare_var(I64)];
        let none = self.b.ins().iconst(I64, 0);
        told.iter().for_each(|told| self.b.def_var(*told, none));
        self.each_lane(mask, |e, _, bit, offset| {
            let value = match value {
                Held::Same(value) => value,
                Held::Row(row) => {
                    let place = e.b.ins().iadd(row, offset);
                    e.b.ins().load(I64, e.regions.stack, place, 0)
                }
                Held::Frame | Held::Known(_) => unreachable!("it was fetched"),
            };
            let place = e.b.ins().iadd(results, offset);
            e.b.ins().store(e.regions.stack, value, place, 0);
            for (bits, told) in told.iter().enumerate() {
                let is_such = e.b.ins().icmp_imm_s(IntCC::Equal, value, bits as i64);
                let lane = e.b.ins().select(is_such, bit, none);
                let known = e.b.use_var(*told);
                let known = e.b.ins().bor(known, lane);
                e.b.def_var(*told, known);
            }
        });
        told.map(|told| self.b.use_var(told))
    }
}
