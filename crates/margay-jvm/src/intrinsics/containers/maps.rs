//! `HashMap`, `LinkedHashMap`, `IdentityHashMap`: tables of the machine.

use super::classes::{ContainerKind, Shape};
use super::keys::{Equality, Probe};
use super::{
    Call, Entry, Frozen, NotOurs, Plan, accelerated, cell, clear, is_empty, known, object, own,
    receiver, shape, size, thaw_first, this, truth,
};
use margay_machine::lanes::{self, Lanes};
use margay_machine::{Change, Domain, Ref, Table, TableEntry};

pub(super) const HASH_MAP: &str = "java/util/HashMap";
pub(super) const LINKED_MAP: &str = "java/util/LinkedHashMap";
pub(super) const IDENTITY_MAP: &str = "java/util/IdentityHashMap";

/// Inner classes that see the fields of their map.
pub(super) const VIEWS: [&str; 9] = [
    "java/util/HashMap$KeySet",
    "java/util/HashMap$Values",
    "java/util/HashMap$EntrySet",
    "java/util/LinkedHashMap$LinkedKeySet",
    "java/util/LinkedHashMap$LinkedValues",
    "java/util/LinkedHashMap$LinkedEntrySet",
    "java/util/IdentityHashMap$KeySet",
    "java/util/IdentityHashMap$Values",
    "java/util/IdentityHashMap$EntrySet",
];

const KEY: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
const PAIR: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let mut entries = vec![
        accelerated(HASH_MAP, "<init>", "(I)V", new_with_capacity),
        accelerated(HASH_MAP, "putIfAbsent", PAIR, put_if_absent),
        accelerated(HASH_MAP, "getOrDefault", PAIR, get_or_default),
        accelerated(LINKED_MAP, "getOrDefault", PAIR, get_or_default),
        accelerated(HASH_MAP, "computeIfAbsent", "", compute_if_absent),
    ];
    for class in [HASH_MAP, IDENTITY_MAP] {
        entries.extend([
            accelerated(class, "put", PAIR, put),
            accelerated(class, "containsKey", "(Ljava/lang/Object;)Z", contains_key),
            accelerated(class, "remove", KEY, remove),
            accelerated(class, "size", "()I", size),
            accelerated(class, "isEmpty", "()Z", is_empty),
        ]);
    }
    for class in [HASH_MAP, LINKED_MAP, IDENTITY_MAP] {
        entries.extend([
            accelerated(class, "<init>", "()V", new),
            accelerated(class, "get", KEY, get),
            accelerated(class, "clear", "()V", clear),
            accelerated(class, "*", "", thaw_first),
        ]);
        // These only make the view.
        for view in ["keySet", "values", "entrySet"] {
            entries.push(accelerated(class, view, "", own));
        }
    }
    for class in VIEWS {
        entries.push(accelerated(class, "<init>", "", own));
        entries.push(accelerated(class, "*", "", thaw_map));
    }
    entries
}

/// Constructors: an object of exactly one of the classes starts frozen.
pub(super) fn new<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    freeze(call, 0)
}

fn freeze<D: Domain>(call: &mut Call<'_, D>, capacity: u32) -> Plan<D::Value> {
    let Some(object) = this(call) else { return Plan::Own };
    match shape(call, object) {
        Shape::Frozen { .. } => Plan::Freeze(object, capacity),
        _ => Plan::Own,
    }
}

/// The largest table of the JDK.
const LARGEST: u32 = 1 << 30;

fn new_with_capacity<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match known(call, 1) {
        Some(size @ 0..=LARGEST) => freeze(call, size.next_power_of_two()),
        _ => Plan::Own,
    }
}

/// A key that was looked up in a frozen map or set.
pub(super) struct Found {
    pub map: Ref,
    pub handle: u32,
    kind: ContainerKind,
    key: Ref,
    hash: u32,
    pub at: Option<u32>,
}

/// Looks the first argument up.
#[inline]
pub(super) fn find<D: Domain>(call: &mut Call<'_, D>) -> Result<Found, NotOurs> {
    let Frozen { object: map, handle, kind } = receiver(call).ok_or(NotOurs::Own)?;
    let key = known(call, 1).ok_or(NotOurs::Thaw(map))?;
    let probe = probe(call, kind, key).ok_or(NotOurs::Thaw(map))?;
    let hash = hash(call, kind, probe);
    let at = position(call, handle, probe, hash);
    Ok(Found { map, handle, kind, key, hash, at })
}

