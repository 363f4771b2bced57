//! `margay repair`: large structures with many faults, small ones with every fault, and the command
//! as users meet it.

mod common;
#[path = "common/large.rs"]
mod large;

use common::{Run, check_all, jdk, records, repository, run};
use large::{SUBJECTS, Subject};
use std::path::Path;
use std::process::Command;

/// Sizes with so many faults each. The large ones are left to the release profile.
const SIZES: &[(usize, usize)] = if cfg!(debug_assertions) {
    &[(100, 5), (1_000, 20)]
} else {
    &[(100, 5), (1_000, 20), (10_000, 100), (100_000, 100)]
};

const LIST: &str = "class List { Node first; int size; static class Node { Node next; int key; }
    boolean repOk() {
        java.util.Set<Node> met = new java.util.HashSet<>();
        for (Node n = first; n != null; n = n.next) {
            if (!met.add(n) || n.next != null && n.next.key < n.key) { return false; }
        }
        return size == met.size();
    } }";

/// A file in a folder of its own.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path.display().to_string())
}

fn source(subject: &Subject) -> String {
    repository(subject.source).display().to_string()
}

/// Repairs a structure of [`LIST`].
fn repair_list(structure: &str, options: &[&str]) -> Run {
    let (_source, list) = file("List.java", LIST);
    let (_folder, structure) = file("list.json", structure);
    run(["repair", &list, "--structure", &structure].into_iter().chain(options.iter().copied()))
}

fn node(name: &str, next: &str, key: i32) -> String {
    let next = if next == "null" { "null".to_owned() } else { format!("{{\"$ref\":\"{next}\"}}") };
    format!("\"{name}\":{{\"class\":\"List$Node\",\"fields\":{{\"next\":{next},\"key\":{key}}}}}")
}

/// A list of these nodes: their names, what is next, their keys.
fn list(first: &str, size: i32, nodes: &[(&str, &str, i32)]) -> String {
    let nodes: Vec<String> = nodes.iter().map(|(name, next, key)| node(name, next, *key)).collect();
    format!(
        "{{\"root\":\"list\",\"objects\":{{\"list\":{{\"class\":\"List\",\"fields\":{{\"first\":\
         {{\"$ref\":\"{first}\"}},\"size\":{size}}}}},{}}}}}\n",
        nodes.join(",")
    )
}

fn counter(text: &str, name: &str) -> u64 {
    let line = text.lines().find(|line| line.starts_with(&format!("{name}  ")));
    let digits = line.unwrap_or_default().chars().filter(char::is_ascii_digit);
    digits.collect::<String>().parse().expect("a counter")
}

#[track_caller]
fn check_refused(found: &Run, code: i32, words: &[&str]) {
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(code)), "{}", found.stderr);
    for words in words {
        assert!(found.stderr.contains(words), "{words:?} is not in: {}", found.stderr);
    }
}

// ---- structures of all kinds ----

/// Arrays, numbers, strings, constants and a broken order in one small structure; the fields of a
/// list of the JDK; and that fewer changes do not lose objects.
#[test]
fn structures_of_all_kinds() {
    let folder = repository("tests/java/repair");
    let repair = |class: &str, file: &str| {
        let path = |name: String| folder.join(name).display().to_string();
        let (target, file) = (path(format!("{class}.java")), path(format!("{file}.json")));
        let found = run(["repair", &target, "--structure", &file, "--verify"]);
        assert_eq!(found.code, Some(0), "{}", found.stderr);
        (counter(&found.stdout, "changes"), counter(&found.stdout, "lost"))
    };
    assert_eq!(repair("Order", "order"), (3, 0));
    assert_eq!(repair("Rows", "rows"), (4, 0));
    assert_eq!(repair("Names", "names"), (1, 0));
}

// ---- large structures ----

