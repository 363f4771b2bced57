//! The statements of a test as tokens, so that tests can be compared in all but their values.
//!
//! Space between tokens does not count. A value is a literal, an enum constant, or whether something is
//! asserted to be true or false; seen widely, also an array or collection that a test writes down
//! at once, with the variable it is for.

use std::iter::Peekable;
use std::str::CharIndices;

/// A piece of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// As it stands in the source.
    pub text: String,
    pub kind: TokenKind,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Nothing but space.
    Space,
    /// What tests of one shape have in common.
    Fixed,
    /// A value of this type; that of `null` is `null`.
    Value(String),
    /// `assertTrue` or `assertFalse`.
    Claim(bool),
    /// A declaration of a variable: all of the statement.
    Declared {
        /// The type of the variable.
        type_name: String,
        /// Its name.
        name: String,
        /// What it is declared with, as an expression.
        value: String,
    },
}

impl Token {
    fn fixed(text: &str) -> Token {
        Token { text: text.to_owned(), kind: TokenKind::Fixed }
    }

    fn value(text: &str, kind: &str) -> Token {
        Token { text: text.to_owned(), kind: TokenKind::Value(kind.to_owned()) }
    }
}

/// Cuts statements into tokens. `constant` gives the type of an enum constant.
pub(super) fn tokens(
    lines: &str,
    is_wide: bool,
    constant: &dyn Fn(&str) -> Option<String>,
) -> Vec<Token> {
    let mut found = Vec::new();
    for line in lines.split_inclusive('\n') {
        match declaration(line).filter(|_| is_wide) {
            Some(declared) => found.push(declared),
            None => Lexer { text: line, constant, found: &mut found }.read(),
        }
    }
    found
}

/// Whether there is an array or collection that is a value if it is seen widely.
pub(super) fn has_declared(lines: &str) -> bool {
    lines.lines().any(|line| declaration(line).is_some())
}

/// A statement that declares an array or collection of values.
fn declaration(line: &str) -> Option<Token> {
    let statement = line.strip_prefix("        ")?.trim_end().strip_suffix(';')?;
    let (declared, value) = statement.split_once(" = ")?;
    let (type_name, name) = declared.rsplit_once(' ')?;
    let is_type = !type_name.is_empty()
        && type_name.chars().all(|c| c.is_alphanumeric() || "._[]<>, ".contains(c));
    let raw = type_name.split('<').next().unwrap_or_default();
    let made = ["{", "new ", "List.of(", "Set.of(", "Map.of(", "Arrays.asList(", "Collections."];
    let is_made = made.iter().any(|start| value.starts_with(start)) && is_of_values(value);
    let is_several = type_name.ends_with("[]")
        || ["List", "Set", "Map", "Collection", "Deque", "Queue"]
            .iter()
            .any(|kind| raw.ends_with(kind));
    let value = match value.strip_prefix('{') {
        Some(elements) => format!("new {type_name} {{{elements}"),
        None => value.to_owned(),
    };
    (is_type && is_made && is_several).then(|| Token {
        text: line.to_owned(),
        kind: TokenKind::Declared { type_name: type_name.to_owned(), name: name.to_owned(), value },
    })
}

/// Whether an expression uses no variable: all its names are of classes, their members, or keywords.
fn is_of_values(expression: &str) -> bool {
    let (mut tokens, none) = (Vec::new(), |_: &str| None);
    Lexer { text: expression, constant: &none, found: &mut tokens }.read();
    let is_free = |token: &Token| {
        let is_name = token.kind == TokenKind::Fixed
            && token.text.starts_with(|c: char| c.is_ascii_lowercase());
        let is_type = matches!(
            token.text.as_str(),
            "new" | "int" | "long" | "short" | "byte" | "char" | "boolean" | "float" | "double"
        );
        is_name && !is_type
    };
    !tokens.iter().any(is_free) && !expression.contains("->")
}

struct Lexer<'t> {
    text: &'t str,
    constant: &'t dyn Fn(&str) -> Option<String>,
    found: &'t mut Vec<Token>,
}

type Chars<'t> = Peekable<CharIndices<'t>>;

