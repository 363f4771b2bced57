//! Test cases as facts that a translated program is compared with.

use margay_clp::term::{atom, list};
use margay_search::generate::case::{CaseOutcome, TestCase};
use margay_search::structure::{Content, Structure, Value};
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
        let (before, after) = (cells(&case.before), cells(&case.after));
        let _ = writeln!(text, "{name}({number}, {}, {before}, {outcome}, {after}).", list(&given));
    }
    text
}

/// The cells of a heap: objects with fields, and arrays. Others are known by name only.
fn cells(heap: &Structure) -> String {
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
                Some(format!("({name}, object({}, {}))", atom(&object.class), list(&fields)))
            }
            Content::Elements(elements) => {
                let ty = atom(object.class.strip_suffix("[]").unwrap_or(&object.class));
                let held: Vec<String> = elements.iter().map(|held| value(heap, held)).collect();
                Some(format!("({name}, array({ty}, {}, {}))", held.len(), list(&held)))
            }
            _ => None,
        }
    };
    list(&heap.objects.iter().filter_map(cell).collect::<Vec<String>>())
}

fn value(heap: &Structure, value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Ref(place) => format!("r({})", atom(&heap.objects[*place].id)),
        Value::Bool(held) => u8::from(*held).to_string(),
        Value::Int(number) => number.to_string(),
        Value::Char(unit) => unit.to_string(),
        Value::Float(text) => atom(text),
        Value::Text(text) => format!("r({})", atom(&format!("text {text}"))),
        Value::Units(units) => format!("r({})", atom(&format!("units {units:?}"))),
        Value::Constant(name) => format!("r({})", atom(&format!("constant {name}"))),
        Value::Free => "_".to_owned(),
    }
}
