//! Who refers to whom: what the references around a cell suggest for it.
//!
//! In many structures references come in pairs: the next node's previous one is this node, a
//! child's parent is its parent. An object that refers to another, which does not refer back, is
//! what a lost half of such a pair looks like. And an object that nobody refers to is one that a
//! changed reference has cut off.

use super::ground::{Ground, Kind};
use std::collections::BTreeSet;

/// Referrers looked at, of an object that many refer to.
const FEW: usize = 16;

pub(super) struct Links {
    /// Cells that refer to each object before any repair: those of object `n` are
    /// `cells[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    cells: Vec<u32>,
    /// How many cells refer to each object now.
    degrees: Vec<u32>,
    /// Objects of the structure that nobody refers to now; never the root.
    orphans: BTreeSet<usize>,
}

impl Links {
    pub fn new(ground: &Ground) -> Links {
        let count = ground.sites().len();
        let links = || {
            (0..ground.cell_count()).filter_map(|cell| {
                let target = target(ground, cell, ground.cell(cell).present)?;
                Some((cell, target))
            })
        };
        let mut degrees = vec![0; count];
        for (_, target) in links() {
            degrees[target] += 1;
        }
        let mut starts = Vec::with_capacity(count + 1);
        let mut end = 0;
        for degree in &degrees {
            starts.push(end);
            end += degree;
        }
        starts.push(end);
        let mut next = starts.clone();
        let mut cells = vec![0; end as usize];
        for (cell, target) in links() {
            cells[next[target] as usize] = cell as u32;
            next[target] += 1;
        }
        let is_orphan = |site: &usize| degrees[*site] == 0 && !ground.sites()[*site].fresh;
        let orphans = (1..count).filter(is_orphan).collect();
        Links { starts, cells, degrees, orphans }
    }

    /// A cell has got another value.
    pub fn change(&mut self, ground: &Ground, cell: usize, from: u64, to: u64) {
        if let Some(old) = target(ground, cell, from) {
            self.degrees[old] -= 1;
            if self.degrees[old] == 0 && old != 0 && !ground.sites()[old].fresh {
                self.orphans.insert(old);
            }
        }
        if let Some(new) = target(ground, cell, to) {
            self.degrees[new] += 1;
            self.orphans.remove(&new);
        }
    }

    /// How many cells refer to an object.
    pub fn degree(&self, site: usize) -> u32 {
        self.degrees[site]
    }

    /// Objects that nobody refers to.
    pub fn orphans(&self) -> impl Iterator<Item = usize> {
        self.orphans.iter().copied()
    }

    /// Objects that refer to an object and to which it does not refer.
    pub fn one_sided(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        site: usize,
    ) -> impl Iterator<Item = usize> {
        let object = u64::from(ground.sites()[site].object);
        let range = self.starts[site] as usize..self.starts[site + 1] as usize;
        let referrers = self.cells[range].iter().take(FEW).map(|cell| *cell as usize);
        referrers.filter_map(move |cell| {
            let owner = ground.owner(cell);
            let still = value(cell) == object && owner != site;
            (still && !refers(ground, &value, site, owner)).then_some(owner)
        })
    }
}

/// The object that a value of a cell refers to.
pub(super) fn target(ground: &Ground, cell: usize, bits: u64) -> Option<usize> {
    match ground.cell(cell).kind {
        Kind::Link(_) => ground.site_at(bits),
        Kind::Given(_) | Kind::Plain(_) => None,
    }
}

/// Whether some cell of one object (among its first few) refers to another.
pub(super) fn refers(
    ground: &Ground,
    value: &impl Fn(usize) -> u64,
    from: usize,
    to: usize,
) -> bool {
    let object = u64::from(ground.sites()[to].object);
    let mut cells = ground.sites()[from].cells.clone().take(FEW);
    cells.any(|cell| matches!(ground.cell(cell).kind, Kind::Link(_)) && value(cell) == object)
}
