//! What a search is about: a class of the target, and its predicate.

use crate::error::{Alternatives, Error, SelectError};
use crate::methods::{all_methods, methods_named};
use crate::program::{JavaMachine, Program, Target};
use margay_ir::world::modifiers::{PRIVATE, SYNTHETIC};
use margay_ir::{ClassId, MethodId, World};
use margay_jvm::classpath::nearest;
use margay_jvm::describe;
use margay_jvm::launch::initialize;
use margay_machine::{Domain, Limits};

/// Predicates by the names that are usual.
const USUAL: [&str; 2] = ["repOk", "repOK"];

/// A class and its predicate, in a machine of its own.
pub struct Judged<D: Domain> {
    /// Where.
    pub machine: JavaMachine<D>,
    /// The class of roots.
    pub class: ClassId,
    /// The method that accepts or rejects.
    pub predicate: MethodId,
    /// All classes of the target.
    pub classes: Vec<String>,
}

impl<D: Domain + Default> Judged<D> {
    /// Opens the target and finds the predicate: `wanted`, or the one it must be.
    ///
    /// # Errors
    /// When there is no such class or predicate, or the Java runtime does not start.
    pub fn open(target: &Target, wanted: Option<&str>, limits: Limits) -> Result<Self, Error> {
        let named = target.class.is_some();
        let (target, jdk) = target.open()?;
        let classes = target.class_path.classes()?;
        let mut program = Program::<D>::launch(target, jdk, limits)?;
        let class = match program.class.filter(|class| named || has(&program, *class, wanted)) {
            Some(class) => class,
            None => only_class(&mut program, &classes, wanted)?,
        };
        let world = &program.machine.core.world;
        let predicate = predicate(world, class, wanted)?;
        if world.loaded(class).is_abstract() {
            return Err(SelectError::AbstractClass { class: describe::class(world, class) }.into());
        }
        initialize(&mut program.machine, class)?;
        Ok(Judged { machine: program.machine, class, predicate, classes })
    }
}

/// The class with dots, and the name of the predicate.
pub fn names(world: &World, class: ClassId, predicate: MethodId) -> (String, String) {
    (describe::class(world, class), world.text(world.method(predicate).name).to_owned())
}

/// Whether code of the same package can call the predicate by its name. Nested classes may
/// be private, which class files do not tell.
pub fn is_accessible(world: &World, class: ClassId, predicate: MethodId) -> bool {
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
    find(&program.machine.core.world, class, wanted).is_some()
}

/// The only class of the target with a predicate.
fn only_class<D: Domain + Default>(
    program: &mut Program<D>,
    classes: &[String],
    wanted: Option<&str>,
) -> Result<ClassId, SelectError> {
    let mut found = Vec::new();
    for name in classes {
        // What does not load is not what the user means.
        if let Ok(class) = program.load(name)
            && !program.machine.core.world.loaded(class).is_abstract()
            && has(program, class, wanted)
        {
            found.push(class);
        }
    }
    let world = &program.machine.core.world;
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
