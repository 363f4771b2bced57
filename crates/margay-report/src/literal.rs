//! Java literals, in ASCII: the source compiles whatever encoding the compiler assumes.

use std::fmt::Write as _;

/// A string literal.
pub(crate) fn string(text: &str) -> String {
    quoted(text.encode_utf16())
}

/// Bytes as text: each is the character of its number.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// A string literal of any UTF-16 units.
pub(crate) fn units(units: &[u16]) -> String {
    quoted(units.iter().copied())
}

fn quoted(units: impl Iterator<Item = u16>) -> String {
    let mut literal = String::from("\"");
    units.for_each(|unit| push_unit(&mut literal, unit, '"'));
    literal + "\""
}

/// A `char` literal; any UTF-16 unit will do.
pub(crate) fn char(unit: u16) -> String {
    let mut literal = String::from("'");
    push_unit(&mut literal, unit, '\'');
    literal + "'"
}

/// An `int` literal, or a `long` one if need be.
pub(crate) fn integer(value: i64) -> String {
    if i32::try_from(value).is_ok() { value.to_string() } else { format!("{value}L") }
}

/// Java replaces `\uXXXX` before it reads a literal, so that characters which end one need escapes
/// of the other kind.
fn push_unit(literal: &mut String, unit: u16, quote: char) {
    match char::from_u32(unit.into()) {
        Some('\n') => literal.push_str("\\n"),
        Some('\r') => literal.push_str("\\r"),
        Some('\t') => literal.push_str("\\t"),
        Some(character) if character == quote || character == '\\' => {
            literal.extend(['\\', character]);
        }
        Some(character @ ' '..='~') => literal.push(character),
        _ => write!(literal, "\\u{unit:04x}").expect("a string takes everything"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn strings() {
        expect![[r#""a'\"\\u0041\n\u0000\u00e9\ud83d\ude00""#]]
            .assert_eq(&string("a'\"\\u0041\n\0é😀"));
    }

    #[test]
    fn chars_and_integers() {
        let chars = ['a', '\'', '"', '\\', '\n'].map(|character| char(character as u16)).join(" ");
        expect![[r#"'a' '\'' '"' '\\' '\n'"#]].assert_eq(&chars);
        expect![[r"'\ud800'"]].assert_eq(&char(0xD800));
        let integers = [0, -2_147_483_648, 2_147_483_648, i64::MIN].map(integer).join(" ");
        expect!["0 -2147483648 2147483648L -9223372036854775808L"].assert_eq(&integers);
    }
}
