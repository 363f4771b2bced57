//! Java's inputs: which objects a reference of some type may be, and what they are made of.
//!
//! An object of the project has any contents its fields can hold. Objects of the class library
//! have contents only where those make sense from outside: the characters of a string, the value
//! in a box, the elements of a collection. Others are left out.

mod contents;
mod finals;
pub mod footprint;
mod library;
mod outside;
mod project;
pub(crate) mod records;
mod sequences;
pub mod signature;
mod steps;
mod stubs;
mod supertypes;
pub mod thrown;
mod types;

pub use contents::{MadeOf, Mentioned, made_of};
pub(crate) use library::is_value;
pub use sequences::{DrawnCalls, MOST_SEQUENCES, call_name};

use crate::describe::CLASS;
use crate::expressions::{ENUM_MAP, ENUM_SET};
use crate::platform::Jvm;
use crate::sequence::Sequence;
use crate::source::Access;
use crate::stub::Stub;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::{BRIDGE, ENUM, STATIC};
use margay_ir::world::{SymbolicRef, package_of, simple_name_of};
use margay_ir::{ClassId, ClassKind, FieldId, MethodId, Storage, World};
use margay_machine::symbolic::inputs::{Initial, Inputs, Making, Part, Taste, Unasked};
use margay_machine::symbolic::{Reference, Symbolic, SymbolicValue};
use margay_machine::{Machine, Ref};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use thrown::Thrown;

type SymbolicMachine = Machine<Symbolic, Jvm<Symbolic>>;

/// Most classes that one reference may have.
const MOST_CLASSES: usize = 8;

/// Packages whose names begin with so many words that are the same are by the same people.
const FAMILY: usize = 2;

/// The generic type of an array that holds a string's characters.
const CHARACTERS: &str = "characters";
/// The generic type of an array that holds the arguments of a program: none of them is null.
pub const PROGRAM_ARGUMENTS: &str = "arguments";
/// What precedes the element type of an array that holds a list's elements.
const ELEMENTS: &str = "elements ";

/// The name of the receiver of the method under test.
pub const RECEIVER: &str = "this";

/// The class of sets or maps with constants of an enum, where a set or map of these is wanted.
fn of_constants(
    machine: &mut SymbolicMachine,
    class: ClassId,
    generic: Option<&str>,
) -> Option<ClassId> {
    let made = match machine.core.world.class_name(class) {
        "java/util/Set" => ENUM_SET,
        "java/util/Map" => ENUM_MAP,
        _ => return None,
    };
    let key = signature::argument(generic?, 0)?;
    let is_enum = contents::has_constants(machine, Some(&key));
    is_enum.then(|| machine.platform.load_named(&mut machine.core.world, made).ok())?
}

/// Orders classes of which objects of no particular type are: where a method asks for a type of the library, those that stand
/// for it come in the order in which they do. What is compared is rather numbers than texts.
fn put_asked_first(world: &World, classes: &mut [ClassId], asked: &[ClassId]) {
    let known = asked.iter().filter(|class| world.class(**class).is_some());
    let standing = known.flat_map(|class| library::library_classes(world.class_name(*class)));
    let standing: Vec<&str> = standing.copied().collect();
    let place = |class: &ClassId| {
        let name = world.class_name(*class);
        standing.iter().position(|other| *other == name).unwrap_or(standing.len())
    };
    // Plain objects, which are nothing that anybody asks for, stay the first.
    if let Some((_, others)) = classes.split_first_mut() {
        others.sort_by_key(place);
    }
}

/// Whether it is known how objects of a class of the class library are made, and with which contents.
fn is_modelled(world: &World, class: ClassId) -> bool {
    library::is_modelled(world, class) || contents::is_filled(world, class)
}

/// Whether objects of a class are what calls make of them: not those of classes of the library that are made in a way of their own.
/// Objects of the project are, collections among them if all are made `by_calls`.
#[must_use]
pub fn is_what_calls_make(world: &World, class: ClassId, is_library: bool, by_calls: bool) -> bool {
    match is_library {
        true => !is_modelled(world, class),
        false => by_calls || !contents::is_filled(world, class),
    }
}

