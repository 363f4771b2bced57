//! From the machine's memory to a [`Structure`]: the objects that can be reached from the root,
//! named and ordered by a breadth-first walk, so that equal graphs give equal structures.

use crate::program::ConcreteMachine;
use margay_ir::world::modifiers::SYNTHETIC;
use margay_ir::{ClassId, ClassKind, World};
use margay_jvm::describe;
use margay_machine::{Concrete, Memory, Ref};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Reads structures; knows the classes it has met.
#[derive(Default)]
pub struct Extractor {
    layouts: FxHashMap<ClassId, Rc<Layout>>,
}

/// How objects of a class look.
struct Layout {
    /// With dots.
    class: String,
    /// Without package and outer classes.
    simple: String,
    parts: Parts,
}

enum Parts {
    Fields(Vec<Field>),
    /// Descriptor of an element.
    Elements(String),
    /// The object stands for a value.
    Like(Plain),
}

struct Field {
    name: FieldName,
    descriptor: String,
    slot: u32,
}

/// Objects that are read as values.
#[derive(Clone, Copy)]
enum Plain {
    Text,
    /// The slot of an enum constant's name.
    Constant(u32),
    /// Descriptor of the value in a box, and its slot.
    Boxed(u8, u32),
}

/// The walk.
struct Walk<'a> {
    machine: &'a mut ConcreteMachine,
    places: FxHashMap<Ref, usize>,
    order: Vec<Ref>,
}

impl Extractor {
    /// The structure that hangs on a root.
    pub fn read(&mut self, machine: &mut ConcreteMachine, root: Ref) -> Structure {
        let places = FxHashMap::from_iter([(root, 0)]);
        let mut walk = Walk { machine, places, order: vec![root] };
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        let mut objects = Vec::new();
        while let Some(object) = walk.order.get(objects.len()).copied() {
            let layout = self.layout(walk.machine, object);
            let count = counts.entry(layout.simple.clone()).or_default();
            let id = format!("{}{count}", layout.simple);
            *count += 1;
            let content = self.content(&mut walk, object, &layout);
            objects.push(Object { id, class: layout.class.clone(), content });
        }
        Structure { objects }
    }

    fn layout(&mut self, machine: &ConcreteMachine, object: Ref) -> Rc<Layout> {
        let class = machine.core.memory.class_of(object);
        let layout = self.layouts.entry(class);
        Rc::clone(layout.or_insert_with(|| Rc::new(Layout::of(&machine.core.world, class))))
    }

    fn content(&mut self, walk: &mut Walk<'_>, object: Ref, layout: &Layout) -> Content {
        match &layout.parts {
            Parts::Elements(_) if walk.memory().awaits_length(object).is_some() => {
                let name = FieldName { class: layout.class.clone(), name: "length".to_owned() };
                Content::Fields(vec![(name, Value::Free)])
            }
            Parts::Elements(descriptor) => {
                let elements = 0..walk.memory().len(object);
                let value = |index| self.value(walk, descriptor, object, index);
                Content::Elements(elements.map(value).collect())
            }
            Parts::Fields(fields) => {
                let value = |field: &Field| {
                    (field.name.clone(), self.value(walk, &field.descriptor, object, field.slot))
                };
                Content::Fields(fields.iter().map(value).collect())
            }
            // Only a root is asked for its content although it stands for a value.
            Parts::Like(_) => Content::Fields(Vec::new()),
        }
    }

    fn value(&mut self, walk: &mut Walk<'_>, descriptor: &str, object: Ref, index: u32) -> Value {
        if walk.memory().awaits(Memory::<Concrete>::address(object, index)) {
            return Value::Free;
        }
        let bits = walk.memory().get(object, index);
        match descriptor.as_bytes().first() {
            Some(b'L' | b'[') => self.reference(walk, bits as Ref),
            kind => walk.primitive(*kind.unwrap_or(&b'V'), bits),
        }
    }

    fn reference(&mut self, walk: &mut Walk<'_>, target: Ref) -> Value {
        if target == 0 {
            return Value::Null;
        }
        match &self.layout(walk.machine, target).parts {
            Parts::Like(plain) => walk.plain(*plain, target),
            Parts::Fields(_) | Parts::Elements(_) => Value::Ref(walk.place(target)),
        }
    }
}

impl Walk<'_> {
    fn memory(&self) -> &Memory<Concrete> {
        &self.machine.core.memory
    }

    fn place(&mut self, object: Ref) -> usize {
        let next = self.order.len();
        let place = *self.places.entry(object).or_insert(next);
        if place == next {
            self.order.push(object);
        }
        place
    }

    fn plain(&mut self, plain: Plain, object: Ref) -> Value {
        match plain {
            Plain::Text => Value::Text(self.text(object)),
            Plain::Constant(slot) => {
                let name = self.memory().get(object, slot) as Ref;
                Value::Constant(self.text(name))
            }
            Plain::Boxed(kind, slot) => {
                let bits = self.memory().get(object, slot);
                self.primitive(kind, bits)
            }
        }
    }

    fn text(&mut self, string: Ref) -> String {
        let machine = &mut *self.machine;
        describe::string(&mut machine.platform, &mut machine.core, string).unwrap_or_default()
    }

    fn primitive(&mut self, kind: u8, bits: u64) -> Value {
        match kind {
            b'Z' => Value::Bool(bits != 0),
            b'C' => Value::Char(bits as u16),
            b'J' => Value::Int(bits.cast_signed()),
            b'F' => Value::Float(describe::value(self.machine, "F", bits)),
            b'D' => Value::Float(describe::value(self.machine, "D", bits)),
            _ => Value::Int(i64::from((bits as u32).cast_signed())),
        }
    }
}

impl Layout {
    fn of(world: &World, class: ClassId) -> Layout {
        let name = describe::class(world, class);
        let simple = name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned();
        let parts = match world.loaded(class).kind {
            ClassKind::Array { .. } => Parts::Elements(world.class_name(class)[1..].to_owned()),
            _ => match plain(world, class) {
                Some(plain) => Parts::Like(plain),
                None => Parts::Fields(fields(world, class)),
            },
        };
        Layout { class: name, simple, parts }
    }
}

/// The instance fields of a class, those of its superclasses first; without what the compiler
/// and the machine have added (whose names no source can have).
fn fields(world: &World, class: ClassId) -> Vec<Field> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let mut lineage: Vec<ClassId> = lineage.collect();
    lineage.reverse();
    let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter());
    let all = all.map(|field| world.field(*field));
    let written = all.filter(|field| {
        !field.is_static()
            && field.modifiers & SYNTHETIC == 0
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

/// Whether objects of a class are read as values.
fn plain(world: &World, class: ClassId) -> Option<Plain> {
    let slot_in = |class: ClassId, name: &str| {
        let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
        let mut named = fields.filter(|field| world.text(field.name) == name);
        named.find(|field| !field.is_static()).map(|field| field.slot)
    };
    let kind = match world.class_name(class) {
        "java/lang/String" => return Some(Plain::Text),
        "java/lang/Boolean" => b'Z',
        "java/lang/Byte" | "java/lang/Short" | "java/lang/Integer" => b'I',
        "java/lang/Character" => b'C',
        "java/lang/Long" => b'J',
        "java/lang/Float" => b'F',
        "java/lang/Double" => b'D',
        _ => {
            let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
            let root = lineage.find(|c| world.class_name(*c) == "java/lang/Enum")?;
            return slot_in(root, "name").map(Plain::Constant);
        }
    };
    slot_in(class, "value").map(|slot| Plain::Boxed(kind, slot))
}
