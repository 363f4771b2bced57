//! SMT-LIB operators on floats, as terms.
//!
//! What the standard leaves open stays open: a conversion to a bit-vector out of range, and which
//! zero `fp.min` and `fp.max` give, are free functions of the operands. A function is an array
//! that nobody writes to, and a choice between two operands is a truth value. Their names begin
//! with a backslash, which no name of a script has.

use super::operators::{Built, Failure, chain, count};
use super::value::special;
use crate::op::{Ieee, Op};
use crate::sort::{Format, Mode, Scalar, Sort};
use crate::terms::{TermId, Terms};
use num_bigint::BigUint;

/// Whether an operator without indices has this name.
pub(super) fn is_predefined(name: &str) -> bool {
    relation(name).is_some() || rounded(name).is_some() || OTHERS.contains(&name)
}

/// Operators that are neither relations nor rounded.
const OTHERS: [&str; 13] = [
    "fp",
    "fp.abs",
    "fp.neg",
    "fp.rem",
    "fp.min",
    "fp.max",
    "fp.isNaN",
    "fp.isInfinite",
    "fp.isZero",
    "fp.isSubnormal",
    "fp.isNormal",
    "fp.isNegative",
    "fp.isPositive",
];

/// Applies an operator with its indices; rounding modes are operands like others.
pub(super) fn apply(terms: &mut Terms, name: &str, indices: &[u32], args: &[TermId]) -> Built {
    match indices {
        [] => plain(terms, name, args),
        _ => conversion(terms, name, indices, args),
    }
}

fn plain(terms: &mut Terms, name: &str, args: &[TermId]) -> Built {
    if let Some((op, swapped)) = relation(name) {
        return chain(terms, name, op, swapped, args);
    }
    if let Some((op, operands)) = rounded(name) {
        return match args {
            [mode, rest @ ..] if rest.len() == operands => with_mode(terms, *mode, op, rest),
            _ => Err(count(name, &format!("a rounding mode and {operands} operands"), args)),
        };
    }
    match (name, args) {
        ("fp", [sign, exponent, fraction]) => from_fields(terms, *sign, *exponent, *fraction),
        ("fp.abs", [a]) => Ok(terms.try_app(Op::FAbs, &[*a])?),
        ("fp.neg", [a]) => Ok(terms.try_app(Op::FNeg, &[*a])?),
        ("fp.rem", [a, b]) => Ok(terms.ieee(Ieee::Rem, Mode::NearestEven, &[*a, *b])?),
        ("fp.min" | "fp.max", [a, b]) => extreme(terms, name == "fp.min", *a, *b),
        ("fp.to_ieee_bv", [a]) if terms.sort(*a).format().is_some() => {
            Ok(terms.try_app(Op::Bits, &[*a])?)
        }
        (_, [a]) if name.starts_with("fp.is") => {
            let format = terms.sort(*a).format().ok_or(Failure::Sorts)?;
            class(terms, name, *a, format)
        }
        ("fp", _) => Err(count(name, "three operands", args)),
        ("fp.rem" | "fp.min" | "fp.max", _) => Err(count(name, "two operands", args)),
        ("fp.abs" | "fp.neg", _) => Err(count(name, "one operand", args)),
        _ => Err(Failure::NoOperator),
    }
}

fn relation(name: &str) -> Option<(Op, bool)> {
    Some(match name {
        "fp.lt" => (Op::FLt, false),
        "fp.leq" => (Op::FLe, false),
        "fp.gt" => (Op::FLt, true),
        "fp.geq" => (Op::FLe, true),
        "fp.eq" => (Op::FEq, false),
        _ => return None,
    })
}

/// Operators that round, and how many floats they take.
fn rounded(name: &str) -> Option<(Ieee, usize)> {
    Some(match name {
        "fp.add" => (Ieee::Add, 2),
        "fp.sub" => (Ieee::Sub, 2),
        "fp.mul" => (Ieee::Mul, 2),
        "fp.div" => (Ieee::Div, 2),
        "fp.fma" => (Ieee::Fma, 3),
        "fp.sqrt" => (Ieee::Sqrt, 1),
        "fp.roundToIntegral" => (Ieee::Integral, 1),
        _ => return None,
    })
}

