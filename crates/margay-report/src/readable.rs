//! Values as people write them: `IntList{first: Node{data: 5, next: null}, size: 1}`.
//!
//! An object is written out where it is first met. One that is met again has its name there, and
//! only its name later, so that shared objects and cycles can be told from equal ones.

use crate::names::{field_label, simple_class};
use crate::spanning::value_text;
use margay_search::structure::{Content, Object, Structure, Value};

/// Longer texts are cut.
const LONGEST: usize = 400;
/// Deeper objects are not written out.
const DEEPEST: usize = 40;

/// Writes values of one structure.
pub(crate) struct Readable<'a> {
    structure: &'a Structure,
    /// How often each object is referred to.
    uses: Vec<u32>,
    met: Vec<bool>,
}

impl<'a> Readable<'a> {
    /// `roots` are the values that will be written; objects that several lead to have names.
    pub fn new<'v>(structure: &'a Structure, roots: impl Iterator<Item = &'v Value>) -> Self {
        let mut uses = vec![0; structure.objects.len()];
        let mut count = |value: &Value| {
            if let Value::Ref(place) = value
                && let Some(count) = uses.get_mut(*place)
            {
                *count += 1;
            }
        };
        roots.for_each(&mut count);
        structure.objects.iter().flat_map(|object| object.content.values()).for_each(count);
        Readable { structure, met: vec![false; uses.len()], uses }
    }

    pub fn text(&mut self, value: &Value) -> String {
        let mut text = String::new();
        self.push(&mut text, value, 0);
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            text.truncate(end);
            text.push('…');
        }
        text
    }

    fn push(&mut self, text: &mut String, value: &Value, depth: usize) {
        if text.len() > LONGEST {
            return;
        }
        match value {
            Value::Ref(place) if self.structure.objects.get(*place).is_some() => {
                self.push_object(text, *place, depth);
            }
            _ => text.push_str(&value_text(self.structure, value)),
        }
    }

    fn push_object(&mut self, text: &mut String, place: usize, depth: usize) {
        let object = &self.structure.objects[place];
        match &object.content {
            Content::Boxed(value) => return self.push(text, value, depth),
            Content::Constant(name) => return text.push_str(name),
            _ => {}
        }
        if std::mem::replace(&mut self.met[place], true) || depth > DEEPEST {
            return text.push_str(&object.id);
        }
        match self.uses[place] {
            0 | 1 => text.push_str(simple_class(&object.class).trim_end_matches("[]")),
            _ => text.push_str(&object.id),
        }
        self.push_content(text, object, depth + 1);
    }

    fn push_content(&mut self, text: &mut String, object: &Object, depth: usize) {
        let comma = |place: usize| if place == 0 { "" } else { ", " };
        match &object.content {
            Content::Fields(fields) => {
                text.push('{');
                for (place, (field, value)) in fields.iter().enumerate() {
                    text.extend([comma(place), &field_label(object, field), ": "]);
                    self.push(text, value, depth);
                }
                text.push('}');
            }
            Content::Elements(values) | Content::Collection(values) => {
                text.push('[');
                for (place, value) in values.iter().enumerate() {
                    text.push_str(comma(place));
                    self.push(text, value, depth);
                }
                text.push(']');
            }
            Content::Map(entries) => {
                text.push('{');
                for (place, (key, value)) in entries.iter().enumerate() {
                    text.push_str(comma(place));
                    self.push(text, key, depth);
                    text.push('=');
                    self.push(text, value, depth);
                }
                text.push('}');
            }
            Content::Holding(value) => {
                text.push('(');
                self.push(text, value, depth);
                text.push(')');
            }
            Content::Stub(methods) => {
                text.push('(');
                for (place, method) in methods.iter().enumerate() {
                    text.push_str(comma(place));
                    if methods.len() > 1 {
                        text.push_str(&method.name);
                        text.push(' ');
                    }
                    text.push_str("-> ");
                    if let Some(thrown) = &method.throws {
                        text.push_str("throw ");
                        self.push(text, thrown, depth);
                        continue;
                    }
                    match &method.returns {
                        Some(value) => self.push(text, value, depth),
                        None => text.push_str("{}"),
                    }
                }
                text.push(')');
            }
            _ => text.push_str("(…)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use expect_test::expect;

    fn text(structure: &Structure) -> String {
        let root = Value::Ref(0);
        Readable::new(structure, std::iter::once(&root)).text(&root)
    }

    #[test]
    fn trees_and_shared_objects() {
        expect!["BinaryTree{root: Node{left: Node{left: null, right: Node{left: null, right: null}}, right: Node{left: Node{left: null, right: null}, right: null}}, size: 5}"]
            .assert_eq(&text(&sample("BinaryTree").structure));
        expect!["DoublyLinkedList{head: Node0{value: 0, next: Node1{value: 1, next: Node2{value: 4, next: Node3{value: 9, next: null, prev: Node2}, prev: Node1}, prev: Node0}, prev: null}, tail: Node3, size: 4}"]
            .assert_eq(&text(&sample("DoublyLinkedList").structure));
    }

    #[test]
    fn long_values_are_cut() {
        let content = Content::Elements(vec![Value::Int(7); 4_000]);
        let object = Object { id: "int[]0".into(), class: "int[]".into(), content };
        let text = text(&Structure { objects: vec![object] });
        assert!(text.starts_with("int[7, 7, ") && text.ends_with('…') && text.len() < 410);
    }
}
