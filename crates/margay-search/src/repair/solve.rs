//! A comparison turned around: what a cell would have to be for it to go the other way.
//!
//! The wanted side of the comparison is carried back through the arithmetic that made it, one
//! operation at a time, with all other operands as they are, down to the cells.

use margay_ir::{BinOp, Cond, Conv, Type};
use margay_machine::traced::{Origin, Term, Test, Traced, Word};

/// Terms looked at for one comparison: a sum over a long list has as many as the list.
const MOST_TERMS: usize = 48;

/// What is wanted of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// This value; as a number where the cell holds one.
    Exactly(u64),
    /// Any object but none.
    NonNull,
    /// Anything but what it is.
    Other,
}

/// A number to be reached, exactly or from one side.
#[derive(Clone, Copy)]
enum Aim {
    Exactly(i64),
    AtMost(i64),
    AtLeast(i64),
}

impl Aim {
    fn number(self) -> i64 {
        match self {
            Aim::Exactly(number) | Aim::AtMost(number) | Aim::AtLeast(number) => number,
        }
    }

    fn map(self, f: impl FnOnce(i64) -> i64) -> Aim {
        match self {
            Aim::Exactly(number) => Aim::Exactly(f(number)),
            Aim::AtMost(number) => Aim::AtMost(f(number)),
            Aim::AtLeast(number) => Aim::AtLeast(f(number)),
        }
    }

    /// The same with the order turned around.
    fn turned(self) -> Aim {
        match self {
            Aim::Exactly(number) => Aim::Exactly(number),
            Aim::AtMost(number) => Aim::AtLeast(number),
            Aim::AtLeast(number) => Aim::AtMost(number),
        }
    }
}

/// Cells, by address, and what they would have to be for the comparison to go the other way; the
/// most direct first.
pub(super) fn flips(domain: &Traced, test: &Test) -> Vec<(u32, Want)> {
    let mut solver = Solver { domain, found: Vec::new(), open: Vec::new(), budget: MOST_TERMS };
    solver.flip(test);
    let mut next = 0;
    while let Some((word, ty, aim)) = solver.open.get(next).copied() {
        next += 1;
        solver.reach(word, ty, aim);
    }
    // Two aims may lead to one value.
    let mut once: Vec<(u32, Want)> = Vec::with_capacity(solver.found.len());
    for suggestion in solver.found {
        if !once.contains(&suggestion) {
            once.push(suggestion);
        }
    }
    once
}

struct Solver<'a> {
    domain: &'a Traced,
    found: Vec<(u32, Want)>,
    open: Vec<(Word, Type, Aim)>,
    budget: usize,
}

