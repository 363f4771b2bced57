//! `margay generate --inputs api`: objects are what constructors and calls make of them.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{compile, jdk, repository};
use generated::{Generated, generate, verify};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

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

#[test]
fn objects_are_made_by_constructors_and_calls() {
    for (file, class) in [("Account.java", "Account"), ("Ring.java", "Ring")] {
        let found = api(file, &["--class", class]);
        assert_eq!(steps(&found), ["call", "construct"].map(str::to_owned).into(), "{class}");
        assert_eq!(found.losses(), [""; 0], "{class}");
    }
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
    let classes = compile(&jdk, &["Account.java", "Ring.java", "Keeper.java"].map(subject));
    let out = folder.path().join("tests");
    let mut command = generated::command(&classes);
    command.args(["--inputs", "api", "--criterion", "branch", "--quiet", "--out"]).arg(&out);
    let run = common::Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (code, results) = verify(&out, None, &jdk.home);
    assert_eq!(code, Some(0), "{results}");
}
