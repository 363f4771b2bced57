//! The types of values, and of the cells that store them.

use crate::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// The type of an SSA value.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Type {
        /// 32-bit integer; booleans and the narrow integers are computed in it too.
        I32 = "i32",
        /// 64-bit integer.
        I64 = "i64",
        /// IEEE-754 single.
        F32 = "f32",
        /// IEEE-754 double.
        F64 = "f64",
        /// A reference to an object, or null.
        Ref = "ref",
    }
}

words! {
    /// What a field or an array element can hold.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Storage {
        /// 0 or 1.
        Bool = "bool",
        /// Signed byte.
        I8 = "i8",
        /// Signed 16 bits.
        I16 = "i16",
        /// Unsigned 16 bits (a UTF-16 unit).
        U16 = "u16",
        /// 32-bit integer.
        I32 = "i32",
        /// 64-bit integer.
        I64 = "i64",
        /// Single.
        F32 = "f32",
        /// Double.
        F64 = "f64",
        /// A reference.
        Ref = "ref",
    }
}

impl Storage {
    /// The type of a value read from such a cell.
    #[must_use]
    pub fn value_type(self) -> Type {
        match self {
            Storage::Bool | Storage::I8 | Storage::I16 | Storage::U16 | Storage::I32 => Type::I32,
            Storage::I64 => Type::I64,
            Storage::F32 => Type::F32,
            Storage::F64 => Type::F64,
            Storage::Ref => Type::Ref,
        }
    }
}
