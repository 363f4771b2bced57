//! The search over symbolic paths: at a question, which answers are possible, and what each one
//! makes true.

mod apply;
mod assumed;
mod calls;
mod compose;
mod draws;
mod follow;
mod found;
mod heads;
mod looks;
mod merge;
mod met;
mod open;
mod questions;
mod recorded;
pub mod seed;
mod settle;
mod whole;

pub use assumed::AssumedArguments;
pub use draws::Draws;
pub use follow::Follows;
pub use found::{Found, Lost, PathEnd};
pub use open::Aliasing;

use super::calls::CallDecider;
use super::concrete::{ConcreteInput, Concretizer};
use super::cost::{Amount, CostModel, symbolic_amount};
use super::distinct;
use super::focus::{self, Focus, InputValues};
use super::guide::{Guides, Judged};
use super::heap::Maker;
use super::induction::SharedInduction;
use super::objects::InputHeap;
use super::summary::{self, RecorderMark, Recording};
use super::ways::OutcomeSet;
use crate::decisions::Decisions;
use crate::driver::{
    Answer, Applied, Backtrack, Call, Driver, Ending, OpenPlace, Pace, PathError, Progress,
    Question, Range, Reply, Strategy, Trailed, Visitor,
};
use apply::Answered;
use assumed::Assumed;
use calls::{CallMark, CallState, Entry};
use margay_ir::{ClassId, MethodId, Type};
use margay_logic::{Evaluator, Model, heap};
use margay_machine::code::Point;
use margay_machine::symbolic::inputs::{Inputs, Unasked};
use margay_machine::symbolic::path::PreferredNumbers;
use margay_machine::symbolic::{FixedNumbers, Open, Symbolic, SymbolicValue};
use margay_machine::{CallEnd, DecidedCalls, Domain, Machine, Outcome, Place, Platform};
use questions::Asked;
use seed::Seed;
use std::ops::ControlFlow;
use std::rc::Rc;
use whole::KnownWholeWays;

/// Steps, and answers, between two looks at the clock: the solver may be slow.
const PACE: (u64, u64) = (1 << 18, 16);

/// Bounds on inputs, and how to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether references of the input may be the same object.
    pub aliasing: Aliasing,
    /// What is assumed of the arguments, and of all they lead to.
    pub assumed: Vec<AssumedArguments>,
    /// Longest array, list and so on of an input.
    pub max_array: u32,
    /// Most numbers a value is split into where it must be known.
    pub max_values: u32,
    /// Range of integers of the input, if limited.
    pub integers: Option<(i64, i64)>,
    /// How to get to the next path.
    pub backtrack: Backtrack,
    /// When paths follow inputs instead of asking the solver.
    pub follows: Follows,
    /// Where inputs are followed, a condition in which operations are nested deeper than this is not for the
    /// solver: the inputs that it depends on keep the values they have.
    pub max_term: u32,
    /// A path that takes more steps than this is given up.
    pub max_steps: u64,
    /// After so many steps on all paths together there is a pause for sure.
    pub max_work: u64,
    /// The part of the tree to search.
    pub range: Range,
    /// Whether what has to hold for objects of the input to be made is left out of conditions.
    pub hides_making: bool,
    /// Whether it is remembered where in the program the questions were asked.
    pub scenes: bool,
    /// Whether questions with several answers are told to the visitor.
    pub forks: bool,
    /// Which inputs are searched, if not all are.
    pub focus: Option<Rc<Focus>>,
    /// Inputs that paths begin with, where they follow inputs.
    pub seed: Option<Rc<Seed>>,
    /// Inputs by chance that they begin with, where no seed says anything.
    pub draws: Option<Rc<Draws>>,
    /// Whether paths on which the method returns need no input.
    pub only_failures: bool,
    /// Whether inputs with which the result is not zero are better than smaller ones, and texts better than null.
    pub telling: bool,
    /// What steers the search.
    pub guides: Guides,
    /// What is counted.
    pub costs: Vec<CostModel>,
    /// Who decides about calls.
    pub calls: CallDecider,
    /// Whether paths tell what they have left in objects of the input; then they need no input.
    pub effects: bool,
    /// Whether the ways of a branch are followed together where they soon meet.
    pub merges: bool,
    /// Loops that are taken by induction, and what is known of them.
    pub induction: Option<SharedInduction>,
    /// Who writes down what is asked, for a summary.
    pub recording: Recording,
}

