//! The JUnit tests that `margay enumerate` writes compile, and pass under JUnit itself.
//!
//! JUnit is one jar, `junit-platform-console-standalone`: the one that `MARGAY_JUNIT` names, or
//! the one that the package `junit5` of Debian installs.

mod common;

use common::{compile, jdk, repository, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

fn junit() -> Option<PathBuf> {
    let named = std::env::var_os("MARGAY_JUNIT").map(PathBuf::from);
    let installed = PathBuf::from("/usr/share/java/junit-platform-console-standalone.jar");
    named.or_else(|| installed.is_file().then_some(installed))
}

/// Enumerates, compiles what was written, runs it; gives what JUnit prints.
fn tested(junit: &Path, subject: &str, bounds: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = repository("tests/java/enumerate").join(subject);
    let mut args: Vec<OsString> = vec!["enumerate".into(), source.clone().into()];
    args.extend(bounds.iter().map(OsString::from));
    args.extend(["--format".into(), "junit".into(), "--out".into(), folder.path().into()]);
    let found = run(args);
    assert_eq!(found.code, Some(0), "{}", found.stderr);

    let subjects = compile(&jdk(), &[source]);
    let classes = folder.path().join("classes");
    let path = std::env::join_paths([junit, &subjects, &classes]).expect("paths without colons");
    let tests = common::programs_in(&folder.path().join("junit"));
    let javac = Command::new(jdk().javac.expect("a JDK with javac"))
        .args(["-Xlint:all", "-proc:none", "-d"])
        .arg(&classes)
        .arg("-cp")
        .arg(&path)
        .args(&tests)
        .output()
        .expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));

    let java = Command::new(jdk().java)
        .arg("-cp")
        .arg(&path)
        .arg("org.junit.platform.console.ConsoleLauncher")
        .args(["--disable-banner", "--details", "summary", "--scan-classpath"])
        .arg(&classes)
        .output()
        .expect("java runs");
    let printed = String::from_utf8_lossy(&java.stdout).into_owned();
    assert!(java.status.success(), "{printed}{}", String::from_utf8_lossy(&java.stderr));
    printed
}

#[test]
fn tests_written_pass_under_junit() {
    let junit = junit().expect("JUnit is there: scripts/ensure-junit finds or installs it");
    let trees = tested(&junit, "BinaryTree.java", &["--bound", "3"]);
    assert!(trees.contains("[         9 tests successful") && trees.contains("0 tests failed"));
    let files = ["--objects", "Directory=1", "--objects", "PlainFile=1"];
    let names = ["--set", "field Entry.name!=null", "--set", "strings Entry.name={\"a\",\"b\"}"];
    let files = tested(&junit, "FileSystem.java", &[files, names].concat());
    assert!(files.contains("[        11 tests successful"), "{files}");
}
