//! Tests written from cases compile without a warning and pass, on every JDK at hand.
//!
//! The classes under test are in `tests/java/generate/report` of the repository, the tests as they
//! must be written in `tests/data/cases`.

mod common;
#[path = "cases/java.rs"]
mod java;
#[path = "cases/sample.rs"]
mod sample;
#[path = "cases/suites.rs"]
mod suites;

use expect_test::expect_file;
use std::path::Path;

#[test]
fn tests_of_all_kinds_of_classes_pass() {
    let (summaries, texts) = java::check(&suites::all());
    let left_out: Vec<&str> = summaries
        .iter()
        .flat_map(|summary| &summary.left_out)
        .map(|case| case.why.as_str())
        .collect();
    assert_eq!(left_out, ["java.util.ArrayList.grow is not for all to call"]);
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    for (name, text) in texts {
        expect_file![expected.join(name)].assert_eq(&text);
    }
}
