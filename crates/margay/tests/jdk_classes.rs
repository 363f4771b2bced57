//! Enumeration of the JDK's own classes: predicates in classes of ours read the private fields of
//! `java.util`. Margay checks no access; the compiler is shown stubs in which the fields are
//! public, and the search runs on the real classes.

mod common;

use common::{Run, jdk, margay, records, repository};
use std::path::Path;
use std::process::Command;

/// Compiles a class against the stubs.
fn compile(class: &str, folder: &Path) {
    let sources = repository("tests/java/enumerate/jdk");
    let mut patch = std::ffi::OsString::from("java.base=");
    patch.push(sources.join("stubs"));
    let javac = Command::new(jdk().javac.expect("a JDK with javac"))
        .args(["-proc:none", "-nowarn", "--patch-module"])
        .arg(patch)
        .arg("-d")
        .arg(folder)
        .arg(sources.join(format!("{class}.java")))
        .output()
        .expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
}

/// So many structures, each of them confirmed by a run of its own.
#[track_caller]
fn check(class: &str, items: &[&str], valid: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    compile(class, folder.path());
    let mut command = margay();
    command.args(["enumerate", class, "--format", "json", "--untouched", "free", "--verify"]);
    command.arg("--cp").arg(folder.path());
    for item in items {
        command.args(["--set", item]);
    }
    let found = Run::of(&mut command);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert_eq!(records(&found.stdout).lines().count(), valid, "{}{}", found.stdout, found.stderr);
}

/// One for each colouring of a shape: 1, 2, 2, 4, 8, …
#[test]
fn tree_maps_are_red_black_trees() {
    for (size, valid) in [(0, 1), (1, 1), (2, 2), (3, 2), (4, 4), (5, 8)] {
        let items = [
            "objects TreeMap=1",
            &format!("objects Entry={}", size.max(1)),
            "field map!=null",
            "field TreeMap.root",
            &format!("field TreeMap.size={size}..{size}"),
            &format!("field Entry.key={{{}}}", keys(size.max(1))),
            "field Entry.key!=null",
        ];
        check("TreeMapStates", &items, valid);
    }
}

/// Each length with each way to fill it: 1 + 2 + 4 + 8.
#[test]
fn linked_lists_are_chains() {
    let items = [
        "objects LinkedList=1",
        "objects java.util.LinkedList.Node=3",
        "field list!=null",
        "field LinkedList.first",
        "field LinkedList.last",
        "field LinkedList.size=0..3",
        "field java.util.LinkedList.Node.item={1,2}",
    ];
    check("LinkedListStates", &items, 15);
}

/// The least element on top, anything not less below it: 9 + 4 + 1 of three elements.
#[test]
fn priority_queues_are_heaps() {
    let items = [
        "objects PriorityQueue=1",
        "field queue!=null",
        "field PriorityQueue.queue!=null",
        "array PriorityQueue.queue length=0..3 elements={1,2,3}",
        "field PriorityQueue.size=3..3",
    ];
    check("PriorityQueueStates", &items, 14);
}

fn keys(count: usize) -> String {
    (1..=count).map(|key| key.to_string()).collect::<Vec<_>>().join(",")
}