impl Options {
    /// Whether somebody wants to know which input is which.
    fn tells_apart(&self) -> bool {
        self.focus.is_some() || self.seed.is_some()
    }

    /// The numbers that paths begin with, if somebody says which.
    fn preferred(&self) -> Option<PreferredNumbers> {
        let (seed, draws) = (self.seed.clone(), self.draws.clone());
        (seed.is_some() || draws.is_some()).then(|| -> PreferredNumbers {
            Rc::new(move |name: &str, sort, taste| {
                let seeded = seed.as_ref().and_then(|seed| seed.bits(name, sort));
                seeded.or_else(|| draws.as_ref()?.bits(name, sort, taste))
            })
        })
    }
}

/// Where in the program a question was asked.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The calls in progress, innermost first.
    pub stack: Vec<Place>,
    /// The block that each side of a branch leads to, no and yes.
    pub ways: Option<[Option<Point>; 2]>,
}

/// A place from which a search that has ended early would go on.
#[derive(Clone, Debug)]
pub struct Unexplored {
    /// What leads there.
    pub decisions: Decisions,
    /// Where in the program the last of these decisions was made.
    pub scene: Option<Rc<Scene>>,
    /// The block it leads to, if that is known.
    pub way: Option<Point>,
}

/// A question with its answers.
struct Fork {
    answers: Vec<Answered>,
    /// The one that the inputs that are followed lead to.
    first: u32,
    scene: Option<Rc<Scene>>,
    /// What guides say of the answers.
    guidance: Option<Guidance>,
    /// The part of what is wanted that the question was asked in.
    part: Option<(usize, u32)>,
    /// The call for which the path looks ahead, and its outcomes that fit the path so far.
    ahead: Option<u32>,
    possible: OutcomeSet,
    /// Its number in the summary that is written.
    node: Option<u32>,
}

/// What guides say of the answers to a question.
struct Guidance {
    /// Those that none is against.
    allowed: Vec<bool>,
    /// The most promising one.
    first: u32,
}

impl Fork {
    /// Whether no guide is against an alternative.
    fn is_allowed(&self, alternative: u32) -> bool {
        let guidance = self.guidance.as_ref();
        guidance.is_none_or(|guidance| guidance.allowed[alternative as usize])
    }

    /// The block that an alternative leads to.
    fn way(&self, alternative: u32) -> Option<Point> {
        match self.answers[alternative as usize] {
            Answered::Assume(_, number) | Answered::Turn(_, number) => {
                self.scene.as_ref()?.ways?[number as usize]
            }
            _ => None,
        }
    }
}

impl From<OpenPlace<'_, Fork>> for Unexplored {
    fn from(place: OpenPlace<'_, Fork>) -> Self {
        let OpenPlace { decisions, question } = place;
        let scene = question.and_then(|(fork, _)| fork.scene.clone());
        let way = question.and_then(|(fork, alternative)| fork.way(alternative));
        Unexplored { decisions, scene, way }
    }
}

/// What a method is given.
pub struct Given {
    /// Its arguments, the receiver first.
    pub arguments: Vec<SymbolicValue>,
    /// What static fields that may hold anything were set to, and whether that is a reference.
    pub statics: Vec<(SymbolicValue, bool)>,
}

