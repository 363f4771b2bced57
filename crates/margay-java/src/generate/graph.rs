//! From the concrete machine's memory to a [`Structure`] with several roots: what a test case is
//! given and what it leaves. Strings are values; boxes, constants and collections of the class
//! library are shown by what they hold.

use super::wrapper::Wrapper;
use crate::program::ConcreteMachine;
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::SYNTHETIC;
use margay_ir::{ClassId, ClassKind, World};
use margay_jvm::describe;
use margay_jvm::stub::Stub;
use margay_machine::{Event, Outcome, Ref};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Steps a collection may take to list its elements.
const MOST_STEPS: u64 = 1 << 24;

/// Reads object graphs; knows the classes it has met.
#[derive(Default)]
pub struct Reader {
    layouts: FxHashMap<ClassId, Rc<Layout>>,
}

/// How objects of a class look.
struct Layout {
    /// With dots.
    class: String,
    /// What objects are called that have no name.
    simple: String,
    parts: Parts,
}

enum Parts {
    Fields(Vec<Field>),
    /// Descriptor of an element.
    Elements(String),
    Text,
    /// The slot of an enum constant's name.
    Constant(u32),
    /// Descriptor of the value in a box, and its slot.
    Boxed(u8, u32),
    Collection,
    Map,
    Wrapper(Wrapper),
    Opaque,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: FieldName,
    /// Its type.
    pub descriptor: String,
    /// Its cell.
    pub slot: u32,
}

/// Objects in the order they were met, with their names.
#[derive(Clone, Debug, Default)]
pub struct Met {
    places: FxHashMap<Ref, usize>,
    order: Vec<(Ref, Option<String>)>,
}

impl Met {
    /// The place of an object, which may be new.
    pub fn place(&mut self, object: Ref, name: Option<&str>) -> usize {
        let next = self.order.len();
        let place = *self.places.entry(object).or_insert(next);
        if place == next {
            self.order.push((object, name.map(str::to_owned)));
        }
        place
    }

    /// The object at a place.
    pub fn object(&self, place: usize) -> Option<Ref> {
        self.order.get(place).map(|(object, _)| *object)
    }
}

impl Reader {
    /// The graph of all objects met and of those they lead to. What was met keeps its place.
    pub fn read(&mut self, machine: &mut ConcreteMachine, met: &mut Met) -> Structure {
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        let mut objects: Vec<Object> = Vec::new();
        while let Some((object, name)) = met.order.get(objects.len()).cloned() {
            let layout = self.layout(machine, object);
            let id = name.unwrap_or_else(|| {
                let count = counts.entry(layout.simple.clone()).or_default();
                *count += 1;
                format!("{}{}", layout.simple, *count - 1)
            });
            let content = self.content(machine, met, object, &layout);
            objects.push(Object { id, class: layout.class.clone(), content });
        }
        distinguish(&mut objects);
        Structure { objects }
    }

    /// A value of a type as it is shown; objects are met.
    pub fn value(
        &mut self,
        machine: &mut ConcreteMachine,
        met: &mut Met,
        descriptor: &str,
        bits: u64,
        name: Option<&str>,
    ) -> Value {
        match descriptor.as_bytes().first() {
            Some(b'L' | b'[') => self.reference(machine, met, bits as Ref, name),
            Some(b'Z') => Value::Bool(bits != 0),
            Some(b'C') => Value::Char(bits as u16),
            Some(b'J') => Value::Int(bits.cast_signed()),
            Some(b'F') => Value::Float(describe::value(machine, "F", bits)),
            Some(b'D') => Value::Float(describe::value(machine, "D", bits)),
            _ => Value::Int(i64::from((bits as u32).cast_signed())),
        }
    }

    fn reference(
        &mut self,
        machine: &mut ConcreteMachine,
        met: &mut Met,
        object: Ref,
        name: Option<&str>,
    ) -> Value {
        if object == 0 {
            return Value::Null;
        }
        match self.layout(machine, object).parts {
            Parts::Text => words(machine, object),
            _ => Value::Ref(met.place(object, name)),
        }
    }

