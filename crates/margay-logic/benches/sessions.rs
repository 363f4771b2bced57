//! The chain on recorded path-condition sessions, against plain bit-blasting and against z3.
//!
//! `cargo bench -p margay-logic` prints one table; all figures are of one run on one machine, so
//! read the ratios. z3 gets the same session over a pipe, one question at a time as a symbolic
//! executor asks them (`z3`), and all at once without waiting for answers (`z3 batch`).

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports to a terminal")]

#[path = "../tests/common/workloads.rs"]
mod workloads;

use margay_logic::smtlib::Printer;
use margay_logic::{Config, Layers, Outcome, Solver};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use workloads::{Event, Session, sessions};

const PATHS: usize = 300;

fn main() {
    let program = std::env::var("MARGAY_Z3").unwrap_or_else(|_| "z3".to_owned());
    println!(
        "{:<10} {:>7} {:>9} {:>9} {:>9} {:>11} {:>9} {:>11} {:>8} {:>8} {:>8}",
        "session",
        "queries",
        "median",
        "p99",
        "chain",
        "bits only",
        "z3",
        "z3 batch",
        "/bits",
        "/z3",
        "/batch"
    );
    let mut all = Totals::default();
    let mut times = Vec::new();
    for mut session in sessions(PATHS) {
        let (answers, chain_times) = replay(&mut session, Layers::ALL);
        let (plain_answers, plain_times) = replay(&mut session, Layers::NONE);
        assert_eq!(answers, plain_answers, "{}", session.name);
        let texts = z3_texts(&session);
        let (z3_answers, z3) = ask_z3(&program, &texts, true);
        let (_, batch) = ask_z3(&program, &texts, false);
        assert_eq!(answers, z3_answers, "{}", session.name);
        let totals = Totals {
            queries: answers.len(),
            chain: chain_times.iter().sum(),
            plain: plain_times.iter().sum(),
            z3,
            batch,
        };
        totals.print(session.name, chain_times.clone());
        all.add(&totals);
        times.extend(chain_times);
    }
    all.print("all", times);
}

#[derive(Default)]
struct Totals {
    queries: usize,
    chain: Duration,
    plain: Duration,
    z3: Duration,
    batch: Duration,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.queries += other.queries;
        self.chain += other.chain;
        self.plain += other.plain;
        self.z3 += other.z3;
        self.batch += other.batch;
    }

    fn print(&self, name: &str, mut times: Vec<Duration>) {
        times.sort_unstable();
        let quantile = |percent: usize| times[(times.len() - 1) * percent / 100];
        let ratio = |other: Duration| other.as_secs_f64() / self.chain.as_secs_f64();
        println!(
            "{name:<10} {:>7} {:>9.1?} {:>9.1?} {:>9.1?} {:>11.1?} {:>9.1?} {:>11.1?} {:>7.1}x {:>7.1}x {:>7.1}x",
            self.queries,
            quantile(50),
            quantile(99),
            self.chain,
            self.plain,
            self.z3,
            self.batch,
            ratio(self.plain),
            ratio(self.z3),
            ratio(self.batch),
        );
    }
}

/// Answers and times of all checks of a session.
fn replay(session: &mut Session, layers: Layers) -> (Vec<&'static str>, Vec<Duration>) {
    let mut solver = Solver::new(Config { layers, ..Config::default() }).expect("no log to create");
    let mut answers = Vec::new();
    let mut times = Vec::new();
    for event in &session.events {
        match event {
            Event::Push => solver.push(),
            Event::Pop => solver.pop(),
            Event::Assert(condition) => solver.assert(&session.terms, *condition),
            Event::Check(condition) => {
                let start = Instant::now();
                let outcome = solver.check_with(&mut session.terms, &[*condition]);
                times.push(start.elapsed());
                answers.push(match outcome {
                    Outcome::Sat => "sat",
                    Outcome::Unsat => "unsat",
                    Outcome::Unknown(_) => "unknown",
                });
            }
        }
    }
    if std::env::var_os("MARGAY_BENCH_STATS").is_some() {
        println!("{}", solver.stats());
    }
    (answers, times)
}

/// The session as SMT-LIB text, cut after each question. Declarations and definitions are global,
/// and made ahead, so that z3 is not charged for reading them again.
fn z3_texts(session: &Session) -> Vec<String> {
    let mut printer = Printer::new(&session.terms);
    let mut preamble = String::new();
    let mut body: Vec<(String, bool)> = Vec::new();
    for event in &session.events {
        body.push(match event {
            Event::Push => ("(push 1)\n".to_owned(), false),
            Event::Pop => ("(pop 1)\n".to_owned(), false),
            Event::Assert(t) => {
                let text = printer.reference(&session.terms, *t, &mut preamble);
                (format!("(assert {text})\n"), false)
            }
            Event::Check(t) => {
                let text = printer.reference(&session.terms, *t, &mut preamble);
                (format!("(push 1)\n(assert {text})\n(check-sat)\n(pop 1)\n"), true)
            }
        });
    }
    let mut texts = vec![format!("{preamble}(check-sat)\n")];
    let mut pending = String::new();
    for (text, ends) in body {
        pending.push_str(&text);
        if ends {
            texts.push(std::mem::take(&mut pending));
        }
    }
    texts
}

/// z3's answers and its time; with `wait`, each question is sent when the last is answered.
fn ask_z3(program: &str, texts: &[String], wait: bool) -> (Vec<String>, Duration) {
    let child = Command::new(program)
        .args(["-in", "-smt2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("z3 does not run; `pip install z3-solver` installs it, or set MARGAY_Z3");
        std::process::exit(1);
    };
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut next = || lines.next().expect("z3 answers").expect("text");
    // Starting up and reading the declarations is not part of the comparison.
    input.write_all(texts[0].as_bytes()).expect("z3 reads");
    input.flush().expect("z3 reads");
    assert_eq!(next(), "sat");
    let start = Instant::now();
    let mut answers = Vec::new();
    if wait {
        for text in &texts[1..] {
            input.write_all(text.as_bytes()).expect("z3 reads");
            input.flush().expect("z3 reads");
            answers.push(next());
        }
    } else {
        let all = texts[1..].concat();
        let writer = std::thread::spawn(move || input.write_all(all.as_bytes()));
        answers.extend((1..texts.len()).map(|_| next()));
        writer.join().expect("no panic").expect("z3 reads");
    }
    let elapsed = start.elapsed();
    child.kill().expect("z3 runs");
    child.wait().expect("z3 ends");
    (answers, elapsed)
}
