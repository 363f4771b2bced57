//! What paths cost: the figures of the thesis, agreement of expressions with replays and of bytes with a
//! JVM, policies that are driven and those that are judged at the end, and messages.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, compile, jdk, repository};
use generated::{Generated, generate};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

fn subject(file: &str) -> PathBuf {
    repository("tests/java/generate").join(file)
}

fn multiples(options: &[&str]) -> Generated {
    let named = ["--class", "Multiples", "--method", "multiples", "--criterion", "loop-4"];
    generate(&subject("pet/Multiples.java"), &[&named, options].concat())
}

/// What the cases cost in a model.
fn costs(found: &Generated, model: &str) -> Vec<u64> {
    let cost = |case: &Value| {
        let costs = case["costs"].as_array().into_iter().flatten();
        costs.filter(|cost| cost["model"] == model).find_map(|cost| cost["value"].as_u64())
    };
    found.cases.iter().filter_map(cost).collect()
}

fn decisions(found: &Generated) -> Vec<String> {
    found.cases.iter().map(|case| case["decisions"].to_string()).collect()
}

// ---- figures ----

#[test]
fn more_than_48_bytes_leaves_31_of_54() {
    let found = multiples(&["--policy", "payload > 48"]);
    assert_eq!(found.returned(), 31, "{}", found.run.stderr);
    assert!(costs(&found, "payload").iter().all(|cost| *cost > 48));
    // With headers and alignment the constant cases take up to 104 bytes.
    let found = multiples(&["--policy", "bytes > 104", "--max-array", "32"]);
    assert_eq!(found.returned(), 31);
}

#[test]
fn costs_are_expressions_over_the_input() {
    let found = multiples(&["--cost", "bytes,payload,objects,calls,calls:add"]);
    assert_eq!(found.cases.len(), 61);
    let of = |number: usize| found.cases[number]["costs"].to_string();
    assert_eq!(
        of(1),
        r#"[{"expression":"⌈40 + 4·icap⌉","model":"bytes","value":40},{"expression":"8 + 4·icap","model":"payload","value":8},{"model":"objects","value":2},{"model":"calls","value":2},{"model":"calls:add","value":0}]"#
    );
    // All of them agree with their replay, or they would not be there.
    let grown = found.cases.iter().filter(|case| case["costs"][0]["expression"].is_string());
    assert!(grown.count() >= 54);
}

#[test]
fn the_dearest_path_is_the_dearest_of_all() {
    let all = multiples(&["--cost", "instructions"]);
    let most = costs(&all, "instructions").into_iter().max();
    for options in [&["--policy", "worst"][..], &["--policy", "worst", "--aware"]] {
        let worst = multiples(options);
        assert_eq!(costs(&worst, "instructions").first().copied(), most);
        assert_eq!(worst.methods[0]["guided"]["proved"], true);
    }
    let mut three = costs(&all, "instructions");
    three.sort_unstable_by(|a, b| b.cmp(a));
    let top = multiples(&["--policy", "top-3"]);
    assert_eq!(costs(&top, "instructions"), three[..3]);
}

#[test]
fn driven_and_aware_find_the_same_cases() {
    for policy in
        ["bytes <= 48", "instructions <= 60", "calls:add > 2", "payload > 20 and objects <= 2"]
    {
        let driven = multiples(&["--policy", policy]);
        let aware = multiples(&["--policy", policy, "--aware"]);
        assert_eq!(decisions(&driven), decisions(&aware), "{policy}");
        let paths = |found: &Generated| found.methods[0]["paths"].as_u64();
        assert!(paths(&driven) <= paths(&aware), "{policy}");
    }
}

// ---- growth ----

