//! A clause while it is written.

use super::unit::Known;
use crate::term::{list, without_singletons};
use margay_ir::Value;
use std::fmt::Write;

/// What a predicate takes at one place.
#[derive(Clone, Debug)]
pub(super) enum Taken {
    /// A value of the function.
    Value(Value),
    /// A text.
    Pattern(String),
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub name: String,
    pub taken: Vec<Taken>,
    /// How values are written in this clause, where the head says more of them than their name.
    pub shapes: Vec<(Value, String)>,
    /// The output, the heap at the end and the flag, if the clause ends the method; otherwise its last goal
    /// gives them.
    pub end: Option<(String, String)>,
    pub body: Vec<String>,
    pub heap: u32,
    pub line: Option<u32>,
}

impl Clause {
    pub fn new(name: String, taken: Vec<Taken>, line: Option<u32>) -> Clause {
        let (shapes, body) = (Vec::new(), Vec::new());
        Clause { name, taken, shapes, end: None, body, heap: 0, line }
    }

    /// A value as this clause writes it.
    pub fn text(&self, known: &Known, value: Value) -> String {
        let root = known.value(value);
        let shape = self.shapes.iter().find(|(shaped, _)| Some(*shaped) == root);
        shape.map_or_else(|| known.text(value), |(_, text)| text.clone())
    }

    /// The heap as it is now.
    pub fn heap(&self) -> String {
        format!("H{}", self.heap)
    }

    /// Adds an operation that changes the heap: `before`, the heap now, `between`, the heap then.
    pub fn change(&mut self, operation: &str, given: &[String]) {
        let now = self.heap();
        self.heap += 1;
        let arguments = given.join(", ");
        self.body.push(format!("{operation}({now}, {arguments}, {})", self.heap()));
    }

    /// Adds an operation that reads the heap.
    pub fn read(&mut self, operation: &str, given: &[String]) {
        self.body.push(format!("{operation}({}, {})", self.heap(), given.join(", ")));
    }

    /// Adds the call of a predicate that goes on until the method ends.
    pub fn go_on(&mut self, predicate: &str, given: &[String]) {
        self.body.push(format!("{predicate}({}, Out, {}, H, E)", list(given), self.heap()));
    }

    /// The text.
    pub fn print(&self, known: &Known) -> String {
        let taken: Vec<String> = self
            .taken
            .iter()
            .map(|taken| match taken {
                Taken::Value(value) => self.text(known, *value),
                Taken::Pattern(text) => text.clone(),
            })
            .collect();
        let (out, flag, heap) = match &self.end {
            Some((out, flag)) => (out.as_str(), flag.as_str(), self.heap()),
            None => ("Out", "E", "H".to_owned()),
        };
        let mut text = format!("{}({}, {out}, H0, {heap}, {flag})", self.name, list(&taken));
        if !self.body.is_empty() {
            text.push_str(" :-");
            if let Some(line) = self.line {
                let _ = write!(text, "  % line {line}");
            }
            text.push_str("\n    ");
            text.push_str(&self.body.join(",\n    "));
        }
        text.push('.');
        without_singletons(&text)
    }
}
