//! Structures to JSON.

use super::EXACT;
use crate::Record;
use crate::names::{field_key, id_at};
use margay_search::structure::{Content, Object, Structure, Value};
use std::io::{self, Write};

/// Writes a record as one line.
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let structure = &record.structure;
    write!(out, r#"{{"structure":{},"decisions":"{}","#, record.number, record.decisions)?;
    write!(out, r#""root":{},"objects":{{"#, quoted(id_at(structure, 0)))?;
    write_objects(out, structure)?;
    writeln!(out, "}}}}")
}

/// The objects, each under its name, without braces around them.
pub(crate) fn write_objects(out: &mut impl Write, structure: &Structure) -> io::Result<()> {
    for (place, object) in structure.objects.iter().enumerate() {
        write!(out, "{}{}:", comma(place), quoted(&object.id))?;
        write_object(out, structure, object)?;
    }
    Ok(())
}

fn write_object(out: &mut impl Write, structure: &Structure, object: &Object) -> io::Result<()> {
    write!(out, r#"{{"class":{},"#, quoted(&object.class))?;
    match &object.content {
        Content::Fields(fields) => {
            write!(out, r#""fields":{{"#)?;
            for (place, (field, value)) in fields.iter().enumerate() {
                let key = quoted(&field_key(object, field));
                write!(out, "{}{key}:{}", comma(place), value_text(structure, value))?;
            }
            write!(out, "}}}}")
        }
        Content::Elements(elements) => write_list(out, "elements", structure, elements),
        Content::Collection(items) => write_list(out, "items", structure, items),
        Content::Map(entries) => {
            write!(out, r#""entries":["#)?;
            for (place, (key, value)) in entries.iter().enumerate() {
                let (key, value) = (value_text(structure, key), value_text(structure, value));
                write!(out, "{}[{key},{value}]", comma(place))?;
            }
            write!(out, "]}}")
        }
        Content::Boxed(value) => write!(out, r#""value":{}}}"#, value_text(structure, value)),
        Content::Holding(value) => write!(out, r#""holds":{}}}"#, value_text(structure, value)),
        Content::Lambda(descriptor, value) => {
            write!(out, r#""lambda":{{"descriptor":{}"#, quoted(descriptor))?;
            if let Some(value) = value {
                write!(out, r#","returns":{}"#, value_text(structure, value))?;
            }
            write!(out, "}}}}")
        }
        Content::Constant(name) => write!(out, r#""constant":{}}}"#, quoted(name)),
        Content::Opaque => write!(out, r#""opaque":true}}"#),
    }
}

fn write_list(
    out: &mut impl Write,
    key: &str,
    structure: &Structure,
    values: &[Value],
) -> io::Result<()> {
    write!(out, r#""{key}":["#)?;
    for (place, value) in values.iter().enumerate() {
        write!(out, "{}{}", comma(place), value_text(structure, value))?;
    }
    write!(out, "]}}")
}

/// A value.
pub(crate) fn value_text(structure: &Structure, value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Ref(place) => tagged("ref", &quoted(id_at(structure, *place))),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) if value.unsigned_abs() <= EXACT => value.to_string(),
        Value::Int(value) => tagged("long", &quoted(&value.to_string())),
        Value::Char(unit) => tagged("char", &char_text(*unit)),
        Value::Float(text) => tagged("float", &quoted(text)),
        Value::Text(text) => quoted(text),
        Value::Units(units) => {
            tagged("utf16", &serde_json::Value::from(units.as_slice()).to_string())
        }
        Value::Constant(name) => tagged("enum", &quoted(name)),
        Value::Free => tagged("free", "true"),
    }
}

/// Half of a surrogate pair is a `char` in Java but no character: it is written as its number.
fn char_text(unit: u16) -> String {
    char::from_u32(unit.into())
        .map_or_else(|| unit.to_string(), |character| quoted(character.encode_utf8(&mut [0; 4])))
}

fn tagged(tag: &str, value: &str) -> String {
    format!(r#"{{"${tag}":{value}}}"#)
}

/// A string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What stands before the element at `place`.
pub(crate) fn comma(place: usize) -> &'static str {
    if place == 0 { "" } else { "," }
}
