//! What an object leads to: the references that it holds, as people see a heap.
//!
//! An object of `java.util` holds its elements, whatever it keeps them in. Texts, boxes, enum constants and the
//! like are values: that two objects hold the same one says nothing of the heap.

use crate::inputs::is_value;
use margay_ir::{ClassId, Storage, World};
use margay_machine::{Core, Domain, Ref};

/// Whether it matters which object of a class an object is.
#[must_use]
pub fn counts(world: &World, class: ClassId) -> bool {
    let name = world.class_name(class);
    let constant = world.find_class("java/lang/Enum").filter(|root| world.class(*root).is_some());
    !is_value(name)
        && name != "java/lang/Class"
        && !constant.is_some_and(|root| world.is_subclass(class, root))
}

/// The references that an object holds, each with a number that it has in this object.
pub fn held<D: Domain>(core: &Core<D>, object: Ref) -> Vec<(u32, D::Value)> {
    let (mut open, mut seen) = (vec![object], vec![object]);
    let mut found = Vec::new();
    let is_collection = is_collection(core, object);
    while let Some(at) = open.pop() {
        for value in cells(core, at) {
            let inside = core.domain.plain(value).map(|bits| bits as Ref);
            match inside {
                Some(0) => {}
                Some(inside) if is_collection && is_inner(core, inside) => {
                    if !seen.contains(&inside) {
                        seen.push(inside);
                        open.push(inside);
                    }
                }
                _ => found.push(value),
            }
        }
    }
    (0..).zip(found).collect()
}

/// Whether an object is one whose elements count, and not what it keeps them in.
fn is_collection<D: Domain>(core: &Core<D>, object: Ref) -> bool {
    core.world.class_name(core.memory.class_of(object)).starts_with("java/util/")
}

/// Whether an object may be what a collection keeps its elements in.
fn is_inner<D: Domain>(core: &Core<D>, object: Ref) -> bool {
    let name = core.world.class_name(core.memory.class_of(object));
    name.trim_start_matches('[').trim_start_matches('L').starts_with("java/util/")
        || name == "[Ljava/lang/Object;"
}

/// What the cells of an object hold that are references.
fn cells<D: Domain>(core: &Core<D>, object: Ref) -> Vec<D::Value> {
    let (world, memory) = (&core.world, &core.memory);
    let class = memory.class_of(object);
    let name = world.class_name(class);
    if name.starts_with('[') {
        let elements = if name.starts_with("[L") || name.starts_with("[[") {
            0..memory.room(object)
        } else {
            0..0
        };
        return elements.map(|index| memory.get(object, index)).collect();
    }
    let classes = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
    let fields = classes.flat_map(|class| &world.loaded(class).fields);
    let fields = fields.map(|field| world.field(*field));
    let references = fields.filter(|f| !f.is_static() && f.storage == Storage::Ref);
    references.map(|field| memory.get(object, field.slot)).collect()
}
