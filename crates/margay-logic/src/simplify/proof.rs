//! Every rule, proved by cases: wherever it fires on small terms, the result has the same value as
//! the operator it replaces, for all values of the variables.
//!
//! The terms are all applications of operators to operands from a pool of variables, literals and
//! unsimplified applications of one operator. A rule that never fires fails the proof.

use super::{Redex, rules_of};
use crate::eval::Evaluator;
use crate::model::{ArrayValue, Model};
use crate::op::Op;
use crate::sort::{Scalar, Sort};
use crate::terms::{TermId, Terms};
use std::collections::BTreeMap;

const WORD: [Op; 13] = [
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::UDiv,
    Op::URem,
    Op::SDiv,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
];
const RELATION: [Op; 5] = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle];

/// A store, its operand pool, and all models of its variables.
struct Bench {
    terms: Terms,
    models: Vec<Model>,
    memos: Vec<Evaluator>,
    fired: BTreeMap<&'static str, u64>,
}

impl Bench {
    fn new() -> Bench {
        Bench { terms: Terms::new(), models: Vec::new(), memos: Vec::new(), fired: BTreeMap::new() }
    }

    /// All assignments to the variables declared so far, arrays of two elements included.
    fn enumerate(&mut self) {
        let mut models = vec![Model::new()];
        for symbol in self.terms.symbols() {
            let sort = self.terms.symbol_sort(symbol);
            let (count, array) = match sort {
                Sort::Array { index, element } => {
                    let (index, element) = (index.bits(), element.bits());
                    (1 << ((1 << index) * element), Some((index, element)))
                }
                _ => (1_u64 << sort.bits().unwrap(), None),
            };
            models = models
                .iter()
                .flat_map(|model| (0..count).map(move |value| (model.clone(), value)))
                .map(|(mut model, value)| {
                    match array {
                        Some((index, element)) => {
                            let entries = (0..1_u64 << index)
                                .map(|i| {
                                    (i, value >> (i * u64::from(element)) & ((1 << element) - 1))
                                })
                                .collect();
                            model.set_array(symbol, ArrayValue { default: 0, entries });
                        }
                        None => model.set(symbol, value),
                    }
                    model
                })
                .collect();
        }
        self.memos = models.iter().map(|_| Evaluator::new()).collect();
        self.models = models;
    }

    /// Tries every rule of `op` on these operands.
    fn prove(&mut self, op: Op, args: &[TermId]) {
        let mut args = args.to_vec();
        if op.commutes() {
            args.sort_by_key(|a| (matches!(self.terms.node(*a).op(), Op::Const(_)), *a));
        }
        let Ok(plain) = self.terms.raw(op, &args) else {
            return;
        };
        let sort = self.terms.sort(plain);
        for rule in rules_of(op) {
            let redex = Redex { op, sort, args: &args };
            let Some(rewritten) = (rule.rewrite)(&mut self.terms, &redex) else {
                continue;
            };
            *self.fired.entry(rule.name).or_default() += 1;
            assert_eq!(self.terms.sort(rewritten), sort, "{}", rule.name);
            let (plain, rewritten) = if sort.is_array() {
                (self.read(plain), self.read(rewritten))
            } else {
                (plain, rewritten)
            };
            for (model, memo) in self.models.iter().zip(&mut self.memos) {
                let expected = memo.eval(&self.terms, model, plain);
                let found = memo.eval(&self.terms, model, rewritten);
                assert!(
                    expected == found,
                    "{}: {} is {expected}, {} is {found} under {model:?}",
                    rule.name,
                    crate::smtlib::term(&self.terms, plain),
                    crate::smtlib::term(&self.terms, rewritten),
                );
            }
        }
    }

    /// Arrays are compared by what is read from them at a variable index.
    fn read(&mut self, array: TermId) -> TermId {
        let index = self.terms.var("i", Sort::Bv(1));
        self.terms.raw(Op::Select, &[array, index]).unwrap()
    }

    fn pool(&mut self, sort: Sort, leaves: &[TermId], ops: &[Op]) -> Vec<TermId> {
        let mut pool = leaves.to_vec();
        for op in ops {
            for a in leaves {
                if op.arity() == 1 {
                    pool.extend(self.terms.raw(*op, &[*a]));
                    continue;
                }
                for b in leaves {
                    pool.extend(self.terms.raw(*op, &[*a, *b]));
                }
            }
        }
        pool.retain(|t| self.terms.sort(*t) == sort);
        pool.sort_unstable();
        pool.dedup();
        pool
    }
}

