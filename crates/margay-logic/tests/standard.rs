//! What the standard has and scripts ask for, each by facts that hold and their negations that do not.

use margay_logic::script::{Options, run};

#[track_caller]
fn answers(script: &str, expected: &str) {
    let output = run(script, &Options::default()).unwrap_or_else(|e| panic!("{e}\n{script}"));
    assert_eq!(output, expected, "{script}");
}

/// The fact holds for all values of what is declared, and there are some.
#[track_caller]
fn valid(declarations: &str, fact: &str) {
    answers(&format!("{declarations}(assert (not {fact}))(check-sat)"), "unsat\n");
    answers(&format!("{declarations}(assert {fact})(check-sat)"), "sat\n");
}

fn number(text: &str) -> String {
    format!("((_ to_fp 8 24) RNE {text})")
}

#[test]
fn rounding_modes() {
    let modes = [
        ("RNE", "roundNearestTiesToEven", ["#x02", "#xfe", "#x04"]),
        ("RNA", "roundNearestTiesToAway", ["#x03", "#xfd", "#x04"]),
        ("RTP", "roundTowardPositive", ["#x03", "#xfe", "#x04"]),
        ("RTN", "roundTowardNegative", ["#x02", "#xfd", "#x03"]),
        ("RTZ", "roundTowardZero", ["#x02", "#xfe", "#x03"]),
    ];
    for (short, long, results) in modes {
        for (value, result) in ["2.5", "(- 2.5)", "3.5"].into_iter().zip(results) {
            let value = number(value);
            valid("", &format!("(= ((_ fp.to_sbv 8) {short} {value}) {result})"));
            valid("", &format!("(= ((_ fp.to_sbv 8) {long} {value}) {result})"));
            let whole = format!("(fp.roundToIntegral {short} {value})");
            valid("", &format!("(= ((_ fp.to_sbv 8) RTZ {whole}) {result})"));
        }
        valid("(declare-const r RoundingMode)", &format!("(or (= r {short}) (distinct r {long}))"));
    }
    let third = |mode: &str| format!("(fp.div {mode} {} {})", number("1"), number("3"));
    valid("", &format!("(fp.lt {} {})", third("RTN"), third("RTP")));
}

#[test]
fn operators_on_floats() {
    let [one, two, three, five] = ["1", "2", "3", "5"].map(number);
    let seven = number("7");
    valid("", &format!("(= (fp.rem {five} {three}) (fp.neg {one}))"));
    valid("", &format!("(= (fp.fma RNE {two} {three} {one}) {seven})"));
    valid("", &format!("(= (fp.sqrt RNE {}) {three})", number("9")));
    valid("", &format!("(and (= (fp.min {one} {two}) {one}) (= (fp.max {one} {two}) {two}))"));
    let nan = "(_ NaN 8 24)";
    valid("", &format!("(and (= (fp.min {nan} {two}) {two}) (= (fp.max {two} {nan}) {two}))"));
    valid("", &format!("(= ((_ fp.to_ubv 8) RTZ {}) #xff)", number("255.5")));
    valid("", &format!("(= ((_ to_fp_unsigned 8 24) RNE #xff) {})", number("255")));
    valid("", &format!("(= ((_ to_fp 8 24) RNE #xff) (fp.neg {one}))"));
    // A number and an exponent of two, as z3 writes them.
    valid("", &format!("(= ((_ to_fp 8 24) RNE 1.25 2) {five})"));
    valid("", "(= ((_ to_fp 8 24) RNE 1 (- 149)) (fp #b0 #x00 #b00000000000000000000001))");
}

#[test]
fn classes_of_floats() {
    let values = [
        ("(_ NaN 8 24)", "fp.isNaN", None),
        ("(_ +oo 8 24)", "fp.isInfinite", Some("fp.isPositive")),
        ("(_ -zero 8 24)", "fp.isZero", Some("fp.isNegative")),
        ("(fp #b1 #x00 #b00000000000000000000001)", "fp.isSubnormal", Some("fp.isNegative")),
        ("(fp #b0 #x01 #b00000000000000000000000)", "fp.isNormal", Some("fp.isPositive")),
    ];
    for (value, class, sign) in values {
        for (_, other, _) in values {
            let is = format!("({other} {value})");
            valid("", &if other == class { is } else { format!("(not {is})") });
        }
        for other in ["fp.isPositive", "fp.isNegative"] {
            let is = format!("({other} {value})");
            valid("", &if sign == Some(other) { is } else { format!("(not {is})") });
        }
    }
}

