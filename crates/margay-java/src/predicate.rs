//! What a search is about: a class of the target, and its predicate.

use crate::error::{Alternatives, Error, SelectError};
use crate::methods::{all_methods, methods_named};
use crate::program::Program;
use margay_ir::world::modifiers::{PRIVATE, SYNTHETIC};
use margay_ir::{ClassId, MethodId, World};
use margay_jvm::classpath::nearest;
use margay_jvm::describe;
use margay_jvm::launch::initialize;
use margay_machine::Domain;

/// Predicates by the names that are usual.
const USUAL: [&str; 2] = ["repOk", "repOK"];

/// A class and the method that accepts or rejects its structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The class of roots.
    pub class: ClassId,
    /// The method.
    pub method: MethodId,
}

/// A predicate in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateName {
    /// The class of roots, with dots.
    pub class: String,
    /// The name of the method.
    pub method: String,
    /// Whether code of the same package can call it by its name.
    pub is_accessible: bool,
}

impl Predicate {
    /// In words.
    #[must_use]
    pub fn name(self, world: &World) -> PredicateName {
        let Predicate { class, method } = self;
        PredicateName {
            class: describe::class(world, class),
            method: world.text(world.method(method).name).to_owned(),
            is_accessible: is_accessible(world, class, method),
        }
    }
}

impl<D: Domain> Program<D> {
    /// The predicate that is wanted, or the one it must be; its class is initialised.
    ///
    /// # Errors
    /// When there is no such class or predicate, or not only one.
    pub fn predicate(&mut self, wanted: Option<&str>) -> Result<Predicate, Error> {
        let is_meant = |class: &ClassId| self.is_class_named || has(self, *class, wanted);
        let class = match self.class.filter(is_meant) {
            Some(class) => class,
            None => only_class(self, wanted)?,
        };
        let world = self.world();
        let method = predicate(world, class, wanted)?;
        if world.loaded(class).is_abstract() {
            return Err(SelectError::AbstractClass { class: describe::class(world, class) }.into());
        }
        initialize(&mut self.machine, class)?;
        Ok(Predicate { class, method })
    }
}

/// Whether code of the same package can call the predicate by its name. Nested classes may
/// be private, which class files do not tell.
fn is_accessible(world: &World, class: ClassId, predicate: MethodId) -> bool {
    !world.class_name(class).contains('$') && world.method(predicate).modifiers & PRIVATE == 0
}

fn is_predicate(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    world.text(declared.descriptor) == "()Z"
        && !declared.is_static()
        && !declared.is_abstract()
        && declared.modifiers & SYNTHETIC == 0
}

/// The predicates of a class, inherited ones included; no name twice.
fn predicates(world: &World, class: ClassId) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for method in all_methods(world, class).filter(|m| is_predicate(world, *m)) {
        if !found.iter().any(|m| world.method(*m).name == world.method(method).name) {
            found.push(method);
        }
    }
    found
}

fn find(world: &World, class: ClassId, wanted: Option<&str>) -> Option<MethodId> {
    let all = predicates(world, class);
    let called = |name: &str| {
        all.iter().copied().find(|method| world.text(world.method(*method).name) == name)
    };
    match wanted {
        Some(name) => called(name),
        None => USUAL.iter().find_map(|name| called(name)).or(match all.as_slice() {
            [only] => Some(*only),
            _ => None,
        }),
    }
}

fn has<D: Domain>(program: &Program<D>, class: ClassId, wanted: Option<&str>) -> bool {
    find(program.world(), class, wanted).is_some()
}

/// The only class of the target with a predicate.
fn only_class<D: Domain>(
    program: &mut Program<D>,
    wanted: Option<&str>,
) -> Result<ClassId, SelectError> {
    let mut found = Vec::new();
    for name in &program.classes.clone() {
        // What does not load is not what the user means.
        if let Ok(class) = program.load(name)
            && !program.world().loaded(class).is_abstract()
            && has(program, class, wanted)
        {
            found.push(class);
        }
    }
    let world = program.world();
    match found.as_slice() {
        [class] => Ok(*class),
        [] => match program.class {
            // Says what is wrong with the class that must be meant.
            Some(class) => predicate(world, class, wanted).map(|_| class),
            None => Err(SelectError::NoClassWithPredicate),
        },
        several => {
            let classes = several.iter().map(|c| describe::class(world, *c)).collect();
            Err(SelectError::SeveralClassesWithPredicate { classes })
        }
    }
}

fn predicate(world: &World, class: ClassId, wanted: Option<&str>) -> Result<MethodId, SelectError> {
    if let Some(method) = find(world, class, wanted) {
        return Ok(method);
    }
    let text = |m: &MethodId| world.text(world.method(*m).name).to_owned();
    let all: Vec<String> = predicates(world, class).iter().map(text).collect();
    let class_name = describe::class(world, class);
    let Some(name) = wanted else {
        return Err(match all {
            none if none.is_empty() => SelectError::NoPredicate { class: class_name },
            candidates => SelectError::SeveralPredicates { class: class_name, candidates },
        });
    };
    if let Some(other) = methods_named(world, class, name).first() {
        return Err(SelectError::NotAPredicate { method: world.method_text(*other) });
    }
    let near = nearest(name, all.clone());
    let instead = if near.is_empty() { Alternatives::All(all) } else { Alternatives::Near(near) };
    Err(SelectError::NoSuchPredicate { class: class_name, name: name.to_owned(), instead })
}
