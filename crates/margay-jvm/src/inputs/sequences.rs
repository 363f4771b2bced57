//! Objects of the project as a program can make them: by a constructor or a
//! factory, and calls of methods that change the object, with arguments that are inputs like any other.
//!
//! Which calls is a choice like any other: each [`Sequence`] is a way to make an object. Short ones come
//! first, and methods that cannot change anything are left out.

use super::steps::{Step, Steps};
use super::{JavaInputs, RECEIVER, SymbolicMachine, signature, thrown};
use crate::indy::wrapper;
use crate::sequence::{CallKind, Sequence};
use crate::stub::Stub;
use margay_ir::world::{package_of, simple_name_of};
use margay_ir::{ClassId, MethodId, Name};
use margay_machine::Chance;
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::{Built, Item, Making};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Calls after a constructor where a class alone asks for calls: see `finals::makes_order`.
const CALLS: u32 = 2;

/// Ways to make an object of a class that are tried.
pub const MOST_SEQUENCES: usize = 128;

/// Setters that are called in a row.
const MOST_SETTERS: usize = 8;

/// Times that one method is called in a row, with another argument each time, to fill an object.
const FILLING: usize = 4;

/// Calls that a sequence by chance adds to its beginning.
const LENGTHS: [usize; 9] = [0, 1, 1, 2, 3, 4, 5, 7, 10];

/// Calls of a sequence to which no more are added.
const LONGEST: usize = 16;

/// Methods that are called by chance beside the first, at most.
const MOST_METHODS: usize = 3;

/// What calls by chance depend on.
#[derive(Clone, Debug, Default)]
pub struct DrawnCalls {
    /// The number of the draw.
    pub number: u64,
    /// The calls that have made objects, by how the input leads to them: more calls may follow.
    pub known: BTreeMap<String, Sequence>,
}

/// Calls inside each other that are made for one input: what wraps another of its kind could be wrapped for ever.
const MOST_NESTED: usize = 5;

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
    /// The method of it that makes another object.
    makes_by: Option<MethodId>,
}

