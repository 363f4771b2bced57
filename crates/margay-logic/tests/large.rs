//! Normal forms, and scripts that are long, deep or wide: none of them takes more than it should.

use margay_logic::budget::resident;
use margay_logic::script::{Options, run, stream};
use margay_logic::{Config, Layers};
use std::fmt::Write;
use std::time::{Duration, Instant};

fn words(count: usize, width: u32) -> String {
    (0..count).map(|i| format!("(declare-const x{i} (_ BitVec {width}))")).collect()
}

fn within(seconds: u64, script: &str, answers: &str) {
    let time = Some(Duration::from_secs(seconds));
    let options = Options { config: Config { time, ..Config::default() }, stats: false };
    assert_eq!(run(script, &options).expect("a script"), answers);
}

/// Laws of arithmetic at the widths people use, decided without a search.
#[test]
fn laws_of_the_ring() {
    for width in [8, 16, 32, 64, 65, 128, 1024] {
        for (one, other) in [
            ("(bvmul x0 (bvmul x1 x2))", "(bvmul x2 (bvmul x0 x1))"),
            ("(bvmul x0 x1)", "(bvmul (bvneg x0) (bvneg x1))"),
            ("(bvmul x0 (bvadd x1 (_ bv1 W)))", "(bvadd (bvmul x0 x1) x0)"),
            ("(bvadd (bvmul (bvudiv x0 x1) x1) (bvurem x0 x1))", "x0"),
            ("(bvadd (bvmul (bvsdiv x0 x1) x1) (bvsrem x0 x1))", "x0"),
        ] {
            let law = format!("(assert (distinct {one} {other}))(check-sat)");
            within(
                20,
                &format!("{}{}", words(3, width), law.replace('W', &width.to_string())),
                "unsat\n",
            );
        }
    }
}

/// Coefficients beyond 64 bits count too.
#[test]
fn laws_with_large_numbers() {
    for (one, other, answer) in [
        ("(bvshl x0 (_ bv70 100))", "(bvmul x0 (_ bv1180591620717411303424 100))", "unsat\n"),
        ("(bvmul x0 (bvadd x1 (_ bv1180591620717411303424 100)))", "(bvmul x1 x0)", "sat\n"),
        ("(bvadd (bvmul x0 x1) (_ bv1180591620717411303424 100))", "(bvmul x1 x0)", "sat\n"),
        ("(bvshl (bvshl x0 (_ bv60 100)) (_ bv60 100))", "(_ bv0 100)", "unsat\n"),
    ] {
        let script = format!("{}(assert (distinct {one} {other}))(check-sat)", words(2, 100));
        within(20, &script, answer);
    }
    let never = "(= (bvadd (bvmul x0 x1) (_ bv1180591620717411303424 100)) (bvmul x1 x0))";
    within(20, &format!("{}(assert {never})(check-sat)", words(2, 100)), "unsat\n");
}

