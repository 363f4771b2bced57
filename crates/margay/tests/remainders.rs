//! Remainders of floats: no term expresses them, but the cases that are found are right.

mod common;
#[path = "common/generated.rs"]
mod generated;

use generated::generate;
use std::collections::BTreeSet;

/// What is left of a division decides, by its size, its sign, and its value.
const REST: &str = "class Rest {
    static int kind(double a, double b) {
        double rest = a % b;
        if (rest != rest) { return 0; }
        if (rest > a && a > 0) { return 1; }
        if (rest < 0) { return 2; }
        if (rest > 3 && rest == a) { return 3; }
        return rest == 2 && a > 9 ? 4 : 5;
    }
    static int single(float a) { float rest = a % 4f; return rest == 3f ? a > 20f ? 1 : 2 : 3; }
    static int twice(double a, double b) { return a % b == 5 && a % b != 5 ? 1 : 2; }
}";

#[test]
fn cases_have_operands_with_that_remainder() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Rest.java");
    std::fs::write(&file, REST).expect("written");
    let results = |method: &str| -> BTreeSet<i64> {
        let named = ["--class", "Rest", "--method", method, "--criterion", "path"];
        let found = generate(&file, &named);
        found.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64()).collect()
    };
    // No remainder is larger than what was divided.
    assert_eq!(results("kind"), BTreeSet::from([0, 2, 3, 4, 5]));
    assert_eq!(results("single"), BTreeSet::from([1, 2, 3]));
    assert_eq!(results("twice"), BTreeSet::from([2]));
}

#[test]
fn conditions_tell_what_it_is_the_remainder_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Rest.java");
    std::fs::write(&file, REST).expect("written");
    let found = generate(&file, &["--class", "Rest", "--method", "single", "--criterion", "path"]);
    let told: BTreeSet<&str> =
        found.cases.iter().filter_map(|case| case["condition"][0].as_str()).collect();
    assert_eq!(told, BTreeSet::from(["a % 4.0f == 3.0f", "a % 4.0f != 3.0f"]));
}
