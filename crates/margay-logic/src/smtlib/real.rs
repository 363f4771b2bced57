//! Numbers that are written down: `0.1`, `3`, `(/ 1 3)`, `(- 2.5)`.
//!
//! The only reals there are: the operand of `to_fp`.

use super::sexpr::{NodeId, Sexprs};
use super::value::numeral;
use crate::sort::{Format, Mode};
use crate::value::ieee;
use num_bigint::BigUint;

/// The largest exponent of two beside a number: a format has no smaller and no larger number.
const MAX_EXPONENT: u32 = 1 << Format::MAX_EXPONENT;

/// A fraction with its sign.
#[derive(Clone, Debug)]
pub(super) struct Real {
    negative: bool,
    numerator: BigUint,
    denominator: BigUint,
}

impl Real {
    /// The bits of the nearest float.
    pub(super) fn round(&self, format: Format, mode: Mode) -> BigUint {
        ieee::quotient(self.negative, &self.numerator, &self.denominator, format, mode)
    }

    fn negated(self) -> Real {
        Real { negative: !self.negative, ..self }
    }

    /// The product with a power of two, if that has a whole exponent within reason.
    pub(super) fn scaled(self, exponent: &Real) -> Option<Real> {
        let bits = u32::try_from(&exponent.numerator).ok().filter(|bits| *bits <= MAX_EXPONENT)?;
        (exponent.denominator == BigUint::from(1_u32)).then(|| match exponent.negative {
            true => Real { denominator: self.denominator << bits, ..self },
            false => Real { numerator: self.numerator << bits, ..self },
        })
    }

    fn divided(self, by: Real) -> Option<Real> {
        (by.numerator != BigUint::ZERO).then(|| Real {
            negative: self.negative != by.negative,
            numerator: self.numerator * by.denominator,
            denominator: self.denominator * by.numerator,
        })
    }
}

/// The number a node is, if it is one.
pub(super) fn parse(sexprs: &Sexprs, node: NodeId) -> Option<Real> {
    let Some([head, rest @ ..]) = sexprs.list(node) else { return signed(sexprs, node) };
    match (sexprs.atom(*head)?, rest) {
        ("-", [a]) => Some(fraction(sexprs, *a)?.negated()),
        ("/", [_, _]) => fraction(sexprs, node),
        _ => None,
    }
}

fn fraction(sexprs: &Sexprs, node: NodeId) -> Option<Real> {
    match sexprs.list(node) {
        Some([head, a, b]) if sexprs.atom(*head) == Some("/") => {
            signed(sexprs, *a)?.divided(signed(sexprs, *b)?)
        }
        _ => signed(sexprs, node),
    }
}

/// A decimal, or `(- decimal)`.
fn signed(sexprs: &Sexprs, node: NodeId) -> Option<Real> {
    match sexprs.list(node) {
        Some([head, a]) if sexprs.atom(*head) == Some("-") => Some(decimal(sexprs, *a)?.negated()),
        Some(_) => None,
        None => decimal(sexprs, node),
    }
}

fn decimal(sexprs: &Sexprs, node: NodeId) -> Option<Real> {
    let text = sexprs.atom(node)?;
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let numerator = numeral(&format!("{whole}{digits}")).filter(|_| !whole.is_empty())?;
    let denominator = BigUint::from(10_u32).pow(u32::try_from(digits.len()).ok()?);
    Some(Real { negative: false, numerator, denominator })
}
