//! What comes of the paths of a method: each that its replay takes too is a test case.

use super::Criterion;
use super::conditions::{self, ConditionTexts};
use super::coverage::{CoverageRecorder, PathCoverage};
use super::ending;
use super::flow::{FlowTracker, TrackedCall};
use super::generator::{SymbolicMachine, SymbolicNames};
use super::guided::costs;
use super::guided::points::Goals;
use super::losses::{self, LossKind};
use super::part::{Clock, PathLimits};
use super::points::{Points, find_method};
use super::record::{FoundCase, PathRecord};
use super::reduce;
use super::replay::{Invocation, Replay, ReplayFailure, Replayer, StaticField};
use super::tree::{self, TreeRecorder};
use super::watch::{CaseWatcher, WatchedCall};
use margay_ir::MethodId;
use margay_jvm::describe;
use margay_jvm::platform::Jvm;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Outcome, Place};
use margay_search::Decisions;
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::case::{CaseOutcome, Effort, MethodName, Step, TestCase, TreeLeaf};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::generate::cost::CaseCost;
use margay_search::generate::focus::InputValues;
use margay_search::generate::paths::{Found, Lost, PathEnd};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Paths that end before the method begins, of which one of the method is worth as many: a date is refused
/// several times before there is one.
const OUTSIDE: u64 = 8;

/// Replays the paths of a part, and writes down what was seen.
pub(super) struct CaseCollector<'a> {
    pub method: MethodId,
    /// The same in the machine that searches.
    pub symbolic: MethodId,
    pub has_precondition: bool,
    /// Names and descriptors of the parameters, the receiver first.
    pub parameters: Vec<(String, String)>,
    pub given: Vec<StaticField>,
    pub replayer: &'a mut Replayer,
    pub points: &'a mut Points,
    pub criterion: Criterion,
    pub limits: PathLimits,
    pub clock: Clock<'a>,
    /// Work of the machine, and questions of the solver, before the part.
    pub before: (u64, u64),
    /// Paths so far.
    pub records: Vec<PathRecord>,
    /// Lost since the last of them.
    pub losses: Vec<(LossKind, String)>,
    pub paths: u64,
    /// Paths since the last one that covered something new.
    pub idle: u64,
    /// Paths that have ended before the method began.
    pub outside: u64,
    /// The case of the path that has just ended.
    pub found: Option<Box<FoundCase>>,
    /// What this part covers, and those before it that the search has looked at.
    pub coverage: &'a mut CoverageRecorder,
    /// Sees what the inputs of cases have to do with each other, if somebody wants to know.
    pub tracker: Option<&'a mut FlowTracker>,
    /// The points to be reached, if there are any.
    pub goals: Option<&'a mut Goals>,
    /// Looks at cases line by line, if somebody wants to see them.
    pub watcher: Option<&'a mut CaseWatcher>,
    /// Sees the tree of paths, if somebody wants to.
    pub tree: Option<TreeRecorder>,
    /// Paths that were found before the part.
    pub known: &'a FxHashSet<Decisions>,
    /// What the inputs of the path that has just ended are.
    pub values: Option<Arc<InputValues>>,
    /// Why the part was ended by the clock or the user.
    pub stopped: Option<String>,
    /// What conditions are called.
    pub texts: ConditionTexts,
}

