//! Stored numbers that disagree.
//!
//! A number that is made of other stored numbers (how many there are below, a height, a sum) is
//! compared more than once: with what it is made of, and as a part of what is made of it. Where such
//! a comparison fails, any of its numbers may be the wrong one, and which one shows only where it is
//! compared again, perhaps at the other end of the structure. So it is not mended there and then: it
//! is granted, and the predicate goes on. One walk finds all disagreements in this way. A change that
//! two of them ask for is the one that was wanted; it is made, and the others are looked at once more.
//! If no two agree, something may be missing that was counted: objects that were left out are put back.
//! Of disagreements that nobody else has a word to say about each is given what it asks for, which may
//! lead to others above it, and so on. If that does not end, they are mended where they were fewest, as
//! any other failure: a reference may be wrong instead.
//!
//! So the time grows with the structure and with the faults, not with both together: nothing is tried
//! to tell which number is wrong.

use super::ground::{Kind, bits_of};
use super::reattach::places_for_orphans;
use super::search::Search;
use super::solve::{Want, flips};
use super::{Change, Observer, RepairError};
use margay_ir::Type;
use margay_machine::Platform;
use margay_machine::traced::{Origin, Test, Traced};
use rustc_hash::{FxHashMap, FxHashSet};

/// Disagreements that are put off at most.
const MOST: usize = 1 << 14;
/// Walks at most: a number that is wrong at the bottom may have to be carried up level by level.
const WALKS: usize = 16;
/// Reads since that of a cell that is new.
const NEW: usize = 64;
/// Results of calls followed back to what decided them.
const MOST_CALLS: usize = 1 << 16;

/// A comparison of numbers that failed: cells with the value each would need, all others being as
/// they are; the most direct first.
pub(super) struct Disagreement {
    wants: Vec<(usize, u64)>,
}

impl<P: Platform<Traced>> Search<'_, P> {
    /// Mends failures until the predicate accepts, those of stored numbers together; false when
    /// that cannot be done.
    pub fn reconcile(&mut self, visitor: &mut impl Observer<P>) -> Result<bool, RepairError> {
        let mut granted = Vec::new();
        // The fewest disagreements, and the changes with which there were so few.
        let mut best: Option<(usize, Vec<Change>)> = None;
        let mut is_complete = false;
        for _ in 0..WALKS {
            granted.clear();
            let accepts = self.mend_but(Some(&mut granted), visitor)?;
            if granted.is_empty() {
                return Ok(accepts);
            }
            let places = if accepts { places_for_orphans(self) } else { Vec::new() };
            self.trial.grant_nothing();
            if !accepts {
                // Perhaps it was no good idea to go on.
                best = None;
                break;
            }
            if best.as_ref().is_none_or(|(fewest, _)| granted.len() < *fewest) {
                best = Some((granted.len(), self.changes_made()));
            }
            let mut next = agreed(&granted);
            if next.is_empty() && !is_complete {
                is_complete = true;
                next = places;
            }
            if next.is_empty() {
                next = granted.iter().filter_map(|g| g.wants.first().copied()).collect();
            }
            next.into_iter().for_each(|(cell, bits)| _ = self.set(cell, bits));
        }
        match best {
            Some((_, changes)) => self.put_back(changes),
            None => self.start_anew(),
        }
        self.mend_all(visitor)
    }

    /// Grants the comparison for which the predicate has said no, if it is one of stored numbers.
    pub fn grant(&mut self, granted: &mut Vec<Disagreement>) -> bool {
        let Some((test, last, disagreement)) = self.disagreement() else { return false };
        let is_granted = granted.len() < MOST
            && test.about().is_some_and(|about| self.trial.grant(about, !test.holds, last));
        if is_granted {
            granted.push(disagreement);
        }
        is_granted
    }

    /// The comparison of stored numbers for which the predicate has said no, the read of the last of
    /// its cells, which came before it, and what it asks for.
    pub fn disagreement(&self) -> Option<(Test, usize, Disagreement)> {
        let domain = &self.trial.machine().core.domain;
        let test = decisive(domain)?;
        test.about().filter(|_| matches!(test.ty, Type::I32 | Type::I64))?;
        let wants: Vec<(usize, u64)> = flips(domain, &test)
            .into_iter()
            .filter_map(|(address, want)| {
                let cell = self.ground.cell_at(address)?;
                match (want, self.ground.cell(cell).kind) {
                    (Want::Exactly(bits), Kind::Plain(storage)) => {
                        Some((cell, bits_of(storage, bits.cast_signed())?))
                    }
                    _ => None,
                }
            })
            .collect();
        let cells: FxHashSet<usize> = wants.iter().map(|(cell, _)| *cell).collect();
        let last = cells.iter().filter_map(|cell| self.trial.level_of(*cell)).max()?;
        // What nobody can have compared before is mended at once.
        let is_new = cells.len() == 1 && self.trial.reads() - last <= NEW;
        (!is_new).then_some((test, last, Disagreement { wants }))
    }
}

