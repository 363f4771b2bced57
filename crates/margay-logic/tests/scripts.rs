//! Scripts of our own with known answers, and scripts that are wrong.

use expect_test::{Expect, expect};
use margay_logic::script::{Options, ScriptError, run};
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
        "line 1, column 12: logic QF_LIA is not supported; supported are QF_BV, QF_ABV, QF_UFBV, \
         QF_AUFBV, ALL, QF_FP, QF_BVFP, QF_ABVFP, QF_AUFBVFP",
    );
    fails("(assert\n x)", "line 2, column 2: x is not declared");
    fails("(declare-const x Int)", "line 1, column 18: unknown sort Int");
    fails(
        "(declare-const x (_ BitVec 65))",
        "line 1, column 18: bit-vectors have 1 to 64 bits here",
    );
    fails(
        "(declare-const x (_ BitVec 0))",
        "line 1, column 18: bit-vectors have 1 to 64 bits here",
    );
    fails("(assert #x0)", "line 1, column 9: expected a Bool, not a (_ BitVec 4)");
    fails("(assert (= #x0 #b0))", "line 1, column 9: Eq does not take ((_ BitVec 4) (_ BitVec 1))");
    fails("(assert (bvand true true))", "line 1, column 9: bvand does not take (Bool)");
    fails("(assert (and #b1 #b1))", "line 1, column 9: and does not take ((_ BitVec 1))");
    fails("(assert (not))", "line 1, column 9: not takes one operand, not 0");
    fails("(assert (bvsub #x0 #x0 #x0))", "line 1, column 9: bvsub takes two operands, not 3");
    fails("(assert (foo true))", "line 1, column 10: unknown function foo");
    fails(
        "(assert ((_ extract 4 0) #x0))",
        "line 1, column 9: Extract { hi: 4, lo: 0 } does not take ((_ BitVec 4))",
    );
    fails(
        "(assert ((_ zero_extend 999999999999) #x0))",
        "line 1, column 10: unknown function (_ zero_extend 999999999999)",
    );
    fails(
        "(assert ((_ zero_extend 100) #x0))",
        "line 1, column 9: ZeroExt(104) does not take ((_ BitVec 4))",
    );
    fails(
        "(assert (concat #x0123456789abcdef #b1))",
        "line 1, column 9: Concat does not take ((_ BitVec 64) (_ BitVec 1))",
    );
    fails(
        "(assert #x00000000000000000)",
        "line 1, column 9: bit-vector literals have 1 to 64 bits here",
    );
    fails("(assert (forall ((x Bool)) x))", "line 1, column 9: cannot read (forall ((x Bool)) x)");
    fails("(assert ())", "line 1, column 9: () is not a term");
    fails("(assert (let ((x true) y) x))", "line 1, column 14: let takes a list of (name term)");
    fails(
        "(declare-fun f (Bool) Bool)",
        "line 1, column 16: functions with parameters are not supported; use define-fun",
    );
    fails(
        "(declare-const x Bool)(declare-const x Bool)",
        "line 1, column 38: x is already declared",
    );
    fails(
        "(declare-sort Thing 0)",
        "line 1, column 15: the only uninterpreted sort is (declare-sort Ref 0)",
    );
    fails(
        "(define-fun f ((x Bool)) (_ BitVec 2) x)",
        "line 1, column 39: the body has sort Bool, not (_ BitVec 2)",
    );
    fails(
        "(define-fun f ((x Bool)) Bool x)(assert (f #b1))",
        "line 1, column 41: f does not take ((_ BitVec 1))",
    );
    fails("(pop 1)", "line 1, column 1: pop without a matching push");
    fails("(get-model)", "line 1, column 1: there is a model only after sat");
    fails(
        "(assert (fp.lt (fp.add RTP (_ NaN 8 24) (_ NaN 8 24)) (_ NaN 8 24)))",
        "line 1, column 16: fp.add is not supported with RTP",
    );
    fails(
        "(declare-const a (Array (Array (_ BitVec 1) (_ BitVec 1)) (_ BitVec 1)))",
        "line 1, column 18: arrays map bit-vectors to bit-vectors here",
    );
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
