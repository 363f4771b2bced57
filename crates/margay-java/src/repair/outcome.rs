//! From changed cells back to structures.

use super::RepairMachine;
use super::placed::PlacedStructure;
use super::shape::{Parts, Shape, TypedField};
use crate::graph::primitive;
use margay_machine::Ref;
use margay_report::names::simple_class;
use margay_report::repairs::Repair;
use margay_search::repair::{Change, Counters, Kind};
use margay_search::structure::{Content, Object, Structure, Value};
use std::sync::Arc;

impl PlacedStructure {
    /// The structure with some cells changed, all objects and fresh ones that are in use included.
    pub fn changed(
        &self,
        machine: &mut RepairMachine,
        input: &Structure,
        changes: &[Change],
    ) -> Structure {
        let mut values: Vec<Vec<Value>> = Vec::new();
        for site in self.ground.sites() {
            let cells = site.cells.clone();
            values.push(
                cells
                    .map(|cell| self.value(machine, cell, self.ground.cell(cell).present))
                    .collect(),
            );
        }
        for change in changes {
            let owner = self.ground.owner(change.cell);
            let slot = change.cell - self.ground.sites()[owner].cells.start;
            values[owner][slot] = self.value(machine, change.cell, change.to);
        }
        let mut objects: Vec<Object> = Vec::with_capacity(input.objects.len());
        for (place, (shape, values)) in self.shapes.iter().zip(values).enumerate() {
            let id = match input.objects.get(place) {
                Some(object) => object.id.clone(),
                None => self.fresh_name(input, place, shape),
            };
            let content = match &shape.parts {
                Parts::Fields(fields) => {
                    let name = |field: &TypedField| Arc::clone(&field.name);
                    Content::Fields(fields.iter().map(name).zip(values).collect())
                }
                Parts::Elements(_) => Content::Elements(values),
            };
            objects.push(Object { id, class: Arc::clone(&shape.name), content });
        }
        Structure { objects }
    }

    /// A name that no object of the input has.
    fn fresh_name(&self, input: &Structure, place: usize, shape: &Shape) -> String {
        let simple = simple_class(&shape.name);
        let number = (input.objects.len()..place)
            .filter(|other| self.shapes[*other].class == shape.class)
            .count();
        format!("new {simple}{number}")
    }

    /// A value of a cell; references are numbers of objects.
    pub fn value(&self, machine: &mut RepairMachine, cell: usize, bits: u64) -> Value {
        match self.ground.cell(cell).kind {
            Kind::Link(_) => self.ground.site_at(bits).map_or(Value::Null, Value::Ref),
            Kind::Given(_) => self.given.get(&(bits as Ref)).cloned().unwrap_or(Value::Null),
            Kind::Plain(storage) => primitive(machine, storage, bits),
        }
    }

    /// What came of a repair.
    pub fn outcome(
        &self,
        machine: &mut RepairMachine,
        input: &Structure,
        changes: &[Change],
        counters: Counters,
    ) -> Repair {
        let before = self.changed(machine, input, &[]);
        let change = |change: &Change| {
            let place = self.ground.owner(change.cell);
            let slot = change.cell - self.ground.sites()[place].cells.start;
            (place, slot, self.value(machine, change.cell, change.to))
        };
        let changes: Vec<_> = changes.iter().map(change).collect();
        Repair::new(before, input.objects.len(), changes, counters)
    }
}
