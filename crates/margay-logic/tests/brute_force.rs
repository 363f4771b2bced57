//! The chain against exhaustive enumeration at small widths, with and without each layer.

mod common;
#[path = "common/workloads.rs"]
mod workloads;

use common::{Formulas, Random};
use margay_logic::{Config, Layers, Model, Outcome, Solver, Symbol, TermId, Terms, eval};
use workloads::{Event, sessions};

/// Every configuration the layers are compared in.
fn layer_sets() -> Vec<Layers> {
    let all = Layers::ALL;
    vec![
        all,
        Layers::NONE,
        Layers { reuse: false, ..all },
        Layers { split: false, ..all },
        Layers { cache: false, ..all },
        Layers { interval: false, ..all },
        Layers { guess: false, ..all },
        Layers { small: false, ..all },
    ]
}

fn solver(layers: Layers) -> Solver {
    Solver::new(Config { layers, ..Config::default() }).expect("no log to create")
}

fn formulas(seed: u64) -> Formulas {
    Formulas {
        random: Random::new(seed),
        variables: 2,
        arrays: false,
        refs: false,
        equal_arrays: false,
        hard: true,
    }
}

/// Tries all values of all variables.
fn satisfiable(terms: &Terms, symbols: &[Symbol], conditions: &[TermId]) -> bool {
    fn search(terms: &Terms, symbols: &[Symbol], conditions: &[TermId], model: &mut Model) -> bool {
        let Some((symbol, rest)) = symbols.split_first() else {
            return conditions.iter().all(|t| eval(terms, model, *t) != 0);
        };
        let bits = terms.symbol_sort(*symbol).bits().expect("scalars only");
        (0..1_u64 << bits).any(|value| {
            model.set(*symbol, value);
            search(terms, rest, conditions, model)
        })
    }
    search(terms, symbols, conditions, &mut Model::new())
}

/// Only the variables below the conditions matter.
fn used_symbols(terms: &Terms, conditions: &[TermId]) -> Vec<Symbol> {
    let mut stack = conditions.to_vec();
    let mut seen = std::collections::BTreeSet::new();
    let mut symbols = std::collections::BTreeSet::new();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.node(term).args());
            symbols.extend(terms.as_symbol(term));
        }
    }
    symbols.into_iter().collect()
}

#[test]
fn random_formulas_agree_with_enumeration_in_every_configuration() {
    let mut terms = Terms::new();
    let mut solvers: Vec<Solver> = layer_sets().into_iter().map(solver).collect();
    let mut formulas = formulas(1);
    let mut counts = [0, 0];
    for round in 0..4000 {
        let width = 1 + (round % 3) as u8;
        let depth = 2 + (round % 2) as u32;
        let conditions: Vec<TermId> =
            (0..1 + round % 3).map(|_| formulas.bool(&mut terms, width, depth)).collect();
        let symbols = used_symbols(&terms, &conditions);
        let bits: u32 = symbols.iter().filter_map(|s| terms.symbol_sort(*s).bits()).sum();
        if bits > 12 {
            continue;
        }
        let expected = satisfiable(&terms, &symbols, &conditions);
        counts[usize::from(expected)] += 1;
        for solver in &mut solvers {
            let outcome = solver.check_with(&mut terms, &conditions);
            assert_eq!(outcome == Outcome::Sat, expected, "round {round}: {outcome:?}");
            if expected {
                let model = solver.model().expect("sat has a model").clone();
                assert!(conditions.iter().all(|t| eval(&terms, &model, *t) == 1), "round {round}");
            } else {
                let core = solver.core().to_vec();
                assert!(!satisfiable(&terms, &symbols, &core), "round {round}: not a core");
            }
        }
    }
    assert!(counts[0] > 500 && counts[1] > 500, "one-sided formulas: {counts:?}");
}

#[test]
fn push_and_pop_agree_with_solving_afresh() {
    let mut terms = Terms::new();
    let mut formulas = Formulas { arrays: true, refs: true, ..formulas(2) };
    for session in 0..60 {
        let mut incremental = solver(Layers::ALL);
        let mut stack: Vec<Vec<TermId>> = vec![Vec::new()];
        for step in 0..40 {
            match formulas.random.below(5) {
                0 => {
                    incremental.push();
                    stack.push(Vec::new());
                }
                1 if stack.len() > 1 => {
                    incremental.pop();
                    stack.pop();
                }
                _ => {
                    let condition = formulas.bool(&mut terms, 3, 2);
                    incremental.assert(&terms, condition);
                    stack.last_mut().expect("never empty").push(condition);
                }
            }
            let mut fresh = solver(Layers::NONE);
            stack.iter().flatten().for_each(|t| fresh.assert(&terms, *t));
            let expected = fresh.check(&mut terms);
            let found = incremental.check(&mut terms);
            assert_eq!(found, expected, "session {session}, step {step}");
            if found == Outcome::Unsat && stack.len() > 1 {
                incremental.pop();
                stack.pop();
            }
        }
    }
}

#[test]
fn arrays_and_references_agree_across_configurations() {
    let mut terms = Terms::new();
    let mut solvers: Vec<Solver> = layer_sets().into_iter().map(solver).collect();
    let mut formulas = Formulas { arrays: true, refs: true, ..formulas(3) };
    for round in 0..2500 {
        let width = 2 + (round % 4) as u8;
        let conditions: Vec<TermId> = (0..3).map(|_| formulas.bool(&mut terms, width, 3)).collect();
        let outcomes: Vec<Outcome> =
            solvers.iter_mut().map(|s| s.check_with(&mut terms, &conditions)).collect();
        assert!(outcomes.windows(2).all(|w| w[0] == w[1]), "round {round}: {outcomes:?}");
        assert!(!matches!(outcomes[0], Outcome::Unknown(_)), "round {round}: {outcomes:?}");
    }
}

#[test]
fn recorded_sessions_are_answered_alike_with_and_without_layers() {
    for mut session in sessions(25) {
        let mut all = solver(Layers::ALL);
        let mut plain = solver(Layers::NONE);
        let mut checks = 0;
        for event in session.events {
            for solver in [&mut all, &mut plain] {
                match event {
                    Event::Push => solver.push(),
                    Event::Pop => solver.pop(),
                    Event::Assert(condition) => solver.assert(&session.terms, condition),
                    Event::Check(_) => {}
                }
            }
            if let Event::Check(condition) = event {
                let with = all.check_with(&mut session.terms, &[condition]);
                let without = plain.check_with(&mut session.terms, &[condition]);
                assert_eq!(with, without, "{}, check {checks}", session.name);
                assert!(!matches!(with, Outcome::Unknown(_)), "{}: {with:?}", session.name);
                checks += 1;
            }
        }
        assert!(checks >= 10, "{} is too short", session.name);
    }
}
