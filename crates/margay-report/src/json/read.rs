//! JSON to structures, strictly: what is not understood is an error that says where.

use super::heap::Heap;
use super::locate::line_of;
use super::ordered::Json;
use crate::Record;
use crate::document;
use margay_search::Decisions;
use rustc_hash::FxHashSet;
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
    /// A document does not say what it is.
    #[error("this is no document of results: its first line gives no version")]
    NoHeader,
    /// A document of another kind.
    #[error("this is a document of {found}, not of {expected}")]
    OtherKind {
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A document that a later Margay wrote.
    #[error(
        "the document has version {found}, which is newer than {known}, the last that this Margay understands; use a newer Margay"
    )]
    Newer {
        /// Its version.
        found: u64,
        /// The last known version.
        known: u64,
    },
    /// A line after the last one.
    #[error("the document has ended before this line")]
    AfterEnd,
    /// A number that does not fit the rest of the line.
    #[error("does not agree with {0}")]
    Disagrees(&'static str),
}

pub(super) type Entries = Vec<(String, Json)>;
pub(crate) type Read<T> = Result<T, JsonError>;

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

/// An error of the JSON reader. Its own line is that of the text it was given.
pub(crate) fn syntax(error: &serde_json::Error) -> JsonError {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    fail("", Problem::Syntax(format!("{text} at column {}", error.column())))
}

/// Reads a text of structures, on one line each or spread over several, in a document or alone. The root comes first, the
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
        let located = |error: JsonError| JsonError {
            line: Some(line_of(text, start, &error.place)),
            ..error
        };
        if document::frame(&text[start..documents.byte_offset()]).map_err(located)? {
            continue;
        }
        let (record, root) = parse_record(json).map_err(located)?;
        records.push((start, root_first(record, root)));
    }
}

/// Reads one line. The root comes first, the other objects as they come, whether the root leads to
/// them or not.
pub(super) fn parse_corrupt_line(line: &str) -> Read<Record> {
    let json = serde_json::from_str(line).map_err(|error| syntax(&error))?;
    let (record, root) = parse_record(json)?;
    Ok(root_first(record, root))
}

fn root_first(mut record: Record, root: usize) -> Record {
    let others = (0..record.structure.objects.len()).filter(|place| *place != root);
    let order: Vec<usize> = std::iter::once(root).chain(others).collect();
    record.structure = record.structure.select(&order);
    record
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
            "objects" => objects = Some(value),
            _ => return Err(fail(&key, Problem::Unknown)),
        }
    }
    let root = root.ok_or_else(|| fail("", Problem::Missing("root")))?;
    let objects = objects.ok_or_else(|| fail("", Problem::Missing("objects")))?;
    let heap = Heap::read("objects", objects)?;
    let root = heap.place("root", &root)?;
    Ok((Record { number, decisions, structure: heap.structure }, root))
}

/// Reads a file of such lines, with or without the first and the last line of a
/// [document](crate::document); empty lines are passed over. Errors carry the line's number.
pub fn read(input: impl BufRead) -> impl Iterator<Item = Result<Record, JsonError>> {
    input.lines().zip(1..).filter_map(|(line, number)| {
        let result = match line {
            Ok(line) if line.trim().is_empty() => return None,
            Ok(line) => parse_unless_frame(&line).transpose()?,
            Err(error) => Err(fail("", Problem::Unreadable(error.to_string()))),
        };
        Some(result.map_err(|error| JsonError { line: Some(number), ..error }))
    })
}

/// A structure; nothing for the line that begins or ends a document.
fn parse_unless_frame(line: &str) -> Read<Option<Record>> {
    match document::frame(line)? {
        true => Ok(None),
        false => parse_line(line).map(Some),
    }
}

fn parse_decisions(place: &str, json: Json) -> Read<Decisions> {
    let wrong = |_| fail(place, Problem::Expected("a list of numbers such as \"0,2,1\""));
    text(place, json)?.parse().map_err(wrong)
}

/// A place in a line, which is put into words only where something is wrong with it.
pub(crate) trait Spot: fmt::Display + Copy {}

impl<T: fmt::Display + Copy> Spot for T {}

/// Keys of an object that are compared with each other one by one.
const FEW: usize = 16;

/// The entries of a JSON object, each key once.
pub(super) fn entries(place: impl Spot, json: Json) -> Read<Entries> {
    let Json::Map(entries) = json else { return Err(fail(place, Problem::Expected("an object"))) };
    let Some(key) = twice(&entries) else { return Ok(entries) };
    let place = place.to_string();
    let place = if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    Err(fail(&place, Problem::Twice))
}

/// The first key that was there before.
fn twice(entries: &Entries) -> Option<&str> {
    let mut keys = entries.iter().map(|(key, _)| key.as_str()).enumerate();
    if entries.len() <= FEW {
        let is_before = |at: usize, key| entries[..at].iter().any(|(before, _)| before == key);
        return keys.find(|(at, key)| is_before(*at, *key)).map(|(_, key)| key);
    }
    let mut seen = FxHashSet::default();
    keys.map(|(_, key)| key).find(|key| !seen.insert(*key))
}

pub(super) fn list(place: impl Spot, json: Json) -> Read<Vec<Json>> {
    let Json::List(values) = json else { return Err(fail(place, Problem::Expected("a list"))) };
    Ok(values)
}

pub(super) fn text(place: impl Spot, json: Json) -> Read<String> {
    let Json::Text(text) = json else { return Err(fail(place, Problem::Expected("a string"))) };
    Ok(text)
}

fn natural(place: &str, json: &Json) -> Read<u64> {
    let number = if let Json::Int(number) = json { u64::try_from(*number).ok() } else { None };
    number.ok_or_else(|| fail(place, Problem::Expected("a number from 0 up")))
}

pub(crate) fn fail(place: impl Spot, problem: Problem) -> JsonError {
    JsonError { line: None, place: place.to_string(), problem }
}
