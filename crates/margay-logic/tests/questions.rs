//! Enumeration, extremes, readable models, statistics and the query log.

mod common;

use common::{Formulas, Random};
use margay_logic::budget::Budget;
use margay_logic::script::{Options, run};
use margay_logic::{Config, Model, Op, Outcome, Reason, Solver, Sort, Taste, TermId, Terms, eval};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn solver() -> Solver {
    Solver::new(Config::default()).expect("no log to create")
}

fn number(terms: &mut Terms, value: i64) -> TermId {
    terms.bv(value as u64, 32)
}

#[test]
fn all_values_of_a_term() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(32));
    let [three, ten] = [3, 10].map(|n| number(&mut terms, n));
    let remainder = terms.urem(x, three);
    let mut solver = solver();
    let values = solver.values(&mut terms, remainder, 10);
    assert_eq!((values.values, values.complete), (vec![0, 1, 2], Ok(true)));
    let exactly = solver.values(&mut terms, remainder, 3);
    assert_eq!((exactly.values.len(), exactly.complete), (3, Ok(true)));
    let some = solver.values(&mut terms, remainder, 2);
    assert_eq!((some.values.len(), some.complete), (2, Ok(false)));
    let none = solver.values(&mut terms, x, 0);
    assert_eq!((none.values.len(), none.complete), (0, Ok(false)));
    let below = terms.ult(x, ten);
    let above = terms.ult(ten, x);
    solver.assert(&terms, below);
    solver.assert(&terms, above);
    let impossible = solver.values(&mut terms, x, 5);
    assert_eq!((impossible.values.len(), impossible.complete), (0, Ok(true)));
}

#[test]
fn extremes_agree_with_enumeration() {
    let mut terms = Terms::new();
    let random = Random::new(5);
    let mut formulas = Formulas {
        random,
        variables: 2,
        arrays: false,
        refs: false,
        equal_arrays: false,
        hard: true,
    };
    let mut seen = 0;
    for round in 0..150 {
        let mut solver = solver();
        let condition = formulas.bool(&mut terms, 4, 3);
        let term = formulas.word(&mut terms, 4, 2);
        solver.assert(&terms, condition);
        let values = solver.values(&mut terms, term, 16);
        assert_eq!(values.complete, Ok(true));
        let sign = |v: &u64| (*v as i64) << 60 >> 60;
        let unsigned = (values.values.first().copied(), values.values.last().copied());
        let signed = (
            values.values.iter().copied().min_by_key(sign),
            values.values.iter().copied().max_by_key(sign),
        );
        for (by_sign, expected) in [(false, unsigned), (true, signed)] {
            let least = solver.minimum(&mut terms, term, by_sign).unwrap();
            let greatest = solver.maximum(&mut terms, term, by_sign).unwrap();
            assert_eq!((least, greatest), expected, "round {round}");
        }
        seen += values.values.len();
    }
    assert!(seen > 300, "too few values to mean much: {seen}");
}

#[test]
fn nice_models_are_near_zero_and_printable() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(32));
    let y = terms.var("y", Sort::Bv(32));
    let c = terms.var("c", Sort::Bv(16));
    let letter = terms.as_symbol(c).unwrap();
    terms.set_taste(letter, Taste::Printable);
    let [hundred, space] = [100, 0x20].map(|n| number(&mut terms, n));
    let minus = number(&mut terms, -1_000_000);
    let wide = terms.zero_ext(32, c);
    let conditions =
        [terms.slt(minus, x), terms.ne(x, y), terms.slt(hundred, y), terms.ult(space, wide)];
    let mut solver = solver();
    conditions.iter().for_each(|t| solver.assert(&terms, *t));
    let model = solver.nice_model(&mut terms).unwrap().expect("satisfiable");
    assert!(conditions.iter().all(|t| eval(&terms, &model, *t) == 1));
    assert_eq!(model.get(terms.as_symbol(x).unwrap()), 0);
    assert_eq!(model.get(terms.as_symbol(y).unwrap()), 101);
    assert_eq!(model.get(letter), u64::from(b'a'));
    let symbols: Vec<_> = terms.symbols().collect();
    assert_eq!(model.display(&terms, &symbols), "x = 0\ny = 101\nc = 97\n");
}

