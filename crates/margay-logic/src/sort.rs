//! Sorts: what kind of value a term has.
//!
//! Every scalar value is one `u64` (see [`crate::value`]), which keeps evaluation and models flat:
//! the bits themselves up to 64 of them, and the number of an interned word beyond. Java has the
//! sorts [`Sort::Bool`], [`Sort::Bv`], [`Sort::Ref`] and [`Sort::Float`]; the others are what else
//! SMT-LIB has.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The two IEEE-754 formats of Java and C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloatSort {
    /// binary32, Java's `float`.
    F32,
    /// binary64, Java's `double`.
    F64,
}

impl FloatSort {
    /// Bits of the interchange format.
    pub fn bits(self) -> u32 {
        Format::from(self).bits()
    }

    /// Exponent and significand widths, as SMT-LIB counts them (hidden bit included).
    pub fn widths(self) -> (u32, u32) {
        match self {
            FloatSort::F32 => (8, 24),
            FloatSort::F64 => (11, 53),
        }
    }
}

/// Any binary interchange format: the widths of exponent and significand, hidden bit included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Format {
    exponent: u8,
    significand: u16,
}

impl Format {
    /// The widest exponent. Sums of numbers are computed exactly, with as many bits as the
    /// exponents span.
    pub const MAX_EXPONENT: u32 = 18;

    /// The format with these widths, if they are not too small or too large.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        let small = exponent >= 2 && significand >= 2;
        let large = exponent > Format::MAX_EXPONENT || exponent + significand > Sort::MAX_WIDTH;
        (small && !large)
            .then_some(Format { exponent: exponent as u8, significand: significand as u16 })
    }

    /// Exponent and significand widths.
    pub fn widths(self) -> (u32, u32) {
        (self.exponent.into(), self.significand.into())
    }

    /// Bits of the significand, the hidden one included.
    pub fn precision(self) -> u32 {
        self.significand.into()
    }

    /// Bits of the interchange format.
    pub fn bits(self) -> u32 {
        u32::from(self.exponent) + u32::from(self.significand)
    }

    /// The distance between the exponent as written and as meant.
    pub fn bias(self) -> u64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The sort of the numbers of this format.
    pub fn sort(self) -> Sort {
        match self.widths() {
            (8, 24) => Sort::Float(FloatSort::F32),
            (11, 53) => Sort::Float(FloatSort::F64),
            _ => Sort::Format(self),
        }
    }
}

impl From<FloatSort> for Format {
    fn from(float: FloatSort) -> Format {
        let (exponent, significand) = float.widths();
        Format { exponent: exponent as u8, significand: significand as u16 }
    }
}

