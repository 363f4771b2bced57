//! From a container of the machine to the objects that the JDK would have made of the same
//! operations.

use super::classes::{ContainerKind, Shape};
use super::maps::{capacity, first_capacity, table};
use super::{Call, shape};
use crate::intrinsics::object::identity_hash_code;
use crate::platform::{field_slot, find_field};
use margay_ir::ClassId;
use margay_machine::{Abrupt, Container, Domain, Ref, Table, TableEntry};
use std::collections::VecDeque;

type Result<T, D> = std::result::Result<T, Abrupt<<D as Domain>::Value>>;

/// Makes a fresh object an empty container.
pub(super) fn freeze<D: Domain>(call: &mut Call<'_, D>, object: Ref, capacity: u32) {
    let Shape::Frozen { kind, handle: slot, first } = shape(call, object) else { return };
    let container = match kind {
        ContainerKind::LinkedList | ContainerKind::ArrayDeque => Container::Deque(VecDeque::new()),
        _ => Container::Table(Table::default()),
    };
    let handle = call.core.memory.new_container(container);
    set(call, object, slot, handle);
    if let Some(first) = first {
        set(call, object, first, capacity);
    }
}

/// Makes an object an ordinary one if it is frozen.
pub(crate) fn thaw<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> Result<(), D> {
    let Shape::Frozen { kind, handle: slot, .. } = shape(call, object) else { return Ok(()) };
    let handle = D::known(call.core.memory.get(object, slot)).unwrap_or_default() as u32;
    if handle == 0 {
        return Ok(());
    }
    match kind {
        ContainerKind::HashMap => hash_map(call, object, handle, "java/util/HashMap$Node")?,
        ContainerKind::LinkedHashMap => {
            hash_map(call, object, handle, "java/util/LinkedHashMap$Entry")?
        }
        ContainerKind::IdentityHashMap => identity_map(call, object, handle)?,
        ContainerKind::HashSet => set_of_map(call, object, handle, "java/util/HashMap")?,
        ContainerKind::LinkedHashSet => {
            set_of_map(call, object, handle, "java/util/LinkedHashMap")?
        }
        ContainerKind::LinkedList => linked_list(call, object, handle)?,
        ContainerKind::ArrayDeque => array_deque(call, object, handle)?,
    }
    set(call, object, slot, 0);
    Ok(())
}

/// Sets a cell to a number or reference.
fn set<D: Domain>(call: &mut Call<'_, D>, object: Ref, slot: u32, bits: u32) {
    call.core.memory.set(object, slot, D::constant(u64::from(bits)));
}

fn set_named<D: Domain>(
    call: &mut Call<'_, D>,
    object: Ref,
    name: &str,
    bits: u32,
) -> Result<(), D> {
    call.set_field(object, name, D::constant(u64::from(bits)))
}

/// A class of small objects that make up a container, with the cells of some of its fields.
struct Part<const N: usize> {
    class: ClassId,
    cells: u32,
    slots: [u32; N],
}

impl<const N: usize> Part<N> {
    fn of<D: Domain>(call: &mut Call<'_, D>, class: &str, fields: [&str; N]) -> Result<Self, D> {
        let id = call.jvm.require(call.core, class)?;
        let world = &call.core.world;
        let mut slots = [0; N];
        for (slot, field) in slots.iter_mut().zip(fields) {
            *slot = field_slot(world, id, field)
                .ok_or_else(|| Abrupt::Refuse(format!("this JDK's {class} has no {field}")))?;
        }
        Ok(Part { class: id, cells: world.loaded(id).cells, slots })
    }

    fn make<D: Domain>(&self, call: &mut Call<'_, D>, values: [u32; N]) -> Result<Ref, D> {
        let object = call.core.memory.allocate(self.class, self.cells)?;
        for (slot, value) in self.slots.iter().zip(values) {
            set(call, object, *slot, value);
        }
        Ok(object)
    }
}

fn new_array<D: Domain>(call: &mut Call<'_, D>, class: &str, len: u32) -> Result<Ref, D> {
    let class = call.jvm.require(call.core, class)?;
    Ok(call.core.memory.allocate(class, len)?)
}

/// Chains in buckets, each in the order of insertion; a linked map chains all entries, too.
fn hash_map<D: Domain>(call: &mut Call<'_, D>, map: Ref, handle: u32, node: &str) -> Result<(), D> {
    let (first, old) = (first_capacity(call, map), table(call, handle));
    let (peak, changes) = (old.peak(), old.changes());
    let entries: Vec<TableEntry> = old.entries().collect();
    set_named(call, map, "loadFactor", 0.75f32.to_bits())?;
    set_named(call, map, "modCount", changes)?;
    if peak == 0 {
        return Ok(());
    }
    let size = capacity(first, peak);
    let buckets = new_array(call, "[Ljava/util/HashMap$Node;", size)?;
    let part = Part::of(call, node, ["hash", "key", "value", "next"])?;
    let mut tails = vec![0; size as usize];
    let mut nodes = Vec::with_capacity(entries.len());
    for TableEntry { key, hash, value } in entries {
        let (bucket, node) = (hash & (size - 1), part.make(call, [hash, key, value, 0])?);
        match std::mem::replace(&mut tails[bucket as usize], node) {
            0 => set(call, buckets, bucket, node),
            last => set(call, last, part.slots[3], node),
        }
        nodes.push(node);
    }
    if node == "java/util/LinkedHashMap$Entry" {
        link(call, map, &nodes, ["head", "tail"], ["before", "after"])?;
    }
    set_named(call, map, "table", buckets)?;
    set_named(call, map, "size", nodes.len() as u32)?;
    set_named(call, map, "threshold", (u64::from(size) * 3 / 4) as u32)
}

