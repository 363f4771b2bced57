//! Which changes might help, cheapest first.
//!
//! Two things point to a cell: a comparison that had to do with it, and that it was read lately.
//! A comparison says what the cell would have to be. For a cell that was only read there are the
//! other values it can have: of references first what the links around suggest, then null, then
//! other objects.
//!
//! A change costs what it does to the structure beside changing one more cell: objects cut off,
//! pairs of references broken or made whole, objects that somebody else refers to, fresh ones.

use super::ground::{Kind, bits_of, integer};
use super::links::target;
use super::search::Search;
use super::solve::{Want, flips};
use margay_ir::{Cond, Storage};
use margay_machine::Platform;
use margay_machine::traced::Traced;
use rustc_hash::FxHashSet;

/// What a change of one more cell costs; other costs are in proportion.
pub(super) const CHANGE: i64 = 4;

/// Reads further back than this make an attempt expensive.
const FAR: usize = 4096;
/// Reads behind a cell that are no matter, and behind a number that a comparison asks for.
const BEHIND: usize = 64;
const LONG_BEHIND: usize = 1024;

/// How unlikely null is where objects are missing and the same field of objects nearby is not null.
const RARELY_NULL: i64 = 2;

/// How many more of the objects are offered to which nothing refers.
const ORPHANS: usize = 2;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Width {
    /// Newest comparisons.
    pub tests: usize,
    /// Newest reads.
    pub reads: usize,
    /// Cells changed lately: what was wrong there may show only now.
    pub latest: usize,
    /// Objects of each sort, for one cell.
    pub objects: usize,
}

pub(super) const NARROW: Width = Width { tests: 8, reads: 3, latest: 0, objects: 3 };
pub(super) const NEAR: Width = Width { tests: 48, reads: 6, latest: 4, objects: 3 };
pub(super) const WIDE: Width = Width { tests: 384, reads: 24, latest: 16, objects: 8 };
pub(super) const FULL: Width = Width { tests: 1024, reads: 128, latest: 32, objects: 16 };

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fix {
    pub cell: usize,
    pub bits: u64,
    pub cost: i64,
}

/// Collects changes, no two alike, none that changes nothing.
struct Fixes<'s, 'a, P: Platform<Traced>> {
    search: &'s Search<'a, P>,
    width: Width,
    seen: FxHashSet<(usize, u64)>,
    found: Vec<Fix>,
}

/// The changes that might help where the predicate has just said no.
pub(super) fn fixes<P: Platform<Traced>>(search: &Search<'_, P>, width: Width) -> Vec<Fix> {
    let mut fixes = Fixes::new(search, width);
    fixes.collect();
    let mut found = fixes.found;
    found.sort_by_key(|fix| fix.cost);
    found
}

/// Other numbers that the newest comparisons suggest for these cells.
pub(super) fn moved<P: Platform<Traced>>(search: &Search<'_, P>, cells: &[usize]) -> Vec<Fix> {
    let mut fixes = Fixes::new(search, NARROW);
    fixes.compared(|cell| search.is_number(cell) && cells.contains(&cell));
    fixes.found
}

/// Other numbers that the very last comparison suggests for a cell, if it was one for equality.
pub(super) fn once_more<P: Platform<Traced>>(search: &Search<'_, P>, cell: usize) -> Vec<Fix> {
    let newest = search.trial.machine().core.domain.tests().next();
    if !newest.is_some_and(|test| matches!(test.cond, Cond::Eq | Cond::Ne)) {
        return Vec::new();
    }
    let mut fixes = Fixes::new(search, Width { tests: 1, ..NARROW });
    fixes.compared(|compared| search.is_number(cell) && compared == cell);
    fixes.found
}

/// Numbers that the newest comparisons suggest for cells that are changed anyway, and the very last
/// one for others; one cell excepted, and what was read long before it.
pub(super) fn entailed<P: Platform<Traced>>(search: &Search<'_, P>, but: usize) -> Vec<Fix> {
    let mut fixes = Fixes::new(search, NARROW);
    let level = |cell: usize| search.trial.level_of(cell).unwrap_or_default();
    let oldest = search.trial.reads().saturating_sub(FAR).min(level(but));
    let may = |cell: usize| search.is_number(cell) && cell != but && level(cell) >= oldest;
    fixes.compared(|cell| may(cell) && search.is_changed(cell));
    fixes.width.tests = 1;
    fixes.compared(may);
    fixes.found
}

