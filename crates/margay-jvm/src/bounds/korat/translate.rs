//! From what a finitization method said to bounds: objects are made, names become fields, and
//! values are checked against the types of the fields.

use super::super::{BoundsError, fields, names, run, values};
use super::caller;
use super::record::{Arrays, ClassDomain, Description, Set, Setting};
use crate::describe;
use crate::messages::external_name;
use crate::platform::Jvm;
use margay_ir::world::type_name;
use margay_ir::{ClassId, FieldId};
use margay_machine::bounds::{Bounds, FieldDomain, ObjectSet};
use margay_machine::{Domain, Machine, Ref};
use rustc_hash::FxHashMap;

pub(super) fn translate<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    description: &Description,
) -> Result<Bounds, BoundsError> {
    let mut translation = Translation {
        machine,
        description,
        bounds: Bounds::default(),
        places: FxHashMap::default(),
    };
    translation.objects()?;
    let mut set = Vec::new();
    for setting in &description.settings {
        let field =
            translation.set_field(setting).map_err(|r| translation.at(setting.made_at, r))?;
        set.push((field, setting));
    }
    for (field, setting) in &set {
        translation.check_owner(*field, setting, &set)?;
    }
    translation.check_arrays()?;
    for addition in &description.additions {
        translation.add_all(addition).map_err(|r| translation.at(addition.made_at, r))?;
    }
    Ok(translation.bounds)
}

pub(super) struct Translation<'a, D: Domain> {
    pub machine: &'a mut Machine<D, Jvm<D>>,
    pub description: &'a Description,
    pub bounds: Bounds,
    /// Places of class domains and sets of arrays among the objects.
    pub places: FxHashMap<Ref, usize>,
}

