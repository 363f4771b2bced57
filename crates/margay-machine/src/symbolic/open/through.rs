//! Cells through references that stay open: the rules of [`margay_logic::heap`] on the machine's memory.

use super::super::{InputId, Question, ReferenceState, Symbolic, SymbolicValue, Undo};
use crate::domain::Need;
use crate::memory::{Memory, Ref};
use crate::outcome::Want;
use margay_ir::{ClassId, ClassKind, Storage, Type, World};
use margay_logic::TermId;
use margay_logic::heap::{self, Cells, Leaf, Variable};

impl Symbolic {
    /// Gives a cell of an object what the input has there. If the object stands for a variable, what the cell holds
    /// depends on which others are the same: that is made when somebody looks at it.
    pub fn give(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        (object, cell): (Ref, u32),
        own: SymbolicValue,
    ) {
        memory.set_cell(Memory::<Symbolic>::address(object, cell), own);
        let Symbolic { open: Some(open), references, log, .. } = self else { return };
        let Some(variable) = open.references.variable_of(object) else { return };
        open.cells.insert((object, cell), None);
        log.push(Undo::Cell(object, cell));
        // Who knows the object asks nobody what it holds.
        if references.state(open.input(variable)) == ReferenceState::Is(object) {
            self.fill(memory, world, object, cell);
        }
    }

    /// Lets a cell that waits hold what those hold that its object may be the same as, and its own where it is none of them.
    fn fill(&mut self, memory: &mut Memory<Symbolic>, world: &World, object: Ref, cell: u32) {
        if !self.waits(object, cell) {
            return;
        }
        let own = memory.get(object, cell);
        let others = self.stands_beside(object).unwrap_or_default();
        let place = Place::of(memory, world, object, cell);
        let mut cells = OpenCells { domain: self, memory, world, place };
        let value = heap::begin(&mut cells, &others, cell, own);
        self.set_filled(memory, (object, cell), value);
    }

    /// Fills all cells of an object that wait.
    pub fn fill_all(&mut self, memory: &mut Memory<Symbolic>, world: &World, object: Ref) {
        for cell in 0..memory.room(object) {
            self.fill(memory, world, object, cell);
        }
    }

    /// Fills all cells that wait, of all objects.
    pub fn fill_everything(&mut self, memory: &mut Memory<Symbolic>, world: &World) {
        let Some(open) = &self.open else { return };
        let objects: Vec<Ref> =
            open.references.objects().iter().map(|(_, object)| *object).collect();
        objects.into_iter().for_each(|object| self.fill_all(memory, world, object));
    }

    fn waits(&self, object: Ref, cell: u32) -> bool {
        self.open.as_ref().is_some_and(|open| open.cells.get(&(object, cell)) == Some(&None))
    }

    fn set_filled(
        &mut self,
        memory: &mut Memory<Symbolic>,
        (object, cell): (Ref, u32),
        value: SymbolicValue,
    ) {
        memory.set_cell(Memory::<Symbolic>::address(object, cell), value);
        if let Some(open) = &mut self.open {
            open.cells.insert((object, cell), Some(open.filled));
            open.filled += 1;
            self.log.push(Undo::Cell(object, cell));
        }
    }

    /// What else may be an object that stands for a variable.
    fn stands_beside(&mut self, object: Ref) -> Option<Vec<(Ref, TermId)>> {
        let variable = self.open.as_ref()?.references.variable_of(object)?;
        let mut others = self.beside(variable)?;
        others.retain(|(other, _)| *other != object);
        Some(others)
    }

    /// The objects that a variable may be, with the conditions that it is.
    fn beside(&mut self, variable: Variable) -> Option<Vec<(Ref, TermId)>> {
        let Symbolic { open: Some(open), path, .. } = self else { return None };
        let leaf = open.references.leaf(path.terms_mut(), Leaf::Input(variable));
        Some(open.references.objects_of(path, leaf))
    }

    /// The length of an array that will stand for a reference: that of those that it may be the same as, and
    /// its own if it is none of them.
    pub fn length_among(
        &mut self,
        memory: &Memory<Symbolic>,
        input: InputId,
        own: SymbolicValue,
    ) -> SymbolicValue {
        let variable = self.open_variable(input);
        let others = variable.and_then(|variable| self.beside(variable)).unwrap_or_default();
        others.into_iter().fold(own, |length, (other, condition)| {
            self.either(condition, Type::I32, length_of(memory, other), length)
        })
    }

    pub(in super::super) fn length_through(
        &mut self,
        memory: &Memory<Symbolic>,
        value: SymbolicValue,
    ) -> Result<SymbolicValue, Need<SymbolicValue>> {
        let mut cases = self.cases(value)?.into_iter();
        let (first, _) = cases.next().ok_or(Need::Want(Want::Object(value)))?;
        let first = length_of(memory, first);
        Ok(cases.fold(first, |length, (object, guard)| {
            self.either(guard, Type::I32, length_of(memory, object), length)
        }))
    }

