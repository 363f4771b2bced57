//! What a call is: executed, or something that stands for it.
//!
//! Where the machine says that a call is about to happen, a [`Calls`] decides: it runs, and then what
//! happens inside may count or not ([hidden](Decided::Hidden)); or it does not, and may return, throw and leave behind
//! anything that the method could ([`Abstraction`]). So a search can first look for the paths of a
//! method with its calls left open, and then for ways through these calls that fit.

use super::heap::Maker;
use super::summary::CallSummary;
use super::ways::{CallOutcome, KnownWays};
use margay_ir::{ClassId, ClassKind, MethodId, Storage, Type, World};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Core, DecidedCalls, Domain, Platform, Ref};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Objects that are looked at to find what a call can reach; beyond, it is taken to reach inputs.
const MOST_OBJECTS: usize = 1 << 12;

/// Decides about calls.
pub trait Calls {
    /// What becomes of a call that is about to happen.
    fn decide(
        &mut self,
        core: &Core<Symbolic>,
        method: MethodId,
        arguments: &[SymbolicValue],
    ) -> Decided;

    /// What it decides about: all calls, or those of some methods.
    fn about(&self) -> DecidedCalls {
        DecidedCalls::All
    }

    /// A call of a method that has a summary was composed, or it runs after all.
    fn composed(&mut self, method: MethodId, is_composed: bool) {
        let _ = (method, is_composed);
    }

    /// A hidden call has ended, on one of the ways through it.
    fn expanded(&mut self, method: MethodId, outcome: &Rc<CallOutcome>, way: &[u32]) {
        let _ = (method, outcome, way);
    }

    /// A path that is wanted has taken these decisions inside a hidden call.
    fn fitted(&mut self, method: MethodId, outcome: &Rc<CallOutcome>, way: &[u32]) {
        let _ = (method, outcome, way);
    }
}

/// What becomes of a call.
pub enum Decided {
    /// It runs, and its ways are ways of the method under test.
    Run,
    /// It runs, and paths that differ only inside count as one.
    Hidden {
        /// What it may do: before it runs, the path goes on without it, to see whether a path that is wanted is
        /// still possible.
        open: Option<Rc<Abstraction>>,
        /// Ways through it that are known and tried first.
        known: Rc<KnownWays>,
    },
    /// It does not run: one of the cases of its method comes of it.
    Compose(Rc<CallSummary>, Composition),
    /// It does not run.
    Abstract(Rc<Abstraction>),
}

/// How a call is composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composition {
    /// What the method asks is asked, one after the other, as if it ran.
    Asked,
    /// All that a case asks of numbers is asked at once.
    Whole,
}

/// What a call may do that does not run: all that its method could, and more.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// What results and effects are called.
    pub name: String,
    /// What it returns, if it returns something.
    pub result: Option<Kind>,
    /// The exceptions it throws by itself.
    pub throws: Vec<ClassId>,
    /// Fields of objects that it may write: the class that declares one, and where it is.
    pub fields: Vec<(ClassId, u32, Kind)>,
    /// Static fields that it may write.
    pub statics: Vec<(u32, Kind)>,
    /// Kinds of arrays whose elements it may write.
    pub arrays: Vec<Storage>,
    /// Whether it may do more than that to objects of the class library.
    pub is_opaque: bool,
    /// The fields among those that whoever calls it looks at.
    pub seen_fields: Vec<(ClassId, u32, Storage)>,
    /// The static fields among those that whoever calls it looks at.
    pub seen_statics: Vec<(u32, Storage)>,
}

/// What a value is: how it is stored, and the class of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How it is stored.
    pub storage: Storage,
    /// The class of a reference.
    pub class: Option<ClassId>,
}

/// Who decides about calls; nobody, if all run.
#[derive(Clone, Default)]
pub struct CallDecider(pub Option<Rc<RefCell<dyn Calls>>>);

impl fmt::Debug for CallDecider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "decides calls" } else { "runs calls" })
    }
}

/// The objects that values lead to; none if they are too many. A reference that stays open may be any object that
/// stands for one, or that it names.
#[must_use]
pub fn reachable(core: &Core<Symbolic>, values: &[SymbolicValue]) -> Option<Vec<Ref>> {
    let mut found: Vec<Ref> = Vec::new();
    let mut seen: FxHashSet<Ref> = FxHashSet::default();
    let mut add = |found: &mut Vec<Ref>, value| {
        let objects = match core.domain.plain(value) {
            Some(object) => vec![object as Ref],
            None => core.domain.possible_objects(value),
        };
        found.extend(objects.into_iter().filter(|object| *object != 0 && seen.insert(*object)));
    };
    values.iter().for_each(|value| add(&mut found, *value));
    let mut next = 0;
    while let Some(object) = found.get(next).copied() {
        if found.len() > MOST_OBJECTS {
            return None;
        }
        next += 1;
        for (index, storage) in cells(core, object) {
            if storage == Storage::Ref {
                add(&mut found, core.memory.get(object, index));
            }
        }
    }
    Some(found)
}