    fn layout(&mut self, machine: &mut ConcreteMachine, object: Ref) -> Rc<Layout> {
        let class = machine.core.memory.class_of(object);
        if let Some(layout) = self.layouts.get(&class) {
            return Rc::clone(layout);
        }
        let layout = Rc::new(Layout::of(machine, class));
        self.layouts.insert(class, Rc::clone(&layout));
        layout
    }

    fn content(
        &mut self,
        machine: &mut ConcreteMachine,
        met: &mut Met,
        object: Ref,
        layout: &Layout,
    ) -> Content {
        match &layout.parts {
            Parts::Elements(descriptor) => {
                let count = machine.core.memory.len(object);
                let element = |index| {
                    let bits = machine.core.memory.get(object, index);
                    self.value(machine, met, descriptor, bits, None)
                };
                Content::Elements((0..count).map(element).collect())
            }
            Parts::Fields(fields) => {
                let field = |field: &Field| {
                    let bits = machine.core.memory.get(object, field.slot);
                    let value = self.value(machine, met, &field.descriptor, bits, None);
                    (field.name.clone(), value)
                };
                Content::Fields(fields.iter().map(field).collect())
            }
            Parts::Constant(slot) => {
                let name = machine.core.memory.get(object, *slot) as Ref;
                Content::Constant(text(machine, name))
            }
            Parts::Boxed(kind, slot) => {
                let bits = machine.core.memory.get(object, *slot);
                let descriptor = char::from(*kind).to_string();
                Content::Boxed(self.value(machine, met, &descriptor, bits, None))
            }
            Parts::Collection | Parts::Map => {
                let Some(listed) = listed(machine, object) else { return Content::Opaque };
                let values: Vec<Value> = listed
                    .into_iter()
                    .map(|element| self.reference(machine, met, element, None))
                    .collect();
                if let Parts::Collection = layout.parts {
                    return Content::Collection(values);
                }
                let pairs = values.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
                Content::Map(pairs.collect())
            }
            Parts::Wrapper(held) => self.held(machine, met, object, held),
            // A root may be a text too; its value is shown where it is used.
            Parts::Text | Parts::Opaque => Content::Opaque,
        }
    }
}

/// Gives every object a name of its own.
fn distinguish(objects: &mut [Object]) {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for object in objects {
        let count = seen.entry(object.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            object.id = format!("{}_{count}", object.id);
        }
    }
}

/// A string; one with half a surrogate pair is shown by its units.
fn words(machine: &mut ConcreteMachine, string: Ref) -> Value {
    let units = machine.platform.units_of(&mut machine.core, string).unwrap_or_default();
    match String::from_utf16(&units) {
        Ok(text) => Value::Text(text),
        Err(_) => Value::Units(units),
    }
}

fn text(machine: &mut ConcreteMachine, string: Ref) -> String {
    describe::string(&mut machine.platform, &mut machine.core, string).unwrap_or_default()
}

/// The elements of a collection, or keys and values of a map by turns.
fn listed(machine: &mut ConcreteMachine, object: Ref) -> Option<Vec<Ref>> {
    let world = &mut machine.core.world;
    let class = machine.platform.load_named(world, "margay/rt/Contents").ok()?;
    machine.core.memory.grow_statics(world.static_cells());
    let (name, descriptor) =
        (world.name("of"), world.name("(Ljava/lang/Object;)[Ljava/lang/Object;"));
    let method = world.find_method(SymbolicRef { class, name, descriptor })?;
    machine.start(method, &[u64::from(object)]).ok()?;
    machine.pause_after(MOST_STEPS);
    match machine.resume() {
        Event::Done(Outcome::Returned(Some(array))) if array != 0 => {
            let array = array as Ref;
            let elements = 0..machine.core.memory.len(array);
            Some(elements.map(|index| machine.core.memory.get(array, index) as Ref).collect())
        }
        _ => None,
    }
}