/// Visits every path of the method; `make` makes its arguments. What is left when the visitor ends
/// the search early goes on from the places returned.
///
/// # Errors
/// When the range of the options names no part of the tree.
pub fn search<P, I, V>(
    machine: &mut Machine<Symbolic, P>,
    inputs: &mut I,
    visitor: &mut V,
    options: &Options,
    method: MethodId,
    make: impl FnOnce(&mut Maker<'_, P, I>) -> Given,
) -> Result<Vec<Unexplored>, PathError>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    let before = machine.core.domain.mark();
    machine.core.domain.open = (options.aliasing == Aliasing::Symbolic).then(Open::default);
    let decider = options.calls.0.as_ref();
    machine.core.decided_calls =
        decider.map(|decider| decider.borrow().about()).unwrap_or_default();
    machine.core.heads =
        options.induction.as_ref().map(|known| known.borrow().loops.clone()).unwrap_or_default();
    machine.hold();
    let mut paths = Paths {
        inputs,
        visitor,
        options,
        method,
        heap: InputHeap::default(),
        given: Given { arguments: Vec::new(), statics: Vec::new() },
        memo: Evaluator::new(),
        calls: CallState::default(),
        whole: KnownWholeWays::default(),
        heads: Vec::new(),
        is_element: false,
        late: false,
        losses: 0,
        assumed: Vec::new(),
        decided: heap::References::default(),
    };
    machine.core.domain.fixed = options
        .focus
        .clone()
        .map(|focus| -> FixedNumbers { Rc::new(move |name: &str| focus.number(name)) });
    if options.follows == Follows::Always {
        machine.core.domain.path.follow(Model::new(), options.preferred());
    }
    let start = machine.held();
    paths.given = make(&mut paths.maker(machine));
    let arguments = &paths.given.arguments;
    let assumed = options.assumed.iter().map(|AssumedArguments { assumption, of }| {
        let of = of.iter().filter_map(|place| arguments.get(*place).copied()).collect();
        Assumed::of_input(*assumption, of)
    });
    paths.assumed = assumed.collect();
    paths.begin_recording(machine, start);
    // What was made for all paths is there whenever one begins anew.
    machine.hold();
    let call = Call { method, args: paths.given.arguments.clone() };
    let (steps, answers) = PACE;
    let pace = Pace { steps, answers, work: options.max_work };
    let (range, backtrack) = (options.range.clone(), options.backtrack);
    let mut driver = Driver::new(machine, call, paths, range, backtrack, pace);
    let result = driver.run();
    let rest = driver.rest().into_iter().map(Unexplored::from).collect();
    machine.core.decided_calls = DecidedCalls::None;
    machine.core.heads.clear();
    machine.release();
    machine.release();
    machine.core.domain.undo_to(before);
    machine.core.domain.open = None;
    result.map(|()| rest)
}

/// A path made concrete.
struct Concrete {
    input: ConcreteInput,
    values: Option<InputValues>,
    costs: Vec<(Amount, u64)>,
}

/// The strategy.
struct Paths<'a, I, V> {
    /// What inputs look like.
    inputs: &'a mut I,
    visitor: &'a mut V,
    options: &'a Options,
    method: MethodId,
    /// The input so far.
    heap: InputHeap,
    given: Given,
    memo: Evaluator,
    /// The calls of the path that somebody has decided about.
    calls: CallState,
    /// The ways through summaries that were found, on all paths.
    whole: KnownWholeWays,
    /// The rounds of loops taken by induction that the path has begun.
    heads: Vec<heads::Round>,
    /// Whether the last question was which element of an array is meant.
    is_element: bool,
    /// Whether the last answer of the solver took too long.
    late: bool,
    /// What was lost so far.
    losses: u64,
    /// What is assumed on the path.
    assumed: Vec<Assumed>,
    /// References as assumptions see them, where none stays open.
    decided: heap::References,
}

impl<I, V> Trailed for Paths<'_, I, V> {
    type Mark = (<InputHeap as Trailed>::Mark, CallMark, Option<RecorderMark>, usize, usize);

    fn mark(&self) -> Self::Mark {
        let recording = &self.options.recording.0;
        let recorded = recording.as_ref().map(|recorder| recorder.borrow().mark());
        let (heads, assumed) = (self.heads.len(), self.assumed.len());
        (self.heap.mark(), self.calls.mark(), recorded, heads, assumed)
    }

    fn undo_to(&mut self, (heap, calls, recorded, heads, assumed): Self::Mark) {
        self.heap.undo_to(heap);
        self.calls.undo_to(calls);
        if let (Some(recorder), Some(mark)) = (&self.options.recording.0, recorded) {
            recorder.borrow_mut().undo_to(mark);
        }
        self.heads.truncate(heads);
        self.assumed.truncate(assumed);
    }
}

