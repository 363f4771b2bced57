//! References that stay symbolic together with other ways to search: partitions, seeds, calls that are left open.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, margay, repository};
use generated::{Generated, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

const SYMBOLIC: [&str; 2] = ["--aliasing", "symbolic"];

fn together() -> PathBuf {
    repository("tests/java/generate/heaps/Together.java")
}

fn structure(class: &str) -> PathBuf {
    repository(&format!("benches/java/heaps/{class}.java"))
}

/// The shapes of the heaps that cases are given, with how they end: numbers that nobody asks for may be any.
fn shapes(found: &Generated) -> BTreeSet<String> {
    let shape = |case: &Value| {
        let (input, before) = (without_numbers(&case["input"]), without_numbers(&case["before"]));
        format!("{} {input} {before} {}", case["method"], case["trace"])
    };
    found.cases.iter().map(shape).collect()
}

fn without_numbers(value: &Value) -> Value {
    match value {
        Value::Number(_) => Value::from(0),
        Value::Array(values) => values.iter().map(without_numbers).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), without_numbers(value)));
            Value::Object(fields.collect())
        }
        value => value.clone(),
    }
}

/// The lines that cases take, by method.
fn lines(found: &Generated) -> BTreeSet<String> {
    let steps = found.cases.iter().flat_map(|case| case["trace"].as_array().into_iter().flatten());
    let lines = steps.flat_map(|step| {
        let lines = step["lines"].as_array().into_iter().flatten();
        lines.map(|line| format!("{} {line}", step["method"]))
    });
    lines.collect()
}

/// How cases end.
fn ends(found: &Generated) -> BTreeSet<String> {
    let end = |case: &Value| format!("{} {}", case["method"], case["outcome"]["value"]);
    found.cases.iter().map(end).collect()
}

/// With lazy initialization every heap has a path of its own, so that every path with open references has one of
/// its cases: no heap has to be found.
#[test]
fn the_cases_of_lazy_initialization_are_seeds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.json");
    for (class, method) in [
        ("DoublyLinkedList", "remove"),
        ("DoublyLinkedList", "addBefore"),
        ("DoublyLinkedList", "contains"),
        ("DoublyLinkedList", "first"),
        ("SortedListQueue", "insert"),
        ("SearchTree", "rotateLeft"),
    ] {
        let target = structure(class);
        let options = ["--criterion", "loop-1", "--method", method];
        let lazy = generate(&target, &options);
        std::fs::write(&file, &lazy.run.stdout).expect("a file");
        let open = generate(&target, &[&options[..], &SYMBOLIC].concat());
        let seeds = ["--seeds", file.to_str().expect("a path")];
        let seeded = generate(&target, &[&options[..], &SYMBOLIC, &seeds].concat());
        let new: Vec<String> = shapes(&seeded).difference(&shapes(&lazy)).cloned().collect();
        assert_eq!(new, Vec::<String>::new(), "{method}");
        assert_eq!(seeded.cases.len(), open.cases.len(), "{method}");
        assert_eq!(seeded.losses(), Vec::<String>::new(), "{method}");
    }
}

#[test]
fn partitions_have_references_free_in_every_block() {
    let found = |method: &str, options: &[&str]| {
        let all = [&["--method", method, "--criterion", "path"], options].concat();
        generate(&together(), &all)
    };
    for method in ["parts", "meet", "kinds"] {
        let whole = found(method, &[]);
        let parts = found(method, &[&SYMBOLIC[..], &["--partition", "auto"]].concat());
        assert_eq!(lines(&parts), lines(&whole), "{method}");
        assert_eq!(parts.losses(), Vec::<String>::new(), "{method}");
    }
    let parts = found("parts", &[&SYMBOLIC[..], &["--partition", "auto"]].concat());
    let blocks = parts.methods[0]["partition"]["blocks"].as_array().expect("blocks").iter();
    let blocks: Vec<String> = blocks.map(|block| block["inputs"].to_string()).collect();
    assert!(blocks.contains(&"[\"y\"]".to_owned()), "{blocks:?}");
    assert!(blocks.contains(&"[\"x\"]".to_owned()), "{blocks:?}");
    // Where the references are the same, the numbers meet.
    let meet = found("meet", &[&SYMBOLIC[..], &["--partition", "auto"]].concat());
    assert_eq!(ends(&meet).len(), 4, "{:?}", ends(&meet));
    for class in ["SortedListQueue", "DoublyLinkedList", "NodeSequence"] {
        let options = ["--criterion", "loop-1"];
        let open = generate(&structure(class), &[&options[..], &SYMBOLIC].concat());
        let parts = ["--partition", "auto"];
        let parts = generate(&structure(class), &[&options[..], &SYMBOLIC, &parts].concat());
        assert_eq!(lines(&parts), lines(&open), "{class}");
        assert_eq!(parts.losses(), Vec::<String>::new(), "{class}");
    }
}

#[test]
fn calls_that_are_left_open_may_do_anything_to_references_that_are() {
    let options = ["--method", "calls", "--criterion", "loop-2"];
    let run = generate(&together(), &[&options[..], &SYMBOLIC].concat());
    for aliasing in ["on", "symbolic"] {
        let lazy = ["--calls", "lazy", "--aliasing", aliasing];
        let lazy = generate(&together(), &[&options[..], &lazy].concat());
        assert_eq!(ends(&lazy), ends(&run), "{aliasing}: {}", lazy.run.stderr);
        assert_eq!(lazy.losses(), Vec::<String>::new(), "{aliasing}");
    }
    for class in ["SearchTree", "HeapQueue", "SortedListQueue"] {
        let options = ["--criterion", "loop-1", "--calls", "lazy"];
        let lazy = generate(&structure(class), &options);
        let open = generate(&structure(class), &[&options[..], &SYMBOLIC].concat());
        assert!(lines(&open).is_superset(&lines(&lazy)), "{class}");
        assert_eq!(open.losses(), Vec::<String>::new(), "{class}");
    }
}

/// Whichever is looked at first: the wide one may be decided before the narrow one stays open.
#[test]
fn references_of_a_wide_type_may_be_those_of_a_narrow_one() {
    let wide = repository("tests/java/generate/heaps/Wide.java");
    let found = |aliasing| generate(&wide, &["--criterion", "path", "--aliasing", aliasing]);
    let (lazy, open) = (found("on"), found("symbolic"));
    for (method, ways) in [("wideFirst", 3), ("writtenLater", 2), ("narrowFirst", 3)] {
        let of = |found: &Generated| {
            let all = ends(found).into_iter();
            all.filter(|end| end.contains(method) && !end.contains("null")).collect::<Vec<_>>()
        };
        assert_eq!(of(&open), of(&lazy), "{method}");
        assert!(of(&open).len() >= ways, "{method}: {:?}", of(&open));
    }
    assert_eq!(open.losses(), Vec::<String>::new());
}

#[test]
fn summaries_say_which_object_each_reference_is() {
    let mut command = margay();
    command.arg("summarize").arg(together()).args(SYMBOLIC);
    let run = Run::of(&mut command);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a summary says which object each reference is"), "{}", run.stderr);
}
