//! Random scripts over all operators against other solvers, and damaged scripts that must not do
//! harm.
//!
//! `MARGAY_ROUNDS` multiplies the number of scripts; the default takes seconds. `MARGAY_SEED` is the
//! number of another series of them, 0 by default. `MARGAY_SECOND` is the
//! command of a second solver, such as `scripts/pip-solver cvc5`, which gets a file of scripts and
//! the milliseconds for each (`--each`).

mod common;

use common::scripts::{Script, script, session};
use common::{Random, z3_lines};
use margay_logic::Config;
use margay_logic::script::{Options, run, stream};
use std::process::Command;
use std::time::Duration;

/// Scripts that other solvers get at a time, and milliseconds for each.
const BATCH: usize = 250;
const EACH: u64 = 1000;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|e| panic!("{name}: {e}")))
}

fn rounds(default: usize) -> usize {
    default * setting("MARGAY_ROUNDS").unwrap_or(1) as usize
}

/// The numbers that a test with this number draws.
fn series(test: u64) -> Random {
    Random::new(test + 1000 * setting("MARGAY_SEED").unwrap_or(0))
}

fn options() -> Options {
    let time = Some(Duration::from_secs(5));
    Options { config: Config { time, ..Config::default() }, stats: false }
}

/// What Margay says of a script, with a script about its model or core.
struct Answer {
    script: String,
    ours: String,
    /// With the model in place of the declarations, or with the core alone, the answer stays.
    evidence: Option<String>,
}

impl Answer {
    fn of(script: &Script) -> Answer {
        let text = script.named();
        let output = |more: &str| {
            let text = format!("{text}{more}");
            run(&text, &options()).unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        let ours = output("").trim().to_owned();
        // Without names, constraints are stated for good.
        let unnamed = format!("{}{}", script.declarations(), script.only(|_| true));
        let again = run(&unnamed, &options()).unwrap_or_else(|e| panic!("{e}\n{unnamed}"));
        assert_ne!(same(&ours, again.trim()), Some(false), "{ours} with names:\n{unnamed}");
        let evidence = match ours.as_str() {
            "unsat" => Some(with_core(script, &output("(get-unsat-core)"))),
            // Values of other sorts have no names that another solver could read.
            "sat" if !script.has_sorts() => Some(with_model(script, &output("(get-model)"))),
            _ => None,
        };
        Answer { script: unnamed, ours, evidence }
    }
}

fn with_core(script: &Script, output: &str) -> String {
    let names = output.lines().nth(1).expect("a core").trim_matches(['(', ')']);
    let core: Vec<&str> = names.split(' ').collect();
    let text = script.only(|i| core.contains(&format!("c{i}").as_str()));
    format!("{}{text}", script.declarations())
}

fn with_model(script: &Script, output: &str) -> String {
    let model = output.trim().strip_prefix("sat").expect("an answer").trim();
    let definitions = model.strip_prefix('(').and_then(|m| m.strip_suffix(')')).expect("a model");
    format!("{definitions}\n{}", script.only(|_| true))
}

/// What z3 says of each script; nothing that was cut short.
fn z3_answers<'a>(scripts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let text: String =
        scripts.map(|s| format!("(reset)(set-option :timeout {EACH})\n{s}")).collect();
    z3_lines(&text)
}

/// What the second solver says, if there is one.
fn second_answers(answers: &[Answer]) -> Option<Vec<String>> {
    let command = std::env::var("MARGAY_SECOND").ok()?;
    let (program, arguments) = command.split_once(' ').unwrap_or((&command, ""));
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text: String =
        answers.iter().map(|a| format!("(reset)\n(set-logic ALL)\n{}", a.script)).collect();
    std::fs::write(file.path(), text).expect("a file that can be written");
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).arg(file.path());
    let output = command.args(["--each", &EACH.to_string()]).output().expect("it starts");
    let answers = String::from_utf8_lossy(&output.stdout);
    Some(answers.lines().map(str::to_owned).collect())
}

/// Whether two answers are the same; nothing if one is missing.
fn same(ours: &str, theirs: &str) -> Option<bool> {
    (ours != "unknown" && theirs != "unknown").then_some(ours == theirs)
}

