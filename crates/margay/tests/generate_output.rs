//! `margay generate`: which classes are tested, what becomes of files that are there already, and
//! loops that never end.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, compile, jdk, repository};
use generated::{command, files, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

const INNER: &str = "package shop.cart; public class Cart {
    public int items(int n) { return n > 3 ? 3 : n; } }";
const OUTER: &str =
    "package shop; public class Shop { public boolean open(int h) { return h > 8; } }";

fn shop() -> (tempfile::TempDir, PathBuf) {
    program([("Cart.java", INNER), ("Shop.java", OUTER)])
}

fn program(sources: [(&str, &str); 2]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = sources.map(|(name, text)| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        file
    });
    (folder, compile(&jdk(), &sources))
}

#[test]
fn a_package_is_its_own_classes() {
    let (_folder, classes) = shop();
    for (package, class) in [("shop", "shop.Shop"), ("shop.cart", "shop.cart.Cart")] {
        let found = generate(&classes, &["--package", package]);
        assert_eq!((found.methods.len(), found.cases.len()), (1, 2), "{}", found.run.stderr);
        assert_eq!(found.methods[0]["method"]["class"], class);
    }
    let run = Run::of(command(&classes).args(["--package", "shop.card"]));
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("it has shop, shop.cart"), "{}", run.stderr);
}

/// The test of an inherited method is in the package of the class that inherits it.
#[test]
fn what_another_package_protects_is_not_called() {
    let above = "package base; public abstract class Holder { private String held = \"\";
        protected void hold(String it) { held = it; }
        public int size() { return held == null ? -1 : held.length(); } }";
    let below = "package shop; public class Box extends base.Holder {
        public void fill(String it) { if (it.isEmpty()) throw new IllegalArgumentException(); hold(it); } }";
    let (folder, classes) = program([("Holder.java", above), ("Box.java", below)]);
    let out = folder.path().join("tests");
    let options = ["--package", "shop", "--verify", "--format", "junit", "--out"];
    let run = Run::of(command(&classes).args(options).arg(&out));
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("shop.Box.size"), "{}", run.stdout);
    let test = std::fs::read_to_string(out.join("shop/BoxTest.java")).expect("a test");
    assert!(test.contains(".fill(") && !test.contains(".hold("), "{test}");
}

#[test]
fn files_of_others_are_kept_and_own_ones_replaced() {
    let (folder, classes) = shop();
    let out = folder.path().join("tests");
    let options = ["--class", "shop.Shop", "--format", "junit", "--out"];
    let generate = || Run::of(command(&classes).args(options).arg(&out));
    assert_eq!(generate().code, Some(0));
    let first = files(&out);
    // As a run with more cases would have left it.
    let test = out.join("shop/ShopTest.java");
    let further = out.join("shop/Shop2Test.java");
    std::fs::copy(&test, &further).expect("a copy");
    assert_eq!(generate().code, Some(0));
    assert_eq!(files(&out), first);
    for file in [&test, &further] {
        std::fs::write(file, "class Mine {}").expect("a file");
    }
    let run = generate();
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("ShopTest.java was not written by Margay"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&test).expect("a file"), "class Mine {}");
    std::fs::remove_file(&test).expect("it is there");
    assert_eq!(generate().code, Some(0));
    assert!(further.exists(), "somebody else's file is gone");
}

/// A list that bites its own tail keeps the loop busy for ever, which is found in a few rounds.
#[test]
fn loops_that_never_end_are_told() {
    let list = repository("tests/java/generate/pet/List.java");
    let options = ["--class", "List", "--method", "remAll", "--criterion", "loop-2"];
    let found = generate(&list, &options);
    let bounds = found.methods[0]["losses"]["bounds"].as_array().expect("a list");
    let endless = |loss: &&serde_json::Value| {
        loss["what"].as_str().is_some_and(|what| what.starts_with("endless loop at List.remAll"))
    };
    assert!(bounds.iter().any(|loss| endless(&loss)), "{bounds:?}");
    let steps = found.methods[0]["steps"].as_u64().expect("a number");
    assert!(steps < 100_000, "{steps} steps");
}

/// What is recorded line by line and path by path tells of the cases that were found.
#[test]
fn what_is_recorded_is_what_was_found() {
    for subject in ["pet/List", "subjects/LinkedInts", "subjects/Words", "subjects/Tokenizer"] {
        let target = repository(&format!("tests/java/generate/{subject}.java"));
        let plain = generate(&target, &["--max-paths", "60"]);
        let found = generate(&target, &["--max-paths", "60", "--record", "lines,tree"]);
        assert_eq!(plain.cases.len(), found.cases.len(), "recording changes nothing");
        let mut steps = 0;
        for case in &found.cases {
            let watched = case["watched"]["steps"].as_array().expect("steps");
            let seen: BTreeSet<u64> = watched.iter().filter_map(|s| s["line"].as_u64()).collect();
            let taken = case["trace"].as_array().expect("a trace").iter();
            let taken = taken.flat_map(|visit| visit["lines"].as_array().expect("lines"));
            let missed: Vec<&Value> =
                taken.filter(|line| line.as_u64().is_some_and(|it| !seen.contains(&it))).collect();
            // The trace has all lines of a block, whether or not an exception has left it before.
            let is_cut =
                case["watched"]["cut"].as_u64() > Some(0) || case["outcome"]["kind"] != "returned";
            assert!(is_cut || missed.is_empty(), "{subject}: {missed:?} in {case}");
            // Before its first line, the heap is that of the input.
            if let Some(heap) = watched.first().and_then(|step| step["heap"].as_object()) {
                for (name, object) in case["before"].as_object().expect("objects") {
                    assert_eq!(heap.get(name), Some(object), "{subject}: {case}");
                }
            }
            steps += watched.len();
        }
        assert!(steps > found.cases.len(), "{subject}: {steps} steps");
        for method in &found.methods {
            let leaves = method["tree"]["leaves"].as_array();
            let leaves: Vec<&Value> = leaves.into_iter().flatten().collect();
            let own = found.cases.iter().filter(|case| case["method"] == method["method"]);
            for case in own {
                let leaf = leaves.iter().find(|leaf| leaf["case"] == case["case"]);
                let leaf = leaf.unwrap_or_else(|| panic!("{subject}: no leaf for {case}"));
                assert_eq!(leaf["decisions"], case["decisions"]);
            }
            let others = leaves.iter().filter(|leaf| leaf["case"].is_null());
            assert!(others.clone().all(|leaf| leaf["why"].is_string()), "{subject}");
            let spent: u64 = leaves.iter().filter_map(|leaf| leaf["steps"].as_u64()).sum();
            assert!(spent <= method["steps"].as_u64().expect("steps"), "{subject}");
        }
    }
}