impl<D: Domain> Translation<'_, D> {
    /// What is wrong with a call.
    fn at(&self, made_at: Ref, reason: String) -> BoundsError {
        BoundsError::Call { place: caller(self.machine, made_at), reason }
    }

    fn spoken(&self, class: ClassId) -> String {
        external_name(&self.machine.core.world, class)
    }

    // ---- objects ----

    fn objects(&mut self) -> Result<(), BoundsError> {
        let description = self.description;
        for domain in &description.domains {
            let existing = self.make(domain).map_err(|r| self.at(domain.made_at, r))?;
            if existing.is_empty() {
                continue;
            }
            self.places.insert(domain.object, self.bounds.objects.len());
            self.bounds.objects.push(ObjectSet {
                class: domain.class,
                count: existing.len() as u32,
                existing,
                isomorphic: domain.interchangeable,
                array: None,
            });
        }
        Ok(())
    }

    fn make(&mut self, domain: &ClassDomain) -> Result<Vec<Ref>, String> {
        let mut objects = domain.added.clone();
        let world = &mut self.machine.core.world;
        if domain.fresh > 0 && world.loaded(domain.class).is_abstract() {
            return Err(format!("{} is abstract", self.spoken(domain.class)));
        }
        let (name, descriptor) = (world.name("<init>"), world.name("()V"));
        let constructor = world.declared_method(domain.class, name, descriptor);
        for _ in 0..domain.fresh {
            let core = &mut self.machine.core;
            let cells = core.world.loaded(domain.class).cells;
            let object = core.memory.allocate(domain.class, cells);
            let object = object.map_err(|_| "the objects do not fit into the heap")?;
            objects.push(object);
            let Some(constructor) = constructor else { continue };
            let made = run::call(self.machine, constructor, &[run::reference::<D>(object)]);
            made.map_err(|failure| {
                let class = self.spoken(domain.class);
                format!("the constructor of {class}: {}", failure.text(self.machine))
            })?;
        }
        Ok(objects)
    }

    // ---- fields ----

    fn set_field(&mut self, setting: &Setting) -> Result<FieldId, String> {
        let name = self.text(setting.field);
        let field = names::field(&self.machine.core.world, setting.owner, &name)?;
        let ty = self.type_of(field);
        let is_array = matches!(self.description.sets.get(&setting.values), Some(Set::Arrays(_)));
        let choices = self.choices(&ty, setting.values)?;
        match choices {
            // The same field through another subclass; `check_owner` compares the values.
            _ if self.is_set(field) => {}
            FieldDomain::Refs { sets, .. } if is_array && !self.description.arrays_as_objects => {
                self.bounds.own.extend(sets.into_iter().map(|set| (field, set)));
            }
            choices => self.bounds.fields.push((field, choices)),
        }
        Ok(field)
    }

    pub fn type_of(&self, field: FieldId) -> String {
        let world = &self.machine.core.world;
        world.text(world.field(field).descriptor).to_owned()
    }

    fn is_set(&self, field: FieldId) -> bool {
        self.bounds.fields.iter().any(|(set, _)| *set == field)
            || self.bounds.own.iter().any(|(set, _)| *set == field)
    }

    pub fn text(&mut self, string: Ref) -> String {
        let machine = &mut *self.machine;
        describe::string(&mut machine.platform, &mut machine.core, string).unwrap_or_default()
    }

    fn choices(&mut self, ty: &str, set: Ref) -> Result<FieldDomain, String> {
        let description = self.description;
        match description.sets.get(&set) {
            None => Err("null where a set of values is expected".to_owned()),
            Some(Set::Numbers(kind, bits)) => numbers(ty, kind, bits).map(FieldDomain::Bits),
            Some(Set::Objects { null, domains }) => self.references(ty, *null, domains),
            Some(Set::Arrays(arrays)) => {
                self.check_type(ty, arrays.class)?;
                let place = self.array_set(set, arrays)?;
                Ok(FieldDomain::Refs { null: false, sets: vec![place], given: Vec::new() })
            }
        }
    }

    fn references(&mut self, ty: &str, null: bool, domains: &[Ref]) -> Result<FieldDomain, String> {
        let mut sets = Vec::new();
        for domain in domains {
            match self.places.get(domain) {
                Some(place) => sets.push(*place),
                None if self.description.domains.iter().any(|own| own.object == *domain) => {}
                None => return Err("its objects are those of another finitization".to_owned()),
            }
        }
        for place in &sets {
            self.check_type(ty, self.bounds.objects[*place].class)?;
        }
        if !null && sets.is_empty() {
            return Err("the set of values is empty".to_owned());
        }
        Ok(FieldDomain::Refs { null, sets, given: Vec::new() })
    }

    /// The class of a reference type.
    pub fn class_of(&mut self, ty: &str) -> Result<Option<ClassId>, String> {
        match ty.len() {
            1 => Ok(None),
            _ => names::load(self.machine, crate::descriptor::class_of(ty)).map(Some),
        }
    }

    fn check_type(&mut self, ty: &str, class: ClassId) -> Result<(), String> {
        let declared = self.class_of(ty)?;
        let world = &self.machine.core.world;
        match declared {
            Some(declared) if world.is_subclass(class, declared) => Ok(()),
            _ => {
                let class = type_name(&crate::descriptor::of_class(world.class_name(class)));
                Err(format!("{class} is no value of type {}", type_name(ty)))
            }
        }
    }

    /// The place of a set of arrays.
    fn array_set(&mut self, set: Ref, arrays: &Arrays) -> Result<usize, String> {
        if let Some(place) = self.places.get(&set) {
            return Ok(*place);
        }
        let place = self.bounds.objects.len();
        // Arrays of objects can contain themselves, so they have their place before their elements.
        let unknown = Box::new(FieldDomain::Bits(Vec::new()));
        self.places.insert(set, place);
        self.bounds.objects.push(ObjectSet {
            class: arrays.class,
            count: arrays.count,
            existing: Vec::new(),
            isomorphic: true,
            array: Some((lengths(self.description.sets.get(&arrays.lengths))?, unknown)),
        });
        let name = self.machine.core.world.class_name(arrays.class).to_owned();
        let elements = self.choices(&name[1..], arrays.elements)?;
        if let Some((_, unknown)) = &mut self.bounds.objects[place].array {
            **unknown = elements;
        }
        Ok(place)
    }

    // ---- checks ----

    /// Bounds are kept by field, so a field that was set for a subclass must be the same for all
    /// objects that have it.
    fn check_owner(
        &self,
        field: FieldId,
        setting: &Setting,
        all: &[(FieldId, &Setting)],
    ) -> Result<(), BoundsError> {
        let world = &self.machine.core.world;
        let same: Vec<&Setting> =
            all.iter().filter(|(other, _)| *other == field).map(|(_, s)| *s).collect();
        let covers = |set: &ObjectSet| {
            same.iter().any(|s| s.values == setting.values && world.is_subclass(set.class, s.owner))
        };
        let has = |set: &&ObjectSet| fields::has(world, set.class, field);
        match self.bounds.objects.iter().filter(has).find(|set| !covers(set)) {
            None => Ok(()),
            Some(other) => {
                let (field, other) = (fields::text(world, field), self.spoken(other.class));
                let reason = format!(
                    "{field} is inherited by {other} too, for which it is not set to the same \
                     values; that is not supported"
                );
                Err(self.at(setting.made_at, reason))
            }
        }
    }

    /// Every object that has an array of its own needs one.
    fn check_arrays(&self) -> Result<(), BoundsError> {
        for (set, values) in &self.description.sets {
            let (Some(place), Set::Arrays(arrays)) = (self.places.get(set), values) else {
                continue;
            };
            let own = self.bounds.own.iter().filter(|(_, set)| set == place);
            let world = &self.machine.core.world;
            let owners = |field: FieldId| -> u32 {
                let has = |set: &&ObjectSet| fields::has(world, set.class, field);
                self.bounds.objects.iter().filter(has).map(|set| set.count).sum()
            };
            let needed: u32 = own.map(|(field, _)| owners(*field)).sum();
            if needed > arrays.count {
                let count = arrays.count;
                let reason = format!("{needed} arrays are needed, but only {count} are made");
                return Err(self.at(arrays.made_at, reason));
            }
        }
        Ok(())
    }
}