impl Lexer<'_> {
    fn read(&mut self) {
        let mut rest = self.text;
        while let Some(first) = rest.chars().next() {
            let token = match first {
                _ if first.is_whitespace() => {
                    let length = length(rest, char::is_whitespace);
                    Token { text: rest[..length].to_owned(), kind: TokenKind::Space }
                }
                '"' | '\'' => quoted(rest, first),
                '(' => narrow(rest).unwrap_or_else(|| Token::fixed("(")),
                '-' if self.may_be_sign() && starts_with_digit(&rest[1..]) => number(rest),
                _ if first.is_ascii_digit() => number(rest),
                _ if is_part(first) => self.word(rest),
                _ => Token::fixed(&rest[..first.len_utf8()]),
            };
            rest = &rest[token.text.len()..];
            self.found.push(token);
        }
    }

    /// Whether a minus here belongs to a number.
    fn may_be_sign(&self) -> bool {
        let mut before = self.found.iter().rev().filter(|token| token.kind != TokenKind::Space);
        before.next().is_none_or(|token| {
            matches!(token.text.as_str(), "(" | "," | "=" | "{" | "return" | ">" | ")")
        })
    }

    /// A name with the names after its dots.
    fn word(&self, text: &str) -> Token {
        let mut end = length(text, is_part);
        while text[end..].starts_with('.') && text[end + 1..].starts_with(is_part) {
            end += 1 + length(&text[end + 1..], is_part);
        }
        let word = &text[..end];
        match word {
            "true" | "false" => Token::value(word, "boolean"),
            "null" => Token::value(word, "null"),
            "assertTrue" | "assertFalse" => {
                Token { text: word.to_owned(), kind: TokenKind::Claim(word == "assertTrue") }
            }
            _ if word.starts_with("Double.") => Token::value(word, "double"),
            _ if word.starts_with("Float.") => Token::value(word, "float"),
            "Integer.MAX_VALUE" | "Integer.MIN_VALUE" => Token::value(word, "int"),
            "Long.MAX_VALUE" | "Long.MIN_VALUE" => Token::value(word, "long"),
            _ => match (self.constant)(word) {
                Some(kind) => Token::value(word, &kind),
                None => Token::fixed(word),
            },
        }
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// How long the beginning is of which all characters are so.
fn length(text: &str, is_so: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_so(c)).unwrap_or(text.len())
}

/// A text or character. One that only escapes can write stays as it is.
fn quoted(text: &str, quote: char) -> Token {
    let mut characters: Chars<'_> = text.char_indices().peekable();
    characters.next();
    let (mut end, mut is_plain) = (text.len(), true);
    while let Some((place, character)) = characters.next() {
        if character == '\\' {
            let escaped = characters.next().map(|(_, escaped)| escaped);
            is_plain &= matches!(escaped, Some('"' | '\'' | '\\'));
        } else if character == quote {
            end = place + 1;
            break;
        }
    }
    match is_plain {
        true => Token::value(&text[..end], if quote == '"' { "String" } else { "char" }),
        false => Token::fixed(&text[..end]),
    }
}

/// `(byte) 5`.
fn narrow(text: &str) -> Option<Token> {
    ["byte", "short"].into_iter().find_map(|kind| {
        let rest = text.strip_prefix(&format!("({kind}) "))?;
        let is_number = starts_with_digit(rest.strip_prefix('-').unwrap_or(rest));
        let number = is_number.then(|| number(rest))?;
        Some(Token::value(&format!("({kind}) {}", number.text), kind))
    })
}

fn number(text: &str) -> Token {
    let sign = usize::from(text.starts_with('-'));
    let mut end = sign + length(&text[sign..], |c| c.is_ascii_alphanumeric() || c == '.');
    if text[..end].ends_with(['e', 'E']) && text[end..].starts_with('-') {
        end += 1 + length(&text[end + 1..], |c| c.is_ascii_alphanumeric());
    }
    let number = &text[..end];
    let kind = match number {
        _ if number.ends_with('L') => "long",
        _ if number.ends_with('f') => "float",
        _ if number.contains(['.', 'e', 'E']) => "double",
        _ => "int",
    };
    Token::value(number, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &str, is_wide: bool) -> String {
        let constant = |word: &str| (word == "Kind.A").then(|| "Kind".to_owned());
        let shown = tokens(lines, is_wide, &constant).into_iter().filter_map(|token| {
            Some(match token.kind {
                TokenKind::Space => return None,
                TokenKind::Fixed => token.text,
                TokenKind::Value(kind) => format!("<{kind} {}>", token.text),
                TokenKind::Claim(value) => format!("<claim {value}>"),
                TokenKind::Declared { type_name, name, value } => {
                    format!("<{type_name} {name} {value}>")
                }
            })
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn values_are_told_from_the_rest() {
        let cases = [
            (
                "a.f(-5, 5L, 1.5e-3, 2.0f);",
                "a.f ( <int -5> , <long 5L> , <double 1.5e-3> , <float 2.0f> ) ;",
            ),
            ("f(a - 5, (byte) -1, 'x');", "f ( a - <int 5> , <byte (byte) -1> , <char 'x'> ) ;"),
            (r#"f("a\"b", "\n", null);"#, r#"f ( <String "a\"b"> , "\n" , <null null> ) ;"#),
            ("assertTrue(f(Kind.A, Kind.B));", "<claim true> ( f ( <Kind Kind.A> , Kind.B ) ) ;"),
            ("f(Double.NaN);", "f ( <double Double.NaN> ) ;"),
            ("f(Long.MAX_VALUE);", "f ( <long Long.MAX_VALUE> ) ;"),
        ];
        for (source, expected) in cases {
            assert_eq!(shown(source, false), expected);
        }
    }

    #[test]
    fn arrays_and_collections_of_values_are_values_if_that_is_wanted() {
        let line = "        int[] a = {1, 2};\n";
        assert_eq!(shown(line, true), "<int[] a new int[] {1, 2}>");
        assert_eq!(shown(line, false), "int [ ] a = { <int 1> , <int 2> } ;");
        let line = "        List list = new ArrayList<>(List.of(1));\n";
        assert_eq!(shown(line, true), "<List list new ArrayList<>(List.of(1))>");
        for other in ["        List list = List.of(node);\n", "        Node n = new Node(1);\n"] {
            assert!(!shown(other, true).starts_with('<'), "{other}");
        }
    }
}