/// Always repaired, accepted by another machine, by about as many changes as there were faults, and
/// nearly nothing is lost.
#[test]
fn large_structures_are_repaired_by_about_as_many_changes_as_there_are_faults() {
    let seeds: Vec<_> = (1..=3).collect();
    let all = SUBJECTS.iter().flat_map(|subject| SIZES.iter().map(move |size| (subject, *size)));
    let all = all.flat_map(|(subject, size)| seeds.iter().map(move |seed| (subject, size, *seed)));
    // One seed for the largest.
    let all = all.filter(|(_, (nodes, _), seed)| *nodes < 100_000 || *seed == 1);
    check_all(&all.collect::<Vec<_>>(), |(subject, (nodes, faults), seed)| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let input = subject.write(folder.path(), *nodes).display().to_string();
        let (faults_text, seed) = (faults.to_string(), seed.to_string());
        let target = source(subject);
        let options = ["--corrupt", &faults_text, "--seed", &seed, "--verify"];
        let found = run(["repair", &target, "--structure", &input].into_iter().chain(options));
        let what = format!("{} {nodes} seed {seed}", subject.class);
        if found.code != Some(0) {
            return Err(format!("{what}: {:?} {}", found.code, found.stderr));
        }
        let (changes, lost) = (counter(&found.stdout, "changes"), counter(&found.stdout, "lost"));
        let (most, most_lost) = ((2 + faults + faults / 10) as u64, (1 + faults / 10) as u64);
        match changes <= most && lost <= most_lost {
            true => Ok(()),
            false => Err(format!("{what}: {changes} changes for {faults} faults, {lost} lost")),
        }
    });
}

/// Each of these numbers is compared where its superior is visited, and again where it is itself,
/// perhaps after thousands of others: which of them is wrong shows only then. Some of the faults lie
/// next to each other, above each other, or cancel out.
#[test]
fn stored_numbers_that_disagree_are_told_apart() {
    let target = repository("tests/java/repair/Organisation.java").display().to_string();
    let (count, every) = (20_000, 200);
    let beside = [(1_001, 5), (1_002, 3), (1_201, 2), (240, 4), (3_001, -9), (3_002, 9)];
    let wrong = |person: usize| {
        let one = (person % every == 77).then_some([1, -1, 2, 100, -3][person / every % 5]);
        let other = beside.iter().find(|(number, _)| *number == person).map(|(_, by)| *by);
        one.or(other).unwrap_or_default()
    };
    let faults = (0..count).filter(|person| wrong(*person) != 0).count() as u64;
    let (_folder, input) = file("organisation.json", &large::organisation(count, wrong));
    let found = run(["repair", &target, "--structure", &input, "--verify"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let (changes, lost) = (counter(&found.stdout, "changes"), counter(&found.stdout, "lost"));
    assert_eq!((changes, lost), (faults, 0), "{}", found.stdout);
}

/// Numbers and references at once: a reference that is mended in the wrong way leaves numbers that
/// cannot be put right. People who report to the same superior know it, which tells where they belong.
#[test]
fn wrong_references_among_stored_numbers_are_told_apart() {
    let target = repository("tests/java/repair/Organisation.java").display().to_string();
    let cases = [(1_000, 20, 1), (1_000, 20, 2), (1_000, 20, 3), (10_000, 10, 2), (10_000, 100, 1)];
    check_all(&cases, |(people, faults, seed)| {
        let (_folder, input) = file("organisation.json", &large::organisation(*people, |_| 0));
        let (faults_text, seed) = (faults.to_string(), seed.to_string());
        let options = ["--corrupt", &faults_text, "--seed", &seed, "--verify"];
        let found = run(["repair", &target, "--structure", &input].into_iter().chain(options));
        if found.code != Some(0) {
            return Err(format!("{people} seed {seed}: {:?} {}", found.code, found.stderr));
        }
        match (counter(&found.stdout, "changes"), counter(&found.stdout, "lost")) {
            (changes, 0) if changes <= *faults => Ok(()),
            other => Err(format!("{people} people, {faults} faults, seed {seed}: {other:?}")),
        }
    });
}

/// Edges that leave a vertex know it: what is wrong about one of them is mended without looking at
/// others again and again, which would take hundreds of walks.
#[test]
fn a_graph_takes_few_walks() {
    let subject = SUBJECTS.iter().find(|subject| subject.class == "Graph").expect("the graph");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (nodes, faults) = (5_000, 50);
    let input = subject.write(folder.path(), nodes).display().to_string();
    let options = ["--corrupt", "50", "--seed", "1", "--verify"];
    let target = source(subject);
    let found = run(["repair", &target, "--structure", &input].into_iter().chain(options));
    let (changes, lost) = (counter(&found.stdout, "changes"), counter(&found.stdout, "lost"));
    assert!(changes <= faults + 1 && lost == 0, "{}{}", found.stdout, found.stderr);
    // A vertex has three fields and about three edges with three fields each.
    let walk = 12 * nodes as u64;
    assert!(counter(&found.stdout, "initializations") < 20 * walk, "{}", found.stdout);
}

/// Always repaired, and nearly always by no more changes than there were faults, though each wrong
/// reference could be made to fit by changing others.
#[test]
fn a_small_dense_structure_is_mostly_repaired_by_the_nearest() {
    let target = repository("tests/java/repair/Acquaintances.java").display().to_string();
    let (_folder, input) = file("acquaintances.json", &large::acquaintances(30));
    let nearest = (1..=12).filter(|seed| {
        let seed = seed.to_string();
        let options = ["--corrupt", "3", "--seed", &seed, "--verify"];
        let found = run(["repair", &target, "--structure", &input].into_iter().chain(options));
        assert_eq!(found.code, Some(0), "seed {seed}: {}", found.stderr);
        counter(&found.stdout, "changes") <= 3 && counter(&found.stdout, "lost") == 0
    });
    assert!(nearest.count() >= 9);
}

#[test]
fn a_large_valid_structure_is_returned_unchanged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    check_all(&SUBJECTS, |subject| {
        let input = subject.write(folder.path(), 2_000);
        let input = input.display().to_string();
        let found = run(["repair", &source(subject), "--structure", &input]);
        match (found.code, counter(&found.stdout, "changes"), counter(&found.stdout, "lost")) {
            (Some(0), 0, 0) => Ok(()),
            _ => Err(format!("{}: {}{}", subject.class, found.stdout, found.stderr)),
        }
    });
}

/// Undoing what happened since a read, or starting again: the same attempts, the same repair.
#[test]
fn running_again_finds_the_same_repair() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    check_all(&SUBJECTS, |subject| {
        let input = subject.write(folder.path(), 60).display().to_string();
        let repair = |backtrack: &str| {
            let options = ["--corrupt", "4", "--backtrack", backtrack, "--format", "json", "-q"];
            let target = source(subject);
            run(["repair", &target, "--structure", &input].into_iter().chain(options)).stdout
        };
        match (repair("checkpoint"), repair("reexecute")) {
            (one, other) if one == other && !one.is_empty() => Ok(()),
            (one, other) => Err(format!("{}:\n{one}\n{other}", subject.class)),
        }
    });
}

