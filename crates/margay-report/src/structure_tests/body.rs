//! The method that builds a structure: a statement for each object.

use crate::Record;
use crate::literal;
use crate::names::{field_key, id_at};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use std::io::{self, Write};
use std::sync::Arc;

/// A value takes about 20 bytes of bytecode and a method may have 65,535: this stays well below.
const VALUES_PER_METHOD: usize = 1_500;
/// Elements of an array that one statement sets.
const ELEMENTS_PER_STATEMENT: usize = 500;
/// How long lines may be.
const COLUMNS: usize = 100;

/// A method to be written.
pub(super) struct Method<'a> {
    pub name: &'a str,
    /// The type of the structure's root.
    pub root: &'a str,
    /// The class `Heap` as this class names it.
    pub heap: &'a str,
}

impl Method<'_> {
    /// Writes the method and those it is split into, and says how many values they hold.
    pub fn write(&self, out: &mut impl Write, record: &Record) -> io::Result<usize> {
        let structure = &record.structure;
        let statements: Vec<Statement> =
            structure.objects.iter().flat_map(|object| statements(structure, object)).collect();
        let parts = split(&statements);
        let is_whole = parts.len() <= 1;
        writeln!(out, "    /** Decisions {}. */", record.decisions)?;
        writeln!(out, "    static {} {}() {{", self.root, self.name)?;
        writeln!(out, "        var heap = new {}();", self.heap)?;
        for (number, part) in parts.iter().enumerate() {
            if is_whole {
                write_statements(out, part)?;
            } else {
                writeln!(out, "        {}_part{number}(heap);", self.name)?;
            }
        }
        let cast = if self.root == "Object" { String::new() } else { format!("({}) ", self.root) };
        let root = literal::string(id_at(structure, 0));
        writeln!(out, "        return {cast}heap.build({root});\n    }}\n")?;
        if !is_whole {
            for (number, part) in parts.iter().enumerate() {
                let name = format!("{}_part{number}", self.name);
                writeln!(out, "    private static void {name}({} heap) {{", self.heap)?;
                write_statements(out, part)?;
                writeln!(out, "    }}\n")?;
            }
        }
        Ok(statements.iter().map(|statement| statement.values).sum())
    }
}

/// A statement: a call on the heap, then calls on what that returns.
struct Statement {
    head: String,
    calls: Vec<String>,
    /// How many values it holds, its object's name and class counting as one.
    values: usize,
}

impl Statement {
    /// The statement on one line if it fits, else each call on a line of its own.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let calls = self.calls.concat();
        if self.head.len() + calls.len() + 9 <= COLUMNS && !calls.contains('\n') {
            return writeln!(out, "        {}{calls};", self.head);
        }
        write!(out, "        {}", self.head)?;
        for call in &self.calls {
            write!(out, "\n                {call}")?;
        }
        writeln!(out, ";")
    }
}

fn write_statements(out: &mut impl Write, statements: &[Statement]) -> io::Result<()> {
    statements.iter().try_for_each(|statement| statement.write(out))
}

/// Statements in groups that fit in a method.
fn split(statements: &[Statement]) -> Vec<&[Statement]> {
    let mut parts = Vec::new();
    let (mut start, mut values) = (0, 0);
    for (place, statement) in statements.iter().enumerate() {
        if values + statement.values > VALUES_PER_METHOD && place > start {
            parts.push(&statements[start..place]);
            (start, values) = (place, 0);
        }
        values += statement.values;
    }
    parts.push(&statements[start..]);
    parts
}

fn statements(structure: &Structure, object: &Object) -> Vec<Statement> {
    let id = literal::string(&object.id);
    if let Some(value) = boxed(object) {
        let head = format!("heap.value({id}, {value})");
        return vec![Statement { head, calls: Vec::new(), values: 1 }];
    }
    let class = literal::string(&object.class);
    match &object.content {
        Content::Fields(fields) => {
            let call = |(field, value): &(Arc<FieldName>, Value)| {
                let key = literal::string(&field_key(&object.class, field));
                format!(".set({key}, {})", expression(structure, value))
            };
            let head = format!("heap.object({id}, {class})");
            let calls = fields.iter().map(call).collect();
            vec![Statement { head, calls, values: fields.len() + 1 }]
        }
        other => {
            let elements: Vec<Value> = other.values().cloned().collect();
            let head = format!("heap.array({id}, {class}, {})", elements.len());
            let chunks = elements.chunks(ELEMENTS_PER_STATEMENT).enumerate();
            let statement = |(number, chunk): (usize, &[Value])| {
                let from = number * ELEMENTS_PER_STATEMENT;
                let calls = vec![format!(".elements({from}, {})", list(structure, chunk))];
                Statement { head: head.clone(), calls, values: chunk.len() + 1 }
            };
            if elements.is_empty() {
                return vec![Statement { head, calls: Vec::new(), values: 1 }];
            }
            chunks.map(statement).collect()
        }
    }
}

/// Elements as arguments, on as many lines as they need. A null alone would be taken for the whole
/// list of them.
fn list(structure: &Structure, elements: &[Value]) -> String {
    if let [Value::Null] = elements {
        return "(Object) null".to_owned();
    }
    let mut text = String::new();
    let mut column = 30;
    for (place, value) in elements.iter().enumerate() {
        let element = expression(structure, value);
        if place > 0 {
            column += element.len() + 2;
            let is_wide = column > COLUMNS - 4;
            text.push_str(if is_wide { ",\n                        " } else { ", " });
            column = if is_wide { 24 + element.len() } else { column };
        } else {
            column += element.len();
        }
        text.push_str(&element);
    }
    text
}

fn expression(structure: &Structure, value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Free => "heap.any()".to_owned(),
        Value::Ref(place) => call("heap.ref", id_at(structure, *place)),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => literal::integer(*value),
        Value::Char(unit) => literal::char(*unit),
        Value::Float(text) => call("heap.decimal", text),
        Value::Text(text) => literal::string(text),
        Value::Units(units) => literal::units(units),
        Value::Constant(name) => call("heap.constant", name),
    }
}

fn call(function: &str, argument: &str) -> String {
    format!("{function}({})", literal::string(argument))
}

/// The value of an object such as `Integer`, whose field the JDK does not let others set.
fn boxed(object: &Object) -> Option<String> {
    let class = object.class.strip_prefix("java.lang.")?;
    let Content::Fields(fields) = &object.content else { return None };
    let [(field, value)] = fields.as_slice() else { return None };
    match (class, value) {
        _ if field.name != "value" => None,
        ("Boolean", Value::Bool(value)) => Some(value.to_string()),
        ("Character", Value::Char(unit)) => Some(literal::char(*unit)),
        ("Byte", Value::Int(value)) => Some(format!("(byte) {value}")),
        ("Short", Value::Int(value)) => Some(format!("(short) {value}")),
        ("Integer", Value::Int(value)) => Some(value.to_string()),
        ("Long", Value::Int(value)) => Some(format!("{value}L")),
        ("Float" | "Double", Value::Float(text)) => Some(call(&format!("{class}.valueOf"), text)),
        _ => None,
    }
}
