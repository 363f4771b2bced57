//! References that stay open (the heap solver, PET chapter 6): which object a reference of the input is
//! stays a question to the solver, and the path forks only where the program does.
//!
//! [`margay_logic::heap`] has the idea; here are its cells, which lie in the machine's memory. A reference
//! of the input becomes a *variable* where somebody compares it or reads through it, or where a cell may
//! hold it or something else. Its *kind* must be known for that, the classes that it may have: references
//! whose objects are made in other ways (strings, boxes, containers, constants) are decided at once, as
//! lazy initialization does. An object *stands* for a variable when a cell is wanted. What a cell of it holds that
//! others may be the same as is made when somebody looks: most cells of most objects are never looked at. Where only one object
//! will do (native code, exceptions), a variable is *pinned*: then it is known which of the others are the
//! same, and it is decided like any other reference.

mod through;

use super::{InputId, PathCondition, ReferenceState, Symbolic, SymbolicValue};
use crate::domain::Domain;
use crate::memory::Ref;
use crate::outcome::Want;
use margay_ir::ClassId;
use margay_logic::heap::{Facts, Guarded, Leaf, References, Variable};
use margay_logic::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;

impl Facts for PathCondition {
    fn terms(&mut self) -> &mut Terms {
        self.terms_mut()
    }

    fn holds(&self, condition: TermId) -> Option<bool> {
        PathCondition::holds(self, condition)
    }
}

/// The references of the input that stay open.
#[derive(Default)]
pub struct Open {
    /// Variables, classes, and which objects stand for them.
    pub references: References,
    /// The reference of the input that a variable is.
    inputs: Vec<InputId>,
    variables: FxHashMap<InputId, Variable>,
    /// Cells of objects that stand for variables. Those that somebody has looked at have their order; the others
    /// wait, and hold what the input has there if they are no other's.
    cells: FxHashMap<(Ref, u32), Option<usize>>,
    filled: usize,
}

impl Open {
    /// The variable of a reference, if it is one on this path.
    #[must_use]
    pub fn variable(&self, input: InputId) -> Option<Variable> {
        let variable = self.variables.get(&input).copied();
        variable.filter(|variable| self.references.is_used(*variable))
    }

    /// The reference that a variable is.
    #[must_use]
    pub fn input(&self, variable: Variable) -> InputId {
        self.inputs[variable.index()]
    }

    /// When a cell of an object that stands for a variable was filled: a number that grows.
    #[must_use]
    pub fn filled_at(&self, object: Ref, cell: u32) -> Option<usize> {
        self.cells.get(&(object, cell)).copied().flatten()
    }

    /// Takes back what was done last to a cell: that somebody looked at it, or else that it is there.
    pub(super) fn undo_cell(&mut self, cell: (Ref, u32)) {
        match self.cells.get_mut(&cell) {
            Some(order @ Some(_)) => {
                *order = None;
                self.filled -= 1;
            }
            _ => {
                self.cells.remove(&cell);
            }
        }
    }
}

impl Symbolic {
    /// The variable of a reference, which it is from now on.
    pub fn open_variable(&mut self, input: InputId) -> Option<Variable> {
        let Symbolic { open: Some(open), path, references, .. } = self else { return None };
        let variable = match open.variables.get(&input) {
            Some(variable) => *variable,
            None => {
                let variable =
                    open.references.add(path.variable(&references.about(input).name, Sort::Ref));
                open.inputs.push(input);
                open.variables.insert(input, variable);
                variable
            }
        };
        if !open.references.is_used(variable) {
            open.references.use_variable(variable);
            if references.is_null(input) == Some(false) || !references.about(input).nullable {
                let is_null = is_null(path, open.references.number(variable));
                let is_object = path.negation(is_null);
                path.assume(is_object);
            }
        }
        Some(variable)
    }

