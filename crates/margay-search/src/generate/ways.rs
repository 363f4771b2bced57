//! Ways through calls that are remembered, by what came of them.
//!
//! A way is the decisions that were taken inside a call. What came of it is what the caller can see: an exception, or
//! the result and what fields hold that the caller looks at. Before a call is entered it is known which of that is of
//! use ([`paths`](super::paths)); then only ways that have led to it are tried. What a way leads to may be something else the next time: then it is
//! tried in vain, or not at all, and found again by a search.

use super::calls::Abstraction;
use margay_ir::{ClassId, Storage};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Core, Domain, Ref};
use std::rc::Rc;

/// Outcomes of a method that are remembered: as many as there are bits in [`OutcomeSet`].
const MOST_OUTCOMES: usize = 128;

/// Ways to each of them.
const MOST_WAYS: usize = 8;

/// How often a value must have been a new one before it counts as one that varies.
const FEWEST_REPEATS: u32 = 3;

/// Some of the outcomes of a method, by number.
pub type OutcomeSet = u128;

/// What came of a call, as far as its caller can see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOutcome {
    /// The exception it threw.
    pub threw: Option<ClassId>,
    /// What [`seen`] cells held, if that did not depend on the input.
    pub values: Vec<Option<u64>>,
}

/// An outcome with ways to it, the best ones first.
#[derive(Clone, Debug)]
pub struct OutcomeWays {
    /// The outcome.
    pub outcome: Rc<CallOutcome>,
    /// Decisions that lead to it.
    pub ways: Vec<Rc<[u32]>>,
}

/// Ways through a method.
#[derive(Clone, Debug, Default)]
pub struct KnownWays {
    /// By what came of them, the best first.
    pub outcomes: Vec<OutcomeWays>,
    /// How often each of the values was one of those before when a way was taken again.
    repeats: Vec<Repeats>,
}

/// How often a value was the same, or another one, when a way was taken again.
#[derive(Clone, Copy, Debug, Default)]
struct Repeats {
    old: u32,
    new: u32,
}

impl Repeats {
    /// Whether the value is mostly new: it depends on what was before.
    fn vary(self) -> bool {
        self.new >= FEWEST_REPEATS && self.new > self.old
    }
}

impl KnownWays {
    /// All ways with the numbers of their outcomes: the best to each outcome, then the second best to each, and so
    /// on. After one way to each that is of use there is often nothing left to look for.
    pub fn in_turn(&self) -> impl Iterator<Item = (u32, &Rc<[u32]>)> {
        (0..MOST_WAYS).flat_map(|rank| {
            let outcomes = self.outcomes.iter().enumerate();
            outcomes.filter_map(move |(number, known)| Some((number as u32, known.ways.get(rank)?)))
        })
    }

    /// Remembers a way that was run. One that was good goes before the others; any other is remembered as long as
    /// there is room.
    pub fn remember(&mut self, outcome: &CallOutcome, way: &[u32], is_good: bool) {
        self.compare(outcome, way);
        let outcome = self.without_varying(outcome);
        let place = self.outcomes.iter().position(|known| *known.outcome == outcome);
        let place = match place {
            Some(place) => place,
            None if self.outcomes.len() < MOST_OUTCOMES || is_good => {
                self.outcomes.truncate(MOST_OUTCOMES - 1);
                self.outcomes.push(OutcomeWays { outcome: Rc::new(outcome), ways: Vec::new() });
                self.outcomes.len() - 1
            }
            None => return,
        };
        let ways = &mut self.outcomes[place].ways;
        match ways.iter().position(|known| **known == *way) {
            Some(known) if is_good => ways[..=known].rotate_right(1),
            Some(_) => {}
            None if is_good => {
                ways.truncate(MOST_WAYS - 1);
                ways.insert(0, way.into());
            }
            None if ways.len() < MOST_WAYS => ways.push(way.into()),
            None => {}
        }
        if is_good {
            self.outcomes[..=place].rotate_right(1);
        }
    }

    /// Finds out which values vary: those that are mostly new when a way is taken that was taken before. (That a way to
    /// one result leads to another one day says nothing: what was decided before the call may have been other.)
    fn compare(&mut self, outcome: &CallOutcome, way: &[u32]) {
        let is_same = |known: &&OutcomeWays| {
            known.outcome.threw == outcome.threw && known.ways.iter().any(|own| **own == *way)
        };
        let before: Vec<&OutcomeWays> = self.outcomes.iter().filter(is_same).collect();
        if before.is_empty() {
            return;
        }
        self.repeats.resize(self.repeats.len().max(outcome.values.len()), Repeats::default());
        let mut has_changed = false;
        for (place, now) in outcome.values.iter().enumerate() {
            let is_old = before.iter().any(|known| known.outcome.values.get(place) == Some(now));
            let repeats = &mut self.repeats[place];
            let varied = repeats.vary();
            *(if is_old { &mut repeats.old } else { &mut repeats.new }) += 1;
            has_changed |= varied != repeats.vary();
        }
        if has_changed {
            self.merge();
        }
    }

    fn without_varying(&self, outcome: &CallOutcome) -> CallOutcome {
        let varies = |place: usize| self.repeats.get(place).is_some_and(|repeats| repeats.vary());
        let values = outcome.values.iter().enumerate();
        let values = values.map(|(place, value)| value.filter(|_| !varies(place))).collect();
        CallOutcome { threw: outcome.threw, values }
    }

