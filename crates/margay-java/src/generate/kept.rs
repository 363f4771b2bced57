//! Fields in which an object keeps what a method of it computes: the hash code, once somebody has asked for it. Nobody can tell
//! whether that was kept already, if only this method has to do with the field, if what it computes depends on nothing that
//! ever changes, and if it says and leaves the same both times. So tests need not put it back.

use super::observe::{MOST_STEPS, Observers};
use super::replay::Replayer;
use crate::graph::{Boxed, Visited};
use crate::program::{Program, call};
use margay_ir::function::ValueDef;
use margay_ir::world::Field;
use margay_ir::world::modifiers::{FINAL, PRIVATE};
use margay_ir::{ClassId, FieldId, Function, InstKind, MethodId, Value, World};
use margay_jvm::describe;
use margay_machine::{Outcome, Ref};
use margay_search::structure::{Content, FieldName, Structure, Value as Shown};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A method that alone has to do with some fields of its object, and does nothing but keep there what it computes.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    method: MethodId,
    /// The descriptor of its result.
    result: String,
    fields: Vec<FieldId>,
}

impl Observers {
    /// The methods of a class that keep what they compute.
    fn keepers(&mut self, program: &mut Program, class: ClassId) -> Rc<[Keeper]> {
        if let Some(known) = self.keepers.get(&class) {
            return Rc::clone(known);
        }
        let found: Rc<[Keeper]> = self.find_keepers(program, class).unwrap_or_default().into();
        self.keepers.insert(class, Rc::clone(&found));
        found
    }

    /// Nothing where some code cannot be read.
    fn find_keepers(&mut self, program: &mut Program, class: ClassId) -> Option<Vec<Keeper>> {
        let users = self.users(program, class)?;
        let mut found: Vec<Keeper> = Vec::new();
        for (field, method) in users {
            match found.iter_mut().find(|keeper| keeper.method == method) {
                Some(keeper) => keeper.fields.push(field),
                None => {
                    let world = program.world();
                    let descriptor = world.text(world.method(method).descriptor);
                    let Some(result) = descriptor.strip_prefix("()") else { continue };
                    let result = result.to_owned();
                    found.push(Keeper { method, result, fields: vec![field] });
                }
            }
        }
        found.retain(|keeper| self.is_steady(program, keeper));
        Some(found)
    }

    /// The private fields of a class that one method alone has to do with, each with it. Constructors may clear them.
    fn users(&self, program: &mut Program, class: ClassId) -> Option<Vec<(FieldId, MethodId)>> {
        let machine = &mut program.machine;
        let world = &machine.core.world;
        let outermost = |class: ClassId| world.class_name(class).split('$').next();
        let nest = self.project.iter().filter(|other| outermost(**other) == outermost(class));
        let methods = nest.flat_map(|class| world.loaded(*class).methods.iter().copied());
        let methods: Vec<MethodId> = methods.collect();
        let mut users: FxHashMap<FieldId, FxHashSet<MethodId>> = FxHashMap::default();
        for method in methods {
            let world = &mut machine.core.world;
            let declared = world.method(method);
            if declared.is_abstract() || declared.is_native() {
                continue;
            }
            let is_constructor = world.text(declared.name) == "<init>";
            let body = machine.platform.loader.body(world, method).ok()?;
            for inst in body.insts.values() {
                let field = match inst.kind {
                    InstKind::PutField { value, .. } if is_constructor && is_zero(&body, value) => {
                        continue;
                    }
                    InstKind::GetField { field, .. } | InstKind::PutField { field, .. } => field,
                    _ => continue,
                };
                if let Some(field) = world.find_field(world.field_symbol(field)) {
                    users.entry(field).or_default().insert(method);
                }
            }
        }
        let world = &machine.core.world;
        let kept = world.loaded(class).fields.iter().copied().filter(|field| {
            let declared = world.field(*field);
            declared.modifiers & (PRIVATE | FINAL) == PRIVATE
                && !declared.is_static()
                && is_value(world, declared)
        });
        let user = |field: FieldId| {
            let users = users.get(&field)?;
            let method = users.iter().next().filter(|_| users.len() == 1)?;
            (!world.method(*method).is_static()).then_some((field, *method))
        };
        Some(kept.filter_map(user).collect())
    }

