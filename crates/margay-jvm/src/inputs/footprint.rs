//! Which fields the code of the project reads and changes when a method is called: what decides which
//! calls are worth making before another.
//!
//! Too much is never wrong here: a call too many is tried in vain. Fields are known by their names.

pub(super) mod caught;

use super::outside::{self, Outside};
use super::project::Project;
use super::{instance_fields, signature};
use crate::platform::Jvm;
use margay_ir::function::{Dispatch, ValueDef};
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, Function, InstKind, MethodId, Name, Terminator, Type, Value, World};
use margay_machine::{Domain, Machine};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Methods that are followed.
const MOST_METHODS: usize = 256;

/// Classes that are followed from one to what its objects hold: in a large project they lead everywhere.
const MOST_HELD: usize = 1_000;

/// Methods of the library that change their receiver begin like this.
const CHANGING: [&str; 22] = [
    "add",
    "put",
    "remove",
    "set",
    "push",
    "pop",
    "offer",
    "poll",
    "clear",
    "append",
    "insert",
    "delete",
    "compute",
    "merge",
    "replace",
    "retain",
    "increment",
    "decrement",
    "enqueue",
    "dequeue",
    "sort",
    "drain",
];

/// Classes of the library that have static methods which change what they are given.
const CHANGING_CLASSES: [&str; 3] =
    ["java/util/Collections", "java/util/Arrays", "java/lang/System"];

/// Those methods.
const CHANGING_ARGUMENTS: [&str; 14] = [
    "sort",
    "shuffle",
    "reverse",
    "swap",
    "fill",
    "copy",
    "addAll",
    "rotate",
    "replaceAll",
    "setAll",
    "arraycopy",
    "parallelSort",
    "parallelPrefix",
    "parallelSetAll",
];

/// The fields that a method reads and changes.
#[derive(Clone, Default)]
pub struct Footprint {
    /// Those it reads.
    pub reads: FxHashSet<Name>,
    /// Those it sets, and those that lead to something it changes.
    pub writes: FxHashSet<Name>,
}

/// What a method does itself.
#[derive(Default)]
struct Own {
    footprint: Footprint,
    /// Those of its parameters that it changes.
    changes_given: FxHashSet<u32>,
    /// The fields by which it may refuse to go on: what it reads where it throws, and what it gives to the
    /// class library.
    guards: FxHashSet<Name>,
    /// How far out its calls of the class library lead.
    outside: Option<Outside>,
    /// The methods that it may call, each with the parameters it gives what a field holds.
    calls: Vec<(MethodId, Vec<(u32, Name)>)>,
    /// The methods that it asks objects to run, whichever their classes are.
    asked: Vec<SymbolicRef>,
    /// What it catches.
    handlers: Vec<caught::Handlers>,
}

/// What methods of a project do themselves, as far as anybody has asked.
pub struct Footprints {
    project: Project,
    known: FxHashMap<MethodId, Own>,
    held: FxHashMap<ClassId, Rc<Holds>>,
    callers: Option<Callers>,
}

/// By the name and the descriptor of a method, the classes that mention one and as whose method they do.
type Callers = FxHashMap<(Name, Name), Vec<(ClassId, ClassId)>>;

/// What the objects of a class hold.
struct Holds {
    fields: Vec<Name>,
    /// The classes of the project that their values may have.
    classes: Vec<ClassId>,
}

impl Footprints {
    /// The methods of the project that a call may run.
    pub fn targets(
        &mut self,
        world: &World,
        dispatch: Dispatch,
        called: SymbolicRef,
    ) -> Vec<MethodId> {
        targets(world, &mut self.project, dispatch, called)
    }

    /// Those of a project with these classes, which are loaded.
    #[must_use]
    pub fn new(project: Vec<ClassId>) -> Self {
        let (known, held) = (FxHashMap::default(), FxHashMap::default());
        Footprints { project: Project::new(project), known, held, callers: None }
    }

    /// The fields that a method reads and changes, and all methods it calls.
    pub fn of<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> Footprint {
        let mut all = Footprint::default();
        let mut passed = Vec::new();
        self.follow(machine, method, |own| {
            all.reads.extend(&own.footprint.reads);
            all.writes.extend(&own.footprint.writes);
            for (next, fields) in &own.calls {
                passed.extend(fields.iter().map(|(number, field)| (*next, *number, *field)));
            }
        });
        for (method, number, field) in passed {
            let known = self.known.get(&method);
            if known.is_some_and(|own| own.changes_given.contains(&number)) {
                all.writes.insert(field);
            }
        }
        all
    }