// ---- what is printed ----

#[test]
fn changes_losses_and_counters() {
    let found = repair_list(&list("a", 3, &[("a", "b", 1), ("b", "a", 2), ("c", "null", 3)]), &[]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert_eq!(found.stdout.lines().next(), Some("b.next: a → c"), "{}", found.stdout);
    assert_eq!((counter(&found.stdout, "changes"), counter(&found.stdout, "lost")), (1, 0));
}

/// Nothing is wrong until the size is compared at the end; then it could be the size.
#[test]
fn what_was_left_out_goes_back_to_its_place() {
    let check = |second: &str, third: &str, expected: &str| {
        let nodes = [
            ("a", "b", 1),
            ("b", second, 2),
            ("c", third, 3),
            ("d", "e", 4),
            ("e", "f", 5),
            ("f", "null", 6),
        ];
        let found = repair_list(&list("a", 6, &nodes), &[]);
        assert_eq!(found.stdout.lines().next(), Some(expected), "{}", found.stdout);
        assert_eq!((counter(&found.stdout, "changes"), counter(&found.stdout, "lost")), (1, 0));
    };
    check("f", "d", "b.next: f → c");
    check("null", "d", "b.next: null → c");
    check("c", "null", "c.next: null → d");
}

#[test]
fn objects_that_are_cut_off_are_named() {
    let text = list("a", 1, &[("a", "null", 1), ("b", "c", 9), ("c", "b", 2)]);
    let found = repair_list(&text, &[]);
    assert!(found.stdout.contains("lost: b, c\n"), "{}", found.stdout);
}

#[test]
fn the_repaired_structure_as_json() {
    let text = list("b", 1, &[("b", "null", 5)]).replace("\"size\":1", "\"size\":7");
    let found = repair_list(&text, &["--format", "json", "-q"]);
    let size = "\"objects\":{\"list\":{\"class\":\"List\",\"fields\":{\"first\":{\"$ref\":\"b\"},\"size\":1}}";
    assert!(found.stdout.contains(size), "{}{}", found.stdout, found.stderr);
    assert_eq!((found.stderr.as_str(), found.code), ("", Some(0)));
}

#[test]
fn all_formats_as_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let options = ["--out", &out.display().to_string(), "--format", "json,dot,svg,java,text"];
    let found = repair_list(&list("a", 2, &[("a", "b", 1), ("b", "a", 2)]), &options);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    assert!(read("structures.jsonl").contains("\"next\":null"));
    assert!(read("changes.txt").starts_with("b.next: a → null\n"));
    assert!(read("dot/000000.dot").contains("(was\\ a)"), "{}", read("dot/000000.dot"));
    assert!(read("svg/000000.svg").contains("<title>was a</title>"));
    assert!(read("java/000000/ListRepair.java").contains("public static void apply"));
}

