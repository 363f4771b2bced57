//! Operators and their sort rules.
//!
//! The bitwise operators are shared between `Bool` and bit-vectors: a `Bool` is one bit, so each
//! rewrite rule and each circuit exists once. Signed and unsigned "greater" forms do not exist;
//! builders swap the operands.

use crate::sort::{FloatSort, Sort};
use crate::terms::Symbol;
use thiserror::Error;

/// The head of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
        hi: u8,
        /// Lowest bit taken.
        lo: u8,
    },
    /// Zero extension to a total width.
    ZeroExt(u8),
    /// Sign extension to a total width.
    SignExt(u8),
    /// Array read.
    Select,
    /// Array write: array, index, element.
    Store,
    /// The array holding one element everywhere, with this index width.
    ConstArray(u8),
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
    /// Truncation to a signed bit-vector of this width; unspecified (here: saturating) out of
    /// range, see [`crate::Terms::java_float_to_int`] for Java's total conversion.
    FToSigned(u8),
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
            Not | Neg | Extract { .. } | ZeroExt(_) | SignExt(_) | ConstArray(_) => 1,
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
            (Not, [a @ (Sort::Bool | Sort::Bv(_))]) => Some(*a),
            (Neg, [a @ Sort::Bv(_)]) => Some(*a),
            (And | Or | Xor, [a @ (Sort::Bool | Sort::Bv(_)), b]) if a == b => Some(*a),
            (Eq, [a, b]) if a == b => Some(Sort::Bool),
            (Ite, [Sort::Bool, a, b]) if a == b => Some(*a),
            (Add | Sub | Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr, [a, b])
                if a == b && matches!(a, Sort::Bv(_)) =>
            {
                Some(*a)
            }
            (Ult | Ule | Slt | Sle, [Sort::Bv(a), Sort::Bv(b)]) if a == b => Some(Sort::Bool),
            (Concat, [Sort::Bv(a), Sort::Bv(b)]) => Sort::bv(u32::from(*a) + u32::from(*b)),
            (Extract { hi, lo }, [Sort::Bv(w)]) if lo <= hi && hi < *w => {
                Some(Sort::Bv(hi - lo + 1))
            }
            (ZeroExt(to) | SignExt(to), [Sort::Bv(w)]) if to >= *w => Sort::bv(u32::from(to)),
            (Select | Store | ConstArray(_), _) => self.array_result(args),
            _ => self.float_result(args),
        }
    }

    fn array_result(self, args: &[Sort]) -> Option<Sort> {
        match (self, args) {
            (Op::Select, [Sort::Array { index, element }, Sort::Bv(i)]) if index == i => {
                Some(Sort::Bv(*element))
            }
            (Op::Store, [a @ Sort::Array { index, element }, Sort::Bv(i), Sort::Bv(e)])
                if index == i && element == e =>
            {
                Some(*a)
            }
            (Op::ConstArray(index), [Sort::Bv(element)]) if (1..=64).contains(&index) => {
                Some(Sort::Array { index, element: *element })
            }
            _ => None,
        }
    }

    fn float_result(self, args: &[Sort]) -> Option<Sort> {
        use Op::*;
        match (self, args) {
            (FNeg | FAbs | FSqrt, [a @ Sort::Float(_)]) => Some(*a),
            (FAdd | FSub | FMul | FDiv, [a @ Sort::Float(_), b]) if a == b => Some(*a),
            (FLt | FLe | FEq, [a @ Sort::Float(_), b]) if a == b => Some(Sort::Bool),
            (FIsNan, [Sort::Float(_)]) => Some(Sort::Bool),
            (FFromBits(to), [Sort::Bv(w)]) if u32::from(*w) == to.bits() => Some(Sort::Float(to)),
            (FFromSigned(to), [Sort::Bv(_)]) => Some(Sort::Float(to)),
            (FFromFloat(to), [Sort::Float(_)]) => Some(Sort::Float(to)),
            (FToSigned(width), [Sort::Float(_)]) => Sort::bv(u32::from(width)),
            _ => None,
        }
    }
}
