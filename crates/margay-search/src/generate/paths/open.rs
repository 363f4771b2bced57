//! References that stay open: what the machine wants to know of them, and which objects they are at the
//! end of a path.

use super::apply::Answered;
use super::questions::{Answers, Asked, listed};
use super::{Found, Paths};
use crate::decisions::Decisions;
use crate::driver::Visitor;
use margay_ir::{ClassId, ClassKind};
use margay_logic::heap::{Leaf, Variable};
use margay_logic::{Evaluator, Model, Reason, TermId};
use margay_machine::symbolic::inputs::{Inputs, Making};
use margay_machine::symbolic::{InputId, Open, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Domain, Machine, Platform, Ref, Want};

/// Times that a model is asked for again because it has wrong remainders of floats.
const MOST_REFINEMENTS: u32 = 32;

/// Whether references of the input may be the same object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aliasing {
    /// They may not.
    Off,
    /// They may, and each way is a path of its own: lazy initialization.
    #[default]
    On,
    /// They may, and which are stays open until the program asks.
    Symbolic,
}

impl Aliasing {
    /// The same for who has to know which object each reference is.
    #[must_use]
    pub fn decided(self) -> Self {
        if self == Aliasing::Symbolic { Aliasing::On } else { self }
    }
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// The answers to what is wanted of a reference that stays open. None if it does not.
    pub(super) fn want_open(&mut self, want: Want<SymbolicValue>) -> Option<Answers> {
        self.machine.core.domain.open.as_ref()?;
        match want {
            Want::Kind(value) | Want::Cells(value) => {
                let leaves = self.machine.core.domain.leaves(value);
                let lacking = |input: &&InputId| !self.machine.core.domain.has_kind(**input);
                if let Some(input) = leaves.iter().find(lacking) {
                    return Some(self.kind(value, *input));
                }
                let stands =
                    |input: &&InputId| self.machine.core.domain.stands_for(**input).is_none();
                leaves.iter().find(stands).map(|input| self.cells(*input))
            }
            Want::Object(value @ SymbolicValue::Guarded(_))
            | Want::Number(value @ SymbolicValue::Guarded(_)) => Some(self.which_case(value)),
            Want::Object(value @ SymbolicValue::Input(input))
            | Want::Number(value @ SymbolicValue::Input(input)) => {
                let is_put_off = self.machine.core.domain.references.put_off(input).is_some();
                if is_put_off {
                    return None;
                }
                if !self.machine.core.domain.has_kind(input) {
                    return Some(self.kind(value, input));
                }
                Some(self.one_object(input))
            }
            _ => None,
        }
    }

    /// Which case of a guarded reference applies.
    fn which_case(&mut self, value: SymbolicValue) -> Answers {
        match self.machine.core.domain.open_guard(value) {
            Some(guard) => self.whether(guard),
            None => listed(Vec::new()),
        }
    }

    /// Whether a condition holds.
    fn whether(&mut self, condition: TermId) -> Answers {
        let opposite = self.machine.core.domain.path.negation(condition);
        self.choose_between(vec![opposite, condition], true)
    }

    /// Of which classes a reference is that a value may be. If its objects are made in several ways, that
    /// is worth asking only once it is known that the value is this reference.
    fn kind(&mut self, value: SymbolicValue, input: InputId) -> Answers {
        if self.machine.core.domain.references.put_off(input).is_some() {
            return match value {
                SymbolicValue::Input(_) => listed(vec![Answered::Find(input)]),
                _ => self.which_case(value),
            };
        }
        let reference = self.machine.core.domain.references.about(input).clone();
        let makings = match self.paths.inputs.makings(self.machine, &reference, false) {
            Ok(makings) => makings,
            Err(class) => return listed(vec![Answered::Prepare(class)]),
        };
        if let Some(classes) = self.only_open(input, &makings) {
            return match self.with_narrower(input, classes) {
                Ok(classes) => listed(vec![Answered::Kind(input, classes, false)]),
                Err(class) => listed(vec![Answered::Prepare(class)]),
            };
        }
        if let SymbolicValue::Guarded(_) = value {
            return self.which_case(value);
        }
        match self.narrower_that_stays_open(input) {
            Ok(Some(narrower)) => return self.kind(SymbolicValue::Input(narrower), narrower),
            Ok(None) => {}
            Err(class) => return listed(vec![Answered::Prepare(class)]),
        }
        match self.objects_for(input) {
            Ok(mut answers) => {
                self.keep_focus(&mut answers);
                listed(answers)
            }
            Err(class) => listed(vec![Answered::Prepare(class)]),
        }
    }

