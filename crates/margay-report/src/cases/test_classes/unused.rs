//! Variables that a test does not need: those that it never uses, and those that only name an exception where it
//! is thrown.

/// The statements of a test, without variables that only hold what an assertion gives back or what a
/// constructor has made, or stand for another variable. `result` is what the method under test gave.
pub(super) fn without(statements: &str, result: Option<&str>) -> String {
    let mut kept = String::with_capacity(statements.len());
    let mut rest = statements;
    while let Some(end) = rest.find('\n') {
        let (line, after) = (&rest[..end], &rest[end + 1..]);
        rest = after;
        let indent = line.len() - line.trim_start().len();
        let declared = declaration(line).filter(|(name, _)| !mentions(after, name));
        match declared {
            Some((_, value)) if is_name(value) => continue,
            Some((name, value))
                if value.contains("assertInstanceOf(")
                    || result == Some(name) && value.starts_with("new ") =>
            {
                kept.extend([&line[..indent], value, ";"]);
            }
            _ => kept.push_str(line),
        }
        kept.push('\n');
    }
    kept + rest
}

/// The statements of a test, with exceptions made where they are thrown, if nothing else is done with them.
pub(super) fn thrown_in_place(statements: &str) -> String {
    let mut kept = String::with_capacity(statements.len());
    let mut rest = statements.to_owned();
    while let Some(end) = rest.find('\n') {
        let (line, after) = (rest[..end].to_owned(), rest[end + 1..].to_owned());
        let made = declaration(&line).filter(|(_, value)| value.starts_with("new "));
        let thrown = made.and_then(|(name, value)| {
            let throwing = format!("throw {name};");
            let is_only = mentioned(&after, name).count() == 1 && after.contains(&throwing);
            is_only.then(|| after.replacen(&throwing, &format!("throw {value};"), 1))
        });
        rest = thrown.unwrap_or_else(|| {
            kept.extend([&line, "\n"]);
            after
        });
    }
    kept + &rest
}

/// The variable that a line declares, and its value.
fn declaration(line: &str) -> Option<(&str, &str)> {
    let (variable, value) = line.trim_start().strip_suffix(';')?.split_once(" = ")?;
    let (ty, name) = variable.rsplit_once(' ')?;
    (is_name(name) && !ty.contains('"')).then_some((name, value))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_name(text: &str) -> bool {
    text.chars().all(is_part) && text.starts_with(|c: char| c.is_lowercase()) && text != "null"
}

/// Whether a name occurs as a word.
fn mentions(text: &str, name: &str) -> bool {
    mentioned(text, name).next().is_some()
}

/// The places where a name occurs as a word.
fn mentioned<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_word = move |at: &usize| {
        !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    };
    text.match_indices(name).map(|(at, _)| at).filter(is_word)
}

#[cfg(test)]
mod tests {
    use super::{thrown_in_place, without};

    #[test]
    fn what_nobody_uses_is_not_declared() {
        let test = "    Bank result = new Bank();\n\n    Object result2 = result;\n    \
                    Line line0 = assertInstanceOf(Line.class, other.get(0));\n    int n = 3;\n";
        let expected = "    Bank result = new Bank();\n\n    assertInstanceOf(Line.class, other.get(0));\n    \
                        int n = 3;\n";
        assert_eq!(without(test, Some("result")), expected);
        assert_eq!(without("    Bank result = new Bank();\n", Some("result")), "    new Bank();\n");
        let used =
            "    Line line0 = assertInstanceOf(Line.class, a);\n    assertEquals(1, line0.n());\n";
        assert_eq!(without(used, None), used);
    }
    #[test]
    fn exceptions_are_made_where_they_are_thrown() {
        let test = "    Lost lost = new Lost(\"a\");\n    Store store = () -> { throw lost; };\n";
        let expected = "    Store store = () -> { throw new Lost(\"a\"); };\n";
        assert_eq!(thrown_in_place(test), expected);
        let used = format!("{test}    assertSame(lost, result);\n");
        assert_eq!(thrown_in_place(&used), used);
    }
}