    /// Lets the variable of a reference that is decided agree with that.
    pub(super) fn tell_variable(&mut self, input: InputId, state: ReferenceState) {
        let Symbolic { open: Some(open), path, .. } = self else { return };
        let (Some(variable), false) = (open.variable(input), state == ReferenceState::Open) else {
            return;
        };
        let is_null = is_null(path, open.references.number(variable));
        let condition = match state {
            ReferenceState::Is(0) => is_null,
            _ => path.negation(is_null),
        };
        if path.holds(condition) != Some(true) {
            path.assume(condition);
        }
    }

    /// The condition that a reference is null, if that is one.
    pub fn null_condition(&mut self, input: InputId) -> Option<TermId> {
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let variable = open.variable(input)?;
        Some(is_null(path, open.references.number(variable)))
    }

    /// Says which classes a reference may have, and that it stays open.
    pub fn set_kind(&mut self, input: InputId, classes: &[ClassId]) {
        let Some(variable) = self.open_variable(input) else { return };
        let classes: Vec<u32> = classes.iter().map(|class| class.as_u32()).collect();
        let Symbolic { open: Some(open), path, .. } = self else { return };
        open.references.set_classes(path.terms_mut(), variable, &classes);
    }

    /// Lets a reference that stays open have this class for the inputs that are followed.
    pub fn prefer_class(&mut self, input: InputId, class: ClassId) {
        let Symbolic { open: Some(open), path, .. } = self else { return };
        let Some(variable) = open.variable(input) else { return };
        for (choice, is_chosen) in
            open.references.chosen(path.terms_mut(), variable, class.as_u32())
        {
            path.prefer(choice, u64::from(is_chosen));
        }
    }

    /// The classes that a reference may have that stays open.
    #[must_use]
    pub fn kind(&self, input: InputId) -> Option<Vec<ClassId>> {
        let open = self.open.as_ref()?;
        let classes = open.references.classes(open.variable(input)?)?;
        Some(classes.iter().map(|class| ClassId::from_u32(*class)).collect())
    }

    /// The classes that references may have which stay open.
    #[must_use]
    pub fn open_classes(&self) -> Vec<ClassId> {
        let Some(open) = &self.open else { return Vec::new() };
        let mut found: Vec<ClassId> = Vec::new();
        for variable in open.references.used() {
            let classes = open.references.classes(*variable).unwrap_or_default();
            for class in classes.iter().map(|class| ClassId::from_u32(*class)) {
                if !found.contains(&class) {
                    found.push(class);
                }
            }
        }
        found
    }

    /// The references that stay open and may have one of some classes.
    #[must_use]
    pub fn open_of(&self, classes: &[ClassId]) -> Vec<InputId> {
        let Some(open) = &self.open else { return Vec::new() };
        let fits = |variable: &&Variable| {
            let own = open.references.classes(**variable).unwrap_or_default();
            own.iter().any(|class| classes.contains(&ClassId::from_u32(*class)))
        };
        let used = open.references.used().iter().filter(fits);
        used.map(|variable| open.input(*variable)).collect()
    }

    /// The condition that a reference is one of some others.
    pub fn is_among(&mut self, input: InputId, others: &[InputId]) -> TermId {
        let mut any = self.path.terms_mut().bool(false);
        for other in others {
            let sides = [input, *other].map(|input| self.open_variable(input));
            let Symbolic { open: Some(open), path, .. } = &mut *self else { return any };
            let [Some(one), Some(other)] = sides else { continue };
            let [one, other] = [one, other]
                .map(|variable| open.references.leaf(path.terms_mut(), Leaf::Input(variable)));
            let same = open.references.same(path, one, other);
            any = path.terms_mut().or(any, same);
        }
        any
    }

    /// The condition that an object which stands for a reference has one of some classes.
    pub fn class_condition(&mut self, object: Ref, classes: &[ClassId]) -> Option<TermId> {
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let variable = open.references.variable_of(object)?;
        let classes: Vec<u32> = classes.iter().map(|class| class.as_u32()).collect();
        Some(open.references.has_class(path.terms_mut(), variable, &classes))
    }

    /// Lets an object stand for a reference.
    pub fn stand(&mut self, input: InputId, object: Ref) {
        if let (Some(variable), Some(open)) = (self.open_variable(input), &mut self.open) {
            open.references.stand(variable, object);
        }
    }

