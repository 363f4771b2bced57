//! What code does that a summary has words for.
//!
//! A case says which objects were made, what was left in objects that were given, and what was returned. It has no word
//! for text, static fields, class initialisers, exceptions of the runtime, and code of the class library but for arithmetic.

use super::super::guided::map::ProgramMap;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::Loops;
use margay_ir::{Block, ClassId, Function, InstKind, MethodId, MethodRef, Terminator, World};

/// Classes of the library whose static methods on numbers compute and do nothing else.
pub(super) const ARITHMETIC: &[&str] = &[
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];

/// Whether a method may go round.
pub(super) fn has_loops(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    !loops.all().is_empty() || !loops.irreducible().is_empty()
}

/// The blocks of a method in which it does what a summary has no word for.
pub(super) fn beyond<'a>(
    world: &'a World,
    map: &'a ProgramMap,
    method: MethodId,
    function: &'a Function,
) -> impl Iterator<Item = Block> + 'a {
    let own = world.method(method).class;
    let is_beyond = move |block: &Block| {
        let data = &function.blocks[*block];
        matches!(data.terminator, Terminator::Unsupported(_))
            || data.insts.iter().any(|inst| !has_word(world, map, own, &function.insts[*inst].kind))
    };
    function.blocks.keys().filter(is_beyond)
}

fn has_word(world: &World, map: &ProgramMap, own: ClassId, kind: &InstKind) -> bool {
    match kind {
        InstKind::Const { .. }
        | InstKind::Null
        | InstKind::Binary { .. }
        | InstKind::Neg { .. }
        | InstKind::Convert { .. }
        | InstKind::Compare { .. }
        | InstKind::ThreeWay { .. }
        | InstKind::NewArray { .. }
        | InstKind::NewMultiArray { .. }
        | InstKind::ArrayLen(_)
        | InstKind::ArrayLoad { .. }
        | InstKind::ArrayStore { .. }
        | InstKind::GetField { .. }
        | InstKind::PutField { .. }
        | InstKind::InstanceOf { .. } => true,
        InstKind::New(class) => is_quiet(world, own, *class),
        InstKind::Call { dispatch, method, .. } => {
            let (targets, is_library) = map.targets(world, *dispatch, *method);
            match is_library {
                true => targets.is_empty() && computes(world, *method),
                false => targets.iter().all(|target| {
                    let target = world.method(*target);
                    !target.is_static() || is_quiet(world, own, target.class)
                }),
            }
        }
        InstKind::Str(_)
        | InstKind::ClassConst(_)
        | InstKind::GetStatic(_)
        | InstKind::PutStatic { .. }
        | InstKind::Trap { .. } => false,
    }
}

/// Whether nothing happens when a class is first used by code of another one: neither it nor a class above has an
/// initialiser, but for those that run before that code does.
fn is_quiet(world: &World, own: ClassId, class: ClassId) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let Some(loaded) = world.class(class) else { return false };
        let runs_before = class == own || world.is_subclass(own, class);
        if loaded.initializer.is_some() && !runs_before {
            return false;
        }
        next = loaded.superclass;
    }
    true
}

/// Whether a method of the class library does nothing but compute.
fn computes(world: &World, method: MethodRef) -> bool {
    let symbol = world.method_symbol(method);
    let (class, name) = (world.class_name(symbol.class), world.text(symbol.name));
    let is_on_numbers = !world.text(symbol.descriptor).contains(['L', '[']);
    (class == "java/lang/Object" && name == "<init>")
        || (ARITHMETIC.contains(&class) && is_on_numbers && name != "random")
}