    /// The classes of a reference whose objects are all made in one way in which it stays open; none if it may be an
    /// object that was decided as that of a wider type.
    fn only_open(&self, input: InputId, makings: &[Making]) -> Option<Vec<ClassId>> {
        let [only] = makings else { return None };
        self.open_classes(only).filter(|_| self.met_before(input).next().is_none())
    }

    /// Another reference, of a narrower type, of which it is not known yet that it stays open: once it is, the wider
    /// one may be the same.
    fn narrower_that_stays_open(&mut self, wider: InputId) -> Result<Option<InputId>, ClassId> {
        for input in self.inputs_so_far() {
            let domain = &self.machine.core.domain;
            let is_settled = domain.has_kind(input)
                || domain.references.put_off(input).is_some()
                || domain.bits(SymbolicValue::Input(input)).is_some();
            if is_settled || !self.is_narrower(input, wider) {
                continue;
            }
            let reference = self.machine.core.domain.references.about(input).clone();
            let makings = self.paths.inputs.makings(self.machine, &reference, false)?;
            if self.only_open(input, &makings).is_some() {
                return Ok(Some(input));
            }
        }
        Ok(None)
    }

    /// Whether the type of a reference is below that of another.
    fn is_narrower(&self, input: InputId, wider: InputId) -> bool {
        let references = &self.machine.core.domain.references;
        let (class, above) = (references.about(input).class, references.about(wider).class);
        let world = &self.machine.core.world;
        class != above && world.class(class).is_some() && world.is_subclass(class, above)
    }

    /// The classes of an object that is made in this way, if a reference to it stays open.
    pub(super) fn open_classes(&self, making: &Making) -> Option<Vec<ClassId>> {
        self.machine.core.domain.open.is_some().then(|| self.shared_classes(making)).flatten()
    }

    /// The classes of an object that is made in this way, if several references may be to it.
    fn shared_classes(&self, making: &Making) -> Option<Vec<ClassId>> {
        let classes = match making {
            Making::Object(classes) => classes.clone(),
            Making::Array(class) => vec![*class],
            Making::Existing(_) | Making::Built(_) => return None,
        };
        let is_shared = classes.iter().all(|class| {
            self.paths.inputs.has_identity(self.machine, *class)
                && !self.paths.inputs.is_fixed(self.machine, *class)
        });
        is_shared.then_some(classes)
    }

    /// A reference whose own objects do not stay open may be one that does, if its type allows that.
    pub(super) fn aliases_of_open(
        &mut self,
        input: InputId,
        answers: &[Answered],
    ) -> Vec<Answered> {
        let is_kind = |answer: &Answered| matches!(answer, Answered::Kind(..));
        if self.machine.core.domain.has_kind(input) || answers.iter().any(is_kind) {
            return Vec::new();
        }
        let reference = self.machine.core.domain.references.about(input).clone();
        // Objects with fields, and the arrays of each class: they have cells of different kinds.
        let mut groups: Vec<Vec<ClassId>> = vec![Vec::new()];
        for class in self.machine.core.domain.open_classes() {
            if !self.paths.inputs.fits(self.machine, &reference, class) {
                continue;
            }
            match self.machine.core.world.loaded(class).kind {
                ClassKind::Array { .. } => groups.push(vec![class]),
                _ => groups[0].push(class),
            }
        }
        groups.retain(|classes| self.can_be_open(classes));
        groups.into_iter().map(|classes| Answered::Alias(input, classes)).collect()
    }

