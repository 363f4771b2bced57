//! The operators of the instruction set, small closed families shared by every domain.

use crate::types::Type;
use std::fmt;

/// An operator of two operands of one type. Integer arithmetic wraps; shift counts are masked to
/// the width of the first operand and are always `i32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Integers: truncating, `MIN / -1 = MIN`; the divisor has been checked by a guard.
    Div,
    /// Integers: sign of the dividend; floats: `fmod`.
    Rem,
    And,
    Or,
    Xor,
    Shl,
    /// Arithmetic shift right.
    Shr,
    /// Logical shift right.
    Ushr,
}

/// A comparison. On floats every one but `Ne` is false when an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Cond {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cond {
    /// The comparison that holds of `(b, a)` exactly when this one holds of `(a, b)`.
    #[must_use]
    pub fn swapped(self) -> Cond {
        match self {
            Cond::Lt => Cond::Gt,
            Cond::Le => Cond::Ge,
            Cond::Gt => Cond::Lt,
            Cond::Ge => Cond::Le,
            Cond::Eq | Cond::Ne => self,
        }
    }

    /// The integer comparison that holds exactly when this one does not. (Not valid for floats.)
    #[must_use]
    pub fn negated(self) -> Cond {
        match self {
            Cond::Eq => Cond::Ne,
            Cond::Ne => Cond::Eq,
            Cond::Lt => Cond::Ge,
            Cond::Ge => Cond::Lt,
            Cond::Gt => Cond::Le,
            Cond::Le => Cond::Gt,
        }
    }
}

/// A conversion between types, or to a narrower integer kept in an `i32`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Conv {
    I32ToI8,
    I32ToI16,
    I32ToU16,
    I32ToI64,
    I32ToF32,
    I32ToF64,
    I64ToI32,
    I64ToF32,
    I64ToF64,
    /// Saturating, NaN to zero; so are the other three from floats to integers.
    F32ToI32,
    F32ToI64,
    F32ToF64,
    F64ToI32,
    F64ToI64,
    F64ToF32,
}

impl Conv {
    /// Types of the operand and of the result.
    #[must_use]
    pub fn types(self) -> (Type, Type) {
        use Type::{F32, F64, I32, I64};
        match self {
            Conv::I32ToI8 | Conv::I32ToI16 | Conv::I32ToU16 => (I32, I32),
            Conv::I32ToI64 => (I32, I64),
            Conv::I32ToF32 => (I32, F32),
            Conv::I32ToF64 => (I32, F64),
            Conv::I64ToI32 => (I64, I32),
            Conv::I64ToF32 => (I64, F32),
            Conv::I64ToF64 => (I64, F64),
            Conv::F32ToI32 => (F32, I32),
            Conv::F32ToI64 => (F32, I64),
            Conv::F32ToF64 => (F32, F64),
            Conv::F64ToI32 => (F64, I32),
            Conv::F64ToI64 => (F64, I64),
            Conv::F64ToF32 => (F64, F32),
        }
    }
}

macro_rules! lowercase_display {
    ($($ty:ty),*) => {$(
        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&format!("{self:?}").to_lowercase())
            }
        }
    )*};
}
lowercase_display!(BinOp, Cond, Conv);

/// The exceptions the runtime itself raises; the front end says which classes they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Trap {
    /// A null reference was used.
    NullPointer,
    /// An array index is out of range. Arguments: index, length.
    IndexOutOfBounds,
    /// Integer division by zero.
    DivideByZero,
    /// A negative array length. Argument: the length.
    NegativeSize,
    /// A failed cast. Argument: the object.
    BadCast,
    /// An element of a wrong type stored in an array. Argument: the element.
    BadStore,
    /// A switch met a value that was not known when it was compiled.
    NoMatch,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trap::NullPointer => "null_pointer",
            Trap::IndexOutOfBounds => "index_out_of_bounds",
            Trap::DivideByZero => "divide_by_zero",
            Trap::NegativeSize => "negative_size",
            Trap::BadCast => "bad_cast",
            Trap::BadStore => "bad_store",
            Trap::NoMatch => "no_match",
        })
    }
}
