//! From one failure to the next.
//!
//! Where the predicate says no, something is changed so that it comes further (`mend`).
//! Every step brings it further than it has been, a fault costs only the work around it, and faults
//! far apart do not multiply. Stored numbers that disagree are mended together (`reconcile`). When a failure cannot be mended, every change of any cell the predicate
//! read is tried, first one, then two, and so on: that ends for small structures only. The same
//! search looks for a repair with fewer changes than the one found, as long as that is not expensive.

use super::attempt::Failure;
use super::ground::{Ground, Kind, integer};
use super::links::Links;
use super::mend::Choice;
use super::reconcile::Disagreement;
use super::trial::{Trial, Verdict};
use super::{Change, Counters, Observer, Options, Predicate, RepairError, Repaired, Threw};
use crate::driver::Visitor;
use margay_ir::ClassId;
use margay_machine::traced::Traced;
use margay_machine::{Machine, Platform};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Steps that an attempt must come beyond the failure to be good.
const HORIZON: u64 = 1 << 11;
/// More of them where the predicate did not end: to see whether it still does not.
const ENDLESS_HORIZON: u64 = 1 << 24;
/// Effort for mending one failure after the other before stored numbers are looked at together: so
/// much, and so much for each cell.
const ALONE: (u64, u64) = (1 << 20, 32);
/// Effort for something better than the first remedies of all failures together: so much, and so much
/// for each cell.
const LEISURE: (u64, u64) = (1 << 20, 32);
/// Effort for the search through everything, when nothing else has helped.
const EXHAUSTIVE: u64 = 1 << 24;

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
    /// Remedies that might have been others, in order.
    pub choices: Vec<Choice>,
    /// How far a structure may be from what it was to be a repair.
    pub farthest: usize,
    /// The effort, and the number of attempts, at which the present endeavour is given up.
    pub deadline: u64,
    pub last_attempt: u64,
    /// The effort that is left for the rest once stored numbers disagree.
    alone: Option<u64>,
    /// The effort that is left for looking for something better than the first remedy.
    pub leisure: u64,
}

/// Finds a structure near the one on the ground that the predicate accepts. The memory is as
/// before in the end; the result says what to change.
///
/// # Errors
/// When there is no repair within the limits, or the predicate cannot be run.
pub fn repair<P: Platform<Traced>>(
    machine: &mut Machine<Traced, P>,
    ground: &Ground,
    predicate: Predicate<P>,
    options: &Options,
    visitor: &mut impl Visitor<Traced, P, Threw, Counters>,
) -> Result<Repaired, RepairError> {
    let links = Links::new(ground, &machine.core.world, options.keep_nodes);
    let trial = Trial::new(machine, ground, predicate, options.backtrack, options.max_steps);
    let mut search = Search {
        trial,
        ground,
        options,
        links,
        changed: BTreeSet::new(),
        extremes: OnceCell::new(),
        latest: Vec::new(),
        choices: Vec::new(),
        farthest: usize::MAX,
        deadline: u64::MAX,
        last_attempt: u64::MAX,
        alone: None,
        leisure: 0,
    };
    search.be_at_leisure();
    let result = search.repair(visitor);
    let counters = search.trial.counters();
    let changes = search.changes_made();
    search.trial.restart();
    machine.release();
    result.map(|()| Repaired { changes, counters })
}

