//! `java.util` containers with abstract undo: `HashSet`, `LinkedList`, `ArrayDeque`.
//!
//! A fresh object of exactly one of these classes is *frozen*: its contents are a container of
//! the machine, named by a hidden field, and the operations below act on that. Any other method
//! first *thaws* the object: the contents go into the representation of the JDK, by its own code
//! and in the same order, and from then on (on this path) the object runs as bytecode. Elements
//! whose class has its own `equals` or `hashCode` thaw a set too: those are the program's code.

use super::{Answer, Call, Entry, accelerated, boolean, int, reference};
use margay_ir::world::{FieldDef, SymbolicRef};
use margay_ir::{ClassId, Storage, World};
use margay_machine::lanes::{self, Lanes};
use margay_machine::{Abrupt, Container, Domain, End, Peek, Ref, RefSet};
use std::collections::VecDeque;

const SET: &str = "java/util/HashSet";
const LIST: &str = "java/util/LinkedList";
const DEQUE: &str = "java/util/ArrayDeque";

/// The hidden field; no name of a source program has a space.
pub(crate) const HANDLE: &str = "margay handle";

/// The hidden field of a container class.
pub(crate) fn handle_field(world: &mut World, class: &str) -> Option<FieldDef> {
    matches!(class, SET | LIST | DEQUE).then(|| FieldDef {
        name: world.name(HANDLE),
        descriptor: world.name("I"),
        modifiers: margay_ir::world::modifiers::SYNTHETIC,
        storage: Storage::I32,
        constant: None,
    })
}

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let object = "()Ljava/lang/Object;";
    let effect: super::PeekNative<D> = peek_effect;
    let mut entries = vec![
        accelerated(SET, "<init>", "()V", |c| freeze(c, new_set()), effect),
        accelerated(SET, "add", "(Ljava/lang/Object;)Z", add, peek_add),
        accelerated(SET, "contains", "(Ljava/lang/Object;)Z", contains, peek_contains),
        accelerated(LIST, "<init>", "()V", |c| freeze(c, new_deque()), effect),
        accelerated(DEQUE, "<init>", "()V", |c| freeze(c, new_deque()), effect),
    ];
    for class in [LIST, DEQUE] {
        let pushes: [(&'static str, &'static str, super::Native<D>); 6] = [
            ("add", "(Ljava/lang/Object;)Z", |c| push(c, End::Back, true)),
            ("offer", "(Ljava/lang/Object;)Z", |c| push(c, End::Back, true)),
            ("addLast", "(Ljava/lang/Object;)V", |c| push(c, End::Back, false)),
            ("offerLast", "(Ljava/lang/Object;)Z", |c| push(c, End::Back, true)),
            ("addFirst", "(Ljava/lang/Object;)V", |c| push(c, End::Front, false)),
            ("push", "(Ljava/lang/Object;)V", |c| push(c, End::Front, false)),
        ];
        for (name, descriptor, run) in pushes {
            entries.push(accelerated(class, name, descriptor, run, effect));
        }
        let pops: [(&'static str, super::Native<D>); 8] = [
            ("poll", |c| pop(c, End::Front, false)),
            ("pollFirst", |c| pop(c, End::Front, false)),
            ("remove", |c| pop(c, End::Front, true)),
            ("removeFirst", |c| pop(c, End::Front, true)),
            ("pop", |c| pop(c, End::Front, true)),
            ("pollLast", |c| pop(c, End::Back, false)),
            ("removeLast", |c| pop(c, End::Back, true)),
            ("element", |c| look(c, End::Front, true)),
        ];
        for (name, run) in pops {
            entries.push(accelerated(class, name, object, run, effect));
        }
        let looks: [(&'static str, super::Native<D>); 5] = [
            ("peek", |c| look(c, End::Front, false)),
            ("peekFirst", |c| look(c, End::Front, false)),
            ("getFirst", |c| look(c, End::Front, true)),
            ("peekLast", |c| look(c, End::Back, false)),
            ("getLast", |c| look(c, End::Back, true)),
        ];
        for (name, run) in looks {
            entries.push(accelerated(class, name, object, run, effect));
        }
    }
    for class in [SET, LIST, DEQUE] {
        entries.push(accelerated(class, "size", "()I", size, peek_size));
        entries.push(accelerated(class, "isEmpty", "()Z", is_empty, peek_is_empty));
        entries.push(accelerated(class, "*", "", thaw, peek_thaw));
    }
    // Inherited by lists, and asked by every loop over a worklist.
    let inherited = "java/util/AbstractCollection";
    entries.push(accelerated(inherited, "isEmpty", "()Z", is_empty, peek_is_empty));
    // Inherited by lists, and it looks at their inside.
    entries.push(accelerated("java/util/AbstractList", "subList", "", thaw, peek_thaw));
    entries
}

fn new_set() -> Container {
    Container::Set(RefSet::default())
}

fn new_deque() -> Container {
    Container::Deque(VecDeque::new())
}

/// The cell of the hidden field, if the object has one.
fn handle_slot<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> Option<u32> {
    let class = call.core.memory.class_of(object);
    call.jvm.handle_slot(&mut call.core.world, class)
}

/// The handle of a frozen object; 0 if it runs as bytecode.
fn handle<D: Domain>(call: &mut Call<'_, D>) -> u32 {
    let object = call.args.first().and_then(|v| D::known(*v)).unwrap_or_default() as Ref;
    if object == 0 {
        return 0;
    }
    match handle_slot(call, object) {
        Some(slot) => D::known(call.core.memory.get(object, slot)).unwrap_or_default() as u32,
        None => 0,
    }
}

/// The handle of a frozen object, or the way to its bytecode.
fn frozen<D: Domain>(call: &mut Call<'_, D>) -> Result<u32, Abrupt<D::Value>> {
    match handle(call) {
        0 => Err(Abrupt::Own),
        handle => Ok(handle),
    }
}

/// Constructors: an object of exactly the class starts frozen.
fn freeze<D: Domain>(call: &mut Call<'_, D>, container: Container) -> Answer<D> {
    let object = call.object(0)?;
    let class = call.core.memory.class_of(object);
    let exact = matches!(call.core.world.class_name(class), SET | LIST | DEQUE);
    match handle_slot(call, object).filter(|_| exact) {
        Some(slot) => {
            let handle = call.core.memory.new_container(container);
            call.core.memory.set(object, slot, D::constant(u64::from(handle)));
            Ok(None)
        }
        None => Err(Abrupt::Own),
    }
}

/// Everything else: the object becomes what the JDK's code expects, which then runs.
fn thaw<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let handle = frozen(call)?;
    let object = call.object(0)?;
    let contents = call.core.memory.container(handle).contents();
    let values: Vec<D::Value> =
        contents.into_iter().map(|element| D::constant(u64::from(element))).collect();
    let elements = call.new_array("[Ljava/lang/Object;", &values)?;
    if let Some(slot) = handle_slot(call, object) {
        call.core.memory.set(object, slot, D::constant(0));
    }
    let class = call.jvm.require(call.core, "margay/rt/Substitutes")?;
    let name = call.core.world.name("thaw");
    let descriptor = call.core.world.name("(Ljava/util/Collection;[Ljava/lang/Object;)V");
    match call.core.world.find_method(SymbolicRef { class, name, descriptor }) {
        Some(thaw) => {
            Err(Abrupt::First(thaw, vec![call.args[0], D::constant(u64::from(elements))]))
        }
        None => call.refuse("Margay's own classes are incomplete"),
    }
}

