//! `margay enumerate`: every subject with the figures its header gives, in all modes, and the
//! command as users meet it.

mod common;
#[path = "common/subjects.rs"]
mod subjects;

use common::{Run, margay, programs, records, repository, run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use subjects::{Search, check_search, check_searches};

fn examples() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository("examples/structures")).expect("the examples");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

fn binary_tree() -> String {
    repository("tests/java/enumerate/BinaryTree.java").display().to_string()
}

fn enumerate<const N: usize>(options: [&str; N]) -> Run {
    run(["enumerate", &binary_tree()].into_iter().chain(options))
}

/// Refused with this exit code, nothing on standard output, and these words on standard error.
#[track_caller]
fn check_refused(found: &Run, code: i32, words: &[&str]) {
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(code)), "{}", found.stderr);
    for words in words {
        assert!(found.stderr.contains(words), "{words:?} is not in: {}", found.stderr);
    }
}

/// A source file in a folder of its own.
fn source(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(format!("{name}.java"));
    std::fs::write(&file, text).expect("a file");
    (folder, file.display().to_string())
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("readable"))).collect();
    names.sort();
    names
}

// ---- figures ----

#[test]
fn subjects_give_the_figures_of_their_headers() {
    check_searches(&Search::of_all(&programs("enumerate")), check_search);
}

#[test]
fn examples_give_the_figures_of_their_headers() {
    check_searches(&Search::of_all(&examples()), check_search);
}

/// The goal is what the paper on multi-value comparisons reports.
#[test]
fn looking_ahead_beats_the_paper() {
    let file = repository("tests/java/enumerate/SearchTree.java");
    for (size, most) in [("3", 130), ("4", 723), ("5", 3_977), ("6", 21_670)] {
        let search = Search::of_all(std::slice::from_ref(&file)).remove(0);
        let bounds = [
            format!("objects Node={size}"),
            format!("field SearchTree.size={size}..{size}"),
            format!("field Node.data=1..{size}"),
        ];
        let bounds = bounds.iter().flat_map(|item| ["--set".to_owned(), item.clone()]).collect();
        let search = Search { bounds, ..search };
        let found = search.run(&["--untouched", "free"]).expect("a good end");
        assert!(found.run() <= most, "{size}: {} were run", found.run());
    }
}

/// Domains that take several words of lanes.
#[test]
fn all_values_of_a_large_domain_are_told_ahead() {
    let text = "class Wide { int x; boolean repOk() { return x % 70 == 3; } }";
    let (_folder, file) = source("Wide", text);
    let options = ["enumerate", &file, "--set", "field x=0..199", "--format", "json"];
    let all = run(options);
    let one_by_one = run(options.into_iter().chain(["--multi-value", "off"]));
    let found = records(&all.stdout);
    assert_eq!((&found, all.code), (&records(&one_by_one.stdout), Some(0)), "{}", all.stderr);
    assert_eq!(found.lines().count(), 3);
    let counters = run(["enumerate", &file, "--set", "field x=0..199"]).stdout;
    assert!(counters.contains("run                0\n"), "{counters}");
    assert!(counters.contains("rejected ahead   197\n"), "{counters}");
}

/// Looking ahead takes a field with one value for decided; what it alone has read is no free field.
#[test]
fn fields_with_one_value_are_no_obstacle_to_looking_ahead() {
    let text = "class Pair { int x, y, z; boolean repOk() { return x == y && z < 3; } }";
    let (_folder, file) = source("Pair", text);
    let bounds = ["--set", "field x=0..4", "--set", "field y=2..2", "--set", "field z=0..4"];
    let found = |options: &[&str]| {
        let command = ["enumerate", file.as_str()].into_iter();
        let found = run(command.chain(bounds).chain(options.iter().copied()));
        assert_eq!(found.code, Some(0), "{}", found.stderr);
        found.stdout
    };
    let counters = found(&[]);
    assert!(counters.contains("run              0\n"), "{counters}");
    assert!(counters.contains("rejected ahead   6\n"), "{counters}");
    for untouched in ["expand", "free"] {
        let options = ["--format", "json", "--untouched", untouched];
        let one_by_one = found(&[&options[..], &["--multi-value", "off"]].concat());
        let one_by_one = records(&one_by_one);
        assert_eq!(records(&found(&options)), one_by_one, "{untouched}");
        assert_eq!(one_by_one.lines().count(), 3);
    }
}

