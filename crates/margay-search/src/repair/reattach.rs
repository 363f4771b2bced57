//! Places for objects that were cut off.
//!
//! A reference that was turned elsewhere leaves two traces: an object to which nobody refers any
//! more, and one to which two refer. If the second of these references is one that the predicate has
//! not come to, it is the right one: what was left out belongs before it, in the place of the first.
//! From there one comes back to the object that nobody refers to by asking who refers to whom. Where
//! a reference became null there is only the first trace: then the place is where the object itself
//! refers to, or nearby in the file.

use super::links::{FEW, target};
use super::search::Search;
use margay_machine::Platform;
use margay_machine::traced::Traced;
use rustc_hash::{FxHashMap, FxHashSet};

/// Objects for which places are found at once.
const MOST_ORPHANS: usize = 1 << 12;
/// How far in the file a null reference may be from where one would expect it, to be thought of.
const NEARBY: usize = 16;
/// How far if the file is in order.
const BESIDE: usize = 2;

/// References to be given to objects that nobody refers to: cells and values.
pub(super) fn places_for_orphans<P: Platform<Traced>>(search: &Search<'_, P>) -> Vec<(usize, u64)> {
    let orphans = search.links.all_orphans().into_iter().filter(|site| search.is_left_out(*site));
    let orphans: Vec<usize> = orphans.take(MOST_ORPHANS).collect();
    if orphans.is_empty() {
        return Vec::new();
    }
    let mut finder = Finder { search, heads: FxHashMap::default() };
    let taken = finder.taken_places();
    let (reclaimed, placeless) = finder.reclaimed(&orphans, &taken);
    let more = finder.empty_places(&placeless);
    let object = |site: usize| u64::from(search.ground.sites()[site].object);
    reclaimed.into_iter().chain(more).map(|(cell, orphan)| (cell, object(orphan))).collect()
}

struct Finder<'s, 'a, P: Platform<Traced>> {
    search: &'s Search<'a, P>,
    /// For objects that were left out, the one that leads to them and is led to by none.
    heads: FxHashMap<usize, usize>,
}

impl<P: Platform<Traced>> Finder<'_, '_, P> {
    /// Cells that refer to what an object that was left out refers to as well, with the object that
    /// leads there.
    fn taken_places(&mut self) -> Vec<(usize, usize)> {
        let search = self.search;
        let mut places = Vec::new();
        for cell in self.read_cells() {
            let Some(site) = target(search.ground, cell, search.trial.value(cell)) else {
                continue;
            };
            let is_in_order = search.around(cell).abs_diff(site) <= BESIDE;
            if is_in_order || search.links.degree(cell, site).is_none_or(|count| count < 2) {
                continue;
            }
            if let Some(rightful) = self.unread_referrer(cell, site) {
                let head = self.head(cell, rightful);
                if search.fits(cell, head) {
                    places.push((cell, head));
                }
            }
        }
        places
    }

    /// For each of these objects one of the cells that were found: the one that would lead there if
    /// the file is in order, or else the one that leads to what the object leads to. And the objects
    /// for which there is none.
    fn reclaimed(
        &self,
        orphans: &[usize],
        taken: &[(usize, usize)],
    ) -> (Vec<(usize, usize)>, Vec<usize>) {
        let mut in_order: Vec<(usize, usize)> =
            taken.iter().map(|(cell, _)| (self.search.around(*cell), *cell)).collect();
        in_order.sort_unstable();
        let mut used = FxHashSet::default();
        let (mut places, mut placeless) = (Vec::new(), Vec::new());
        for orphan in orphans {
            let is_free = |cell: &usize| !used.contains(cell) && self.search.fits(*cell, *orphan);
            let leads = |place: &&(usize, usize)| place.1 == *orphan && is_free(&place.0);
            let cell = nearest(*orphan, &in_order, BESIDE, is_free)
                .or_else(|| taken.iter().find(leads).map(|(cell, _)| *cell));
            match cell {
                Some(cell) => {
                    used.insert(cell);
                    places.push((cell, *orphan));
                }
                None => placeless.push(*orphan),
            }
        }
        (places, placeless)
    }

    fn read_cells(&self) -> Vec<usize> {
        let is_read = |cell: &usize| self.search.trial.is_read(*cell);
        (0..self.search.ground.cell_count()).filter(is_read).collect()
    }

