//! From a [`Structure`] to objects in a machine's memory, every cell of them open to repair.
//!
//! First everything that runs code or can be wrong: classes are loaded and initialised, values
//! checked against their types, strings, enum constants and boxed numbers made. Then the objects
//! themselves, which are gone again when the repair is over.

use super::RepairMachine;
use super::shape::{CellType, Parts, Shape, class_named};
use crate::graph::{ValueClass, allocate, class_name, is_enum, number_bits, value_object};
use margay_ir::{ClassId, World};
use margay_jvm::bounds::constants;
use margay_jvm::describe::constant_name;
use margay_jvm::values;
use margay_machine::memory::Mark;
use margay_machine::traced::Traced;
use margay_machine::{Domain, Memory, Ref};
use margay_search::repair::{Cell, Ground, Kind};
use margay_search::structure::{Content, Object, Structure, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

/// Fresh objects of each class: a repair that needs more is no repair.
const FRESH: usize = 8;
/// Classes of which there are fresh objects.
const MOST_CLASSES: usize = 64;

/// Something in a structure that its classes do not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct StructureError {
    /// Where: `objects.Node0.fields.left`.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
}

/// A structure in memory.
pub(super) struct PlacedStructure {
    /// Its cells.
    pub ground: Ground,
    /// How each object looks, those that are fresh included.
    pub shapes: Vec<Rc<Shape>>,
    /// What the objects that stand for values stand for.
    pub given: FxHashMap<Ref, Value>,
}

/// Checks structures and places them in memory; knows the classes it has met.
#[derive(Default)]
pub(super) struct StructurePlacer {
    /// The memory without the structure that is placed.
    bare: Option<Mark>,
    shapes: FxHashMap<Arc<str>, Rc<Shape>>,
    /// Objects that stand for values, by declared class and value.
    pools: FxHashMap<ClassId, Pool>,
    /// Of classes that fields are declared with, whether their objects do.
    standing: FxHashMap<ClassId, bool>,
}

/// The values of a class whose objects stand for values.
#[derive(Default)]
struct Pool {
    objects: Vec<Ref>,
    values: Vec<Value>,
    places: FxHashMap<String, usize>,
}

type Checked<T> = Result<T, StructureError>;

impl StructurePlacer {
    /// Puts a structure into memory.
    pub fn place(
        &mut self,
        machine: &mut RepairMachine,
        root: ClassId,
        structure: &Structure,
    ) -> Checked<PlacedStructure> {
        self.pools.clear();
        let mut shapes = Vec::with_capacity(structure.objects.len());
        for (place, object) in structure.objects.iter().enumerate() {
            let shape = self.shape(machine, object)?;
            if place == 0 && !machine.core.world.is_subclass(shape.class, root) {
                let name = class_name(&machine.core.world, root);
                let problem = format!("the root is of class {}, not {name}", shape.name);
                return Err(at(object, ".class", problem));
            }
            shapes.push(shape);
        }
        let mut contents = Vec::with_capacity(shapes.len());
        for (object, shape) in structure.objects.iter().zip(&shapes) {
            contents.push(self.content(machine, &shapes, object, shape)?);
        }
        let fresh = self.fresh_shapes(machine, &shapes);
        self.bare = Some(machine.core.memory.mark());
        let placed = self.allocate(machine, shapes, contents, fresh);
        placed.ok_or_else(|| {
            self.clear(machine);
            StructureError {
                place: "objects".to_owned(),
                problem: "they do not fit into the heap".to_owned(),
            }
        })
    }

    /// Takes the structure out of memory.
    pub fn clear(&mut self, machine: &mut RepairMachine) {
        if let Some(bare) = self.bare.take() {
            machine.core.memory.undo_to(bare);
            machine.core.memory.forget(None);
        }
    }

    fn shape(&mut self, machine: &mut RepairMachine, object: &Object) -> Checked<Rc<Shape>> {
        if let Some(shape) = self.shapes.get(&object.class) {
            return Ok(Rc::clone(shape));
        }
        let made = class_named(machine, &object.class).and_then(|class| Shape::of(machine, class));
        let shape = Rc::new(made.map_err(|problem| at(object, ".class", problem))?);
        self.shapes.insert(Arc::clone(&object.class), Rc::clone(&shape));
        Ok(shape)
    }

