//! Short names: what a reader needs to tell things apart, and no more.

use margay_search::generate::case::MethodName;
use margay_search::structure::{Content, FieldName, Object, Structure};
use std::borrow::Cow;

/// The class without its package and enclosing classes.
#[must_use]
pub fn simple_class(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

/// What an object of a class calls a field: its name, qualified with its class (`Base.size`) when a
/// superclass declares it. A JVM field name holds no dot, so the last dot always ends the class.
#[must_use]
pub fn field_key<'a>(class: &str, field: &'a FieldName) -> Cow<'a, str> {
    if *field.class == *class {
        Cow::Borrowed(&field.name)
    } else {
        Cow::Owned(format!("{}.{}", field.class, field.name))
    }
}

/// What pictures call a field: its name alone, unless another field of the object has that name.
#[must_use]
pub fn field_label(object: &Object, field: &FieldName) -> String {
    let Content::Fields(fields) = &object.content else { return field.name.clone() };
    let hidden = fields.iter().any(|(other, _)| other.name == field.name && **other != *field);
    if hidden {
        format!("{}.{}", simple_class(&field.class), field.name)
    } else {
        field.name.clone()
    }
}

/// The name of the object at `place`; a question mark where a structure made by hand has none.
#[must_use]
pub fn id_at(structure: &Structure, place: usize) -> &str {
    structure.objects.get(place).map_or("?", |object| &object.id)
}

/// A method, with its class; a constructor as source code calls it: `new shapes.List`.
pub(crate) fn method_name(method: &MethodName) -> String {
    match method {
        MethodName { class, name, .. } if name == "<init>" => format!("new {class}"),
        MethodName { class, name, .. } => format!("{class}.{name}"),
    }
}
