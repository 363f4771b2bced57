//! `margay verify`: tests compiled and run by the JDK.

mod common;

use common::{compile, jdk, margay, repository, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SUBJECT: &str = "package sums;\nclass Sums { static int twice(int n) { return n * 2; } }\n";

fn test_class(assertion: &str) -> String {
    format!(
        "package sums;\n\
         import static org.junit.jupiter.api.Assertions.assertEquals;\n\
         import org.junit.jupiter.api.Test;\n\
         class SumsTest {{\n\
             @Test void twice_returns4() {{ System.out.print(\"noise\"); assertEquals(4, Sums.twice(2)); }}\n\
             @Test void twice_differs() {{ {assertion} }}\n\
         }}\n"
    )
}

/// A folder with tests, and the class path of what they test.
fn project(folder: &Path, assertion: &str) -> (PathBuf, PathBuf) {
    let (source, tests) = (folder.join("src/sums/Sums.java"), folder.join("tests"));
    fs::create_dir_all(source.parent().expect("a folder")).expect("a folder");
    fs::create_dir_all(tests.join("sums")).expect("a folder");
    fs::write(&source, SUBJECT).expect("a file");
    fs::write(tests.join("sums/SumsTest.java"), test_class(assertion)).expect("a file");
    (tests, compile(&jdk(), &[source]))
}

fn verify(assertion: &str, more: &[&str]) -> common::Run {
    let folder = tempfile::tempdir().expect("a folder");
    let (tests, classes) = project(folder.path(), assertion);
    let mut command = margay();
    command.arg("verify").arg(tests).arg("--cp").arg(classes).args(more);
    common::Run::of(&mut command)
}

#[test]
fn tests_that_agree() {
    let done = verify("", &[]);
    assert_eq!(done.stdout, "2 tests: 2 agree, 0 fail, 0 end with an error\n", "{}", done.stderr);
    assert_eq!(done.code, Some(0));
}

#[test]
fn packages_that_are_sealed_are_open_to_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tests, classes) = project(folder.path(), "");
    let [manifest, jar] = ["manifest", "sums.jar"].map(|name| folder.path().join(name));
    fs::write(&manifest, "Manifest-Version: 1.0\nSealed: true\n").expect("a file");
    let mut command = Command::new(jdk().home.join("bin/jar"));
    command.arg("--create").arg("--file").arg(&jar).arg("--manifest").arg(&manifest);
    assert!(command.arg("-C").arg(classes).arg(".").status().expect("a jar").success());
    let done = common::Run::of(margay().arg("verify").arg(tests).arg("--cp").arg(jar));
    assert_eq!(done.stdout, "2 tests: 2 agree, 0 fail, 0 end with an error\n", "{}", done.stderr);
}

#[test]
fn tests_that_fail_are_named() {
    let done = verify("assertEquals(5, Sums.twice(2));", &[]);
    let expected = "2 tests: 1 agree, 1 fail, 0 end with an error\n  \
                    fail: sums.SumsTest.twice_differs: expected: <5> but was: <4>\n";
    assert_eq!(done.stdout, expected, "{}", done.stderr);
    assert_eq!(done.code, Some(1));
}

#[test]
fn json_for_other_programs() {
    let done = verify("throw new IllegalStateException(\"a\\tb\\nc\");", &["--format", "json"]);
    let expected = r#"{"agree":1,"complete":true,"disagreeing":[{"class":"sums.SumsTest","message":"java.lang.IllegalStateException: a b c","status":"error","test":"twice_differs"}],"error":1,"fail":0,"tests":2}"#;
    assert_eq!(done.stdout.trim_end(), expected, "{}", done.stderr);
    assert_eq!(done.code, Some(1));
}

#[test]
fn endless_tests_are_stopped() {
    let done = verify("while (true) { Sums.twice(1); }", &["--timeout", "6"]);
    assert!(done.stdout.ends_with("stopped before the last test had ended\n"), "{}", done.stdout);
    assert_eq!(done.code, Some(4));
}

#[test]
fn compiling_takes_time_too() {
    let done = verify("", &["--timeout", "0.01"]);
    let expected = "0 tests: 0 agree, 0 fail, 0 end with an error\n\
                    stopped before the last test had ended\n";
    assert_eq!((done.stdout.as_str(), done.code), (expected, Some(4)), "{}", done.stderr);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = run(["verify".as_ref(), folder.path().as_os_str()]);
    assert!(empty.stderr.contains("there are no tests in"), "{}", empty.stderr);
    assert_eq!(empty.code, Some(2));
    let (tests, _) = project(folder.path(), "");
    let missing = run(["verify".as_ref(), tests.as_os_str()]);
    assert!(missing.stderr.contains("javac does not accept the tests"), "{}", missing.stderr);
    assert!(missing.stderr.contains("hint: --cp must have"), "{}", missing.stderr);
    assert_eq!(missing.code, Some(2));
    let mut junit = margay();
    let junit = common::Run::of(junit.arg("verify").arg(&tests).args(["--junit", "no-such.jar"]));
    assert!(junit.stderr.contains("no-such.jar is not there\nhint: "), "{}", junit.stderr);
    assert_eq!(junit.code, Some(2));
}

#[test]
fn the_tests_of_the_report_crate_agree() {
    let sources = ["", "/clash"]
        .iter()
        .flat_map(|folder| common::programs(&format!("generate/report{folder}")))
        .collect::<Vec<_>>();
    let classes = compile(&jdk(), &sources);
    let tests = repository("crates/margay-report/tests/data/cases");
    let mut command = margay();
    let done = common::Run::of(command.arg("verify").arg(tests).arg("--cp").arg(classes));
    assert_eq!(done.stdout, "54 tests: 54 agree, 0 fail, 0 end with an error\n", "{}", done.stderr);
}