#[test]
fn pictures_of_a_large_structure_show_what_surrounds_the_changes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A tree, and a table with a long array.
    check_all(&[&SUBJECTS[1], &SUBJECTS[6]], |subject| {
        let input = subject.write(folder.path(), 2_000).display().to_string();
        let out = folder.path().join(subject.class).display().to_string();
        let options = ["--corrupt", "5", "--out", &out, "--format", "svg,dot", "-q"];
        let target = source(subject);
        let found = run(["repair", &target, "--structure", &input].into_iter().chain(options));
        assert_eq!((found.code, found.stdout.as_str()), (Some(0), ""), "{}", found.stderr);
        for entry in std::fs::read_dir(Path::new(&out).join("svg")).expect("pictures") {
            let text = std::fs::read_to_string(entry.expect("readable").path()).expect("a picture");
            if text.len() > 50_000 || !text.contains("class=\"changed\"") {
                return Err(format!("{}: {} bytes", subject.class, text.len()));
            }
        }
        Ok(())
    });
}

#[test]
fn the_same_seed_makes_the_same_faults() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = SUBJECTS[3].write(folder.path(), 50).display().to_string();
    let corrupt = |seed: &str| {
        let out = folder.path().join(format!("out{seed}")).display().to_string();
        let target = source(&SUBJECTS[3]);
        let options = ["--corrupt", "5", "--seed", seed, "--out", &out, "-q"];
        run(["repair", &target, "--structure", &input].into_iter().chain(options));
        let text = std::fs::read_to_string(Path::new(&out).join("corrupted.jsonl"));
        records(&text.expect("the faults"))
    };
    assert_eq!(corrupt("7"), corrupt("7"));
    assert_ne!(corrupt("7"), corrupt("8"));
}

// ---- limits ----

#[test]
fn no_repair_within_so_many_changes() {
    let text = list("a", 9, &[("a", "b", 1), ("b", "a", 2)]);
    check_refused(&repair_list(&text, &["--max-changes", "1"]), 1, &["within 1 change"]);
    check_refused(&repair_list(&text, &["--max-changes", "0"]), 1, &["within 0 changes"]);
    assert_eq!(repair_list(&text, &["--max-changes", "2"]).code, Some(0));
}

#[test]
fn a_predicate_that_nothing_satisfies() {
    let (_source, never) =
        file("Never.java", "class Never { int x; boolean repOk() { return x != x; } }");
    let text = "{\"root\":\"n\",\"objects\":{\"n\":{\"class\":\"Never\",\"fields\":{\"x\":1}}}}";
    let (_folder, structure) = file("never.json", text);
    check_refused(&run(["repair", &never, "-s", &structure]), 1, &["no repair was found"]);
}

/// Without a set of nodes met, a walk around a cycle never ends.
#[test]
fn a_predicate_that_does_not_end_rejects() {
    let text = "class Ring { Ring next; int length; boolean repOk() { int n = 0;
        for (Ring r = this; r != null; r = r.next) { n++; } return n == length; } }";
    let (_source, ring) = file("Ring.java", text);
    let text = "{\"root\":\"a\",\"objects\":{
        \"a\":{\"class\":\"Ring\",\"fields\":{\"next\":{\"$ref\":\"b\"},\"length\":2}},
        \"b\":{\"class\":\"Ring\",\"fields\":{\"next\":{\"$ref\":\"a\"},\"length\":0}}}}";
    let (_folder, structure) = file("ring.json", text);
    let found = run(["repair", &ring, "-s", &structure, "--max-steps", "100000"]);
    assert!(found.stdout.starts_with("b.next: a → null\n"), "{}{}", found.stdout, found.stderr);
}

