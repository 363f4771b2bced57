//! Bytecode decoded to a few dozen operations, grouped by family.
//!
//! The two hundred opcodes of the JVM are mostly one operation at several types or with an
//! operand packed in: here the type and the operand are data. Positions are instruction numbers;
//! [`Decoded::offsets`] leads back to bytes.

use crate::pool::Reason;
use margay_ir::{BinOp, Cond, Conv, Storage, Type};

/// One instruction. Constant pool indices are `u16`, targets are instruction numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Nop,
    Const(Type, u64),
    Null,
    Ldc(u16),
    Load(Type, u16),
    Store(Type, u16),
    Increment(u16, i16),
    ArrayLoad(Storage),
    ArrayStore(Storage),
    Pop(u8),
    /// Copies the topmost `take` words below the `under` words that follow.
    Dup {
        take: u8,
        under: u8,
    },
    Swap,
    Binary(BinOp, Type),
    Neg(Type),
    Convert(Conv),
    /// -1, 0, 1; `nan` if unordered.
    ThreeWay {
        ty: Type,
        nan: i8,
    },
    /// Branches if the comparison with zero holds.
    IfZero(Cond, u32),
    IfInts(Cond, u32),
    IfRefs(Cond, u32),
    IfNull(Cond, u32),
    Goto(u32),
    /// An index into [`Decoded::switches`].
    Switch(u32),
    Return(Option<Type>),
    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    InvokeVirtual(u16),
    InvokeSpecial(u16),
    InvokeStatic(u16),
    InvokeInterface(u16),
    InvokeDynamic(u16),
    New(u16),
    /// The class of the array.
    NewArray(&'static str),
    /// The class of the elements.
    NewRefArray(u16),
    NewMultiArray(u16, u8),
    ArrayLength,
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    MonitorEnter,
    MonitorExit,
    /// `jsr` and `ret`, which no compiler has made since Java 6.
    Subroutine,
}

impl Op {
    /// The target of a jump to one place.
    pub fn target(self) -> Option<u32> {
        match self {
            Op::IfZero(_, target)
            | Op::IfInts(_, target)
            | Op::IfRefs(_, target)
            | Op::IfNull(_, target)
            | Op::Goto(target) => Some(target),
            _ => None,
        }
    }

    fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Op::IfZero(_, target)
            | Op::IfInts(_, target)
            | Op::IfRefs(_, target)
            | Op::IfNull(_, target)
            | Op::Goto(target) => Some(target),
            _ => None,
        }
    }

    /// Whether control can go on to the next instruction.
    pub fn falls_through(self) -> bool {
        !matches!(self, Op::Goto(_) | Op::Switch(_) | Op::Return(_) | Op::Throw | Op::Subroutine)
    }

    /// Whether control can go anywhere but to the next instruction, exceptions aside.
    pub fn ends_block(self) -> bool {
        self.target().is_some() || !self.falls_through()
    }

    /// Whether it can throw.
    pub fn can_throw(self) -> bool {
        match self {
            Op::Binary(op, ty) => {
                matches!(op, BinOp::Div | BinOp::Rem) && matches!(ty, Type::I32 | Type::I64)
            }
            Op::Ldc(_)
            | Op::ArrayLoad(_)
            | Op::ArrayStore(_)
            | Op::GetStatic(_)
            | Op::PutStatic(_)
            | Op::GetField(_)
            | Op::PutField(_)
            | Op::InvokeVirtual(_)
            | Op::InvokeSpecial(_)
            | Op::InvokeStatic(_)
            | Op::InvokeInterface(_)
            | Op::InvokeDynamic(_)
            | Op::New(_)
            | Op::NewArray(_)
            | Op::NewRefArray(_)
            | Op::NewMultiArray(..)
            | Op::ArrayLength
            | Op::Throw
            | Op::CheckCast(_)
            | Op::MonitorEnter
            | Op::MonitorExit => true,
            _ => false,
        }
    }
}

/// The table of a switch. Targets are instruction numbers.
#[derive(Debug)]
pub(crate) struct Switch {
    pub default: u32,
    pub cases: Vec<(i32, u32)>,
}

/// The code of a method.
#[derive(Debug, Default)]
pub(crate) struct Decoded {
    /// Number of bytes.
    pub length: u32,
    pub ops: Vec<Op>,
    /// By instruction: its byte offset.
    pub offsets: Vec<u32>,
    pub switches: Vec<Switch>,
}

