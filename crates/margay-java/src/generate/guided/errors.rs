//! The search for errors alone (`--errors-only`): a way from which no exception can come any more is not taken.
//!
//! The [map](super::map) says which blocks a path may still get to. Where it knows none that raises an exception, or does what may end with
//! one that nobody sees in the code (the class library, an initialiser of a class, an array that does not fit, a recursion without an end), the path can only return.

use super::super::generator::Generator;
use super::map::{Distances, ProgramMap};
use super::reach;
use margay_ir::analysis::components::Components;
use margay_ir::{Block, Function, InstKind, MethodId, Terminator, World};
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_search::generate::guide::Guide;
use std::rc::Rc;

/// Allows what may still lead to an exception.
pub(crate) struct ErrorGuide {
    distances: Distances,
    /// Ways that were not taken.
    pub pruned: u64,
}

impl ErrorGuide {
    /// The guide of a method.
    pub fn new(generator: &mut Generator, method: MethodId) -> ErrorGuide {
        let map = reach::map(generator, method);
        let world = generator.symbolic.world();
        let functions = map.functions();
        let mut goals = recursions(world, &map, &functions);
        for (method, function) in &functions {
            let fails =
                function.blocks.keys().filter(|block| may_fail(world, &map, function, *block));
            goals.extend(fails.map(|block| Point { method: *method, block }));
        }
        ErrorGuide { distances: map.distances(&goals), pruned: 0 }
    }
}

impl Guide for ErrorGuide {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        // What makes the receiver comes before the method.
        let is_open =
            core.is_initializing() || self.distances.of_stack(core.stack(), way).is_some();
        self.pruned += u64::from(!is_open);
        is_open
    }
}

/// The beginnings of methods that call themselves.
fn recursions(
    world: &World,
    map: &ProgramMap,
    functions: &[(MethodId, Rc<Function>)],
) -> Vec<Point> {
    let graph = map.call_graph(world, functions);
    let components = Components::new(&graph);
    let circles = components
        .bottom_up()
        .iter()
        .filter(|nodes| nodes.len() > 1 || graph.successors(nodes[0]).contains(&nodes[0]));
    let methods = circles.flatten().map(|node| &functions[*node as usize]);
    methods.map(|(method, function)| Point { method: *method, block: function.entry }).collect()
}

/// Whether an exception may come out of a block by itself.
fn may_fail(world: &World, map: &ProgramMap, function: &Function, block: Block) -> bool {
    let data = &function.blocks[block];
    let is_end = matches!(data.terminator, Terminator::Throw(_) | Terminator::Unsupported(_));
    is_end
        || data.insts.iter().any(|inst| match &function.insts[*inst].kind {
            InstKind::Const { .. }
            | InstKind::Null
            | InstKind::Binary { .. }
            | InstKind::Neg { .. }
            | InstKind::Convert { .. }
            | InstKind::Compare { .. }
            | InstKind::ThreeWay { .. }
            | InstKind::ArrayLen(_)
            | InstKind::ArrayLoad { .. }
            | InstKind::ArrayStore { .. }
            | InstKind::GetField { .. }
            | InstKind::PutField { .. }
            | InstKind::Str(_)
            | InstKind::InstanceOf { .. } => false,
            InstKind::New(class) => !has_no_initializer(world, *class),
            InstKind::Call { dispatch, method, .. } => {
                let (targets, is_library) = map.targets(world, *dispatch, *method);
                let is_quiet = |target: &MethodId| {
                    let target = world.method(*target);
                    !target.is_static() || has_no_initializer(world, target.class)
                };
                (is_library && !is_plain_object(world, *method)) || !targets.iter().all(is_quiet)
            }
            _ => true,
        })
}

/// Whether a method is the constructor of `Object`, which does nothing.
fn is_plain_object(world: &World, method: margay_ir::MethodRef) -> bool {
    let symbol = world.method_symbol(method);
    world.class_name(symbol.class) == "java/lang/Object" && world.text(symbol.name) == "<init>"
}

/// Whether no code runs when a class is first used.
fn has_no_initializer(world: &World, class: margay_ir::ClassId) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let Some(loaded) = world.class(class) else { return false };
        if loaded.initializer.is_some() && world.class_name(class) != "java/lang/Object" {
            return false;
        }
        next = loaded.superclass;
    }
    true
}
