//! The search over symbolic paths: at a question, which answers are possible, and what each one
//! makes true. Depth first, going back to the newest open question.

mod questions;
mod settle;

use super::concrete::{ConcreteInput, Concretizer};
use super::heap::{InputObject, Maker};
use super::render;
use super::telling;
use crate::decisions::Decisions;
use crate::explore::Backtrack;
use margay_ir::{ClassId, MethodId, Type};
use margay_logic::{Evaluator, TermId};
use margay_machine::symbolic::inputs::{Built, Inputs, Making};
use margay_machine::symbolic::{InputId, State, Symbolic, SymbolicMark, Value};
use margay_machine::{Domain, Event, Machine, Outcome, Place, Platform, Ref};
use std::ops::ControlFlow;

/// Bounds on inputs, and how to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether references of the input may be the same object.
    pub aliasing: bool,
    /// Longest array, list and so on of an input.
    pub max_array: u32,
    /// Most numbers a value is split into where it must be known.
    pub max_values: u32,
    /// Range of integers of the input, if limited.
    pub range: Option<(i64, i64)>,
    /// How to get to the next path.
    pub backtrack: Backtrack,
}

/// What a search reports to.
pub trait Visit<P: Platform<Symbolic>> {
    /// A path has ended: with the method's own end, or for the reason told.
    fn path(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        path: &PathEnd,
        outcome: Outcome<Value>,
    ) -> ControlFlow<()>;

    /// Something was lost on the way.
    fn lost(&mut self, machine: &Machine<Symbolic, P>, loss: Lost);

    /// Called now and then while a path runs.
    fn pause(&mut self, machine: &mut Machine<Symbolic, P>) -> Pause;
}

/// What to do after a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Go on.
    Continue,
    /// Give the path up.
    Cut,
    /// End the search.
    Stop,
}

/// What is lost when a question is answered for some values only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A number was made concrete: more values were possible than are tried.
    Concretized(Option<Place>),
    /// An array longer than the bound was possible.
    Longer(Option<Place>),
    /// The solver did not know.
    Unknown(String, Option<Place>),
    /// There is no way to make an object of this class.
    Unmade(ClassId, Option<Place>),
    /// The heap was full.
    NoRoom,
}

/// A path that has ended.
pub struct PathEnd {
    /// The alternatives taken.
    pub decisions: Decisions,
    /// What was assumed, in terms of the source.
    pub condition: Vec<String>,
    /// An input that takes the path, if the method ended by itself.
    pub input: Option<ConcreteInput>,
}

/// One answer to a question.
#[derive(Clone, Debug)]
enum Answered {
    /// The condition is assumed; the machine takes the alternative of this number.
    Assume(TermId, u32),
    /// The condition is entailed by the path: there is no other alternative.
    Entailed(TermId, u32),
    /// An alternative without a condition.
    Take(u32),
    Null(InputId),
    NonNull(InputId),
    /// Another reference of the input, or a constant.
    Is(InputId, Ref),
    /// A new object.
    New(InputId, Making),
    /// A number has this value.
    Fixed(TermId, u64),
    /// An array has this length.
    Length(Ref, TermId, u32),
    /// A number is at most so large: an array of it can be made.
    Sized(TermId, u32),
    /// An object has one of these classes.
    Classes(Ref, Vec<ClassId>, String),
    /// A loop goes on beyond its bound: reported when the question was asked, and never taken.
    Beyond,
}

/// An open question on the path.
struct Choice {
    answers: Vec<Answered>,
    taken: usize,
    /// Objects, narrowings of classes, and conditions there were.
    objects: usize,
    narrowed: usize,
    conditions: usize,
}

impl Choice {
    /// Whether all answers were tried.
    fn is_done(&self) -> bool {
        matches!(self.answers.get(self.taken + 1), None | Some(Answered::Beyond))
    }
}

/// An object whose classes were narrowed, as it was.
struct Narrowed {
    place: usize,
    classes: Vec<ClassId>,
    cells: usize,
}

/// Where a search begins.
struct Root {
    method: MethodId,
    domain: SymbolicMark,
    objects: usize,
}

