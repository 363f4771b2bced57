//! Generated tests say nothing that does not hold: not in another order, not on another machine, not
//! at another time. Each program of `tests/java/generate/right` has something that could be taken for
//! a fact about the code and is none.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, compile, jdk, jdk_since, margay, programs, skip};
use generated::{command, generate};
use std::path::{Path, PathBuf};

fn classes() -> PathBuf {
    compile(&jdk(), &programs("generate/right"))
}

const BRANCH: [&str; 2] = ["--criterion", "branch"];

/// Whether tests agree with a JVM, in some order.
#[track_caller]
fn check_agreement(tests: &Path, jdk: &Path, order: &[&str]) {
    let mut command = margay();
    command.arg("verify").arg(tests).arg("--jdk").arg(jdk).args(order);
    let run = Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// Generates tests of a class, which must agree with every JVM in any order; gives what the command says.
#[track_caller]
fn check(class: &str) -> String {
    check_with(class, &[])
}

#[track_caller]
fn check_with(class: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests");
    let mut command = command(&classes());
    command.args(BRANCH).args(["--class", &format!("right.{class}")]).args(options);
    command.arg("--out").arg(&tests);
    let run = Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let newer = jdk_since(25);
    if newer.is_none() {
        skip("generated tests do not run on JDK 25: there is none");
    }
    for jdk in [Some(jdk()), newer].into_iter().flatten() {
        check_agreement(&tests, &jdk.home, &[]);
        for seed in ["1", "2"] {
            check_agreement(&tests, &jdk.home, &["--shuffle", seed]);
        }
    }
    format!("{}{}", run.stdout, run.stderr)
}

/// Cases of a method, and what was lost of it.
fn cases(class: &str, method: &str) -> (usize, Vec<String>) {
    let name = format!("right.{class}.{method}");
    let found = generate(&classes(), &[&BRANCH[..], &["--method", &name]].concat());
    (found.cases.len(), found.losses())
}

#[track_caller]
fn check_lost(class: &str, method: &str, kept: usize, why: &str) {
    let (cases, losses) = cases(class, method);
    assert_eq!(cases, kept, "{losses:?}");
    assert!(losses.iter().any(|loss| loss.contains(why)), "{losses:?}");
}

#[test]
fn answers_are_those_of_the_class_itself() {
    check("Overridden$Derived");
}

#[test]
fn the_class_of_the_receiver_is_used_first() {
    let said = check_with("Cycles$Derived", &["--inputs", "api"]);
    assert!(said.contains("right.Cycles$Derived: 3 of 3 lines"), "{said}");
}

#[test]
fn the_name_of_a_class_that_the_test_makes_is_no_fact() {
    check("Named");
    check_lost("Named", "label", 1, "the name of a class that the test makes");
}

#[test]
fn what_constructors_count_is_put_back() {
    check_with("Numbered", &["--inputs", "api"]);
}

#[test]
fn two_wrong_arguments_of_the_library_are_no_fact() {
    let said = check("Ranges");
    assert!(said.contains("3 of 3 lines"), "{said}");
    // One wrong argument is.
    let found = generate(&classes(), &[&BRANCH[..], &["--method", "right.Ranges.cut"]].concat());
    let thrown = |class: &str| found.cases.iter().any(|case| case["outcome"]["class"] == class);
    assert!(thrown("java.lang.NullPointerException"), "{:?}", found.losses());
    assert!(thrown("java.lang.IllegalArgumentException"), "{:?}", found.losses());
}

#[test]
fn what_newer_versions_of_the_library_refuse_is_no_fact() {
    check("Escapes");
}

#[test]
fn what_the_library_relies_on_is_not_made_up() {
    let said = check_with("Streams", &["--inputs", "api", "--method", "write"]);
    assert!(said.contains("right.Streams.write "), "{said}");
    // A stream that reads nothing makes some versions wait for ever.
    check_with("Streams", &["--inputs", "api", "--method", "header"]);
}

#[test]
fn one_bit_of_a_hash_code_is_no_fact() {
    check("Places");
    for method in ["first", "second", "third", "fourth", "fifth", "sixth"] {
        check_lost("Places", method, 1, "identity hash codes");
    }
}

#[test]
fn the_order_of_methods_is_no_fact() {
    check("Listed");
    check_lost("Listed", "names", 1, "the order in which a class lists its methods");
}

#[test]
fn tests_hold_with_assert_statements_and_without() {
    check("Asserted");
    let why = "depends on whether assert statements are executed (--enable-assertions)";
    check_lost("Asserted", "sign", 2, why);
    for jdk in [Some(jdk()), jdk_since(25)].into_iter().flatten() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = command(&classes());
        command.args(BRANCH).args(["--class", "right.Asserted"]).arg("--out").arg(folder.path());
        assert_eq!(Run::of(&mut command).code, Some(0));
        let asserting = [("JAVA_TOOL_OPTIONS", "-ea")];
        let mut command = margay();
        command.arg("verify").arg(folder.path()).arg("--jdk").arg(&jdk.home).envs(asserting);
        let run = Run::of(&mut command);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn nobody_looks_for_what_no_constant_leads_to() {
    for (method, cases) in [("label", 3), ("next", 2)] {
        let method = format!("right.Asserted.{method}");
        let options = ["--inputs", "api", "--criterion", "branch", "--method", &method];
        let found = generate(&classes(), &options);
        assert_eq!(found.cases.len(), cases, "{method}");
        assert!(!found.losses().iter().any(|loss| loss.contains("patience")), "{method}");
    }
}

#[test]
fn what_a_class_below_counts_is_put_back() {
    check_with("Indexed$Latin", &["--inputs", "api"]);
}

#[test]
fn what_classes_count_when_they_are_first_used_is_no_fact() {
    for inputs in ["api", "fields"] {
        check_with("Tallied", &["--inputs", inputs]);
    }
}

#[test]
fn who_has_called_is_no_fact() {
    check_with("Traces", &["--inputs", "api"]);
    for method in ["depth", "caller"] {
        check_lost("Traces", method, 0, "what calls it, as stack traces tell");
    }
    assert_eq!(cases("Traces", "self").0, 1);
    assert_eq!(cases("Traces", "told").0, 1);
}

#[test]
fn messages_are_what_calling_gives() {
    check("Messages");
    let found = generate(&classes(), &[&BRANCH[..], &["--method", "right.Messages.half"]].concat());
    let messages: Vec<&str> =
        found.cases.iter().filter_map(|case| case["outcome"]["message"].as_str()).collect();
    assert_eq!(messages, ["code 7"]);
    for (method, why) in [("broken", "getMessage throws"), ("identity", "identity hash codes")] {
        let name = format!("right.Messages.{method}");
        let found = generate(&classes(), &[&BRANCH[..], &["--method", &name]].concat());
        let unasserted = found.cases.iter().filter_map(|case| case["unasserted"][0].as_str());
        let unasserted: Vec<&str> = unasserted.collect();
        assert!(matches!(unasserted[..], [reason] if reason.contains(why)), "{unasserted:?}");
        assert_eq!(found.cases.len(), 2);
    }
}

#[test]
fn captured_variables_are_set() {
    let said = check("Captures");
    assert!(said.contains("6 of 6 branches"), "{said}");
}

#[test]
fn orders_of_sorted_collections_are_theirs() {
    check("Orders");
    // Only the constructor knows the order, so that only calls make the object.
    let found = generate(&classes(), &[&BRANCH[..], &["--method", "right.Orders.drain"]].concat());
    assert!(!found.cases.is_empty(), "{:?}", found.losses());
    for case in &found.cases {
        let steps = case["recipe"].as_array().expect("steps").iter().map(|step| &step["step"]);
        assert!(steps.clone().all(|step| step == "construct" || step == "call"), "{case}");
    }
}

#[test]
fn objects_behind_static_fields_are_put_back() {
    let said = check("Shared");
    assert!(said.contains("it changes a java.util.Random behind the static field"), "{said}");
    for method in ["push", "cached", "next", "visit", "use", "elsewhere"] {
        let (cases, losses) = cases("Shared", method);
        assert_eq!((cases, losses.len()), (2, 0), "{method}: {losses:?}");
    }
}

#[test]
fn what_differs_between_machines_is_not_asserted() {
    check("Surroundings");
    check("Bundles");
    check_lost("Surroundings", "processors", 1, "the number of processors");
    check_lost("Surroundings", "folder", 1, "system properties");
    check_lost("Surroundings", "words", 0, "system properties");
    check_lost("Surroundings", "providers", 0, "which security providers there are");
    check_lost("Bundles", "folder", 0, "whether a folder is a resource");
    check_lost("Surroundings", "memory", 0, "the memory of the JVM");
    check_lost("Surroundings", "large", 1, "out of memory");
    check_lost("Surroundings", "caught", 0, "out of memory");
    check_lost("Surroundings", "locale", 0, "the locale");
    if jdk().version < 18 {
        check_lost("Surroundings", "encoding", 0, "the default charset");
    }
    check_lost("Surroundings", "process", 1, "the number of the process");
    check_lost("Surroundings", "direct", 1, "memory outside the heap");
    assert_eq!(cases("Surroundings", "bytes"), (2, Vec::new()));
    assert_eq!(cases("Surroundings", "traced"), (2, Vec::new()));
    let found =
        generate(&classes(), &[&BRANCH[..], &["--method", "right.Bundles.missing"]].concat());
    let thrown = found.cases.iter().filter_map(|case| case["outcome"]["class"].as_str());
    assert_eq!(thrown.collect::<Vec<_>>(), ["java.util.MissingResourceException"]);
}

#[test]
fn classes_that_cannot_be_initialised_have_no_tests() {
    for inputs in ["api", "fields"] {
        let options = ["--inputs", inputs, "--class", "right.Broken"];
        let found = generate(&classes(), &[&BRANCH[..], &options].concat());
        assert_eq!(found.cases.len(), 0, "{inputs}");
        let losses = found.losses().join("\n");
        assert!(losses.contains("class right.Broken cannot be initialised"), "{losses}");
    }
}

#[test]
fn time_and_chance_are_not_asserted() {
    check("Luck");
    check_lost("Luck", "roll", 1, "the clock");
    check_lost("Luck", "late", 1, "the clock");
    check_lost("Luck", "local", 1, "chance");
    check_lost("Luck", "year", 1, "the clock");
    check_lost("Luck", "leap", 0, "the clock");
    let found = generate(&classes(), &[&BRANCH[..], &["--method", "right.Luck.stamp"]].concat());
    let unasserted = found.cases.iter().filter_map(|case| case["unasserted"][0].as_str());
    let unasserted: Vec<&str> = unasserted.collect();
    assert_eq!(unasserted, ["right.Luck$Stamp.made depends on the clock"]);
}

#[test]
fn inherited_methods_are_tested() {
    let said = check("Derived");
    assert!(said.contains("right.Derived.scale"), "{said}");
    let covered = said.lines().find(|line| line.starts_with("right.Basis: "));
    assert!(covered.is_some_and(|line| line.contains("2 of 2 branches")), "{said}");
    check("Holder");
    let said = check("IntHolder");
    assert!(said.contains("6 of 6 branches"), "{said}");
}

#[test]
fn arguments_fit_their_types() {
    let said = check("Views");
    assert!(!said.contains("no test for"), "{said}");
    assert!(said.contains("4 of 4 branches"), "{said}");
}

#[test]
fn records_are_what_their_constructors_accept() {
    let said = check("Span");
    assert!(!said.contains("no test for"), "{said}");
    for (method, cases) in [("width", 1), ("has", 3), ("notesOrZero", 2)] {
        assert_eq!(self::cases("Span", method), (cases, Vec::new()), "{method}");
    }
}

#[test]
fn objects_of_the_class_library_are_inputs() {
    let said = check("Library");
    assert!(!said.contains("no test for") && !said.contains("unsupported"), "{said}");
    // The constants themselves are not tried where only identity is asked for.
    assert!(said.contains("84 of 88 branches"), "{said}");
}

#[test]
fn collections_of_constants_and_others_are_inputs() {
    for inputs in ["api", "fields"] {
        let said = check_with("Collected", &["--inputs", inputs]);
        assert!(!said.contains("no test for") && !said.contains("unsupported"), "{said}");
        assert!(said.contains("32 of 32 branches"), "{said}");
    }
}

#[test]
fn texts_are_spelled_out_in_more_than_one_way() {
    let said = check("Spelled");
    assert!(said.contains("6 of 6 branches") && !said.contains("diverged"), "{said}");
}

#[test]
fn arrays_take_memory_for_what_is_written_to_them() {
    // The tests themselves have no more than this.
    let said = check_with("Room", &["--max-memory", "400m"]);
    assert!(!said.contains("stopped by"), "{said}");
    for (method, kept) in [("put", 2), ("get", 3), ("sieve", 2), ("filled", 2), ("grown", 2)] {
        let (cases, losses) = cases("Room", method);
        assert_eq!(cases, kept, "{method}: {losses:?}");
    }
    check_lost("Room", "rows", 1, "out of memory");
    check_lost("Room", "seen", 1, "which no test can put back");
}

#[test]
fn arrays_that_are_large_in_any_case_are_made() {
    let said = check("Sizes");
    assert!(!said.contains("no test for") && !said.contains("put back"), "{said}");
    assert!(said.contains("16 of 16 branches"), "{said}");
}

#[test]
fn classes_of_the_class_library_are_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let run =
        Run::of(margay().args(["generate", "java.util.StringJoiner", "--out"]).arg(folder.path()));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains("can be made"), "{}", run.stderr);
    let verified = Run::of(margay().arg("verify").arg(folder.path()));
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn long_arrays_are_written_by_what_they_hold() {
    let said = check_with("Large", &["--max-array", "100000"]);
    assert!(!said.contains("no test for"), "{said}");
    assert!(said.contains("10 of 10 branches"), "{said}");
}
