//! What a method under test looks for in its inputs: classes it compares theirs with, and texts and
//! numbers it looks up in collections.

use super::generator::SymbolicMachine;
use margay_ir::function::ValueDef;
use margay_ir::{Check, ClassId, Function, InstKind, MethodId, Terminator, Value, World};
use margay_jvm::inputs::Mentioned;
use margay_machine::Platform;

/// The classes that a method compares an object's class with, its own for a method `equals`, and
/// what it looks up.
pub fn for_inputs(machine: &mut SymbolicMachine, method: MethodId) -> (Vec<ClassId>, Mentioned) {
    let world = &machine.core.world;
    let declared = world.method(method);
    let is_equals = world.text(declared.name) == "equals";
    let mut found = if is_equals { vec![declared.class] } else { Vec::new() };
    let mut mentioned = Mentioned::default();
    if let Ok(body) = machine.platform.loader.body(&mut machine.core.world, method) {
        found.extend(classes(&body));
        mentioned = looked_up(&machine.core.world, &body);
    }
    for class in &found {
        // One that does not load is no class an object could have.
        let _ = machine.platform.load(&mut machine.core.world, *class);
    }
    (found, mentioned)
}

fn classes(body: &Function) -> Vec<ClassId> {
    let insts = body.insts.values().filter_map(|inst| match inst.kind {
        InstKind::InstanceOf { class, .. } => Some(class),
        _ => None,
    });
    let casts = body.blocks.values().filter_map(|block| match block.terminator {
        Terminator::Guard { check: Check::Castable { class, .. }, .. } => Some(class),
        _ => None,
    });
    insts.chain(casts).collect()
}

/// Constants that are given to methods of `java.util`, boxed or not.
fn looked_up(world: &World, body: &Function) -> Mentioned {
    let mut found = Mentioned::default();
    for inst in body.insts.values() {
        let InstKind::Call { method, args, .. } = &inst.kind else { continue };
        if !world.class_name(world.method_symbol(*method).class).starts_with("java/util/") {
            continue;
        }
        for arg in args.iter().skip(1) {
            match constant(world, body, *arg) {
                Some(Constant::Text(text)) if !found.texts.contains(&text) => {
                    found.texts.push(text);
                }
                Some(Constant::Number(number)) if !found.numbers.contains(&number) => {
                    found.numbers.push(number);
                }
                _ => {}
            }
        }
    }
    found
}

enum Constant {
    Text(String),
    Number(i32),
}

fn constant(world: &World, body: &Function, value: Value) -> Option<Constant> {
    let ValueDef::Inst(inst) = body.values[value].def else { return None };
    match &body.insts[inst].kind {
        InstKind::Str(text) => {
            let text = String::from_utf16(world.units(*text)).ok()?;
            // Strings of the input have characters of Latin-1 only.
            text.chars().all(|c| u32::from(c) < 256).then_some(Constant::Text(text))
        }
        InstKind::Call { method, args, .. } => {
            let is_box = world.text(world.method_symbol(*method).name) == "valueOf";
            let [number] = args[..] else { return None };
            let ValueDef::Inst(inst) = body.values[number].def else { return None };
            match body.insts[inst].kind {
                InstKind::Const { bits, .. } if is_box => {
                    Some(Constant::Number(bits as u32 as i32))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