#[test]
fn formats_of_floats() {
    for (sort, e, s) in [("Float16", 5, 11), ("Float128", 15, 113), ("(_ FloatingPoint 3 5)", 3, 5)]
    {
        let declared = format!("(declare-const x {sort})");
        let (one, zero) = (format!("((_ to_fp {e} {s}) RNE 1)"), format!("(_ +zero {e} {s})"));
        valid(&declared, &format!("(= (fp.add RNE {one} {zero}) {one})"));
        valid(&declared, &format!("(or (fp.isNaN x) (fp.leq x (_ +oo {e} {s})))"));
        let there = format!("((_ to_fp 8 24) RNE ((_ to_fp {e} {s}) RNE {}))", number("1.5"));
        valid(&declared, &format!("(= {there} {})", number("1.5")));
    }
}

#[test]
fn overflow_and_reductions() {
    for (yes, no) in [
        ("(bvnego #x80)", "(bvnego #x7f)"),
        ("(bvuaddo #xff #x01)", "(bvuaddo #xfe #x01)"),
        ("(bvsaddo #x7f #x01)", "(bvsaddo #x80 #x7f)"),
        ("(bvumulo #x10 #x10)", "(bvumulo #x0f #x11)"),
        ("(bvsmulo #x40 #x02)", "(bvsmulo #xc0 #x02)"),
        ("(bvusubo #x00 #x01)", "(bvusubo #x01 #x01)"),
        ("(bvssubo #x80 #x01)", "(bvssubo #x00 #x01)"),
        ("(bvsdivo #x80 #xff)", "(bvsdivo #x80 #x01)"),
        ("(= (bvredor #x10) #b1)", "(= (bvredor #x00) #b1)"),
        ("(= (bvredand #xff) #b1)", "(= (bvredand #xef) #b1)"),
        ("(= (bvredxor #x34) #b1)", "(= (bvredxor #x33) #b1)"),
        ("(= (bvredxor #b101001111) #b0)", "(= (bvredxor #b1) #b0)"),
        ("(= (bvite #b1 #x01 #x02) #x01)", "(= (bvite #b0 #x01 #x02) #x01)"),
        ("(= (bvrol #x81 #x01) #x03)", "(= (bvror #x81 #x01) #x03)"),
        ("(= (bvror #x81 #x09) #xc0)", "(= (bvrol #x81 #x08) #x18)"),
        ("(= (bvcomp #x01 #x01) #b1)", "(= (bvcomp #x01 #x02) #b1)"),
    ] {
        valid("", yes);
        valid("", &format!("(not {no})"));
    }
}

#[test]
fn wide_words() {
    let declared = "(declare-const x (_ BitVec 1024))(declare-const y (_ BitVec 1024))";
    valid(declared, "(= (bvadd x y) (bvadd y x))");
    valid(declared, "(= (bvmul x (bvadd y (_ bv1 1024))) (bvadd x (bvmul y x)))");
    valid(declared, "(= ((_ extract 1023 1023) (bvlshr x (_ bv1 1024))) #b0)");
    valid(declared, "(bvult (bvurem x (_ bv1000 1024)) (_ bv1000 1024))");
}

#[test]
fn functions_and_sorts() {
    let declared = "(declare-sort S 0)(declare-fun f (S) S)(declare-fun g (S Bool) (_ BitVec 80))
         (declare-const a S)(declare-const b S)";
    valid(declared, "(=> (= a b) (= (f (f a)) (f (f b))))");
    valid(declared, "(=> (distinct (g a true) (g b true)) (distinct a b))");
    valid(declared, "(=> (and (= (f (f (f a))) a) (= (f (f (f (f (f a))))) a)) (= (f a) a))");
}

#[test]
fn arrays_of_all_sorts() {
    let declared = "(declare-sort S 0)(declare-const i S)(declare-const j S)
         (declare-const floats (Array S Float32))(declare-const modes (Array Bool RoundingMode))
         (declare-const wide (Array (_ BitVec 100) (_ BitVec 200)))(declare-const x Float32)";
    valid(declared, "(= (select (store floats i x) i) x)");
    valid(declared, "(=> (distinct i j) (= (select (store floats i x) j) (select floats j)))");
    valid(declared, "(= (select (store modes true RTZ) true) RTZ)");
    valid(
        declared,
        "(=> (= wide (store wide (_ bv7 100) (_ bv9 200))) (= (select wide (_ bv7 100)) (_ bv9 200)))",
    );
    valid("", "(= (select ((as const (Array Bool Bool)) true) false) true)");
}

