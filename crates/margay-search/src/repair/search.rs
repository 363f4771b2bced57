//! Which changes to make.
//!
//! Where the predicate says no, the changes that might help are tried, cheapest first, each for a
//! while beyond the place of the failure. The one with the least cost is kept, where a new failure
//! soon after counts as the cost of another change. So every step brings the predicate further
//! than it has been, a fault costs only the work around it, and faults far apart do not multiply.
//!
//! When no single change helps where the predicate fails, two and three together are tried; when
//! these do not help either, every change of any cell the predicate read, first one, then two, and
//! so on: that ends for small structures only. The same search looks for a repair with fewer
//! changes than the one found, as long as that is not expensive.

use super::ground::{Ground, Kind, integer};
use super::links::Links;
use super::suggest::{CHANGE, FULL, Fix, NARROW, WIDE, Width, fixes, values};
use super::trial::{Trial, Verdict};
use super::{Change, Options, RepairError, Repaired, Visit};
use margay_ir::{ClassId, MethodId};
use margay_machine::traced::Traced;
use margay_machine::{Machine, Platform};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Steps that an attempt must come beyond the failure to be good.
const HORIZON: u64 = 1 << 14;
/// More of them where the predicate did not end: to see whether it still does not.
const ENDLESS_HORIZON: u64 = 1 << 24;
/// Changes tried together where none helps alone.
const TOGETHER: usize = 3;
/// Changes tried on each level of such an attempt.
const BREADTH: usize = 24;
/// Steps for the search through everything, when nothing else has helped.
const EXHAUSTIVE: u64 = 1 << 28;
/// Steps for making a repair that was found better: so many, and a part of what it took.
const POLISH: (u64, u64) = (1 << 20, 4);

/// Least and greatest number in each field: by class and place in the object.
type Extremes = FxHashMap<(ClassId, usize), (i64, i64)>;

pub(super) struct Search<'a, P: Platform<Traced>> {
    pub trial: Trial<'a, P>,
    pub ground: &'a Ground,
    pub options: &'a Options,
    pub links: Links,
    changed: BTreeSet<usize>,
    extremes: OnceCell<Extremes>,
    /// The machine's work at which the present endeavour is given up.
    deadline: u64,
}

pub(super) fn run<P: Platform<Traced>>(
    machine: &mut Machine<Traced, P>,
    ground: &Ground,
    predicate: MethodId,
    options: &Options,
    visit: &mut impl Visit<P>,
) -> Result<Repaired, RepairError> {
    let trial = Trial::new(machine, ground, predicate, options.backtrack, options.max_steps);
    let mut search = Search {
        trial,
        ground,
        options,
        links: Links::new(ground),
        changed: BTreeSet::new(),
        extremes: OnceCell::new(),
        deadline: u64::MAX,
    };
    let result = search.repair(visit);
    let counters = search.trial.counters;
    let changes = search.changes_made();
    search.trial.restart();
    machine.release();
    result.map(|()| Repaired { changes, counters })
}

