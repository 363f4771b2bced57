//! What is foreseen for a value is what happens with it: random programs, run in lanes and by the
//! interpreter.

use super::returns::{Passed, Returns};
use crate::code::TableSwitch;
use crate::code::op::{IndexCheck, NO_REG, Op, Pc, Reg};
use crate::core::{Core, Limits, NO_FRAME};
use crate::lanes::Lanes;
use crate::memory::{OutOfMemory, Ref};
use crate::outcome::{Event, Outcome};
use crate::platform::{Abrupt, Body, Fault, LoadFailure, Peek, Platform, Raise};
use crate::{Concrete, Domain, Machine};
use margay_ir::{
    BinOp, ClassId, Cond, Conv, Function, MethodId, MethodRef, StrId, Trap, Type, World,
};
use proptest::prelude::*;

/// A language without a runtime.
struct Bare;

fn refused<T>() -> Result<T, Abrupt<u64>> {
    Err(Abrupt::Refuse("there is no runtime".into()))
}

impl Platform<Concrete> for Bare {
    fn load(&mut self, _: &mut World, class: ClassId) -> Result<(), LoadFailure> {
        Err(LoadFailure::Missing(class))
    }

    fn body(&mut self, _: &mut World, _: MethodId) -> Result<Body, String> {
        Err("no method has a body".into())
    }

    fn special_method(&mut self, _: &mut World, _: MethodRef) -> Option<MethodId> {
        None
    }

    fn intrinsic(
        &mut self,
        _: &mut Core<Concrete>,
        _: u32,
        _: &[u64],
    ) -> Result<Option<u64>, Abrupt<u64>> {
        refused()
    }

    fn own_code(&mut self, _: &mut World, _: MethodId) -> Result<Box<Function>, String> {
        Err("no method has a body".into())
    }

    fn peek(&mut self, _: &mut Core<Concrete>, _: u32, _: &[u64]) -> Peek<u64> {
        Peek::Effect
    }

    fn peek_lanes(
        &mut self,
        _: &mut Core<Concrete>,
        _: u32,
        _: &mut [u64],
        _: usize,
        _: &mut Lanes<'_, u64>,
    ) -> Option<u64> {
        Some(0)
    }

    fn make_string(&mut self, _: &mut Core<Concrete>, _: StrId) -> Result<Ref, Abrupt<u64>> {
        Err(OutOfMemory.into())
    }

    fn make_mirror(&mut self, _: &mut Core<Concrete>, _: ClassId) -> Result<Ref, Abrupt<u64>> {
        Err(OutOfMemory.into())
    }

    fn trap(
        &mut self,
        _: &mut Core<Concrete>,
        _: Trap,
        _: &[u64],
        _: Option<StrId>,
        _: Option<ClassId>,
    ) -> Result<Raise<u64>, Abrupt<u64>> {
        refused()
    }

    fn fault(&mut self, _: &mut Core<Concrete>, fault: &Fault) -> Raise<u64> {
        unreachable!("no program here has a fault: {fault:?}")
    }

    fn initializer_failed(&mut self, _: &mut Core<Concrete>, _: Ref) -> Option<Raise<u64>> {
        None
    }
}

/// Registers: an object, whose cell 0 is undecided, and an array; what was read; numbers.
const OBJECT: Reg = 0;
const ARRAY: Reg = 1;
const READ: Reg = 2;
const REGISTERS: Reg = 8;

/// The kind of operation that writes a cell: looking ahead does not follow effects.
const WRITE: u8 = 31;

/// What is returned where an index is outside: looking ahead does not follow exceptions.
const OUTSIDE: u32 = 0xBAD;