/// Whether a reference equals only itself: null and objects that inherit `Object`'s methods.
fn by_identity<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> bool {
    if object == 0 {
        return true;
    }
    let class = call.core.memory.class_of(object);
    call.jvm.is_identity_class(&mut call.core.world, class)
}

fn add<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (handle, element) = (frozen(call)?, call.reference(1)?);
    if !by_identity(call, element) {
        return thaw(call);
    }
    let added = call.core.memory.add_member(handle, element);
    boolean::<D>(added)
}

fn has<D: Domain>(call: &Call<'_, D>, handle: u32, element: Ref) -> bool {
    match call.core.memory.container(handle) {
        Container::Set(set) => set.contains(element),
        Container::Deque(deque) => deque.contains(&element),
    }
}

fn contains<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (handle, element) = (frozen(call)?, call.reference(1)?);
    if !by_identity(call, element) {
        return thaw(call);
    }
    boolean::<D>(has(call, handle, element))
}

fn push<D: Domain>(call: &mut Call<'_, D>, end: End, answers: bool) -> Answer<D> {
    let (handle, element) = (frozen(call)?, call.reference(1)?);
    let object = call.object(0)?;
    let class = call.core.memory.class_of(object);
    if element == 0 && call.core.world.class_name(class) == DEQUE {
        return Err(call.raise("java/lang/NullPointerException", None));
    }
    call.core.memory.push_element(handle, end, element);
    if answers { boolean::<D>(true) } else { Ok(None) }
}

fn pop<D: Domain>(call: &mut Call<'_, D>, end: End, throws: bool) -> Answer<D> {
    let handle = frozen(call)?;
    match call.core.memory.pop_element(handle, end) {
        Some(element) => reference::<D>(element),
        None if throws => Err(call.raise("java/util/NoSuchElementException", None)),
        None => reference::<D>(0),
    }
}

fn look<D: Domain>(call: &mut Call<'_, D>, end: End, throws: bool) -> Answer<D> {
    let handle = frozen(call)?;
    let Container::Deque(deque) = call.core.memory.container(handle) else {
        return Err(Abrupt::Own);
    };
    let element = match end {
        End::Front => deque.front().copied(),
        End::Back => deque.back().copied(),
    };
    match element {
        Some(element) => reference::<D>(element),
        None if throws => Err(call.raise("java/util/NoSuchElementException", None)),
        None => reference::<D>(0),
    }
}