impl<P, I, V> Strategy<Symbolic, P> for Paths<'_, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    type Note = Fork;
    type Error = PathError;
    // Nobody shows it, and there are many answers to look at.
    const TELLS_SHARE: bool = false;

    fn ask(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        question: Question<SymbolicValue>,
    ) -> Result<Reply<Fork, SymbolicValue>, PathError> {
        if std::mem::take(&mut self.late) && self.pause(machine, 0.0).is_break() {
            return Ok(Reply::Stop);
        }
        if let Question::Head = question {
            let begins = Asked { paths: self, machine, decisions }.begin_round();
            if begins {
                return Ok(Reply::GoOn);
            }
            // It goes on as other paths do from the head.
            return Ok(match self.report(machine, decisions, Outcome::Endless) {
                ControlFlow::Continue(()) => Reply::DeadEnd,
                ControlFlow::Break(()) => Reply::Stop,
            });
        }
        let losses = self.losses;
        let reply = match question {
            Question::Choice(count) => Asked { paths: self, machine, decisions }.choose(count),
            Question::Wanted(want) => Asked { paths: self, machine, decisions }.want(want),
            Question::Call(method) => Asked { paths: self, machine, decisions }.call(method),
            Question::Undecided(_) | Question::Head => {
                unreachable!(
                    "inputs are made with all their cells, and heads are dealt with before"
                )
            }
        };
        if std::mem::take(&mut self.late) && self.pause(machine, 0.0).is_break() {
            // There may be more answers than those that were found in time.
            return Ok(Reply::Stop);
        }
        if matches!(reply, Reply::DeadEnd) && self.losses == losses {
            // The path was possible so far: it has a way on, which nobody has found.
            let place = machine.core.stack().next();
            self.lost(machine, decisions, Lost::Unknown("no way on".to_owned(), place));
        }
        if matches!(reply, Reply::Answers { count: 2.., .. }) && self.calls.is_too_long(decisions) {
            return Ok(Reply::DeadEnd);
        }
        let guidance = match &reply {
            // A call that just happens is no way that anybody has to choose; and guides look at all calls in progress.
            Reply::Answers { note, .. } if matches!(note[..], [Answered::Enter(Entry::Open)]) => {
                None
            }
            Reply::Answers { note, .. } if !self.options.guides.is_empty() => {
                let mut guidance = self.guidance(machine, note);
                self.calls.follow(decisions, &mut guidance);
                if !guidance.allowed.contains(&true) {
                    return Ok(Reply::DeadEnd);
                }
                Some(guidance)
            }
            _ => None,
        };
        let part = match &reply {
            Reply::Answers { count: 2.., .. } => self.options.guides.part(&machine.core),
            _ => None,
        };
        if self.options.forks
            && self.calls.ahead().is_none()
            && matches!(reply, Reply::Answers { count: 2.., .. })
        {
            let known = self.heap.facts().len();
            let _ = self.visitor.found(machine, decisions, Found::Fork(known));
        }
        let node = match &reply {
            Reply::Answers { note, .. } => self.record(machine, note, self.losses > losses),
            _ => None,
        };
        let possible = match &reply {
            Reply::Answers { count: 2.., .. } => self.calls.possible(&mut machine.core),
            _ => 0,
        };
        let scene = || Scene { stack: machine.core.stack().collect(), ways: machine.ways() };
        Ok(reply.map(|answers| {
            let is_wanted = self.options.scenes && answers.len() > 1;
            let is_open = |answer: &Answered| {
                matches!(answer, Answered::Turn(..) | Answered::Check(..) | Answered::Beyond)
            };
            let seeded = self.options.seed.as_ref().and_then(|seed| {
                seed.answer(&machine.core.world, &machine.core.domain, &self.heap, &answers)
            });
            let drawn = || {
                let draws = self.options.draws.as_ref()?;
                draws.answer(&machine.core.world, &machine.core.domain, &self.heap, &answers)
            };
            let first = seeded.or_else(drawn);
            let first = first.or_else(|| answers.iter().position(|answer| !is_open(answer)));
            let first = first.unwrap_or_default();
            let scene = is_wanted.then(|| Rc::new(scene()));
            let ahead = self.calls.ahead();
            let first = first as u32;
            Fork { scene, answers, first, guidance, part, ahead, possible, node }
        }))
    }

    fn first(&self, fork: &Fork) -> u32 {
        // Where the solver says which ways are open, paths come in the order of their decisions.
        match (self.options.follows, &fork.guidance) {
            (Follows::Always, _) if fork.is_allowed(fork.first) => fork.first,
            (Follows::Always, _) | (_, None) => 0,
            (_, Some(guidance)) => guidance.first,
        }
    }

    fn answer(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        fork: &Fork,
        answer: Answer,
    ) -> Applied<SymbolicValue> {
        machine.core.forks += u32::from(answer.is_fork);
        let given = &fork.answers[answer.alternative as usize];
        let is_own = machine.core.is_initializing() || matches!(given, Answered::Sized(..));
        let before = machine.core.memory.used();
        let applied = self.apply(machine, decisions, given, answer.is_fork);
        self.record_answer(machine, fork.node, given, answer.alternative);
        if !is_own {
            // What the input is made of is none of the program's.
            machine.core.set_aside(before);
        }
        applied
    }

    fn call_ended(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        end: CallEnd<SymbolicValue>,
    ) -> Applied<SymbolicValue> {
        match self.end_call(machine, decisions, end) {
            true => Applied::Done,
            false => Applied::DeadEnd,
        }
    }

    fn next_open(&self, fork: &Fork, from: u32, end: u32) -> u32 {
        if fork.part.is_some_and(|part| self.options.guides.is_found(part)) {
            return end;
        }
        let mut from = match self.calls.next_open(fork, from, end) {
            Ok(from) => from,
            Err(end) => return end,
        };
        while from < end && !fork.is_allowed(from) {
            from += 1;
        }
        match fork.answers.get(from as usize) {
            Some(Answered::Beyond) => end,
            _ => from,
        }
    }

    fn last_step(&self) -> u64 {
        self.options.max_steps
    }

    fn ended(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &mut Decisions,
        ending: Ending<SymbolicValue>,
    ) -> Result<ControlFlow<()>, PathError> {
        let outcome = match ending {
            Ending::Outcome(outcome) => outcome,
            Ending::OutOfSteps => Outcome::Bounded,
        };
        Ok(self.report(machine, decisions, outcome))
    }

    fn pause(&mut self, machine: &mut Machine<Symbolic, P>, share: f64) -> ControlFlow<()> {
        self.visitor.pause(machine, Progress { share, counters: &() })
    }
}

