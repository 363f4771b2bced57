//! Relative soundness of partitions (FlowTest, section 4): what the search of all inputs together reaches, lines and exceptions, is
//! reached one block at a time as well. On programs of ours, and on random ones.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::repository;
use generated::generate;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// What cases reach, by method: lines, and exceptions with the line they are from. Methods whose search was stopped
/// are left out.
fn reached(target: &Path, options: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let found = generate(target, options);
    let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for method in &found.methods {
        if method["losses"]["stopped"].is_null() {
            reached.insert(method["method"].to_string(), BTreeSet::new());
        }
    }
    for case in &found.cases {
        let Some(all) = reached.get_mut(&case["method"].to_string()) else { continue };
        let steps = case["trace"].as_array().into_iter().flatten();
        let mut last = Value::Null;
        for step in steps {
            for line in step["lines"].as_array().into_iter().flatten() {
                all.insert(format!("{} {line}", step["method"]["class"]));
                last = line.clone();
            }
        }
        if case["outcome"]["kind"] == "threw" {
            all.insert(format!("{} at {last}", case["outcome"]["class"]));
        }
    }
    reached
}

/// Compares both searches; gives how many methods there were.
fn compare(target: &Path, options: &[&str]) -> usize {
    let all = reached(target, options);
    let parts = reached(target, &[options, &["--partition", "auto"]].concat());
    for (method, reached) in &all {
        let missed: Vec<&String> = reached.difference(&parts[method]).collect();
        assert!(missed.is_empty(), "{}: {method}: {missed:?}", target.display());
    }
    all.len()
}

#[test]
fn partitions_reach_what_all_paths_reach() {
    let mut methods = 0;
    for subject in [
        "concolic/Partitions",
        "exhaustive/Exhaustive",
        "pet/List",
        "pet/Rational",
        "subjects/Account",
        "subjects/Bits",
        "subjects/Classics",
        "subjects/Counter",
        "subjects/Flow",
        "subjects/Fraction",
        "subjects/Intervals",
        "subjects/Light",
        "subjects/Matrix",
        "subjects/Overriding",
        "subjects/Recursion",
        "subjects/Shapes",
        "subjects/Stock",
        "subjects/Vectors",
    ] {
        methods += compare(&repository(&format!("tests/java/generate/{subject}.java")), &[]);
    }
    let formula = repository("tests/java/generate/subjects/Formula.java");
    methods += compare(&formula, &["--method", "value"]);
    assert!(methods > 100, "{methods} methods were compared");
}

#[test]
fn partitions_of_random_programs_reach_what_all_paths_reach() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Random.java");
    let mut writer = Writer { state: 5, text: String::new(), exits: 0 };
    writer.class(40);
    std::fs::write(&file, &writer.text).expect("a file");
    let methods = compare(&file, &["--visibility", "package"]);
    assert!(methods >= 36, "{methods} methods were compared:\n{}", writer.text);
}

/// Writes random methods.
struct Writer {
    state: u64,
    text: String,
    exits: u32,
}

impl Writer {
    /// A number below a bound (xorshift).
    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % bound
    }

    fn class(&mut self, methods: u32) {
        self.text.push_str("class Random {\n");
        for number in 0..methods {
            let parameters = 2 + self.below(4);
            let names: Vec<String> = (0..parameters).map(|at| format!("int p{at}")).collect();
            let _ = writeln!(self.text, "  static int m{number}({}) {{", names.join(", "));
            self.text.push_str("    int x = 0, y = 1;\n");
            (0..3).for_each(|_| self.block(parameters, 0));
            self.text.push_str("    return x;\n  }\n");
        }
        self.text.push_str("}\n");
    }

    fn block(&mut self, parameters: u64, depth: u32) {
        for _ in 0..=self.below(2) {
            let kind = if depth > 2 { 0 } else { self.below(10) };
            match kind {
                0..4 => {
                    let (to, value) = (["x", "y"][self.below(2) as usize], self.sum(parameters));
                    let _ = writeln!(self.text, "{to} = {value};");
                }
                4..8 => {
                    let condition = self.condition(parameters);
                    let _ = writeln!(self.text, "if ({condition}) {{");
                    self.block(parameters, depth + 1);
                    if self.below(2) == 0 {
                        self.text.push_str("} else {\n");
                        self.block(parameters, depth + 1);
                    }
                    self.text.push_str("}\n");
                }
                kind => {
                    let condition = self.condition(parameters);
                    self.exits += 1;
                    let exit = match kind {
                        8 => format!("throw new IllegalStateException(\"{}\")", self.exits),
                        _ => format!("return {}", self.exits),
                    };
                    let _ = writeln!(self.text, "if ({condition}) {exit};");
                }
            }
        }
    }

    fn name(&mut self, parameters: u64) -> String {
        match self.below(parameters + 2) {
            0 => "x".to_owned(),
            1 => "y".to_owned(),
            number => format!("p{}", number - 2),
        }
    }

    fn sum(&mut self, parameters: u64) -> String {
        let first = self.name(parameters);
        match self.below(3) {
            0 => first,
            1 => format!("{first} + {}", self.below(20)),
            _ => format!("{first} - {}", self.name(parameters)),
        }
    }

    fn condition(&mut self, parameters: u64) -> String {
        let operator = ["==", "!=", "<", ">"][self.below(4) as usize];
        let (left, right) = (self.sum(parameters), self.sum(parameters));
        let right = if self.below(2) == 0 { right } else { self.below(30).to_string() };
        format!("{left} {operator} {right}")
    }
}
