//! Java's inputs: which objects a reference of some type may be, and what they are made of.
//!
//! An object of the project has any contents its fields can hold. Objects of the class library
//! have contents only where those make sense from outside: the characters of a string, the value
//! in a box, the elements of a list. Others are as their constructor without arguments leaves
//! them, or are left out.

pub mod signature;

use crate::platform::Jvm;
use margay_ir::world::modifiers::{ENUM, STATIC};
use margay_ir::{ClassId, ClassKind, FieldId, Storage, World};
use margay_machine::symbolic::inputs::{Initial, Inputs, Making, Part};
use margay_machine::symbolic::{Reference, Symbolic, Value};
use margay_machine::{Machine, Ref};
use rustc_hash::FxHashMap;

type SymbolicMachine = Machine<Symbolic, Jvm<Symbolic>>;

/// Most classes that one reference may have.
const MOST_CLASSES: usize = 8;

/// The generic type of an array that holds a string's characters.
const CHARACTERS: &str = "characters";
/// What precedes the element type of an array that holds a list's elements.
const ELEMENTS: &str = "elements ";

/// Java's inputs.
pub struct JavaInputs {
    /// Classes of the project.
    project: Vec<ClassId>,
    /// Longest list.
    max_list: u32,
    /// Longest string.
    max_string: u32,
    candidates: FxHashMap<ClassId, Vec<ClassId>>,
    parts: FxHashMap<(ClassId, Option<String>), Vec<Part>>,
}

impl JavaInputs {
    /// Inputs for a project with these classes.
    #[must_use]
    pub fn new(project: Vec<ClassId>, max_list: u32, max_string: u32) -> Self {
        JavaInputs {
            project,
            max_list,
            max_string,
            candidates: FxHashMap::default(),
            parts: FxHashMap::default(),
        }
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
            !is_library(machine, class) || is_modelled(&machine.core.world, class)
        };
        if usable(&machine.core.world, class) && is_known(machine) {
            found.push(class);
        }
        let named = library_classes(machine.core.world.class_name(class));
        for name in named {
            let known = machine.platform.load_named(&mut machine.core.world, name);
            found.extend(known.ok().filter(|c| !found.contains(c)));
        }
        machine.core.memory.grow_statics(machine.core.world.static_cells());
        let world = &machine.core.world;
        let any = world.class_name(class) == "java/lang/Object";
        for other in &self.project {
            let fits = !any && usable(world, *other) && world.is_subclass(*other, class);
            if fits && !found.contains(other) && found.len() < MOST_CLASSES {
                found.push(*other);
            }
        }
        self.candidates.insert(class, found.clone());
        found
    }

    /// Lets objects of no particular type have these classes too: those that the method under
    /// test asks for. What was said before is forgotten.
    pub fn expect(&mut self, machine: &mut SymbolicMachine, classes: &[ClassId]) {
        let object = machine.core.world.class_named("java/lang/Object");
        self.candidates.remove(&object);
        let mut found = self.candidates(machine, object);
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
    }

    /// Enums of the project that implement an interface of the project.
    fn enums(&self, machine: &mut SymbolicMachine, interface: ClassId) -> Vec<ClassId> {
        if !machine.core.world.loaded(interface).is_interface() || is_library(machine, interface) {
            return Vec::new();
        }
        let world = &machine.core.world;
        let declares = |c: &&ClassId| world.loaded(**c).modifiers & ENUM != 0;
        let fitting = self.project.iter().filter(declares);
        fitting.filter(|c| world.is_subclass(**c, interface)).take(MOST_CLASSES).copied().collect()
    }

    fn constants(&self, machine: &SymbolicMachine, class: ClassId) -> Vec<Ref> {
        let world = &machine.core.world;
        let fields = world.loaded(class).fields.iter().map(|f| world.field(*f));
        let constants = fields.filter(|f| f.modifiers & ENUM != 0);
        let object = |slot| match machine.core.memory.get_static(slot) {
            Value::Known(bits) => Some(bits as Ref).filter(|object| *object != 0),
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
        let loaded = machine.platform.load_named(&mut machine.core.world, name).ok();
        machine.core.memory.grow_statics(machine.core.world.static_cells());
        loaded
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
        let fields = instance_fields(&machine.core.world, class);
        let library = is_library(machine, class);
        let name = machine.core.world.class_name(class).to_owned();
        fields.iter().map(|field| self.field(machine, *field, &name, library, generic)).collect()
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
            Some(list) if list.starts_with(ELEMENTS) => {
                let element = &list[ELEMENTS.len()..];
                let class = Self::class_of(machine, &signature::erased(element)).or(component);
                ("get", class, Some(element.to_owned()))
            }
            generic => {
                ("", component, generic.and_then(|g| g.strip_prefix('[')).map(str::to_owned))
            }
        };
        let character = name == "charAt";
        let initial = Initial::Any;
        Part { slot: 0, name: name.to_owned(), storage, class, generic, initial, character }
    }

    fn field(
        &mut self,
        machine: &mut SymbolicMachine,
        field: FieldId,
        owner: &str,
        library: bool,
        generic: Option<&str>,
    ) -> Part {
        let declared = machine.core.world.field(field).clone();
        let text = |name| machine.core.world.text(name).to_owned();
        let (name, descriptor) = (text(declared.name), text(declared.descriptor));
        let own = signature::of_field_in(machine, field, generic);
        let mut part = Part {
            slot: declared.slot,
            class: Self::field_class(machine, &descriptor, own.as_deref()),
            storage: declared.storage,
            generic: own,
            initial: Initial::Any,
            character: false,
            name,
        };
        if part.name.contains(' ') {
            part.initial = Initial::Known(0);
        } else if library {
            self.library_field(owner, &mut part, generic);
        }
        part
    }

    /// Fields of the class library: what makes sense from outside.
    fn library_field(&self, owner: &str, part: &mut Part, generic: Option<&str>) {
        let short = owner.rsplit('/').next().unwrap_or(owner);
        part.initial = match (short, part.name.as_str()) {
            ("String", "value") => {
                part.generic = Some(CHARACTERS.to_owned());
                part.name = String::new();
                Initial::Own(self.max_string)
            }
            ("ArrayList", "elementData") => {
                let element = generic.and_then(|g| signature::argument(g, 0));
                let element = element.unwrap_or_else(|| "Ljava/lang/Object;".to_owned());
                part.generic = Some(format!("{ELEMENTS}{element}"));
                part.name = String::new();
                Initial::OwnExactly(self.max_list)
            }
            ("ArrayList", "size") => {
                part.name = "size()".to_owned();
                Initial::UpTo(self.max_list)
            }
            ("HashMap" | "LinkedHashMap", "loadFactor") => {
                Initial::Known(u64::from(0.75f32.to_bits()))
            }
            ("Optional", "value") => {
                part.generic = generic.and_then(|g| signature::argument(g, 0));
                Initial::Any
            }
            (
                "Boolean" | "Byte" | "Short" | "Character" | "Integer" | "Long" | "Float"
                | "Double" | "AtomicInteger" | "AtomicLong" | "AtomicBoolean" | "OptionalInt",
                "value" | "isPresent",
            ) => {
                part.name = String::new();
                Initial::Any
            }
            _ => Initial::Known(0),
        };
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

/// Whether a class belongs to the class library.
pub fn is_library(machine: &mut SymbolicMachine, class: ClassId) -> bool {
    let name = machine.core.world.class_name(class).to_owned();
    machine.platform.module_of(&name).is_some()
}

/// Whether objects of a class of the library can be made that its own code could have made: their
/// contents are known, or they may hold nothing at all.
fn is_modelled(world: &World, class: ClassId) -> bool {
    let name = world.class_name(class);
    let (package, short) = name.rsplit_once('/').unwrap_or(("", name));
    let is_named = match package {
        "java/lang" => {
            matches!(short, "Object" | "String" | "Boolean" | "Character")
                || matches!(short, "Byte" | "Short" | "Integer" | "Long" | "Float" | "Double")
        }
        "java/util" => {
            matches!(short, "ArrayList" | "LinkedList" | "HashMap" | "LinkedHashMap" | "TreeMap")
                || matches!(short, "Optional" | "OptionalInt")
        }
        "java/util/concurrent/atomic" => {
            matches!(short, "AtomicInteger" | "AtomicLong" | "AtomicBoolean")
        }
        _ => false,
    };
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    is_named || lineage.any(|c| world.class_name(c) == "java/lang/Throwable")
}

/// Classes of the library that stand for a type of the library.
fn library_classes(name: &str) -> &'static [&'static str] {
    match name {
        "java/lang/Object" => &["java/lang/String", "java/lang/Integer"],
        "java/lang/CharSequence" => &["java/lang/String"],
        "java/lang/Comparable" => &["java/lang/Integer", "java/lang/String"],
        "java/lang/Number" => &["java/lang/Integer", "java/lang/Double"],
        "java/lang/Iterable"
        | "java/util/Collection"
        | "java/util/SequencedCollection"
        | "java/util/List"
        | "java/util/AbstractCollection"
        | "java/util/AbstractList" => &["java/util/ArrayList"],
        "java/util/Map" | "java/util/AbstractMap" => &["java/util/HashMap"],
        "java/util/SortedMap" | "java/util/NavigableMap" => &["java/util/TreeMap"],
        "java/util/Queue" | "java/util/Deque" => &["java/util/LinkedList"],
        _ => &[],
    }
}

