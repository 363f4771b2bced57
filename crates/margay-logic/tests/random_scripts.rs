//! Random scripts over all operators against other solvers, and damaged scripts that must not do
//! harm.
//!
//! `MARGAY_ROUNDS` multiplies the number of scripts; the default takes seconds. `MARGAY_SEED` is the
//! number of another series of them, 0 by default. `MARGAY_OTHERS` are the commands of solvers
//! besides z3, separated by commas, such as `scripts/pip-solver bitwuzla`; each gets a file of
//! scripts and the milliseconds for each (`--each`).

mod common;

use common::scripts::{Question, Script, script, session};
use common::{Random, z3_lines};
use margay_logic::Config;
use margay_logic::script::{Options, run, stream};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

/// Scripts that are compared at a time, and milliseconds that other solvers have for each.
const BATCH: usize = 500;
const EACH: u64 = 500;

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
    let time = Some(Duration::from_secs(2));
    Options { config: Config { time, ..Config::default() }, stats: false }
}

/// What Margay says to one question.
struct Answer {
    /// The question as a script of its own.
    script: String,
    ours: String,
    /// Scripts that have the same answer if models and cores are right.
    evidence: Vec<String>,
}

/// What Margay says to each question of a script, with and without asking for more than answers.
fn answers(script: &Script) -> Vec<Answer> {
    let (mut output, asking) = (Vec::new(), script.asking());
    stream(asking.as_bytes(), &mut output, &options()).expect("memory does not fail");
    let output = String::from_utf8(output).expect("text");
    let questions = script.questions();
    let outputs = Question::outputs(&output);
    assert_eq!(outputs.len(), questions.len(), "{output}\n{asking}");
    let answers: Vec<Answer> = questions
        .iter()
        .zip(outputs)
        .map(|(question, output)| Answer {
            script: question.alone(),
            ours: output.lines().next().expect("an answer").to_owned(),
            evidence: question.evidence(output),
        })
        .collect();
    let plain = script.plain();
    let again = run(&plain, &options()).unwrap_or_else(|e| panic!("{e}\n{plain}"));
    for (answer, again) in answers.iter().zip(again.lines()) {
        let ours = &answer.ours;
        assert_ne!(same(ours, again), Some(false), "{ours} if one asks for more:\n{plain}");
    }
    answers
}

/// What z3 says of each script. It may end in the midst of one, which is then left out.
fn z3_answers(scripts: &[&str]) -> Vec<String> {
    let mut answers = Vec::new();
    while answers.len() < scripts.len() {
        let text: String = scripts[answers.len()..]
            .iter()
            .map(|s| format!("(echo \"next\")(reset)(set-option :timeout {EACH})\n{s}"))
            .collect();
        let mut lines = z3_lines(&text);
        // What is left of a time limit may hit a command that has no answer.
        lines.retain(|line| !line.contains("canceled"));
        let found = lines.split(|line| line == "next").skip(1).map(<[String]>::concat);
        let found = found.map(|a| if a.is_empty() { "unknown".to_owned() } else { a });
        let before = answers.len();
        answers.extend(found);
        assert!(answers.len() > before, "z3 does not start a script");
    }
    answers
}

/// What another solver says of each script.
fn other_answers(command: &str, scripts: &[&str]) -> Vec<String> {
    let (program, arguments) = command.split_once(' ').unwrap_or((command, ""));
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text: String = scripts.iter().map(|s| format!("(reset)\n(set-logic ALL)\n{s}")).collect();
    std::fs::write(file.path(), text).expect("a file that can be written");
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).arg(file.path());
    let output = command.args(["--each", &EACH.to_string()]).output().expect("it starts");
    let answers = String::from_utf8_lossy(&output.stdout);
    answers.lines().map(str::to_owned).collect()
}

/// Whether two answers are the same; nothing if one is missing.
fn same(ours: &str, theirs: &str) -> Option<bool> {
    (ours != "unknown" && theirs != "unknown").then_some(ours == theirs)
}

/// How many answers were the same, by who gave them and what they were.
#[derive(Default)]
struct Compared(BTreeMap<(String, String), usize>);

impl Compared {
    fn count(&mut self, name: &str, answer: &str) {
        *self.0.entry((name.to_owned(), answer.to_owned())).or_default() += 1;
    }

