//! Sharing the work of an enumeration: threads, decision paths, shards; the sum is always the
//! whole.

mod common;
#[path = "common/subjects.rs"]
mod subjects;

use common::{Run, programs, run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use subjects::{Search, check_searches};

/// Subjects of different shapes: wide and narrow trees, arrays, strings, free fields.
const SUBJECTS: [&str; 6] =
    ["BinaryTree", "SearchTree", "HeapArray", "FileSystem", "SinglyLinkedList", "Trie"];

fn searches() -> Vec<Search> {
    let mut files = programs("enumerate");
    files.retain(|file| SUBJECTS.contains(&common::name(file)));
    assert_eq!(files.len(), SUBJECTS.len());
    let mut searches = Search::of_all(&files);
    // Large ones say nothing more about cutting and joining.
    searches.retain(|search| search.figure("candidates").is_none_or(|count| count < 20_000));
    searches
}

/// Everything a run prints.
fn everything(run: Run) -> (String, String, Option<i32>) {
    (run.stdout, run.stderr, run.code)
}

fn same(what: &str, left: Run, right: Run) -> Result<(), String> {
    let (left, right) = (everything(left), everything(right));
    if left == right { Ok(()) } else { Err(format!("{what}: {} but {}", left.1, right.1)) }
}

#[test]
fn threads_change_nothing() {
    check_searches(&searches(), |search| {
        let modes = [
            &["--format", "json"][..],
            &["--format", "json", "--multi-value", "off", "--untouched", "free"],
            &["--format", "json", "--backtrack", "reexecute"],
            &["--format", "json", "--limit", "7"],
        ];
        for mode in modes {
            let alone = search.command(&[mode, &["--jobs", "1"]].concat());
            let together = search.command(&[mode, &["--jobs", "2"]].concat());
            same(&mode.join(" "), alone, together)?;
        }
        Ok(())
    });
}

#[test]
fn merged_shards_are_the_whole() {
    let merges = AtomicUsize::new(0);
    check_searches(&searches(), |search| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let whole = search.command(&["--out", &path("whole")]);
        // Out of order, as they come from different machines.
        for shard in ["3/3", "1/3", "2/3"] {
            let out = path(&shard[..1]);
            let part = search.command(&["--out", &out, "--shard", shard, "--quiet"]);
            if part.code != Some(0) {
                // Some searches are smaller than that.
                return if part.stderr.contains("too small") { Ok(()) } else { Err(part.stderr) };
            }
        }
        let merged = run(["merge", &path("3"), &path("1"), &path("2"), "--out", &path("merged")]);
        same("counters", whole, merged)?;
        let read =
            |name: &str| std::fs::read_to_string(folder.path().join(name).join("structures.jsonl"));
        let (whole, merged) = (read("whole"), read("merged"));
        if whole.map_err(|e| e.to_string())? != merged.map_err(|e| e.to_string())? {
            return Err("structures.jsonl differs".to_owned());
        }
        merges.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    assert!(merges.into_inner() > 10, "most searches are large enough for three shards");
}

fn binary_tree() -> Search {
    let mut searches = searches();
    searches.retain(|search| search.class == "BinaryTree");
    searches.swap_remove(0)
}

/// Parts of the trees with three nodes.
fn part(folder: &Path, name: &str, options: &[&str]) -> PathBuf {
    let out = folder.join(name);
    let path = out.display().to_string();
    let run = binary_tree().command(&[options, &["--quiet", "--out", &path]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    out
}

#[track_caller]
fn check_merge(parts: &[&PathBuf], words: &str) {
    let parts = parts.iter().map(|part| part.display().to_string());
    let found = run(["merge".to_owned()].into_iter().chain(parts));
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(2)), "{}", found.stderr);
    assert!(found.stderr.contains(words), "{}", found.stderr);
}

#[test]
fn parts_by_decision_paths() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = part(folder.path(), "first", &["--to", "1,0,2"]);
    let middle = part(folder.path(), "middle", &["--from", "1,0,2", "--to", "1,2"]);
    let last = part(folder.path(), "last", &["--from", "1,2"]);
    let parts = [&last, &first, &middle].map(|part| part.display().to_string());
    let merged = run(["merge".to_owned()].into_iter().chain(parts));
    let whole = binary_tree().command(&[]);
    assert_eq!((merged.stdout, merged.code), (whole.stdout, Some(0)), "{}", merged.stderr);
    check_merge(&[&first, &last], "the part from 1,0,2 to 1,2 is missing");
    check_merge(&[&middle, &last], "the part from the beginning to 1,0,2 is missing");
    check_merge(&[&first, &middle], "the part from 1,2 to the end is missing");
    check_merge(&[&first, &first, &middle, &last], "overlaps the part before it");
}

#[test]
fn parts_that_do_not_belong_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = part(folder.path(), "first", &["--to", "1"]);
    let other = part(folder.path(), "other", &["--from", "1", "--untouched", "free"]);
    check_merge(&[&first, &other], "parts of different searches");
    let short = part(folder.path(), "short", &["--from", "1", "--limit", "1"]);
    check_merge(&[&first, &short], "was not searched to its end");
    check_merge(&[&folder.path().join("none")], "is no part of a search");
}

#[test]
fn a_search_too_small_for_its_shards() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().display().to_string();
    let found = binary_tree().command(&["--shard", "1/1000", "--out", &out]);
    assert_eq!(found.code, Some(2));
    assert!(found.stderr.contains("too small for 1000 parts"), "{}", found.stderr);
}