#[test]
fn models_near_others_change_what_has_to_change() {
    let mut terms = Terms::new();
    let [x, y, z, free] = ["x", "y", "z", "free"].map(|name| terms.var(name, Sort::Bv(32)));
    let symbols = [x, y, z, free].map(|term| terms.as_symbol(term).unwrap());
    let [ten, hundred] = [10, 100].map(|n| number(&mut terms, n));
    // What is said of `x` and `y` does not hold for the other model, what is said of `z` does.
    let conditions = [terms.slt(x, y), terms.slt(hundred, x), terms.slt(ten, z)];
    let mut solver = solver();
    conditions.iter().for_each(|t| solver.assert(&terms, *t));
    let mut other = Model::new();
    symbols.iter().zip([7, 5, 1_234, 77]).for_each(|(symbol, value)| other.set(*symbol, value));
    let model = solver.model_near(&mut terms, &other).unwrap().expect("satisfiable");
    assert!(conditions.iter().all(|t| eval(&terms, &model, *t) == 1));
    assert_eq!([model.get(symbols[2]), model.get(symbols[3])], [1_234, 77]);
    let never = terms.slt(z, ten);
    solver.assert(&terms, never);
    assert!(solver.model_near(&mut terms, &other).unwrap().is_none());
}

#[test]
fn numbers_are_near_those_that_are_liked() {
    let mut terms = Terms::new();
    let years = ["before", "after", "free", "far"].map(|name| terms.var(name, Sort::Bv(32)));
    for year in years {
        let symbol = terms.as_symbol(year).unwrap();
        terms.set_taste(symbol, Taste::Near(2000));
    }
    let [before, after, free, far] = years;
    let [first, last, late] = [1, 9999, 7000].map(|n| number(&mut terms, n));
    let mut conditions = vec![terms.slt(before, after), terms.slt(late, far)];
    conditions.extend(years.iter().flat_map(|y| [terms.sle(first, *y), terms.sle(*y, last)]));
    let mut solver = solver();
    conditions.iter().for_each(|t| solver.assert(&terms, *t));
    let model = solver.nice_model(&mut terms).unwrap().expect("satisfiable");
    assert!(conditions.iter().all(|t| eval(&terms, &model, *t) == 1));
    let [before, after, free, far] =
        [before, after, free, far].map(|year| model.get(terms.as_symbol(year).unwrap()));
    assert_eq!((free, far), (2000, 7001));
    assert!((1990..2010).contains(&before) && (1990..2010).contains(&after), "{before} {after}");
}

/// A multiple of 100 whose product with another number is none: only where it overflows. That no
/// small numbers do it is hard to see, and the wish for them must not cost what the question may.
#[test]
fn wishes_about_products_are_modest() {
    let mut terms = Terms::new();
    let (c, f) = (terms.var("c", Sort::Bv(64)), terms.var("f", Sort::Bv(32)));
    let [hundred, zero] = [100, 0].map(|value| terms.bv(value, 64));
    let factor = terms.app(Op::SignExt(64), &[f]);
    let product = terms.mul(c, factor);
    let [of_one, of_product] = [c, product].map(|term| terms.app(Op::SRem, &[term, hundred]));
    let conditions = [terms.eq(of_one, zero), terms.ne(of_product, zero)];
    let mut solver = solver();
    conditions.iter().for_each(|t| solver.assert(&terms, *t));
    let model = solver.nice_model(&mut terms).expect("known").expect("a model");
    assert!(conditions.iter().all(|t| eval(&terms, &model, *t) != 0));
}

#[test]
fn a_printable_character_is_asked_for_where_evaluation_finds_none() {
    let mut terms = Terms::new();
    let (c, d) = (terms.var("c", Sort::Bv(16)), terms.var("d", Sort::Bv(16)));
    for term in [c, d] {
        let symbol = terms.as_symbol(term).unwrap();
        terms.set_taste(symbol, Taste::Printable);
    }
    let twice = terms.add(c, d);
    let target = terms.bv(u64::from(b'x') + u64::from(b'y'), 16);
    let condition = terms.eq(twice, target);
    let mut solver = solver();
    solver.assert(&terms, condition);
    let model = solver.nice_model(&mut terms).unwrap().expect("satisfiable");
    for term in [c, d] {
        let value = model.get(terms.as_symbol(term).unwrap());
        assert!((0x20..0x7f).contains(&value), "{value:#x}");
    }
}