/// All values of what was read or compared lately, for an exhaustive search.
pub(super) fn everything_lately<P: Platform<Traced>>(
    search: &Search<'_, P>,
    width: Width,
) -> Vec<Fix> {
    let mut fixes = Fixes::new(search, width);
    fixes.collect();
    let reads = search.trial.reads();
    for level in (0..reads).rev().take(width.reads) {
        fixes.small_numbers(search.trial.cell_read(level));
    }
    fixes.found
}

/// All values that a cell can be given, for an exhaustive search.
pub(super) fn values<P: Platform<Traced>>(search: &Search<'_, P>, cell: usize) -> Vec<u64> {
    let everything = Width { objects: usize::MAX, ..WIDE };
    let mut fixes = Fixes::new(search, everything);
    fixes.compared(|compared| compared == cell);
    fixes.alternatives(cell, true);
    fixes.small_numbers(cell);
    fixes.found.retain(|fix| fix.cell == cell);
    fixes.found.into_iter().map(|fix| fix.bits).collect()
}

impl<'s, 'a, P: Platform<Traced>> Fixes<'s, 'a, P> {
    fn new(search: &'s Search<'a, P>, width: Width) -> Self {
        Fixes { search, width, seen: FxHashSet::default(), found: Vec::new() }
    }

    fn collect(&mut self) {
        self.compared(|_| true);
        let reads = self.search.trial.reads();
        for level in (0..reads).rev().take(self.width.reads) {
            let cell = self.search.trial.cell_read(level);
            self.restore(cell);
            self.alternatives(cell, true);
            self.rivals(cell);
        }
        for cell in self.search.latest.iter().rev().take(self.width.latest) {
            self.restore(*cell);
            self.alternatives(*cell, true);
        }
    }

    /// What the comparisons on the way suggest for some cells.
    fn compared(&mut self, about: impl Fn(usize) -> bool) {
        let domain = &self.search.trial.machine().core.domain;
        let mut wants = Vec::new();
        for test in domain.tests().take(self.width.tests) {
            let cells = flips(domain, test).into_iter().filter_map(|(address, want)| {
                let cell = self.search.ground.cell_at(address)?;
                about(cell).then_some((cell, want))
            });
            wants.extend(cells);
        }
        for (cell, want) in wants {
            self.restore(cell);
            match want {
                Want::Exactly(bits) => self.exactly(cell, bits),
                Want::NonNull => self.alternatives(cell, false),
                Want::Other => self.alternatives(cell, true),
            }
        }
    }

    /// What other cells held before that were changed to refer to the same object.
    fn rivals(&mut self, cell: usize) {
        let search = self.search;
        let value = |cell: usize| search.trial.value(cell);
        if search.is_link(cell) && value(cell) != 0 {
            for other in search.changed().filter(|other| value(*other) == value(cell)) {
                self.restore(other);
            }
        }
    }

    /// What a changed cell held before.
    fn restore(&mut self, cell: usize) {
        let present = self.search.ground.cell(cell).present;
        self.offer(cell, present, 0, true);
    }

    /// A value that a comparison asks for.
    fn exactly(&mut self, cell: usize, bits: u64) {
        match self.search.ground.cell(cell).kind {
            Kind::Plain(storage @ (Storage::F32 | Storage::F64 | Storage::Ref)) => {
                debug_assert!(storage != Storage::Ref, "references are links or given");
                self.offer(cell, bits, 0, true);
            }
            Kind::Plain(storage) => {
                let number = bits.cast_signed();
                let leap = self.leap(cell, storage, number);
                for bits in leap.into_iter().chain([number]).filter_map(|n| bits_of(storage, n)) {
                    self.offer(cell, bits, 0, true);
                }
            }
            Kind::Link(_) => match self.search.ground.site_at(bits) {
                Some(site) if self.search.fits(cell, site) => self.link(cell, site, true),
                Some(_) => {}
                None if bits == 0 => self.cut(cell, true),
                None => {}
            },
            Kind::Given(pool) => {
                if bits == 0 || self.search.ground.pool(pool).iter().any(|r| u64::from(*r) == bits)
                {
                    self.offer(cell, bits, 0, true);
                }
            }
        }
    }