/// Applies an operator in the mode that a term gives: the term is known, or one of five.
fn with_mode(terms: &mut Terms, mode: TermId, op: Ieee, args: &[TermId]) -> Built {
    by_mode(terms, mode, |terms, mode| Ok(terms.ieee(op, mode, args)?))
}

pub(super) fn by_mode(
    terms: &mut Terms,
    mode: TermId,
    mut build: impl FnMut(&mut Terms, Mode) -> Built,
) -> Built {
    if terms.sort(mode) != Sort::Mode {
        return Err(Failure::Sorts);
    }
    if let Some(value) = terms.as_const(mode) {
        return build(terms, Mode::of(value));
    }
    let [first, rest @ ..] = Mode::ALL;
    let mut result = build(terms, first)?;
    for other in rest {
        let value = terms.constant(other as u64, Sort::Mode);
        let chosen = terms.eq(mode, value);
        let built = build(terms, other)?;
        result = terms.ite(chosen, built, result);
    }
    Ok(result)
}

fn from_fields(terms: &mut Terms, sign: TermId, exponent: TermId, fraction: TermId) -> Built {
    let widths = [sign, exponent, fraction].map(|t| terms.sort(t).width());
    let [Some(1), Some(e), Some(f)] = widths else { return Err(Failure::Sorts) };
    let format = format(e, f + 1)?;
    let high = terms.try_app(Op::Concat, &[sign, exponent])?;
    let bits = terms.try_app(Op::Concat, &[high, fraction])?;
    Ok(terms.ieee(Ieee::FromBits(format), Mode::NearestEven, &[bits])?)
}

/// The format with these widths.
pub(super) fn format(exponent: u32, significand: u32) -> Result<Format, Failure> {
    Format::new(exponent, significand).ok_or_else(|| {
        Failure::Operands(format!(
            "floats have exponents of 2 to {} bits, significands of at least 2, and at most {} \
             bits here",
            Format::MAX_EXPONENT,
            Sort::MAX_WIDTH
        ))
    })
}

/// The float with a name of its own.
pub(super) fn constant(terms: &mut Terms, name: &str, indices: &[u32]) -> Option<Built> {
    let [e, s] = indices else { return None };
    special(name, Format::new(2, 2)?)?;
    Some(format(*e, *s).and_then(|format| {
        let number = special(name, format).ok_or(Failure::NoOperator)?;
        Ok(terms.literal(number, format.sort()))
    }))
}

fn class(terms: &mut Terms, name: &str, a: TermId, format: Format) -> Built {
    let sort = format.sort();
    let mut named = |name: &str| {
        let number = special(name, format).unwrap_or_default();
        terms.literal(number, sort)
    };
    let [infinity, zero, minus_zero] = ["+oo", "+zero", "-zero"].map(&mut named);
    let least_normal = BigUint::from(1_u32) << (format.precision() - 1);
    let least_normal = terms.literal(least_normal, sort);
    let magnitude = terms.app(Op::FAbs, &[a]);
    Ok(match name {
        "fp.isNaN" => terms.app(Op::FIsNan, &[a]),
        "fp.isInfinite" => terms.eq(magnitude, infinity),
        "fp.isZero" => terms.eq(magnitude, zero),
        "fp.isSubnormal" | "fp.isNormal" => {
            let (from, to) = match name {
                "fp.isNormal" => (terms.app(Op::FLe, &[least_normal, magnitude]), infinity),
                _ => (terms.app(Op::FLt, &[zero, magnitude]), least_normal),
            };
            let below = terms.app(Op::FLt, &[magnitude, to]);
            terms.and(from, below)
        }
        "fp.isNegative" | "fp.isPositive" => {
            let (sides, own) = match name {
                "fp.isNegative" => ([a, zero], minus_zero),
                _ => ([zero, a], zero),
            };
            let strictly = terms.app(Op::FLt, &sides);
            let is_own = terms.eq(a, own);
            terms.or(strictly, is_own)
        }
        _ => return Err(Failure::NoOperator),
    })
}

