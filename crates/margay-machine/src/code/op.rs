//! The machine's own instruction set: what the IR is decoded into.
//!
//! Registers are `u16` numbers within a frame; jump targets are global program counters. An
//! operation is at most 12 bytes. Frequent cases (small constants, compare-and-jump, checked
//! heap access) have operations of their own; everything else goes through a family with an
//! operator inside. References to classes, fields and methods that are not resolved yet are
//! [`Op::Resolve`], which replaces itself when it is first reached.

use margay_ir::{BinOp, Cond, Conv, Type};

/// A register of the current frame.
pub type Reg = u16;

/// A program counter: an index into the machine's code.
pub type Pc = u32;

/// No register: the result is not wanted.
pub const NO_REG: Reg = Reg::MAX;

/// No program counter.
pub const NO_PC: Pc = Pc::MAX;

/// A decoded operation.
// One operation a line reads as the table it is.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "operands are named for what they hold")]
pub enum Op {
    Move { dst: Reg, src: Reg },
    /// A constant of at most 32 bits, zero-extended.
    Const { dst: Reg, bits: u32 },
    /// A constant of 64 bits.
    Wide { dst: Reg, index: u32 },

    Add32 { dst: Reg, a: Reg, b: Reg },
    Sub32 { dst: Reg, a: Reg, b: Reg },
    Mul32 { dst: Reg, a: Reg, b: Reg },
    And32 { dst: Reg, a: Reg, b: Reg },
    Or32 { dst: Reg, a: Reg, b: Reg },
    Xor32 { dst: Reg, a: Reg, b: Reg },
    AddImm32 { dst: Reg, a: Reg, imm: i32 },
    MulImm32 { dst: Reg, a: Reg, imm: i32 },
    AndImm32 { dst: Reg, a: Reg, imm: i32 },
    ShlImm32 { dst: Reg, a: Reg, imm: i32 },
    ShrImm32 { dst: Reg, a: Reg, imm: i32 },
    UshrImm32 { dst: Reg, a: Reg, imm: i32 },
    Add64 { dst: Reg, a: Reg, b: Reg },
    Sub64 { dst: Reg, a: Reg, b: Reg },
    Mul64 { dst: Reg, a: Reg, b: Reg },
    And64 { dst: Reg, a: Reg, b: Reg },
    Xor64 { dst: Reg, a: Reg, b: Reg },
    AddF64 { dst: Reg, a: Reg, b: Reg },
    MulF64 { dst: Reg, a: Reg, b: Reg },
    I32ToI64 { dst: Reg, a: Reg },
    I64ToI32 { dst: Reg, a: Reg },
    /// Any operator, with a small constant on the right.
    BinaryImm { op: BinOp, ty: Type, dst: Reg, a: Reg, imm: i16 },
    /// Any operator.
    Binary { op: BinOp, ty: Type, dst: Reg, a: Reg, b: Reg },
    Neg { ty: Type, dst: Reg, a: Reg },
    Convert { conv: Conv, dst: Reg, a: Reg },
    Compare { cond: Cond, ty: Type, dst: Reg, a: Reg, b: Reg },
    ThreeWay { ty: Type, nan: i8, dst: Reg, a: Reg, b: Reg },

    Jump { target: Pc },
    /// Jumps if a comparison of `i32`s holds.
    JumpEq { a: Reg, b: Reg, target: Pc },
    JumpNe { a: Reg, b: Reg, target: Pc },
    JumpLt { a: Reg, b: Reg, target: Pc },
    JumpGe { a: Reg, b: Reg, target: Pc },
    /// Jumps if a comparison with a constant holds.
    JumpEqImm { a: Reg, imm: i32, target: Pc },
    JumpNeImm { a: Reg, imm: i32, target: Pc },
    JumpLtImm { a: Reg, imm: i32, target: Pc },
    JumpGeImm { a: Reg, imm: i32, target: Pc },
    /// Jumps if any comparison gives `when`.
    JumpIf { cond: Cond, ty: Type, when: bool, a: Reg, b: Reg, target: Pc },
    JumpNull { a: Reg, target: Pc },
    JumpNonNull { a: Reg, target: Pc },
    JumpSame { a: Reg, b: Reg, target: Pc },
    JumpDifferent { a: Reg, b: Reg, target: Pc },
    TableSwitch { value: Reg, table: u32 },
    LookupSwitch { value: Reg, table: u32 },

    /// Goes to `fail` if the index is outside the length.
    CheckBounds { index: Reg, length: Reg, fail: Pc },
    /// Null and bounds check of an array access; see [`IndexCheck`].
    CheckIndex { array: Reg, index: Reg, check: u32 },
    CheckStorable { array: Reg, value: Reg, fail: Pc },
    CheckCast { object: Reg, fail: Pc, class: u32 },
    InstanceOf { dst: Reg, object: Reg, class: u32 },