impl CaseCollector<'_> {
    fn place(machine: &SymbolicMachine) -> String {
        let place = machine.core.stack().next();
        place.map_or_else(String::new, |place| describe::place(&machine.core.world, &place))
    }

    /// Where something was, in code that people have written.
    fn at(machine: &SymbolicMachine, place: Option<&Place>) -> String {
        let place = place.map(|place| describe::place(&machine.core.world, place));
        let place = place.filter(|place| !place.starts_with("margay.rt."));
        place.map_or_else(String::new, |place| format!(" at {place}"))
    }

    /// Whether the method under test has been entered, and not only its precondition.
    fn is_begun(&self, machine: &SymbolicMachine) -> bool {
        let mut path = machine.core.path();
        !self.has_precondition || path.any(|point| point.method == self.symbolic)
    }

    /// A path that ended by itself: replays it.
    fn case(&mut self, machine: &mut SymbolicMachine, decisions: &Decisions, path: &PathEnd) {
        let Some(input) = &path.input else { return };
        let trace = self.points.keys(&machine.core);
        // Texts are what source code writes down, where equal ones are one object. A path on which
        // that matters is tried with objects of their own.
        let mut diverged = false;
        for distinct in [false, true] {
            let replay = match self.replay(machine, input, distinct) {
                Ok(replay) => replay,
                Err(None) => return,
                Err(Some(reason)) => {
                    self.lose(LossKind::Unsupported, reason);
                    return;
                }
            };
            // A precondition has run before the method.
            diverged = !trace.ends_with(&replay.trace);
            if !diverged {
                self.values = path.values.clone().map(Arc::new);
                if let (Some(tracker), Some(values)) = (&mut self.tracker, &self.values) {
                    let (method, parameters) = (self.clock.name, &self.parameters[..]);
                    let call = TrackedCall { method, parameters, statics: &self.given };
                    tracker.track(call, input, Arc::clone(values), &mut SymbolicNames(machine));
                }
                let condition = self.texts.of(machine, &path.condition);
                let models = &self.replayer.costs;
                let costs = costs::of_case(machine, models, &replay.costs, &path.costs);
                self.keep(decisions, condition, replay, costs, distinct);
                self.watch(machine, input, distinct);
                break;
            }
        }
        if diverged {
            self.lose(LossKind::Diverged, format!("decisions {decisions}"));
        }
    }

    /// Looks at the case that was just found line by line.
    fn watch(&mut self, machine: &mut SymbolicMachine, input: &ConcreteInput, distinct: bool) {
        if let (Some(watcher), Some(found)) = (&mut self.watcher, &mut self.found)
            && let Some(method) = find_method(&mut watcher.program().machine, self.clock.name)
        {
            let call = WatchedCall {
                method,
                parameters: &self.parameters,
                statics: &self.given,
                input,
                distinct_texts: distinct,
            };
            found.case.watched = watcher.watch(call, &mut SymbolicNames(machine));
        }
    }

    /// Runs a case. The error is why it shows nothing; none if the input does not count.
    fn replay(
        &mut self,
        machine: &mut SymbolicMachine,
        input: &ConcreteInput,
        distinct: bool,
    ) -> Result<Replay, Option<String>> {
        self.replayer.writer.distinct_texts = distinct;
        let mut names = SymbolicNames(machine);
        let (parameters, statics) = (&self.parameters, &self.given);
        let call = Invocation { method: self.method, parameters, statics, input };
        let replay = self.replayer.run(call, &mut names);
        replay.map_err(|failure| match failure {
            ReplayFailure::Input(reason) | ReplayFailure::Unsupported(reason) => Some(reason),
            ReplayFailure::Endless => Some("the replay does not end".to_owned()),
            ReplayFailure::Outside => None,
        })
    }

    fn lose(&mut self, kind: LossKind, what: String) {
        self.losses.push((kind, what));
    }

    /// The way in which a path ends: with a kind of result, or with an exception at some place; where a method of
    /// the test throws that, one place is as good as another.
    fn ending(&self, replay: &Replay) -> String {
        match &replay.outcome {
            CaseOutcome::Threw { class, .. } if replay.is_passed_on => {
                let MethodName { class: owner, name, descriptor } = self.clock.name;
                format!("{class} through {owner}.{name}{descriptor}")
            }
            CaseOutcome::Threw { class, .. } => match replay.lines.0.last() {
                Some(Step { method, line }) => format!("{class} at {}:{line}", method.class),
                None => class.clone(),
            },
            CaseOutcome::Returned(value) => {
                let kind = ending::kind_of_result(value.as_ref(), &replay.after);
                let MethodName { class, name, descriptor } = self.clock.name;
                format!("{kind} from {class}.{name}{descriptor}")
            }
        }
    }

    /// Keeps what a replay has shown, if somebody may want it.
    fn keep(
        &mut self,
        decisions: &Decisions,
        condition: Vec<String>,
        replay: Replay,
        costs: Vec<CaseCost>,
        distinct_texts: bool,
    ) {
        let outcome = self.ending(&replay);
        let case = TestCase {
            number: 0,
            input: replay.input,
            recipe: replay.recipe,
            before: replay.before,
            after: replay.after,
            outcome: replay.outcome,
            statics: replay.statics,
            restores: replay.restores,
            observations: replay.observations,
            unasserted: replay.unasserted,
            condition,
            trace: replay.lines.0,
            trace_cut: replay.lines.1,
            watched: None,
            decisions: decisions.clone(),
            printed: replay.printed,
            costs,
            distinct_texts,
        };
        let Replayer { program, points, .. } = &mut *self.replayer;
        let mut taken = PathCoverage::of(&mut program.machine, points, &replay.points, outcome);
        taken.returns = matches!(case.outcome, CaseOutcome::Returned(_));
        // What is not new in this part is not new in all.
        let new = self.coverage.add(&taken);
        let reached = self.goals.as_mut().map(|goals| {
            let numbers = goals.reach(|name, block| taken.has(name, block));
            numbers.into_iter().map(|number| goals.all[number].text.clone()).collect::<Vec<_>>()
        });
        let is_new = match &reached {
            Some(reached) => !reached.is_empty(),
            None => self.criterion.wants(new),
        };
        if is_new {
            self.idle = 0;
        }
        let is_simpler = reached.is_none()
            && self.criterion.is_coverage()
            && self.coverage.is_simpler(&taken, self.criterion, reduce::size(&case), is_new);
        if is_new || is_simpler {
            let path = &replay.building;
            let building = PathCoverage::of(&mut program.machine, points, path, String::new());
            let reached = reached.unwrap_or_default();
            let found = FoundCase { case, coverage: taken, building, reached };
            self.found = Some(Box::new(found));
            self.clock.watching.budget.found();
        }
    }
}