/// An operation from five numbers; jumps go forwards, at most to `end`.
fn operation(at: Pc, end: Pc, kind: u8, dst: u8, a: u8, b: u8, number: i8) -> Op {
    use BinOp::{Add, And, Div, Mul, Or, Rem, Shl, Shr, Sub, Ushr, Xor};
    const OPERATORS: [BinOp; 11] = [Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Ushr];
    const CONDITIONS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Le, Cond::Gt, Cond::Ge];
    const CONVERSIONS: [Conv; 5] =
        [Conv::I32ToI8, Conv::I32ToI64, Conv::I64ToF64, Conv::F64ToI32Saturating, Conv::F32ToF64];
    const TYPES: [Type; 4] = [Type::I32, Type::I64, Type::F32, Type::F64];
    let dst = READ + Reg::from(dst) % (REGISTERS - READ);
    let (a, b) = (Reg::from(a) % REGISTERS, Reg::from(b) % REGISTERS);
    let chosen = usize::from(number.unsigned_abs());
    let (op, cond) = (OPERATORS[chosen % 11], CONDITIONS[chosen % 6]);
    let (ty, conv) = (TYPES[chosen % 4], CONVERSIONS[chosen % 5]);
    let (integer, float) = ([Type::I32, Type::I64][chosen % 2], [Type::F32, Type::F64][chosen % 2]);
    let (imm, target) = (i32::from(number), at + 1 + u32::from(kind) % (end - at));
    match kind % 37 {
        0 => Op::Move { dst, src: a },
        1 => Op::Const { dst, bits: imm as u32 },
        2 => Op::Add32 { dst, a, b },
        3 => Op::Sub32 { dst, a, b },
        4 => Op::Mul32 { dst, a, b },
        5 => Op::Xor32 { dst, a, b },
        6 => Op::AddImm32 { dst, a, imm },
        7 => Op::ShrImm32 { dst, a, imm },
        8 => Op::Add64 { dst, a, b },
        9 => Op::AddF64 { dst, a, b },
        10 => Op::I32ToI64 { dst, a },
        11 => Op::BinaryImm { op, ty: integer, dst, a, imm: imm as i16 },
        12 => Op::Binary { op, ty: integer, dst, a, b },
        13 => Op::Binary { op: OPERATORS[chosen % 5], ty: float, dst, a, b },
        14 => Op::Neg { ty, dst, a },
        15 => Op::Convert { conv, dst, a },
        16 => Op::Compare { cond, ty, dst, a, b },
        17 => Op::ThreeWay { ty, nan: 1, dst, a, b },
        18 => Op::Jump { target },
        19 => Op::JumpEq { a, b, target },
        20 => Op::JumpLt { a, b, target },
        21 => Op::JumpNeImm { a, imm, target },
        22 => Op::JumpGeImm { a, imm, target },
        23 => Op::JumpIf { cond, ty, when: number > 0, a, b, target },
        24 => Op::JumpNull { a, target },
        25 => Op::JumpNonNull { a, target },
        26 => Op::JumpSame { a, b, target },
        27 => Op::CheckBounds { index: a, length: b, fail: target },
        28 => Op::TableSwitch { value: a, table: 0 },
        29 => Op::GetField { dst, object: OBJECT, slot: u16::from(number > 0) },
        30 => Op::GetFieldOr { dst, object: OBJECT, slot: 0, fail: target },
        WRITE => Op::PutField { object: OBJECT, slot: 0, value: READ },
        32 => Op::ArrayLen { dst, array: ARRAY },
        33 => Op::CheckIndex { array: ARRAY, index: a, check: 0 },
        34 => Op::LoadChecked { dst, array: ARRAY, index: a, check: 0 },
        35 => Op::AndImm32 { dst, a, imm: 3 },
        _ => Op::Wide { dst, index: 0 },
    }
}

/// Numbers an operation is made of.
type Random = (u8, u8, u8, u8, i8);

