//! Whole inputs: the arguments and the standard input of programs, and inputs that users have.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, javac, jdk, margay, repository};
use generated::{Generated, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn subject(name: &str) -> PathBuf {
    repository(&format!("tests/java/generate/concolic/{name}.java"))
}

/// Tests for a program, run on the JVM; what they feed and print.
fn program(class: &str, stdin: &str) -> (BTreeSet<String>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = margay();
    command.arg("generate").arg(subject("Commands"));
    command.args(["--class", &format!("Commands${class}"), "--method", "main", "--stdin", stdin]);
    let run = Run::of(command.args(["--verify", "--out"]).arg(folder.path()));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("agree, 0 fail, 0 end with an error"), "{}", run.stdout);
    let cases = std::fs::read_to_string(folder.path().join("cases.jsonl")).expect("cases");
    let cases = cases.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let cases = cases.filter(|line| line.get("case").is_some());
    let printed = cases.map(|case| format!("{} {}", case["input"]["stdin"], case["printed"]));
    (printed.collect(), run.stdout)
}

#[test]
fn programs_read_lines_of_text() {
    let (printed, summary) = program("Sum", "2x3");
    assert!(summary.contains("14 of 14 branches"), "{summary}");
    assert!(printed.iter().any(|case| case.contains("\"much\\n\"")), "{printed:?}");
    assert!(printed.iter().any(|case| case.contains("what is")), "{printed:?}");
    let (_, summary) = program("Numbers", "1x2");
    assert!(summary.contains("4 of 4 branches"), "{summary}");
}

#[test]
fn programs_read_bytes() {
    let (printed, summary) = program("Magic", "3");
    assert!(summary.contains("6 of 6 branches"), "{summary}");
    assert!(printed.iter().any(|case| case.contains("\u{ca}\u{fe}")), "{printed:?}");
}

#[test]
fn standard_input_has_a_size_or_is_refused() {
    let none = generate(&subject("Commands"), &["--class", "Commands$Magic", "--method", "main"]);
    assert!(none.losses()[0].contains("standard input"), "{:?}", none.losses());
    for size in ["0", "x3", "3x", "lots", "5000"] {
        let run =
            Run::of(margay().arg("generate").arg(subject("Commands")).args(["--stdin", size]));
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("lines and their length (2x8)"), "{}", run.stderr);
    }
}

fn seeded(class: &str, method: &str, seeds: &str, options: &[&str]) -> Generated {
    let all = [&["--method", method, "--criterion", "path", "--seeds", seeds], options].concat();
    generate(&subject(class), &all)
}

/// What a case is given.
fn given(case: &Value) -> String {
    case["input"]["arguments"].to_string()
}

#[test]
fn the_search_begins_with_values_that_are_given() {
    let found = seeded("Partitions", "order", "price=7, count=8, discount=9", &[]);
    let first =
        r#"[{"name":"price","value":7},{"name":"count","value":8},{"name":"discount","value":9}]"#;
    assert_eq!(given(&found.cases[0]), first);
    assert_eq!(found.cases.len(), 3, "each path once");
    let parts =
        seeded("Partitions", "order", "price=7, count=8, discount=9", &["--partition", "auto"]);
    assert_eq!(given(&parts.cases[0]), first);
    assert!(parts.cases.iter().any(|case| {
        given(case)
            .contains(r#""value":7},{"name":"count","value":8},{"name":"discount","value":51"#)
    }));
    let text = seeded(
        "Concolic",
        "compare",
        "s=['h','i','\\0'], c=['h','i','\\0']",
        &["--max-paths", "1"],
    );
    assert_eq!(text.cases[0]["before"]["s"]["elements"][1]["$char"], "i");
}

#[test]
fn the_cases_of_a_run_are_seeds_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.json");
    for subject in ["subjects/LinkedInts", "subjects/Account", "subjects/Words", "suites/Calendar"]
    {
        let target = repository(&format!("tests/java/generate/{subject}.java"));
        let options = ["--inputs", "api", "--criterion", "branch"];
        let before = generate(&target, &options);
        std::fs::write(&file, &before.run.stdout).expect("a file");
        let seeds = ["--seeds", file.to_str().expect("a path")];
        let after = generate(&target, &[&options[..], &seeds].concat());
        let inputs = |found: &Generated| -> BTreeSet<String> {
            let input =
                |case: &Value| format!("{} {} {}", case["method"], case["input"], case["before"]);
            found.cases.iter().map(input).collect()
        };
        let lost: Vec<String> = inputs(&before).difference(&inputs(&after)).cloned().collect();
        assert!(before.cases.len() > 4, "{subject} has cases");
        assert!(lost.len() * 10 <= before.cases.len(), "{subject}: {lost:#?}");
    }
}