impl JavaInputs {
    /// The ways to make an object of a class of the project, each with its arguments.
    pub(super) fn called(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        class: ClassId,
    ) -> Vec<Making> {
        if reference.name.matches('.').count() > MOST_NESTED {
            return Vec::new();
        }
        let makes_by = None;
        let allowed = match self.makers.get(&reference.name) {
            Some(allowed) => *allowed,
            // What is an argument of a call that makes another object is what one call makes it.
            None if machine.core.is_initializing() => Allowance { calls: 0, makers: 1, makes_by },
            None => {
                let calls = self.max_calls.unwrap_or(CALLS);
                Allowance { calls, makers: MOST_MAKERS, makes_by }
            }
        };
        let steps = self.usable(machine, class, allowed.makes_by);
        let mut found = Vec::new();
        let (sequences, is_cut) = match &self.drawn {
            Some(calls) => {
                (drawn(&steps, allowed, calls, &reference.name).into_iter().collect(), false)
            }
            None => {
                let (mut sequences, is_cut) = sequences(&steps, allowed);
                if self.is_filling && !is_cut {
                    fillings(&mut sequences, &steps, allowed);
                }
                (sequences, is_cut)
            }
        };
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
            let contents = self.arguments(machine, (&reference.name, class), &steps, allowed);
            let (Some(builder), Some(contents)) = (builder, contents) else { continue };
            let there = is_there(machine, reference, class);
            let description = describe(&reference.name, &steps, there);
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

    /// The calls that the test of the method under test may make, and that can matter to it or to the
    /// method by which such an object makes another.
    fn usable(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        makes_by: Option<MethodId>,
    ) -> Rc<Steps> {
        if let Some(known) = self.usable.get(&(class, makes_by)) {
            return Rc::clone(known);
        }
        let mut steps = Steps::clone(&self.steps(machine, class));
        if let Some((tested, method)) = self.class.zip(self.method) {
            let package = package_of(machine.core.world.class_name(tested)).to_owned();
            steps.first.retain(|step| step.is_for(&package));
            steps.changing.retain(|step| step.is_for(&package));
            let keeping = steps.keeping.iter().filter(|step| step.method == Some(method));
            steps.changing.extend(keeping.cloned());
            let mut looks_at = self.footprints.of(machine, method).reads;
            if let Some(making) = makes_by {
                looks_at.extend(self.footprints.guards(machine, making));
            }
            steps.changing = relevant(steps.changing, looks_at);
        }
        let steps = Rc::new(steps);
        self.usable.insert((class, makes_by), Rc::clone(&steps));
        steps
    }

    /// The arguments of all calls that make an object, by its name and class, numbers in boxes; none if one cannot be named.
    fn arguments(
        &mut self,
        machine: &mut SymbolicMachine,
        (owner, class): (&str, ClassId),
        steps: &[Step],
        allowed: Allowance,
    ) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let mut calls = 0..;
        for step in steps {
            let Step { call, method, .. } = step;
            if call.kind.is_of_stub() {
                items.push(self.returned_item(machine, owner, step)?);
                continue;
            }
            let place = call_name(owner, &call.name, calls.next().unwrap_or_default());
            if call.kind == CallKind::Instance {
                let class = Self::class_of(machine, &format!("L{};", call.owner))?;
                let name = format!("{place}.{}", variable(&call.owner));
                let makers = allowed.makers.saturating_sub(1);
                let calls = self.max_calls.unwrap_or(0);
                let allowed = Allowance { calls, makers, makes_by: *method };
                self.makers.insert(name.clone(), allowed);
                items.push(Item { name, class, generic: None, nullable: false });
            }
            let Some(method) = method else { continue };
            let parameters = match call.kind {
                CallKind::Change => signature::parameters_in(machine, *method, class),
                _ => signature::parameters(machine, *method),
            };
            for (at, parameter) in parameters.into_iter().enumerate() {
                let boxed = wrapper(&parameter.descriptor);
                // An object inside another has that first.
                let nullable = boxed.is_none() && (at > 0 || call.kind != CallKind::Inner);
                let (descriptor, generic) = match boxed {
                    Some((class, _)) => (format!("L{class};"), None),
                    None => (parameter.descriptor, parameter.generic),
                };
                let declared = Self::field_class(machine, &descriptor, generic.as_deref())?;
                let name = format!("{place}.{}", parameter.name);
                items.push(Item { name, class: declared, generic, nullable });
            }
        }
        Some(items)
    }
}

