//! Enough of JSON Schema to check `docs/schemas`: what these use, and no more. A keyword that is
//! not known here fails the test instead of being passed over.
#![allow(dead_code, reason = "each test uses a part of this")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A schema and those it refers to.
pub struct Schema {
    name: String,
    files: BTreeMap<String, Value>,
}

impl Schema {
    /// The schema of a kind of document, from `docs/schemas`.
    pub fn of(kind: &str) -> Schema {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("the schemas") {
            let path = entry.expect("readable").path();
            let text = std::fs::read_to_string(&path).expect("a schema");
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            files.insert(name, serde_json::from_str(&text).expect("a schema is JSON"));
        }
        let name = format!("{kind}.schema.json");
        assert!(files.contains_key(&name), "{name}");
        Schema { name, files }
    }

    /// What is wrong with a line of a document, if anything.
    pub fn check(&self, line: &Value) -> Result<(), String> {
        let at = Part { files: &self.files, file: &self.name };
        at.check(&self.files[&self.name], line, "")
    }

    /// What is wrong with a document, if anything.
    pub fn check_text(&self, text: &str) -> Result<(), String> {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let line = serde_json::from_str(line).map_err(|error| format!("{number}: {error}"))?;
            self.check(&line).map_err(|error| format!("line {number}: {error}"))?;
        }
        Ok(())
    }
}

/// A part of a schema: references in it are to its own file first.
#[derive(Clone, Copy)]
struct Part<'a> {
    files: &'a BTreeMap<String, Value>,
    file: &'a str,
}

impl Part<'_> {
    fn check(self, schema: &Value, document: &Value, place: &str) -> Result<(), String> {
        for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
            self.check_keyword(keyword, wanted, document, place)?;
        }
        for (key, value) in document.as_object().into_iter().flatten() {
            let place = format!("{place}.{key}");
            match schema.get("properties").and_then(|properties| properties.get(key)) {
                Some(property) => self.check(property, value, &place)?,
                None => match schema.get("additionalProperties") {
                    Some(Value::Bool(false)) => {
                        return Err(format!("{place} is not in the schema"));
                    }
                    Some(rest) => self.check(rest, value, &place)?,
                    None => {}
                },
            }
        }
        Ok(())
    }

    fn check_keyword(
        self,
        keyword: &str,
        wanted: &Value,
        document: &Value,
        place: &str,
    ) -> Result<(), String> {
        let fail = |what: String| Err(format!("{place}: {what}: {document}"));
        let limit = || wanted.as_u64().expect("a limit");
        let properties = document.as_object().map(|properties| properties.len() as u64);
        let items = document.as_array().map(|items| items.len() as u64);
        match keyword {
            "$schema" | "title" | "$defs" | "properties" | "additionalProperties" => {}
            "$ref" => return self.check_reference(wanted, document, place),
            "type" if !has_type(wanted, document) => return fail(format!("not {wanted}")),
            "const" if wanted != document => return fail(format!("not {wanted}")),
            "enum" if !wanted.as_array().expect("a list").contains(document) => {
                return fail(format!("not one of {wanted}"));
            }
            "minimum" if document.as_i64().is_some_and(|value| value < 0) => {
                assert_eq!(limit(), 0, "no other minimum is known");
                return fail("below 0".to_owned());
            }
            "maximum" if document.as_u64().is_some_and(|value| value > limit()) => {
                return fail(format!("above {wanted}"));
            }
            "minProperties" if properties.is_some_and(|count| count < limit()) => {
                return fail(format!("fewer keys than {wanted}"));
            }
            "maxProperties" if properties.is_some_and(|count| count > limit()) => {
                return fail(format!("more keys than {wanted}"));
            }
            "minItems" if items.is_some_and(|count| count < limit()) => {
                return fail(format!("fewer items than {wanted}"));
            }
            "maxItems" if items.is_some_and(|count| count > limit()) => {
                return fail(format!("more items than {wanted}"));
            }
            "type" | "const" | "enum" | "minimum" | "maximum" | "minProperties"
            | "maxProperties" | "minItems" | "maxItems" => {}
            "oneOf" => {
                let choices = wanted.as_array().expect("a list").iter();
                let results: Vec<_> =
                    choices.map(|choice| self.check(choice, document, place)).collect();
                if results.iter().filter(|result| result.is_ok()).count() != 1 {
                    return fail(format!("not one of several: {results:?}"));
                }
            }
            "items" => {
                for (index, item) in document.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, item, &format!("{place}[{index}]"))?;
                }
            }
            "required" => {
                for key in wanted.as_array().expect("a list") {
                    if document.get(key.as_str().expect("a key")).is_none() {
                        return fail(format!("{key} is missing"));
                    }
                }
            }
            _ => return Err(format!("the keyword {keyword} is not known")),
        }
        Ok(())
    }

    fn check_reference(self, to: &Value, document: &Value, place: &str) -> Result<(), String> {
        let (file, path) = to.as_str().and_then(|to| to.split_once('#')).expect("a reference");
        let file = if file.is_empty() { self.file } else { file };
        let target = self.files.get(file).and_then(|schema| schema.pointer(path));
        let target = target.unwrap_or_else(|| panic!("{} refers to {to}", self.file));
        Part { file, ..self }.check(target, document, place)
    }
}

fn has_type(wanted: &Value, document: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => document.is_object(),
        "array" => document.is_array(),
        "string" => document.is_string(),
        "integer" => document.is_i64() || document.is_u64(),
        "number" => document.is_number(),
        "boolean" => document.is_boolean(),
        "null" => document.is_null(),
        _ => false,
    };
    match wanted {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => wanted.as_str().is_some_and(is),
    }
}
