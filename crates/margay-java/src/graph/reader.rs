//! From a machine's memory to a [`Structure`]: the objects that can be reached from some roots, named
//! and ordered by a breadth-first walk, so that equal graphs give equal structures.

use super::layout::{Field, ValueClass, class_name, fields, slot_named};
use super::wrapper::Wrapper;
use crate::program::{ConcreteMachine, JavaMachine, call, load, method_of};
use margay_ir::{ClassId, ClassKind, Storage};
use margay_jvm::describe::{self, CLASS};
use margay_jvm::descriptor::storage;
use margay_jvm::stub::Stub;
use margay_machine::{Concrete, Domain, Memory, Outcome, Ref};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// Steps a collection may take to list its elements.
const MOST_STEPS: u64 = 1 << 24;

/// Elements of an array whose contents are shown, at most: those that an input may have.
const LONGEST: u32 = 1_000_000;

/// What an object is shown by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// Its fields, whatever class it is of; strings, boxes and enum constants are values.
    Fields,
    /// What a user of it sees: collections, lambdas and the like by what they hold, objects of the
    /// project by their fields. Boxes are objects, since programs can tell them apart.
    Contents,
}

/// Reads object graphs; knows the classes it has visited.
pub(crate) struct GraphReader {
    view: View,
    layouts: FxHashMap<ClassId, Rc<Layout>>,
    /// Objects of the last root, kept for their room.
    visited: Visited,
}

/// How objects of a class look.
pub(super) struct Layout {
    /// With dots.
    pub class: Arc<str>,
    /// What objects are called that have no name.
    pub simple: Arc<str>,
    pub parts: Parts,
}

pub(super) enum Parts {
    Fields(Vec<Field>),
    /// Descriptor of an element.
    Elements(String),
    Text,
    Constant,
    /// Descriptor of the value in a box, and its slot.
    Boxed(&'static str, u32),
    Collection,
    Map,
    Wrapper(Wrapper),
    Opaque,
}

/// Objects in the order of the walk, with the names of those that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visited {
    places: FxHashMap<Ref, usize>,
    order: Vec<(Ref, Option<String>)>,
}

impl Visited {
    /// The place of an object, which may be new.
    pub fn place(&mut self, object: Ref, name: Option<&str>) -> usize {
        let next = self.order.len();
        let place = *self.places.entry(object).or_insert(next);
        if place == next {
            self.order.push((object, name.map(str::to_owned)));
        }
        place
    }

    fn clear(&mut self) {
        self.places.clear();
        self.order.clear();
    }

    /// Forgets objects; the others keep their order.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Ref) -> bool) {
        self.order.retain(|(object, _)| is_kept(*object));
        let places = self.order.iter().enumerate();
        self.places = places.map(|(place, (object, _))| (*object, place)).collect();
    }

    /// The object at a place.
    pub fn object(&self, place: usize) -> Option<Ref> {
        self.order.get(place).map(|(object, _)| *object)
    }
}

impl GraphReader {
    /// Shows every object by its fields.
    pub fn of_fields() -> GraphReader {
        GraphReader::of(View::Fields)
    }

    /// Shows objects by what they hold.
    pub fn of_contents() -> GraphReader {
        GraphReader::of(View::Contents)
    }

    fn of(view: View) -> GraphReader {
        GraphReader { view, layouts: FxHashMap::default(), visited: Visited::default() }
    }

    /// The graph that hangs on a root.
    pub fn read_root(&mut self, machine: &mut ConcreteMachine, root: Ref) -> Structure {
        let mut visited = std::mem::take(&mut self.visited);
        visited.clear();
        visited.place(root, None);
        let structure = self.read(machine, &mut visited);
        self.visited = visited;
        structure
    }

    /// The graph of all objects visited and of those they lead to. What was visited keeps its
    /// place.
    pub fn read(&mut self, machine: &mut ConcreteMachine, visited: &mut Visited) -> Structure {
        // Classes of one simple name are counted together; there are few of them.
        let mut counts: Vec<(Arc<str>, usize)> = Vec::new();
        let mut objects: Vec<Object> = Vec::new();
        while let Some((object, name)) = visited.order.get(objects.len()).cloned() {
            let layout = self.layout(machine, object);
            let id = name.unwrap_or_else(|| numbered(&mut counts, &layout.simple));
            let content = self.content(machine, visited, object, &layout);
            objects.push(Object { id, class: layout.class.clone(), content });
        }
        if self.view == View::Contents {
            distinguish(&mut objects);
        }
        Structure { objects }
    }

