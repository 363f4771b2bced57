//! JSON to structures, strictly: what is not understood is an error that says where.

use super::locate::line_of;
use super::ordered::Json;
use crate::Record;
use margay_search::Decisions;
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::io::BufRead;
use thiserror::Error;

/// A line that is not a structure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct JsonError {
    /// The line, counted from 1, when a whole file is read.
    pub line: Option<u64>,
    /// Where in the line: `objects.Node0.fields.left`. Empty for the line as a whole.
    pub place: String,
    /// What is wrong there.
    pub problem: Problem,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.problem)
    }
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Not JSON, or a number that is no integer of 64 bits.
    #[error("{0}")]
    Syntax(String),
    /// Another kind of value belongs here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A key that the schema does not have.
    #[error("unknown key")]
    Unknown,
    /// A key that the schema needs.
    #[error("the key \"{0}\" is missing")]
    Missing(&'static str),
    /// A key, object or field that is there twice.
    #[error("occurs twice")]
    Twice,
    /// A reference to nothing.
    #[error("no object is named {0}")]
    Dangling(String),
    /// An object that no path of references from the root leads to.
    #[error("cannot be reached from the root")]
    Unreachable,
}

/// What an object may hold.
const CONTENTS: &str = "one of \"fields\", \"elements\", \"items\", \"entries\", \"value\", \"holds\", \"lambda\", \"constant\", \"opaque\"";

type Entries = Vec<(String, Json)>;
type Read<T> = Result<T, JsonError>;

/// Reads one line. Its objects may be in any order: they are put in that of a breadth-first walk
/// from the root. `structure` and `decisions` may be absent, as in a file written by hand.
///
/// # Errors
/// When the line is not JSON, breaks the schema, refers to an object it does not have, or has an
/// object that the root does not lead to.
pub fn parse_line(line: &str) -> Result<Record, JsonError> {
    let json = serde_json::from_str(line).map_err(|error| syntax(&error))?;
    let (mut record, root) = parse_record(json)?;
    let order = record.structure.walk(root);
    if order.len() < record.structure.objects.len() {
        let met: FxHashSet<usize> = order.into_iter().collect();
        let mut objects = record.structure.objects.iter().enumerate();
        let lost = objects.find(|(place, _)| !met.contains(place));
        let id = lost.map_or("", |(_, object)| &object.id);
        return Err(fail(&format!("objects.{id}"), Problem::Unreachable));
    }
    record.structure = record.structure.select(&order);
    Ok(record)
}

fn syntax(error: &serde_json::Error) -> JsonError {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    fail("", Problem::Syntax(format!("{text} at column {}", error.column())))
}

/// Reads a text of structures, on one line each or spread over several. The root comes first, the
/// other objects in the order of the text. Those that cannot be reached from the root are kept: in
/// a corrupt structure they may be what is missing.
/// With each structure comes the place where it begins. Errors carry the line of what is wrong.
///
/// # Errors
/// As for [`parse_line`], without the last.
pub fn parse_text(text: &str) -> Result<Vec<(usize, Record)>, JsonError> {
    let mut records = Vec::new();
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    loop {
        let rest = &text[documents.byte_offset()..];
        let start = text.len() - rest.trim_start().len();
        let Some(json) = documents.next() else { return Ok(records) };
        let json =
            json.map_err(|error| JsonError { line: Some(error.line() as u64), ..syntax(&error) })?;
        let (mut record, root) = parse_record(json).map_err(|error| JsonError {
            line: Some(line_of(text, start, &error.place)),
            ..error
        })?;
        let others = (0..record.structure.objects.len()).filter(|place| *place != root);
        let order: Vec<usize> = std::iter::once(root).chain(others).collect();
        record.structure = record.structure.select(&order);
        records.push((start, record));
    }
}

/// The record with its objects as they come, and the place of the root.
fn parse_record(json: Json) -> Read<(Record, usize)> {
    let (mut number, mut decisions) = (0, Decisions::default());
    let (mut root, mut objects) = (None, None);
    for (key, value) in entries("", json)? {
        match key.as_str() {
            "structure" => number = natural(&key, &value)?,
            "decisions" => decisions = parse_decisions(&key, value)?,
            "root" => root = Some(text(&key, value)?),
            "objects" => objects = Some(entries(&key, value)?),
            _ => return Err(fail(&key, Problem::Unknown)),
        }
    }
    let root = root.ok_or_else(|| fail("", Problem::Missing("root")))?;
    let objects = objects.ok_or_else(|| fail("", Problem::Missing("objects")))?;
    let (structure, root) = parse_objects(&root, objects)?;
    Ok((Record { number, decisions, structure }, root))
}

