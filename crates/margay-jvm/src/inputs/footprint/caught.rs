//! Which exceptions code catches around which calls.

use super::{Footprints, of_lambda, targets};
use crate::inputs::project::Project;
use crate::platform::Jvm;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::world::SymbolicRef;
use margay_ir::{Block, ClassId, Function, Inst, InstKind, MethodId, Terminator};
use margay_machine::{Domain, Machine};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Handlers of one part of a method that are looked at.
const MOST_CAUGHT: usize = 16;

/// Handlers for the same part of a method.
#[derive(Default)]
pub(super) struct Handlers {
    /// What they catch, in their order.
    caught: Vec<ClassId>,
    /// The methods that this part asks an object to run, whichever its class is.
    asked: Vec<SymbolicRef>,
    /// The methods of the project that it may call.
    calls: Vec<MethodId>,
}

/// A call, and an exception that somebody catches around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caught {
    /// What is called.
    pub call: SymbolicRef,
    /// The class of the exception.
    pub exception: ClassId,
}

impl Footprints {
    /// The exceptions that a method, or one that it calls, catches around calls, directly or further up.
    pub fn caught<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> Vec<Caught> {
        let mut parts: Vec<(Vec<ClassId>, Vec<SymbolicRef>, Vec<MethodId>)> = Vec::new();
        self.follow(machine, method, |own| {
            let part = |it: &Handlers| (it.caught.clone(), it.asked.clone(), it.calls.clone());
            parts.extend(own.handlers.iter().map(part));
        });
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for (caught, mut asked, calls) in parts {
            for called in calls {
                self.follow(machine, called, |own| asked.extend(&own.asked));
            }
            for exception in caught {
                let all = asked.iter().map(|call| Caught { call: *call, exception });
                found.extend(all.filter(|it| seen.insert(*it)));
            }
        }
        found
    }
}

/// The handlers of a method, by the parts that they are for.
pub(super) fn handlers<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    project: &mut Project,
    (method, body): (MethodId, &Function),
) -> Vec<Handlers> {
    let mut found: BTreeMap<Block, Handlers> = BTreeMap::new();
    for block in body.blocks.values() {
        let (Terminator::Continue { unwind, .. }, Some(last)) =
            (&block.terminator, block.insts.last())
        else {
            continue;
        };
        let part = found.entry(unwind.block).or_default();
        add(machine, project, (body, *last), part);
    }
    if found.is_empty() {
        return Vec::new();
    }
    let source = machine.platform.loader.source_code(&machine.core.world, method);
    let added = source.map(|source| source.added).unwrap_or_default();
    for (block, part) in &mut found {
        part.caught = caught(body, *block, |Pos(offset)| added.contains(&offset));
    }
    found.into_values().filter(|part| !part.caught.is_empty()).collect()
}

/// Adds what an instruction may run.
fn add<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    project: &mut Project,
    (body, inst): (&Function, Inst),
    part: &mut Handlers,
) {
    match &body.insts[inst].kind {
        InstKind::New(class) => part.calls.extend(of_lambda(machine, *class)),
        InstKind::Call { dispatch, method, .. } => {
            let called = machine.core.world.method_symbol(*method);
            part.asked.extend(is_asked(*dispatch).then_some(called));
            part.calls.extend(targets(&machine.core.world, project, *dispatch, called));
        }
        _ => {}
    }
}

/// Whether the class of an object decides what a call runs.
pub(super) fn is_asked(dispatch: Dispatch) -> bool {
    matches!(dispatch, Dispatch::Virtual | Dispatch::Interface)
}

/// The classes that handlers catch, which are tried one after another from a block on; those of code that the
/// compiler has added are nobody's.
fn caught(body: &Function, first: Block, is_added: impl Fn(Pos) -> bool) -> Vec<ClassId> {
    let Some(exception) = body.blocks[first].params.last().copied() else { return Vec::new() };
    let mut found = Vec::new();
    let mut next = Some(first);
    while let Some(block) = next.take() {
        let mut tests = body.blocks[block].insts.iter().map(|inst| &body.insts[*inst]);
        let tested = tests.find_map(|inst| match inst.kind {
            InstKind::InstanceOf { class, object } if object == exception => {
                Some((class, inst.pos))
            }
            _ => None,
        });
        let Some((class, pos)) = tested else { break };
        if !is_added(pos) && !found.contains(&class) {
            found.push(class);
        }
        next = match &body.blocks[block].terminator {
            Terminator::Branch { otherwise, .. } if found.len() < MOST_CAUGHT => {
                Some(otherwise.block)
            }
            _ => None,
        };
    }
    found
}
