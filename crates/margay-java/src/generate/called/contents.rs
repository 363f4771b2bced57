//! What a summary depends on: the code of its method and of all that this may call, the form of the classes that these have to do
//! with, and the options that change what is found.
//!
//! The form of a class is what its objects look like: its fields, what is above it, and methods that it leaves to others. Classes are those that the code
//! mentions, those of their fields in turn, and classes of the project below any of them: they may be inputs. Of a class on the class path that
//! is none of the project all of its file counts, with what that mentions; the JDK has a version. So a digest of all of it is the same only if the summary is, and
//! code that is not called does not matter.

use super::super::generator::{Generator, SymbolicMachine};
use super::super::points::{Points, find_method};
use crate::program::load;
use margay_ir::world::modifiers;
use margay_ir::{Block, Check, ClassId, ClassKind, Function, InstKind, MethodId, StrId};
use margay_ir::{Terminator, World};
use margay_jvm::load::{ClassContent, described};
use margay_machine::code::Point;
use margay_search::generate::case::MethodName;
use margay_search::generate::summary::{Names, StaticCell};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The form of what is stored, and the limits that summaries are searched with: a change of either makes all of
/// them old.
const FORM: u32 = 2;

/// The files of classes, and what code and classes look like.
#[derive(Default)]
pub(super) struct Contents {
    files: FxHashMap<String, Option<Rc<ClassContent>>>,
    /// Classes of the project, with those above each.
    above: Option<Vec<(String, Vec<String>)>>,
    code: FxHashMap<MethodId, Rc<CodeContent>>,
}

/// What the code of a method is.
struct CodeContent {
    digest: [u8; 32],
    /// The classes that it mentions.
    classes: BTreeSet<String>,
}

impl Contents {
    /// The digest of all that a summary depends on whose method may run these functions.
    pub fn digest(&mut self, generator: &mut Generator, code: &[Rc<Function>]) -> [u8; 32] {
        let mut digest = Sha256::new();
        let mut classes = BTreeSet::new();
        // What stands for a method may be called by anything.
        let models = generator.options.models.iter();
        classes.extend(models.map(|model| model.model.0.replace('.', "/")));
        let mut texts: Vec<[u8; 32]> = Vec::with_capacity(code.len());
        for function in code {
            let content = self.code(generator, function);
            texts.push(content.digest);
            classes.extend(content.classes.iter().cloned());
        }
        texts.sort_unstable();
        texts.iter().for_each(|text| digest.update(text));
        for name in self.classes(generator, classes) {
            let form = match generator.own.binary_search(&name) {
                Ok(_) => form(generator, &name).map(Vec::from),
                Err(_) => self.file(generator, &name).map(|file| file.digest.to_vec()),
            };
            if let Some(form) = form {
                digest.update(&name);
                digest.update([0]);
                digest.update(form);
            }
        }
        digest.finalize().into()
    }

    fn code(&mut self, generator: &Generator, function: &Rc<Function>) -> Rc<CodeContent> {
        let content = self.code.entry(function.method).or_insert_with(|| {
            let world = generator.symbolic.world();
            let declared = world.method(function.method);
            let mut same: Function = (**function).clone();
            // A method that has only moved in its file is the same.
            let first = first_line(function);
            same.lines.iter_mut().for_each(|(_, line)| *line = line.wrapping_sub(first));
            let text = format!(
                "{}.{}{} {}\n{}",
                world.class_name(declared.class),
                world.text(declared.name),
                world.text(declared.descriptor),
                declared.modifiers,
                margay_ir::print::display(&same, world),
            );
            let digest = Sha256::digest(text).into();
            Rc::new(CodeContent { digest, classes: mentioned(world, function) })
        });
        Rc::clone(content)
    }

