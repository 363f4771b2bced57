//! `ArrayList`, `Vector`, `Stack`: the usual cases, on the arrays of the JDK.

use super::classes::Shape;
use super::keys::Probe;
use super::plan::Write;
use super::{Call, Entry, Plan, accelerated, cell, index, known, object, shape, this, truth};
use margay_machine::{Domain, End, Ref};

pub(super) const ARRAY_LIST: &str = "java/util/ArrayList";
pub(super) const VECTOR: &str = "java/util/Vector";
pub(super) const ITERATOR: &str = "java/util/ArrayList$Itr";
pub(super) const STACK: &str = "java/util/Stack";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let test = "(Ljava/lang/Object;)Z";
    let mut entries = vec![
        accelerated(VECTOR, "addElement", "(Ljava/lang/Object;)V", |c| add(c, None)),
        accelerated(STACK, "push", "(Ljava/lang/Object;)Ljava/lang/Object;", |c| {
            let pushed = c.args.get(1).copied();
            add(c, pushed)
        }),
        accelerated(STACK, "pop", "", pop),
        accelerated(ITERATOR, "next", "", next),
    ];
    for class in [ARRAY_LIST, VECTOR] {
        entries.extend([
            accelerated(class, "add", test, |c| add(c, truth::<D>(true))),
            accelerated(class, "get", "(I)Ljava/lang/Object;", get),
            accelerated(class, "contains", test, contains),
            accelerated(class, "indexOf", "(Ljava/lang/Object;)I", index_of),
            accelerated(class, "lastIndexOf", "(Ljava/lang/Object;)I", last_index_of),
        ]);
    }
    entries
}

/// A list as it is; none if something of it is undecided.
struct List {
    object: Ref,
    array: Ref,
    room: u32,
    size: u32,
    size_slot: u32,
    changes: u32,
    changes_slot: u32,
}

fn list<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> Option<List> {
    let Shape::List { elements, size: size_slot, changes: changes_slot } = shape(call, object)
    else {
        return None;
    };
    let array = cell(call, object, elements)? as Ref;
    let size = cell(call, object, size_slot)? as u32;
    let changes = cell(call, object, changes_slot)? as u32;
    if array == 0 || call.core.memory.awaits_length(array).is_some() {
        return None;
    }
    let room = call.core.memory.len(array);
    // A search may try lists that the JDK would never make.
    (size <= room).then_some(List { object, array, room, size, size_slot, changes, changes_slot })
}

fn receiver<D: Domain>(call: &mut Call<'_, D>) -> Option<List> {
    let object = this(call)?;
    list(call, object)
}

impl List {
    /// An element; none if it is undecided.
    fn element<D: Domain>(&self, call: &Call<'_, D>, index: u32) -> Option<Ref> {
        cell(call, self.array, index).map(|bits| bits as Ref)
    }

    /// An element is set, and with it the size.
    fn resize<V>(&self, index: u32, element: V, size: u32, number: fn(u64) -> V) -> [Write<V>; 3] {
        let changes = number(u64::from(self.changes.wrapping_add(1)));
        [
            Write { object: self.object, slot: self.changes_slot, value: changes },
            Write { object: self.array, slot: index, value: element },
            Write { object: self.object, slot: self.size_slot, value: number(u64::from(size)) },
        ]
    }
}

/// Adds at the end, if there is room.
fn add<D: Domain>(call: &mut Call<'_, D>, result: Option<D::Value>) -> Plan<D::Value> {
    match receiver(call) {
        Some(list) if list.size < list.room => {
            let writes = list.resize(list.size, call.args[1], list.size + 1, D::constant);
            Plan::Write(writes, result)
        }
        _ => Plan::Own,
    }
}

/// Removes the last element, if there is one.
fn pop<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(list) = receiver(call).filter(|list| list.size > 0) else { return Plan::Own };
    let last = list.size - 1;
    let element = call.core.memory.get(list.array, last);
    if list.element(call, last).is_none() {
        return Plan::Own;
    }
    Plan::Write(list.resize(last, D::constant(0), last, D::constant), Some(element))
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some((list, index)) = receiver(call).zip(known(call, 1)) else { return Plan::Own };
    if index >= list.size {
        return Plan::Own;
    }
    match list.element(call, index) {
        Some(element) => Plan::Value(object::<D>(element)),
        None => Plan::Own,
    }
}

/// Where the first or last element is that equals the argument; none if only bytecode can tell.
fn find<D: Domain>(call: &mut Call<'_, D>, end: End) -> Option<Option<u32>> {
    let (list, sought) = receiver(call).zip(known(call, 1))?;
    let probe = Probe::of(call, sought)?;
    for step in 0..list.size {
        let index = if end == End::Front { step } else { list.size - 1 - step };
        let element = list.element(call, index)?;
        if !probe.is_comparable(call, element) {
            return None;
        }
        if probe.equals(&call.core.memory, element) {
            return Some(Some(index));
        }
    }
    Some(None)
}

fn contains<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    find(call, End::Front).map_or(Plan::Own, |at| Plan::Value(truth::<D>(at.is_some())))
}

fn index_of<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    find(call, End::Front).map_or(Plan::Own, |at| Plan::Value(index::<D>(at)))
}

fn last_index_of<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    find(call, End::Back).map_or(Plan::Own, |at| Plan::Value(index::<D>(at)))
}

/// The next element of an iterator whose list has not changed.
fn next<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    step(call).unwrap_or(Plan::Own)
}

fn step<D: Domain>(call: &mut Call<'_, D>) -> Option<Plan<D::Value>> {
    let iterator = this(call)?;
    let Shape::Cursor { list: of, next, last, expected } = shape(call, iterator) else {
        return None;
    };
    let (of, expected) = (cell(call, iterator, of)?, cell(call, iterator, expected)?);
    let index = cell(call, iterator, next)? as u32;
    let list = list(call, of as Ref)?;
    if expected as u32 != list.changes || index >= list.size {
        return None;
    }
    let element = list.element(call, index)?;
    let write =
        |slot, number: u32| Write { object: iterator, slot, value: D::constant(u64::from(number)) };
    let none = Write { object: 0, slot: 0, value: D::constant(0) };
    Some(Plan::Write([write(next, index + 1), write(last, index), none], object::<D>(element)))
}
