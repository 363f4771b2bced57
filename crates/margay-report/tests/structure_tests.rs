//! The generated tests compile without a warning and pass on the JVM at hand.
//!
//! `tests/structure_tests/stub` stands in for JUnit: the annotations and the few methods that the source
//! uses, and a program that runs tests. The classes under test are in `tests/structure_tests/shapes`.

mod common;

use common::java_files;
use margay_jvm::jdk::Jdk;
use margay_report::structure_tests::{Suite, Tests};
use margay_report::{Record, json};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

fn tool(name: &str) -> Command {
    let jdk = Jdk::discover(None).expect("tests need a JDK: see scripts/test");
    Command::new(jdk.home.join("bin").join(name))
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

fn records(file: &str, root: &str) -> Vec<Record> {
    let text = fs::read(here("data").join(file)).expect("a data file");
    let records = json::read(text.as_slice()).map(|record| record.expect("well formed"));
    records.filter(|record| record.structure.objects[0].class.as_ref() == root).collect()
}

/// Generates, compiles and runs; the lines that the tests print, in order.
fn run(suite: Suite, records: &[Record]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = folder.path().join("generated");
    fs::create_dir(&sources).expect("a new folder");
    let mut classes = Vec::new();
    let package = suite.class.rsplit_once('.').map(|(package, _)| format!("{package}."));
    let mut tests = Tests::new(suite, |name| {
        let class = name.strip_suffix(".java").expect("a Java file");
        classes.push(format!("{}{class}", package.clone().unwrap_or_default()));
        File::create(sources.join(name)).map(BufWriter::new)
    });
    records.iter().try_for_each(|record| tests.add(record)).expect("room on the disk");
    tests.finish().expect("room on the disk");

    let output = folder.path().join("classes");
    compile(&sources, &output, Some(&SUBJECTS));
    let path = std::env::join_paths([&output, &*SUBJECTS]).expect("paths without colons");
    succeed(tool("java").arg("-cp").arg(path).arg("RunTests").args(&classes).output())
}

/// The classes under test and the stand-in for JUnit, compiled once.
static SUBJECTS: LazyLock<PathBuf> = LazyLock::new(|| {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("structure-tests-subjects");
    compile(&here("structure_tests"), &output, None);
    output
});

/// Compiles a folder; a warning is an error.
fn compile(sources: &Path, output: &Path, class_path: Option<&Path>) {
    let mut compiler = tool("javac");
    compiler.args(["-Xlint:all", "-Werror", "-proc:none", "-encoding", "US-ASCII"]);
    compiler.args(class_path.into_iter().flat_map(|path| [Path::new("-cp"), path]));
    succeed(compiler.arg("-d").arg(output).args(java_files(sources)).output());
}

fn succeed(output: std::io::Result<Output>) -> String {
    let output = output.expect("a JDK on the PATH or in JAVA_HOME");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out
}

#[test]
fn structures_are_rebuilt_in_several_classes() {
    let class = "shapes.BinaryTree";
    let suite = Suite { per_class: 1, ..Suite::new(class, "repOk") };
    let out = run(suite, &records("structures.jsonl", class));
    let expected = "shapes.BinaryTreeStructuresTest structure_0000 passed\n\
                    shapes.BinaryTreeStructures2Test structure_0008 passed\n";
    assert_eq!(out, expected);
}

#[test]
fn a_structure_that_breaks_the_predicate_fails() {
    let class = "shapes.BinaryTree";
    let mut records = records("structures.jsonl", class);
    records[0].structure.objects.remove(5);
    records[0].structure.objects.retain(|object| object.id != "Node4");
    let out = run(Suite::new(class, "repOk"), &records);
    let expected = "shapes.BinaryTreeStructuresTest structure_0000 java.lang.AssertionError: \
                    no object is named ?\n\
                    shapes.BinaryTreeStructuresTest structure_0008 passed\n";
    assert_eq!(out, expected);
}

#[test]
fn private_predicates_are_called_and_final_fields_set() {
    let class = "shapes.RedBlackTree";
    let suite = Suite { accessible: false, ..Suite::new(class, "repOk") };
    let out = run(suite, &records("structures.jsonl", class));
    assert_eq!(out, "shapes.RedBlackTreeStructuresTest structure_0002 passed\n");
}

#[test]
fn generic_classes_raise_no_warning() {
    let class = "shapes.HashTable";
    let suite = Suite { type_parameters: 2, ..Suite::new(class, "repOk") };
    let out = run(suite, &records("structures.jsonl", class));
    assert_eq!(out, "shapes.HashTableStructuresTest structure_0005 passed\n");
}

#[test]
fn every_kind_of_value_and_object() {
    let class = "shapes.Kinds";
    let out = run(Suite::new(class, "repOk"), &records("kinds.jsonl", class));
    assert_eq!(out, "shapes.KindsStructuresTest structure_12345 passed\n");
}