/// What is wrong with code, and at which byte.
#[derive(Debug)]
pub(crate) struct Fault {
    pub offset: u32,
    pub reason: Reason,
}

/// Decodes the code of a method.
pub(crate) fn decode(code: &[u8]) -> Result<Decoded, Fault> {
    let mut decoded = Decoded { length: code.len() as u32, ..Decoded::default() };
    decoded.ops.reserve(code.len() / 2);
    decoded.offsets.reserve(code.len() / 2);
    if code.is_empty() || code.len() > usize::from(u16::MAX) {
        let reason = format!("{} bytes of code", code.len());
        return Err(Fault { offset: 0, reason });
    }
    let mut reader = Reader { code, at: 0, start: 0 };
    while reader.at < code.len() {
        reader.start = reader.at;
        let offset = reader.start as u32;
        let op = reader.op(&mut decoded.switches);
        decoded.ops.push(op.map_err(|reason| Fault { offset, reason })?);
        decoded.offsets.push(offset);
    }
    decoded.resolve_targets()?;
    Ok(decoded)
}

/// The number of `invokedynamic` instructions; none if the code cannot be decoded.
pub(crate) fn count_sites(code: &[u8]) -> u32 {
    let ops = decode(code).map_or_else(|_| Vec::new(), |decoded| decoded.ops);
    let sites = ops.iter().filter(|op| matches!(op, Op::InvokeDynamic(_)));
    sites.count() as u32
}

impl Decoded {
    /// The instruction that starts at a byte.
    pub fn at(&self, offset: u32) -> Option<u32> {
        let found = self.offsets.binary_search(&offset).ok()?;
        u32::try_from(found).ok()
    }

    /// Byte offsets of targets become instruction numbers.
    fn resolve_targets(&mut self) -> Result<(), Fault> {
        let offsets = &self.offsets;
        let resolve = |index: usize, target: &mut u32| {
            let found = offsets.binary_search(target).map_err(|_| Fault {
                offset: offsets[index],
                reason: format!("no instruction at its target {}", *target as i32),
            })?;
            *target = found as u32;
            Ok(())
        };
        for (index, op) in self.ops.iter_mut().enumerate() {
            if let Op::Switch(table) = op {
                let table = &mut self.switches[*table as usize];
                resolve(index, &mut table.default)?;
                for (_, target) in &mut table.cases {
                    resolve(index, target)?;
                }
            } else if let Some(target) = op.target_mut() {
                resolve(index, target)?;
            }
        }
        Ok(())
    }
}

/// The order in which opcodes list the types.
const TYPES: [Type; 5] = [Type::I32, Type::I64, Type::F32, Type::F64, Type::Ref];
const ELEMENTS: [Storage; 8] = [
    Storage::I32,
    Storage::I64,
    Storage::F32,
    Storage::F64,
    Storage::Ref,
    Storage::I8,
    Storage::U16,
    Storage::I16,
];
const ARITHMETIC: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
const BITWISE: [BinOp; 6] =
    [BinOp::Shl, BinOp::Shr, BinOp::Ushr, BinOp::And, BinOp::Or, BinOp::Xor];
const CONVERSIONS: [Conv; 15] = [
    Conv::I32ToI64,
    Conv::I32ToF32,
    Conv::I32ToF64,
    Conv::I64ToI32,
    Conv::I64ToF32,
    Conv::I64ToF64,
    Conv::F32ToI32Saturating,
    Conv::F32ToI64Saturating,
    Conv::F32ToF64,
    Conv::F64ToI32Saturating,
    Conv::F64ToI64Saturating,
    Conv::F64ToF32,
    Conv::I32ToI8,
    Conv::I32ToU16,
    Conv::I32ToI16,
];
const CONDITIONS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];
/// By type code, from 4 on.
const ARRAYS: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];

