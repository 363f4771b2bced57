//! Every float circuit against the definition of its operator, on corner cases and at random.

use super::super::{Arithmetic, Blaster, Lit};
use crate::budget::Budget;
use crate::op::{Ieee, Op};
use crate::sort::{FloatSort, Format, Mode, Sort};
use crate::terms::{TermId, Terms};
use crate::value::{apply, ieee, mask};

/// Java's, and small ones in which every case is near: few exponents, few digits, few of both.
fn formats() -> [Format; 6] {
    [(8, 24), (11, 53), (5, 11), (3, 5), (2, 4), (5, 2)]
        .map(|(e, s)| Format::new(e, s).expect("a format"))
}

fn java() -> [Format; 2] {
    [FloatSort::F32, FloatSort::F64].map(Format::from)
}

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
    fn float(&mut self, format: Format) -> u64 {
        let (exponent_bits, precision) = format.widths();
        let fraction_bits = precision - 1;
        let bias = mask(exponent_bits - 1);
        let exponent = match self.below(6) {
            0 => self.below(3),
            1 => mask(exponent_bits) - self.below(3),
            2 => self.next() & mask(exponent_bits),
            3 => bias / 2 + self.below(60),
            _ => bias.wrapping_sub(30).wrapping_add(self.below(60)),
        } & mask(exponent_bits);
        let fraction = match self.below(4) {
            0 => mask(fraction_bits) << self.below(u64::from(precision)),
            1 => self.below(8),
            2 => self.below(8) << fraction_bits.saturating_sub(3),
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
fn corners(format: Format) -> Vec<u64> {
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
        one + (3 << fraction_bits >> 1),
        infinity - 1,
        infinity,
    ];
    let sign = 1 << (format.bits() - 1);
    let nan = canonical(mask(format.bits()), format);
    magnitudes.iter().flat_map(|m| [*m, *m | sign]).chain([nan]).collect()
}

/// Any NaN becomes the one NaN.
fn canonical(bits: u64, format: Format) -> u64 {
    let number = ieee::canonical(bits.into(), format);
    number.iter_u64_digits().next().unwrap_or(0)
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
        let (mut terms, mut blaster) = (Terms::new(), Blaster::new(Arithmetic::Rows, false));
        let operands: Vec<TermId> =
            ["x", "y", "w"][..op.arity()].iter().map(|name| terms.var(name, operand)).collect();
        let result = terms.raw(op, &operands).expect("well-sorted");
        let wanted = terms.var("z", terms.sort(result));
        let equal = terms.raw(Op::Eq, &[result, wanted]).expect("well-sorted");
        let found = blaster.literal(&terms, equal, &Budget::default()).expect("no limit");
        Machine { terms, blaster, op, operands, result, wanted, found }
    }

    fn fix(&self, term: TermId, value: u64) -> impl Iterator<Item = Lit> {
        let bit = move |(i, bit): (usize, &Lit)| if value >> i & 1 == 1 { *bit } else { !*bit };
        self.blaster.bits(term).iter().enumerate().map(bit)
    }

    /// The circuit gives what the operator is defined to give, and nothing else.
    fn agrees(&mut self, values: &[u64]) {
        let sort = self.terms.sort(self.operands[0]);
        let result = self.terms.sort(self.result);
        let expected = self.terms.compute(self.op, result, &self.operands, values);
        let mut assumptions: Vec<Lit> = self.fix(self.wanted, expected).collect();
        for (term, value) in self.operands.iter().zip(values) {
            assumptions.extend(self.fix(*term, *value));
        }
        let what = || format!("{:?} {sort} {values:#x?} is {expected:#x}", self.op);
        let budget = Budget::default();
        assert_eq!(self.blaster.solve(&assumptions, &budget, None), Some(true), "{}", what());
        assert_eq!(self.blaster.value(&self.terms, self.result), expected, "{}", what());
        assumptions.push(!self.found);
        assert_eq!(self.blaster.solve(&assumptions, &budget, None), Some(false), "{}", what());
    }
}

/// The operator that rounds, in every mode; fewer rounds for the modes that Java has not.
fn modes(operator: Ieee, rounds: usize) -> impl Iterator<Item = (Op, usize)> {
    Mode::ALL.into_iter().map(move |mode| {
        let rounds = if mode == Mode::NearestEven { rounds } else { rounds / 8 };
        (Op::Ieee(operator, mode), rounds)
    })
}

fn unary_on(format: Format, op: Op, rounds: usize) {
    let mut machine = Machine::new(op, format.sort());
    let mut random = Random(0x5eed);
    corners(format).into_iter().for_each(|x| machine.agrees(&[x]));
    (0..rounds).for_each(|_| machine.agrees(&[random.float(format)]));
}

