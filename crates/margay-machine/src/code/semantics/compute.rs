//! What depends on nothing but its operands.

use crate::domain::Domain;
use crate::memory::Ref;
use margay_ir::{BinOp, Cond, Conv, Type};

/// The object that a reference means. None if that is not decided, or if a constant is to take the
/// place of a value to which nothing is attached any more.
#[inline(always)]
pub(crate) fn object<D: Domain>(domain: &D, reference: D::Value) -> Option<Ref> {
    let bits = match D::known(reference) {
        Some(bits) => bits,
        None if domain.plain(reference).is_some() => return None,
        None => domain.bits(reference)?,
    };
    Some(bits as Ref)
}

/// A computation of a value.
#[derive(Clone, Copy, Debug)]
pub enum Compute {
    /// `a op b`.
    Binary(BinOp, Type),
    /// `-a`.
    Negate(Type),
    /// A conversion.
    Convert(Conv),
    /// The truth of a comparison.
    Compare(Cond, Type),
    /// An order, and what stands for none.
    ThreeWay(Type, i8),
}

impl Compute {
    /// The result; none if the operands must be decided first. What has one operand ignores `b`.
    #[inline(always)]
    pub fn apply<D: Domain>(self, domain: &mut D, a: D::Value, b: D::Value) -> Option<D::Value> {
        Some(match self {
            Compute::Binary(op, ty) => domain.binary(op, ty, a, b),
            Compute::Negate(ty) => domain.negate(ty, a),
            Compute::Convert(conv) => domain.convert(conv, a),
            Compute::Compare(cond, ty) => {
                // Whether references are the same is no number before they are decided.
                if ty == Type::Ref {
                    object(domain, a)?;
                    object(domain, b)?;
                }
                domain.compare(cond, ty, a, b)
            }
            Compute::ThreeWay(ty, nan) => domain.three_way(ty, nan, a, b),
        })
    }
}

/// A question that decides where to go on.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Whether a comparison gives this.
    Compare(Cond, Type, bool),
    /// Whether being null is this true of a reference.
    Null(bool),
    /// Whether being the same is this true of two references.
    Same(bool),
    /// Whether an index is outside a length.
    Outside,
}

impl Test {
    /// Whether it holds, if that is decided.
    #[inline(always)]
    pub fn holds<D: Domain>(self, domain: &mut D, a: D::Value, b: D::Value) -> Option<bool> {
        match self {
            Test::Compare(cond, ty, when) => Some(domain.test(cond, ty, a, b)? == when),
            Test::Null(when) => Some(domain.is_null(a)? == when),
            Test::Same(when) => Some(domain.is_same(a, b)? == when),
            Test::Outside => Some(D::known(a)? as u32 >= D::known(b)? as u32),
        }
    }
}
