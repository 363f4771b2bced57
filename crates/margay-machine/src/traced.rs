//! The concrete domain with a memory: a value knows what it was computed from.
//!
//! A cell that a search has decided holds a value that names the cell. Arithmetic on such a value
//! makes a term, and a comparison of one is written down. When the program has come to a bad end,
//! the comparisons on the way, newest first, tell which cells had a say in it and what they would
//! have to be for a comparison to go the other way. Execution itself is concrete.
//!
//! A number may depend on a cell though it was not computed from it: `black ? n + 1 : n`. So a
//! result of arithmetic on constants, or of a call, knows after which comparison it was made: most
//! often that is the one that decided it.

use crate::concrete::Concrete;
use crate::domain::Domain;
use margay_ir::{BinOp, Cond, Conv, Type};
use rustc_hash::FxHashMap;

/// Set in the origin of a value that is a cell's; the rest is the cell's address.
const CELL: u32 = 1 << 31;
/// Set in the origin of a value that was made after a comparison; the rest is the number of
/// comparisons before.
const MADE: u32 = 1 << 30;
/// Set as well if it is the result of a call.
const RETURNED: u32 = 1 << 29;
/// The origin of an undecided cell.
const OPEN: u32 = u32::MAX;

/// Terms kept at most: values of a computation that makes more have no origin.
const MOST_TERMS: usize = 1 << 21;
/// Comparisons kept: the newest ones.
const MOST_TESTS: usize = 1 << 16;

/// A word, and where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The value.
    pub bits: u64,
    /// 0 for a constant.
    origin: u32,
}

/// Where a value is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing that was decided.
    Constant,
    /// A cell, by its address.
    Cell(u32),
    /// An operation on other values.
    Term(Term),
    /// Constants, but made after a comparison.
    After(Test),
}

/// An operation that made a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Arithmetic.
    Binary(BinOp, Type, Word, Word),
    /// The opposite number.
    Negate(Type, Word),
    /// A conversion.
    Convert(Conv, Word),
    /// The truth of a comparison.
    Compare(Cond, Type, Word, Word),
    /// An order as -1, 0 or 1.
    ThreeWay(Type, Word, Word),
}

/// A comparison on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// What was asked.
    pub cond: Cond,
    /// Of which type.
    pub ty: Type,
    /// The left side.
    pub a: Word,
    /// The right side.
    pub b: Word,
    /// The answer.
    pub holds: bool,
}

/// What a comparison is about: those with the same cells on their sides are about the same. There is
/// none if neither side is a cell's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct About {
    cond: Cond,
    ty: Type,
    cells: [u32; 2],
}

impl Test {
    /// What it is about.
    #[must_use]
    pub fn about(&self) -> Option<About> {
        let cell = |word: Word| if word.origin & CELL == 0 { 0 } else { word.origin };
        let cells = [cell(self.a), cell(self.b)];
        (cells != [0, 0]).then_some(About { cond: self.cond, ty: self.ty, cells })
    }
}

/// A point in the record to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceMark {
    terms: usize,
    tests: usize,
}

/// The domain: concrete values, and the record of what was done with those of cells.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    terms: Vec<Term>,
    tests: Vec<Test>,
    /// Comparisons that were forgotten, all older than those kept.
    forgotten: usize,
    /// Comparisons that come out as wanted, whatever the values are.
    granted: FxHashMap<About, bool>,
}

impl Word {
    /// A value that is this cell's.
    #[must_use]
    pub fn of_cell(bits: u64, cell: u32) -> Word {
        Word { bits, origin: CELL | cell }
    }

    /// Whether it was computed from no cell.
    fn is_constant(&self) -> bool {
        self.origin == 0 || self.origin & (CELL | MADE) == MADE
    }
}