/// Java's inputs.
pub struct JavaInputs {
    /// Classes of the project.
    project: project::Project,
    /// Longest list.
    max_list: u32,
    /// Longest string.
    max_string: u32,
    mentioned: Mentioned,
    /// The method under test.
    method: Option<MethodId>,
    /// The class that it is a test of, which may inherit the method.
    class: Option<ClassId>,
    candidates: FxHashMap<ClassId, Vec<ClassId>>,
    /// The classes that the method under test asks for.
    asked: Vec<ClassId>,
    builders: FxHashMap<ClassId, Option<MethodId>>,
    finals: FxHashMap<FieldId, Option<ClassId>>,
    /// Whether constructors of a class make sorted collections with an order of their own.
    orders: FxHashMap<ClassId, bool>,
    /// Whether a class is a record that only its constructor makes.
    checked: FxHashMap<ClassId, bool>,
    parts: FxHashMap<(ClassId, Option<String>), Vec<Part>>,
    /// Calls after a constructor that make objects of the project; none if these have any contents
    /// their fields can hold.
    pub max_calls: Option<u32>,
    /// Whether one call may come more often than that in a row.
    pub is_filling: bool,
    /// The calls that make objects, if these come by chance.
    pub drawn: Option<DrawnCalls>,
    /// Whether which object a reference is stays open; then an object has any contents wherever calls can make all.
    pub stay_open: bool,
    steps: FxHashMap<ClassId, Rc<steps::Steps>>,
    /// Those of them that the method under test can use.
    usable: FxHashMap<(ClassId, Option<MethodId>), Rc<steps::Steps>>,
    /// Whether a class is a mere place for data.
    data: FxHashMap<ClassId, bool>,
    footprints: footprint::Footprints,
    /// The classes that stand in for others, by what they are asked for: the receiver, or anything else.
    doubles: FxHashMap<(ClassId, bool), Option<ClassId>>,
    /// What may be done to make the objects that others come from, by how the input leads to them.
    makers: FxHashMap<String, sequences::Allowance>,
    callings: FxHashMap<(ClassId, Sequence), Option<MethodId>>,
    /// What stands for the classes that are tried.
    types: Vec<Ref>,
    /// What the method under test catches around its calls.
    caught: Option<Rc<[footprint::caught::Caught]>>,
    /// Classes of whose objects there are more ways to make them than are tried; whoever tells forgets.
    pub cut: Vec<ClassId>,
    /// The types of references of which objects were made for this method.
    made: Vec<ClassId>,
}

impl JavaInputs {
    /// Inputs for a project with these classes.
    #[must_use]
    pub fn new(project: Vec<ClassId>, max_list: u32, max_string: u32) -> Self {
        JavaInputs {
            footprints: footprint::Footprints::new(project.clone()),
            doubles: FxHashMap::default(),
            project: project::Project::new(project),
            max_list,
            max_string,
            mentioned: Mentioned::default(),
            method: None,
            class: None,
            candidates: FxHashMap::default(),
            asked: Vec::new(),
            builders: FxHashMap::default(),
            finals: FxHashMap::default(),
            orders: FxHashMap::default(),
            checked: FxHashMap::default(),
            parts: FxHashMap::default(),
            max_calls: None,
            is_filling: false,
            drawn: None,
            stay_open: false,
            steps: FxHashMap::default(),
            usable: FxHashMap::default(),
            data: FxHashMap::default(),
            makers: FxHashMap::default(),
            callings: FxHashMap::default(),
            types: Vec::new(),
            caught: None,
            cut: Vec::new(),
            made: Vec::new(),
        }
    }

    /// The types of references that had to be objects since the method under test was told, but for those
    /// of which there are no others: constants of enums, and objects without fields.
    #[must_use]
    pub fn made(&self, world: &World) -> Vec<ClassId> {
        let is_open = |class: &ClassId| {
            world.class(*class).is_none()
                || !(is_enum(world, *class) || self.is_stateless(world, *class))
        };
        self.made.iter().copied().filter(is_open).collect()
    }

    /// Whether all objects of a type are alike: of a class of the project without fields that no other
    /// extends.
    fn is_stateless(&self, world: &World, class: ClassId) -> bool {
        let loaded = world.loaded(class);
        self.project.contains(class)
            && loaded.kind == ClassKind::Class
            && !loaded.is_abstract()
            && instance_fields(world, class).is_empty()
            && self
                .project
                .classes
                .iter()
                .all(|other| *other == class || !world.is_subclass(*other, class))
    }

