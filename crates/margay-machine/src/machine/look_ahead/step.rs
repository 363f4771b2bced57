//! One operation of an attempt, for all lanes that are here.

use super::view::{Did, View};
use super::{Attempt, Held};
use crate::code::Target;
use crate::code::op::{Op, Pc, Reg};
use crate::domain::Domain;
use crate::lanes::of as lanes;
use crate::machine::Machine;
use crate::machine::slow::{as_i32, as_ref};
use crate::memory::Ref;
use crate::platform::Platform;
use margay_ir::{BinOp, ClassId, Cond, Conv, StrId, Type};
use smallvec::SmallVec;

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    pub(super) fn advance(&mut self) {
        match self.machine.core.code.ops[self.at.pc as usize] {
            Op::Move { dst, src } => self.give(dst, self.held(src)),
            Op::Const { dst, bits } => self.give(dst, constant::<D>(u64::from(bits))),
            Op::Wide { dst, index } => {
                let bits = self.machine.core.code.wide[index as usize];
                self.give(dst, constant::<D>(bits));
            }
            Op::Jump { target } => self.at.pc = target,
            Op::JumpNull { a, target } => {
                self.branch_refs(self.held(a), constant::<D>(0), target, true);
            }
            Op::JumpNonNull { a, target } => {
                self.branch_refs(self.held(a), constant::<D>(0), target, false);
            }
            Op::JumpSame { a, b, target } => {
                self.branch_refs(self.held(a), self.held(b), target, true);
            }
            Op::JumpDifferent { a, b, target } => {
                self.branch_refs(self.held(a), self.held(b), target, false);
            }
            Op::JumpEq { a, b, target } => self.branch_ints(Cond::Eq, a, b, target),
            Op::JumpNe { a, b, target } => self.branch_ints(Cond::Ne, a, b, target),
            Op::JumpLt { a, b, target } => self.branch_ints(Cond::Lt, a, b, target),
            Op::JumpGe { a, b, target } => self.branch_ints(Cond::Ge, a, b, target),
            Op::JumpEqImm { a, imm, target } => self.branch_imm(Cond::Eq, a, imm, target),
            Op::JumpNeImm { a, imm, target } => self.branch_imm(Cond::Ne, a, imm, target),
            Op::JumpLtImm { a, imm, target } => self.branch_imm(Cond::Lt, a, imm, target),
            Op::JumpGeImm { a, imm, target } => self.branch_imm(Cond::Ge, a, imm, target),
            Op::JumpIf { cond, ty, when, a, b, target } => {
                let (a, b) = (self.held(a), self.held(b));
                self.branch(a, b, target, |domain, a, b| {
                    domain.test(cond, ty, a, b).map(|holds| holds == when)
                });
            }
            Op::Return { src } => self.leave(Some(self.held(src))),
            Op::ReturnVoid => self.leave(None),
            Op::Call { dst, function, site } => {
                self.invoke(Target::Function(function), dst, site);
            }
            Op::CallIntrinsic { dst, intrinsic, site } => {
                self.invoke(Target::Intrinsic(intrinsic), dst, site);
            }
            Op::CallTarget { dst, site } => self.call_target(None, dst, site),
            Op::CallInit { dst, class, site } => self.call_target(Some(class), dst, site),
            Op::CallOr { dst, function, site } => self.call_or(function, dst, site),
            Op::CallVirtual { dst, site } => self.call_virtual(dst, site),
            Op::Resolve { pending } => {
                // So that what is found depends on the place in the tree, not on what ran before.
                if !self.machine.resolve_quietly(self.at.pc, pending) {
                    self.give_up();
                }
            }
            op => self.access(op),
        }
    }

    /// Puts a result into a register and goes on.
    fn give(&mut self, dst: Reg, held: Held<D::Value>) {
        self.put(dst, held);
        self.next();
    }

    // ---- branches ----

    /// Jumps where a test holds; lanes for which it is undecided have no answer.
    fn branch(
        &mut self,
        a: Held<D::Value>,
        b: Held<D::Value>,
        target: Pc,
        test: impl Fn(&mut D, D::Value, D::Value) -> Option<bool>,
    ) {
        if let (Held::Same(a), Held::Same(b)) = (a, b) {
            match test(&mut self.machine.core.domain, a, b) {
                Some(true) => self.at.pc = target,
                Some(false) => self.next(),
                None => self.give_up(),
            }
            return;
        }
        let Machine { room, core, .. } = &mut *self.machine;
        let (a, b) = (room.row(a, self.width), room.row(b, self.width));
        let (mut taken, mut undecided) = (0, 0);
        for lane in lanes(self.at.mask) {
            match test(&mut core.domain, a.at(lane), b.at(lane)) {
                Some(holds) => taken |= u64::from(holds) << lane,
                None => undecided |= 1 << lane,
            }
        }
        self.at.mask &= !undecided;
        self.part(taken, target);
    }

    fn branch_refs(&mut self, a: Held<D::Value>, b: Held<D::Value>, target: Pc, same: bool) {
        self.branch(a, b, target, |domain, a, b| domain.is_same(a, b).map(|holds| holds == same));
    }

    fn branch_ints(&mut self, cond: Cond, a: Reg, b: Reg, target: Pc) {
        let (a, b) = (self.held(a), self.held(b));
        self.branch(a, b, target, |domain, a, b| domain.test(cond, Type::I32, a, b));
    }

    fn branch_imm(&mut self, cond: Cond, a: Reg, imm: i32, target: Pc) {
        let (a, b) = (self.held(a), constant::<D>(u64::from(imm as u32)));
        self.branch(a, b, target, |domain, a, b| domain.test(cond, Type::I32, a, b));
    }

    // ---- what may differ from lane to lane ----

    fn view(&self, value: Option<D::Value>) -> View<'_, D> {
        View { core: &self.machine.core, assumed: self.assumed, value, sole: self.sole }
    }

    /// An operation on one or two operands: once, or for each lane.
    fn each(
        &mut self,
        dst: Reg,
        a: Held<D::Value>,
        b: Held<D::Value>,
        operation: impl Fn(&View<'_, D>, D::Value, D::Value) -> Did<D::Value>,
    ) {
        let (Held::Same(x), Held::Same(y)) = (a, b) else {
            return self.each_lane(dst, a, b, operation);
        };
        match operation(&self.view(None), x, y) {
            Did::Value(value) => self.give(dst, Held::Same(value)),
            Did::Assumed => self.give(dst, Held::Lanes(0)),
            Did::Next => self.next(),
            Did::Jump(target) => self.at.pc = target,
            Did::Stuck => self.give_up(),
            Did::Varies => self.each_lane(dst, a, b, operation),
        }
    }

    fn each_lane(
        &mut self,
        dst: Reg,
        a: Held<D::Value>,
        b: Held<D::Value>,
        operation: impl Fn(&View<'_, D>, D::Value, D::Value) -> Did<D::Value>,
    ) {
        let fresh = self.new_lanes();
        let mut next = 0;
        let mut jumps: SmallVec<[(Pc, u64); 4]> = SmallVec::new();
        for lane in lanes(self.at.mask) {
            let room = &self.machine.room;
            let (x, y) = (room.row(a, self.width).at(lane), room.row(b, self.width).at(lane));
            let assumed = room.lanes[lane];
            match operation(&self.view(Some(assumed)), x, y) {
                Did::Value(value) => {
                    self.machine.room.lanes[fresh + lane] = value;
                    next |= 1 << lane;
                }
                Did::Assumed => {
                    self.machine.room.lanes[fresh + lane] = assumed;
                    next |= 1 << lane;
                }
                Did::Next => next |= 1 << lane,
                Did::Jump(target) => match jumps.iter_mut().find(|(pc, _)| *pc == target) {
                    Some((_, mask)) => *mask |= 1 << lane,
                    None => jumps.push((target, 1 << lane)),
                },
                Did::Stuck | Did::Varies => {}
            }
        }
        for (target, mask) in jumps {
            self.put_aside(target, mask);
        }
        self.at.mask = next;
        self.give(dst, Held::Lanes(fresh as u32));
    }

    /// A computation on two operands.
    fn compute(
        &mut self,
        dst: Reg,
        a: Held<D::Value>,
        b: Held<D::Value>,
        operation: impl Fn(&mut D, D::Value, D::Value) -> D::Value,
    ) {
        if let (Held::Same(a), Held::Same(b)) = (a, b) {
            let value = operation(&mut self.machine.core.domain, a, b);
            return self.give(dst, Held::Same(value));
        }
        let fresh = self.new_lanes();
        for lane in lanes(self.at.mask) {
            let Machine { room, core, .. } = &mut *self.machine;
            let (x, y) = (room.row(a, self.width).at(lane), room.row(b, self.width).at(lane));
            room.lanes[fresh + lane] = operation(&mut core.domain, x, y);
        }
        self.give(dst, Held::Lanes(fresh as u32));
    }

    // ---- memory ----

    fn access(&mut self, op: Op) {
        use crate::code::op::NO_REG;
        let none = constant::<D>(0);
        match op {
            Op::GetField { dst, object, slot } => {
                self.each(dst, self.held(object), none, |view, object, _| {
                    view.load(as_ref::<D>(object), u32::from(slot))
                });
            }
            Op::GetFieldOr { dst, object, slot, fail } => {
                self.each(dst, self.held(object), none, |view, object, _| {
                    or_null::<D>(object, fail, |object| view.load(object, u32::from(slot)))
                });
            }
            Op::PutField { object, slot, value } => {
                let (object, value) = (self.held(object), self.held(value));
                self.each(NO_REG, object, value, |view, object, value| {
                    view.store(as_ref::<D>(object), u32::from(slot), value)
                });
            }
            Op::PutFieldOr { object, slot, value, fail } => {
                let (object, value) = (self.held(object), self.held(value));
                self.each(NO_REG, object, value, |view, object, value| {
                    or_null::<D>(object, fail, |object| view.store(object, u32::from(slot), value))
                });
            }
            Op::GetStatic { dst, cell } => {
                let value = self.machine.core.memory.get_static(cell);
                self.give(dst, Held::Same(value));
            }
            Op::GetStaticInit { dst, class, cell } => {
                if !self.machine.core.memory.is_ready(ClassId::from_u32(class)) {
                    return self.give_up();
                }
                let value = self.machine.core.memory.get_static(cell);
                self.give(dst, Held::Same(value));
            }
            Op::ArrayLen { dst, array } => {
                self.each(dst, self.held(array), none, |view, array, _| {
                    view.array_len(as_ref::<D>(array))
                });
            }
            Op::ArrayLenOr { dst, array, fail } => {
                self.each(dst, self.held(array), none, |view, array, _| {
                    or_null::<D>(array, fail, |array| view.array_len(array))
                });
            }
            Op::CheckIndex { array, index, .. } => {
                let (array, index) = (self.held(array), self.held(index));
                self.each(NO_REG, array, index, |view, array, index| {
                    view.check_index(array, index)
                });
            }
            Op::LoadChecked { dst, array, index, .. } => {
                let (array, index) = (self.held(array), self.held(index));
                self.each(dst, array, index, |view, array, index| view.load_checked(array, index));
            }
            Op::ArrayLoad { dst, array, index } => {
                let (array, index) = (self.held(array), self.held(index));
                self.each(dst, array, index, |view, array, index| {
                    view.load(as_ref::<D>(array), as_i32::<D>(index) as u32)
                });
            }
            Op::CheckBounds { index, length, fail } => {
                let (index, length) = (self.held(index), self.held(length));
                self.branch(index, length, fail, |_, index, length| {
                    Some(as_i32::<D>(index) as u32 >= as_i32::<D>(length) as u32)
                });
            }
            _ => self.arithmetic(op),
        }
    }

    // ---- computing ----

    fn binary(&mut self, op: BinOp, ty: Type, dst: Reg, a: Reg, b: Reg) {
        let (a, b) = (self.held(a), self.held(b));
        self.compute(dst, a, b, |domain, a, b| domain.binary(op, ty, a, b));
    }

    fn binary_imm(&mut self, op: BinOp, dst: Reg, a: Reg, imm: i32) {
        let (a, b) = (self.held(a), constant::<D>(u64::from(imm as u32)));
        self.compute(dst, a, b, |domain, a, b| domain.binary(op, Type::I32, a, b));
    }

    fn unary(&mut self, dst: Reg, a: Reg, operation: impl Fn(&mut D, D::Value) -> D::Value) {
        self.compute(dst, self.held(a), constant::<D>(0), |domain, a, _| operation(domain, a));
    }

    fn convert(&mut self, conv: Conv, dst: Reg, a: Reg) {
        self.unary(dst, a, |domain, a| domain.convert(conv, a));
    }

    fn arithmetic(&mut self, op: Op) {
        match op {
            Op::Add32 { dst, a, b } => self.binary(BinOp::Add, Type::I32, dst, a, b),
            Op::Sub32 { dst, a, b } => self.binary(BinOp::Sub, Type::I32, dst, a, b),
            Op::Mul32 { dst, a, b } => self.binary(BinOp::Mul, Type::I32, dst, a, b),
            Op::And32 { dst, a, b } => self.binary(BinOp::And, Type::I32, dst, a, b),
            Op::Or32 { dst, a, b } => self.binary(BinOp::Or, Type::I32, dst, a, b),
            Op::Xor32 { dst, a, b } => self.binary(BinOp::Xor, Type::I32, dst, a, b),
            Op::AddImm32 { dst, a, imm } => self.binary_imm(BinOp::Add, dst, a, imm),
            Op::MulImm32 { dst, a, imm } => self.binary_imm(BinOp::Mul, dst, a, imm),
            Op::AndImm32 { dst, a, imm } => self.binary_imm(BinOp::And, dst, a, imm),
            Op::ShlImm32 { dst, a, imm } => self.binary_imm(BinOp::Shl, dst, a, imm),
            Op::ShrImm32 { dst, a, imm } => self.binary_imm(BinOp::Shr, dst, a, imm),
            Op::UshrImm32 { dst, a, imm } => self.binary_imm(BinOp::Ushr, dst, a, imm),
            Op::Add64 { dst, a, b } => self.binary(BinOp::Add, Type::I64, dst, a, b),
            Op::Sub64 { dst, a, b } => self.binary(BinOp::Sub, Type::I64, dst, a, b),
            Op::Mul64 { dst, a, b } => self.binary(BinOp::Mul, Type::I64, dst, a, b),
            Op::And64 { dst, a, b } => self.binary(BinOp::And, Type::I64, dst, a, b),
            Op::Xor64 { dst, a, b } => self.binary(BinOp::Xor, Type::I64, dst, a, b),
            Op::AddF64 { dst, a, b } => self.binary(BinOp::Add, Type::F64, dst, a, b),
            Op::MulF64 { dst, a, b } => self.binary(BinOp::Mul, Type::F64, dst, a, b),
            Op::I32ToI64 { dst, a } => self.convert(Conv::I32ToI64, dst, a),
            Op::I64ToI32 { dst, a } => self.convert(Conv::I64ToI32, dst, a),
            Op::Convert { conv, dst, a } => self.convert(conv, dst, a),
            Op::Binary { op, ty, dst, a, b } => self.binary(op, ty, dst, a, b),
            Op::BinaryImm { op, ty, dst, a, imm } => {
                let b = match ty {
                    Type::I64 => i64::from(imm) as u64,
                    _ => u64::from(i32::from(imm) as u32),
                };
                let (a, b) = (self.held(a), constant::<D>(b));
                self.compute(dst, a, b, |domain, a, b| domain.binary(op, ty, a, b));
            }
            Op::Neg { ty, dst, a } => self.unary(dst, a, |domain, a| domain.negate(ty, a)),
            Op::Compare { cond, ty, dst, a, b } => {
                let (a, b) = (self.held(a), self.held(b));
                self.compute(dst, a, b, |domain, a, b| domain.compare(cond, ty, a, b));
            }
            Op::ThreeWay { ty, nan, dst, a, b } => {
                let (a, b) = (self.held(a), self.held(b));
                self.compute(dst, a, b, |domain, a, b| domain.three_way(ty, nan, a, b));
            }
            _ => self.classes(op),
        }
    }

    fn classes(&mut self, op: Op) {
        use crate::code::op::NO_REG;
        let none = constant::<D>(0);
        match op {
            Op::CheckCast { object, fail, class } => {
                self.each(NO_REG, self.held(object), none, |view, object, _| {
                    match as_ref::<D>(object) {
                        object if object == 0 || view.is_instance(object, class) => Did::Next,
                        _ => Did::Jump(fail),
                    }
                });
            }
            Op::InstanceOf { dst, object, class } => {
                self.each(dst, self.held(object), none, |view, object, _| {
                    let object = as_ref::<D>(object);
                    let holds = object != 0 && view.is_instance(object, class);
                    Did::Value(D::constant(u64::from(holds)))
                });
            }
            Op::CheckStorable { array, value, fail } => {
                let (array, value) = (self.held(array), self.held(value));
                self.each(NO_REG, array, value, |view, array, value| {
                    match view.is_storable(as_ref::<D>(array), as_ref::<D>(value)) {
                        true => Did::Next,
                        false => Did::Jump(fail),
                    }
                });
            }
            Op::TableSwitch { value, table } => {
                self.each(NO_REG, self.held(value), none, |view, value, _| {
                    let table = &view.core.code.table_switches[table as usize];
                    let offset = as_i32::<D>(value).wrapping_sub(table.low) as u32;
                    Did::Jump(table.targets.get(offset as usize).copied().unwrap_or(table.default))
                });
            }
            Op::LookupSwitch { value, table } => {
                self.each(NO_REG, self.held(value), none, |view, value, _| {
                    let table = &view.core.code.lookup_switches[table as usize];
                    let key = as_i32::<D>(value);
                    let found = table.cases.binary_search_by_key(&key, |(key, _)| *key);
                    Did::Jump(found.map_or(table.default, |at| table.cases[at].1))
                });
            }
            Op::Str { dst, string } => {
                match self.machine.core.memory.string(StrId::from_u32(string)) {
                    0 => self.give_up(),
                    object => self.give(dst, constant::<D>(u64::from(object))),
                }
            }
            _ => self.give_up(),
        }
    }
}

fn constant<D: Domain>(bits: u64) -> Held<D::Value> {
    Held::Same(D::constant(bits))
}

/// What is done with an object, unless it is null.
fn or_null<D: Domain>(
    object: D::Value,
    fail: Pc,
    otherwise: impl FnOnce(Ref) -> Did<D::Value>,
) -> Did<D::Value> {
    match as_ref::<D>(object) {
        0 => Did::Jump(fail),
        object => otherwise(object),
    }
}