/// Reads a file of such lines; empty ones are passed over. Errors carry the line's number.
pub fn read(input: impl BufRead) -> impl Iterator<Item = Result<Record, JsonError>> {
    input.lines().zip(1..).filter_map(|(line, number)| {
        let result = match line {
            Ok(line) if line.trim().is_empty() => return None,
            Ok(line) => parse_line(&line),
            Err(error) => Err(fail("", Problem::Unreadable(error.to_string()))),
        };
        Some(result.map_err(|error| JsonError { line: Some(number), ..error }))
    })
}

fn parse_decisions(place: &str, json: Json) -> Read<Decisions> {
    let wrong = |_| fail(place, Problem::Expected("a list of numbers such as \"0,2,1\""));
    text(place, json)?.parse().map_err(wrong)
}

fn parse_objects(root: &str, entries: Entries) -> Read<(Structure, usize)> {
    let places: FxHashMap<String, usize> =
        entries.iter().enumerate().map(|(place, (id, _))| (id.clone(), place)).collect();
    let parse = |(id, json)| parse_object(&places, id, json);
    let objects = entries.into_iter().map(parse).collect::<Read<Vec<_>>>()?;
    let dangling = || fail("root", Problem::Dangling(root.to_owned()));
    let root = *places.get(root).ok_or_else(dangling)?;
    Ok((Structure { objects }, root))
}

fn parse_object(places: &FxHashMap<String, usize>, id: String, json: Json) -> Read<Object> {
    let path = format!("objects.{id}");
    let (mut class, mut contents) = (None, Vec::new());
    for (key, value) in entries(&path, json)? {
        match key.as_str() {
            "class" => class = Some(text(&format!("{path}.{key}"), value)?),
            _ => contents.push((key, value)),
        }
    }
    let class = class.ok_or_else(|| fail(&path, Problem::Missing("class")))?;
    let content = parse_contents(places, &class, &path, contents)?;
    Ok(Object { id, class, content })
}

/// What an object holds; it says so once.
fn parse_contents(
    places: &FxHashMap<String, usize>,
    class: &str,
    path: &str,
    contents: Entries,
) -> Read<Content> {
    let mut content = None;
    for (key, value) in contents {
        let place = format!("{path}.{key}");
        let parsed = match key.as_str() {
            "fields" => parse_fields(places, class, &place, entries(&place, value)?)?,
            "elements" => Content::Elements(parse_list(places, &place, value)?),
            "items" => Content::Collection(parse_list(places, &place, value)?),
            "entries" => Content::Map(parse_pairs(places, &place, value)?),
            "value" => Content::Boxed(parse_value(places, &place, value)?),
            "holds" => Content::Holding(parse_value(places, &place, value)?),
            "lambda" => parse_lambda(places, &place, entries(&place, value)?)?,
            "constant" => Content::Constant(text(&place, value)?),
            "opaque" if matches!(value, Json::Bool(true)) => Content::Opaque,
            "opaque" => return Err(fail(&place, Problem::Expected("true"))),
            _ => return Err(fail(&place, Problem::Unknown)),
        };
        if content.replace(parsed).is_some() {
            return Err(fail(path, Problem::Expected(CONTENTS)));
        }
    }
    content.ok_or_else(|| fail(path, Problem::Expected(CONTENTS)))
}

/// A lambda: the descriptor of its method, and what that returns.
fn parse_lambda(places: &FxHashMap<String, usize>, path: &str, entries: Entries) -> Read<Content> {
    let (mut descriptor, mut returns) = (None, None);
    for (key, value) in entries {
        let place = format!("{path}.{key}");
        match key.as_str() {
            "descriptor" => descriptor = Some(text(&place, value)?),
            "returns" => returns = Some(parse_value(places, &place, value)?),
            _ => return Err(fail(&place, Problem::Unknown)),
        }
    }
    let descriptor = descriptor.ok_or_else(|| fail(path, Problem::Expected("a descriptor")))?;
    Ok(Content::Lambda(descriptor, returns))
}

fn parse_fields(
    places: &FxHashMap<String, usize>,
    class: &str,
    path: &str,
    entries: Entries,
) -> Read<Content> {
    let mut seen = FxHashSet::default();
    let mut fields = Vec::with_capacity(entries.len());
    for (key, json) in entries {
        let place = format!("{path}.{key}");
        let (class, name) = key.rsplit_once('.').unwrap_or((class, &key));
        // `size` and `List.size` may be one field.
        if !seen.insert((class.to_owned(), name.to_owned())) {
            return Err(fail(&place, Problem::Twice));
        }
        let field = FieldName { class: class.to_owned(), name: name.to_owned() };
        fields.push((field, parse_value(places, &place, json)?));
    }
    Ok(Content::Fields(fields))
}

fn parse_list(places: &FxHashMap<String, usize>, path: &str, json: Json) -> Read<Vec<Value>> {
    let parse = |(index, json)| parse_value(places, &format!("{path}[{index}]"), json);
    list(path, json)?.into_iter().enumerate().map(parse).collect()
}

