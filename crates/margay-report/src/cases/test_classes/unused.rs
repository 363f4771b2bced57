//! Variables that a test declares and never uses.

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
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::without;

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
}