impl Visitor<Symbolic, Jvm<Symbolic>, Found> for CaseCollector<'_> {
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
            Found::Fork(known) => {
                if let Some(tree) = &mut self.tree {
                    tree.fork(machine, decisions, known);
                }
                ControlFlow::Continue(())
            }
        }
    }

    fn pause(&mut self, _: &mut SymbolicMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        self.look()
    }
}

impl CaseCollector<'_> {
    /// A path has ended.
    fn path(
        &mut self,
        machine: &mut SymbolicMachine,
        decisions: &Decisions,
        path: &PathEnd,
    ) -> ControlFlow<()> {
        if self.known.contains(decisions) {
            return self.go_on();
        }
        // A precondition that throws does not hold either.
        let is_outside = match path.outcome {
            Outcome::Rejected => true,
            Outcome::Threw(_) => !self.is_begun(machine),
            _ => false,
        };
        self.outside += u64::from(is_outside);
        self.idle += u64::from(!is_outside || self.outside.is_multiple_of(OUTSIDE));
        if is_outside {
            if self.tree.is_some() {
                self.record(machine, decisions, path, Some("the precondition does not hold"));
            }
            return self.go_on();
        }
        match &path.outcome {
            Outcome::Returned(_) | Outcome::Threw(_) => self.case(machine, decisions, path),
            Outcome::Bounded => self.lose(LossKind::Bounds, Self::place(machine)),
            Outcome::Endless => {
                let what = format!("endless loop at {}", Self::place(machine));
                self.lose(LossKind::Bounds, what);
            }
            Outcome::Refused(refusal) => {
                self.lose(LossKind::Unsupported, describe::refused_at(machine, refusal));
            }
            Outcome::Failed(_) | Outcome::Exited(_) => {
                self.lose(LossKind::Unsupported, "the program ends itself".to_owned());
            }
            Outcome::Rejected => {}
        }
        self.paths += 1;
        self.record(machine, decisions, path, None);
        if self.paths >= self.limits.paths { ControlFlow::Break(()) } else { self.go_on() }
    }

    /// Goes on, unless nothing new was found for too long or the time is over.
    fn go_on(&mut self) -> ControlFlow<()> {
        // With fewer points left, others are near.
        let has_reached = self.goals.is_some() && self.idle == 0;
        let is_over = has_reached || self.idle >= self.limits.idle;
        if is_over { ControlFlow::Break(()) } else { self.look() }
    }

    /// Writes down the path that has just ended, which may be none of the method's.
    fn record(
        &mut self,
        machine: &SymbolicMachine,
        decisions: &Decisions,
        path: &PathEnd,
        outside: Option<&str>,
    ) {
        let effort = self.effort(machine);
        let has_case = self.found.is_some();
        let leaf = self.tree.as_mut().map(|recorder| {
            let leaf = recorder.leaf(machine, decisions, &path.condition, effort);
            let why = outside.map(str::to_owned).or_else(|| tree::why(&self.losses));
            TreeLeaf { why: why.filter(|_| !has_case), ..leaf }
        });
        self.records.push(PathRecord {
            decisions: decisions.clone(),
            losses: std::mem::take(&mut self.losses),
            case: self.found.take(),
            values: self.values.take(),
            effort,
            leaf,
        });
    }

    /// What the part has taken so far.
    pub fn effort(&self, machine: &SymbolicMachine) -> Effort {
        let core = &machine.core;
        let queries = core.domain.path.stats().queries;
        Effort {
            paths: self.paths,
            steps: core.work - self.before.0,
            queries: queries - self.before.1,
        }
    }

    fn lost(&mut self, machine: &SymbolicMachine, loss: Lost) {
        match loss {
            Lost::Concretized(place) => {
                let what = format!("a value{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Concretized, what);
            }
            Lost::Large(place) => {
                let what = format!("a large condition{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Concretized, what);
            }
            Lost::ManyBranches(place) => {
                let what = format!("too many branches{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Concretized, what);
            }
            Lost::Followed(place) => {
                let what = format!("turned concolic{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Concretized, what);
            }
            Lost::Longer(place) => {
                let what = format!("max-array{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Bounds, what);
            }
            Lost::Unknown(reason, place) => {
                let what = format!("{reason}{}", Self::at(machine, place.as_ref()));
                self.lose(LossKind::Unknown, what);
                // It took as long as many paths, and came to nothing.
                self.idle = self.idle.saturating_add(1);
            }
            Lost::Unmade(class, place, condition) => {
                let class = describe::class(&machine.core.world, class);
                let at = Self::at(machine, place.as_ref());
                let condition = conditions::texts(machine, &condition);
                let (kind, what) = losses::unmade(&class, &at, &condition);
                self.lose(kind, what);
            }
            Lost::NoRoom => self.lose(LossKind::Bounds, "max-heap".to_owned()),
        }
    }

    fn look(&mut self) -> ControlFlow<()> {
        self.stopped = self.clock.check(self.paths);
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