    ArrayLen { dst: Reg, array: Reg },
    ArrayLenOr { dst: Reg, array: Reg, fail: Pc },
    ArrayLoad { dst: Reg, array: Reg, index: Reg },
    ArrayStore { array: Reg, index: Reg, value: Reg },
    /// Stores only what an element of the array can hold.
    ArrayStoreNarrow { array: Reg, index: Reg, value: Reg },
    /// [`Op::CheckIndex`] and [`Op::ArrayLoad`].
    LoadChecked { dst: Reg, array: Reg, index: Reg, check: u32 },
    /// [`Op::CheckIndex`] and [`Op::ArrayStore`].
    StoreChecked { array: Reg, index: Reg, value: Reg, check: u32 },

    GetField { dst: Reg, object: Reg, slot: u16 },
    /// A field read that goes to `fail` if the object is null.
    GetFieldOr { dst: Reg, object: Reg, slot: u16, fail: Pc },
    PutField { object: Reg, slot: u16, value: Reg },
    PutFieldOr { object: Reg, slot: u16, value: Reg, fail: Pc },
    GetStatic { dst: Reg, cell: u32 },
    PutStatic { value: Reg, cell: u32 },
    /// The same for a class whose initialisation a branch may undo: checked each time.
    GetStaticInit { dst: Reg, class: u32, cell: u32 },
    PutStaticInit { value: Reg, class: u32, cell: u32 },

    New { dst: Reg, class: u32 },
    NewInit { dst: Reg, class: u32 },
    NewArray { dst: Reg, len: Reg, class: u32 },
    NewMultiArray { dst: Reg, site: u32 },
    Str { dst: Reg, string: u32 },
    ClassConst { dst: Reg, class: u32 },
    Trap { dst: Reg, site: u32 },

    /// Calls a method that is known; `site` holds the arguments.
    Call { dst: Reg, function: u32, site: u32 },
    /// The same on a receiver that may be null: then goes where the site says.
    CallOr { dst: Reg, function: u32, site: u32 },
    /// Calls a static method of a class whose initialisation a branch may undo.
    CallInit { dst: Reg, class: u32, site: u32 },
    /// Calls what the site says.
    CallTarget { dst: Reg, site: u32 },
    /// Calls what the receiver's class has for a method.
    CallVirtual { dst: Reg, site: u32 },
    /// Calls one of the platform's own operations.
    CallIntrinsic { dst: Reg, intrinsic: u32, site: u32 },
    Return { src: Reg },
    ReturnVoid,
    Throw { src: Reg },
    /// The initializer of a class has returned.
    InitDone { class: u32 },
    /// The initializer of a class has thrown.
    InitFailed { class: u32, exception: Reg },

    /// A call is about to happen, if somebody decides about calls; its arguments are the first registers.
    Ask,
    /// It has ended, with what is in a register.
    Answered { src: Reg, threw: bool },
    /// A method begins; `counter` remembers the forks there were.
    Entered { counter: Reg },
    /// The ways of a branch meet here.
    Join,
    /// A loop's header; the counters after `counter` belong to the loops inside.
    Header { counter: Reg, inner: u16 },
    /// Before a jump that compares what counts the rounds of the loop of this counter.
    Counted { counter: Reg, a: Reg, b: Reg },
    /// A block to be recorded.
    Point { point: u32 },
    /// So many instructions of the program follow.
    Spend { instructions: u32 },

    /// Goes on as compiled code, which begins here.
    Compiled,
    /// To be resolved, and replaced by the operation it stands for.
    Resolve { pending: u32 },
    Unsupported { reason: u32 },
}

impl Op {
    /// Where an operation goes on that does not go on with the next one, if it says that itself.
    #[must_use]
    pub fn target(mut self) -> Option<Pc> {
        self.target_mut().copied()
    }

    pub(crate) fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { target }
            | Op::JumpEq { target, .. }
            | Op::JumpNe { target, .. }
            | Op::JumpLt { target, .. }
            | Op::JumpGe { target, .. }
            | Op::JumpEqImm { target, .. }
            | Op::JumpNeImm { target, .. }
            | Op::JumpLtImm { target, .. }
            | Op::JumpGeImm { target, .. }
            | Op::JumpIf { target, .. }
            | Op::JumpNull { target, .. }
            | Op::JumpNonNull { target, .. }
            | Op::JumpSame { target, .. }
            | Op::JumpDifferent { target, .. }
            | Op::CheckBounds { fail: target, .. }
            | Op::CheckStorable { fail: target, .. }
            | Op::ArrayLenOr { fail: target, .. } => Some(target),
            _ => None,
        }
    }
}

/// The cold half of an array access: where to go when it fails.
#[derive(Clone, Copy, Debug)]
pub struct IndexCheck {
    /// Receives the length when the index is out of bounds (the message tells it).
    pub length: Reg,
    /// Where a null array goes; [`NO_PC`] if it cannot be null.
    pub null: Pc,
    /// Where a bad index goes.
    pub bounds: Pc,
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_operation_is_twelve_bytes() {
        assert_eq!(size_of::<super::Op>(), 12);
    }
}
