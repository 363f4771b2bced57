//! Final fields that no constructor leaves null: those that each sets to an object it has made.
//!
//! `private final List<Item> items = new ArrayList<>()` is an `ArrayList` in every object, unless one
//! is made by reflection. Where a constructor makes a sorted collection with an order of its own, only
//! constructors make objects of the class: what the order is, only their code knows.

use super::{JavaInputs, SymbolicMachine, is_library};
use margay_ir::function::ValueDef;
use margay_ir::world::modifiers::FINAL;
use margay_ir::{ClassId, FieldId, Function, InstKind, Storage, Value, World};

impl JavaInputs {
    /// Whether each constructor of a class, named with dots, sets a field to an object it has made.
    pub fn is_always_set(
        &mut self,
        machine: &mut SymbolicMachine,
        class: &str,
        name: &str,
    ) -> bool {
        let world = &machine.core.world;
        let class = world.find_class(&class.replace('.', "/"));
        let Some(class) = class.and_then(|class| world.class(class)) else { return false };
        let named = |field: &&FieldId| world.text(world.field(**field).name) == name;
        let Some(field) = class.fields.iter().find(named).copied() else { return false };
        let owner = world.field(field).class;
        !is_library(machine, owner) && self.always(machine, field).is_some()
    }

    /// The class of the objects that constructors set a final field to, if it is always the same.
    pub(super) fn always(
        &mut self,
        machine: &mut SymbolicMachine,
        field: FieldId,
    ) -> Option<ClassId> {
        *self.finals.entry(field).or_insert_with(|| always(machine, field))
    }
}

/// Whether a constructor of a class sets a field to a sorted collection with an order of its own.
pub(super) fn makes_order(machine: &mut SymbolicMachine, class: ClassId) -> bool {
    let lineage = std::iter::successors(Some(class), |c| machine.core.world.loaded(*c).superclass);
    let lineage: Vec<ClassId> = lineage.collect();
    let methods = lineage.iter().flat_map(|c| machine.core.world.loaded(*c).methods.clone());
    methods.collect::<Vec<_>>().into_iter().any(|method| {
        let world = &mut machine.core.world;
        let owner = world.method(method).class;
        let name = world.class_name(owner).to_owned();
        if world.text(world.method(method).name) != "<init>"
            || machine.platform.loader.module_of(&name).is_some()
        {
            return false;
        }
        let world = &mut machine.core.world;
        let body = machine.platform.loader.body(world, method);
        body.is_ok_and(|body| sets_order(world, owner, &body))
    })
}

fn sets_order(world: &World, class: ClassId, body: &Function) -> bool {
    let is_kept = |object: Value| {
        body.insts.values().any(|inst| match &inst.kind {
            InstKind::PutField { field, value, .. } => {
                world.field_symbol(*field).class == class && *value == object
            }
            _ => false,
        })
    };
    body.insts.values().any(|inst| match &inst.kind {
        InstKind::Call { method, args, .. } => {
            let symbol = world.method_symbol(*method);
            world.text(symbol.name) == "<init>"
                && world.class_name(symbol.class).starts_with("java/util/")
                && world.text(symbol.descriptor).contains("Ljava/util/Comparator;")
                && args.first().is_some_and(|object| is_kept(*object))
        }
        _ => false,
    })
}

fn always(machine: &mut SymbolicMachine, field: FieldId) -> Option<ClassId> {
    let declared = machine.core.world.field(field).clone();
    if declared.modifiers & FINAL == 0 || declared.storage != Storage::Ref {
        return None;
    }
    let mut made = None;
    for method in machine.core.world.loaded(declared.class).methods.clone() {
        let world = &mut machine.core.world;
        if world.text(world.method(method).name) != "<init>" {
            continue;
        }
        let body = machine.platform.loader.body(world, method).ok()?;
        if delegates(world, declared.class, &body) {
            continue;
        }
        let set = set_to(world, field, &body)?;
        if made.is_some_and(|made| made != set) {
            return None;
        }
        made = Some(set);
    }
    let made = machine.core.world.class_name(made?).to_owned();
    let made = machine.platform.load_named(&mut machine.core.world, &made).ok()?;
    Some(made)
}

/// Whether a constructor leaves the work to another of its class.
fn delegates(world: &World, class: ClassId, body: &Function) -> bool {
    let object = body.blocks[body.entry].params[0];
    body.insts.values().any(|inst| match &inst.kind {
        InstKind::Call { method, args, .. } => {
            let symbol = world.method_symbol(*method);
            let is_constructor = world.text(symbol.name) == "<init>" && symbol.class == class;
            is_constructor && args.first() == Some(&object)
        }
        _ => false,
    })
}

/// The class of what a constructor sets a field of its object to, if it makes that itself.
fn set_to(world: &World, field: FieldId, body: &Function) -> Option<ClassId> {
    let mut found = None;
    for inst in body.insts.values() {
        let InstKind::PutField { field: set, value, .. } = &inst.kind else { continue };
        let (symbol, declared) = (world.field_symbol(*set), world.field(field));
        let set = (symbol.class, symbol.name, symbol.descriptor);
        if set != (declared.class, declared.name, declared.descriptor) {
            continue;
        }
        let made = made(body, *value)?;
        if found.is_some_and(|found| found != made) {
            return None;
        }
        found = Some(made);
    }
    found
}

/// The class of an object that a function makes.
fn made(body: &Function, value: Value) -> Option<ClassId> {
    let ValueDef::Inst(inst) = body.values[value].def else { return None };
    match body.insts[inst].kind {
        InstKind::New(class)
        | InstKind::NewArray { class, .. }
        | InstKind::NewMultiArray { class, .. } => Some(class),
        _ => None,
    }
}
