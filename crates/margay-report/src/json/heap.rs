//! Objects and values from JSON.

use super::ordered::Json;
use super::read::{Entries, Problem, Read, entries, fail, list, text};
use margay_search::structure::{Content, FieldName, Object, Structure, StubMethod, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an object may hold.
const CONTENTS: &str = "one of \"fields\", \"elements\", \"items\", \"entries\", \"value\", \"holds\", \"stub\", \"constant\", \"opaque\"";

/// Objects in the order of the text, which other parts of it refer to by their names.
#[derive(Debug)]
pub(crate) struct Heap {
    pub(crate) structure: Structure,
    places: Places,
}

/// The places of objects by their names.
#[derive(Debug)]
struct Places(FxHashMap<String, usize>);

impl Heap {
    /// Reads the objects that are at `path` of a line.
    pub(crate) fn read(path: &str, json: Json) -> Read<Heap> {
        let entries = entries(path, json)?;
        let ids = entries.iter().enumerate().map(|(place, (id, _))| (id.clone(), place));
        let places = Places(ids.collect());
        let read = |(id, json): (String, Json)| {
            let place = format!("{path}.{id}");
            places.object(&place, id, json)
        };
        let objects = entries.into_iter().map(read).collect::<Read<_>>()?;
        Ok(Heap { structure: Structure { objects }, places })
    }

    /// The place of an object that is named at `place` of the line.
    pub(crate) fn place(&self, place: &str, id: &str) -> Read<usize> {
        self.places.find(place, id)
    }

    /// A value that may refer to the objects.
    pub(crate) fn value(&self, place: &str, json: Json) -> Read<Value> {
        self.places.value(place, json)
    }

    /// A list of values.
    pub(crate) fn values(&self, path: &str, json: Json) -> Read<Vec<Value>> {
        self.places.values(path, list(path, json)?)
    }

    /// Values under the names of static fields, class and field.
    pub(crate) fn statics(&self, path: &str, json: Json) -> Read<Vec<(FieldName, Value)>> {
        let read = |(name, json): (String, Json)| {
            let place = format!("{path}.{name}");
            let field = qualified(&place, &name)?;
            Ok((field, self.value(&place, json)?))
        };
        entries(path, json)?.into_iter().map(read).collect()
    }
}

/// A field with its class before it: `shapes.Tree.size`.
pub(crate) fn qualified(place: &str, name: &str) -> Read<FieldName> {
    let (class, name) = name
        .rsplit_once('.')
        .ok_or_else(|| fail(place, Problem::Expected("a class and a field")))?;
    Ok(FieldName { class: class.to_owned(), name: name.to_owned() })
}

impl Places {
    fn find(&self, place: &str, id: &str) -> Read<usize> {
        let found = self.0.get(id).copied();
        found.ok_or_else(|| fail(place, Problem::Dangling(id.to_owned())))
    }

    fn object(&self, path: &str, id: String, json: Json) -> Read<Object> {
        let (mut class, mut contents) = (None, Vec::new());
        for (key, value) in entries(path, json)? {
            match key.as_str() {
                "class" => class = Some(text(&format!("{path}.{key}"), value)?),
                _ => contents.push((key, value)),
            }
        }
        let class = class.ok_or_else(|| fail(path, Problem::Missing("class")))?;
        let content = self.content(&class, path, contents)?;
        Ok(Object { id, class: class.into(), content })
    }

    /// What an object holds; it says so once.
    fn content(&self, class: &str, path: &str, contents: Entries) -> Read<Content> {
        let mut content = None;
        for (key, value) in contents {
            let place = format!("{path}.{key}");
            let read = match key.as_str() {
                "fields" => self.fields(class, &place, entries(&place, value)?)?,
                "elements" => Content::Elements(self.values(&place, list(&place, value)?)?),
                "items" => Content::Collection(self.values(&place, list(&place, value)?)?),
                "entries" => Content::Map(self.pairs(&place, list(&place, value)?)?),
                "value" => Content::Boxed(self.value(&place, value)?),
                "holds" => Content::Holding(self.value(&place, value)?),
                "stub" => {
                    let methods = list(&place, value)?.into_iter().enumerate();
                    let method = |(at, method)| self.stub_method(&format!("{place}[{at}]"), method);
                    Content::Stub(methods.map(method).collect::<Read<_>>()?)
                }
                "constant" => Content::Constant(text(&place, value)?),
                "opaque" if matches!(value, Json::Bool(true)) => Content::Opaque,
                "opaque" => return Err(fail(&place, Problem::Expected("true"))),
                _ => return Err(fail(&place, Problem::Unknown)),
            };
            if content.replace(read).is_some() {
                return Err(fail(path, Problem::Expected(CONTENTS)));
            }
        }
        content.ok_or_else(|| fail(path, Problem::Expected(CONTENTS)))
    }

    /// A method of an implementation that was made up, and what it returns or throws.
    fn stub_method(&self, path: &str, method: Json) -> Read<StubMethod> {
        let (mut name, mut descriptor) = (None, None);
        let (mut returns, mut throws) = (None, None);
        for (key, value) in entries(path, method)? {
            let place = format!("{path}.{key}");
            match key.as_str() {
                "name" => name = Some(text(&place, value)?),
                "descriptor" => descriptor = Some(text(&place, value)?),
                "returns" => returns = Some(self.value(&place, value)?),
                "throws" => throws = Some(self.value(&place, value)?),
                _ => return Err(fail(&place, Problem::Unknown)),
            }
        }
        let name = name.ok_or_else(|| fail(path, Problem::Expected("a name")))?;
        let descriptor = descriptor.ok_or_else(|| fail(path, Problem::Expected("a descriptor")))?;
        Ok(StubMethod { name, descriptor, returns, throws })
    }

    fn fields(&self, class: &str, path: &str, entries: Entries) -> Read<Content> {
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
            fields.push((field.into(), self.value(&place, json)?));
        }
        Ok(Content::Fields(fields))
    }

    fn values(&self, path: &str, list: Vec<Json>) -> Read<Vec<Value>> {
        let read = |(index, json)| self.value(&format!("{path}[{index}]"), json);
        list.into_iter().enumerate().map(read).collect()
    }

    fn pairs(&self, path: &str, pairs: Vec<Json>) -> Read<Vec<(Value, Value)>> {
        let read = |(index, json)| {
            let place = format!("{path}[{index}]");
            let mut pair = self.values(&place, list(&place, json)?)?.into_iter();
            match (pair.next(), pair.next(), pair.next()) {
                (Some(key), Some(value), None) => Ok((key, value)),
                _ => Err(fail(&place, Problem::Expected("a key and a value"))),
            }
        };
        pairs.into_iter().enumerate().map(read).collect()
    }

    fn value(&self, place: &str, json: Json) -> Read<Value> {
        match json {
            Json::Null => Ok(Value::Null),
            Json::Bool(value) => Ok(Value::Bool(value)),
            Json::Int(value) => Ok(Value::Int(value)),
            Json::Text(value) => Ok(Value::Text(value)),
            Json::List(_) => Err(fail(place, Problem::Expected("a value, not a list"))),
            Json::Map(_) => {
                let mut entries = entries(place, json)?.into_iter();
                match (entries.next(), entries.next()) {
                    (Some((tag, value)), None) => self.tagged(place, &tag, value),
                    _ => Err(fail(place, Problem::Expected("one key, such as \"$ref\""))),
                }
            }
        }
    }

    fn tagged(&self, place: &str, tag: &str, json: Json) -> Read<Value> {
        let expected = |what| fail(place, Problem::Expected(what));
        match tag {
            "$ref" => self.find(place, &text(place, json)?).map(Value::Ref),
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
