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
use margay_ir::Storage;
use margay_machine::Platform;
use margay_machine::traced::Traced;
use rustc_hash::FxHashSet;

/// What a change of one more cell costs; other costs are in proportion.
pub(super) const CHANGE: i64 = 2;

/// Reads further back than this make an attempt expensive.
const FAR: usize = 4096;
/// Reads behind a reference that are no matter.
const BEHIND: usize = 64;

/// Objects for which places are found at once.
const MOST_HOMES: usize = 1 << 12;

/// How far to look.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fix {
    pub cell: usize,
    pub bits: u64,
    pub cost: i64,
    /// The part of the cost that is not for changing cells.
    pub side_effects: i64,
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

/// Numbers that the newest comparisons suggest for cells that are changed anyway, and the very last
/// one for others; one cell excepted.
pub(super) fn entailed<P: Platform<Traced>>(search: &Search<'_, P>, but: usize) -> Vec<Fix> {
    let mut fixes = Fixes::new(search, NARROW);
    let may = |cell: usize| search.is_number(cell) && cell != but;
    fixes.compared(|cell| may(cell) && search.is_changed(cell));
    fixes.width.tests = 1;
    fixes.compared(may);
    fixes.found
}

/// References to be given to objects that nobody refers to: cells and values. The cells are those
/// that a repair has set to null, and those that share what they refer to with others.
pub(super) fn homes<P: Platform<Traced>>(search: &Search<'_, P>) -> Vec<(usize, u64)> {
    let fixes = Fixes::new(search, NARROW);
    let ground = search.ground;
    let value = |cell: usize| search.trial.value(cell);
    let reached = search.reached();
    let orphans = search.links.all_orphans().into_iter().filter(|site| !reached[*site]);
    let orphans: Vec<usize> = orphans.take(MOST_HOMES).collect();
    if orphans.is_empty() {
        return Vec::new();
    }
    let is_read = |cell: &usize| search.trial.level_of(*cell).is_some();
    // Two references to one object, one of them from an object that is lost: the other is suspect.
    let is_shared = |cell: &usize| {
        let Some(site) = target(ground, *cell, value(*cell)) else { return false };
        let object = u64::from(ground.sites()[site].object);
        let is_lost = |other: usize| value(other) == object && !reached[ground.owner(other)];
        search.links.degree(*cell, site).is_some_and(|count| count > 1)
            && search.links.referrers(site).any(is_lost)
    };
    let cut = search
        .changed()
        .filter(|cell| matches!(ground.cell(*cell).kind, Kind::Link(_)) && value(*cell) == 0);
    let shared = (0..ground.cell_count()).filter(is_shared);
    // Whoever wants all objects kept does not mind where.
    let null = (0..ground.cell_count()).filter(|cell| {
        search.options.keep_nodes
            && matches!(ground.cell(*cell).kind, Kind::Link(_))
            && value(*cell) == 0
    });
    let open = cut.chain(shared).chain(null).filter(is_read).take(MOST_HOMES);
    let mut open: Vec<(usize, usize)> = open.map(|cell| (fixes.around(cell), cell)).collect();
    open.sort_unstable();
    open.dedup();
    let mut homes = Vec::new();
    for orphan in orphans {
        let wants =
            |cell: usize| fixes.fits(cell, orphan) && search.links.degree(cell, orphan) == Some(0);
        let near = open.iter().enumerate().filter(|(_, (_, cell))| wants(*cell));
        let nearest = near.min_by_key(|(_, (around, cell))| (around.abs_diff(orphan), *cell));
        if let Some((at, (_, cell))) = nearest {
            homes.push((*cell, u64::from(ground.sites()[orphan].object)));
            open.swap_remove(at);
        }
    }
    homes
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
        }
        for cell in self.search.latest.iter().rev().take(self.width.latest) {
            self.restore(*cell);
            self.alternatives(*cell, true);
        }
    }

    /// What the comparisons on the way suggest for some cells.
    fn compared(&mut self, about: impl Fn(usize) -> bool) {
        let domain = &self.search.trial.machine.core.domain;
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

    /// What a changed cell held before.
    fn restore(&mut self, cell: usize) {
        let present = self.search.ground.cell(cell).present;
        self.offer(cell, present, 0);
    }

    /// A value that a comparison asks for.
    fn exactly(&mut self, cell: usize, bits: u64) {
        match self.search.ground.cell(cell).kind {
            Kind::Plain(storage @ (Storage::F32 | Storage::F64 | Storage::Ref)) => {
                debug_assert!(storage != Storage::Ref, "references are links or given");
                self.offer(cell, bits, 0);
            }
            Kind::Plain(storage) => {
                if let Some(bits) = bits_of(storage, bits.cast_signed()) {
                    self.offer(cell, bits, 0);
                }
            }
            Kind::Link(_) => match self.search.ground.site_at(bits) {
                Some(site) if self.fits(cell, site) => self.link(cell, site, true),
                Some(_) => {}
                None if bits == 0 => self.cut(cell),
                None => {}
            },
            Kind::Given(pool) => {
                if bits == 0 || self.search.ground.pool(pool).iter().any(|r| u64::from(*r) == bits)
                {
                    self.offer(cell, bits, 0);
                }
            }
        }
    }

    /// Other values of a cell.
    fn alternatives(&mut self, cell: usize, null: bool) {
        match self.search.ground.cell(cell).kind {
            Kind::Plain(storage) => self.numbers(cell, storage),
            Kind::Link(_) => self.links(cell, null),
            Kind::Given(pool) => {
                if null {
                    self.offer(cell, 0, 1);
                }
                for object in self.search.ground.pool(pool).iter().take(self.width.objects) {
                    self.offer(cell, u64::from(*object), 0);
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
                self.offer(cell, bits, cost);
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
            self.offer(cell, bits, 0);
        }
    }

    /// Objects that a reference might be to.
    fn links(&mut self, cell: usize, null: bool) {
        let search = self.search;
        let (ground, trial) = (search.ground, &search.trial);
        let owner = ground.owner(cell);
        let half = search.links.unanswered(ground, |cell| trial.value(cell), cell);
        let half = half.filter(|site| self.fits(cell, *site));
        for site in half.collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        if null {
            self.cut(cell);
        }
        for site in self.orphans(cell) {
            self.link(cell, site, false);
        }
        let newest = (0..trial.reads()).rev().take(4 * self.width.objects.min(FAR));
        let met = newest.map(|level| ground.owner(trial.cell_read(level)));
        let met = std::iter::once(owner).chain(met).filter(|site| self.fits(cell, *site));
        for site in met.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let everything = self.width.objects == usize::MAX;
        let others = outward(self.around(cell), ground.sites().len());
        let others = others.take(64_usize.saturating_mul(self.width.objects)).filter(|site| {
            !ground.sites()[*site].fresh
                && (everything || !search.is_met(*site))
                && self.fits(cell, *site)
        });
        for site in others.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        if self.width.objects < FULL.objects {
            return;
        }
        let fresh = ground.sites().iter().rposition(|site| !site.fresh).map_or(0, |last| last + 1);
        let unused = (fresh..ground.sites().len()).find(|site| {
            ground.sites()[*site].fresh && !search.in_use(*site) && self.fits(cell, *site)
        });
        if let Some(site) = unused {
            self.link(cell, site, false);
        }
    }

    /// Some objects that nobody refers to, the nearest first.
    fn orphans(&self, cell: usize) -> Vec<usize> {
        let around = self.around(cell);
        let mut orphans: Vec<usize> = self.search.links.orphans(cell).collect();
        orphans.sort_by_key(|site| (site.abs_diff(around), *site));
        orphans.retain(|site| self.fits(cell, *site));
        orphans.truncate(self.width.objects);
        orphans
    }

    /// About where a reference might lead: structures are rarely laid out at random, so it is not
    /// far from where the same field of an object nearby leads.
    fn around(&self, cell: usize) -> usize {
        const NEIGHBOURS: usize = 4;
        let (ground, trial) = (self.search.ground, &self.search.trial);
        let owner = ground.owner(cell);
        let site = &ground.sites()[owner];
        let slot = cell - site.cells.start;
        let mut nearby = (1..=NEIGHBOURS).filter_map(|back| {
            let other = &ground.sites()[owner.checked_sub(back)?];
            let cell = other.cells.start + slot;
            let alike = other.class == site.class && cell < other.cells.end;
            alike.then(|| target(ground, cell, trial.value(cell))).flatten()
        });
        nearby.next().unwrap_or(owner)
    }

    fn fits(&self, cell: usize, site: usize) -> bool {
        self.search.ground.fits(&self.search.trial.machine.core.world, cell, site)
    }

    // ---- costs ----

    fn cut(&mut self, cell: usize) {
        let cost = self.leaving(cell) + self.more_unanswered(cell, 0);
        self.offer(cell, 0, cost);
    }

    /// A reference to an object; `asked` says that a comparison wants exactly this one.
    fn link(&mut self, cell: usize, site: usize, asked: bool) {
        let search = self.search;
        let object = u64::from(search.ground.sites()[site].object);
        let arriving = match search.links.degree(cell, site) {
            _ if search.ground.sites()[site].fresh => 2,
            Some(0) => -i64::from(search.options.keep_nodes),
            _ if asked => 0,
            Some(_) if search.is_met(site) => 2,
            _ => 1,
        };
        let cost = self.leaving(cell) + arriving + self.more_unanswered(cell, object);
        self.offer(cell, object, cost);
    }

    /// What it costs that a reference no longer is to what it is to now.
    fn leaving(&self, cell: usize) -> i64 {
        let search = self.search;
        let Some(old) = target(search.ground, cell, search.trial.value(cell)) else { return 0 };
        let is_only = search.links.degree(cell, old) == Some(1) && old != 0;
        CHANGE * i64::from(is_only)
    }

    fn more_unanswered(&self, cell: usize, to: u64) -> i64 {
        let search = self.search;
        search.links.more_unanswered(search.ground, |cell| search.trial.value(cell), cell, to)
    }

    fn offer(&mut self, cell: usize, bits: u64, cost: i64) {
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
        // To turn a reference elsewhere undoes what the predicate has seen behind it.
        let undone = match search.ground.cell(cell).kind {
            Kind::Link(_) if value == present => (age / BEHIND + 1).ilog2().into(),
            _ => i64::from(age > FAR),
        };
        let side_effects = cost + undone;
        self.found.push(Fix { cell, bits, cost: CHANGE * more + side_effects, side_effects });
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