impl<P: Platform<Traced>> Search<'_, P> {
    fn repair(&mut self, visitor: &mut impl Observer<P>) -> Result<(), RepairError> {
        if !(self.mend_or_reconcile(visitor)? && self.is_allowed()) {
            self.start_anew();
            self.deadline = self.trial.effort.saturating_add(EXHAUSTIVE);
            let most = self.options.max_changes.unwrap_or(usize::MAX);
            let found = self.is_small() && self.find_nearest(most, visitor)?
                || self.exhaust(1, most, visitor)?
                || self.cut_short(visitor)?;
            if !found {
                return Err(RepairError::NotFound(self.options.max_changes));
            }
        } else if self.changes() > 0 {
            let found = self.changes_made();
            match self.adopt(visitor).and_then(|()| self.polish(visitor)) {
                Err(RepairError::Stopped) => {
                    // The predicate has accepted this.
                    self.put_back(found);
                    return Ok(());
                }
                improved => improved?,
            }
        }
        self.confirm(visitor)
    }

    /// Mends one failure after the other; if that takes too long, fails or leaves something out, stored
    /// numbers are looked at together, and what is nearer counts.
    fn mend_or_reconcile(&mut self, visitor: &mut impl Observer<P>) -> Result<bool, RepairError> {
        let (base, each) = ALONE;
        self.alone = Some(base + each * self.ground.cell_count() as u64);
        let accepts = self.mend_all(visitor)?;
        (self.alone, self.deadline) = (None, u64::MAX);
        if accepts && self.left_out() == 0 {
            return Ok(true);
        }
        let plain = accepts.then(|| (self.distance(), self.changes_made()));
        self.start_anew();
        let reconciles = self.reconcile(visitor)?;
        match plain {
            Some((distance, changes)) if !reconciles || self.distance() >= distance => {
                self.start_anew();
                self.put_back(changes);
                self.mend_all(visitor)
            }
            _ => Ok(reconciles),
        }
    }

    /// Forgets all changes and what was thought of them.
    pub fn start_anew(&mut self) {
        self.reset();
        self.choices.clear();
        self.latest.clear();
        self.be_at_leisure();
    }

    fn be_at_leisure(&mut self) {
        let (base, each) = LEISURE;
        self.leisure = base + each * self.ground.cell_count() as u64;
    }

    /// The predicate must accept the result when it starts from the beginning.
    fn confirm(&mut self, visitor: &mut impl Observer<P>) -> Result<(), RepairError> {
        self.trial.restart();
        match self.trial.run(u64::MAX, visitor)? {
            Verdict::Accepted => Ok(()),
            _ => Err(RepairError::Unconfirmed),
        }
    }

    // ---- values ----

    /// Number of cells that are changed.
    pub fn changes(&self) -> usize {
        self.changed.len()
    }

    /// Whether there are no more of them than there may be.
    pub fn is_allowed(&self) -> bool {
        self.options.max_changes.is_none_or(|most| self.changes() <= most)
    }

    /// Whether a cell is changed.
    pub fn is_changed(&self, cell: usize) -> bool {
        self.changed.contains(&cell)
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
        cells.any(|cell| self.trial.is_read(cell))
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
        (site.class, if self.is_array(site.class) { 0 } else { cell - site.cells.start })
    }

    /// Whether objects of a class are arrays, or have no cells.
    pub fn is_array(&self, class: ClassId) -> bool {
        self.trial.machine().core.world.loaded(class).cells == 0
    }

    /// Allows so many more attempts, if there are no fewer left.
    pub fn allow(&mut self, attempts: u64) {
        self.last_attempt = self.last_attempt.min(self.trial.counters().candidates + attempts);
    }

    pub fn is_late(&self) -> bool {
        self.trial.effort > self.deadline || self.trial.counters().candidates > self.last_attempt
    }

    // ---- one failure after the other ----

    /// Mends failures until the predicate accepts; false when one cannot be mended.
    pub fn mend_all(&mut self, visitor: &mut impl Observer<P>) -> Result<bool, RepairError> {
        self.mend_but(None, visitor)
    }

    /// The same, but failures of stored numbers are granted and written down, if there is a list.
    pub fn mend_but(
        &mut self,
        mut granted: Option<&mut Vec<Disagreement>>,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        loop {
            let failure = match self.trial.run(u64::MAX, visitor)? {
                Verdict::Accepted => return Ok(true),
                Verdict::Running => continue,
                Verdict::Rejected(at) => {
                    if granted.as_deref_mut().is_some_and(|granted| self.grant(granted)) {
                        continue;
                    }
                    self.failure(at, HORIZON)
                }
                Verdict::Endless(_) if granted.as_ref().is_some_and(|g| !g.is_empty()) => {
                    return Ok(false);
                }
                Verdict::Endless(at) => self.failure(at, ENDLESS_HORIZON),
            };
            if let Some(effort) = self.alone
                && self.disagreement().is_some()
            {
                self.deadline = self.trial.effort.saturating_add(effort);
                self.alone = None;
            }
            if self.is_late() || !self.mend(failure, visitor)? {
                return Ok(false);
            }
        }
    }

    fn failure(&self, at: u64, horizon: u64) -> Failure {
        let (reads, place) = (self.trial.reads(), self.trial.place());
        Failure { at, limit: at + horizon, reads, place, is_hard: false }
    }
}
