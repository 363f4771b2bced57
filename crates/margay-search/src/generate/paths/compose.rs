//! A call of a method that has a summary: the tree of its questions is walked instead of its code.
//!
//! A place of the method's input is a place of the caller's memory: an argument, a cell of an object, the length of an
//! array. What the caller knows of it leads on at once; what it does not is asked as the code would ask it, and when it is answered the call
//! is about to happen again, and the walk goes on. At the end the case is done at once: objects are made,
//! cells written, the result returned. Or all conditions on numbers up to the next thing that the heap has to say are one
//! answer ([`Composition::Whole`]): then a case branches nowhere. Where the tree ends, or the caller has something that the method was not
//! searched with, the call runs. So it does where it would have to know a reference that stays open: its own code need not
//! know it.

use super::super::calls::Composition;
use super::super::heap::NoRoom;
use super::super::summary::{
    CallSummary, Case, CaseEnd, CaseValue, ClassTest, GivenObject, Node, Origin, StaticCell,
    variables,
};
use super::apply::Answered;
use super::calls::Entry;
use super::questions::{Answers, Asked, listed};
use super::{Found, Paths};
use crate::driver::Visitor;
use margay_ir::{ClassId, ClassKind, MethodId};
use margay_logic::TermId;
use margay_machine::symbolic::inputs::{Inputs, Making};
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Domain, Event, Machine, Platform, Ref, Want};
use std::rc::Rc;

/// How far a call was composed.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) summary: Rc<CallSummary>,
    how: Composition,
    pub(super) node: u32,
    /// What the call is given.
    arguments: Rc<[SymbolicValue]>,
    /// The caller's objects that the method's input leads to.
    objects: Vec<(GivenObject, Ref)>,
}

/// A call that is composed to its end.
#[derive(Debug)]
pub(super) struct Composed {
    walk: Walk,
    case: Rc<Case>,
}

/// What comes of a node.
pub(super) enum Step {
    /// The walk goes on there.
    On(u32),
    /// The caller has to decide something first.
    Ask(Answers),
    /// The call runs.
    Run,
}

impl Walk {
    fn new(summary: Rc<CallSummary>, how: Composition, arguments: Vec<SymbolicValue>) -> Walk {
        let node = summary.root;
        Walk { summary, how, node, arguments: arguments.into(), objects: Vec::new() }
    }

    /// The same as far as another node.
    pub(super) fn at(&self, node: u32) -> Walk {
        Walk { node, ..self.clone() }
    }

    fn object(&self, given: GivenObject) -> Option<Ref> {
        self.objects.iter().find(|(own, _)| *own == given).map(|(_, at)| *at)
    }

    /// What the caller has in a place of the method's input.
    fn value(&self, core: &Core<Symbolic>, origin: Origin) -> Option<SymbolicValue> {
        let memory = &core.memory;
        match origin {
            Origin::Argument(number) => self.arguments.get(number as usize).copied(),
            Origin::Cell(object, index) => {
                let at = self.object(object)?;
                Some(match is_outside(core, at, index) {
                    true => SymbolicValue::Known(0),
                    false => memory.get(at, index),
                })
            }
            Origin::Static(StaticCell { class, cell }) => {
                is_set_up(core, class).then(|| memory.get_static(cell))
            }
            Origin::Length(object) => {
                let at = self.object(object)?;
                let known = || SymbolicValue::Known(u64::from(memory.len(at)));
                Some(memory.sized(at).unwrap_or_else(known))
            }
        }
    }

    /// What the caller has in the place of a variable of the method.
    pub(super) fn in_place_of(
        &self,
        core: &mut Core<Symbolic>,
        variable: TermId,
    ) -> Option<TermId> {
        let (origin, storage) = *self.summary.numbers.get(&variable)?;
        let value = self.value(core, origin)?;
        Some(core.domain.in_place_of_variable(value, storage))
    }

    /// A term of the method with the caller's values in the place of its variables.
    fn term(&self, core: &mut Core<Symbolic>, term: TermId) -> Option<TermId> {
        let mut pairs = Vec::new();
        for variable in variables(&core.domain, term) {
            pairs.push((variable, self.in_place_of(core, variable)?));
        }
        Some(core.domain.path.substitute(term, &pairs))
    }

    fn reference(&self, core: &Core<Symbolic>, reference: InputId) -> Option<SymbolicValue> {
        self.value(core, *self.summary.references.get(&reference)?)
    }
}

