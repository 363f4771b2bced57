//! Concolic execution finds what symbolic execution finds, and goes on where that stops; partitions of
//! inputs are those that the paper on FlowTest has.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, margay, repository};
use generated::{Generated, command, generate};
use serde_json::Value;
use std::collections::BTreeSet;

const ALL_PATHS: [&str; 2] = ["--criterion", "path"];

fn subject(name: &str) -> std::path::PathBuf {
    repository(&format!("tests/java/generate/concolic/{name}.java"))
}

fn concolic(method: &str, options: &[&str]) -> Generated {
    generate(&subject("Concolic"), &[&["--method", method], options].concat())
}

fn partitioned(class: &str, method: &str, options: &[&str]) -> Value {
    let all = [&["--method", method, "--partition", "auto"], &ALL_PATHS[..], options].concat();
    let found = generate(&subject(class), &all);
    found.methods[0].clone()
}

fn blocks(method: &Value) -> Vec<String> {
    let blocks = method["partition"]["blocks"].as_array().expect("blocks");
    let block = |block: &Value| {
        let names = |key: &str| {
            let names = block[key].as_array().into_iter().flatten();
            names.map(|name| name.as_str().expect("a name")).collect::<Vec<_>>().join(", ")
        };
        match &names("when")[..] {
            "" => names("inputs"),
            when => format!("{} when {when}", names("inputs")),
        }
    };
    blocks.iter().map(block).collect()
}

/// What cases do: which lines they take and how they end.
fn behaviours(found: &Generated) -> BTreeSet<String> {
    found
        .cases
        .iter()
        .map(|case| format!("{} {} {}", case["method"], case["trace"], case["outcome"]["kind"]))
        .collect()
}

#[test]
fn concolic_execution_takes_the_paths_of_symbolic_execution() {
    for subject in ["exhaustive/Exhaustive", "subjects/Fraction", "subjects/LinkedInts"] {
        let subject = repository(&format!("tests/java/generate/{subject}.java"));
        let symbolic = generate(&subject, &["--strategy", "symbolic"]);
        let concolic = generate(&subject, &["--strategy", "concolic"]);
        assert!(!symbolic.cases.is_empty());
        assert_eq!(behaviours(&symbolic), behaviours(&concolic), "{}", subject.display());
        assert_eq!(symbolic.cases.len(), concolic.cases.len(), "{}", subject.display());
        let again = generate(&subject, &["--strategy", "concolic", "--backtrack", "reexecute"]);
        let tests =
            |found: &Generated| found.cases.iter().map(Value::to_string).collect::<Vec<_>>();
        assert_eq!(tests(&concolic), tests(&again), "{}", subject.display());
    }
}

#[test]
fn the_figures_of_the_papers() {
    let twelve = concolic("twelve", &["--strategy", "concolic", "--criterion", "path"]);
    assert_eq!(twelve.cases.len(), 1 << 12);
    let both =
        concolic("both", &["--strategy", "concolic", "--criterion", "path", "--aliasing", "off"]);
    assert_eq!(both.returned(), 24 * 30);
    for length in [2, 10, 30] {
        let top = generate(
            &subject("Texts"),
            &["--method", &format!("top{length}"), "--strategy", "concolic", "--criterion", "path"],
        );
        assert_eq!(top.cases.len(), 3 * length - 1);
    }
}

#[test]
fn orders_find_the_same_paths() {
    let usual = behaviours(&concolic("both", &["--criterion", "loop-2"]));
    for order in ["dfs", "bfs", "random", "coverage"] {
        for strategy in ["symbolic", "concolic"] {
            let options = ["--criterion", "loop-2", "--search", order, "--strategy", strategy];
            assert_eq!(behaviours(&concolic("both", &options)), usual, "{order} {strategy}");
        }
    }
    let few = |order| {
        concolic("twelve", &["--criterion", "path", "--search", order, "--max-paths", "20"])
    };
    let decisions = |order| -> BTreeSet<String> {
        few(order).cases.iter().map(|case| case["decisions"].to_string()).collect()
    };
    assert_ne!(decisions("random"), decisions("bfs"));
    assert_eq!(decisions("random"), decisions("random"));
    assert_eq!(few("random").cases.len(), 20);
}

#[test]
fn what_is_beyond_the_solver_is_made_concrete_and_said() {
    let hash = concolic("hash", &ALL_PATHS);
    assert!(hash.losses().is_empty(), "a hash code of few letters is within reach");
    let sine = concolic("sine", &ALL_PATHS);
    let results: BTreeSet<_> =
        sine.cases.iter().map(|case| case["outcome"]["value"].to_string()).collect();
    assert_eq!(results.len(), 2, "both ways: {results:?}");
    assert!(sine.losses().iter().any(|loss| loss.contains("turned concolic at Concolic.sine")));
    let deep = concolic("deep", &ALL_PATHS);
    assert_eq!(deep.returned(), 1);
    assert!(deep.losses()[0].contains("a large condition at Concolic.deep(Concolic.java:17)"));
    assert_eq!(
        (&deep.methods[0]["incomplete"], &hash.methods[0]["incomplete"]),
        (&Value::Bool(true), &Value::Null)
    );
    let symbolic = concolic("sine", &["--criterion", "path", "--strategy", "symbolic"]);
    assert!(symbolic.losses().iter().all(|loss| !loss.contains("concolic at")));
}

