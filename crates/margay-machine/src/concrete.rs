//! The concrete domain: a value is its bits in a `u64`, zero-extended from its type's width.

use crate::core::Core;
use crate::domain::Domain;
use margay_ir::{BinOp, Cond, Conv, Type};

/// Values are plain words.
#[derive(Clone, Copy, Default, Debug)]
pub struct Concrete;

/// No reference and no 32-bit value looks like this; a long or a double hardly ever does.
const UNDECIDED: u64 = 0x7FF8_4D61_7267_6179;

fn i32_of(v: u64) -> i32 {
    v as u32 as i32
}

fn from_i32(v: i32) -> u64 {
    u64::from(v as u32)
}

fn f32_of(v: u64) -> f32 {
    f32::from_bits(v as u32)
}

fn from_f32(v: f32) -> u64 {
    u64::from(v.to_bits())
}

#[inline(always)]
fn binary_i32(op: BinOp, a: i32, b: i32) -> i32 {
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a.checked_div(b).unwrap_or(if b == 0 { 0 } else { i32::MIN }),
        BinOp::Rem => a.checked_rem(b).unwrap_or(0),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a.wrapping_shl(b as u32),
        BinOp::Shr => a.wrapping_shr(b as u32),
        BinOp::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
    }
}

#[inline(always)]
fn binary_i64(op: BinOp, a: i64, b: u64) -> i64 {
    let rhs = b as i64;
    match op {
        BinOp::Add => a.wrapping_add(rhs),
        BinOp::Sub => a.wrapping_sub(rhs),
        BinOp::Mul => a.wrapping_mul(rhs),
        BinOp::Div => a.checked_div(rhs).unwrap_or(if rhs == 0 { 0 } else { i64::MIN }),
        BinOp::Rem => a.checked_rem(rhs).unwrap_or(0),
        BinOp::And => a & rhs,
        BinOp::Or => a | rhs,
        BinOp::Xor => a ^ rhs,
        BinOp::Shl => a.wrapping_shl(b as u32),
        BinOp::Shr => a.wrapping_shr(b as u32),
        BinOp::Ushr => (a as u64).wrapping_shr(b as u32) as i64,
    }
}

macro_rules! binary_float {
    ($op:expr, $a:expr, $b:expr) => {
        match $op {
            BinOp::Add => $a + $b,
            BinOp::Sub => $a - $b,
            BinOp::Mul => $a * $b,
            BinOp::Div => $a / $b,
            BinOp::Rem => $a % $b,
            BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::Shr | BinOp::Ushr => {
                unreachable!("front ends emit bit operations on integers only")
            }
        }
    };
}

#[inline(always)]
fn holds<T: PartialOrd>(cond: Cond, a: T, b: T) -> bool {
    match cond {
        Cond::Eq => a == b,
        Cond::Ne => a != b,
        Cond::Lt => a < b,
        Cond::Le => a <= b,
        Cond::Gt => a > b,
        Cond::Ge => a >= b,
    }
}

fn order<T: PartialOrd>(nan: i8, a: T, b: T) -> i32 {
    a.partial_cmp(&b).map_or(i32::from(nan), |ordering| ordering as i32)
}

impl Domain for Concrete {
    const ACCELERATES: bool = true;
    type Mark = ();
    type Value = u64;

    #[inline(always)]
    fn constant(bits: u64) -> u64 {
        bits
    }

    #[inline(always)]
    fn known(value: u64) -> Option<u64> {
        Some(value)
    }

    #[inline(always)]
    fn undecided() -> u64 {
        UNDECIDED
    }

    #[inline(always)]
    fn is_undecided(value: u64) -> bool {
        value == UNDECIDED
    }