/// Whether a cell is beyond the end of an array, which may be shorter than the method's: nobody looks at it.
fn is_outside(core: &Core<Symbolic>, at: Ref, index: u32) -> bool {
    let class = core.world.loaded(core.memory.class_of(at));
    match class.kind {
        ClassKind::Array { .. } => index >= core.memory.room(at),
        _ => index >= class.cells,
    }
}

/// Whether nothing is left to be initialised when a class is used.
fn is_set_up(core: &Core<Symbolic>, class: ClassId) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let loaded = core.world.loaded(class);
        if loaded.initializer.is_some() && !core.memory.is_ready(class) {
            return false;
        }
        next = loaded.superclass;
    }
    true
}

/// What is decided of a reference of the caller.
fn state(core: &Core<Symbolic>, value: SymbolicValue) -> ReferenceState {
    match value {
        SymbolicValue::Input(input) => core.domain.references.state(input),
        other => match core.domain.plain(other) {
            Some(at) => ReferenceState::Is(at as Ref),
            None => ReferenceState::Open,
        },
    }
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// What becomes of a call of a method that has a summary.
    pub(super) fn compose(
        &mut self,
        method: MethodId,
        summary: Rc<CallSummary>,
        how: Composition,
    ) -> Answers {
        let mut walk = match self.paths.calls.walk() {
            Some(walk) => (*walk).clone(),
            None => {
                let mut walk = Walk::new(summary, how, self.machine.call_arguments(method));
                if !self.begin_walk(method, &mut walk) {
                    return self.end_walk(method, None);
                }
                walk
            }
        };
        let summary = Rc::clone(&walk.summary);
        loop {
            let step = match &summary.nodes[walk.node as usize] {
                Node::Runs => Step::Run,
                Node::Case(case) => {
                    let core = &self.machine.core;
                    let is_ready = case.classes.iter().all(|class| is_set_up(core, *class));
                    let case = Rc::clone(case);
                    let composed = is_ready.then_some(Composed { walk, case });
                    return self.end_walk(method, composed);
                }
                // Inputs that are followed say which way is taken: nothing is asked for it.
                Node::Test { .. }
                    if walk.how == Composition::Whole
                        && !self.machine.core.domain.path.is_following() =>
                {
                    self.whole(&walk)
                }
                Node::Test { conditions, is_branch } => self.test(&walk, conditions, *is_branch),
                Node::Compared { with, next } => match self.is_known(&walk, *with, *next) {
                    true => Step::Run,
                    false => Step::On(*next),
                },
                Node::Null { reference, null, object } => {
                    self.nullness(&walk, *reference, [*null, *object])
                }
                Node::Object { reference, null, new, same } => {
                    self.which_object(&mut walk, *reference, *null, new, same)
                }
                Node::Classes { object, groups } => self.classes(&walk, *object, groups),
            };
            match step {
                Step::On(node) => walk.node = node,
                Step::Ask(answers) => {
                    self.paths.calls.set_walk(Some(walk));
                    return answers;
                }
                Step::Run => return self.end_walk(method, None),
            }
        }
    }

    /// The objects that arguments of a constructor are; tells whether it is called as it was searched.
    fn begin_walk(&mut self, method: MethodId, walk: &mut Walk) -> bool {
        let core = &self.machine.core;
        let declared = core.world.method(method);
        if core.world.text(declared.name) != "<init>" {
            return true;
        }
        let at = walk.arguments.first().and_then(|this| core.domain.plain(*this));
        let Some(at) = at.map(|at| at as Ref).filter(|at| *at != 0) else { return false };
        walk.objects.push((GivenObject::Blank(0), at));
        // What a constructor of a superclass calls may be a method of the class itself.
        core.memory.class_of(at) == declared.class
    }

    /// The call runs, or does what a case says.
    fn end_walk(&mut self, method: MethodId, composed: Option<Composed>) -> Answers {
        self.paths.calls.set_walk(None);
        if let Some(decider) = self.paths.decider() {
            decider.borrow_mut().composed(method, composed.is_some());
        }
        listed(vec![match composed {
            Some(composed) => Answered::Compose(Rc::new(composed)),
            None => Answered::Enter(Entry::Open),
        }])
    }

    fn test(&mut self, walk: &Walk, conditions: &[(TermId, u32)], is_branch: bool) -> Step {
        let Some(own) = self.own_conditions(walk, conditions, is_branch) else {
            return Step::Run;
        };
        let path = &self.machine.core.domain.path;
        let holds = |condition: &TermId| path.holds(*condition) == Some(true);
        if let Some(known) = own.iter().position(holds) {
            return Step::On(conditions[known].1);
        }
        Step::Ask(self.choose_between(own, is_branch))
    }

    /// The conditions of a node in the caller's words.
    pub(super) fn own_conditions(
        &mut self,
        walk: &Walk,
        conditions: &[(TermId, u32)],
        is_branch: bool,
    ) -> Option<Vec<TermId>> {
        let core = &mut self.machine.core;
        let mut own = Vec::with_capacity(conditions.len());
        for (condition, _) in conditions {
            own.push(walk.term(core, *condition)?);
        }
        if let (true, [no, yes]) = (is_branch, &mut own[..]) {
            *no = core.domain.path.negation(*yes);
        }
        Some(own)
    }

    /// Whether the caller knows what comes of a comparison without asking: a reference is compared with itself, or with an object that no
    /// reference of the input can be.
    fn is_known(&self, walk: &Walk, with: InputId, question: u32) -> bool {
        let core = &self.machine.core;
        let asked = match &walk.summary.nodes[question as usize] {
            Node::Null { reference, .. } | Node::Object { reference, .. } => *reference,
            _ => return false,
        };
        let [asked, with] = [asked, with].map(|reference| walk.reference(core, reference));
        match with.map(|value| state(core, value)) {
            _ if asked == with => true,
            Some(ReferenceState::Is(at)) => at != 0 && self.paths.heap.place_of(at).is_none(),
            _ => false,
        }
    }

    fn nullness(&mut self, walk: &Walk, reference: InputId, [null, object]: [u32; 2]) -> Step {
        let Some(value) = walk.reference(&self.machine.core, reference) else { return Step::Run };
        match state(&self.machine.core, value) {
            ReferenceState::Is(0) => Step::On(null),
            ReferenceState::Is(_) | ReferenceState::NonNull => Step::On(object),
            ReferenceState::Open if self.stays_open(value) => Step::Run,
            ReferenceState::Open => Step::Ask(self.want(Want::Nullness(value))),
        }
    }

    fn which_object(
        &mut self,
        walk: &mut Walk,
        reference: InputId,
        null: u32,
        new: &[(Making, u32)],
        same: &[(GivenObject, u32)],
    ) -> Step {
        let Some(value) = walk.reference(&self.machine.core, reference) else { return Step::Run };
        let at = match state(&self.machine.core, value) {
            ReferenceState::Is(0) => return Step::On(null),
            ReferenceState::Is(at) => at,
            _ if self.stays_open(value) => return Step::Run,
            ReferenceState::Open | ReferenceState::NonNull => {
                return Step::Ask(self.want(Want::Object(value)));
            }
        };
        if let Some((given, _)) = walk.objects.iter().find(|(_, own)| *own == at) {
            let found = same.iter().find(|(own, _)| own == given);
            return found.map_or(Step::Run, |(_, next)| Step::On(*next));
        }
        let classes = self.classes_of(at);
        let fits = |making: &Making| match making {
            Making::Object(known) => classes.iter().all(|class| known.contains(class)),
            Making::Array(class) => {
                classes == [*class] && self.machine.core.memory.room(at) <= walk.summary.max_array
            }
            Making::Existing(_) | Making::Built(_) => false,
        };
        match new.iter().find(|(making, _)| fits(making)) {
            Some((_, next)) => {
                walk.objects.push((GivenObject::Of(reference), at));
                Step::On(*next)
            }
            None => Step::Run,
        }
    }

    /// Whether nothing is asked about a reference that is not decided: which object it is was put off, or stays open.
    fn stays_open(&self, value: SymbolicValue) -> bool {
        let Symbolic { references, open, .. } = &self.machine.core.domain;
        let is_put_off =
            matches!(value, SymbolicValue::Input(input) if references.put_off(input).is_some());
        is_put_off || open.is_some()
    }

    /// The classes that an object may have.
    fn classes_of(&self, at: Ref) -> Vec<ClassId> {
        let core = &self.machine.core;
        let open = (!core.domain.has_class(at)).then(|| self.paths.heap.place_of(at)).flatten();
        match open {
            Some(place) => self.paths.heap.objects()[place].classes.clone(),
            None => vec![core.memory.class_of(at)],
        }
    }

    fn classes(
        &mut self,
        walk: &Walk,
        object: GivenObject,
        groups: &[(Vec<ClassId>, ClassTest, u32)],
    ) -> Step {
        let Some(at) = walk.object(object) else { return Step::Run };
        let classes = self.classes_of(at);
        let is_known = |class: &ClassId| groups.iter().any(|(own, ..)| own.contains(class));
        if !classes.iter().all(is_known) {
            return Step::Run;
        }
        let mut answers = Vec::new();
        let mut only = 0;
        for (own, test, next) in groups {
            let common: Vec<ClassId> =
                classes.iter().copied().filter(|class| own.contains(class)).collect();
            if !common.is_empty() {
                only = *next;
                answers.push(Answered::Classes(at, common, *test));
            }
        }
        if answers.len() == 1 { Step::On(only) } else { Step::Ask(listed(answers)) }
    }
}

