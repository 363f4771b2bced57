//! The words of the text form, each read where it is expected.

use super::ParseError;
use crate::ids::{Block, Value};
use crate::print::names::{is_first, is_parameter, is_plain, is_title};
use crate::types::{Storage, Type};

/// Characters of what is found instead that an error shows.
const SHOWN: usize = 24;

/// A place in a text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Scanner { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Leaves space and comments behind.
    fn skip(&mut self) {
        loop {
            self.take(char::is_whitespace);
            if !self.rest().starts_with(';') {
                return;
            }
            self.take(|c| c != '\n');
        }
    }

    /// The place of the next word.
    pub fn here(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Goes back to a place that was read.
    pub fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub fn is_at_end(&mut self) -> bool {
        self.here() == self.text.len()
    }

    /// Takes the characters that come next as long as they are such.
    fn take(&mut self, mut is_part: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    // ---- errors ----

    pub fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        let before = &self.text[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            message: message.into(),
        }
    }

    /// Something else was expected there.
    pub fn expected_at(&mut self, at: usize, what: &str) -> ParseError {
        self.at = at;
        self.expected(what)
    }

    /// Something else was expected here.
    pub fn expected(&mut self, what: &str) -> ParseError {
        let at = self.here();
        let line = self.rest().lines().next().unwrap_or_default().trim_end();
        let shown: String = line.chars().take(SHOWN).collect();
        let dots = if shown.len() < line.len() { "…" } else { "" };
        let found = match line {
            "" => "the text ends".to_owned(),
            _ => format!("found `{shown}{dots}`"),
        };
        self.error_at(at, format!("expected {what}, {found}"))
    }

    // ---- marks and words ----

    /// Takes a mark such as `(` if it comes next.
    pub fn eat(&mut self, mark: &str) -> bool {
        let found = self.is_next(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// Whether a mark comes next.
    pub fn is_next(&mut self, mark: &str) -> bool {
        self.skip();
        self.rest().starts_with(mark)
    }

    pub fn expect(&mut self, mark: &str) -> Result<(), ParseError> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    /// The word that comes next; empty if there is none.
    pub fn peek_word(&mut self) -> &'t str {
        let at = self.here();
        let word = self.take(is_word);
        self.at = at;
        word
    }

    /// Takes a word if it comes next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub fn expect_end(&mut self, what: &str) -> Result<(), ParseError> {
        if self.is_at_end() { Ok(()) } else { Err(self.expected(what)) }
    }

    /// A word of a family.
    pub fn one_of<T>(
        &mut self,
        what: &str,
        from_word: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let word = self.peek_word();
        match from_word(word) {
            Some(found) => {
                self.at += word.len();
                Ok(found)
            }
            None => Err(self.expected(what)),
        }
    }

    pub fn ty(&mut self) -> Result<Type, ParseError> {
        self.one_of("a type (i32, i64, f32, f64, ref)", Type::from_word)
    }

    pub fn storage(&mut self) -> Result<Storage, ParseError> {
        let what = "what a cell holds (bool, i8, i16, u16, i32, i64, f32, f64, ref)";
        self.one_of(what, Storage::from_word)
    }

    /// Types of parameters and result.
    pub fn types(&mut self) -> Result<(Vec<Type>, Option<Type>), ParseError> {
        let params = self.list("(", ")", Self::ty)?;
        let result = if self.eat("->") { Some(self.ty()?) } else { None };
        Ok((params, result))
    }

    /// Items separated by commas, in brackets of some kind.
    pub fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut items = Vec::new();
        self.expect(open)?;
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    // ---- names ----

    /// A name of a class or member, or the descriptor of a field.
    pub fn name(&mut self) -> Result<String, ParseError> {
        self.bare_or_quoted("a name", is_plain)
    }

    /// What a function is called.
    pub fn title(&mut self) -> Result<String, ParseError> {
        self.bare_or_quoted("the title of a function", is_title)
    }

    fn bare_or_quoted(
        &mut self,
        what: &str,
        is_part: fn(char) -> bool,
    ) -> Result<String, ParseError> {
        self.skip();
        match self.rest().chars().next() {
            Some('"') => self.quoted(),
            Some(c) if is_first(c) => Ok(self.take(is_part).to_owned()),
            _ => Err(self.expected(what)),
        }
    }

    /// The descriptor of a method.
    pub fn signature(&mut self) -> Result<String, ParseError> {
        let at = self.here();
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        if !self.eat("(") {
            return Err(self.expected("a signature such as (i32,i32)i32"));
        }
        self.take(is_parameter);
        self.expect(")")?;
        self.take(is_plain);
        Ok(self.text[at..self.at].to_owned())
    }

    /// Text in quotes.
    pub fn quoted(&mut self) -> Result<String, ParseError> {
        let at = self.here();
        let units = self.string()?;
        String::from_utf16(&units)
            .map_err(|_| self.error_at(at, "expected text, found half a surrogate pair in it"))
    }

    /// A string constant: UTF-16, which need not be valid.
    pub fn string(&mut self) -> Result<Vec<u16>, ParseError> {
        let at = self.here();
        if !self.eat("\"") {
            return Err(self.expected("a text in quotes"));
        }
        let mut units = Vec::new();
        loop {
            let plain = self.take(|c| !matches!(c, '"' | '\\' | '\n'));
            units.extend(plain.encode_utf16());
            let here = self.at;
            match self.take_one() {
                Some('"') => return Ok(units),
                Some('\\') => self.escape(here, &mut units)?,
                _ => return Err(self.error_at(at, "expected `\"` at the end of the text")),
            }
        }
    }

    fn take_one(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// What follows a backslash at `start`.
    fn escape(&mut self, start: usize, units: &mut Vec<u16>) -> Result<(), ParseError> {
        let unit = match self.take_one() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('0') => '\0',
            Some(c @ ('"' | '\\' | '\'')) => c,
            Some('u') if self.rest().starts_with('{') => {
                self.at += 1;
                let code = u32::from_str_radix(self.take(|c| c.is_ascii_hexdigit()), 16).ok();
                let code = code.filter(|_| self.take_one() == Some('}'));
                match (code.and_then(char::from_u32), code.map(u16::try_from)) {
                    (Some(c), _) => c,
                    // Half a surrogate pair is no character, but a unit.
                    (None, Some(Ok(unit))) => {
                        units.push(unit);
                        return Ok(());
                    }
                    _ => return Err(self.error_at(start, "expected \\u{…} with a code point")),
                }
            }
            _ => {
                return Err(
                    self.error_at(start, "expected one of \\n \\r \\t \\0 \\\" \\\\ \\u{…}")
                );
            }
        };
        units.extend(unit.encode_utf16(&mut [0; 2]).iter());
        Ok(())
    }

    // ---- numbers ----

    /// A value such as `v0`.
    pub fn value(&mut self) -> Result<Value, ParseError> {
        match self.numbered("v") {
            Some(number) => Ok(Value::from_u32(number)),
            None => Err(self.expected("a value such as v0")),
        }
    }

    /// A block such as `block0`.
    pub fn block(&mut self) -> Result<Block, ParseError> {
        match self.numbered("block") {
            Some(number) => Ok(Block::from_u32(number)),
            None => Err(self.expected("a block such as block0")),
        }
    }

    /// Whether something such as `v0` comes next.
    pub fn is_numbered(&mut self, prefix: &str) -> bool {
        let at = self.here();
        let found = self.numbered(prefix).is_some();
        self.at = at;
        found
    }

    /// The number of something such as `v0`.
    fn numbered(&mut self, prefix: &str) -> Option<u32> {
        let word = self.peek_word();
        let digits = word.strip_prefix(prefix)?;
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
        let number: u32 = digits.parse().ok().filter(|number| is_number && *number < u32::MAX)?;
        self.at += word.len();
        Some(number)
    }

    /// A whole number.
    pub fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, ParseError> {
        let at = self.here();
        let is_digit = |c: char| c.is_ascii_digit() || c == '-';
        match self.take(is_digit).parse() {
            Ok(number) => Ok(number),
            Err(_) => Err(self.expected_at(at, what)),
        }
    }

    /// Bits written as `0x1f`.
    pub fn bits(&mut self) -> Result<u64, ParseError> {
        let at = self.here();
        let digits = self.take(is_word).strip_prefix("0x");
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.ok_or_else(|| self.expected_at(at, "bits such as 0x1f"))
    }

    /// The bits of a number of a type, zero-extended.
    pub fn number(&mut self, ty: Type) -> Result<u64, ParseError> {
        if self.eat("nan:") || ty == Type::Ref {
            return self.bits();
        }
        let at = self.here();
        let text = self.take(|c| is_word(c) || "+-.".contains(c));
        let bits = match ty {
            Type::I32 => text.parse().ok().map(|number: i32| u64::from(number.cast_unsigned())),
            Type::I64 => text.parse().ok().map(|number: i64| number.cast_unsigned()),
            Type::F32 => text.parse().ok().map(|number: f32| u64::from(number.to_bits())),
            Type::F64 | Type::Ref => text.parse().ok().map(|number: f64| number.to_bits()),
        };
        bits.ok_or_else(|| self.expected_at(at, &format!("a number of type {ty}")))
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
