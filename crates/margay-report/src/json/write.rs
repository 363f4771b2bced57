//! Structures to JSON, straight from the objects: nothing is built in between.

use super::EXACT;
use crate::Record;
use crate::names::{field_key, id_at};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// A structure as a line has it.
#[derive(Serialize)]
pub(crate) struct StructureLine<'a> {
    structure: u64,
    decisions: String,
    root: &'a str,
    objects: Part<'a>,
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
        objects: Part::Objects(&record.structure),
    }
}

/// What lines hold of a structure; references are names of its objects.
pub(crate) enum Part<'a> {
    /// All objects, each under its name.
    Objects(&'a Structure),
    /// Some of them.
    Some(&'a Structure, Vec<&'a Object>),
    Value(&'a Structure, &'a Value),
    Values(&'a Structure, &'a [Value]),
    /// Values under their names.
    Variables(&'a Structure, &'a [(String, Value)]),
    /// Static fields with their values, under class and name.
    Statics(&'a Structure, &'a [(FieldName, Value)]),
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Part::Objects(within) => {
                to.collect_map(within.objects.iter().map(|object| named(within, object)))
            }
            Part::Some(within, objects) => {
                to.collect_map(objects.iter().map(|object| named(within, object)))
            }
            Part::Value(within, value) => Shown { within, value }.serialize(to),
            Part::Values(within, values) => to.collect_seq(all(within, values)),
            Part::Variables(within, variables) => to
                .collect_map(variables.iter().map(|(name, value)| (name, Shown { within, value }))),
            Part::Statics(within, statics) => {
                to.collect_map(statics.iter().map(|(field, value)| {
                    (format!("{}.{}", field.class, field.name), Shown { within, value })
                }))
            }
        }
    }
}

fn named<'a>(within: &'a Structure, object: &'a Object) -> (&'a str, Described<'a>) {
    (&object.id, Described { within, object })
}

fn all<'a>(within: &'a Structure, values: &'a [Value]) -> impl Iterator<Item = Shown<'a>> {
    values.iter().map(move |value| Shown { within, value })
}

/// An object: its class and what it holds.
pub(crate) struct Described<'a> {
    pub within: &'a Structure,
    pub object: &'a Object,
}

impl Serialize for Described<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Described { within, object } = *self;
        let shown = |value| Shown { within, value };
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry("class", &object.class)?;
        match &object.content {
            Content::Fields(_) => map.serialize_entry("fields", &Fields(self))?,
            Content::Elements(values) => {
                map.serialize_entry("elements", &Part::Values(within, values))?;
            }
            Content::Collection(values) => {
                map.serialize_entry("items", &Part::Values(within, values))?;
            }
            Content::Map(entries) => {
                let pairs = entries.iter().map(|(key, value)| [shown(key), shown(value)]);
                map.serialize_entry("entries", &Vec::from_iter(pairs))?;
            }
            Content::Boxed(value) => map.serialize_entry("value", &shown(value))?,
            Content::Holding(value) => map.serialize_entry("holds", &shown(value))?,
            Content::Stub(methods) => {
                let methods = methods.iter().map(|method| StubPart {
                    name: &method.name,
                    descriptor: &method.descriptor,
                    returns: method.returns.as_ref().map(shown),
                    throws: method.throws.as_ref().map(shown),
                });
                map.serialize_entry("stub", &Vec::from_iter(methods))?;
            }
            Content::Constant(name) => map.serialize_entry("constant", name)?,
            Content::Opaque => map.serialize_entry("opaque", &true)?,
        }
        map.end()
    }
}

struct Fields<'a>(&'a Described<'a>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Described { within, object } = *self.0;
        let Content::Fields(fields) = &object.content else { return to.serialize_unit() };
        to.collect_map(
            fields
                .iter()
                .map(|(name, value)| (field_key(&object.class, name), Shown { within, value })),
        )
    }
}

#[derive(Serialize)]
struct StubPart<'a> {
    name: &'a str,
    descriptor: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    returns: Option<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<Shown<'a>>,
}

/// A value; a reference is the name of its object.
pub(super) struct Shown<'a> {
    pub within: &'a Structure,
    pub value: &'a Value,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Null => to.serialize_unit(),
            Value::Ref(place) => tagged(to, "$ref", id_at(self.within, *place)),
            Value::Bool(value) => to.serialize_bool(*value),
            Value::Int(value) if value.unsigned_abs() <= EXACT => to.serialize_i64(*value),
            Value::Int(value) => tagged(to, "$long", &value.to_string()),
            // Half of a surrogate pair is a `char` in Java but no character.
            Value::Char(unit) => match char::from_u32((*unit).into()) {
                Some(character) => tagged(to, "$char", &character),
                None => tagged(to, "$char", unit),
            },
            Value::Float(text) => tagged(to, "$float", text),
            Value::Text(text) => to.serialize_str(text),
            Value::Units(units) => tagged(to, "$utf16", units),
            Value::Constant(name) => tagged(to, "$enum", name),
            Value::Free => tagged(to, "$free", &true),
        }
    }
}

fn tagged<S: Serializer>(
    to: S,
    tag: &str,
    value: &(impl Serialize + ?Sized),
) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(1))?;
    map.serialize_entry(tag, value)?;
    map.end()
}