/// The cells of an object, and how they are stored.
pub fn cells(core: &Core<Symbolic>, object: Ref) -> Vec<(u32, Storage)> {
    let class = core.memory.class_of(object);
    match core.world.loaded(class).kind {
        ClassKind::Array { elem, .. } => {
            (0..core.memory.room(object)).map(|index| (index, elem)).collect()
        }
        _ => fields(&core.world, class),
    }
}

/// The instance fields of a class and those it inherits.
fn fields(world: &World, class: ClassId) -> Vec<(u32, Storage)> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let loaded = world.loaded(class);
        let own = loaded.fields.iter().map(|field| world.field(*field));
        found.extend(own.filter(|f| !f.is_static()).map(|f| (f.slot, f.storage)));
        next = loaded.superclass;
    }
    found
}

/// The references among the arguments of a method.
#[must_use]
pub fn references(
    world: &World,
    method: MethodId,
    arguments: &[SymbolicValue],
) -> Vec<SymbolicValue> {
    let types = &world.method(method).params;
    let given = arguments.iter().zip(types);
    given.filter(|(_, ty)| **ty == Type::Ref).map(|(value, _)| *value).collect()
}

/// Whether something that arguments lead to depends on the input.
#[must_use]
pub fn depends_on_input(
    core: &Core<Symbolic>,
    method: MethodId,
    arguments: &[SymbolicValue],
) -> bool {
    let is_open = |value: SymbolicValue| core.domain.plain(value).is_none();
    if arguments.iter().any(|value| is_open(*value)) {
        return true;
    }
    let references = references(&core.world, method, arguments);
    let Some(objects) = reachable(core, &references) else { return true };
    objects.into_iter().any(|object| {
        core.memory.sized(object).is_some_and(is_open)
            || !core.domain.has_class(object)
            || cells(core, object).iter().any(|(index, _)| is_open(core.memory.get(object, *index)))
    })
}

impl<P: Platform<Symbolic>, I: Inputs<P>> Maker<'_, P, I> {
    /// Lets everything that a call may write hold anything; gives what it may return. `number` tells this call
    /// from the others of the path.
    pub fn abstract_call(
        &mut self,
        what: &Abstraction,
        number: usize,
        references: &[SymbolicValue],
    ) -> Option<SymbolicValue> {
        let name = format!("{}#{number}", what.name);
        let writes = !(what.fields.is_empty() && what.arrays.is_empty());
        let objects = match writes {
            true => reachable(&self.machine.core, references).unwrap_or_default(),
            false => Vec::new(),
        };
        for (place, object) in objects.into_iter().enumerate() {
            self.leave_open(what, &format!("{name}.{place}"), object);
        }
        for (cell, kind) in &what.statics {
            let value = self.open_value(&format!("{name}.{cell}"), *kind);
            self.machine.core.memory.set_static(*cell, value);
        }
        what.result.map(|kind| self.open_value(&name, kind))
    }

    /// Any value of a kind: no input, so that bounds on inputs are none on it.
    fn open_value(&mut self, name: &str, kind: Kind) -> SymbolicValue {
        match kind.storage {
            Storage::Ref => self.anything(name, kind.storage, kind.class, None),
            storage => self.machine.core.domain.number(name, storage),
        }
    }

    fn leave_open(&mut self, what: &Abstraction, name: &str, object: Ref) {
        let class = self.machine.core.memory.class_of(object);
        if let ClassKind::Array { elem, component, .. } = self.machine.core.world.loaded(class).kind
        {
            let room = self.machine.core.memory.room(object);
            for index in (0..room).filter(|_| what.arrays.contains(&elem)) {
                let kind = Kind { storage: elem, class: component };
                let value = self.open_value(&format!("{name}[{index}]"), kind);
                self.machine.core.memory.set(object, index, value);
            }
            return;
        }
        for (owner, slot, kind) in &what.fields {
            if self.machine.core.world.is_subclass(class, *owner) {
                let name = format!("{name}.{slot}");
                let value = self.open_value(&name, *kind);
                self.machine.core.memory.set(object, *slot, value);
            }
        }
    }
}