    /// The values of an object in the order of its shape, checked; those left out are zero.
    fn content(
        &mut self,
        machine: &mut RepairMachine,
        shapes: &[Rc<Shape>],
        object: &Object,
        shape: &Shape,
    ) -> Checked<Vec<Value>> {
        match (&object.content, &shape.parts) {
            (Content::Elements(elements), Parts::Elements(ty)) => {
                for (index, value) in elements.iter().enumerate() {
                    let checked = self.check(machine, shapes, ty, value);
                    checked.map_err(|p| at(object, &format!(".elements[{index}]"), p))?;
                }
                Ok(elements.clone())
            }
            (Content::Fields(given), Parts::Fields(fields)) => {
                let mut values: Vec<Option<Value>> = vec![None; fields.len()];
                for (name, value) in given {
                    // Only who made a mistake wants to know where.
                    let place = || match *name.class == *object.class {
                        true => format!(".fields.{}", name.name),
                        false => format!(".fields.{}.{}", name.class, name.name),
                    };
                    let Some(index) = shape.field(name) else {
                        let known: Vec<&str> =
                            fields.iter().map(|field| field.name.name.as_str()).collect();
                        let known = known.join(", ");
                        let problem = match known.as_str() {
                            "" => format!("unknown field: class {} has none", shape.name),
                            _ => format!("unknown field: class {} has {known}", shape.name),
                        };
                        return Err(at(object, &place(), problem));
                    };
                    let checked = self.check(machine, shapes, &fields[index].ty, value);
                    checked.map_err(|problem| at(object, &place(), problem))?;
                    if values[index].replace(value.clone()).is_some() {
                        return Err(at(object, &place(), "the field occurs twice".to_owned()));
                    }
                }
                Ok(values.into_iter().map(|value| value.unwrap_or(Value::Free)).collect())
            }
            (Content::Fields(_), Parts::Elements(_)) => {
                Err(at(object, "", "an array has \"elements\", not \"fields\"".to_owned()))
            }
            (Content::Elements(_), Parts::Fields(_)) => {
                Err(at(object, "", "only an array has \"elements\"".to_owned()))
            }
            _ => Err(at(object, "", "only \"fields\" and \"elements\" can be repaired".to_owned())),
        }
    }

    /// Checks a value against its type; makes the object of one that needs it.
    fn check(
        &mut self,
        machine: &mut RepairMachine,
        shapes: &[Rc<Shape>],
        ty: &CellType,
        value: &Value,
    ) -> Result<(), String> {
        let wrong = |machine: &RepairMachine| {
            Err(format!("not a value of type {}", ty.text(&machine.core.world)))
        };
        match (ty, value) {
            (_, Value::Free) | (CellType::Reference(_), Value::Null) => Ok(()),
            (CellType::Plain(_), value) => match number_bits(ty.storage(), value) {
                Some(_) => Ok(()),
                None => wrong(machine),
            },
            (CellType::Reference(class), Value::Ref(place)) => {
                let target = &shapes[*place];
                let stands = self.standing.entry(*class);
                if *stands.or_insert_with(|| stands_for_value(&machine.core.world, *class)) {
                    return wrong(machine);
                }
                if machine.core.world.is_subclass(target.class, *class) {
                    return Ok(());
                }
                let expected = ty.text(&machine.core.world);
                Err(format!("refers to an object of class {}, not {expected}", target.name))
            }
            (CellType::Reference(class), value) => self.give(machine, *class, value),
        }
    }

    /// Makes the object that stands for a value, if there is none yet.
    fn give(
        &mut self,
        machine: &mut RepairMachine,
        class: ClassId,
        value: &Value,
    ) -> Result<(), String> {
        self.pool(machine, class)?;
        let key = format!("{value:?}");
        let pool = self.pools.entry(class).or_default();
        if pool.places.contains_key(&key) {
            return Ok(());
        }
        let wrong = format!("not a value of type {}", class_name(&machine.core.world, class));
        let literal = value_object(machine.core.world.class_name(class), value);
        let Some(literal) = literal else { return Err(wrong) };
        let object = values::build(machine, &literal).map_err(|error| error.to_string())?;
        let object = object.bits as Ref;
        let world = &machine.core.world;
        if !world.is_subclass(machine.core.memory.class_of(object), class) {
            return Err(wrong);
        }
        pool.places.insert(key, pool.objects.len());
        pool.objects.push(object);
        pool.values.push(value.clone());
        Ok(())
    }

    /// The pool of a class; that of an enum has all its constants.
    fn pool(&mut self, machine: &mut RepairMachine, class: ClassId) -> Result<(), String> {
        if self.pools.contains_key(&class) {
            return Ok(());
        }
        let mut pool = Pool::default();
        if is_enum(&machine.core.world, class) {
            for constant in constants(machine, class)? {
                let name = constant_name(machine, constant).unwrap_or_default();
                let value = Value::Constant(name);
                pool.places.insert(format!("{value:?}"), pool.objects.len());
                pool.objects.push(constant);
                pool.values.push(value);
            }
        }
        self.pools.insert(class, pool);
        Ok(())
    }

