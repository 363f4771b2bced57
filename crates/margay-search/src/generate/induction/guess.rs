//! Guesses at invariants: ranges, order of two numbers, numbers that change in step, what the
//! program itself asks.

use super::Place;
use margay_logic::value::signed;
use margay_logic::{Op, Sort, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that are compared with each other.
const MOST_COMPARED: usize = 10;

/// Constants that numbers are compared with.
const MOST_CONSTANTS: usize = 24;

/// A number that a loop can see.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Where it is.
    pub place: Place,
    /// Stands for what it is now.
    pub now: TermId,
    /// Stands for what it was when the loop was entered, if a round may change it.
    pub was: Option<TermId>,
}

/// Makes guesses.
pub struct Guesses<'a> {
    /// To make them of.
    pub terms: &'a mut Terms,
    /// By how much rounds change places.
    pub steps: &'a BTreeMap<Place, Vec<TermId>>,
    /// What the program asks.
    pub mined: &'a [TermId],
}

impl Guesses<'_> {
    /// All guesses about some numbers, those that a round may change first.
    pub fn all(&mut self, numbers: &[Named]) -> Vec<TermId> {
        let constants = self.constants();
        let mut found = self.mined.to_vec();
        for number in numbers {
            let Named { now, was: Some(was), .. } = *number else { continue };
            if !self.is_integer(now) {
                continue;
            }
            found.extend([self.terms.sle(was, now), self.terms.sle(now, was)]);
            for constant in &constants {
                let constant = self.constant(*constant, now);
                found.extend([self.terms.sle(constant, now), self.terms.sle(now, constant)]);
            }
        }
        let compared: Vec<Named> = numbers
            .iter()
            .filter(|number| self.is_integer(number.now) && !is_element(number.place))
            .take(MOST_COMPARED)
            .copied()
            .collect();
        for (place, a) in compared.iter().enumerate().filter(|(_, a)| a.was.is_some()) {
            for b in &compared[place + 1..] {
                if self.terms.sort(a.now) == self.terms.sort(b.now) {
                    found.extend(relations(self.terms, a.now, b.now));
                    self.in_step(*a, *b, &mut found);
                }
            }
            self.residues(*a, &mut found);
        }
        self.sums(&compared, &mut found);
        let is_open = |guess: &TermId| self.terms.as_const(*guess).is_none();
        let mut seen = BTreeSet::new();
        found.into_iter().filter(is_open).filter(|guess| seen.insert(*guess)).collect()
    }

    fn is_integer(&self, term: TermId) -> bool {
        matches!(self.terms.sort(term), Sort::Bv(32 | 64))
    }

    fn constant(&mut self, number: i64, like: TermId) -> TermId {
        let sort = self.terms.sort(like);
        self.terms.constant(number as u64, sort)
    }

    /// Numbers that the program compares with, and their neighbours.
    fn constants(&self) -> Vec<i64> {
        let mut found = vec![0, 1, -1];
        for condition in self.mined {
            for arg in self.terms.node(*condition).args() {
                if let (Some(bits), Sort::Bv(width)) =
                    (self.terms.as_const(*arg), self.terms.sort(*arg))
                {
                    let number = signed(bits, u32::from(width));
                    found.extend([number, number.saturating_add(1), number.saturating_sub(1)]);
                }
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|number| seen.insert(*number));
        found.truncate(MOST_CONSTANTS);
        found
    }

    /// By how much every round changes a place, if that is always the same.
    fn step(&self, number: Named) -> Option<TermId> {
        match self.steps.get(&number.place)?.as_slice() {
            [step] if self.terms.sort(*step) == self.terms.sort(number.now) => Some(*step),
            _ => None,
        }
    }

    /// Two numbers that change together: how far one has come says how far the other has.
    fn in_step(&mut self, a: Named, b: Named, found: &mut Vec<TermId>) {
        let (Some(was_a), Some(was_b)) = (a.was, b.was) else { return };
        if let (Some(step_a), Some(step_b)) = (self.step(a), self.step(b)) {
            let (far_a, far_b) = (self.terms.sub(a.now, was_a), self.terms.sub(b.now, was_b));
            let (left, right) = (self.terms.mul(far_a, step_b), self.terms.mul(far_b, step_a));
            found.push(self.terms.eq(left, right));
        }
    }

    /// A number that changes by steps of one size never gets between them.
    fn residues(&mut self, number: Named, found: &mut Vec<TermId>) {
        let (Some(was), Some(step)) = (number.was, self.step(number)) else { return };
        let (Some(bits), Sort::Bv(width)) = (self.terms.as_const(step), self.terms.sort(step))
        else {
            return;
        };
        let size = signed(bits, u32::from(width)).unsigned_abs();
        if (2..=64).contains(&size) {
            let far = self.terms.sub(number.now, was);
            let size = self.constant(size as i64, far);
            let rest = self.terms.urem(far, size);
            let zero = self.constant(0, far);
            found.push(self.terms.eq(rest, zero));
        }
    }

    /// Two numbers whose sum stays, and three of which one is the sum of the others.
    fn sums(&mut self, compared: &[Named], found: &mut Vec<TermId>) {
        let far: Vec<TermId> = compared
            .iter()
            .filter_map(|number| Some(self.terms.sub(number.now, number.was?)))
            .take(5)
            .collect();
        for (place, a) in far.iter().enumerate() {
            for (other, b) in far.iter().enumerate().skip(place + 1) {
                if self.terms.sort(*a) != self.terms.sort(*b) {
                    continue;
                }
                let sum = self.terms.add(*a, *b);
                let zero = self.constant(0, sum);
                found.extend([self.terms.eq(sum, zero), self.terms.eq(*a, *b)]);
                for (third, c) in far.iter().enumerate() {
                    if third != place
                        && third != other
                        && self.terms.sort(*c) == self.terms.sort(sum)
                    {
                        found.push(self.terms.eq(sum, *c));
                    }
                }
            }
        }
    }
}

/// Elements of arrays are many, and are compared with constants only.
fn is_element(place: Place) -> bool {
    matches!(place, Place::Spot(_))
}

/// All that can be said of the order of two numbers.
pub fn relations(terms: &mut Terms, a: TermId, b: TermId) -> [TermId; 6] {
    let equal = terms.eq(a, b);
    [equal, terms.not(equal), terms.sle(a, b), terms.sle(b, a), terms.slt(a, b), terms.slt(b, a)]
}

/// What a condition of the program may mean for an invariant: itself and its opposite, and weaker and stronger
/// ones where it compares numbers.
pub fn variants(terms: &mut Terms, condition: TermId) -> Vec<TermId> {
    let node = *terms.node(condition);
    match (node.op(), node.args()) {
        (Op::Not, [inner]) => variants(terms, *inner),
        (Op::Slt | Op::Sle | Op::Eq, [a, b]) if matches!(terms.sort(*a), Sort::Bv(_)) => {
            relations(terms, *a, *b).to_vec()
        }
        _ => vec![condition, terms.not(condition)],
    }
}
