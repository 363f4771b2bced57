//! Objects of the project as a program can make them: by a constructor or a
//! factory, and calls of methods that change the object, with arguments that are inputs like any other.
//!
//! Which calls is a choice like any other: each [`Sequence`] is a way to make an object. Short ones come
//! first, and methods that cannot change anything are left out.

use super::footprint::Footprint;
use super::steps::{Step, Steps};
use super::{JavaInputs, RECEIVER, SymbolicMachine, signature};
use crate::indy::wrapper;
use crate::sequence::{CallKind, Sequence};
use margay_ir::world::package_of;
use margay_ir::{ClassId, Name};
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::{Built, Item, Making};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Calls after a constructor where a class alone asks for calls: see `finals::makes_order`.
const CALLS: u32 = 2;

/// Ways to make an object of a class that are tried.
pub const MOST_SEQUENCES: usize = 128;

/// Objects on which a method is called that gives another: a builder, and what the builder is from.
const MOST_MAKERS: u32 = 2;

/// What the arguments of a call are named after, one of those that make an object: the first makes it.
#[must_use]
pub fn call_name(object: &str, method: &str, number: usize) -> String {
    match number {
        0 => object.to_owned(),
        1 => format!("{object}.{method}"),
        _ => format!("{object}.{method}#{number}"),
    }
}

/// What may be done to make an object.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// Calls that change it.
    calls: u32,
    /// Other objects one behind the other that it comes from.
    makers: u32,
}

impl JavaInputs {
    /// The ways to make an object of a class of the project, each with its arguments.
    pub(super) fn called(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        class: ClassId,
    ) -> Vec<Making> {
        let steps = self.usable(machine, class);
        let allowed = match self.makers.get(&reference.name) {
            Some(allowed) => *allowed,
            // What is an argument of a call that makes another object is what one call makes it.
            None if machine.core.is_initializing() => Allowance { calls: 0, makers: 1 },
            None => Allowance { calls: self.max_calls.unwrap_or(CALLS), makers: MOST_MAKERS },
        };
        let mut found = Vec::new();
        let (sequences, is_cut) = sequences(&steps, allowed);
        if is_cut && !self.cut.contains(&class) {
            self.cut.push(class);
        }
        let returned = self.returning(machine, class);
        for steps in sequences {
            let steps = [&steps[..1], &returned[..], &steps[1..]].concat();
            let sequence = Sequence { calls: steps.iter().map(|step| step.call.clone()).collect() };
            let world = &mut machine.core.world;
            let loader = &mut machine.platform.loader;
            let builder = self.callings.entry((class, sequence.clone()));
            let builder = *builder.or_insert_with(|| loader.calling(world, class, &sequence).ok());
            let contents = self.arguments(machine, &reference.name, &steps, allowed);
            let (Some(builder), Some(contents)) = (builder, contents) else { continue };
            let description = describe(&reference.name, &steps);
            let is_new = sequence.is_new();
            let sequence = Some(sequence.to_string());
            match Self::making(machine, class, builder, contents, description) {
                Some(Making::Built(built)) => {
                    found.push(Making::Built(Built { sequence, is_new, ..built }));
                }
                other => found.extend(other),
            }
        }
        found
    }

    /// The calls that the test of the method under test may make, and that can matter to it.
    fn usable(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Rc<Steps> {
        if let Some(known) = self.usable.get(&class) {
            return Rc::clone(known);
        }
        let mut steps = Steps::clone(&self.steps(machine, class));
        if let Some((tested, method)) = self.class.zip(self.method) {
            let package = package_of(machine.core.world.class_name(tested)).to_owned();
            steps.first.retain(|step| step.is_for(&package));
            steps.changing.retain(|step| step.is_for(&package));
            let looks_at = self.footprints.of(machine, method);
            steps.changing = relevant(steps.changing, looks_at);
        }
        let steps = Rc::new(steps);
        self.usable.insert(class, Rc::clone(&steps));
        steps
    }

    /// The arguments of all calls, numbers in boxes; none if one cannot be named.
    fn arguments(
        &mut self,
        machine: &mut SymbolicMachine,
        owner: &str,
        steps: &[Step],
        allowed: Allowance,
    ) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let mut calls = 0..;
        for step in steps {
            let Step { call, method, .. } = step;
            if call.kind == CallKind::Returns {
                items.push(Self::returned_item(machine, owner, step)?);
                continue;
            }
            let place = call_name(owner, &call.name, calls.next().unwrap_or_default());
            if call.kind == CallKind::Instance {
                let class = Self::class_of(machine, &format!("L{};", call.owner))?;
                let name = format!("{place}.{}", variable(&call.owner));
                let makers = allowed.makers.saturating_sub(1);
                let calls = self.max_calls.unwrap_or(0);
                self.makers.insert(name.clone(), Allowance { calls, makers });
                items.push(Item { name, class, generic: None, nullable: false });
            }
            let Some(method) = method else { continue };
            for (at, parameter) in signature::parameters(machine, *method).into_iter().enumerate() {
                let boxed = wrapper(&parameter.descriptor);
                // An object inside another has that first.
                let nullable = boxed.is_none() && (at > 0 || call.kind != CallKind::Inner);
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
}

/// What a variable of a class is called: `business/Cart$Item` is an `item`.
fn variable(class: &str) -> String {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    let mut letters = simple.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Those of the calls that change what is looked at, or what another such call looks at.
fn relevant(mut rest: Vec<Step>, looks_at: Footprint) -> Vec<Step> {
    let mut seen: FxHashSet<Name> = looks_at.reads;
    let mut kept = vec![false; rest.len()];
    loop {
        let next =
            (0..rest.len()).find(|at| !kept[*at] && !rest[*at].footprint.writes.is_disjoint(&seen));
        let Some(next) = next else { break };
        kept[next] = true;
        seen.extend(&rest[next].footprint.reads);
    }
    let mut kept = kept.into_iter();
    rest.retain(|_| kept.next().unwrap_or_default());
    rest
}

/// The shortest sequences within an allowance, and whether there are more than are tried.
fn sequences(steps: &Steps, allowed: Allowance) -> (Vec<Vec<Step>>, bool) {
    let may_begin = |step: &&Step| step.call.kind != CallKind::Instance || allowed.makers > 0;
    let first = steps.first.iter().filter(may_begin);
    let mut all: Vec<Vec<Step>> = first.map(|step| vec![step.clone()]).collect();
    let mut last = 0..all.len();
    for _ in 0..allowed.calls {
        let end = all.len();
        for before in last {
            for step in &steps.changing {
                if all.len() == MOST_SEQUENCES {
                    return (all, true);
                }
                all.push([&all[before][..], std::slice::from_ref(step)].concat());
            }
        }
        last = end..all.len();
    }
    (all, false)
}

/// What a sequence says of an object, for people. That there is a receiver goes without saying.
fn describe(owner: &str, steps: &[Step]) -> String {
    let changes = steps.iter().filter(|step| step.call.kind == CallKind::Change);
    let names: Vec<&str> = changes.map(|step| step.call.name.as_str()).collect();
    match names.as_slice() {
        [] if owner == RECEIVER => String::new(),
        [] => format!("{owner} != null"),
        names => format!("{owner} after {}", names.join(", ")),
    }
}
