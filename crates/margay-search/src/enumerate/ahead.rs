//! Looking ahead at all values of a cell at once, without running the predicate on any of them.

use super::options::{Options, Untouched};
use super::space::Space;
use margay_machine::lanes::LANES;
use margay_machine::{Domain, Foreseen, Machine, Platform};

/// What is known about the alternatives of a cell, a word for every [`LANES`] of them: nothing where there is no word.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    /// Mostly there are no more.
    first: Foreseen,
    others: Box<[Foreseen]>,
}

impl Verdicts {
    #[inline]
    fn of(&self, alternative: u32) -> (Foreseen, usize) {
        let (word, bit) = (alternative as usize / LANES, alternative as usize % LANES);
        match word.checked_sub(1) {
            None => (self.first, bit),
            Some(other) => (self.others.get(other).copied().unwrap_or_default(), bit),
        }
    }

    /// Whether an alternative is known to be accepted.
    #[inline]
    pub fn accepts(&self, alternative: u32) -> bool {
        let (foreseen, bit) = self.of(alternative);
        foreseen.other >> bit & 1 != 0
    }

    /// How many alternatives from `from` on, before `end`, are known to be accepted, one after the other.
    #[inline]
    pub fn accepted(&self, from: u32, end: u32) -> u32 {
        let mut next = from;
        while next < end {
            let (foreseen, bit) = self.of(next);
            match (foreseen.other >> bit).trailing_ones() {
                0 => break,
                accepted => next += accepted,
            }
        }
        next.min(end) - from
    }

    /// The first alternative from `from` on that is not known to be rejected, or the end.
    #[inline]
    pub fn next_open(&self, from: u32, end: u32) -> u32 {
        if from < end && end <= LANES as u32 {
            return end.min(from + (self.first.zero >> from).trailing_ones());
        }
        let mut next = from;
        while next < end {
            let (foreseen, bit) = self.of(next);
            match (foreseen.zero >> bit).trailing_ones() {
                0 => return next,
                rejected => next += rejected,
            }
        }
        end
    }
}

/// Values of cells, kept from one look to the next.
pub(super) struct Ahead<D: Domain> {
    /// Of domains of which a cell can take the first so many values: all of them, once somebody has asked.
    rows: Vec<Vec<D::Value>>,
    /// Of the cell looked at, where it is another kind of domain.
    values: Vec<D::Value>,
}

impl<D: Domain> Default for Ahead<D> {
    fn default() -> Self {
        Ahead { rows: Vec::new(), values: Vec::new() }
    }
}

impl<D: Domain> Ahead<D> {
    /// What can be known about the alternatives, `count` of them, of the cell at which the
    /// machine has stopped.
    pub fn look<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        space: &Space,
        cell: u32,
        count: u32,
        options: &Options,
    ) -> Verdicts {
        if !options.multi_value || count < 2 {
            return Verdicts::default();
        }
        let values = match space.row(cell) {
            Some(row) => self.first_of_row(space, cell, row, count as usize),
            None => {
                self.values.clear();
                space.values::<D>(cell, &mut self.values);
                &self.values
            }
        };
        let sole = |other| match options.untouched {
            Untouched::Expand => space.sole::<D>(other),
            // A cell that only looking ahead has read would be reported as free.
            Untouched::Free => None,
        };
        let (first, others) = values.split_at(values.len().min(LANES));
        let first = machine.look_ahead(cell, first, &sole);
        if others.is_empty() {
            return Verdicts { first, others: Box::default() };
        }
        let others = others.chunks(LANES).map(|values| machine.look_ahead(cell, values, &sole));
        Verdicts { first, others: others.collect() }
    }

    /// The first values of a domain.
    #[inline]
    fn first_of_row(&mut self, space: &Space, cell: u32, row: usize, count: usize) -> &[D::Value] {
        if self.rows.get(row).is_none_or(|values| values.len() < count) {
            self.rows.resize(self.rows.len().max(row + 1), Vec::new());
            self.rows[row].clear();
            space.values::<D>(cell, &mut self.rows[row]);
        }
        &self.rows[row][..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However many words the alternatives take, they are found one by one.
        #[test]
        fn alternatives_are_found(rejected in proptest::collection::vec(any::<bool>(), 1..200)) {
            let mut words = rejected.chunks(LANES).map(|chunk| Foreseen {
                zero: chunk.iter().rev().fold(0, |word, r| word << 1 | u64::from(*r)),
                other: chunk.iter().rev().fold(0, |word, r| word << 1 | u64::from(!*r)),
            });
            let first = words.next().unwrap_or_default();
            let verdicts = Verdicts { first, others: words.collect() };
            let end = rejected.len() as u32;
            for from in 0..end {
                let open = (from..end).find(|at| !rejected[*at as usize]).unwrap_or(end);
                prop_assert_eq!(verdicts.next_open(from, end), open);
                prop_assert_eq!(verdicts.accepts(from), !rejected[from as usize]);
                let stop = (from..end).find(|at| rejected[*at as usize]).unwrap_or(end);
                prop_assert_eq!(verdicts.accepted(from, end), stop - from);
            }
        }
    }

    #[test]
    fn without_looking_ahead_all_alternatives_are_open() {
        assert_eq!(Verdicts::default().next_open(3, 5), 3);
        assert!(!Verdicts::default().accepts(0));
    }
}
