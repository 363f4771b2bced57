//! `margay solve`: scripts, options, errors.

mod common;

use common::{Run, margay, repository, run};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

const PUZZLE: &str = "\
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(assert (= (bvmul x #x00000003) #x0000000f))
(assert (bvult x #x00000064))
(check-sat)
(get-value (x))
(push 1)
(assert (bvugt x #x00000005))
(check-sat)
(pop 1)
(check-sat)
";

fn script(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".smt2").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("a file that can be written");
    file
}

fn solve(text: &str, options: &[&str]) -> Run {
    let file = script(text);
    let path = file.path().display().to_string();
    run(["solve", &path].into_iter().chain(options.iter().copied()))
}

#[test]
fn a_script_is_answered() {
    let found = solve(PUZZLE, &[]);
    let answer = "sat\n((x #x00000005))\nunsat\nsat\n";
    assert_eq!((found.stdout.as_str(), found.code), (answer, Some(0)), "{}", found.stderr);
}

#[test]
fn a_script_on_standard_input() {
    let mut command = margay();
    let child = command.args(["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().expect("the command starts");
    child.stdin.take().expect("piped").write_all(b"(check-sat)").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.stdout, b"sat\n");
}

#[test]
fn errors_have_a_place_and_keep_what_came_before() {
    let found = solve("(check-sat)\n(assert (bvadd 1))\n(check-sat)\n", &[]);
    let answers = "sat\n(error \"line 2, column 16: 1 is not declared\")\nsat\n";
    assert_eq!((found.stdout.as_str(), found.code), (answers, Some(2)));
    assert!(found.stderr.contains(".smt2: "), "{}", found.stderr);
    assert!(found.stderr.contains("2:"), "a line in: {}", found.stderr);
    let found = solve("(set-logic QF_LIA)", &[]);
    assert_eq!(found.code, Some(2));
    assert!(found.stderr.contains("QF_LIA"), "{}", found.stderr);
    let found = run(["solve", "nowhere.smt2"]);
    assert_eq!(found.code, Some(2));
    assert!(found.stderr.contains("cannot read nowhere.smt2"), "{}", found.stderr);
}

#[test]
fn statistics_and_a_log() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("queries");
    let path = log.display().to_string();
    let found = solve(PUZZLE, &["--solver-stats", "--solver-log", &path]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(found.stdout.lines().count() > 4, "{}", found.stdout);
    let queries = std::fs::read_dir(&log).expect("the log").count();
    assert!(queries > 0, "the log is empty");
}

/// The z3 that `scripts/ensure-z3` has found or installed.
fn z3() -> PathBuf {
    std::env::var_os("MARGAY_Z3").map_or_else(|| repository("target/z3/bin/z3"), PathBuf::from)
}

#[test]
fn another_solver_agrees() {
    let path = z3().display().to_string();
    for options in [["--solver", &path].as_slice(), &["--cross-check", "--solver", &path]] {
        let found = solve(PUZZLE, options);
        assert_eq!((found.stdout.lines().next(), found.code), (Some("sat"), Some(0)));
    }
}

#[test]
fn a_solver_by_its_name_is_looked_for_on_the_path() {
    let z3 = z3();
    let folder = z3.parent().expect("a program in a folder");
    let file = script(PUZZLE);
    for options in [["--solver", "z3"].as_slice(), &["--cross-check"]] {
        let found =
            Run::of(margay().env("PATH", folder).arg("solve").arg(file.path()).args(options));
        assert_eq!((found.stdout.lines().next(), found.code), (Some("sat"), Some(0)));
    }
}

/// Each answer is there before the next command is written.
#[test]
fn answers_come_over_a_pipe() {
    let mut command = margay();
    let child = command.args(["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut ask = |text: &str| {
        input.write_all(text.as_bytes()).expect("it reads");
        input.flush().expect("it reads");
        output.next().expect("an answer").expect("text")
    };
    assert_eq!(ask("(declare-const x (_ BitVec 8))(assert (= x #x05))(check-sat)"), "sat");
    assert_eq!(ask("(get-value (x))"), "((x #x05))");
    assert_eq!(ask("(boo)"), "(error \"line 1, column 76: unsupported or malformed command boo\")");
    assert_eq!(ask("(assert (bvult x #x05))(check-sat)"), "unsat");
    assert_eq!(ask("\n(echo \"bye\")(exit)"), "bye");
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}

#[test]
fn a_proof_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().display().to_string();
    let found = solve(PUZZLE, &["--proof", &path]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let cnf = std::fs::read_to_string(folder.path().join("proof-0001.cnf")).expect("the clauses");
    assert!(cnf.starts_with("p cnf "), "{cnf}");
    let proof = std::fs::read_to_string(folder.path().join("proof-0001.drat")).expect("the proof");
    assert_eq!(proof.lines().last(), Some("0"));
}

#[test]
fn budgets_hold_while_reading() {
    let names: Vec<String> = (0..3000).map(|i| format!("x{i}")).collect();
    let declare: String =
        names.iter().map(|n| format!("(declare-const {n} (_ BitVec 32))")).collect();
    let script = format!("{declare}(assert (distinct {}))(check-sat)(check-sat)", names.join(" "));
    let start = Instant::now();
    let found = solve(&script, &["--timeout", "1"]);
    assert_eq!((found.stdout.as_str(), found.code), ("unknown\nunknown\n", Some(0)));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let found = solve(&script, &["--memory", "60"]);
    assert_eq!((found.stdout.as_str(), found.code), ("unknown\nunknown\n", Some(0)));
}

/// Where the process may have only so much memory, what exceeds it is `unknown`, not the end.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_process_holds() {
    let declare: String = (0..200).map(|i| format!("(declare-const x{i} (_ BitVec 32))")).collect();
    let asserts: String = (0..60_000_u64)
        .map(|i| {
            let [a, b] = [7919, 104_729].map(|step| i * step % 1009 % 200);
            let number = i.wrapping_mul(2_654_435_761) & 0xffff_ffff;
            format!("(assert (bvule (bvand x{a} #x0000ffff) (bvor x{b} #x{number:08x})))\n")
        })
        .collect();
    let file = script(&format!("{declare}{asserts}(check-sat)(get-info :reason-unknown)"));
    let mut command = std::process::Command::new("sh");
    let program = margay().get_program().to_owned();
    command
        .args(["-c", "ulimit -v 600000; exec \"$0\" solve \"$1\""])
        .arg(program)
        .arg(file.path());
    let found = Run::of(&mut command);
    let answer = "unknown\n(:reason-unknown memout)\n";
    assert_eq!((found.stdout.as_str(), found.code), (answer, Some(0)), "{}", found.stderr);
}

/// A product of two primes: no layer before the deciding one knows its factors.
#[test]
fn a_solver_that_is_not_there_is_unknown() {
    let factors = "\
        (declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32))
        (assert (= (bvmul x y) #x3da4d489)) (assert (bvult x #x00010000))
        (assert (bvult y #x00010000)) (assert (bvult x y)) (assert (bvult #x00000001 x))
        (check-sat)";
    let found = solve(factors, &["--solver", "no-such-solver"]);
    assert_eq!((found.stdout.as_str(), found.code), ("unknown\n", Some(0)), "{}", found.stderr);
}