impl Solver<'_> {
    fn flip(&mut self, test: &Test) {
        let Test { a, b, ty, .. } = *test;
        let wanted = if test.holds { opposite(test.cond) } else { test.cond };
        match ty {
            Type::Ref => self.flip_references(wanted, a, b),
            Type::F32 | Type::F64 => self.flip_floats(wanted, ty, a, b),
            Type::I32 | Type::I64 => {
                let (x, y) = (number(ty, a), number(ty, b));
                let pairs = match wanted {
                    Cond::Eq => vec![(Aim::Exactly(y), Aim::Exactly(x))],
                    Cond::Ne => vec![
                        (Aim::Exactly(y.wrapping_add(1)), Aim::Exactly(x.wrapping_add(1))),
                        (Aim::Exactly(y.wrapping_sub(1)), Aim::Exactly(x.wrapping_sub(1))),
                    ],
                    Cond::Lt => {
                        vec![(Aim::AtMost(y.wrapping_sub(1)), Aim::AtLeast(x.wrapping_add(1)))]
                    }
                    Cond::Le => vec![(Aim::AtMost(y), Aim::AtLeast(x))],
                    Cond::Gt => {
                        vec![(Aim::AtLeast(y.wrapping_add(1)), Aim::AtMost(x.wrapping_sub(1)))]
                    }
                    Cond::Ge => vec![(Aim::AtLeast(y), Aim::AtMost(x))],
                };
                for (left, right) in pairs {
                    self.open.push((a, ty, left));
                    self.open.push((b, ty, right));
                }
            }
        }
    }

    fn flip_references(&mut self, wanted: Cond, a: Word, b: Word) {
        for (side, other) in [(a, b), (b, a)] {
            let Origin::Cell(cell) = self.domain.origin(side) else { continue };
            self.found.push((
                cell,
                match wanted {
                    Cond::Eq => Want::Exactly(other.bits),
                    _ if other.bits == 0 => Want::NonNull,
                    _ => Want::Other,
                },
            ));
        }
    }

    /// Floats are followed only where a cell's own value is compared.
    fn flip_floats(&mut self, wanted: Cond, ty: Type, a: Word, b: Word) {
        let turned = match wanted {
            Cond::Lt => Cond::Gt,
            Cond::Gt => Cond::Lt,
            Cond::Le => Cond::Ge,
            Cond::Ge => Cond::Le,
            same => same,
        };
        for (side, other, wanted) in [(a, b, wanted), (b, a, turned)] {
            if let Origin::Cell(cell) = self.domain.origin(side) {
                self.found.push((cell, Want::Exactly(nearest(wanted, ty, other.bits))));
            }
        }
    }

    /// What has to be for a value to be what is aimed at.
    fn reach(&mut self, word: Word, ty: Type, aim: Aim) {
        let Some(budget) = self.budget.checked_sub(1) else { return };
        self.budget = budget;
        let aim = match ty {
            Type::I32 => aim.map(|number| i64::from(number as i32)),
            _ => aim,
        };
        match self.domain.origin(word) {
            Origin::Constant => {}
            Origin::After(test) => self.flip(&test),
            Origin::Cell(cell) => {
                self.found.push((cell, Want::Exactly(aim.number().cast_unsigned())));
            }
            Origin::Term(Term::Binary(op, ty @ (Type::I32 | Type::I64), x, y)) => {
                self.invert(op, ty, x, y, aim);
            }
            Origin::Term(Term::Negate(ty, x)) => {
                self.open.push((x, ty, aim.turned().map(i64::wrapping_neg)));
            }
            Origin::Term(Term::Convert(conv, x)) => {
                let from = match conv {
                    Conv::I32ToI8 | Conv::I32ToI16 | Conv::I32ToU16 | Conv::I32ToI64 => Type::I32,
                    Conv::I64ToI32 => Type::I64,
                    _ => return,
                };
                self.open.push((x, from, aim));
            }
            Origin::Term(Term::Compare(cond, ty, a, b)) => {
                let holds = word.bits != 0;
                if holds != (aim.number() != 0) {
                    self.flip(&Test { cond, ty, a, b, holds });
                }
            }
            Origin::Term(Term::ThreeWay(ty, a, b)) => {
                let cond = match aim.number() {
                    0 => Cond::Eq,
                    1.. => Cond::Gt,
                    _ => Cond::Lt,
                };
                self.flip(&Test { cond, ty, a, b, holds: false });
            }
            Origin::Term(Term::Binary(..)) => {}
        }
    }

    /// The operands of an operation, each such that its result is what is aimed at.
    fn invert(&mut self, op: BinOp, ty: Type, x: Word, y: Word, aim: Aim) {
        let (a, b) = (number(ty, x), number(ty, y));
        let wanted = aim.number();
        let mut left = |aim| self.open.push((x, ty, aim));
        match op {
            BinOp::Add => {
                left(aim.map(|t| t.wrapping_sub(b)));
                self.open.push((y, ty, aim.map(|t| t.wrapping_sub(a))));
            }
            BinOp::Sub => {
                left(aim.map(|t| t.wrapping_add(b)));
                self.open.push((y, ty, aim.turned().map(|t| a.wrapping_sub(t))));
            }
            BinOp::Mul => {
                for (operand, other) in [(x, b), (y, a)] {
                    let exact = other != 0 && wanted.wrapping_rem(other) == 0;
                    let near = other > 0 && !matches!(aim, Aim::Exactly(_));
                    if exact || near {
                        self.open.push((operand, ty, aim.map(|t| t.wrapping_div(other))));
                    }
                }
            }
            BinOp::Div => left(aim.map(|t| t.wrapping_mul(b))),
            BinOp::Rem if b != 0 && wanted.unsigned_abs() < b.unsigned_abs() => {
                left(Aim::Exactly(a.wrapping_sub(a.wrapping_rem(b)).wrapping_add(wanted)));
            }
            BinOp::And => {
                for (operand, value, mask) in [(x, a, b), (y, b, a)] {
                    if wanted & !mask == 0 {
                        self.open.push((operand, ty, Aim::Exactly(value & !mask | wanted)));
                    }
                }
            }
            BinOp::Or => {
                for (operand, mask) in [(x, b), (y, a)] {
                    if wanted & mask == mask {
                        self.open.push((operand, ty, Aim::Exactly(wanted & !mask)));
                    }
                }
            }
            BinOp::Xor => {
                left(Aim::Exactly(wanted ^ b));
                self.open.push((y, ty, Aim::Exactly(wanted ^ a)));
            }
            BinOp::Shl => {
                let distance = distance(ty, b);
                if wanted >> distance << distance == wanted {
                    left(Aim::Exactly(wanted >> distance));
                }
                if let Some(exponent) = exponent(a, aim) {
                    self.open.push((y, Type::I32, Aim::Exactly(exponent)));
                }
            }
            BinOp::Shr | BinOp::Ushr => {
                let distance = distance(ty, b);
                let low = a & !(-1_i64).wrapping_shl(distance);
                left(Aim::Exactly(wanted.wrapping_shl(distance) | low));
            }
            BinOp::Rem => {}
        }
    }
}

/// The distance of a shift that counts.
fn distance(ty: Type, by: i64) -> u32 {
    by as u32 & if ty == Type::I64 { 63 } else { 31 }
}

