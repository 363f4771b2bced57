//! The classes of a project. There may be thousands of them: what is asked about all of them is found once.

use super::SymbolicMachine;
use crate::descriptor::Signature;
use crate::source::{Access, SourceField};
use margay_ir::{ClassId, MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The classes of a project, in an order.
pub(super) struct Project {
    pub classes: Vec<ClassId>,
    members: FxHashSet<ClassId>,
    /// Which of them are below a class, by all classes above any of them.
    below: Option<FxHashMap<ClassId, Rc<[ClassId]>>>,
    /// What gives objects of a class, each with its place in the order of all.
    givers: Option<FxHashMap<ClassId, Vec<(usize, Giver)>>>,
}

/// Something that gives an object to whoever uses it.
#[derive(Clone)]
pub(super) enum Giver {
    Method(ClassId, MethodId),
    Constant(ClassId, SourceField),
}

impl Giver {
    pub fn owner(&self) -> ClassId {
        let (Giver::Method(owner, _) | Giver::Constant(owner, _)) = self;
        *owner
    }
}

impl Project {
    pub fn new(classes: Vec<ClassId>) -> Self {
        let members = classes.iter().copied().collect();
        Project { classes, members, below: None, givers: None }
    }

    pub fn contains(&self, class: ClassId) -> bool {
        self.members.contains(&class)
    }

    /// Those that are a class or below it.
    pub fn below(&mut self, world: &World, class: ClassId) -> Rc<[ClassId]> {
        let all = self.below.get_or_insert_with(|| find_below(world, &self.classes));
        all.get(&class).cloned().unwrap_or_default()
    }

    /// The methods and constants of classes that source code can name by which it gets an object of a class, in the order of
    /// the project; of some owners also those that give it as one of a class above.
    pub fn givers(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        may_be_above: impl Fn(ClassId) -> bool,
    ) -> Vec<Giver> {
        let all = self.givers.get_or_insert_with(|| find_givers(machine, &self.classes));
        let world = &machine.core.world;
        let mut found: Vec<&(usize, Giver)> = Vec::new();
        for (made, givers) in &*all {
            if world.is_subclass(*made, class) {
                found.extend(givers);
            } else if self.members.contains(made) && world.is_subclass(class, *made) {
                found.extend(givers.iter().filter(|(_, giver)| may_be_above(giver.owner())));
            }
        }
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, giver)| giver.clone()).collect()
    }
}

fn find_below(world: &World, project: &[ClassId]) -> FxHashMap<ClassId, Rc<[ClassId]>> {
    let mut found: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in project {
        for above in world.loaded(*class).ancestors() {
            found.entry(*above).or_default().push(*class);
        }
    }
    found.into_iter().map(|(above, below)| (above, below.into())).collect()
}

fn find_givers(
    machine: &mut SymbolicMachine,
    project: &[ClassId],
) -> FxHashMap<ClassId, Vec<(usize, Giver)>> {
    let mut found: FxHashMap<ClassId, Vec<(usize, Giver)>> = FxHashMap::default();
    let mut order = 0;
    for owner in project {
        let Some(declaring) = machine.platform.loader.source(*owner) else { continue };
        if declaring.name.is_none() || declaring.access == Access::Private {
            continue;
        }
        let world = &machine.core.world;
        let mut add = |result: &str, giver: Giver| {
            let made = result.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
            let made = made.and_then(|name| world.find_class(name));
            if let Some(made) = made.filter(|made| world.class(*made).is_some()) {
                found.entry(made).or_default().push((order, giver));
                order += 1;
            }
        };
        for method in &world.loaded(*owner).methods {
            let descriptor = world.text(world.method(*method).descriptor);
            if let Some(result) = Signature::parse(descriptor).and_then(|s| s.result) {
                add(result, Giver::Method(*owner, *method));
            }
        }
        let constants = declaring.fields.into_iter().filter(|f| f.is_static && f.is_final);
        for field in constants.filter(|field| field.access != Access::Private) {
            let descriptor = field.descriptor.clone();
            add(&descriptor, Giver::Constant(*owner, field));
        }
    }
    found
}
