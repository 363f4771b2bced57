//! The operators of the instruction set, small closed families shared by every domain.

use crate::types::Type;
use crate::words::words;

words! {
    /// An operator of two operands of one type. All are total, so that an instruction has no hidden
    /// exit: integer arithmetic wraps, shift counts are masked to the width of the first operand (and
    /// are always `i32`). A language that wants more of them checks or masks in its own code.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum BinOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        /// Integers: truncating, `MIN / -1 = MIN`; the divisor has been checked by a guard.
        Div = "div",
        /// Integers: sign of the dividend; floats: `fmod`.
        Rem = "rem",
        And = "and",
        Or = "or",
        Xor = "xor",
        Shl = "shl",
        /// Arithmetic shift right.
        Shr = "shr",
        /// Logical shift right.
        Ushr = "ushr",
    }
}

words! {
    /// A comparison. On floats every one but `Ne` is false when an operand is NaN.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Cond {
        Eq = "eq",
        Ne = "ne",
        Lt = "lt",
        Le = "le",
        Gt = "gt",
        Ge = "ge",
    }
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

words! {
    /// A conversion between types, or to a narrower integer kept in an `i32`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Conv {
        I32ToI8 = "i32toi8",
        I32ToI16 = "i32toi16",
        I32ToU16 = "i32tou16",
        I32ToI64 = "i32toi64",
        I32ToF32 = "i32tof32",
        I32ToF64 = "i32tof64",
        I64ToI32 = "i64toi32",
        I64ToF32 = "i64tof32",
        I64ToF64 = "i64tof64",
        /// Towards zero; what is too large becomes the largest, NaN zero. So do the other three from
        /// floats to integers; a language whose conversions are partial checks the range first.
        F32ToI32Saturating = "f32toi32sat",
        F32ToI64Saturating = "f32toi64sat",
        F32ToF64 = "f32tof64",
        F64ToI32Saturating = "f64toi32sat",
        F64ToI64Saturating = "f64toi64sat",
        F64ToF32 = "f64tof32",
    }
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
            Conv::F32ToI32Saturating => (F32, I32),
            Conv::F32ToI64Saturating => (F32, I64),
            Conv::F32ToF64 => (F32, F64),
            Conv::F64ToI32Saturating => (F64, I32),
            Conv::F64ToI64Saturating => (F64, I64),
            Conv::F64ToF32 => (F64, F32),
        }
    }
}

words! {
    /// The exceptions the runtime itself raises; the front end says which classes they are.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Trap {
        /// A null reference was used.
        NullPointer = "null_pointer",
        /// An array index is out of range. Arguments: index, length.
        IndexOutOfBounds = "index_out_of_bounds",
        /// Integer division by zero.
        DivideByZero = "divide_by_zero",
        /// A negative array length. Argument: the length.
        NegativeSize = "negative_size",
        /// A failed cast. Argument: the object.
        BadCast = "bad_cast",
        /// An element of a wrong type stored in an array. Argument: the element.
        BadStore = "bad_store",
        /// A switch met a value that was not known when it was compiled.
        NoMatch = "no_match",
    }
}
