//! From clauses learned to clauses that each follow from those before by unit propagation.
//!
//! CaDiCaL strengthens clauses on the fly while it learns and does not tell, so that some of the
//! clauses it does tell are one step further away. That step is found by probing: where assuming a
//! literal beside the opposite of the clause leads to a contradiction, the clause with the opposite
//! of that literal follows, and is put before it.

use crate::budget::Budget;
use crate::solver::Reason;

/// Clauses with two watched literals each, and what follows from the unit clauses among them.
#[derive(Default)]
pub(super) struct Deriver {
    clauses: Vec<Vec<i32>>,
    /// Clauses by a watched literal.
    watches: Vec<Vec<usize>>,
    /// Whether a literal is true.
    truth: Vec<bool>,
    trail: Vec<i32>,
    propagated: usize,
    contradiction: bool,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Deriver {
    fn is_true(&self, literal: i32) -> bool {
        self.truth[slot(literal)]
    }

    fn reserve(&mut self, clause: &[i32]) {
        let greatest = clause.iter().map(|l| slot(*l) | 1).max().unwrap_or(1);
        if self.truth.len() <= greatest {
            self.truth.resize(greatest + 1, false);
            self.watches.resize(greatest + 1, Vec::new());
        }
    }

    /// Adds a clause that holds from here on; nothing may be assumed.
    pub(super) fn add(&mut self, clause: &[i32]) {
        self.reserve(clause);
        let mut clause = clause.to_vec();
        // Literals that are not false come first, to be watched.
        clause.sort_by_key(|l| self.is_true(-l));
        match clause.as_slice() {
            [] => self.contradiction = true,
            [first, rest @ ..] if rest.first().is_none_or(|second| self.is_true(-second)) => {
                if self.is_true(-first) {
                    self.contradiction = true;
                } else if !self.is_true(*first) {
                    self.assign(*first);
                }
            }
            _ => {}
        }
        if let [first, second, ..] = clause.as_slice() {
            self.watches[slot(*first)].push(self.clauses.len());
            self.watches[slot(*second)].push(self.clauses.len());
            self.clauses.push(clause);
        }
        self.contradiction |= !self.propagate();
    }

    fn assign(&mut self, literal: i32) {
        self.truth[slot(literal)] = true;
        self.trail.push(literal);
    }

    /// Follows all unit clauses; false at a contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            let mut watching = std::mem::take(&mut self.watches[slot(-literal)]);
            let mut kept = 0;
            let mut consistent = true;
            for i in 0..watching.len() {
                let index = watching[i];
                if consistent && self.moves(index, -literal) {
                    continue;
                }
                watching[kept] = index;
                kept += 1;
                let first = self.clauses[index][0];
                if consistent && !self.is_true(first) {
                    consistent = !self.is_true(-first);
                    if consistent {
                        self.assign(first);
                    }
                }
            }
            watching.truncate(kept);
            self.watches[slot(-literal)].append(&mut watching);
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Watches another literal of a clause instead of a false one, if there is one; otherwise the
    /// literal that is left is put first.
    fn moves(&mut self, index: usize, falsified: i32) -> bool {
        let clause = &mut self.clauses[index];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        if self.truth[slot(clause[0])] {
            return false;
        }
        let Some(other) = (2..clause.len()).find(|i| !self.truth[slot(-clause[*i])]) else {
            return false;
        };
        clause.swap(1, other);
        self.watches[slot(clause[1])].push(index);
        true
    }

    /// Assumes literals one after the other; false at a contradiction.
    fn assume(&mut self, literals: impl Iterator<Item = i32>) -> bool {
        for literal in literals {
            if self.is_true(-literal) {
                return false;
            }
            if !self.is_true(literal) {
                self.assign(literal);
            }
        }
        self.propagate()
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.truth[slot(literal)] = false;
        }
        self.propagated = length;
    }

    /// The clause, preceded by what is needed for it to follow; all of them are added.
    ///
    /// # Errors
    /// When the budget is spent, or no such clauses are found.
    pub(super) fn derive(
        &mut self,
        clause: &[i32],
        budget: &Budget,
    ) -> Result<Vec<Vec<i32>>, Reason> {
        self.reserve(clause);
        let mut steps = Vec::new();
        loop {
            if let Some(reason) = budget.step() {
                return Err(reason);
            }
            let length = self.trail.len();
            if self.contradiction || !self.assume(clause.iter().map(|l| -l)) {
                self.undo(length);
                steps.push(clause.to_vec());
                self.add(clause);
                return Ok(steps);
            }
            let failed = self.probe(length, budget)?;
            self.undo(length);
            let step: Vec<i32> = clause.iter().copied().chain([-failed]).collect();
            self.add(&step);
            steps.push(step);
        }
    }

    /// A literal that leads to a contradiction with what is assumed since `length`.
    fn probe(&mut self, length: usize, budget: &Budget) -> Result<i32, Reason> {
        for index in self.almost_unit(length) {
            for literal in self.clauses[index].clone() {
                if let Some(reason) = budget.step() {
                    return Err(reason);
                }
                if self.is_true(literal) || self.is_true(-literal) {
                    continue;
                }
                let here = self.trail.len();
                let consistent = self.assume([-literal].into_iter());
                self.undo(here);
                if !consistent {
                    return Ok(-literal);
                }
            }
        }
        Err(Reason::Work)
    }

    /// Clauses of which two literals are left, those touched by the assumptions first.
    fn almost_unit(&self, length: usize) -> Vec<usize> {
        let open = |index: &usize| {
            let clause = &self.clauses[*index];
            !clause.iter().any(|l| self.is_true(*l))
                && clause.iter().filter(|l| !self.is_true(-**l)).count() == 2
        };
        let touched = |index: &usize| {
            let assumed = &self.trail[length..];
            self.clauses[*index].iter().any(|l| assumed.contains(&-l))
        };
        let mut found: Vec<usize> = (0..self.clauses.len()).filter(open).collect();
        found.sort_by_key(|index| !touched(index));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_derived_and_nothing_else() {
        let mut deriver = Deriver::default();
        for clause in [[1, 2], [-1, 3], [-2, 3]] {
            deriver.add(&clause);
        }
        let budget = Budget::default();
        assert_eq!(deriver.derive(&[3], &budget), Ok(vec![vec![3]]));
        assert_eq!(deriver.derive(&[1], &budget), Err(Reason::Work));
    }

    /// Each pair of truth values is excluded: by propagation alone nothing follows.
    #[test]
    fn probing_finds_the_missing_step() {
        let mut deriver = Deriver::default();
        for clause in [[1, 2], [1, -2], [-1, 2], [-1, -2]] {
            deriver.add(&clause);
        }
        let steps = deriver.derive(&[], &Budget::default()).expect("a proof");
        assert_eq!((steps.len(), steps.last().map(Vec::len)), (2, Some(0)));
    }
}
