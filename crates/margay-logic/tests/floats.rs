//! Random formulas over floats against z3, and questions whose answers are known.

mod common;

use common::{Random, z3_lines};
use margay_logic::script::{Options, run};
use margay_logic::{Config, FloatSort, Layers, Op, Outcome, Solver, Sort, TermId, Terms, smtlib};

/// Random formulas over floats of one format, integers and their conversions.
struct Floats {
    random: Random,
    format: FloatSort,
    arithmetic: &'static [Op],
}

impl Floats {
    fn bool(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        match self.random.below(10) {
            0 if depth > 0 => {
                let (a, b) = (self.bool(terms, depth - 1), self.bool(terms, depth - 1));
                let op = self.random.one_of(&[Op::And, Op::Or, Op::Xor, Op::Eq]);
                terms.app(op, &[a, b])
            }
            1 if depth > 0 => {
                let a = self.bool(terms, depth - 1);
                terms.not(a)
            }
            2 => {
                let a = self.float(terms, depth);
                terms.app(Op::FIsNan, &[a])
            }
            3 => {
                let a = self.float(terms, depth);
                let number = terms.float_to_int_saturating(a, 16);
                let bound = terms.bv(self.random.below(5), 16);
                terms.slt(number, bound)
            }
            _ => {
                let (a, b) = (self.float(terms, depth), self.float(terms, depth));
                let op = self.random.one_of(&[Op::FLt, Op::FLe, Op::FEq, Op::Eq]);
                terms.app(op, &[a, b])
            }
        }
    }

    fn float(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(terms);
        }
        match self.random.below(8) {
            0 => {
                let a = self.float(terms, depth - 1);
                let op = self.random.one_of(&[Op::FNeg, Op::FAbs]);
                terms.app(op, &[a])
            }
            1 => {
                let c = self.bool(terms, depth - 1);
                let (a, b) = (self.float(terms, depth - 1), self.float(terms, depth - 1));
                terms.ite(c, a, b)
            }
            2 => {
                let a = terms.var("n", Sort::Bv(16));
                terms.app(Op::FFromSigned(self.format), &[a])
            }
            3 => {
                let a = self.float(terms, depth - 1);
                let other = match self.format {
                    FloatSort::F32 => FloatSort::F64,
                    FloatSort::F64 => FloatSort::F32,
                };
                let there = terms.app(Op::FFromFloat(other), &[a]);
                terms.app(Op::FFromFloat(self.format), &[there])
            }
            4 | 5 if !self.arithmetic.is_empty() => {
                let op = self.random.one_of(self.arithmetic);
                let a = self.float(terms, depth - 1);
                match op.arity() {
                    1 => terms.app(op, &[a]),
                    _ => {
                        let b = self.leaf(terms);
                        terms.app(op, &[a, b])
                    }
                }
            }
            _ => self.leaf(terms),
        }
    }

    fn leaf(&mut self, terms: &mut Terms) -> TermId {
        let sort = Sort::Float(self.format);
        match self.random.below(8) {
            0 => {
                let bits = terms.var("bits", Sort::Bv(self.format.bits() as u8));
                terms.app(Op::FFromBits(self.format), &[bits])
            }
            1 | 2 => self.literal(terms),
            _ => terms.var(&format!("x{}", self.random.below(2)), sort),
        }
    }

    fn literal(&mut self, terms: &mut Terms) -> TermId {
        let small = [0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 3.0, 0.1, 100.0, 1e30];
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
        let value = match self.random.below(4) {
            0 => self.random.one_of(&odd),
            _ => self.random.one_of(&small),
        };
        match self.format {
            FloatSort::F32 => terms.f32(value as f32),
            FloatSort::F64 => terms.f64(value),
        }
    }
}

