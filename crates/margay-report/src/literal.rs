//! Java literals, in ASCII: the source compiles whatever encoding the compiler assumes.

use crate::names::simple_class;
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

/// The name of a number that is the greatest or least of its type, in the class of its boxes.
pub(crate) fn extreme(value: i64, kind: &str) -> Option<(&'static str, &'static str)> {
    match (kind, value) {
        ("int", 0x7fff_ffff) => Some(("java.lang.Integer", "MAX_VALUE")),
        ("int", -0x8000_0000) => Some(("java.lang.Integer", "MIN_VALUE")),
        ("long", i64::MAX) => Some(("java.lang.Long", "MAX_VALUE")),
        ("long", i64::MIN) => Some(("java.lang.Long", "MIN_VALUE")),
        _ => None,
    }
}

/// A condition whose greatest and least numbers have their names: nobody knows their digits. Texts in it stay.
pub(crate) fn with_extremes(condition: &str) -> String {
    let mut named = String::new();
    let mut rest = condition;
    let mut quote = None;
    while let Some(first) = rest.chars().next() {
        let before = named.chars().next_back();
        let starts =
            first.is_ascii_digit() || (first == '-' && before.is_none_or(|c| c == ' ' || c == '('));
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let inside = before.is_some_and(is_part);
        let length = match starts && !inside && quote.is_none() {
            true => 1 + rest[1..].find(|c| !is_part(c)).unwrap_or(rest.len() - 1),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let (digits, kind) = match word.strip_suffix('L') {
            Some(digits) => (digits, "long"),
            None => (word, "int"),
        };
        match digits.parse().ok().and_then(|value| extreme(value, kind)).filter(|_| starts) {
            Some((class, name)) => named.extend([simple_class(class), ".", name]),
            None => named.push_str(word),
        }
        if matches!(first, '"' | '\'') && before != Some('\\') {
            quote = match quote {
                None => Some(first),
                Some(open) if open == first => None,
                still => still,
            };
        }
        rest = after;
    }
    named
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
    #[test]
    fn the_greatest_and_least_numbers_have_names() {
        let named = [
            "x == 2147483647",
            "this.major == 9223372036854775807L && -2147483648 < y",
            "x - 2147483648 == 0",
            "s.equals(\"2147483647\")",
            "12147483647L < x1.f2147483647",
            "c == '\\'' && (-9223372036854775808L) < x",
        ];
        expect![[r#"
            x == Integer.MAX_VALUE
            this.major == Long.MAX_VALUE && Integer.MIN_VALUE < y
            x - 2147483648 == 0
            s.equals("2147483647")
            12147483647L < x1.f2147483647
            c == '\'' && (Long.MIN_VALUE) < x"#]]
        .assert_eq(&named.map(with_extremes).join("\n"));
    }
}
