//! Both ways of a branch as one: conditions that do not depend on each other must not double the paths.
//!
//! Where the ways of a branch soon meet again, each is followed to the join, and if both get there with
//! nothing but numbers changed, the path goes on with *if-then-else* values. A branch inside a way is merged
//! first; if it cannot be, or anything else is to be decided, the ways are followed one by one, as always. Whether
//! they are merged depends on nothing but the path so far, so decisions name the same paths in every part of a search.

use super::super::induction::{held_type, storage_of, value_at};
use super::Found;
use super::questions::{Asked, BOTH};
use crate::driver::Visitor;
use margay_ir::{Storage, Type};
use margay_logic::{Outcome as Answer, TermId};
use margay_machine::machine::Way;
use margay_machine::memory::Spot;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Domain, Event, Platform};

/// Steps of a way.
const MOST_STEPS: u64 = 400;

/// Branches inside ways, together.
const MOST_BRANCHES: u32 = 24;

/// Numbers in which ways may differ.
const MOST_DIFFERENT: usize = 12;

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// Follows both ways of the open branch together, if they soon meet.
    pub(super) fn merge(&mut self, condition: TermId) -> bool {
        let is_wanted = self.paths.options.merges && !self.machine.core.is_initializing();
        is_wanted && self.merge_within(condition, &mut MOST_BRANCHES.clone())
    }

    fn merge_within(&mut self, condition: TermId, branches: &mut u32) -> bool {
        if self.machine.way_out().is_some() {
            return false;
        }
        let Some(left) = branches.checked_sub(1) else { return false };
        *branches = left;
        let Some(merge) = self.machine.begin_ways(MOST_STEPS) else { return false };
        let yes = self.follow_way(1, condition, branches);
        let no = yes.is_some().then(|| {
            self.machine.backtrack();
            self.machine.follow(merge, MOST_STEPS);
            let negation = self.machine.core.domain.path.negation(condition);
            self.follow_way(0, negation, branches)
        });
        self.machine.end_ways(merge);
        let (Some(yes), Some(Some(no))) = (yes, no) else { return false };
        let Some(state) = self.merged(condition, &yes, &no) else { return false };
        self.machine.go_on_merged(merge, &state);
        true
    }

    /// Follows a way to its end.
    fn follow_way(
        &mut self,
        alternative: u32,
        condition: TermId,
        branches: &mut u32,
    ) -> Option<Way<SymbolicValue>> {
        let before = self.machine.core.domain.mark();
        self.machine.core.domain.path.assume(condition);
        self.machine.take(alternative);
        loop {
            match self.machine.resume() {
                Event::Joined => break,
                Event::Choice(2) => self.pass(branches)?,
                _ => return None,
            }
        }
        let has_changed = self.machine.core.domain.has_changed_since(before);
        self.machine.way().filter(|_| !has_changed)
    }

    /// Passes a branch inside a way.
    fn pass(&mut self, branches: &mut u32) -> Option<()> {
        let [no, yes] = self.machine.core.domain.alternatives()[..] else { return None };
        self.mine(&[no, yes]);
        let branch = self.machine.core.domain.path.branch(yes);
        let (condition, alternative) = match (&branch.skipped, &branch.taken) {
            (Answer::Sat, Answer::Unsat) => (no, 0),
            (Answer::Unsat, Answer::Sat) => (yes, 1),
            _ if branch == BOTH => return self.merge_within(yes, branches).then_some(()),
            (skipped, taken) => {
                // Whether the ways are merged must not depend on what the solver knows by chance.
                let mut answers = [skipped, taken].into_iter();
                if let Some(Answer::Unknown(reason)) =
                    answers.find(|answer| matches!(answer, Answer::Unknown(_)))
                {
                    self.unknown(&reason.clone());
                }
                return None;
            }
        };
        self.machine.core.domain.path.note(condition);
        self.machine.take(alternative);
        Some(())
    }

    /// The state that stands for those that two ways have left; none if they differ in more than numbers.
    fn merged(
        &mut self,
        condition: TermId,
        yes: &Way<SymbolicValue>,
        no: &Way<SymbolicValue>,
    ) -> Option<Way<SymbolicValue>> {
        let mut different = 0;
        let mut registers = Vec::with_capacity(yes.registers.len());
        for ((reg, ty, yes), (_, _, no)) in yes.registers.iter().zip(&no.registers) {
            different += usize::from(yes != no);
            registers.push((*reg, *ty, self.either(condition, *ty, *yes, *no)?));
        }
        let spots: Vec<Spot> = yes.cells.iter().chain(&no.cells).map(|(spot, _)| *spot).collect();
        let core = &self.machine.core;
        let stored = storage_of(&core.world, &core.memory, &core.domain, &spots);
        let mut cells: Vec<(Spot, SymbolicValue)> = Vec::new();
        for (spot, storage) in spots.into_iter().zip(stored) {
            if cells.iter().any(|(other, _)| *other == spot) {
                continue;
            }
            let before = value_at(&self.machine.core.memory, spot);
            let after = |way: &Way<SymbolicValue>| {
                let held = way.cells.iter().find(|(other, _)| *other == spot);
                held.map_or(before, |(_, value)| *value)
            };
            let (yes, no) = (after(yes), after(no));
            different += usize::from(yes != no);
            let ty = held_type(storage.unwrap_or(Storage::Ref));
            cells.push((spot, self.either(condition, ty, yes, no)?));
        }
        (different <= MOST_DIFFERENT).then_some(Way { registers, cells })
    }

    /// One of two values; references must be the same.
    fn either(
        &mut self,
        condition: TermId,
        ty: Type,
        yes: SymbolicValue,
        no: SymbolicValue,
    ) -> Option<SymbolicValue> {
        let domain = &mut self.machine.core.domain;
        if yes == no {
            return Some(yes);
        }
        match ty {
            Type::Ref => {
                let (a, b) = (domain.plain(yes), domain.plain(no));
                (a.is_some() && a == b).then_some(yes)
            }
            ty => Some(domain.either(condition, ty, yes, no)),
        }
    }
}