    /// Whether one of the references that stay open and have these classes can be an object.
    fn can_be_open(&mut self, classes: &[ClassId]) -> bool {
        let others = self.machine.core.domain.open_of(classes);
        others.into_iter().any(|other| {
            let domain = &mut self.machine.core.domain;
            let null = domain.null_condition(other);
            let object = null.map(|null| domain.path.negation(null));
            object.is_some_and(|object| self.is_feasible(object))
        })
    }

    /// The classes of a reference together with those of others of a narrower type: it may be the same as one of these,
    /// though nobody would make an object of such a class for it.
    pub(super) fn with_narrower(
        &mut self,
        input: InputId,
        mut classes: Vec<ClassId>,
    ) -> Result<Vec<ClassId>, ClassId> {
        let reference = self.machine.core.domain.references.about(input).clone();
        for other in self.inputs_so_far() {
            if !self.is_narrower(other, input) {
                continue;
            }
            let other = self.machine.core.domain.references.about(other).clone();
            for making in self.paths.inputs.makings(self.machine, &other, false)? {
                let classes_of_other = match making {
                    Making::Object(_) => self.shared_classes(&making).unwrap_or_default(),
                    // What has no fields has cells of another kind.
                    Making::Array(_) | Making::Existing(_) | Making::Built(_) => continue,
                };
                for class in classes_of_other {
                    let fits = self.paths.inputs.fits(self.machine, &reference, class);
                    if fits && !classes.contains(&class) {
                        classes.push(class);
                    }
                }
            }
        }
        Ok(classes)
    }

    /// The references of the input that the path has come upon.
    fn inputs_so_far(&self) -> Vec<InputId> {
        let given = self.paths.given.arguments.iter().copied();
        let statics = self.paths.given.statics.iter().map(|(value, _)| *value);
        let cells = self.paths.heap.objects().iter().flat_map(|object| &object.cells);
        let held = cells.filter(|cell| cell.reference).map(|cell| cell.value);
        let mut found: Vec<InputId> = Vec::new();
        for value in given.chain(statics).chain(held) {
            if let SymbolicValue::Input(input) = value
                && !found.contains(&input)
            {
                found.push(input);
            }
        }
        found
    }

    /// Leaves out what a reference cannot be, since it is known to be null or not to be.
    pub(super) fn keep_possible(&mut self, input: InputId, answers: &mut Vec<Answered>) {
        let Some(null) = self.machine.core.domain.null_condition(input) else { return };
        let object = self.machine.core.domain.path.negation(null);
        let (may_be_null, may_be_object) = (self.is_feasible(null), self.is_feasible(object));
        answers.retain(|answer| match answer {
            Answered::Null(_) => may_be_null,
            _ => may_be_object,
        });
    }

    /// An object that has the cells of a reference: one that is pinned, or a new one.
    fn cells(&mut self, input: InputId) -> Answers {
        for (other, object) in self.beside(input, true) {
            match self.are_same(input, other) {
                Ok(true) => return listed(vec![Answered::Is(input, object)]),
                Ok(false) => {}
                Err(condition) => return self.whether(condition),
            }
        }
        listed(vec![Answered::Stand(input)])
    }

    /// The one object that a reference is.
    fn one_object(&mut self, input: InputId) -> Answers {
        match self.machine.core.domain.is_null(SymbolicValue::Input(input)) {
            Some(true) => return listed(vec![Answered::Null(input)]),
            Some(false) => {}
            None => {
                let null = self.machine.core.domain.null_condition(input);
                return null.map_or_else(|| listed(Vec::new()), |null| self.whether(null));
            }
        }
        let Some(object) = self.machine.core.domain.stands_for(input) else {
            return self.cells(input);
        };
        for (other, at) in self.beside(input, false) {
            match self.are_same(input, other) {
                Ok(false) => {}
                Ok(true) if is_pinned(&self.machine.core.domain, other, at) => {
                    return listed(vec![Answered::Is(input, at)]);
                }
                Ok(true) => {
                    let other = self.open().input(other);
                    return listed(vec![Answered::Pin(other, at)]);
                }
                Err(condition) => return self.whether(condition),
            }
        }
        listed(vec![Answered::Pin(input, object)])
    }

