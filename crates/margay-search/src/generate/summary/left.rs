//! What a path of a method has left behind, in the words of a case.

use super::super::calls::cells;
use super::{CallSummary, CaseValue, GivenObject, MadeObject, StaticCell, variables};
use margay_ir::world::modifiers;
use margay_ir::{ClassId, ClassKind, Storage};
use margay_machine::symbolic::{ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, MadeAt, Mark, Ref};
use rustc_hash::FxHashMap;

/// Puts what a path has left behind into the words of a case.
pub(super) struct CaseWriter<'a> {
    summary: &'a CallSummary,
    /// What there was before the method was given anything.
    start: Option<Mark>,
    /// The objects that it was given.
    given: &'a [(GivenObject, Ref)],
    core: &'a Core<Symbolic>,
    made_at: &'a dyn Fn(Ref) -> Option<MadeAt>,
    /// The objects that the path has made, by their numbers.
    made: Vec<Ref>,
    numbers: FxHashMap<Ref, u32>,
    /// Classes with constants that it refers to.
    classes: Vec<ClassId>,
}

impl<'a> CaseWriter<'a> {
    pub fn new(
        summary: &'a CallSummary,
        (start, given): (Option<Mark>, &'a [(GivenObject, Ref)]),
        core: &'a Core<Symbolic>,
        made_at: &'a dyn Fn(Ref) -> Option<MadeAt>,
    ) -> Self {
        CaseWriter {
            summary,
            start,
            given,
            core,
            made_at,
            made: Vec::new(),
            numbers: FxHashMap::default(),
            classes: Vec::new(),
        }
    }

    /// A value that the path has left somewhere, or ends with.
    pub fn value(&mut self, value: SymbolicValue, is_reference: bool) -> Option<CaseValue> {
        let domain = &self.core.domain;
        match value {
            SymbolicValue::Known(bits) if is_reference => self.object(bits as Ref),
            SymbolicValue::Known(bits) => Some(CaseValue::Known(bits)),
            SymbolicValue::Term(term) => {
                let all = variables(domain, term);
                let is_known = |variable| self.summary.numbers.contains_key(variable);
                all.iter().all(is_known).then_some(CaseValue::Term(term))
            }
            SymbolicValue::Guarded(_) => None,
            SymbolicValue::Input(input) => match domain.references.state(input) {
                ReferenceState::Is(at) => self.object(at),
                ReferenceState::Open | ReferenceState::NonNull => {
                    self.summary.references.get(&input)?;
                    Some(CaseValue::Reference(input))
                }
            },
        }
    }

    fn object(&mut self, at: Ref) -> Option<CaseValue> {
        if at == 0 {
            return Some(CaseValue::Known(0));
        }
        if let Some((place, _)) = self.given.iter().find(|(_, own)| *own == at) {
            return Some(CaseValue::Given(*place));
        }
        if let Some(text) = self.core.memory.string_at(at) {
            return Some(CaseValue::Text(text));
        }
        // What was there before the method is called may be something else by then.
        if self.start?.covers(at) || self.core.memory.sized(at).is_some() {
            return None;
        }
        let number = *self.numbers.entry(at).or_insert_with(|| {
            self.made.push(at);
            self.made.len() as u32 - 1
        });
        Some(CaseValue::Made(number))
    }

    /// A static field of a class, or of one above, that always holds an object that was there before.
    fn constant(&self, class: ClassId, at: Ref) -> Option<StaticCell> {
        let world = &self.core.world;
        if !self.start?.covers(at) {
            return None;
        }
        let fields =
            world.loaded(class).ancestors().iter().flat_map(|class| {
                world.loaded(*class).fields.iter().map(|field| world.field(*field))
            });
        let is_it =
            |cell: u32| self.core.memory.get_static(cell) == SymbolicValue::Known(at.into());
        let mut constants = fields.filter(|field| {
            let is_constant = field.is_static() && field.modifiers & modifiers::FINAL != 0;
            is_constant && field.storage == Storage::Ref && is_it(field.slot)
        });
        constants.next().map(|field| StaticCell { class: field.class, cell: field.slot })
    }

    /// What a cell of an object that was made holds.
    fn cell(
        &mut self,
        class: ClassId,
        value: SymbolicValue,
        storage: Storage,
    ) -> Option<CaseValue> {
        let object = match value {
            SymbolicValue::Known(at) if storage == Storage::Ref => self.constant(class, at as Ref),
            _ => None,
        };
        match object {
            Some(constant) => {
                self.classes.push(constant.class);
                Some(CaseValue::Constant(constant))
            }
            None => self.value(value, storage == Storage::Ref),
        }
    }

    /// All objects that were made, and those that they lead to; and the classes whose constants they refer to.
    pub fn finish(mut self) -> Option<(Vec<MadeObject>, Vec<ClassId>)> {
        let mut found = Vec::new();
        while let Some(at) = self.made.get(found.len()).copied() {
            let class = self.core.memory.class_of(at);
            let all = cells(self.core, at);
            let loaded = self.core.world.loaded(class);
            let len = match loaded.kind {
                ClassKind::Array { .. } => self.core.memory.len(at),
                _ => loaded.cells,
            };
            let made_at = (self.made_at)(at);
            let is_told =
                |index: u32| made_at.as_ref().is_some_and(|told| told.cells.contains(&index));
            let mut written = Vec::new();
            for (index, storage) in all {
                let value = self.core.memory.get(at, index);
                if value != SymbolicValue::Known(0) && !is_told(index) {
                    written.push((index, self.cell(class, value, storage)?));
                }
            }
            let made_at = made_at.map(|told| told.places);
            found.push(MadeObject { class, len, cells: written, made_at });
        }
        Some((found, self.classes))
    }
}
