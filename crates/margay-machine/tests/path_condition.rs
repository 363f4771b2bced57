//! The path condition by itself: what is made true, what follows, what can be, and going back.

use margay_logic::{Config, Outcome, Sort};
use margay_machine::symbolic::PathCondition;

fn path() -> PathCondition {
    PathCondition::new(Config::default()).expect("nothing is logged")
}

#[test]
fn what_is_assumed_is_plain_and_bounds_what_can_be() {
    let mut path = path();
    let x = path.variable("x", Sort::Bv(32));
    let small = path.at_most(x, 3);
    assert_eq!(path.holds(small), None);
    assert_eq!(path.feasible(small), Outcome::Sat);
    path.assume(small);
    let large = path.negation(small);
    assert_eq!((path.holds(small), path.holds(large)), (Some(true), Some(false)));
    let branch = path.branch(large);
    assert_eq!((branch.taken, branch.skipped), (Outcome::Unsat, Outcome::Sat));
    let positive = path.at_least(x, 1);
    path.assume(positive);
    let mut values = Vec::new();
    while let Some(value) = path.value_besides(x, &values).expect("the solver can tell") {
        values.push(value);
    }
    values.sort_unstable();
    assert_eq!(values, [1, 2, 3]);
}

#[test]
fn a_model_takes_the_path() {
    let mut path = path();
    let x = path.variable("x", Sort::Bv(32));
    let seven = path.equals(x, 7);
    path.assume(seven);
    let model = path.model().expect("the solver can tell").expect("there is an input");
    assert_eq!(margay_logic::eval(path.terms(), &model, x), 7);
    let other = path.negation(seven);
    path.assume(other);
    assert_eq!(path.model().expect("the solver can tell"), None);
}

#[test]
fn what_is_noted_costs_the_solver_nothing() {
    let mut path = path();
    let x = path.variable("x", Sort::Bv(32));
    let known = path.up_to(x, 9);
    path.note(known);
    assert_eq!(path.holds(known), Some(true));
    assert!(path.constraints().is_empty());
}

#[test]
fn going_back_takes_back_what_was_made_true() {
    let mut path = path();
    let x = path.variable("x", Sort::Bv(32));
    let few = path.up_to(x, 9);
    path.assume(few);
    let mark = path.mark();
    path.fix(x, 4);
    assert_eq!((path.fixed(x), path.constraints().len()), (Some(4), 2));
    assert_eq!(path.value_besides(x, &[4]), Ok(None));
    // A second time changes nothing, and is not taken back twice.
    path.fix(x, 4);
    path.undo_to(mark);
    assert_eq!((path.fixed(x), path.constraints().len()), (None, 1));
    assert_eq!(path.holds(few), Some(true));
    assert!(path.value_besides(x, &[4]).expect("the solver can tell").is_some());
}

#[test]
fn a_name_of_another_sort_gets_primes() {
    let mut path = path();
    let (wide, narrow) = (path.variable("x", Sort::Bv(32)), path.variable("x", Sort::Bv(8)));
    assert_ne!(wide, narrow);
    assert_eq!(path.variable("x", Sort::Bv(8)), narrow);
    let symbol = path.terms().as_symbol(narrow).expect("a variable");
    assert_eq!(path.terms().name(symbol), "x'");
}
