//! Literals, as SMT-LIB 2 writes them.

use super::print::quoted;
use super::sexpr::{Item, NodeId, Sexprs};
use crate::model::ArrayValue;
use crate::sort::{Format, Mode, Sort};
use crate::terms::Terms;
use num_bigint::BigUint;

/// A sort, with the name it was declared with.
pub(crate) fn sort_text(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::Uninterpreted(number) => quoted(terms.sort_name(number)),
        Sort::Array { index, element } => {
            let (index, element) =
                (sort_text(terms, index.sort()), sort_text(terms, element.sort()));
            format!("(Array {index} {element})")
        }
        _ => sort.to_string(),
    }
}

/// The literal of a scalar value.
pub fn literal(terms: &Terms, value: u64, sort: Sort) -> String {
    match sort {
        Sort::Bool => (value != 0).to_string(),
        Sort::Bv(_) | Sort::Wide(_) => bits(&terms.number(value, sort), terms_bits(sort)),
        Sort::Ref => format!("ref!{value}"),
        Sort::Uninterpreted(_) => format!("(as @{value} {})", sort_text(terms, sort)),
        Sort::Mode => Mode::of(value).names()[0].to_owned(),
        Sort::Float(_) | Sort::Format(_) => match sort.format() {
            Some(format) => float_literal(&terms.number(value, sort), format),
            None => String::new(),
        },
        Sort::Array { .. } => array_literal(terms, &ArrayValue::default(), sort),
    }
}

fn terms_bits(sort: Sort) -> usize {
    sort.bits().unwrap_or(0) as usize
}

/// The literal of an array: writes over a constant array.
pub(crate) fn array_literal(terms: &Terms, array: &ArrayValue, sort: Sort) -> String {
    let Sort::Array { index, element } = sort else {
        return literal(terms, array.default, sort);
    };
    let shown = |value, sort| shown(terms, value, sort);
    let (index, element) = (index.sort(), element.sort());
    let mut text = "(store ".repeat(array.entries.len());
    text += &format!("((as const {}) {})", sort_text(terms, sort), shown(array.default, element));
    for (i, v) in &array.entries {
        text += &format!(" {} {})", shown(*i, index), shown(*v, element));
    }
    text
}

/// A value for people; references have no literals in the language and are shown as abstract.
pub(crate) fn shown(terms: &Terms, value: u64, sort: Sort) -> String {
    match sort {
        Sort::Ref => format!("(as @{value} Ref)"),
        _ => literal(terms, value, sort),
    }
}

fn bits(number: &BigUint, width: usize) -> String {
    if width.is_multiple_of(4) {
        format!("#x{number:0>digits$}", number = number.to_str_radix(16), digits = width / 4)
    } else {
        binary(number, width)
    }
}

fn binary(number: &BigUint, width: usize) -> String {
    format!("#b{number:0>width$}", number = number.to_str_radix(2))
}

pub(super) fn float_literal(number: &BigUint, format: Format) -> String {
    let (exponent, significand) = format.widths();
    let fraction = significand - 1;
    let field = |shift: u32, width: u32| {
        let mask = (BigUint::from(1_u32) << width) - 1_u32;
        (number >> shift) & mask
    };
    let (written, rest) = (field(fraction, exponent), field(0, fraction));
    if written.count_ones() == u64::from(exponent) && rest != BigUint::ZERO {
        return format!("(_ NaN {exponent} {significand})");
    }
    let sign = binary(&field(format.bits() - 1, 1), 1);
    let (written, rest) = (binary(&written, exponent as usize), binary(&rest, fraction as usize));
    format!("(fp {sign} {written} {rest})")
}

