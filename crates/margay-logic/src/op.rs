//! Operators and their sort rules.
//!
//! The bitwise operators are shared between `Bool` and bit-vectors: a `Bool` is one bit, so each
//! rewrite rule and each circuit exists once. Signed and unsigned "greater" forms do not exist;
//! builders swap the operands.

use crate::sort::{FloatSort, Format, Mode, Scalar, Sort};
use crate::terms::Symbol;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The head of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Op {
    /// A literal; its meaning follows from the sort.
    Const(u64),
    /// A variable.
    Var(Symbol),
    /// Complement, of a `Bool` or of each bit.
    Not,
    /// Conjunction, of `Bool`s or bitwise.
    And,
    /// Disjunction, of `Bool`s or bitwise.
    Or,
    /// Exclusive or, of `Bool`s or bitwise.
    Xor,
    /// Equality at any sort; on floats it is identity (NaN equals itself, +0 differs from -0).
    Eq,
    /// If-then-else at any sort.
    Ite,
    /// Two's complement negation.
    Neg,
    /// Wrap-around addition.
    Add,
    /// Wrap-around subtraction.
    Sub,
    /// Wrap-around multiplication.
    Mul,
    /// Unsigned division; by zero it is all ones.
    UDiv,
    /// Unsigned remainder; by zero it is the dividend.
    URem,
    /// Signed division truncating towards zero; `MIN / -1` is `MIN`, as in Java.
    SDiv,
    /// Signed remainder with the sign of the dividend.
    SRem,
    /// Left shift; counts at or beyond the width give zero.
    Shl,
    /// Logical right shift.
    LShr,
    /// Arithmetic right shift.
    AShr,
    /// Unsigned less-than.
    Ult,
    /// Unsigned at-most.
    Ule,
    /// Signed less-than.
    Slt,
    /// Signed at-most.
    Sle,
    /// Concatenation; the first operand has the high bits.
    Concat,
    /// The bits from `hi` down to `lo`, both included.
    Extract {
        /// Highest bit taken.
        hi: u16,
        /// Lowest bit taken.
        lo: u16,
    },
    /// Zero extension to a total width.
    ZeroExt(u16),
    /// Sign extension to a total width.
    SignExt(u16),
    /// The bits of a scalar that is not a bit-vector; NaN has those of the canonical one.
    Bits,
    /// Array read.
    Select,
    /// Array write: array, index, element.
    Store,
    /// The array holding one element everywhere, with this index sort.
    #[serde(skip)]
    ConstArray(Scalar),
    /// Float negation.
    FNeg,
    /// Float magnitude.
    FAbs,
    /// Float addition, to nearest even as all float arithmetic here.
    FAdd,
    /// Float subtraction.
    FSub,
    /// Float multiplication.
    FMul,
    /// Float division.
    FDiv,
    /// Float square root.
    FSqrt,
    /// Float less-than; false on NaN.
    FLt,
    /// Float at-most; false on NaN.
    FLe,
    /// IEEE equality: false on NaN, and the zeros are equal.
    FEq,
    /// Whether a float is NaN.
    FIsNan,
    /// The float with the given interchange bits.
    FFromBits(FloatSort),
    /// The float nearest to a signed bit-vector.
    FFromSigned(FloatSort),
    /// The float nearest to a float of the other format.
    FFromFloat(FloatSort),
    /// Java's conversion to a signed bit-vector of this width: truncated, to the nearest end if
    /// out of range, 0 if NaN.
    FToSigned(u8),
    /// An operator on floats of any format, rounding in this mode. What Java has is written with
    /// the operators above (see [`Terms::ieee`](crate::Terms::ieee)).
    #[serde(skip)]
    Ieee(Ieee, Mode),
}

/// The operators of IEEE-754 that round, or are only in SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ieee {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Product of the first two and sum with the third, rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// Remainder of the division to the nearest whole number; exact, whatever the mode.
    Rem,
    /// The whole number in the same format.
    Integral,
    /// The float with these interchange bits; exact.
    FromBits(Format),
    /// The float nearest to a signed bit-vector.
    FromSigned(Format),
    /// The float nearest to an unsigned bit-vector.
    FromUnsigned(Format),
    /// The float nearest to a float of another format.
    FromFloat(Format),
    /// The signed bit-vector of this width that is nearest to the rounded number; 0 for NaN.
    ToSigned(u16),
    /// The unsigned bit-vector of this width that is nearest to the rounded number; 0 for NaN.
    ToUnsigned(u16),
}

impl Ieee {
    fn arity(self) -> usize {
        match self {
            Ieee::Add | Ieee::Sub | Ieee::Mul | Ieee::Div | Ieee::Rem => 2,
            Ieee::Fma => 3,
            _ => 1,
        }
    }

    /// The operator of floats and doubles that rounds to nearest even.
    pub(crate) fn to_nearest(self) -> Option<Op> {
        [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FSqrt]
            .into_iter()
            .find(|op| op.ieee() == Some(self))
    }

    /// Whether results are exact, so that the mode means nothing.
    pub fn is_exact(self) -> bool {
        matches!(self, Ieee::Rem | Ieee::FromBits(_))
    }

    fn result(self, args: &[Sort]) -> Option<Sort> {
        let same = args.windows(2).all(|pair| pair[0] == pair[1]);
        let (first, word, float) = (args[0], args[0].width(), args[0].format());
        match self {
            Ieee::FromBits(to) => (word? == to.bits()).then(|| to.sort()),
            Ieee::FromSigned(to) | Ieee::FromUnsigned(to) => word.map(|_| to.sort()),
            Ieee::FromFloat(to) => float.map(|_| to.sort()),
            Ieee::ToSigned(width) | Ieee::ToUnsigned(width) => {
                float.and_then(|_| Sort::bv(width.into()))
            }
            _ => float.filter(|_| same).map(|_| first),
        }
    }
}

