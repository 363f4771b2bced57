//! A nearer repair of a small structure: what suggests itself at each failure, all of it, within a
//! budget.
//!
//! The cheapest remedy of each failure need not be part of the nearest repair: of a reference that
//! leads to the wrong object, a dozen others can be bent to fit it. So repairs of one change are
//! looked for, then of two, and so on, up to fewer than were found. At a failure every value is tried
//! of the cells that were read or compared lately. Of all ways to make so many changes those are
//! followed that bring the predicate furthest: most often they are the faults themselves.

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
/// Effort if there is no repair yet.
const MORE_EFFORT: u64 = 1 << 23;
/// Where to look first, and then; and how many ways are followed.
const WIDTHS: [(Width, usize); 3] = [(LATELY, 4), (LATELY, 24), (EVER, 24)];
const LATELY: Width = Width { tests: 32, reads: 24, latest: 0, objects: usize::MAX };
const EVER: Width = Width { tests: 256, reads: 256, latest: 0, objects: usize::MAX };

/// Some changes, how often something else seemed better when they were chosen, and to where they lead.
struct Way {
    changes: Vec<(usize, u64)>,
    doubts: usize,
    place: Place,
    /// What speaks for the last of them; less is better.
    rank: (bool, i64, Option<usize>),
}

/// Ways, and how far the predicate came at each place: those that come to the same failure have come
/// equally far, by whatever detours.
#[derive(Default)]
struct Ways {
    found: Vec<Way>,
    reached: FxHashMap<Place, u64>,
}

impl Ways {
    fn add(&mut self, way: Way, at: u64) {
        let furthest = self.reached.entry(way.place).or_default();
        *furthest = at.max(*furthest);
        self.found.push(way);
    }

    /// Those that differ in the last change, all with the same others before.
    fn join(&mut self, mut others: Ways) {
        // What was read first has led to the rest.
        others.found.sort_by_key(|way| (Reverse(others.reached[&way.place]), way.rank));
        for (more, way) in others.found.into_iter().enumerate() {
            let at = others.reached[&way.place];
            self.add(Way { doubts: way.doubts + more, ..way }, at);
        }
    }

    /// The best of them.
    fn best(mut self, count: usize) -> Vec<Way> {
        self.found.sort_by_key(|way| (Reverse(self.reached[&way.place]), way.doubts, way.rank));
        self.found.truncate(count);
        self.found
    }
}

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
        let most_effort = if self.farthest == usize::MAX { MORE_EFFORT } else { EFFORT };
        self.deadline = effort.saturating_add(most_effort);
        let mut found = false;
        for (width, ways) in WIDTHS {
            found = self.change_some(most.min(DEEPEST), width, ways, visitor)?;
            if found || self.is_late() {
                break;
            }
        }
        // What comes after has as much time as before.
        self.deadline = before.saturating_add(self.trial.effort - effort);
        Ok(found)
    }

    /// Up to so many changes, each about the failure that is next; of all ways the best are followed.
    fn change_some(
        &mut self,
        most: usize,
        width: Width,
        followed: usize,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let mut ways = vec![(Vec::new(), 0)];
        for _ in 0..most {
            let mut onward = Ways::default();
            for (changes, doubts) in ways {
                let mut more = Ways::default();
                changes.iter().for_each(|(cell, bits)| _ = self.set(*cell, *bits));
                if self.change_one((&changes, doubts), width, &mut more, visitor)? {
                    return Ok(true);
                }
                onward.join(more);
                self.reset();
                if self.is_late() {
                    return Ok(false);
                }
            }
            let best = onward.best(followed).into_iter();
            ways = best.map(|way| (way.changes, way.doubts)).collect();
        }
        Ok(false)
    }

    /// One more change about the next failure; on success it is made, otherwise what brings the
    /// predicate further is noted.
    fn change_one(
        &mut self,
        (before, doubts): (&[(usize, u64)], usize),
        width: Width,
        onward: &mut Ways,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        let (Verdict::Rejected(at) | Verdict::Endless(at)) = self.trial.run(u64::MAX, visitor)?
        else {
            return Ok(false);
        };
        for Fix { cell, bits, cost } in everything_lately(self, width) {
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
                let changes = [before, &[(cell, bits)]].concat();
                let (place, rank) = (self.trial.place(), (bits == 0, cost, level));
                onward.add(Way { changes, doubts, place, rank }, then);
            }
            self.set(cell, old);
            if self.is_late() {
                break;
            }
        }
        Ok(false)
    }
}