#[test]
fn time_runs_out() {
    let text =
        "class Slow { int x; boolean repOk() { for (long i = 0; i >= 0; i++) { } return x > 0; } }";
    let (_source, slow) = file("Slow.java", text);
    let text = "{\"root\":\"s\",\"objects\":{\"s\":{\"class\":\"Slow\",\"fields\":{\"x\":1}}}}";
    let (_folder, structure) = file("slow.json", text);
    let options = ["--timeout", "1", "--max-steps", "100000000000"];
    let found = run(["repair", &slow, "-s", &structure].into_iter().chain(options));
    check_refused(&found, 4, &["stopped by --timeout after 1 s"]);
}

/// The interpreted stack is as deep as the structure needs.
#[test]
fn a_predicate_may_recurse_through_the_whole_structure() {
    let text = "class Deep { Deep next; int rank; boolean repOk() {
        return next == null ? rank == 0 : rank == next.rank + 1 && next.repOk(); } }";
    let (_source, deep) = file("Deep.java", text);
    let count = 100_000;
    let mut objects = Vec::new();
    for i in 0..count {
        let next =
            if i + 1 < count { format!("{{\"$ref\":\"d{}\"}}", i + 1) } else { "null".into() };
        let rank = if i == 500 { 3 } else { count - 1 - i };
        objects.push(format!(
            "\"d{i}\":{{\"class\":\"Deep\",\"fields\":{{\"next\":{next},\"rank\":{rank}}}}}"
        ));
    }
    let text = format!("{{\"root\":\"d0\",\"objects\":{{{}}}}}", objects.join(","));
    let (_folder, structure) = file("deep.json", &text);
    let found = run(["repair", &deep, "-s", &structure]);
    assert_eq!(found.stdout.lines().next(), Some("d500.rank: 3 → 99499"), "{}", found.stderr);
    assert_eq!(counter(&found.stdout, "changes"), 1);
    let found = run(["repair", &deep, "-s", &structure, "--max-depth", "1000", "--timeout", "5"]);
    assert!(found.stderr.contains("StackOverflowError"), "{}", found.stderr);
}

// ---- bad input ----

/// Refused with its line and place, and nothing is written.
#[track_caller]
fn check_bad(text: &str, words: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let found = repair_list(text, &["--out", &out.display().to_string()]);
    check_refused(&found, 2, words);
    assert!(!out.exists(), "something was written");
}

#[test]
fn bad_structures_are_refused_with_line_and_place() {
    let good = list("a", 2, &[("a", "b", 1), ("b", "null", 2)]).replace(",\"b\":", ",\n\"b\":");
    let bad = |from: &str, to: &str| good.replacen(from, to, 1);
    check_bad(&bad("\"key\":2", "\"kee\":2"), &["line 2", "objects.b.fields.kee", "next, key"]);
    check_bad(
        &bad("\"next\":null", "\"next\":{\"$ref\":\"z\"}"),
        &["line 2", "no object is named z"],
    );
    check_bad(
        &bad("\"next\":null", "\"next\":{\"$ref\":\"list\"}"),
        &["line 2", "class List, not List$Node"],
    );
    check_bad(&bad("\"key\":2", "\"key\":\"x\""), &["line 2", "objects.b.fields.key", "type int"]);
    check_bad(&bad("\"key\":2", "\"key\":3000000000"), &["line 2", "type int"]);
    check_bad(
        &bad("\"b\":{\"class\":\"List$Node\"", "\"b\":{\"class\":\"Lizt\""),
        &["line 2", "Lizt"],
    );
    check_bad(&bad("\"key\":2", "\"key\":2,\"key\":3"), &["line 2", "occurs twice"]);
    check_bad(&bad("\n\"b\":", "\n\"a\":"), &["objects.a", "occurs twice"]);
    check_bad(&bad("\"root\":\"list\"", "\"root\":\"a\""), &["line 1", "not List"]);
    check_bad(&bad("\"fields\":{\"first\"", "\"elements\":{\"first\""), &["line 1", "a list"]);
    check_bad(&good[..good.len() / 2], &["line"]);
    check_bad("", &["has no structure"]);
}

