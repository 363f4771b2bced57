//! From changed cells back to structures and to words.

use super::RepairMachine;
use super::placed::PlacedStructure;
use super::shape::{Parts, Shape, TypedField};
use crate::graph::primitive;
use margay_machine::Ref;
use margay_report::Marks;
use margay_report::names::{field_key, simple_class};
use margay_report::patch::{self, Patch};
use margay_search::repair::{Change, Counters, Kind};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashMap;
use std::fmt;
use std::io::{self, Write};

/// A repaired structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// What the predicate accepts: the objects that the root leads to, in the order of a
    /// breadth-first walk, under the names they had.
    pub structure: Structure,
    /// What was changed, by object and field.
    pub changes: Vec<Edit>,
    /// The names of objects that the root no longer leads to.
    pub lost: Vec<String>,
    /// The names of objects that the structure did not have before.
    pub fresh: Vec<String>,
    /// What it took.
    pub counters: Counters,
    /// All objects, lost ones included, as the repair leaves them: those of the input in its
    /// order, then the fresh ones.
    pub(crate) whole: Structure,
    /// All objects before the repair, fields in the order of their declaration.
    pub(crate) before: Structure,
    /// How many of them were there.
    pub(crate) count: usize,
}

impl Repair {
    /// The changes, as pictures of the repaired structure highlight them.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let order = self.whole.walk(0);
        let new_place: FxHashMap<usize, usize> =
            order.into_iter().enumerate().map(|(new, old)| (old, new)).collect();
        let mut marks = Marks::default();
        for change in &self.changes {
            if let Some(place) = new_place.get(&change.place) {
                let before = margay_report::value_text(&self.whole, &change.from);
                marks.add(*place, change.slot, before);
            }
        }
        marks
    }

    /// Java source of a class whose method `apply` makes the changes in a live object graph.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_java(&self, out: &mut impl Write, class: &str) -> io::Result<()> {
        let changes: Vec<(usize, usize, Value)> =
            self.changes.iter().map(|edit| (edit.place, edit.slot, edit.to.clone())).collect();
        let (before, count) = (&self.before, self.count);
        patch::write(out, &Patch { class, before, count, changes: &changes })
    }

    /// An object and some of those that it leads to; what is beyond is only named. Of a long array
    /// only what was changed is shown.
    #[must_use]
    pub fn surroundings(&self, place: usize, most: usize) -> (String, Structure, Marks) {
        let mut order = vec![place];
        let mut next = 0;
        while let Some(at) = order.get(next).copied() {
            next += 1;
            let values: Vec<&Value> = self.whole.objects[at].content.values().collect();
            for slot in self.shown_slots(at, most) {
                if let Value::Ref(target) = values[slot]
                    && order.len() < most
                    && !order.contains(target)
                {
                    order.push(*target);
                }
            }
        }
        let new_place = |old: usize| order.iter().position(|place| *place == old);
        let mut marks = Marks::default();
        for change in &self.changes {
            let slots = self.shown_slots(change.place, most);
            if let Some(place) = new_place(change.place)
                && let Some(slot) = slots.iter().position(|slot| *slot == change.slot)
            {
                marks.add(place, slot, margay_report::value_text(&self.whole, &change.from));
            }
        }
        let name = |value: &mut Value| {
            if let Value::Ref(target) = *value {
                let id = || Value::Constant(self.whole.objects[target].id.clone());
                *value = new_place(target).map_or_else(id, Value::Ref);
            }
        };
        let object = |place: &usize| {
            let mut object = self.excerpt(*place, most);
            object.content.values_mut().for_each(name);
            object
        };
        let structure = Structure { objects: order.iter().map(object).collect() };
        (format!("-{place}"), structure, marks)
    }

    /// The fields or elements of an object that a picture shows.
    fn shown_slots(&self, place: usize, most: usize) -> Vec<usize> {
        match &self.whole.objects[place].content {
            Content::Elements(elements) if elements.len() > most => {
                let here = self.changes.iter().filter(|change| change.place == place);
                here.map(|change| change.slot).take(most).collect()
            }
            content => (0..content.values().count()).collect(),
        }
    }

    /// An object; of a long array the elements that are shown, each under its index.
    fn excerpt(&self, place: usize, most: usize) -> Object {
        let mut object = self.whole.objects[place].clone();
        if let Content::Elements(elements) = &object.content
            && elements.len() > most
        {
            let named = |slot: usize| {
                let name = FieldName { class: object.class.clone(), name: format!("[{slot}]") };
                (name, elements[slot].clone())
            };
            let slots = self.shown_slots(place, most);
            object.content = Content::Fields(slots.into_iter().map(named).collect());
        }
        object
    }
}

/// A field or element that was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The place of the object in the input, or after it if it is fresh.
    pub place: usize,
    /// Which of its fields or elements.
    pub slot: usize,
    /// What it held; references are places of objects like `place`.
    pub from: Value,
    /// What it holds now.
    pub to: Value,
    text: String,
}

impl fmt::Display for Edit {
    /// As people write it: `Node3.next: Node7 → null`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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
                    let name = |field: &TypedField| field.name.clone();
                    Content::Fields(fields.iter().map(name).zip(values).collect())
                }
                Parts::Elements(_) => Content::Elements(values),
            };
            objects.push(Object { id, class: shape.name.clone(), content });
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
        let whole = self.changed(machine, input, changes);
        let edits = changes.iter().map(|change| {
            let place = self.ground.owner(change.cell);
            let slot = change.cell - self.ground.sites()[place].cells.start;
            let from = self.value(machine, change.cell, change.from);
            let to = self.value(machine, change.cell, change.to);
            Edit { place, slot, text: edit_text(&whole, place, slot, &from, &to), from, to }
        });
        let changes = edits.collect();
        let order = whole.walk(0);
        let structure = whole.clone().select(&order);
        let count = input.objects.len();
        let mut is_reached = vec![false; whole.objects.len()];
        for place in &order {
            is_reached[*place] = true;
        }
        let name = |place: usize| whole.objects[place].id.clone();
        let lost = (0..count).filter(|place| !is_reached[*place]).map(name).collect();
        let fresh =
            (count..is_reached.len()).filter(|place| is_reached[*place]).map(name).collect();
        Repair { structure, changes, lost, fresh, counters, whole, before, count }
    }
}

fn edit_text(structure: &Structure, place: usize, slot: usize, from: &Value, to: &Value) -> String {
    let object = &structure.objects[place];
    let field = match &object.content {
        Content::Fields(fields) => format!(".{}", field_key(object, &fields[slot].0)),
        _ => format!("[{slot}]"),
    };
    let text = |value| margay_report::value_text(structure, value);
    format!("{}{field}: {} → {}", object.id, text(from), text(to))
}
