//! What operations mean, said once.
//!
//! [`perform`] is the table: it takes an operation apart into its operands and one of a few dozen
//! meanings (an arithmetic operator, a test, an access to memory), and hands these to an
//! [`Engine`]. An engine is whatever gives them an effect: the interpreter's loop runs them on the
//! registers of a frame, looking ahead runs them on many values at once, a compiler would emit code.
//! What is computed is data ([`Compute`], [`Test`], [`Access`], [`Store`]) with one function that
//! says what it gives, generic in the [`Domain`](crate::domain::Domain) and, for memory, in the
//! [`View`]; so engines differ in where values are kept and in what they refuse, never in results.
//!
//! The kind of a meaning is its effect: `Compute` and `Test` depend on their operands only,
//! `Access` reads memory, `Store` and allocation change it, calls and returns change frames, and
//! what [`Engine::special`] gets is done by the machine as a whole.
//!
//! The table calls the engine instead of giving back a description. All of it is inlined, so each
//! arm of the `match` is specialised for its operation, as if it were written out: a description
//! would be taken apart by a second and third `match` at run time.

mod access;
mod compute;

pub(crate) use access::{Access, Did, Store, View};
pub(crate) use compute::{Compute, Test, object};

use super::op::{Op, Pc, Reg};
use margay_ir::{BinOp, ClassId, Cond, Conv, StrId, Type};

/// Where an operand is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    Reg(Reg),
    /// In the operation.
    Bits(u64),
    /// Among [`Code::wide`](super::Code::wide).
    Wide(u32),
}

impl Operand {
    /// For operations that need none.
    const NONE: Operand = Operand::Bits(0);

    #[inline(always)]
    fn i32(value: i32) -> Self {
        Operand::Bits(u64::from(value as u32))
    }
}

/// What a call runs; its site holds the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    Function(u32),
    /// A function, unless the receiver is null: then the site says where to go.
    NonNull(u32),
    /// One of the platform's operations.
    Intrinsic(u32),
    /// What the site says.
    Site,
    /// What the site says, once a class is ready.
    Ready(ClassId),
    /// What the class of the receiver has for the method of the site.
    Virtual,
}

/// Whatever gives operations an effect.
pub(crate) trait Engine {
    /// How to go on after an operation.
    type Flow;

    /// Puts an operand into a register.
    fn copy(&mut self, dst: Reg, from: Operand) -> Self::Flow;

    /// Puts what is computed into a register.
    fn compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) -> Self::Flow;

    fn jump(&mut self, target: Pc) -> Self::Flow;

    /// Jumps if the test holds.
    fn branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) -> Self::Flow;

    /// Looks at memory; a result goes into a register.
    fn access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) -> Self::Flow;

    /// Writes a value into an object or array, if there is one.
    fn store(&mut self, what: Store, object: Operand, index: Operand, value: Reg) -> Self::Flow;

    /// Makes an object of a class, which may have to be ready first.
    fn allocate(&mut self, dst: Reg, class: ClassId, is_ready: bool) -> Self::Flow;

    fn call(&mut self, dst: Reg, callee: Callee, site: u32) -> Self::Flow;

    fn leave(&mut self, result: Option<Reg>) -> Self::Flow;

    /// Records that a block was entered.
    fn record(&mut self, point: u32) -> Self::Flow;

    /// Counts instructions.
    fn spend(&mut self, instructions: u32) -> Self::Flow;

    /// What takes the whole machine.
    fn special(&mut self, op: &Op) -> Self::Flow;
}

