//! Structures to JSON by stencils: what all objects of a class have in common is put into words and
//! escaped once, and a line is stencils with numbers and values in between.
//!
//! It gives the bytes that [`write_line`](super::write_line) gives, for whoever finds structures by the
//! hundred thousand and has them in a form of its own.

use super::write::{Shown, line};
use crate::Record;
use crate::names::field_key;
use margay_search::Decisions;
use margay_search::structure::{FieldName, Structure, Value};
use serde::Serialize;
use std::io::{self, Write};

/// How a line begins that is written before anybody knows its number.
const UNNUMBERED: &str = "{\"structure\":0";

/// Why writing to memory does not fail.
const ALL_IS_JSON: &str = "JSON has a word for all that lines of structures hold";

/// A structure as a line has it, but for its number, which is its place in the document.
#[derive(Debug, PartialEq, Eq)]
pub struct StructureText(Vec<u8>);

impl StructureText {
    /// A structure that was read in full.
    #[must_use]
    pub fn of(decisions: Decisions, structure: Structure) -> StructureText {
        let mut text = json(&line(&Record { number: 0, decisions, structure }));
        text.drain(..UNNUMBERED.len());
        StructureText(text)
    }

    /// Its bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no structure is nothing")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes the line of a structure with this number.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_line(&self, out: &mut impl Write, number: u64) -> io::Result<()> {
        write!(out, "{}{number}", UNNUMBERED.trim_end_matches('0'))?;
        out.write_all(&self.0)?;
        out.write_all(b"\n")
    }
}

/// What lines have in common that show objects of a class.
#[derive(Debug)]
pub struct Stencil {
    /// The name of an object, up to its number.
    id: Vec<u8>,
    /// A reference to one, up to its number.
    reference: Vec<u8>,
    /// What comes between the number and the first value.
    opening: Vec<u8>,
    /// What comes before each of the other values.
    keys: Vec<Vec<u8>>,
    closing: &'static [u8],
}

impl Stencil {
    /// That of objects with fields, of a class and the name that its objects are numbered under.
    pub fn of_fields<'f>(
        class: &str,
        simple: &str,
        fields: impl Iterator<Item = &'f FieldName>,
    ) -> Stencil {
        let mut keys = fields.map(|field| json(&field_key(class, field)));
        let mut opening = opening(class, "fields", "{");
        if let Some(mut first) = keys.next() {
            opening.append(&mut first);
            opening.push(b':');
        }
        let keys = keys.map(|key| [b",", &key[..], b":"].concat()).collect();
        Stencil::new(simple, opening, keys, b"}}")
    }

    /// That of arrays.
    #[must_use]
    pub fn of_elements(class: &str, simple: &str) -> Stencil {
        Stencil::new(simple, opening(class, "elements", "["), Vec::new(), b"]}")
    }

    fn new(simple: &str, opening: Vec<u8>, keys: Vec<Vec<u8>>, closing: &'static [u8]) -> Stencil {
        let mut id = json(simple);
        id.pop();
        let reference = [b"{\"$ref\":", &id[..]].concat();
        Stencil { id, reference, opening, keys, closing }
    }
}

/// Between the number of an object and its first value.
fn opening(class: &str, holds: &str, bracket: &str) -> Vec<u8> {
    let mut opening = b"\":{\"class\":".to_vec();
    opening.append(&mut json(class));
    opening.extend_from_slice(format!(",\"{holds}\":{bracket}").as_bytes());
    opening
}

fn json(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    serde_json::to_vec(value).expect(ALL_IS_JSON)
}

/// Writes a structure, object by object: each is [begun](Self::object), its values are given in their
/// order, and it is [ended](Self::end).
#[derive(Debug)]
pub struct StencilWriter {
    line: Vec<u8>,
    /// Whether there is an object before the next one.
    is_second: bool,
    /// Values of the object so far.
    values: usize,
}

impl StencilWriter {
    /// Begins a line, of about so many bytes, with the name of its root.
    #[must_use]
    pub fn new(decisions: &Decisions, root: &Stencil, number: u32, size: usize) -> StencilWriter {
        let line = Vec::with_capacity(size);
        let mut writer = StencilWriter { line, is_second: false, values: 0 };
        writer.put(b",\"decisions\":\"");
        for (place, alternative) in decisions.0.iter().enumerate() {
            if place > 0 {
                writer.line.push(b',');
            }
            writer.number(*alternative);
        }
        writer.put(b"\",\"root\":");
        writer.put(&root.id);
        writer.number(number);
        writer.put(b"\",\"objects\":{");
        writer
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.line.extend_from_slice(bytes);
    }

    /// Most numbers have one digit.
    #[inline]
    fn number(&mut self, number: u32) {
        match number {
            0..10 => self.line.push(b'0' + number as u8),
            _ => self.show(&number),
        }
    }

    fn show(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut self.line, value).expect(ALL_IS_JSON);
    }

    /// The next object, which is the n-th of its name.
    pub fn object(&mut self, stencil: &Stencil, number: u32) {
        if std::mem::replace(&mut self.is_second, true) {
            self.line.push(b',');
        }
        self.values = 0;
        self.put(&stencil.id);
        self.number(number);
        self.put(&stencil.opening);
    }

    /// What comes before a value of the object at hand.
    #[inline]
    fn lead(&mut self, stencil: &Stencil) {
        self.values += 1;
        if self.values > 1 {
            match stencil.keys.get(self.values - 2) {
                Some(key) => self.line.extend_from_slice(key),
                None => self.line.push(b','),
            }
        }
    }

    /// The next value of the object at hand: a reference to the n-th object of the other stencil's name.
    pub fn reference(&mut self, stencil: &Stencil, to: &Stencil, number: u32) {
        self.lead(stencil);
        self.put(&to.reference);
        self.number(number);
        self.put(b"\"}");
    }

    /// The next value of the object at hand; it is no reference.
    pub fn value(&mut self, stencil: &Stencil, value: &Value) {
        self.lead(stencil);
        match value {
            Value::Null => self.put(b"null"),
            Value::Int(number @ 0..10) => self.number(*number as u32),
            value => self.show(&Shown { within: &Structure::default(), value }),
        }
    }

    /// The end of the object at hand.
    pub fn end(&mut self, stencil: &Stencil) {
        self.put(stencil.closing);
    }

    /// The end of the line.
    #[must_use]
    pub fn finish(mut self) -> StructureText {
        self.put(b"}}");
        StructureText(self.line)
    }
}
