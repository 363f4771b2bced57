//! Every program of `tests/java/run` does under `margay run` what it does under `java`: the same
//! standard output, the same exit code, the same standard error. Those of `tests/java/run25`
//! need a JDK 25.
//!
//! One liberty is taken with standard error. Where the two differ, stack traces are compared
//! without the frames inside the JDK and without the `... n more` that counts them: which
//! methods of its own library a JVM shows (reflection, lambda glue, stream pipelines, print
//! streams) is no business of the program's. Exceptions, their messages, their causes and all
//! frames of the program's own classes must be the same.

mod common;

use common::{Run, check_all, compile, first_difference, jdk, jdk_since, margay, name, programs};
use margay_jvm::jdk::Jdk;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn programs_do_what_they_do_under_java() {
    compare(&jdk(), &programs("run"));
}

#[test]
fn programs_in_the_newest_java_do_too() {
    match jdk_since(25) {
        Some(jdk) => compare(&jdk, &programs("run25")),
        None => common::skip("no JDK 25 found: tests/java/run25 was not compared"),
    }
}

#[test]
fn programs_do_the_same_with_the_library_of_a_newer_jdk() {
    match jdk_since(25) {
        Some(jdk) => compare(&jdk, &programs("run")),
        None => common::skip("no JDK 25 found: tests/java/run was not compared with it"),
    }
}

fn compare(jdk: &Jdk, programs: &[PathBuf]) {
    let classes = compile(jdk, programs);
    check_all(programs, |program| {
        let name = name(program);
        let expected = by_java(jdk, &classes, name);
        let found = by_margay(jdk, &classes, name);
        difference(&expected, &found).map_or(Ok(()), |text| Err(format!("{name}: {text}")))
    });
}

/// How `java` is run: everything that could depend on the machine is fixed.
const JAVA: [&str; 10] = [
    "-Dfile.encoding=UTF-8",
    "-Dstdout.encoding=UTF-8",
    "-Dstderr.encoding=UTF-8",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-XX:TieredStopAtLevel=1",
    "-Xss4m",
    // Functions of `Math` as the library computes them, not as stubs for one processor do.
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-UseLibmIntrinsic",
];

fn by_java(jdk: &Jdk, classes: &Path, name: &str) -> Run {
    let mut java = Command::new(&jdk.java);
    java.env_remove("JAVA_TOOL_OPTIONS").env("LC_ALL", "C.UTF-8");
    Run::of(java.args(JAVA).arg("-cp").arg(classes).arg(name))
}

fn by_margay(jdk: &Jdk, classes: &Path, name: &str) -> Run {
    let options = ["--timeout", "120", "--jdk"];
    Run::of(margay().args(["run", name, "--cp"]).arg(classes).args(options).arg(&jdk.home))
}

fn difference(expected: &Run, found: &Run) -> Option<String> {
    first_difference("stdout", &expected.stdout, &found.stdout)
        .or_else(|| {
            if expected.stderr == found.stderr {
                return None;
            }
            let own = |run: &Run| without_library_frames(&run.stderr);
            first_difference("stderr", &own(expected), &own(found))
        })
        .or_else(|| {
            let (expected, found) = (expected.code, found.code);
            (expected != found)
                .then(|| format!("exit code: expected {expected:?}, found {found:?}"))
        })
}

/// Standard error without the frames of the JDK's own classes.
fn without_library_frames(stderr: &str) -> String {
    let own = |line: &&str| {
        let frame = line.trim_start();
        let library = frame.strip_prefix("at ").is_some_and(|place| {
            ["java.", "jdk.", "sun."].iter().any(|package| place.starts_with(package))
        });
        let count = frame.starts_with("... ") && frame.ends_with(" more");
        !library && !count
    };
    stderr.lines().filter(own).map(|line| format!("{line}\n")).collect()
}
