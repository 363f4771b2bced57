//! Names, strings and numbers as the text form spells them.
//!
//! A name is written as it is if it is made of characters that mean nothing else there, and in
//! quotes if not.

use crate::types::Type;
use std::fmt::{self, Display, Formatter, Write};

/// Whether a name may contain the character without being quoted.
pub(crate) fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "_$/;[<>-".contains(c)
}

/// Whether a bare name may begin with the character: a semicolon would begin a comment.
pub(crate) fn is_first(c: char) -> bool {
    is_plain(c) && c != ';'
}

/// Whether the characters between the parentheses of a bare signature may include this one.
pub(crate) fn is_parameter(c: char) -> bool {
    is_plain(c) || c == ','
}

/// Whether the title of a function may contain the character without being quoted.
pub(crate) fn is_title(c: char) -> bool {
    is_parameter(c) || ".()".contains(c)
}

/// A name, of a class or a member, or the descriptor of a field.
pub(super) fn name(text: &str) -> impl Display {
    bare_if(text.starts_with(is_first) && text.chars().all(is_plain), text)
}

/// The descriptor of a method.
pub(super) fn signature(text: &str) -> impl Display {
    let parts = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let is_bare = parts.is_some_and(|(parameters, result)| {
        parameters.chars().all(is_parameter) && result.chars().all(is_plain)
    });
    bare_if(is_bare, text)
}

/// What a function is called.
pub(super) fn title(text: &str) -> impl Display {
    bare_if(text.starts_with(is_first) && text.chars().all(is_title), text)
}

fn bare_if(is_bare: bool, text: &str) -> impl Display {
    fmt::from_fn(move |f| if is_bare { f.write_str(text) } else { quoted(text).fmt(f) })
}

/// Text in quotes, on one line.
pub(super) fn quoted(text: &str) -> impl Display {
    fmt::from_fn(move |f| {
        f.write_char('"')?;
        text.chars().try_for_each(|c| escaped(c, f))?;
        f.write_char('"')
    })
}

/// A string constant in quotes, which need not be valid UTF-16.
pub(super) fn string(units: &[u16]) -> impl Display {
    fmt::from_fn(move |f| {
        f.write_char('"')?;
        for unit in char::decode_utf16(units.iter().copied()) {
            match unit {
                Ok(c) => escaped(c, f)?,
                Err(lone) => write!(f, "\\u{{{:x}}}", lone.unpaired_surrogate())?,
            }
        }
        f.write_char('"')
    })
}

fn escaped(c: char, f: &mut Formatter<'_>) -> fmt::Result {
    match c {
        '\'' => f.write_char(c),
        _ => write!(f, "{}", c.escape_debug()),
    }
}

/// A number by its value; a NaN by its bits, which its value does not tell.
pub(super) fn number(ty: Type, bits: u64) -> impl Display {
    let low = bits as u32;
    fmt::from_fn(move |f| match ty {
        Type::I32 => write!(f, "{}", low.cast_signed()),
        Type::I64 => write!(f, "{}", bits.cast_signed()),
        Type::F32 if !f32::from_bits(low).is_nan() => write!(f, "{:?}", f32::from_bits(low)),
        Type::F64 if !f64::from_bits(bits).is_nan() => write!(f, "{:?}", f64::from_bits(bits)),
        Type::F32 | Type::F64 => write!(f, "nan:{bits:#x}"),
        Type::Ref => write!(f, "{bits:#x}"),
    })
}