/// Lets an engine do an operation.
// One operation a line reads as the table it is.
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn perform<E: Engine>(engine: &mut E, op: &Op) -> E::Flow {
    use Operand::{Bits, Reg, Wide};
    const NONE: Operand = Operand::NONE;
    const fn i32(op: BinOp) -> Compute { Compute::Binary(op, Type::I32) }
    const fn i64(op: BinOp) -> Compute { Compute::Binary(op, Type::I64) }
    const fn f64(op: BinOp) -> Compute { Compute::Binary(op, Type::F64) }
    const fn is(cond: Cond) -> Test { Test::Compare(cond, Type::I32, true) }
    let e = engine;
    match *op {
        Op::Move { dst, src } => e.copy(dst, Reg(src)),
        Op::Const { dst, bits } => e.copy(dst, Bits(u64::from(bits))),
        Op::Wide { dst, index } => e.copy(dst, Wide(index)),

        Op::Add32 { dst, a, b } => e.compute(dst, i32(BinOp::Add), Reg(a), Reg(b)),
        Op::Sub32 { dst, a, b } => e.compute(dst, i32(BinOp::Sub), Reg(a), Reg(b)),
        Op::Mul32 { dst, a, b } => e.compute(dst, i32(BinOp::Mul), Reg(a), Reg(b)),
        Op::And32 { dst, a, b } => e.compute(dst, i32(BinOp::And), Reg(a), Reg(b)),
        Op::Or32 { dst, a, b } => e.compute(dst, i32(BinOp::Or), Reg(a), Reg(b)),
        Op::Xor32 { dst, a, b } => e.compute(dst, i32(BinOp::Xor), Reg(a), Reg(b)),
        Op::AddImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::Add), Reg(a), Operand::i32(imm)),
        Op::MulImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::Mul), Reg(a), Operand::i32(imm)),
        Op::AndImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::And), Reg(a), Operand::i32(imm)),
        Op::ShlImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::Shl), Reg(a), Operand::i32(imm)),
        Op::ShrImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::Shr), Reg(a), Operand::i32(imm)),
        Op::UshrImm32 { dst, a, imm } => e.compute(dst, i32(BinOp::Ushr), Reg(a), Operand::i32(imm)),
        Op::Add64 { dst, a, b } => e.compute(dst, i64(BinOp::Add), Reg(a), Reg(b)),
        Op::Sub64 { dst, a, b } => e.compute(dst, i64(BinOp::Sub), Reg(a), Reg(b)),
        Op::Mul64 { dst, a, b } => e.compute(dst, i64(BinOp::Mul), Reg(a), Reg(b)),
        Op::And64 { dst, a, b } => e.compute(dst, i64(BinOp::And), Reg(a), Reg(b)),
        Op::Xor64 { dst, a, b } => e.compute(dst, i64(BinOp::Xor), Reg(a), Reg(b)),
        Op::AddF64 { dst, a, b } => e.compute(dst, f64(BinOp::Add), Reg(a), Reg(b)),
        Op::MulF64 { dst, a, b } => e.compute(dst, f64(BinOp::Mul), Reg(a), Reg(b)),
        Op::I32ToI64 { dst, a } => e.compute(dst, Compute::Convert(Conv::I32ToI64), Reg(a), NONE),
        Op::I64ToI32 { dst, a } => e.compute(dst, Compute::Convert(Conv::I64ToI32), Reg(a), NONE),
        Op::BinaryImm { op, ty, dst, a, imm } => {
            let imm = match ty {
                Type::I64 => Bits(i64::from(imm) as u64),
                _ => Operand::i32(i32::from(imm)),
            };
            e.compute(dst, Compute::Binary(op, ty), Reg(a), imm)
        }
        Op::Binary { op, ty, dst, a, b } => e.compute(dst, Compute::Binary(op, ty), Reg(a), Reg(b)),
        Op::Neg { ty, dst, a } => e.compute(dst, Compute::Negate(ty), Reg(a), NONE),
        Op::Convert { conv, dst, a } => e.compute(dst, Compute::Convert(conv), Reg(a), NONE),
        Op::Compare { cond, ty, dst, a, b } => e.compute(dst, Compute::Compare(cond, ty), Reg(a), Reg(b)),
        Op::ThreeWay { ty, nan, dst, a, b } => e.compute(dst, Compute::ThreeWay(ty, nan), Reg(a), Reg(b)),

        Op::Jump { target } => e.jump(target),
        Op::JumpEq { a, b, target } => e.branch(is(Cond::Eq), Reg(a), Reg(b), target),
        Op::JumpNe { a, b, target } => e.branch(is(Cond::Ne), Reg(a), Reg(b), target),
        Op::JumpLt { a, b, target } => e.branch(is(Cond::Lt), Reg(a), Reg(b), target),
        Op::JumpGe { a, b, target } => e.branch(is(Cond::Ge), Reg(a), Reg(b), target),
        Op::JumpEqImm { a, imm, target } => e.branch(is(Cond::Eq), Reg(a), Operand::i32(imm), target),
        Op::JumpNeImm { a, imm, target } => e.branch(is(Cond::Ne), Reg(a), Operand::i32(imm), target),
        Op::JumpLtImm { a, imm, target } => e.branch(is(Cond::Lt), Reg(a), Operand::i32(imm), target),
        Op::JumpGeImm { a, imm, target } => e.branch(is(Cond::Ge), Reg(a), Operand::i32(imm), target),
        Op::JumpIf { cond, ty, when, a, b, target } => e.branch(Test::Compare(cond, ty, when), Reg(a), Reg(b), target),
        Op::JumpNull { a, target } => e.branch(Test::Null(true), Reg(a), NONE, target),
        Op::JumpNonNull { a, target } => e.branch(Test::Null(false), Reg(a), NONE, target),
        Op::JumpSame { a, b, target } => e.branch(Test::Same(true), Reg(a), Reg(b), target),
        Op::JumpDifferent { a, b, target } => e.branch(Test::Same(false), Reg(a), Reg(b), target),
        Op::CheckBounds { index, length, fail } => e.branch(Test::Outside, Reg(index), Reg(length), fail),
        Op::TableSwitch { value, table } => e.access(super::op::NO_REG, Access::Table(table), Reg(value), NONE),
        Op::LookupSwitch { value, table } => e.access(super::op::NO_REG, Access::Lookup(table), Reg(value), NONE),

        Op::GetField { dst, object, slot } => e.access(dst, Access::Field(slot, None), Reg(object), NONE),
        Op::GetFieldOr { dst, object, slot, fail } => e.access(dst, Access::Field(slot, Some(fail)), Reg(object), NONE),
        Op::GetStatic { dst, cell } => e.access(dst, Access::Static(cell, None), NONE, NONE),
        Op::GetStaticInit { dst, class, cell } => e.access(dst, Access::Static(cell, Some(ClassId::from_u32(class))), NONE, NONE),
        Op::PutField { object, slot, value } => e.store(Store::Field(slot, None), Reg(object), NONE, value),
        Op::PutFieldOr { object, slot, value, fail } => e.store(Store::Field(slot, Some(fail)), Reg(object), NONE, value),
        Op::PutStatic { value, cell } => e.store(Store::Static(cell, None), NONE, NONE, value),
        Op::PutStaticInit { value, class, cell } => e.store(Store::Static(cell, Some(ClassId::from_u32(class))), NONE, NONE, value),

        Op::ArrayLen { dst, array } => e.access(dst, Access::Length(None), Reg(array), NONE),
        Op::ArrayLenOr { dst, array, fail } => e.access(dst, Access::Length(Some(fail)), Reg(array), NONE),
        Op::CheckIndex { array, index, .. } => e.access(super::op::NO_REG, Access::Inside, Reg(array), Reg(index)),
        Op::ArrayLoad { dst, array, index } => e.access(dst, Access::Element, Reg(array), Reg(index)),
        Op::LoadChecked { dst, array, index, .. } => e.access(dst, Access::ElementInside, Reg(array), Reg(index)),
        Op::ArrayStore { array, index, value } => e.store(Store::Element, Reg(array), Reg(index), value),
        Op::ArrayStoreNarrow { array, index, value } => e.store(Store::Narrowed, Reg(array), Reg(index), value),
        Op::StoreChecked { array, index, value, .. } => e.store(Store::ElementInside, Reg(array), Reg(index), value),
        Op::CheckStorable { array, value, fail } => e.access(super::op::NO_REG, Access::Storable(fail), Reg(array), Reg(value)),

        Op::CheckCast { object, fail, class } => e.access(super::op::NO_REG, Access::Cast(ClassId::from_u32(class), fail), Reg(object), NONE),
        Op::InstanceOf { dst, object, class } => e.access(dst, Access::Instance(ClassId::from_u32(class)), Reg(object), NONE),
        Op::Str { dst, string } => e.access(dst, Access::Text(StrId::from_u32(string)), NONE, NONE),
        Op::New { dst, class } => e.allocate(dst, ClassId::from_u32(class), true),
        Op::NewInit { dst, class } => e.allocate(dst, ClassId::from_u32(class), false),

        Op::Call { dst, function, site } => e.call(dst, Callee::Function(function), site),
        Op::CallOr { dst, function, site } => e.call(dst, Callee::NonNull(function), site),
        Op::CallInit { dst, class, site } => e.call(dst, Callee::Ready(ClassId::from_u32(class)), site),
        Op::CallTarget { dst, site } => e.call(dst, Callee::Site, site),
        Op::CallVirtual { dst, site } => e.call(dst, Callee::Virtual, site),
        Op::CallIntrinsic { dst, intrinsic, site } => e.call(dst, Callee::Intrinsic(intrinsic), site),
        Op::Return { src } => e.leave(Some(src)),
        Op::ReturnVoid => e.leave(None),
        Op::Point { point } => e.record(point),
        Op::Spend { instructions } => e.spend(instructions),

        Op::NewArray { .. } | Op::NewMultiArray { .. } | Op::ClassConst { .. } | Op::Trap { .. }
        | Op::Throw { .. } | Op::InitDone { .. } | Op::InitFailed { .. }
        | Op::Ask | Op::Answered { .. } | Op::Entered { .. } | Op::Join | Op::Header { .. } | Op::Counted { .. }
        | Op::Resolve { .. } | Op::Unsupported { .. } => e.special(op),
    }
}
