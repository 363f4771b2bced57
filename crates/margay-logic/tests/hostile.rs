//! Huge terms, tight budgets, and external solvers that misbehave.

mod common;

use common::z3;
use margay_logic::script::{Options, run};
use margay_logic::{
    Config, External, FloatSort, Layers, Op, Outcome, Reason, Solver, Sort, Terms, smtlib,
};
use std::time::{Duration, Instant};

const DEPTH: usize = 100_000;

fn solver(config: Config) -> Solver {
    Solver::new(config).expect("no log to create")
}

#[test]
fn deep_terms_are_built_solved_printed_and_read() {
    let mut terms = Terms::new();
    let (p, q) = (terms.var("p", Sort::Bool), terms.var("q", Sort::Bool));
    let mut deep = p;
    for i in 0..DEPTH {
        deep = if i % 2 == 0 { terms.xor(deep, q) } else { terms.or(deep, p) };
        deep = terms.ite(q, deep, p);
    }
    let mut solver = solver(Config::default());
    assert_eq!(solver.check_with(&mut terms, &[deep]), Outcome::Sat);
    let script = format!("{}(check-sat)\n", smtlib::query(&terms, &[deep]));
    assert_eq!(run(&script, &Options::default()).unwrap(), "sat\n");
}

#[test]
fn deep_words_and_arrays_do_not_overflow_the_stack() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(8));
    let i = terms.var("i", Sort::Bv(8));
    let mut array = terms.var("a", Sort::words(8, 8));
    let mut word = x;
    for n in 0..DEPTH {
        let literal = terms.bv(n as u64 % 200 + 1, 8);
        word = terms.xor(word, x);
        word = terms.add(word, literal);
        if n % 200 == 0 {
            let at = terms.add(i, literal);
            array = terms.store(array, at, word);
        }
    }
    let read = terms.select(array, x);
    let condition = terms.eq(read, word);
    for layers in [Layers::ALL, Layers::NONE] {
        let config = Config { layers, time: Some(Duration::from_secs(3)), ..Config::default() };
        // Whatever the answer, it comes without a crash.
        let outcome = solver(config).check_with(&mut terms, &[condition]);
        assert_ne!(outcome, Outcome::Unknown(Reason::WrongModel));
    }
}

#[test]
fn nested_text_does_not_overflow_the_stack() {
    let nots = format!("(assert {}true{})(check-sat)", "(not ".repeat(DEPTH), ")".repeat(DEPTH));
    assert_eq!(run(&nots, &Options::default()).unwrap(), "sat\n");
    let lets =
        format!("(assert {}x{})(check-sat)", "(let ((x true)) ".repeat(DEPTH), ")".repeat(DEPTH));
    assert_eq!(run(&lets, &Options::default()).unwrap(), "sat\n");
    let open = run(&"(".repeat(DEPTH), &Options::default()).unwrap_err();
    assert_eq!(open.to_string(), "line 1, column 1: this ( is never closed");
    let arrays = format!("(declare-const a {}{})", "(Array ".repeat(DEPTH), ")".repeat(DEPTH));
    assert!(run(&arrays, &Options::default()).is_err());
}

/// Two different factorisations of one 64-bit square: no solver decides this soon.
fn hard(terms: &mut Terms) -> Vec<margay_logic::TermId> {
    let [x, y] = ["x", "y"].map(|n| terms.var(n, Sort::Bv(64)));
    let product = terms.mul(x, y);
    let target = terms.bv(0xffff_fffb_0000_0005_u64.wrapping_mul(3), 64);
    let limit = terms.bv(1 << 33, 64);
    let one = terms.bv(1, 64);
    vec![
        terms.eq(product, target),
        terms.ult(x, limit),
        terms.ult(y, limit),
        terms.ult(one, x),
        terms.ult(one, y),
    ]
}

#[test]
fn budgets_give_unknown_with_their_reason() {
    let mut terms = Terms::new();
    let query = hard(&mut terms);
    let time = Some(Duration::from_millis(100));
    let start = Instant::now();
    let outcome = solver(Config { time, ..Config::default() }).check_with(&mut terms, &query);
    assert_eq!(outcome, Outcome::Unknown(Reason::Time));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let outcome =
        solver(Config { conflicts: Some(50), ..Config::default() }).check_with(&mut terms, &query);
    assert_eq!(outcome, Outcome::Unknown(Reason::Work));
}

fn shell(script: &str) -> External {
    External { program: "sh".to_owned(), arguments: vec!["-c".to_owned(), script.to_owned()] }
}

