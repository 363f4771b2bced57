//! What comes of the paths of a method: a counterexample, or what keeps them from being a proof.

use super::confirm::{Attempt, MOST_STEPS, confirm};
use super::entry::{Entry, Subject};
use super::gaps::Gaps;
use super::property::Property;
use super::shrink::{shrink, with_large_boxes};
use super::statics::Classes;
use crate::generate::conditions;
use crate::generate::generator::{SymbolicMachine, SymbolicNames};
use crate::generate::part::Clock;
use crate::generate::replay::{Replayer, StaticField};
use crate::generate::watch::{CaseWatcher, WatchedCall};
use margay_jvm::describe;
use margay_jvm::platform::Jvm;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Domain, LoopId, Outcome, Place};
use margay_search::Decisions;
use margay_search::check::Counterexample;
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::generate::induction::SharedInduction;
use margay_search::generate::paths::{Found, Lost, PathEnd};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Watches the paths of a part.
pub(super) struct Judge<'a> {
    pub subject: &'a Subject,
    pub entry: &'a Entry,
    pub properties: &'a [Property],
    pub statics: &'a [StaticField],
    pub replayer: &'a mut Replayer,
    /// Looks at the counterexample, if that is recorded.
    pub watcher: Option<&'a mut CaseWatcher>,
    pub clock: Clock<'a>,
    /// Paths after which the part ends.
    pub most_paths: u64,
    /// What integers of the input are kept to.
    pub range: Option<(i64, i64)>,
    /// Longest array.
    pub max_array: u32,
    /// The classes of the project.
    pub classes: &'a Classes,
    /// What is known of loops, where they are taken by induction. Then no input is tried: a path may
    /// begin in a state that no run gets to.
    pub induction: Option<SharedInduction>,
    pub paths: u64,
    /// Those of inputs that meet what is assumed.
    pub inside: u64,
    /// Loops that were given up.
    pub given_up: BTreeSet<LoopId>,
    pub gaps: Gaps,
    pub found: Option<Counterexample>,
    /// Why the part was ended by the clock or the user.
    pub stopped: Option<String>,
}

impl Visitor<Symbolic, Jvm<Symbolic>, Found> for Judge<'_> {
    fn found(
        &mut self,
        machine: &mut SymbolicMachine,
        decisions: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        match found {
            Found::Path(end) => self.path(machine, decisions, &end),
            Found::Lost(loss) => {
                self.lost(machine, loss);
                ControlFlow::Continue(())
            }
            Found::Fork(_) => ControlFlow::Continue(()),
        }
    }

    fn pause(&mut self, _: &mut SymbolicMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        self.look()
    }
}