    /// Where a number might go that has to move on in the direction in which it was moved before:
    /// twice as far, lest it take as many attempts as there are others that it has to pass.
    fn leap(&self, cell: usize, storage: Storage, to: i64) -> Option<i64> {
        let from = integer(storage, self.search.ground.cell(cell).present)?;
        let now = integer(storage, self.search.trial.value(cell))?;
        let is_onward = from < now && now < to || to < now && now < from;
        to.checked_add(to.checked_sub(from)?).filter(|_| is_onward)
    }

    /// Other values of a cell.
    fn alternatives(&mut self, cell: usize, null: bool) {
        match self.search.ground.cell(cell).kind {
            Kind::Plain(storage) => self.numbers(cell, storage),
            Kind::Link(_) => self.links(cell, null),
            Kind::Given(pool) => {
                if null {
                    self.offer(cell, 0, 1, false);
                }
                for object in self.search.ground.pool(pool).iter().take(self.width.objects) {
                    self.offer(cell, u64::from(*object), 0, false);
                }
            }
        }
    }

    /// Numbers next to the present one, and such that no cell of this field has.
    fn numbers(&mut self, cell: usize, storage: Storage) {
        let Some(value) = integer(storage, self.search.trial.value(cell)) else { return };
        let (least, most) = self.search.extremes(cell);
        let near = [value.checked_add(1), value.checked_sub(1), Some(0)];
        let new = [most.checked_add(1), least.checked_sub(1)];
        for (number, cost) in near.map(|n| (n, 0)).into_iter().chain(new.map(|n| (n, 1))) {
            if let Some(bits) = number.and_then(|number| bits_of(storage, number)) {
                self.offer(cell, bits, cost, false);
            }
        }
    }

    /// In a small structure, all numbers that might count its objects.
    fn small_numbers(&mut self, cell: usize) {
        const SMALL: usize = 16;
        let Kind::Plain(storage) = self.search.ground.cell(cell).kind else { return };
        let count = self.search.ground.sites().iter().filter(|site| !site.fresh).count();
        let most = i64::try_from(count.min(SMALL)).unwrap_or_default() + 1;
        for bits in (-1..=most).filter_map(|number| bits_of(storage, number)) {
            self.offer(cell, bits, 0, false);
        }
    }

    /// Objects that a reference might be to.
    fn links(&mut self, cell: usize, null: bool) {
        let search = self.search;
        let (ground, trial) = (search.ground, &search.trial);
        let owner = ground.owner(cell);
        let half = search.links.unanswered(ground, |cell| trial.value(cell), cell);
        let half = half.filter(|site| self.search.fits(cell, *site));
        for site in half.collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let kin = search.links.kin(ground, |cell| trial.value(cell), cell);
        let kin = kin.filter(|site| !search.is_met(*site) && search.fits(cell, *site));
        for site in kin.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        if null {
            self.cut(cell, false);
        }
        for site in self.orphans(cell) {
            self.link(cell, site, false);
        }
        let newest = (0..trial.reads()).rev().take(4 * self.width.objects.min(FAR));
        let met = newest.map(|level| ground.owner(trial.cell_read(level)));
        let met = std::iter::once(owner).chain(met).filter(|site| self.search.fits(cell, *site));
        for site in met.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let everything = self.width.objects == usize::MAX;
        let others = outward(self.search.around(cell), ground.sites().len());
        let others = others.take(64_usize.saturating_mul(self.width.objects)).filter(|site| {
            !ground.sites()[*site].fresh
                && (everything || !search.is_met(*site))
                && self.search.fits(cell, *site)
        });
        for site in others.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        if self.width.objects < FULL.objects {
            return;
        }
        let fresh = ground.sites().iter().rposition(|site| !site.fresh).map_or(0, |last| last + 1);
        let unused = (fresh..ground.sites().len()).find(|site| {
            ground.sites()[*site].fresh && !search.in_use(*site) && self.search.fits(cell, *site)
        });
        if let Some(site) = unused {
            self.link(cell, site, false);
        }
    }

    /// Some objects that nobody refers to, kin and the nearest first.
    fn orphans(&self, cell: usize) -> Vec<usize> {
        let Search { links, ground, trial, .. } = self.search;
        let around = self.search.around(cell);
        let is_kin = |site| links.is_kin(ground, |cell| trial.value(cell), cell, site);
        let mut orphans: Vec<usize> = links.orphans(cell).collect();
        orphans.sort_by_cached_key(|site| (!is_kin(*site), site.abs_diff(around), *site));
        orphans.retain(|site| self.search.fits(cell, *site));
        orphans.truncate(self.width.objects.saturating_mul(ORPHANS));
        orphans
    }

