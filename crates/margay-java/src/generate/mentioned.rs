//! What a method under test looks for in its inputs: classes it compares theirs with, and texts and
//! numbers it looks up in collections.

use super::generator::SymbolicMachine;
use margay_ir::function::ValueDef;
use margay_ir::{
    Check, ClassId, Function, InstKind, MethodId, MethodRef, Terminator, Type, Value, World,
};
use margay_jvm::inputs::{JavaInputs, Mentioned};
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
        mentioned.classes = named(&body);
        mentioned.big_numbers = big_numbers(&machine.core.world, &body);
    }
    // What constants of its class are made of counts too.
    let class = machine.core.world.loaded(machine.core.world.method(method).class);
    let initializer = class.initializer.filter(|initializer| *initializer != method);
    let body = initializer.map(|it| machine.platform.loader.body(&mut machine.core.world, it));
    if let Some(Ok(body)) = body {
        mentioned.big_numbers.extend(big_numbers(&machine.core.world, &body));
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

/// The big numbers that a method makes of literals.
fn big_numbers(world: &World, body: &Function) -> Vec<String> {
    let mut found = Vec::new();
    for inst in body.insts.values() {
        let InstKind::Call { method, args, .. } = &inst.kind else { continue };
        let called = world.method_symbol(*method);
        let is_big = BIG_NUMBERS.contains(&world.class_name(called.class));
        if !is_big || !["<init>", "valueOf"].contains(&world.text(called.name)) {
            continue;
        }
        for arg in args {
            let number = match body.values[*arg].def {
                ValueDef::Inst(inst) => match &body.insts[inst].kind {
                    InstKind::Str(text) => String::from_utf16(world.units(*text)).ok(),
                    InstKind::Const { ty: Type::I64, bits } => Some(bits.cast_signed().to_string()),
                    _ => None,
                },
                ValueDef::Param(..) => None,
            };
            found.extend(number.filter(|number| is_number(number) && !found.contains(number)));
        }
    }
    found
}

const BIG_NUMBERS: [&str; 2] = ["java/math/BigDecimal", "java/math/BigInteger"];

/// Whether a text is a number that is written with digits and a point.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok() && text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-')
}

/// The classes that a method names as objects.
fn named(body: &Function) -> Vec<ClassId> {
    let mut found = Vec::new();
    for inst in body.insts.values() {
        match inst.kind {
            InstKind::ClassConst(class) if !found.contains(&class) => found.push(class),
            _ => {}
        }
    }
    found
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

/// Letters of a text that others are compared with, at most.
const LONGEST: usize = 32;

/// Methods whose code is read for such texts, and for numbers.
const MOST_METHODS: usize = 16;

/// The texts that a method compares others with, or looks them up by, or returns, and those of methods of the project that it may call.
pub fn compared_texts(
    machine: &mut SymbolicMachine,
    inputs: &mut JavaInputs,
    method: MethodId,
) -> Vec<String> {
    let mut found = Vec::new();
    look_through(machine, inputs, method, |world, body| {
        for inst in body.insts.values() {
            if let InstKind::Call { method, args, .. } = &inst.kind {
                compare(world, body, *method, args, &mut found);
            }
        }
        for block in body.blocks.values() {
            if let Terminator::Return(Some(value)) = block.terminator {
                add_text(world, body, value, &mut found);
            }
        }
    });
    found
}

/// The integers and the fractions that a method and methods of the project that it may call are written with, each once.
pub fn numbers(
    machine: &mut SymbolicMachine,
    inputs: &mut JavaInputs,
    method: MethodId,
) -> (Vec<i64>, Vec<f64>) {
    let (mut integers, mut fractions) = (Vec::new(), Vec::new());
    look_through(machine, inputs, method, |_, body| {
        for inst in body.insts.values() {
            let InstKind::Const { ty, bits } = inst.kind else { continue };
            match ty {
                Type::I32 => integers.push(i64::from(bits as u32 as i32)),
                Type::I64 => integers.push(bits.cast_signed()),
                Type::F32 => fractions.push(f64::from(f32::from_bits(bits as u32))),
                Type::F64 => fractions.push(f64::from_bits(bits)),
                _ => {}
            }
        }
        let cases = body.blocks.values().filter_map(|block| match &block.terminator {
            Terminator::Switch { cases, .. } => Some(cases),
            _ => None,
        });
        integers.extend(cases.flatten().map(|(case, _)| i64::from(*case)));
    });
    integers.sort_unstable();
    integers.dedup();
    fractions.sort_unstable_by(f64::total_cmp);
    fractions.dedup();
    (integers, fractions)
}

/// Looks at the code of a method and of those of the project that it may call.
fn look_through(
    machine: &mut SymbolicMachine,
    inputs: &mut JavaInputs,
    method: MethodId,
    mut look: impl FnMut(&World, &Function),
) {
    let mut methods = vec![method];
    let mut next = 0;
    while next < methods.len().min(MOST_METHODS) {
        let core = &mut machine.core;
        let body = machine.platform.loader.body(&mut core.world, methods[next]);
        next += 1;
        let Ok(body) = body else { continue };
        let world = &machine.core.world;
        look(world, &body);
        for inst in body.insts.values() {
            let InstKind::Call { dispatch, method, .. } = inst.kind else { continue };
            for called in inputs.run_by(world, dispatch, world.method_symbol(method)) {
                if !methods.contains(&called) {
                    methods.push(called);
                }
            }
        }
    }
}

/// Adds the texts that a call compares others with.
fn compare(
    world: &World,
    body: &Function,
    method: MethodRef,
    args: &[Value],
    found: &mut Vec<String>,
) {
    let called = world.method_symbol(method);
    let (class, name) = (world.class_name(called.class), world.text(called.name));
    let compares = class == "java/lang/String" && COMPARISONS.contains(&name);
    if compares || class.starts_with("java/util/") {
        args.iter().for_each(|arg| add_text(world, body, *arg, found));
    }
}

/// Adds a text that is not too long, if it is a constant.
fn add_text(world: &World, body: &Function, value: Value, found: &mut Vec<String>) {
    if let Some(Constant::Text(text)) = constant(world, body, value)
        && text.chars().count() <= LONGEST
        && !found.contains(&text)
    {
        found.push(text);
    }
}

/// Methods of texts that compare two of them.
const COMPARISONS: [&str; 7] = [
    "equals",
    "equalsIgnoreCase",
    "startsWith",
    "endsWith",
    "contains",
    "compareTo",
    "contentEquals",
];

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