impl Traced {
    /// The comparisons on the way that had to do with cells, newest first.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().rev()
    }

    /// From now on comparisons about this come out so, whatever the values are; the record has what
    /// they would have been. Gives whether that is new.
    pub fn grant(&mut self, about: About, holds: bool) -> bool {
        self.granted.insert(about, holds).is_none()
    }

    /// From now on all comparisons come out as they are.
    pub fn grant_nothing(&mut self) {
        self.granted.clear();
    }

    /// Where a value is from.
    #[must_use]
    pub fn origin(&self, word: Word) -> Origin {
        match word.origin {
            0 => Origin::Constant,
            cell if cell & CELL != 0 => Origin::Cell(cell & !CELL),
            made if made & MADE != 0 => {
                let newest = (made & !(MADE | RETURNED)) as usize - 1;
                let test = newest.checked_sub(self.forgotten).and_then(|at| self.tests.get(at));
                test.map_or(Origin::Constant, |test| Origin::After(*test))
            }
            term => Origin::Term(self.terms[term as usize - 1]),
        }
    }

    fn make(&mut self, bits: u64, operands: [Word; 2], term: impl FnOnce() -> Term) -> Word {
        if operands.iter().all(Word::is_constant) || self.terms.len() >= MOST_TERMS {
            return self.made_now(bits);
        }
        self.terms.push(term());
        Word { bits, origin: self.terms.len() as u32 }
    }

    /// A constant that was made after the comparisons so far.
    fn made_now(&self, bits: u64) -> Word {
        let before = self.forgotten + self.tests.len();
        let is_counted = before > 0 && before < RETURNED as usize;
        Word { bits, origin: if is_counted { MADE | before as u32 } else { 0 } }
    }

    fn note(&mut self, test: Test) {
        // Of constants only whether they are the same may tell something (orders between them are
        // mostly about the ends of loops, unless a call gave them), and only if it is not what was
        // compared last anyway.
        let is_equality = matches!(test.cond, Cond::Eq | Cond::Ne);
        let newest = self.made_now(0).origin;
        let is_dull = |word: Word| {
            let tells = is_equality || word.origin & RETURNED != 0;
            word.origin == 0 || word.is_constant() && (!tells || word.origin & !RETURNED == newest)
        };
        if is_dull(test.a) && is_dull(test.b) {
            return;
        }
        if self.tests.len() >= 2 * MOST_TESTS {
            self.tests.drain(..MOST_TESTS);
            self.forgotten += MOST_TESTS;
        }
        self.tests.push(test);
    }
}

impl Domain for Traced {
    const ACCELERATES: bool = true;
    type Mark = TraceMark;
    type Value = Word;

    #[inline(always)]
    fn constant(bits: u64) -> Word {
        Word { bits, origin: 0 }
    }

    /// Every word: only what the program itself compares is worth writing down here, not the checks
    /// that the machine makes on the way and that went well.
    #[inline(always)]
    fn known(value: Word) -> Option<u64> {
        Some(value.bits)
    }

    fn undecided() -> Word {
        Word { bits: 0, origin: OPEN }
    }

    #[inline(always)]
    fn is_undecided(value: Word) -> bool {
        value.origin == OPEN
    }

    #[inline]
    fn binary(&mut self, op: BinOp, ty: Type, a: Word, b: Word) -> Word {
        let bits = Concrete.binary(op, ty, a.bits, b.bits);
        self.make(bits, [a, b], || Term::Binary(op, ty, a, b))
    }

    fn negate(&mut self, ty: Type, a: Word) -> Word {
        let bits = Concrete.negate(ty, a.bits);
        self.make(bits, [a, a], || Term::Negate(ty, a))
    }

    fn convert(&mut self, conv: Conv, a: Word) -> Word {
        let bits = Concrete.convert(conv, a.bits);
        self.make(bits, [a, a], || Term::Convert(conv, a))
    }

    fn compare(&mut self, cond: Cond, ty: Type, a: Word, b: Word) -> Word {
        let bits = Concrete.compare(cond, ty, a.bits, b.bits);
        self.make(bits, [a, b], || Term::Compare(cond, ty, a, b))
    }

    fn three_way(&mut self, ty: Type, nan: i8, a: Word, b: Word) -> Word {
        let bits = Concrete.three_way(ty, nan, a.bits, b.bits);
        self.make(bits, [a, b], || Term::ThreeWay(ty, a, b))
    }

    #[inline]
    fn test(&mut self, cond: Cond, ty: Type, a: Word, b: Word) -> Option<bool> {
        let test = Test { cond, ty, a, b, holds: Concrete.test(cond, ty, a.bits, b.bits)? };
        self.note(test);
        if !self.granted.is_empty()
            && let Some(granted) = test.about().and_then(|about| self.granted.get(&about))
        {
            return Some(*granted);
        }
        Some(test.holds)
    }

    #[inline]
    fn is_null(&mut self, reference: Word) -> Option<bool> {
        self.test(Cond::Eq, Type::Ref, reference, Traced::constant(0))
    }

    #[inline]
    fn is_same(&mut self, a: Word, b: Word) -> Option<bool> {
        self.test(Cond::Eq, Type::Ref, a, b)
    }

    /// What decided a constant was most often compared last.
    #[inline]
    fn returned(&mut self, value: Word) -> Word {
        if !value.is_constant() {
            return value;
        }
        let made = self.made_now(value.bits);
        Word { origin: if made.origin == 0 { 0 } else { made.origin | RETURNED }, ..made }
    }

    /// The machine asks only where its own comparison has failed.
    fn in_bounds(&mut self, index: Word, length: Word) -> Option<bool> {
        let least = self.test(Cond::Ge, Type::I32, index, Traced::constant(0))?;
        Some(self.test(Cond::Lt, Type::I32, index, length)? && least)
    }

    /// The end of the record.
    fn mark(&self) -> TraceMark {
        TraceMark { terms: self.terms.len(), tests: self.forgotten + self.tests.len() }
    }

