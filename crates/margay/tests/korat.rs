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