#[test]
fn minimal_models_are_minimal_in_order() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|n| terms.var(n, Sort::Bv(32)));
    let p = terms.var("p", Sort::Bool);
    let r = terms.var("r", Sort::Ref);
    let [fifty, limit] = [-50, 1000].map(|n| number(&mut terms, n));
    let sum = terms.add(x, y);
    let total = terms.eq(sum, limit);
    let low = terms.slt(x, fifty);
    let null = terms.reference(0);
    let conditions = [total, low, terms.ne(r, null), p];
    let mut solver = solver();
    conditions.iter().for_each(|t| solver.assert(&terms, *t));
    let symbols = [x, y, p, r].map(|t| terms.as_symbol(t).unwrap());
    let model = solver.minimal_model(&mut terms, &symbols).unwrap().expect("satisfiable");
    assert_eq!(model.display(&terms, &symbols), "x = -51\ny = 1051\np = true\nr = ref 1\n");
    let nothing = terms.bool(false);
    solver.assert(&terms, nothing);
    assert_eq!(solver.minimal_model(&mut terms, &symbols).unwrap(), None);
}

#[test]
fn branches_are_decided_on_both_sides() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bv(32));
    let [five, nine] = [5, 9].map(|n| number(&mut terms, n));
    let below = terms.slt(x, five);
    let far_below = terms.slt(x, nine);
    let mut solver = solver();
    let branch = solver.branch(&mut terms, below);
    assert_eq!((branch.taken, branch.skipped), (Outcome::Sat, Outcome::Sat));
    solver.assert(&terms, below);
    let branch = solver.branch(&mut terms, far_below);
    assert_eq!((branch.taken, branch.skipped), (Outcome::Sat, Outcome::Unsat));
    let not_far = terms.not(far_below);
    let branch = solver.branch(&mut terms, not_far);
    assert_eq!((branch.taken, branch.skipped), (Outcome::Unsat, Outcome::Sat));
    let model = solver.model().expect("the skipped side has a model");
    assert_eq!(eval(&terms, model, below), 1);
}

#[test]
fn arrays_are_compared_as_a_whole() {
    let mut terms = Terms::new();
    let sort = Sort::words(8, 8);
    let (a, b) = (terms.var("a", sort), terms.var("b", sort));
    let same = terms.eq(a, b);
    let i = terms.var("i", Sort::Bv(8));
    let (seven, eight) = (terms.bv(7, 8), terms.bv(8, 8));
    let written = terms.store(b, i, seven);
    let is_written = terms.eq(a, written);
    let read = terms.select(a, i);
    let other = terms.eq(read, eight);
    let different = terms.not(same);
    let mut solver = solver();
    assert_eq!(solver.check_with(&mut terms, &[different]), Outcome::Sat);
    assert_eq!(solver.check_with(&mut terms, &[same, is_written]), Outcome::Sat);
    assert_eq!(solver.check_with(&mut terms, &[is_written, other]), Outcome::Unsat);
    let fives = terms.bv(5, 8);
    let fives = terms.const_array(8, fives);
    let constant = terms.eq(b, fives);
    assert_eq!(solver.check_with(&mut terms, &[same, constant]), Outcome::Sat);
    assert_eq!(solver.check_with(&mut terms, &[same, constant, other]), Outcome::Unsat);
}

#[test]
fn the_log_replays_to_the_same_answers() {
    let directory = tempfile::tempdir().unwrap();
    let config = Config { log: Some(directory.path().join("log")), ..Config::default() };
    let mut terms = Terms::new();
    let mut solver = Solver::new(config).unwrap();
    let random = Random::new(6);
    let mut formulas = Formulas {
        random,
        variables: 2,
        arrays: true,
        refs: true,
        equal_arrays: false,
        hard: true,
    };
    let mut outcomes = Vec::new();
    for _ in 0..60 {
        let conditions: Vec<TermId> = (0..2).map(|_| formulas.bool(&mut terms, 6, 3)).collect();
        outcomes.push(solver.check_with(&mut terms, &conditions));
    }
    assert!(solver.log_error().is_none());
    for (i, outcome) in outcomes.iter().enumerate() {
        let path = directory.path().join(format!("log/query-{:06}.smt2", i + 1));
        let text = std::fs::read_to_string(path).unwrap();
        let expected = if *outcome == Outcome::Sat { "sat\n" } else { "unsat\n" };
        assert_eq!(run(&text, &Options::default()).unwrap(), expected, "{text}");
        assert!(text.starts_with(&format!("(set-info :status {})", expected.trim())));
    }
}