/// A machine that has stopped at the first operation of a program, with the cell it stopped at.
fn stopped(program: &[Random]) -> (Machine<Concrete, Bare>, u32) {
    let mut machine = Machine::new(Concrete, Bare, World::default(), Limits::default());
    let class = ClassId::from_u32(0);
    let array = machine.core.memory.allocate(class, 3).expect("there is room");
    for index in 0..3 {
        machine.core.memory.set(array, index, u64::from(index) * 7 % 5);
    }
    let object = machine.core.memory.allocate_open(class, 2).expect("there is room");
    machine.core.memory.set(object, 0, Concrete::undecided());
    let end = program.len() as Pc + 1;
    let mut ops = vec![Op::GetField { dst: READ, object: OBJECT, slot: 0 }];
    for (at, (kind, dst, a, b, number)) in (1..).zip(program) {
        ops.push(operation(at, end, *kind, *dst, *a, *b, *number));
    }
    ops.push(Op::Return { src: READ + 1 });
    ops.push(Op::Const { dst: READ, bits: OUTSIDE });
    ops.push(Op::Return { src: READ });
    let code = &mut machine.core.code;
    code.wide.push(0x4010_0000_0000_0000);
    code.index_checks.push(IndexCheck { length: REGISTERS, null: end + 1, bounds: end + 1 });
    code.table_switches.push(TableSwitch {
        low: -1,
        targets: vec![end, end, end + 1],
        default: end,
    });
    let function = code.add_stub(MethodId::from_u32(0), REGISTERS + 1, &ops, None);
    machine.push_frame(function, NO_FRAME, 0, 0, NO_REG);
    machine.set_register(OBJECT, u64::from(object));
    machine.set_register(ARRAY, u64::from(array));
    match machine.resume() {
        Event::Undecided(cell) => (machine, cell),
        event => panic!("the first operation reads an undecided cell: {event:?}"),
    }
}

proptest! {
    #[test]
    fn lanes_return_what_the_interpreter_returns(
        program in proptest::collection::vec(any::<Random>(), 0..24),
        values in proptest::collection::vec(-4i32..12, 1..9),
    ) {
        let (mut machine, cell) = stopped(&program);
        let values: Vec<u64> = values.iter().map(|value| u64::from(*value as u32)).collect();
        let may_write = program.iter().any(|(kind, ..)| kind % 37 == WRITE);
        let foreseen = machine.look_ahead(cell, &values, &|_| None);
        machine.checkpoint();
        for (lane, value) in values.iter().enumerate() {
            machine.core.memory.set_cell(cell, *value);
            machine.retry();
            let event = machine.resume();
            let Event::Done(Outcome::Returned(Some(result))) = event else {
                panic!("the program returns: {event:?}");
            };
            let (zero, other) = (foreseen.zero >> lane & 1 == 1, foreseen.other >> lane & 1 == 1);
            let known = (zero, other) == (result == 0, result != 0);
            let unknown = !zero && !other && (result == u64::from(OUTSIDE) || may_write);
            prop_assert!(known || unknown, "{value}: {result}, but zero {zero}, other {other}");
            machine.backtrack();
        }
    }
}

/// A caller that returns false as soon as its call does, and else looks at an object.
#[test]
fn what_callers_make_of_a_result_alone_is_known() {
    let (mut machine, _) = stopped(&[]);
    let Core { code, domain, .. } = &mut machine.core;
    let (entry, result) = (code.ops.len() as Pc, READ);
    let ops = [
        Op::JumpNeImm { a: result, imm: 0, target: entry + 3 },
        Op::Const { dst: READ + 1, bits: 0 },
        Op::Return { src: READ + 1 },
        Op::GetField { dst: READ + 1, object: OBJECT, slot: 1 },
        Op::Return { src: READ + 1 },
    ];
    code.add_stub(MethodId::from_u32(1), REGISTERS, &ops, None);
    let mut returns = Returns::default();
    for _ in 0..2 {
        let of_false = returns.of(domain, code, entry, result, 0);
        assert_eq!(of_false, Some(Passed { bits: 0, operations: 3 }));
        assert_eq!(returns.of(domain, code, entry, result, 1), None);
    }
}
