//! Guided generation: the figures of the thesis, points as users name them, guided searches that find what
//! exhaustive ones find, and messages.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, programs, repository};
use generated::{Generated, command, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn subject(file: &str) -> PathBuf {
    repository("tests/java/generate").join(file)
}

/// What is said of points: those that cases reach, and those that nothing does.
fn points(found: &Generated) -> (BTreeSet<String>, BTreeSet<String>) {
    let guided = found.methods.iter().filter_map(|method| method["guided"]["points"].as_array());
    let (reached, others): (Vec<&Value>, Vec<&Value>) =
        guided.flatten().partition(|point| point["case"].is_u64());
    let names = |points: Vec<&Value>| -> BTreeSet<String> {
        points.iter().filter_map(|point| point["point"].as_str().map(str::to_owned)).collect()
    };
    let reached = names(reached);
    let others = names(others).difference(&reached).cloned().collect();
    (reached, others)
}

// ---- figures ----

#[test]
fn lcm_has_three_local_paths() {
    let options = ["--class", "Arithmetics", "--method", "lcm", "--criterion", "all-local-paths"];
    let found = generate(&subject("pet/Rational.java"), &options);
    assert_eq!(found.cases.len(), 3, "{}", found.run.stderr);
}

#[test]
fn two_points_of_lcm_need_one_case() {
    let points = ["--reach", "Rational.java:42", "--reach", "Rational.java:17"];
    let options = ["--class", "Arithmetics", "--method", "lcm", "--criterion", "program-points"];
    let found = generate(&subject("pet/Rational.java"), &[&options[..], &points].concat());
    assert_eq!(found.cases.len(), 1, "{}", found.run.stderr);
    assert_eq!(self::points(&found).1, BTreeSet::new());
}

#[test]
fn the_trace_of_four_additions_has_four_cases() {
    let options = ["--class", "Multiples", "--method", "multiples", "--criterion", "loop-4"];
    let trace = ["--trace", "add add add add"];
    let found = generate(&subject("pet/Multiples.java"), &[&options[..], &trace].concat());
    let capacities = found.cases.iter().map(|case| case["input"]["arguments"][2]["value"].as_i64());
    let capacities: BTreeSet<_> = capacities.collect();
    assert_eq!(found.cases.len(), 4, "{}", found.run.stderr);
    assert_eq!(capacities, BTreeSet::from([Some(1), Some(2), Some(3), Some(4)]));
}

#[test]
fn arraypow_takes_fewer_paths_than_traces_of_its_abstraction() {
    let options = ["--class", "Powers", "--method", "arraypow", "--criterion", "loop-2"];
    let found = generate(&subject("pet/Powers.java"), &options);
    let paths = found.methods[0]["paths"].as_u64().expect("a number");
    assert!((10..=161).contains(&paths), "{paths}");
}

// ---- conditions ----

/// A case that reaches a line of `Seen.java` where a condition holds, if there is one.
fn seen(line: u32, condition: &str) -> Option<Value> {
    let point = format!("Seen.java:{line} if {condition}");
    let found = generate(&subject("guided/Seen.java"), &["--reach", &point]);
    let (reached, others) = points(&found);
    assert_eq!(reached.len() + others.len(), 1, "{}", found.run.stderr);
    assert_eq!(found.cases.len(), reached.len(), "{}", found.run.stderr);
    found.cases.first().cloned()
}

#[test]
fn conditions_over_what_a_line_sees_are_reached() {
    let case = seen(17, "steps == 2 && node.value > 40 && node.tag.length() == 2").expect("a case");
    assert!(case["condition"].to_string().contains("value > 40"), "{case}");
    let case = seen(27, "count == 7 && names.size() > 1 && this.count < 8").expect("a case");
    assert!(case["condition"].to_string().contains("this.count == 7"), "{case}");
    let case = seen(39, "sum > 3.5 && numbers.length == 2").expect("a case");
    assert_eq!(case["outcome"]["kind"], "returned", "{case}");
    assert!(seen(17, "node.tag.startsWith(\"ab\") && Math.max(limit, 3) == 6").is_some());
}

#[test]
fn conditions_may_be_about_variables_that_are_not_used_any_more() {
    assert!(seen(50, "b == 12L && a == 3 && c == 'x' && unused == 3 && ints[1] == -1").is_some());
    assert!(seen(50, "b == 2 && (isBig ^ true) && ints instanceof Object && c % 7 == 1").is_some());
}

#[test]
fn conditions_that_never_hold_are_not_reachable() {
    assert_eq!(seen(17, "steps < 0"), None);
    // A null pointer, an index that is none and a division by zero are no conditions that hold.
    assert_eq!(seen(22, "steps == 0 && node.value == node.value"), None);
    assert_eq!(seen(39, "numbers.length == 0 && numbers[0] == numbers[0]"), None);
    assert_eq!(seen(50, "1 / (a - a) == 1 || 1 == 2"), None);
}

#[test]
fn conditions_that_mean_nothing_say_why() {
    for (condition, why) in [
        ("stepz == 2", "there is no `stepz`; visible there: node, limit, steps"),
        ("steps", "it is of type int, no condition"),
        ("steps = 2", "`=` assigns; to compare is `==`"),
        ("node.tag > 2", "`>` between java.lang.String and int"),
        ("node.find(2)", "Seen$Node has no method find(int) with a result"),
        ("count > 1", "`count` is a field of an object, and the method is static"),
        ("steps == 2 &&", "something is missing at its end"),
    ] {
        let point = format!("Seen.java:17 if {condition}");
        let run = Run::of(command(&subject("guided/Seen.java")).args(["--reach", &point]));
        assert_eq!(run.code, Some(2), "{condition}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{condition}: {}", run.stderr);
    }
    let run = Run::of(command(&subject("guided/Seen.java")).args(["--reach", "walk if limit > 1"]));
    assert!(run.stderr.contains("`walk` is no line"), "{}", run.stderr);
}

// ---- the same as without a guide ----

/// The lines of a coverage document, all or those that are covered.
fn lines(coverage: &str, file: &str, is_covered: bool) -> BTreeSet<String> {
    let classes = coverage.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut lines = BTreeSet::new();
    for class in classes {
        let methods = class["methods"].as_array().into_iter().flatten();
        // Inputs are made by constructors too, and initializers run before.
        let methods =
            methods.filter(|method| method["name"] != "<init>" && method["name"] != "<clinit>");
        let found = methods.filter_map(|method| method["lines"].as_array()).flatten();
        let found = found.filter(|line| {
            !is_covered || line["instructions"]["covered"].as_u64().is_some_and(|count| count > 0)
        });
        lines.extend(found.filter_map(|line| line["line"].as_u64()));
    }
    lines.into_iter().map(|line| format!("{file}:{line}")).collect()
}

/// Guided generation reaches exactly the lines that exhaustive generation takes.
#[track_caller]
fn check_points(source: &Path, options: &[&str]) -> usize {
    let file = source.file_name().and_then(|name| name.to_str()).expect("a name");
    let folder = tempfile::tempdir().expect("a folder");
    let written =
        Run::of(command(source).args(options).args(["--quiet", "--out"]).arg(folder.path()));
    assert!(written.code.is_some_and(|code| code == 0 || code == 4), "{}", written.stderr);
    let coverage = std::fs::read_to_string(folder.path().join("coverage.jsonl")).expect("coverage");
    let (with_code, taken) = (lines(&coverage, file, false), lines(&coverage, file, true));
    let reach: Vec<&str> = with_code.iter().flat_map(|point| ["--reach", point.as_str()]).collect();
    let guided = generate(source, &[options, &reach].concat());
    let (reached, _) = points(&guided);
    let missed: Vec<_> = taken.difference(&reached).collect();
    let invented: Vec<_> = reached.difference(&taken).collect();
    assert!(
        missed.is_empty() && invented.is_empty(),
        "{file}: missed {missed:?}, invented {invented:?}"
    );
    reached.len()
}

#[test]
fn guided_generation_reaches_what_exhaustive_generation_takes() {
    let mut reached = 0;
    for file in [
        "pet/Rational.java",
        "pet/Multiples.java",
        "pet/Powers.java",
        "pet/List.java",
        "guided/Worst.java",
    ] {
        reached += check_points(&subject(file), &["--visibility", "package", "--max-array", "3"]);
    }
    for source in programs("generate/subjects") {
        let source = source.as_path();
        let name = source.file_stem().and_then(|name| name.to_str()).expect("a name");
        if ["Classics", "Counter", "Failures", "Account"].contains(&name) {
            reached += check_points(source, &["--max-array", "2"]);
        }
    }
    assert!(reached > 100, "{reached}");
}

#[test]
fn local_paths_are_those_of_all_paths() {
    let source = subject("guided/Worst.java");
    for method in ["quicksort", "find", "insertion"] {
        let named = ["--class", "Worst", "--method", method, "--max-array", "3"];
        let all = generate(&source, &[&named[..], &["--criterion", "loop-3"]].concat());
        let local =
            generate(&source, &[&named[..], &["--criterion", "all-local-paths-3"]].concat());
        // What the method itself does, in the order of its lines, and how it ends.
        let path = |case: &Value| {
            let visits = case["trace"].as_array().into_iter().flatten();
            let own = visits.filter(|visit| visit["method"]["name"] == method);
            let lines: Vec<String> = own.map(|visit| visit["lines"].to_string()).collect();
            (lines.concat().replace("][", ","), case["outcome"]["kind"].to_string())
        };
        let paths = |found: &Generated| found.cases.iter().map(path).collect::<BTreeSet<_>>();
        assert_eq!(paths(&all), paths(&local), "{method}");
        assert!(local.cases.len() <= all.cases.len());
    }
}

// ---- points as users name them ----

#[test]
fn a_deep_line_is_reached_and_a_dead_one_is_proved_to_be() {
    let source = subject("guided/Deep.java");
    let found = generate(
        &source,
        &[
            "--class",
            "Deep",
            "--reach",
            "Deep.java:15",
            "--reach",
            "Deep.java:18",
            "--reach",
            "Deep.java:30",
        ],
    );
    let (reached, others) = points(&found);
    assert_eq!(reached, BTreeSet::from(["Deep.java:15", "Deep.java:30"].map(str::to_owned)));
    assert_eq!(others, BTreeSet::from(["Deep.java:18".to_owned()]));
    let dead = found.methods.iter().flat_map(|method| method["guided"]["points"].as_array());
    let dead = dead.flatten().find(|point| point["point"] == "Deep.java:18").expect("it is told");
    assert_eq!(dead["unreachable"], true, "{dead}");
}

/// The receiver is made by calls before the method begins.
#[test]
fn points_of_the_class_library_are_reached() {
    for (class, method, point) in [
        ("java.util.BitSet", "set(II)V", "BitSet.expandTo"),
        ("java.util.ArrayDeque", "removeLastOccurrence", "ArrayDeque.delete"),
        ("java.util.PriorityQueue", "poll", "PriorityQueue.siftDownComparable"),
    ] {
        let options = ["--inputs", "api", "--method", method, "--reach", point];
        let found = generate(Path::new(class), &options);
        let reached = BTreeSet::from([point.to_owned()]);
        assert_eq!(points(&found).0, reached, "{class}: {}", found.run.stderr);
    }
}

#[test]
fn what_is_no_point_is_said() {
    let refused = |options: &[&str]| {
        let run = Run::of(command(&subject("guided/Deep.java")).args(options));
        assert_eq!(run.code, Some(2), "{options:?}: {}", run.stderr);
        run.stderr
    };
    assert!(refused(&["--reach", "Deep.java:2"]).contains("there is code at Deep.java:"));
    assert!(refused(&["--reach", "Dep.java:7"]).contains("Deep.java"));
    assert!(refused(&["--reach", "Deep.hlper"]).contains("helper"));
    assert!(refused(&["--reach", "line seven"]).contains("is no point"));
    assert!(refused(&["--criterion", "program-points"]).contains("--reach"));
    assert!(
        refused(&["--reach", "Deep.java:7", "--policy", "worst"]).contains("do not go together")
    );
    assert!(refused(&["--uncovered", "no/such/file.xml"]).contains("cannot read"));
    assert!(refused(&["--have", "no/such/folder"]).contains("no/such/folder"));
}

// ---- what has changed, and what is there already ----

fn git(folder: &Path, arguments: &[&str]) {
    let names = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let run = Run::of(Command::new("git").arg("-C").arg(folder).args(names).args(arguments));
    assert_eq!(run.code, Some(0), "git {arguments:?}: {}", run.stderr);
}

#[test]
fn tests_are_for_what_has_changed_and_nobody_tests() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Deep.java");
    let text = std::fs::read_to_string(subject("guided/Deep.java")).expect("a source");
    std::fs::write(&source, &text).expect("a file");
    let outside = Run::of(command(&source).args(["--changed"]));
    assert_eq!(outside.code, Some(2), "{}", outside.stderr);
    assert!(outside.stderr.contains("git diff fails"), "{}", outside.stderr);
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    let unknown = Run::of(command(&source).args(["--changed", "nosuchrevision"]));
    assert_eq!(unknown.code, Some(2), "{}", unknown.stderr);
    let nothing = Run::of(command(&source).args(["--changed"]));
    assert!(nothing.stderr.contains("none of the lines"), "{}", nothing.stderr);
    std::fs::write(&source, text.replace("return 5;", "return 55;")).expect("a file");
    let found = generate(&source, &["--changed"]);
    assert_eq!(found.cases.len(), 1, "{}", found.run.stderr);
    assert_eq!(found.cases[0]["outcome"]["value"], 55);
    // What was found is not made again.
    let out = folder.path().join("tests");
    let first = Run::of(command(&source).args(["--changed", "--out"]).arg(&out));
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let again = generate(&source, &["--changed", "--have", out.to_str().expect("a path")]);
    assert_eq!(again.cases.len(), 0, "{}", again.run.stderr);
    // Its own coverage says what is missing.
    let uncovered = ["--changed", "--uncovered", out.to_str().expect("a path")];
    let covered = Run::of(command(&source).args(uncovered));
    assert!(covered.stderr.contains("none of the lines"), "{}", covered.stderr);
}