fn binary_on(format: Format, op: Op, rounds: usize) {
    let mut machine = Machine::new(op, format.sort());
    let mut random = Random(0x5eed);
    let corners = corners(format);
    let (first, step) = (rounds % 3, if rounds < 100 { 5 } else { 1 });
    for x in corners.iter().skip(first).step_by(step) {
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

fn each_mode_unary(operator: Ieee, rounds: usize) {
    for (op, rounds) in modes(operator, rounds) {
        formats().into_iter().for_each(|format| unary_on(format, op, rounds));
    }
}

fn each_mode_binary(operator: Ieee, rounds: usize) {
    for (op, rounds) in modes(operator, rounds) {
        formats().into_iter().for_each(|format| binary_on(format, op, rounds));
    }
}

#[test]
fn comparisons() {
    for op in [Op::FLt, Op::FLe, Op::FEq, Op::Eq] {
        formats().into_iter().for_each(|format| binary_on(format, op, 100));
    }
}

#[test]
fn signs_and_nan() {
    for op in [Op::FNeg, Op::FAbs, Op::FIsNan, Op::Bits] {
        formats().into_iter().for_each(|format| unary_on(format, op, 300));
    }
}

#[test]
fn sums() {
    [Ieee::Add, Ieee::Sub].into_iter().for_each(|operator| each_mode_binary(operator, 160));
}

#[test]
fn products() {
    each_mode_binary(Ieee::Mul, 80);
}

#[test]
fn quotients() {
    each_mode_binary(Ieee::Div, 40);
}

#[test]
fn roots() {
    each_mode_unary(Ieee::Sqrt, 200);
}

#[test]
fn whole_numbers() {
    each_mode_unary(Ieee::Integral, 400);
}

#[test]
fn remainders() {
    for (e, s) in [(3, 5), (2, 4), (5, 2), (5, 11)] {
        let format = Format::new(e, s).expect("a format");
        binary_on(format, Op::Ieee(Ieee::Rem, Mode::NearestEven), 300);
    }
}

#[test]
fn products_and_sums_at_once() {
    for (op, rounds) in modes(Ieee::Fma, 160) {
        for format in formats() {
            let mut machine = Machine::new(op, format.sort());
            let mut random = Random(0x5eed);
            let corners = corners(format);
            for round in 0..rounds {
                let mut any = || match random.below(3) {
                    0 => corners[random.below(corners.len() as u64) as usize],
                    _ => random.float(format),
                };
                let (x, y, mut z) = (any(), any(), any());
                if round % 2 == 0 {
                    // The sum is small against the product.
                    let product = Op::Ieee(Ieee::Mul, Mode::NearestEven);
                    let (terms, args) = (&machine.terms, &machine.operands[..2]);
                    let near = terms.compute(product, format.sort(), args, &[x, y]);
                    let sign = 1 << (format.bits() - 1);
                    z = canonical((near ^ sign ^ random.below(4)) & mask(format.bits()), format);
                }
                machine.agrees(&[x, y, z]);
            }
        }
    }
}

#[test]
fn other_formats() {
    for to in formats() {
        each_mode_unary(Ieee::FromFloat(to), 60);
    }
}

#[test]
fn floats_to_integers() {
    for width in [1, 2, 8, 24, 32, 53, 62] {
        each_mode_unary(Ieee::ToSigned(width), 24);
        each_mode_unary(Ieee::ToUnsigned(width), 24);
    }
    for format in java() {
        [1, 8, 32, 64].into_iter().for_each(|w| unary_on(format, Op::FToSigned(w), 500));
    }
}

#[test]
fn integers_to_floats() {
    for to in formats() {
        for width in [1, 2, 8, 24, 25, 32, 53, 64] {
            for operator in [Ieee::FromSigned(to), Ieee::FromUnsigned(to)] {
                for (op, rounds) in modes(operator, 40) {
                    let mut machine = Machine::new(op, Sort::Bv(width));
                    let mut random = Random(0x5eed);
                    (0..rounds).for_each(|_| machine.agrees(&[random.word(u32::from(width))]));
                }
            }
        }
    }
}

#[test]
fn words_to_floats_have_one_nan() {
    for to in formats() {
        let sort = Sort::bv(to.bits()).expect("at most 64 bits");
        let mut machine = Machine::new(Op::Ieee(Ieee::FromBits(to), Mode::NearestEven), sort);
        let mut random = Random(0x5eed);
        for _ in 0..300 {
            let special = random.below(2) * (mask(to.widths().0) << (to.widths().1 - 1));
            machine.agrees(&[(random.next() & mask(to.bits())) | special]);
        }
    }
}

/// The definition for all formats is that of the machine's own arithmetic where it has one.
#[test]
fn the_definition_is_that_of_the_hardware() {
    let words = crate::value::words::Words::default();
    for float in [FloatSort::F32, FloatSort::F64] {
        let (sort, format) = (Sort::Float(float), Format::from(float));
        let mut random = Random(0x5eed);
        let other = if float == FloatSort::F32 { FloatSort::F64 } else { FloatSort::F32 };
        for _ in 0..20_000 {
            let values = [random.float(format), random.float(format)];
            for op in [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FLt, Op::FLe, Op::FEq] {
                let result = op.sort(&[sort, sort]).expect("well-sorted");
                let general = crate::value::words::apply(&words, op, result, &[sort; 2], &values);
                assert_eq!(general, apply(op, sort, &values), "{op:?} {values:#x?}");
            }
            for op in [Op::FSqrt, Op::FNeg, Op::FAbs, Op::FIsNan, Op::FFromFloat(other)]
                .into_iter()
                .chain([Op::FToSigned(32), Op::FToSigned(64), Op::FToSigned(7)])
            {
                let result = op.sort(&[sort]).expect("well-sorted");
                let value = &values[..1];
                let general = crate::value::words::apply(&words, op, result, &[sort], value);
                assert_eq!(general, apply(op, sort, value), "{op:?} {value:#x?}");
            }
            let (word, op) = (random.next(), Op::FFromSigned(float));
            let general = crate::value::words::apply(&words, op, sort, &[Sort::Bv(64)], &[word]);
            assert_eq!(general, apply(op, Sort::Bv(64), &[word]), "{op:?} {word:#x?}");
        }
    }
}
