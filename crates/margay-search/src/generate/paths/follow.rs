//! Questions on a path that follows inputs: the answer is what they lead to, and the others wait until the
//! search comes back for them. Only then is the solver asked.

use super::apply::{Answered, Missed};
use super::questions::{Answers, Asked, listed};
use super::{Found, Lost, Paths};
use crate::decisions::Decisions;
use crate::driver::Visitor;
use margay_ir::ClassId;
use margay_logic::solver::Branch;
use margay_logic::{Op, Outcome as Solved, TermId};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{InputId, Symbolic};
use margay_machine::{Machine, Outcome, Platform};

/// Branches of one path that are tried both ways while it follows inputs. A loop of thousands of rounds
/// has more ways than anyone can go.
const MANY: u32 = 1_000;

/// The same for inputs by chance: there are others.
const MANY_BY_CHANCE: u32 = 128;

/// When paths follow inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Never: the solver is asked at each branch which ways are open. Symbolic execution.
    Never,
    /// From where the solver does not know on, and where branches are too many for it.
    WhereUnknown,
    /// Always: concolic execution.
    Always,
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// The answers to a branch or switch if inputs are followed: the one they lead to needs no solver.
    pub(super) fn follow(&mut self, conditions: &[TermId]) -> Option<Answers> {
        let is_long = match self.paths.options.draws {
            Some(_) => self.machine.core.forks >= MANY_BY_CHANCE,
            None => self.machine.core.forks >= MANY && !self.machine.core.is_initializing(),
        };
        let largest = conditions.iter().map(|c| self.machine.core.domain.path.height(*c)).max();
        let is_large = largest > Some(self.paths.options.max_term);
        if (is_long || is_large) && self.paths.options.follows == Follows::WhereUnknown {
            self.start_following();
        }
        let path = &mut self.machine.core.domain.path;
        let mut taken = None;
        for (number, condition) in (0..).zip(conditions) {
            if path.bits(*condition)? != 0 {
                taken = Some((number, *condition));
                break;
            }
        }
        let (number, condition) = taken?;
        if is_large {
            if self.machine.core.domain.path.fix_inputs(condition) {
                let place = self.machine.core.stack().next();
                self.lost(Lost::Large(place));
            }
            return Some(listed(vec![Answered::Entailed(condition, number)]));
        }
        if is_long {
            let place = self.machine.core.stack().next();
            self.lost(Lost::ManyBranches(place));
            return Some(listed(vec![Answered::Assume(condition, number)]));
        }
        if let [no, yes] = *conditions
            && self.machine.core.domain.path.excludes(if number == 0 { yes } else { no })
        {
            return Some(listed(vec![Answered::Entailed(condition, number)]));
        }
        let answer = |(other, condition): (u32, &TermId)| match other == number {
            true => Answered::Assume(*condition, other),
            false => Answered::Turn(*condition, other),
        };
        let answers = (0..).zip(conditions).map(answer).collect();
        Some(match self.machine.way_out() {
            Some((out, true)) => self.last_round(answers, out),
            _ => listed(answers),
        })
    }

    /// The last round of a loop: going on in it is a path given up.
    fn last_round(&mut self, answers: Vec<Answered>, out: u32) -> Answers {
        let (leave, stay) = (answers[out as usize].clone(), &answers[1 - out as usize]);
        match stay {
            Answered::Turn(stay, _) => listed(vec![leave, Answered::Check(*stay, Missed::Round)]),
            _ => self.bounded(vec![leave, Answered::Beyond]),
        }
    }

    /// The answers to a branch of which the solver does not know which ways are open, if inputs can be
    /// followed from here on.
    pub(super) fn follow_unknown(
        &mut self,
        conditions: &[TermId],
        branch: &Branch,
    ) -> Option<Answers> {
        let sides = [&branch.skipped, &branch.taken];
        let unknown = sides.iter().find_map(|side| match side {
            Solved::Unknown(reason) => Some(reason.clone()),
            _ => None,
        })?;
        if !self.turns_concolic() {
            return None;
        }
        self.unknown(&unknown);
        let path = &mut self.machine.core.domain.path;
        let holds = |condition: &TermId| path.bits(*condition).is_some_and(|bits| bits != 0);
        let number = conditions.iter().position(holds)?;
        let answer = |(side, condition): (usize, &TermId)| match side == number {
            true => Some(Answered::Assume(*condition, side as u32)),
            false => {
                (*sides[side] == Solved::Sat).then_some(Answered::Turn(*condition, side as u32))
            }
        };
        Some(listed(conditions.iter().enumerate().filter_map(answer).collect()))
    }

    /// Follows inputs from here on, if that is wanted where the solver does not know, and if there are any.
    pub(super) fn turns_concolic(&mut self) -> bool {
        self.paths.options.follows == Follows::WhereUnknown && self.start_following()
    }

    fn start_following(&mut self) -> bool {
        let path = &mut self.machine.core.domain.path;
        if path.is_following() {
            return true;
        }
        let has_begun = path.follow_any();
        if has_begun {
            let place = self.machine.core.stack().next();
            self.lost(Lost::Followed(place));
        }
        has_begun
    }

    /// The value that a number has for the inputs that are followed, and that it may have others.
    pub(super) fn follow_number(&mut self, term: TermId, limit: u32) -> Option<Vec<Answered>> {
        let path = &mut self.machine.core.domain.path;
        let bits = path.bits(term)?;
        let fixed = Answered::Fixed(term, bits);
        if self.excluded(term) + 1 < limit as usize {
            return Some(vec![fixed, Answered::Besides(term, bits)]);
        }
        let path = &mut self.machine.core.domain.path;
        let equal = path.equals(term, bits);
        let other = path.negation(equal);
        if self.is_feasible(other) {
            let place = self.machine.core.stack().next();
            self.lost(Lost::Concretized(place));
        }
        Some(vec![fixed])
    }

    /// How many values of a number the path has excluded one by one.
    fn excluded(&self, term: TermId) -> usize {
        let path = &self.machine.core.domain.path;
        let is_exclusion = |constraint: &&TermId| {
            let terms = path.terms();
            let not = terms.node(**constraint);
            let (Op::Not, [equal]) = (not.op(), not.args()) else { return false };
            let equal = terms.node(*equal);
            equal.op() == Op::Eq && equal.args().contains(&term)
        };
        path.constraints().iter().filter(is_exclusion).count()
    }

    /// Whether a number is within a bound for the inputs that are followed, if any are.
    pub(super) fn follows_at_most(&mut self, term: TermId, most: u32) -> Option<bool> {
        let path = &mut self.machine.core.domain.path;
        let fits = path.at_most(term, i64::from(most));
        path.bits(fits).map(|bits| bits != 0)
    }

    /// An array as long as the inputs that are followed say, if that is within the bound.
    pub(super) fn follow_size(
        &mut self,
        term: TermId,
        most: u32,
        longer: TermId,
    ) -> Option<Vec<Answered>> {
        let path = &mut self.machine.core.domain.path;
        let is_longer = path.bits(longer)? != 0;
        let sized = Answered::Sized(term, most);
        if !is_longer {
            return Some(vec![sized, Answered::Check(longer, Missed::Longer)]);
        }
        let place = self.machine.core.stack().next();
        self.lost(Lost::Longer(place));
        let path = &mut self.machine.core.domain.path;
        let fits = path.negation(longer);
        Some(if self.is_feasible(fits) { vec![sized] } else { Vec::new() })
    }
}