impl<P: Platform<Traced>> Search<'_, P> {
    fn repair(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        if !self.mend_all(visit)? {
            self.reset();
            self.deadline = self.work().saturating_add(EXHAUSTIVE);
            let most = self.options.max_changes.unwrap_or(usize::MAX);
            if !self.exhaust(1, most, visit)? {
                return Err(RepairError::NotFound(self.options.max_changes));
            }
        } else if self.changes() > 0 {
            self.polish(visit)?;
        }
        self.confirm(visit)
    }

    /// The predicate must accept the result when it starts from the beginning.
    fn confirm(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        self.trial.restart();
        match self.trial.run(u64::MAX, visit)? {
            Verdict::Accepted => Ok(()),
            _ => Err(RepairError::Unconfirmed),
        }
    }

    // ---- values ----

    /// Number of cells that are changed.
    pub fn changes(&self) -> usize {
        self.changed.len()
    }

    fn changes_made(&self) -> Vec<Change> {
        let change = |cell: &usize| Change {
            cell: *cell,
            from: self.ground.cell(*cell).present,
            to: self.trial.value(*cell),
        };
        self.changed.iter().map(change).collect()
    }

    /// Gives a cell a value; tells the one it had.
    fn set(&mut self, cell: usize, bits: u64) -> u64 {
        let old = self.trial.value(cell);
        self.links.change(self.ground, cell, old, bits);
        self.trial.set(cell, bits);
        if bits == self.ground.cell(cell).present {
            self.changed.remove(&cell);
        } else {
            self.changed.insert(cell);
        }
        old
    }

    /// Takes back all changes.
    fn reset(&mut self) {
        for cell in std::mem::take(&mut self.changed) {
            self.set(cell, self.ground.cell(cell).present);
        }
    }

    /// Whether the predicate has read something of an object.
    pub fn is_met(&self, site: usize) -> bool {
        let mut cells = self.ground.sites()[site].cells.clone().take(8);
        cells.any(|cell| self.trial.level_of(cell).is_some())
    }

    /// The least and the greatest number that cells of the same field hold.
    pub fn extremes(&self, cell: usize) -> (i64, i64) {
        let all = self.extremes.get_or_init(|| {
            let mut all = Extremes::default();
            for cell in 0..self.ground.cell_count() {
                let Kind::Plain(storage) = self.ground.cell(cell).kind else { continue };
                if let Some(number) = integer(storage, self.ground.cell(cell).present) {
                    let range = all.entry(self.field(cell)).or_insert((number, number));
                    *range = (range.0.min(number), range.1.max(number));
                }
            }
            all
        });
        all.get(&self.field(cell)).copied().unwrap_or_default()
    }

    fn field(&self, cell: usize) -> (ClassId, usize) {
        let site = &self.ground.sites()[self.ground.owner(cell)];
        // All elements of arrays of a class are one field.
        let is_array = self.trial.machine.core.world.loaded(site.class).cells == 0;
        (site.class, if is_array { 0 } else { cell - site.cells.start })
    }

    fn work(&self) -> u64 {
        self.trial.machine.core.work
    }

    fn is_late(&self) -> bool {
        self.work() > self.deadline
    }

    // ---- one failure after the other ----

    /// Mends failures until the predicate accepts; false when one cannot be mended.
    fn mend_all(&mut self, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        loop {
            let failure = match self.trial.run(u64::MAX, visit)? {
                Verdict::Accepted => return Ok(true),
                Verdict::Running => continue,
                Verdict::Rejected(at) => Failure { at, limit: at + HORIZON },
                Verdict::Endless(at) => Failure { at, limit: at + ENDLESS_HORIZON },
            };
            if !self.mend(failure, visit)? {
                return Ok(false);
            }
        }
    }

    /// Changes something so that the predicate comes beyond a failure.
    fn mend(&mut self, failure: Failure, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        let mut tried = FxHashSet::default();
        for width in [NARROW, WIDE] {
            if self.mend_alone(failure, width, &mut tried, visit)? {
                return Ok(true);
            }
        }
        for count in 2..=TOGETHER {
            self.trial.run(u64::MAX, visit)?;
            if self.mend_together(failure, count, visit)? {
                return Ok(true);
            }
        }
        self.mend_alone(failure, FULL, &mut tried, visit)
    }

    /// Makes the best single change, if one helps.
    fn mend_alone(
        &mut self,
        failure: Failure,
        width: Width,
        tried: &mut FxHashSet<(usize, u64)>,
        visit: &mut impl Visit<P>,
    ) -> Result<bool, RepairError> {
        self.trial.run(u64::MAX, visit)?;
        let mut best: Option<(i64, Fix)> = None;
        for fix in fixes(self, width) {
            if best.is_some_and(|(cost, _)| cost <= fix.cost) {
                break;
            }
            if !tried.insert((fix.cell, fix.bits)) {
                continue;
            }
            let old = self.set(fix.cell, fix.bits);
            let cost = match self.trial.run(failure.limit, visit)? {
                Verdict::Accepted => return Ok(true),
                Verdict::Running => Some(fix.cost),
                Verdict::Rejected(at) | Verdict::Endless(at) => {
                    (at > failure.at).then_some(fix.cost + CHANGE)
                }
            };
            self.set(fix.cell, old);
            if let Some(cost) = cost.filter(|cost| best.is_none_or(|(least, _)| *cost < least)) {
                best = Some((cost, fix));
            }
        }
        if let Some((_, fix)) = best {
            self.set(fix.cell, fix.bits);
        }
        Ok(best.is_some())
    }

    /// Makes several changes that only together bring the predicate beyond the failure. The
    /// predicate has just failed.
    fn mend_together(
        &mut self,
        failure: Failure,
        count: usize,
        visit: &mut impl Visit<P>,
    ) -> Result<bool, RepairError> {
        let width = if count == 1 { WIDE } else { NARROW };
        for fix in fixes(self, width).into_iter().take(BREADTH) {
            let old = self.set(fix.cell, fix.bits);
            let helps = match self.trial.run(failure.limit, visit)? {
                Verdict::Accepted | Verdict::Running => true,
                Verdict::Rejected(at) | Verdict::Endless(at) => at > failure.at,
            };
            if helps || (count > 1 && self.mend_together(failure, count - 1, visit)?) {
                return Ok(true);
            }
            self.set(fix.cell, old);
        }
        Ok(false)
    }

    // ---- everything ----

    /// Tries all changes of so many cells; on success they are made.
    fn exhaust(
        &mut self,
        least: usize,
        most: usize,
        visit: &mut impl Visit<P>,
    ) -> Result<bool, RepairError> {
        let mut count = least;
        while count <= most {
            self.trial.run(u64::MAX, visit)?;
            if self.change_any(count, visit)? {
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
    fn change_any(&mut self, count: usize, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        let cells: Vec<usize> =
            (0..self.trial.reads()).rev().map(|level| self.trial.cell_read(level)).collect();
        for cell in cells {
            if self.changed.contains(&cell) {
                continue;
            }
            for bits in values(self, cell) {
                let old = self.set(cell, bits);
                let verdict = self.trial.run(u64::MAX, visit)?;
                if verdict == Verdict::Accepted
                    || (count > 1 && self.change_any(count - 1, visit)?)
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

    // ---- better ----

    /// Takes back changes that are not needed, and looks for a repair with fewer of them.
    fn polish(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        let (base, part) = POLISH;
        self.deadline = self.work() + base + self.work() / part;
        let made: Vec<usize> = self.changed.iter().copied().collect();
        for cell in made {
            let old = self.set(cell, self.ground.cell(cell).present);
            if self.is_late() || self.trial.run(u64::MAX, visit)? != Verdict::Accepted {
                self.set(cell, old);
            }
        }
        if self.is_late() || self.changes() < 2 {
            return Ok(());
        }
        let found = self.changes_made();
        self.reset();
        if !self.exhaust(1, found.len() - 1, visit)? {
            self.reset();
            for change in found {
                self.set(change.cell, change.to);
            }
        }
        Ok(())
    }
}

/// Where the predicate failed, and where an attempt is good.
#[derive(Clone, Copy)]
struct Failure {
    at: u64,
    limit: u64,
}