    /// Classes an object of the type may have, the likeliest first.
    fn candidates(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Vec<ClassId> {
        if let Some(found) = self.candidates.get(&class) {
            return found.clone();
        }
        let mut found: Vec<ClassId> = Vec::new();
        let usable = |world: &World, c: ClassId| {
            let loaded = world.loaded(c);
            loaded.kind == ClassKind::Class && !loaded.is_abstract() && !is_enum(world, c)
        };
        let is_known = |machine: &mut SymbolicMachine| {
            is_modelled(&machine.core.world, class) || !is_library(machine, class)
        };
        if usable(&machine.core.world, class) && is_known(machine) {
            found.push(class);
        }
        let named = library::library_classes(machine.core.world.class_name(class));
        for name in named {
            let known = machine.platform.load_named(&mut machine.core.world, name);
            found.extend(known.ok().filter(|c| !found.contains(c)));
        }
        let world = &machine.core.world;
        let any = world.class_name(class) == "java/lang/Object";
        if !any {
            // Of a cause a method may ask whether it is of this class or that one of the library.
            let is_one = |other: &ClassId| {
                usable(world, *other)
                    && is_modelled(world, *other)
                    && world.is_subclass(*other, class)
                    && !self.project.contains(*other)
                    && !found.contains(other)
            };
            let asked: Vec<ClassId> = self.asked.iter().copied().filter(is_one).collect();
            found.extend(asked);
        }
        let fits =
            |other: &&ClassId| !any && usable(world, **other) && world.is_subclass(**other, class);
        let others =
            self.project.classes.iter().filter(fits).filter(|other| !found.contains(other));
        let mut others: Vec<ClassId> = others.copied().collect();
        if !named.is_empty() {
            // Of a type of the library, a class of another library tells nothing of the code under test.
            others.retain(|other| self.is_kindred(&machine.core.world, *other));
            // A stream of the library's own says more than one that reads a file.
            others.retain(|other| !self.reaches_out(machine, *other));
        }
        if self.max_calls.is_some() {
            // Those that a test cannot name last: it can hardly make them.
            others.sort_by_key(|other| {
                let source = machine.platform.loader.source(*other);
                !source.is_some_and(|it| it.name.is_some() && it.access != Access::Private)
            });
        }
        others.sort_by_key(|other| !self.asked.contains(other));
        found.extend(others.into_iter().take(MOST_CLASSES.saturating_sub(found.len())));
        let world = &mut machine.core.world;
        found.retain(|c| !self.is_filled(world, *c) || contents::is_buildable(world, *c));
        self.candidates.insert(class, found.clone());
        found
    }

    /// Whether a class belongs to the same code as the one under test, by the names of their packages.
    fn is_kindred(&self, world: &World, other: ClassId) -> bool {
        let Some(tested) = self.class else { return true };
        let words = |class| package_of(world.class_name(class)).split('/');
        words(tested).zip(words(other)).take(FAMILY).all(|(one, another)| one == another)
    }

    /// Whether objects of a class hold what is put into them, whichever calls that takes.
    fn is_filled(&self, world: &World, class: ClassId) -> bool {
        // What stands in for a class of the project is made as that is.
        let is_own = self.project.contains(class) || Stub::of(world, class).is_some();
        !is_own && contents::is_filled(world, class)
    }

    /// The method that fills objects of a class.
    fn builder(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> Option<MethodId> {
        let world = &mut machine.core.world;
        let loader = &mut machine.platform.loader;
        let builder = self.builders.entry(class);
        *builder.or_insert_with(|| loader.filling(world, class).ok())
    }

    /// Lets objects of no particular type have these classes too: those that the method under
    /// test asks for. Collections may hold what it mentions. What was said before is forgotten. The class
    /// beside the method is the one that has the method, which another may declare.
    pub fn expect(
        &mut self,
        machine: &mut SymbolicMachine,
        (class, method): (ClassId, MethodId),
        classes: &[ClassId],
        mentioned: Mentioned,
    ) {
        machine.platform.mentioned.clone_from(&mentioned.compared);
        self.mentioned = mentioned;
        if self.class != Some(class) {
            self.candidates.clear();
        }
        (self.class, self.method) = (Some(class), Some(method));
        self.made.clear();
        self.usable.clear();
        self.data.clear();
        self.doubles.clear();
        self.caught = None;
        // What methods throw depends on who calls them.
        self.parts.retain(|(class, _), _| Stub::of(&machine.core.world, *class).is_none());
        let object = machine.core.world.class_named("java/lang/Object");
        let world = &machine.core.world;
        let known = classes.iter().copied().filter(|class| world.class(*class).is_some());
        let before = std::mem::replace(&mut self.asked, known.collect());
        self.candidates.retain(|class, _| {
            let mut asked = before.iter().chain(&self.asked);
            *class != object && !asked.any(|asked| world.is_subclass(*asked, *class))
        });
        let mut found = self.candidates(machine, object);
        put_asked_first(&machine.core.world, &mut found, classes);
        for class in classes.iter().filter(|class| **class != object) {
            if machine.core.world.class(*class).is_none() {
                continue;
            }
            for expected in self.candidates(machine, *class) {
                if !found.contains(&expected) && found.len() < MOST_CLASSES {
                    found.push(expected);
                }
            }
        }
        self.candidates.insert(object, found);
        self.find_types(machine, (class, method));
    }

    /// The methods of the project that a call may run.
    pub fn run_by(
        &mut self,
        world: &World,
        dispatch: Dispatch,
        called: SymbolicRef,
    ) -> Vec<MethodId> {
        self.footprints.targets(world, dispatch, called)
    }

    /// Whether calls make the objects of a class.
    fn is_called(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        if self.is_constructed(machine, class) {
            return true;
        }
        if !self.project.contains(class) {
            return false;
        }
        let is_called = self.max_calls.is_some() && !self.is_data(machine, class);
        let orders = &mut self.orders;
        is_called || *orders.entry(class).or_insert_with(|| finals::makes_order(machine, class))
    }

    /// What a reference may be that has one of some classes, or is a constant of one of some enums.
    fn ways(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        (candidates, enums): (Vec<ClassId>, &[ClassId]),
        ended: bool,
    ) -> Result<Vec<Making>, ClassId> {
        let fresh = |c: &&ClassId| !ended && machine.core.memory.is_fresh(**c);
        if let Some(class) = candidates.iter().chain(enums).find(fresh) {
            return Err(*class);
        }
        let (checked, candidates): (Vec<ClassId>, Vec<ClassId>) =
            candidates.into_iter().partition(|c| self.is_checked(machine, *c));
        let world = &machine.core.world;
        let (filled, candidates): (Vec<ClassId>, Vec<ClassId>) =
            candidates.into_iter().partition(|c| self.is_filled(world, *c));
        let mut built = Vec::new();
        for class in checked {
            built.extend(self.checked_record(machine, reference, class));
        }
        for class in filled {
            built.extend(self.built(machine, reference, class, ended));
        }
        let (called, candidates): (Vec<ClassId>, Vec<ClassId>) =
            candidates.into_iter().partition(|c| self.is_called(machine, *c));
        for class in called {
            built.extend(self.called(machine, reference, class));
        }
        let objects = Some(candidates).filter(|candidates| !candidates.is_empty());
        let constants = enums.iter().flat_map(|class| self.constants(machine, *class));
        let constants =
            constants.filter(|o| self.fits(machine, reference, machine.core.memory.class_of(*o)));
        let constants = constants.map(Making::Existing);
        Ok(objects.map(Making::Object).into_iter().chain(constants).chain(built).collect())
    }

    /// Enums of the project that implement an interface of the project.
    fn enums(&self, machine: &mut SymbolicMachine, interface: ClassId) -> Vec<ClassId> {
        if !machine.core.world.loaded(interface).is_interface() || is_library(machine, interface) {
            return Vec::new();
        }
        let world = &machine.core.world;
        let declares = |c: &&ClassId| world.loaded(**c).modifiers & ENUM != 0;
        let fitting = self.project.classes.iter().filter(declares);
        fitting.filter(|c| world.is_subclass(**c, interface)).take(MOST_CLASSES).copied().collect()
    }

    fn constants(&self, machine: &SymbolicMachine, class: ClassId) -> Vec<Ref> {
        let world = &machine.core.world;
        let fields = world.loaded(class).fields.iter().map(|f| world.field(*f));
        let constants = fields.filter(|f| f.modifiers & ENUM != 0);
        let object = |slot| match machine.core.memory.get_static(slot) {
            SymbolicValue::Known(bits) => Some(bits as Ref).filter(|object| *object != 0),
            _ => None,
        };
        constants.filter_map(|f| object(f.slot)).collect()
    }

    fn class_of(machine: &mut SymbolicMachine, descriptor: &str) -> Option<ClassId> {
        let name = match descriptor.as_bytes().first()? {
            b'L' => descriptor.strip_prefix('L')?.strip_suffix(';')?,
            b'[' => descriptor,
            _ => return None,
        };
        machine.platform.load_named(&mut machine.core.world, name).ok()
    }

    /// The class of a field: what its generic type says, if that is more than its descriptor.
    fn field_class(
        machine: &mut SymbolicMachine,
        descriptor: &str,
        generic: Option<&str>,
    ) -> Option<ClassId> {
        let declared = Self::class_of(machine, descriptor)?;
        let known =
            generic.and_then(|generic| Self::class_of(machine, &signature::erased(generic)));
        let more = known.filter(|known| machine.core.world.is_subclass(*known, declared));
        Some(more.unwrap_or(declared))
    }

    fn find_parts(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        generic: Option<&str>,
    ) -> Vec<Part> {
        let kind = machine.core.world.loaded(class).kind;
        if let ClassKind::Array { elem, component } = kind {
            return vec![self.element(machine, elem, component, generic)];
        }
        if let Some(stub) = Stub::of(&machine.core.world, class) {
            return self.returned(machine, &stub, generic);
        }
        let fields = instance_fields(&machine.core.world, class);
        fields.iter().map(|field| self.field(machine, *field, class, generic)).collect()
    }

    fn element(
        &mut self,
        machine: &mut SymbolicMachine,
        storage: Storage,
        component: Option<ClassId>,
        generic: Option<&str>,
    ) -> Part {
        let (name, class, generic) = match generic {
            Some(CHARACTERS) => ("charAt", None, None),
            Some(PROGRAM_ARGUMENTS) => ("", component, generic.map(str::to_owned)),
            Some(list) if list.starts_with(ELEMENTS) => {
                let element = &list[ELEMENTS.len()..];
                let class = Self::class_of(machine, &signature::erased(element)).or(component);
                ("get", class, Some(element.to_owned()))
            }
            generic => {
                ("", component, generic.and_then(|g| g.strip_prefix('[')).map(str::to_owned))
            }
        };
        let taste = if name == "charAt" { Taste::Printable } else { Taste::NearZero };
        let initial = match generic.as_deref() {
            Some(PROGRAM_ARGUMENTS) => Initial::NonNull,
            _ => Initial::Any,
        };
        let generic = generic.filter(|_| !matches!(initial, Initial::NonNull));
        Part { slot: 0, name: name.to_owned(), storage, class, generic, initial, taste }
    }

    fn field(
        &mut self,
        machine: &mut SymbolicMachine,
        field: FieldId,
        class: ClassId,
        generic: Option<&str>,
    ) -> Part {
        let declared = machine.core.world.field(field).clone();
        let library = is_library(machine, declared.class);
        let text = |name| machine.core.world.text(name).to_owned();
        let (name, descriptor) = (text(declared.name), text(declared.descriptor));
        let own = supertypes::of_field_in(machine, field, class, generic);
        let mut part = Part {
            slot: declared.slot,
            class: Self::field_class(machine, &descriptor, own.as_deref()),
            storage: declared.storage,
            generic: own,
            initial: Initial::Any,
            taste: Taste::NearZero,
            name,
        };
        if declared.is_hidden() {
            part.initial = Initial::Known(0);
        } else if library {
            let owner = machine.core.world.class_name(declared.class);
            self.library_field(owner, &mut part, generic);
        } else if let Some(always) = self.always(machine, field) {
            (part.class, part.initial) = (Some(always), Initial::NonNull);
        }
        part
    }
}

/// The instance fields of a class, those of superclasses first.
fn instance_fields(world: &World, class: ClassId) -> Vec<FieldId> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let mut lineage: Vec<ClassId> = lineage.collect();
    lineage.reverse();
    let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter().copied());
    all.filter(|f| world.field(*f).modifiers & STATIC == 0).collect()
}

