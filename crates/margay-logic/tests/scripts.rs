//! Scripts of our own with known answers, and scripts that are wrong.

use expect_test::{Expect, expect};
use margay_logic::script::{Options, ScriptError, run, stream};
use margay_logic::{Config, Layers};
use std::fs;
use std::path::Path;
use std::time::Duration;

fn options(layers: Layers) -> Options {
    let time = Some(Duration::from_secs(60));
    Options { config: Config { layers, time, ..Config::default() }, stats: false }
}

/// Every script in the directory gives the answers its `; expect:` line names, with all layers and
/// with the deciding one alone.
#[test]
fn scripts_give_their_known_answers() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 15, "scripts are missing");
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().find_map(|l| l.strip_prefix("; expect: ")).expect("; expect:");
        for layers in [Layers::ALL, Layers::NONE] {
            let output = run(&text, &options(layers)).unwrap_or_else(|e| panic!("{path:?}: {e}"));
            let answers = output.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(answers, expected, "{path:?}");
        }
    }
}

fn prints(script: &str, expected: Expect) {
    let output = run(script, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    expected.assert_eq(&output);
}

#[test]
fn models_values_and_cores_are_printed() {
    prints(
        "(set-logic QF_ABV)
         (declare-const x (_ BitVec 8))
         (declare-const |a b| Bool)
         (declare-const m (Array (_ BitVec 4) (_ BitVec 8)))
         (assert (= (bvadd x #x01) #x06))
         (assert (! |a b| :named yes))
         (assert (= (select m #x3) #x07))
         (check-sat)
         (get-model)
         (get-value (x (bvmul  x
            x) (select m #x3)))
         (push 1)
         (assert (! (not |a b|) :named no))
         (check-sat)
         (get-unsat-core)
         (pop 1)
         (echo \"he said \"\"hi\"\"\")
         (exit)
         (nonsense)",
        expect![[r#"
            sat
            (
              (define-fun x () (_ BitVec 8) #x05)
              (define-fun |a b| () Bool true)
              (define-fun m () (Array (_ BitVec 4) (_ BitVec 8)) (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x3 #x07))
            )
            ((x #x05) ((bvmul x x) #x19) ((select m #x3) #x07))
            unsat
            (yes no)
            he said "hi"
        "#]],
    );
}

#[test]
fn names_come_back_with_another_sort_after_pop() {
    prints(
        "(push 1) (declare-const x Bool) (assert x) (check-sat) (pop 1)
         (declare-const x (_ BitVec 4)) (assert (= x #x9)) (check-sat) (get-value (x))",
        expect![[r#"
            sat
            sat
            ((x #x9))
        "#]],
    );
}

#[test]
fn floats_are_decided_and_shown() {
    prints(
        "(set-logic QF_FP) (declare-const x Float32)
         (assert (fp.lt x (fp.add RNE x x))) (assert (fp.lt x ((_ to_fp 8 24) #x40000000)))
         (push 1) (assert (fp.lt (fp #b0 #b01111111 #b00000000000000000000000) x))
         (check-sat) (pop 1)
         (assert (fp.lt x (fp #b1 #b00000000 #b00000000000000000000000)))
         (check-sat)",
        expect![[r#"
            sat
            unsat
        "#]],
    );
}

fn fails(script: &str, expected: &str) {
    match run(script, &Options::default()) {
        Err(error @ ScriptError::Syntax { .. }) => assert_eq!(error.to_string(), expected),
        other => panic!("expected an error, not {other:?}"),
    }
}

#[test]
fn errors_name_line_and_column() {
    fails("(check-sat", "line 1, column 1: this ( is never closed");
    fails("\n  )", "line 2, column 3: unmatched )");
    fails("(assert |x)", "line 1, column 9: this | is never closed");
    fails("(echo \"x)", "line 1, column 7: this string is never closed");
    fails("hello", "line 1, column 1: expected a command such as (check-sat)");
    fails("(frobnicate)", "line 1, column 1: unsupported or malformed command frobnicate");
    fails(
        "(set-logic QF_LIA)",
        "line 1, column 12: logic QF_LIA is not supported; supported are ALL and the \
         quantifier-free logics of BV, FP, arrays and UF, such as QF_AUFBVFP",
    );
    fails("(assert\n x)", "line 2, column 2: x is not declared");
    fails("(declare-const x Int)", "line 1, column 18: unknown sort Int");
    fails(
        "(declare-const x (_ BitVec 32769))",
        "line 1, column 18: bit-vectors have 1 to 32768 bits here",
    );
    fails(
        "(declare-const x (_ BitVec 0))",
        "line 1, column 18: bit-vectors have 1 to 32768 bits here",
    );
    fails("(assert #x0)", "line 1, column 9: expected a Bool, not a (_ BitVec 4)");
    fails("(assert (= #x0 #b0))", "line 1, column 9: = does not take ((_ BitVec 4) (_ BitVec 1))");
    fails("(assert (bvand true true))", "line 1, column 9: bvand does not take (Bool Bool)");
    fails(
        "(assert (and #b1 #b1))",
        "line 1, column 9: and does not take ((_ BitVec 1) (_ BitVec 1))",
    );
    fails("(assert (not))", "line 1, column 9: not takes operands, not 0");
    fails("(assert (bvsub #x0 #x0 #x0))", "line 1, column 9: bvsub takes two operands, not 3");
    fails("(assert (foo true))", "line 1, column 10: unknown function foo");
    fails(
        "(assert ((_ extract 4 0) #x0))",
        "line 1, column 9: (_ extract 4 0) does not take ((_ BitVec 4))",
    );
    fails(
        "(assert ((_ zero_extend 999999999999) #x0))",
        "line 1, column 10: unknown function (_ zero_extend 999999999999)",
    );
    fails(
        "(assert ((_ zero_extend 100000) #x0))",
        "line 1, column 9: bit-vectors have at most 32768 bits here",
    );
    fails("(assert (forall ((x Bool)) x))", "line 1, column 9: quantifiers are not supported");
    fails("(assert ())", "line 1, column 9: () is not a term");
    fails("(assert (let ((x true) y) x))", "line 1, column 14: let takes a list of (name term)");
    fails(
        "(declare-fun f (Bool) Bool)(assert (f #b1))",
        "line 1, column 36: f takes (Bool), not ((_ BitVec 1))",
    );
    fails("(declare-fun f (Bool) Bool)(assert f)", "line 1, column 36: f takes arguments");
    fails(
        "(declare-const x Bool)(declare-const x Bool)",
        "line 1, column 38: x is already declared",
    );
    fails("(declare-sort Thing 1)", "line 1, column 15: sorts with parameters are not supported");
    fails(
        "(define-fun f ((x Bool)) (_ BitVec 2) x)",
        "line 1, column 39: the body has sort Bool, not (_ BitVec 2)",
    );
    fails(
        "(define-fun f ((x Bool)) Bool x)(assert (f #b1))",
        "line 1, column 41: f takes (Bool), not ((_ BitVec 1))",
    );
    fails("(pop 1)", "line 1, column 1: pop without a matching push");
    fails("(get-model)", "line 1, column 1: there is a model only after sat");
    fails(
        "(declare-const a (Array (Array (_ BitVec 1) (_ BitVec 1)) (_ BitVec 1)))",
        "line 1, column 25: arrays of arrays are not supported",
    );
}

/// There are five rounding modes, whatever carries them.
#[test]
fn a_rounding_mode_is_one_of_five() {
    for mode in ["r", "(k r)", "(select a #b1)"] {
        let others: String = ["RNE", "RNA", "RTP", "RTN", "RTZ"]
            .iter()
            .map(|other| format!("(check-sat)(assert (distinct {mode} {other}))"))
            .collect();
        let script = format!(
            "(declare-const r RoundingMode)(declare-fun k (RoundingMode) RoundingMode)
             (declare-const a (Array (_ BitVec 1) RoundingMode))(declare-const x Float32)
             (assert (fp.lt x (fp.add {mode} x x))){others}(check-sat)"
        );
        for layers in [Layers::ALL, Layers::NONE] {
            let output = run(&script, &options(layers)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(output, "sat\nsat\nsat\nsat\nsat\nunsat\n", "{mode}");
        }
    }
}

#[test]
fn output_before_an_error_is_kept() {
    let Err(ScriptError::Syntax { output, error }) = run("(check-sat)\n(boo)", &Options::default())
    else {
        panic!("expected an error");
    };
    assert_eq!((output.as_str(), error.line, error.column), ("sat\n", 2, 1));
}

#[test]
fn names_bound_in_a_failed_let_do_not_leak() {
    let script = "(assert (let ((x true)) (and x y)))";
    fails(script, "line 1, column 32: y is not declared");
}

/// What the language does not allow is refused, not guessed.
#[test]
fn ill_sorted_terms_are_refused() {
    for (term, message) in [
        ("(not #b1)", "not does not take ((_ BitVec 1))"),
        ("(= (bvnot true) true)", "bvnot does not take (Bool)"),
        ("(bvult #x0 #x1 #x2)", "bvult takes two operands, not 3"),
        ("(= (_ bv300 8) #x00)", "unknown constant (_ bv300 8)"),
        ("(= #xg0 #x00)", "bit-vector literals have 1 to 32768 bits here"),
        ("(bvslt true false)", "bvslt does not take (Bool Bool)"),
        ("(ite #b1 true false)", "ite does not take ((_ BitVec 1) Bool Bool)"),
        ("(=> #b1 true)", "=> does not take ((_ BitVec 1) Bool)"),
        ("(fp.isNaN #x0)", "fp.isNaN does not take ((_ BitVec 4))"),
        (
            "(fp.isZero (fp.sqrt (_ NaN 8 24)))",
            "fp.sqrt takes a rounding mode and 1 operands, not 1",
        ),
        ("(fp.isZero (fp.rem RNE (_ NaN 8 24) (_ NaN 8 24)))", "fp.rem takes two operands, not 3"),
        (
            "(fp.isZero (fp.add (_ NaN 8 24) (_ NaN 8 24)))",
            "fp.add takes a rounding mode and 2 operands, not 2",
        ),
        ("(fp.lt (_ NaN 8 24) (_ NaN 11 53))", "fp.lt does not take (Float32 Float64)"),
        ("(= RNE #b000)", "= does not take (RoundingMode (_ BitVec 3))"),
    ] {
        let script = format!("(assert {term})");
        match run(&script, &Options::default()) {
            Err(ScriptError::Syntax { error, .. }) => assert_eq!(error.message, message, "{term}"),
            other => panic!("{term}: {other:?}"),
        }
    }
    fails("(define-fun f (()) Bool true)", "line 1, column 16: expected (name sort)");
    fails("(define-fun f ((x)) Bool true)", "line 1, column 16: expected (name sort)");
    fails("(declare-const bvadd Bool)", "line 1, column 16: bvadd is already declared");
    fails("(declare-const 5 Bool)", "line 1, column 16: 5 is not a name");
    fails("(define-fun f ((x Bool) (x Bool)) Bool x)", "line 1, column 15: x is bound twice");
    fails("(assert (let ((x true) (x false)) x))", "line 1, column 14: x is bound twice");
    fails("(set-logic QF_BV)(set-logic QF_BV)", "line 1, column 29: the logic is already set");
    fails("(push +1)", "line 1, column 7: expected a number of levels");
}

/// Names of terms are names as others are; only what is asserted is in cores.
#[test]
fn names_of_terms() {
    let p = "(declare-const p Bool)";
    let twice = "(assert (! p :named a))(assert (! true :named a))";
    fails(&format!("{p}{twice}"), "line 1, column 69: a is already declared");
    let twice = "(assert (or (! p :named a) (! p :named a)))";
    fails(&format!("{p}{twice}"), "line 1, column 62: a is already declared");
    fails(&format!("{p}(assert (! p :named p))"), "line 1, column 43: p is already declared");
    fails(&format!("{p}(assert (! p :named 5))"), "line 1, column 43: 5 is not a name");
    fails(
        "(define-fun f ((x Bool)) Bool (! x :named a))",
        "line 1, column 43: what has parameters has no name of its own",
    );
    prints(
        &format!(
            "{p}(assert (! p :named a))(assert (or (! p :named b) (! (not p) :named c)))
             (check-sat)(get-assignment)(assert (! (not p) :named d))(check-sat)(get-unsat-core)"
        ),
        expect![[r#"
            sat
            ((a true) (b true) (c false))
            unsat
            (a d)
        "#]],
    );
}

/// What is asserted for good is clauses of the SAT solver: it is there in all frames, for all
/// independent parts, and gone after a reset; cores are about the rest.
#[test]
fn what_stays_is_stated() {
    let words = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))
                 (declare-const z (_ BitVec 8))(declare-const w (_ BitVec 8))";
    let script = format!(
        "{words}(assert (= (bvmul x y) #x0f))(assert (or (bvult #x03 x) (= (bvmul y y) x)))(check-sat)
         (assert (= (bvmul z w) #x23))(assert (bvult z w))(check-sat)
         (push)(assert (! (= x #x02) :named n))(assert (! (bvult z #xf0) :named m))(check-sat)
         (get-unsat-core)(pop)(check-sat)
         (check-sat-assuming ((= z #x02) (= y #x01)))(get-unsat-assumptions)
         (push)(assert (= z w))(check-sat)(pop)(assert (bvult w #x80))(check-sat)
         (reset-assertions){words}(assert (= x #x02))(assert (= z w))(check-sat)
         (assert (= (bvmul x y) #x0f))(check-sat)(reset)(check-sat)"
    );
    for layers in [Layers::ALL, Layers::NONE] {
        let output = run(&script, &options(layers)).unwrap_or_else(|e| panic!("{e}"));
        expect![[r#"
            sat
            sat
            unsat
            (n)
            sat
            unsat
            ((= z #x02))
            unsat
            sat
            sat
            unsat
            sat
        "#]]
        .assert_eq(&output);
    }
}

/// A command that is wrong changes nothing, not even which questions may follow.
#[test]
fn errors_change_nothing() {
    let script = "(declare-const p Bool)(declare-const q Bool)(assert p)(check-sat)
                  (assert r)(get-value (p))(check-sat-assuming (q (not p)))
                  (check-sat-assuming (r))(get-unsat-assumptions)(get-value ((! p :named a)))
                  (assert (! q :named a))(pop)(push 1 1)(check-sat)(get-value (a))";
    let mut output = Vec::new();
    let errors = stream(script.as_bytes(), &mut output, &Options::default()).expect("no files");
    expect![[r#"
        sat
        (error "line 2, column 27: r is not declared")
        ((p true))
        unsat
        (error "line 3, column 40: r is not declared")
        ((not p))
        (error "line 3, column 77: there is a model only after sat")
        (error "line 4, column 42: pop without a matching push")
        (error "line 4, column 47: expected a number of levels")
        sat
        ((a true))
    "#]]
    .assert_eq(&String::from_utf8(output).expect("text"));
    assert_eq!(errors.len(), 5);
}

/// A model belongs to the constraints it was found for.
#[test]
fn a_model_goes_with_the_constraints() {
    let declare = "(declare-const x (_ BitVec 8))";
    let stale = "(push)(assert (= x #x01))(check-sat)(pop)(assert (= x #x02))(get-model)";
    let expected = "line 1, column 91: there is a model only after sat";
    fails(&format!("{declare}{stale}"), expected);
    let stale = "(check-sat)(assert (= x #x02))(get-value (x))";
    let Err(ScriptError::Syntax { .. }) = run(&format!("{declare}{stale}"), &Options::default())
    else {
        panic!("a value without a question");
    };
}

/// What the standard leaves open can be anything, but the same for the same operands.
#[test]
fn unspecified_values_are_free() {
    let floats = "(declare-const x Float32)(declare-const y Float32)";
    let sbv = "((_ fp.to_sbv 32) RTZ";
    prints(
        &format!(
            "{floats}(assert (fp.isNaN x))(assert (= {sbv} x) #x00000005))(check-sat)
             (assert (fp.isNaN y))(assert (distinct {sbv} x) {sbv} y)))(check-sat)
             (reset){floats}(assert (fp.eq x (fp #b0 #xff #b00000000000000000000000)))(check-sat)
             (reset){floats}(assert (fp.lt x (_ -zero 8 24)))
             (assert (= ((_ fp.to_ubv 8) RTZ x) #x07))(check-sat)
             (assert (fp.lt ((_ to_fp 8 24) RNE (- 0.5)) x))(check-sat)
             (reset){floats}(assert (= x (_ -zero 8 24)))(assert (= y (_ +zero 8 24)))
             (push)(assert (= (fp.min x y) x))(check-sat)(pop)
             (push)(assert (= (fp.min x y) y))(check-sat)(pop)
             (assert (distinct (fp.max x y) x y))(check-sat)"
        ),
        expect![[r#"
            sat
            unsat
            sat
            sat
            unsat
            sat
            sat
            unsat
        "#]],
    );
}

#[test]
fn options_are_honoured() {
    prints(
        "(set-option :print-success true)(declare-const x Bool)(push)(assert x)
         (set-option :global-declarations true)(declare-const y Bool)(pop)(assert y)
         (check-sat)(get-option :print-success)(set-option :no-such-option 1)
         (get-info :error-behavior)(exit)",
        expect![[r#"
            success
            success
            success
            success
            success
            success
            success
            success
            sat
            true
            unsupported
            (:error-behavior continued-execution)
            success
        "#]],
    );
    assert_eq!(run("\u{feff}(check-sat)", &Options::default()).unwrap(), "sat\n");
}

#[test]
fn functions_wide_words_and_arrays_of_other_sorts() {
    prints(
        "(set-logic QF_AUFBVFP)(declare-sort S 0)(declare-fun f (S S) (_ BitVec 100))
         (declare-const a S)(declare-const b S)(declare-const m (Array Bool Float32))
         (declare-const w (_ BitVec 1024))(declare-const r RoundingMode)
         (assert (= (f a b) (_ bv1267650600228229401496703205375 100)))(assert (distinct a b))
         (assert (= (select m true) ((_ to_fp 8 24) RNE 0.1)))
         (assert (= (bvadd w w) (_ bv1522756 1024)))(assert (bvult w (_ bv2000000 1024)))
         (assert (fp.gt (fp.div r ((_ to_fp 5 11) RNE 1) ((_ to_fp 5 11) RNE 3.0))
                        ((_ to_fp 5 11) RNE (/ 1 3))))
         (check-sat)(get-value (m (= a b) (f a b) r))
         (assert (= a b))(check-sat)",
        expect![[r#"
            sat
            ((m (store ((as const (Array Bool Float32)) (fp #b0 #b00000000 #b00000000000000000000000)) true (fp #b0 #b01111011 #b10011001100110011001101))) ((= a b) false) ((f a b) #xfffffffffffffffffffffffff) (r RTP))
            unsat
        "#]],
    );
}

#[test]
fn assumptions_that_fail_are_named() {
    prints(
        "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(assert (or (not a) (not b)))
         (check-sat-assuming (c a (not (not b))))(get-unsat-assumptions)
         (check-sat-assuming (c a))(get-value (a b c))",
        expect![[r#"
            unsat
            (a (not (not b)))
            sat
            ((a true) (b false) (c true))
        "#]],
    );
}