/// The shift that brings `base` to what is aimed at, if there is one.
fn exponent(base: i64, aim: Aim) -> Option<i64> {
    if base <= 0 || aim.number() < base {
        return None;
    }
    let quotient = aim.number() / base;
    let floor = i64::from(quotient.ilog2());
    let exact = base << floor == aim.number();
    match aim {
        Aim::Exactly(_) => exact.then_some(floor),
        Aim::AtMost(_) => Some(floor),
        Aim::AtLeast(_) => Some(floor + i64::from(!exact)),
    }
}

fn number(ty: Type, word: Word) -> i64 {
    match ty {
        Type::I32 => i64::from((word.bits as u32).cast_signed()),
        _ => word.bits.cast_signed(),
    }
}

fn opposite(cond: Cond) -> Cond {
    match cond {
        Cond::Eq => Cond::Ne,
        Cond::Ne => Cond::Eq,
        Cond::Lt => Cond::Ge,
        Cond::Ge => Cond::Lt,
        Cond::Gt => Cond::Le,
        Cond::Le => Cond::Gt,
    }
}

/// The float nearest to another that is in this order to it.
fn nearest(wanted: Cond, ty: Type, other: u64) -> u64 {
    let step = match wanted {
        Cond::Eq | Cond::Le | Cond::Ge => return other,
        Cond::Lt => -1,
        Cond::Gt | Cond::Ne => 1,
    };
    match (ty, step) {
        (Type::F32, 1) => u64::from(f32::from_bits(other as u32).next_up().to_bits()),
        (Type::F32, _) => u64::from(f32::from_bits(other as u32).next_down().to_bits()),
        (_, 1) => f64::from_bits(other).next_up().to_bits(),
        _ => f64::from_bits(other).next_down().to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_machine::Domain;

    fn constant(value: i64) -> Word {
        Traced::constant(u64::from(value as i32 as u32))
    }

    fn cell(value: i64, address: u32) -> Word {
        Word::of_cell(u64::from(value as i32 as u32), address)
    }

    /// What is suggested for the cell 1 when this is to go the other way.
    fn check(build: impl FnOnce(&mut Traced) -> (Cond, Word, Word), expected: &[i64]) {
        let mut domain = Traced::default();
        let (cond, a, b) = build(&mut domain);
        domain.test(cond, Type::I32, a, b);
        let test = *domain.tests().next().expect("a test of cells");
        let found: Vec<i64> = flips(&domain, &test)
            .into_iter()
            .filter(|(address, _)| *address == 1)
            .map(|(_, want)| match want {
                Want::Exactly(bits) => bits.cast_signed(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    fn binary(domain: &mut Traced, op: BinOp, a: Word, b: Word) -> Word {
        domain.binary(op, Type::I32, a, b)
    }

    #[test]
    fn the_other_side_of_a_comparison() {
        check(|_| (Cond::Eq, cell(3, 1), constant(5)), &[5]);
        check(|_| (Cond::Eq, cell(5, 1), constant(5)), &[6, 4]);
        check(|_| (Cond::Lt, cell(7, 1), constant(5)), &[4]);
        check(|_| (Cond::Le, constant(7), cell(5, 1)), &[7]);
        check(|_| (Cond::Gt, cell(5, 1), cell(5, 2)), &[6]);
    }

    #[test]
    fn arithmetic_is_carried_back() {
        check(|d| (Cond::Eq, binary(d, BinOp::Add, cell(3, 1), constant(1)), constant(9)), &[8]);
        check(|d| (Cond::Eq, binary(d, BinOp::Sub, constant(10), cell(3, 1)), constant(9)), &[1]);
        check(|d| (Cond::Eq, binary(d, BinOp::Rem, cell(23, 1), constant(10)), constant(7)), &[27]);
        check(|d| (Cond::Eq, binary(d, BinOp::And, cell(23, 1), constant(7)), constant(2)), &[18]);
        check(|d| (Cond::Eq, binary(d, BinOp::Mul, cell(2, 1), constant(3)), constant(9)), &[3]);
        check(|d| (Cond::Eq, binary(d, BinOp::Mul, cell(2, 1), constant(3)), constant(8)), &[]);
        let shift = |d: &mut Traced| binary(d, BinOp::Shl, constant(1), cell(5, 1));
        check(|d| (Cond::Ge, constant(9), shift(d)), &[3]);
        check(
            |d| {
                let sum = binary(d, BinOp::Add, cell(1, 1), constant(1));
                let compared = d.compare(Cond::Lt, Type::I32, sum, constant(0));
                (Cond::Ne, compared, constant(0))
            },
            &[-2],
        );
    }

    #[test]
    fn what_decided_a_constant() {
        check(
            |d| {
                d.test(Cond::Gt, Type::I32, cell(3, 1), constant(5));
                let zero = d.returned(constant(0));
                (Cond::Eq, zero, constant(1))
            },
            &[6],
        );
    }

    #[test]
    fn a_long_computation_is_followed_only_so_far() {
        check(
            |d| {
                let mut sum = cell(1, 1);
                for _ in 0..1000 {
                    sum = binary(d, BinOp::Add, sum, constant(1));
                }
                (Cond::Eq, sum, constant(0))
            },
            &[],
        );
    }
}
