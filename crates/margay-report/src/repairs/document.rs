//! The document of repairs: one line each, with the structure as it was and what was changed. The
//! repaired structures are a document of [structures](crate::json).

use super::{Edit, Repair};
use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{Heap, Json, Part, Problem, Read, fail};
use crate::names::{field_key, id_at};
use margay_search::repair::Counters;
use margay_search::structure::{Content, Object, Structure, Value};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RepairLine<J> {
    repair: u64,
    root: String,
    /// As they were; those that the repair has made are last.
    objects: J,
    fresh: Vec<String>,
    changes: Vec<ChangePart<J>>,
    lost: Vec<String>,
    counters: Counters,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangePart<J> {
    object: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    element: Option<usize>,
    from: J,
    to: J,
}

impl<W: Write> DocumentWriter<W> {
    /// Adds the repair of the structure with this number.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn repair(&mut self, number: u64, repair: &Repair) -> io::Result<()> {
        self.line(&RepairLine::of(number, repair))
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The next repair, with the number of its structure; none after the last.
    pub fn repair(&mut self) -> Option<Result<(u64, Repair), DocumentError>> {
        self.record(|line| parse::<RepairLine<Json>>(line)?.read())
    }
}

impl<'a> RepairLine<Part<'a>> {
    fn of(number: u64, repair: &'a Repair) -> Self {
        let before = &repair.before;
        RepairLine {
            repair: number,
            root: id_at(before, 0).to_owned(),
            objects: Part::Objects(before),
            fresh: names(&before.objects[repair.count..]),
            changes: repair.changes.iter().map(|edit| ChangePart::of(before, edit)).collect(),
            lost: repair.lost.clone(),
            counters: repair.counters,
        }
    }
}

impl RepairLine<Json> {
    fn read(self) -> Read<(u64, Repair)> {
        let heap = Heap::read("objects", self.objects)?;
        let count = given(&heap.structure, &self.fresh)?;
        if heap.place("root", &self.root)? != 0 || count == 0 {
            return Err(fail("root", Problem::Expected("the name of the first object")));
        }
        let changes = self.changes.into_iter().enumerate();
        let changes =
            changes.map(|(index, change)| change.read(&format!("changes[{index}]"), &heap));
        let changes = changes.collect::<Read<Vec<_>>>()?;
        let repair = Repair::new(heap.structure, count, changes, self.counters);
        if repair.lost != self.lost {
            return Err(fail("lost", Problem::Disagrees("the changes")));
        }
        Ok((self.repair, repair))
    }
}

fn names(objects: &[Object]) -> Vec<String> {
    objects.iter().map(|object| object.id.clone()).collect()
}

/// How many objects were there before the repair. They know nothing of those it has made.
fn given(structure: &Structure, fresh: &[String]) -> Read<usize> {
    let wrong = |what| Err(fail("fresh", Problem::Expected(what)));
    let Some(count) = structure.objects.len().checked_sub(fresh.len()) else {
        return wrong("names of objects");
    };
    if names(&structure.objects[count..]) != fresh {
        return wrong("the names of the last objects");
    }
    let mut values = structure.objects[..count].iter().flat_map(|object| object.content.values());
    if values.any(|value| matches!(value, Value::Ref(place) if *place >= count)) {
        return wrong("objects that no other refers to before the changes");
    }
    Ok(count)
}

impl<'a> ChangePart<Part<'a>> {
    fn of(before: &'a Structure, edit: &'a Edit) -> Self {
        let object = &before.objects[edit.place];
        let (field, element) = match &object.content {
            Content::Fields(fields) => {
                (Some(field_key(&object.class, &fields[edit.slot].0).into_owned()), None)
            }
            _ => (None, Some(edit.slot)),
        };
        ChangePart {
            object: object.id.clone(),
            field,
            element,
            from: Part::Value(before, &edit.from),
            to: Part::Value(before, &edit.to),
        }
    }
}

impl ChangePart<Json> {
    fn read(self, place: &str, heap: &Heap) -> Read<(usize, usize, Value)> {
        let at = heap.place(&format!("{place}.object"), &self.object)?;
        let object = &heap.structure.objects[at];
        let slot = match (&object.content, &self.field, self.element) {
            (Content::Fields(fields), Some(name), None) => {
                fields.iter().position(|(field, _)| field_key(&object.class, field) == *name)
            }
            (Content::Elements(elements), None, Some(element)) => {
                Some(element).filter(|element| *element < elements.len())
            }
            _ => None,
        };
        let slot = slot.ok_or_else(|| {
            fail(place, Problem::Expected("\"field\" or \"element\", one that the object has"))
        })?;
        let from = heap.value(&format!("{place}.from"), self.from)?;
        if object.content.values().nth(slot) != Some(&from) {
            return Err(fail(&format!("{place}.from"), Problem::Disagrees("the object")));
        }
        Ok((at, slot, heap.value(&format!("{place}.to"), self.to)?))
    }
}