    fn open(&self) -> &Open {
        self.machine.core.domain.open.as_ref().expect("references stay open")
    }

    /// Variables that a reference may be the same as, with the objects that stand for them.
    fn beside(&self, input: InputId, only_pinned: bool) -> Vec<(Variable, Ref)> {
        let (domain, open) = (&self.machine.core.domain, self.open());
        let Some(variable) = open.variable(input) else { return Vec::new() };
        let objects = open.references.objects().iter().copied();
        let others = objects.filter(|(other, at)| {
            *other != variable
                && open.references.can_be_same(*other, variable)
                && (!only_pinned || is_pinned(domain, *other, *at))
        });
        others.collect()
    }

    /// Whether a reference is the same as a variable; the condition if that is not known.
    fn are_same(&mut self, input: InputId, other: Variable) -> Result<bool, TermId> {
        let Symbolic { open: Some(open), path, .. } = &mut self.machine.core.domain else {
            return Ok(false);
        };
        let Some(variable) = open.variable(input) else { return Ok(false) };
        let [one, other] = [variable, other]
            .map(|variable| open.references.leaf(path.terms_mut(), Leaf::Input(variable)));
        let condition = open.references.same(path, one, other);
        path.holds(condition).ok_or(condition)
    }
}

/// Whether it is decided that a variable is the object that stands for it.
fn is_pinned(domain: &Symbolic, variable: Variable, object: Ref) -> bool {
    let open = domain.open.as_ref();
    let state = open.map(|open| domain.references.state(open.input(variable)));
    state == Some(ReferenceState::Is(object))
}

impl<I, V> Paths<'_, I, V> {
    /// A model of the path, in which as few references as can be are the same.
    pub(super) fn model<P: Platform<Symbolic>>(
        machine: &mut Machine<Symbolic, P>,
    ) -> Result<Option<Model>, Reason> {
        let domain = &mut machine.core.domain;
        let mut model = Self::some_model(domain)?;
        for _ in 0..MOST_REFINEMENTS {
            let is_wrong = |model: &Model| !domain.path.is_following() && domain.refine(model);
            if !model.as_ref().is_some_and(is_wrong) {
                break;
            }
            model = Self::some_model(domain)?;
        }
        Ok(model)
    }

    fn some_model(domain: &mut Symbolic) -> Result<Option<Model>, Reason> {
        let Symbolic { open: Some(open), path, .. } = domain else { return domain.path.inputs() };
        if path.is_following() {
            return path.inputs();
        }
        path.model_apart(&open.references.numbers())
    }

    /// Makes objects for references that are some in a model, and that nobody has looked at. None if one
    /// of them cannot be made.
    pub(super) fn make_open<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        model: &Model,
    ) -> Option<()>
    where
        I: Inputs<P>,
        V: Visitor<Symbolic, P, Found>,
    {
        let Some(open) = &machine.core.domain.open else { return Some(()) };
        let terms = machine.core.domain.path.terms();
        let mut memo = Evaluator::new();
        let mut identity = |variable| open.references.identity(terms, model, &mut memo, variable);
        let standing = open.references.objects().iter();
        let mut known: Vec<_> = standing.map(|(variable, _)| identity(*variable)).collect();
        let mut missing: Vec<InputId> = Vec::new();
        for variable in open.references.used() {
            let identity = identity(*variable);
            let input = open.input(*variable);
            let is_made = machine.core.domain.references.state(input);
            let is_made = matches!(is_made, ReferenceState::Is(_));
            let has_kind = open.references.classes(*variable).is_some();
            if identity.is_null() || is_made || has_kind && known.contains(&identity) {
                continue;
            }
            if has_kind {
                known.push(identity);
            }
            missing.push(input);
        }
        for input in missing {
            if machine.core.domain.has_kind(input) {
                let mut maker = self.maker(machine);
                maker.is_over = true;
                maker.stand(input).ok()?;
                continue;
            }
            let mut asked = Asked { paths: self, machine, decisions };
            asked.make_any(input);
            asked.require(input)?;
            // What it was made of has to be there too.
            asked.settle(None)?;
        }
        Some(())
    }
}