#[test]
fn independent_conditions_are_searched_one_by_one() {
    let found = partitioned("Partitions", "conditions4", &[]);
    assert_eq!(blocks(&found), ["a", "b", "c", "d"]);
    assert_eq!(found["paths"], 8, "two for each");
    let full =
        generate(&subject("Partitions"), &["--method", "conditions4", "--criterion", "path"]);
    assert_eq!(full.cases.len(), 16);
    for count in [8, 12, 16] {
        let found = partitioned("Conditions", &format!("test{count}"), &[]);
        assert_eq!((blocks(&found).len(), &found["paths"]), (count, &(2 * count).into()));
    }
    let all = generate(&subject("Conditions"), &["--method", "test8", "--criterion", "path"]);
    assert_eq!(all.cases.len(), 1 << 8);
}

#[test]
fn pages_of_a_map_have_three_paths_each() {
    for pages in [4, 512] {
        let release = format!("release{pages}");
        let found = partitioned("PageMap", &release, &["--method-timeout", "1000"]);
        let expected: Vec<String> = (0..pages)
            .map(|page| format!("value#{}, value#{}", 2 * page + 1, 2 * page + 2))
            .collect();
        assert_eq!(blocks(&found), expected);
        let paths = found["partition"]["blocks"].as_array().expect("blocks").iter();
        let paths: u64 = paths.filter_map(|block| block["paths"].as_u64()).sum();
        assert_eq!(paths, 3 * pages);
        assert!(found["losses"]["stopped"].is_null());
    }
    let all = generate(&subject("PageMap"), &["--method", "release4", "--criterion", "path"]);
    assert_eq!(all.cases.len(), 81, "three to the number of pages");
}

#[test]
fn printers_of_packets_have_three_blocks() {
    let found = partitioned("Packets", "segment", &[]);
    assert_eq!(blocks(&found), ["destination", "source", "length, flags"]);
    let found = partitioned("Packets", "print", &[]);
    assert_eq!(found["partition"]["hubs"].to_string(), r#"["packet.kind"]"#);
    let blocks = blocks(&found);
    let alone = blocks.iter().filter(|block| block.starts_with("packet.source when"));
    assert_eq!(alone.count(), 4, "in each kind: {blocks:?}");
    assert!(blocks.contains(&"packet.length, packet.flags when packet.kind = 6".to_owned()));
}

#[test]
fn pages_are_found_to_be_independent() {
    let mut paths = Vec::new();
    for pages in [2, 4, 8, 64] {
        let free = format!("free{pages}");
        let found = partitioned("Pages", &free, &["--aliasing", "off", "--max-array", "64"]);
        for page in 0..pages {
            let block = format!("count[{page}], pages[{page}]");
            assert!(blocks(&found).contains(&block), "{block} in {:?}", blocks(&found));
        }
        paths.push(found["paths"].as_u64().expect("a number"));
    }
    assert_eq!(paths[2] - paths[1], 2 * (paths[1] - paths[0]), "linear: {paths:?}");
    assert_eq!(paths[3] - paths[2], 14 * (paths[2] - paths[1]), "linear: {paths:?}");
    let aliased = blocks(&partitioned("Pages", "free2", &[]));
    assert!(aliased.contains(&"count[0], pages[0] when pages = count".to_owned()), "{aliased:?}");
}

#[test]
fn inputs_are_joined_where_they_meet() {
    let order = partitioned("Partitions", "order", &[]);
    assert_eq!(blocks(&order), ["price, count", "discount"]);
    let joined = &order["partition"]["joined"][0];
    assert_eq!(joined["place"], "Partitions.order(Partitions.java:65)");
    assert_eq!(joined["why"], "computed from both");
    let kinds = partitioned("Partitions", "kinds", &[]);
    assert_eq!(blocks(&kinds), ["a when kind = 1", "b when kind = 2", "c when kind = 0"]);
    assert_eq!(kinds["partition"]["hubs"][0], "kind");
    let guarded = partitioned("Partitions", "guarded", &[]);
    assert_eq!(blocks(&guarded), ["a", "b", "c"], "guards that only reject join nothing");
}

#[test]
fn a_validator_has_a_block_a_field_and_one_a_pair() {
    let found = partitioned("Partitions", "validate", &[]);
    let blocks = blocks(&found);
    assert_eq!(blocks.len(), 15, "{blocks:?}");
    assert_eq!(blocks[12..], ["min, max", "from, to", "low, high"]);
    assert!(found["paths"].as_u64() < Some(200), "instead of millions");
}

#[test]
fn blocks_can_be_given_and_must_make_sense() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("blocks.txt");
    let given = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let mut command = command(&subject("Partitions"));
        command.args(["--method", "order", "--criterion", "path", "--partition"]).arg(&file);
        Run::of(&mut command)
    };
    let fine = given("price, discount  # together\n");
    assert_eq!(fine.code, Some(0), "{}", fine.stderr);
    assert!(fine.stdout.contains("{price, discount, count}"), "{}", fine.stdout);
    let doubled = given("price\ncount price\n");
    assert_eq!(doubled.code, Some(2));
    assert!(
        doubled.stderr.contains("blocks.txt:2: input price is in a block already, that of line 1")
    );
    let unknown = given("price\nprise\n");
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown
            .stderr
            .contains("blocks.txt:2: no input is called prise; there are count, discount, price")
    );
    assert!(unknown.stdout.contains("Partitions.order"), "nothing is lost");
    let missing = Run::of(margay().args(["generate", "x", "--partition", "no-such-file"]));
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("auto, off, or a file"), "{}", missing.stderr);
}
