//! Random programs do the same compiled: every run of compiled code is compared with the interpreter's.
//!
//! `MARGAY_ROUNDS=50` runs fifty times as many, `MARGAY_SEED=7` others.

use margay_filetests::{calls, random};

/// Programs of a round.
const PROGRAMS: u64 = 200;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn random_programs_do_the_same_compiled() {
    let from = number("MARGAY_SEED", 0) << 32;
    for seed in from..from + PROGRAMS * number("MARGAY_ROUNDS", 1) {
        let (program, call) = (random::program(seed), "main.f0(-7, 3)");
        let checked = calls::check_compiled(&program, call);
        let result = checked.unwrap_or_else(|error| panic!("{seed}: {error}\n{program}"));
        assert!(result.starts_with("=="), "{seed}: {call} {result}\n{program}");
    }
}
