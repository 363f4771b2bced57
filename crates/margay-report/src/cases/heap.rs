//! The heaps of a case as structures that can be drawn: with a root that holds what the method is
//! given or gives, and with values in place of the objects that stand for them.

use crate::Marks;
use crate::names::id_at;
use crate::spanning::value_text;
use margay_search::generate::case::{CaseOutcome, MethodReport, TestCase};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use std::sync::Arc;

/// What the method is given.
pub fn before(report: &MethodReport, case: &TestCase) -> Structure {
    let statics = case.input.statics.iter().map(|(field, value)| (label(field), value.clone()));
    picture("input", &case.before, given(report, case).chain(statics).collect())
}

/// What it leaves behind.
pub fn after(report: &MethodReport, case: &TestCase) -> Structure {
    let result = match &case.outcome {
        CaseOutcome::Returned(Some(value)) => Some(("result".to_owned(), value.clone())),
        CaseOutcome::Threw { class, .. } => {
            Some(("throws".to_owned(), Value::Constant(class.clone())))
        }
        CaseOutcome::Returned(None) => None,
    };
    let kept = given(report, case).filter_map(|(name, value)| match value {
        Value::Ref(place) => {
            let id = id_at(&case.before, place);
            let found = case.after.objects.iter().position(|object| object.id == id);
            found.map(|place| (name, Value::Ref(place)))
        }
        _ => None,
    });
    let statics = case.statics.iter().map(|(field, value)| (label(field), value.clone()));
    picture("output", &case.after, result.into_iter().chain(kept).chain(statics).collect())
}

/// What a heap has that an earlier one did not have, object by object; roots are not compared.
pub fn changes(before: &Structure, after: &Structure) -> Marks {
    let mut marks = Marks::default();
    for (place, object) in after.objects.iter().enumerate().skip(1) {
        match before.objects.iter().skip(1).find(|old| old.id == object.id) {
            None => marks.add_fresh(place),
            Some(old) => {
                let slots = slots(before, old);
                for (slot, (name, value)) in self::slots(after, object).into_iter().enumerate() {
                    let old = slots.iter().find(|(other, _)| *other == name);
                    let old = old.map_or("nothing", |(_, value)| value);
                    if old != value {
                        marks.add(place, slot, old.to_owned());
                    }
                }
            }
        }
    }
    marks
}

/// The values of an object by the names of fields, or by numbers.
fn slots(heap: &Structure, object: &Object) -> Vec<(String, String)> {
    let text = |value: &Value| value_text(heap, value);
    match &object.content {
        Content::Fields(fields) => {
            let name = |field: &FieldName| format!("{}.{}", field.class, field.name);
            fields.iter().map(|(field, value)| (name(field), text(value))).collect()
        }
        other => {
            (0..).zip(other.values()).map(|(n, v): (u32, _)| (n.to_string(), text(v))).collect()
        }
    }
}

fn given<'a>(
    report: &'a MethodReport,
    case: &'a TestCase,
) -> impl Iterator<Item = (String, Value)> + 'a {
    let receiver = case.input.receiver.iter().map(|value| ("this".to_owned(), value.clone()));
    let names = report.signature.parameters.iter().map(|parameter| parameter.name.clone());
    receiver.chain(names.zip(case.input.arguments.iter().cloned()))
}

fn label(field: &FieldName) -> String {
    format!("{}.{}", crate::names::simple_class(&field.class), field.name)
}

/// What variables lead to.
pub fn below(root: &str, heap: &Structure, variables: &[(String, Value)]) -> Structure {
    picture(root, heap, variables.to_vec())
}

/// The heap below a root with these fields.
fn picture(root: &str, heap: &Structure, fields: Vec<(String, Value)>) -> Structure {
    let shown = |value: &Value| match value {
        Value::Ref(place) => match heap.objects.get(*place).map(|object| &object.content) {
            Some(Content::Boxed(value)) => value.clone(),
            Some(Content::Constant(name)) => Value::Constant(name.clone()),
            _ => Value::Ref(place + 1),
        },
        _ => value.clone(),
    };
    let field = |(name, value): &(String, Value)| {
        (FieldName { class: root.to_owned(), name: name.clone() }.into(), shown(value))
    };
    let fields = fields.iter().map(field).collect();
    let root = Object { id: root.to_owned(), class: root.into(), content: Content::Fields(fields) };
    let object = |object: &Object| {
        let mut object = object.clone();
        if let Content::Map(entries) = &object.content {
            object.content = Content::Fields(entry_fields(heap, &object.class, entries));
        }
        object.content.values_mut().for_each(|value| *value = shown(value));
        object
    };
    let objects = std::iter::once(root).chain(heap.objects.iter().map(object)).collect();
    Structure { objects }
}

/// A map is drawn as an object whose fields are called by its keys.
fn entry_fields(
    heap: &Structure,
    class: &str,
    entries: &[(Value, Value)],
) -> Vec<(Arc<FieldName>, Value)> {
    let key_text = |key: &Value| match key {
        Value::Ref(place) => match heap.objects.get(*place).map(|object| &object.content) {
            Some(Content::Boxed(value)) => value_text(heap, value),
            Some(Content::Constant(name)) => name.clone(),
            _ => id_at(heap, *place).to_owned(),
        },
        _ => value_text(heap, key),
    };
    let field = |(key, value): &(Value, Value)| {
        (FieldName { class: class.to_owned(), name: key_text(key) }.into(), value.clone())
    };
    entries.iter().map(field).collect()
}