    // ---- costs ----

    /// No reference; `asked` says that a comparison wants exactly this.
    fn cut(&mut self, cell: usize, asked: bool) {
        let search = self.search;
        let is_missing = |site: usize| search.fits(cell, site);
        let is_odd = search.links.orphans(cell).any(is_missing) && search.is_usually_set(cell);
        self.offer(cell, 0, if is_odd { RARELY_NULL } else { 0 }, asked);
    }

    /// A reference to an object; `asked` says that a comparison wants exactly this one.
    fn link(&mut self, cell: usize, site: usize, asked: bool) {
        let search = self.search;
        let unlikely = match search.links.degree(cell, site) {
            Some(0) => 0,
            _ if asked => 0,
            Some(_) if search.is_met(site) => 2,
            _ => 1,
        };
        self.offer(cell, u64::from(search.ground.sites()[site].object), unlikely, asked);
    }

    /// A value for a cell, what makes it unlikely beside what it costs, and whether something asks for
    /// exactly this one.
    fn offer(&mut self, cell: usize, bits: u64, unlikely: i64, asked: bool) {
        let search = self.search;
        let (value, present) = (search.trial.value(cell), search.ground.cell(cell).present);
        if bits == value || !self.seen.insert((cell, bits)) {
            return;
        }
        let more = i64::from(value == present) - i64::from(bits == present);
        if more > 0 && search.options.max_changes.is_some_and(|most| search.changes() >= most) {
            return;
        }
        let Some(level) = search.trial.level_of(cell) else { return };
        let age = search.trial.reads() - level;
        // To turn a reference elsewhere undoes what the predicate has seen behind it; and whatever is
        // changed, all that was read since is read again. What was changed before and is asked for
        // again may have been wrong from the start.
        let is_link = matches!(search.ground.cell(cell).kind, Kind::Link(_));
        let undone = match (asked, value == present) {
            (true, false) => i64::from(age > FAR),
            (true, true) if !is_link => (age / LONG_BEHIND + 1).ilog2().into(),
            _ => (age / BEHIND + 1).ilog2().into(),
        };
        let cost = search.price(cell, bits) + unlikely + undone;
        self.found.push(Fix { cell, bits, cost });
    }
}

impl<P: Platform<Traced>> Search<'_, P> {
    /// About where a reference might lead: structures are rarely laid out at random, so it is not
    /// far from where the same field of an object nearby leads.
    pub fn around(&self, cell: usize) -> usize {
        const NEIGHBOURS: isize = 4;
        let mut targets = (1..=NEIGHBOURS).filter_map(|back| {
            let cell = self.neighbour(cell, -back)?;
            target(self.ground, cell, self.trial.value(cell))
        });
        targets.next().unwrap_or(self.ground.owner(cell))
    }

    /// Whether the objects next to this one in the file have something in the same field.
    fn is_usually_set(&self, cell: usize) -> bool {
        let mut sides = [-1, 1].into_iter().map(|by| self.neighbour(cell, by));
        sides.all(|cell| cell.is_some_and(|cell| self.trial.value(cell) != 0))
    }

    /// The same field of an object so many places further in the file, if it is of the same class; of
    /// an array another element.
    fn neighbour(&self, cell: usize, by: isize) -> Option<usize> {
        let owner = self.ground.owner(cell);
        let site = &self.ground.sites()[owner];
        if self.is_array(site.class) {
            let beside = cell.checked_add_signed(by)?;
            return site.cells.contains(&beside).then_some(beside);
        }
        let other = self.ground.sites().get(owner.checked_add_signed(by)?)?;
        let beside = other.cells.start + (cell - site.cells.start);
        (other.class == site.class && beside < other.cells.end).then_some(beside)
    }

    /// Whether a cell may hold an object.
    pub fn fits(&self, cell: usize, site: usize) -> bool {
        self.ground.fits(&self.trial.machine().core.world, cell, site)
    }
}

/// All numbers below an end, from the middle outward.
fn outward(middle: usize, end: usize) -> impl Iterator<Item = usize> {
    let below = (1..=middle).map(move |distance| Some(middle - distance));
    let above = (middle..end).map(Some);
    let longest = end.max(middle);
    let below = below.chain(std::iter::repeat(None)).take(longest);
    let above = above.chain(std::iter::repeat(None)).take(longest);
    above.zip(below).flat_map(|(above, below)| [above, below]).flatten()
}
