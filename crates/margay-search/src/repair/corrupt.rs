//! Faults for experiments: random cells get random other values.

use super::ground::{Ground, Kind, bits_of, integer};
use super::{Change, Site};
use margay_ir::{Storage, World};
use rustc_hash::FxHashSet;

/// How far outside the range of small numbers a random one may lie.
const SPREAD: u64 = 100;

/// Attempts to find another cell that can be changed, for each fault.
const PATIENCE: usize = 100;

/// A random sequence, the same for the same seed everywhere (Steele, Lea, Flood: SplitMix).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// Chooses so many different cells and another value for each; fewer if there are no more.
#[must_use]
pub fn corrupt(ground: &Ground, world: &World, faults: usize, seed: u64) -> Vec<Change> {
    let mut random = Random(seed);
    let mut hit = FxHashSet::default();
    let mut changes = Vec::new();
    let mut attempts = faults.saturating_mul(PATIENCE);
    let last = ground.sites().iter().rfind(|site| !site.fresh).map_or(0, |site| site.cells.end);
    while changes.len() < faults && hit.len() < last && attempts > 0 {
        attempts -= 1;
        let cell = random.below(last);
        if hit.contains(&cell) {
            continue;
        }
        let from = ground.cell(cell).present;
        let to = other(ground, world, cell, &mut random);
        if let Some(to) = to.filter(|to| *to != from) {
            hit.insert(cell);
            changes.push(Change { cell, from, to });
        }
    }
    changes.sort_by_key(|change| change.cell);
    changes
}

/// A random value for a cell.
fn other(ground: &Ground, world: &World, cell: usize, random: &mut Random) -> Option<u64> {
    let objects = |sites: &[Site]| sites.partition_point(|site| !site.fresh);
    match ground.cell(cell).kind {
        Kind::Plain(Storage::Bool) => Some(1 - ground.cell(cell).present),
        Kind::Plain(Storage::F32) => Some(u64::from((random.next() as f32).to_bits())),
        Kind::Plain(Storage::F64) => Some((random.next() as f64).to_bits()),
        Kind::Plain(storage) => {
            let range = 2 * objects(ground.sites()) as u64 + SPREAD;
            let offset = random.below(range as usize) as i64 - (range / 2) as i64;
            let number = integer(storage, ground.cell(cell).present)?.checked_add(offset)?;
            bits_of(storage, number)
        }
        Kind::Link(_) => {
            let place = random.below(objects(ground.sites()) + 1);
            match place.checked_sub(1) {
                None => Some(0),
                Some(site) if ground.fits(world, cell, site) => {
                    Some(u64::from(ground.sites()[site].object))
                }
                Some(_) => None,
            }
        }
        Kind::Given(pool) => {
            let place = random.below(ground.pool(pool).len() + 1);
            Some(place.checked_sub(1).map_or(0, |at| u64::from(ground.pool(pool)[at])))
        }
    }
}