impl<I, V> Paths<'_, I, V> {
    /// Lets a reference that stays open have the class that the seed gives it.
    pub(super) fn follow_class<P: Platform<Symbolic>>(
        &self,
        machine: &mut Machine<Symbolic, P>,
        input: InputId,
        classes: &[ClassId],
    ) {
        let Some(seed) = &self.options.seed else { return };
        let core = &mut machine.core;
        let name = &core.domain.references.about(input).name;
        if let Some(class) = seed.class_among(&core.world, name, classes) {
            core.domain.prefer_class(input, class);
        }
    }

    /// Leaves the inputs that are followed for some for which a condition holds; says whether there are
    /// any.
    pub(super) fn turn<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        condition: TermId,
    ) -> bool
    where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        let outcome = machine.core.domain.path.turn(condition);
        Asked { paths: self, machine, decisions }.is_possible(outcome)
    }

    /// Reports what lies beyond a bound, if anything does.
    pub(super) fn check<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        condition: TermId,
        missed: Missed,
    ) where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        if !(Asked { paths: self, machine, decisions }).is_feasible(condition) {
            return;
        }
        match missed {
            Missed::Round => {
                // It ends no search: that was decided when the path before it ended.
                let _ = self.report(machine, decisions, Outcome::Bounded);
            }
            Missed::Longer => {
                let place = machine.core.stack().next();
                self.lost(machine, decisions, Lost::Longer(place));
            }
        }
    }
}