    /// The objects of all cases of a reference, or what has to be done first.
    fn cases(&mut self, value: SymbolicValue) -> Result<Vec<(Ref, TermId)>, Need<SymbolicValue>> {
        let want = Need::Want(Want::Cells(value));
        let guarded = self.guarded(value).ok_or(want)?;
        let open = self.open.as_ref().ok_or(want)?;
        let mut found = Vec::new();
        for rule in open.references.rules(guarded) {
            match rule.leaf {
                // What it is not may be of a class without such a cell.
                _ if self.path.holds(rule.guard) == Some(false) => {}
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

    pub(in super::super) fn read_through(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        value: SymbolicValue,
        cell: u32,
    ) -> Result<SymbolicValue, Need<SymbolicValue>> {
        let cases = self.cases(value)?;
        let Some(place) = self.fill_cases(memory, world, &cases, cell) else {
            return Ok(SymbolicValue::Known(0));
        };
        let mut cells = OpenCells { domain: self, memory, world, place };
        // Null has no cells: nobody reads that.
        Ok(heap::read(&mut cells, &cases, cell).unwrap_or(SymbolicValue::Known(0)))
    }

    pub(in super::super) fn write_through(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        value: SymbolicValue,
        cell: u32,
        new: SymbolicValue,
    ) -> Result<(), Need<SymbolicValue>> {
        let cases = self.cases(value)?;
        if let [(object, _)] = cases[..]
            && self.waits(object, cell)
        {
            // Whatever it held, nobody has looked.
            self.set_filled(memory, (object, cell), new);
        }
        let Some(place) = self.fill_cases(memory, world, &cases, cell) else { return Ok(()) };
        let guarded = self.guarded(value).ok_or(Need::Want(Want::Cells(value)))?;
        let Symbolic { open: Some(open), path, .. } = self else { return Ok(()) };
        let objects = open.references.objects_of(path, guarded);
        heap::write(&mut OpenCells { domain: self, memory, world, place }, &objects, cell, new);
        Ok(())
    }

    /// Fills a cell of all objects that a reference may be; says what it is, if there are any.
    fn fill_cases(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        cases: &[(Ref, TermId)],
        cell: u32,
    ) -> Option<Place> {
        cases.iter().for_each(|(object, _)| self.fill(memory, world, *object, cell));
        cases.first().map(|(object, _)| Place::of(memory, world, *object, cell))
    }

    pub(in super::super) fn stand_in_of(
        &mut self,
        value: SymbolicValue,
    ) -> Result<Ref, Need<SymbolicValue>> {
        if let Some(guard) = self.open_guard(value) {
            self.question = Some(Question::Branch(guard));
            return Err(Need::Choice);
        }
        let cases = self.cases(value)?;
        let is_real = |(_, guard): &&(Ref, TermId)| self.path.holds(*guard) != Some(false);
        Ok(cases.iter().find(is_real).map_or(0, |(object, _)| *object))
    }
}

/// What a cell is: classes that know nothing of each other have different fields in the same cell.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The class that declares the field; none for elements of arrays.
    owner: Option<ClassId>,
    storage: Storage,
}

impl Place {
    fn of(memory: &Memory<Symbolic>, world: &World, object: Ref, cell: u32) -> Place {
        let class = memory.class_of(object);
        if let ClassKind::Array { elem, .. } = world.loaded(class).kind {
            return Place { owner: None, storage: elem };
        }
        let classes = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
        let found = classes.into_iter().find_map(|class| {
            let mut fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
            let field = fields.find(|field| !field.is_static() && field.slot == cell)?;
            Some(Place { owner: Some(class), storage: field.storage })
        });
        found.unwrap_or(Place { owner: Some(class), storage: Storage::Ref })
    }
}

fn length_of(memory: &Memory<Symbolic>, array: Ref) -> SymbolicValue {
    memory.sized(array).unwrap_or_else(|| SymbolicValue::Known(u64::from(memory.len(array))))
}

/// Cells in the machine's memory, of objects that may be the same.
struct OpenCells<'a> {
    domain: &'a mut Symbolic,
    memory: &'a mut Memory<Symbolic>,
    world: &'a World,
    /// The cell that is read or written.
    place: Place,
}

impl Cells for OpenCells<'_> {
    type Value = SymbolicValue;

    fn cell(&self, object: Ref, cell: u32) -> Option<SymbolicValue> {
        let open = self.domain.open.as_ref()?;
        let is_there =
            open.references.variable_of(object).is_none() || open.filled_at(object, cell).is_some();
        let is_there = is_there && cell < self.memory.room(object);
        let is_same = || Place::of(self.memory, self.world, object, cell) == self.place;
        (is_there && is_same()).then(|| self.memory.get(object, cell))
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
        if self.place.storage != Storage::Ref {
            let ty = self.place.storage.value_type();
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
