//! A repair that was found made better: objects that were cut off find a place, changes that are not
//! needed are taken back, and in a small structure fewer changes are looked for.

use super::links::{FEW, target};
use super::reattach::places_for_orphans;
use super::search::Search;
use super::trial::Verdict;
use super::{Change, Observer, RepairError};
use margay_machine::Platform;
use margay_machine::traced::Traced;

/// Effort for making a repair that was found better: so much, and a part of what it took.
const POLISH: (u64, u64) = (1 << 19, 4);
/// Changes that keeping one object is worth to those who want it.
const KEPT: usize = 4;
/// Rounds of finding places for objects that were left out, after which it must get better.
const FRUITLESS: usize = 8;
/// Attempts in all of them.
const MOST_ATTEMPTS: u64 = 1 << 17;
/// Structures are searched through for a repair with fewer changes if this many attempts suffice
/// for changing one cell.
const SMALL: usize = 1 << 14;

impl<P: Platform<Traced>> Search<'_, P> {
    /// Looks for places for objects that were left out, and mends what follows. One place may
    /// bring others to light, so it need not get better each time; the best counts.
    pub fn adopt(&mut self, visitor: &mut impl Observer<P>) -> Result<(), RepairError> {
        self.allow(MOST_ATTEMPTS);
        let mut best = (self.distance(), self.changes_made());
        let mut fruitless = 0;
        while fruitless < FRUITLESS && !self.is_late() {
            self.forget_unread();
            let places = places_for_orphans(self);
            if !self.adopt_into(&places, visitor)? {
                break;
            }
            fruitless += 1;
            if self.distance() < best.0 && self.is_allowed() {
                best = (self.distance(), self.changes_made());
                fruitless = 0;
            }
        }
        self.put_back(best.1);
        self.last_attempt = u64::MAX;
        Ok(())
    }

    /// Takes back the changes that the predicate no longer comes to.
    fn forget_unread(&mut self) {
        let is_unread = |cell: &usize| !self.trial.is_read(*cell);
        let unread: Vec<usize> = self.changed().filter(is_unread).collect();
        for cell in unread {
            self.set(cell, self.ground.cell(cell).present);
        }
    }

    /// All of these places at once, or else one half and then the other; whether what followed could
    /// be mended.
    fn adopt_into(
        &mut self,
        places: &[(usize, u64)],
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        if places.is_empty() || self.is_late() {
            return Ok(false);
        }
        let found = self.changes_made();
        for (cell, bits) in places {
            self.set(*cell, *bits);
        }
        if self.mend_all(visitor)? {
            return Ok(true);
        }
        self.put_back(found);
        if places.len() == 1 {
            return Ok(false);
        }
        self.trial.run(u64::MAX, visitor)?;
        let (some, others) = places.split_at(places.len() / 2);
        Ok(self.adopt_into(some, visitor)? | self.adopt_into(others, visitor)?)
    }

    /// Makes these changes and no others.
    pub fn put_back(&mut self, changes: Vec<Change>) {
        self.reset();
        for change in changes {
            self.set(change.cell, change.to);
        }
    }

    /// How far the structure is from what it was: cells changed and objects left out; these count
    /// for more if they are to be kept.
    pub fn distance(&self) -> usize {
        let weight = if self.options.keep_nodes { KEPT } else { 1 };
        self.changes() + weight * self.left_out()
    }

    /// How many objects of the structure the predicate has not come to.
    pub fn left_out(&self) -> usize {
        let sites = self.ground.sites();
        (0..sites.len()).filter(|site| !sites[*site].fresh && self.is_left_out(*site)).count()
    }

    /// Whether the predicate has not come to an object: it may have read a number of it, but has
    /// followed no reference from there.
    pub fn is_left_out(&self, site: usize) -> bool {
        let cells = || self.ground.sites()[site].cells.clone().take(FEW);
        let is_read = |cell: usize| self.trial.is_read(cell);
        let mut links = cells().filter(|cell| self.is_link(*cell)).peekable();
        if links.peek().is_some() { !links.any(is_read) } else { !cells().any(is_read) }
    }

    /// Whether some changed cell refers to a fresh object.
    pub fn in_use(&self, site: usize) -> bool {
        let value = |cell: usize| self.trial.value(cell);
        self.changed().any(|cell| target(self.ground, cell, value(cell)) == Some(site))
    }

    /// Takes back changes that are not needed, and looks for a repair with fewer of them, or as many
    /// if it loses less.
    pub fn polish(&mut self, visitor: &mut impl Observer<P>) -> Result<(), RepairError> {
        let (base, part) = POLISH;
        self.deadline = self.trial.effort + base + self.trial.effort / part;
        let made: Vec<usize> = self.changed.iter().copied().collect();
        for cell in made {
            let old = self.set(cell, self.ground.cell(cell).present);
            if self.is_late() || self.trial.run(u64::MAX, visitor)? != Verdict::Accepted {
                self.set(cell, old);
            }
        }
        self.trial.run(u64::MAX, visitor)?;
        while self.is_small() && self.changes() > usize::from(self.left_out() == 0) {
            if !self.improve(Self::find_nearest, visitor)? {
                break;
            }
        }
        while self.is_improvable() {
            if !self.improve(|search, most, visitor| search.exhaust(1, most, visitor), visitor)? {
                break;
            }
        }
        Ok(())
    }

    /// Looks for a repair with fewer changes than that found, or as many if it loses less, by a search
    /// that is told how many; otherwise leaves things as they are.
    fn improve<V: Observer<P>>(
        &mut self,
        search: impl FnOnce(&mut Self, usize, &mut V) -> Result<bool, RepairError>,
        visitor: &mut V,
    ) -> Result<bool, RepairError> {
        let found = self.changes_made();
        let is_complete = self.left_out() == 0;
        self.farthest = self.distance() - 1;
        self.reset();
        let is_better = search(self, found.len() - usize::from(is_complete), visitor)?;
        if !is_better {
            self.put_back(found);
            self.trial.run(u64::MAX, visitor)?;
        }
        Ok(is_better)
    }

    /// Whether it is worth while to look for fewer changes, or as many that leave out less.
    fn is_improvable(&self) -> bool {
        let is_small = self.trial.reads() * self.ground.sites().len() <= SMALL;
        is_small && !self.is_late() && self.changes() > usize::from(self.left_out() == 0)
    }
}
