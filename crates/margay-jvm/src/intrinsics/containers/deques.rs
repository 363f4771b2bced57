//! `LinkedList` and `ArrayDeque`: deques of the machine. What they throw they throw as bytecode.

use super::classes::ContainerKind;
use super::keys::Probe;
use super::maps::new;
use super::{
    Call, Entry, Frozen, NotOurs, Plan, Planner, accelerated, clear, index, is_empty, known,
    object, receiver, size, thaw_first, truth,
};
use margay_machine::{Change, Deed, Domain, End, Ref};
use std::collections::VecDeque;

pub(super) const LINKED_LIST: &str = "java/util/LinkedList";
pub(super) const ARRAY_DEQUE: &str = "java/util/ArrayDeque";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let (at, test) = ("(I)Ljava/lang/Object;", "(Ljava/lang/Object;)Z");
    let mut entries = vec![
        accelerated(ARRAY_DEQUE, "isEmpty", "()Z", is_empty),
        accelerated(LINKED_LIST, "get", at, get),
        accelerated(LINKED_LIST, "set", "(ILjava/lang/Object;)Ljava/lang/Object;", set),
        accelerated(LINKED_LIST, "indexOf", "(Ljava/lang/Object;)I", index_of),
        accelerated(LINKED_LIST, "remove", at, remove_at),
        accelerated(LINKED_LIST, "remove", test, remove_first_equal),
        // Inherited by lists, and asked by every loop over a worklist.
        accelerated("java/util/AbstractCollection", "isEmpty", "()Z", is_empty),
        // Inherited by lists, and it looks at their inside.
        accelerated("java/util/AbstractList", "subList", "", thaw_first),
    ];
    for class in [LINKED_LIST, ARRAY_DEQUE] {
        for (name, descriptor, plan) in pushes() {
            entries.push(accelerated(class, name, descriptor, plan));
        }
        for (name, plan) in takes() {
            entries.push(accelerated(class, name, "()Ljava/lang/Object;", plan));
        }
        entries.extend([
            accelerated(class, "<init>", "()V", new),
            accelerated(class, "contains", test, contains),
            accelerated(class, "size", "()I", size),
            accelerated(class, "clear", "()V", clear),
            accelerated(class, "*", "", thaw_first),
        ]);
    }
    entries
}

fn pushes<D: Domain>() -> [(&'static str, &'static str, Planner<D>); 7] {
    let (tells, silent) = ("(Ljava/lang/Object;)Z", "(Ljava/lang/Object;)V");
    [
        ("add", tells, |c| push(c, End::Back, true)),
        ("offer", tells, |c| push(c, End::Back, true)),
        ("offerLast", tells, |c| push(c, End::Back, true)),
        ("offerFirst", tells, |c| push(c, End::Front, true)),
        ("addLast", silent, |c| push(c, End::Back, false)),
        ("addFirst", silent, |c| push(c, End::Front, false)),
        ("push", silent, |c| push(c, End::Front, false)),
    ]
}