/// Reads a literal of a known sort, in any of the forms solvers print.
pub(crate) fn parse_value(terms: &Terms, sexprs: &Sexprs, node: NodeId, sort: Sort) -> Option<u64> {
    let number = match sort {
        Sort::Bool => match sexprs.atom(node)? {
            "true" => 1_u32.into(),
            "false" => BigUint::ZERO,
            _ => return None,
        },
        Sort::Bv(_) | Sort::Wide(_) => parse_bits(sexprs, node)?.0,
        Sort::Float(_) | Sort::Format(_) => parse_float(sexprs, node, sort.format()?)?,
        Sort::Mode => parse_mode(sexprs.atom(node)?).map(|mode| BigUint::from(mode as u32))?,
        Sort::Ref | Sort::Uninterpreted(_) | Sort::Array { .. } => return None,
    };
    Some(terms.value_of(number, sort))
}

/// The rounding mode of that name.
pub(crate) fn parse_mode(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|mode| mode.names().contains(&name))
}

/// A bit-vector literal and its width: `#x0f`, `#b01`, `(_ bv15 8)`.
pub(crate) fn parse_bits(sexprs: &Sexprs, node: NodeId) -> Option<(BigUint, u32)> {
    if let Some(text) = sexprs.atom(node) {
        let (digits, radix, per_digit) = match text.strip_prefix("#x") {
            Some(digits) => (digits, 16, 4),
            None => (text.strip_prefix("#b")?, 2, 1),
        };
        let width = u32::try_from(digits.len()).ok()?.checked_mul(per_digit)?;
        let digit = |b: u8| char::from(b).to_digit(radix).map(|digit| digit as u8);
        let digits: Vec<u8> = digits.bytes().map(digit).collect::<Option<_>>()?;
        let number = BigUint::from_radix_be(&digits, radix)?;
        return (1..=Sort::MAX_WIDTH).contains(&width).then_some((number, width));
    }
    let [head, value, width] = sexprs.list(node)? else {
        return None;
    };
    let number = numeral(sexprs.atom(*value)?.strip_prefix("bv")?)?;
    let width: u32 = sexprs.atom(*width)?.parse().ok()?;
    let fits = (1..=Sort::MAX_WIDTH).contains(&width) && number.bits() <= u64::from(width);
    (sexprs.atom(*head) == Some("_") && fits).then_some((number, width))
}

/// A decimal number without sign.
pub(crate) fn numeral(text: &str) -> Option<BigUint> {
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if all_digits { BigUint::parse_bytes(text.as_bytes(), 10) } else { None }
}

fn parse_float(sexprs: &Sexprs, node: NodeId, format: Format) -> Option<BigUint> {
    let (exponent, significand) = format.widths();
    match sexprs.list(node)? {
        [head, name, ..] if sexprs.atom(*head) == Some("_") => special(sexprs.atom(*name)?, format),
        [head, s, e, m] if sexprs.atom(*head) == Some("fp") => {
            let part = |node: &NodeId| parse_bits(sexprs, *node);
            let ((s, 1), (e, ew), (m, mw)) = (part(s)?, part(e)?, part(m)?) else {
                return None;
            };
            let fits = ew == exponent && mw == significand - 1;
            fits.then(|| s << (format.bits() - 1) | e << (significand - 1) | m)
        }
        _ => None,
    }
}

/// The float that has a name of its own: `NaN`, `+zero`, `-zero`, `+oo`, `-oo`.
pub(crate) fn special(name: &str, format: Format) -> Option<BigUint> {
    let (exponent, significand) = format.widths();
    let one = BigUint::from(1_u32);
    let infinity = ((&one << exponent) - 1_u32) << (significand - 1);
    let sign = &one << (format.bits() - 1);
    match name {
        "NaN" => Some(infinity | one << (significand - 2)),
        "+zero" => Some(BigUint::ZERO),
        "-zero" => Some(sign),
        "+oo" => Some(infinity),
        "-oo" => Some(sign | infinity),
        _ => None,
    }
}

impl Sexprs {
    /// The text of an atom.
    pub(crate) fn atom(&self, node: NodeId) -> Option<&str> {
        match self.item(node) {
            Item::Atom(text) => Some(text),
            _ => None,
        }
    }

    /// The members of a list.
    pub(crate) fn list(&self, node: NodeId) -> Option<&[NodeId]> {
        match self.item(node) {
            Item::List(members) => Some(members),
            _ => None,
        }
    }
}