fn is_record(world: &World, class: ClassId) -> bool {
    let superclass = world.loaded(class).superclass;
    superclass.is_some_and(|superclass| world.class_name(superclass) == "java/lang/Record")
}

/// Whether objects of a class are constants; one with a body has a class of its own.
fn is_enum(world: &World, class: ClassId) -> bool {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    lineage.take(2).any(|c| world.loaded(c).modifiers & ENUM != 0)
}

/// The enum whose constants objects of a class are.
pub fn enum_of(world: &World, class: ClassId) -> ClassId {
    let superclass = world.loaded(class).superclass;
    superclass.filter(|c| world.loaded(*c).modifiers & ENUM != 0).unwrap_or(class)
}

/// Whether calling a method on objects of a class runs that method, and none that overrides it.
#[must_use]
pub fn is_inherited(world: &World, class: ClassId, method: MethodId) -> bool {
    let Some(found) = world.select(class, method) else { return false };
    found == method || is_passed_on(world, found)
}

/// Whether a method only makes one of a superclass visible that is not: a bridge of that name and
/// those parameters, where the class declares no method that it could lead to.
#[must_use]
pub fn is_passed_on(world: &World, method: MethodId) -> bool {
    let bridge = world.method(method);
    let mut others = world.loaded(bridge.class).methods.iter().filter(|other| **other != method);
    let leads_to = |other: &MethodId| {
        let other = world.method(*other);
        other.name == bridge.name
            && other.params.len() == bridge.params.len()
            && other.modifiers & BRIDGE == 0
    };
    bridge.modifiers & BRIDGE != 0 && !others.any(leads_to)
}