impl<I, V> Paths<'_, I, V> {
    /// Lets a call do what a case says.
    pub(super) fn compose_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        composed: &Composed,
    ) -> Result<Option<Event<SymbolicValue>>, NoRoom> {
        let Composed { walk, case } = composed;
        let made = make_objects(machine, case)?;
        let mut writes: Vec<(Ref, u32, SymbolicValue)> = Vec::new();
        for (object, at) in case.made.iter().zip(&made) {
            for (index, value) in &object.cells {
                writes.push((*at, *index, own_value(machine, walk, &made, *value)?));
            }
        }
        for (object, index, value) in &case.writes {
            let at = walk.object(*object).unwrap_or_default();
            if at != 0 && !is_outside(&machine.core, at, *index) {
                writes.push((at, *index, own_value(machine, walk, &made, *value)?));
            }
        }
        let mut statics: Vec<(u32, SymbolicValue)> = Vec::new();
        for (cell, value) in &case.statics {
            statics.push((cell.cell, own_value(machine, walk, &made, *value)?));
        }
        let end = match case.end.value() {
            Some(value) => Some(own_value(machine, walk, &made, value)?),
            None => None,
        };
        for (at, index, value) in writes {
            machine.core.memory.set(at, index, value);
        }
        for (cell, value) in statics {
            machine.core.memory.set_static(cell, value);
        }
        self.calls.compose(machine.called(), case.number);
        let exception = match (case.end, end) {
            (CaseEnd::Threw(_), Some(value)) => machine.core.domain.plain(value),
            _ => None,
        };
        Ok(match exception {
            Some(exception) => machine.compose_throw(exception as Ref, &case.trace),
            None => machine.compose_call(end, &case.trace),
        })
    }
}