fn takes<D: Domain>() -> [(&'static str, Planner<D>); 13] {
    [
        ("poll", |c| take(c, End::Front, true, false)),
        ("pollFirst", |c| take(c, End::Front, true, false)),
        ("pollLast", |c| take(c, End::Back, true, false)),
        ("remove", |c| take(c, End::Front, true, true)),
        ("removeFirst", |c| take(c, End::Front, true, true)),
        ("removeLast", |c| take(c, End::Back, true, true)),
        ("pop", |c| take(c, End::Front, true, true)),
        ("peek", |c| take(c, End::Front, false, false)),
        ("peekFirst", |c| take(c, End::Front, false, false)),
        ("peekLast", |c| take(c, End::Back, false, false)),
        ("element", |c| take(c, End::Front, false, true)),
        ("getFirst", |c| take(c, End::Front, false, true)),
        ("getLast", |c| take(c, End::Back, false, true)),
    ]
}

/// What an entry does to one of the ends.
pub(super) fn deed<D: Domain>(entry: &Entry<D>) -> Option<Deed> {
    let is_deque = [LINKED_LIST, ARRAY_DEQUE].contains(&entry.class);
    let push = |end, answers| Deed::Push { end, answers, null: entry.class == LINKED_LIST };
    let take = |end, removes| Deed::Take { end, removes };
    let deed = match (entry.name, entry.descriptor) {
        ("add" | "offer" | "offerLast", "(Ljava/lang/Object;)Z") => push(End::Back, true),
        ("offerFirst", "(Ljava/lang/Object;)Z") => push(End::Front, true),
        ("addLast", "(Ljava/lang/Object;)V") => push(End::Back, false),
        ("addFirst" | "push", "(Ljava/lang/Object;)V") => push(End::Front, false),
        ("poll" | "pollFirst" | "remove" | "removeFirst" | "pop", "()Ljava/lang/Object;") => {
            take(End::Front, true)
        }
        ("pollLast" | "removeLast", "()Ljava/lang/Object;") => take(End::Back, true),
        ("peek" | "peekFirst" | "element" | "getFirst", "()Ljava/lang/Object;") => {
            take(End::Front, false)
        }
        ("peekLast" | "getLast", "()Ljava/lang/Object;") => take(End::Back, false),
        _ => return None,
    };
    is_deque.then_some(deed)
}

fn deque<'a, D: Domain>(call: &'a Call<'_, D>, handle: u32) -> &'a VecDeque<Ref> {
    call.core.memory.container(handle).deque().expect("lists and deques are deques")
}

fn push<D: Domain>(call: &mut Call<'_, D>, end: End, answers: bool) -> Plan<D::Value> {
    let Some(Frozen { object, handle, kind }) = receiver(call) else { return Plan::Own };
    match known(call, 1) {
        None => Plan::Thaw(object),
        Some(0) if kind == ContainerKind::ArrayDeque => Plan::Thaw(object),
        Some(element) => {
            let result = if answers { truth::<D>(true) } else { None };
            Plan::Change(handle, Change::Push(end, element), result)
        }
    }
}

fn take<D: Domain>(
    call: &mut Call<'_, D>,
    end: End,
    removes: bool,
    throws: bool,
) -> Plan<D::Value> {
    let Some(frozen) = receiver(call) else { return Plan::Own };
    let deque = deque(call, frozen.handle);
    let element = match end {
        End::Front => deque.front(),
        End::Back => deque.back(),
    };
    match element {
        Some(element) if removes => {
            Plan::Change(frozen.handle, Change::Pop(end), object::<D>(*element))
        }
        Some(element) => Plan::Value(object::<D>(*element)),
        None if throws => Plan::Thaw(frozen.object),
        None => Plan::Value(object::<D>(0)),
    }
}

/// The element at the place that the first argument says; an exception is thrown as bytecode.
fn element<D: Domain>(call: &mut Call<'_, D>) -> Result<(Frozen, u32, Ref), NotOurs> {
    let frozen = receiver(call).ok_or(NotOurs::Own)?;
    let at = known(call, 1).ok_or(NotOurs::Thaw(frozen.object))?;
    match deque(call, frozen.handle).get(at as usize) {
        Some(&element) => Ok((frozen, at, element)),
        None => Err(NotOurs::Thaw(frozen.object)),
    }
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    element(call).map_or_else(|not| not.plan(), |(_, _, old)| Plan::Value(object::<D>(old)))
}

fn set<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match (element(call), known(call, 2)) {
        (Ok((frozen, at, old)), Some(new)) => {
            Plan::Change(frozen.handle, Change::SetElement(at, new), object::<D>(old))
        }
        (Ok((frozen, ..)), None) => Plan::Thaw(frozen.object),
        (Err(not), _) => not.plan(),
    }
}

fn remove_at<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match element(call) {
        Ok((frozen, at, old)) => {
            Plan::Change(frozen.handle, Change::RemoveElement(at), object::<D>(old))
        }
        Err(not) => not.plan(),
    }
}

/// Where the first element is that equals the first argument.
fn find<D: Domain>(call: &mut Call<'_, D>) -> Result<(u32, Option<u32>), NotOurs> {
    let Frozen { object, handle, .. } = receiver(call).ok_or(NotOurs::Own)?;
    let sought = known(call, 1).ok_or(NotOurs::Thaw(object))?;
    let probe = Probe::of(call, sought).ok_or(NotOurs::Thaw(object))?;
    for (at, element) in (0..).zip(deque(call, handle)) {
        if !probe.is_comparable(call, *element) {
            return Err(NotOurs::Thaw(object));
        }
        if probe.equals(&call.core.memory, *element) {
            return Ok((handle, Some(at)));
        }
    }
    Ok((handle, None))
}

fn contains<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    find(call).map_or_else(|not| not.plan(), |(_, at)| Plan::Value(truth::<D>(at.is_some())))
}

fn index_of<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    find(call).map_or_else(|not| not.plan(), |(_, at)| Plan::Value(index::<D>(at)))
}

fn remove_first_equal<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok((_, None)) => Plan::Value(truth::<D>(false)),
        Ok((handle, Some(at))) => Plan::Change(handle, Change::RemoveElement(at), truth::<D>(true)),
        Err(not) => not.plan(),
    }
}