/// An operator was applied to operands it does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{op} does not take ({operands})")]
pub struct SortError {
    op: String,
    operands: String,
}

impl SortError {
    /// An error naming the operator and the sorts it was given.
    pub fn new(op: impl Into<String>, sorts: &[Sort]) -> SortError {
        let operands = sorts.iter().map(Sort::to_string).collect::<Vec<_>>().join(" ");
        SortError { op: op.into(), operands }
    }
}

impl Op {
    /// How many operands the operator takes.
    pub fn arity(self) -> usize {
        use Op::*;
        match self {
            Const(_) | Var(_) => 0,
            Not | Neg | Extract { .. } | ZeroExt(_) | SignExt(_) | ConstArray(_) | Bits => 1,
            Ieee(operator, _) => operator.arity(),
            FNeg | FAbs | FSqrt | FIsNan | FFromBits(_) | FFromSigned(_) | FFromFloat(_)
            | FToSigned(_) => 1,
            Ite | Store => 3,
            _ => 2,
        }
    }

    /// Whether the operands can be exchanged.
    pub fn commutes(self) -> bool {
        use Op::*;
        matches!(self, And | Or | Xor | Eq | Add | Mul | FAdd | FMul | FEq)
            || matches!(self, Ieee(self::Ieee::Add | self::Ieee::Mul, _))
    }

    /// Whether it multiplies or divides words.
    pub(crate) fn multiplies(self) -> bool {
        matches!(self, Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem)
    }

    /// The operator on floats in general of which this is the one Java has, if so.
    pub(crate) fn ieee(self) -> Option<self::Ieee> {
        Some(match self {
            Op::FAdd => self::Ieee::Add,
            Op::FSub => self::Ieee::Sub,
            Op::FMul => self::Ieee::Mul,
            Op::FDiv => self::Ieee::Div,
            Op::FSqrt => self::Ieee::Sqrt,
            _ => return None,
        })
    }

    /// The sort of the result.
    ///
    /// # Errors
    /// When the operator does not take operands of these sorts. Literals and variables carry their
    /// own sort and have no operands to check, so they are never typed here.
    pub fn sort(self, args: &[Sort]) -> Result<Sort, SortError> {
        self.result(args).ok_or_else(|| SortError::new(format!("{self:?}"), args))
    }

    fn result(self, args: &[Sort]) -> Option<Sort> {
        use Op::*;
        if args.len() != self.arity() {
            return None;
        }
        match (self, args) {
            (Not, [a @ (Sort::Bool | Sort::Bv(_) | Sort::Wide(_))]) => Some(*a),
            (Neg, [a @ (Sort::Bv(_) | Sort::Wide(_))]) => Some(*a),
            (And | Or | Xor, [a @ (Sort::Bool | Sort::Bv(_) | Sort::Wide(_)), b]) if a == b => {
                Some(*a)
            }
            (Eq, [a, b]) if a == b => Some(Sort::Bool),
            (Ite, [Sort::Bool, a, b]) if a == b => Some(*a),
            (Add | Sub | Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr, [a, b])
                if a == b && a.width().is_some() =>
            {
                Some(*a)
            }
            (Ult | Ule | Slt | Sle, [a, b]) if a == b => a.width().map(|_| Sort::Bool),
            (Concat, [a, b]) => Sort::bv(a.width()? + b.width()?),
            (Extract { hi, lo }, [a]) if lo <= hi && u32::from(hi) < a.width()? => {
                Sort::bv(u32::from(hi - lo) + 1)
            }
            (ZeroExt(to) | SignExt(to), [a]) if u32::from(to) >= a.width()? => {
                Sort::bv(u32::from(to))
            }
            (Bits, [a]) if a.width().is_none() && *a != Sort::Bool => Sort::bv(a.bits()?),
            (Ieee(operator, _), _) => operator.result(args),
            (Select | Store | ConstArray(_), _) => self.array_result(args),
            _ => self.float_result(args),
        }
    }

    fn array_result(self, args: &[Sort]) -> Option<Sort> {
        match (self, args) {
            (Op::Select, [Sort::Array { index, element }, i]) if index.sort() == *i => {
                Some(element.sort())
            }
            (Op::Store, [a @ Sort::Array { index, element }, i, e])
                if index.sort() == *i && element.sort() == *e =>
            {
                Some(*a)
            }
            (Op::ConstArray(index), [element]) => {
                Some(Sort::Array { index, element: Scalar::new(*element)? })
            }
            _ => None,
        }
    }

    fn float_result(self, args: &[Sort]) -> Option<Sort> {
        use Op::*;
        match (self, args) {
            (FSqrt, [a @ Sort::Float(_)]) => Some(*a),
            (FNeg | FAbs, [a]) => a.format().map(|_| *a),
            (FAdd | FSub | FMul | FDiv, [a @ Sort::Float(_), b]) if a == b => Some(*a),
            (FLt | FLe | FEq, [a, b]) if a == b => a.format().map(|_| Sort::Bool),
            (FIsNan, [a]) => a.format().map(|_| Sort::Bool),
            (FFromBits(to), [Sort::Bv(w)]) if u32::from(*w) == to.bits() => Some(Sort::Float(to)),
            (FFromSigned(to), [Sort::Bv(_)]) => Some(Sort::Float(to)),
            (FFromFloat(to), [Sort::Float(_)]) => Some(Sort::Float(to)),
            (FToSigned(width), [Sort::Float(_)]) => Sort::bv(u32::from(width)),
            _ => None,
        }
    }
}