/// How a key is looked for in a table; none if that is not for us to do.
#[inline]
fn probe<D: Domain>(call: &mut Call<'_, D>, kind: ContainerKind, key: Ref) -> Option<Probe> {
    match kind {
        ContainerKind::IdentityHashMap => Some(Probe { key, equality: Equality::Identity }),
        _ => Probe::of(call, key),
    }
}

/// The hash code of a key in the JDK's table.
#[inline]
fn hash<D: Domain>(call: &Call<'_, D>, kind: ContainerKind, probe: Probe) -> u32 {
    let hash = probe.hash_code(&call.core.memory);
    if kind == ContainerKind::IdentityHashMap { hash } else { hash ^ hash >> 16 }
}

/// Where the entry of a key is.
#[inline]
fn position<D: Domain>(call: &Call<'_, D>, handle: u32, probe: Probe, hash: u32) -> Option<u32> {
    let (memory, table) = (&call.core.memory, table(call, handle));
    match probe.equality {
        Equality::Identity => table.find_same(hash, probe.key),
        _ => table.find(hash, |other| probe.equals(memory, other)),
    }
}

#[inline]
pub(super) fn table<'a, D: Domain>(call: &'a Call<'_, D>, handle: u32) -> &'a Table {
    call.core.memory.container(handle).table().expect("maps and sets are tables")
}

impl Found {
    fn value<D: Domain>(&self, call: &Call<'_, D>) -> Option<Ref> {
        self.at.map(|at| table(call, self.handle).value(at))
    }

    /// The key comes in with a value.
    pub fn insert<D: Domain>(
        &self,
        call: &mut Call<'_, D>,
        value: Ref,
        result: Option<D::Value>,
    ) -> Plan<D::Value> {
        if self.kind != ContainerKind::IdentityHashMap && self.is_crowded(call) {
            return Plan::Thaw(self.map);
        }
        let entry = TableEntry { key: self.key, hash: self.hash, value };
        Plan::Change(self.handle, Change::Insert(entry), result)
    }
    /// Whether the JDK would do more than append the key to the others of its bucket.
    fn is_crowded<D: Domain>(&self, call: &mut Call<'_, D>) -> bool {
        if table(call, self.handle).len() < CROWD {
            return false;
        }
        let first = first_capacity(call, self.map);
        let table = table(call, self.handle);
        table.crowd(self.hash, capacity(first, table.peak())) >= CROWD
    }
}

/// Keys in one bucket above which the JDK makes it a tree, or its table larger than usual.
const CROWD: usize = 8;

/// The size of the first table that the JDK makes for a map.
pub(super) fn first_capacity<D: Domain>(call: &mut Call<'_, D>, map: Ref) -> u32 {
    let Shape::Frozen { first: Some(slot), .. } = shape(call, map) else { return USUAL };
    match cell(call, map, slot).unwrap_or_default() as u32 {
        0 => USUAL,
        first => first,
    }
}

/// The size of the first table unless the constructor was given another.
const USUAL: u32 = 16;

/// The size of the JDK's table once it has had so many entries.
pub(super) fn capacity(first: u32, peak: u32) -> u32 {
    let mut capacity = first;
    while 4 * u64::from(peak) > 3 * u64::from(capacity) && capacity < LARGEST {
        capacity *= 2;
    }
    capacity
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(found) => Plan::Value(object::<D>(found.value(call).unwrap_or_default())),
        Err(not) => not.plan(),
    }
}

fn get_or_default<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(found) => match found.value(call) {
            Some(value) => Plan::Value(object::<D>(value)),
            None => Plan::Value(Some(call.args[2])),
        },
        Err(not) => not.plan(),
    }
}

fn contains_key<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(found) => Plan::Value(truth::<D>(found.at.is_some())),
        Err(not) => not.plan(),
    }
}

fn put<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    store(call, |_| true)
}

/// What has a value keeps it.
fn put_if_absent<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    store(call, |old| old == 0)
}

/// Gives a key a value; an old value is replaced if that is wanted.
fn store<D: Domain>(call: &mut Call<'_, D>, replaces: fn(Ref) -> bool) -> Plan<D::Value> {
    let found = match find(call) {
        Ok(found) => found,
        Err(not) => return not.plan(),
    };
    let Some(value) = known(call, 2) else { return Plan::Thaw(found.map) };
    match (found.at, found.value(call)) {
        (Some(at), Some(old)) if old != value && replaces(old) => {
            Plan::Change(found.handle, Change::SetValue(at, value), object::<D>(old))
        }
        (_, Some(old)) => Plan::Value(object::<D>(old)),
        _ => found.insert(call, value, object::<D>(0)),
    }
}

