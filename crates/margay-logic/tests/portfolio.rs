//! Hard questions: each helper answers some, the statistics say which, and budgets hold.

use margay_logic::script::{Options, run};
use margay_logic::{Config, Layers};

const HELPERS: [&str; 5] = ["bits", "equations", "narrow", "abstract", "columns"];

/// Declares variables of one width.
fn words(names: &str, width: u32) -> String {
    names.split(' ').map(|n| format!("(declare-const {n} (_ BitVec {width}))")).collect()
}

fn options(layers: Layers, conflicts: u32) -> Options {
    let config = Config { conflicts: Some(conflicts), layers, ..Config::default() };
    Options { config, stats: true }
}

/// The answer, and who of the portfolio gave it.
fn answer(script: &str, options: &Options) -> (String, Vec<String>) {
    let output = run(&format!("{script}(check-sat)"), options).expect("a script");
    let mut lines = output.lines();
    let answer = lines.next().expect("an answer").to_owned();
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let answered =
        rows.filter(|row| HELPERS.contains(&row[0]) && row[2..4].iter().any(|count| *count != "0"));
    (answer, answered.map(|row| row[0].to_owned()).collect())
}

fn answered_by(script: &str, expected: &str, helper: &str) {
    let options = options(Layers::ALL, 200_000);
    let (found, who) = answer(script, &options);
    assert_eq!((found.as_str(), who.as_slice()), (expected, [helper.to_owned()].as_slice()));
    // Work is counted, not time: the same again.
    assert_eq!(answer(script, &options), (found, who));
}

/// `-x / y = -(x / y)`: two divisions of the same magnitudes.
fn sign_of_quotients(width: u32) -> String {
    let least = 1_u64 << (width - 1);
    format!(
        "{}(assert (distinct y (_ bv0 {width})))(assert (distinct x (_ bv{least} {width})))
         (assert (distinct (bvsdiv (bvneg x) y) (bvneg (bvsdiv x y))))",
        words("x y", width)
    )
}

/// `x · y / y = x` where nothing overflows.
fn product_and_quotient(width: u32) -> String {
    let limit = 1_u64 << (width / 2);
    format!(
        "{}(assert (distinct y (_ bv0 {width})))(assert (bvult x (_ bv{limit} {width})))
         (assert (bvult y (_ bv{limit} {width})))(assert (distinct (bvudiv (bvmul x y) y) x))",
        words("x y", width)
    )
}

#[test]
fn facts_about_products_are_enough() {
    answered_by(&sign_of_quotients(16), "unsat", "abstract");
}

#[test]
fn another_circuit_is_easier() {
    answered_by(&product_and_quotient(10), "unsat", "columns");
}

/// In a frame, where constraints are assumed; stated they are easy without a helper.
#[test]
fn small_numbers_are_found() {
    let script = format!(
        "{}(push)(assert (bvult (_ bv1 24) a))(assert (bvult a b))(assert (= (bvurem b a) (_ bv0 24)))
         (assert (= (bvurem (bvadd b (_ bv1 24)) a) (_ bv0 24)))",
        words("a b", 24)
    );
    answered_by(&script, "sat", "narrow");
}

/// `x·y + x·z = x·(y + z)`, step by step.
const STEPS: &str = "(assert (= p (bvmul x y)))(assert (= q (bvmul x z)))(assert (= r (bvadd p q)))
    (assert (= s (bvadd y z)))(assert (= t (bvmul x s)))(assert (distinct r t))";

#[test]
fn definitions_are_put_in() {
    answered_by(&format!("{}{STEPS}", words("p q r s t x y z", 32)), "unsat", "equations");
}

#[test]
fn models_and_cores_come_back_from_definitions() {
    let declare = words("a b p q r s t x y z", 32);
    let script = format!(
        "{declare}(assert (! (= a (bvmul b b)) :named other))
         (assert (! (= p (bvmul x y)) :named c1))(assert (! (= q (bvmul x z)) :named c2))
         (assert (! (= r (bvadd p q)) :named c3))(assert (! (= s (bvadd y z)) :named c4))
         (assert (! (= t (bvmul x s)) :named c5))(assert (! (distinct r t) :named c6))
         (check-sat)(get-unsat-core)"
    );
    let output = run(&script, &Options::default()).expect("a script");
    assert_eq!(output, "unsat\n(c1 c2 c3 c4 c5 c6)\n");
    let script = format!(
        "{declare}(assert (= p (bvmul x y)))(assert (= q (bvadd p #x00000001)))
         (assert (= r (bvmul q q)))(assert (bvult #x00000005 x))(assert (= r #x00000009))
         (check-sat)(get-value (q r (= p (bvmul x y)) (= q (bvadd p #x00000001))))"
    );
    let output = run(&script, &Options::default()).expect("a script");
    assert!(output.starts_with("sat\n((q "), "{output}");
    let rest = "(r #x00000009) ((= p (bvmul x y)) true) ((= q (bvadd p #x00000001)) true))\n";
    assert!(output.ends_with(rest), "{output}");
}

/// Definitions that go in circles are not put in, but constraints like any other.
#[test]
fn circular_definitions_are_constraints() {
    let script = format!(
        "{}(assert (= x (bvadd y #x01)))(assert (= y (bvmul x z)))(assert (= z (bvadd x y)))
         (assert (= z #x0b))",
        words("x y z", 8)
    );
    for layers in [Layers::ALL, Layers::NONE] {
        let (found, _) = answer(&script, &options(layers, 100_000));
        assert_eq!(found, "unsat");
    }
}

#[test]
fn without_helpers_one_circuit_decides() {
    let (found, who) = answer(&product_and_quotient(8), &options(Layers::NONE, 200_000));
    assert_eq!((found.as_str(), who.as_slice()), ("unsat", ["bits".to_owned()].as_slice()));
}

#[test]
fn a_budget_is_for_all_helpers_together() {
    let (found, who) = answer(&sign_of_quotients(16), &options(Layers::ALL, 100));
    assert_eq!((found.as_str(), who.len()), ("unknown", 0));
}
