//! Sorts: what kind of value a term has.
//!
//! Every scalar value fits in one `u64` (see [`crate::value`]), which keeps evaluation and models
//! flat; that is why bit-vectors end at 64 bits.

use std::fmt;

/// The two IEEE-754 formats of Java and C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatSort {
    /// binary32, Java's `float`.
    F32,
    /// binary64, Java's `double`.
    F64,
}

impl FloatSort {
    /// Bits of the interchange format.
    pub fn bits(self) -> u32 {
        match self {
            FloatSort::F32 => 32,
            FloatSort::F64 => 64,
        }
    }

    /// Exponent and significand widths, as SMT-LIB counts them (hidden bit included).
    pub fn widths(self) -> (u32, u32) {
        match self {
            FloatSort::F32 => (8, 24),
            FloatSort::F64 => (11, 53),
        }
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values, stored as 0 and 1.
    Bool,
    /// Bit-vectors of 1 to 64 bits.
    Bv(u8),
    /// References: an uninterpreted sort with equality and countably many distinct literals.
    Ref,
    /// An IEEE-754 number.
    Float(FloatSort),
    /// Total maps from bit-vectors to bit-vectors.
    Array {
        /// Width of the index.
        index: u8,
        /// Width of the element.
        element: u8,
    },
}

/// References are numbered with 32 bits, more than any heap a path can name.
pub const REF_BITS: u32 = 32;

impl Sort {
    /// The widest bit-vector.
    pub const MAX_WIDTH: u32 = 64;

    /// A bit-vector sort, if `width` is between 1 and 64.
    pub fn bv(width: u32) -> Option<Sort> {
        let narrow = u8::try_from(width).ok()?;
        (1..=Self::MAX_WIDTH).contains(&width).then_some(Sort::Bv(narrow))
    }

    /// Bits of a scalar value; `None` for arrays.
    pub fn bits(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(u32::from(width)),
            Sort::Ref => Some(REF_BITS),
            Sort::Float(float) => Some(float.bits()),
            Sort::Array { .. } => None,
        }
    }

    /// Whether this is an array sort.
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }
}

/// The sort in SMT-LIB 2.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
            Sort::Ref => f.write_str("Ref"),
            Sort::Float(FloatSort::F32) => f.write_str("Float32"),
            Sort::Float(FloatSort::F64) => f.write_str("Float64"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}
