//! A repair that was found made better: objects that were cut off find a place, changes that are not
//! needed are taken back, and in a small structure fewer changes are looked for.

use super::links::target;
use super::search::Search;
use super::suggest::homes;
use super::trial::Verdict;
use super::{Change, RepairError, Visit};
use margay_machine::Platform;
use margay_machine::traced::Traced;

/// Steps for making a repair that was found better: so many, and a part of what it took.
const POLISH: (u64, u64) = (1 << 20, 4);
/// Changes that keeping one object is worth to those who want it.
const KEPT: usize = 4;
/// Rounds of finding places for objects that were cut off: one place may bring others back.
const ADOPTIONS: usize = 4;
/// Attempts in all of them.
const MOST_ATTEMPTS: u64 = 1 << 17;
/// Structures are searched through for a repair with fewer changes if this many attempts suffice
/// for changing one cell.
const SMALL: usize = 1 << 14;

impl<P: Platform<Traced>> Search<'_, P> {
    /// Looks for a place for objects that the root no longer leads to: each that nobody refers to
    /// is put where the repair has cut something off, or where a reference is to an object that has
    /// another one, and what follows is mended. It counts only if the result is nearer.
    pub fn adopt(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        self.allow(MOST_ATTEMPTS);
        for _ in 0..ADOPTIONS {
            let (found, before) = (self.changes_made(), self.distance());
            let homes = homes(self);
            for (cell, bits) in &homes {
                self.set(*cell, *bits);
            }
            let is_nearer = !homes.is_empty() && self.mend_all(visit)? && self.distance() < before;
            if !is_nearer {
                self.put_back(found);
                break;
            }
        }
        self.last_attempt = u64::MAX;
        Ok(())
    }

    /// Makes these changes and no others.
    fn put_back(&mut self, changes: Vec<Change>) {
        self.reset();
        for change in changes {
            self.set(change.cell, change.to);
        }
    }

    /// How far the structure is from what it was: cells changed and objects lost; these count for
    /// more if they are to be kept.
    pub fn distance(&self) -> usize {
        let weight = if self.options.keep_nodes { KEPT } else { 1 };
        self.changes() + weight * self.lost()
    }

    /// How many objects of the structure the root does not lead to.
    fn lost(&self) -> usize {
        let sites = self.ground.sites().iter().zip(self.reached());
        sites.filter(|(site, met)| !site.fresh && !met).count()
    }

    /// Whether some changed cell refers to a fresh object.
    pub fn in_use(&self, site: usize) -> bool {
        let value = |cell: usize| self.trial.value(cell);
        self.changed().any(|cell| target(self.ground, cell, value(cell)) == Some(site))
    }

    /// Whether the root leads to each object.
    pub fn reached(&self) -> Vec<bool> {
        let mut met = vec![false; self.ground.sites().len()];
        met[0] = true;
        let mut open = vec![0];
        while let Some(site) = open.pop() {
            for cell in self.ground.sites()[site].cells.clone() {
                if let Some(next) = target(self.ground, cell, self.trial.value(cell))
                    && !std::mem::replace(&mut met[next], true)
                {
                    open.push(next);
                }
            }
        }
        met
    }

    /// Takes back changes that are not needed, and looks for a repair with fewer of them, or as many
    /// if it loses less.
    pub fn polish(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        let (base, part) = POLISH;
        self.deadline = self.work() + base + self.work() / part;
        let made: Vec<usize> = self.changed.iter().copied().collect();
        for cell in made {
            let old = self.set(cell, self.ground.cell(cell).present);
            if self.is_late() || self.trial.run(u64::MAX, visit)? != Verdict::Accepted {
                self.set(cell, old);
            }
        }
        let is_large = self.trial.reads() * self.ground.sites().len() > SMALL;
        let most = if self.lost() > 0 { self.changes() } else { self.changes().saturating_sub(1) };
        if self.is_late() || most == 0 || is_large {
            return Ok(());
        }
        let found = self.changes_made();
        self.farthest = self.distance() - 1;
        self.reset();
        if !self.exhaust(1, most, visit)? {
            self.put_back(found);
        }
        Ok(())
    }
}