/// The outcome of `x < 5` when decided by that program.
fn decided_by(external: External) -> Outcome {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(8));
    let five = terms.bv(5, 8);
    let condition = terms.ult(x, five);
    let config = Config {
        solver: Some(external),
        layers: Layers::NONE,
        time: Some(Duration::from_millis(500)),
        ..Config::default()
    };
    solver(config).check_with(&mut terms, &[condition])
}

#[test]
fn a_process_that_misbehaves_gives_unknown() {
    let process = |outcome: Outcome| match outcome {
        Outcome::Unknown(Reason::Process(why)) => why,
        other => panic!("{other:?}"),
    };
    let why = process(decided_by(External::named("/no/such/solver")));
    assert!(why.starts_with("cannot start /no/such/solver"), "{why}");
    let why = process(decided_by(shell("exit 3")));
    assert!(why.starts_with("the process ended"), "{why}");
    let why = process(decided_by(shell("echo hello; echo margay-end; cat >/dev/null")));
    assert_eq!(why, "hello");
    let why = process(decided_by(shell("echo unknown; echo margay-end; cat >/dev/null")));
    assert_eq!(why, "unknown");
    let why = process(decided_by(shell(
        "echo sat; echo margay-end; echo '((x ?))'; echo margay-end; cat >/dev/null",
    )));
    assert!(why.starts_with("unreadable model"), "{why}");
    assert_eq!(decided_by(shell("sleep 60")), Outcome::Unknown(Reason::Time));
    assert_eq!(decided_by(shell("cat >/dev/null")), Outcome::Unknown(Reason::Time));
}

#[test]
fn a_wrong_model_is_not_believed() {
    let lie = "echo sat; echo margay-end; echo '((x #xff))'; echo margay-end; cat >/dev/null";
    assert_eq!(decided_by(shell(lie)), Outcome::Unknown(Reason::WrongModel));
    let truth = "echo sat; echo margay-end; echo '((x #x04))'; echo margay-end; cat >/dev/null";
    assert_eq!(decided_by(shell(truth)), Outcome::Sat);
}

#[test]
fn cross_checking_reports_disagreement() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(8));
    let five = terms.bv(5, 8);
    let condition = terms.ult(x, five);
    let liar = Some(shell("echo unsat; echo margay-end; cat >/dev/null"));
    let outcome = solver(Config { cross_check: liar, ..Config::default() })
        .check_with(&mut terms, &[condition]);
    let expected = "sat here, unsat by sh".to_owned();
    assert_eq!(outcome, Outcome::Unknown(Reason::Disagreement(expected)));
    let honest = Some(External::named(&z3()));
    let outcome = solver(Config { cross_check: honest, ..Config::default() })
        .check_with(&mut terms, &[condition]);
    assert_eq!(outcome, Outcome::Sat);
}

#[test]
fn an_external_solver_decides_words_arrays_references_and_floats() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(16));
    let array = terms.var("a", Sort::words(16, 16));
    let read = terms.select(array, x);
    let seven = terms.bv(7, 16);
    let stored = terms.eq(read, seven);
    let (r, s) = (terms.var("r", Sort::Ref), terms.var("s", Sort::Ref));
    let null = terms.reference(0);
    let (not_null, alias) = (terms.ne(r, null), terms.eq(r, s));
    let config = Config { solver: Some(External::named(&z3())), ..Config::default() };
    let mut external = solver(config);
    [stored, not_null, alias].iter().for_each(|t| external.assert(&terms, *t));
    assert_eq!(external.check(&mut terms), Outcome::Sat);
    let null_too = terms.eq(s, null);
    assert_eq!(external.check_with(&mut terms, &[null_too]), Outcome::Unsat);

    // 0.1f + x is 0.3f for some x.
    let f = terms.var("f", Sort::Float(FloatSort::F32));
    let (tenth, third) = (terms.f32(0.1), terms.f32(0.3));
    let sum = terms.app(Op::FAdd, &[tenth, f]);
    let equal = terms.app(Op::FEq, &[sum, third]);
    assert_eq!(external.check_with(&mut terms, &[equal]), Outcome::Sat);
    let nan = terms.app(Op::FIsNan, &[f]);
    assert_eq!(external.check_with(&mut terms, &[equal, nan]), Outcome::Unsat);
    let truncated = terms.float_to_int_saturating(f, 32);
    let two = terms.bv(2, 32);
    let truncates = terms.eq(truncated, two);
    assert_eq!(external.check_with(&mut terms, &[truncates]), Outcome::Sat);
}
