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
    CallSummary, Case, CaseValue, ClassTest, GivenObject, Node, Origin, variables,
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
    summary: Rc<CallSummary>,
    how: Composition,
    node: u32,
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
enum Step {
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
            Origin::Length(object) => {
                let at = self.object(object)?;
                let known = || SymbolicValue::Known(u64::from(memory.len(at)));
                Some(memory.sized(at).unwrap_or_else(known))
            }
        }
    }

    /// A term of the method with the caller's values in the place of its variables.
    fn term(&self, core: &mut Core<Symbolic>, term: TermId) -> Option<TermId> {
        let mut pairs = Vec::new();
        for variable in variables(&core.domain, term) {
            let (origin, storage) = *self.summary.numbers.get(&variable)?;
            let value = self.value(core, origin)?;
            pairs.push((variable, core.domain.in_place_of_variable(value, storage)));
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
                    let case = Rc::clone(case);
                    return self.end_walk(method, Some(Composed { walk, case }));
                }
                Node::Test { .. } if walk.how == Composition::Whole => self.whole(&walk),
                Node::Test { conditions, is_branch } => self.test(&walk, conditions, *is_branch),
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
    fn own_conditions(
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

    /// All ways on from a condition to a place that is none, each with all that it asks of numbers.
    fn whole(&mut self, walk: &Walk) -> Step {
        let mut ways = Vec::new();
        if self.add_ways(walk, walk.node, &mut Vec::new(), &mut ways).is_none() {
            return Step::Run;
        }
        match &ways[..] {
            // All of it is known.
            [(parts, node)] if parts.is_empty() => Step::On(*node),
            _ => {
                let answers = ways.into_iter().map(|(parts, _)| Answered::All(parts.into()));
                Step::Ask(listed(answers.collect()))
            }
        }
    }

    /// Adds the ways on from a node that are possible after some conditions, which hold while it looks. Gives nothing if
    /// the caller has no word for a condition.
    fn add_ways(
        &mut self,
        walk: &Walk,
        node: u32,
        so_far: &mut Vec<TermId>,
        ways: &mut Vec<(Vec<TermId>, u32)>,
    ) -> Option<()> {
        let Node::Test { conditions, is_branch } = &walk.summary.nodes[node as usize] else {
            ways.push((so_far.clone(), node));
            return Some(());
        };
        let own = self.own_conditions(walk, conditions, *is_branch)?;
        let path = &mut self.machine.core.domain.path;
        let known = own.iter().position(|condition| path.holds(*condition) == Some(true));
        if let Some(known) = known {
            return self.add_ways(walk, conditions[known].1, so_far, ways);
        }
        let possible: Vec<bool> = match own[..] {
            [_, yes] if *is_branch => {
                let branch = path.branch(yes);
                [branch.skipped, branch.taken].map(|answer| self.is_possible(answer)).to_vec()
            }
            _ => own.iter().map(|condition| self.is_feasible(*condition)).collect(),
        };
        for ((condition, (_, next)), possible) in own.into_iter().zip(conditions).zip(possible) {
            if possible {
                let mark = self.machine.core.domain.path.mark();
                self.machine.core.domain.path.assume(condition);
                so_far.push(condition);
                let found = self.add_ways(walk, *next, so_far, ways);
                so_far.pop();
                self.machine.core.domain.path.undo_to(mark);
                found?;
            }
        }
        Some(())
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
        let mut made = Vec::with_capacity(case.made.len());
        for object in &case.made {
            let at = machine.core.memory.allocate(object.class, object.len);
            made.push(at.map_err(|_| NoRoom)?);
        }
        let core = &mut machine.core;
        let mut writes: Vec<(Ref, u32, SymbolicValue)> = Vec::new();
        for (object, at) in case.made.iter().zip(&made) {
            for (index, value) in &object.cells {
                writes.push((*at, *index, own_value(core, walk, &made, *value)));
            }
        }
        for (object, index, value) in &case.writes {
            let at = walk.object(*object).unwrap_or_default();
            if at != 0 && !is_outside(core, at, *index) {
                writes.push((at, *index, own_value(core, walk, &made, *value)));
            }
        }
        let result = case.result.map(|value| own_value(core, walk, &made, value));
        for (at, index, value) in writes {
            core.memory.set(at, index, value);
        }
        self.calls.compose(machine.called(), case.number);
        Ok(machine.compose_call(result, &case.trace))
    }
}

/// What a value of a case is for the caller. All of them were found to have a place.
fn own_value(
    core: &mut Core<Symbolic>,
    walk: &Walk,
    made: &[Ref],
    value: CaseValue,
) -> SymbolicValue {
    let known = |at: Ref| SymbolicValue::Known(u64::from(at));
    match value {
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
    }
}
