//! When nothing suggests itself: every change of every cell that was read.

use super::attempt::{End, Failure};
use super::ground::Kind;
use super::search::Search;
use super::suggest::{Fix, values};
use super::trial::Verdict;
use super::{Observer, RepairError};
use margay_machine::Platform;
use margay_machine::traced::Traced;

/// First references that are cut when nothing else helps.
const FIRST: usize = 64;

impl<P: Platform<Traced>> Search<'_, P> {
    /// Tries all changes of so many cells; on success they are made.
    pub fn exhaust(
        &mut self,
        least: usize,
        most: usize,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let mut count = least;
        while count <= most {
            self.trial.run(u64::MAX, visitor)?;
            if self.change_any(count, visitor)? {
                return Ok(true);
            }
            // More changes than cells were read cannot be made.
            if self.is_late() || count >= self.trial.reads() {
                break;
            }
            count += 1;
        }
        Ok(false)
    }

    /// The cell read last is changed first. The predicate has just failed.
    fn change_any(
        &mut self,
        count: usize,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let cells: Vec<usize> =
            (0..self.trial.reads()).rev().map(|level| self.trial.cell_read(level)).collect();
        for cell in cells {
            if self.changed.contains(&cell) {
                continue;
            }
            for bits in values(self, cell) {
                let old = self.set(cell, bits);
                let verdict = self.trial.run(u64::MAX, visitor)?;
                if verdict == Verdict::Accepted && self.distance() <= self.farthest
                    || (count > 1 && self.change_any(count - 1, visitor)?)
                {
                    return Ok(true);
                }
                self.set(cell, old);
                if self.is_late() {
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// The last resort: one of the first references becomes null, with all that is behind it lost.
    pub fn cut_short(&mut self, visitor: &mut impl Observer<P>) -> Result<bool, RepairError> {
        self.reset();
        self.trial.run(u64::MAX, visitor)?;
        let cells: Vec<usize> = (0..self.trial.reads().min(FIRST))
            .map(|level| self.trial.cell_read(level))
            .filter(|cell| matches!(self.ground.cell(*cell).kind, Kind::Link(_)))
            .collect();
        let place = self.trial.place();
        let failure = Failure { at: u64::MAX, limit: u64::MAX, reads: 0, place, is_hard: false };
        for cell in cells {
            let fix = Fix { cell, bits: 0, cost: 0 };
            let attempt = self.attempt(fix, failure, visitor)?;
            if attempt.end == End::Accepted && self.is_allowed() {
                return Ok(true);
            }
            self.undo(&attempt.made);
        }
        Ok(false)
    }
}
