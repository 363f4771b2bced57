//! Prolog text: atoms, and clauses in which a variable that occurs once is `_`.

use rustc_hash::FxHashMap;

/// An atom, quoted where it has to be.
#[must_use]
pub fn atom(text: &str) -> String {
    let mut letters = text.chars();
    let plain = letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { text.to_owned() } else { quoted(text) }
}

/// A quoted atom.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 32 || c as u32 == 127 => {
                out.push_str(&format!("\\x{:x}\\", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// A list.
#[must_use]
pub fn list(elements: &[String]) -> String {
    format!("[{}]", elements.join(", "))
}

/// The clause with `_` for each variable that occurs once.
#[must_use]
pub fn without_singletons(clause: &str) -> String {
    let pieces = pieces(clause);
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    for (piece, is_variable) in &pieces {
        if *is_variable {
            *counts.entry(piece).or_default() += 1;
        }
    }
    let shown = |(piece, is_variable): &(&str, bool)| {
        if *is_variable && counts[piece] == 1 { "_".to_owned() } else { (*piece).to_owned() }
    };
    pieces.iter().map(shown).collect()
}

/// The text cut into variables and what is between them.
fn pieces(clause: &str) -> Vec<(&str, bool)> {
    let bytes = clause.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'\'' {
            at = after_quote(bytes, at);
        } else if bytes[at] == b'%' {
            while at < bytes.len() && bytes[at] != b'\n' {
                at += 1;
            }
        } else if is_word(bytes[at]) {
            let from = at;
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            if bytes[from].is_ascii_uppercase() || bytes[from] == b'_' {
                pieces.push((&clause[start..from], false));
                pieces.push((&clause[from..at], true));
                start = at;
            }
        } else {
            at += 1;
        }
    }
    pieces.push((&clause[start..], false));
    pieces
}

/// The place after a quoted atom.
fn after_quote(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != b'\'' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_are_quoted_where_they_must_be() {
        assert_eq!(atom("first"), "first");
        assert_eq!(atom("List.remAll"), "'List.remAll'");
        assert_eq!(atom("it's \\ \n"), r"'it\'s \\ \n'");
    }

    #[test]
    fn what_occurs_once_has_no_name() {
        let clause = "'A.b'([V0, V1, 'V2'], Out, H, H, ok) :- % V3\n    foo(V0).";
        let expected = "'A.b'([V0, _, 'V2'], _, H, H, ok) :- % V3\n    foo(V0).";
        assert_eq!(without_singletons(clause), expected);
    }
}
