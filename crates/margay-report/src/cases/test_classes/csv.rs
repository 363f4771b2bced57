//! Values as `@CsvSource` has them.

use super::tokens::{Token, TokenKind};

/// A value in a line of comma-separated values.
pub(super) fn csv(token: &Token) -> String {
    let text = token.text.as_str();
    let kind = match &token.kind {
        TokenKind::Claim(value) => return value.to_string(),
        TokenKind::Value(kind) => kind.as_str(),
        _ => return String::new(),
    };
    match kind {
        "int" | "long" if text.contains('.') => digits(text),
        "null" => String::new(),
        "String" | "char" => csv_text(&text[1..text.len() - 1]),
        "long" => text.trim_end_matches('L').to_owned(),
        "byte" | "short" => text.rsplit(' ').next().unwrap_or(text).to_owned(),
        "float" | "double" => match text.rsplit('.').next() {
            Some("NaN") => "NaN".to_owned(),
            Some("POSITIVE_INFINITY") => "Infinity".to_owned(),
            Some("NEGATIVE_INFINITY") => "-Infinity".to_owned(),
            _ => text.trim_end_matches('f').to_owned(),
        },
        "int" | "boolean" => text.to_owned(),
        _ => text.rsplit('.').next().unwrap_or(text).to_owned(),
    }
}

/// The digits of a number that the test writes by its name: a line of values has no names.
fn digits(name: &str) -> String {
    let numbers = ["Integer.MAX_VALUE", "Integer.MIN_VALUE", "Long.MAX_VALUE", "Long.MIN_VALUE"];
    let values = [i32::MAX.into(), i32::MIN.into(), i64::MAX, i64::MIN];
    let found = numbers.iter().zip(values).find(|(number, _)| **number == name);
    found.map_or_else(|| name.to_owned(), |(_, value)| value.to_string())
}

/// A text between quotes where it needs them.
fn csv_text(escaped: &str) -> String {
    let mut text = String::new();
    let mut characters = escaped.chars();
    while let Some(character) = characters.next() {
        text.extend(if character == '\\' { characters.next() } else { Some(character) });
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | ' ');
    match !text.is_empty() && text.trim() == text && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_where_they_need_it() {
        let cases = [
            (r#""a b""#, "a b"),
            (r#""""#, "''"),
            (r#"" a""#, "' a'"),
            (r#""it's""#, "'it''s'"),
            (r#""a,\"b\\""#, r#"'a,"b\'"#),
        ];
        for (source, expected) in cases {
            let token = Token { text: source.into(), kind: TokenKind::Value("String".into()) };
            assert_eq!(csv(&token), expected);
        }
    }

    #[test]
    fn numbers_with_names_are_digits() {
        let number = |text: &str, kind: &str| {
            csv(&Token { text: text.into(), kind: TokenKind::Value(kind.into()) })
        };
        assert_eq!(number("Long.MIN_VALUE", "long"), "-9223372036854775808");
        assert_eq!(number("Integer.MAX_VALUE", "int"), "2147483647");
        assert_eq!(number("5L", "long"), "5");
    }
}
