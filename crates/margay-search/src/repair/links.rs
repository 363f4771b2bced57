//! Who refers to whom: what the references around a cell suggest for it.
//!
//! The structure itself tells how its fields are used. Some fields refer to each object once, alone
//! or together: the two children of tree nodes, the next node of a list. These make a *family*; an
//! object to which no field of a family refers has been cut off from it, and one to which two refer
//! has one too many. And some fields come in *pairs*: the next node's previous one is this node, a
//! child's parent is its parent. A reference without its answer is half of a broken pair.

use super::ground::{Ground, Kind};
use super::kinship::Kinship;
use margay_ir::{ClassId, World};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Referrers looked at, of an object that many refer to, and cells of a large object.
pub(super) const FEW: usize = 16;
/// Answered references that make a field one that is usually answered.
const ENOUGH: usize = 3;
/// Families of a structure; fields beyond have none.
const MOST_FAMILIES: usize = 16;
/// In a family, at most one reference in so many is to an object that has one already.
const ODD: usize = 8;

/// What is odd about a structure, as a price: an object that a family does not refer to, and much
/// more so if all are to be kept; one that it refers to once too often; a reference without its
/// answer, or to an object with which nothing is in common that should be; an object that was not there.
const ORPHAN: i64 = 6;
const ORPHAN_TO_KEEP: i64 = 24;
const EXCESS: i64 = 1;
const UNANSWERED: i64 = 3;
const STRANGER: i64 = 3;
/// What it is worth to refer to an object that was cut off from the start: little, for wherever it
/// belongs a reference is wrong that has to be put right anyway.
const FOUND: i64 = 2;
const FRESH: i64 = 6;

const NONE: u8 = u8::MAX;

pub(super) struct Links {
    /// Cells that refer to each object before any repair: those of object `n` are
    /// `cells[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    cells: Vec<u32>,
    families: Vec<Family>,
    /// The family of each cell.
    family_of: Vec<u8>,
    /// Whether references of each cell's field are usually answered.
    in_pairs: Vec<bool>,
    kinship: Kinship,
    /// The price of an object that is cut off.
    orphan: i64,
}

/// Fields that together refer to each object once.
struct Family {
    /// How many of its references are to each object now.
    degrees: Vec<u32>,
    /// Objects that it should refer to and does not; never the root.
    orphans: BTreeSet<usize>,
    /// Whether an object was one before any repair.
    was_orphan: Vec<bool>,
}

/// A field, by class and place in the object; all elements of arrays of a class are one.
type Field = (ClassId, usize);

impl Links {
    pub fn new(ground: &Ground, world: &World, keep_all: bool) -> Links {
        let (starts, cells) = referrers(ground);
        let mut links = Links {
            starts,
            cells,
            families: Vec::new(),
            family_of: vec![NONE; ground.cell_count()],
            in_pairs: vec![false; ground.cell_count()],
            kinship: Kinship::new(ground.cell_count()),
            orphan: if keep_all { ORPHAN_TO_KEEP } else { ORPHAN },
        };
        let mut fields: BTreeMap<(u32, u32, usize), Vec<usize>> = BTreeMap::new();
        for cell in 0..ground.cell_count() {
            if let Kind::Link(class) = ground.cell(cell).kind {
                let (owner, slot) = field(ground, cell);
                fields.entry((class.as_u32(), owner.as_u32(), slot)).or_default().push(cell);
            }
        }
        // Fields with few references join those with many.
        let count = |cells: &Vec<usize>| {
            cells.iter().filter(|cell| ground.cell(**cell).present != 0).count()
        };
        let mut fields: Vec<_> = fields.into_iter().collect();
        fields.sort_by_key(|(_, cells)| Reverse(count(cells)));
        let mut declared: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for ((class, _, _), cells) in fields {
            links.note_pairs(ground, &cells);
            links.kinship.note(ground, &cells);
            links.note_family(ground, declared.entry(class).or_default(), &cells);
        }
        links.find_orphans(ground, world);
        links
    }

    fn note_pairs(&mut self, ground: &Ground, cells: &[usize]) {
        let value = |cell: usize| ground.cell(cell).present;
        let (mut all, mut answered) = (0, 0);
        for cell in cells {
            let owner = ground.owner(*cell);
            if let Some(to) = target(ground, *cell, value(*cell)).filter(|to| *to != owner) {
                all += 1;
                answered += usize::from(refers(ground, &value, to, owner));
            }
        }
        // More than by chance: every second of a chain may refer to the one before.
        if 3 * answered > 2 * all && answered >= ENOUGH {
            for cell in cells {
                self.in_pairs[*cell] = true;
            }
        }
    }

