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
use super::suggest::{CHANGE, FULL, Fix, NARROW, NEAR, WIDE, Width, entailed, fixes, moved};
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
/// Attempts at something better than what was found for a failure.
const BETTER: u64 = 1 << 13;
/// Steps for the search through everything, when nothing else has helped.
pub(super) const EXHAUSTIVE: u64 = 1 << 28;

/// Least and greatest number in each field: by class and place in the object.
type Extremes = FxHashMap<(ClassId, usize), (i64, i64)>;

pub(super) struct Search<'a, P: Platform<Traced>> {
    pub trial: Trial<'a, P>,
    pub ground: &'a Ground,
    pub options: &'a Options,
    pub links: Links,
    pub changed: BTreeSet<usize>,
    extremes: OnceCell<Extremes>,
    /// Cells in the order in which they were changed for good.
    pub latest: Vec<usize>,
    /// How far a structure may be from what it was to be a repair.
    pub farthest: usize,
    /// The machine's work, and the number of attempts, at which the present endeavour is given up.
    pub deadline: u64,
    pub last_attempt: u64,
}

/// Finds a structure near the one on the ground that the predicate accepts. The memory is as
/// before in the end; the result says what to change.
///
/// # Errors
/// When there is no repair within the limits, or the predicate cannot be run.
pub fn repair<P: Platform<Traced>>(
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
        farthest: usize::MAX,
        deadline: u64::MAX,
        last_attempt: u64::MAX,
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

    pub fn changes_made(&self) -> Vec<Change> {
        let change = |cell: &usize| Change {
            cell: *cell,
            from: self.ground.cell(*cell).present,
            to: self.trial.value(*cell),
        };
        self.changed.iter().map(change).collect()
    }

    /// Gives a cell a value; tells the one it had.
    pub fn set(&mut self, cell: usize, bits: u64) -> u64 {
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
    pub fn reset(&mut self) {
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

    pub fn work(&self) -> u64 {
        self.trial.machine.core.work
    }

    /// Allows so many more attempts, if there are no fewer left.
    pub fn allow(&mut self, attempts: u64) {
        self.last_attempt = self.last_attempt.min(self.trial.counters.candidates + attempts);
    }

    pub fn is_late(&self) -> bool {
        self.work() > self.deadline || self.trial.counters.candidates > self.last_attempt
    }

    // ---- one failure after the other ----

    /// Mends failures until the predicate accepts; false when one cannot be mended.
    pub fn mend_all(&mut self, visit: &mut impl Visit<P>) -> Result<bool, RepairError> {
        loop {
            let failure = match self.trial.run(u64::MAX, visit)? {
                Verdict::Accepted => return Ok(true),
                Verdict::Running => continue,
                Verdict::Rejected(at) => self.failure(at, HORIZON),
                Verdict::Endless(at) => self.failure(at, ENDLESS_HORIZON),
            };
            if self.is_late() || !self.mend(failure, visit)? {
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
        // Something better than what was found is worth some effort, but not any.
        let last_attempt = self.last_attempt;
        if best.is_some() {
            self.allow(BETTER);
        }
        if expected(&best) > GOOD {
            best = self.reconsider(failure, best, visit)?;
        }
        if expected(&best) > GOOD {
            best = self.try_alone(failure, WIDE, best, &mut tried, visit)?;
        }
        self.last_attempt = last_attempt;
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
            if self.is_late() || best.as_ref().is_some_and(|best| best.beats(fix.cost)) {
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
            if self.is_late() {
                break;
            }
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
            if self.is_late() {
                break;
            }
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
    pub fn attempt(
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

    pub fn undo(&mut self, made: &[(usize, u64, u64)]) {
        for (cell, old, _) in made.iter().rev() {
            self.set(*cell, *old);
        }
    }
}

/// What an attempt is expected to cost; very much if there is none.
fn expected(attempt: &Option<Attempt>) -> i64 {
    attempt.as_ref().map_or(i64::MAX, Attempt::expected)
}

/// Where the predicate failed, and where an attempt is good.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    pub at: u64,
    pub limit: u64,
    /// Cells read before.
    pub reads: usize,
    /// Whether nothing has helped: then a shorter way to places where no path has been is good too.
    pub is_hard: bool,
}

/// How far an attempt came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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
pub(super) struct Attempt {
    /// Cells with the value they had and the one they got, in order.
    pub made: Vec<(usize, u64, u64)>,
    cost: i64,
    pub end: End,
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
