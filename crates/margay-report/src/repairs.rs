//! Repairs of structures: what was changed, as text, as pictures, as a document, and as
//! [Java source](patch) that makes the changes in a live object graph.

pub mod document;
pub mod patch;
mod pictures;
mod text;

pub use pictures::Picture;
pub use text::text;

use crate::names::field_key;
use crate::value_text;
use margay_search::repair::Counters;
use margay_search::structure::{Content, Object, Structure, Value};
use patch::Patch;
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
    /// All objects before the repair, fields in the order of their declaration: those of the
    /// input in its order, the root first, then the fresh ones.
    before: Structure,
    /// All objects, lost ones included, as the repair leaves them.
    whole: Structure,
    /// How many objects the input has.
    count: usize,
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

impl Repair {
    /// What comes of changes: object, field or element, and its new value, in a structure whose
    /// first `count` objects are the input, the root first, and whose others are fresh. Places that
    /// the structure does not have are passed over.
    #[must_use]
    pub fn new(
        before: Structure,
        count: usize,
        changes: impl IntoIterator<Item = (usize, usize, Value)>,
        counters: Counters,
    ) -> Repair {
        let mut whole = before.clone();
        let change = |(place, slot, to): (usize, usize, Value)| {
            let value = slot_mut(&mut whole.objects.get_mut(place)?.content, slot)?;
            let from = std::mem::replace(value, to.clone());
            let text = edit_text(&before, (place, slot), &from, &to);
            Some(Edit { place, slot, from, to, text })
        };
        let changes = changes.into_iter().filter_map(change).collect();
        let order = whole.walk(0);
        let structure = whole.clone().select(&order);
        let mut is_reached = vec![false; whole.objects.len()];
        for place in &order {
            is_reached[*place] = true;
        }
        let name = |place: usize| whole.objects[place].id.clone();
        let lost = (0..count).filter(|place| !is_reached[*place]).map(name).collect();
        let fresh =
            (count..is_reached.len()).filter(|place| is_reached[*place]).map(name).collect();
        Repair { structure, changes, lost, fresh, counters, before, whole, count }
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
}

/// A field or element. Arrays may be long.
fn slot_mut(content: &mut Content, slot: usize) -> Option<&mut Value> {
    match content {
        Content::Elements(elements) => elements.get_mut(slot),
        other => other.values_mut().nth(slot),
    }
}

fn edit_text(
    structure: &Structure,
    (place, slot): (usize, usize),
    from: &Value,
    to: &Value,
) -> String {
    let object = &structure.objects[place];
    let text = |value| value_text(structure, value);
    format!("{}{}: {} → {}", object.id, slot_text(object, slot), text(from), text(to))
}

/// A field or element behind the name of its object: `.next`, `[3]`.
fn slot_text(object: &Object, slot: usize) -> String {
    match &object.content {
        Content::Fields(fields) => format!(".{}", field_key(&object.class, &fields[slot].0)),
        _ => format!("[{slot}]"),
    }
}

#[cfg(test)]
mod tests;