    /// A value of a type as it is shown; objects are visited.
    pub fn value(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        descriptor: &str,
        bits: u64,
        name: Option<&str>,
    ) -> Value {
        match descriptor.as_bytes().first() {
            Some(b'L' | b'[') => self.reference(machine, visited, bits as Ref, name),
            _ => primitive(machine, storage(descriptor), bits),
        }
    }

    /// What a cell holds; nothing is known of one that is not decided yet.
    pub(super) fn cell(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        descriptor: &str,
        (object, index): (Ref, u32),
    ) -> Value {
        if machine.core.memory.awaits(Memory::<Concrete>::address(object, index)) {
            return Value::Free;
        }
        let bits = machine.core.memory.get(object, index);
        self.value(machine, visited, descriptor, bits, None)
    }

    pub(super) fn reference(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        object: Ref,
        name: Option<&str>,
    ) -> Value {
        if object == 0 {
            return Value::Null;
        }
        let layout = self.layout(machine, object);
        match (&layout.parts, self.view) {
            (Parts::Text, _) => text(machine, object),
            (Parts::Constant, View::Fields) => Value::Constant(constant(machine, object)),
            (Parts::Boxed(descriptor, slot), View::Fields) => {
                self.cell(machine, visited, descriptor, (object, *slot))
            }
            _ => Value::Ref(visited.place(object, name)),
        }
    }

    pub(super) fn layout(&mut self, machine: &mut ConcreteMachine, object: Ref) -> Rc<Layout> {
        let class = machine.core.memory.class_of(object);
        if let Some(layout) = self.layouts.get(&class) {
            return Rc::clone(layout);
        }
        let layout = Rc::new(Layout::of(machine, self.view, class));
        self.layouts.insert(class, Rc::clone(&layout));
        layout
    }

    /// Whether an array has more elements than anybody reads or writes down.
    fn is_too_long(&self, machine: &ConcreteMachine, array: Ref) -> bool {
        self.view == View::Contents && machine.core.memory.len(array) > LONGEST
    }

    fn content(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        object: Ref,
        layout: &Layout,
    ) -> Content {
        match &layout.parts {
            Parts::Elements(_) if machine.core.memory.awaits_length(object).is_some() => {
                let name = FieldName { class: layout.class.to_string(), name: "length".to_owned() };
                Content::Fields(vec![(name.into(), Value::Free)])
            }
            Parts::Elements(_) if self.is_too_long(machine, object) => Content::Opaque,
            Parts::Elements(descriptor) => {
                let count = machine.core.memory.len(object);
                let element = |index| self.cell(machine, visited, descriptor, (object, index));
                Content::Elements((0..count).map(element).collect())
            }
            Parts::Fields(fields) => {
                let field = |field: &Field| {
                    let cell = (object, field.slot);
                    (field.name.clone(), self.cell(machine, visited, &field.descriptor, cell))
                };
                Content::Fields(fields.iter().map(field).collect())
            }
            Parts::Constant => Content::Constant(constant(machine, object)),
            Parts::Boxed(descriptor, slot) => {
                Content::Boxed(self.cell(machine, visited, descriptor, (object, *slot)))
            }
            Parts::Collection | Parts::Map => {
                let Some(listed) = listed(machine, object) else { return Content::Opaque };
                let values: Vec<Value> = listed
                    .into_iter()
                    .map(|element| self.reference(machine, visited, element, None))
                    .collect();
                if let Parts::Collection = layout.parts {
                    return Content::Collection(values);
                }
                let pairs = values.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
                Content::Map(pairs.collect())
            }
            Parts::Wrapper(wrapper) => self.wrapped(machine, visited, object, wrapper),
            // A root may be a text too; its value is shown where it is used.
            Parts::Text | Parts::Opaque => Content::Opaque,
        }
    }
}