struct Reader<'c> {
    code: &'c [u8],
    at: usize,
    /// Where the instruction starts.
    start: usize,
}

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Reason> {
        let bytes = self.code[self.at..].first_chunk();
        self.at += N;
        bytes.copied().ok_or_else(|| "the code ends inside it".into())
    }

    fn u8(&mut self) -> Result<u8, Reason> {
        self.bytes().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, Reason> {
        self.bytes().map(u16::from_be_bytes)
    }

    fn i16(&mut self) -> Result<i16, Reason> {
        self.bytes().map(i16::from_be_bytes)
    }

    fn i32(&mut self) -> Result<i32, Reason> {
        self.bytes().map(i32::from_be_bytes)
    }

    /// A target as byte offset; one outside the code is found out when it is resolved.
    fn target(&self, distance: i32) -> u32 {
        (self.start as i32).wrapping_add(distance).cast_unsigned()
    }

    fn near(&mut self) -> Result<u32, Reason> {
        let distance = self.i16()?;
        Ok(self.target(distance.into()))
    }

    fn op(&mut self, switches: &mut Vec<Switch>) -> Result<Op, Reason> {
        let opcode = self.u8()?;
        let nth = |first: u8| usize::from(opcode - first);
        Ok(match opcode {
            0x00 => Op::Nop,
            0x01 => Op::Null,
            0x02..=0x08 => int(i32::from(opcode) - 3),
            0x09..=0x0a => Op::Const(Type::I64, u64::from(opcode - 0x09)),
            0x0b..=0x0d => Op::Const(Type::F32, u64::from(f32::from(opcode - 0x0b).to_bits())),
            0x0e..=0x0f => Op::Const(Type::F64, f64::from(opcode - 0x0e).to_bits()),
            0x10 => int(i32::from(self.u8()?.cast_signed())),
            0x11 => int(i32::from(self.i16()?)),
            0x12 => Op::Ldc(u16::from(self.u8()?)),
            0x13 | 0x14 => Op::Ldc(self.u16()?),
            0x15..=0x19 => Op::Load(TYPES[nth(0x15)], u16::from(self.u8()?)),
            0x1a..=0x2d => Op::Load(TYPES[nth(0x1a) / 4], u16::from((opcode - 0x1a) % 4)),
            0x2e..=0x35 => Op::ArrayLoad(ELEMENTS[nth(0x2e)]),
            0x36..=0x3a => Op::Store(TYPES[nth(0x36)], u16::from(self.u8()?)),
            0x3b..=0x4e => Op::Store(TYPES[nth(0x3b) / 4], u16::from((opcode - 0x3b) % 4)),
            0x4f..=0x56 => Op::ArrayStore(ELEMENTS[nth(0x4f)]),
            0x57..=0x58 => Op::Pop(opcode - 0x56),
            0x59..=0x5e => Op::Dup { take: 1 + (opcode - 0x59) / 3, under: (opcode - 0x59) % 3 },
            0x5f => Op::Swap,
            0x60..=0x73 => Op::Binary(ARITHMETIC[nth(0x60) / 4], TYPES[nth(0x60) % 4]),
            0x74..=0x77 => Op::Neg(TYPES[nth(0x74)]),
            0x78..=0x83 => Op::Binary(BITWISE[nth(0x78) / 2], TYPES[nth(0x78) % 2]),
            0x84 => Op::Increment(u16::from(self.u8()?), i16::from(self.u8()?.cast_signed())),
            0x85..=0x93 => Op::Convert(CONVERSIONS[nth(0x85)]),
            0x94 => three_way(Type::I64, 0),
            0x95 => three_way(Type::F32, -1),
            0x96 => three_way(Type::F32, 1),
            0x97 => three_way(Type::F64, -1),
            0x98 => three_way(Type::F64, 1),
            0x99..=0x9e => Op::IfZero(CONDITIONS[nth(0x99)], self.near()?),
            0x9f..=0xa4 => Op::IfInts(CONDITIONS[nth(0x9f)], self.near()?),
            0xa5..=0xa6 => Op::IfRefs(CONDITIONS[nth(0xa5)], self.near()?),
            0xa7 => Op::Goto(self.near()?),
            0xa8 => self.skip(2, Op::Subroutine)?,
            0xa9 => self.skip(1, Op::Subroutine)?,
            0xaa => self.table_switch(switches)?,
            0xab => self.lookup_switch(switches)?,
            0xac..=0xb0 => Op::Return(Some(TYPES[nth(0xac)])),
            0xb1 => Op::Return(None),
            0xb2 => Op::GetStatic(self.u16()?),
            0xb3 => Op::PutStatic(self.u16()?),
            0xb4 => Op::GetField(self.u16()?),
            0xb5 => Op::PutField(self.u16()?),
            0xb6 => Op::InvokeVirtual(self.u16()?),
            0xb7 => Op::InvokeSpecial(self.u16()?),
            0xb8 => Op::InvokeStatic(self.u16()?),
            0xb9 => {
                let op = Op::InvokeInterface(self.u16()?);
                self.skip(2, op)?
            }
            0xba => {
                let op = Op::InvokeDynamic(self.u16()?);
                self.skip(2, op)?
            }
            0xbb => Op::New(self.u16()?),
            0xbc => self.new_array()?,
            0xbd => Op::NewRefArray(self.u16()?),
            0xbe => Op::ArrayLength,
            0xbf => Op::Throw,
            0xc0 => Op::CheckCast(self.u16()?),
            0xc1 => Op::InstanceOf(self.u16()?),
            0xc2 => Op::MonitorEnter,
            0xc3 => Op::MonitorExit,
            0xc4 => self.wide()?,
            0xc5 => Op::NewMultiArray(self.u16()?, self.u8()?),
            0xc6..=0xc7 => Op::IfNull(CONDITIONS[nth(0xc6)], self.near()?),
            0xc8 => {
                let distance = self.i32()?;
                Op::Goto(self.target(distance))
            }
            0xc9 => self.skip(4, Op::Subroutine)?,
            _ => return Err(format!("unknown instruction {opcode:#04x}")),
        })
    }

    fn skip(&mut self, bytes: usize, op: Op) -> Result<Op, Reason> {
        for _ in 0..bytes {
            self.u8()?;
        }
        Ok(op)
    }

    fn new_array(&mut self) -> Result<Op, Reason> {
        let code = self.u8()?;
        let class = code.checked_sub(4).and_then(|n| ARRAYS.get(usize::from(n)));
        match class {
            Some(class) => Ok(Op::NewArray(class)),
            None => Err(format!("unknown array type {code}")),
        }
    }

    fn wide(&mut self) -> Result<Op, Reason> {
        let opcode = self.u8()?;
        let slot = self.u16()?;
        Ok(match opcode {
            0x15..=0x19 => Op::Load(TYPES[usize::from(opcode - 0x15)], slot),
            0x36..=0x3a => Op::Store(TYPES[usize::from(opcode - 0x36)], slot),
            0x84 => Op::Increment(slot, self.i16()?),
            0xa9 => Op::Subroutine,
            _ => return Err(format!("unknown wide instruction {opcode:#04x}")),
        })
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(4);
        self.at = self.at.min(self.code.len());
    }

    /// How many entries of `size` bytes there are, if the code can hold them.
    fn entries(&self, count: i64, size: usize) -> Result<usize, Reason> {
        let room = (self.code.len() - self.at) / size;
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= room)
            .ok_or_else(|| format!("a switch with {count} cases"))
    }

    fn table_switch(&mut self, switches: &mut Vec<Switch>) -> Result<Op, Reason> {
        self.align();
        let (default, low, high) = (self.i32()?, self.i32()?, self.i32()?);
        let count = self.entries(i64::from(high) - i64::from(low) + 1, 4)?;
        let mut cases = Vec::with_capacity(count);
        for key in low..=high {
            let distance = self.i32()?;
            cases.push((key, self.target(distance)));
        }
        Ok(self.switch(switches, default, cases))
    }

    fn lookup_switch(&mut self, switches: &mut Vec<Switch>) -> Result<Op, Reason> {
        self.align();
        let (default, pairs) = (self.i32()?, self.i32()?);
        let count = self.entries(pairs.into(), 8)?;
        let mut cases: Vec<(i32, u32)> = Vec::with_capacity(count);
        for _ in 0..count {
            let (key, distance) = (self.i32()?, self.i32()?);
            if cases.last().is_some_and(|(last, _)| *last >= key) {
                return Err("its keys are not sorted".into());
            }
            cases.push((key, self.target(distance)));
        }
        Ok(self.switch(switches, default, cases))
    }

    fn switch(&self, switches: &mut Vec<Switch>, default: i32, cases: Vec<(i32, u32)>) -> Op {
        let default = self.target(default);
        switches.push(Switch { default, cases });
        Op::Switch(switches.len() as u32 - 1)
    }
}

fn int(value: i32) -> Op {
    Op::Const(Type::I32, u64::from(value.cast_unsigned()))
}

fn three_way(ty: Type, nan: i8) -> Op {
    Op::ThreeWay { ty, nan }
}
