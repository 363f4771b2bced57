//! Reading the objects in which `korat.finitization.impl` wrote down a finitization.

use crate::platform::field_slot;
use indexmap::IndexMap;
use margay_ir::ClassId;
use margay_machine::{Core, Domain, Ref};
use rustc_hash::FxBuildHasher;

/// What a finitization method said.
pub(super) struct Description {
    /// The root's comes first.
    pub domains: Vec<ClassDomain>,
    pub settings: Vec<Setting>,
    /// Collections to fill.
    pub additions: Vec<Setting>,
    pub arrays_as_objects: bool,
    pub sets: Sets,
}

/// Sets of values, by the object that stands for each.
pub(super) type Sets = IndexMap<Ref, Set, FxBuildHasher>;

/// Objects of a class.
pub(super) struct ClassDomain {
    pub class: ClassId,
    pub fresh: u32,
    pub interchangeable: bool,
    /// Objects that exist.
    pub added: Vec<Ref>,
    /// A throwable made there.
    pub made_at: Ref,
    pub object: Ref,
}

/// What was said of a field.
pub(super) struct Setting {
    pub owner: ClassId,
    /// A string.
    pub field: Ref,
    /// One of the sets.
    pub values: Ref,
    /// A throwable made there.
    pub made_at: Ref,
}

/// A set of values.
pub(super) enum Set {
    /// Class of the set, and bits.
    Numbers(String, Vec<u64>),
    Objects {
        null: bool,
        domains: Vec<Ref>,
    },
    Arrays(Arrays),
}

/// A set of arrays.
pub(super) struct Arrays {
    pub class: ClassId,
    pub count: u32,
    pub lengths: Ref,
    pub elements: Ref,
    pub made_at: Ref,
}

/// A view of the objects of a machine.
pub(super) struct Heap<'a, D: Domain>(pub &'a Core<D>);

type Read<T> = Result<T, String>;

const STRANGE: &str = "it returns a finitization that is not Margay's own";

impl<D: Domain> Heap<'_, D> {
    fn field(&self, object: Ref, name: &str) -> Read<u64> {
        let class = self.0.memory.class_of(object);
        let slot = field_slot(&self.0.world, class, name).ok_or(STRANGE)?;
        Ok(D::known(self.0.memory.get(object, slot)).unwrap_or_default())
    }

    fn object(&self, object: Ref, name: &str) -> Read<Ref> {
        Ok(self.field(object, name)? as Ref)
    }

    /// A number of things; a negative one is none.
    fn count(&self, object: Ref, name: &str) -> Read<u32> {
        let number = (self.field(object, name)? as u32).cast_signed();
        Ok(number.max(0).cast_unsigned())
    }

    fn elements(&self, object: Ref, name: &str) -> Read<Vec<u64>> {
        let array = self.object(object, name)?;
        let memory = &self.0.memory;
        let element = |index| D::known(memory.get(array, index)).unwrap_or_default();
        Ok((0..memory.len(array)).map(element).collect())
    }

    fn objects(&self, object: Ref, name: &str) -> Read<Vec<Ref>> {
        Ok(self.elements(object, name)?.into_iter().map(|bits| bits as Ref).collect())
    }

    /// The class that a mirror in a field stands for.
    fn class(&self, object: Ref, name: &str) -> Read<ClassId> {
        let mirror = self.object(object, name)?;
        let cell = self.0.world.loaded(self.0.memory.class_of(mirror)).cells;
        let bits = D::known(self.0.memory.get(mirror, cell)).unwrap_or_default();
        Ok(ClassId::from_u32(bits as u32))
    }
}

/// Reads what a finitization method returned.
pub(super) fn read<D: Domain>(heap: &Heap<'_, D>, finitization: Ref) -> Read<Description> {
    let mut description = Description {
        domains: Vec::new(),
        settings: Vec::new(),
        additions: Vec::new(),
        arrays_as_objects: heap.field(finitization, "arraysAsObjects")? != 0,
        sets: Sets::default(),
    };
    for object in heap.objects(finitization, "domains")? {
        description.domains.push(class_domain(heap, object)?);
    }
    for object in heap.objects(finitization, "settings")? {
        let setting = setting(heap, object)?;
        read_set(heap, setting.values, &mut description.sets)?;
        description.settings.push(setting);
    }
    for object in heap.objects(finitization, "additions")? {
        let addition = setting(heap, object)?;
        read_set(heap, addition.values, &mut description.sets)?;
        description.additions.push(addition);
    }
    Ok(description)
}

fn class_domain<D: Domain>(heap: &Heap<'_, D>, object: Ref) -> Read<ClassDomain> {
    Ok(ClassDomain {
        class: heap.class(object, "type")?,
        fresh: heap.count(object, "fresh")?,
        interchangeable: heap.field(object, "interchangeable")? != 0,
        added: heap.objects(object, "added")?,
        made_at: heap.object(object, "where")?,
        object,
    })
}

fn setting<D: Domain>(heap: &Heap<'_, D>, object: Ref) -> Read<Setting> {
    Ok(Setting {
        owner: heap.class(object, "owner")?,
        field: heap.object(object, "field")?,
        values: heap.object(object, "domain")?,
        made_at: heap.object(object, "where")?,
    })
}

/// Reads a set of values, and those of the lengths and elements of arrays. Null is none.
fn read_set<D: Domain>(heap: &Heap<'_, D>, object: Ref, sets: &mut Sets) -> Read<()> {
    if object == 0 || sets.contains_key(&object) {
        return Ok(());
    }
    let class = heap.0.world.class_name(heap.0.memory.class_of(object));
    let kind = class.strip_prefix("korat/finitization/impl/").ok_or(STRANGE)?;
    let set = match kind {
        "ObjSet" => Set::Objects {
            null: heap.field(object, "nullAllowed")? != 0,
            domains: heap.objects(object, "domains")?,
        },
        "ArraySet" => Set::Arrays(Arrays {
            class: heap.class(object, "type")?,
            count: heap.count(object, "count")?,
            lengths: heap.object(object, "lengths")?,
            elements: heap.object(object, "elements")?,
            made_at: heap.object(object, "where")?,
        }),
        kind => Set::Numbers(kind.to_owned(), heap.elements(object, "bits")?),
    };
    let inner = match &set {
        Set::Arrays(arrays) => vec![arrays.lengths, arrays.elements],
        _ => Vec::new(),
    };
    sets.insert(object, set);
    inner.into_iter().try_for_each(|inner| read_set(heap, inner, sets))
}
