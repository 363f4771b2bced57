//! Propagation drops no solution: checked for every operator, all bounds and all values of three
//! bits.

use super::backward::backward;
use super::domain::Domain;
use super::forward::forward;
use crate::op::Op;
use crate::sort::Sort;
use crate::value;

const BITS: u32 = 3;
const BINARY: [Op; 19] = [
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
    Op::Eq,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::Concat,
];
const UNARY: [Op; 8] = [
    Op::Not,
    Op::Neg,
    Op::ZeroExt(5),
    Op::SignExt(5),
    Op::Extract { hi: 2, lo: 1 },
    Op::Extract { hi: 1, lo: 0 },
    Op::Extract { hi: 1, lo: 1 },
    Op::Extract { hi: 2, lo: 0 },
];

/// All unsigned and all signed intervals.
fn domains(bits: u32) -> Vec<Domain> {
    let count = 1_u64 << bits;
    let mut all = Vec::new();
    for lo in 0..count {
        for hi in lo..count {
            let half = count as i64 / 2;
            all.push(Domain::unsigned(lo, hi, bits));
            all.push(Domain::signed(lo as i64 - half, hi as i64 - half, bits));
        }
    }
    all
}

fn members(domain: Domain) -> impl Iterator<Item = u64> {
    (0..1_u64 << domain.bits).filter(move |v| domain.contains(*v))
}

/// Checks both directions on one choice of operand bounds; `apply` computes the operator.
fn check(op: Op, bits: u32, args: &[Domain], apply: impl Fn(&[u64]) -> u64) {
    let out = forward(op, bits, args);
    let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
    for domain in args {
        tuples = tuples
            .iter()
            .flat_map(|t| members(*domain).map(|v| [t.as_slice(), &[v]].concat()))
            .collect();
    }
    for values in &tuples {
        let result = apply(values);
        assert!(out.contains(result), "{op:?} {values:?} = {result}: {args:?} gave {out:?}");
    }
    for result in
        [Domain::only(0, bits), Domain::only(1, bits), Domain::unsigned(1, (1 << bits) - 1, bits)]
    {
        let mut narrowed = args.to_vec();
        backward(op, result, &mut narrowed);
        for values in tuples.iter().filter(|v| result.contains(apply(v))) {
            let kept = values.iter().zip(&narrowed).all(|(v, d)| d.contains(*v) && !d.is_empty());
            assert!(kept, "{op:?} {values:?} in {result:?}: {args:?} became {narrowed:?}");
        }
    }
}

#[test]
fn binary_operators_keep_all_solutions() {
    let sort = Sort::Bv(BITS as u8);
    for op in BINARY {
        let bits = op.sort(&[sort, sort]).unwrap().bits().unwrap();
        for a in domains(BITS) {
            for b in domains(BITS) {
                check(op, bits, &[a, b], |v| value::apply(op, sort, v));
            }
        }
    }
}

#[test]
fn truth_values_keep_all_solutions() {
    for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
        for a in domains(1) {
            for b in domains(1) {
                check(op, 1, &[a, b], |v| value::apply(op, Sort::Bool, v));
            }
        }
    }
}

#[test]
fn unary_operators_and_choices_keep_all_solutions() {
    let sort = Sort::Bv(BITS as u8);
    for op in UNARY {
        let bits = op.sort(&[sort]).unwrap().bits().unwrap();
        for a in domains(BITS) {
            check(op, bits, &[a], |v| value::apply(op, sort, v));
        }
    }
    for c in domains(1) {
        for a in domains(2) {
            for b in domains(2) {
                check(Op::Ite, 2, &[c, a, b], |v| value::apply(Op::Ite, Sort::Bv(2), v));
            }
        }
    }
}
