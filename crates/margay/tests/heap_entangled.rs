//! References that stay symbolic, against lazy initialization: methods that are devious about which objects are the same
//! end in the same ways, and objects that only calls make are made by calls.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{compile, jdk, programs, repository};
use generated::{Generated, command, generate, verify};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// By method, how its cases end, and the lines they take.
type Found = BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>;

fn found(generated: &Generated) -> Found {
    let mut found = Found::new();
    for case in &generated.cases {
        let (ends, lines) = found.entry(case["method"].to_string()).or_default();
        let outcome = &case["outcome"];
        ends.insert(format!("{} {}", outcome["value"], outcome["class"]));
        for step in case["trace"].as_array().into_iter().flatten() {
            let taken = step["lines"].as_array().into_iter().flatten();
            lines.extend(taken.map(|line| format!("{} {line}", step["method"])));
        }
    }
    found
}

fn subject(class: &str) -> PathBuf {
    repository(&format!("tests/java/generate/heaps/{class}.java"))
}

/// Writes the tests of a target, runs them on a JVM, and says how many there are, and how many do not agree.
fn on_a_jvm(sources: &[PathBuf], options: &[&str]) -> (u64, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tests");
    let classes = compile(&jdk(), sources);
    let run = common::Run::of(command(&classes).args(options).arg("--out").arg(&out));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (_, verified) = verify(&out, Some(&classes), &jdk().home);
    let count = |what: &str| verified[what].as_u64().unwrap_or_else(|| panic!("{verified}"));
    (count("tests"), count("tests") - count("agree"))
}

/// Ends of methods that only references which stay open come to: with lazy initialization no array is tried there for
/// the `Object`.
const MORE: [(&str, &[&str]); 1] = [("anything", &["2 null", "3 null"])];

/// Every way in which references can be the same that lazy initialization tries is among those left open.
fn ends_as_with_lazy_initialization(class: &str) {
    let options = |aliasing| ["--max-array", "3", "--aliasing", aliasing];
    let lazy = generate(&subject(class), &options("on"));
    let open = generate(&subject(class), &options("symbolic"));
    let (lazily, openly) = (found(&lazy), found(&open));
    assert!(lazily.len() > 20, "{}", lazy.run.stderr);
    for (method, (ends, lines)) in &lazily {
        let (open_ends, open_lines) = openly.get(method).unwrap_or_else(|| panic!("{method}"));
        let is_named = |(name, _): &&(&str, &[&str])| method.contains(&format!("\"{name}\""));
        let more = MORE.iter().find(is_named).map_or(&[][..], |(_, more)| more);
        let expected = ends.iter().cloned().chain(more.iter().map(|end| (*end).to_owned()));
        assert_eq!(*open_ends, expected.collect(), "{method}");
        assert!(open_lines.is_superset(lines), "{method}");
        let is_impossible = |end: &&String| end.starts_with("98 ") || end.starts_with("99 ");
        assert_eq!(open_ends.iter().find(is_impossible), None, "{method}");
    }
    assert!(open.cases.len() < lazy.cases.len(), "{class}");
    assert_eq!(open.losses(), Vec::<String>::new(), "{class}");
}

#[test]
fn entangled_references_end_as_with_lazy_initialization() {
    ends_as_with_lazy_initialization("Entangled");
}

#[test]
fn fields_of_different_classes_in_one_place_are_told_apart() {
    ends_as_with_lazy_initialization("Kinship");
}

#[test]
fn entangled_tests_agree_with_a_jvm() {
    let options = ["--max-array", "3", "--aliasing", "symbolic"];
    for class in ["Entangled", "Kinship"] {
        let (tests, wrong) = on_a_jvm(&[subject(class)], &options);
        assert!(tests > 80, "{class}: {tests}");
        assert_eq!(wrong, 0, "{class}");
    }
}

/// Lists with nodes of their own, objects that constructors alone make, and setters together with these.
#[test]
fn objects_that_only_calls_make_are_made_by_calls() {
    let made = programs("generate/heaps/made");
    let classes = compile(&jdk(), &made);
    let options = |aliasing| {
        [
            "--inputs",
            "api",
            "--criterion",
            "branch",
            "--aliasing",
            aliasing,
            "--visibility",
            "public",
        ]
    };
    let (lazy, open) =
        (generate(&classes, &options("on")), generate(&classes, &options("symbolic")));
    let (lazily, openly) = (found(&lazy), found(&open));
    for (method, (_, lines)) in &lazily {
        let (_, open_lines) = openly.get(method).unwrap_or_else(|| panic!("{method}"));
        assert!(open_lines.is_superset(lines), "{method}");
    }
    let seats =
        |found: &Found| found.iter().find(|(m, _)| m.contains("seats")).map(|(_, it)| it.clone());
    assert_eq!(seats(&openly), seats(&lazily));
    let unmade = open.losses().into_iter().filter(|loss| loss.contains("can be made"));
    assert_eq!(unmade.collect::<Vec<_>>(), Vec::<String>::new());
    let sets_fields = |case: &&Value| case["recipe"].to_string().contains("\"step\":\"set\"");
    assert_eq!(open.cases.iter().filter(sets_fields).count(), 0, "fields are not assigned");
    // Where calls give objects any contents, aliases stay open.
    let judged = |found: &Found| {
        let judge = found.iter().find(|(method, _)| method.contains("judge"));
        judge.map_or(0, |(_, (ends, _))| ends.len())
    };
    assert!(judged(&openly) >= 8 && judged(&openly) > judged(&lazily), "{}", judged(&openly));
    let (tests, wrong) = on_a_jvm(&made, &options("symbolic"));
    assert!(tests > 50, "{tests}");
    assert_eq!(wrong, 0);
}

/// Objects that keep what their constructor was given stay open too; what would lead round in a circle has no call sequence.
#[test]
fn objects_that_never_change_stay_open() {
    let file = repository("tests/java/generate/heaps/made/Knot.java");
    let by = |aliasing: &str| {
        let named = ["--class", "made.Knot", "--method", "tied", "--criterion", "path"];
        generate(&file, &[&named[..], &["--inputs", "api", "--aliasing", aliasing]].concat())
    };
    let (lazy, open) = (by("on"), by("symbolic"));
    let results = |found: &Generated| -> BTreeSet<i64> {
        found.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64()).collect()
    };
    // Each of four conditions, but for the three that make a circle.
    let possible: BTreeSet<i64> = (0..16).filter(|tied| tied & 7 != 7).collect();
    assert_eq!(results(&lazy), possible);
    assert_eq!(results(&open), possible);
    assert_eq!(lazy.losses(), Vec::<String>::new());
    assert_eq!((open.cases.len(), open.losses().len()), (21, 2), "{:?}", open.losses());
    assert!(lazy.cases.len() > 8 * open.cases.len(), "{}", lazy.cases.len());
    let circle =
        |loss: &String| loss.contains("no made.Knot can be made when a != null && b == a.next");
    assert!(open.losses().iter().all(circle), "{:?}", open.losses());
}
