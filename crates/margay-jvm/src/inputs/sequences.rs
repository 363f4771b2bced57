//! Objects of the project as a program can make them: by a constructor, and calls of methods that change
//! the object, with arguments that are inputs like any other.
//!
//! Which calls is a choice like any other: each [`Sequence`] is a way to make an object. Short ones come
//! first, and methods that cannot change anything are left out.

use super::{JavaInputs, RECEIVER, SymbolicMachine, signature};
use crate::indy::wrapper;
use crate::sequence::Sequence;
use crate::source::{Access, SourceClass, SourceKind, source_of};
use margay_ir::world::modifiers::{BRIDGE, PRIVATE, STATIC, SYNTHETIC};
use margay_ir::{ClassId, InstKind, MethodId, World};
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::{Built, Item, Making};
use rustc_hash::FxHashSet;

/// Ways to make an object of a class that are tried.
const MOST_SEQUENCES: usize = 32;

/// Calls that are followed to find out whether a method changes something.
const MOST_DEPTH: usize = 4;

/// Methods of the library that change their receiver begin like this.
const CHANGING: [&str; 18] = [
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
];

/// A method that makes or changes an object.
#[derive(Clone)]
pub(super) struct Step {
    method: MethodId,
    name: String,
    descriptor: String,
}

/// What the objects of a class are made with.
#[derive(Clone, Default)]
pub(super) struct Steps {
    constructors: Vec<Step>,
    changing: Vec<Step>,
}

impl JavaInputs {
    /// The ways to make an object of a class of the project, each with its arguments.
    pub(super) fn called(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        class: ClassId,
    ) -> Vec<Making> {
        let steps = self.steps(machine, class);
        // What is an argument of a call that makes another object is what its constructor makes it.
        let most = if machine.core.is_initializing() { 0 } else { self.max_calls.unwrap_or(0) };
        let mut found = Vec::new();
        for calls in sequences(&steps, most) {
            let sequence = Sequence {
                calls: calls.iter().map(|c| (c.name.clone(), c.descriptor.clone())).collect(),
            };
            let world = &mut machine.core.world;
            let loader = &mut machine.platform.loader;
            let builder = self.callings.entry((class, sequence.clone()));
            let builder = *builder.or_insert_with(|| loader.calling(world, class, &sequence).ok());
            let (Some(builder), Some(contents)) =
                (builder, Self::arguments(machine, &reference.name, &calls))
            else {
                continue;
            };
            let description = describe(&reference.name, &calls);
            let sequence = Some(sequence.to_string());
            match Self::making(machine, class, builder, contents, description) {
                Some(Making::Built(built)) => {
                    found.push(Making::Built(Built { sequence, ..built }));
                }
                other => found.extend(other),
            }
        }
        found
    }

    /// The arguments of all calls, numbers in boxes; none if one cannot be named.
    fn arguments(machine: &mut SymbolicMachine, owner: &str, calls: &[Step]) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        for (number, call) in calls.iter().enumerate() {
            let place = match number {
                0 => owner.to_owned(),
                1 => format!("{owner}.{}", call.name),
                _ => format!("{owner}.{}#{number}", call.name),
            };
            for parameter in signature::parameters(machine, call.method) {
                let boxed = wrapper(&parameter.descriptor);
                let nullable = boxed.is_none();
                let (descriptor, generic) = match boxed {
                    Some((class, _)) => (format!("L{class};"), None),
                    None => (parameter.descriptor, parameter.generic),
                };
                let declared = Self::class_of(machine, &descriptor)?;
                let name = format!("{place}.{}", parameter.name);
                items.push(Item { name, class: declared, generic, nullable });
            }
        }
        Some(items)
    }

    fn steps(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Steps {
        if let Some(known) = self.steps.get(&class) {
            return known.clone();
        }
        let found = find_steps(machine, class).unwrap_or_default();
        self.steps.insert(class, found.clone());
        found
    }
}

/// The shortest sequences, with at most so many calls after a constructor.
fn sequences(steps: &Steps, most: u32) -> Vec<Vec<Step>> {
    let mut all: Vec<Vec<Step>> = steps.constructors.iter().map(|c| vec![c.clone()]).collect();
    let mut last = 0..all.len();
    for _ in 0..most {
        let end = all.len();
        for before in last {
            for step in &steps.changing {
                if all.len() == MOST_SEQUENCES {
                    return all;
                }
                all.push([&all[before][..], std::slice::from_ref(step)].concat());
            }
        }
        last = end..all.len();
    }
    all
}

