//! Reading values from text, character by character.

/// A place in a text.
pub(super) struct Scanner<'a> {
    rest: &'a str,
}

/// What ends a word that is not in quotes.
const DELIMITERS: [char; 5] = [',', ']', '}', '[', '{'];

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Scanner { rest: text }
    }

    /// Nothing may follow.
    pub fn end(&mut self) -> Result<(), String> {
        self.skip_space();
        match self.rest {
            "" => Ok(()),
            rest => Err(format!("unexpected `{rest}` at the end")),
        }
    }

    /// The characters up to a comma or bracket.
    pub fn word(&mut self) -> &'a str {
        self.skip_space();
        let end = self.rest.find(DELIMITERS).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim_end()
    }

    /// Passes the word if it comes next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let before = self.rest;
        let found = self.word() == word;
        if !found {
            self.rest = before;
        }
        found
    }

    /// A list in brackets or braces; `one` reads an element.
    pub fn list(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.skip_space();
        let close = match self.next() {
            Some('[') => ']',
            Some('{') => '}',
            _ => return Err("expected an array such as [1,2,3]".to_owned()),
        };
        if self.eat(close) {
            return Ok(());
        }
        loop {
            one(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(',') {
                return Err(format!("expected `,` or `{close}` {}", self.here()));
            }
        }
    }

    /// A char: in quotes, or alone.
    pub fn character(&mut self) -> Result<u16, String> {
        self.skip_space();
        let expected = || "expected one char, such as 'x'".to_owned();
        if self.rest.starts_with('\'') && self.rest.len() > 1 {
            self.next();
            let unit = self.unit('\'')?.ok_or_else(expected)?;
            let [unit] = unit.as_slice() else { return Err(expected()) };
            return if self.next() == Some('\'') { Ok(*unit) } else { Err(expected()) };
        }
        let units: Vec<u16> = self.word().encode_utf16().collect();
        <[u16; 1]>::try_from(units).map(|[unit]| unit).map_err(|_| expected())
    }

    /// A string: in quotes, or a word.
    pub fn text(&mut self) -> Result<Vec<u16>, String> {
        self.skip_space();
        if !self.rest.starts_with('"') {
            return Ok(self.word().encode_utf16().collect());
        }
        self.next();
        let mut units = Vec::new();
        while let Some(next) = self.unit('"')? {
            units.extend(next);
        }
        self.next();
        Ok(units)
    }

    /// The next character of a quoted text, escapes replaced; none at the closing quote.
    fn unit(&mut self, quote: char) -> Result<Option<Vec<u16>>, String> {
        if self.rest.starts_with(quote) {
            return Ok(None);
        }
        let unclosed = || format!("the closing {quote} is missing");
        let plain = match self.next().ok_or_else(unclosed)? {
            '\\' => match self.next().ok_or_else(unclosed)? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                '0' => '\0',
                'u' => return self.hexadecimal().map(|unit| Some(vec![unit])),
                other @ ('\\' | '\'' | '"') => other,
                other => return Err(format!("there is no escape \\{other}")),
            },
            other => other,
        };
        Ok(Some(plain.encode_utf16(&mut [0; 2]).to_vec()))
    }

    fn hexadecimal(&mut self) -> Result<u16, String> {
        let digits = self.rest.get(..4).unwrap_or_default();
        let unit = u16::from_str_radix(digits, 16);
        self.rest = &self.rest[digits.len()..];
        unit.map_err(|_| "\\u needs four hexadecimal digits".to_owned())
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn here(&self) -> String {
        match self.rest {
            "" => "at the end".to_owned(),
            rest => format!("before `{rest}`"),
        }
    }
}