    /// Whether a method sets nothing but these fields of its object, and reads nothing else that ever changes.
    fn is_steady(&mut self, program: &mut Program, keeper: &Keeper) -> bool {
        if self.footprints.is_outside(&mut program.machine, keeper.method) {
            return false;
        }
        let (mut seen, mut open) = (FxHashSet::default(), vec![keeper.method]);
        while let Some(method) = open.pop() {
            if !seen.insert(method) {
                continue;
            }
            open.extend(self.footprints.called(&mut program.machine, method));
            let machine = &mut program.machine;
            let world = &mut machine.core.world;
            let Ok(body) = machine.platform.loader.body(world, method) else { return false };
            let is_own = |object: Value| match body.values[object].def {
                ValueDef::Param(block, number) => {
                    method == keeper.method && (block, number) == (body.entry, 0)
                }
                ValueDef::Inst(_) => false,
            };
            let is_steady = |kind: &InstKind| match kind {
                InstKind::GetField { field, object } | InstKind::PutField { field, object, .. } => {
                    let field = world.find_field(world.field_symbol(*field));
                    let is_kept = |field: FieldId| keeper.fields.contains(&field);
                    let is_read = matches!(kind, InstKind::GetField { .. });
                    field.is_some_and(|field| {
                        is_kept(field) && is_own(*object) || is_read && is_final(world, field)
                    })
                }
                InstKind::GetStatic(field) => {
                    let field = world.find_field(world.field_symbol(*field));
                    field.is_some_and(|field| is_final(world, field))
                }
                InstKind::PutStatic { .. }
                | InstKind::ArrayLoad { .. }
                | InstKind::ArrayStore { .. } => false,
                _ => true,
            };
            if !body.insts.values().all(|inst| is_steady(&inst.kind)) {
                return false;
            }
        }
        true
    }
}

/// Whether a value is zero or null.
fn is_zero(body: &Function, value: Value) -> bool {
    match body.values[value].def {
        ValueDef::Inst(inst) => {
            matches!(body.insts[inst].kind, InstKind::Const { bits: 0, .. } | InstKind::Null)
        }
        ValueDef::Param(..) => false,
    }
}

/// Whether a field always holds the same value.
fn is_final(world: &World, field: FieldId) -> bool {
    let declared = world.field(field);
    declared.modifiers & FINAL != 0 && is_value(world, declared)
}

/// Whether what a field holds is a number, a text, or in a box: nothing that changes itself.
fn is_value(world: &World, field: &Field) -> bool {
    match world.text(field.descriptor).strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(class) => class == "java/lang/String" || Boxed::of(class).is_some(),
        None => !world.text(field.descriptor).starts_with('['),
    }
}

impl Replayer {
    /// Whether an object differs from what it was in nothing but what methods of it keep.
    pub(super) fn is_only_kept(&mut self, object: Ref, old: &Content, new: &Content) -> bool {
        let (Content::Fields(old), Content::Fields(new)) = (old, new) else { return false };
        let changed = old.iter().zip(new).filter(|((_, old), (_, new))| old != new);
        let mut changed: Vec<&FieldName> = changed.map(|((name, _), _)| &**name).collect();
        let world = self.program.world();
        let class = self.program.memory().class_of(object);
        let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        for class in lineage.collect::<Vec<ClassId>>() {
            let Some(observers) = &mut self.observers else { return false };
            for keeper in observers.keepers(&mut self.program, class).iter() {
                let world = self.program.world();
                let count = changed.len();
                changed.retain(|name| !keeper.fields.iter().any(|f| is_named(world, *f, name)));
                if changed.len() < count && !self.says_the_same(keeper, object) {
                    return false;
                }
            }
        }
        changed.is_empty()
    }

    /// Whether a method says and leaves the same, be that kept already or not.
    fn says_the_same(&mut self, keeper: &Keeper, object: Ref) -> bool {
        self.program.machine.hold();
        let now = self.shown(object);
        let kept = self.answer_of(keeper, object);
        let is_left = self.shown(object) == now;
        for field in &keeper.fields {
            let slot = self.program.world().field(*field).slot;
            self.program.memory_mut().set(object, slot, 0);
        }
        let computed = self.answer_of(keeper, object);
        let is_left_again = self.shown(object) == now;
        self.program.machine.release();
        is_left && is_left_again && kept.is_some() && kept == computed
    }

    fn answer_of(&mut self, keeper: &Keeper, object: Ref) -> Option<(Shown, Structure)> {
        let machine = &mut self.program.machine;
        let Outcome::Returned(Some(bits)) =
            call(machine, keeper.method, &[u64::from(object)], MOST_STEPS)?
        else {
            return None;
        };
        let mut visited = Visited::default();
        let value = self.reader.value(machine, &mut visited, &keeper.result, bits, None);
        Some((value, self.reader.read(machine, &mut visited)))
    }

    /// What an object holds.
    fn shown(&mut self, object: Ref) -> Structure {
        let mut visited = Visited::default();
        visited.place(object, None);
        self.reader.read(&mut self.program.machine, &mut visited)
    }
}

/// Whether a field has this name.
fn is_named(world: &World, field: FieldId, name: &FieldName) -> bool {
    let declared = world.field(field);
    world.text(declared.name) == name.name && describe::class(world, declared.class) == name.class
}