#[test]
fn statistics_account_for_every_query() {
    let mut terms = Terms::new();
    let mut solver = solver();
    let random = Random::new(7);
    let mut formulas = Formulas {
        random,
        variables: 2,
        arrays: false,
        refs: false,
        equal_arrays: false,
        hard: true,
    };
    let mut asked = 0;
    while asked < 300 {
        let condition = formulas.bool(&mut terms, 8, 3);
        // A conjunction would be taken apart and answered in parts.
        if terms.node(condition).op() != Op::And {
            solver.check_with(&mut terms, &[condition]);
            asked += 1;
        }
    }
    let stats = solver.stats();
    assert_eq!(stats.queries, 300);
    assert_eq!(stats.layer("reuse").map(|s| s.asked), Some(300 - stats.trivial));
    // A single condition has one part, so each query is answered by exactly one layer.
    let answered: u64 = stats.layers().map(|(_, s)| s.sat + s.unsat + s.unknown).sum();
    assert_eq!(answered, 300 - stats.trivial);
    let names: Vec<&str> = stats.layers().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["reuse", "split", "small", "cache", "sameness", "order", "interval", "guess", "bits"]
    );
    assert!(stats.to_string().starts_with("layer"));
}

#[test]
fn what_is_printed_is_read_back_with_the_same_meaning() {
    let random = Random::new(8);
    let mut formulas = Formulas {
        random,
        variables: 3,
        arrays: true,
        refs: false,
        equal_arrays: false,
        hard: true,
    };
    for _ in 0..200 {
        let mut terms = Terms::new();
        let condition = formulas.bool(&mut terms, 9, 4);
        let text = margay_logic::smtlib::query(&terms, &[condition]);
        // The formula together with its complement, both read back, is a contradiction.
        let assertion = text.lines().last().expect("an assertion");
        let negated = assertion.replacen("(assert ", "(assert (not ", 1);
        let script = format!("{text}{negated})\n(check-sat)");
        assert_eq!(run(&script, &Options::default()).unwrap(), "unsat\n", "{script}");
    }
}

/// Asks for the factors of the product of two primes, which takes minutes.
fn ask_for_factors(terms: &mut Terms, solver: &mut Solver) -> TermId {
    let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::Bv(64)));
    let product = terms.bv(4_093_082_899 * 2_860_486_313, 64);
    let [one, most] = [1, u64::from(u32::MAX)].map(|n| terms.bv(n, 64));
    let found = terms.mul(x, y);
    let mut conditions = vec![terms.eq(found, product)];
    for factor in [x, y] {
        conditions.extend([terms.ult(one, factor), terms.ule(factor, most)]);
    }
    conditions.iter().for_each(|condition| solver.assert(terms, *condition));
    terms.eq(x, one)
}

/// A hard question is given up when the time has come, whatever work it may take.
#[test]
fn no_question_outlasts_the_deadline() {
    let (mut terms, mut solver) = (Terms::new(), solver());
    let easy = ask_for_factors(&mut terms, &mut solver);
    let started = Instant::now();
    solver.set_budget(Budget::new(Some(started), None));
    assert_eq!(solver.check(&mut terms), Outcome::Unknown(Reason::Time));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    // What needs no search has its answer all the same.
    assert_eq!(solver.check_with(&mut terms, &[easy]), Outcome::Unsat);
}

/// The same when somebody sets a flag, whenever that is: while the circuits are built, or in the search.
#[test]
fn no_question_outlasts_whoever_asks() {
    for delay in [0, 20, 300, 2_000].map(Duration::from_millis) {
        let (mut terms, mut solver) = (Terms::new(), solver());
        ask_for_factors(&mut terms, &mut solver);
        let flag = Arc::new(AtomicBool::new(false));
        solver.set_budget(Budget::default().interrupted_by(Arc::clone(&flag)));
        let setter = thread::spawn(move || {
            thread::sleep(delay);
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        assert_eq!(solver.check(&mut terms), Outcome::Unknown(Reason::Interrupted));
        let waited = setter.join().expect("a flag that is set").elapsed();
        assert!(waited < Duration::from_secs(5), "{delay:?}: {waited:?}");
    }
}
