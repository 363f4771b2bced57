//! `java.util` containers, done in one step where their own code would take many.
//!
//! Two ways, both exact, and both leave whatever they do not do themselves to the JDK's bytecode:
//!
//! - **Frozen**: the contents of a fresh hash table or deque are a container of the machine, named
//!   by a hidden field, and its methods act on that; each operation is undone as one
//!   ([`maps`], [`sets`], [`deques`]). Any other method first *thaws* the object: it gets the
//!   representation that the JDK would have built ([`thaw`]), and from then on (on this path) it
//!   runs as bytecode.
//! - **In place**: lists in arrays and bit sets keep the JDK's representation, which a few cells
//!   undo; the usual case of a method is done on it at once ([`lists`], [`bit_sets`]).
//!
//! Keys and elements whose class has its own `equals` or `hashCode` are the program's business:
//! they are left to bytecode ([`keys`] says which are not). A method says what it would do
//! ([`plan`]) before anything is done, so that looking ahead can ask.

mod bit_sets;
mod classes;
mod deques;
mod keys;
mod lists;
mod maps;
mod plan;
mod sets;
mod thaw;

pub(crate) use classes::{Facts, handle_field};
pub(crate) use keys::Equality;
pub(crate) use maps::{Membership, peek_members};
pub(crate) use plan::{Plan, Planner, perform};
pub(crate) use thaw::thaw;

use super::{Call, Entry, Run};
use classes::{ContainerKind, Shape};
use margay_machine::{Deed, Domain, Ref, Shortcut};

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let mut entries = Vec::new();
    entries.extend(maps::entries());
    entries.extend(sets::entries());
    entries.extend(deques::entries());
    entries.extend(lists::entries());
    entries.extend(bit_sets::entries());
    entries
}

/// An entry that plans what to do, and may leave it to the method's bytecode.
const fn accelerated<D: Domain>(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    plan: Planner<D>,
) -> Entry<D> {
    let why = "a container: done in one step, undone in constant time";
    Entry { class, name, descriptor, run: Run::Planned(plan), pure: false, why }
}

/// What an entry asks, if it is about membership in a table.
pub(super) fn membership<D: Domain>(entry: &Entry<D>) -> Option<Membership> {
    match (entry.class, entry.name) {
        (sets::HASH_SET, "add") => Some(Membership::Add),
        (sets::HASH_SET, "contains") | (maps::HASH_MAP | maps::IDENTITY_MAP, "containsKey") => {
            Some(Membership::Contains)
        }
        _ => None,
    }
}

/// What an entry does to a frozen object, if the machine can do that by itself.
pub(super) fn deed<D: Domain>(entry: &Entry<D>) -> Option<Deed> {
    let Run::Planned(_) = entry.run else { return None };
    if let Some(test) = membership(entry) {
        return Some(Deed::Member { adds: test == Membership::Add });
    }
    match (entry.name, entry.descriptor) {
        ("size", "()I") => Some(Deed::Len),
        ("isEmpty", "()Z") => Some(Deed::IsEmpty),
        _ => deques::deed(entry),
    }
}

/// How the machine does what an entry would do to an object of a class.
pub(crate) fn shortcut(deed: Deed, facts: Facts) -> Option<Shortcut> {
    match facts.shape {
        Shape::Frozen { handle, .. } => Some(Shortcut { deed, handle }),
        _ => None,
    }
}

/// An object that is frozen.
struct Frozen {
    object: Ref,
    handle: u32,
    kind: ContainerKind,
}

/// Why a method is not done here.
enum NotOurs {
    /// The object is an ordinary one.
    Own,
    /// This one has to become an ordinary one.
    Thaw(Ref),
}

impl NotOurs {
    fn plan<V>(self) -> Plan<V> {
        match self {
            NotOurs::Own => Plan::Own,
            NotOurs::Thaw(object) => Plan::Thaw(object),
        }
    }
}

/// The receiver of a call, if it is frozen.
#[inline]
fn receiver<D: Domain>(call: &mut Call<'_, D>) -> Option<Frozen> {
    let object = this(call)?;
    let Shape::Frozen { kind, handle, .. } = shape(call, object) else { return None };
    let handle = D::known(call.core.memory.get(object, handle))? as u32;
    (handle != 0).then_some(Frozen { object, handle, kind })
}

#[inline]
fn shape<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> Shape {
    let class = call.core.memory.class_of(object);
    call.jvm.facts(&mut call.core.world, class).shape
}

/// The object that a call is made on; none if the domain has yet to decide which.
#[inline]
fn this<D: Domain>(call: &Call<'_, D>) -> Option<Ref> {
    call.args.first().and_then(|value| call.core.domain.bits(*value)).map(|bits| bits as Ref)
}

/// A reference or number given to a call; none if it is not plain: containers hold bits only.
#[inline]
fn known<D: Domain>(call: &Call<'_, D>, index: usize) -> Option<Ref> {
    call.args.get(index).and_then(|value| D::known(*value)).map(|bits| bits as Ref)
}

/// A cell of an object; none if it is undecided.
fn cell<D: Domain>(call: &Call<'_, D>, object: Ref, slot: u32) -> Option<u64> {
    let address = margay_machine::Memory::<D>::address(object, slot);
    if call.core.memory.awaits(address) {
        return None;
    }
    D::known(call.core.memory.cell(address))
}

fn truth<D: Domain>(value: bool) -> Option<D::Value> {
    Some(D::constant(u64::from(value)))
}

/// An index; -1 for none.
fn index<D: Domain>(at: Option<u32>) -> Option<D::Value> {
    Some(D::constant(u64::from(at.unwrap_or(u32::MAX))))
}

fn object<D: Domain>(reference: Ref) -> Option<D::Value> {
    Some(D::constant(u64::from(reference)))
}

/// Anything else on a frozen object: it becomes what the JDK's code expects, which then runs.
fn thaw_first<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    receiver(call).map_or(Plan::Own, |frozen| Plan::Thaw(frozen.object))
}

/// Methods that see no more of a frozen object than its other methods do.
fn own<D: Domain>(_: &mut Call<'_, D>) -> Plan<D::Value> {
    Plan::Own
}

fn size<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(Frozen { handle, .. }) = receiver(call) else { return Plan::Own };
    Plan::Value(Some(D::constant(call.core.memory.container(handle).len() as u64)))
}

fn is_empty<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(Frozen { handle, .. }) = receiver(call) else { return Plan::Own };
    Plan::Value(truth::<D>(call.core.memory.container(handle).is_empty()))
}

fn clear<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    let Some(Frozen { handle, .. }) = receiver(call) else { return Plan::Own };
    Plan::Change(handle, margay_machine::Change::Clear, None)
}
