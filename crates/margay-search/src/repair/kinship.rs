//! What objects have in common with those that they refer to.
//!
//! The edges that leave a vertex are chained, and each of them knows the vertex; the people who
//! report to somebody are chained, and each knows whom. So one field is the same in all objects of a
//! chain, or leads back from the first of them, and the structure itself shows it: it is so of nearly
//! all references. Where a reference leads to a *stranger*, either the reference is wrong or the field
//! that should be in common; and of objects to which nobody refers, kin are what belongs there.

use super::ground::{Ground, Kind};
use super::links::{FEW, target};

/// References of a field that are to kin, at least; and at most one in so many others.
const ENOUGH: usize = 8;
const ODD: usize = 8;
/// Fields with kin of a structure; others have none.
const MOST: usize = 64;

const NONE: u8 = u8::MAX;

/// Fields by which kin are known.
pub(super) struct Kinship {
    laws: Vec<Law>,
    /// The law of each cell's field.
    law_of: Vec<u8>,
}

/// How an object is known to be one that a field refers to: by its cell of this place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    /// Which is the same as that of the object that refers to it.
    Common(usize),
    /// Which refers back.
    Back(usize),
}

impl Law {
    fn place(self) -> usize {
        let (Law::Common(place) | Law::Back(place)) = self;
        place
    }
}

impl Kinship {
    pub fn new(cells: usize) -> Kinship {
        Kinship { laws: Vec::new(), law_of: vec![NONE; cells] }
    }

    /// Finds the law of a field, if there is one, by its cells.
    pub fn note(&mut self, ground: &Ground, cells: &[usize]) {
        let mut back = [0; FEW];
        let mut common = [(0, 0); FEW];
        let mut all = 0;
        for cell in cells {
            let (owner, to) = (ground.owner(*cell), target(ground, *cell, present(ground, *cell)));
            let Some(to) = to.filter(|to| *to != owner) else { continue };
            all += 1;
            for place in 0..FEW {
                let Some(theirs) = link(ground, to, place) else { continue };
                let theirs = present(ground, theirs);
                back[place] += usize::from(theirs == object(ground, owner));
                if let Some(ours) = counterpart(ground, owner, to, place)
                    && ours != *cell
                    && present(ground, ours) != 0
                {
                    common[place].0 += 1;
                    common[place].1 += usize::from(theirs == present(ground, ours));
                }
            }
        }
        let is_law = |all: usize, kin: usize| kin >= ENOUGH && (all - kin) * ODD <= all;
        let back = (0..FEW).find(|place| is_law(all, back[*place])).map(Law::Back);
        let common = || {
            let most = (0..FEW).rev().max_by_key(|place| common[*place].1)?;
            is_law(common[most].0, common[most].1).then_some(Law::Common(most))
        };
        if let Some(law) = back.or_else(common).filter(|_| self.laws.len() < MOST) {
            for cell in cells {
                self.law_of[*cell] = self.laws.len() as u8;
            }
            self.laws.push(law);
        }
    }

    fn law(&self, cell: usize) -> Option<Law> {
        self.laws.get(usize::from(self.law_of[cell])).copied()
    }

    /// What kin have in common to which a cell may refer: the place, and what is there.
    pub fn badge(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
    ) -> Option<(usize, u64)> {
        let owner = ground.owner(cell);
        match self.law(cell)? {
            Law::Back(place) => Some((place, object(ground, owner))),
            Law::Common(place) => {
                let ours = link(ground, owner, place)?;
                Some((place, value(ours))).filter(|(_, bits)| *bits != 0)
            }
        }
    }

    /// Whether an object is known to be one that a cell may refer to.
    pub fn is_kin(
        &self,
        ground: &Ground,
        value: impl Fn(usize) -> u64,
        cell: usize,
        site: usize,
    ) -> bool {
        self.badge(ground, &value, cell).is_some_and(|(place, bits)| {
            link(ground, site, place).is_some_and(|theirs| value(theirs) == bits)
        })
    }

    /// How many more references are to strangers when a cell gets another value; `referrers` are
    /// cells that may refer to the object that it belongs to. References that are answered count
    /// elsewhere.
    pub fn more_strangers(
        &self,
        ground: &Ground,
        value: &impl Fn(usize) -> u64,
        cell: usize,
        to: u64,
        referrers: impl Iterator<Item = usize>,
    ) -> i64 {
        let changed = |other: usize| if other == cell { to } else { value(other) };
        let owner = ground.owner(cell);
        let place = cell - ground.sites()[owner].cells.start;
        let is_about = |other: &usize| self.law(*other) == Some(Law::Common(place));
        let own = ground.sites()[owner].cells.clone().take(FEW).filter(is_about);
        let referring = referrers.filter(|other| {
            self.law(*other).is_some_and(|law| law.place() == place)
                && value(*other) == object(ground, owner)
                && ground.owner(*other) != owner
        });
        let itself = matches!(self.law(cell), Some(Law::Common(_))).then_some(cell);
        let all = own.chain(referring).chain(itself);
        all.map(|reference| {
            i64::from(self.is_stranger(ground, &changed, reference))
                - i64::from(self.is_stranger(ground, value, reference))
        })
        .sum()
    }

    /// Whether a cell refers to an object that is no kin, though it has something by which one could
    /// see that it is.
    fn is_stranger(&self, ground: &Ground, value: &impl Fn(usize) -> u64, cell: usize) -> bool {
        let Some(law) = self.law(cell) else { return false };
        let Some(to) = target(ground, cell, value(cell)) else { return false };
        let Some(theirs) = link(ground, to, law.place()) else { return false };
        let owner = ground.owner(cell);
        match law {
            Law::Back(_) => value(theirs) != object(ground, owner),
            Law::Common(place) => counterpart(ground, owner, to, place)
                .is_some_and(|ours| value(theirs) != value(ours)),
        }
    }
}

fn present(ground: &Ground, cell: usize) -> u64 {
    ground.cell(cell).present
}

fn object(ground: &Ground, site: usize) -> u64 {
    u64::from(ground.sites()[site].object)
}

/// The cell at a place of an object, if it holds references.
fn link(ground: &Ground, site: usize, place: usize) -> Option<usize> {
    let cell = ground.sites()[site].cells.clone().nth(place)?;
    matches!(ground.cell(cell).kind, Kind::Link(_)).then_some(cell)
}

/// The same cell of an object as the one at a place of another object, if they are of one class.
fn counterpart(ground: &Ground, site: usize, other: usize, place: usize) -> Option<usize> {
    let is_one = ground.sites()[site].class == ground.sites()[other].class;
    is_one.then(|| link(ground, site, place)).flatten()
}