/// Whether a class belongs to the class library.
pub fn is_library(machine: &mut SymbolicMachine, class: ClassId) -> bool {
    let name = machine.core.world.class_name(class).to_owned();
    machine.platform.module_of(&name).is_some()
}

impl Inputs<Jvm<Symbolic>> for JavaInputs {
    fn makings(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        ended: bool,
    ) -> Result<Vec<Making>, ClassId> {
        let class = reference.class;
        let generic = reference.generic.as_deref();
        if let Some(thrown) = Thrown::read(&machine.core.world, generic) {
            let ways = |class| self.ways(machine, reference, (vec![class], &[]), ended);
            let all: Result<Vec<_>, ClassId> = thrown.classes.into_iter().map(ways).collect();
            return Ok(all?.concat());
        }
        if !self.made.contains(&class) {
            self.made.push(class);
        }
        if machine.core.world.class_name(class) == CLASS {
            let types = self.types(machine, generic);
            return Ok(types.into_iter().map(Making::Existing).collect());
        }
        // A class that is not on the class path has no objects.
        let Some(loaded) = machine.core.world.class(class) else { return Ok(Vec::new()) };
        if let ClassKind::Array { .. } = loaded.kind {
            return Ok(vec![Making::Array(class)]);
        }
        if is_enum(&machine.core.world, class) {
            let owner = enum_of(&machine.core.world, class);
            if !machine.core.memory.is_ready(owner) {
                return Err(owner);
            }
            let (core, all) = (&machine.core, self.constants(machine, owner));
            let fits = |o: &Ref| self.fits(machine, reference, core.memory.class_of(*o));
            return Ok(all.into_iter().filter(fits).map(Making::Existing).collect());
        }
        let mut candidates = self.candidates(machine, class);
        candidates.extend(of_constants(machine, class, generic));
        let fits = |candidate: &ClassId| {
            self.fits(machine, reference, *candidate)
                && supertypes::agrees(machine, *candidate, generic)
        };
        candidates.retain(fits);
        let enums = self.enums(machine, class);
        if enums.is_empty() && !self.can_make_any(machine, &candidates) {
            let stub = self.stub(machine, class).filter(|c| self.fits(machine, reference, *c));
            candidates = stub.map_or(candidates, |stub| vec![stub]);
        }
        for candidate in &mut candidates {
            let double = self.double(machine, *candidate, reference.name == RECEIVER);
            let double = double.filter(|double| self.fits(machine, reference, *double));
            *candidate = double.unwrap_or(*candidate);
        }
        self.ways(machine, reference, (candidates, &enums), ended)
    }