fn words(width: u8, fired: &mut BTreeMap<&'static str, u64>) {
    let mut bench = Bench::new();
    let sort = Sort::Bv(width);
    let x = bench.terms.var("x", sort);
    let y = bench.terms.var("y", sort);
    let c = bench.terms.var("c", Sort::Bool);
    bench.enumerate();
    let literals: Vec<TermId> = (0..1 << width).map(|v| bench.terms.bv(v, width)).collect();
    let leaves: Vec<TermId> = [x, y].into_iter().chain(literals.iter().copied()).collect();
    let ops: Vec<Op> = WORD.into_iter().chain([Op::Not, Op::Neg]).collect();
    let mut pool = bench.pool(sort, &leaves, &ops);
    for a in &literals {
        for b in &literals {
            pool.push(bench.terms.raw(Op::Ite, &[c, *a, *b]).unwrap());
        }
    }
    let few: Vec<TermId> = pool.iter().copied().filter(|t| *t != y).take(24).collect();
    for op in WORD.into_iter().chain(RELATION) {
        for a in &pool {
            for b in leaves.iter().chain(&few) {
                bench.prove(op, &[*a, *b]);
                bench.prove(op, &[*b, *a]);
            }
        }
    }
    for a in &pool {
        let width = u16::from(width);
        for op in [Op::Not, Op::Neg, Op::ZeroExt(width), Op::SignExt(width)] {
            bench.prove(op, &[*a]);
        }
        for hi in 0..width {
            (0..=hi).for_each(|lo| bench.prove(Op::Extract { hi, lo }, &[*a]));
        }
        bench.prove(Op::ZeroExt(width + 2), &[*a]);
        bench.prove(Op::SignExt(width + 2), &[*a]);
    }
    extensions(&mut bench, &pool, width);
    merge(fired, bench.fired);
}

/// Extensions, concatenations and slices below every operator.
fn extensions(bench: &mut Bench, pool: &[TermId], width: u8) {
    let inner: Vec<TermId> = pool.iter().copied().take(8).collect();
    let width = u16::from(width);
    let wide = width + 2;
    let mut extended: Vec<TermId> = Vec::new();
    for a in &inner {
        for op in [Op::ZeroExt(wide), Op::SignExt(wide), Op::ZeroExt(width), Op::SignExt(width)] {
            extended.push(bench.terms.raw(op, &[*a]).unwrap());
        }
        for b in &inner {
            extended.push(bench.terms.raw(Op::Concat, &[*a, *b]).unwrap());
        }
        for hi in 0..width {
            for lo in 0..=hi {
                extended.push(bench.terms.raw(Op::Extract { hi, lo }, &[*a]).unwrap());
            }
        }
    }
    for a in extended.clone() {
        let (bits, width) = (bench.terms.bits(a) as u16, bench.terms.bits(a) as u8);
        let literals: Vec<TermId> = (0..1 << bits).map(|v| bench.terms.bv(v, width)).collect();
        for b in extended.iter().chain(&literals) {
            for op in RELATION.into_iter().chain([Op::SDiv, Op::SRem, Op::Concat]) {
                bench.prove(op, &[a, *b]);
                bench.prove(op, &[*b, a]);
            }
        }
        for hi in 0..bits {
            (0..=hi).for_each(|lo| bench.prove(Op::Extract { hi, lo }, &[a]));
        }
        bench.prove(Op::ZeroExt(bits + 1), &[a]);
        bench.prove(Op::SignExt(bits + 1), &[a]);
    }
}

/// Polynomials of two levels against each other.
fn rings(width: u8, fired: &mut BTreeMap<&'static str, u64>) {
    let mut bench = Bench::new();
    let sort = Sort::Bv(width);
    let [x, y] = ["x", "y"].map(|name| bench.terms.var(name, sort));
    bench.enumerate();
    let one = bench.terms.bv(1, width);
    let leaves = [x, y, one];
    let ops = [Op::Add, Op::Sub, Op::Mul, Op::Shl, Op::Neg, Op::Not];
    let simple = bench.pool(sort, &leaves, &ops);
    let mut nested = Vec::new();
    for op in [Op::Add, Op::Sub, Op::Mul] {
        for a in &simple {
            nested.extend([x, one].map(|b| bench.terms.raw(op, &[*a, b]).unwrap()));
        }
    }
    for a in &nested {
        for b in simple.iter().chain(&nested) {
            bench.prove(Op::Eq, &[*a, *b]);
        }
    }
    merge(fired, bench.fired);
}