/// What a sequence says of an object, for people. That there is a receiver goes without saying.
fn describe(owner: &str, calls: &[Step]) -> String {
    let names: Vec<&str> = calls[1..].iter().map(|call| call.name.as_str()).collect();
    match names.as_slice() {
        [] if owner == RECEIVER => String::new(),
        [] => format!("{owner} != null"),
        names => format!("{owner} after {}", names.join(", ")),
    }
}

/// The constructors and changing methods that code of the same package may call.
fn find_steps(machine: &mut SymbolicMachine, class: ClassId) -> Option<Steps> {
    let source = source_of(machine.platform.loader.class_file(class)?)?;
    if !is_made_by_calls(&source) {
        return None;
    }
    let may_call = |name: &str, descriptor: &str| {
        source.method(name, descriptor).is_some_and(|method| method.access != Access::Private)
    };
    let mut steps = Steps::default();
    let lineage = std::iter::successors(Some(class), |c| {
        let superclass = machine.core.world.loaded(*c).superclass?;
        let name = machine.core.world.class_name(superclass);
        machine.platform.loader.module_of(name).is_none().then_some(superclass)
    });
    let lineage: Vec<ClassId> = lineage.collect();
    for owner in &lineage {
        for method in machine.core.world.loaded(*owner).methods.clone() {
            let declared = machine.core.world.method(method);
            let hidden = PRIVATE | SYNTHETIC | BRIDGE | STATIC;
            if declared.modifiers & hidden != 0 || declared.is_abstract() || declared.is_native() {
                continue;
            }
            let text = |name| machine.core.world.text(name).to_owned();
            let (name, descriptor) = (text(declared.name), text(declared.descriptor));
            let step = Step { method, name, descriptor };
            let is_known =
                |other: &Step| other.name == step.name && other.descriptor == step.descriptor;
            match step.name.as_str() {
                "<init>" if *owner == class && may_call("<init>", &step.descriptor) => {
                    steps.constructors.push(step);
                }
                "<init>" | "<clinit>" | "equals" | "hashCode" | "toString" | "finalize" => {}
                _ if steps.changing.iter().any(is_known) => {}
                _ if changes(machine, method, &mut FxHashSet::default(), MOST_DEPTH) => {
                    steps.changing.push(step);
                }
                _ => {}
            }
        }
    }
    steps.constructors.sort_by_key(|step| step.descriptor.len());
    Some(steps)
}

/// Whether the source of a test can make objects of a class by `new`.
fn is_made_by_calls(source: &SourceClass) -> bool {
    source.name.is_some()
        && source.access != Access::Private
        && !source.is_abstract
        && !source.is_inner
        && matches!(source.kind, SourceKind::Class | SourceKind::Record)
}

/// Whether a method may change an object.
fn changes(
    machine: &mut SymbolicMachine,
    method: MethodId,
    seen: &mut FxHashSet<MethodId>,
    depth: usize,
) -> bool {
    if depth == 0 || !seen.insert(method) {
        return false;
    }
    let world = &mut machine.core.world;
    let Ok(body) = machine.platform.loader.body(world, method) else { return false };
    body.insts.values().any(|inst| match &inst.kind {
        InstKind::PutField { .. } | InstKind::PutStatic { .. } | InstKind::ArrayStore { .. } => {
            true
        }
        InstKind::Call { method, .. } => {
            let symbol = machine.core.world.method_symbol(*method);
            let world = &machine.core.world;
            let (name, owner) = (world.text(symbol.name), world.class_name(symbol.class));
            if machine.platform.loader.module_of(owner).is_some() {
                return CHANGING.iter().any(|word| name.starts_with(word));
            }
            let found = declared(world, symbol.class, symbol.name, symbol.descriptor);
            found.is_some_and(|callee| changes(machine, callee, seen, depth - 1))
        }
        _ => false,
    })
}

fn declared(
    world: &World,
    class: ClassId,
    name: margay_ir::Name,
    descriptor: margay_ir::Name,
) -> Option<MethodId> {
    world.class(class)?;
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    lineage
        .filter(|c| world.class(*c).is_some())
        .find_map(|c| world.declared_method(c, name, descriptor))
}
