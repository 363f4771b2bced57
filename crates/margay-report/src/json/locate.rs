//! Where in a text something is: errors in files that people edit need a line.

/// The line, counted from 1, of a place such as `objects.Node0.fields.left` in the JSON value that
/// begins at `start`; as far as the place exists.
#[must_use]
pub fn line_of(text: &str, start: usize, place: &str) -> u64 {
    let mut scanner = Scanner { text: text.as_bytes(), at: start };
    let found = scanner.find(place);
    let before = &text.as_bytes()[..found.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Goes through JSON that is known to be well formed.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Where a place is: its key if it has one.
    fn find(&mut self, place: &str) -> usize {
        let mut place = place;
        let mut best = self.at;
        'deeper: while !place.is_empty() {
            self.space();
            let is_list = self.peek() == b'[';
            self.at += 1;
            let mut index = 0;
            loop {
                self.space();
                if matches!(self.peek(), b']' | b'}' | 0) {
                    return best;
                }
                let at = self.at;
                let key = if is_list { format!("[{index}]") } else { self.key() };
                if let Some(rest) = rest_of(place, &key) {
                    best = at;
                    place = rest;
                    continue 'deeper;
                }
                self.skip();
                index += 1;
                self.space();
                self.at += usize::from(self.peek() == b',');
            }
        }
        best
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or_default()
    }

    fn space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// A key, and the colon after it.
    fn key(&mut self) -> String {
        let start = self.at;
        self.string();
        let key = serde_json::from_slice(&self.text[start..self.at.min(self.text.len())]);
        self.space();
        self.at += 1;
        key.unwrap_or_default()
    }

    fn string(&mut self) {
        self.at += 1;
        while !matches!(self.peek(), b'"' | 0) {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }

    /// Passes over a value.
    fn skip(&mut self) {
        let mut depth = 0;
        loop {
            self.space();
            match self.peek() {
                0 => return,
                b'"' => self.string(),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                _ => {
                    while !matches!(self.peek(), b',' | b']' | b'}' | 0)
                        && !self.peek().is_ascii_whitespace()
                    {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// What follows a key in a place that begins with it. Keys may have dots themselves.
fn rest_of<'a>(place: &'a str, key: &str) -> Option<&'a str> {
    let rest = place.strip_prefix(key)?;
    match rest.as_bytes().first() {
        None | Some(b'[') => Some(rest),
        Some(b'.') => Some(&rest[1..]),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
{ "root": "a.b",
  "objects": {
    "a.b": { "class": "X",
      "fields": { "x": [1, {"}": "\""}, null],
        "y.z": 1 } },
    "c": {
      "elements": [ 1,
        2 ] } } }"#;

    #[track_caller]
    fn check(place: &str, line: u64) {
        assert_eq!(line_of(TEXT, 1, place), line, "{place}");
    }

    #[test]
    fn places_have_lines() {
        check("", 2);
        check("objects", 3);
        check("objects.a.b.class", 4);
        check("objects.a.b.fields.y.z", 6);
        check("objects.c", 7);
        check("objects.c.elements[1]", 9);
        check("objects.c.elements[7]", 8);
        check("objects.nobody", 3);
    }
}
