//! What a summary depends on: the files of all classes that its method may have to do with, and the options that change
//! what is found.
//!
//! These classes are those that the class of the method mentions, in its code or in the types of its members, what those mention
//! in turn, and classes of the project below any of them: they may be inputs, and run where a method is overridden. So a digest of all of them is
//! the same only if the summary is.

use super::super::generator::{Generator, SymbolicMachine};
use super::super::points::{Points, find_method};
use crate::program::load;
use margay_ir::{Block, ClassId, ClassKind, MethodId};
use margay_jvm::load::ClassContent;
use margay_machine::code::Point;
use margay_search::generate::case::MethodName;
use margay_search::generate::summary::Names;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The form of what is stored, and the limits that summaries are searched with: a change of either makes all of
/// them old.
const FORM: u32 = 1;

/// The files of classes, and what depends on them.
#[derive(Default)]
pub(super) struct Contents {
    files: FxHashMap<String, Option<Rc<ClassContent>>>,
    /// Classes of the project, with those above each.
    above: Option<Vec<(String, Vec<String>)>>,
    digests: FxHashMap<String, [u8; 32]>,
}

impl Contents {
    /// The digest of all that a summary of a method of this class depends on.
    pub fn digest(&mut self, generator: &mut Generator, class: &str) -> [u8; 32] {
        if let Some(known) = self.digests.get(class) {
            return *known;
        }
        let mut digest = Sha256::new();
        for name in self.classes(generator, class) {
            let is_own = generator.own.binary_search(&name).is_ok();
            if let Some(file) = self.file(generator, &name) {
                digest.update([u8::from(is_own)]);
                digest.update(&name);
                digest.update([0]);
                digest.update(file.digest);
            }
        }
        let digest: [u8; 32] = digest.finalize().into();
        self.digests.insert(class.to_owned(), digest);
        digest
    }

    /// All classes that a class may have to do with.
    fn classes(&mut self, generator: &mut Generator, class: &str) -> BTreeSet<String> {
        let mut found: BTreeSet<String> = BTreeSet::new();
        let mut open = vec![class.to_owned()];
        // What stands for a method may be called by anything.
        open.extend(generator.options.models.iter().map(|model| model.model.0.replace('.', "/")));
        let above = self.above(generator);
        loop {
            while let Some(name) = open.pop() {
                if found.contains(&name) {
                    continue;
                }
                if let Some(file) = self.file(generator, &name) {
                    open.extend(file.types.iter().filter(|ty| !found.contains(*ty)).cloned());
                }
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
        let world = &self.machine.core.world;
        let declared = world.method(method);
        let (name, descriptor) = (world.text(declared.name), world.text(declared.descriptor));
        (format!("{}.{name}{descriptor}", world.class_name(declared.class)), block.as_u32())
    }

    fn point_named(&mut self, method: &str, block: u32) -> Option<u32> {
        let method = self.method(method)?;
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
}

impl MachineNames<'_> {
    fn method(&mut self, text: &str) -> Option<MethodId> {
        let (names, descriptor) = text.split_at(text.find('(')?);
        let (class, name) = names.rsplit_once('.')?;
        let (class, name) = (class.replace('/', "."), name.to_owned());
        find_method(self.machine, &MethodName { class, name, descriptor: descriptor.to_owned() })
    }
}
