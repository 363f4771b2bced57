//! Kinds of results: of paths that cover the same, one for each of these is worth a test.

use margay_search::structure::{Content, Structure, Value};

/// What a caller asks of a result first: whether there is one, whether it is true, whether there is anything in it.
pub(super) fn kind_of_result(result: Option<&Value>, heap: &Structure) -> &'static str {
    match result {
        Some(Value::Null) => "null",
        Some(Value::Bool(true)) => "true",
        Some(Value::Bool(false)) => "false",
        Some(Value::Text(text)) if text.is_empty() => "nothing in it",
        Some(Value::Ref(place)) if is_empty(&heap.objects[*place].content) => "nothing in it",
        _ => "a value",
    }
}

fn is_empty(content: &Content) -> bool {
    match content {
        Content::Elements(values) | Content::Collection(values) => values.is_empty(),
        Content::Map(entries) => entries.is_empty(),
        Content::Holding(Value::Null) => true,
        Content::Holding(Value::Text(text)) => text.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_search::structure::Object;

    #[test]
    fn what_is_empty_is_a_kind_of_its_own() {
        let kind = |content| {
            let object = Object { id: String::new(), class: "".into(), content };
            kind_of_result(Some(&Value::Ref(0)), &Structure { objects: vec![object] })
        };
        let one = || vec![Value::Int(1)];
        assert_ne!(kind(Content::Collection(vec![])), kind(Content::Collection(one())));
        assert_ne!(kind(Content::Elements(vec![])), kind(Content::Elements(one())));
        assert_ne!(kind(Content::Holding(Value::Null)), kind(Content::Holding(Value::Int(1))));
        let text =
            |text: &str| kind_of_result(Some(&Value::Text(text.to_owned())), &Structure::default());
        assert_ne!(text(""), text("a"));
        assert_eq!(text("a"), text("b"));
    }
}
