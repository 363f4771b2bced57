//! Cells through references that stay open: the rules of [`margay_logic::heap`] on the machine's memory.

use super::super::{InputId, Question, Symbolic, SymbolicValue, Undo};
use crate::domain::Need;
use crate::memory::{Memory, Ref};
use crate::outcome::Want;
use margay_ir::{ClassId, ClassKind, Storage, Type, World};
use margay_logic::TermId;
use margay_logic::heap::{self, Cells, Leaf, Variable};

impl Symbolic {
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
        let variable = self.open.as_ref()?.references.variable_of(object)?;
        Some((variable, self.beside(variable)?))
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
        let storage = storage(memory, world, &cases, cell);
        let mut cells = OpenCells { domain: self, memory, storage };
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
        let storage = storage(memory, world, &cases, cell);
        let guarded = self.guarded(value).ok_or(Need::Want(Want::Cells(value)))?;
        let Symbolic { open: Some(open), path, .. } = self else { return Ok(()) };
        let objects = open.references.objects_of(path, guarded);
        heap::write(&mut OpenCells { domain: self, memory, storage }, &objects, cell, new);
        Ok(())
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

/// What a cell of some objects holds.
fn storage(
    memory: &Memory<Symbolic>,
    world: &World,
    cases: &[(Ref, TermId)],
    cell: u32,
) -> Storage {
    let of_class = |class: ClassId| {
        if let ClassKind::Array { elem, .. } = world.loaded(class).kind {
            return Some(elem);
        }
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

fn length_of(memory: &Memory<Symbolic>, array: Ref) -> SymbolicValue {
    memory.sized(array).unwrap_or_else(|| SymbolicValue::Known(u64::from(memory.len(array))))
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
