//! Random programs do the same compiled: every run of compiled code is compared with the interpreter's.
//!
//! `MARGAY_ROUNDS=50` runs fifty times as many, `MARGAY_SEED=7` others.

use margay_filetests::{ahead, calls, explore, random};

/// Programs of a round.
const PROGRAMS: u64 = 200;

/// What is called of each program.
const CALL: &str = "main.f0(-7, 3)";

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Numbers of programs.
fn seeds() -> std::ops::Range<u64> {
    let from = number("MARGAY_SEED", 0) << 32;
    from..from + PROGRAMS * number("MARGAY_ROUNDS", 1)
}

/// Whether a call has ended as such programs do: with a number, or when one of some thousand has used up the
/// memory.
fn ends(result: &str) -> bool {
    result.starts_with("==") || result.starts_with("throws out_of_memory")
}

#[test]
fn random_programs_do_the_same_compiled() {
    for seed in seeds() {
        let program = random::program(seed, false);
        let checked = calls::check_compiled(&program, CALL);
        let result = checked.unwrap_or_else(|error| panic!("{seed}: {error}\n{program}"));
        assert!(ends(&result), "{seed}: {CALL} {result}\n{program}");
    }
}

/// So do those whose blocks are recorded.
#[test]
fn random_programs_record_the_same_compiled() {
    for seed in seeds() {
        let program = random::program(seed, false);
        let checked = calls::check_recorded(&program, CALL);
        let result = checked.unwrap_or_else(|error| panic!("{seed}: {error}\n{program}"));
        assert!(ends(&result), "{seed}: {CALL} {result}\n{program}");
    }
}

/// What their functions give is foreseen in lanes, and by compiled code too.
#[test]
fn random_programs_are_foreseen_compiled() {
    let arguments = [-7, -1, 0, 3, 64];
    let calls = arguments.map(|number| format!("main.f0({number}, {})", 3 - number));
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let mut foreseen = 0;
    for seed in seeds() {
        let program = random::program(seed, false);
        let checked = ahead::check(&program, &calls);
        foreseen += checked.unwrap_or_else(|error| panic!("{seed}: {error}\n{program}"));
    }
    assert!(foreseen > PROGRAMS, "{foreseen} candidates were known without being run");
}

/// So do programs that choose: going back to a choice and taking the other way, or running again up to it.
#[test]
fn random_programs_have_the_same_paths_compiled() {
    let mut forks = 0;
    for seed in seeds() {
        let program = random::program(seed, true);
        let checked = explore::check_compiled(&program, CALL);
        let paths = checked.unwrap_or_else(|error| panic!("{seed}: {error}\n{program}"));
        let result = |path: &str| path.split_once(": ").is_some_and(|(_, result)| ends(result));
        assert!(paths.lines().all(result), "{seed}: {CALL} has the paths\n{paths}of\n{program}");
        forks += u64::from(paths.lines().count() > 1);
    }
    assert!(forks > PROGRAMS / 4, "{forks} programs choose");
}