    /// An object with a reference to this one, of the family of a cell, that was not read.
    fn unread_referrer(&self, cell: usize, site: usize) -> Option<usize> {
        let Search { ground, links, trial, .. } = self.search;
        let object = u64::from(ground.sites()[site].object);
        let mut referrers = links.referrers(site).filter(|other| {
            links.are_related(cell, *other)
                && trial.value(*other) == object
                && !trial.is_read(*other)
        });
        referrers.next().map(|other| ground.owner(other))
    }

    /// The object from which one comes to one that was left out, and to which nobody refers.
    fn head(&mut self, cell: usize, left_out: usize) -> usize {
        let mut way = vec![left_out];
        let mut at = left_out;
        let head = loop {
            if let Some(head) = self.heads.get(&at) {
                break *head;
            }
            // Around a ring there is no head.
            match self.unread_referrer(cell, at) {
                Some(next) if way.len() <= self.search.ground.sites().len() => at = next,
                _ => break at,
            }
            way.push(at);
        };
        for site in way {
            self.heads.insert(site, head);
        }
        head
    }

    /// Cells that may refer to an object by what they have in common with it: of the objects to which it
    /// refers, and of others that refer to these.
    fn beside_kin(&self, orphan: usize) -> impl Iterator<Item = usize> {
        let Search { ground, links, trial, .. } = self.search;
        let cells = |site: usize| ground.sites()[site].cells.clone().take(FEW);
        let common = cells(orphan).filter_map(|cell| target(ground, cell, trial.value(cell)));
        let owners = common.flat_map(|site| {
            let others = links.referrers(site).map(|cell| ground.owner(cell));
            std::iter::once(site).chain(others)
        });
        let value = |cell: usize| trial.value(cell);
        owners.flat_map(cells).filter(move |cell| links.is_kin(ground, value, *cell, orphan))
    }

    /// For each of these objects a cell that is null: of an object that it refers to itself or that has
    /// something in common with it, nearby in the file, or one that the repair has cut.
    fn empty_places(&self, orphans: &[usize]) -> Vec<(usize, usize)> {
        if orphans.is_empty() {
            return Vec::new();
        }
        let search = self.search;
        let empty = self.read_cells().into_iter();
        let empty = empty.filter(|cell| search.is_link(*cell) && search.trial.value(*cell) == 0);
        let mut open: Vec<(usize, usize)> = empty.map(|cell| (search.around(cell), cell)).collect();
        open.sort_unstable();
        let mut taken = FxHashSet::default();
        let mut places = Vec::new();
        for orphan in orphans {
            let is_free = |cell: &usize| {
                !taken.contains(cell)
                    && search.fits(*cell, *orphan)
                    && search.links.degree(*cell, *orphan) == Some(0)
            };
            let waiting = search.links.answers(search.ground, *orphan);
            let is_open =
                |cell: &usize| search.trial.is_read(*cell) && search.trial.value(*cell) == 0;
            let waiting = waiting.chain(self.beside_kin(*orphan));
            let place = waiting.filter(is_open).find(is_free);
            let reach = if search.options.keep_nodes { usize::MAX } else { NEARBY };
            let place = place.or_else(|| nearest(*orphan, &open, reach, is_free));
            let cut = || search.changed().filter(is_open).find(is_free);
            if let Some(cell) = place.or_else(cut) {
                taken.insert(cell);
                places.push((cell, *orphan));
            }
        }
        places
    }
}

/// Of cells, sorted by where they might lead, a free one that might lead to an object.
fn nearest(
    orphan: usize,
    open: &[(usize, usize)],
    reach: usize,
    is_free: impl Fn(&usize) -> bool,
) -> Option<usize> {
    let middle = open.partition_point(|(around, _)| *around < orphan);
    let is_near = |place: &&(usize, usize)| place.0.abs_diff(orphan) <= reach;
    let below = open[..middle].iter().rev().take_while(is_near).find(|place| is_free(&place.1));
    let above = open[middle..].iter().take_while(is_near).find(|place| is_free(&place.1));
    let both = [below, above].into_iter().flatten();
    both.min_by_key(|(around, cell)| (around.abs_diff(orphan), *cell)).map(|(_, cell)| *cell)
}