    /// The fields by which a method, or one that it calls, may refuse to go on.
    pub fn guards<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> FxHashSet<Name> {
        let mut all = FxHashSet::default();
        self.follow(machine, method, |own| all.extend(&own.guards));
        all
    }

    /// The methods of the project that a method may call itself.
    pub fn called<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> Vec<MethodId> {
        let own = self.own(machine, method);
        own.calls.iter().map(|(called, _)| *called).collect()
    }

    /// Whether code of the project outside a class calls a method of it, as far as constant pools tell: to look at
    /// all code of a large project would take long.
    pub fn is_called_around<D: Domain>(
        &mut self,
        machine: &Machine<D, Jvm<D>>,
        class: ClassId,
        method: MethodId,
    ) -> bool {
        let world = &machine.core.world;
        let callers = self.callers.get_or_insert_with(|| callers(machine, &self.project.classes));
        let called = world.method(method);
        let of_name = callers.get(&(called.name, called.descriptor));
        of_name.into_iter().flatten().any(|(caller, owner)| {
            *caller != class
                && world.class(*owner).is_some()
                && (world.is_subclass(*owner, called.class)
                    || world.is_subclass(called.class, *owner))
        })
    }

    /// Whether a method gets out of the program, by itself or by what it calls, or hands out a value that is
    /// another in another run and does nothing else. One that only uses such a value is worth running.
    pub fn is_outside<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> bool {
        let returns = machine.core.world.method(method).result.is_some();
        let own = self.own(machine, method);
        let draws = own.outside == Some(Outside::Drawn);
        let varies = own.outside.is_some() && own.footprint.writes.is_empty();
        if returns && varies && (!draws || self.has_seed(machine, method)) {
            return true;
        }
        let mut furthest = None;
        self.follow(machine, method, |own| furthest = furthest.max(own.outside));
        furthest == Some(Outside::World)
    }

    /// Whether code that makes objects of the class of a method, or the class itself, uses a value that is
    /// another in another run: the seed of a generator, for one.
    fn has_seed<D: Domain>(&mut self, machine: &mut Machine<D, Jvm<D>>, method: MethodId) -> bool {
        let world = &machine.core.world;
        let methods = world.loaded(world.method(method).class).methods.iter().copied();
        let making: Vec<MethodId> =
            methods.filter(|m| world.text(world.method(*m).name).starts_with('<')).collect();
        making.into_iter().any(|new| self.own(machine, new).outside == Some(Outside::Varying))
    }

    fn own<D: Domain>(&mut self, machine: &mut Machine<D, Jvm<D>>, method: MethodId) -> &Own {
        let known = self.known.entry(method);
        known.or_insert_with(|| own(machine, &mut self.project, method))
    }

    /// Looks at a method and at all that it calls.
    fn follow<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
        mut look: impl FnMut(&Own),
    ) {
        let mut seen = FxHashSet::from_iter([method]);
        let mut open = vec![method];
        while let Some(method) = open.pop() {
            let own = self.own(machine, method);
            look(own);
            for (next, _) in &own.calls {
                if seen.len() < MOST_METHODS && seen.insert(*next) {
                    open.push(*next);
                }
            }
        }
    }

    /// The fields of the objects of a class, and of those that they hold, the nearest ones.
    pub fn state<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        class: ClassId,
    ) -> FxHashSet<Name> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::from_iter([class]);
        let mut open = VecDeque::from([class]);
        while let Some(class) = open.pop_front() {
            let holds = self.holds(machine, class);
            found.extend(holds.fields.iter().copied());
            let is_new = |c: &ClassId| seen.len() < MOST_HELD && seen.insert(*c);
            open.extend(holds.classes.iter().copied().filter(is_new));
        }
        found
    }

    /// What the objects of a class hold themselves.
    fn holds<D: Domain>(&mut self, machine: &mut Machine<D, Jvm<D>>, class: ClassId) -> Rc<Holds> {
        if let Some(known) = self.held.get(&class) {
            return Rc::clone(known);
        }
        let (mut fields, mut classes) = (Vec::new(), Vec::new());
        for field in instance_fields(&machine.core.world, class) {
            let declared = machine.core.world.field(field);
            fields.push(declared.name);
            let erased = machine.core.world.text(declared.descriptor).to_owned();
            let types = signature::of_field(machine, field).unwrap_or(erased);
            let world = &machine.core.world;
            let names = types.split(['<', ';', '>', '[', '*', '+', '-']);
            let names = names.filter(|name| *name != "Ljava/lang/Object");
            let held = names.filter_map(|name| world.find_class(name.strip_prefix('L')?));
            for held in held.filter(|held| world.class(*held).is_some()) {
                classes.extend(self.project.below(world, held).iter().copied());
            }
        }
        let holds = Rc::new(Holds { fields, classes });
        self.held.insert(class, Rc::clone(&holds));
        holds
    }
}