fn len<D: Domain>(call: &Call<'_, D>, handle: u32) -> i32 {
    i32::try_from(call.core.memory.container(handle).len()).unwrap_or(i32::MAX)
}

fn size<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let handle = frozen(call)?;
    int::<D>(len(call, handle))
}

fn is_empty<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let handle = frozen(call)?;
    boolean::<D>(len(call, handle) == 0)
}

// ---- what would they do ----

fn peek_effect<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    if handle(call) == 0 { Peek::Own } else { Peek::Effect }
}

fn peek_thaw<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    peek_effect(call)
}

fn peek_bits<D: Domain>(bits: u64) -> Peek<D::Value> {
    Peek::Value(Some(D::constant(bits)))
}

/// Whether the element given is in the frozen set; none if that is not for us to say.
fn peek_has<D: Domain>(call: &mut Call<'_, D>) -> Result<bool, Peek<D::Value>> {
    let handle = handle(call);
    if handle == 0 {
        return Err(Peek::Own);
    }
    let element = call.reference(1).map_err(|_| Peek::Effect)?;
    if !by_identity(call, element) {
        return Err(Peek::Effect);
    }
    Ok(has(call, handle, element))
}

/// Adding what is there changes nothing.
fn peek_add<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    match peek_has(call) {
        Ok(true) => peek_bits::<D>(0),
        Ok(false) => Peek::Effect,
        Err(peek) => peek,
    }
}

fn peek_contains<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    peek_has(call).map_or_else(|peek| peek, |has| peek_bits::<D>(u64::from(has)))
}

/// A question about membership.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Membership {
    /// `add`: false, and without effect, for members only.
    Add,
    /// `contains`.
    Contains,
}

/// What an entry asks, if it is about membership in a set.
pub(super) fn membership<D: Domain>(entry: &Entry<D>) -> Option<Membership> {
    match (entry.class, entry.name) {
        (SET, "add") => Some(Membership::Add),
        (SET, "contains") => Some(Membership::Contains),
        _ => None,
    }
}

/// The lanes whose values equal only themselves. Values of one cell are mostly of one class: all
/// that are like the first are told at once, then the others.
fn equal_by_identity<D: Domain>(call: &mut Call<'_, D>, lanes: &Lanes<'_, D::Value>) -> u64 {
    let mut found = 0;
    let mut rest = lanes.mask;
    while rest != 0 {
        let first = D::known(lanes.values[rest.trailing_zeros() as usize]);
        let identity = first.is_some_and(|element| by_identity(call, element as Ref));
        let memory = &call.core.memory;
        // Null and what is not decided are kinds of their own.
        let kind = |element: Option<u64>| match element {
            Some(0) => u64::MAX,
            Some(element) => u64::from(memory.class_of(element as Ref).as_u32()),
            None => u64::MAX - 1,
        };
        let (wanted, mut alike) = (kind(first), 0);
        for lane in lanes::of(rest) {
            alike |= u64::from(kind(D::known(lanes.values[lane])) == wanted) << lane;
        }
        found |= if identity { alike } else { 0 };
        rest &= !alike;
    }
    found
}

/// The answers for many elements at once; none if the set runs as bytecode.
pub(crate) fn peek_members<D: Domain>(
    call: &mut Call<'_, D>,
    test: Membership,
    lanes: &mut Lanes<'_, D::Value>,
) -> Option<u64> {
    let handle = handle(call);
    if handle == 0 {
        return None;
    }
    let asked = equal_by_identity(call, lanes);
    let Container::Set(set) = call.core.memory.container(handle) else { return Some(0) };
    let mut members = 0;
    for (lane, value) in lanes.values.iter().enumerate() {
        let element = D::known(*value).unwrap_or_default() as Ref;
        members |= u64::from(set.contains(element)) << lane;
    }
    members &= asked;
    if test == Membership::Add {
        lanes.same = Some(D::constant(0));
        return Some(members);
    }
    for lane in lanes::of(asked) {
        lanes.results[lane] = D::constant(members >> lane & 1);
    }
    Some(asked)
}

fn peek_size<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    match handle(call) {
        0 => Peek::Own,
        handle => peek_bits::<D>(u64::from(len(call, handle).unsigned_abs())),
    }
}

fn peek_is_empty<D: Domain>(call: &mut Call<'_, D>) -> Peek<D::Value> {
    match handle(call) {
        0 => Peek::Own,
        handle => peek_bits::<D>(u64::from(len(call, handle) == 0)),
    }
}

/// Whether objects of a class are equal only to themselves.
pub(crate) fn inherits_identity(world: &mut World, class: ClassId) -> bool {
    let object = world.class_named("java/lang/Object");
    let inherited = |world: &mut World, name: &str, descriptor: &str| {
        let (name, descriptor) = (world.name(name), world.name(descriptor));
        world
            .find_method(SymbolicRef { class, name, descriptor })
            .is_some_and(|method| world.method(method).class == object)
    };
    inherited(world, "hashCode", "()I") && inherited(world, "equals", "(Ljava/lang/Object;)Z")
}