    fn undo_to(&mut self, mark: TraceMark) {
        self.terms.truncate(mark.terms);
        self.tests.truncate(mark.tests.saturating_sub(self.forgotten));
        self.forgotten = self.forgotten.min(mark.tests);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one() -> Word {
        Traced::constant(1)
    }

    #[test]
    fn values_of_cells_are_followed() {
        let mut domain = Traced::default();
        let cell = Word::of_cell(5, 77);
        assert_eq!(domain.origin(cell), Origin::Cell(77));
        let sum = domain.binary(BinOp::Add, Type::I32, cell, one());
        assert_eq!(sum.bits, 6);
        let term = Term::Binary(BinOp::Add, Type::I32, cell, one());
        assert_eq!(domain.origin(sum), Origin::Term(term));
        let plain = domain.binary(BinOp::Add, Type::I32, one(), one());
        assert_eq!(domain.origin(plain), Origin::Constant, "nothing was compared before");
    }

    #[test]
    fn constants_know_the_comparison_they_were_made_after() {
        let mut domain = Traced::default();
        let returned = domain.returned(one());
        assert_eq!(domain.origin(returned), Origin::Constant);
        let cell = Word::of_cell(5, 77);
        domain.test(Cond::Gt, Type::I32, cell, one());
        let test = *domain.tests().next().expect("a comparison");
        let two = domain.binary(BinOp::Add, Type::I32, one(), one());
        assert_eq!(domain.origin(two), Origin::After(test));
        domain.test(Cond::Lt, Type::I32, cell, one());
        assert_eq!(
            domain.origin(two),
            Origin::After(test),
            "later ones have nothing to do with it"
        );
        domain.test(Cond::Lt, Type::I32, two, one());
        assert_eq!(domain.tests().count(), 2, "an order between constants");
        domain.test(Cond::Eq, Type::I32, two, one());
        assert_eq!(domain.tests().count(), 3);
        let result = domain.returned(Traced::constant(0));
        domain.test(Cond::Eq, Type::I32, result, one());
        assert_eq!(domain.tests().count(), 3, "the same once more");
        domain.test(Cond::Gt, Type::I32, cell, one());
        domain.test(Cond::Lt, Type::I32, result, one());
        assert_eq!(domain.tests().count(), 5, "what a call gave earlier");
    }

    #[test]
    fn comparisons_are_kept_newest_first_and_forgotten_on_the_way_back() {
        let mut domain = Traced::default();
        let cell = Word::of_cell(5, 77);
        assert_eq!(domain.test(Cond::Lt, Type::I32, one(), one()), Some(false));
        assert_eq!(domain.tests().count(), 0, "constants are of no interest");
        assert_eq!(domain.test(Cond::Lt, Type::I32, cell, one()), Some(false));
        let mark = domain.mark();
        assert_eq!(domain.test(Cond::Gt, Type::I32, cell, one()), Some(true));
        assert_eq!(domain.tests().map(|test| test.holds).collect::<Vec<_>>(), [true, false]);
        domain.undo_to(mark);
        assert_eq!(domain.tests().map(|test| test.holds).collect::<Vec<_>>(), [false]);
    }

    #[test]
    fn what_is_granted_comes_out_so_and_is_recorded_as_it_is() {
        let mut domain = Traced::default();
        let (cell, other) = (Word::of_cell(5, 77), Word::of_cell(5, 78));
        assert_eq!(domain.test(Cond::Eq, Type::I32, one(), cell), Some(false));
        let test = *domain.tests().next().expect("a comparison");
        assert!(domain.grant(test.about().expect("a cell"), true), "for the first time");
        let two = domain.binary(BinOp::Add, Type::I32, one(), one());
        assert_eq!(domain.test(Cond::Eq, Type::I32, two, cell), Some(true), "the same cell");
        assert_eq!(domain.test(Cond::Eq, Type::I32, two, other), Some(false), "another one");
        assert_eq!(domain.test(Cond::Ne, Type::I32, two, cell), Some(true), "another question");
        assert!(domain.tests().skip(2).all(|test| !test.holds));
        domain.grant_nothing();
        assert_eq!(domain.test(Cond::Eq, Type::I32, one(), cell), Some(false));
        let computed = Test { a: two, b: one(), ..test };
        assert_eq!(computed.about(), None);
    }

    #[test]
    fn the_record_does_not_grow_for_ever() {
        let mut domain = Traced::default();
        let mut value = Word::of_cell(0, 1);
        let start = domain.mark();
        for _ in 0..3 * MOST_TERMS {
            value = domain.binary(BinOp::Add, Type::I32, value, one());
            domain.test(Cond::Ge, Type::I32, Word::of_cell(0, 1), one());
        }
        assert!(domain.terms.len() <= MOST_TERMS && domain.tests.len() <= 2 * MOST_TESTS);
        domain.undo_to(start);
        assert_eq!((domain.mark(), domain.tests().count()), (start, 0));
    }
}
