//! The text of a condition: expressions as Java writes them, without assignments, casts and `new`.

use std::fmt;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Int(i64),
    Long(i64),
    Double(f64),
    Char(u16),
    Text(String),
    Bool(bool),
    Null,
    /// `this`, a variable, a field of the class, or the name of a class.
    Name(String),
    /// `object.name`.
    Member(Box<Expr>, String),
    /// `object.name(…)`, or `name(…)`.
    Call(Option<Box<Expr>>, String, Vec<Expr>),
    /// `array[index]`.
    Element(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    InstanceOf(Box<Expr>, String),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operator(&'static str);

impl Operator {
    pub fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Operators, those that bind least first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>>", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The level of comparisons, where `instanceof` is.
const COMPARISONS: usize = 6;

/// How deep expressions may nest.
const DEPTH: usize = 200;

/// Parses a condition.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let expr = parser.level(0)?;
    parser.space();
    match parser.rest() {
        "" => Ok(expr),
        rest if rest.starts_with('=') => Err("`=` assigns; to compare is `==`".to_owned()),
        rest => Err(format!("what is `{rest}`?")),
    }
}

/// Parses `place = value`.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn assignment(text: &str) -> Result<(Expr, Expr), String> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let place = parser.postfix()?;
    parser.expect("=")?;
    Ok((place, parse(parser.rest())?))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Goes on after a sign, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        self.space();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(format!("`{sign}` is missing before `{}`", self.rest())),
        }
    }

    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        loop {
            if level == COMPARISONS && self.takes_word("instanceof") {
                left = Expr::InstanceOf(Box::new(left), self.class_name()?);
                continue;
            }
            let Some(operator) = self.operator(operators) else { return Ok(left) };
            let right = self.level(level + 1)?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    /// The next operator, if it is one of some: the longest that is there.
    fn operator(&mut self, wanted: &[&'static str]) -> Option<Operator> {
        self.space();
        let rest = self.rest();
        let all = LEVELS.iter().flat_map(|level| level.iter());
        let longest = all.filter(|sign| rest.starts_with(**sign)).max_by_key(|sign| sign.len())?;
        wanted.contains(longest).then(|| {
            self.at += longest.len();
            Operator(longest)
        })
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let expr = if self.takes("!") {
            Expr::Not(Box::new(self.unary()?))
        } else if self.takes("-") {
            match self.unary()? {
                Expr::Int(number) => Expr::Int(-number),
                Expr::Long(number) => Expr::Long(number.wrapping_neg()),
                Expr::Double(number) => Expr::Double(-number),
                operand => Expr::Minus(Box::new(operand)),
            }
        } else {
            self.postfix()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn postfix(&mut self) -> Result<Expr, String> {
        let mut expr = self.primary()?;
        loop {
            if self.takes("[") {
                let index = self.level(0)?;
                self.expect("]")?;
                expr = Expr::Element(Box::new(expr), Box::new(index));
            } else if self.takes(".") {
                let name = self.word().ok_or("a name is missing after `.`")?;
                expr = match self.arguments()? {
                    Some(arguments) => Expr::Call(Some(Box::new(expr)), name, arguments),
                    None => Expr::Member(Box::new(expr), name),
                };
            } else {
                return Ok(expr);
            }
        }
    }

    /// What a call is given, if this is one.
    fn arguments(&mut self) -> Result<Option<Vec<Expr>>, String> {
        if !self.takes("(") {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        if self.takes(")") {
            return Ok(Some(arguments));
        }
        loop {
            arguments.push(self.level(0)?);
            if self.takes(")") {
                return Ok(Some(arguments));
            }
            self.expect(",")?;
        }
    }

    fn primary(&mut self) -> Result<Expr, String> {
        if self.takes("(") {
            let expr = self.level(0)?;
            self.expect(")")?;
            return Ok(expr);
        }
        if self.takes("\"") {
            return Ok(Expr::Text(String::from_utf16_lossy(&self.quoted('"')?)));
        }
        if self.takes("'") {
            return match self.quoted('\'')?.as_slice() {
                [unit] => Ok(Expr::Char(*unit)),
                _ => Err("one character stands between single quotes".to_owned()),
            };
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        let Some(name) = self.word() else {
            return match self.rest() {
                "" => Err("something is missing at its end".to_owned()),
                rest => Err(format!("a value is missing before `{rest}`")),
            };
        };
        Ok(match (name.as_str(), self.arguments()?) {
            ("true" | "false", None) => Expr::Bool(name == "true"),
            ("null", None) => Expr::Null,
            (_, Some(arguments)) => Expr::Call(None, name, arguments),
            (_, None) => Expr::Name(name),
        })
    }

    fn word(&mut self) -> Option<String> {
        self.space();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let rest = self.rest();
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_name = word.starts_with(|c: char| !c.is_ascii_digit());
        is_name.then(|| {
            self.at += end;
            word.to_owned()
        })
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let is_next = self.word().is_some_and(|word| word == wanted);
        self.at = if is_next { self.at } else { before };
        is_next
    }

    fn class_name(&mut self) -> Result<String, String> {
        let mut name = self.word().ok_or("a class is missing after `instanceof`")?;
        while self.takes(".") {
            name.push('.');
            name.push_str(&self.word().ok_or("a name is missing after `.`")?);
        }
        Ok(name)
    }

    fn number(&mut self) -> Result<Expr, String> {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let written = &rest[..end];
        self.at += end;
        let digits = written.replace('_', "").to_ascii_lowercase();
        let wrong = || format!("`{written}` is no number");
        let (digits, is_long) = match digits.strip_suffix('l') {
            Some(digits) => (digits, true),
            None => (digits.as_str(), false),
        };
        let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
            (Some(hex), _) => (hex, 16),
            (_, Some(binary)) => (binary, 2),
            _ => (digits, 10),
        };
        if radix == 10 && digits.contains(['.', 'e', 'd', 'f']) {
            let digits = digits.trim_end_matches(['d', 'f']);
            return digits.parse().map(Expr::Double).map_err(|_| wrong());
        }
        let number = u64::from_str_radix(digits, radix).map_err(|_| wrong())?.cast_signed();
        Ok(match (is_long, radix) {
            (true, _) => Expr::Long(number),
            (false, 10) => Expr::Int(number),
            (false, _) => Expr::Int(i64::from((number as u32).cast_signed())),
        })
    }

    /// What stands until the quote, which goes with it.
    fn quoted(&mut self, quote: char) -> Result<Vec<u16>, String> {
        let mut units = Vec::new();
        let mut letters = self.rest().char_indices();
        while let Some((at, letter)) = letters.next() {
            let letter = match letter {
                _ if letter == quote => {
                    self.at += at + 1;
                    return Ok(units);
                }
                '\\' => match letters.next().map(|(_, letter)| letter) {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some('0') => '\0',
                    Some(letter @ ('\\' | '"' | '\'')) => letter,
                    _ => return Err("`\\` is followed by n, t, r, 0, a quote or `\\`".to_owned()),
                },
                letter => letter,
            };
            units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
        }
        Err(format!("`{quote}` is missing at the end of a text"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        fn show(expr: &Expr) -> String {
            match expr {
                Expr::Name(name) => name.clone(),
                Expr::Int(number) => number.to_string(),
                Expr::Member(object, name) => format!("{}.{name}", show(object)),
                Expr::Element(array, index) => format!("{}[{}]", show(array), show(index)),
                Expr::Not(operand) => format!("!{}", show(operand)),
                Expr::Binary(operator, a, b) => format!("({} {operator} {})", show(a), show(b)),
                Expr::InstanceOf(a, class) => format!("({} instanceof {class})", show(a)),
                other => format!("{other:?}"),
            }
        }
        parse(text).map_or_else(|error| error, |expr| show(&expr))
    }

    #[test]
    fn operators_bind_as_in_java() {
        assert_eq!(shown("a + b * c < 3 && !d || e"), "((((a + (b * c)) < 3) && !d) || e)");
        assert_eq!(shown("a - b - c == 0"), "(((a - b) - c) == 0)");
        assert_eq!(shown("(a.b[i + 1].c & 1) != -1"), "((a.b[(i + 1)].c & 1) != -1)");
        assert_eq!(
            shown("o instanceof p.List && x >>> 2 > 1"),
            "((o instanceof p.List) && ((x >>> 2) > 1))"
        );
    }

    #[test]
    fn an_assignment_has_two_sides() {
        let sides = |text| assignment(text).map(|(place, value)| format!("{place:?} {value:?}"));
        let expected = format!("{:?} {:?}", parse("a.b[i]").unwrap(), parse("c == d").unwrap());
        assert_eq!(sides("a.b[i] = c == d"), Ok(expected));
        assert_eq!(sides("a.b"), Err("`=` is missing before ``".to_owned()));
        assert_eq!(sides("a = b = c"), Err("`=` assigns; to compare is `==`".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(shown("a = 3"), "`=` assigns; to compare is `==`");
        assert_eq!(shown("a =="), "something is missing at its end");
        assert_eq!(shown("a == 3)"), "what is `)`?");
        assert_eq!(shown("s.equals(\"x)"), "`\"` is missing at the end of a text");
        assert_eq!(shown("f(1"), "`,` is missing before ``");
        assert_eq!(shown("3x > 1"), "`3x` is no number");
        assert!(shown(&"(".repeat(9999)).contains("too deeply"));
    }

    #[test]
    fn literals_are_those_of_java() {
        let literals = ["0x_ff", "10L", "1.5f", "'\\n'", "\"a\\\"b\"", "null", "true"];
        let [hex, long, double, letter, text, null, yes] =
            literals.map(|text| parse(text).expect(text));
        assert_eq!((hex, long, double), (Expr::Int(255), Expr::Long(10), Expr::Double(1.5)));
        assert_eq!((letter, text), (Expr::Char(10), Expr::Text("a\"b".to_owned())));
        assert_eq!((null, yes), (Expr::Null, Expr::Bool(true)));
    }
}