/// Makes the objects of a case. One that says where it was made was made below the call.
fn make_objects<P: Platform<Symbolic>>(
    machine: &mut Machine<Symbolic, P>,
    case: &Case,
) -> Result<Vec<Ref>, NoRoom> {
    let mut made = Vec::with_capacity(case.made.len());
    for object in &case.made {
        let at = machine.core.memory.allocate(object.class, object.len);
        made.push(at.map_err(|_| NoRoom)?);
    }
    for (object, at) in case.made.iter().zip(&made) {
        let Some(below) = &object.made_at else { continue };
        let around = machine.core.stack().map(|place| (place.method, place.line));
        let places: Vec<(MethodId, Option<u32>)> = below.iter().copied().chain(around).collect();
        let told = machine.platform.set_made_at(&mut machine.core, *at, &places);
        told.map_err(|_| NoRoom)?;
    }
    Ok(made)
}

/// What a value of a case is for the caller. All of them were found to have a place.
fn own_value<P: Platform<Symbolic>>(
    machine: &mut Machine<Symbolic, P>,
    walk: &Walk,
    made: &[Ref],
    value: CaseValue,
) -> Result<SymbolicValue, NoRoom> {
    let known = |at: Ref| SymbolicValue::Known(u64::from(at));
    let core = &mut machine.core;
    Ok(match value {
        CaseValue::Known(bits) => SymbolicValue::Known(bits),
        CaseValue::Term(term) => {
            let term = walk.term(core, term).unwrap_or(term);
            core.domain.value(term)
        }
        CaseValue::Reference(reference) => {
            walk.reference(core, reference).unwrap_or(SymbolicValue::Known(0))
        }
        CaseValue::Given(object) => known(walk.object(object).unwrap_or_default()),
        CaseValue::Made(number) => known(made[number as usize]),
        CaseValue::Text(text) => known(machine.platform.string(core, text).map_err(|_| NoRoom)?),
        CaseValue::Constant(constant) => core.memory.get_static(constant.cell),
    })
}
