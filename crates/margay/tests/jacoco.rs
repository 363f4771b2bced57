//! What Margay says its tests cover is what JaCoCo measures when they run on the JVM.
//!
//! JaCoCo's class path is what `scripts/ensure-jacoco` says, which asks `MARGAY_JACOCO` first.
//! Debian's version reads class files of Java 11.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, javac, jdk, programs, provided, repository};
use generated::command;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// Programs for Java 11.
const SUBJECTS: [&str; 22] = [
    "Account",
    "Bits",
    "Classics",
    "Closing",
    "Counter",
    "Finals",
    "Floats",
    "Flow",
    "Functions",
    "Intervals",
    "LinkedInts",
    "Made",
    "Matrix",
    "Overriding",
    "Recursion",
    "RingQueue",
    "SearchTree",
    "SmallMap",
    "Stock",
    "Tokenizer",
    "Vectors",
    "Words",
];
const RIGHT: [&str; 9] = [
    "Captures",
    "Derived",
    "Library",
    "Luck",
    "Messages",
    "Orders",
    "Shared",
    "Surroundings",
    "Views",
];

/// Lines and branches, each `covered/total`, by class.
type Figures = BTreeMap<String, (String, String)>;

/// What the command says it covers.
fn claimed(said: &str) -> Figures {
    let figures = |line: &str| {
        let (class, rest) = line.strip_suffix(" branches covered")?.split_once(": ")?;
        let (lines, branches) = rest.split_once(" lines, ")?;
        let figure = |text: &str| text.replace(" of ", "/");
        Some((class.to_owned(), (figure(lines), figure(branches))))
    };
    said.lines().filter_map(figures).collect()
}

/// What JaCoCo measures.
fn measured(said: &str) -> Figures {
    let figures = |line: &str| {
        let mut words = line.strip_prefix("jacoco ")?.split(' ').map(str::to_owned);
        Some((words.next()?, (words.next()?, words.next()?)))
    };
    said.lines().filter_map(figures).collect()
}

#[test]
fn coverage_is_what_jacoco_measures() {
    let source = |kind: &str, name: &&str| {
        repository("tests/java/generate").join(kind).join(format!("{name}.java"))
    };
    let sources = SUBJECTS.iter().map(|name| source("subjects", name));
    let sources: Vec<PathBuf> = sources.chain(RIGHT.iter().map(|n| source("right", n))).collect();
    check(&sources, &["--criterion", "branch"], 50);
}

/// Tests that make their objects by calls.
#[test]
fn so_is_that_of_objects_made_by_calls() {
    let sources = programs("generate/business/business");
    check(&sources, &["--inputs", "api", "--criterion", "branch"], 30);
}

/// Compares what is claimed with what is measured, of at least so many classes.
#[track_caller]
fn check(sources: &[PathBuf], options: &[&str], least: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    javac("", &["--release", "11"], &at("classes"), sources);
    let mut generate = command(&at("classes"));
    generate.args(options).arg("--out").arg(at("tests"));
    let run = Run::of(&mut generate);
    assert!(matches!(run.code, Some(0 | 4)), "{}", run.stderr);
    let tests: Vec<PathBuf> = generated::files(&at("tests")).into_iter().map(|f| f.0).collect();
    let tests: Vec<PathBuf> =
        tests.into_iter().filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    let (junit, jacoco) = (provided("ensure-junit"), provided("ensure-jacoco"));
    let classes = at("classes").display().to_string();
    javac(&format!("{classes}:{junit}"), &[], &at("compiled"), &tests);
    let measure = repository("crates/margay/tests/java/Measure.java");
    javac(&format!("{junit}:{jacoco}"), &[], &at("measure"), &[measure]);
    let mut java = Command::new(&jdk().java);
    java.arg("-cp").arg(format!("{}:{junit}:{jacoco}", at("measure").display()));
    java.arg("Measure").arg(at("classes")).arg(at("compiled"));
    let measure = Run::of(&mut java);
    let (claimed, measured) = (claimed(&run.stdout), measured(&measure.stdout));
    // Classes without a method to test are not in the table.
    let compared: Vec<_> = measured
        .iter()
        .filter_map(|(class, figures)| Some((class, figures, claimed.get(class)?)))
        .collect();
    assert!(compared.len() >= least, "{}{}", measure.stdout, measure.stderr);
    let different = compared.iter().filter(|(_, figures, claimed)| figures != claimed);
    assert_eq!(different.collect::<Vec<_>>(), Vec::<&(_, _, _)>::new(), "measured, claimed");
}