/// A batch of formulas, each decided by the chain and, where it manages, by z3.
fn agree(floats: &mut Floats, layers: Layers, rounds: usize, depth: u32) {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config { layers, ..Config::default() }).expect("no log to create");
    let mut script = String::new();
    let mut queries: Vec<(Vec<TermId>, Outcome)> = Vec::new();
    for _ in 0..rounds {
        let count = 1 + floats.random.below(4);
        let conditions: Vec<TermId> = (0..count).map(|_| floats.bool(&mut terms, depth)).collect();
        let outcome = solver.check_with(&mut terms, &conditions);
        // Resets instead of frames, in which z3 takes minutes for some of these queries.
        let query = smtlib::query(&terms, &conditions);
        script.push_str(&format!("(reset)(set-option :timeout 2000)\n{query}(check-sat)\n"));
        queries.push((conditions, outcome));
    }
    let answers = z3_lines(&script);
    assert_eq!(answers.len(), rounds, "{:?}", answers.iter().find(|a| a.starts_with('(')));
    let mut counts = [0; 2];
    for ((conditions, outcome), answer) in queries.iter().zip(&answers) {
        let ours = match outcome {
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::Unknown(reason) => panic!("{reason}: {}", smtlib::query(&terms, conditions)),
        };
        if answer != "unknown" {
            counts[usize::from(ours == "sat")] += 1;
            assert_eq!(ours, answer, "{}", smtlib::query(&terms, conditions));
        }
    }
    assert!(counts.iter().all(|n| *n > rounds / 10), "one-sided or not compared: {counts:?}");
}

fn floats(seed: u64, format: FloatSort, arithmetic: &'static [Op]) -> Floats {
    Floats { random: Random::new(seed), format, arithmetic }
}

#[test]
fn comparisons_and_conversions_agree_with_z3() {
    agree(&mut floats(21, FloatSort::F32, &[]), Layers::ALL, 80, 3);
    agree(&mut floats(22, FloatSort::F64, &[]), Layers::NONE, 50, 3);
}

#[test]
fn arithmetic_agrees_with_z3() {
    let all = &[Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FSqrt];
    agree(&mut floats(23, FloatSort::F32, all), Layers::NONE, 40, 2);
    agree(&mut floats(24, FloatSort::F32, all), Layers::ALL, 40, 2);
    agree(&mut floats(25, FloatSort::F64, &[Op::FAdd, Op::FSub]), Layers::ALL, 40, 2);
}

/// Questions about doubles, as programs ask them, and their answers.
const KNOWN: [(&str, &str); 10] = [
    ("(fp.eq (fp.add RNE x one) x) (fp.lt one x) (fp.lt x (fp.add RNE x x))", "sat"),
    ("(not (= (fp.add RNE (fp.add RNE x y) z) (fp.add RNE x (fp.add RNE y z))))", "sat"),
    ("(fp.eq (fp.sub RNE x y) zero) (not (fp.eq x y))", "unsat"),
    ("(fp.lt (fp.mul RNE x y) zero) (fp.lt one x) (fp.lt one y)", "unsat"),
    ("(fp.eq (fp.add RNE (fp.mul RNE x x) (fp.mul RNE y y)) ten) (fp.lt x y)", "sat"),
    ("(fp.eq (fp.div RNE one x) y) (fp.eq y zero)", "sat"),
    ("(fp.lt ten (fp.sub RNE (fp.mul RNE y y) (fp.mul RNE ten (fp.mul RNE x z))))", "sat"),
    ("(fp.eq (fp.sqrt RNE x) ten) (fp.lt x ten)", "unsat"),
    ("(fp.eq (fp.add RNE (fp.div RNE (fp.mul RNE x ten) two) ten) (fp.mul RNE ten ten))", "sat"),
    ("(fp.lt (fp.abs x) zero)", "unsat"),
];

/// Order is kept by multiplication, which takes a SAT solver long to see.
const HARD: &str = "(fp.lt (fp.mul RNE x y) (fp.mul RNE x z)) (fp.lt zero x) (fp.lt z y)";