// ---- what is printed ----

/// They are made before the search: a method that is called with one is looked through like others.
#[test]
fn string_constants_are_no_obstacle_to_looking_ahead() {
    let sorted = |no: &str| {
        let text = format!(
            "class Sorted {{ int a, b, c;
                boolean repOk() {{ if (a > b) {{ return {no}; }} return isLast(); }}
                boolean isLast() {{ return b > c ? {no} : true; }}
                static boolean say(String why) {{ return false; }} }}"
        );
        let (_folder, file) = source("Sorted", &text);
        run(["enumerate", &file, "--bound", "9"]).stdout
    };
    let silent = sorted("false");
    assert!(silent.contains("rejected ahead"), "{silent}");
    assert_eq!(sorted("say(\"not sorted\" )"), silent);
}

#[test]
fn a_table_of_counters() {
    let found = enumerate(["--bound", "4", "--multi-value", "off"]);
    let table = "candidates       337\nvalid             23\ninitializations  423\n";
    assert_eq!((found.stdout.as_str(), found.code), (table, Some(0)), "{}", found.stderr);
}

#[test]
fn structures_as_json_lines() {
    let found = enumerate(["-o", "Node=1", "--set", "field size=0..1", "--format", "json", "-q"]);
    let empty = r#"{"structure":0,"decisions":"0,0","root":"BinaryTree0","objects":{"BinaryTree0":{"class":"BinaryTree","fields":{"root":null,"size":0}}}}"#;
    let records = records(&found.stdout);
    assert_eq!(records.lines().next(), Some(empty), "{}", found.stderr);
    assert_eq!((records.lines().count(), found.stderr.as_str()), (2, ""));
}

/// Lines are written straight from memory unless structures are wanted for something else too.
#[test]
fn lines_are_those_of_structures_that_were_read_in_full() {
    let mut searches = Search::of_all(&programs("enumerate"));
    searches.retain(|search| search.figure("candidates").is_none_or(|count| count < 5_000));
    assert!(searches.len() > 20, "{} searches", searches.len());
    check_searches(&searches, |search| {
        for untouched in ["expand", "free"] {
            let options = ["--format", "json", "--untouched", untouched];
            let lines = search.command(&options);
            let whole = search.command(&[&options[..], &["--verify", "--quiet"]].concat());
            if (&lines.stdout, lines.code) != (&whole.stdout, Some(0)) {
                return Err(format!("{untouched}: {}\n{}", lines.stdout, whole.stdout));
            }
        }
        Ok(())
    });
}

/// The same of all kinds of values that fields and elements hold.
#[test]
fn lines_have_all_kinds_of_values() {
    let text = r#"class Kinds extends Base {
        int n; boolean flag; byte small; char letter, half; float single; double real; long wide, long2;
        String text, broken; Color color; Integer boxed; Object[] mixed; int[][] table;
        java.util.ArrayList<Object> list; Object plain; Base[] none;
        enum Color { RED, GREEN { } }
        boolean repOk() {
            if (n % 3 == 2) return false;
            flag = n == 0; small = (byte) -n; letter = '\u20ac'; half = '\ud800'; single = n / 3f;
            real = 0.0 / n; wide = (1L << 53) + n; long2 = Long.MIN_VALUE; own = n * 7;
            text = "a\"\\\n\u20ac" + n; broken = "\udc00x"; color = n == 0 ? Color.RED : Color.GREEN;
            boxed = 1000 + n; plain = new Object(); table = new int[][] { {}, { n, -n, 10, 100_000 }, null };
            mixed = new Object[] { this, new Base(), "x", null, Color.GREEN, 'c', new Base(), new Object[0] };
            list = new java.util.ArrayList<>(); list.add(mixed); list.add(mixed[1]);
            none = new Base[140_000]; none[139_999] = this;
            none = n == 0 ? none : null;
            return true;
        }
    }
    class Base { int own; Base next; }"#;
    let (_folder, file) = source("Kinds", text);
    let command = ["enumerate", &file, "--set", "field n=0..12", "--format", "json"];
    let lines = run(command);
    let whole = run(command.into_iter().chain(["--verify", "--quiet"]));
    assert_eq!((lines.code, whole.code), (Some(0), Some(0)), "{}{}", lines.stderr, whole.stderr);
    assert!(lines.stdout == whole.stdout, "{}\n{}", lines.stdout, whole.stdout);
    // Nine numbers, and `next` is null or the root itself.
    assert_eq!(records(&lines.stdout).lines().count(), 18);
    for kind in ["$ref", "$long", "$char", "$float", "$utf16", "$enum"] {
        assert!(lines.stdout.contains(kind), "{kind} is not in {}", lines.stdout);
    }
}

