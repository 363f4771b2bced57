//! The `[enumerate]` table of a `margay.toml`. Every entry becomes the item that says the same,
//! so there is one grammar, and messages quote what could be typed on the command line.
//!
//! ```toml
//! [enumerate]
//! bound = 3
//! not-null = ["Node.parent"]
//! objects = { Node = 5 }
//! domains = { small = "1..3" }
//! fields = { "Tree.size" = "3..3", "Node.color" = [0, 1], "Node.key" = "small" }
//! arrays = { "Heap.data" = { length = "0..3", elements = "0..3" } }
//! strings = { "File.name" = ["a", "b"] }
//! ```

use super::BoundsError;
use super::spec::{Item, Spec};
use toml::{Table, Value};

pub(super) fn read(text: &str) -> Result<Spec, BoundsError> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        BoundsError::Toml(error.to_string().trim_end().to_owned())
    })?;
    let mut spec = Spec::default();
    let Some(table) = table.get("enumerate") else { return Ok(spec) };
    let table = table.as_table().ok_or_else(|| wrong("enumerate", "a table"))?;
    if let Some(bound) = table.get("bound") {
        let number = bound.as_integer().and_then(|bound| u32::try_from(bound).ok());
        spec.bound = Some(number.ok_or_else(|| wrong("enumerate.bound", "a number such as 3"))?);
    }
    let mut items = Vec::new();
    for (section, keyword) in
        [("objects", "objects"), ("domains", "domain"), ("fields", "field"), ("strings", "strings")]
    {
        for (key, value) in entries(table, section)? {
            let value = text_of(value)
                .ok_or_else(|| wrong(&format!("enumerate.{section}.{key}"), "a value or list"))?;
            items.push(match value.as_str() {
                "" => format!("{keyword} {key}"),
                "!=null" => format!("{keyword} {key}!=null"),
                value => format!("{keyword} {key}={value}"),
            });
        }
    }
    for (key, value) in entries(table, "arrays")? {
        items.push(array(key, value)?);
    }
    for path in not_null(table)? {
        items.push(format!("field {path}!=null"));
    }
    spec.items = items.iter().map(|item| Item::parse(item)).collect::<Result<_, _>>()?;
    Ok(spec)
}

fn wrong(key: &str, expected: &str) -> BoundsError {
    BoundsError::Toml(format!("`{key}` must be {expected}"))
}

/// The entries of a table inside the table.
fn entries<'a>(
    table: &'a Table,
    section: &str,
) -> Result<impl Iterator<Item = (&'a String, &'a Value)>, BoundsError> {
    let inner = match table.get(section) {
        Some(value) => Some(
            value.as_table().ok_or_else(|| wrong(&format!("enumerate.{section}"), "a table"))?,
        ),
        None => None,
    };
    Ok(inner.into_iter().flatten())
}

fn array(key: &str, value: &Value) -> Result<String, BoundsError> {
    let expected = || wrong(&format!("enumerate.arrays.{key}"), "a table of length and elements");
    let mut item = format!("array {key}");
    for (option, value) in value.as_table().ok_or_else(expected)? {
        match text_of(value).ok_or_else(expected)?.as_str() {
            "!=null" => item += &format!(" {option}!=null"),
            value => item += &format!(" {option}={value}"),
        }
    }
    Ok(item)
}

fn not_null(table: &Table) -> Result<Vec<&str>, BoundsError> {
    let Some(value) = table.get("not-null") else { return Ok(Vec::new()) };
    let list = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect());
    list.ok_or_else(|| wrong("enumerate.not-null", "a list of fields"))
}

/// A value in the grammar of items.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Some(value.to_string()),
        Value::Array(list) => {
            let one = |value: &Value| match value {
                Value::String(text) => Some(quoted(text)),
                value => text_of(value).filter(|text| !text.starts_with('{')),
            };
            let list: Option<Vec<String>> = list.iter().map(one).collect();
            Some(format!("{{{}}}", list?.join(",")))
        }
        Value::Datetime(_) | Value::Table(_) => None,
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
}

#[cfg(test)]
mod tests;
