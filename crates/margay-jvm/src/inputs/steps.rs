//! The calls by which a program can make objects of a class and change them.

use super::footprint::{self, Footprint};
use super::project::Giver;
use super::{JavaInputs, SymbolicMachine, instance_fields};
use crate::sequence::{Call, CallKind};
use crate::source::{Access, SourceClass, SourceField, SourceKind};
use crate::stub::Stub;
use margay_ir::function::ValueDef;
use margay_ir::world::modifiers::{BRIDGE, FINAL, PRIVATE, PROTECTED, PUBLIC, SYNTHETIC};
use margay_ir::world::package_of;
use margay_ir::{ClassId, FieldId, InstKind, MethodId, Name, Terminator, Value, World};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Ways that begin with a factory or a constant.
const MOST_FACTORIES: usize = 8;

/// The methods of collections and maps that put something into them; of a class the first that it has.
const FILLING: [(&str, &str); 3] = [
    ("setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;"),
    ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("add", "(Ljava/lang/Object;)Z"),
];

/// A call, and what is known of it.
#[derive(Clone)]
pub(super) struct Step {
    pub call: Call,
    /// The method; none for a constant.
    pub method: Option<MethodId>,
    /// Who may call it.
    pub access: Access,
    /// What it reads and changes.
    pub footprint: Footprint,
}

impl Step {
    /// Whether it is a factory that reads a text: where there are other ways, not worth the paths.
    fn takes_text(&self) -> bool {
        let is_text = |ty: &String| ty == "Ljava/lang/String;" || ty == "Ljava/lang/CharSequence;";
        self.call.kind == CallKind::Static && self.call.given().iter().any(is_text)
    }

    /// Whether it keeps what it is given, as a setter does: it changes nothing that it
    /// looks at itself.
    pub fn sets(&self) -> bool {
        self.call.given().len() == 1 && self.footprint.writes.is_disjoint(&self.footprint.reads)
    }

    /// Whether it is given something that it does not just keep in the place of something else.
    pub fn adds(&self) -> bool {
        !self.call.given().is_empty() && !self.sets()
    }

    /// Whether code of a package may use it.
    pub fn is_for(&self, package: &str) -> bool {
        self.access == Access::Public
            || self.access == Access::Package && package_of(&self.call.owner) == package
    }
}

/// What the objects of a class are made with.
#[derive(Clone, Default)]
pub(super) struct Steps {
    /// Constructors, factories, constants.
    pub first: Vec<Step>,
    /// Calls that change an object.
    pub changing: Vec<Step>,
    /// Calls that only look at an object, but keep what they have found: the second time they may do something else.
    pub keeping: Vec<Step>,
}

impl JavaInputs {
    /// Whether a class is a mere place for data: code beside it may set all that its objects hold, and no
    /// method does. Such objects hold whatever anybody puts there. Where references stay open, methods that only set a field
    /// are code that sets it.
    pub fn is_data(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        if let Some(known) = self.data.get(&class) {
            return *known;
        }
        let is_data =
            self.is_for_data(machine, class) || self.stay_open && self.is_settable(machine, class);
        self.data.insert(class, is_data);
        is_data
    }

    fn is_for_data(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        let steps = self.steps(machine, class);
        let world = &machine.core.world;
        let fields = instance_fields(world, class);
        let names: Vec<Name> = fields.iter().map(|field| world.field(*field).name).collect();
        // A constructor that does something elsewhere (counts objects, say) is not passed by.
        let is_plain = |step: &Step| {
            step.call.kind == CallKind::New
                && step.footprint.writes.iter().all(|name| names.contains(name))
        };
        if !steps.changing.is_empty() || !steps.first.iter().any(is_plain) {
            return false;
        }
        // The test is in the package of the method under test.
        let package = |class: ClassId| package_of(world.class_name(class));
        let is_beside = |declaring: ClassId| {
            self.class.is_none_or(|tested| package(tested) == package(declaring))
        };
        let mut fields = fields.iter().map(|field| world.field(*field));
        fields.clone().all(|field| {
            field.modifiers & PUBLIC != 0
                || field.modifiers & PRIVATE == 0 && is_beside(field.class)
        }) && fields.any(|field| field.modifiers & FINAL == 0)
    }

