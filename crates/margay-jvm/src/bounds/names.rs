//! Classes and fields by the names users give them.
//!
//! A name means a class whose full name it is or ends: `Node`, `Tree.Node`, `demo.Tree$Node`.
//! The user's classes come first, then the JDK's by their full names, then those of fields, from
//! the root on (`Entry` of a `TreeMap` inside the root).

use super::{Subject, fields, spec::Path};
use crate::classpath::nearest;
use crate::descriptor;
use crate::messages::external_name;
use crate::platform::{Jvm, find_field};
use margay_ir::{ClassId, FieldId, World};
use margay_machine::{Domain, Machine};

/// Finds what names mean; the errors say what is wrong with them.
pub(super) struct Names<'a, D: Domain> {
    pub machine: &'a mut Machine<D, Jvm<D>>,
    subject: Subject<'a>,
    /// The class of the root, those of its fields, those of their fields, and so on, as far as
    /// they were needed.
    levels: Vec<Vec<String>>,
}

/// More names than this help nobody.
const MOST_OFFERED: usize = 8;

impl<'a, D: Domain> Names<'a, D> {
    pub fn new(machine: &'a mut Machine<D, Jvm<D>>, subject: Subject<'a>) -> Self {
        let root = machine.core.world.class_name(subject.root).to_owned();
        Names { machine, subject, levels: vec![vec![root]] }
    }

    pub fn world(&self) -> &World {
        &self.machine.core.world
    }

    /// The class a name means.
    pub fn class(&mut self, name: &str) -> Result<ClassId, String> {
        if let Some(found) = self.among(name, self.subject.classes)? {
            return load(self.machine, &found);
        }
        if let Some(class) = self.in_full(name) {
            return Ok(class);
        }
        let mut level = 0;
        while !self.level(level).is_empty() {
            if let Some(found) = self.among(name, &self.levels[level])? {
                return load(self.machine, &found);
            }
            level += 1;
        }
        let mut known = self.subject.classes.to_vec();
        known.extend(self.levels.concat());
        known.sort_unstable();
        known.dedup();
        let near: Vec<String> = nearest(name, known).iter().map(|near| spoken(near)).collect();
        Err(match near.as_slice() {
            [] => format!("there is no class {name}"),
            near => format!("there is no class {name}; did you mean {}?", near.join(" or ")),
        })
    }

    /// The one of the classes that is called so. If there are several, the root's own nested
    /// classes come first, then those of its package.
    fn among(&self, name: &str, classes: &[String]) -> Result<Option<String>, String> {
        let wanted = name.replace(['/', '$'], ".");
        let root = self.world().class_name(self.subject.root);
        let package = root.rfind('/').map_or("", |slash| &root[..=slash]);
        let is_called = |class: &&String| {
            let full = class.replace(['/', '$'], ".");
            full == wanted || full.strip_suffix(&wanted).is_some_and(|rest| rest.ends_with('.'))
        };
        let all: Vec<&String> = classes.iter().filter(is_called).collect();
        let nested = |class: &str| {
            class.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let in_package =
            |class: &str| class.strip_prefix(package).is_some_and(|rest| !rest.contains('/'));
        let chosen = [&nested as &dyn Fn(&str) -> bool, &in_package, &|_| true]
            .into_iter()
            .map(|rule| all.iter().filter(|class| rule(class)).collect::<Vec<_>>())
            .find(|chosen| !chosen.is_empty());
        match chosen.as_deref() {
            None => Ok(None),
            Some([class]) => Ok(Some((**class).clone())),
            Some(several) => {
                let several: Vec<String> = several.iter().map(|class| spoken(class)).collect();
                Err(format!("{name} may mean {}", several.join(" or ")))
            }
        }
    }

    /// The class whose full name this is; dots may stand for the `$` of nested classes.
    fn in_full(&mut self, name: &str) -> Option<ClassId> {
        let mut candidate = name.replace('.', "/");
        loop {
            if let Ok(class) = load(self.machine, &candidate) {
                return Some(class);
            }
            let slash = candidate.rfind('/')?;
            candidate.replace_range(slash..=slash, "$");
        }
    }

    /// The classes so many fields away from the root, and no fewer.
    fn level(&mut self, level: usize) -> &[String] {
        while self.levels.len() <= level {
            let mut next = Vec::new();
            for name in self.levels.last().cloned().unwrap_or_default() {
                // A field may have a type that is nowhere: then nobody can mean it.
                let Ok(class) = load(self.machine, &name) else { continue };
                for field in fields::of_objects(self.world(), class) {
                    let ty = self.world().text(self.world().field(field).descriptor);
                    let ty = ty.trim_start_matches('[');
                    let name = descriptor::class_of(ty).to_owned();
                    let known = |level: &Vec<String>| level.contains(&name);
                    if ty.starts_with('L') && !known(&next) && !self.levels.iter().any(known) {
                        next.push(name);
                    }
                }
            }
            self.levels.push(next);
        }
        &self.levels[level]
    }

    /// The field a path means.
    pub fn field(&mut self, path: &Path) -> Result<FieldId, String> {
        let class = match &path.class {
            Some(name) => self.class(name)?,
            None => self.subject.root,
        };
        field(self.world(), class, &path.field)
    }
}

/// A field of an object of the class.
pub(super) fn field(world: &World, class: ClassId, name: &str) -> Result<FieldId, String> {
    let spoken = external_name(world, class);
    match find_field(world, class, name) {
        Some(field) if world.field(field).is_static() => {
            Err(format!("{spoken}.{name} is static; only fields of objects have bounds"))
        }
        Some(field) => Ok(field),
        None => {
            let all = fields::of_objects(world, class);
            let all: Vec<String> =
                all.iter().map(|f| world.text(world.field(*f).name).to_owned()).collect();
            let near = nearest(name, all.clone());
            Err(match (near.as_slice(), all.as_slice()) {
                (_, []) => format!("class {spoken} has no fields"),
                ([], all) => {
                    let offered = &all[..all.len().min(MOST_OFFERED)];
                    format!("class {spoken} has no field {name}; it has {}", offered.join(", "))
                }
                (near, _) => format!(
                    "class {spoken} has no field {name}; did you mean {}?",
                    near.join(" or ")
                ),
            })
        }
    }
}

/// Loads a class by its internal name.
pub(super) fn load<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    name: &str,
) -> Result<ClassId, String> {
    let loaded = machine.platform.load_named(&mut machine.core.world, name);
    loaded.map_err(|error| error.to_string())
}

fn spoken(name: &str) -> String {
    name.replace('/', ".")
}