#[test]
fn seeds_that_do_not_fit_are_named_and_nothing_is_lost() {
    let found = |seeds: &str| {
        let run = Run::of(
            generated::command(&subject("Partitions"))
                .args(["--method", "order", "--seeds", seeds]),
        );
        (run.code, run.stdout, run.stderr)
    };
    let (code, stdout, stderr) = found("prise=3");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--seeds 'prise=3': no method has parameters prise"), "{stderr}");
    assert!(stdout.contains("Partitions.order"), "nothing is lost");
    let (code, _, stderr) = found("price=much");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("price: `much` is not a value of type int"), "{stderr}");
    let (code, _, stderr) = found("no-such-file");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("there is no such file"), "{stderr}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.json");
    std::fs::write(&file, "{}\n").expect("a file");
    let (code, _, stderr) = found(file.to_str().expect("a path"));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("cases.json: line 1:"), "{stderr}");
    let other = generate(&subject("Partitions"), &["--method", "kinds"]);
    std::fs::write(&file, &other.run.stdout).expect("a file");
    let (code, _, stderr) = found(file.to_str().expect("a path"));
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("cases.json:3: Partitions.kinds(IIII)I is not among the methods"),
        "{stderr}"
    );
    let strategy = Run::of(generated::command(&subject("Partitions")).args([
        "--strategy",
        "symbolic",
        "--seeds",
        "a=1",
    ]));
    assert_eq!(strategy.code, Some(2));
    assert!(strategy.stderr.contains("leave out --strategy symbolic"), "{}", strategy.stderr);
}

/// `margay.Margay` is compiled with what uses it, and is none of the classes under test.
#[test]
fn the_api_is_not_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Asks.java");
    let source = "import margay.Margay;\npublic class Asks {\n  public static int f() {\n    \
                  return Margay.anyInt() > 3 ? 1 : 0;\n  }\n}\n";
    std::fs::write(&file, source).expect("there is room");
    let run = Run::of(margay().arg("generate").arg(&file).args(["--format", "json"]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("\"class\":\"Asks\""), "{}", run.stdout);
    assert!(!run.stdout.contains("\"class\":\"margay.Margay\""), "{}", run.stdout);
}

/// Under `java` a program that asks for values takes those of a file, or throws.
#[test]
fn a_program_that_asks_is_a_normal_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let (api, classes) = (folder.path().join("api"), folder.path().join("classes"));
    let run = Run::of(margay().args(["api", "--out"]).arg(&api));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let file = folder.path().join("Asks.java");
    let source = "import margay.Margay;\npublic class Asks {\n  public static void main(String[] a) {\n    \
                  System.out.println(Margay.anyInt() + Margay.anyString(1));\n  }\n}\n";
    std::fs::write(&file, source).expect("there is room");
    javac(&api.display().to_string(), &[], &classes, &[file]);
    let values = folder.path().join("values");
    std::fs::write(&values, "int 41\nint 1\nbyte 66\n").expect("there is room");
    let java = |given: &[String]| {
        let path = std::env::join_paths([&api, &classes]).expect("a class path");
        Run::of(std::process::Command::new(jdk().java).args(given).arg("-cp").arg(path).arg("Asks"))
    };
    assert_eq!(java(&[format!("-Dmargay.values={}", values.display())]).stdout, "41B\n");
    let without = java(&[]);
    assert_eq!(without.code, Some(1));
    assert!(without.stderr.contains("-Dmargay.values=FILE"), "{}", without.stderr);
}
