//! Every float circuit against the definition of its operator, on corner cases and at random.

use super::super::{Blaster, Lit};
use crate::op::Op;
use crate::sort::{FloatSort, Sort};
use crate::terms::{TermId, Terms};
use crate::value::{apply, canonical, mask};

const FORMATS: [FloatSort; 2] = [FloatSort::F32, FloatSort::F64];

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    /// Few significant bits at either end, exponents near 1, near the ends, or anything.
    fn float(&mut self, format: FloatSort) -> u64 {
        let (exponent_bits, precision) = format.widths();
        let fraction_bits = precision - 1;
        let bias = mask(exponent_bits - 1);
        let exponent = match self.below(6) {
            0 => self.below(3),
            1 => mask(exponent_bits) - self.below(3),
            2 => self.next() & mask(exponent_bits),
            3 => bias / 2 + self.below(60),
            _ => bias - 30 + self.below(60),
        };
        let fraction = match self.below(4) {
            0 => mask(fraction_bits) << self.below(u64::from(precision)),
            1 => self.below(8),
            2 => self.below(8) << (fraction_bits - 3),
            _ => self.next(),
        };
        let sign = self.below(2) << (format.bits() - 1);
        canonical(sign | exponent << fraction_bits | fraction & mask(fraction_bits), format)
    }

    fn word(&mut self, bits: u32) -> u64 {
        let value = match self.below(4) {
            0 => self.below(32).wrapping_sub(16),
            1 => (1_u64 << self.below(u64::from(bits))).wrapping_add(self.below(3)).wrapping_sub(1),
            2 => self.next() >> self.below(64),
            _ => self.next(),
        };
        value & mask(bits)
    }
}

/// Zeros, units, the ends of the subnormal and normal numbers, infinities, NaN.
fn corners(format: FloatSort) -> Vec<u64> {
    let (exponent_bits, precision) = format.widths();
    let fraction_bits = precision - 1;
    let one = mask(exponent_bits - 1) << fraction_bits;
    let infinity = mask(exponent_bits) << fraction_bits;
    let smallest_normal = 1 << fraction_bits;
    let magnitudes = [
        0,
        1,
        2,
        smallest_normal - 1,
        smallest_normal,
        smallest_normal + 1,
        one - 1,
        one,
        one + 1,
        one + (1 << fraction_bits),
        one + (3 << (fraction_bits - 1)),
        infinity - 1,
        infinity,
    ];
    let sign = 1 << (format.bits() - 1);
    let nan = canonical(mask(format.bits()), format);
    magnitudes.iter().flat_map(|m| [*m, *m | sign]).chain([nan]).collect()
}

/// One operator over variables, to be evaluated by the SAT solver.
struct Machine {
    terms: Terms,
    blaster: Blaster,
    op: Op,
    operands: Vec<TermId>,
    result: TermId,
    /// A variable to compare the result with.
    wanted: TermId,
    found: Lit,
}

impl Machine {
    fn new(op: Op, operand: Sort) -> Machine {
        let (mut terms, mut blaster) = (Terms::new(), Blaster::new());
        let operands: Vec<TermId> =
            ["x", "y"][..op.arity()].iter().map(|name| terms.var(name, operand)).collect();
        let result = terms.raw(op, &operands).expect("well-sorted");
        let wanted = terms.var("z", terms.sort(result));
        let equal = terms.raw(Op::Eq, &[result, wanted]).expect("well-sorted");
        let found = blaster.literal(&terms, equal, None).expect("no deadline");
        Machine { terms, blaster, op, operands, result, wanted, found }
    }

    fn fix(&self, term: TermId, value: u64) -> impl Iterator<Item = Lit> {
        let bit = move |(i, bit): (usize, &Lit)| if value >> i & 1 == 1 { *bit } else { !*bit };
        self.blaster.bits(term).iter().enumerate().map(bit)
    }

    /// The circuit gives what the operator is defined to give, and nothing else.
    fn agrees(&mut self, values: &[u64]) {
        let sort = self.terms.sort(self.operands[0]);
        let expected = apply(self.op, sort, values);
        let mut assumptions: Vec<Lit> = self.fix(self.wanted, expected).collect();
        for (term, value) in self.operands.iter().zip(values) {
            assumptions.extend(self.fix(*term, *value));
        }
        let what = || format!("{:?} {sort} {values:#x?}", self.op);
        assert_eq!(self.blaster.solve(&assumptions, None, None), Some(true), "{}", what());
        assert_eq!(self.blaster.value(self.result), expected, "{}", what());
        assumptions.push(!self.found);
        assert_eq!(self.blaster.solve(&assumptions, None, None), Some(false), "{}", what());
    }
}

fn unary_on_floats(op: Op, rounds: usize) {
    for format in FORMATS {
        let mut machine = Machine::new(op, Sort::Float(format));
        let mut random = Random(0x5eed);
        corners(format).into_iter().for_each(|x| machine.agrees(&[x]));
        (0..rounds).for_each(|_| machine.agrees(&[random.float(format)]));
    }
}

fn binary_on_floats(op: Op, rounds: usize) {
    for format in FORMATS {
        let mut machine = Machine::new(op, Sort::Float(format));
        let mut random = Random(0x5eed);
        let corners = corners(format);
        for x in &corners {
            corners.iter().for_each(|y| machine.agrees(&[*x, *y]));
        }
        for round in 0..rounds {
            let x = random.float(format);
            // Neighbours cancel, and halve or double the precision that is left.
            let y = match round % 4 {
                0 => canonical((x ^ random.below(16)) & mask(format.bits()), format),
                _ => random.float(format),
            };
            machine.agrees(&[x, y]);
        }
    }
}

#[test]
fn comparisons() {
    [Op::FLt, Op::FLe, Op::FEq, Op::Eq].into_iter().for_each(|op| binary_on_floats(op, 500));
}

#[test]
fn signs_and_nan() {
    [Op::FNeg, Op::FAbs, Op::FIsNan].into_iter().for_each(|op| unary_on_floats(op, 300));
}

#[test]
fn sums() {
    [Op::FAdd, Op::FSub].into_iter().for_each(|op| binary_on_floats(op, 1000));
}

#[test]
fn products() {
    binary_on_floats(Op::FMul, 300);
}

#[test]
fn quotients() {
    binary_on_floats(Op::FDiv, 100);
}

#[test]
fn roots() {
    unary_on_floats(Op::FSqrt, 300);
}

#[test]
fn formats() {
    FORMATS.into_iter().for_each(|to| unary_on_floats(Op::FFromFloat(to), 1500));
}

#[test]
fn floats_to_integers() {
    [1, 2, 8, 24, 32, 53, 64].into_iter().for_each(|w| unary_on_floats(Op::FToSigned(w), 500));
}

#[test]
fn integers_to_floats() {
    for to in FORMATS {
        for width in [1, 2, 8, 24, 25, 32, 53, 64] {
            let mut machine = Machine::new(Op::FFromSigned(to), Sort::Bv(width));
            let mut random = Random(0x5eed);
            (0..500).for_each(|_| machine.agrees(&[random.word(u32::from(width))]));
        }
    }
}

#[test]
fn words_to_floats_have_one_nan() {
    for to in FORMATS {
        let mut machine = Machine::new(Op::FFromBits(to), Sort::Bv(to.bits() as u8));
        let mut random = Random(0x5eed);
        for _ in 0..500 {
            let special = random.below(2) * (mask(to.widths().0) << (to.widths().1 - 1));
            machine.agrees(&[(random.next() & mask(to.bits())) | special]);
        }
    }
}
