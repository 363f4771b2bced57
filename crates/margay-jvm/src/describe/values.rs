//! Values as people read them: `[1, 2]`, `"text"`, `Point{x=1, y=2}`.
//!
//! An object is shown by its fields. One that is met again is shown once, behind a label
//! (`#1=Node{next=#1}`), so that cycles end and shared parts are seen to be shared.

use super::numbers::{double, float, quoted};
use crate::intrinsics::{Call, containers};
use crate::messages::external_name;
use crate::platform::Jvm;
use margay_ir::world::modifiers::{STATIC, SYNTHETIC};
use margay_ir::{ClassId, ClassKind, FieldId};
use margay_machine::{Domain, Machine, Ref};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Elements of an array that are shown.
const MAX_ELEMENTS: u32 = 1000;
/// Objects inside objects that are shown.
const MAX_DEPTH: u32 = 64;
/// Objects that are looked at.
const MAX_OBJECTS: usize = 10_000;

/// The text of a value of the type with this descriptor.
pub fn value<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    descriptor: &str,
    value: D::Value,
) -> String {
    let mut printer =
        Printer { machine, seen: FxHashMap::default(), labels: 0, text: String::new() };
    let Some(bits) = D::known(value) else { return "?".to_owned() };
    if is_reference(descriptor) {
        printer.survey(bits as Ref);
    }
    printer.value(descriptor, bits, 0);
    printer.text
}

fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

/// What is known of an object.
enum Seen {
    Once,
    /// To be labelled when it is shown.
    Again,
    Labelled(u32),
}

struct Printer<'m, D: Domain> {
    machine: &'m mut Machine<D, Jvm<D>>,
    seen: FxHashMap<Ref, Seen>,
    labels: u32,
    text: String,
}

/// How an object is shown.
enum Shape {
    Null,
    /// As one word.
    Word(String),
    /// Descriptor of an element, number of elements.
    Array(String, u32),
    /// Simple name of the class, fields.
    Fields(String, Vec<FieldId>),
}

