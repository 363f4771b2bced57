//! Test cases as facts that a translated program is compared with.

use margay_clp::term::{atom, list};
use margay_search::generate::case::{CaseOutcome, TestCase};
use margay_search::structure::{Content, Structure, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A fact `name(Number, In, HeapBefore, Outcome, HeapAfter)` for each case.
pub(super) fn of_cases(name: &str, cases: &[TestCase]) -> String {
    let mut text = String::new();
    for (number, case) in (1..).zip(cases) {
        let given = case.input.receiver.iter().chain(&case.input.arguments);
        let given: Vec<String> = given.map(|given| value(&case.before, given)).collect();
        let outcome = match &case.outcome {
            CaseOutcome::Returned(None) => "returned".to_owned(),
            CaseOutcome::Returned(Some(result)) => {
                format!("returned({})", value(&case.after, result))
            }
            CaseOutcome::Threw { class, .. } => format!("threw({})", atom(class)),
        };
        let (mut before, after) = (cells(&case.before), cells(&case.after));
        let inputs = case.input.receiver.iter().chain(&case.input.arguments);
        before.extend(texts(&case.before, inputs));
        let (given, before, after) = (list(&given), list(&before), list(&after));
        let _ = writeln!(text, "{name}({number}, {given}, {before}, {outcome}, {after}).");
    }
    text
}

/// The cells of a heap: objects with fields, and arrays. Of others the class is all that is told.
fn cells(heap: &Structure) -> Vec<String> {
    let cell = |object: &margay_search::structure::Object| {
        let name = atom(&object.id);
        match &object.content {
            Content::Fields(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(field, held)| {
                        let (class, name) = (atom(&field.class), atom(&field.name));
                        format!("field({class}:{name}, {})", value(heap, held))
                    })
                    .collect();
                format!("({name}, object({}, {}))", atom(&object.class), list(&fields))
            }
            Content::Elements(elements) => {
                let ty = atom(object.class.strip_suffix("[]").unwrap_or(&object.class));
                let held: Vec<String> = elements.iter().map(|held| value(heap, held)).collect();
                format!("({name}, array({ty}, {}, {}))", held.len(), list(&held))
            }
            _ => format!("({name}, object({}, []))", atom(&object.class)),
        }
    };
    heap.objects.iter().map(cell).collect()
}

/// Cells for the texts among inputs and in what they lead to: a program may ask for the class of one.
fn texts<'v>(heap: &'v Structure, inputs: impl Iterator<Item = &'v Value>) -> BTreeSet<String> {
    let held = heap.objects.iter().flat_map(|object| match &object.content {
        Content::Fields(fields) => fields.iter().map(|(_, held)| held).collect(),
        Content::Elements(elements) => elements.iter().collect(),
        _ => Vec::new(),
    });
    let texts = held.chain(inputs).filter_map(text);
    texts.map(|name| format!("({name}, object('java.lang.String', []))")).collect()
}

/// What a text is called: equal ones are one object.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(atom(&format!("text {text}"))),
        Value::Units(units) => Some(atom(&format!("units {units:?}"))),
        _ => None,
    }
}

fn value(heap: &Structure, value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Ref(place) => format!("r({})", atom(&heap.objects[*place].id)),
        Value::Bool(held) => u8::from(*held).to_string(),
        Value::Int(number) => number.to_string(),
        Value::Char(unit) => unit.to_string(),
        Value::Float(text) => atom(text),
        Value::Text(_) | Value::Units(_) => format!("r({})", text(value).unwrap_or_default()),
        Value::Constant(name) => format!("r({})", atom(&format!("constant {name}"))),
        Value::Free => "_".to_owned(),
    }
}