/// The worst cases of a method of `Worst` at each size, and the shape that is told.
fn grows(method: &str, model: &str, sizes: &str) -> (Vec<u64>, String) {
    let policy = format!("worst calls:{model}");
    let mut command = generated::command(&subject("guided/Worst.java"));
    let run = Run::of(command.args(["--method", method, "--policy", &policy, "--scale", sizes]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let rows = run.stdout.lines().skip(2).take_while(|line| !line.is_empty());
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let cost = words.nth(1).and_then(|cost| cost.parse().ok()).expect("a cost");
        assert_eq!(words.next(), Some("yes"), "{line}");
        cost
    };
    (rows.map(row).collect(), run.stdout.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn worst_cases_are_those_of_the_closed_form() {
    let pairs: Vec<u64> = (1..=5).map(|n| n * (n - 1) / 2).collect();
    let quadratic = |model: &str| format!("calls:{model} are quadratic: 0.5·n² - 0.5·n");
    assert_eq!(grows("insertion", "move", "1..5"), (pairs.clone(), quadratic("move")));
    assert_eq!(grows("quicksort", "isLess", "1..4"), (pairs[..4].to_vec(), quadratic("isLess")));
    assert_eq!(grows("table", "isSame", "1..4"), (pairs[..4].to_vec(), quadratic("isSame")));
    assert_eq!(grows("append", "copy", "1..5"), (pairs, quadratic("copy")));
    let matcher = (1..=6).map(|n| 2 * (n - 1)).collect();
    assert_eq!(
        grows("find", "isSame", "1..6"),
        (matcher, "calls:isSame are linear: 2·n - 2".to_owned())
    );
}

// ---- a JVM ----

/// A program that prints what each case allocates.
fn harness(found: &Generated) -> String {
    let mut calls = String::new();
    for (number, case) in found.cases.iter().enumerate() {
        let name = case["method"]["name"].as_str().expect("a name");
        let argument = &case["input"]["arguments"][0]["value"];
        let _ = writeln!(calls, "        measure({number}, () -> Allocations.{name}({argument}));");
    }
    format!(
        "import java.util.function.Supplier;

public class Measure {{
    static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    static Object kept;

    static long bytes(Supplier<Object> call) {{
        long before = THREADS.getCurrentThreadAllocatedBytes();
        kept = call.get();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }}

    static void measure(int number, Supplier<Object> call) {{
        Supplier<Object> nothing = () -> null;
        bytes(call);
        bytes(nothing);
        long empty = bytes(nothing);
        System.out.println(number + \" \" + (bytes(call) - empty));
    }}

    public static void main(String[] args) {{
{calls}    }}
}}
"
    )
}

/// HotSpot in its interpreter makes every object that the program makes.
#[test]
fn bytes_are_those_that_a_jvm_allocates() {
    let source = subject("guided/Allocations.java");
    let options = [
        "--class",
        "Allocations",
        "--visibility",
        "package",
        "--criterion",
        "loop-12",
        "--cost",
        "bytes",
    ];
    let found = generate(&source, &options);
    let methods: BTreeMap<String, usize> =
        found.cases.iter().fold(BTreeMap::new(), |mut all, case| {
            *all.entry(case["method"]["name"].to_string()).or_default() += 1;
            all
        });
    assert!(methods.len() >= 9 && found.cases.len() > 40, "{methods:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("Measure.java");
    std::fs::write(&program, harness(&found)).expect("a file");
    let classes = compile(&jdk(), &[source, program]);
    let mut java = Command::new(jdk().home.join("bin/java"));
    java.args(["-Xint", "-cp"]).arg(classes).arg("Measure");
    let measured = Run::of(&mut java);
    let measured: Vec<u64> = measured
        .stdout
        .lines()
        .map(|line| line.split(' ').nth(1).expect("a number").parse().expect("a number"))
        .collect();
    let told = costs(&found, "bytes");
    for ((case, told), measured) in found.cases.iter().zip(&told).zip(&measured) {
        let (name, input) = (&case["method"]["name"], &case["input"]["arguments"][0]["value"]);
        assert_eq!(told, measured, "{name}({input})");
    }
    assert_eq!(told.len(), measured.len());
}

// ---- messages ----

#[test]
fn what_makes_no_sense_is_said() {
    let refused = |options: &[&str]| {
        let found = multiples(options);
        assert_eq!(found.run.code, Some(2), "{options:?}: {}", found.run.stderr);
        found.run.stderr
    };
    assert!(refused(&["--policy", "time > 3"]).contains("is no cost"));
    assert!(refused(&["--policy", "bytes"]).contains("is no policy"));
    assert!(refused(&["--cost", "calls:ad"]).contains("add"), "names what may be meant");
    assert!(refused(&["--policy", "worst", "--scale", "8..1"]).contains("are no sizes"));
    assert!(refused(&["--scale", "1..3"]).contains("--policy"));
}