/// Who mentions which methods.
fn callers<D: Domain>(machine: &Machine<D, Jvm<D>>, project: &[ClassId]) -> Callers {
    let mut found = Callers::default();
    for caller in project {
        let called = machine.platform.loader.called_by(&machine.core.world, *caller);
        for SymbolicRef { class, name, descriptor } in called {
            found.entry((name, descriptor)).or_default().push((*caller, class));
        }
    }
    found
}

/// Where an object comes from, as far as one method tells.
enum Origin {
    /// The method has made it.
    New,
    /// The method was given it, as this parameter.
    Given(u32),
    /// A field has it.
    Field(Name),
    Elsewhere,
}

/// What a method does itself, and the methods it may call.
fn own<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    project: &mut Project,
    method: MethodId,
) -> Own {
    let mut found = Own::default();
    let world = &mut machine.core.world;
    let Ok(body) = machine.platform.loader.body(world, method) else { return found };
    let declared = world.method(method);
    let is_constructor = world.text(declared.name) == "<init>";
    let content =
        if declared.is_static() { Vec::new() } else { content(world, project, declared.class) };
    // Something is changed that some field leads to; which one is not followed.
    let mut changes_content = false;
    for inst in body.insts.values() {
        let world = &machine.core.world;
        let from = |object: Value| origin(world, &body, object, is_constructor);
        let mut change = |found: &mut Own, object: Value| match from(object) {
            Origin::New => {}
            Origin::Given(0) if !content.is_empty() => found.footprint.writes.extend(&content),
            Origin::Given(number) => {
                found.changes_given.insert(number);
            }
            Origin::Field(field) => {
                found.footprint.writes.insert(field);
            }
            Origin::Elsewhere => changes_content = true,
        };
        match &inst.kind {
            InstKind::GetField { field, .. } | InstKind::GetStatic(field) => {
                found.footprint.reads.insert(world.field_symbol(*field).name);
            }
            InstKind::PutField { object, .. } if matches!(from(*object), Origin::New) => {}
            InstKind::PutField { field, .. } => {
                found.footprint.writes.insert(world.field_symbol(*field).name);
            }
            InstKind::PutStatic { field, .. } => {
                found.footprint.writes.insert(world.field_symbol(*field).name);
            }
            InstKind::ArrayStore { array, .. } => change(&mut found, *array),
            InstKind::New(class) => {
                let methods = of_lambda(machine, *class);
                found.calls.extend(methods.into_iter().map(|method| (method, Vec::new())));
            }
            InstKind::Call { dispatch, method, args } => {
                let symbol = world.method_symbol(*method);
                let (name, owner) = (world.text(symbol.name), world.class_name(symbol.class));
                let fields = (0..).zip(args.iter()).filter_map(|(number, arg)| match from(*arg) {
                    Origin::Field(field) => Some((number, field)),
                    _ => None,
                });
                let fields: Vec<(u32, Name)> = fields.collect();
                let is_library = machine.platform.loader.module_of(owner).is_some();
                if is_library || is_from_above(world, project, symbol) {
                    if args.iter().any(|arg| matches!(from(*arg), Origin::Given(0))) {
                        found.footprint.reads.extend(&content);
                    }
                    found.guards.extend(fields.iter().map(|(_, field)| field));
                    let leads = outside::of_call(owner, name, world.text(symbol.descriptor));
                    found.outside = found.outside.max(leads);
                    let does_change = match dispatch {
                        Dispatch::Static => {
                            CHANGING_CLASSES.contains(&owner) && CHANGING_ARGUMENTS.contains(&name)
                        }
                        _ => CHANGING.iter().any(|word| name.starts_with(word)),
                    };
                    let changed =
                        if *dispatch == Dispatch::Static { &args[..] } else { &args[..1] };
                    let objects = changed.iter().filter(|arg| body.ty(**arg) == Type::Ref);
                    objects.filter(|_| does_change).for_each(|arg| change(&mut found, *arg));
                }
                found.asked.extend(caught::is_asked(*dispatch).then_some(symbol));
                let targets = targets(world, project, *dispatch, symbol);
                found.calls.extend(targets.into_iter().map(|target| (target, fields.clone())));
            }
            _ => {}
        }
    }
    if changes_content {
        let read: Vec<Name> = found.footprint.reads.iter().copied().collect();
        found.footprint.writes.extend(read);
    }
    if throws(&body) {
        found.guards.extend(&found.footprint.reads);
    }
    found.handlers = caught::handlers(machine, project, (method, &body));
    found
}