    /// Puts a field into a family of those with the same declared class, or a new one, or none.
    fn note_family(&mut self, ground: &Ground, known: &mut Vec<usize>, cells: &[usize]) {
        let targets = || cells.iter().filter_map(|c| target(ground, *c, ground.cell(*c).present));
        let count = targets().count();
        let joined = |degrees: &[u32]| -> Option<Vec<u32>> {
            let mut joined = degrees.to_vec();
            let mut odd = 0;
            for target in targets() {
                odd += usize::from(joined[target] > 0);
                joined[target] += 1;
            }
            (odd <= 1 + count / ODD).then_some(joined)
        };
        let place = known.iter().find_map(|place| {
            joined(&self.families[*place].degrees).map(|degrees| (*place, degrees))
        });
        let place = match place {
            Some((place, degrees)) => {
                self.families[place].degrees = degrees;
                place
            }
            None => {
                let alone = joined(&vec![0; ground.sites().len()]);
                let Some(degrees) = alone.filter(|_| self.families.len() < MOST_FAMILIES) else {
                    return;
                };
                self.families.push(Family {
                    degrees,
                    orphans: BTreeSet::new(),
                    was_orphan: Vec::new(),
                });
                known.push(self.families.len() - 1);
                self.families.len() - 1
            }
        };
        for cell in cells {
            self.family_of[*cell] = place as u8;
        }
    }

    fn find_orphans(&mut self, ground: &Ground, world: &World) {
        let mut declared: BTreeMap<u8, ClassId> = BTreeMap::new();
        for cell in 0..ground.cell_count() {
            if let Kind::Link(class) = ground.cell(cell).kind {
                declared.entry(self.family_of[cell]).or_insert(class);
            }
        }
        for (place, family) in (0..).zip(&mut self.families) {
            let Some(class) = declared.get(&place) else { continue };
            let sites = ground.sites().iter().enumerate().skip(1);
            let fitting: Vec<usize> = sites
                .filter(|(_, held)| !held.fresh && world.is_subclass(held.class, *class))
                .map(|(site, _)| site)
                .collect();
            let is_orphan = |site: &usize| family.degrees[*site] == 0;
            let orphans: BTreeSet<usize> = fitting.iter().copied().filter(is_orphan).collect();
            // Where most are none is missing: not every object has to be referred to.
            if orphans.len() <= 1 + fitting.len() / 2 {
                family.orphans = orphans;
            }
            family.was_orphan = vec![false; ground.sites().len()];
            for site in &family.orphans {
                family.was_orphan[*site] = true;
            }
        }
    }

    fn family(&self, cell: usize) -> Option<&Family> {
        self.families.get(usize::from(self.family_of[cell]))
    }

    /// A cell has got another value.
    pub fn change(&mut self, ground: &Ground, cell: usize, from: u64, to: u64) {
        let Some(family) = self.families.get_mut(usize::from(self.family_of[cell])) else { return };
        if let Some(old) = target(ground, cell, from) {
            family.degrees[old] -= 1;
            if family.degrees[old] == 0 && old != 0 && !ground.sites()[old].fresh {
                family.orphans.insert(old);
            }
        }
        if let Some(new) = target(ground, cell, to) {
            family.degrees[new] += 1;
            family.orphans.remove(&new);
        }
    }

    /// How many cells of the same family refer to an object; none if the cell has no family.
    pub fn degree(&self, cell: usize, site: usize) -> Option<u32> {
        self.family(cell).map(|family| family.degrees[site])
    }

    /// Whether two cells are of one family.
    pub fn are_related(&self, cell: usize, other: usize) -> bool {
        self.family_of[cell] == self.family_of[other]
    }

    /// Cells of the objects to which an object refers by a field that is usually answered.
    pub fn answers(&self, ground: &Ground, site: usize) -> impl Iterator<Item = usize> {
        let cells = ground.sites()[site].cells.clone().take(FEW);
        let asked = cells.filter(|cell| self.in_pairs[*cell]);
        let asked = asked.filter_map(|cell| target(ground, cell, ground.cell(cell).present));
        asked.flat_map(|other| ground.sites()[other].cells.clone().take(FEW))
    }

    /// Objects to which the family of a cell should refer and does not.
    pub fn orphans(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.family(cell).into_iter().flat_map(|family| family.orphans.iter().copied())
    }

    /// Objects that some family should refer to and does not.
    pub fn all_orphans(&self) -> BTreeSet<usize> {
        self.families.iter().flat_map(|family| family.orphans.iter().copied()).collect()
    }

    /// The cells that referred to an object before any repair.
    pub fn referrers(&self, site: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[site] as usize..self.starts[site + 1] as usize;
        self.cells[range].iter().take(FEW).map(|cell| *cell as usize)
    }

    /// Objects that refer to the owner of a cell and wait for an answer, if the cell is one that
    /// gives answers.
    pub fn unanswered(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
    ) -> impl Iterator<Item = usize> {
        let owner = ground.owner(cell);
        let object = u64::from(ground.sites()[owner].object);
        let referrers = self.in_pairs[cell].then(|| self.referrers(owner));
        referrers.into_iter().flatten().filter_map(move |referrer| {
            let site = ground.owner(referrer);
            let still = self.in_pairs[referrer] && value(referrer) == object && site != owner;
            (still && !refers(ground, &value, owner, site)).then_some(site)
        })
    }

