//! Which fields the code of the project reads and changes when a method is called: what decides which
//! calls are worth making before another.
//!
//! Too much is never wrong here: a call too many is tried in vain. Fields are known by their names.

use super::{instance_fields, signature};
use crate::platform::Jvm;
use margay_ir::function::{Dispatch, ValueDef};
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, Function, InstKind, MethodId, Name, Value, World};
use margay_machine::{Domain, Machine};
use rustc_hash::{FxHashMap, FxHashSet};

/// Methods that are followed.
const MOST_METHODS: usize = 256;

/// Methods of the library that change their receiver begin like this.
const CHANGING: [&str; 22] = [
    "add",
    "put",
    "remove",
    "set",
    "push",
    "pop",
    "offer",
    "poll",
    "clear",
    "append",
    "insert",
    "delete",
    "compute",
    "merge",
    "replace",
    "retain",
    "increment",
    "decrement",
    "enqueue",
    "dequeue",
    "sort",
    "drain",
];

/// Classes of the library whose static methods may change what they are given.
const CHANGING_ARGUMENTS: [&str; 3] =
    ["java/util/Collections", "java/util/Arrays", "java/lang/System"];

/// The fields that a method reads and changes.
#[derive(Clone, Default)]
pub struct Footprint {
    /// Those it reads.
    pub reads: FxHashSet<Name>,
    /// Those it sets, and those that lead to something it changes.
    pub writes: FxHashSet<Name>,
}

/// What methods of a project do themselves, as far as anybody has asked.
pub struct Footprints {
    project: Vec<ClassId>,
    known: FxHashMap<MethodId, (Footprint, Vec<MethodId>)>,
}

impl Footprints {
    /// Those of a project with these classes, which are loaded.
    #[must_use]
    pub fn new(project: Vec<ClassId>) -> Self {
        Footprints { project, known: FxHashMap::default() }
    }

    /// The fields that a method reads and changes, and all methods it calls.
    pub fn of<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> Footprint {
        let mut all = Footprint::default();
        let mut seen = FxHashSet::from_iter([method]);
        let mut open = vec![method];
        while let Some(method) = open.pop() {
            let known = self.known.entry(method);
            let (own, called) = known.or_insert_with(|| own(machine, &self.project, method));
            all.reads.extend(&own.reads);
            all.writes.extend(&own.writes);
            for next in called.iter() {
                if seen.len() < MOST_METHODS && seen.insert(*next) {
                    open.push(*next);
                }
            }
        }
        all
    }

    /// The fields of the objects of a class, and of those that they hold.
    pub fn state<D: Domain>(
        &self,
        machine: &mut Machine<D, Jvm<D>>,
        class: ClassId,
    ) -> FxHashSet<Name> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::from_iter([class]);
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            for field in instance_fields(&machine.core.world, class) {
                let declared = machine.core.world.field(field);
                found.insert(declared.name);
                let erased = machine.core.world.text(declared.descriptor).to_owned();
                let types = signature::of_field(machine, field).unwrap_or(erased);
                let world = &machine.core.world;
                let names = types.split(['<', ';', '>', '[', '*', '+', '-']);
                let names = names.filter(|name| *name != "Ljava/lang/Object");
                let held = names.filter_map(|name| world.find_class(name.strip_prefix('L')?));
                let held: Vec<ClassId> = held.filter(|held| world.class(*held).is_some()).collect();
                let is_held =
                    |other: &&ClassId| held.iter().any(|h| world.is_subclass(**other, *h));
                open.extend(self.project.iter().filter(is_held).filter(|c| seen.insert(**c)));
            }
        }
        found
    }
}

/// What a method does itself, and the methods it may call.
fn own<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    project: &[ClassId],
    method: MethodId,
) -> (Footprint, Vec<MethodId>) {
    let (mut found, mut called) = (Footprint::default(), Vec::new());
    let world = &mut machine.core.world;
    let Ok(body) = machine.platform.loader.body(world, method) else { return (found, called) };
    let is_constructor = world.text(world.method(method).name) == "<init>";
    let is_new = |object: Value| {
        let receiver = ValueDef::Param(body.entry, 0);
        is_made_here(&body, object) || is_constructor && body.values[object].def == receiver
    };
    // Something that a field leads to is changed; which field is not followed.
    let mut changes_content = false;
    for inst in body.insts.values() {
        let world = &machine.core.world;
        match &inst.kind {
            InstKind::GetField { field, .. } | InstKind::GetStatic(field) => {
                found.reads.insert(world.field_symbol(*field).name);
            }
            InstKind::PutField { field, object, .. } if !is_new(*object) => {
                found.writes.insert(world.field_symbol(*field).name);
            }
            InstKind::PutStatic { field, .. } => {
                found.writes.insert(world.field_symbol(*field).name);
            }
            InstKind::ArrayStore { array, .. } => changes_content |= !is_new(*array),
            InstKind::New(class) => called.extend(of_lambda(machine, *class)),
            InstKind::Call { dispatch, method, .. } => {
                let symbol = world.method_symbol(*method);
                let (name, owner) = (world.text(symbol.name), world.class_name(symbol.class));
                if machine.platform.loader.module_of(owner).is_some() {
                    changes_content |= match dispatch {
                        Dispatch::Static => CHANGING_ARGUMENTS.contains(&owner),
                        _ => CHANGING.iter().any(|word| name.starts_with(word)),
                    };
                }
                called.extend(targets(world, project, *dispatch, symbol));
            }
            _ => {}
        }
    }
    if changes_content {
        found.writes.extend(found.reads.iter().copied().collect::<Vec<_>>());
    }
    (found, called)
}

/// Whether an object or array was made by the same method.
fn is_made_here(body: &Function, object: Value) -> bool {
    match body.values[object].def {
        ValueDef::Inst(inst) => matches!(
            body.insts[inst].kind,
            InstKind::New(_) | InstKind::NewArray { .. } | InstKind::NewMultiArray { .. }
        ),
        ValueDef::Param(..) => false,
    }
}

/// The methods of a lambda: who has it may call them.
fn of_lambda<D: Domain>(machine: &mut Machine<D, Jvm<D>>, class: ClassId) -> Vec<MethodId> {
    let name = machine.core.world.class_name(class).to_owned();
    if !name.contains("$$Lambda$") {
        return Vec::new();
    }
    match machine.platform.load_named(&mut machine.core.world, &name) {
        Ok(class) => machine.core.world.loaded(class).methods.clone(),
        Err(_) => Vec::new(),
    }
}

/// The methods of the project that a call may run: the one declared by a class or one above it, and those
/// of classes below.
fn targets(
    world: &World,
    project: &[ClassId],
    dispatch: Dispatch,
    called: SymbolicRef,
) -> Vec<MethodId> {
    let SymbolicRef { class, name, descriptor } = called;
    if world.class(class).is_none() {
        return Vec::new();
    }
    let declared = |class: ClassId| world.declared_method(class, name, descriptor);
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let above = lineage.find_map(declared);
    let above = above.filter(|method| project.contains(&world.method(*method).class));
    let is_virtual = matches!(dispatch, Dispatch::Virtual | Dispatch::Interface);
    let is_below = |c: &&ClassId| is_virtual && **c != class && world.is_subclass(**c, class);
    let below = project.iter().filter(is_below).filter_map(|c| declared(*c));
    above.into_iter().chain(below).collect()
}