/// Answers agree with those of other solvers where both have one; models and cores do too.
#[expect(clippy::print_stdout, reason = "how much was compared, where a hundred times as much is")]
fn agree(seed: u64, count: usize, floats: bool) {
    let mut random = series(seed);
    let mut both = [0; 2];
    let mut confirmed = [0; 3];
    let mut left = count;
    while left > 0 {
        let scripts = left.min(BATCH);
        left -= scripts;
        let answers: Vec<Answer> =
            (0..scripts).map(|_| Answer::of(&script(&mut random, floats))).collect();
        let theirs = z3_answers(answers.iter().map(|a| a.script.as_str()));
        assert_eq!(theirs.len(), scripts, "{:?}", theirs.iter().find(|l| l.contains("error")));
        for (answer, theirs) in answers.iter().zip(&theirs) {
            if let Some(same) = same(&answer.ours, theirs) {
                assert!(same, "{theirs} by z3, {} here:\n{}", answer.ours, answer.script);
                both[usize::from(theirs == "sat")] += 1;
            }
        }
        for (answer, theirs) in answers.iter().zip(second_answers(&answers).unwrap_or_default()) {
            if let Some(same) = same(&answer.ours, &theirs) {
                assert!(same, "{theirs} by the second, {} here:\n{}", answer.ours, answer.script);
                confirmed[2] += 1;
            }
        }
        let evidence: Vec<(&Answer, &String)> =
            answers.iter().filter_map(|a| a.evidence.as_ref().map(|e| (a, e))).collect();
        let theirs = z3_answers(evidence.iter().map(|(_, text)| text.as_str()));
        assert_eq!(
            theirs.len(),
            evidence.len(),
            "{:?}",
            theirs.iter().find(|l| l.contains("error"))
        );
        for ((answer, text), theirs) in evidence.iter().zip(&theirs) {
            if let Some(same) = same(&answer.ours, theirs) {
                assert!(same, "{theirs} by z3, {} here, by its evidence:\n{text}", answer.ours);
                confirmed[usize::from(theirs == "sat")] += 1;
            }
        }
    }
    let ([unsat, sat], [cores, models, second]) = (both, confirmed);
    println!(
        "{count} scripts: {sat} sat and {unsat} unsat as z3 says, {models} models and {cores} cores \
         confirmed, {second} answers as a second solver says"
    );
    assert!(both.iter().all(|n| *n > count / 8), "one-sided or not compared: {both:?}");
}

/// Frames that come and go, assumptions, and questions between them: each answer is z3's.
#[test]
fn questions_in_frames() {
    let mut random = series(74);
    let mut both = [0; 2];
    let mut left = rounds(300);
    while left > 0 {
        let scripts = left.min(BATCH);
        left -= scripts;
        let sessions: Vec<String> =
            (0..scripts).map(|i| session(&mut random, i % 4 == 0)).collect();
        for (text, theirs) in sessions.iter().zip(z3_sessions(&sessions)) {
            let ours = run(text, &options()).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(ours.lines().count(), theirs.len(), "{theirs:?}\n{text}");
            for (ours, theirs) in ours.lines().zip(&theirs) {
                if let Some(same) = same(ours, theirs) {
                    assert!(same, "{theirs} by z3, {ours} here:\n{text}");
                    both[usize::from(ours == "sat")] += 1;
                }
            }
        }
    }
    assert!(both.iter().all(|n| *n > rounds(300) / 4), "one-sided or not compared: {both:?}");
}

/// What z3 says to each question of each session.
fn z3_sessions(sessions: &[String]) -> Vec<Vec<String>> {
    let text: String = sessions
        .iter()
        .map(|s| format!("(echo \"next\")(reset)(set-option :timeout {EACH})\n{s}"))
        .collect();
    let mut lines = z3_lines(&text);
    // What is left of a time limit may hit a command that has no answer.
    lines.retain(|line| !line.contains("canceled"));
    lines.split(|line| line == "next").skip(1).map(<[String]>::to_vec).collect()
}

#[test]
fn words_functions_and_arrays() {
    agree(71, rounds(400), false);
}

#[test]
fn floats_of_all_kinds() {
    agree(72, rounds(100), true);
}

/// Bytes are changed, cut and doubled; whatever comes of it, there is an answer or an error.
#[test]
fn damaged_scripts_do_no_harm() {
    let mut random = series(73);
    let words: [&[u8]; 8] =
        [b"(", b")", b"|", b"\"", b"(_ bv9 0)", b"(let ((x", b"\xff", b"(push 3)(pop 4)"];
    let time = Some(Duration::from_millis(50));
    let options = Options { config: Config { time, ..Config::default() }, stats: false };
    for round in 0..rounds(1500) {
        let mut text = script(&mut random, round % 2 == 0).named().into_bytes();
        text.extend_from_slice(b"(get-model)(get-unsat-core)(get-value (p0 x8_0))");
        for _ in 0..=random.below(4) {
            if text.is_empty() {
                break;
            }
            let at = random.below(text.len() as u64) as usize;
            match random.below(4) {
                0 => text[at] = random.below(256) as u8,
                1 => drop(text.drain(at..(at + 5).min(text.len()))),
                2 => text.truncate(at.max(1)),
                _ => drop(text.splice(at..at, random.one_of(&words).iter().copied())),
            }
        }
        let mut output = Vec::new();
        stream(text.as_slice(), &mut output, &options).expect("memory does not fail");
    }
}