#[test]
fn all_formats_as_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().display().to_string();
    let formats = "json,dot,svg,junit,html";
    let found = enumerate(["--bound", "2", "--out", &out, "--format", formats, "-q"]);
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(0)), "{}", found.stderr);
    let expected = ["dot", "index.html", "junit", "structures.jsonl", "svg"];
    assert_eq!(files(folder.path()), expected);
    let lines = std::fs::read_to_string(folder.path().join("structures.jsonl")).expect("lines");
    assert_eq!(records(&lines).lines().count(), 4);
    assert_eq!(files(&folder.path().join("svg")).len(), 4);
    assert_eq!(files(&folder.path().join("dot"))[0], "000000.dot");
    assert_eq!(files(&folder.path().join("junit")), ["BinaryTreeStructuresTest.java"]);
}

#[test]
fn pictures_need_a_folder() {
    check_refused(&enumerate(["--bound", "2", "--format", "svg"]), 2, &["--out"]);
}

// ---- the end of a search ----

#[test]
fn a_limit_keeps_the_first_ones() {
    let all = enumerate(["--bound", "4", "--format", "json"]);
    let some = enumerate(["--bound", "4", "--format", "json", "--limit", "3"]);
    assert_eq!(some.code, Some(0));
    let (all, first) = (records(&all.stdout), records(&some.stdout));
    assert_eq!(first.lines().count(), 3);
    assert!(all.starts_with(&first));
    assert!(some.stderr.contains("stopped by --limit after 3 structures"), "{}", some.stderr);
}

