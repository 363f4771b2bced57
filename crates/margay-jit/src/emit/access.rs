//! What looks at memory or changes it.

use super::Emitter;
use crate::Exits;
use crate::context::Context;
use crate::helpers::Helper;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{InstBuilder, JumpTableData, Value};
use cranelift_frontend::Switch;
use margay_ir::ClassId;
use margay_machine::code::op::{Pc, Reg};
use margay_machine::code::semantics::{Access, Operand, Store};
use margay_machine::{ClassState, Concrete, Domain};
use std::mem::offset_of;

/// Objects of more cells are made by a helper.
const MOST_CELLS: u32 = 24;

impl Emitter<'_> {
    pub(super) fn emit_access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) {
        match what {
            Access::Field(slot, null) => {
                let object = self.object(a, null);
                let address = self.b.ins().iadd_imm_s(object, 1 + i64::from(slot));
                let inside = self.is_near(address);
                self.leave_unless(inside, Exits::Slow);
                let value = self.load_near(address);
                self.set_decided(dst, address, value);
            }
            Access::Static(cell, class) => {
                class.into_iter().for_each(|class| self.check_ready(class));
                let value = self.static_cell(cell);
                self.set(dst, value);
            }
            Access::Length(null) => {
                let array = self.object(a, null);
                let length = self.length(array);
                let length = self.length_or_none(array, length);
                self.set_half(dst, length);
            }
            Access::Element => {
                let (array, index) = (self.object(a, None), self.index(b));
                self.load_element(dst, array, index);
            }
            Access::Inside => {
                self.inside(a, b);
            }
            Access::ElementInside if self.ahead.is_some() => {
                let (array, index) = self.inside(a, b);
                self.load_element(dst, array, index);
            }
            Access::ElementInside => {
                let (array, index) = (self.object(a, None), self.index(b));
                let address = self.element_address(array, index);
                let is_near = self.is_near(address);
                let value = self.either(
                    is_near,
                    |e| {
                        e.check_inside_near(array, index);
                        e.load_near(address)
                    },
                    |e| {
                        e.check_inside(array, index);
                        e.load(address)
                    },
                );
                self.set_decided(dst, address, value);
            }
            Access::Storable(fail) => self.check_storable(a, b, fail),
            Access::Cast(class, fail) => {
                let holds = self.is_instance(a, class, true);
                self.jump_if(holds, false, fail);
            }
            Access::Instance(class) => {
                let holds = self.is_instance(a, class, false);
                self.set_half(dst, holds);
            }
            Access::Text(string) => {
                let string = i64::from(string.as_u32());
                let count = self.field(I64, offset_of!(Context, string_count));
                let is_there = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, count, string);
                self.leave_unless(is_there, self.refusal());
                let strings = self.field(I64, offset_of!(Context, strings));
                let cells = self.regions.cells;
                let object = self.b.ins().load(I32, cells, strings, (string * 4) as i32);
                self.leave_unless(object, self.refusal());
                self.set_half(dst, object);
            }
            Access::Table(table) => self.table_switch(a, table),
            Access::Lookup(table) => self.lookup_switch(a, table),
        }
    }

    pub(super) fn emit_store(&mut self, what: Store, object: Operand, index: Operand, value: Reg) {
        let mut value = self.register(value);
        let address = match what {
            Store::Field(slot, null) => {
                let object = self.object(object, null);
                self.b.ins().iadd_imm_s(object, 1 + i64::from(slot))
            }
            Store::Static(cell, class) => {
                class.into_iter().for_each(|class| self.check_ready(class));
                return self.store_static(cell, value);
            }
            Store::Element | Store::Narrowed => {
                let (array, index) = (self.object(object, None), self.index(index));
                if let Store::Narrowed = what {
                    let array = self.b.ins().ireduce(I32, array);
                    value = self.help(Helper::Narrow, &[array, value]).expect("a value");
                }
                self.element_address(array, index)
            }
            Store::ElementInside => {
                let (array, index) = (self.object(object, None), self.index(index));
                let address = self.element_address(array, index);
                return self.store_cell(address, value, Some((array, index)));
            }
        };
        self.store_cell(address, value, None);
    }

    // ---- objects ----

    /// The object that a reference means, in 64 bits; a null one goes elsewhere.
    pub(super) fn object(&mut self, reference: Operand, null: Option<Pc>) -> Value {
        let object = self.half(reference);
        if let Some(null) = null {
            self.jump_if(object, false, null);
        }
        self.b.ins().uextend(I64, object)
    }

    /// An index in 64 bits.
    fn index(&mut self, index: Operand) -> Value {
        let index = self.half(index);
        self.b.ins().uextend(I64, index)
    }

    fn element_address(&mut self, array: Value, index: Value) -> Value {
        let address = self.b.ins().iadd(array, index);
        self.b.ins().iadd_imm_s(address, 1)
    }

    /// Whether an address is not far.
    pub(super) fn is_near(&mut self, address: Value) -> Value {
        let count = self.field(I64, offset_of!(Context, cell_count));
        self.b.ins().icmp(IntCC::UnsignedLessThan, address, count)
    }

    pub(super) fn load_near(&mut self, address: Value) -> Value {
        let cells = self.field(I64, offset_of!(Context, cells));
        let place = self.wide_element(cells, address, 8);
        self.b.ins().load(I64, self.regions.cells, place, 0)
    }

    /// What a cell holds, wherever it is.
    fn load(&mut self, address: Value) -> Value {
        let is_near = self.is_near(address);
        self.either(
            is_near,
            |e| e.load_near(address),
            |e| {
                let address = e.b.ins().ireduce(I32, address);
                e.help(Helper::LoadFar, &[address]).expect("a value")
            },
        )
    }

    /// Puts the value of a cell into a register, unless it may be undecided.
    fn set_decided(&mut self, dst: Reg, address: Value, value: Value) {
        if self.ahead.is_some() {
            return self.hold_supposed(dst, address, value);
        }
        let undecided = self.b.ins().iconst(I64, Concrete::undecided().cast_signed());
        let is_open = self.b.ins().icmp(IntCC::Equal, value, undecided);
        self.leave_if(is_open, Exits::Slow);
        self.set(dst, value);
    }

    fn load_element(&mut self, dst: Reg, array: Value, index: Value) {
        let address = self.element_address(array, index);
        let value = self.load(address);
        self.set_decided(dst, address, value);
    }

    /// The length in the header of an array.
    fn length(&mut self, array: Value) -> Value {
        let header = self.load(array);
        let length = self.b.ins().ushr_imm_u(header, 32);
        self.b.ins().ireduce(I32, length)
    }

    /// A length of none may have to be decided, if the array is one whose cells may be.
    fn length_or_none(&mut self, array: Value, length: Value) -> Value {
        let near = self.b.ins().ireduce(I32, array);
        let start = self.field(I32, offset_of!(Context, open_start));
        let size = self.field(I32, offset_of!(Context, open_size));
        let place = self.b.ins().isub(near, start);
        let is_open = self.b.ins().icmp(IntCC::UnsignedLessThan, place, size);
        let is_none = self.b.ins().icmp_imm_s(IntCC::Equal, length, 0);
        let is_unclear = self.b.ins().band(is_open, is_none);
        if self.ahead.is_some() {
            let is_clear = self.b.ins().bxor_imm_s(is_unclear, 1);
            return self.either(is_clear, |_| length, |e| e.supposed_length(array));
        }
        self.leave_if(is_unclear, Exits::Slow);
        length
    }

    /// Leaves unless an index is inside an array.
    fn check_inside(&mut self, array: Value, index: Value) {
        let header = self.load(array);
        self.leave_unless_below(index, header);
    }

    /// The same where the element that the index means is near, if there is one: then all of the array is.
    fn check_inside_near(&mut self, array: Value, index: Value) {
        let header = self.load_near(array);
        self.leave_unless_below(index, header);
    }

    /// Leaves unless an index is below the length in a header.
    fn leave_unless_below(&mut self, index: Value, header: Value) {
        let length = self.b.ins().ushr_imm_u(header, 32);
        let is_inside = self.b.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.leave_unless(is_inside, Exits::Slow);
    }

    /// An array and an index inside it.
    fn inside(&mut self, array: Operand, index: Operand) -> (Value, Value) {
        let array = self.object(array, None);
        let index = self.half(index);
        let length = self.length(array);
        let is_inside = self.b.ins().icmp(IntCC::UnsignedLessThan, index, length);
        match self.ahead {
            None => self.leave_unless(is_inside, Exits::Slow),
            Some(_) => self.unless(is_inside, |e| {
                let length = e.supposed_length(array);
                let is_inside = e.b.ins().icmp(IntCC::UnsignedLessThan, index, length);
                e.leave_unless(is_inside, Exits::Stuck);
            }),
        }
        (array, self.b.ins().uextend(I64, index))
    }

    /// Sets a cell; where an array and an index are given, it is the one that they mean, if there is one.
    fn store_cell(&mut self, address: Value, value: Value, element: Option<(Value, Value)>) {
        let count = self.field(I64, offset_of!(Context, cell_count));
        let old = self.field(I32, offset_of!(Context, old));
        let old = self.b.ins().uextend(I64, old);
        // Not older than the newest mark, and not far: one comparison tells both.
        let (place, young) = (self.b.ins().isub(address, old), self.b.ins().isub(count, old));
        let is_young = self.b.ins().icmp(IntCC::UnsignedLessThan, place, young);
        let (plain, other, join) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(other);
        self.b.ins().brif(is_young, plain, &[], other, &[]);
        self.b.switch_to_block(plain);
        if let Some((array, index)) = element {
            self.check_inside_near(array, index);
        }
        let cells = self.field(I64, offset_of!(Context, cells));
        let place = self.wide_element(cells, address, 8);
        self.b.ins().store(self.regions.cells, value, place, 0);
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(other);
        if let Some((array, index)) = element {
            self.check_inside(array, index);
        }
        let address = self.b.ins().ireduce(I32, address);
        self.help(Helper::Store, &[address, value]);
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(join);
    }

    // ---- classes ----

    /// Leaves unless a class is ready, or being initialised.
    pub(super) fn check_ready(&mut self, class: ClassId) {
        let at = i64::from(class.as_u32());
        let count = self.field(I64, offset_of!(Context, state_count));
        let is_there = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, count, at);
        self.leave_unless(is_there, self.refusal());
        let states = self.field(I64, offset_of!(Context, states));
        let state = self.b.ins().load(I8, self.regions.cells, states, at as i32);
        let ready = self.b.ins().icmp_imm_s(IntCC::Equal, state, ClassState::Ready as i64);
        let running = self.b.ins().icmp_imm_s(IntCC::Equal, state, ClassState::Running as i64);
        let is_ready = self.b.ins().bor(ready, running);
        self.leave_unless(is_ready, self.refusal());
    }

    /// Whether there is a static cell: those of classes loaded since the last write are not made yet.
    fn has_static(&mut self, cell: u32) -> Value {
        let count = self.field(I64, offset_of!(Context, static_count));
        self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, count, i64::from(cell))
    }

    fn static_cell(&mut self, cell: u32) -> Value {
        let has = self.has_static(cell);
        self.either(
            has,
            |e| {
                let statics = e.field(I64, offset_of!(Context, statics));
                e.b.ins().load(I64, e.regions.cells, statics, (cell * 8) as i32)
            },
            |e| e.b.ins().iconst(I64, 0),
        )
    }

    fn store_static(&mut self, cell: u32, value: Value) {
        let has = self.has_static(cell);
        let marked = self.field(I32, offset_of!(Context, marked));
        let unmarked = self.b.ins().icmp_imm_s(IntCC::Equal, marked, 0);
        let is_plain = self.b.ins().band(has, unmarked);
        let (plain, other, join) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_plain, plain, &[], other, &[]);
        self.b.switch_to_block(plain);
        let statics = self.field(I64, offset_of!(Context, statics));
        self.b.ins().store(self.regions.cells, value, statics, (cell * 8) as i32);
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(other);
        let cell = self.b.ins().iconst(I32, i64::from(cell));
        self.help(Helper::StoreStatic, &[cell, value]);
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(join);
    }

    /// The class in the header of an object, in 32 bits.
    pub(super) fn class_of(&mut self, object: Value) -> Value {
        let header = self.load(object);
        self.b.ins().ireduce(I32, header)
    }

    /// Whether a reference is of a class, in 32 bits; `null` is what is true of null.
    fn is_instance(&mut self, reference: Operand, class: ClassId, null: bool) -> Value {
        let object = self.half(reference);
        let object64 = self.b.ins().uextend(I64, object);
        self.either(
            object,
            |e| {
                let actual = e.class_of(object64);
                let wanted = i64::from(class.as_u32());
                let is_same = e.b.ins().icmp_imm_s(IntCC::Equal, actual, wanted);
                e.either(
                    is_same,
                    |e| e.b.ins().iconst(I32, 1),
                    |e| {
                        let wanted = e.b.ins().iconst(I32, wanted);
                        e.help(Helper::IsSubclass, &[actual, wanted]).expect("an answer")
                    },
                )
            },
            |e| e.b.ins().iconst(I32, i64::from(null)),
        )
    }

    fn check_storable(&mut self, array: Operand, value: Operand, fail: Pc) {
        let array = self.object(array, None);
        let object = self.half(value);
        let object64 = self.b.ins().uextend(I64, object);
        let holds = self.either(
            object,
            |e| {
                let (array, class) = (e.class_of(array), e.class_of(object64));
                e.help(Helper::IsStorable, &[array, class]).expect("an answer")
            },
            |e| e.b.ins().iconst(I32, 1),
        );
        self.jump_if(holds, false, fail);
    }

    // ---- allocation ----

    pub(super) fn emit_new(&mut self, dst: Reg, class: ClassId) {
        let cells = self.core.world.loaded(class).cells;
        let (class, size) = (class.as_u32(), 1 + i64::from(cells));
        if cells > MOST_CELLS {
            let cells = self.b.ins().iconst(I32, i64::from(cells));
            return self.emit_allocation(dst, class, cells);
        }
        let object = self.field(I64, offset_of!(Context, cell_count));
        let end = self.b.ins().iadd_imm_s(object, size);
        let room = self.field(I64, offset_of!(Context, cell_room));
        let has_room = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, end, room);
        let made = self.either(
            has_room,
            |e| {
                let heap = e.field(I64, offset_of!(Context, cells));
                let place = e.wide_element(heap, object, 8);
                let header = u64::from(class) | u64::from(cells) << 32;
                let header = e.b.ins().iconst(I64, header.cast_signed());
                let zero = e.b.ins().iconst(I64, 0);
                e.b.ins().store(e.regions.cells, header, place, 0);
                for cell in 1..size {
                    e.b.ins().store(e.regions.cells, zero, place, (cell * 8) as i32);
                }
                e.set_field(end, offset_of!(Context, cell_count));
                e.b.ins().ireduce(I32, object)
            },
            |e| {
                let class = e.b.ins().iconst(I32, i64::from(class));
                let cells = e.b.ins().iconst(I32, i64::from(cells));
                e.help(Helper::Allocate, &[class, cells]).expect("an object")
            },
        );
        self.leave_unless(made, Exits::Slow);
        self.set_half(dst, made);
    }

    pub(super) fn emit_new_array(&mut self, dst: Reg, len: Reg, class: u32) {
        let len = self.half(Operand::Reg(len));
        // What is negative throws before.
        let len = self.b.ins().iabs(len);
        self.emit_allocation(dst, class, len);
    }

    fn emit_allocation(&mut self, dst: Reg, class: u32, len: Value) {
        let class = self.b.ins().iconst(I32, i64::from(class));
        let made = self.help(Helper::Allocate, &[class, len]).expect("an object");
        self.leave_unless(made, Exits::Slow);
        self.set_half(dst, made);
    }

    // ---- switches ----

    fn table_switch(&mut self, value: Operand, table: u32) {
        let table = &self.core.code.table_switches[table as usize];
        let key = self.half(value);
        let offset = self.b.ins().iadd_imm_s(key, -i64::from(table.low));
        let left = self.count(self.pc + 1);
        let mut ways: Vec<(Pc, cranelift_codegen::ir::Block)> = Vec::new();
        let mut calls = Vec::new();
        for target in table.targets.iter().chain([&table.default]) {
            let block = match ways.iter().find(|(other, _)| other == target) {
                Some((_, block)) => *block,
                None => {
                    let block = self.b.create_block();
                    ways.push((*target, block));
                    block
                }
            };
            calls.push(self.b.func.dfg.block_call(block, &[]));
        }
        let default = calls.pop().expect("a default");
        let jump_table = self.b.create_jump_table(JumpTableData::new(default, &calls));
        self.b.ins().br_table(offset, jump_table);
        for (target, block) in ways {
            self.b.switch_to_block(block);
            self.arrive(target, left);
        }
    }

    fn lookup_switch(&mut self, value: Operand, table: u32) {
        let table = &self.core.code.lookup_switches[table as usize];
        let key = self.half(value);
        let left = self.count(self.pc + 1);
        let mut switch = Switch::new();
        let mut ways = Vec::new();
        for (key, target) in &table.cases {
            let block = self.b.create_block();
            switch.set_entry(u128::from(key.cast_unsigned()), block);
            ways.push((*target, block));
        }
        let default = self.b.create_block();
        ways.push((table.default, default));
        switch.emit(&mut self.b, key, default);
        for (target, block) in ways {
            self.b.switch_to_block(block);
            self.arrive(target, left);
        }
    }
}