/// `fp.min` and `fp.max`: NaN only where both are; of zeros with different signs either.
fn extreme(terms: &mut Terms, least: bool, a: TermId, b: TermId) -> Built {
    let sides = if least { [a, b] } else { [b, a] };
    let first = terms.try_app(Op::FLt, &sides)?;
    let chosen = terms.ite(first, a, b);
    let name = if least { "fp.min" } else { "fp.max" };
    let sort = terms.sort(a);
    let (same, equal) = (terms.eq(a, b), terms.app(Op::FEq, &[a, b]));
    let different = terms.not(same);
    let zeros = terms.and(equal, different);
    let zero = terms.constant(0, sort);
    let positive = terms.eq(a, zero);
    let free = |terms: &mut Terms, order: &str| {
        terms.var(&format!("\\{name} of {order} zero, {sort}"), Sort::Bool)
    };
    let (plus, minus) = (free(terms, "+"), free(terms, "-"));
    let take_first = terms.ite(positive, plus, minus);
    let either = terms.ite(take_first, a, b);
    let chosen = terms.ite(zeros, either, chosen);
    let (a_nan, b_nan) = (terms.app(Op::FIsNan, &[a]), terms.app(Op::FIsNan, &[b]));
    let chosen = terms.ite(b_nan, a, chosen);
    Ok(terms.ite(a_nan, b, chosen))
}

fn conversion(terms: &mut Terms, name: &str, indices: &[u32], args: &[TermId]) -> Built {
    match (name, indices, args) {
        ("to_fp", [e, s], [a]) => {
            let format = format(*e, *s)?;
            Ok(terms.ieee(Ieee::FromBits(format), Mode::NearestEven, &[*a])?)
        }
        ("to_fp", [e, s], [mode, a]) => {
            let format = format(*e, *s)?;
            let op = match terms.sort(*a).format() {
                Some(_) => Ieee::FromFloat(format),
                None => Ieee::FromSigned(format),
            };
            with_mode(terms, *mode, op, &[*a])
        }
        ("to_fp_unsigned", [e, s], [mode, a]) => {
            with_mode(terms, *mode, Ieee::FromUnsigned(format(*e, *s)?), &[*a])
        }
        ("fp.to_sbv" | "fp.to_ubv", [width], [mode, a]) => {
            let signed = name == "fp.to_sbv";
            let width = u16::try_from(*width).map_err(|_| Failure::Sorts)?;
            by_mode(terms, *mode, |terms, mode| to_word(terms, signed, width, mode, *a))
        }
        ("to_fp" | "to_fp_unsigned" | "fp.to_sbv" | "fp.to_ubv", _, _) => {
            Err(count(name, "a rounding mode and one operand", args))
        }
        _ => Err(Failure::NoOperator),
    }
}

/// The rounded number where it has a bit-vector, and anything elsewhere.
fn to_word(terms: &mut Terms, signed: bool, width: u16, mode: Mode, a: TermId) -> Built {
    let (op, extension) = match signed {
        true => (Ieee::ToSigned(width), Op::SignExt(width + 2)),
        false => (Ieee::ToUnsigned(width), Op::ZeroExt(width + 2)),
    };
    let value = terms.ieee(op, mode, &[a])?;
    // What is out of range goes to the nearest end, which is not what a longer word gives.
    let longer = terms.ieee(Ieee::ToSigned(width + 2), mode, &[a])?;
    let extended = terms.try_app(extension, &[value])?;
    let is_nan = terms.app(Op::FIsNan, &[a]);
    let (fits, number) = (terms.eq(extended, longer), terms.not(is_nan));
    let inside = terms.and(fits, number);
    let (index, element) = (terms.sort(a), terms.sort(value));
    let (Some(index), Some(element)) = (Scalar::new(index), Scalar::new(element)) else {
        return Err(Failure::Sorts);
    };
    let [mode, _] = mode.names();
    let sign = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    let name = format!("\\{sign} out of range, {width} {mode} {}", index.sort());
    let function = terms.var(&name, Sort::Array { index, element });
    let outside = terms.select(function, a);
    Ok(terms.ite(inside, value, outside))
}
