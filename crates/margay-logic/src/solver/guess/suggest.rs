//! Values worth trying: readable ones, those the query names, their neighbours, the extremes.

use crate::op::Op;
use crate::sort::{FloatSort, Sort};
use crate::terms::{TermId, Terms};
use crate::value::{mask, of_sort, signed, signed_max, signed_min};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Literals beyond this many are not used: each adds several values per variable.
const MAX_LITERALS: usize = 12;
const READABLE: [f64; 10] = [0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -2.0, 3.0, 100.0, -0.5];

/// The numbers a query names.
pub(super) fn literals(terms: &Terms, cone: &[TermId]) -> Vec<f64> {
    let mut numbers: Vec<f64> = Vec::new();
    for term in cone {
        let Op::Const(value) = terms.node(*term).op() else { continue };
        let number = match terms.sort(*term) {
            Sort::Float(FloatSort::F32) => f64::from(f32::from_bits(value as u32)),
            Sort::Float(FloatSort::F64) => f64::from_bits(value),
            Sort::Bv(width) => signed(value, u32::from(width)) as f64,
            _ => continue,
        };
        if number.is_finite() && !READABLE.contains(&number) && !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.truncate(MAX_LITERALS);
    numbers
}

/// Values of each sort.
pub(super) struct Suggestions {
    literals: Vec<f64>,
}

impl Suggestions {
    /// The values that a query with these numbers suggests.
    pub(super) fn new(literals: Vec<f64>) -> Suggestions {
        Suggestions { literals }
    }

    /// Different values of a scalar sort, the most readable first.
    pub(super) fn of(&self, sort: Sort) -> Vec<u64> {
        let values: IndexSet<u64, FxBuildHasher> = match sort {
            Sort::Float(format) => self.floats(format).into_iter().collect(),
            Sort::Bv(width) => self.words(u32::from(width)).into_iter().collect(),
            Sort::Bool => [0, 1].into_iter().collect(),
            _ => (0..4).collect(),
        };
        values.into_iter().collect()
    }

    fn floats(&self, format: FloatSort) -> Vec<u64> {
        let bits = |number: f64| match format {
            FloatSort::F32 => u64::from((number as f32).to_bits()),
            FloatSort::F64 => number.to_bits(),
        };
        let mut values: Vec<u64> = READABLE.map(bits).to_vec();
        for n in &self.literals {
            values.extend([*n, n + 1.0, n - 1.0, n / 2.0, n * 2.0, -n].map(bits));
            // The neighbours, whose bits are one apart.
            values.extend([bits(*n).wrapping_add(1), bits(*n).wrapping_sub(1)]);
        }
        let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0];
        values.extend(special.map(bits));
        let largest = bits(f64::INFINITY) - 1;
        values.extend([1, largest]);
        values.into_iter().map(|value| of_sort(value, Sort::Float(format))).collect()
    }

    fn words(&self, bits: u32) -> Vec<u64> {
        let numbers = READABLE.iter().chain(&self.literals).map(|n| *n as i64);
        let near = numbers.flat_map(|n| [n, n.wrapping_add(1), n.wrapping_sub(1)]);
        let ends = [signed_min(bits), signed_max(bits)];
        near.map(|n| n as u64 & mask(bits)).chain(ends).collect()
    }
}
