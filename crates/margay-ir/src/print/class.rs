//! The text form of a class: what it extends, its fields, its methods with their code.
//!
//! ```text
//! public class demo/List extends demo/Object source "List.java" {
//!     static final field most:I: i32 = 7
//!     field items:[I: ref
//!
//!     abstract method size()I: (ref) -> i32
//!
//!     method get(I)I: (ref, i32) -> i32 {
//!     block0(v0: ref, v1: i32):
//!         return v1
//!     }
//! }
//! ```

use super::names::{name, number, quoted, signature, string};
use super::{body, list, types};
use crate::function::Function;
use crate::ids::{ClassId, MethodId};
use crate::world::modifiers::{self, Words};
use crate::world::{Class, ClassKind, Constant, Field, World};
use std::fmt::{self, Display, Formatter, Write};

/// The text form of a loaded class; `code` gives the functions of its methods, of those that have
/// one.
pub fn class<'a>(
    world: &'a World,
    id: ClassId,
    code: &'a dyn Fn(MethodId) -> Option<&'a Function>,
) -> impl Display {
    fmt::from_fn(move |f| {
        let class = world.loaded(id);
        header(world, class, f)?;
        if class.fields.is_empty() && class.methods.is_empty() {
            return f.write_char('\n');
        }
        f.write_str(" {\n")?;
        let mut inside = Indented { inner: f, at_start: true };
        for id in &class.fields {
            writeln!(inside, "{}", field(world, world.field(*id)))?;
        }
        for (place, id) in class.methods.iter().enumerate() {
            if place > 0 || !class.fields.is_empty() {
                inside.write_char('\n')?;
            }
            write!(inside, "{}", method(world, class, *id, code(*id)))?;
        }
        f.write_str("}\n")
    })
}

fn header(world: &World, class: &Class, f: &mut Formatter<'_>) -> fmt::Result {
    let named = |id: &ClassId| name(world.class_name(*id));
    let title = name(world.text(class.name));
    let bits = class.modifiers;
    match class.kind {
        ClassKind::Class => write!(f, "{}class {title}", bits_of(Words::CLASS, bits))?,
        ClassKind::Interface => {
            let others = bits & !modifiers::INTERFACE;
            write!(f, "{}interface {title}", bits_of(Words::CLASS, others))?;
        }
        ClassKind::Primitive => write!(f, "{}primitive {title}", bits_of(Words::CLASS, bits))?,
        ClassKind::Array { elem, component } => {
            write!(f, "{}array {title} of {elem}", bits_of(Words::CLASS, bits))?;
            component.map_or(Ok(()), |class| write!(f, " {}", named(&class)))?;
        }
    }
    if let Some(superclass) = &class.superclass {
        write!(f, " extends {}", named(superclass))?;
    }
    if !class.interfaces.is_empty() {
        let interfaces: Vec<_> = class.interfaces.iter().map(named).collect();
        write!(f, " implements {}", list(interfaces))?;
    }
    match class.source {
        Some(source) => write!(f, " source {}", quoted(world.text(source))),
        None => Ok(()),
    }
}

fn field(world: &World, field: &Field) -> impl Display {
    fmt::from_fn(move |f| {
        let (title, descriptor) = (world.text(field.name), world.text(field.descriptor));
        let (words, storage) = (bits_of(Words::FIELD, field.modifiers), field.storage);
        write!(f, "{words}field {}:{}: {storage}", name(title), name(descriptor))?;
        match field.constant {
            Some(Constant::Bits(bits)) => write!(f, " = {}", number(storage.value_type(), bits)),
            Some(Constant::Str(text)) => write!(f, " = {}", string(world.units(text))),
            None => Ok(()),
        }
    })
}

fn method(world: &World, class: &Class, id: MethodId, code: Option<&Function>) -> impl Display {
    fmt::from_fn(move |f| {
        let method = world.method(id);
        let words = bits_of(Words::METHOD, method.modifiers);
        let initializer = if class.initializer == Some(id) { "initializer " } else { "" };
        let title = name(world.text(method.name));
        let descriptor = signature(world.text(method.descriptor));
        let types = types(&method.params, method.result);
        write!(f, "{words}{initializer}method {title}{descriptor}: {types}")?;
        match code {
            Some(function) => write!(f, " {}", body(function, world)),
            None => f.write_char('\n'),
        }
    })
}

/// Modifiers, each with a space behind it: words, and the bits that have none.
fn bits_of(words: Words, bits: u16) -> impl Display {
    fmt::from_fn(move |f| {
        let mut left = bits;
        for (bit, word) in words.0.iter().filter(|(bit, _)| bits & bit != 0) {
            left &= !bit;
            write!(f, "{word} ")?;
        }
        if left == 0 { Ok(()) } else { write!(f, "bits({left:#x}) ") }
    })
}

/// Writes lines with some space before each that is not empty.
struct Indented<'a, 'f> {
    inner: &'a mut Formatter<'f>,
    at_start: bool,
}

impl Write for Indented<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for line in text.split_inclusive('\n') {
            if self.at_start && line != "\n" {
                self.inner.write_str("    ")?;
            }
            self.inner.write_str(line)?;
            self.at_start = line.ends_with('\n');
        }
        Ok(())
    }
}