    /// All classes that some may have to do with.
    fn classes(&mut self, generator: &mut Generator, some: BTreeSet<String>) -> BTreeSet<String> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut open: Vec<String> = some.into_iter().collect();
        let above = self.above(generator);
        loop {
            while let Some(name) = open.pop() {
                if found.contains(&name) {
                    continue;
                }
                let types = match generator.own.binary_search(&name) {
                    Ok(_) => types_of_form(generator, &name),
                    Err(_) => match self.file(generator, &name) {
                        Some(file) => file.types.iter().cloned().collect(),
                        None => Vec::new(),
                    },
                };
                open.extend(types.into_iter().filter(|ty| !found.contains(ty)));
                found.insert(name);
            }
            let is_below = |(name, above): &&(String, Vec<String>)| {
                !found.contains(name) && above.iter().any(|class| found.contains(class))
            };
            open.extend(above.iter().filter(is_below).map(|(name, _)| name.clone()));
            if open.is_empty() {
                return found;
            }
        }
    }

    fn file(&mut self, generator: &mut Generator, name: &str) -> Option<Rc<ClassContent>> {
        let loader = &mut generator.symbolic.machine.platform.loader;
        let known = self.files.entry(name.to_owned());
        known.or_insert_with(|| loader.content(name).map(Rc::new)).clone()
    }

    fn above(&mut self, generator: &mut Generator) -> Vec<(String, Vec<String>)> {
        let found = self.above.get_or_insert_with(|| {
            let mut all = Vec::new();
            for name in generator.own.clone() {
                let Ok(class) = generator.symbolic.load(&name) else { continue };
                let world = generator.symbolic.world();
                let ancestors = world.loaded(class).ancestors().iter().copied();
                let names = ancestors.filter(|other| *other != class);
                let names = names.map(|class| world.class_name(class).to_owned());
                let names = names.filter(|name| name != "java/lang/Object").collect();
                all.push((name, names));
            }
            all
        });
        found.clone()
    }
}

/// The line that the code of a method begins with.
fn first_line(function: &Function) -> u32 {
    function.lines.first().map_or(0, |(_, line)| *line)
}

/// The classes that code mentions.
fn mentioned(world: &World, function: &Function) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let own = world.method(function.method);
    let mut add = |name: &str| match name.starts_with('[') {
        true => found.extend(described(name)),
        false => {
            found.insert(name.to_owned());
        }
    };
    add(world.class_name(own.class));
    described(world.text(own.descriptor)).iter().for_each(|name| add(name));
    for inst in function.insts.values() {
        let symbol = match &inst.kind {
            InstKind::ClassConst(class)
            | InstKind::New(class)
            | InstKind::NewArray { class, .. }
            | InstKind::NewMultiArray { class, .. }
            | InstKind::InstanceOf { class, .. } => {
                add(world.class_name(*class));
                continue;
            }
            InstKind::GetField { field, .. }
            | InstKind::PutField { field, .. }
            | InstKind::GetStatic(field)
            | InstKind::PutStatic { field, .. } => world.field_symbol(*field),
            InstKind::Call { method, .. } => world.method_symbol(*method),
            _ => continue,
        };
        add(world.class_name(symbol.class));
        described(world.text(symbol.descriptor)).iter().for_each(|name| add(name));
    }
    for block in function.blocks.values() {
        if let Terminator::Guard { check: Check::Castable { class, .. }, .. } = block.terminator {
            add(world.class_name(class));
        }
    }
    found
}

/// What objects of a class of the project look like.
fn form(generator: &mut Generator, name: &str) -> Option<[u8; 32]> {
    let class = generator.symbolic.load(name).ok()?;
    let world = generator.symbolic.world();
    let loaded = world.loaded(class);
    let mut text = format!("{name} {} {:?}\n", loaded.modifiers, loaded.initializer.is_some());
    for above in loaded.superclass.iter().chain(&loaded.interfaces) {
        text += &format!("above {}\n", world.class_name(*above));
    }
    for field in loaded.fields.iter().map(|field| world.field(*field)) {
        let (name, descriptor) = (world.text(field.name), world.text(field.descriptor));
        text += &format!("field {name} {descriptor} {}\n", field.modifiers);
    }
    for method in loaded.methods.iter().map(|method| world.method(*method)) {
        if method.modifiers & modifiers::ABSTRACT != 0 {
            let (name, descriptor) = (world.text(method.name), world.text(method.descriptor));
            text += &format!("method {name}{descriptor}\n");
        }
    }
    Some(Sha256::digest(text).into())
}

/// The classes that the form of a class of the project mentions.
fn types_of_form(generator: &mut Generator, name: &str) -> Vec<String> {
    let Ok(class) = generator.symbolic.load(name) else { return Vec::new() };
    let world = generator.symbolic.world();
    let loaded = world.loaded(class);
    let above = loaded.superclass.iter().chain(&loaded.interfaces);
    let mut found: Vec<String> = above.map(|class| world.class_name(*class).to_owned()).collect();
    for field in loaded.fields.iter().map(|field| world.field(*field)) {
        found.extend(described(world.text(field.descriptor)));
    }
    found
}