    /// Whether one constructor, which keeps all that it is given, and then assignments and setters make every object of a class.
    fn is_settable(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        let steps = self.steps(machine, class);
        let package = package_of(machine.core.world.class_name(class)).to_owned();
        let usable = steps.changing.iter().filter(|step| step.is_for(&package));
        let methods: Vec<MethodId> = usable.filter_map(|step| step.method).collect();
        let set: Vec<(ClassId, Name)> =
            methods.into_iter().filter_map(|method| set_by(machine, method)).collect();
        let news = steps.first.iter().filter(|step| step.call.kind == CallKind::New);
        let mut news = news.filter(|step| step.is_for(&package)).filter_map(|step| step.method);
        news.any(|new| {
            let Some(kept) = kept_by(machine, new) else { return false };
            let world = &machine.core.world;
            let fields = instance_fields(world, class);
            let is_set = |field: &FieldId| {
                let declared = world.field(*field);
                let known = (declared.class, declared.name);
                let is_assigned = declared.modifiers & (FINAL | PRIVATE) == 0;
                is_assigned || kept.contains(&known) || set.contains(&known)
            };
            !fields.is_empty() && fields.iter().all(is_set)
        })
    }

    /// The calls for a class.
    pub(super) fn steps(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Rc<Steps> {
        if let Some(known) = self.steps.get(&class) {
            return Rc::clone(known);
        }
        let mut steps = Steps::default();
        if let Some(stub) = Stub::of(&machine.core.world, class) {
            // The anonymous class of a test calls constructors of abstract classes too.
            if let Some(source) = machine.platform.loader.source(stub.interface) {
                let source = SourceClass { is_abstract: false, ..source };
                self.add_own(machine, stub.interface, &source, &mut steps);
            }
        } else if let Some(source) = machine.platform.loader.source(class) {
            self.add_own(machine, class, &source, &mut steps);
            self.add_factories(machine, class, &source, &mut steps);
        }
        let steps = Rc::new(steps);
        self.steps.insert(class, Rc::clone(&steps));
        steps
    }

    /// Constructors and methods that change an object.
    fn add_own(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        source: &SourceClass,
        steps: &mut Steps,
    ) {
        let state = self.footprints.state(machine, class);
        for owner in lineage(machine, class) {
            let Some(declaring) = machine.platform.loader.source(owner) else { continue };
            for method in machine.core.world.loaded(owner).methods.clone() {
                let Some(mut step) = self.step(machine, &declaring, method, CallKind::Change)
                else {
                    continue;
                };
                match step.call.name.as_str() {
                    "<init>" if owner == class && is_made_by_new(source) => {
                        let is_inner = source.is_inner;
                        step.call.kind = if is_inner { CallKind::Inner } else { CallKind::New };
                        steps.first.push(step);
                    }
                    "<init>" | "equals" | "finalize" => {}
                    _ if machine.core.world.method(method).is_static() => {}
                    _ if steps.changing.iter().any(|other| is_same(&other.call, &step.call)) => {}
                    _ if step.footprint.writes.is_disjoint(&state) => {}
                    "hashCode" | "toString" => steps.keeping.push(step),
                    _ => steps.changing.push(step),
                }
            }
        }
        leave_to_subclasses(&machine.core.world, &mut steps.changing);
        self.add_filling(machine, class, steps);
        steps.first.sort_by_key(|step| step.call.given().len());
    }

    /// What fills a collection that a class of the project extends, unless the class has its own way to do that.
    fn add_filling(&mut self, machine: &mut SymbolicMachine, class: ClassId, steps: &mut Steps) {
        let world = &machine.core.world;
        let Some(above) = footprint::collection_above(world, &self.project, class) else { return };
        let lineage = std::iter::successors(Some(above), |c| world.loaded(*c).superclass);
        let lineage: Vec<ClassId> = lineage.collect();
        for (name, descriptor) in FILLING {
            let names = world.find_name(name).zip(world.find_name(descriptor));
            let found = names.and_then(|(name, descriptor)| {
                lineage.iter().find_map(|above| world.declared_method(*above, name, descriptor))
            });
            let Some(method) = found else { continue };
            let owner = world.class_name(world.method(method).class).to_owned();
            let [name, descriptor] = [name, descriptor].map(str::to_owned);
            let call = Call { kind: CallKind::Change, owner, name, descriptor };
            if !steps.changing.iter().any(|other| is_same(&other.call, &call)) {
                let content = footprint::content(world, &self.project, class);
                let content: FxHashSet<Name> = content.into_iter().collect();
                let footprint = Footprint { reads: content.clone(), writes: content };
                let method = Some(method);
                steps.changing.push(Step { call, method, access: Access::Public, footprint });
            }
            return;
        }
    }

    /// Static methods, methods of other objects and constants that give such objects. Those of other
    /// objects only where no constructor or static method is for all to call; those of the class
    /// itself only where nothing changes its objects, and one is made of another, or where a hidden constructor does that.
    fn add_factories(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        source: &SourceClass,
        steps: &mut Steps,
    ) {
        let may_be_above = source.access == Access::Private || source.name.is_none();
        let [mut statics, mut instances, mut constants] = [Vec::new(), Vec::new(), Vec::new()];
        // A class without a constructor to call hands out its objects itself, as whatever they are.
        let is_single = steps.first.is_empty();
        let own = machine.core.world.class_name(class).to_owned();
        // A constructor that takes such an object, and that only the class may call, is behind a method of one.
        let holder = format!("L{own};");
        let is_inside = source.methods.iter().any(|method| {
            method.name == "<init>"
                && method.access == Access::Private
                && method.descriptor.contains(&holder)
        });
        let above = lineage(machine, class);
        let hands_out = |owner: ClassId| may_be_above || is_single && owner == class;
        for giver in self.project.givers(machine, class, hands_out) {
            let Some(declaring) = machine.platform.loader.source(giver.owner()) else { continue };
            match giver {
                Giver::Method(owner, method) => {
                    // What an object holds was given to it, or made in it: to get it back is no way to make another.
                    let is_held = !is_inside && above.contains(&owner);
                    let is_static = machine.core.world.method(method).is_static();
                    let is_interface = declaring.kind == SourceKind::Interface;
                    if !is_static && (is_interface || hands_on(machine, method, is_held)) {
                        continue;
                    }
                    let kind = if is_static { CallKind::Static } else { CallKind::Instance };
                    let step = self.step(machine, &declaring, method, kind);
                    if is_static { &mut statics } else { &mut instances }.extend(step);
                }
                Giver::Constant(owner, field) => {
                    let owner = machine.core.world.class_name(owner).to_owned();
                    let access = field.access.min(declaring.access);
                    let SourceField { name, descriptor, .. } = field;
                    let call = Call { kind: CallKind::Constant, owner, name, descriptor };
                    let footprint = Footprint::default();
                    constants.push(Step { call, method: None, access, footprint });
                }
            }
        }
        let is_own = |step: &Step| step.call.owner == own;
        let above: Vec<String> =
            above.iter().map(|c| machine.core.world.class_name(*c).to_owned()).collect();
        let is_above = |step: &Step| above.contains(&step.call.owner);
        statics.sort_by_key(|step| (!is_own(step), step.call.given().len()));
        let is_public = |step: &Step| step.access == Access::Public;
        let is_for_all = steps.first.iter().chain(&statics).any(is_public);
        let grows = steps.changing.is_empty()
            && (self.is_recursive(&machine.core.world, class)
                || steps.first.iter().chain(&statics).all(|step| step.call.given().is_empty()));
        instances.retain(|step| if is_above(step) { grows || is_inside } else { !is_for_all });
        let mut ways = steps.first.iter().chain(&statics);
        if ways.any(|step| !step.takes_text()) {
            statics.retain(|step| !step.takes_text());
        }
        instances.sort_by_key(|step| step.call.given().len());
        let further = statics.into_iter().chain(instances).chain(constants);
        steps.first.extend(further.take(MOST_FACTORIES));
    }

    /// Whether objects of a class, or of others of its kind, hold such objects.
    fn is_recursive(&self, world: &World, class: ClassId) -> bool {
        let is_kind = |other: ClassId| {
            world.is_subclass(other, class)
                || self.project.contains(other) && world.is_subclass(class, other)
        };
        let kinds = self.project.classes.iter().filter(|other| is_kind(**other));
        let mut fields = kinds.flat_map(|kind| &world.loaded(*kind).fields);
        fields.any(|field| {
            let field = world.field(*field);
            let name = world.text(field.descriptor);
            let name = name.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
            let held = name.and_then(|name| world.find_class(name));
            !field.is_static()
                && held.is_some_and(|held| world.class(held).is_some() && is_kind(held))
        })
    }

    /// What is known of a method, if somebody may call it.
    fn step(
        &mut self,
        machine: &mut SymbolicMachine,
        declaring: &SourceClass,
        method: MethodId,
        kind: CallKind,
    ) -> Option<Step> {
        let world = &machine.core.world;
        let declared = world.method(method);
        let is_hidden = declared.modifiers & (PRIVATE | SYNTHETIC | BRIDGE) != 0;
        if is_hidden || declared.is_abstract() || declared.is_native() {
            return None;
        }
        let owner = world.class_name(declared.class).to_owned();
        let [name, descriptor] =
            [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
        let access = declaring.method(&name, &descriptor)?.access.min(declaring.access);
        let footprint = self.footprints.of(machine, method);
        let call = Call { kind, owner, name, descriptor };
        Some(Step { call, method: Some(method), access, footprint })
    }
}

/// A class and those above it that belong to the project.
fn lineage(machine: &mut SymbolicMachine, class: ClassId) -> Vec<ClassId> {
    let lineage = std::iter::successors(Some(class), |c| {
        let superclass = machine.core.world.loaded(*c).superclass?;
        let name = machine.core.world.class_name(superclass);
        machine.platform.loader.module_of(name).is_none().then_some(superclass)
    });
    lineage.collect()
}

/// Protected methods are there for classes below, which keep rules that others do not know: where all code may change an object,
/// they are not called from outside.
fn leave_to_subclasses(world: &World, changing: &mut Vec<Step>) {
    if changing.iter().any(|step| step.access == Access::Public) {
        let is_protected = |method| world.method(method).modifiers & PROTECTED != 0;
        changing.retain(|step| !step.method.is_some_and(is_protected));
    }
}

/// Whether two calls are of methods one of which overrides the other.
fn is_same(call: &Call, other: &Call) -> bool {
    call.name == other.name && call.descriptor == other.descriptor
}

/// Whether the source of a test can make objects of a class by `new`.
fn is_made_by_new(source: &SourceClass) -> bool {
    source.name.is_some()
        && source.access != Access::Private
        && !source.is_abstract
        && matches!(source.kind, SourceKind::Class | SourceKind::Record)
}

/// The field of its receiver that a method sets to its only argument, if it does nothing else.
fn set_by(machine: &mut SymbolicMachine, method: MethodId) -> Option<(ClassId, Name)> {
    let world = &mut machine.core.world;
    let body = machine.platform.loader.body(world, method).ok()?;
    let entry = &body.blocks[body.entry];
    let [receiver, argument] = [0, 1].map(|number| ValueDef::Param(body.entry, number));
    let [inst] = entry.insts[..] else { return None };
    let InstKind::PutField { field, object, value } = body.insts[inst].kind else { return None };
    let is_plain = body.values[object].def == receiver && body.values[value].def == argument;
    let ends = match entry.terminator {
        Terminator::Return(None) => true,
        Terminator::Return(Some(value)) => body.values[value].def == receiver,
        _ => false,
    };
    let symbol = machine.core.world.field_symbol(field);
    (is_plain && ends).then_some((symbol.class, symbol.name))
}

/// The fields of its receiver in which a constructor keeps what it is given, each in one, if it does nothing else with that.
fn kept_by(machine: &mut SymbolicMachine, new: MethodId) -> Option<Vec<(ClassId, Name)>> {
    let world = &mut machine.core.world;
    let body = machine.platform.loader.body(world, new).ok()?;
    let param = |value: Value| match body.values[value].def {
        ValueDef::Param(block, number) if block == body.entry => Some(number),
        _ => None,
    };
    let (mut kept, mut given) = (Vec::new(), Vec::new());
    let mut next = Some(body.entry);
    let mut blocks = 0;
    while let Some(block) = next.map(|block| &body.blocks[block]) {
        blocks += 1;
        if blocks > body.blocks.len() {
            return None;
        }
        for inst in &block.insts {
            match &body.insts[*inst].kind {
                InstKind::PutField { field, object, value } if param(*object) == Some(0) => {
                    if let Some(number) = param(*value) {
                        let symbol = world.field_symbol(*field);
                        kept.push((symbol.class, symbol.name));
                        given.push(number);
                    }
                }
                InstKind::Call { method, .. } => {
                    let symbol = world.method_symbol(*method);
                    let is_above = world.class_name(symbol.class) == "java/lang/Object";
                    is_above.then_some(())?;
                }
                InstKind::Const { .. } | InstKind::Null | InstKind::Str(_) => {}
                _ => return None,
            }
        }
        next = match &block.terminator {
            Terminator::Continue { next, .. } | Terminator::Jump(next) => Some(next.block),
            Terminator::Return(_) => None,
            _ => return None,
        };
    }
    given.sort_unstable();
    let count = body.blocks[body.entry].params.len() as u32;
    given.into_iter().eq(1..count).then_some(kept)
}

/// Whether a method returns nothing but its receiver, or, if what objects hold counts too, what its receiver leads to: no call of
/// it makes an object.
fn hands_on(machine: &mut SymbolicMachine, method: MethodId, what_is_held: bool) -> bool {
    let world = &mut machine.core.world;
    let Ok(body) = machine.platform.loader.body(world, method) else { return false };
    let returned = body.blocks.values().filter_map(|block| match block.terminator {
        Terminator::Return(value) => value,
        _ => None,
    });
    let mut open: Vec<Value> = returned.collect();
    let mut seen: FxHashSet<Value> = open.iter().copied().collect();
    while let Some(value) = open.pop() {
        match body.values[value].def {
            ValueDef::Param(block, 0) if block == body.entry => {}
            ValueDef::Param(block, number) if what_is_held && block != body.entry => {
                let edges = body.blocks.values().flat_map(|from| from.terminator.successors());
                let into = edges.filter(|edge| edge.block == block);
                let given = into.filter_map(|edge| edge.args.get(number as usize).copied());
                open.extend(given.filter(|value| seen.insert(*value)));
            }
            ValueDef::Inst(inst) if what_is_held => match body.insts[inst].kind {
                InstKind::Null => {}
                InstKind::GetField { object, .. } => {
                    open.extend(Some(object).filter(|value| seen.insert(*value)));
                }
                _ => return false,
            },
            ValueDef::Param(..) | ValueDef::Inst(_) => return false,
        }
    }
    true
}