    fn is_made_at_once(&mut self, machine: &mut SymbolicMachine, reference: &Reference) -> bool {
        let class = reference.class;
        let world = &machine.core.world;
        self.max_calls.is_some()
            && world.class(class).is_some()
            && !is_enum(world, class)
            && Stub::of(world, class).is_none()
            && self.is_called(machine, class)
    }

    fn fits(&self, machine: &SymbolicMachine, reference: &Reference, class: ClassId) -> bool {
        let world = &machine.core.world;
        // What a method throws it has made itself: it is none of the objects met before.
        if thrown::is_thrown(reference) || !world.is_subclass(class, reference.class) {
            return false;
        }
        match self.method.filter(|_| reference.name == RECEIVER) {
            // Called on an object of a class that overrides it, it would be another method.
            Some(method) if world.text(world.method(method).name) == "<init>" => {
                class == world.method(method).class
            }
            // What is not said by the class that is tested is said by each constant.
            Some(method) if world.method(method).is_abstract() => {
                world.select(class, method).is_some_and(|found| !world.method(found).is_abstract())
            }
            Some(method) => is_inherited(world, class, method),
            None => true,
        }
    }

    fn may_be_one(&self, machine: &SymbolicMachine, one: &str, other: &str) -> bool {
        // Fields may hold what no compiler would let anybody put there.
        self.max_calls.is_none() || supertypes::may_be_one(machine, one, other)
    }

