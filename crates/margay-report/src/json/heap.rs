//! Objects and values from JSON.

use super::ordered::Json;
use super::read::{Entries, Problem, Read, Spot, entries, fail, list, text};
use margay_search::structure::{Content, FieldName, Object, Structure, StubMethod, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

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

/// Names of classes, each with what its objects call their fields: objects share them.
#[derive(Default)]
struct Names(FxHashMap<Arc<str>, FxHashMap<String, Arc<FieldName>>>);

impl Names {
    fn class(&mut self, class: String) -> Arc<str> {
        if let Some((known, _)) = self.0.get_key_value(class.as_str()) {
            return Arc::clone(known);
        }
        let class: Arc<str> = class.into();
        self.0.insert(Arc::clone(&class), FxHashMap::default());
        class
    }

    /// The field that objects of a class call so; the same for `size` and `List.size` if these are one.
    fn field(&mut self, class: &Arc<str>, key: &str) -> Arc<FieldName> {
        let fields = self.0.entry(Arc::clone(class)).or_default();
        if let Some(known) = fields.get(key) {
            return Arc::clone(known);
        }
        let (owner, name) = key.rsplit_once('.').unwrap_or((class, key));
        let field = FieldName { class: owner.to_owned(), name: name.to_owned() };
        let known = fields.values().find(|known| ***known == field).cloned();
        let field = known.unwrap_or_else(|| Arc::new(field));
        fields.insert(key.to_owned(), Arc::clone(&field));
        field
    }
}

impl Heap {
    /// Reads the objects that are at `path` of a line.
    pub(crate) fn read(path: &str, json: Json) -> Read<Heap> {
        let entries = entries(path, json)?;
        let ids = entries.iter().enumerate().map(|(place, (id, _))| (id.clone(), place));
        let places = Places(ids.collect());
        let mut names = Names::default();
        let read = |(id, json): (String, Json)| {
            let (class, content) = places.object(&mut names, format_args!("{path}.{id}"), json)?;
            Ok(Object { id, class, content })
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
            let place = format_args!("{path}.{name}");
            let field = qualified(place, &name)?;
            Ok((field, self.places.value(place, json)?))
        };
        entries(path, json)?.into_iter().map(read).collect()
    }
}

/// A field with its class before it: `shapes.Tree.size`.
pub(crate) fn qualified(place: impl Spot, name: &str) -> Read<FieldName> {
    let (class, name) = name
        .rsplit_once('.')
        .ok_or_else(|| fail(place, Problem::Expected("a class and a field")))?;
    Ok(FieldName { class: class.to_owned(), name: name.to_owned() })
}

impl Places {
    fn find(&self, place: impl Spot, id: &str) -> Read<usize> {
        let found = self.0.get(id).copied();
        found.ok_or_else(|| fail(place, Problem::Dangling(id.to_owned())))
    }

    fn object(&self, names: &mut Names, path: impl Spot, json: Json) -> Read<(Arc<str>, Content)> {
        let (mut class, mut contents) = (None, Vec::new());
        for (key, value) in entries(path, json)? {
            match key.as_str() {
                "class" => class = Some(text(format_args!("{path}.{key}"), value)?),
                _ => contents.push((key, value)),
            }
        }
        let class = class.ok_or_else(|| fail(path, Problem::Missing("class")))?;
        let class = names.class(class);
        let content = self.content(names, &class, path, contents)?;
        Ok((class, content))
    }

    /// What an object holds; it says so once.
    fn content(
        &self,
        names: &mut Names,
        class: &Arc<str>,
        path: impl Spot,
        contents: Entries,
    ) -> Read<Content> {
        let mut content = None;
        for (key, value) in contents {
            let place = format_args!("{path}.{key}");
            let read = match key.as_str() {
                "fields" => self.fields(names, class, place, entries(place, value)?)?,
                "elements" => Content::Elements(self.values(place, list(place, value)?)?),
                "items" => Content::Collection(self.values(place, list(place, value)?)?),
                "entries" => Content::Map(self.pairs(place, list(place, value)?)?),
                "value" => Content::Boxed(self.value(place, value)?),
                "holds" => Content::Holding(self.value(place, value)?),
                "stub" => {
                    let methods = list(place, value)?.into_iter().enumerate();
                    let method =
                        |(at, method)| self.stub_method(format_args!("{place}[{at}]"), method);
                    Content::Stub(methods.map(method).collect::<Read<_>>()?)
                }
                "constant" => Content::Constant(text(place, value)?),
                "opaque" if matches!(value, Json::Bool(true)) => Content::Opaque,
                "opaque" => return Err(fail(place, Problem::Expected("true"))),
                _ => return Err(fail(place, Problem::Unknown)),
            };
            if content.replace(read).is_some() {
                return Err(fail(path, Problem::Expected(CONTENTS)));
            }
        }
        content.ok_or_else(|| fail(path, Problem::Expected(CONTENTS)))
    }

    /// A method of an implementation that was made up, and what it returns or throws.
    fn stub_method(&self, path: impl Spot, method: Json) -> Read<StubMethod> {
        let (mut name, mut descriptor) = (None, None);
        let (mut returns, mut throws) = (None, None);
        for (key, value) in entries(path, method)? {
            let place = format_args!("{path}.{key}");
            match key.as_str() {
                "name" => name = Some(text(place, value)?),
                "descriptor" => descriptor = Some(text(place, value)?),
                "returns" => returns = Some(self.value(place, value)?),
                "throws" => throws = Some(self.value(place, value)?),
                _ => return Err(fail(place, Problem::Unknown)),
            }
        }
        let name = name.ok_or_else(|| fail(path, Problem::Expected("a name")))?;
        let descriptor = descriptor.ok_or_else(|| fail(path, Problem::Expected("a descriptor")))?;
        Ok(StubMethod { name, descriptor, returns, throws })
    }

    fn fields(
        &self,
        names: &mut Names,
        class: &Arc<str>,
        path: impl Spot,
        entries: Entries,
    ) -> Read<Content> {
        let mut seen = FxHashSet::default();
        let mut fields = Vec::with_capacity(entries.len());
        for (key, json) in entries {
            let value = self.value(format_args!("{path}.{key}"), json);
            let field = names.field(class, &key);
            // `size` and `List.size` may be one field.
            if !seen.insert(Arc::as_ptr(&field)) {
                return Err(fail(format_args!("{path}.{key}"), Problem::Twice));
            }
            fields.push((field, value?));
        }
        Ok(Content::Fields(fields))
    }

    fn values(&self, path: impl Spot, list: Vec<Json>) -> Read<Vec<Value>> {
        let read = |(index, json)| self.value(format_args!("{path}[{index}]"), json);
        list.into_iter().enumerate().map(read).collect()
    }

    fn pairs(&self, path: impl Spot, pairs: Vec<Json>) -> Read<Vec<(Value, Value)>> {
        let read = |(index, json)| {
            let place = format_args!("{path}[{index}]");
            let mut pair = self.values(place, list(place, json)?)?.into_iter();
            match (pair.next(), pair.next(), pair.next()) {
                (Some(key), Some(value), None) => Ok((key, value)),
                _ => Err(fail(place, Problem::Expected("a key and a value"))),
            }
        };
        pairs.into_iter().enumerate().map(read).collect()
    }

    fn value(&self, place: impl Spot, json: Json) -> Read<Value> {
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

    fn tagged(&self, place: impl Spot, tag: &str, json: Json) -> Read<Value> {
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
            _ => Err(fail(format_args!("{place}.{tag}"), Problem::Unknown)),
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