    /// Each question goes to z3, and to the others in turn until one of them has an answer. If the
    /// two differ, ours is that of one of them, and the script is shown: other solvers err too.
    fn questions(&mut self, answers: &[Answer], others: &[&str]) {
        let all: Vec<&str> = answers.iter().map(|a| a.script.as_str()).collect();
        let mut votes: Vec<Vec<(&str, String)>> =
            z3_answers(&all).into_iter().map(|answer| vec![("z3", answer)]).collect();
        let mut open: Vec<usize> = (0..all.len()).collect();
        for other in others {
            let scripts: Vec<&str> = open.iter().map(|i| all[*i]).collect();
            let theirs = other_answers(other, &scripts);
            assert_eq!(theirs.len(), scripts.len(), "answers of {other}");
            for (i, answer) in std::mem::take(&mut open).into_iter().zip(theirs) {
                if answer == "unknown" {
                    open.push(i);
                }
                votes[i].push((other, answer));
            }
        }
        for (answer, votes) in answers.iter().zip(&votes) {
            self.vote(answer, votes);
        }
    }

    #[expect(clippy::print_stdout, reason = "differences between other solvers are worth a look")]
    fn vote(&mut self, answer: &Answer, votes: &[(&str, String)]) {
        let Answer { ours, script, .. } = answer;
        let votes = votes.iter().filter_map(|(name, theirs)| Some((name, same(ours, theirs)?)));
        let (with, against): (Vec<_>, Vec<_>) = votes.partition(|(_, same)| *same);
        with.iter().for_each(|(name, _)| self.count(name, ours));
        for (name, _) in &against {
            assert!(!with.is_empty(), "{ours} here, but not by {name}:\n{script}");
            println!("{ours} here and by {with:?}, but not by {name}:\n{script}");
            self.count(&format!("{name} alone"), ours);
        }
    }

    /// Models and cores are checked by z3.
    fn evidence(&mut self, answers: &[Answer]) {
        let evidence: Vec<(&str, &str)> = answers
            .iter()
            .flat_map(|a| a.evidence.iter().map(|e| (a.ours.as_str(), e.as_str())))
            .collect();
        let scripts: Vec<&str> = evidence.iter().map(|(_, script)| *script).collect();
        for ((ours, script), theirs) in evidence.into_iter().zip(z3_answers(&scripts)) {
            if let Some(same) = same(ours, &theirs) {
                assert!(same, "{theirs} by z3, {ours} here, by its evidence:\n{script}");
                self.count("z3 with models and cores", ours);
            }
        }
    }
}

/// Answers agree with those of other solvers where both have one; models and cores do too.
#[expect(clippy::print_stdout, reason = "how much was compared, where a hundred times as much is")]
fn agree(seed: u64, count: usize, make: impl Fn(&mut Random) -> Script) {
    let others = std::env::var("MARGAY_OTHERS").unwrap_or_default();
    let others: Vec<&str> = others.split(',').filter(|other| !other.is_empty()).collect();
    let mut random = series(seed);
    let mut compared = Compared::default();
    let mut questions = 0;
    let mut left = count;
    while left > 0 {
        let scripts = left.min(BATCH);
        left -= scripts;
        let answers: Vec<Answer> = (0..scripts).flat_map(|_| answers(&make(&mut random))).collect();
        questions += answers.len();
        compared.questions(&answers, &others);
        compared.evidence(&answers);
        println!("{} scripts, {questions} questions: {:?}", count - left, compared.0);
    }
    let both = ["sat", "unsat"].map(|a| compared.0.get(&("z3".to_owned(), a.to_owned())));
    let enough = both.iter().all(|n| n.is_some_and(|n| *n > questions / 8));
    assert!(enough, "one-sided or not compared: {:?}", compared.0);
}

/// Frames that come and go, assumptions, and questions between them.
#[test]
fn questions_in_frames() {
    agree(74, rounds(150), |random| {
        let floats = random.below(4) == 0;
        session(random, floats)
    });
}

#[test]
fn words_functions_and_arrays() {
    agree(71, rounds(400), |random| script(random, false));
}

#[test]
fn floats_of_all_kinds() {
    agree(72, rounds(100), |random| script(random, true));
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
        let kind = if round % 3 == 0 { session } else { script };
        let mut text = kind(&mut random, round % 2 == 0).asking().into_bytes();
        text.extend_from_slice(b"(get-value (p0 x8_0))");
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