/// A search.
pub struct Search<'a, P: Platform<Symbolic>, I, V> {
    /// Where the method runs.
    pub machine: &'a mut Machine<Symbolic, P>,
    /// What inputs look like.
    pub inputs: &'a mut I,
    /// Whom to tell.
    pub visit: &'a mut V,
    options: Options,
    root: Root,
    path: Vec<Choice>,
    /// Choices of the path that were made again when it was run again.
    replayed: usize,
    objects: Vec<InputObject>,
    narrowed: Vec<Narrowed>,
    conditions: Vec<String>,
    arguments: Vec<Value>,
    statics: Vec<(Value, bool)>,
    memo: Evaluator,
    questions: u64,
    /// Whether the last answer took too long.
    late: bool,
}

/// What a method is given.
pub struct Given {
    /// Its arguments, the receiver first.
    pub arguments: Vec<Value>,
    /// What static fields that may hold anything were set to, and whether that is a reference.
    pub statics: Vec<(Value, bool)>,
}

impl<'a, P: Platform<Symbolic>, I: Inputs<P>, V: Visit<P>> Search<'a, P, I, V> {
    /// A search that has not begun.
    pub fn new(
        machine: &'a mut Machine<Symbolic, P>,
        inputs: &'a mut I,
        visit: &'a mut V,
        options: Options,
    ) -> Self {
        let domain = machine.core.domain.mark();
        Search {
            machine,
            inputs,
            visit,
            options,
            root: Root { method: MethodId::from_u32(0), domain, objects: 0 },
            path: Vec::new(),
            replayed: 0,
            objects: Vec::new(),
            narrowed: Vec::new(),
            conditions: Vec::new(),
            arguments: Vec::new(),
            statics: Vec::new(),
            memo: Evaluator::new(),
            questions: 0,
            late: false,
        }
    }

