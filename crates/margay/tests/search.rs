//! `margay generate` does not lose its way: loops with a known number of rounds end, a search for
//! coverage goes where something is not covered, and texts that nobody looks into make no paths.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::repository;
use generated::{Generated, generate};

fn search(method: &str, options: &[&str]) -> Generated {
    let subject = repository("tests/java/generate/search/Search.java");
    generate(&subject, &[&["--method", method], options].concat())
}

const BRANCH: [&str; 2] = ["--criterion", "branch"];

/// What the cases return, in order.
fn results(found: &Generated) -> Vec<i64> {
    let mut results: Vec<i64> =
        found.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64()).collect();
    results.sort_unstable();
    results.dedup();
    results
}

fn paths(found: &Generated) -> u64 {
    found.methods.iter().filter_map(|method| method["effort"]["paths"].as_u64()).sum()
}

#[test]
fn rounds_of_a_known_number_do_not_count() {
    for criterion in ["loop-1", "loop-2", "path"] {
        let found = search("ones", &["--criterion", criterion, "--max-paths", "64"]);
        assert_eq!(found.returned(), 64, "{criterion}");
    }
    let found = search("halves", &["--criterion", "loop-1"]);
    assert_eq!(found.returned(), 32, "one for each set of the five elements");
    assert!(found.methods[0]["losses"]["bounds"].as_array().expect("a list").is_empty());
}

#[test]
fn rounds_count_where_the_input_or_a_flag_ends_the_loop() {
    for (rounds, cases) in [(1, 3), (2, 5), (3, 7)] {
        let found = search("find", &["--criterion", &format!("loop-{rounds}")]);
        assert_eq!(found.returned(), cases, "loop-{rounds}");
        assert_eq!(found.methods[0]["losses"]["bounds"].as_array().expect("a list").len(), 1);
    }
    for rounds in [1, 2, 3] {
        let found = search("flagged", &["--criterion", &format!("loop-{rounds}")]);
        assert_eq!(found.returned(), rounds, "loop-{rounds}");
    }
}

#[test]
fn blocks_count_whatever_ends_the_loop() {
    let found = search("ones", &["--criterion", "block-3"]);
    assert_eq!(found.returned(), 0);
}

#[test]
fn what_is_not_covered_comes_before_more_of_the_same() {
    let found = search("late", &BRANCH);
    assert_eq!(results(&found), [-1, 14, 77]);
    assert!(paths(&found) < 100, "{} paths", paths(&found));
    let found = search("deep", &BRANCH);
    assert_eq!(results(&found), [0, 1]);
    assert!(paths(&found) < 2_000, "{} paths", paths(&found));
}

#[test]
fn statements_are_searched_for_too() {
    let found = search("late", &["--criterion", "statement"]);
    assert!(results(&found).contains(&77) && results(&found).contains(&-1));
    assert!(paths(&found) < 100, "{} paths", paths(&found));
}

#[test]
fn patience_ends_a_search_that_finds_nothing_new() {
    let options = ["--criterion", "branch", "--patience", "5"];
    let found = search("deep", &options);
    let bounds = found.methods[0]["losses"]["bounds"].to_string();
    assert!(bounds.contains("patience: "), "{bounds}");
    assert_eq!(found.run.code, Some(0));
}

#[test]
fn messages_make_no_paths() {
    for (method, cases, most) in
        [("checked", 3, 8), ("label", 2, 8), ("print", 1, 1), ("element", 4, 12)]
    {
        let found = search(method, &BRANCH);
        assert_eq!(found.losses(), [""; 0], "{method}");
        assert_eq!(found.cases.len(), cases, "{method}");
        assert!(paths(&found) <= most, "{method}: {} paths", paths(&found));
    }
}

#[test]
fn numbers_as_texts_and_texts_as_numbers_make_few_paths() {
    for (method, cases, most) in [
        ("built", 2, 8),
        ("dated", 3, 12),
        ("length", 2, 4),
        ("parsed", 4, 40),
        ("parsedLong", 3, 40),
        ("thereAndBack", 2, 2),
    ] {
        let found = search(method, &BRANCH);
        assert!(found.cases.len() >= cases, "{method}: {} cases", found.cases.len());
        assert!(paths(&found) <= most, "{method}: {} paths", paths(&found));
    }
}

#[test]
fn a_builder_is_spelled_out_for_whoever_changes_it() {
    let found = search("reversed", &["--criterion", "path"]);
    let texts = found.cases.iter().map(|case| {
        let given = case["input"]["arguments"][0]["value"].as_i64().expect("a number");
        let backwards: String = format!("{given}x").chars().rev().collect();
        (case["outcome"]["value"].as_str() == Some(&backwards), backwards.len())
    });
    let texts: Vec<(bool, usize)> = texts.collect();
    assert!(texts.iter().all(|(is_right, _)| *is_right), "{texts:?}");
    // One to five digits, with and without a sign.
    assert_eq!(texts.len(), 10);
}

#[test]
fn a_text_is_spelled_out_for_whoever_looks_into_it() {
    let found = search("isSeven", &["--criterion", "loop-2"]);
    let seven = |case: &&serde_json::Value| case["outcome"]["value"] == true;
    let seven: Vec<_> = found.cases.iter().filter(seven).collect();
    assert_eq!(seven.len(), 1);
    assert_eq!(seven[0]["input"]["arguments"][0]["value"], 7);
}

#[test]
fn messages_are_those_of_the_values_chosen() {
    let found = search("checked", &BRANCH);
    let messages = found.cases.iter().filter_map(|case| case["outcome"]["message"].as_str());
    let mut messages: Vec<&str> = messages.collect();
    messages.sort_unstable();
    assert_eq!(messages, ["151 is more than 150", "negative: -1 of "]);
}

#[test]
fn assertions_are_executed_on_request() {
    let found = search("asserted", &BRANCH);
    assert_eq!((found.cases.len(), found.returned()), (1, 1));
    let found = search("asserted", &["--criterion", "branch", "--enable-assertions"]);
    assert_eq!((found.cases.len(), found.returned()), (2, 1));
    let thrown = found.cases.iter().find_map(|case| case["outcome"]["class"].as_str());
    assert_eq!(thrown, Some("java.lang.AssertionError"));
}