impl<I, V> Paths<'_, I, V> {
    fn maker<'a, P: Platform<Symbolic>>(
        &'a mut self,
        machine: &'a mut Machine<Symbolic, P>,
    ) -> Maker<'a, P, I> {
        Maker {
            machine,
            inputs: self.inputs,
            heap: &mut self.heap,
            range: self.options.integers,
            max_array: self.options.max_array,
            focus: self.options.focus.as_deref(),
            tells_apart: self.options.tells_apart(),
            is_over: false,
        }
    }

    /// What the guides say of answers.
    fn guidance<P: Platform<Symbolic>>(
        &self,
        machine: &Machine<Symbolic, P>,
        answers: &[Answered],
    ) -> Guidance {
        let ways = machine.ways();
        let way = |answer: &Answered| match answer {
            Answered::Assume(_, number)
            | Answered::Turn(_, number)
            | Answered::Entailed(_, number) => ways?[*number as usize],
            _ => None,
        };
        let guides = &self.options.guides;
        // What lies beyond a bound is no way on.
        let is_way = |answer: &Answered| !matches!(answer, Answered::Beyond | Answered::Check(..));
        let allow = |answer: &Answered| match answer {
            Answered::Beyond => false,
            Answered::Check(..) => true,
            _ => guides.allow(&machine.core, way(answer)),
        };
        let allowed: Vec<bool> = answers.iter().map(allow).collect();
        let open = answers.iter().enumerate();
        let open = open.filter(|(place, answer)| allowed[*place] && is_way(answer));
        let first = if guides.take_last_first() {
            let ways = open.filter(|(_, answer)| matches!(answer, Answered::Assume(..)));
            ways.map(|(n, _)| n).next_back()
        } else {
            let distance = |answer: &Answered| guides.distance(&machine.core, way(answer));
            open.min_by_key(|(_, answer)| distance(answer).unwrap_or(u32::MAX)).map(|(n, _)| n)
        };
        Guidance { allowed, first: first.unwrap_or_default() as u32 }
    }

    fn lost<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        loss: Lost,
    ) where
        V: Visitor<Symbolic, P, Found>,
    {
        self.losses += 1;
        if self.calls.ahead().is_some() {
            // What is not known is taken to be good.
            self.calls.saw_end(&mut machine.core, &[]);
            return;
        }
        // What is lost ends no search.
        let _ = self.visitor.found(machine, decisions, Found::Lost(loss));
    }

    /// Reports the end of a path, with an input that takes it if the method has ended by itself.
    fn report<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        outcome: Outcome<SymbolicValue>,
    ) -> ControlFlow<()>
    where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        if self.calls.ahead().is_some() {
            self.end_ahead(machine, &outcome);
            return ControlFlow::Continue(());
        }
        self.record_end(machine, &outcome);
        let judged = match outcome {
            Outcome::Returned(_) | Outcome::Threw(_) => {
                self.options.guides.judge(&mut machine.core)
            }
            _ => Judged::Wanted,
        };
        if judged == Judged::Wanted {
            self.tell_fitted(machine, decisions);
        }
        if let Judged::Unknown(reason) = &judged {
            self.lost(machine, decisions, Lost::Unknown(reason.clone(), None));
        }
        let input = match outcome {
            _ if judged != Judged::Wanted => None,
            _ if self.options.effects || self.options.recording.0.is_some() => None,
            Outcome::Returned(_) if self.options.only_failures => None,
            Outcome::Returned(result) => self.concrete(machine, decisions, result),
            Outcome::Threw(_) | Outcome::Failed(_) => self.concrete(machine, decisions, None),
            _ => None,
        };
        let condition = self.heap.facts().to_vec();
        let (effects, objects) = match self.options.effects {
            true => {
                let domain = &machine.core.domain;
                let named = self.heap.objects().iter();
                let named = named.map(|object| (object.place(domain), object.name.clone()));
                (summary::effects(&machine.core, &self.heap), named.collect())
            }
            false => (Vec::new(), Vec::new()),
        };
        let (input, values, costs) = match input {
            Some(Concrete { input, values, costs }) => (Some(input), values, costs),
            None => (None, None, Vec::new()),
        };
        let end = PathEnd { condition, input, values, costs, effects, objects, outcome };
        self.visitor.found(machine, decisions, Found::Path(Box::new(end)))
    }

    /// An input for the path, which ends with a result or without.
    fn concrete<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        result: Option<SymbolicValue>,
    ) -> Option<Concrete>
    where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        let core = &machine.core;
        let (memory, objects) = (&core.memory, self.heap.objects());
        let method = core.world.method(self.method);
        let is_object = method.result == Some(Type::Ref);
        let mut ends = distinct::terms_of_end(memory, objects, result, is_object);
        if method.result.is_none() {
            // What it does may show in collections only.
            ends.extend(distinct::terms_of(&self.given.arguments));
        }
        let receiver = self.given.arguments.first().copied();
        let constructed = receiver.filter(|_| method.params.first() == Some(&Type::Ref));
        let made = distinct::terms_of_made(memory, &core.domain, objects, constructed);
        let before = machine.core.memory.used();
        Asked { paths: self, machine, decisions }.settle(result)?;
        machine.core.set_aside(before);
        let mut model_of_path = match Self::model(machine) {
            Ok(model) => model?,
            Err(reason) => {
                let place = machine.core.stack().next();
                self.lost(machine, decisions, Lost::Unknown(reason.to_string(), place));
                return None;
            }
        };
        let before = machine.core.memory.used();
        self.make_open(machine, decisions, &model_of_path)?;
        machine.core.set_aside(before);
        let path = &machine.core.domain.path;
        if self.options.telling && !path.is_following() {
            distinct::tell(path.terms(), &mut model_of_path, path.constraints(), &ends);
        }
        ends.extend(made);
        distinct::assign(path.terms(), &mut model_of_path, ends);
        let method = machine.core.world.method(self.method);
        let references = method.params.iter().map(|ty| *ty == Type::Ref);
        let arguments: Vec<(SymbolicValue, bool)> =
            self.given.arguments.iter().copied().zip(references).collect();
        let domain = &machine.core.domain;
        let objects = self.heap.objects();
        let is_telling = self.options.telling && !domain.path.is_following();
        let unasked = |class: ClassId| match is_telling {
            true => self.inputs.unasked(machine, class),
            false => Unasked::Null,
        };
        let memo = &mut self.memo;
        let concretizer = Concretizer::new(domain, objects, &model_of_path, memo, &unasked);
        let mut input = concretizer.input(&arguments, &self.given.statics);
        input.many.clone_from(&self.heap.many);
        if self.options.tells_apart() {
            input.open = focus::open_names(domain);
        }
        let values = self.options.tells_apart().then(|| {
            focus::values(domain, objects, &self.heap.numbers, &model_of_path, &mut self.memo)
        });
        let costs = self.options.costs.iter().map(|model| {
            let amount = symbolic_amount(&machine.core, &self.options.costs, model);
            let terms = domain.path.terms();
            let value = amount.value(|length| self.memo.eval(terms, &model_of_path, length));
            (amount, value)
        });
        let costs = costs.collect();
        Some(Concrete { input, values, costs })
    }
}
