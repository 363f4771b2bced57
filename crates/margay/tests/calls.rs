//! `--calls lazy`: the figures of the paper on lazy expansion, inputs of parsers against an enumeration of
//! their grammars, the same paths of a method as without, and messages.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, repository};
use generated::{Generated, command, generate};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

fn subject(file: &str) -> PathBuf {
    repository("tests/java/generate/calls").join(file)
}

/// Searches a method with its calls left open.
fn lazy(file: &str, method: &str, options: &[&str]) -> Generated {
    let class = file.trim_end_matches(".java");
    let named = ["--class", class, "--method", method, "--calls", "lazy", "--criterion", "path"];
    generate(&subject(file), &[&named[..], options].concat())
}

/// What is said of the calls of the only method.
fn calls<'a>(found: &'a Generated, what: &str) -> &'a Value {
    assert_eq!(found.methods.len(), 1, "{}", found.run.stderr);
    &found.methods[0]["calls"][what]
}

/// Runs that the search of a method took: paths with open calls, and ways through these calls.
fn iterations(found: &Generated) -> u64 {
    let count = |what| calls(found, what).as_u64().expect("a number");
    count("open_paths") + count("expansions")
}

fn results(found: &Generated) -> BTreeSet<i64> {
    let results = found.cases.iter().filter_map(|case| case["outcome"]["value"]["value"].as_i64());
    results.collect()
}

// ---- figures ----

#[test]
fn two_comparisons_have_three_paths() {
    let requires = ["--requires", "Strings.areTexts"];
    let found = lazy("Strings.java", "both", &requires);
    assert_eq!((found.cases.len(), results(&found)), (3, BTreeSet::from([0, 1, 2])));
    assert_eq!(found.losses(), Vec::<String>::new());
    assert_eq!(calls(&found, "wanted"), 3);
    let iterations = iterations(&found);
    assert!(iterations <= 113, "{iterations}");
}

#[test]
fn a_character_is_located_in_few_iterations_however_long_the_text_is() {
    for length in ["16", "256", "10000"] {
        let found = lazy("Locate.java", "top", &["--max-array", length, "--requires", "Locate.isGiven"]);
        assert_eq!(results(&found), BTreeSet::from([-1, 0, 1]), "{}", found.run.stderr);
        let iterations = iterations(&found);
        assert!(iterations <= 10, "{length}: {iterations}");
    }
}

#[test]
fn two_characters_are_located_one_after_the_other() {
    let found = lazy("Locate.java", "different", &["--requires", "Locate.bothEndAt14"]);
    assert_eq!((found.cases.len(), results(&found)), (4, BTreeSet::from([0, 1, 2, 3])));
    assert!(iterations(&found) <= 59, "{}", iterations(&found));
    let found = lazy("Locate.java", "same", &["--requires", "Locate.endsAt14"]);
    assert_eq!((found.cases.len(), results(&found)), (4, BTreeSet::from([0, 1, 2, 3])));
    assert!(iterations(&found) <= 63, "{}", iterations(&found));
}

// ---- parsers ----

/// The text of the only argument, an array of characters.
fn text(case: &Value) -> String {
    let object = &case["input"]["arguments"][0]["object"];
    let objects = case["before"]["objects"].as_array().expect("objects");
    let array = objects.iter().find(|o| o["id"] == *object).expect("the argument");
    let elements = array["elements"].as_array().expect("elements").iter();
    let unit = |value: &Value| value["value"].as_str().and_then(|text| text.chars().next());
    elements.map(|element| unit(element).unwrap_or('\u{ffff}')).collect()
}

fn is_accepted(case: &Value) -> bool {
    case["outcome"]["value"]["value"] == true
}

/// Sentences of the calculator with so many operations: where an operand comes next and how many groups are open
/// says what may follow.
fn sums(operations: u32) -> BTreeSet<String> {
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
fn tokens_of_sum(text: &str) -> String {
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

#[test]
fn a_calculator_accepts_all_sentences_of_its_grammar() {
    let sizes: Vec<usize> = (1..=4).map(|operations| sums(operations).len()).collect();
    assert_eq!(sizes[0], 5);
    for (method, operations) in [("one", 1), ("two", 2), ("three", 3), ("four", 4)] {
        let options = ["--requires", "Calculator.isText", "--max-array", "24"];
        let methods = ["--abstract", "Calculator.scan", "--max-paths", "100000"];
        let found = lazy("Calculator.java", method, &[&options[..], &methods].concat());
        let accepted = found.cases.iter().filter(|case| is_accepted(case));
        let accepted: Vec<String> = accepted.map(|case| tokens_of_sum(&text(case))).collect();
        assert_eq!(accepted.len(), sizes[operations as usize - 1], "{}", found.run.stderr);
        assert_eq!(BTreeSet::from_iter(accepted), sums(operations));
        assert_eq!(found.losses(), Vec::<String>::new());
    }
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
    ("stmt", &["", "i := expr", "call i", "begin stmt ss end", "if cond then stmt", "while cond do stmt"]),
    ("ss", &["", "; stmt ss"]),
    ("cond", &["odd expr", "expr rel expr"]),
    ("rel", &["=", "#", "<", "<=", ">", ">="]),
    ("expr", &["term ts", "+ term ts", "- term ts"]),
    ("ts", &["", "+ term ts", "- term ts"]),
    ("term", &["factor fs"]),
    ("fs", &["", "* factor fs", "/ factor fs"]),
    ("factor", &["i", "n", "( expr )"]),
];

type Sentences = BTreeSet<Vec<&'static str>>;

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

fn of_symbol(
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
fn tokens_of_program(text: &str) -> Vec<&'static str> {
    const WORDS: &[&str] = &[
        "const", "var", "procedure", "call", "begin", "end", "if", "then", "while", "do", "odd",
    ];
    const SIGNS: &[&str] = &[
        ":=", "<=", ">=", "<", ">", "=", "#", "+", "-", "*", "/", "(", ")", ",", ";", ".",
    ];
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

/// Every program of so many tokens is found, each once.
fn check_programs(method: &str, tokens: usize) {
    let expected = of_symbol("program", tokens, &mut BTreeMap::new());
    let options = ["--requires", "Pl0.isText", "--max-array", "64", "--abstract", "Pl0Lexer.next"];
    let limits = ["--max-paths", "1000000", "--method-timeout", "600"];
    let found = lazy("Pl0.java", method, &[&options[..], &limits].concat());
    let accepted = found.cases.iter().filter(|case| is_accepted(case));
    let accepted: Vec<_> = accepted.map(|case| tokens_of_program(&text(case))).collect();
    assert_eq!(accepted.len(), expected.len(), "{}", found.run.stderr);
    assert_eq!(BTreeSet::from_iter(accepted), expected);
    assert_eq!(found.losses(), Vec::<String>::new());
}

#[test]
fn a_parser_accepts_all_programs_of_seven_tokens() {
    check_programs("seven", 7);
}
