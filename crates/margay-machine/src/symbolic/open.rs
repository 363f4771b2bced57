//! References that stay open (the heap solver, PET chapter 6): which object a reference of the input is
//! stays a question to the solver, and the path forks only where the program does.
//!
//! [`margay_logic::heap`] has the idea; here are its cells, which lie in the machine's memory. A reference
//! of the input becomes a *variable* where somebody compares it or reads through it, or where a cell may
//! hold it or something else. Its *kind* must be known for that, the classes that it may have: references
//! whose objects are made in other ways (strings, boxes, containers, constants) are decided at once, as
//! lazy initialization does. An object *stands* for a variable when a cell is wanted. Where only one object
//! will do (native code, exceptions), a variable is *pinned*: then it is known which of the others are the
//! same, and it is decided like any other reference.

use super::{InputId, PathCondition, ReferenceState, Symbolic, SymbolicValue, Undo};
use crate::domain::{Domain, Need};
use crate::memory::{Memory, Ref};
use crate::outcome::Want;
use margay_ir::{ClassId, Storage, World};
use margay_logic::heap::{self, Cells, Facts, Guarded, Leaf, References, Variable};
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
    /// Cells of objects that stand for variables which hold something, with their order.
    filled: FxHashMap<(Ref, u32), usize>,
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
        self.filled.get(&(object, cell)).copied()
    }

    pub(super) fn unfill(&mut self, cell: (Ref, u32)) {
        self.filled.remove(&cell);
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
            if references.is_null(input) == Some(false) {
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

    /// The classes that a reference may have that stays open.
    #[must_use]
    pub fn kind(&self, input: InputId) -> Option<Vec<ClassId>> {
        let open = self.open.as_ref()?;
        let classes = open.references.classes(open.variable(input)?)?;
        Some(classes.iter().map(|class| ClassId::from_u32(*class)).collect())
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

    /// Fills a cell of an object: if that stands for a variable, the cell holds what those hold that it may
    /// be the same as.
    pub fn fill(
        &mut self,
        memory: &mut Memory<Symbolic>,
        object: Ref,
        (cell, storage): (u32, Storage),
        own: SymbolicValue,
    ) {
        let mut value = own;
        if let Some((variable, others)) = self.stands_beside(object) {
            let mut cells = OpenCells { domain: self, memory, storage };
            let others: Vec<(Ref, TermId)> =
                others.into_iter().filter(|(other, _)| *other != object).collect();
            debug_assert!(cells.cell(object, cell).is_none(), "{variable:?} is filled once");
            value = heap::begin(&mut cells, &others, cell, own);
            if let Some(open) = &mut self.open {
                open.filled.insert((object, cell), open.filled.len());
                self.log.push(Undo::Filled(object, cell));
            }
        }
        memory.set_cell(Memory::<Symbolic>::address(object, cell), value);
    }

    /// What else may be an object that stands for a variable.
    fn stands_beside(&mut self, object: Ref) -> Option<(Variable, Vec<(Ref, TermId)>)> {
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let variable = open.references.variable_of(object)?;
        let leaf = open.references.leaf(path.terms_mut(), Leaf::Input(variable));
        Some((variable, open.references.objects_of(path, leaf)))
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

    /// The object that stands for a reference.
    #[must_use]
    pub fn stands_for(&self, input: InputId) -> Option<Ref> {
        let open = self.open.as_ref()?;
        open.references.object_of(open.variable(input)?)
    }

    // ---- through references ----

    /// The objects of all cases of a reference, or what has to be done first.
    fn cases(&mut self, value: SymbolicValue) -> Result<Vec<(Ref, TermId)>, Need<SymbolicValue>> {
        let want = Need::Want(Want::Cells(value));
        let guarded = self.guarded(value).ok_or(want)?;
        let open = self.open.as_ref().ok_or(want)?;
        let mut found = Vec::new();
        for rule in open.references.rules(guarded) {
            match rule.leaf {
                Leaf::Null => {}
                Leaf::Object(object) => found.push((object, rule.guard)),
                Leaf::Input(variable) => {
                    let object = open.references.object_of(variable).ok_or(want)?;
                    found.push((object, rule.guard));
                }
            }
        }
        Ok(found)
    }

    pub(super) fn read_through(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        value: SymbolicValue,
        cell: u32,
    ) -> Result<SymbolicValue, Need<SymbolicValue>> {
        let cases = self.cases(value)?;
        let storage = storage(memory, world, &cases, cell);
        let mut cells = OpenCells { domain: self, memory, storage };
        // Null has no cells: nobody reads that.
        Ok(heap::read(&mut cells, &cases, cell).unwrap_or(SymbolicValue::Known(0)))
    }

    pub(super) fn write_through(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        value: SymbolicValue,
        cell: u32,
        new: SymbolicValue,
    ) -> Result<(), Need<SymbolicValue>> {
        let cases = self.cases(value)?;
        let storage = storage(memory, world, &cases, cell);
        let guarded = self.guarded(value).ok_or(Need::Want(Want::Cells(value)))?;
        let Symbolic { open: Some(open), path, .. } = self else { return Ok(()) };
        let objects = open.references.objects_of(path, guarded);
        heap::write(&mut OpenCells { domain: self, memory, storage }, &objects, cell, new);
        Ok(())
    }

    pub(super) fn stand_in_of(&mut self, value: SymbolicValue) -> Result<Ref, Need<SymbolicValue>> {
        if let Some(guard) = self.open_guard(value) {
            self.question = Some(super::Question::Branch(guard));
            return Err(Need::Choice);
        }
        let cases = self.cases(value)?;
        let is_real = |(_, guard): &&(Ref, TermId)| self.path.holds(*guard) != Some(false);
        Ok(cases.iter().find(is_real).map_or(0, |(object, _)| *object))
    }
}

/// What a cell of some objects holds.
fn storage(
    memory: &Memory<Symbolic>,
    world: &World,
    cases: &[(Ref, TermId)],
    cell: u32,
) -> Storage {
    let of_class = |class: ClassId| {
        let classes = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
        let mut fields = classes.flat_map(|class| &world.loaded(class).fields);
        fields.find_map(|field| {
            let field = world.field(*field);
            (!field.is_static() && field.slot == cell).then_some(field.storage)
        })
    };
    let found = cases.iter().find_map(|(object, _)| of_class(memory.class_of(*object)));
    found.unwrap_or(Storage::Ref)
}

fn is_null(path: &mut PathCondition, number: TermId) -> TermId {
    let null = path.terms_mut().reference(0);
    path.terms_mut().eq(number, null)
}

/// Cells in the machine's memory, of objects that may be the same.
struct OpenCells<'a> {
    domain: &'a mut Symbolic,
    memory: &'a mut Memory<Symbolic>,
    /// What the cell holds that is read or written.
    storage: Storage,
}

impl Cells for OpenCells<'_> {
    type Value = SymbolicValue;

    fn cell(&self, object: Ref, cell: u32) -> Option<SymbolicValue> {
        let open = self.domain.open.as_ref()?;
        let is_there =
            open.references.variable_of(object).is_none() || open.filled_at(object, cell).is_some();
        (is_there && cell < self.memory.room(object)).then(|| self.memory.get(object, cell))
    }

    fn set_cell(&mut self, object: Ref, cell: u32, value: SymbolicValue) {
        self.memory.set(object, cell, value);
    }

    fn choose(
        &mut self,
        _: u32,
        condition: TermId,
        yes: SymbolicValue,
        no: SymbolicValue,
    ) -> SymbolicValue {
        match self.domain.path.holds(condition) {
            Some(true) => return yes,
            Some(false) => return no,
            None => {}
        }
        if self.storage != Storage::Ref {
            let ty = self.storage.value_type();
            let (yes, no) = (self.domain.term(ty, yes), self.domain.term(ty, no));
            let term = self.domain.terms().ite(condition, yes, no);
            return self.domain.value(term);
        }
        let guarded = (self.domain.guarded(yes), self.domain.guarded(no));
        let (Some(yes), Some(no)) = guarded else { return no };
        let Symbolic { open: Some(open), path, .. } = &mut *self.domain else {
            unreachable!("references are open")
        };
        let chosen = open.references.choose(path, condition, yes, no);
        self.domain.value_of(chosen)
    }
}