    /// The shapes of fresh objects: classes of the structure and of its fields, the root's only if
    /// something can refer to it.
    fn fresh_shapes(
        &mut self,
        machine: &mut RepairMachine,
        shapes: &[Rc<Shape>],
    ) -> Vec<Rc<Shape>> {
        let mut fresh: Vec<Rc<Shape>> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting: Vec<Rc<Shape>> = Vec::new();
        for shape in shapes {
            if seen.insert(shape.class) {
                waiting.push(Rc::clone(shape));
            }
        }
        let root = shapes[0].class;
        let mut refers_to_root = false;
        while let Some(shape) = waiting.pop() {
            let types: Vec<CellType> = match &shape.parts {
                Parts::Fields(fields) => fields.iter().map(|field| field.ty.clone()).collect(),
                Parts::Elements(ty) => vec![ty.clone()],
            };
            for ty in types {
                let CellType::Reference(class) = ty else { continue };
                if stands_for_value(&machine.core.world, class) {
                    // A pool that cannot be made is one that no value was found in.
                    let _ = self.pool(machine, class);
                    continue;
                }
                refers_to_root |= machine.core.world.is_subclass(root, class);
                let name = class_name(&machine.core.world, class);
                if seen.len() < MOST_CLASSES
                    && !name.starts_with("java.")
                    && seen.insert(class)
                    && let Ok(class) = class_named(machine, &name)
                    && let Ok(shape) = Shape::of(machine, class)
                {
                    waiting.push(Rc::new(shape));
                }
            }
            if matches!(shape.parts, Parts::Fields(_)) {
                fresh.push(shape);
            }
        }
        fresh.retain(|shape| shape.class != root || refers_to_root);
        fresh.sort_by(|a, b| a.name.cmp(&b.name));
        fresh
    }

    // ---- memory ----

    fn allocate(
        &self,
        machine: &mut RepairMachine,
        mut shapes: Vec<Rc<Shape>>,
        contents: Vec<Vec<Value>>,
        fresh: Vec<Rc<Shape>>,
    ) -> Option<PlacedStructure> {
        let count = shapes.len();
        shapes.extend(fresh.iter().flat_map(|shape| std::iter::repeat_n(shape, FRESH)).cloned());
        let mut objects = Vec::with_capacity(shapes.len());
        for (place, shape) in shapes.iter().enumerate() {
            let length = match &shape.parts {
                Parts::Fields(_) => None,
                Parts::Elements(_) => Some(u32::try_from(contents[place].len()).ok()?),
            };
            objects.push(allocate(machine, shape.class, length).ok()?);
        }
        let (world, memory) = (&machine.core.world, &mut machine.core.memory);
        let mut ground = Ground::default();
        let mut pool_at = FxHashMap::default();
        let mut given = FxHashMap::default();
        let mut pools: Vec<(&ClassId, &Pool)> = self.pools.iter().collect();
        pools.sort_by_key(|(class, _)| class.as_u32());
        for (class, pool) in pools {
            pool_at.insert(*class, ground.add_pool(pool.objects.clone()));
            given.extend(pool.objects.iter().copied().zip(pool.values.iter().cloned()));
        }
        let free = Value::Free;
        for (place, shape) in shapes.iter().enumerate() {
            let object = objects[place];
            for slot in &shape.outer {
                let root = Traced::constant(u64::from(objects[0]));
                memory.overwrite_cell(Memory::<Traced>::address(object, *slot), root);
            }
            let cell = |slot: u32, ty: &CellType, value: &Value| {
                let (kind, present) = self.present(world, &pool_at, &objects, ty, value);
                Cell { address: Memory::<Traced>::address(object, slot), kind, present }
            };
            let values = contents.get(place);
            let value = |index: usize| values.map_or(&free, |values| &values[index]);
            let cells: Vec<Cell> = match &shape.parts {
                Parts::Fields(fields) => {
                    let fields = fields.iter().enumerate();
                    fields.map(|(i, field)| cell(field.slot, &field.ty, value(i))).collect()
                }
                Parts::Elements(ty) => {
                    let length = values.map_or(0, Vec::len);
                    (0..length).map(|i| cell(i as u32, ty, value(i))).collect()
                }
            };
            ground.add(object, shape.class, place >= count, cells);
        }
        ground.open(memory);
        Some(PlacedStructure { ground, shapes, given })
    }

    /// What a cell can hold, and what it holds.
    fn present(
        &self,
        world: &World,
        pool_at: &FxHashMap<ClassId, usize>,
        objects: &[Ref],
        ty: &CellType,
        value: &Value,
    ) -> (Kind, u64) {
        match (ty, value) {
            (CellType::Plain(_), value) => {
                let storage = ty.storage();
                (Kind::Plain(storage), number_bits(storage, value).unwrap_or_default())
            }
            (CellType::Reference(class), Value::Ref(place)) => {
                (Kind::Link(*class), u64::from(objects[*place]))
            }
            (CellType::Reference(class), Value::Null | Value::Free) => match pool_at.get(class) {
                Some(pool) if stands_for_value(world, *class) => (Kind::Given(*pool), 0),
                _ => (Kind::Link(*class), 0),
            },
            (CellType::Reference(class), value) => {
                let pool = &self.pools[class];
                let object = pool.objects[pool.places[&format!("{value:?}")]];
                (Kind::Given(pool_at[class]), u64::from(object))
            }
        }
    }
}

fn at(object: &Object, rest: &str, problem: String) -> StructureError {
    StructureError { place: format!("objects.{}{rest}", object.id), problem }
}

/// Whether objects of a declared class stand for values.
fn stands_for_value(world: &World, class: ClassId) -> bool {
    match ValueClass::of(world, class) {
        Some(ValueClass::Constant) => is_enum(world, class),
        value => value.is_some(),
    }
}
