//! Which classes are accelerated, and what must be known of any class over and over.

use super::keys::{self, Equality};
use super::{bit_sets, deques, lists, maps, sets};
use crate::platform::field_slot;
use margay_ir::world::{FieldDef, modifiers};
use margay_ir::{ClassId, Storage, World};

/// The hidden field; no class file has a name with a slash for one of its own.
const HANDLE: &str = "margay/handle";

/// Classes whose objects can be frozen. Subclasses of the program's own never are, nor are their
/// methods done in place: those they override may be called by those they do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContainerKind {
    HashMap,
    LinkedHashMap,
    IdentityHashMap,
    HashSet,
    LinkedHashSet,
    LinkedList,
    ArrayDeque,
}

const KINDS: [(&str, ContainerKind); 7] = [
    (maps::HASH_MAP, ContainerKind::HashMap),
    (maps::LINKED_MAP, ContainerKind::LinkedHashMap),
    (maps::IDENTITY_MAP, ContainerKind::IdentityHashMap),
    (sets::HASH_SET, ContainerKind::HashSet),
    (sets::LINKED_SET, ContainerKind::LinkedHashSet),
    (deques::LINKED_LIST, ContainerKind::LinkedList),
    (deques::ARRAY_DEQUE, ContainerKind::ArrayDeque),
];

/// What of an object the accelerated methods look at: cells by their number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Other,
    /// May be frozen: then the handle is not 0. Maps also know the size of their first table.
    Frozen {
        kind: ContainerKind,
        handle: u32,
        first: Option<u32>,
    },
    /// A view of a map, which may be frozen.
    View {
        map: u32,
    },
    /// A list in an array.
    List {
        elements: u32,
        size: u32,
        changes: u32,
    },
    /// An iterator of such a list.
    Cursor {
        list: u32,
        next: u32,
        last: u32,
        expected: u32,
    },
    /// A set of bits.
    Bits {
        words: u32,
        used: u32,
    },
}

/// What is asked of a class over and over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub shape: Shape,
    pub equality: Equality,
}

impl Facts {
    pub fn of(world: &mut World, class: ClassId) -> Facts {
        Facts { shape: shape(world, class), equality: keys::equality(world, class) }
    }
}

/// The hidden field of a class whose objects can be frozen; subclasses inherit it.
pub(crate) fn handle_field(world: &mut World, class: &str) -> Option<FieldDef> {
    let heads = KINDS.iter().any(|(name, _)| *name == class)
        && ![maps::LINKED_MAP, sets::LINKED_SET].contains(&class);
    heads.then(|| FieldDef {
        name: world.name(HANDLE),
        descriptor: world.name("I"),
        modifiers: modifiers::SYNTHETIC | modifiers::HIDDEN,
        storage: Storage::I32,
        constant: None,
    })
}

fn shape(world: &World, class: ClassId) -> Shape {
    let (name, slot) = (world.class_name(class), |name| field_slot(world, class, name));
    if let Some((_, kind)) = KINDS.iter().find(|(exact, _)| *exact == name) {
        let (handle, first) = (slot(HANDLE), slot("threshold"));
        return handle.map_or(Shape::Other, |handle| Shape::Frozen { kind: *kind, handle, first });
    }
    other_shape(world, class).unwrap_or(Shape::Other)
}

fn other_shape(world: &World, class: ClassId) -> Option<Shape> {
    let slot = |name| field_slot(world, class, name);
    match world.class_name(class) {
        name if maps::VIEWS.contains(&name) => Some(Shape::View { map: slot("this$0")? }),
        lists::ARRAY_LIST => Some(Shape::List {
            elements: slot("elementData")?,
            size: slot("size")?,
            changes: slot("modCount")?,
        }),
        lists::VECTOR | lists::STACK => Some(Shape::List {
            elements: slot("elementData")?,
            size: slot("elementCount")?,
            changes: slot("modCount")?,
        }),
        lists::ITERATOR => Some(Shape::Cursor {
            list: slot("this$0")?,
            next: slot("cursor")?,
            last: slot("lastRet")?,
            expected: slot("expectedModCount")?,
        }),
        bit_sets::BIT_SET => Some(Shape::Bits { words: slot("words")?, used: slot("wordsInUse")? }),
        _ => None,
    }
}
