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
use super::links::{Links, target};
use super::suggest::{
    CHANGE, FULL, Fix, NARROW, NEAR, WIDE, Width, entailed, fixes, homes, moved, values,
};
use super::trial::{Trial, Verdict};
use super::{Change, Options, RepairError, Repaired, Visit};
use margay_ir::{ClassId, MethodId};
use margay_machine::traced::Traced;
use margay_machine::{Machine, Platform};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Steps that an attempt must come beyond the failure to be good.
const HORIZON: u64 = 1 << 11;
/// What another failure costs that comes before that: if nothing new was read since, it is about
/// the same; if it comes very soon, perhaps.
const SAME: i64 = 3;
const SOON: (u64, i64) = (1 << 8, 1);
/// More of them where the predicate did not end: to see whether it still does not.
const ENDLESS_HORIZON: u64 = 1 << 24;
/// An attempt that costs no more is good enough not to look for others.
const GOOD: i64 = CHANGE + 2;
/// Latest changes that are put in question where nothing good is found.
const RECONSIDERED: usize = 4;
/// Changes tried together where none helps alone.
const TOGETHER: usize = 3;
/// Changes tried on each level of such an attempt.
const BREADTH: usize = 12;
/// Changes that one change may entail, and how many of them of other cells.
const MOST_REFINED: usize = 64;
const MOST_ENTAILED: i64 = 3;
/// Steps for the search through everything, when nothing else has helped.
const EXHAUSTIVE: u64 = 1 << 28;
/// Steps for making a repair that was found better: so many, and a part of what it took.
const POLISH: (u64, u64) = (1 << 20, 4);

/// First references that are cut when nothing else helps.
const FIRST: usize = 64;
/// Changes that keeping one object is worth to those who want it.
const KEPT: usize = 4;
/// Rounds of finding places for objects that were cut off: one place may bring others back.
const ADOPTIONS: usize = 4;
/// Structures are searched through for a repair with fewer changes if this many attempts suffice
/// for changing one cell.
const SMALL: usize = 1 << 14;

/// Least and greatest number in each field: by class and place in the object.
type Extremes = FxHashMap<(ClassId, usize), (i64, i64)>;

