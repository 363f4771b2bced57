//! A nearer repair of a small structure: what suggests itself at each failure, all of it, within a
//! budget.
//!
//! The cheapest remedy of each failure need not be part of the nearest repair: of a reference that
//! leads to the wrong object, a dozen others can be bent to fit it. So repairs of one change are
//! looked for, then of two, and so on, up to fewer than were found. At a failure every value is tried
//! of the cells that were read or compared lately; what brings the predicate further is followed,
//! what brings it furthest first: most often that is the fault itself.

use super::search::Search;
use super::suggest::{Fix, Width, everything_lately};
use super::trial::{Place, Verdict};
use super::{Observer, RepairError};
use margay_machine::Platform;
use margay_machine::traced::Traced;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Cells of a structure that is small enough.
const MOST_CELLS: usize = 1 << 9;
/// Changes that are looked for together, and effort for it.
const DEEPEST: usize = 4;
const EFFORT: u64 = 1 << 21;
/// Where to look first, and then; and how many changes are followed at each failure.
const WIDTHS: [(Width, usize); 3] = [(LATELY, 3), (LATELY, 8), (EVER, 3)];
const LATELY: Width = Width { tests: 32, reads: 24, latest: 0, objects: usize::MAX };
const EVER: Width = Width { tests: 256, reads: 256, latest: 0, objects: usize::MAX };

impl<P: Platform<Traced>> Search<'_, P> {
    /// Whether the structure is one that can be gone through.
    pub fn is_small(&self) -> bool {
        self.ground.cell_count() <= MOST_CELLS
    }

    /// Looks for a repair of at most so many changes, none of which is made before; on success they
    /// are made.
    pub fn find_nearest(
        &mut self,
        most: usize,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let (before, effort) = (self.deadline, self.trial.effort);
        self.deadline = effort.saturating_add(EFFORT);
        let mut found = false;
        'search: for width in WIDTHS {
            for count in 1..=most.min(DEEPEST) {
                found = self.change_some(count, width, visitor)?;
                if found || self.is_late() {
                    break 'search;
                }
            }
        }
        // What comes after has as much time as before.
        self.deadline = before.saturating_add(self.trial.effort - effort);
        Ok(found)
    }

    /// So many changes, the first of them about the next failure.
    fn change_some(
        &mut self,
        count: usize,
        width: (Width, usize),
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let (Verdict::Rejected(at) | Verdict::Endless(at)) = self.trial.run(u64::MAX, visitor)?
        else {
            return Ok(false);
        };
        let mut onward = Vec::new();
        let mut reached: FxHashMap<Place, u64> = FxHashMap::default();
        for Fix { cell, bits, cost } in everything_lately(self, width.0) {
            if self.is_changed(cell) {
                continue;
            }
            let level = self.trial.level_of(cell);
            let old = self.set(cell, bits);
            let verdict = self.trial.run(u64::MAX, visitor)?;
            if verdict == Verdict::Accepted && self.distance() <= self.farthest && self.is_allowed()
            {
                return Ok(true);
            }
            if let Verdict::Rejected(then) = verdict
                && then > at
            {
                let place = self.trial.place();
                let furthest: &mut u64 = reached.entry(place).or_default();
                *furthest = then.max(*furthest);
                onward.push((place, (bits == 0, cost, level, cell, bits)));
            }
            self.set(cell, old);
            if self.is_late() {
                return Ok(false);
            }
        }
        if count == 1 {
            return Ok(false);
        }
        // Those that come to the same failure have come equally far, by whatever detours. What was read
        // first has led to the rest.
        onward.sort_unstable_by_key(|(place, rank)| (Reverse(reached[place]), *rank));
        for (_, (.., cell, bits)) in onward.into_iter().take(width.1) {
            let old = self.set(cell, bits);
            if self.change_some(count - 1, width, visitor)? {
                return Ok(true);
            }
            self.set(cell, old);
            if self.is_late() {
                return Ok(false);
            }
        }
        Ok(false)
    }
}
