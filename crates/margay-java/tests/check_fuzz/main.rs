//! Random small methods with assertions over narrow types: what `check` says of each must agree with
//! what a JVM finds when it tries all inputs. A verdict that does not is the worst defect there is.
//!
//! `MARGAY_FUZZ_METHODS` says how many methods of each kind (a few hundred by default), `MARGAY_FUZZ_SEED` which,
//! `MARGAY_FUZZ_SECONDS` how long each may take (5), `MARGAY_FUZZ_FOLDER` where the sources are kept.

#![allow(clippy::print_stderr, reason = "tests talk to whoever runs them")]

mod class;
mod dice;
mod looping;
mod plain;
mod rich;

use class::{Kind, class};
use margay_java::check::{CheckOptions, Checked, Verdict};
use margay_java::generate::{GenerateOptions, MethodFilter, Watching};
use margay_java::{Budget, Limits, Session, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The bound that no method depends on: each sets the static fields that it uses.
const STATICS: &str = "static fields as their initializers leave them";

/// Methods of a class.
const IN_CLASS: usize = 100;

/// What a JVM finds by trying all inputs.
fn truth(session: &Session) -> Vec<bool> {
    let class_path = std::env::join_paths(session.class_path_entries()).expect("a class path");
    let run = Command::new(&session.jdk().java)
        .args(["-ea", "-XX:-StackTraceInThrowable"])
        .arg("-cp")
        .arg(class_path)
        .arg("Trial")
        .output();
    let output = run.expect("java runs");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    words.lines().map(|line| line == "true").collect()
}

#[derive(Debug, Default)]
struct Tally {
    proved: usize,
    refuted: usize,
    bounded: usize,
    unknown: usize,
    reasons: Vec<String>,
}

/// A number that the environment says.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn check_class(folder: &Path, seed: u64, count: usize, kind: Kind, tally: &mut Tally) {
    let folder = folder.join(format!("{kind:?}-{seed}"));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("Fuzz.java");
    let source = class(seed, count, kind);
    fs::write(&file, &source).expect("a file");
    let target = Target { assertions: true, ..Target::at(&file) };
    let session = Session::open(&target, Limits { cells: 1 << 23, ..Limits::default() });
    let session = session.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let violated = truth(&session);
    let defaults = CheckOptions::default();
    let method_timeout = Duration::from_secs(number("MARGAY_FUZZ_SECONDS", 5));
    let search = GenerateOptions { method_timeout, ..defaults.search };
    let mut checker = session.check(CheckOptions { search, ..defaults }).expect("a checker");
    let budget = Budget::default();
    for (number, violated) in violated.into_iter().enumerate() {
        let method = Some(format!("m{number}"));
        let filter = MethodFilter { method, ..MethodFilter::default() };
        let subjects = checker.select(&Checked::Methods(filter)).expect("a method");
        let watching = Watching { budget: &budget, progress: &|_| {} };
        let report = checker.check(&subjects[0], watching).expect("a verdict");
        let wrong =
            |what: &str| panic!("seed {seed}, m{number} is {what}: {:?}\n{source}", report.verdict);
        match &report.verdict {
            Verdict::Proved { .. } if violated => wrong("violated and proved"),
            Verdict::Bounded { bounds, .. } if *bounds == [STATICS] => match violated {
                true => wrong("violated and proved but for static fields"),
                false => tally.proved += 1,
            },
            Verdict::Refuted(_) if !violated => wrong("refuted and never violated"),
            Verdict::Proved { .. } => tally.proved += 1,
            Verdict::Refuted(_) => tally.refuted += 1,
            Verdict::Bounded { .. } => tally.bounded += 1,
            Verdict::Unknown { reasons } => {
                tally.unknown += 1;
                tally.reasons.push(format!("seed {seed}, m{number}: {}", reasons.join("; ")));
            }
        }
    }
}

/// Checks random methods of a kind, as many as the environment says.
fn fuzz(kind: Kind, default: u64) -> (Tally, usize) {
    let (methods, seed) = (number("MARGAY_FUZZ_METHODS", default), number("MARGAY_FUZZ_SEED", 1));
    let temporary = tempfile::tempdir().expect("a folder");
    let kept = std::env::var_os("MARGAY_FUZZ_FOLDER").map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    let mut tally = Tally::default();
    let classes = (methods as usize).div_ceil(IN_CLASS);
    for at in 0..classes {
        let count = IN_CLASS.min(methods as usize - at * IN_CLASS);
        check_class(folder, seed + at as u64, count, kind, &mut tally);
    }
    eprintln!(
        "{} proved, {} refuted, {} bounded, {} unknown\n{}",
        tally.proved,
        tally.refuted,
        tally.bounded,
        tally.unknown,
        tally.reasons.join("\n")
    );
    (tally, methods as usize)
}

#[test]
fn verdicts_are_those_of_trying_all_inputs() {
    let (tally, methods) = fuzz(Kind::Plain, 200);
    let open = tally.bounded + tally.unknown;
    // How many are open depends on the time there is; most must not be.
    assert!(open * 2 <= methods, "{open} of {methods} are open: {tally:?}");
    assert!(tally.proved * 10 >= methods, "too few hold: {tally:?}");
}

#[test]
fn verdicts_on_long_loops_are_those_of_trying_all_inputs() {
    let (tally, methods) = fuzz(Kind::Looping, 100);
    assert!(tally.proved * 20 >= methods, "too few hold: {tally:?}");
    assert!(tally.refuted * 10 >= methods, "too few are violated: {tally:?}");
}

#[test]
fn verdicts_on_mixtures_are_those_of_trying_all_inputs() {
    let (tally, methods) = fuzz(Kind::Rich, 100);
    assert!(tally.proved * 20 >= methods, "too few hold: {tally:?}");
    assert!(tally.refuted * 20 >= methods, "too few are violated: {tally:?}");
}
