//! Runs the files of `tests/ir`, and tells which operations they exercise.

use margay_filetests::{file, operations};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir")
}

fn blesses() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1")
}

#[test]
fn every_file_does_what_it_says() {
    let files = file::all(&folder());
    assert!(files.len() >= 40, "only {} files", files.len());
    let (mut failures, mut foreseen) = (String::new(), 0);
    for path in &files {
        match file::check(path, blesses()) {
            Ok(known) => foreseen += known,
            Err(error) => {
                let name = path.file_name().unwrap_or_default().display();
                writeln!(failures, "{name}: {error}\n").expect("a string takes everything");
            }
        }
    }
    assert!(failures.is_empty(), "UPDATE_EXPECT=1 writes what is printed\n\n{failures}");
    // Lanes are no empty promise.
    assert!(foreseen > 500, "looking ahead knew only {foreseen} results");
}

/// The table of operations is up to date, and no operation is without a file.
#[test]
fn every_operation_is_exercised() {
    let mut by_operation: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in file::all(&folder()) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        // What is only looked at is not exercised.
        if !text.lines().any(|line| line.starts_with("; run: ")) {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().display().to_string();
        for operation in operations::used(&text) {
            by_operation.entry(operation).or_default().push(name.clone());
        }
    }
    let mut table = "# Operations, and the files that exercise them\n\n\
        Written by `UPDATE_EXPECT=1 cargo test -p margay-filetests`.\n\n\
        | operation | files |\n| --- | --- |\n"
        .to_owned();
    let all = operations::all();
    for operation in &all {
        let files = by_operation.remove(operation).unwrap_or_default();
        assert!(!files.is_empty(), "no file exercises `{operation}`");
        writeln!(table, "| `{operation}` | {} |", files.join(", ")).expect("it is a string");
    }
    assert!(by_operation.is_empty(), "not in the table: {:?}", by_operation.keys());
    let path = folder().join("OPERATIONS.md");
    if blesses() {
        std::fs::write(&path, &table).expect("a writable file");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, table, "UPDATE_EXPECT=1 writes the table");
}
