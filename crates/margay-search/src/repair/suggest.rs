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
use super::links::{refers, target};
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

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// Newest comparisons.
    pub tests: usize,
    /// Newest reads.
    pub reads: usize,
    /// Objects of each sort, for one cell.
    pub objects: usize,
}

pub(super) const NARROW: Width = Width { tests: 8, reads: 3, objects: 3 };
pub(super) const WIDE: Width = Width { tests: 64, reads: 24, objects: 8 };
pub(super) const FULL: Width = Width { tests: 2048, reads: 512, objects: 64 };

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    let mut fixes = Fixes { search, width, seen: FxHashSet::default(), found: Vec::new() };
    fixes.collect();
    let mut found = fixes.found;
    found.sort_by_key(|fix| fix.cost);
    found
}

/// All values that a cell can be given, for an exhaustive search.
pub(super) fn values<P: Platform<Traced>>(search: &Search<'_, P>, cell: usize) -> Vec<u64> {
    let everything = Width { tests: 64, reads: 0, objects: usize::MAX };
    let mut fixes =
        Fixes { search, width: everything, seen: FxHashSet::default(), found: Vec::new() };
    fixes.compared(|compared| compared == cell);
    fixes.alternatives(cell, true);
    fixes.small_numbers(cell);
    fixes.found.retain(|fix| fix.cell == cell);
    fixes.found.into_iter().map(|fix| fix.bits).collect()
}

impl<P: Platform<Traced>> Fixes<'_, '_, P> {
    fn collect(&mut self) {
        self.compared(|_| true);
        let reads = self.search.trial.reads();
        for level in (0..reads).rev().take(self.width.reads) {
            let cell = self.search.trial.cell_read(level);
            self.restore(cell);
            self.alternatives(cell, true);
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
        let half = search.links.one_sided(ground, |cell| trial.value(cell), owner);
        let half: Vec<usize> = half.filter(|site| self.fits(cell, *site)).collect();
        for site in half {
            self.link(cell, site, false);
        }
        if null {
            self.cut(cell);
        }
        let orphans = search.links.orphans().filter(|site| self.fits(cell, *site));
        for site in orphans.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let newest = (0..trial.reads()).rev().take(4 * self.width.objects.min(FAR));
        let met = newest.map(|level| ground.owner(trial.cell_read(level)));
        let met = std::iter::once(owner).chain(met).filter(|site| self.fits(cell, *site));
        for site in met.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let after = (owner + 1..ground.sites().len()).chain(0..=owner);
        let others = after.take(64_usize.saturating_mul(self.width.objects));
        let others = others.filter(|site| {
            !ground.sites()[*site].fresh
                && (self.width.objects == usize::MAX || !search.is_met(*site))
                && self.fits(cell, *site)
        });
        for site in others.take(self.width.objects).collect::<Vec<_>>() {
            self.link(cell, site, false);
        }
        let fresh = ground.sites().iter().rposition(|site| !site.fresh).map_or(0, |last| last + 1);
        let unused = (fresh..ground.sites().len()).find(|site| {
            ground.sites()[*site].fresh && search.links.degree(*site) == 0 && self.fits(cell, *site)
        });
        if let Some(site) = unused {
            self.link(cell, site, false);
        }
    }

    fn fits(&self, cell: usize, site: usize) -> bool {
        self.search.ground.fits(&self.search.trial.machine.core.world, cell, site)
    }

    // ---- costs ----

    fn cut(&mut self, cell: usize) {
        let cost = self.leaving(cell);
        self.offer(cell, 0, cost);
    }

    /// A reference to an object; `asked` says that a comparison wants exactly this one.
    fn link(&mut self, cell: usize, site: usize, asked: bool) {
        let search = self.search;
        let ground = search.ground;
        let value = |cell: usize| search.trial.value(cell);
        let owner = ground.owner(cell);
        let makes_pair =
            refers(ground, &value, site, owner) && !refers(ground, &value, owner, site);
        let arriving = match search.links.degree(site) {
            _ if makes_pair => -1,
            _ if ground.sites()[site].fresh => 2,
            0 if search.options.keep_nodes => -1,
            0 => 0,
            _ if asked => 0,
            _ => 1,
        };
        let cost = self.leaving(cell) + arriving;
        self.offer(cell, u64::from(ground.sites()[site].object), cost);
    }

    /// What it costs that a reference no longer is to what it is to now.
    fn leaving(&self, cell: usize) -> i64 {
        let search = self.search;
        let ground = search.ground;
        let value = |cell: usize| search.trial.value(cell);
        let Some(old) = target(ground, cell, value(cell)) else { return 0 };
        let is_only = search.links.degree(old) == 1 && old != 0;
        let breaks_pair = refers(ground, &value, old, ground.owner(cell));
        CHANGE * i64::from(is_only) + i64::from(breaks_pair)
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
        let is_far = search.trial.reads() - level > FAR;
        self.found.push(Fix { cell, bits, cost: CHANGE * more + cost + i64::from(is_far) });
    }
}