    // ---- guarded references ----

    /// A reference as a guarded one.
    fn guarded(&mut self, value: SymbolicValue) -> Option<Guarded> {
        let leaf = match value {
            SymbolicValue::Known(bits) => self.object_leaf(bits as Ref)?,
            SymbolicValue::Input(input) => match self.references.decided(input) {
                Some(object) => self.object_leaf(object)?,
                None => Leaf::Input(self.open_variable(input)?),
            },
            SymbolicValue::Guarded(guarded) => return self.resolved(guarded),
            SymbolicValue::Term(_) => unreachable!("a number is no reference"),
        };
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        Some(open.references.leaf(path.terms_mut(), leaf))
    }

    fn object_leaf(&self, object: Ref) -> Option<Leaf> {
        let open = self.open.as_ref()?;
        Some(match (object, open.references.variable_of(object)) {
            (0, _) => Leaf::Null,
            (_, Some(variable)) => Leaf::Input(variable),
            (_, None) => Leaf::Object(object),
        })
    }

    /// A guarded reference with what is decided by now.
    fn resolved(&mut self, guarded: Guarded) -> Option<Guarded> {
        let open = self.open.as_ref()?;
        let mut decided: Vec<(Leaf, Leaf)> = Vec::new();
        for rule in open.references.rules(guarded) {
            if let Leaf::Input(variable) = rule.leaf
                && let Some(object) = self.references.decided(open.input(variable))
            {
                decided.push((rule.leaf, self.object_leaf(object)?));
            }
        }
        let leaf =
            |leaf: Leaf| decided.iter().find(|(from, _)| *from == leaf).map_or(leaf, |(_, to)| *to);
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        Some(open.references.with_leaves(path, guarded, leaf))
    }

    /// A guarded reference as a value.
    fn value_of(&self, guarded: Guarded) -> SymbolicValue {
        let open = self.open.as_ref().expect("references are open");
        match open.references.as_leaf(guarded) {
            Some(leaf) => self.leaf_value(leaf),
            None => SymbolicValue::Guarded(guarded),
        }
    }

    fn leaf_value(&self, leaf: Leaf) -> SymbolicValue {
        let open = self.open.as_ref().expect("references are open");
        match leaf {
            Leaf::Null => SymbolicValue::Known(0),
            Leaf::Object(object) => SymbolicValue::Known(u64::from(object)),
            Leaf::Input(variable) => SymbolicValue::Input(open.input(variable)),
        }
    }

    /// The object that a guarded reference is, if only one is left and it is decided.
    pub(super) fn sure_object(&self, guarded: Guarded) -> Option<u64> {
        let open = self.open.as_ref()?;
        let leaf = open.references.sure(&self.path, guarded)?;
        self.plain(self.leaf_value(leaf))
    }

    /// The one case of a guarded reference that is left, if it is known which; any other value as it is.
    #[must_use]
    pub fn settled(&self, value: SymbolicValue) -> SymbolicValue {
        let sure = match (value, &self.open) {
            (SymbolicValue::Guarded(guarded), Some(open)) => {
                open.references.sure(&self.path, guarded)
            }
            _ => None,
        };
        sure.map_or(value, |leaf| self.leaf_value(leaf))
    }

    /// A reference as a guarded one, if it is an object, or stays open which; none if nobody has looked at it.
    pub fn node(&mut self, value: SymbolicValue) -> Option<Guarded> {
        match value {
            _ if self.plain(value) == Some(0) => None,
            SymbolicValue::Input(input)
                if self.references.decided(input).is_none() && !self.has_kind(input) =>
            {
                None
            }
            _ => self.guarded(value),
        }
    }

    /// The references of the input that a reference may be.
    pub fn leaves(&mut self, value: SymbolicValue) -> Vec<InputId> {
        let Some(guarded) = self.guarded(value) else { return Vec::new() };
        let Some(open) = &self.open else { return Vec::new() };
        let rules = open.references.rules(guarded).iter();
        rules
            .filter_map(|rule| match rule.leaf {
                Leaf::Input(variable) => Some(open.input(variable)),
                Leaf::Null | Leaf::Object(_) => None,
            })
            .collect()
    }