/// The comparison that decided the end: the newest one, or the one that decided what it compared.
fn decisive(domain: &Traced) -> Option<Test> {
    let mut test = *domain.tests().next()?;
    for _ in 0..MOST_CALLS {
        let origins = [test.a, test.b].map(|word| domain.origin(word));
        if origins.iter().any(|origin| matches!(origin, Origin::Cell(_) | Origin::Term(_))) {
            return Some(test);
        }
        test = origins.into_iter().find_map(|origin| match origin {
            Origin::After(test) => Some(test),
            _ => None,
        })?;
    }
    None
}

/// Changes that more than one disagreement asks for. If there are none, cells that more than one is
/// about, with the value that the most direct of them asks for.
fn agreed(all: &[Disagreement]) -> Vec<(usize, u64)> {
    let mut votes: FxHashMap<(usize, u64), usize> = FxHashMap::default();
    let mut voters: FxHashMap<usize, usize> = FxHashMap::default();
    for Disagreement { wants } in all {
        wants.iter().for_each(|want| *votes.entry(*want).or_default() += 1);
        let cells: FxHashSet<usize> = wants.iter().map(|(cell, _)| *cell).collect();
        cells.into_iter().for_each(|cell| *voters.entry(cell).or_default() += 1);
    }
    let mut chosen: FxHashMap<usize, u64> = FxHashMap::default();
    for Disagreement { wants } in all {
        if wants.iter().any(|(cell, bits)| chosen.get(cell) == Some(bits)) {
            continue;
        }
        let open = wants.iter().filter(|(cell, _)| !chosen.contains_key(cell));
        // Of several the first.
        if let Some(best) = open.rev().max_by_key(|want| votes[*want]).filter(|w| votes[*w] > 1) {
            chosen.insert(best.0, best.1);
        }
    }
    if chosen.is_empty() {
        let direct = all.iter().filter_map(|disagreement| disagreement.wants.first().copied());
        chosen.extend(direct.filter(|(cell, _)| voters[cell] > 1));
    }
    let mut chosen: Vec<(usize, u64)> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::{Disagreement, agreed};

    fn check(all: &[&[(usize, u64)]], expected: &[(usize, u64)]) {
        let all: Vec<Disagreement> =
            all.iter().map(|wants| Disagreement { wants: wants.to_vec() }).collect();
        assert_eq!(agreed(&all), expected);
    }

    #[test]
    fn what_two_ask_for() {
        check(&[&[(1, 9), (2, 3), (3, 4)], &[(2, 3), (5, 1)]], &[(2, 3)]);
        check(&[&[(1, 9), (2, 3)]], &[]);
        check(&[], &[]);
    }

    /// Two wrong numbers under one: neither is as the sum would have it.
    #[test]
    fn what_two_are_about() {
        check(&[&[(1, 20), (2, 0), (3, 1)], &[(2, 4), (7, 7)], &[(3, 5)]], &[(2, 4), (3, 5)]);
    }
}