    fn is_object_first(&self, machine: &SymbolicMachine, reference: &Reference) -> bool {
        let thrown = Thrown::read(&machine.core.world, reference.generic.as_deref());
        thrown.is_some_and(|thrown| thrown.is_passed)
    }

    fn has_constants(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        machine.core.world.class_name(class) == CLASS
            || machine.core.world.class(class).is_some()
                && (is_enum(&machine.core.world, class) || !self.enums(machine, class).is_empty())
    }

    fn parts(
        &mut self,
        machine: &mut SymbolicMachine,
        class: ClassId,
        generic: Option<&str>,
    ) -> Vec<Part> {
        let key = (class, generic.map(str::to_owned));
        if let Some(parts) = self.parts.get(&key) {
            return parts.clone();
        }
        let parts = self.find_parts(machine, class, generic);
        self.parts.insert(key, parts.clone());
        parts
    }

    fn has_identity(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        !is_value(machine.core.world.class_name(class))
    }

    fn unasked(&self, machine: &SymbolicMachine, class: ClassId) -> Unasked {
        if self.max_calls.is_none() {
            return Unasked::Null;
        }
        library::unasked(&machine.core.world, class)
    }

    fn is_fixed(&self, machine: &SymbolicMachine, class: ClassId) -> bool {
        let world = &machine.core.world;
        is_record(world, class) || Stub::of(world, class).is_some()
    }

    fn counts(&self, machine: &SymbolicMachine, object: Ref) -> bool {
        let core = &machine.core;
        crate::held::counts(&core.world, core.memory.class_of(object))
    }

    fn held(&self, machine: &SymbolicMachine, object: Ref) -> Vec<(u32, SymbolicValue)> {
        crate::held::held(&machine.core, object)
    }

    fn constant_name(&self, machine: &mut SymbolicMachine, object: Ref) -> Option<String> {
        match crate::describe::class_of_mirror(&machine.core, object) {
            Some(class) => {
                let name = simple_name_of(machine.core.world.class_name(class));
                Some(format!("{name}.class"))
            }
            None => crate::describe::constant_name(machine, object),
        }
    }

    fn field_name(&self, owner: &str, part: &Part) -> String {
        if part.name.is_empty() { owner.to_owned() } else { format!("{owner}.{}", part.name) }
    }

    fn element_name(&self, owner: &str, part: &Part, index: u32) -> String {
        match part.name.as_str() {
            "" => format!("{owner}[{index}]"),
            method => format!("{owner}.{method}({index})"),
        }
    }

    fn length_name(&self, owner: &str, part: &Part) -> String {
        format!("{owner}.{}", if part.taste == Taste::Printable { "length()" } else { "length" })
    }
}