/// The next name of those that begin so: `Node0`, `Node1`.
fn numbered(counts: &mut Vec<(Arc<str>, usize)>, simple: &Arc<str>) -> String {
    let known = counts.iter().position(|(name, _)| name == simple);
    let place = known.unwrap_or_else(|| {
        counts.push((Arc::clone(simple), 0));
        counts.len() - 1
    });
    let number = counts[place].1;
    counts[place].1 += 1;
    let mut id = String::with_capacity(simple.len() + 4);
    id.push_str(simple);
    let _ = write!(id, "{number}");
    id
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

/// A primitive value in a cell.
pub(crate) fn primitive<D: Domain>(
    machine: &mut JavaMachine<D>,
    storage: Storage,
    bits: u64,
) -> Value {
    match storage {
        Storage::Bool => Value::Bool(bits != 0),
        Storage::U16 => Value::Char(bits as u16),
        Storage::I64 => Value::Int(bits.cast_signed()),
        Storage::F32 => Value::Float(describe::value(machine, "F", D::constant(bits))),
        Storage::F64 => Value::Float(describe::value(machine, "D", D::constant(bits))),
        _ => Value::Int(i64::from((bits as u32).cast_signed())),
    }
}

/// A string; one with half a surrogate pair is shown by its units.
fn text(machine: &mut ConcreteMachine, string: Ref) -> Value {
    let units = machine.platform.units_of(&mut machine.core, string).unwrap_or_default();
    match String::from_utf16(&units) {
        Ok(text) => Value::Text(text),
        Err(_) => Value::Units(units),
    }
}

fn constant(machine: &mut ConcreteMachine, object: Ref) -> String {
    describe::constant_name(machine, object).unwrap_or_default()
}

/// The elements of a collection, or keys and values of a map by turns.
fn listed(machine: &mut ConcreteMachine, object: Ref) -> Option<Vec<Ref>> {
    let class = load(machine, "margay/rt/Contents").ok()?;
    let descriptor = "(Ljava/lang/Object;)[Ljava/lang/Object;";
    let method = method_of(&mut machine.core.world, class, "of", descriptor)?;
    match call(machine, method, &[u64::from(object)], MOST_STEPS) {
        Some(Outcome::Returned(Some(array))) if array != 0 => {
            let array = array as Ref;
            let elements = 0..machine.core.memory.len(array);
            Some(elements.map(|index| machine.core.memory.get(array, index) as Ref).collect())
        }
        _ => None,
    }
}

impl Layout {
    fn of(machine: &mut ConcreteMachine, view: View, class: ClassId) -> Layout {
        let world = &machine.core.world;
        // A lambda is known by its interface.
        let shown = Stub::of(world, class).map_or(class, |stub| stub.interface);
        let name = class_name(world, shown);
        let mut simple = name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned();
        if view == View::Contents {
            // As variables of a test are called.
            simple = simple.replace("[]", "s");
            if let Some(first) = simple.get_mut(0..1) {
                first.make_ascii_lowercase();
            }
        }
        let parts = Parts::of(machine, view, class);
        Layout { class: name.into(), simple: simple.into(), parts }
    }
}

impl Parts {
    fn of(machine: &mut ConcreteMachine, view: View, class: ClassId) -> Parts {
        let world = &machine.core.world;
        if let ClassKind::Array { .. } = world.loaded(class).kind {
            return Parts::Elements(world.class_name(class)[1..].to_owned());
        }
        match ValueClass::of(world, class) {
            Some(ValueClass::Text) => return Parts::Text,
            Some(ValueClass::Box(boxed)) => {
                let slot = slot_named(world, class, "value");
                return slot.map_or(Parts::Opaque, |slot| Parts::Boxed(boxed.descriptor, slot));
            }
            Some(ValueClass::Constant) => return Parts::Constant,
            None => {}
        }
        let mut fields = fields(world, class);
        if view == View::Fields {
            fields.retain(|field| !field.is_captured);
            return Parts::Fields(fields);
        }
        if world.class_name(class) == CLASS {
            return Parts::Constant;
        }
        if let Some(wrapper) = Wrapper::of(world, class) {
            return Parts::Wrapper(wrapper);
        }
        let is = |supertype: &str| {
            let found = world.find_class(supertype).filter(|c| world.class(*c).is_some());
            found.is_some_and(|supertype| world.is_subclass(class, supertype))
        };
        let (collection, map) = (is("java/util/Collection"), is("java/util/Map"));
        let name = world.class_name(class).to_owned();
        // No JVM has Margay's own classes.
        let is_hidden = name.contains("$$Lambda") || name.starts_with("margay/rt/");
        match machine.platform.loader.module_of(&name).is_some() {
            _ if is_hidden => Parts::Opaque,
            true if collection => Parts::Collection,
            true if map => Parts::Map,
            true => Parts::Opaque,
            false => Parts::Fields(fields),
        }
    }
}