/// Whole arrays compared with constant ones.
#[test]
fn equality_with_constant_arrays() {
    let all = |width: u32, value: &str| {
        format!("((as const (Array (_ BitVec {width}) (_ BitVec {width}))) {value})")
    };
    let declared = "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
         (declare-const b (Array (_ BitVec 1) (_ BitVec 1)))(declare-const i (_ BitVec 8))
         (declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))";
    let [of_x, of_y] = ["x", "y"].map(|value| all(8, value));
    valid(declared, &format!("(= (= {of_x} {of_y}) (= x y))"));
    valid(declared, &format!("(=> (= a {of_x}) (= (select a i) x))"));
    valid(
        declared,
        &format!("(=> (= (store a i x) {of_y}) (and (= x y) (= (store a i y) {of_y})))"),
    );
    valid(declared, &format!("(=> (= (store {of_x} i y) {of_y}) (= x y))"));
    valid(
        declared,
        &format!("(=> (distinct a {of_x}) (distinct (store a i (select a i)) {of_x}))"),
    );
    // Two constant arrays of 256 places differ in more than four.
    let [one, other] = ["#x44", "#xff"].map(|value| all(8, value));
    let (near_one, near_other) = (
        format!("(= (store {one} i x) (store a y #x11))"),
        format!("(= (store a x y) (store {other} y #x00))"),
    );
    valid(declared, &format!("(not (and {near_one} {near_other}))"));
    // With two places of one bit there are four arrays.
    let [none, both] = ["#b0", "#b1"].map(|value| all(1, value));
    let others = [("#b0", "#b1"), ("#b1", "#b1")].map(|(at, v)| format!("(store {none} {at} {v})"));
    valid(declared, &format!("(not (distinct b {none} {both} {} {}))", others[0], others[1]));
}

#[test]
fn logics_by_their_names() {
    let known = "ALL QF_BV QF_ABV QF_UF QF_UFBV QF_AUFBV QF_AX QF_FP QF_BVFP QF_ABVFP QF_UFFP QF_AUFBVFP \
         QF_FPLRA QF_BVFPLRA QF_ABVFPLRA QF_UFABVFP";
    for logic in known.split_whitespace() {
        answers(&format!("(set-logic {logic})(check-sat)"), "sat\n");
    }
    for logic in ["QF_LIA", "BV", "QF_", "QF_BVLRA", "UFBV", "QF_S", "QF_DT"] {
        let answer = run(&format!("(set-logic {logic})(check-sat)"), &Options::default());
        assert!(answer.is_err(), "{logic}");
    }
}

/// What other solvers have beyond the standard, where it means something here.
#[test]
fn commands_of_other_solvers() {
    let declared =
        "(declare-const x (_ BitVec 8))(declare-const p Bool)(assert (=> p (bvult x #x05)))";
    let asked = |commands: &str, expected| answers(&format!("{declared}{commands}"), expected);
    asked("(check-sat-using (then simplify smt))", "sat\n");
    asked("(check-sat-assuming-model (x p) (#x04 true))", "sat\n");
    let refuted = "(check-sat-assuming-model (p x) (true #x05))(get-unsat-assumptions)";
    asked(refuted, "unsat\n((= p true) (= x #x05))\n");
    for wrong in
        ["(check-sat-assuming-model (p x) (true))", "(check-sat-assuming-model (p) (#x01))"]
    {
        assert!(run(&format!("{declared}{wrong}"), &Options::default()).is_err(), "{wrong}");
    }
}

/// Names that only look as if the theories had them are free, and so are those of other solvers.
#[test]
fn names_that_are_free() {
    for name in ["fp.i0", "fp.neq", "bvite", "bvredxor", "bvfoo"] {
        let script = format!(
            "(declare-fun {name} (Bool) (_ BitVec 3))(assert (= ({name} true) #b101))(check-sat)"
        );
        answers(&script, "sat\n");
    }
}