/// What a variable of a class is called: `business/Cart$Item` is an `item`.
fn variable(class: &str) -> String {
    let mut letters = simple_name_of(class).chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Those of the calls that change what is looked at, or what another such call looks at.
fn relevant(mut rest: Vec<Step>, mut seen: FxHashSet<Name>) -> Vec<Step> {
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

/// Ways to begin within an allowance.
fn beginnings(steps: &Steps, allowed: Allowance) -> impl Iterator<Item = &Step> + Clone {
    let may_begin = move |step: &&Step| step.call.kind != CallKind::Instance || allowed.makers > 0;
    steps.first.iter().filter(may_begin)
}

/// The shortest sequences within an allowance, and whether there are more than are tried. Where there are more
/// setters than calls, all of them once in a row is a sequence too: many objects are of use only then.
fn sequences(steps: &Steps, allowed: Allowance) -> (Vec<Vec<Step>>, bool) {
    let first = beginnings(steps, allowed);
    let mut all: Vec<Vec<Step>> = first.clone().map(|step| vec![step.clone()]).collect();
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
    let setters: Vec<Step> = steps.changing.iter().filter(|step| step.sets()).cloned().collect();
    let most = usize::try_from(allowed.calls).unwrap_or(usize::MAX);
    if most > 0 && (most + 1..=MOST_SETTERS).contains(&setters.len()) {
        for step in first.clone().take(MOST_SEQUENCES - all.len()) {
            all.push([std::slice::from_ref(step), &setters].concat());
        }
    }
    (all, false)
}

/// Adds sequences in which one call that is given something comes several times, more often than an allowance has calls: what
/// structures do with a few elements shows only then.
fn fillings(all: &mut Vec<Vec<Step>>, steps: &Steps, allowed: Allowance) {
    let calls = usize::try_from(allowed.calls).unwrap_or(usize::MAX);
    for times in (calls + 1).max(2)..=FILLING {
        for first in steps.first.iter().filter(|step| step.call.kind != CallKind::Instance) {
            for step in steps.changing.iter().filter(|step| step.adds()) {
                if calls > 0 && all.len() < MOST_SEQUENCES {
                    let mut sequence = vec![first.clone()];
                    sequence.resize(times + 1, step.clone());
                    all.push(sequence);
                }
            }
        }
    }
}

/// A sequence by chance, longer than those that are tried in order: it begins with one that is known to make such an object, or
/// anew, and then calls a few of the methods again and again, so that the object fills and empties. One that puts something in
/// has to come first, or there is nothing to do for the others.
fn drawn(steps: &Steps, allowed: Allowance, calls: &DrawnCalls, name: &str) -> Option<Vec<Step>> {
    let mut chance = Chance::of(calls.number, name);
    let known = calls.known.get(name).and_then(|known| steps_of(steps, known));
    let first: Vec<&Step> = beginnings(steps, allowed).collect();
    let mut sequence = match known {
        Some(known) => known,
        None if first.is_empty() => return None,
        None => vec![*chance.one_of(&first)],
    };
    if allowed.calls > 0 && !steps.changing.is_empty() && sequence.len() < LONGEST {
        let adding: Vec<&Step> = steps.changing.iter().filter(|step| step.adds()).collect();
        let all: Vec<&Step> = steps.changing.iter().collect();
        let main = *chance.one_of(if adding.is_empty() { &all } else { &adding });
        let others: Vec<&Step> =
            (0..chance.below(MOST_METHODS)).map(|_| *chance.one_of(&all)).collect();
        let length = *chance.one_of(&LENGTHS);
        for place in 0..length {
            let is_main = 3 * place < length || others.is_empty() || chance.below(2) == 0;
            sequence.push(if is_main { main } else { *chance.one_of(&others) });
        }
    }
    Some(sequence.into_iter().cloned().collect())
}

/// The steps that a sequence has, if all of them can be used.
fn steps_of<'s>(steps: &'s Steps, sequence: &Sequence) -> Option<Vec<&'s Step>> {
    let (first, rest) = sequence.calls.split_first()?;
    let mut found = vec![steps.first.iter().find(|step| step.call == *first)?];
    for call in rest {
        found.push(steps.changing.iter().find(|step| step.call == *call)?);
    }
    Some(found)
}

/// That there is an object, for people; where its class is below the declared one, which it is.
pub(super) fn is_there(machine: &SymbolicMachine, reference: &Reference, class: ClassId) -> String {
    let world = &machine.core.world;
    let (name, class_name) = (&reference.name, world.class_name(class));
    if let Some(thrown) = thrown::describe(name, Some(simple_name_of(class_name)), true) {
        return thrown;
    }
    if class == reference.class || Stub::of(world, class).is_some() {
        return format!("{name} != null");
    }
    let simple = class_name.rsplit('/').next().unwrap_or(class_name);
    format!("{name} instanceof {}", simple.replace('$', "."))
}

/// What a sequence says of an object, for people. That there is a receiver goes without saying.
fn describe(owner: &str, steps: &[Step], there: String) -> String {
    let changes = steps.iter().filter(|step| step.call.kind == CallKind::Change);
    let names: Vec<&str> = changes.map(|step| step.call.name.as_str()).collect();
    match names.as_slice() {
        [] if owner == RECEIVER => String::new(),
        [] => there,
        names => {
            let calls: Vec<String> = names.chunk_by(|one, other| one == other).map(times).collect();
            format!("{owner} after {}", calls.join(", "))
        }
    }
}

/// A call that comes several times in a row, for people.
fn times(names: &[&str]) -> String {
    match (names[0], names.len()) {
        (name, 1) => name.to_owned(),
        (name, 2) => format!("{name} twice"),
        (name, count) => format!("{name} {count} times"),
    }
}
