//! Languages that parsers under test accept, by enumerations that know nothing of the parsers.

use std::collections::{BTreeMap, BTreeSet};

/// Sentences of the calculator with so many operations: where an operand comes next and how many groups are open
/// says what may follow.
pub fn sums(operations: u32) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![(String::new(), true, 0, operations)];
    while let Some((text, is_operand, depth, left)) = open.pop() {
        let with = |token: char| format!("{text}{token}");
        match is_operand {
            true => {
                open.push((with('n'), false, depth, left));
                if left > 0 {
                    open.push((with('('), true, depth + 1, left - 1));
                }
            }
            false => {
                if left > 0 {
                    open.extend("+-*/".chars().map(|op| (with(op), true, depth, left - 1)));
                }
                if depth > 0 {
                    open.push((with(')'), false, depth - 1, left));
                }
                if left == 0 && depth == 0 {
                    found.insert(text.clone());
                }
            }
        }
    }
    found
}

/// The tokens of a sum: a letter for each number.
pub fn tokens_of_sum(text: &str) -> String {
    let mut tokens = String::new();
    let mut was_digit = false;
    for c in text.chars() {
        if c.is_ascii_digit() && !was_digit {
            tokens.push('n');
        } else if !c.is_ascii_digit() && c != ' ' {
            tokens.push(c);
        }
        was_digit = c.is_ascii_digit();
    }
    tokens
}

/// The grammar of PL/0: what each symbol may be. Everything else is a token.
const PL0: &[(&str, &[&str])] = &[
    ("program", &["block ."]),
    ("block", &["consts vars procs stmt"]),
    ("consts", &["", "const c cs ;"]),
    ("c", &["i = n"]),
    ("cs", &["", ", c cs"]),
    ("vars", &["", "var i is ;"]),
    ("is", &["", ", i is"]),
    ("procs", &["", "procedure i ; block ; procs"]),
    (
        "stmt",
        &[
            "",
            "i := expr",
            "call i",
            "begin stmt ss end",
            "if cond then stmt",
            "while cond do stmt",
        ],
    ),
    ("ss", &["", "; stmt ss"]),
    ("cond", &["odd expr", "expr rel expr"]),
    ("rel", &["=", "#", "<", "<=", ">", ">="]),
    ("expr", &["term ts", "+ term ts", "- term ts"]),
    ("ts", &["", "+ term ts", "- term ts"]),
    ("term", &["factor fs"]),
    ("fs", &["", "* factor fs", "/ factor fs"]),
    ("factor", &["i", "n", "( expr )"]),
];

pub type Sentences = BTreeSet<Vec<&'static str>>;

/// The sentences of a list of symbols that have so many tokens.
fn sentences(
    symbols: &[&'static str],
    tokens: usize,
    known: &mut BTreeMap<(&'static str, usize), Sentences>,
) -> Sentences {
    let Some((first, rest)) = symbols.split_first() else {
        return if tokens == 0 { BTreeSet::from([Vec::new()]) } else { BTreeSet::new() };
    };
    let mut found = BTreeSet::new();
    for own in 0..=tokens {
        let begins = of_symbol(first, own, known);
        if begins.is_empty() {
            continue;
        }
        let ends = sentences(rest, tokens - own, known);
        for begin in &begins {
            found.extend(ends.iter().map(|end| [&begin[..], end].concat()));
        }
    }
    found
}

pub fn of_symbol(
    symbol: &'static str,
    tokens: usize,
    known: &mut BTreeMap<(&'static str, usize), Sentences>,
) -> Sentences {
    let Some((_, bodies)) = PL0.iter().find(|(name, _)| *name == symbol) else {
        return if tokens == 1 { BTreeSet::from([vec![symbol]]) } else { BTreeSet::new() };
    };
    if let Some(found) = known.get(&(symbol, tokens)) {
        return found.clone();
    }
    // Whatever begins with itself, after nothing, adds nothing.
    known.insert((symbol, tokens), BTreeSet::new());
    let mut found = BTreeSet::new();
    for body in *bodies {
        let symbols: Vec<&'static str> = body.split_whitespace().collect();
        found.extend(sentences(&symbols, tokens, known));
    }
    known.insert((symbol, tokens), found.clone());
    found
}

/// The tokens of a program up to its end.
pub fn tokens_of_program(text: &str) -> Vec<&'static str> {
    const WORDS: &[&str] =
        &["const", "var", "procedure", "call", "begin", "end", "if", "then", "while", "do", "odd"];
    const SIGNS: &[&str] =
        &[":=", "<=", ">=", "<", ">", "=", "#", "+", "-", "*", "/", "(", ")", ",", ";", "."];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(' ');
    while !rest.is_empty() {
        let is_letter = |c: char| c.is_ascii_lowercase();
        let word = rest.split(|c| !is_letter(c)).next().unwrap_or_default();
        let number = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let (token, length) = match (word, number) {
            ("", "") => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).expect("a sign");
                (*sign, sign.len())
            }
            ("", number) => ("n", number.len()),
            (word, _) => (*WORDS.iter().find(|own| **own == word).unwrap_or(&"i"), word.len()),
        };
        tokens.push(token);
        if token == "." {
            break;
        }
        rest = rest[length..].trim_start_matches(' ');
    }
    tokens
}