pub(super) struct Search<'a, P: Platform<Traced>> {
    pub trial: Trial<'a, P>,
    pub ground: &'a Ground,
    pub options: &'a Options,
    pub links: Links,
    changed: BTreeSet<usize>,
    extremes: OnceCell<Extremes>,
    /// Cells in the order in which they were changed for good.
    pub latest: Vec<usize>,
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
    let links = Links::new(ground, &machine.core.world);
    let trial = Trial::new(machine, ground, predicate, options.backtrack, options.max_steps);
    let mut search = Search {
        trial,
        ground,
        options,
        links,
        changed: BTreeSet::new(),
        extremes: OnceCell::new(),
        latest: Vec::new(),
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
            if !self.exhaust(1, most, visit)? && !self.cut_short(visit)? {
                return Err(RepairError::NotFound(self.options.max_changes));
            }
        } else if self.changes() > 0 {
            self.adopt(visit)?;
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

    /// Whether a cell is changed.
    pub fn is_changed(&self, cell: usize) -> bool {
        self.changed.contains(&cell)
    }

    /// Whether a cell holds no reference.
    pub fn is_number(&self, cell: usize) -> bool {
        matches!(self.ground.cell(cell).kind, Kind::Plain(_))
    }

    /// The cells that are changed.
    pub fn changed(&self) -> impl Iterator<Item = usize> {
        self.changed.iter().copied()
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
                Verdict::Rejected(at) => self.failure(at, HORIZON),
                Verdict::Endless(at) => self.failure(at, ENDLESS_HORIZON),
            };
            if !self.mend(failure, visit)? {
                return Ok(false);
            }
        }
    }

    fn failure(&self, at: u64, horizon: u64) -> Failure {
        Failure { at, limit: at + horizon, reads: self.trial.reads(), is_hard: false }
    }

    /// Changes something so that the predicate comes beyond a failure. Looks further the worse what
    /// was found so far.
    fn mend(&mut self, failure: Failure, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        self.trial.begin_epoch();
        let mut tried = FxHashSet::default();
        let mut best = self.try_alone(failure, NARROW, None, &mut tried, visit)?;
        if expected(&best) > CHANGE {
            best = self.try_alone(failure, NEAR, best, &mut tried, visit)?;
        }
        if expected(&best) > GOOD {
            best = self.reconsider(failure, best, visit)?;
        }
        if expected(&best) > GOOD {
            best = self.try_alone(failure, WIDE, best, &mut tried, visit)?;
        }
        for count in 2..=TOGETHER {
            if best.is_none() {
                best = self.try_together(failure, count, best, visit)?;
            }
        }
        if best.is_none() {
            let failure = Failure { is_hard: true, ..failure };
            best = self.try_alone(failure, FULL, best, &mut FxHashSet::default(), visit)?;
        }
        Ok(self.make(best))
    }

    /// Makes the changes of an attempt for good.
    fn make(&mut self, best: Option<Attempt>) -> bool {
        for (cell, _, bits) in best.iter().flat_map(|best| &best.made) {
            self.set(*cell, *bits);
            self.latest.push(*cell);
        }
        best.is_some()
    }

    /// The best of single changes and of what was found before.
    fn try_alone(
        &mut self,
        failure: Failure,
        width: Width,
        mut best: Option<Attempt>,
        tried: &mut FxHashSet<(usize, u64)>,
        visit: &mut impl Visit<P>,
    ) -> Result<Option<Attempt>, RepairError> {
        self.trial.run(u64::MAX, visit)?;
        for fix in fixes(self, width) {
            if best.as_ref().is_some_and(|best| best.beats(fix.cost)) {
                break;
            }
            if !tried.insert((fix.cell, fix.bits)) {
                continue;
            }
            let attempt = self.attempt(fix, failure, visit)?;
            self.undo(&attempt.made);
            if attempt.is_better_than(best.as_ref()) {
                best = Some(attempt);
            }
        }
        Ok(best)
    }

    /// The best of changing one of the latest changes into another one, and of what was found before:
    /// the failure that it was made for is mended anew.
    fn reconsider(
        &mut self,
        failure: Failure,
        mut best: Option<Attempt>,
        visit: &mut impl Visit<P>,
    ) -> Result<Option<Attempt>, RepairError> {
        let mut latest: Vec<usize> = self.latest.iter().rev().take(RECONSIDERED).copied().collect();
        latest.dedup();
        latest.retain(|cell| self.is_changed(*cell));
        for (age, cell) in latest.into_iter().enumerate() {
            let present = self.ground.cell(cell).present;
            let old = self.set(cell, present);
            let verdict = self.trial.run(failure.limit, visit)?;
            if matches!(verdict, Verdict::Rejected(at) if at <= failure.at) {
                let width = if age < 2 { WIDE } else { NEAR };
                let mut tried = FxHashSet::from_iter([(cell, old)]);
                let next = self.try_alone(failure, width, None, &mut tried, visit)?;
                let made = vec![(cell, old, present)];
                let back = Attempt { made, cost: -CHANGE, end: End::Nowhere };
                let both = next.map(|next| back.and(next));
                best = both.filter(|both| both.is_better_than(best.as_ref())).or(best);
            }
            self.set(cell, old);
        }
        Ok(best)
    }

    /// The best of several changes made together, the next where the predicate fails with those
    /// before, and of what was found before.
    fn try_together(
        &mut self,
        failure: Failure,
        count: usize,
        mut best: Option<Attempt>,
        visit: &mut impl Visit<P>,
    ) -> Result<Option<Attempt>, RepairError> {
        self.trial.run(u64::MAX, visit)?;
        for fix in fixes(self, NARROW).into_iter().take(BREADTH) {
            let first = self.attempt(fix, failure, visit)?;
            let next = match count {
                2 => self.try_alone(failure, NARROW, None, &mut FxHashSet::default(), visit)?,
                _ => self.try_together(failure, count - 1, None, visit)?,
            };
            self.undo(&first.made);
            if let Some(next) = next {
                let both = first.and(next);
                if both.is_better_than(best.as_ref()) {
                    best = Some(both);
                }
            }
            if best.as_ref().is_some_and(|best| best.expected() <= count as i64 * CHANGE) {
                break;
            }
        }
        Ok(best)
    }

    /// Makes a change, and then the changes of numbers that it entails: a key is moved on until it
    /// fits between others, a count follows what it counts.
    fn attempt(
        &mut self,
        fix: Fix,
        failure: Failure,
        visit: &mut impl Visit<P>,
    ) -> Result<Attempt, RepairError> {
        let before = self.changes() as i64;
        let mut made = vec![(fix.cell, self.set(fix.cell, fix.bits), fix.bits)];
        let mut verdict = self.trial.run(failure.limit, visit)?;
        let mut seen = (self.trial.reads(), self.trial.discoveries());
        'refine: while let Verdict::Rejected(at) = verdict {
            let more = self.changes() as i64 - before;
            if made.len() > MOST_REFINED || more > MOST_ENTAILED {
                break;
            }
            // A failure further on is another matter: only the cells changed here may follow it.
            let here: Vec<usize> = made.iter().map(|(cell, ..)| *cell).collect();
            let fixes = if at > failure.at { moved(self, &here) } else { entailed(self, fix.cell) };
            for fix in fixes {
                let old = self.set(fix.cell, fix.bits);
                let next = self.trial.run(failure.limit, visit)?;
                if !matches!(next, Verdict::Rejected(then) | Verdict::Endless(then) if then <= at) {
                    made.push((fix.cell, old, fix.bits));
                    verdict = next;
                    seen = (self.trial.reads(), self.trial.discoveries());
                    continue 'refine;
                }
                self.set(fix.cell, old);
            }
            break;
        }
        let end = match verdict {
            Verdict::Accepted => End::Accepted,
            Verdict::Running => End::Far,
            Verdict::Rejected(at) | Verdict::Endless(at)
                if at > failure.at || failure.is_hard && seen.1 > 0 =>
            {
                let steps = at.saturating_sub(failure.at);
                End::Near { steps, is_new: seen.0 > failure.reads || failure.is_hard }
            }
            Verdict::Rejected(_) | Verdict::Endless(_) => End::Nowhere,
        };
        let more = self.changes() as i64 - before;
        Ok(Attempt { made, cost: CHANGE * more + fix.side_effects, end })
    }

    fn undo(&mut self, made: &[(usize, u64, u64)]) {
        for (cell, old, _) in made.iter().rev() {
            self.set(*cell, *old);
        }
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

    /// The last resort: one of the first references becomes null, with all that is behind it lost.
    fn cut_short(&mut self, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        self.reset();
        self.trial.run(u64::MAX, visit)?;
        let cells: Vec<usize> = (0..self.trial.reads().min(FIRST))
            .map(|level| self.trial.cell_read(level))
            .filter(|cell| matches!(self.ground.cell(*cell).kind, Kind::Link(_)))
            .collect();
        let failure = Failure { at: u64::MAX, limit: u64::MAX, reads: 0, is_hard: false };
        for cell in cells {
            let fix = Fix { cell, bits: 0, cost: 0, side_effects: 0 };
            let attempt = self.attempt(fix, failure, visit)?;
            let most = self.options.max_changes.unwrap_or(usize::MAX);
            if attempt.end == End::Accepted && self.changes() <= most {
                return Ok(true);
            }
            self.undo(&attempt.made);
        }
        Ok(false)
    }

    // ---- better ----

    /// Looks for a place for objects that the root no longer leads to: each that nobody refers to
    /// is put where the repair has cut something off, or where a reference is to an object that has
    /// another one, and what follows is mended. It counts only if the result is nearer.
    fn adopt(&mut self, visit: &mut impl Visit<P>) -> Result<(), RepairError> {
        for _ in 0..ADOPTIONS {
            let (found, before) = (self.changes_made(), self.distance());
            let homes = homes(self);
            if homes.is_empty() {
                return Ok(());
            }
            for (cell, bits) in homes {
                self.set(cell, bits);
            }
            let is_nearer = self.mend_all(visit)? && self.distance() < before;
            if !is_nearer {
                self.reset();
                for change in found {
                    self.set(change.cell, change.to);
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// How far the structure is from what it was: cells changed and objects lost; these count for
    /// more if they are to be kept.
    fn distance(&self) -> usize {
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
        let is_large = self.trial.reads() * self.ground.sites().len() > SMALL;
        if self.is_late() || self.changes() < 2 || is_large {
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

/// What an attempt is expected to cost; very much if there is none.
fn expected(attempt: &Option<Attempt>) -> i64 {
    attempt.as_ref().map_or(i64::MAX, Attempt::expected)
}

/// Where the predicate failed, and where an attempt is good.
#[derive(Clone, Copy)]
struct Failure {
    at: u64,
    limit: u64,
    /// Cells read before.
    reads: usize,
    /// Whether nothing has helped: then a shorter way to places where no path has been is good too.
    is_hard: bool,
}

/// How far an attempt came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Accepted,
    /// To the limit.
    Far,
    /// So many steps beyond the failure, to another one, which may be about cells read since.
    Near {
        steps: u64,
        is_new: bool,
    },
    Nowhere,
}

/// Some changes, and what came of them.
struct Attempt {
    /// Cells with the value they had and the one they got, in order.
    made: Vec<(usize, u64, u64)>,
    cost: i64,
    end: End,
}

impl Attempt {
    /// Both, one after the other.
    fn and(mut self, next: Attempt) -> Attempt {
        self.made.extend(next.made);
        Attempt { made: self.made, cost: self.cost + next.cost, end: next.end }
    }

    /// The cost, and what is to be expected of a failure soon after.
    fn expected(&self) -> i64 {
        // What was saved has yet to be spent.
        match self.end {
            End::Near { is_new: false, .. } => self.cost.max(0) + SAME,
            End::Near { steps, .. } if steps < SOON.0 => self.cost.max(0) + SOON.1,
            End::Near { .. } => self.cost.max(0),
            _ => self.cost,
        }
    }

    /// Whether changes of this cost, or more, need not be tried any more.
    fn beats(&self, cost: i64) -> bool {
        match self.end {
            End::Near { .. } => self.expected() < cost,
            _ => self.expected() <= cost,
        }
    }

    fn is_better_than(&self, other: Option<&Attempt>) -> bool {
        let rank = |attempt: &Attempt| {
            let Attempt { cost, end, .. } = *attempt;
            let steps = if let End::Near { steps, .. } = end { steps } else { u64::MAX };
            (attempt.expected(), cost, Reverse(steps))
        };
        self.end != End::Nowhere && other.is_none_or(|other| rank(self) < rank(other))
    }
}
