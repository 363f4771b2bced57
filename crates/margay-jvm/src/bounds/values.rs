//! From the text of values to their bits, by the type they are of.

use super::spec::Values;
use crate::values::{self, Literal, ValueError};

/// No domain is larger: it would never be searched, and its list must fit into memory.
pub(super) const MOST: u64 = 1 << 20;

/// The values of a primitive type, without repetitions, in the order written.
pub(super) fn bits(ty: &str, values: &Values) -> Result<Vec<u64>, String> {
    let mut bits = match values {
        Values::Range(low, high) => range(ty, low, high)?,
        Values::List(text) => list(ty, text)?.iter().filter_map(number).collect(),
        Values::Words(words) => {
            words.iter().map(|word| one(ty, word)).collect::<Result<Vec<u64>, String>>()?
        }
    };
    let mut seen = rustc_hash::FxHashSet::default();
    bits.retain(|bits| seen.insert(*bits));
    if bits.is_empty() { Err("no values are left".to_owned()) } else { Ok(bits) }
}

/// What one number can be at most when all that is known is a bound: from zero up, or from `a`.
pub(super) fn up_to(ty: &str, bound: u32) -> Vec<u64> {
    let bound = i64::from(bound);
    match ty {
        "Z" => vec![0, 1],
        "B" => integers(ty, 0, bound.min(i8::MAX.into())),
        "S" => integers(ty, 0, bound.min(i16::MAX.into())),
        "C" => {
            let first = i64::from(b'a');
            integers(ty, first, (first + bound).min(u16::MAX.into()))
        }
        "I" | "J" => integers(ty, 0, bound.min(i32::MAX.into())),
        "F" => (0..=bound).map(|value| u64::from((value as f32).to_bits())).collect(),
        _ => (0..=bound).map(|value| (value as f64).to_bits()).collect(),
    }
}

/// The elements of a list, as values of the type.
pub(super) fn list(ty: &str, text: &str) -> Result<Vec<Literal>, String> {
    match literal(&format!("[{ty}"), text)? {
        Literal::Array(_, elements) => Ok(elements),
        _ => Err("expected a list such as {1,2}".to_owned()),
    }
}

/// One value of the type.
pub(super) fn literal(ty: &str, text: &str) -> Result<Literal, String> {
    let parsed = values::parse(&format!("({ty})V"), &[text.to_owned()]);
    let mut literals = parsed.map_err(|error| match error {
        ValueError::NotA { text, reason, .. } => format!("`{text}`: {reason}"),
        other => other.to_string(),
    })?;
    literals.pop().ok_or_else(|| "no value is given".to_owned())
}

fn number(literal: &Literal) -> Option<u64> {
    match literal {
        Literal::Bits(bits) => Some(*bits),
        _ => None,
    }
}

fn one(ty: &str, text: &str) -> Result<u64, String> {
    number(&literal(ty, text)?).ok_or_else(|| format!("`{text}` is not a number"))
}

fn range(ty: &str, low: &str, high: &str) -> Result<Vec<u64>, String> {
    let (low_bits, high_bits) = (one(ty, low)?, one(ty, high)?);
    let empty = || format!("the range {low}..{high} is empty");
    match ty {
        "F" | "D" => {
            let real = |bits: u64| match ty {
                "F" => f64::from(f32::from_bits(bits as u32)),
                _ => f64::from_bits(bits),
            };
            reals(ty, real(low_bits), real(high_bits)).ok_or_else(empty)?
        }
        _ => {
            let (first, last) = (integer(ty, low_bits), integer(ty, high_bits));
            if first > last {
                return Err(empty());
            }
            if last.abs_diff(first) >= MOST {
                return Err(too_many());
            }
            Ok(integers(ty, first, last))
        }
    }
}

fn too_many() -> String {
    format!("more than {MOST} values")
}

/// From `low` in steps of one; none if that is not a range.
fn reals(ty: &str, low: f64, high: f64) -> Option<Result<Vec<u64>, String>> {
    let steps = (high - low).floor();
    if steps.is_nan() || steps < 0.0 {
        return None;
    }
    if steps >= MOST as f64 {
        return Some(Err(too_many()));
    }
    let value = |step: u64| match ty {
        "F" => u64::from(((low + step as f64) as f32).to_bits()),
        _ => (low + step as f64).to_bits(),
    };
    Some(Ok((0..=steps as u64).map(value).collect()))
}

fn integers(ty: &str, first: i64, last: i64) -> Vec<u64> {
    (first..=last).map(|value| of_integer(ty, value)).collect()
}

/// The number that the bits of an integer type stand for.
fn integer(ty: &str, bits: u64) -> i64 {
    match ty {
        "J" => bits.cast_signed(),
        "C" | "Z" => i64::from(bits as u16),
        _ => i64::from((bits as u32).cast_signed()),
    }
}

/// The bits of a number that fits into the integer type.
fn of_integer(ty: &str, value: i64) -> u64 {
    match ty {
        "J" => value.cast_unsigned(),
        _ => value.cast_unsigned() & u64::from(u32::MAX),
    }
}

/// The bits of a number as a value of the integer type, if it is one.
pub(super) fn fit(ty: &str, value: i64) -> Option<u64> {
    let (low, high) = match ty {
        "B" => (i8::MIN.into(), i8::MAX.into()),
        "S" => (i16::MIN.into(), i16::MAX.into()),
        "C" => (0, u16::MAX.into()),
        "I" => (i32::MIN.into(), i32::MAX.into()),
        "J" => (i64::MIN, i64::MAX),
        _ => return None,
    };
    (low..=high).contains(&value).then(|| of_integer(ty, value))
}

#[cfg(test)]
mod tests;