impl Inputs<Jvm<Symbolic>> for JavaInputs {
    fn makings(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        ended: bool,
    ) -> Result<Vec<Making>, ClassId> {
        let class = reference.class;
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
            let fits = |o: &Ref| core.world.is_subclass(core.memory.class_of(*o), class);
            return Ok(all.into_iter().filter(fits).map(Making::Existing).collect());
        }
        let candidates = self.candidates(machine, class);
        let enums = self.enums(machine, class);
        let fresh = |c: &&ClassId| !ended && machine.core.memory.is_fresh(**c);
        if let Some(class) = candidates.iter().chain(&enums).find(fresh) {
            return Err(*class);
        }
        let objects = Some(candidates).filter(|candidates| !candidates.is_empty());
        let constants = enums.iter().flat_map(|class| self.constants(machine, *class));
        Ok(objects.map(Making::Object).into_iter().chain(constants.map(Making::Existing)).collect())
    }

    fn has_constants(&mut self, machine: &mut SymbolicMachine, class: ClassId) -> bool {
        machine.core.world.class(class).is_some()
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
        !matches!(
            machine.core.world.class_name(class),
            "java/lang/String"
                | "java/lang/Boolean"
                | "java/lang/Byte"
                | "java/lang/Short"
                | "java/lang/Character"
                | "java/lang/Integer"
                | "java/lang/Long"
                | "java/lang/Float"
                | "java/lang/Double"
        )
    }

    fn constant_name(&self, machine: &mut SymbolicMachine, object: Ref) -> Option<String> {
        crate::describe::constant_name(machine, object)
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
        format!("{owner}.{}", if part.character { "length()" } else { "length" })
    }
}