impl Judge<'_> {
    fn path(
        &mut self,
        machine: &mut SymbolicMachine,
        decisions: &Decisions,
        path: &PathEnd,
    ) -> ControlFlow<()> {
        self.paths += 1;
        self.inside += u64::from(path.outcome != Outcome::Rejected);
        self.note_state(machine);
        match &path.outcome {
            Outcome::Returned(_) | Outcome::Rejected | Outcome::Endless | Outcome::Exited(_) => {}
            Outcome::Threw(exception) => {
                if self.is_begun(machine) && self.may_be_forbidden(machine, *exception) {
                    self.suspect(machine, decisions, path);
                }
            }
            Outcome::Failed(_) => self.suspect(machine, decisions, path),
            Outcome::Bounded => self.bounded(machine),
            Outcome::Refused(refusal) => {
                self.gaps.unknown.insert(describe::refused_at(machine, refusal));
            }
        }
        // More is learnt from other rounds.
        let is_in_vain = path.outcome != Outcome::Endless && self.is_in_vain();
        if self.found.is_some() || self.paths >= self.most_paths || is_in_vain {
            return ControlFlow::Break(());
        }
        self.look()
    }

    /// Whether a search by induction cannot prove anything any more.
    fn is_in_vain(&self) -> bool {
        let Some(induction) = &self.induction else { return false };
        let known = induction.borrow();
        known.has_learnt || known.hopeless.is_some() || !self.gaps.unknown.is_empty()
    }

    /// A loop or a recursion was given up.
    fn bounded(&mut self, machine: &SymbolicMachine) {
        let place = machine.core.stack().next();
        self.gaps.loops.insert(at(machine, place.as_ref()));
        let given_up = machine.loop_at_hand();
        self.given_up.extend(given_up);
        if let Some(induction) = &self.induction {
            let mut known = induction.borrow_mut();
            match given_up.filter(|it| known.loops.insert(*it)) {
                Some(_) => known.has_learnt = true,
                None => known.hopeless = Some(place),
            }
        }
    }

    /// The classes in use may be in another state when somebody calls the method.
    fn note_state(&mut self, machine: &SymbolicMachine) {
        let bound = self.classes.bound(&machine.core.memory);
        self.gaps.bounds.extend(bound.map(str::to_owned));
    }

    /// Whether the method under test has been entered, and not only its precondition.
    fn is_begun(&self, machine: &SymbolicMachine) -> bool {
        let mut path = machine.core.path();
        !self.entry.has_precondition || path.any(|point| point.method == self.entry.symbolic)
    }

    fn may_be_forbidden(&self, machine: &SymbolicMachine, exception: u32) -> bool {
        let core = &machine.core;
        let class = core.memory.class_of(exception);
        let mut properties = self.properties.iter();
        !core.domain.has_class(exception)
            || properties.any(|property| property.forbids(&core.world, class))
    }

    /// A path on which the property does not hold: its input is tried.
    fn suspect(&mut self, machine: &mut SymbolicMachine, decisions: &Decisions, path: &PathEnd) {
        if self.induction.is_some() {
            self.gaps.unknown.insert("what is known of loops does not suffice".to_owned());
            return;
        }
        let Some(input) = &path.input else {
            self.gaps.unknown.insert("an input that may violate it cannot be made".to_owned());
            return;
        };
        let condition = conditions::texts(machine, &path.condition);
        let attempt = Attempt {
            subject: self.subject,
            entry: self.entry,
            properties: self.properties,
            statics: self.statics,
            input,
            condition: &condition,
            decisions,
            range: self.range,
            max_steps: MOST_STEPS,
            budget: &self.clock.of_questions(self.clock.started),
        };
        let names = &mut SymbolicNames(machine);
        let mut confirmed = confirm(self.replayer, names, attempt);
        let large = with_large_boxes(input, names);
        let attempt = match (&confirmed, &large) {
            (Ok(None), Some(input)) => Attempt { input, condition: &[], ..attempt },
            _ => attempt,
        };
        if attempt.input != input {
            confirmed = confirm(self.replayer, names, attempt);
        }
        match confirmed {
            Ok(Some(found)) => {
                let (found, input) = shrink(self.replayer, names, attempt, found);
                self.found = Some(self.watched(machine, &input, found));
            }
            Ok(None) => {
                let what = "an input that seemed to violate it does not".to_owned();
                self.gaps.unknown.insert(what);
            }
            Err(reason) => {
                let what = format!("an input that may violate it cannot be run: {reason}");
                self.gaps.unknown.insert(what);
            }
        }
    }

    /// The counterexample, looked at line by line if that is recorded.
    fn watched(
        &mut self,
        machine: &mut SymbolicMachine,
        input: &ConcreteInput,
        mut found: Counterexample,
    ) -> Counterexample {
        if let (Some(watcher), Some(method)) = (&mut self.watcher, self.entry.called_watched) {
            let call = WatchedCall {
                method,
                parameters: &self.entry.names,
                statics: self.statics,
                input,
                distinct_texts: found.case.distinct_texts,
            };
            found.case.watched = watcher.watch(call, &mut SymbolicNames(machine));
        }
        found
    }

    fn lost(&mut self, machine: &SymbolicMachine, loss: Lost) {
        let at = |place: Option<Place>| at(machine, place.as_ref());
        let Gaps { bounds, unknown, .. } = &mut self.gaps;
        match loss {
            Lost::Concretized(place) => {
                unknown.insert(format!("a value had to be known, and has too many{}", at(place)))
            }
            Lost::Large(place) | Lost::ManyBranches(place) | Lost::Followed(place) => {
                unknown.insert(format!("a path went where inputs led{}", at(place)))
            }
            Lost::Longer(_) => {
                bounds.insert(format!("arrays of up to {} elements", self.max_array))
            }
            Lost::Unknown(reason, place) => {
                unknown.insert(format!("the solver: {reason}{}", at(place)))
            }
            Lost::Unmade(class, place, _) => {
                let class = describe::class(&machine.core.world, class);
                unknown.insert(format!("no {class} can be made{}", at(place)))
            }
            Lost::NoRoom => unknown.insert("max-heap is too small".to_owned()),
        };
    }

    fn look(&mut self) -> ControlFlow<()> {
        self.stopped = self.clock.check(self.paths);
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn at(machine: &SymbolicMachine, place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| {
        format!(" at {}", describe::place(&machine.core.world, place))
    })
}