/// A value that is there is given; else the function is called, by bytecode (which also puts new
/// keys first in their bucket, as `put` does not).
fn compute_if_absent<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match (find(call), known(call, 2)) {
        (Ok(found), Some(1..)) => match found.value(call) {
            Some(value @ 1..) => Plan::Value(object::<D>(value)),
            _ => Plan::Thaw(found.map),
        },
        (Ok(found), _) => Plan::Thaw(found.map),
        (Err(not), _) => not.plan(),
    }
}

fn remove<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(Found { at: None, .. }) => Plan::Value(object::<D>(0)),
        Ok(found @ Found { handle, at: Some(at), .. }) => {
            let old = found.value(call).unwrap_or_default();
            Plan::Change(handle, Change::Remove(at), object::<D>(old))
        }
        Err(not) => not.plan(),
    }
}

/// Views: the map they are of becomes an ordinary one.
fn thaw_map<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(view) = this(call) else { return Plan::Own };
    let Shape::View { map } = shape(call, view) else { return Plan::Own };
    let map = cell(call, view, map).unwrap_or_default();
    let args = [D::constant(map)];
    thaw_first(&mut Call { jvm: call.jvm, core: call.core, args: &args })
}

/// A question about membership.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Membership {
    /// `add`: false, and without effect, for members only.
    Add,
    /// `contains`, `containsKey`.
    Contains,
}

/// The answers for many keys at once; none if the container runs as bytecode.
pub(crate) fn peek_members<D: Domain>(
    call: &mut Call<'_, D>,
    test: Membership,
    lanes: &mut Lanes<'_, D::Value>,
) -> Option<u64> {
    let Frozen { handle, kind, .. } = receiver(call)?;
    // A key of a frozen table is the same as itself, whatever others it is equal to.
    let (table, mut members) = (table(call, handle), 0);
    for (lane, value) in lanes.values.iter().enumerate() {
        let is_key = D::known(*value).is_some_and(|key| table.has_key(key as Ref));
        members |= u64::from(is_key) << lane;
    }
    members &= lanes.mask;
    let others = lanes.mask & !members;
    let identities = equal_by_identity(call, kind, lanes, others);
    let mut asked = members | identities;
    for lane in lanes::of(others & !identities) {
        let key = D::known(lanes.values[lane]);
        if let Some(probe) = key.and_then(|key| probe(call, kind, key as Ref)) {
            asked |= 1 << lane;
            let found = position(call, handle, probe, hash(call, kind, probe));
            members |= u64::from(found.is_some()) << lane;
        }
    }
    if test == Membership::Add {
        lanes.same = Some(D::constant(0));
        return Some(members);
    }
    for lane in lanes::of(asked) {
        lanes.results[lane] = D::constant(members >> lane & 1);
    }
    Some(asked)
}

/// Those of some lanes whose values are compared by identity. Values of one cell are mostly of one
/// class: all that are like the first are told at once, then the others.
#[inline]
fn equal_by_identity<D: Domain>(
    call: &mut Call<'_, D>,
    kind: ContainerKind,
    lanes: &Lanes<'_, D::Value>,
    mut rest: u64,
) -> u64 {
    let mut found = 0;
    while rest != 0 {
        let first = D::known(lanes.values[rest.trailing_zeros() as usize]);
        let first_probe = first.and_then(|key| probe(call, kind, key as Ref));
        let (domain, memory) = (&call.core.domain, &call.core.memory);
        // Null and what is not decided are classes of their own.
        let class = |key: Option<u64>| match key {
            Some(0) => u64::MAX,
            Some(key) if domain.has_class(key as Ref) => {
                u64::from(memory.class_of(key as Ref).as_u32())
            }
            _ => u64::MAX - 1,
        };
        let (wanted, mut alike) = (class(first), 0);
        for lane in lanes::of(rest) {
            alike |= u64::from(class(D::known(lanes.values[lane])) == wanted) << lane;
        }
        if first_probe.is_some_and(|probe| probe.equality == Equality::Identity) {
            found |= alike;
        }
        rest &= !alike;
    }
    found
}
