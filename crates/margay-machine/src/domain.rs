//! What a value is. The interpreter is generic over this trait and monomorphised for each
//! domain, so that concrete execution pays nothing for the symbolic one.

use margay_ir::{BinOp, Cond, Conv, Type};
use std::fmt::Debug;

/// A domain of values with their arithmetic.
///
/// Cells of the heap and registers hold [`Domain::Value`]s. A value made by
/// [`constant`](Domain::constant) is known and gives its bits back through
/// [`known`](Domain::known); a domain may have other values, whose bits are not decided yet.
pub trait Domain {
    /// A value of any type.
    type Value: Copy + PartialEq + Debug;

    /// The known value with these bits (zero-extended).
    fn constant(bits: u64) -> Self::Value;

    /// The bits of a known value.
    fn known(value: Self::Value) -> Option<u64>;

    /// What an undecided cell holds. A known value may look the same: only a cell that the
    /// memory lists as undecided is.
    fn undecided() -> Self::Value;

    /// Whether a cell with this value may be undecided.
    fn is_undecided(value: Self::Value) -> bool;

    /// `a op b` in type `ty`; shifts take an `i32` count. A divisor is not zero.
    fn binary(&mut self, op: BinOp, ty: Type, a: Self::Value, b: Self::Value) -> Self::Value;

    /// `-a` in type `ty`.
    fn negate(&mut self, ty: Type, a: Self::Value) -> Self::Value;

    /// A conversion.
    fn convert(&mut self, conv: Conv, a: Self::Value) -> Self::Value;

    /// The truth of a comparison as an `i32` 0 or 1.
    fn compare(&mut self, cond: Cond, ty: Type, a: Self::Value, b: Self::Value) -> Self::Value;

    /// -1, 0, 1, or `nan` if unordered, as an `i32`.
    fn three_way(&mut self, ty: Type, nan: i8, a: Self::Value, b: Self::Value) -> Self::Value;

    /// Whether the comparison holds, if that is decided. An undecided comparison makes the
    /// machine stop at a choice between *no* (alternative 0) and *yes* (1).
    fn test(&mut self, cond: Cond, ty: Type, a: Self::Value, b: Self::Value) -> Option<bool>;
}
