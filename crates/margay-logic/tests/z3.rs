//! Random formulas against z3: all operators, widths 1 to 64, arrays and references.

mod common;

use common::{Formulas, Random, z3, z3_lines};
use margay_logic::{Config, External, Outcome, Reason, Solver, Sort, TermId, Terms, smtlib};

/// A batch of formulas, each decided by the chain and by z3.
fn agree(formulas: &mut Formulas, rounds: usize, shape: impl Fn(&mut Random) -> (u8, u32, u64)) {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default()).expect("no log to create");
    let mut script = String::new();
    let mut queries: Vec<(Vec<TermId>, Outcome)> = Vec::new();
    for _ in 0..rounds {
        let (width, depth, count) = shape(&mut formulas.random);
        let conditions: Vec<TermId> =
            (0..count).map(|_| formulas.bool(&mut terms, width, depth)).collect();
        let outcome = solver.check_with(&mut terms, &conditions);
        // Frames instead of resets, which take z3 longer than most of these queries.
        let query = smtlib::query(&terms, &conditions);
        let (_logic, body) = query.split_once('\n').expect("the logic has a line of its own");
        script.push_str(&format!("(push 1)\n{body}(check-sat)\n(pop 1)\n"));
        queries.push((conditions, outcome));
    }
    let answers = z3_lines(&script);
    assert_eq!(answers.len(), rounds, "{:?}", answers.iter().find(|a| !a.ends_with("sat")));
    let mut sat = 0;
    for ((conditions, outcome), answer) in queries.iter().zip(&answers) {
        let ours = match outcome {
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::Unknown(reason) => panic!("{reason}: {}", smtlib::query(&terms, conditions)),
        };
        sat += usize::from(ours == "sat");
        assert_eq!(ours, answer, "{}", smtlib::query(&terms, conditions));
    }
    assert!(sat > rounds / 20 && sat < rounds * 19 / 20, "one-sided: {sat} of {rounds} sat");
}

fn formulas(seed: u64) -> Formulas {
    Formulas {
        random: Random::new(seed),
        variables: 3,
        arrays: false,
        refs: false,
        equal_arrays: false,
        hard: false,
    }
}

#[test]
fn narrow_words_with_every_operator() {
    let mut formulas = Formulas { hard: true, ..formulas(11) };
    agree(&mut formulas, 8000, |r| (1 + r.below(6) as u8, 2 + r.below(2) as u32, 1 + r.below(4)));
}

#[test]
fn all_widths() {
    agree(&mut formulas(12), 8000, |r| {
        (1 + r.below(64) as u8, 2 + r.below(2) as u32, 1 + r.below(4))
    });
}

#[test]
fn java_widths_with_many_constraints() {
    agree(&mut formulas(13), 2500, |r| (r.one_of(&[8, 16, 32, 64]), 2, 4 + r.below(5)));
}

#[test]
fn arrays_and_references() {
    let mut formulas = Formulas { arrays: true, refs: true, ..formulas(14) };
    agree(&mut formulas, 5000, |r| (1 + r.below(16) as u8, 3, 1 + r.below(4)));
}

#[test]
fn equal_arrays() {
    let mut formulas = Formulas { arrays: true, equal_arrays: true, ..formulas(15) };
    agree(&mut formulas, 3000, |r| (1 + r.below(8) as u8, 3, 1 + r.below(4)));
}

/// What takes too many conflicts here, z3 sees by algebra.
#[test]
fn another_solver_decides_what_takes_too_much_work() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, Sort::Bv(32)));
    // More factors than the simplifier looks at.
    let mut product = |factors: [TermId; 8]| {
        factors.into_iter().reduce(|all, factor| terms.mul(all, factor)).expect("factors")
    };
    let (left, right) = (product([a, b, c, a, b, c, a, b]), product([b, c, b, a, a, c, b, a]));
    let equal = terms.eq(left, right);
    let differ = terms.not(equal);
    let mut outcome = |fallback| {
        let config = Config { conflicts: Some(1_000), fallback, ..Config::default() };
        Solver::new(config).expect("no log").check_with(&mut terms, &[differ])
    };
    assert_eq!(outcome(None), Outcome::Unknown(Reason::Work));
    assert_eq!(outcome(Some(External::named(&z3()))), Outcome::Unsat);
}
