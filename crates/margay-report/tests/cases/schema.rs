//! Enough of JSON Schema to check `docs/generate.schema.json`: what it uses, and no more. A
//! keyword that is not known here fails the test instead of being passed over.

use serde_json::Value;

/// What is wrong with a document, if anything.
pub fn check(schema: &Value, document: &Value) -> Result<(), String> {
    check_part(schema, schema, document, "")
}

fn check_part(root: &Value, schema: &Value, document: &Value, place: &str) -> Result<(), String> {
    let fail = |what: String| Err(format!("{place}: {what}: {document}"));
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$schema" | "title" | "$defs" => {}
            "$ref" => {
                let path = wanted.as_str().expect("a reference").trim_start_matches('#');
                let target = root.pointer(path).ok_or(format!("no {path}"))?;
                check_part(root, target, document, place)?;
            }
            "type" if !has_type(wanted, document) => return fail(format!("not {wanted}")),
            "type" => {}
            "const" if wanted != document => return fail(format!("not {wanted}")),
            "enum" if !wanted.as_array().expect("a list").contains(document) => {
                return fail(format!("not one of {wanted}"));
            }
            "const" | "enum" => {}
            "oneOf" => {
                let choices = wanted.as_array().expect("a list").iter();
                let results: Vec<_> =
                    choices.map(|choice| check_part(root, choice, document, place)).collect();
                if results.iter().filter(|result| result.is_ok()).count() != 1 {
                    return fail(format!("not one of several: {results:?}"));
                }
            }
            "items" => {
                for (index, item) in document.as_array().into_iter().flatten().enumerate() {
                    check_part(root, wanted, item, &format!("{place}[{index}]"))?;
                }
            }
            "required" => {
                for key in wanted.as_array().expect("a list") {
                    if document.get(key.as_str().expect("a key")).is_none() {
                        return fail(format!("{key} is missing"));
                    }
                }
            }
            "properties" | "additionalProperties" => {}
            _ => return Err(format!("the keyword {keyword} is not known")),
        }
    }
    for (key, value) in document.as_object().into_iter().flatten() {
        let place = format!("{place}.{key}");
        match schema.get("properties").and_then(|properties| properties.get(key)) {
            Some(property) => check_part(root, property, value, &place)?,
            None => match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => return Err(format!("{place} is not in the schema")),
                Some(rest) => check_part(root, rest, value, &place)?,
                None => {}
            },
        }
    }
    Ok(())
}

fn has_type(wanted: &Value, document: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => document.is_object(),
        "array" => document.is_array(),
        "string" => document.is_string(),
        "integer" => document.is_i64() || document.is_u64(),
        "boolean" => document.is_boolean(),
        "null" => document.is_null(),
        _ => false,
    };
    match wanted {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => wanted.as_str().is_some_and(is),
    }
}
