//! Classes written for Korat, unchanged: their finitization methods, and the options as Korat's
//! users type them.

mod common;
#[path = "common/subjects.rs"]
mod subjects;

use common::{programs, repository, run};
use subjects::{Search, check_search, check_searches};

#[test]
fn subjects_give_the_figures_of_their_headers() {
    check_searches(&Search::of_all(&programs("enumerate/korat")), check_search);
}

/// From the source: `korat.finitization` is there for the compiler too.
#[test]
fn a_source_compiles_without_korat() {
    let file = repository("tests/java/enumerate/korat/SearchTree.java").display().to_string();
    let options = ["--args", "3,3,3,1,3", "--predicate", "repOK", "--multi-value", "off"];
    let found = run(["enumerate", &file].into_iter().chain(options));
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(found.stdout.starts_with("candidates       133\nvalid              5\n"));
}

#[test]
fn a_missing_finitization_is_said_with_what_there_is() {
    let file = repository("tests/java/enumerate/korat/SearchTree.java").display().to_string();
    let found = run(["enumerate", &file, "--args", "3", "--finitization", "finTree"]);
    assert_eq!((found.stdout.as_str(), found.code), ("", Some(2)));
    assert!(found.stderr.contains("finSearchTree("), "{}", found.stderr);
}

/// A folder of sources as Korat's examples are laid out: two classes of the same name, and one
/// file that only compiles beside the original tool.
fn sources() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ledger = repository("tests/java/enumerate/korat/Ledger.java");
    let ledger = std::fs::read_to_string(ledger).expect("a source");
    let dag = std::fs::read_to_string(repository("tests/java/enumerate/korat/Dag.java"));
    let listener = "package bank; class Listener implements korat.testing.ITestCaseListener { }";
    let files = [
        ("bank/Ledger.java", format!("package bank; {ledger}")),
        ("bank/old/Ledger.java", format!("package bank.old; {ledger}")),
        ("bank/old/Dag.java", format!("package bank.old; {}", dag.expect("a source"))),
        ("bank/Listener.java", listener.to_owned()),
    ];
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    folder
}

/// Runs with these arguments, where `DIR` is the folder of sources.
fn in_sources(folder: &tempfile::TempDir, args: &[&str]) -> common::Run {
    let root = folder.path().display().to_string();
    run(["enumerate"]
        .into_iter()
        .map(str::to_owned)
        .chain(args.iter().map(|arg| arg.replace("DIR", &root))))
}

#[test]
fn classes_are_found_by_name_in_folders_of_sources() {
    let folder = sources();
    for args in [
        &["--cp", "DIR", "--class", "bank.Ledger", "--args", "1"][..],
        &["--cp", "DIR", "bank.Ledger", "--args", "1"],
        &["DIR", "--class", "bank.old.Ledger", "--args", "1"],
        &["--cp", "DIR/bank/old", "--class", "Ledger", "--args", "1"],
    ] {
        let found = in_sources(&folder, args);
        assert_eq!(found.code, Some(0), "{args:?}: {}", found.stderr);
        let counts = ["candidates       4", "valid            2"];
        assert!(counts.iter().all(|line| found.stdout.contains(line)), "{}", found.stdout);
    }
    let found = in_sources(&folder, &["--cp", "DIR", "--class", "Dag", "--args", "3", "--verify"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(found.stderr.contains("verified: 4 structures"), "{}", found.stderr);
}

#[test]
fn what_a_name_or_a_folder_leaves_open_is_said() {
    let folder = sources();
    let check = |args: &[&str], words: &[&str]| {
        let found = in_sources(&folder, args);
        assert_eq!((found.stdout.as_str(), found.code), ("", Some(2)), "{}", found.stderr);
        for words in words {
            assert!(found.stderr.contains(words), "{words:?} is not in: {}", found.stderr);
        }
    };
    let several = ["several classes are called Ledger", "bank.Ledger, bank.old.Ledger"];
    check(&["--cp", "DIR", "--class", "Ledger", "--args", "1"], &several);
    let together = ["are compiled together", "Listener.java:1", "name a class with --class"];
    check(&["DIR", "--args", "1"], &together);
    let classes = ["several classes of the target", "bank.old.Dag, bank.old.Ledger"];
    check(&["DIR/bank/old", "--args", "1"], &classes);
    let forgotten = ["there are no bounds", "--args", "finLedger(int) or finLines(int)"];
    check(&["DIR", "--class", "bank.Ledger"], &forgotten);
    check(&["--cp", "DIR", "--class", "Leger", "--args", "1"], &["there is no class Leger"]);
}