/// What the collection of the library holds that objects of a class of the project are: its fields.
pub(super) fn content(world: &World, project: &Project, class: ClassId) -> Vec<Name> {
    let Some(above) = collection_above(world, project, class) else { return Vec::new() };
    instance_fields(world, above).iter().map(|field| world.field(*field).name).collect()
}

/// The class of the library that a class of the project extends, if that is a collection or a map.
pub(super) fn collection_above(
    world: &World,
    project: &Project,
    class: ClassId,
) -> Option<ClassId> {
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let above = lineage.find(|above| !project.contains(*above))?;
    let is_one = |interface: &str| {
        world.find_class(interface).is_some_and(|interface| world.is_subclass(above, interface))
    };
    let is_collection = is_one("java/util/Collection") || is_one("java/util/Map");
    (is_collection && !world.loaded(above).is_abstract()).then_some(above)
}

/// Whether a class of the project has a method from above the project.
fn is_from_above(world: &World, project: &Project, called: SymbolicRef) -> bool {
    let SymbolicRef { class, name, descriptor } = called;
    if !project.contains(class) {
        return false;
    }
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let found = lineage.find_map(|class| world.declared_method(class, name, descriptor));
    found.is_none_or(|method| !project.contains(world.method(method).class))
}

/// Whether a method throws what it has made, as `throw new …` does.
fn throws(body: &Function) -> bool {
    body.blocks.values().any(|block| match block.terminator {
        Terminator::Throw(value) => match body.values[value].def {
            ValueDef::Inst(inst) => matches!(body.insts[inst].kind, InstKind::New(_)),
            ValueDef::Param(..) => false,
        },
        _ => false,
    })
}

/// Where an object comes from. What a constructor is called on is new to its caller.
fn origin(world: &World, body: &Function, object: Value, is_constructor: bool) -> Origin {
    match body.values[object].def {
        ValueDef::Inst(inst) => match &body.insts[inst].kind {
            InstKind::New(_) | InstKind::NewArray { .. } | InstKind::NewMultiArray { .. } => {
                Origin::New
            }
            InstKind::GetField { field, .. } | InstKind::GetStatic(field) => {
                Origin::Field(world.field_symbol(*field).name)
            }
            _ => Origin::Elsewhere,
        },
        ValueDef::Param(block, 0) if block == body.entry && is_constructor => Origin::New,
        ValueDef::Param(block, number) if block == body.entry => Origin::Given(number),
        ValueDef::Param(..) => Origin::Elsewhere,
    }
}

/// The methods of a lambda: who has it may call them.
fn of_lambda<D: Domain>(machine: &mut Machine<D, Jvm<D>>, class: ClassId) -> Vec<MethodId> {
    let name = machine.core.world.class_name(class).to_owned();
    if !name.contains("$$Lambda$") {
        return Vec::new();
    }
    match machine.platform.load_named(&mut machine.core.world, &name) {
        Ok(class) => machine.core.world.loaded(class).methods.clone(),
        Err(_) => Vec::new(),
    }
}

/// The methods of the project that a call may run: the one declared by a class or one above it, and those
/// of classes below.
fn targets(
    world: &World,
    project: &mut Project,
    dispatch: Dispatch,
    called: SymbolicRef,
) -> Vec<MethodId> {
    let SymbolicRef { class, name, descriptor } = called;
    if world.class(class).is_none() {
        return Vec::new();
    }
    let declared = |class: ClassId| world.declared_method(class, name, descriptor);
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let above = lineage.find_map(declared);
    let above = above.filter(|method| project.contains(world.method(*method).class));
    if !matches!(dispatch, Dispatch::Virtual | Dispatch::Interface) {
        return above.into_iter().collect();
    }
    let below = project.below(world, class);
    let below = below.iter().filter(|below| **below != class).filter_map(|below| declared(*below));
    above.into_iter().chain(below).collect()
}
