//! Structures to JSON.

use super::EXACT;
use super::ordered::Json;
use crate::Record;
use crate::names::{field_key, id_at};
use margay_search::structure::{Content, FieldName, Object, Structure, StubMethod, Value};
use serde::Serialize;
use std::io::{self, Write};

/// A structure as a line has it.
#[derive(Serialize)]
pub(crate) struct StructureLine<'a> {
    structure: u64,
    decisions: String,
    root: &'a str,
    objects: Json,
}

/// Writes a record as one line.
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut impl Write, record: &Record) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &line(record))?;
    out.write_all(b"\n")
}

pub(crate) fn line(record: &Record) -> StructureLine<'_> {
    StructureLine {
        structure: record.number,
        decisions: record.decisions.to_string(),
        root: id_at(&record.structure, 0),
        objects: objects_json(&record.structure),
    }
}

/// The objects, each under its name.
pub(crate) fn objects_json(structure: &Structure) -> Json {
    let object = |object: &Object| (object.id.clone(), object_json(structure, object));
    Json::Map(structure.objects.iter().map(object).collect())
}

fn object_json(structure: &Structure, object: &Object) -> Json {
    let (key, content) = content_json(structure, object);
    Json::Map(vec![entry("class", text_json(&object.class)), entry(key, content)])
}

fn content_json(structure: &Structure, object: &Object) -> (&'static str, Json) {
    let value = |value: &Value| value_json(structure, value);
    match &object.content {
        Content::Fields(fields) => {
            let field = |(name, content): &(_, _)| (field_key(object, name), value(content));
            ("fields", Json::Map(fields.iter().map(field).collect()))
        }
        Content::Elements(elements) => ("elements", values_json(structure, elements)),
        Content::Collection(items) => ("items", values_json(structure, items)),
        Content::Map(entries) => {
            let pair = |(key, content): &(_, _)| Json::List(vec![value(key), value(content)]);
            ("entries", Json::List(entries.iter().map(pair).collect()))
        }
        Content::Boxed(content) => ("value", value(content)),
        Content::Holding(content) => ("holds", value(content)),
        Content::Stub(methods) => {
            let method = |StubMethod { name, descriptor, returns }: &StubMethod| {
                let named = [("name", name), ("descriptor", descriptor)];
                let named = named.map(|(key, text)| entry(key, text_json(text)));
                let returns = returns.as_ref().map(|content| entry("returns", value(content)));
                Json::Map(named.into_iter().chain(returns).collect())
            };
            ("stub", Json::List(methods.iter().map(method).collect()))
        }
        Content::Constant(name) => ("constant", text_json(name)),
        Content::Opaque => ("opaque", Json::Bool(true)),
    }
}

/// A list of values; references are names.
pub(crate) fn values_json(structure: &Structure, values: &[Value]) -> Json {
    Json::List(values.iter().map(|value| value_json(structure, value)).collect())
}

/// Static fields with their values, under class and name.
pub(crate) fn statics_json(structure: &Structure, statics: &[(FieldName, Value)]) -> Json {
    let entry = |(field, value): &(FieldName, Value)| {
        (format!("{}.{}", field.class, field.name), value_json(structure, value))
    };
    Json::Map(statics.iter().map(entry).collect())
}

/// A value; a reference is the name of its object.
pub(crate) fn value_json(structure: &Structure, value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Ref(place) => tagged("$ref", text_json(id_at(structure, *place))),
        Value::Bool(value) => Json::Bool(*value),
        Value::Int(value) if value.unsigned_abs() <= EXACT => Json::Int(*value),
        Value::Int(value) => tagged("$long", Json::Text(value.to_string())),
        Value::Char(unit) => tagged("$char", char_json(*unit)),
        Value::Float(text) => tagged("$float", text_json(text)),
        Value::Text(text) => text_json(text),
        Value::Units(units) => {
            let units = units.iter().map(|unit| Json::Int((*unit).into()));
            tagged("$utf16", Json::List(units.collect()))
        }
        Value::Constant(name) => tagged("$enum", text_json(name)),
        Value::Free => tagged("$free", Json::Bool(true)),
    }
}

/// Half of a surrogate pair is a `char` in Java but no character: it is written as its number.
fn char_json(unit: u16) -> Json {
    let character = char::from_u32(unit.into());
    character.map_or_else(|| Json::Int(unit.into()), |character| Json::Text(character.to_string()))
}

fn text_json(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn tagged(tag: &str, json: Json) -> Json {
    Json::Map(vec![entry(tag, json)])
}

fn entry(key: &str, json: Json) -> (String, Json) {
    (key.to_owned(), json)
}