    /// Objects that are known to be such as a cell may refer to.
    pub fn kin(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
    ) -> impl Iterator<Item = usize> {
        let badge = self.kinship.badge(ground, &value, cell);
        let known = badge.and_then(|(place, bits)| Some((place, bits, ground.site_at(bits)?)));
        known.into_iter().flat_map(move |(place, bits, site)| {
            let is_at = |other: usize| other - ground.sites()[ground.owner(other)].cells.start;
            let referrers = self.referrers(site).filter(move |other| is_at(*other) == place);
            let still: Vec<usize> = referrers.filter(|other| value(*other) == bits).collect();
            still.into_iter().map(|other| ground.owner(other))
        })
    }

    /// Whether an object is known to be one that a cell may refer to.
    pub fn is_kin(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
        site: usize,
    ) -> bool {
        self.kinship.is_kin(ground, value, cell, site)
    }

    /// How much odder a structure is when a cell gets another value.
    pub fn price(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
        to: u64,
    ) -> i64 {
        let (old, new) = (target(ground, cell, value(cell)), target(ground, cell, to));
        if old == new {
            return 0;
        }
        let fresh = |site: Option<usize>| site.is_some_and(|site| ground.sites()[site].fresh);
        let mut price = FRESH * (i64::from(fresh(new)) - i64::from(fresh(old)));
        if let Some(family) = self.family(cell) {
            let leaving = old.map(|old| match family.degrees[old] {
                1 if new.is_some() && family.was_orphan[old] => FOUND,
                1 if old != 0 && !fresh(Some(old)) => self.orphan,
                1 => 0,
                _ => -EXCESS,
            });
            let arriving = new.map(|new| match family.degrees[new] {
                0 if family.was_orphan[new] => -FOUND,
                0 if family.orphans.contains(&new) => -self.orphan,
                0 => 0,
                _ => EXCESS,
            });
            price += leaving.unwrap_or_default() + arriving.unwrap_or_default();
        }
        let referrers = self.referrers(ground.owner(cell));
        price
            + UNANSWERED * self.more_unanswered(ground, &value, cell, [old, new])
            + STRANGER * self.kinship.more_strangers(ground, &value, cell, to, referrers)
    }

    /// How many more references wait for an answer when a cell refers to another object.
    fn more_unanswered(
        &self,
        ground: &Ground,
        value: &impl Fn(usize) -> u64,
        cell: usize,
        [old, new]: [Option<usize>; 2],
    ) -> i64 {
        if !self.in_pairs[cell] {
            return 0;
        }
        let owner = ground.owner(cell);
        let [old, new] = [old, new].map(|site| site.filter(|site| *site != owner));
        let leaving = old.map_or(0, |old| if refers(ground, value, old, owner) { 1 } else { -1 });
        let arriving = new.map_or(0, |new| if refers(ground, value, new, owner) { -1 } else { 1 });
        leaving + arriving
    }
}

/// Who refers to each object: where each one's list starts, and the lists.
fn referrers(ground: &Ground) -> (Vec<u32>, Vec<u32>) {
    let links = || {
        (0..ground.cell_count()).filter_map(|cell| {
            let target = target(ground, cell, ground.cell(cell).present)?;
            Some((cell, target))
        })
    };
    let mut starts = vec![0; ground.sites().len() + 1];
    for (_, target) in links() {
        starts[target + 1] += 1;
    }
    for site in 1..starts.len() {
        starts[site] += starts[site - 1];
    }
    let mut next = starts.clone();
    let mut cells = vec![0; links().count()];
    for (cell, target) in links() {
        cells[next[target] as usize] = cell as u32;
        next[target] += 1;
    }
    (starts, cells)
}

fn field(ground: &Ground, cell: usize) -> Field {
    let site = &ground.sites()[ground.owner(cell)];
    (site.class, (cell - site.cells.start).min(FEW))
}

/// The object that a value of a cell refers to.
pub(super) fn target(ground: &Ground, cell: usize, bits: u64) -> Option<usize> {
    match ground.cell(cell).kind {
        Kind::Link(_) => ground.site_at(bits),
        Kind::Given(_) | Kind::Plain(_) => None,
    }
}

/// Whether some cell of one object (among its first few) refers to another.
fn refers(ground: &Ground, value: &impl Fn(usize) -> u64, from: usize, to: usize) -> bool {
    let object = u64::from(ground.sites()[to].object);
    let mut cells = ground.sites()[from].cells.clone().take(FEW);
    cells.any(|cell| matches!(ground.cell(cell).kind, Kind::Link(_)) && value(cell) == object)
}