    /// Puts outcomes together that differ in nothing but values that vary.
    fn merge(&mut self) {
        for OutcomeWays { outcome, ways } in std::mem::take(&mut self.outcomes) {
            let outcome = self.without_varying(&outcome);
            match self.outcomes.iter_mut().find(|known| *known.outcome == outcome) {
                Some(known) => {
                    let new = ways.into_iter().filter(|way| !known.ways.contains(way));
                    let new: Vec<Rc<[u32]>> = new.collect();
                    known.ways.extend(new);
                    known.ways.truncate(MOST_WAYS);
                }
                None => self.outcomes.push(OutcomeWays { outcome: Rc::new(outcome), ways }),
            }
        }
    }
}

/// What the caller of a method can see when a call has ended: its result, and what the fields and
/// static fields hold that it may have written and the caller looks at. Fields of objects that arguments only lead to are left out,
/// and all fields where references stay open: which object is meant may be known only afterwards.
#[must_use]
pub fn seen(
    core: &Core<Symbolic>,
    what: &Abstraction,
    references: &[SymbolicValue],
    result: Option<SymbolicValue>,
) -> Vec<(SymbolicValue, Storage)> {
    let mut found = Vec::new();
    found.extend(result.zip(what.result.map(|kind| kind.storage)));
    let references = if core.domain.open.is_some() { &[] } else { references };
    for reference in references {
        let object = core.domain.plain(*reference).map(|bits| bits as Ref);
        let Some(object) = object.filter(|object| *object != 0) else { continue };
        let class = core.memory.class_of(object);
        let own = what.seen_fields.iter();
        let own = own.filter(|(owner, ..)| core.world.is_subclass(class, *owner));
        found.extend(own.map(|(_, slot, storage)| (core.memory.get(object, *slot), *storage)));
    }
    let statics = what.seen_statics.iter();
    found.extend(statics.map(|(cell, storage)| (core.memory.get_static(*cell), *storage)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(values: &[u64]) -> CallOutcome {
        CallOutcome { threw: None, values: values.iter().copied().map(Some).collect() }
    }

    /// The first values of outcomes, with the ways to them.
    fn known(ways: &KnownWays) -> Vec<(u64, Vec<Vec<u32>>)> {
        let value = |known: &OutcomeWays| known.outcome.values[0].unwrap_or_default();
        let list = |known: &OutcomeWays| known.ways.iter().map(|way| way.to_vec()).collect();
        ways.outcomes.iter().map(|known| (value(known), list(known))).collect()
    }

    #[test]
    fn good_ways_come_first_and_others_fill_the_room() {
        let mut ways = KnownWays::default();
        ways.remember(&outcome(&[1]), &[0], false);
        ways.remember(&outcome(&[2]), &[1], false);
        ways.remember(&outcome(&[2]), &[2, 2], true);
        ways.remember(&outcome(&[1]), &[0], false);
        let expected = [(2, vec![vec![2, 2], vec![1]]), (1, vec![vec![0]])];
        assert_eq!(known(&ways), expected);
        let in_turn: Vec<_> = ways.in_turn().map(|(number, way)| (number, way.len())).collect();
        assert_eq!(in_turn, [(0, 2), (1, 1), (0, 1)]);
        for n in 0..2 * MOST_OUTCOMES as u32 {
            ways.remember(&outcome(&[u64::from(10 + n)]), &[7, n], false);
        }
        assert_eq!(ways.outcomes.len(), MOST_OUTCOMES);
        ways.remember(&outcome(&[5]), &[8], true);
        assert_eq!((known(&ways)[0].0, known(&ways)[1].0), (5, 2));
        assert_eq!(ways.outcomes.len(), MOST_OUTCOMES);
        for n in 0..20 {
            ways.remember(&outcome(&[5]), &[9, n], true);
        }
        let best = &ways.outcomes[0].ways;
        assert_eq!((best.len(), &best[0][..]), (MOST_WAYS, &[9, 19][..]));
    }

    #[test]
    fn what_varies_tells_no_outcomes_apart() {
        let mut ways = KnownWays::default();
        // The second value counts calls.
        ways.remember(&outcome(&[1, 10]), &[0], false);
        ways.remember(&outcome(&[2, 11]), &[1], false);
        ways.remember(&outcome(&[1, 12]), &[0], false);
        ways.remember(&outcome(&[1, 13]), &[0, 0], false);
        ways.remember(&outcome(&[1, 14]), &[0], false);
        assert_eq!(ways.outcomes.len(), 5);
        ways.remember(&outcome(&[1, 15]), &[0], true);
        let expected = [(1, vec![vec![0], vec![0, 0]]), (2, vec![vec![1]])];
        assert_eq!(known(&ways), expected);
        assert!(ways.outcomes.iter().all(|known| known.outcome.values[1].is_none()));
        ways.remember(&outcome(&[2, 16]), &[1], false);
        assert_eq!(known(&ways), expected);
    }

    #[test]
    fn a_way_with_two_results_does_not_make_results_vary() {
        let mut ways = KnownWays::default();
        for n in 0..20 {
            ways.remember(&outcome(&[n % 2]), &[0], false);
        }
        assert_eq!(ways.outcomes.len(), 2);
        assert!(ways.outcomes.iter().all(|known| known.outcome.values[0].is_some()));
    }
}
