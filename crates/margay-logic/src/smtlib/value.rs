//! Literals, as SMT-LIB 2 writes them.

use super::sexpr::{Item, NodeId, Sexprs};
use crate::model::ArrayValue;
use crate::sort::{FloatSort, Sort};
use crate::value::{canonical, mask};

/// The literal of a scalar value.
pub fn literal(value: u64, sort: Sort) -> String {
    match sort {
        Sort::Bool => (value != 0).to_string(),
        Sort::Bv(width) => bits(value, usize::from(width)),
        Sort::Ref => format!("ref!{value}"),
        Sort::Float(float) => float_literal(value, float),
        Sort::Array { .. } => array_literal(&ArrayValue::default(), sort),
    }
}

/// The literal of an array: writes over a constant array.
pub(crate) fn array_literal(array: &ArrayValue, sort: Sort) -> String {
    let Sort::Array { index, element } = sort else {
        return literal(array.default, sort);
    };
    let (index, element) = (usize::from(index), usize::from(element));
    let constant = format!("((as const {sort}) {})", bits(array.default, element));
    array.entries.iter().fold(constant, |text, (i, v)| {
        format!("(store {text} {} {})", bits(*i, index), bits(*v, element))
    })
}

fn bits(value: u64, width: usize) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width / 4)
    } else {
        format!("#b{value:0width$b}")
    }
}

fn float_literal(value: u64, float: FloatSort) -> String {
    let (exponent, significand) = float.widths();
    if canonical(value, float) == canonical(mask(float.bits()), float) {
        return format!("(_ NaN {exponent} {significand})");
    }
    let fraction = significand - 1;
    let field = |shift: u32, width: u32| {
        let width = width as usize;
        format!("#b{:0width$b}", value >> shift & mask(width as u32))
    };
    let sign = field(float.bits() - 1, 1);
    format!("(fp {sign} {} {})", field(fraction, exponent), field(0, fraction))
}

/// Reads a literal of a known sort, in any of the forms solvers print.
pub(crate) fn parse_value(sexprs: &Sexprs, node: NodeId, sort: Sort) -> Option<u64> {
    match sort {
        Sort::Bool => match sexprs.atom(node)? {
            "true" => Some(1),
            "false" => Some(0),
            _ => None,
        },
        Sort::Bv(_) => parse_bits(sexprs, node).map(|(value, _)| value),
        Sort::Float(float) => parse_float(sexprs, node, float),
        Sort::Ref | Sort::Array { .. } => None,
    }
}

/// A bit-vector literal and its width: `#x0f`, `#b01`, `(_ bv15 8)`.
pub(crate) fn parse_bits(sexprs: &Sexprs, node: NodeId) -> Option<(u64, u32)> {
    if let Some(text) = sexprs.atom(node) {
        let (digits, radix, per_digit) = match text.strip_prefix("#x") {
            Some(digits) => (digits, 16, 4),
            None => (text.strip_prefix("#b")?, 2, 1),
        };
        let width = digits.len() as u32 * per_digit;
        let value = u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
        return (1..=64).contains(&width).then_some((value, width));
    }
    let [head, value, width] = sexprs.list(node)? else {
        return None;
    };
    let value: u64 = sexprs.atom(*value)?.strip_prefix("bv")?.parse().ok()?;
    let width: u32 = sexprs.atom(*width)?.parse().ok()?;
    let fits = (1..=64).contains(&width) && value <= mask(width);
    (sexprs.atom(*head) == Some("_") && fits).then_some((value, width))
}

fn parse_float(sexprs: &Sexprs, node: NodeId, float: FloatSort) -> Option<u64> {
    let (exponent, significand) = float.widths();
    let infinity = mask(exponent) << (significand - 1);
    let sign = 1 << (float.bits() - 1);
    match sexprs.list(node)? {
        [head, name, ..] if sexprs.atom(*head) == Some("_") => match sexprs.atom(*name)? {
            "NaN" => Some(canonical(mask(float.bits()), float)),
            "+zero" => Some(0),
            "-zero" => Some(sign),
            "+oo" => Some(infinity),
            "-oo" => Some(sign | infinity),
            _ => None,
        },
        [head, s, e, m] if sexprs.atom(*head) == Some("fp") => {
            let part = |node: &NodeId| parse_bits(sexprs, *node);
            let ((s, 1), (e, ew), (m, mw)) = (part(s)?, part(e)?, part(m)?) else {
                return None;
            };
            let fits = ew == exponent && mw == significand - 1;
            let bits = s << (float.bits() - 1) | e << (significand - 1) | m;
            fits.then(|| canonical(bits, float))
        }
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
