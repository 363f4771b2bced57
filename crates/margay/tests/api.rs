//! `margay generate --inputs api`: objects are what constructors, factories and calls make of them, and
//! tests look at them from outside.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{compile, jdk, margay, programs, repository};
use generated::{Generated, files, generate, verify};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn subject(name: &str) -> PathBuf {
    repository("tests/java/generate/api").join(name)
}

fn api(file: &str, options: &[&str]) -> Generated {
    let own = ["--inputs", "api", "--criterion", "branch"];
    generate(&subject(file), &[&own, options].concat())
}

/// The kinds of steps that build the inputs.
fn steps(found: &Generated) -> BTreeSet<String> {
    let recipes = found.cases.iter().filter_map(|case| case["recipe"].as_array());
    let kinds = recipes.flatten().filter_map(|step| step["step"].as_str());
    kinds.map(str::to_owned).collect()
}

fn thrown(found: &Generated) -> BTreeSet<&str> {
    found.cases.iter().filter_map(|case| case["outcome"]["message"].as_str()).collect()
}

/// Classes in the style of business and library code.
fn business() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| compile(&jdk(), &programs("generate/business/business")))
}

/// What is found for a class of them with the options that people start with.
fn found_for(class: &str) -> Generated {
    let name = format!("business.{class}");
    generate(business(), &["--inputs", "api", "--criterion", "branch", "--class", &name])
}

/// The steps of a kind by which inputs are made: the names of the methods.
fn named_steps(found: &Generated, kind: &str) -> BTreeSet<String> {
    let recipes = found.cases.iter().filter_map(|case| case["recipe"].as_array());
    let steps = recipes.flatten().filter(|step| step["step"] == kind);
    steps.filter_map(|step| step["name"].as_str()).map(str::to_owned).collect()
}

#[test]
fn factories_and_builders_make_objects() {
    let money = found_for("Money");
    assert_eq!(steps(&money), ["produce"].map(str::to_owned).into());
    assert!(named_steps(&money, "produce").contains("of"));
    let request = found_for("HttpRequest");
    assert_eq!(named_steps(&request, "produce"), ["build", "to"].map(str::to_owned).into());
    assert!(named_steps(&request, "call").contains("method"), "the builder is told");
    let meeting = found_for("Scheduler$Meeting");
    assert!(named_steps(&meeting, "produce").contains("book"), "another object makes it");
    let list = found_for("ImmutableList");
    let made: BTreeSet<String> = ["empty", "of", "prepend"].map(str::to_owned).into();
    assert!(named_steps(&list, "produce").is_subset(&made), "nothing changes such a list");
    for found in [request, meeting, list] {
        assert_eq!(found.losses(), [""; 0]);
    }
}

#[test]
fn interfaces_that_nothing_implements_are_implemented_by_the_test() {
    let found = api("Shipping.java", &["--class", "Shipping"]);
    assert_eq!(found.losses(), [""; 0]);
    let shipped: BTreeSet<bool> = found
        .cases
        .iter()
        .filter(|case| case["method"]["name"] == "ship")
        .filter_map(|case| case["outcome"]["value"].as_bool())
        .collect();
    assert_eq!(shipped, [false, true].into(), "what the stock answers is an input");
}

#[test]
fn constructors_are_tested() {
    let found = found_for("Account");
    let of_constructor = |case: &&Value| case["method"]["name"] == "<init>";
    let cases: Vec<&Value> = found.cases.iter().filter(of_constructor).collect();
    let kinds: BTreeSet<&str> =
        cases.iter().filter_map(|case| case["outcome"]["kind"].as_str()).collect();
    assert_eq!(kinds, ["returned", "threw"].into());
}

#[test]
fn only_calls_that_can_matter_are_made() {
    let name = ["--inputs", "api", "--criterion", "branch", "--class", "business.Account"];
    let owner = generate(business(), &[&name[..], &["--method", "getOwner"]].concat());
    assert_eq!(steps(&owner), ["construct"].map(str::to_owned).into());
    assert_eq!(owner.cases.len(), 1, "nothing changes the owner");
}