#[test]
fn long_sums_of_few_terms() {
    let depth = 100_000;
    let sum: String = (0..depth).map(|i| format!("(bvadd x{} ", i % 5)).collect();
    let sum = format!("{sum}x0{}", ")".repeat(depth));
    let script = format!(
        "{}(assert (= {sum} #x00000007))(check-sat)
         (assert (= x1 x2 x3 x4 #x00000000))(assert (= x0 #x00000000))(check-sat)",
        words(5, 32)
    );
    within(60, &script, "sat\nunsat\n");
    // Each beginning of a sum is kept if it is used, and it agrees with the whole.
    let mut script = format!("{}(define-const s0 (_ BitVec 16) x0)", words(2, 16));
    for i in 1..=600 {
        let before = i - 1;
        write!(script, "(define-const s{i} (_ BitVec 16) (bvsub s{before} x{}))", i % 2).unwrap();
    }
    let law = "(bvsub (bvmul #xfed5 x0) (bvmul #x012c x1))";
    within(60, &format!("{script}(assert (distinct s600 {law}))(check-sat)"), "unsat\n");
}

#[test]
fn long_chains_of_comparisons() {
    let count = 3000_u32;
    for (less, least, most) in
        [("bvult", 0_u32, count - 1), ("bvslt", 1 << 31, (1 << 31) + count - 1)]
    {
        let chain: String =
            (1..count).map(|i| format!("(assert ({less} x{} x{i}))", i - 1)).collect();
        let last = count - 1;
        let script = format!(
            "{}{chain}(check-sat)(push)(assert ({less} x{last} x0))(check-sat)(pop)
             (push)(assert ({less} x{last} (_ bv{} 32)))(check-sat)(pop)
             (assert ({less} x{last} (_ bv{most} 32)))(check-sat)
             (assert ({less} x0 (_ bv{least} 32)))(check-sat)",
            words(count as usize, 32),
            most + 1
        );
        within(60, &script, "sat\nunsat\nsat\nunsat\nunsat\n");
    }
}

/// Symmetric tables in which each element is its own square exist for odd numbers of elements only.
#[test]
fn tables_over_distinct_elements() {
    for (count, answer) in [(5, "sat\n"), (6, "unsat\n"), (7, "sat\n")] {
        let all = |text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
        let mut script = format!(
            "(declare-sort S 0)(declare-fun op (S S) S){}(assert (distinct {}))",
            all(&|i| format!("(declare-const e{i} S)")),
            all(&|i| format!("e{i} "))
        );
        for i in 0..count {
            write!(script, "(assert (= (op e{i} e{i}) e{i}))").unwrap();
            write!(script, "(assert (distinct {}))", all(&|j| format!("(op e{i} e{j}) "))).unwrap();
            for j in 0..count {
                let values = all(&|k| format!("(= (op e{i} e{j}) e{k}) "));
                write!(script, "(assert (or {values}))(assert (= (op e{i} e{j}) (op e{j} e{i})))")
                    .unwrap();
            }
        }
        within(20, &format!("{script}(check-sat)"), answer);
    }
}

/// Each pair is decided alone: memory and time grow with their number, not with its square.
#[test]
fn many_independent_pairs() {
    let pairs = 50_000;
    let asserts: String =
        (0..pairs).map(|i| format!("(assert (bvult x{} x{}))", 2 * i, 2 * i + 1)).collect();
    let before = resident();
    within(60, &format!("{}{asserts}(check-sat)", words(2 * pairs, 32)), "sat\n");
    if let (Some(before), Some(after)) = (before, resident()) {
        assert!(after.saturating_sub(before) < 1 << 30, "{before} to {after} bytes");
    }
}

/// A million small circuits count as much as a large one.
#[test]
fn budgets_hold_in_many_small_terms() {
    let count = 700;
    let names: Vec<String> = (0..count).map(|i| format!("x{i}")).collect();
    let script = format!("{}(assert (distinct {}))(check-sat)", words(count, 64), names.join(" "));
    let time = Some(Duration::from_secs(3));
    let config = Config { time, layers: Layers::NONE, ..Config::default() };
    let start = Instant::now();
    let answer = run(&script, &Options { config, stats: false }).expect("a script");
    assert_eq!(answer, "unknown\n");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// Reading, simplifying and translating look at the clock too.
#[test]
fn budgets_hold_before_the_search() {
    let word = "(_ BitVec 32)";
    let mut nested = format!("{}(define-fun f0 ((a {word})) {word} (bvadd a x0))", words(1, 32));
    for i in 1..40 {
        let below = i - 1;
        write!(
            nested,
            "(define-fun f{i} ((a {word})) {word} (bvmul (f{below} (bvadd a #x{i:08x})) (f{below} (bvxor a x0))))"
        )
        .unwrap();
    }
    nested.push_str("(assert (= (f39 x0) #x12345678))");
    let names: Vec<String> = (0..3000).map(|i| format!("x{i}")).collect();
    let distinct = format!("{}(assert (distinct {}))", words(3000, 32), names.join(" "));
    let mut many = words(1000, 32);
    for i in 0..100_000_u64 {
        let [a, b, c] = [7919, 104_729, 1_299_709].map(|step| i * step / 1000 % 1000);
        write!(many, "(assert (or (bvult x{a} (bvmul x{b} x{c})) (= x{a} #x{i:08x})))").unwrap();
    }
    for script in [nested, distinct, many] {
        let time = Some(Duration::from_secs(1));
        let options = Options { config: Config { time, ..Config::default() }, stats: false };
        let start = Instant::now();
        let script = format!("{script}(check-sat)(get-info :reason-unknown)");
        let answer = run(&script, &options).expect("a script");
        assert_eq!(answer, "unknown\n(:reason-unknown \"the time budget is used up\")\n");
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }
}

/// Memory is not looked at for each condition, but what exceeds it is left out all the same.
#[test]
fn a_budget_of_memory_holds_while_reading() {
    if resident().is_none() {
        return;
    }
    let script =
        format!("{}(assert (bvult x0 x1))(check-sat)(get-info :reason-unknown)", words(2, 8));
    let options = Options { config: Config { memory: Some(1), ..Config::default() }, stats: false };
    assert_eq!(run(&script, &options).expect("a script"), "unknown\n(:reason-unknown memout)\n");
}

/// A trace of a program, as symbolic execution writes it: each value by one or two before it.
#[test]
fn long_traces() {
    let mut script = words(20, 32);
    for i in 20..20_000_u64 {
        let (a, b) = (i - 1 - i * 7 % 19, i - 1 - i * 13 % 19);
        let op = ["bvadd", "bvsub", "bvxor", "bvand", "bvor"][(i * 31 % 5) as usize];
        write!(
            script,
            "(declare-const x{i} (_ BitVec 32))
             (assert (= x{i} (ite (bvslt x{a} #x{:08x}) ({op} x{a} x{b}) x{b})))",
            i.wrapping_mul(2_654_435_761) & 0xffff_ffff
        )
        .unwrap();
    }
    within(60, &format!("{script}(check-sat)"), "sat\n");
}

/// Megabytes of commands with an answer now and then, read as they come.
#[test]
fn long_scripts_are_read_as_they_come() {
    let mut script = words(10, 32);
    for i in 0..20_000 {
        let (a, b) = (i % 10, (i * 7 + 1) % 10);
        write!(script, "(assert (bvule (bvand x{a} #x0000ffff) (bvor x{b} #x{i:08x})))").unwrap();
        if i % 5000 == 0 {
            script.push_str("(check-sat)\n");
        }
    }
    let mut output = Vec::new();
    let errors = stream(script.as_bytes(), &mut output, &Options::default()).expect("memory");
    assert_eq!((errors.len(), output.as_slice()), (0, "sat\n".repeat(4).as_bytes()));
}