fn booleans(fired: &mut BTreeMap<&'static str, u64>) {
    let mut bench = Bench::new();
    let names = ["p", "q"].map(|n| bench.terms.var(n, Sort::Bool));
    let x = bench.terms.var("x", Sort::Bv(2));
    let y = bench.terms.var("y", Sort::Bv(2));
    bench.enumerate();
    let truths = [false, true].map(|v| bench.terms.bool(v));
    let mut leaves: Vec<TermId> = names.into_iter().chain(truths).collect();
    for op in RELATION {
        leaves.push(bench.terms.raw(op, &[x, y]).unwrap());
        leaves.push(bench.terms.raw(op, &[y, x]).unwrap());
    }
    let mut pool = bench.pool(Sort::Bool, &leaves, &[Op::Not, Op::And, Op::Or, Op::Xor, Op::Eq]);
    for a in &leaves {
        for b in &leaves {
            pool.push(bench.terms.raw(Op::Ite, &[names[0], *a, *b]).unwrap());
        }
    }
    for a in &pool {
        bench.prove(Op::Not, &[*a]);
        for b in &leaves {
            for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
                bench.prove(op, &[*a, *b]);
                bench.prove(op, &[*b, *a]);
            }
            for condition in names {
                bench.prove(Op::Ite, &[condition, *a, *b]);
                bench.prove(Op::Ite, &[condition, *b, *a]);
            }
            bench.prove(Op::Ite, &[*a, *b, names[1]]);
        }
    }
    let (one, two) = (bench.terms.bv(1, 2), bench.terms.bv(2, 2));
    let words = [x, y, one, two];
    for a in words {
        for b in words {
            let inner = bench.terms.raw(Op::Ite, &[names[0], a, b]).unwrap();
            for c in words {
                let not = bench.terms.raw(Op::Not, &[names[0]]).unwrap();
                for condition in [names[0], not, truths[0], truths[1]] {
                    bench.prove(Op::Ite, &[condition, inner, c]);
                    bench.prove(Op::Ite, &[condition, c, inner]);
                    bench.prove(Op::Ite, &[condition, a, b]);
                }
            }
        }
    }
    merge(fired, bench.fired);
}

fn arrays(fired: &mut BTreeMap<&'static str, u64>) {
    let mut bench = Bench::new();
    let a = bench.terms.var("a", Sort::words(1, 2));
    let i = bench.terms.var("i", Sort::Bv(1));
    let j = bench.terms.var("j", Sort::Bv(1));
    let v = bench.terms.var("v", Sort::Bv(2));
    bench.enumerate();
    let indices = [i, j, bench.terms.bv(0, 1), bench.terms.bv(1, 1)];
    let constant = bench.terms.raw(Op::ConstArray(Scalar::bv(1)), &[v]).unwrap();
    let mut arrays = vec![a, constant];
    for round in 0..2 {
        for base in arrays.clone() {
            for index in indices {
                let read = bench.terms.raw(Op::Select, &[base, index]).unwrap();
                for element in [v, read] {
                    bench.prove(Op::Store, &[base, index, element]);
                    if round == 0 {
                        arrays.push(bench.terms.raw(Op::Store, &[base, index, element]).unwrap());
                    }
                }
            }
        }
    }
    for base in arrays.clone() {
        for index in indices {
            bench.prove(Op::Select, &[base, index]);
            let outer = bench.terms.raw(Op::Store, &[base, index, v]).unwrap();
            for read in indices {
                bench.prove(Op::Select, &[outer, read]);
            }
        }
    }
    merge(fired, bench.fired);
}

fn merge(into: &mut BTreeMap<&'static str, u64>, from: BTreeMap<&'static str, u64>) {
    for (name, count) in from {
        *into.entry(name).or_default() += count;
    }
}

#[test]
fn every_rule_preserves_all_values() {
    let mut fired = BTreeMap::new();
    booleans(&mut fired);
    arrays(&mut fired);
    (1..=3).for_each(|width| words(width, &mut fired));
    (1..=3).for_each(|width| rings(width, &mut fired));
    let every = [
        Op::Not,
        Op::And,
        Op::Xor,
        Op::Ite,
        Op::Eq,
        Op::Ult,
        Op::Ule,
        Op::Neg,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::UDiv,
        Op::Shl,
        Op::Concat,
        Op::Extract { hi: 0, lo: 0 },
        Op::ZeroExt(1),
        Op::Select,
        Op::Store,
    ];
    for rule in every.into_iter().flat_map(rules_of) {
        assert!(fired.contains_key(rule.name), "rule {} never fired", rule.name);
    }
}
