//! The examples do what they say.

use expect_test::{Expect, expect};

macro_rules! example {
    ($name:ident, $file:literal) => {
        #[allow(dead_code, reason = "an example's `main` is for `cargo run`")]
        #[path = $file]
        mod $name;
    };
}

example!(enumerate_structures, "../../../examples/rust/enumerate_structures.rs");
example!(generate_tests, "../../../examples/rust/generate_tests.rs");
example!(repair_structure, "../../../examples/rust/repair_structure.rs");

type Example = fn(&mut Vec<u8>) -> Result<(), Box<dyn std::error::Error>>;

fn check(example: Example, expected: &Expect) {
    let mut out = Vec::new();
    example(&mut out).expect("an example that works");
    expected.assert_eq(&String::from_utf8(out).expect("text"));
}

#[test]
fn enumerating() {
    check(enumerate_structures::run, &expect![[r#""#]]);
}

#[test]
fn generating() {
    check(generate_tests::run, &expect![[r#""#]]);
}

#[test]
fn repairing() {
    check(repair_structure::run, &expect![[r#""#]]);
}