    #[inline(always)]
    fn binary(&mut self, op: BinOp, ty: Type, a: u64, b: u64) -> u64 {
        match ty {
            Type::I32 => from_i32(binary_i32(op, i32_of(a), i32_of(b))),
            Type::I64 => binary_i64(op, a as i64, b) as u64,
            Type::F32 => from_f32(binary_float!(op, f32_of(a), f32_of(b))),
            Type::F64 => binary_float!(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
            Type::Ref => unreachable!("references have no arithmetic"),
        }
    }

    fn negate(&mut self, ty: Type, a: u64) -> u64 {
        match ty {
            Type::I32 => from_i32(i32_of(a).wrapping_neg()),
            Type::I64 => (a as i64).wrapping_neg() as u64,
            Type::F32 => from_f32(-f32_of(a)),
            Type::F64 => (-f64::from_bits(a)).to_bits(),
            Type::Ref => unreachable!("references have no arithmetic"),
        }
    }

    #[inline]
    fn convert(&mut self, conv: Conv, a: u64) -> u64 {
        match conv {
            Conv::I32ToI8 => from_i32(i32::from(a as i8)),
            Conv::I32ToI16 => from_i32(i32::from(a as i16)),
            Conv::I32ToU16 => u64::from(a as u16),
            Conv::I32ToI64 => i64::from(i32_of(a)) as u64,
            Conv::I32ToF32 => from_f32(i32_of(a) as f32),
            Conv::I32ToF64 => f64::from(i32_of(a)).to_bits(),
            Conv::I64ToI32 => u64::from(a as u32),
            Conv::I64ToF32 => from_f32(a as i64 as f32),
            Conv::I64ToF64 => (a as i64 as f64).to_bits(),
            Conv::F32ToI32Saturating => from_i32(f32_of(a) as i32),
            Conv::F32ToI64Saturating => f32_of(a) as i64 as u64,
            Conv::F32ToF64 => f64::from(f32_of(a)).to_bits(),
            Conv::F64ToI32Saturating => from_i32(f64::from_bits(a) as i32),
            Conv::F64ToI64Saturating => f64::from_bits(a) as i64 as u64,
            Conv::F64ToF32 => from_f32(f64::from_bits(a) as f32),
        }
    }

    #[inline(always)]
    fn compare(&mut self, cond: Cond, ty: Type, a: u64, b: u64) -> u64 {
        u64::from(self.test(cond, ty, a, b).unwrap_or_default())
    }

    fn three_way(&mut self, ty: Type, nan: i8, a: u64, b: u64) -> u64 {
        from_i32(match ty {
            Type::I32 => order(nan, i32_of(a), i32_of(b)),
            Type::I64 => order(nan, a as i64, b as i64),
            Type::F32 => order(nan, f32_of(a), f32_of(b)),
            Type::F64 => order(nan, f64::from_bits(a), f64::from_bits(b)),
            Type::Ref => unreachable!("references have no order"),
        })
    }

    #[inline(always)]
    fn test(&mut self, cond: Cond, ty: Type, a: u64, b: u64) -> Option<bool> {
        Some(match ty {
            Type::I32 => holds(cond, i32_of(a), i32_of(b)),
            Type::I64 => holds(cond, a as i64, b as i64),
            Type::F32 => holds(cond, f32_of(a), f32_of(b)),
            Type::F64 => holds(cond, f64::from_bits(a), f64::from_bits(b)),
            Type::Ref => holds(cond, a, b),
        })
    }

    #[inline(always)]
    fn is_null(&mut self, reference: u64) -> Option<bool> {
        Some(reference == 0)
    }

    #[inline(always)]
    fn is_same(&mut self, a: u64, b: u64) -> Option<bool> {
        Some(a == b)
    }

    #[inline(always)]
    fn words(core: &mut Core<Concrete>) -> Option<&mut Core<Concrete>> {
        Some(core)
    }

    fn of_words<'c>(
        core: &'c mut Core<Concrete>,
        values: &'c [u64],
    ) -> Option<(&'c mut Core<Concrete>, &'c [u64])> {
        Some((core, values))
    }

    fn to_words(values: &[u64]) -> Option<&[u64]> {
        Some(values)
    }

    #[inline(always)]
    fn mark(&self) {}

    #[inline(always)]
    fn undo_to(&mut self, (): ()) {}
}
