//! Whether code of the project may see which of two equal boxes it has.
//!
//! A box of a number that is not decided is one of its own in a search, while a JVM has one box for each small number.
//! Only who compares references can tell, and only if both may be boxes by their types.

use crate::generate::Generator;
use margay_ir::function::{Function, ValueDef};
use margay_ir::{Block, InstKind, Type, Value, World};
use margay_jvm::inputs::signature::{self, Parameter};
use std::collections::BTreeSet;

/// What a variable may be declared as that holds a box.
const HOLDS_BOXES: [&str; 14] = [
    "Ljava/lang/Object;",
    "Ljava/lang/Number;",
    "Ljava/lang/Comparable;",
    "Ljava/lang/constant/Constable;",
    "Ljava/lang/constant/ConstantDesc;",
    "Ljava/io/Serializable;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/Byte;",
    "Ljava/lang/Short;",
    "Ljava/lang/Character;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Float;",
    "Ljava/lang/Double;",
];

/// Whether a value of a declared type may be a box.
fn holds_boxes(descriptor: &str) -> bool {
    HOLDS_BOXES.contains(&descriptor)
}

/// Whether boxes are part of the input. Margay makes each anew, while two of a caller's may be the same.
pub(super) fn are_given(generator: &mut Generator) -> bool {
    let world = generator.symbolic.world();
    let made = generator.inputs.made(world);
    made.into_iter().any(|class| {
        let name = format!("L{};", world.class_name(class));
        name != "Ljava/lang/Object;" && holds_boxes(&name)
    })
}

/// Whether a method of the project compares what may be boxes.
pub(super) fn are_told_apart(generator: &mut Generator) -> bool {
    let program = &mut generator.symbolic;
    for name in &program.classes.clone() {
        let Ok(class) = program.load(name) else { continue };
        for method in program.world().loaded(class).methods.clone() {
            // No class of a project is one of a box, so a receiver is none.
            let receiver = usize::from(!program.world().method(method).is_static());
            let given = (receiver, signature::parameters(&program.machine, method));
            let loader = &mut program.machine.platform.loader;
            let world = &mut program.machine.core.world;
            let Ok(body) = loader.body(world, method) else { continue };
            let tells = body.insts.values().any(|inst| match &inst.kind {
                InstKind::Compare { ty: Type::Ref, a, b, .. } => {
                    [*a, *b].into_iter().all(|value| may_be_box(world, &body, &given, value))
                }
                InstKind::Call { method, .. } => {
                    let owner = world.class_name(world.method_symbol(*method).class);
                    owner.starts_with("java/util/concurrent/atomic/")
                        || owner == "java/util/IdentityHashMap"
                }
                _ => false,
            });
            if tells {
                return true;
            }
        }
    }
    false
}

/// Whether a value may be a box, by where it comes from.
fn may_be_box(
    world: &World,
    body: &Function,
    (receiver, parameters): &(usize, Vec<Parameter>),
    value: Value,
) -> bool {
    let mut seen = BTreeSet::from([value]);
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        let is_box = match body.values[value].def {
            ValueDef::Inst(inst) => gives_box(world, &body.insts[inst].kind),
            ValueDef::Param(block, place) if block == body.entry => {
                let parameter = (place as usize).checked_sub(*receiver);
                parameter.is_some_and(|place| {
                    parameters.get(place).is_none_or(|it| holds_boxes(&it.descriptor))
                })
            }
            ValueDef::Param(block, place) => {
                let given = given(body, block, place as usize);
                match given {
                    Some(given) => open.extend(given.into_iter().filter(|it| seen.insert(*it))),
                    None => return true,
                }
                false
            }
        };
        if is_box {
            return true;
        }
    }
    false
}

/// What those who jump to a block give for a parameter; none if one of them gives nothing.
fn given(body: &Function, block: Block, place: usize) -> Option<Vec<Value>> {
    let jumps = body.blocks.values().flat_map(|from| from.terminator.successors());
    jumps.filter(|to| to.block == block).map(|to| to.args.get(place).copied()).collect()
}

/// Whether an instruction may give a box.
fn gives_box(world: &World, kind: &InstKind) -> bool {
    match kind {
        InstKind::Null
        | InstKind::Str(_)
        | InstKind::ClassConst(_)
        | InstKind::NewArray { .. }
        | InstKind::NewMultiArray { .. } => false,
        InstKind::New(class) => holds_boxes(&format!("L{};", world.class_name(*class))),
        InstKind::GetField { field, .. } | InstKind::GetStatic(field) => {
            holds_boxes(world.text(world.field_symbol(*field).descriptor))
        }
        InstKind::Call { method, .. } => {
            let descriptor = world.text(world.method_symbol(*method).descriptor);
            descriptor.rsplit(')').next().is_none_or(holds_boxes)
        }
        _ => true,
    }
}