#[test]
fn files_that_are_not_there() {
    let (_source, list) = file("List.java", LIST);
    check_refused(&run(["repair", &list, "-s", "nowhere.json"]), 2, &["cannot read nowhere.json"]);
    let found = repair_list(&list_of_one(), &["--format", "svg"]);
    check_refused(&found, 2, &["svg is written to files", "--out"]);
}

fn list_of_one() -> String {
    list("a", 1, &[("a", "null", 1)])
}

// ---- changes in a live object graph ----

/// The Java source changes live objects, private fields and arrays included, and only those that it
/// is meant for.
#[test]
fn java_source_repairs_live_objects() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shop = "package demo; public class Shop { private Item first; private int[] counts = {1, 2};
        enum Kind { OLD, NEW }
        private static class Item { private Item next; private Kind kind; private final String name;
            Item(String name) { this.name = name; } }
        public static Shop make() { Shop s = new Shop(); s.first = new Item(\"a\");
            s.first.kind = Kind.OLD; s.first.next = new Item(\"b\"); s.first.next.next = s.first; return s; }
        public boolean repOk() { int n = 0; java.util.Set<Item> met = new java.util.HashSet<>();
            for (Item i = first; i != null; i = i.next) {
                if (!met.add(i) || i.kind != Kind.NEW) { return false; } n++; }
            return counts.length == 2 && counts[0] == n && counts[1] == n + 5; } }";
    let demo = folder.path().join("demo");
    std::fs::create_dir(&demo).expect("a folder");
    std::fs::write(demo.join("Shop.java"), shop).expect("a file");
    let structure = r#"{"root":"s","objects":{"s":{"class":"demo.Shop","fields":{"first":{"$ref":"a"},"counts":{"$ref":"c"}}},
        "a":{"class":"demo.Shop$Item","fields":{"next":{"$ref":"b"},"kind":{"$enum":"OLD"},"name":"a"}},
        "b":{"class":"demo.Shop$Item","fields":{"next":{"$ref":"a"},"kind":null,"name":"b"}},
        "c":{"class":"int[]","elements":[1,2]}}}"#;
    let input = folder.path().join("shop.json");
    std::fs::write(&input, structure).expect("a file");
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("a folder");
    let javac = |files: &[&Path]| {
        let mut javac = Command::new(jdk().javac.expect("a compiler"));
        javac.args(["-Xlint:all", "-Werror", "-d"]).arg(&classes).arg("-cp").arg(&classes);
        let done = javac.args(files).output().expect("the compiler runs");
        let said = [done.stdout, done.stderr].concat();
        assert!(done.status.success() && said.is_empty(), "{}", String::from_utf8_lossy(&said));
    };
    javac(&[&demo.join("Shop.java")]);
    let (classes_text, input) = (classes.display().to_string(), input.display().to_string());
    let out = folder.path().join("out").display().to_string();
    let options = ["--class", "demo.Shop", "-s", &input, "--out", &out, "--format", "java,text"];
    let found = run(["repair", &classes_text].into_iter().chain(options));
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let main = "package demo; public class Main { public static void main(String[] args) {
        Shop shop = Shop.make(); System.out.print(shop.repOk() + \" \"); ShopRepair.apply(shop);
        System.out.print(shop.repOk() + \" \");
        try { ShopRepair.apply(shop); } catch (IllegalStateException e) { System.out.print(\"refused\"); } } }";
    std::fs::write(demo.join("Main.java"), main).expect("a file");
    let patch = Path::new(&out).join("java/000000/demo/ShopRepair.java");
    javac(&[&patch, &demo.join("Main.java")]);
    let mut java = Command::new(jdk().home.join("bin/java"));
    let done = java.arg("-cp").arg(&classes).arg("demo.Main").output().expect("java runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert_eq!(
        said,
        "false true refused",
        "{}\n{}",
        found.stdout,
        String::from_utf8_lossy(&done.stderr)
    );
}