/// The lengths of arrays, ascending.
fn lengths(set: Option<&Set>) -> Result<Vec<u32>, String> {
    let Some(Set::Numbers(_, lengths)) = set else {
        return Err("the lengths of arrays are not numbers".to_owned());
    };
    if lengths.is_empty() {
        return Err("the set of lengths is empty".to_owned());
    }
    let length = |bits: &u64| {
        u32::try_from(bits.cast_signed()).map_err(|_| "a length is negative".to_owned())
    };
    let mut lengths = lengths.iter().map(length).collect::<Result<Vec<u32>, String>>()?;
    lengths.sort_unstable();
    lengths.dedup();
    Ok(lengths)
}

/// The bits of numbers as values of a field's type.
fn numbers(ty: &str, kind: &str, bits: &[u64]) -> Result<Vec<u64>, String> {
    let mismatch = || format!("{kind} has no values of type {}", type_name(ty));
    let mut values = match (kind, ty) {
        ("BooleanSet", "Z") | ("DoubleSet", "D") => bits.to_vec(),
        ("FloatSet", "F") => bits.iter().map(|bits| bits & u64::from(u32::MAX)).collect(),
        ("IntSet" | "ByteSet" | "ShortSet" | "LongSet", "B" | "S" | "C" | "I" | "J") => {
            let one = |bits: &u64| {
                let value = bits.cast_signed();
                let fit = values::fit(ty, value);
                fit.ok_or_else(|| format!("{value} is no value of type {}", type_name(ty)))
            };
            bits.iter().map(one).collect::<Result<Vec<u64>, String>>()?
        }
        _ => return Err(mismatch()),
    };
    let mut seen = rustc_hash::FxHashSet::default();
    values.retain(|bits| seen.insert(*bits));
    if values.is_empty() { Err("the set of values is empty".to_owned()) } else { Ok(values) }
}