fn script(conditions: &str) -> String {
    let mut text = String::from("(set-logic QF_FP)");
    for (name, value) in [("zero", 0.0_f64), ("one", 1.0), ("two", 2.0), ("ten", 10.0)] {
        let bits = value.to_bits();
        text += &format!("(define-const {name} Float64 ((_ to_fp 11 53) #x{bits:016x}))");
    }
    ["x", "y", "z"].iter().for_each(|v| text += &format!("(declare-const {v} Float64)"));
    text + &format!("(assert (and true {conditions}))(check-sat)")
}

#[test]
fn known_questions_are_answered() {
    for (conditions, expected) in KNOWN {
        let answer = run(&script(conditions), &Options::default()).expect("well-formed");
        assert_eq!(answer.trim(), expected, "{conditions}");
    }
}

#[test]
fn hard_questions_end_with_their_budget() {
    let mut options = Options::default();
    options.config.conflicts = Some(2000);
    let script = script(HARD) + "(get-info :reason-unknown)";
    let answer = run(&script, &options).expect("well-formed");
    assert_eq!(answer, "unknown\n(:reason-unknown \"the work budget is used up\")\n");
}

/// The model of some conditions over one double that people should like best.
fn nicest(conditions: impl Fn(&mut Terms, TermId) -> Vec<TermId>) -> f64 {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default()).expect("no log to create");
    let x = terms.var("x", Sort::Float(FloatSort::F64));
    for condition in conditions(&mut terms, x) {
        solver.assert(&terms, condition);
    }
    let model = solver.nice_model(&mut terms).expect("decided").expect("satisfiable");
    f64::from_bits(model.get(terms.as_symbol(x).expect("a variable")))
}

#[test]
fn nice_models_have_small_integers_halves_and_short_decimals() {
    let between = |low: f64, high: f64| {
        nicest(move |terms, x| {
            let (low, high) = (terms.f64(low), terms.f64(high));
            vec![terms.app(Op::FLt, &[low, x]), terms.app(Op::FLt, &[x, high])]
        })
    };
    assert_eq!(between(-7.25, 1e9), 0.0);
    assert_eq!(between(2.2, 99.0), 3.0);
    assert_eq!(between(-3.0, -2.0), -2.5);
    assert_eq!(between(0.1, 0.3), 0.2);
    assert_eq!(between(1e30, 2.5e30), 2e30);
    let ten_times = nicest(|terms, x| {
        let (ten, bound) = (terms.f64(10.0), terms.f64(123.0));
        let product = terms.app(Op::FMul, &[x, ten]);
        vec![terms.app(Op::FEq, &[product, bound])]
    });
    assert_eq!(ten_times, 12.3);
    assert!(nicest(|terms, x| vec![terms.app(Op::FIsNan, &[x])]).is_nan());
}

#[test]
fn minimal_models_are_nearest_to_zero() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default()).expect("no log to create");
    let x = terms.var("x", Sort::Float(FloatSort::F32));
    let symbol = terms.as_symbol(x).expect("a variable");
    let (low, high) = (terms.f32(-1.5), terms.f32(2.5));
    let (below, above) = (terms.app(Op::FLe, &[x, low]), terms.app(Op::FLt, &[high, x]));
    let outside = terms.or(below, above);
    solver.assert(&terms, outside);
    let model = solver.minimal_model(&mut terms, &[symbol]).expect("decided").expect("satisfiable");
    assert_eq!(f32::from_bits(model.get(symbol) as u32), -1.5);
    let nan = terms.app(Op::FIsNan, &[x]);
    let either = terms.or(nan, above);
    solver.assert(&terms, either);
    let model = solver.minimal_model(&mut terms, &[symbol]).expect("decided").expect("satisfiable");
    assert_eq!(f32::from_bits(model.get(symbol) as u32), 2.5_f32.next_up());
}