/// Names of theories that are not those of the logic are free; those of its own are not.
#[test]
fn names_of_other_theories() {
    answers(
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun select (U U) U)(declare-fun bvadd (U) U)
         (declare-const fp U)(assert (distinct (select fp fp) fp (bvadd fp)))(check-sat)
         (assert (= fp (bvadd fp)))(check-sat)",
        "sat\nunsat\n",
    );
    answers(
        "(set-logic QF_BV)(declare-const RNE (_ BitVec 8))(assert (= RNE #x05))(check-sat)
         (get-value (RNE))",
        "sat\n((RNE #x05))\n",
    );
    for (logic, name) in [("QF_FP", "RNE"), ("QF_ABV", "select"), ("QF_BV", "bvadd"), ("ALL", "fp")]
    {
        let script = format!("(set-logic {logic})(declare-const {name} Bool)");
        let error = run(&script, &Options::default()).expect_err(logic).to_string();
        assert!(error.ends_with(&format!("{name} is already declared")), "{logic}: {error}");
    }
}

/// Bars make a symbol of anything, and are no part of what is a symbol without them.
#[test]
fn names_in_bars() {
    answers(
        "(declare-const |0_0| (_ BitVec 4))(declare-const |#b1| Bool)(declare-const |let| Bool)
         (declare-const |:k| Bool)(declare-const |a  b| Bool)(declare-const |plain| Bool)
         (assert (and |#b1| (not |let|) |:k| |a  b| plain (= |0_0| #x3)))
         (check-sat)(get-value (|0_0|  |#b1| (not   |let|) |:k| |a  b| |plain|))(get-model)",
        "sat
((|0_0| #x3) (|#b1| true) ((not |let|) true) (|:k| true) (|a  b| true) (|plain| true))
(
  (define-fun |0_0| () (_ BitVec 4) #x3)
  (define-fun |#b1| () Bool true)
  (define-fun |let| () Bool false)
  (define-fun |:k| () Bool true)
  (define-fun |a  b| () Bool true)
  (define-fun plain () Bool true)
)
",
    );
    for wrong in
        ["(declare-const let Bool)", "(assert (let ((5 true)) true))", "(declare-sort 5 0)"]
    {
        assert!(run(wrong, &Options::default()).is_err(), "{wrong}");
    }
}

/// A name may be said with its sort.
#[test]
fn names_with_their_sorts() {
    let declared = "(declare-sort S 0)(declare-const a S)(declare-fun f (S) Bool)";
    valid(declared, "(= (as a S) a)");
    valid(declared, "(= ((as f Bool) a) (f a))");
    for (wrong, message) in [
        ("(= (as a Bool) true)", "this has sort S, not Bool"),
        ("(= ((as f S) a) a)", "this has sort Bool, not S"),
        ("(= (as b S) a)", "b is not declared"),
    ] {
        let script = format!("{declared}(assert {wrong})");
        let error = run(&script, &Options::default()).expect_err(wrong).to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

/// A rounding mode is a term like any other, also for numbers that are written down.
#[test]
fn numbers_in_chosen_modes() {
    let declared = "(declare-const p Bool)(declare-const r RoundingMode)";
    let tenth = |mode: &str| format!("((_ to_fp 8 24) {mode} 0.1)");
    let chosen = tenth("(ite p RTP RTN)");
    valid(declared, &format!("(= p (fp.gt {chosen} {}))", tenth("RTN")));
    valid(declared, &format!("(fp.leq {} {} {})", tenth("RTN"), tenth("r"), tenth("RTP")));
}

#[test]
fn assertions_are_shown() {
    answers(
        "(set-option :produce-assertions true)(declare-const p Bool)(assert p)(push)
         (assert (! (or   p
            p) :named q))(get-assertions)(pop)(get-assertions)(get-option :produce-assertions)",
        "(p\n (! (or p p) :named q))\n(p)\ntrue\n",
    );
    let error = run("(assert true)(get-assertions)", &Options::default()).expect_err("no option");
    assert!(error.to_string().contains(":produce-assertions"), "{error}");
}

/// A script writes no files.
#[test]
fn channels() {
    answers("(set-option :regular-output-channel \"stdout\")(check-sat)", "sat\n");
    answers(
        "(set-option :regular-output-channel \"a-file\")(get-option :regular-output-channel)",
        "unsupported\n\"stdout\"\n",
    );
}