impl<D: Domain> Printer<'_, D> {
    /// Finds out which objects will be met more than once.
    fn survey(&mut self, root: Ref) {
        let mut open = vec![root];
        while let Some(object) = open.pop() {
            let shape = self.shape(object);
            if let Shape::Null | Shape::Word(_) = shape {
                continue;
            }
            if let Some(seen) = self.seen.get_mut(&object) {
                *seen = Seen::Again;
                continue;
            }
            self.seen.insert(object, Seen::Once);
            if self.seen.len() < MAX_OBJECTS {
                let parts = self.parts(object, &shape);
                let objects = parts.iter().filter(|(_, descriptor, _)| is_reference(descriptor));
                open.extend(objects.map(|(_, _, bits)| *bits as Ref));
            }
        }
    }

    fn value(&mut self, descriptor: &str, bits: u64, depth: u32) {
        let int = bits as u32 as i32;
        let _ = match descriptor.as_bytes().first() {
            Some(b'Z') => write!(self.text, "{}", bits != 0),
            Some(b'B' | b'S' | b'I') => write!(self.text, "{int}"),
            Some(b'C') => write!(self.text, "{}", quoted(&[bits as u16], '\'')),
            Some(b'J') => write!(self.text, "{}", bits.cast_signed()),
            Some(b'F') => write!(self.text, "{}", float(f32::from_bits(bits as u32))),
            Some(b'D') => write!(self.text, "{}", double(f64::from_bits(bits))),
            _ => return self.object(bits as Ref, depth),
        };
    }

    fn object(&mut self, object: Ref, depth: u32) {
        let shape = self.shape(object);
        if !matches!(shape, Shape::Null | Shape::Word(_)) && !self.label(object) {
            return;
        }
        match &shape {
            Shape::Null => self.text.push_str("null"),
            Shape::Word(word) => self.text.push_str(word),
            _ if depth >= MAX_DEPTH => self.text.push('…'),
            Shape::Array(..) => self.list(object, &shape, '[', ']', depth),
            Shape::Fields(name, _) => {
                self.text.push_str(name);
                self.list(object, &shape, '{', '}', depth);
            }
        }
    }

    /// Writes the label of an object that has one; whether its contents are to follow.
    fn label(&mut self, object: Ref) -> bool {
        match self.seen.get_mut(&object) {
            Some(seen @ Seen::Again) => {
                self.labels += 1;
                *seen = Seen::Labelled(self.labels);
                let _ = write!(self.text, "#{}=", self.labels);
                true
            }
            Some(Seen::Labelled(label)) => {
                let _ = write!(self.text, "#{label}");
                false
            }
            Some(Seen::Once) | None => true,
        }
    }

    fn list(&mut self, object: Ref, shape: &Shape, open: char, close: char, depth: u32) {
        self.text.push(open);
        for (index, (name, descriptor, bits)) in self.parts(object, shape).iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            if let Some(name) = name {
                let _ = write!(self.text, "{name}=");
            }
            self.value(descriptor, *bits, depth + 1);
        }
        if let Shape::Array(_, len) = shape
            && *len > MAX_ELEMENTS
        {
            let _ = write!(self.text, ", … {} more", len - MAX_ELEMENTS);
        }
        self.text.push(close);
    }

    /// Name (of a field), descriptor and contents of each part of an object.
    fn parts(&self, object: Ref, shape: &Shape) -> Vec<(Option<String>, String, u64)> {
        let core = &self.machine.core;
        let bits = |index| D::known(core.memory.get(object, index)).unwrap_or_default();
        match shape {
            Shape::Null | Shape::Word(_) => Vec::new(),
            Shape::Array(descriptor, len) => {
                let shown = 0..(*len).min(MAX_ELEMENTS);
                shown.map(|index| (None, descriptor.clone(), bits(index))).collect()
            }
            Shape::Fields(_, fields) => {
                let part = |field: &FieldId| {
                    let field = core.world.field(*field);
                    let text = |name| core.world.text(name).to_owned();
                    (Some(text(field.name)), text(field.descriptor), bits(field.slot))
                };
                fields.iter().map(part).collect()
            }
        }
    }

    fn shape(&mut self, object: Ref) -> Shape {
        if object == 0 {
            return Shape::Null;
        }
        let class = self.machine.core.memory.class_of(object);
        let loaded = self.machine.core.world.loaded(class);
        if let ClassKind::Array { .. } = loaded.kind {
            let name = self.machine.core.world.class_name(class);
            return Shape::Array(name[1..].to_owned(), self.machine.core.memory.len(object));
        }
        if let Some(word) = self.word(object, class) {
            return Shape::Word(word);
        }
        // A container has its fields only then; in a full heap it is shown without them.
        let Machine { platform: jvm, core, .. } = &mut *self.machine;
        let _ = containers::thaw(&mut Call { jvm, core, args: &[] }, object);
        Shape::Fields(self.simple_name(class), self.fields(class))
    }

    /// The text of an object that is like a value: a string, a boxed number, an enum constant.
    fn word(&mut self, object: Ref, class: ClassId) -> Option<String> {
        let name = self.machine.core.world.class_name(class);
        let boxed = match name {
            "java/lang/String" => {
                let machine = &mut *self.machine;
                let units = machine.platform.units_of(&mut machine.core, object).ok()?;
                return Some(quoted(&units, '"'));
            }
            "java/lang/Class" => return Some(self.mirrored(object)),
            "java/lang/Boolean" => "Z",
            "java/lang/Byte" | "java/lang/Short" | "java/lang/Integer" => "I",
            "java/lang/Character" => "C",
            "java/lang/Long" => "J",
            "java/lang/Float" => "F",
            "java/lang/Double" => "D",
            _ if name.contains("$$Lambda") => return Some("lambda".to_owned()),
            _ => return super::constant_name(self.machine, object),
        };
        let bits = super::field(&self.machine.core, object, "value")?;
        let outer = std::mem::take(&mut self.text);
        self.value(boxed, bits, 0);
        Some(std::mem::replace(&mut self.text, outer))
    }

    fn mirrored(&self, mirror: Ref) -> String {
        let core = &self.machine.core;
        let class = super::class_of_mirror(core, mirror);
        let name = class.map(|class| external_name(&core.world, class)).unwrap_or_default();
        format!("class {name}")
    }

    /// The name without package and outer classes.
    fn simple_name(&self, class: ClassId) -> String {
        let name = self.machine.core.world.class_name(class);
        let name = name.rsplit('/').next().unwrap_or(name);
        let named = |part: &&str| !part.starts_with(|c: char| c.is_ascii_digit());
        name.rsplit('$').next().filter(named).unwrap_or(name).to_owned()
    }

    /// The fields of an object, those of its superclasses first.
    fn fields(&self, class: ClassId) -> Vec<FieldId> {
        let world = &self.machine.core.world;
        let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        let mut lineage: Vec<ClassId> = lineage.collect();
        lineage.reverse();
        let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter().copied());
        all.filter(|f| world.field(*f).modifiers & (STATIC | SYNTHETIC) == 0).collect()
    }
}
