//! House rules that no compiler checks.

mod common;

use common::repository;
use std::path::{Path, PathBuf};

/// No file of ours is longer.
const MAX_LINES: usize = 800;

/// What has no place in a file that others read: paths of somebody's machine, and leftovers.
/// In pieces, so that this file does not contain them.
const FORBIDDEN: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("FIX", "ME")];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let skipped = name.starts_with("target") || (name.starts_with('.') && name != ".ci");
        if path.is_dir() && !skipped {
            files(&path, found);
        } else if path.is_file() && name != ".git" {
            found.push(path);
        }
    }
}

/// All text files of the repository, sorted.
fn texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&repository("").canonicalize().expect("the repository"), &mut found);
    found.sort();
    let read = |path: PathBuf| std::fs::read_to_string(&path).ok().map(|text| (path, text));
    found.into_iter().filter_map(read).collect()
}

fn check(complain: impl Fn(&Path, &str) -> Option<String>) {
    let texts = texts();
    assert!(texts.len() > 50, "the repository was not found");
    let complaints: Vec<String> = texts
        .iter()
        .filter_map(|(path, text)| Some(format!("{}: {}", path.display(), complain(path, text)?)))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

#[test]
fn every_rust_file_begins_with_its_idea() {
    check(|path, text| {
        (is_rust(path) && !text.starts_with("//!")).then(|| "no `//!` on the first line".to_owned())
    });
}

#[test]
fn no_rust_file_is_too_long() {
    check(|path, text| {
        let lines = text.lines().count();
        (is_rust(path) && lines > MAX_LINES).then(|| format!("{lines} lines"))
    });
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    check(|_, text| {
        let word = FORBIDDEN.iter().find(|word| text.contains(**word))?;
        Some(format!("contains `{word}`"))
    });
}

/// What a line has in backquotes.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Files and folders that the guides name, in full or by a bare name.
#[test]
fn guides_name_files_that_exist() {
    let names: Vec<PathBuf> = texts().into_iter().map(|(path, _)| path).collect();
    let mut count = 0;
    for guide in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(repository(guide)).expect("a guide");
        for name in text.lines().flat_map(quoted).filter(|name| !name.contains([' ', '*', '('])) {
            let is_bare = name.ends_with(".rs");
            if is_bare || name.starts_with("crates/") || name.starts_with("tests/") {
                let exists = repository(name).exists()
                    || (is_bare && names.iter().any(|path| path.ends_with(name)));
                assert!(exists, "{guide} names {name}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "only {count} names were found");
}

/// Modules that the table of crates names.
#[test]
fn the_map_names_modules_that_exist() {
    let text = std::fs::read_to_string(repository("ARCHITECTURE.md")).expect("the map");
    let mut count = 0;
    for row in text.lines().filter(|line| line.starts_with("| `margay")) {
        let mut names = quoted(row);
        let source = repository("crates").join(names.next().expect("a crate")).join("src");
        let is_module =
            |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || "_:".contains(c));
        for name in names.filter(is_module) {
            let module = source.join(name.replace("::", "/"));
            let exists = module.is_dir() || module.with_extension("rs").is_file();
            assert!(exists, "{name}, of which there is no {}", module.display());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} modules were found");
}