impl Layout {
    fn of(machine: &mut ConcreteMachine, class: ClassId) -> Layout {
        let world = &machine.core.world;
        // A lambda is known by its interface.
        let shown = Stub::of(world, class).map_or(class, |stub| stub.interface);
        let name = class_name(world, shown);
        let simple = name.rsplit(['.', '$']).next().unwrap_or(&name);
        let mut simple = simple.replace("[]", "s");
        if let Some(first) = simple.get_mut(0..1) {
            first.make_ascii_lowercase();
        }
        let parts = Parts::of(machine, class);
        Layout { class: name, simple, parts }
    }
}

impl Parts {
    fn of(machine: &mut ConcreteMachine, class: ClassId) -> Parts {
        let world = &machine.core.world;
        if let ClassKind::Array { .. } = world.loaded(class).kind {
            return Parts::Elements(world.class_name(class)[1..].to_owned());
        }
        let name = world.class_name(class).to_owned();
        let boxed =
            |kind| slot(world, class, "value").map_or(Parts::Opaque, |s| Parts::Boxed(kind, s));
        match name.as_str() {
            "java/lang/String" => return Parts::Text,
            "java/lang/Boolean" => return boxed(b'Z'),
            "java/lang/Byte" => return boxed(b'B'),
            "java/lang/Short" => return boxed(b'S'),
            "java/lang/Integer" => return boxed(b'I'),
            "java/lang/Character" => return boxed(b'C'),
            "java/lang/Long" => return boxed(b'J'),
            "java/lang/Float" => return boxed(b'F'),
            "java/lang/Double" => return boxed(b'D'),
            _ => {}
        }
        let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        if let Some(root) = lineage.find(|c| world.class_name(*c) == "java/lang/Enum") {
            return slot(world, root, "name").map_or(Parts::Opaque, Parts::Constant);
        }
        if let Some(held) = Wrapper::of(world, class) {
            return Parts::Wrapper(held);
        }
        let is = |supertype: &str| {
            let found = world.find_class(supertype).filter(|c| world.class(*c).is_some());
            found.is_some_and(|supertype| world.is_subclass(class, supertype))
        };
        let (collection, map) = (is("java/util/Collection"), is("java/util/Map"));
        let hidden = name.contains("$$Lambda");
        let library = machine.platform.loader.module_of(&name).is_some();
        match (library, hidden) {
            (_, true) => Parts::Opaque,
            (true, _) if collection => Parts::Collection,
            (true, _) if map => Parts::Map,
            (true, _) => Parts::Opaque,
            (false, _) => Parts::Fields(fields(&machine.core.world, class)),
        }
    }
}

/// A class as structures name it: `java.util.Map$Entry`, `int[][]`.
fn class_name(world: &World, class: ClassId) -> String {
    let name = describe::class(world, class);
    let element = name.trim_start_matches('[');
    let dimensions = name.len() - element.len();
    if dimensions == 0 {
        return name;
    }
    let element = match element {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        class => class.strip_prefix('L').and_then(|c| c.strip_suffix(';')).unwrap_or(class),
    };
    format!("{element}{}", "[]".repeat(dimensions))
}

pub fn slot(world: &World, class: ClassId, name: &str) -> Option<u32> {
    let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
    let mut named = fields.filter(|field| world.text(field.name) == name);
    named.find(|field| !field.is_static()).map(|field| field.slot)
}

/// The instance fields of a class, those of its superclasses first; without what the compiler
/// and the machine have added (whose names no source can have).
pub fn fields(world: &World, class: ClassId) -> Vec<Field> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let mut lineage: Vec<ClassId> = lineage.collect();
    lineage.reverse();
    let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter());
    let written = all.map(|field| world.field(*field)).filter(|field| {
        !field.is_static()
            && (field.modifiers & SYNTHETIC == 0 || world.text(field.name).starts_with("this$"))
            && !world.text(field.name).contains(' ')
    });
    let field = |field: &margay_ir::world::Field| Field {
        name: FieldName {
            class: describe::class(world, field.class),
            name: world.text(field.name).to_owned(),
        },
        descriptor: world.text(field.descriptor).to_owned(),
        slot: field.slot,
    };
    written.map(field).collect()
}
