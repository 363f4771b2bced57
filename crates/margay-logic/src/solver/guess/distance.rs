//! How far an evaluated formula is from being true, and from being false.
//!
//! Numbers are compared by rank: floats in the order of their values, one apart where they are
//! neighbours, so that a difference counts units in the last place. A connective adds the
//! distances of the operands it needs, or takes the least of those that would do.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use crate::value::{canonical, mask, signed};

/// What cannot be compared with anything is farther than any number.
const APART: f64 = 100.0;

/// The place of a value among those of its sort; NaN has none and is put beyond infinity.
pub(super) fn rank(value: u64, sort: Sort) -> i64 {
    let bits = sort.bits().unwrap_or(1);
    match sort {
        Sort::Float(_) => {
            let magnitude = (value & mask(bits - 1)) as i64;
            if value >> (bits - 1) == 0 { magnitude } else { -1 - magnitude }
        }
        _ => signed(value, bits),
    }
}

/// The value at a place, if it is a number of the sort.
pub(super) fn from_rank(rank: i64, sort: Sort) -> Option<u64> {
    let bits = sort.bits()?;
    let Sort::Float(format) = sort else {
        let value = rank as u64 & mask(bits);
        return (signed(value, bits) == rank).then_some(value);
    };
    let (magnitude, sign) = if rank < 0 { (-1 - rank, 1) } else { (rank, 0) };
    let value = magnitude as u64 | sign << (bits - 1);
    let infinity = mask(format.widths().0) << (format.widths().1 - 1);
    (magnitude as u64 <= infinity).then_some(value)
}

/// Distances of the truth values of one formula.
#[derive(Default)]
pub(super) struct Distances {
    /// Value, distance from true, distance from false.
    entries: Vec<(u64, f64, f64)>,
}

impl Distances {
    /// Measures all terms of a cone, operands first, with these values.
    pub(super) fn measure(
        &mut self,
        terms: &Terms,
        cone: &[TermId],
        values: impl Iterator<Item = u64>,
    ) {
        self.entries.clear();
        for (term, value) in cone.iter().zip(values) {
            let (yes, no) = match terms.sort(*term) {
                Sort::Bool => self.of(terms, cone, *term, value),
                _ => (0.0, 0.0),
            };
            self.entries.push((value, yes, no));
        }
    }

    /// How far a term is from being true.
    pub(super) fn to_true(&self, cone: &[TermId], term: TermId) -> f64 {
        self.entry(cone, term).1
    }

    fn entry(&self, cone: &[TermId], term: TermId) -> (u64, f64, f64) {
        cone.binary_search(&term).map_or((0, 1.0, 1.0), |i| self.entries[i])
    }

    fn of(&self, terms: &Terms, cone: &[TermId], term: TermId, value: u64) -> (f64, f64) {
        let node = terms.node(term);
        let entries = [0, 1, 2].map(|i| node.args().get(i).map(|a| self.entry(cone, *a)));
        let logical = node.args().first().is_some_and(|a| terms.sort(*a) == Sort::Bool);
        match (node.op(), entries) {
            (Op::Not, [Some((_, yes, no)), ..]) => (no, yes),
            (Op::And, [Some((_, ay, an)), Some((_, by, bn)), _]) => (ay + by, an.min(bn)),
            (Op::Or, [Some((_, ay, an)), Some((_, by, bn)), _]) => (ay.min(by), an + bn),
            (Op::Xor, [Some((_, ay, an)), Some((_, by, bn)), _]) => {
                ((ay + bn).min(an + by), (ay + by).min(an + bn))
            }
            (Op::Eq, [Some((_, ay, an)), Some((_, by, bn)), _]) if logical => {
                ((ay + by).min(an + bn), (ay + bn).min(an + by))
            }
            (Op::Ite, [Some((_, cy, cn)), Some((_, ay, an)), Some((_, by, bn))]) => {
                ((cy + ay).min(cn + by), (cy + an).min(cn + bn))
            }
            (op, [Some((a, ..)), Some((b, ..)), _]) => {
                let far = compared(op, terms.sort(node.args()[0]), a, b);
                if value != 0 { (0.0, far) } else { (far, 0.0) }
            }
            _ if value != 0 => (0.0, 1.0),
            _ => (1.0, 0.0),
        }
    }
}

/// How far a comparison is from the opposite of what it says.
fn compared(op: Op, sort: Sort, a: u64, b: u64) -> f64 {
    if let Sort::Float(format) = sort
        && [a, b].contains(&canonical(mask(format.bits()), format))
    {
        return APART;
    }
    let difference = match op {
        Op::Ult | Op::Ule => a.abs_diff(b),
        Op::Eq | Op::FEq | Op::FLt | Op::FLe | Op::Slt | Op::Sle => {
            rank(a, sort).abs_diff(rank(b, sort))
        }
        _ => 0,
    };
    // Logarithms keep one far comparison from hiding what happens to all others.
    (difference as f64 + 2.0).log2()
}
