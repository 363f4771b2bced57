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
    check(
        enumerate_structures::run,
        &expect![[r#"
        []
        [OFF]
        [OFF, OFF]
        [OFF, EARLY]
        [OFF, LATE]
        [OFF, NIGHT]
        [EARLY]
        [EARLY, OFF]
        [EARLY, EARLY]
        [EARLY, LATE]
        [EARLY, NIGHT]
        [LATE]
        [LATE, OFF]
        [LATE, EARLY]
        [LATE, LATE]
        [LATE, NIGHT]
        [NIGHT]
        [NIGHT, OFF]
        [NIGHT, LATE]
        [NIGHT, NIGHT]
        20 rosters among 60 candidates
    "#]],
    );
}

#[test]
fn generating() {
    check(
        generate_tests::run,
        &expect![[r#"
        Triangle.classify: 7 cases
        classify(1, 2, 1) is NONE when c < a + b && a + c <= b
        classify(1, 1, 1) is EQUILATERAL when c < a + b && b < a + c && a == b && b == c
        classify(8, 8, 1) is ISOSCELES when c < a + b && b < a + c && a == b && b != c
        classify(2, 1, 2) is ISOSCELES when c < a + b && b < a + c && a != b && b != c && a == c
        classify(2, 3, 4) is SCALENE when c < a + b && b < a + c && a != b && b != c && a != c
        classify(1, 2, 2) is ISOSCELES when c < a + b && b < a + c && a != b && b == c
        classify(1, 1, 2) is NONE when a + b <= c
    "#]],
    );
}

#[test]
fn repairing() {
    check(
        repair_structure::run,
        &expect![[r#"
        monday.next: tuesday → null
        79 candidates
    "#]],
    );
}