#[test]
fn what_the_method_changed_is_observed_from_outside() {
    let name = ["--inputs", "api", "--criterion", "branch", "--class", "business.Account"];
    let found = generate(business(), &[&name[..], &["--method", "deposit"]].concat());
    let seen = |kind: &str| {
        let cases = found.cases.iter().filter(|case| case["outcome"]["kind"] == kind);
        let all = cases.filter_map(|case| case["observations"].as_array()).flatten();
        all.filter_map(|seen| seen["name"].as_str()).collect::<BTreeSet<&str>>()
    };
    assert_eq!(seen("returned"), ["getBalance", "largest"].into());
    assert_eq!(seen("threw"), BTreeSet::new(), "what was refused has changed nothing");
}

/// Tests of all classes, written and run in one step.
#[test]
fn suites_are_small_need_no_reflection_and_agree_with_the_jvm() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tests");
    let mut command = margay();
    command.arg("generate").arg(business()).args(["--verify", "--out"]).arg(&out);
    let run = common::Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let verified = run.stdout.lines().last().unwrap_or_default();
    assert!(verified.ends_with("agree, 0 fail, 0 end with an error"), "{verified}");

    let sources: Vec<String> = files(&out)
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|kind| kind == "java"))
        .map(|(_, bytes)| String::from_utf8(bytes).expect("source"))
        .collect();
    let tests = |source: &String| source.matches("@Test").count();
    let all: usize = sources.iter().map(tests).sum();
    let reflects = |source: &&String| source.contains("java.lang.reflect");
    let reflecting: usize = sources.iter().filter(reflects).map(tests).sum();
    assert!(reflecting * 20 <= all, "{reflecting} of {all} in classes that use reflection");

    let mut counts = Vec::new();
    let (mut covered, mut branches) = (0, 0);
    for line in run.stdout.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [name, cases, _, _, _, _] if name.starts_with("business.") => {
                counts.extend(cases.parse::<usize>());
            }
            [_, _, "of", _, "lines,", taken, "of", possible, "branches", "covered"] => {
                covered += taken.parse::<usize>().expect("a number");
                branches += possible.parse::<usize>().expect("a number");
            }
            _ => {}
        }
    }
    counts.sort_unstable();
    assert!(counts.len() > 100 && counts[counts.len() / 2] <= 4, "{counts:?}");
    assert!(covered * 100 >= branches * 95, "{covered} of {branches} branches");
}

/// The states that calls lead to are all that they can lead to, and no others.
#[test]
fn states_are_those_of_a_brute_force_enumeration() {
    let jdk = jdk();
    let classes = compile(&jdk, &programs("generate/states"));
    let names = [
        "Door",
        "Turnstile",
        "Lamp",
        "Counter",
        "Pair",
        "Elevator",
        "Buffer",
        "Latch",
        "Vending",
        "Vote",
    ];
    for name in names.map(|name| format!("States${name}")) {
        for calls in ["0", "1", "2"] {
            let mut java = Command::new(jdk.home.join("bin/java"));
            java.arg("-cp").arg(&classes).args(["BruteForce", &name, calls]);
            let expected = common::Run::of(&mut java);
            let expected: BTreeSet<&str> = expected.stdout.lines().collect();
            let found = generate(
                &classes,
                &[
                    "--inputs",
                    "api",
                    "--class",
                    &name,
                    "--method",
                    "state",
                    "--criterion",
                    "path",
                    "--range",
                    "0..2",
                    "--max-calls",
                    calls,
                ],
            );
            let states = found.cases.iter().filter_map(|case| case["outcome"]["value"].as_str());
            assert_eq!(states.collect::<BTreeSet<&str>>(), expected, "{name} {calls}");
        }
    }
}

