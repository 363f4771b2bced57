//! Making an answer true.

use super::super::calls::Abstraction;
use super::super::fact::Fact;
use super::super::heap::NoRoom;
use super::super::summary::ClassTest;
use super::assumed::Assumed;
use super::calls::{Entry, Within};
use super::compose::Composed;
use super::whole::WholeWay;
use super::{Found, Lost, Paths};
use crate::decisions::Decisions;
use crate::driver::{Applied, Visitor};
use margay_ir::ClassId;
use margay_logic::{Outcome, TermId};
use margay_machine::symbolic::inputs::{Built, Inputs, Making};
use margay_machine::symbolic::{InputId, PutOff, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Event, Machine, Platform, Ref};
use std::rc::Rc;

/// One answer to a question.
#[derive(Clone, Debug)]
pub(super) enum Answered {
    /// The condition is assumed; the machine takes the alternative of this number.
    Assume(TermId, u32),
    /// The same for a condition of which nobody knows yet whether it can hold.
    Turn(TermId, u32),
    /// A call is composed on one of the ways that its cases have: all that this wants is assumed at once.
    All(Rc<WholeWay>),
    /// A number has another value than this, if it can.
    Besides(TermId, u64),
    /// What lies beyond a bound, if the condition can hold: reported, and never taken.
    Check(TermId, Missed),
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
    /// It stays open which object of one of these classes a reference is; whether it is not null is said too.
    Kind(InputId, Vec<ClassId>, bool),
    /// A reference is one of those that stay open and have these classes; which one stays open too.
    Alias(InputId, Vec<ClassId>),
    /// A new object stands for a reference that stays open.
    Stand(InputId),
    /// A reference that stayed open is the object that stands for it, and no other.
    Pin(InputId, Ref),
    /// A number has this value.
    Fixed(TermId, u64),
    /// An array has this length.
    Length(Ref, TermId, u32),
    /// A number is at most so large: an array of it can be made.
    Sized(TermId, u32),
    /// Something is assumed of references from here on.
    Suppose(Rc<Assumed>),
    /// An object has one of these classes: those that give one answer to a test.
    Classes(Ref, Vec<ClassId>, ClassTest),
    /// None yet: the initializer of a class has to run before the question is asked again.
    Prepare(ClassId),
    /// None yet: what was put off has to be found first.
    Find(InputId),
    /// A call runs.
    Enter(Entry),
    /// A call does what a case of its method says.
    Compose(Rc<Composed>),
    /// A call does not run: it returns anything, or throws an exception of a class.
    Skip(Rc<Abstraction>, Option<ClassId>),
    /// The same, to look ahead before the call is entered.
    Ahead(Within, Option<ClassId>),
    /// A loop goes on beyond its bound: reported when the question was asked, and never taken.
    Beyond,
}

/// What lies beyond a bound.
#[derive(Clone, Copy, Debug)]
pub(super) enum Missed {
    /// Another round of a loop.
    Round,
    /// A longer array.
    Longer,
}

/// Why an answer cannot be made true.
enum Failed {
    NoRoom,
    /// The code that fills an object of this class cannot be run.
    Unmade(ClassId),
    /// Something is assumed that is false then: nothing is lost.
    Assumed,
}

impl From<NoRoom> for Failed {
    fn from(_: NoRoom) -> Self {
        Failed::NoRoom
    }
}