    /// The condition of a case of a guarded reference of which it is not known whether it applies.
    pub fn open_guard(&mut self, value: SymbolicValue) -> Option<TermId> {
        let guarded = self.guarded(value)?;
        self.open.as_ref()?.references.open_guard(&self.path, guarded)
    }

    // ---- questions ----

    /// Whether an open reference is null.
    pub(super) fn is_open_null(&mut self, value: SymbolicValue) -> Option<bool> {
        (self.question, self.lack) = (None, None);
        if let SymbolicValue::Input(input) = value {
            let state = self.references.is_null(input);
            let is_variable = self.open.as_ref().is_some_and(|o| o.variable(input).is_some());
            if state.is_some() || !is_variable {
                self.lack = state.is_none().then_some(Want::Nullness(value));
                return state;
            }
        }
        let guarded = self.guarded(value)?;
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let condition = open.references.is_null(path, guarded);
        self.branch(condition)
    }

    /// Whether two references are the same, one of which is open.
    pub(super) fn are_open_same(&mut self, a: SymbolicValue, b: SymbolicValue) -> Option<bool> {
        (self.question, self.lack) = (None, None);
        for (value, other) in [(a, b), (b, a)] {
            if self.plain(value) == Some(0) {
                return self.is_open_null(other);
            }
        }
        for (value, other) in [(a, b), (b, a)] {
            if self.lacks_kind(value, other) {
                self.lack = Some(Want::Kind(value));
                return None;
            }
        }
        let (a, b) = (self.guarded(a)?, self.guarded(b)?);
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let condition = open.references.same(path, a, b);
        self.branch(condition)
    }

    /// Whether the kind of a reference must be known to compare it with another: objects that the program
    /// has made are none of the input.
    fn lacks_kind(&mut self, value: SymbolicValue, other: SymbolicValue) -> bool {
        let Some(other) = self.guarded(other) else { return false };
        let leaves = self.leaves(value);
        let Some(open) = &self.open else { return false };
        let made_by_program = |input: InputId| {
            open.references.rules(other).iter().all(|rule| match rule.leaf {
                Leaf::Null => true,
                Leaf::Object(object) => self.references.may_be(input, object) == Some(false),
                Leaf::Input(_) => false,
            })
        };
        leaves.into_iter().any(|input| !self.has_kind(input) && !made_by_program(input))
    }

    /// Whether it is known which classes a reference may have.
    #[must_use]
    pub fn has_kind(&self, input: InputId) -> bool {
        let Some(open) = &self.open else { return false };
        let variable = open.variable(input);
        variable.is_some_and(|variable| open.references.classes(variable).is_some())
    }

    /// The objects that a reference may be that stays open: all that stand for references, and those of the program
    /// that it names.
    #[must_use]
    pub fn possible_objects(&self, value: SymbolicValue) -> Vec<Ref> {
        let Some(open) = &self.open else { return Vec::new() };
        let named = match value {
            SymbolicValue::Guarded(guarded) => open.references.rules(guarded),
            _ => &[],
        };
        let named = named.iter().filter_map(|rule| match rule.leaf {
            Leaf::Object(object) => Some(object),
            Leaf::Null | Leaf::Input(_) => None,
        });
        open.references.objects().iter().map(|(_, object)| *object).chain(named).collect()
    }

    /// Whether an object stands for a reference that stays open, or has stayed.
    #[must_use]
    pub fn is_standing(&self, object: Ref) -> bool {
        self.open.as_ref().is_some_and(|open| open.references.variable_of(object).is_some())
    }

    /// The object that stands for a reference.
    #[must_use]
    pub fn stands_for(&self, input: InputId) -> Option<Ref> {
        let open = self.open.as_ref()?;
        open.references.object_of(open.variable(input)?)
    }
}

fn is_null(path: &mut PathCondition, number: TermId) -> TermId {
    let null = path.terms_mut().reference(0);
    path.terms_mut().eq(number, null)
}