#[test]
fn a_timeout_keeps_what_was_found() {
    let found = enumerate(["--bound", "14", "--format", "json", "--timeout", "2"]);
    assert_eq!(found.code, Some(4));
    assert!(found.stderr.contains("stopped by --timeout after 2 s"), "{}", found.stderr);
    assert!(found.stdout.lines().all(|line| line.ends_with("}}")), "whole lines");
    assert!(records(&found.stdout).lines().count() > 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().display().to_string();
    let mut command = margay();
    command.args(["enumerate", &binary_tree(), "--bound", "14", "--quiet", "--out", &out]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
    let lines = folder.path().join("structures.jsonl");
    let begun = || std::fs::metadata(&lines).is_ok_and(|file| file.len() > 100_000);
    while !begun() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted: there may be more"));
    let text = std::fs::read_to_string(&lines).expect("the structures");
    assert!(text.lines().count() > 100 && text.lines().all(|line| line.ends_with("}}")));
    let end = text.lines().last().expect("the end");
    assert!(end.starts_with("{\"end\":{\"complete\":false,\"stopped\":\"interrupted\""), "{end}");
}

#[test]
fn a_predicate_that_never_ends_is_shown_with_its_candidate() {
    let text = "class Spin { int x; boolean repOk() { while (x == 1) { } return true; } }";
    let (_folder, file) = source("Spin", text);
    let found = run(["enumerate", &file, "--bound", "2", "--max-steps", "10000"]);
    check_refused(&found, 4, &["10000 steps", "candidate 1", r#""fields":{"x":1}"#]);
}

#[test]
fn an_exception_is_a_rejection_and_the_first_is_shown() {
    let text = "class Odd { int x; boolean repOk() { return 6 / x != 3; } }";
    let (_folder, file) = source("Odd", text);
    let found = run(["enumerate", &file, "--bound", "3", "--multi-value", "off"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let words = "the predicate threw java.lang.ArithmeticException: / by zero (decisions 0)";
    assert!(found.stderr.contains(words), "{}", found.stderr);
    assert!(found.stdout.contains("threw            1\n"), "{}", found.stdout);
    assert!(found.stdout.contains("valid            2\n"), "{}", found.stdout);
}

#[test]
fn what_is_not_supported_is_refused_with_its_place() {
    let text =
        "class Wait { int x; boolean repOk() { new Thread(() -> {}).start(); return true; } }";
    let (_folder, file) = source("Wait", text);
    let found = run(["enumerate", &file, "--bound", "1"]);
    check_refused(&found, 3, &["unsupported", "Wait.repOk(Wait.java:1)"]);
}

// ---- bad input ----

#[test]
fn what_does_not_exist_is_said_with_what_does() {
    check_refused(&enumerate(["--class", "BinaryTre", "--bound", "2"]), 2, &["BinaryTree?"]);
    let found = enumerate(["--predicate", "repok", "--bound", "2"]);
    check_refused(&found, 2, &["BinaryTree has no predicate repok", "did you mean repOk?"]);
    let found = enumerate(["--bound", "2", "--set", "field Node.lefd!=null"]);
    check_refused(&found, 2, &["no field lefd", "left"]);
    check_refused(&enumerate([]), 2, &["there are no bounds", "--bound 3"]);
    let found = enumerate(["--bound", "2", "--set", "field size={}"]);
    check_refused(&found, 2, &["field size={}"]);
    let found = enumerate(["--bound", "2", "--from", "9"]);
    check_refused(&found, 2, &["decision path 9"]);
}

#[test]
fn the_only_class_with_a_predicate_is_meant() {
    let text = "class Plain { int x; }\n\
        class Pair { int x, y; boolean isOrdered() { return x < y; } }";
    let (_folder, file) = source("Plain", text);
    let found = run(["enumerate", &file, "--bound", "2", "--format", "json", "-q"]);
    assert_eq!(records(&found.stdout).lines().count(), 3, "{}", found.stderr);
    let (_folder, file) = source("Plain", &format!("{text} class Other extends Pair {{ }}"));
    let found = run(["enumerate", &file, "--bound", "2"]);
    check_refused(&found, 2, &["several classes", "--class: Other, Pair"]);
}

#[test]
fn predicates_that_are_none() {
    let text = "class P { int x; boolean has(int y) { return x == y; } int size() { return x; } }";
    let (_folder, file) = source("P", text);
    let found = run(["enumerate", &file, "--bound", "1", "--predicate", "has"]);
    check_refused(&found, 2, &["is not a predicate", "without parameters"]);
    let found = run(["enumerate", &file, "--bound", "1"]);
    check_refused(&found, 2, &["class P has no predicate", "repOk()"]);
}

#[test]
fn a_large_space_is_remarked_on() {
    let found = enumerate(["-o", "Node=40", "--set", "field size=40..40", "--timeout", "1"]);
    assert!(!found.stderr.contains("combinations"), "a search with an end is not remarked on");
    let file = repository("tests/java/enumerate/SinglyLinkedList.java").display().to_string();
    let found = run(["enumerate", &file, "--bound", "40"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(found.stderr.contains("the bounds allow 10^"), "{}", found.stderr);
}

#[test]
fn bounds_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("margay.toml");
    let text = "[enumerate]\nobjects = { Node = 3 }\nfields = { \"BinaryTree.size\" = \"3..3\" }\n";
    std::fs::write(&file, text).expect("a file");
    let config = file.display().to_string();
    let found = enumerate(["--config", &config, "--multi-value", "off"]);
    let table = "candidates       63\nvalid             5\ninitializations  93\n";
    assert_eq!((found.stdout.as_str(), found.code), (table, Some(0)), "{}", found.stderr);
}