impl<I, V> Paths<'_, I, V> {
    /// Makes an answer true; `is_fork` says that it tells something about the path.
    pub(super) fn apply<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        answer: &Answered,
        is_fork: bool,
    ) -> Applied<SymbolicValue>
    where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        let event = match answer {
            Answered::Prepare(class) => machine.prepare(*class),
            Answered::Sized(term, most) => make_sized(machine, *term, *most),
            Answered::Find(input) => return self.find(machine, decisions, *input),
            Answered::Compose(composed) => match self.compose_call(machine, composed) {
                Ok(event) => event,
                Err(NoRoom) => {
                    self.lost(machine, decisions, Lost::NoRoom);
                    return Applied::DeadEnd;
                }
            },
            Answered::Enter(entry) => {
                self.enter_call(machine, decisions, entry);
                None
            }
            Answered::Skip(what, throws) => self.skip_call(machine, decisions, what, *throws),
            Answered::Ahead(within, throws) => {
                let facts = self.heap.facts().len();
                let what = self.calls.look_ahead(&machine.core, within.look, facts);
                self.skip_call(machine, decisions, &what, *throws)
            }
            Answered::Turn(condition, number) => {
                if !self.turn(machine, decisions, *condition) {
                    return Applied::DeadEnd;
                }
                self.say(machine, is_fork, Some(Fact::Holds(*condition)));
                machine.take(*number);
                None
            }
            Answered::Besides(term, bits) => {
                let path = &mut machine.core.domain.path;
                let equal = path.equals(*term, *bits);
                let other = path.negation(equal);
                if !self.turn(machine, decisions, other) {
                    return Applied::DeadEnd;
                }
                machine.take(0);
                None
            }
            Answered::Check(condition, missed) => {
                self.check(machine, decisions, *condition, *missed);
                return Applied::DeadEnd;
            }
            answer => match self.make_true(machine, answer, is_fork) {
                Ok(()) => None,
                // The operation would ask the same again, for ever.
                Err(Failed::Assumed) => return Applied::DeadEnd,
                Err(failed) => {
                    let loss = match failed {
                        Failed::NoRoom | Failed::Assumed => Lost::NoRoom,
                        Failed::Unmade(class) => {
                            Lost::Unmade(class, None, self.heap.facts().to_vec())
                        }
                    };
                    self.lost(machine, decisions, loss);
                    return Applied::DeadEnd;
                }
            },
        };
        match event {
            Some(Event::Done(outcome)) => Applied::End(outcome),
            _ => Applied::Done,
        }
    }

    fn make_true<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        answer: &Answered,
        is_fork: bool,
    ) -> Result<(), Failed>
    where
        I: Inputs<P>,
    {
        let mut alternative = 0;
        let mut filling = None;
        let apart = self.told_apart(machine, answer);
        let fact = match answer {
            Answered::Assume(condition, number) => {
                alternative = *number;
                machine.core.domain.path.assume(*condition);
                Some(Fact::Holds(*condition))
            }
            Answered::All(way) => {
                let path = &mut machine.core.domain.path;
                let conditions = way.conditions();
                match &way.model {
                    Some(model) => path.assume_together(&conditions, (model, &way.variables)),
                    None => conditions.iter().for_each(|condition| path.assume(*condition)),
                }
                way.noted.iter().for_each(|condition| path.note(*condition));
                self.calls.walk_to(way.node);
                Some(Fact::Holds(path.conjunction(&conditions)))
            }
            Answered::Entailed(condition, number) => {
                alternative = *number;
                machine.core.domain.path.note(*condition);
                None
            }
            Answered::Take(number) => {
                alternative = *number;
                None
            }
            Answered::Null(input) => {
                machine.core.domain.decide(*input, ReferenceState::Is(0));
                Some(Fact::Null(*input))
            }
            Answered::NonNull(input) => {
                machine.core.domain.decide(*input, ReferenceState::NonNull);
                Some(Fact::NonNull(*input))
            }
            Answered::Is(input, object) => {
                machine.core.domain.decide(*input, ReferenceState::Is(*object));
                self.narrow_to(machine, *object, *input)?;
                let other = match self.heap.object_at(&machine.core.domain, *object) {
                    Some(found) => Some(found.name.clone()),
                    None => self.inputs.constant_name(machine, *object),
                };
                Some(Fact::Same(*input, other))
            }
            Answered::New(input, making) => {
                let was_open = machine.core.domain.references.state(*input) == ReferenceState::Open;
                self.maker(machine).make(*input, making)?;
                if let Making::Built(built) = making {
                    filling = Some(built);
                    let says = !built.description.is_empty();
                    says.then(|| Fact::Made(built.description.clone()))
                } else {
                    was_open.then_some(Fact::NonNull(*input))
                }
            }
            Answered::Kind(input, classes, is_object) => {
                let was_open = machine.core.domain.references.state(*input) == ReferenceState::Open;
                if was_open && *is_object {
                    machine.core.domain.decide(*input, ReferenceState::NonNull);
                }
                machine.core.domain.set_kind(*input, classes);
                self.follow_class(machine, *input, classes);
                (was_open && *is_object).then_some(Fact::NonNull(*input))
            }
            Answered::Alias(input, classes) => {
                let domain = &mut machine.core.domain;
                domain.decide(*input, ReferenceState::NonNull);
                let others = domain.open_of(classes);
                domain.set_kind(*input, classes);
                let condition = domain.is_among(*input, &others);
                if domain.path.feasible(condition) == Outcome::Unsat {
                    return Err(Failed::Assumed);
                }
                domain.path.assume(condition);
                self.follow_class(machine, *input, classes);
                Some(Fact::Holds(condition))
            }
            Answered::Stand(input) => {
                self.maker(machine).stand(*input)?;
                None
            }
            Answered::Pin(input, object) => {
                let Core { domain, memory, world, .. } = &mut machine.core;
                domain.fill_all(memory, world, *object);
                machine.core.domain.decide(*input, ReferenceState::Is(*object));
                None
            }
            Answered::Fixed(term, bits) => Some(fix(machine, *term, *bits)),
            Answered::Length(array, term, length) => {
                machine.core.memory.set_length(*array, *length);
                Some(fix(machine, *term, u64::from(*length)))
            }
            Answered::Classes(object, classes, test) => {
                self.set_classes(machine, *object, classes.clone())?;
                let found = self.heap.object_at(&machine.core.domain, *object);
                let name = found.map(|found| found.name.clone());
                let name = name.unwrap_or_default();
                Some(match test {
                    ClassTest::Instance(class, holds) => Fact::Instance(name, *class, *holds),
                    ClassTest::OneOf => Fact::OneOf(name, classes.clone()),
                })
            }
            Answered::Suppose(assumed) => {
                assumed.tell(&mut machine.core.domain);
                self.assumed.push(Assumed::clone(assumed));
                None
            }
            Answered::Sized(..)
            | Answered::Prepare(_)
            | Answered::Find(_)
            | Answered::Turn(..)
            | Answered::Besides(..)
            | Answered::Check(..)
            | Answered::Enter(_)
            | Answered::Compose(_)
            | Answered::Skip(..)
            | Answered::Ahead(..)
            | Answered::Beyond => unreachable!("these are not made true"),
        };
        if self.has_to_keep(answer) && !self.keep_to_assumptions(machine) {
            return Err(Failed::Assumed);
        }
        self.say(machine, is_fork, fact.into_iter().chain(apart));
        machine.take(alternative);
        filling.map_or(Ok(()), |built| self.fill(machine, built))
    }

    /// Adds what an answer has made true to what is known of the path, if it tells something.
    fn say<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        is_fork: bool,
        facts: impl IntoIterator<Item = Fact>,
    ) {
        let is_said = !(self.options.hides_making && machine.core.is_initializing());
        if is_fork && is_said {
            facts.into_iter().for_each(|fact| self.heap.add_fact(fact));
        }
    }

    /// Lets the program find out what it has put off, before it goes on.
    fn find<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        input: InputId,
    ) -> Applied<SymbolicValue>
    where
        V: Visitor<Symbolic, P, Found>,
    {
        let references = &machine.core.domain.references;
        let class = references.about(input).class;
        let Some(PutOff { method, given }) = references.put_off(input).cloned() else {
            let condition = self.heap.facts().to_vec();
            self.lost(machine, decisions, Lost::Unmade(class, None, condition));
            return Applied::DeadEnd;
        };
        machine.take(0);
        let given = [vec![SymbolicValue::Input(input)], given].concat();
        if machine.interpose(method, &given).is_err() {
            let condition = self.heap.facts().to_vec();
            self.lost(machine, decisions, Lost::Unmade(class, None, condition));
            return Applied::DeadEnd;
        }
        Applied::Done
    }

    /// Lets the code of an object that was just made fill it, before the program goes on.
    fn fill<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        built: &Built,
    ) -> Result<(), Failed>
    where
        I: Inputs<P>,
    {
        let given = self.maker(machine).filling(built)?;
        machine.interpose(built.builder, &given).map_err(|_| Failed::Unmade(built.class))
    }

    /// An alias has a class that fits its declared type, and whose objects are told apart.
    fn narrow_to<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        object: Ref,
        input: InputId,
    ) -> Result<(), NoRoom>
    where
        I: Inputs<P>,
    {
        let reference = machine.core.domain.references.about(input).clone();
        let Some(found) = self.heap.object_at(&machine.core.domain, object) else {
            return Ok(());
        };
        if found.classes.len() < 2 {
            return Ok(());
        }
        let fits = |class: &ClassId| {
            self.inputs.has_identity(machine, *class)
                && self.inputs.fits(machine, &reference, *class)
        };
        let fitting: Vec<ClassId> = found.classes.iter().copied().filter(fits).collect();
        self.set_classes(machine, object, fitting)
    }

    fn set_classes<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        object: Ref,
        classes: Vec<ClassId>,
    ) -> Result<(), NoRoom>
    where
        I: Inputs<P>,
    {
        let Some(place) = self.heap.place_of(object) else { return Ok(()) };
        if let Some(condition) = machine.core.domain.class_condition(object, &classes) {
            machine.core.domain.path.assume(condition);
        }
        if let Some(first) = classes.first() {
            machine.core.memory.set_class(object, *first);
        }
        machine.core.domain.set_class_open(object, classes.len() > 1);
        self.heap.narrow(place, classes);
        self.maker(machine).fill(place)
    }
}

fn fix<P: Platform<Symbolic>>(machine: &mut Machine<Symbolic, P>, term: TermId, bits: u64) -> Fact {
    let path = &mut machine.core.domain.path;
    path.fix(term, bits);
    Fact::Equals(term, path.constant(bits, term))
}

/// Makes an array of undecided length: the operation that wanted it finds it made.
fn make_sized<P: Platform<Symbolic>>(
    machine: &mut Machine<Symbolic, P>,
    term: TermId,
    most: u32,
) -> Option<Event<SymbolicValue>> {
    let path = &mut machine.core.domain.path;
    let fits = path.at_most(term, i64::from(most));
    path.assume(fits);
    machine.finish_array(most, SymbolicValue::Term(term))
}
