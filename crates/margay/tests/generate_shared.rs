//! Sharing the work of `generate`: threads, shards, decision paths. However it is shared, the results
//! are those of one job.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, compile, jdk, programs, repository, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Paths of a method at most: two parts of it, so that its paths are shared too.
const PATHS: [&str; 2] = ["--max-paths", "200"];

/// `generate` on the class of a program, however long it takes.
fn generate(file: &Path, options: &[&str]) -> Run {
    let classes = compile(&jdk(), &[file.to_path_buf()]).display().to_string();
    let class = format!("subjects.{}", common::name(file));
    let fixed = ["generate", &classes, "--class", &class, "--method-timeout", "1000"];
    let exhaustive = ["--inputs", "fields", "--criterion", "loop-2"];
    let found = run(fixed.iter().chain(&exhaustive).chain(options));
    assert!(matches!(found.code, Some(0 | 4)), "{}: {}", file.display(), found.stderr);
    found
}

fn printed(file: &Path, options: &[&str]) -> Run {
    generate(file, &[&["--format", "json"], options].concat())
}

fn subject(name: &str) -> PathBuf {
    repository("tests/java/generate/subjects").join(name).with_extension("java")
}

/// All files of a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let inside = |path: PathBuf| path.strip_prefix(folder).expect("inside").to_path_buf();
    generated::files(folder).into_iter().map(|(path, bytes)| (inside(path), bytes)).collect()
}

/// Every subject: one thread and four find the same, byte for byte.
#[test]
fn threads_change_nothing() {
    common::check_all(&programs("generate/subjects"), |file| {
        let alone = printed(file, &[&PATHS[..], &["--jobs", "1"]].concat());
        let together = printed(file, &[&PATHS[..], &["--jobs", "4"]].concat());
        match (&together.stdout, together.code) == (&alone.stdout, alone.code) {
            true => Ok(()),
            false => Err(format!("{}: --jobs 4 differs", file.display())),
        }
    });
}

/// Limits and criteria cut at the same place.
#[test]
fn threads_do_not_move_the_end() {
    let subjects = ["LinkedInts", "Account", "SearchTree", "Tokenizer", "Shapes"].map(subject);
    common::check_all(&subjects, |file| {
        let limits = [
            &["--max-paths", "7"][..],
            &["--criterion", "branch"],
            &["--criterion", "branch", "--inputs", "api"],
        ];
        for limit in limits {
            let alone = printed(file, &[limit, &["--jobs", "1"]].concat());
            for jobs in ["2", "5"] {
                let together = printed(file, &[limit, &["--jobs", jobs]].concat());
                if (&together.stdout, together.code) != (&alone.stdout, alone.code) {
                    return Err(format!("{} {limit:?} --jobs {jobs}", file.display()));
                }
            }
        }
        Ok(())
    });
}

/// Three shards, joined: documents, tests and coverage are those of one run.
#[test]
fn merged_shards_are_the_whole() {
    let subjects = ["LinkedInts", "Account", "SearchTree", "Shapes", "Stock"].map(subject);
    common::check_all(&subjects, |file| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        let whole = generate(file, &[&PATHS[..], &["--out", &path("whole")]].concat());
        // Out of order, as they come from different machines.
        for shard in ["3/3", "1/3", "2/3"] {
            let out = path(&shard[..1]);
            let options = ["--out", &out, "--shard", shard, "--quiet"];
            generate(file, &[&PATHS[..], &options].concat());
        }
        let merged = run(["merge", &path("3"), &path("1"), &path("2"), "--out", &path("merged")]);
        if (&merged.stdout, merged.code) != (&whole.stdout, whole.code) {
            return Err(format!("the summary differs: {}{}", merged.stdout, merged.stderr));
        }
        let (whole, merged) =
            (files(&folder.path().join("whole")), files(&folder.path().join("merged")));
        match whole == merged {
            true if whole.len() >= 4 => Ok(()),
            true => Err(format!("there are only {} files", whole.len())),
            false => {
                let names = whole.keys().chain(merged.keys());
                let mut different = names.filter(|name| whole.get(*name) != merged.get(*name));
                Err(format!("{:?} differs", different.next()))
            }
        }
    });
}

/// A part of the methods of a subject, or of the paths of one, in a folder.
fn part(folder: &Path, name: &str, options: &[&str]) -> String {
    let out = folder.join(name).display().to_string();
    generate(&subject("LinkedInts"), &[&["--quiet", "--out", &out], options].concat());
    out
}

#[track_caller]
fn check_refused(parts: &[&str], words: &str) {
    let found = run(["merge"].iter().chain(parts));
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(2)), "{}", found.stderr);
    assert!(found.stderr.contains(words), "{}", found.stderr);
}

#[test]
fn shards_that_do_not_belong_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shard = |name, shard: &str| part(folder.path(), name, &["--shard", shard]);
    let [first, second] = [shard("a", "1/2"), shard("b", "2/2")];
    check_refused(&[&first], "the part 2/2 is missing");
    check_refused(&[&second], "the part 1/2 is missing");
    check_refused(&[&first, &second, &second], "overlaps the part before it");
    let other = part(folder.path(), "c", &["--shard", "2/2", "--max-array", "3"]);
    check_refused(&[&first, &other], "parts of different searches");
    let third = shard("d", "2/3");
    check_refused(&[&first, &third], "parts of different searches");
    let cut = part(folder.path(), "e", &["--shard", "2/2", "--timeout", "0"]);
    check_refused(&[&first, &cut], "was not searched to its end");
    let source = subject("LinkedInts").display().to_string();
    let many = run(["generate", &source, "--shard", "1/1000"]);
    assert_eq!(many.code, Some(2));
    assert!(many.stderr.contains("too few methods for 1000 parts"), "{}", many.stderr);
}

/// The decisions of the cases of a document.
fn decisions(document: &str) -> Vec<String> {
    let cases = document.lines().filter_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).ok()?;
        line.get("decisions").map(ToString::to_string)
    });
    cases.collect()
}

/// Parts between decision paths make up the whole, and a search that was stopped says how to go on.
#[test]
fn paths_of_a_method_are_divided_by_decisions() {
    let file = subject("LinkedInts");
    let method = ["--method", "sameAs"];
    let all = decisions(&printed(&file, &method).stdout);
    assert!(all.len() > 10, "{} cases", all.len());
    let stopped = printed(&file, &[&method[..], &["--max-paths", "5"]].concat());
    assert_eq!(stopped.code, Some(4));
    let (_, place) = stopped.stderr.split_once("--from ").expect("how to go on");
    let place = place.split_whitespace().next().unwrap_or_default();
    let rest = printed(&file, &[&method[..], &["--from", place]].concat());
    assert_eq!([decisions(&stopped.stdout), decisions(&rest.stdout)].concat(), all);

    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = part(folder.path(), "first", &[&method[..], &["--to", place]].concat());
    let last = part(folder.path(), "last", &[&method[..], &["--from", place]].concat());
    let merged = run(["merge", &last, &first, "--format", "json"]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert_eq!(decisions(&merged.stdout), all);
    check_refused(&[&last], "is missing");
    let short = ["--from", place, "--max-paths", "1"];
    let short = part(folder.path(), "short", &[&method[..], &short].concat());
    check_refused(&[&first, &short], "parts of different searches");
}
