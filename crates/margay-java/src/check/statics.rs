//! What a caller may have done before: static fields that hold something else, classes that are initialised.
//!
//! A search starts with classes that nobody has used. Its domain notes which static fields a path reads that it has
//! not written (`margay_machine::symbolic::StaticUse`); here is said which are set once and never change, and
//! which classes have constants with fields of their own that do.

use crate::generate::replay::StaticField;
use crate::program::Program;
use margay_ir::world::modifiers::{ENUM, FINAL, SYNTHETIC};
use margay_ir::{ClassId, Storage, World};
use margay_machine::symbolic::Symbolic;
use margay_machine::{ClassState, Memory};

/// What is said of static fields that a path has read.
pub(super) const AS_INITIALIZED: &str = "static fields as their initializers leave them";

/// What is said of classes that are not the same when they are used again, or in another order.
const UNUSED: &str = "classes that nothing has used before";

/// Classes of the project in the machine that searches.
#[derive(Debug, Default)]
pub(super) struct Classes {
    all: Vec<ClassId>,
    /// Enums whose constants can change, however a path gets at these.
    changing: Vec<ClassId>,
}

impl Classes {
    /// Lets the machine that searches watch the static fields of the project, but for those that are part of the input.
    pub fn watch(program: &mut Program<Symbolic>, given: &[StaticField]) -> Classes {
        let names = program.classes.clone();
        let all: Vec<ClassId> = names.iter().filter_map(|name| program.load(name).ok()).collect();
        let world = &program.machine.core.world;
        let changing: Vec<ClassId> =
            all.iter().copied().filter(|class| changes(world, &all, *class)).collect();
        let mut cells = Vec::new();
        for class in &all {
            for field in world.loaded(*class).fields.iter().map(|field| world.field(*field)) {
                let is_given = given.iter().any(|it| {
                    it.name.name == world.text(field.name)
                        && it.name.class == margay_jvm::describe::class(world, *class)
                });
                if !field.is_static() || field.modifiers & SYNTHETIC != 0 || is_given {
                    continue;
                }
                let holds = world.text(field.descriptor);
                let is_once = field.modifiers & FINAL != 0
                    && (field.storage != Storage::Ref
                        || is_value(holds)
                        || is_constant(world, &all, &changing, holds));
                cells.push((field.slot, *class, is_once));
            }
        }
        program.machine.core.domain.statics.watch(cells);
        Classes { all, changing }
    }

    /// What the end of a path says of them.
    pub fn bound(&self, memory: &Memory<Symbolic>) -> Option<&'static str> {
        if self.changing.iter().any(|class| !memory.is_fresh(*class)) {
            return Some(AS_INITIALIZED);
        }
        let has_failed = |class: &ClassId| memory.state(*class) == ClassState::Failed;
        self.all.iter().any(has_failed).then_some(UNUSED)
    }
}

/// What a search says of the static fields that it has read.
pub(super) fn bounds(domain: &Symbolic) -> impl Iterator<Item = &'static str> {
    let read = domain.statics.is_read().then_some(AS_INITIALIZED);
    let early = domain.statics.is_early().then_some(UNUSED);
    read.into_iter().chain(early)
}

/// Whether a text or a box.
fn is_value(descriptor: &str) -> bool {
    const VALUES: [&str; 9] =
        ["String", "Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"];
    let of_library = descriptor.strip_prefix("Ljava/lang/").and_then(|it| it.strip_suffix(';'));
    of_library.is_some_and(|name| VALUES.contains(&name))
}

/// Whether a type is an enum of the project whose constants never change.
fn is_constant(world: &World, all: &[ClassId], changing: &[ClassId], descriptor: &str) -> bool {
    let named = |class: &&ClassId| {
        let name = descriptor.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
        name == Some(world.class_name(**class))
    };
    all.iter().find(named).is_some_and(|class| {
        world.loaded(*class).modifiers & ENUM != 0 && !changing.contains(class)
    })
}

/// Whether a class is an enum whose constants have fields that can change, or lead to what can.
fn changes(world: &World, all: &[ClassId], class: ClassId) -> bool {
    if world.loaded(class).modifiers & ENUM == 0 {
        return false;
    }
    let own = all.iter().filter(|other| world.is_subclass(**other, class));
    own.flat_map(|class| &world.loaded(*class).fields).map(|field| world.field(*field)).any(
        |field| {
            let is_once = field.modifiers & FINAL != 0
                && (field.storage != Storage::Ref || is_value(world.text(field.descriptor)));
            !field.is_static() && !is_once
        },
    )
}