/// The rounding modes of IEEE-754.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl Mode {
    /// All modes, in the order of their values.
    pub const ALL: [Mode; 5] =
        [Mode::NearestEven, Mode::NearestAway, Mode::Up, Mode::Down, Mode::Zero];

    /// The short and the long name in SMT-LIB.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Mode::NearestEven => ["RNE", "roundNearestTiesToEven"],
            Mode::NearestAway => ["RNA", "roundNearestTiesToAway"],
            Mode::Up => ["RTP", "roundTowardPositive"],
            Mode::Down => ["RTN", "roundTowardNegative"],
            Mode::Zero => ["RTZ", "roundTowardZero"],
        }
    }

    /// The mode with this value; values are below 5.
    pub fn of(value: u64) -> Mode {
        Mode::ALL[value.min(4) as usize]
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sort {
    /// Truth values, stored as 0 and 1.
    Bool,
    /// Bit-vectors of 1 to 64 bits.
    Bv(u8),
    /// Bit-vectors of more bits; their values are interned.
    #[serde(skip)]
    Wide(u16),
    /// References: an uninterpreted sort with equality and countably many distinct literals.
    Ref,
    /// Another uninterpreted sort, by its number (see [`crate::Terms::uninterpreted`]).
    #[serde(skip)]
    Uninterpreted(u16),
    /// A number of a format that Java has.
    Float(FloatSort),
    /// A number of another format.
    #[serde(skip)]
    Format(Format),
    /// Rounding modes, numbered as in [`Mode::ALL`].
    #[serde(skip)]
    Mode,
    /// Total maps from scalars to scalars.
    #[serde(skip)]
    Array {
        /// Sort of the index.
        index: Scalar,
        /// Sort of the element.
        element: Scalar,
    },
}

/// References are numbered with 32 bits, more than any heap a path can name.
pub const REF_BITS: u32 = 32;

impl Sort {
    /// The widest bit-vector.
    pub const MAX_WIDTH: u32 = 1 << 15;
    /// The widest value that is its own bits.
    pub const MAX_NARROW: u32 = 64;

    /// A bit-vector sort, unless there are no bits or too many.
    pub fn bv(width: u32) -> Option<Sort> {
        match width {
            1..=Self::MAX_NARROW => Some(Sort::Bv(width as u8)),
            _ if (1..=Self::MAX_WIDTH).contains(&width) => Some(Sort::Wide(width as u16)),
            _ => None,
        }
    }

    /// The arrays of bit-vectors of 1 to 64 bits, by the widths of index and element.
    pub fn words(index: u8, element: u8) -> Sort {
        Sort::Array { index: Scalar::bv(index), element: Scalar::bv(element) }
    }

    /// Bits of a scalar value; `None` for arrays.
    pub fn bits(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(u32::from(width)),
            Sort::Wide(width) => Some(u32::from(width)),
            Sort::Ref | Sort::Uninterpreted(_) => Some(REF_BITS),
            Sort::Float(float) => Some(float.bits()),
            Sort::Format(format) => Some(format.bits()),
            Sort::Mode => Some(3),
            Sort::Array { .. } => None,
        }
    }

    /// Whether values are too long to be their own bits.
    pub fn is_wide(self) -> bool {
        match self {
            Sort::Wide(_) => true,
            Sort::Format(format) => format.bits() > Sort::MAX_NARROW,
            _ => false,
        }
    }

    /// The width of a bit-vector.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width.into()),
            Sort::Wide(width) => Some(width.into()),
            _ => None,
        }
    }

    /// The format of a float.
    pub fn format(self) -> Option<Format> {
        match self {
            Sort::Float(float) => Some(float.into()),
            Sort::Format(format) => Some(format),
            _ => None,
        }
    }

    /// Whether this is an array sort.
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }
}

/// A sort that is not an array, packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scalar {
    kind: u8,
    small: u8,
    large: u16,
}

impl Scalar {
    /// Bit-vectors of 1 to 64 bits.
    pub fn bv(width: u8) -> Scalar {
        Scalar { kind: 1, small: 0, large: width.into() }
    }

    /// A sort, unless it is an array.
    pub fn new(sort: Sort) -> Option<Scalar> {
        let (kind, small, large) = match sort {
            Sort::Bool => (0, 0, 0),
            Sort::Bv(width) => (1, 0, width.into()),
            Sort::Wide(width) => (1, 0, width),
            Sort::Ref => (2, 0, 0),
            Sort::Uninterpreted(number) => (3, 0, number),
            Sort::Float(float) => (4, float.widths().0 as u8, float.widths().1 as u16),
            Sort::Format(format) => (4, format.exponent, format.significand),
            Sort::Mode => (5, 0, 0),
            Sort::Array { .. } => return None,
        };
        Some(Scalar { kind, small, large })
    }

    /// The sort.
    pub fn sort(self) -> Sort {
        match self.kind {
            0 => Sort::Bool,
            1 if u32::from(self.large) <= Sort::MAX_NARROW => Sort::Bv(self.large as u8),
            1 => Sort::Wide(self.large),
            2 => Sort::Ref,
            3 => Sort::Uninterpreted(self.large),
            4 => Format { exponent: self.small, significand: self.large }.sort(),
            _ => Sort::Mode,
        }
    }

    /// Bits of a value.
    pub fn bits(self) -> u32 {
        self.sort().bits().unwrap_or(0)
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.sort(), f)
    }
}

/// The sort in SMT-LIB 2; uninterpreted sorts have their names in [`crate::Terms`].
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
            Sort::Wide(width) => write!(f, "(_ BitVec {width})"),
            Sort::Ref => f.write_str("Ref"),
            Sort::Uninterpreted(number) => write!(f, "sort!{number}"),
            Sort::Float(FloatSort::F32) => f.write_str("Float32"),
            Sort::Float(FloatSort::F64) => f.write_str("Float64"),
            Sort::Format(format) => match format.widths() {
                (5, 11) => f.write_str("Float16"),
                (15, 113) => f.write_str("Float128"),
                (exponent, significand) => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            },
            Sort::Mode => f.write_str("RoundingMode"),
            Sort::Array { index, element } => {
                write!(f, "(Array {} {})", index.sort(), element.sort())
            }
        }
    }
}