/// Two parsers of lists such as `a,(1),b.` with so many tokens: the scanner of one leaves the kind of a token in a field, that
/// of the other returns a constant of an enum.
pub const LISTS: &str = "class FieldLists {
    private final char[] text;
    private int at, kind, tokens;
    FieldLists(char[] text) { this.text = text; }
    static boolean accepts(char[] text) {
        FieldLists parser = new FieldLists(text);
        parser.step();
        return parser.list() && parser.tokens == 6;
    }
    private void step() { tokens++; advance(); }
    void advance() {
        while (at < text.length && text[at] == ' ') { at++; }
        kind = 0;
        if (at == text.length) { return; }
        char c = text[at++];
        switch (c) {
            case '(': kind = 1; return;
            case ')': kind = 2; return;
            case ',': kind = 3; return;
            case '.': kind = 4; return;
            default:
        }
        if (c >= '0' && c <= '9') { kind = 5; }
        if (c >= 'a' && c <= 'z') { kind = 6; }
    }
    private boolean list() {
        if (!item()) { return false; }
        while (kind == 3) { step(); if (!item()) { return false; } }
        return kind == 4;
    }
    private boolean item() {
        if (tokens > 6) { return false; }
        if (kind == 5 || kind == 6) { step(); return true; }
        if (kind != 1) { return false; }
        step();
        if (!item() || kind != 2) { return false; }
        step();
        return true;
    }
}
class EnumLists {
    enum Kind { NONE, OPEN, CLOSE, COMMA, END, DIGIT, LETTER }
    private final char[] text;
    private int at, tokens;
    private Kind kind;
    EnumLists(char[] text) { this.text = text; }
    static boolean accepts(char[] text) {
        EnumLists parser = new EnumLists(text);
        parser.step();
        return parser.list() && parser.tokens == 6;
    }
    private void step() { tokens++; kind = scan(); }
    Kind scan() {
        while (at < text.length && text[at] == ' ') { at++; }
        if (at == text.length) { return Kind.NONE; }
        char c = text[at++];
        switch (c) {
            case '(': return Kind.OPEN;
            case ')': return Kind.CLOSE;
            case ',': return Kind.COMMA;
            case '.': return Kind.END;
            default:
        }
        if (c >= '0' && c <= '9') { return Kind.DIGIT; }
        return c >= 'a' && c <= 'z' ? Kind.LETTER : Kind.NONE;
    }
    private boolean list() {
        if (!item()) { return false; }
        while (kind == Kind.COMMA) { step(); if (!item()) { return false; } }
        return kind == Kind.END;
    }
    private boolean item() {
        if (tokens > 6) { return false; }
        if (kind == Kind.DIGIT || kind == Kind.LETTER) { step(); return true; }
        if (kind != Kind.OPEN) { return false; }
        step();
        if (!item() || kind != Kind.CLOSE) { return false; }
        step();
        return true;
    }
}
class Texts {
    static boolean isText(char[] text) { return text != null && text.length == 10; }
}
";

/// Whether tokens are items with commas between them and a dot at the end.
pub fn is_list(tokens: &str) -> bool {
    let is_item = |item: &str| {
        let inner = item.trim_start_matches('(');
        let depth = item.len() - inner.len();
        let close = inner.trim_start_matches(['d', 'l']);
        inner.len() == close.len() + 1 && close == ")".repeat(depth)
    };
    tokens.strip_suffix('.').is_some_and(|items| items.split(',').all(is_item))
}