    fn maker(&mut self) -> Maker<'_, P, I> {
        Maker {
            machine: self.machine,
            inputs: self.inputs,
            objects: &mut self.objects,
            range: self.options.range,
            max_array: self.options.max_array,
        }
    }

    /// Visits every path of the method; `make` makes its arguments.
    pub fn run(&mut self, method: MethodId, make: impl FnOnce(&mut Maker<'_, P, I>) -> Given) {
        let before = self.machine.core.domain.mark();
        self.machine.hold();
        let Given { arguments, statics } = make(&mut self.maker());
        (self.arguments, self.statics) = (arguments, statics);
        self.root =
            Root { method, domain: self.machine.core.domain.mark(), objects: self.objects.len() };
        match self.machine.start(method, &self.arguments) {
            Ok(()) => self.search(),
            Err(outcome) => {
                let _ = self.end(*outcome);
            }
        }
        self.machine.release();
        self.machine.core.domain.undo_to(before);
    }

    fn search(&mut self) {
        loop {
            let step = match self.machine.resume() {
                Event::Pause => match self.visit.pause(self.machine) {
                    Pause::Continue => ControlFlow::Continue(()),
                    Pause::Cut => self.done(Outcome::Bounded),
                    Pause::Stop => ControlFlow::Break(()),
                },
                Event::Choice(count) => self.question(|search| search.choose(count)),
                Event::Wanted(want) => self.question(|search| search.want(want)),
                Event::Undecided(_) => unreachable!("inputs are made with all their cells"),
                Event::Done(outcome) => self.done(outcome),
            };
            if step.is_break() {
                return;
            }
        }
    }

    /// Takes the first of the answers and leaves the others for later.
    fn answer(&mut self, answers: Vec<Answered>) -> ControlFlow<()> {
        if answers.is_empty() {
            // What the solver does not know or what cannot be made: the path cannot go on.
            return self.advance();
        }
        let (fork, checkpoint) =
            (answers.len() > 1, self.options.backtrack == Backtrack::Checkpoint);
        if checkpoint && !fork {
            self.apply(&answers[0], false);
            return ControlFlow::Continue(());
        }
        if checkpoint && !matches!(answers[1], Answered::Beyond) {
            self.machine.checkpoint();
        }
        self.path.push(Choice {
            answers,
            taken: 0,
            objects: self.objects.len(),
            narrowed: self.narrowed.len(),
            conditions: self.conditions.len(),
        });
        self.take(self.path.len() - 1);
        ControlFlow::Continue(())
    }

    fn take(&mut self, place: usize) {
        self.replayed = place + 1;
        let choice = &self.path[place];
        let answer = choice.answers[choice.taken].clone();
        let fork = choice.answers.len() > 1;
        self.machine.core.forks += u32::from(fork);
        self.apply(&answer, fork);
    }

    /// Repeats the answer given before, when a path is run again.
    fn repeat(&mut self) -> bool {
        let again = self.replayed < self.path.len();
        if again {
            self.take(self.replayed);
        }
        again
    }

    /// Makes an answer true.
    fn apply(&mut self, answer: &Answered, told: bool) {
        let mut alternative = 0;
        let mut filling = None;
        let condition = match answer {
            Answered::Assume(condition, number) => {
                alternative = *number;
                self.machine.core.domain.path.assume(*condition);
                match told {
                    true => render::condition(self.machine.core.domain.path.terms(), *condition),
                    false => String::new(),
                }
            }
            Answered::Entailed(condition, number) => {
                alternative = *number;
                self.machine.core.domain.path.note(*condition);
                String::new()
            }
            Answered::Take(number) => {
                alternative = *number;
                String::new()
            }
            Answered::Null(input) => {
                self.machine.core.domain.decide(*input, State::Is(0));
                format!("{} == null", self.name(*input))
            }
            Answered::NonNull(input) => {
                self.machine.core.domain.decide(*input, State::NonNull);
                format!("{} != null", self.name(*input))
            }
            Answered::Is(input, object) => {
                self.machine.core.domain.decide(*input, State::Is(*object));
                self.narrow_to(*object, *input);
                let found = self.objects.iter().find(|o| o.at == *object);
                let other = match found {
                    Some(found) => found.name.clone(),
                    None => self
                        .inputs
                        .constant_name(self.machine, *object)
                        .unwrap_or_else(|| "a constant".to_owned()),
                };
                format!("{} == {other}", self.name(*input))
            }
            Answered::New(input, making) => {
                let reference = self.machine.core.domain.references.about(*input).clone();
                let was_open = self.machine.core.domain.references.state(*input) == State::Open;
                match self.maker().make(&reference, making) {
                    Ok(object) => self.machine.core.domain.decide(*input, State::Is(object)),
                    Err(_) => self.visit.lost(self.machine, Lost::NoRoom),
                }
                if let Making::Built(built) = making {
                    filling = Some(built);
                    built.told.clone()
                } else if was_open {
                    format!("{} != null", reference.name)
                } else {
                    String::new()
                }
            }
            Answered::Fixed(term, bits) => {
                let path = &mut self.machine.core.domain.path;
                path.fix(*term, *bits);
                render::equation(path, *term, *bits)
            }
            Answered::Length(array, term, length) => {
                self.machine.core.memory.set_length(*array, *length);
                let path = &mut self.machine.core.domain.path;
                path.fix(*term, u64::from(*length));
                render::equation(path, *term, u64::from(*length))
            }
            Answered::Sized(term, most) => {
                return self.make_sized(*term, *most);
            }
            Answered::Beyond => unreachable!("it is never taken"),
            Answered::Classes(object, classes, text) => {
                self.set_classes(*object, classes.clone());
                let found = self.objects.iter().find(|o| o.at == *object);
                format!("{} {text}", found.map_or("", |o| o.name.as_str()))
            }
        };
        if told && !condition.is_empty() {
            self.conditions.push(condition);
        }
        self.machine.take(alternative);
        if let Some(built) = filling {
            self.fill(built);
        }
    }

    /// Lets the code of an object that was just made fill it, before the program goes on.
    fn fill(&mut self, built: &Built) {
        match self.maker().filling(built) {
            Ok(given) => {
                if self.machine.interpose(built.builder, &given).is_err() {
                    self.visit.lost(self.machine, Lost::Unmade(built.class, None));
                }
            }
            Err(_) => self.visit.lost(self.machine, Lost::NoRoom),
        }
    }

    fn name(&self, input: InputId) -> &str {
        &self.machine.core.domain.references.about(input).name
    }

    /// Makes an array of undecided length: the operation that wanted it finds it made.
    fn make_sized(&mut self, term: TermId, most: u32) {
        let path = &mut self.machine.core.domain.path;
        let fits = path.at_most(term, i64::from(most));
        path.assume(fits);
        self.machine.finish_array(most, Value::Term(term));
    }

    /// An alias has a class that fits its declared type.
    fn narrow_to(&mut self, object: Ref, input: InputId) {
        let reference = self.machine.core.domain.references.about(input).clone();
        let Some(found) = self.objects.iter().find(|o| o.at == object) else { return };
        if found.classes.len() < 2 {
            return;
        }
        let fits = |class: &ClassId| self.inputs.fits(self.machine, &reference, *class);
        let fitting: Vec<ClassId> = found.classes.iter().copied().filter(fits).collect();
        self.set_classes(object, fitting);
    }

    fn set_classes(&mut self, object: Ref, classes: Vec<ClassId>) {
        let Some(place) = self.objects.iter().position(|o| o.at == object) else { return };
        if let Some(first) = classes.first() {
            self.machine.core.memory.set_class(object, *first);
        }
        self.machine.core.domain.set_class_open(object, classes.len() > 1);
        let object = &mut self.objects[place];
        let old = std::mem::replace(&mut object.classes, classes);
        self.narrowed.push(Narrowed { place, classes: old, cells: object.cells.len() });
        if self.maker().fill(place).is_err() {
            self.visit.lost(self.machine, Lost::NoRoom);
        }
    }

    fn done(&mut self, outcome: Outcome<Value>) -> ControlFlow<()> {
        self.end(outcome)?;
        self.advance()
    }

    fn end(&mut self, outcome: Outcome<Value>) -> ControlFlow<()> {
        let input = match outcome {
            Outcome::Returned(result) => self.concrete(result),
            Outcome::Threw(_) => self.concrete(None),
            _ => None,
        };
        let forks = self.path.iter().filter(|choice| choice.answers.len() > 1);
        let taken = forks.map(|choice| choice.taken as u32).collect();
        let end =
            PathEnd { decisions: Decisions(taken), condition: self.conditions.clone(), input };
        self.visit.path(self.machine, &end, outcome)
    }

    /// An input for the path, which ends with a result or without.
    fn concrete(&mut self, result: Option<Value>) -> Option<ConcreteInput> {
        let core = &self.machine.core;
        let is_object = core.world.method(self.root.method).result == Some(Type::Ref);
        let ends = telling::terms_of_end(&core.memory, &self.objects, result, is_object);
        self.settle(result)?;
        let path = &mut self.machine.core.domain.path;
        let mut model = match path.model() {
            Ok(model) => model?,
            Err(reason) => {
                let place = self.machine.core.stack().next();
                self.visit.lost(self.machine, Lost::Unknown(reason.to_string(), place));
                return None;
            }
        };
        telling::tell(path.terms(), &mut model, ends);
        let method = self.machine.core.world.method(self.root.method);
        let references = method.params.iter().map(|ty| *ty == Type::Ref);
        let arguments: Vec<(Value, bool)> =
            self.arguments.iter().copied().zip(references).collect();
        let domain = &self.machine.core.domain;
        let concretizer = Concretizer::new(domain, &self.objects, &model, &mut self.memo);
        Some(concretizer.input(&arguments, &self.statics))
    }

    /// Goes on with the newest answer that was not tried; breaks when there is none.
    fn advance(&mut self) -> ControlFlow<()> {
        while self.path.last().is_some_and(Choice::is_done) {
            self.path.pop();
        }
        let Some(choice) = self.path.last_mut() else { return ControlFlow::Break(()) };
        choice.taken += 1;
        let last = choice.taken + 1 == choice.answers.len();
        match self.options.backtrack {
            Backtrack::Checkpoint if last => self.machine.backtrack_last(),
            Backtrack::Checkpoint => self.machine.backtrack(),
            Backtrack::Reexecute => return self.restart(),
        }
        let choice = self.path.last().expect("there is a choice");
        let (objects, narrowed, conditions) = (choice.objects, choice.narrowed, choice.conditions);
        self.restore(objects, narrowed, conditions);
        self.take(self.path.len() - 1);
        ControlFlow::Continue(())
    }

    /// Runs the path again from its start.
    fn restart(&mut self) -> ControlFlow<()> {
        self.machine.rewind();
        self.machine.core.domain.undo_to(self.root.domain);
        self.restore(self.root.objects, 0, 0);
        self.replayed = 0;
        match self.machine.start(self.root.method, &self.arguments) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn restore(&mut self, objects: usize, narrowed: usize, conditions: usize) {
        for old in self.narrowed.drain(narrowed..).rev() {
            self.objects[old.place].classes = old.classes;
            self.objects[old.place].cells.truncate(old.cells);
        }
        self.objects.truncate(objects);
        self.conditions.truncate(conditions);
    }
}