/// Links objects both ways and gives the ends to their owner.
fn link<D: Domain>(
    call: &mut Call<'_, D>,
    owner: Ref,
    nodes: &[Ref],
    [first, last]: [&str; 2],
    [before, after]: [&str; 2],
) -> Result<(), D> {
    let (Some(head), Some(tail)) = (nodes.first(), nodes.last()) else { return Ok(()) };
    let (before, after) = (call.slot(*head, before)?, call.slot(*head, after)?);
    for pair in nodes.windows(2) {
        set(call, pair[0], after, pair[1]);
        set(call, pair[1], before, pair[0]);
    }
    set_named(call, owner, first, *head)?;
    set_named(call, owner, last, *tail)
}

/// Keys and values side by side, by open addressing.
fn identity_map<D: Domain>(call: &mut Call<'_, D>, map: Ref, handle: u32) -> Result<(), D> {
    let old = table(call, handle);
    let (peak, changes) = (old.peak(), old.changes());
    let entries: Vec<TableEntry> = old.entries().collect();
    let class = call.core.memory.class_of(map);
    let no_key = static_object(call, class, "NULL_KEY");
    // As long as two tables of keys and values; a third of it stays free.
    let mut len = 64;
    while 3 * u64::from(peak) > u64::from(len) {
        len *= 2;
    }
    let pairs = new_array(call, "[Ljava/lang/Object;", len)?;
    for TableEntry { key, value, .. } in &entries {
        let key = if *key == 0 { no_key } else { *key };
        let hash = identity_hash_code(key);
        let mut at = (hash << 1).wrapping_sub(hash << 8) & (len - 1);
        while D::known(call.core.memory.get(pairs, at)) != Some(0) {
            at = (at + 2) % len;
        }
        set(call, pairs, at, key);
        set(call, pairs, at + 1, *value);
    }
    set_named(call, map, "table", pairs)?;
    set_named(call, map, "size", entries.len() as u32)?;
    set_named(call, map, "modCount", changes)
}

/// What a static field of the library holds.
fn static_object<D: Domain>(call: &Call<'_, D>, class: ClassId, name: &str) -> Ref {
    let field = find_field(&call.core.world, class, name);
    let value = field.map(|id| call.core.memory.get_static(call.core.world.field(id).slot));
    value.and_then(D::known).unwrap_or_default() as Ref
}

/// The keys of a map, which is frozen in turn.
fn set_of_map<D: Domain>(
    call: &mut Call<'_, D>,
    set: Ref,
    handle: u32,
    map: &str,
) -> Result<(), D> {
    let class = call.core.memory.class_of(set);
    let present = static_object(call, class, "PRESENT");
    let keys = table(call, handle).with_value(present);
    let part = Part::of(call, map, [])?;
    let map = part.make(call, [])?;
    if let Shape::Frozen { handle: slot, .. } = shape(call, map) {
        let handle = call.core.memory.new_container(Container::Table(keys));
        self::set(call, map, slot, handle);
    }
    set_named(call, set, "map", map)
}

fn linked_list<D: Domain>(call: &mut Call<'_, D>, list: Ref, handle: u32) -> Result<(), D> {
    let elements = elements(call, handle);
    let part = Part::of(call, "java/util/LinkedList$Node", ["item"])?;
    let mut nodes = Vec::with_capacity(elements.len());
    for element in elements {
        nodes.push(part.make(call, [element])?);
    }
    link(call, list, &nodes, ["first", "last"], ["prev", "next"])?;
    set_named(call, list, "size", nodes.len() as u32)
}

fn array_deque<D: Domain>(call: &mut Call<'_, D>, deque: Ref, handle: u32) -> Result<(), D> {
    let elements = elements(call, handle);
    let count = elements.len() as u32;
    // One place is always free; small arrays double, others grow by half.
    let mut len = 17;
    while count >= len {
        len += if len < 64 { len + 2 } else { len / 2 };
    }
    let array = new_array(call, "[Ljava/lang/Object;", len)?;
    for (index, element) in (0..).zip(elements) {
        set(call, array, index, element);
    }
    set_named(call, deque, "elements", array)?;
    set_named(call, deque, "tail", count)
}

fn elements<D: Domain>(call: &Call<'_, D>, handle: u32) -> Vec<Ref> {
    let deque = call.core.memory.container(handle).deque();
    deque.into_iter().flatten().copied().collect()
}