/// What summaries depend on beside classes: the version, the JDK and the options.
pub(super) fn settings(generator: &Generator) -> String {
    let options = &generator.options;
    let inputs = &options.inputs;
    let settings = &generator.symbolic.machine.platform.settings;
    let models = options.models.iter().map(ToString::to_string);
    let given: Vec<String> =
        models.chain(options.given.iter().map(|given| given.content())).collect();
    format!(
        "margay {} form {FORM}; jdk {} {} {}; {} {} {:?} {} {} {}; {} {} {:?} {}; {given:?}",
        env!("CARGO_PKG_VERSION"),
        settings.version,
        settings.assertions,
        settings.any_random,
        options.calls,
        options.criterion,
        inputs.aliasing,
        inputs.max_array,
        inputs.max_string,
        inputs.max_list,
        options.max_steps,
        options.max_conflicts,
        options.solver,
        options.max_term,
    )
}

/// Classes and blocks of the machine that searches, by name.
pub(super) struct MachineNames<'a> {
    pub machine: &'a mut SymbolicMachine,
    pub functions: &'a mut Points,
    /// Points that were found before.
    pub points: &'a mut FxHashMap<Point, u32>,
}

impl Names for MachineNames<'_> {
    fn class(&self, class: ClassId) -> String {
        self.machine.core.world.class_name(class).to_owned()
    }

    fn class_named(&mut self, name: &str) -> Option<(ClassId, Option<u32>)> {
        let class = load(self.machine, name).ok()?;
        let loaded = self.machine.core.world.loaded(class);
        let is_array = matches!(loaded.kind, ClassKind::Array { .. });
        Some((class, (!is_array).then_some(loaded.cells)))
    }

    fn point(&self, point: u32) -> (String, u32) {
        let Point { method, block } = self.machine.core.code.points[point as usize];
        (self.method(method), block.as_u32())
    }

    fn point_named(&mut self, method: &str, block: u32) -> Option<u32> {
        let method = self.method_named(method)?;
        let function = self.functions.function(self.machine, method)?;
        let point = Point { method, block: Block::from_u32(block) };
        if block as usize >= function.blocks.len() {
            return None;
        }
        let all = &mut self.machine.core.code.points;
        // The block may have another number already: both mean the same.
        Some(*self.points.entry(point).or_insert_with(|| {
            all.push(point);
            all.len() as u32 - 1
        }))
    }

    fn cell(&self, cell: StaticCell) -> (String, String) {
        let world = &self.machine.core.world;
        let fields = world.loaded(cell.class).fields.iter().map(|field| world.field(*field));
        let mut found = fields.filter(|field| field.is_static() && field.slot == cell.cell);
        let name = found.next().map(|field| world.text(field.name).to_owned());
        (world.class_name(cell.class).to_owned(), name.unwrap_or_default())
    }

    fn cell_named(&mut self, class: &str, field: &str) -> Option<StaticCell> {
        let class = load(self.machine, class).ok()?;
        let world = &self.machine.core.world;
        let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
        let mut found = fields.filter(|own| own.is_static() && world.text(own.name) == field);
        found.next().map(|field| StaticCell { class, cell: field.slot })
    }

    fn text(&self, text: StrId) -> Vec<u16> {
        self.machine.core.world.units(text).to_vec()
    }

    fn text_of(&mut self, units: &[u16]) -> StrId {
        self.machine.core.world.string(units)
    }

    fn first_line(&mut self, method: MethodId) -> u32 {
        let function = self.functions.function(self.machine, method);
        function.map_or(0, |function| first_line(&function))
    }

    fn method(&self, method: MethodId) -> String {
        let world = &self.machine.core.world;
        let declared = world.method(method);
        let (name, descriptor) = (world.text(declared.name), world.text(declared.descriptor));
        format!("{}.{name}{descriptor}", world.class_name(declared.class))
    }

    fn method_named(&mut self, text: &str) -> Option<MethodId> {
        let (names, descriptor) = text.split_at(text.find('(')?);
        let (class, name) = names.rsplit_once('.')?;
        let (class, name) = (class.replace('/', "."), name.to_owned());
        find_method(self.machine, &MethodName { class, name, descriptor: descriptor.to_owned() })
    }
}