#[test]
fn objects_are_made_by_constructors_and_calls() {
    for (file, class) in [("Account.java", "Account"), ("Ring.java", "Ring")] {
        let found = api(file, &["--class", class]);
        assert_eq!(steps(&found), ["call", "construct"].map(str::to_owned).into(), "{class}");
        assert_eq!(found.losses(), [""; 0], "{class}");
    }
}

#[test]
fn a_constructor_that_counts_is_called() {
    let found = api("Ticket.java", &[]);
    assert_eq!(steps(&found), BTreeSet::from(["construct".to_owned()]));
    assert_eq!(found.losses(), Vec::<String>::new());
    let front = found.cases.iter().filter(|case| case["method"]["name"] == "isFront");
    let results: BTreeSet<String> =
        front.map(|case| case["outcome"]["value"].to_string()).collect();
    assert_eq!(results, BTreeSet::from(["false".to_owned(), "true".to_owned()]));
}

/// A hash code tells nobody which text it is of; the code says which texts it looks up.
#[test]
fn texts_that_the_code_looks_up_are_found() {
    let found = api("Registry.java", &["--method", "count"]);
    let results = found.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64());
    assert!(results.clone().any(|count| count == -1) && results.clone().any(|count| count > 0));
    let paths = found.methods[0]["paths"].as_u64().expect("a number");
    assert!(paths < 500, "{paths}");
}

#[test]
fn calls_lead_to_states_that_a_constructor_does_not() {
    let withdraw = ["--class", "Account", "--method", "withdraw"];
    let none = api("Account.java", &[&withdraw[..], &["--max-calls", "0"]].concat());
    assert_eq!(thrown(&none), ["insufficient"].into());
    let one = api("Account.java", &[&withdraw[..], &["--max-calls", "1"]].concat());
    assert_eq!(thrown(&one), ["frozen", "insufficient"].into());
    let full = api("Ring.java", &["--class", "Ring", "--method", "isFull"]);
    let results: BTreeSet<bool> =
        full.cases.iter().filter_map(|case| case["outcome"]["value"].as_bool()).collect();
    assert_eq!(results, [false, true].into());
}

#[test]
fn what_no_program_can_make_is_no_input() {
    let found = api("Account.java", &["--class", "Account", "--method", "isBroken"]);
    let results: BTreeSet<bool> =
        found.cases.iter().filter_map(|case| case["outcome"]["value"].as_bool()).collect();
    assert_eq!(results, [false].into());
    let fields = ["--class", "Account", "--method", "isBroken", "--criterion", "branch"];
    let found = generate(&subject("Account.java"), &fields);
    let is_true = |case: &Value| case["outcome"]["value"] == true;
    assert!(found.cases.iter().any(is_true), "fields may hold anything");
}

#[test]
fn crashes_are_those_that_calls_bring_about() {
    let found = api("Account.java", &["--class", "Account"]);
    let crash = |case: &&Value| case["outcome"]["expected"] == false;
    let methods: BTreeSet<&str> =
        found.cases.iter().filter(crash).filter_map(|c| c["method"]["name"].as_str()).collect();
    assert_eq!(methods, ["transfer"].into(), "to nobody");
}

#[test]
fn classes_without_a_way_to_make_them_are_said() {
    let found = api("Keeper.java", &["--class", "Keeper$Hidden", "--method", "value"]);
    assert!(found.cases.is_empty());
    let losses = found.losses().join("\n");
    assert!(losses.contains("no Keeper$Hidden can be made"), "{losses}");
}

#[test]
fn the_tests_agree_with_the_jvm() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = jdk();
    let names = [
        "Account.java",
        "Ring.java",
        "Keeper.java",
        "Shipping.java",
        "Ticket.java",
        "Registry.java",
    ];
    let classes = compile(&jdk, &names.map(subject));
    let out = folder.path().join("tests");
    let mut command = generated::command(&classes);
    command.args(["--inputs", "api", "--criterion", "branch", "--quiet", "--out"]).arg(&out);
    let run = common::Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (code, results) = verify(&out, None, &jdk.home);
    assert_eq!(code, Some(0), "{results}");
}
