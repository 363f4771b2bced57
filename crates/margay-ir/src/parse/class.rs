//! Classes of a program, and how they come into the world.

use super::scan::Scanner;
use super::{ParseError, body};
use crate::function::Function;
use crate::ids::{ClassId, MethodId};
use crate::types::{Storage, Type};
use crate::world::modifiers::{self, Words};
use crate::world::{ClassDef, ClassKind, Constant, FieldDef, LinkError, MethodDef, World};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::fmt;

/// A program that was read: its classes, to be loaded when they are needed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The classes, in the order of the text.
    pub classes: IndexMap<ClassId, ProgramClass, FxBuildHasher>,
}

/// A class of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramClass {
    /// What it is. A method's handle on its body is its place in `functions`.
    pub def: ClassDef,
    /// The code of each method that has any. Its method is known once the class is loaded.
    pub functions: Vec<Option<Function>>,
}

/// Why a class of a program could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The program has no such class.
    Missing(ClassId),
    /// It contradicts itself or its supertypes.
    Broken(ClassId, LinkError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Missing(class) => write!(f, "there is no {class}"),
            LoadError::Broken(class, error) => write!(f, "{class} cannot be linked: {error:?}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl Program {
    /// Brings a class and its supertypes into the world, unless they are there.
    ///
    /// # Errors
    /// When one of them is missing or broken.
    pub fn load(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadError> {
        // Each is needed by the one before it.
        let mut open = vec![class];
        while let Some(class) = open.last().copied() {
            match self.needed(world, class)? {
                Some(needed) if open.contains(&needed) => {
                    return Err(LoadError::Broken(needed, LinkError::Circular));
                }
                Some(needed) => open.push(needed),
                None => {
                    open.pop();
                    self.define(world, class)?;
                }
            }
        }
        Ok(())
    }

    /// A class that has to be loaded before this one.
    fn needed(&self, world: &World, class: ClassId) -> Result<Option<ClassId>, LoadError> {
        if world.class(class).is_some() {
            return Ok(None);
        }
        let def = &self.classes.get(&class).ok_or(LoadError::Missing(class))?.def;
        let component = match def.kind {
            ClassKind::Array { component, .. } => component,
            _ => None,
        };
        let mut all = def.superclass.iter().chain(&def.interfaces).chain(&component);
        Ok(all.find(|needed| world.class(**needed).is_none()).copied())
    }

    fn define(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadError> {
        if world.class(class).is_some() {
            return Ok(());
        }
        let known = &mut self.classes[&class];
        let defined = world.define(class, known.def.clone());
        defined.map_err(|error| LoadError::Broken(class, error))?;
        let methods = world.loaded(class).methods.iter();
        for (method, function) in methods.zip(&mut known.functions) {
            if let Some(function) = function {
                function.method = *method;
            }
        }
        Ok(())
    }

    /// The code of a method of a loaded class of this program, if it has any.
    #[must_use]
    pub fn function(&self, world: &World, method: MethodId) -> Option<&Function> {
        let method = world.method(method);
        self.classes.get(&method.class)?.functions.get(method.body as usize)?.as_ref()
    }
}

pub(super) fn read(
    scanner: &mut Scanner<'_>,
    world: &mut World,
) -> Result<(ClassId, ProgramClass), ParseError> {
    let mut bits = words(scanner, Words::CLASS)?;
    let kind = scanner.peek_word();
    if !["class", "interface", "primitive", "array"].contains(&kind) {
        return Err(scanner.expected("a class, interface, primitive or array"));
    }
    scanner.expect_word(kind)?;
    let title = scanner.name()?;
    let kind = match kind {
        "interface" => {
            bits |= modifiers::INTERFACE;
            ClassKind::Interface
        }
        "primitive" => ClassKind::Primitive,
        "array" => array(scanner, world)?,
        _ => ClassKind::Class,
    };
    let superclass = match scanner.eat_word("extends") {
        true => Some(class_named(scanner, world)?),
        false => None,
    };
    let mut interfaces = Vec::new();
    if scanner.eat_word("implements") {
        interfaces.push(class_named(scanner, world)?);
        while scanner.eat(",") {
            interfaces.push(class_named(scanner, world)?);
        }
    }
    let source = match scanner.eat_word("source") {
        true => Some(world.name(&scanner.quoted()?)),
        false => None,
    };
    let (fields, methods) = (Vec::new(), Vec::new());
    let def = ClassDef { kind, modifiers: bits, superclass, interfaces, source, fields, methods };
    let id = world.class_named(&title);
    let mut class = ProgramClass { def, functions: Vec::new() };
    if scanner.eat("{") {
        while !scanner.eat("}") {
            member(scanner, world, &mut class, &title)?;
        }
    }
    Ok((id, class))
}

/// What the elements of an array are.
fn array(scanner: &mut Scanner<'_>, world: &mut World) -> Result<ClassKind, ParseError> {
    scanner.expect_word("of")?;
    let elem = scanner.storage()?;
    let component = match elem {
        Storage::Ref => Some(class_named(scanner, world)?),
        _ => None,
    };
    Ok(ClassKind::Array { elem, component })
}

fn class_named(scanner: &mut Scanner<'_>, world: &mut World) -> Result<ClassId, ParseError> {
    Ok(world.class_named(&scanner.name()?))
}

/// The modifiers that come next.
fn words(scanner: &mut Scanner<'_>, words: Words) -> Result<u16, ParseError> {
    let mut bits = 0;
    loop {
        let word = scanner.peek_word();
        if let Some((bit, _)) = words.0.iter().find(|(_, known)| *known == word) {
            bits |= bit;
        } else if word != "bits" {
            return Ok(bits);
        }
        scanner.expect_word(word)?;
        if word == "bits" {
            scanner.expect("(")?;
            let at = scanner.here();
            let more = u16::try_from(scanner.bits()?);
            bits |= more.map_err(|_| scanner.expected_at(at, "16 bits"))?;
            scanner.expect(")")?;
        }
    }
}

/// Modifiers of a member are those of a field or a method, which comes after them.
fn member(
    scanner: &mut Scanner<'_>,
    world: &mut World,
    class: &mut ProgramClass,
    title: &str,
) -> Result<(), ParseError> {
    let at = scanner.here();
    let bits = words(scanner, Words::METHOD)?;
    let initializer = scanner.eat_word("initializer");
    if scanner.eat_word("method") {
        let (method, function) = method(scanner, world, bits, initializer, title)?;
        class.functions.push(function);
        let body = class.def.methods.len() as u32;
        class.def.methods.push(MethodDef { body, ..method });
        return Ok(());
    }
    scanner.back_to(at);
    let modifiers = words(scanner, Words::FIELD)?;
    if !scanner.eat_word("field") {
        return Err(scanner.expected("a modifier, `field`, `method` or `}`"));
    }
    class.def.fields.push(field(scanner, world, modifiers)?);
    Ok(())
}

fn field(
    scanner: &mut Scanner<'_>,
    world: &mut World,
    modifiers: u16,
) -> Result<FieldDef, ParseError> {
    let name = world.name(&scanner.name()?);
    scanner.expect(":")?;
    let descriptor = world.name(&scanner.name()?);
    scanner.expect(":")?;
    let storage = scanner.storage()?;
    let constant = match (scanner.eat("="), storage.value_type()) {
        (false, _) => None,
        (true, Type::Ref) => Some(Constant::Str(world.string(&scanner.string()?))),
        (true, ty) => Some(Constant::Bits(scanner.number(ty)?)),
    };
    Ok(FieldDef { name, descriptor, modifiers, storage, constant })
}

fn method(
    scanner: &mut Scanner<'_>,
    world: &mut World,
    modifiers: u16,
    initializer: bool,
    class: &str,
) -> Result<(MethodDef, Option<Function>), ParseError> {
    let (title, signature) = (scanner.name()?, scanner.signature()?);
    scanner.expect(":")?;
    let (params, result) = scanner.types()?;
    let function = match scanner.is_next("{") {
        true => {
            let mut function = body::read(scanner, world, params.clone(), result)?;
            function.name = format!("{class}.{title}{signature}");
            Some(function)
        }
        false => None,
    };
    let (name, descriptor) = (world.name(&title), world.name(&signature));
    let method = MethodDef { name, descriptor, modifiers, params, result, initializer, body: 0 };
    Ok((method, function))
}
