//! Loops by induction: what holds when a loop is entered and after any round of it holds always.
//!
//! At the head of a loop the search forgets what a round may change, assumes an invariant, and follows
//! one arbitrary round. A path that comes back to the head must be in one of the states that were
//! assumed there: then all states of all rounds were seen, and the path ends. Nothing is analysed
//! beforehand. Which places a round may change is learnt by comparing *all* of the state at the two moments, and a
//! state that differs elsewhere is not covered; the search then begins anew and forgets more. The
//! invariant is found as in Houdini (Flanagan, Leino, FME 2001): many guesses (`guess`), of which those are dropped that
//! the solver does not prove, on entry or after the round, until none is dropped. So a wrong guess costs
//! time and never a wrong verdict: a search counts only if every path that came back was covered.
//!
//! Guesses are conditions over *placeholders*: for what a place holds now, and what it held when the
//! loop was entered. Replacing them says what is claimed at the one moment or the other.

mod guess;
mod places;

pub(super) use guess::{Guesses, Named, variants};
pub(super) use places::{Place, held_type, range, register_storage, storage_of, value_at};

use margay_ir::{MethodId, Storage};
use margay_logic::TermId;
use margay_machine::code::op::Reg;
use margay_machine::{LoopId, Place as CodePlace};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Rounds that are run one by one before a loop is taken by induction, at most.
const MOST_PEELED: u32 = 2;

/// Conditions of the program that are tried as parts of an invariant, of one loop.
const MOST_MINED: usize = 96;

/// Different amounts by which rounds change a place that are told apart.
const MOST_STEPS: usize = 3;

/// Places that a loop may change.
const MOST_PLACES: usize = 300;

/// A loop, and the calls that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LoopInContext {
    counter: Reg,
    calls: Vec<(MethodId, u32)>,
}

/// What is known of a loop.
#[derive(Debug, Default)]
pub(super) struct KnownLoop {
    /// Where it is.
    at: Option<CodePlace>,
    /// Rounds that are run one by one.
    pub peeled: u32,
    /// What a round may change.
    pub changing: BTreeMap<Place, Storage>,
    /// By how much it changes them, as far as it does so by the same amount on all paths.
    pub steps: BTreeMap<Place, Vec<TermId>>,
    /// Guesses that were wrong.
    pub dropped: FxHashSet<TermId>,
    /// Conditions of the program on what the loop changes.
    pub mined: Vec<TermId>,
    /// What was assumed last.
    pub assumed: BTreeSet<TermId>,
    /// What the placeholders in it stand for.
    pub placeholders: BTreeMap<TermId, (u16, Stands)>,
}

/// An invariant that was found.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Where the loop is.
    pub at: Option<CodePlace>,
    /// What holds whenever a round begins, over placeholders.
    pub conditions: Vec<TermId>,
    /// What the placeholders in them stand for.
    pub placeholders: Vec<Placeholder>,
}

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug)]
pub struct Placeholder {
    /// The placeholder.
    pub term: TermId,
    /// The number of a variable of the source.
    pub variable: u16,
    /// What of it.
    pub what: Stands,
}

/// What of a variable a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Its value when a round begins.
    Now,
    /// Its value when the loop was entered.
    OnEntry,
    /// The length of the array that it refers to.
    Length,
}

/// What searches have learnt about loops.
#[derive(Debug, Default)]
pub struct Induction {
    /// The loops that are taken by induction.
    pub loops: BTreeSet<LoopId>,
    numbers: BTreeMap<LoopInContext, usize>,
    known: Vec<KnownLoop>,
    /// Whether something was learnt because of which the present search proves nothing.
    pub has_learnt: bool,
    /// Whether there are new guesses for the next one.
    pub has_ideas: bool,
    /// Why there is no invariant, if none can be found.
    pub hopeless: Option<Option<CodePlace>>,
    /// Rounds that are run one by one of every loop.
    pub peeled: u32,
}

/// What is learnt, by a search that runs and those who run it.
pub type SharedInduction = Rc<RefCell<Induction>>;

impl Induction {
    /// Nothing is known of these loops yet, of each of which so many rounds are run one by one.
    #[must_use]
    pub fn new(loops: BTreeSet<LoopId>, peeled: u32) -> Self {
        Induction { loops, peeled, ..Induction::default() }
    }

    /// Prepares for another search. What is known stays.
    pub fn begin(&mut self) {
        (self.has_learnt, self.has_ideas, self.hopeless) = (false, false, None);
        for known in &mut self.known {
            known.assumed.clear();
        }
    }

    /// The number of a loop in the calls that lead to it, innermost first.
    pub(super) fn number(&mut self, counter: Reg, stack: &[CodePlace]) -> usize {
        let calls = stack.iter().map(|place| (place.method, place.offset)).collect();
        let next = self.numbers.len();
        let number = *self.numbers.entry(LoopInContext { counter, calls }).or_insert(next);
        if number == next {
            let (at, peeled) = (stack.first().copied(), self.peeled);
            self.known.push(KnownLoop { at, peeled, ..KnownLoop::default() });
        }
        number
    }

    pub(super) fn known(&mut self, number: usize) -> &mut KnownLoop {
        &mut self.known[number]
    }

    /// Learns that a round changes more places.
    pub(super) fn add_places(&mut self, number: usize, places: Vec<(Place, Storage)>) {
        self.has_learnt = true;
        let known = &mut self.known[number];
        if places.iter().all(|(place, _)| known.changing.contains_key(place)) {
            // It is known, and is not the same place on every path.
            return self.is_unlike(number);
        }
        known.changing.extend(places);
        if self.known[number].changing.len() > MOST_PLACES {
            self.hopeless = Some(self.known[number].at);
        }
    }

    /// Learns that a state after a round is like none at the head: perhaps later rounds are alike.
    pub(super) fn is_unlike(&mut self, number: usize) {
        self.has_learnt = true;
        let known = &mut self.known[number];
        known.peeled += 1;
        if known.peeled > MOST_PEELED.max(self.peeled) {
            self.hopeless = Some(known.at);
        }
    }

    /// Learns that guesses are wrong.
    pub(super) fn drop_guesses(&mut self, number: usize, wrong: impl Iterator<Item = TermId>) {
        for guess in wrong {
            self.has_learnt = true;
            self.known[number].dropped.insert(guess);
        }
    }

    /// Remembers conditions to be tried.
    pub(super) fn mine(&mut self, number: usize, conditions: impl IntoIterator<Item = TermId>) {
        let known = &mut self.known[number];
        for condition in conditions {
            if known.mined.len() < MOST_MINED && !known.mined.contains(&condition) {
                known.mined.push(condition);
                self.has_ideas = true;
            }
        }
    }

    /// Remembers by how much a round changes a place.
    pub(super) fn add_step(&mut self, number: usize, place: Place, step: TermId) {
        let steps = self.known[number].steps.entry(place).or_default();
        if steps.len() < MOST_STEPS && !steps.contains(&step) {
            steps.push(step);
            self.has_ideas = true;
        }
    }

    /// The invariants that the last search has proved.
    pub fn invariants(&self) -> impl Iterator<Item = Invariant> + '_ {
        let proved = self.known.iter().filter(|known| !known.changing.is_empty());
        proved.map(|known| Invariant {
            at: known.at,
            conditions: known.assumed.iter().copied().collect(),
            placeholders: known
                .placeholders
                .iter()
                .map(|(term, (variable, what))| Placeholder {
                    term: *term,
                    variable: *variable,
                    what: *what,
                })
                .collect(),
        })
    }
}