fn parse_pairs(
    places: &FxHashMap<String, usize>,
    path: &str,
    json: Json,
) -> Read<Vec<(Value, Value)>> {
    let parse = |(index, json)| {
        let place = format!("{path}[{index}]");
        let mut pair = parse_list(places, &place, json)?.into_iter();
        match (pair.next(), pair.next(), pair.next()) {
            (Some(key), Some(value), None) => Ok((key, value)),
            _ => Err(fail(&place, Problem::Expected("a key and a value"))),
        }
    };
    list(path, json)?.into_iter().enumerate().map(parse).collect()
}

fn parse_value(places: &FxHashMap<String, usize>, place: &str, json: Json) -> Read<Value> {
    match json {
        Json::Null => Ok(Value::Null),
        Json::Bool(value) => Ok(Value::Bool(value)),
        Json::Int(value) => Ok(Value::Int(value)),
        Json::Text(value) => Ok(Value::Text(value)),
        Json::List(_) => Err(fail(place, Problem::Expected("a value, not a list"))),
        Json::Map(_) => {
            let mut entries = entries(place, json)?.into_iter();
            match (entries.next(), entries.next()) {
                (Some((tag, value)), None) => parse_tagged(places, place, &tag, value),
                _ => Err(fail(place, Problem::Expected("one key, such as \"$ref\""))),
            }
        }
    }
}

fn parse_tagged(
    places: &FxHashMap<String, usize>,
    place: &str,
    tag: &str,
    json: Json,
) -> Read<Value> {
    let expected = |what| fail(place, Problem::Expected(what));
    match tag {
        "$ref" => {
            let id = text(place, json)?;
            let target = places.get(&id).copied();
            target.map(Value::Ref).ok_or_else(|| fail(place, Problem::Dangling(id)))
        }
        "$long" => {
            let value = text(place, json)?.parse();
            value.map(Value::Int).map_err(|_| expected("an integer of 64 bits"))
        }
        "$char" => char_unit(json).map(Value::Char).ok_or_else(|| expected("one UTF-16 unit")),
        "$float" => {
            let value = text(place, json)?;
            let known = is_float(&value);
            known.then_some(Value::Float(value)).ok_or_else(|| expected("a decimal number"))
        }
        "$utf16" => {
            let units = list(place, json)?.into_iter();
            let units = units.map(|unit| match unit {
                Json::Int(unit) => u16::try_from(unit).ok(),
                _ => None,
            });
            let units = units.collect::<Option<_>>();
            units.map(Value::Units).ok_or_else(|| expected("UTF-16 units, from 0 to 65535"))
        }
        "$enum" => text(place, json).map(Value::Constant),
        "$free" => match json {
            Json::Bool(true) => Ok(Value::Free),
            _ => Err(expected("true")),
        },
        _ => Err(fail(&format!("{place}.{tag}"), Problem::Unknown)),
    }
}

fn char_unit(json: Json) -> Option<u16> {
    match json {
        Json::Int(unit) => u16::try_from(unit).ok(),
        Json::Text(text) => {
            let mut units = text.encode_utf16();
            units.next().filter(|_| units.next().is_none())
        }
        _ => None,
    }
}

/// Rust reads `inf` and `nan` too, Java does not.
fn is_float(text: &str) -> bool {
    let decimal = text.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    matches!(text, "NaN" | "Infinity" | "-Infinity") || decimal && text.parse::<f64>().is_ok()
}

/// The entries of a JSON object, each key once.
fn entries(place: &str, json: Json) -> Read<Entries> {
    let Json::Map(entries) = json else { return Err(fail(place, Problem::Expected("an object"))) };
    let mut seen = FxHashSet::default();
    match entries.iter().find(|(key, _)| !seen.insert(key)) {
        Some((key, _)) if place.is_empty() => Err(fail(key, Problem::Twice)),
        Some((key, _)) => Err(fail(&format!("{place}.{key}"), Problem::Twice)),
        None => Ok(entries),
    }
}

fn list(place: &str, json: Json) -> Read<Vec<Json>> {
    let Json::List(values) = json else { return Err(fail(place, Problem::Expected("a list"))) };
    Ok(values)
}

fn text(place: &str, json: Json) -> Read<String> {
    let Json::Text(text) = json else { return Err(fail(place, Problem::Expected("a string"))) };
    Ok(text)
}

fn natural(place: &str, json: &Json) -> Read<u64> {
    let number = if let Json::Int(number) = json { u64::try_from(*number).ok() } else { None };
    number.ok_or_else(|| fail(place, Problem::Expected("a number from 0 up")))
}

fn fail(place: &str, problem: Problem) -> JsonError {
    JsonError { line: None, place: place.to_owned(), problem }
}
