//! What to draw of a repair.

use super::{Edit, Repair};
use crate::{Marks, value_text};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashMap;

/// Objects in one picture.
const MOST_DRAWN: usize = 300;
/// Pictures of a structure that is larger, and the objects in each.
const MOST_PICTURES: usize = 100;
const MOST_AROUND: usize = 12;
/// Pictures of a repair change by change.
const MOST_STAGES: usize = 40;

/// A structure with changes to be highlighted.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What tells pictures of one repair apart, at the end of their names.
    pub suffix: String,
    /// What is drawn.
    pub structure: Structure,
    /// What was changed.
    pub marks: Marks,
}

/// What the root leads to, with changes highlighted.
fn stage(whole: &Structure, changes: &[Edit]) -> Picture {
    let order = whole.walk(0);
    let mut marks = Marks::default();
    for change in changes {
        if let Some(place) = order.iter().position(|place| *place == change.place) {
            marks.add(place, change.slot, value_text(whole, &change.from));
        }
    }
    Picture { suffix: String::new(), structure: whole.clone().select(&order), marks }
}

impl Repair {
    /// A small structure as a whole; of a large one, what surrounds each change.
    #[must_use]
    pub fn pictures(&self) -> Vec<Picture> {
        if self.structure.objects.len() <= MOST_DRAWN {
            let (structure, marks) = (self.structure.clone(), self.marks());
            return vec![Picture { suffix: String::new(), structure, marks }];
        }
        let mut places: Vec<usize> = self.changes.iter().map(|change| change.place).collect();
        places.dedup();
        places.truncate(MOST_PICTURES);
        places.into_iter().map(|place| self.surroundings(place, MOST_AROUND)).collect()
    }

    /// A small structure before the repair, after its first change, and so on to the last; the change that
    /// makes each is highlighted. None of a structure that is too large. Where there are many changes,
    /// one picture is after several of them.
    #[must_use]
    pub fn stages(&self) -> Vec<Picture> {
        if self.before.objects.len() > MOST_DRAWN {
            return Vec::new();
        }
        let at_once = self.changes.len().div_ceil(MOST_STAGES).max(1);
        let mut whole = self.before.clone();
        let mut stages = vec![stage(&whole, &[])];
        for changes in self.changes.chunks(at_once) {
            for change in changes {
                let content = &mut whole.objects[change.place].content;
                if let Some(value) = super::slot_mut(content, change.slot) {
                    *value = change.to.clone();
                }
            }
            stages.push(stage(&whole, changes));
        }
        stages
    }

    /// The changes, as pictures of the repaired structure highlight them.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let order = self.whole.walk(0);
        let new_place: FxHashMap<usize, usize> =
            order.into_iter().enumerate().map(|(new, old)| (old, new)).collect();
        let mut marks = Marks::default();
        for change in &self.changes {
            if let Some(place) = new_place.get(&change.place) {
                let before = value_text(&self.whole, &change.from);
                marks.add(*place, change.slot, before);
            }
        }
        marks
    }

    /// An object and some of those that it leads to; what is beyond is only named. Of a long array
    /// only what was changed is shown.
    fn surroundings(&self, place: usize, most: usize) -> Picture {
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
                marks.add(place, slot, value_text(&self.whole, &change.from));
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
        Picture { suffix: format!("-{place}"), structure, marks }
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
                let name = FieldName { class: object.class.to_string(), name: format!("[{slot}]") };
                (name.into(), elements[slot].clone())
            };
            let slots = self.shown_slots(place, most);
            object.content = Content::Fields(slots.into_iter().map(named).collect());
        }
        object
    }
}
