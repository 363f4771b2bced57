//! From rules to bounds: the classes reachable from the root through fields, each with its
//! objects, and each field with the values that its rule or else its type gives it.

use super::rules::{Rule, Rules};
use super::spec::Values;
use super::{BoundsError, Subject, fields, names, references, values};
use crate::descriptor;
use crate::messages::external_name;
use crate::platform::Jvm;
use margay_ir::world::modifiers::FINAL;
use margay_ir::{ClassId, FieldId, World};
use margay_machine::bounds::{Bounds, FieldDomain, ObjectSet};
use margay_machine::{Domain, Machine, Ref};
use rustc_hash::{FxHashMap, FxHashSet};

/// Works out the bounds.
pub(super) fn build<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    subject: Subject<'_>,
    rules: &Rules,
) -> Result<Bounds, BoundsError> {
    let mut builder = Builder {
        machine,
        subject,
        rules,
        bounds: Bounds::default(),
        of_class: FxHashMap::default(),
        of_array: FxHashMap::default(),
        holders: Vec::new(),
        seen: FxHashSet::default(),
        user_classes: None,
    };
    builder.of_class.insert(subject.root, 0);
    builder.bounds.objects.push(objects_of(subject.root, 1));
    builder.visit_fields()?;
    builder.check_use()?;
    builder.count_arrays();
    fields::link_inner_objects(&builder.machine.core.world, &mut builder.bounds);
    Ok(builder.bounds)
}

struct Builder<'a, D: Domain> {
    machine: &'a mut Machine<D, Jvm<D>>,
    subject: Subject<'a>,
    rules: &'a Rules,
    bounds: Bounds,
    /// Places of the sets of objects.
    of_class: FxHashMap<ClassId, usize>,
    /// Places of the sets of arrays that no rule is about: one for each type.
    of_array: FxHashMap<ClassId, usize>,
    /// Who can hold an array of a set.
    holders: Vec<(usize, Holder)>,
    /// Fields already looked at.
    seen: FxHashSet<FieldId>,
    /// The user's classes of which there can be objects, once they were needed.
    user_classes: Option<Vec<ClassId>>,
}

/// A place that holds arrays.
#[derive(Clone, Copy)]
enum Holder {
    Field(FieldId),
    /// The elements of the arrays of a set.
    Elements(usize),
}

/// What a rule says of a value, as far as it does.
#[derive(Clone, Copy)]
struct Wish<'r> {
    null: bool,
    values: Option<&'r Values>,
    classes: Option<&'r [ClassId]>,
    length: Option<&'r Values>,
    elements_null: bool,
}

impl<'r> Wish<'r> {
    const NONE: Wish<'static> =
        Wish { null: true, values: None, classes: None, length: None, elements_null: true };

    fn of(rule: &'r Rule) -> Self {
        Wish {
            null: !rule.not_null,
            values: rule.values.as_ref(),
            classes: rule.classes.as_deref(),
            length: rule.length.as_ref(),
            elements_null: !rule.elements_not_null,
        }
    }

    /// What it says of an element of the array it is about.
    fn of_element(self) -> Self {
        Wish { null: self.elements_null, length: None, elements_null: true, ..self }
    }

    fn is_about_arrays(self) -> bool {
        self.length.is_some() || self.values.is_some() || !self.elements_null
    }
}

const NO_VALUES: &str = "say which values it may have, or give a bound";

impl<D: Domain> Builder<'_, D> {
    fn world(&self) -> &World {
        &self.machine.core.world
    }

    /// Gives every field of every set's objects its values, which may add further sets.
    fn visit_fields(&mut self) -> Result<(), BoundsError> {
        let mut next = 0;
        while let Some(set) = self.bounds.objects.get(next) {
            next += 1;
            if set.array.is_some() {
                continue;
            }
            for field in fields::of_objects(self.world(), set.class) {
                if self.seen.insert(field) {
                    self.field(field)?;
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, field: FieldId) -> Result<(), BoundsError> {
        let rule = self.rules.fields.get(&field);
        let state = fields::is_state(&self.machine.platform, self.world(), field);
        let ty = self.world().text(self.world().field(field).descriptor).to_owned();
        if rule.is_none() && (!state || !self.is_finite(&ty)) {
            return Ok(());
        }
        let wish = rule.map_or(Wish::NONE, Wish::of);
        let choices =
            self.choices(&ty, wish, Holder::Field(field)).map_err(|reason| match rule {
                Some(rule) => rule.item.error(reason),
                None => BoundsError::Field { field: fields::text(self.world(), field), reason },
            })?;
        // What nobody asked for and can only be null stays null without being chosen.
        let fixed = matches!(&choices, FieldDomain::Refs { null: true, sets, given }
            if sets.is_empty() && given.is_empty());
        if rule.is_some() || !fixed {
            self.bounds.fields.push((field, choices));
        }
        Ok(())
    }

    /// Whether a type itself says which values there are: with a bound all do, without one
    /// booleans, enums, and the classes that have objects.
    fn is_finite(&mut self, ty: &str) -> bool {
        match ty.as_bytes().first() {
            _ if self.rules.bound.is_some() => true,
            Some(b'L') => self
                .implementations(ty)
                .is_ok_and(|(sets, given)| !sets.is_empty() || !given.is_empty()),
            kind => kind == Some(&b'Z'),
        }
    }

    /// The values of a type.
    fn choices(&mut self, ty: &str, wish: Wish<'_>, holder: Holder) -> Result<FieldDomain, String> {
        match (ty.as_bytes().first(), wish.values, self.rules.bound) {
            (Some(b'['), ..) => self.arrays(ty, wish, holder),
            (Some(b'L'), ..) => self.references(ty, wish),
            (_, Some(values), _) => values::bits(ty, values).map(FieldDomain::Bits),
            (_, None, Some(bound)) => Ok(FieldDomain::Bits(values::up_to(ty, bound))),
            (Some(b'Z'), None, None) => Ok(FieldDomain::Bits(values::up_to(ty, 1))),
            (_, None, None) => Err(NO_VALUES.to_owned()),
        }
    }

    fn references(&mut self, ty: &str, wish: Wish<'_>) -> Result<FieldDomain, String> {
        let (mut sets, mut given) = (Vec::new(), Vec::new());
        match (wish.classes, wish.values, self.rules.bound) {
            (Some(classes), ..) => {
                for class in classes {
                    sets.extend(self.set_of(*class)?);
                }
            }
            (None, Some(values), _) => given = references::listed(self.machine, ty, values)?,
            (None, None, Some(bound)) => match references::up_to(self.machine, ty, bound)? {
                Some(values) => given = values,
                None => (sets, given) = self.implementations(ty)?,
            },
            (None, None, None) => (sets, given) = self.implementations(ty)?,
        }
        if self.rules.bound.is_none() && sets.is_empty() && given.is_empty() {
            return Err(NO_VALUES.to_owned());
        }
        if !wish.null && sets.is_empty() && given.is_empty() {
            return Err("no values are left".to_owned());
        }
        Ok(FieldDomain::Refs { null: wish.null, sets, given })
    }

    /// The objects of a class and of the user's subclasses of it, enum constants among them.
    fn implementations(&mut self, ty: &str) -> Result<(Vec<usize>, Vec<Ref>), String> {
        let (mut sets, mut given) = (Vec::new(), Vec::new());
        let name = descriptor::class_of(ty);
        // A mirror stands for a class that exists; there are no others.
        if name == "java/lang/Class" {
            return Ok((sets, given));
        }
        let declared = names::load(self.machine, name)?;
        let mut classes = vec![declared];
        // Everything is an `Object`; where one is asked for, a plain one does.
        let open = self.world().loaded(declared).modifiers & FINAL == 0;
        if open && name != "java/lang/Object" {
            let users = self.user_classes();
            let world = self.world();
            let extends = |c: &ClassId| *c != declared && world.is_subclass(*c, declared);
            classes.extend(users.into_iter().filter(extends));
        }
        if self.rules.bound.is_none() {
            // Only what items name has objects, in their order.
            let place = |class: &ClassId| self.rules.objects.get_index_of(class);
            classes.sort_by_key(|class| place(class).unwrap_or(usize::MAX));
        }
        for class in classes {
            if references::is_enum(self.machine, class) {
                given.extend(references::constants(self.machine, class)?);
            } else if !self.world().loaded(class).is_abstract() && self.has_objects(class) {
                sets.extend(self.set_of(class)?);
            }
        }
        Ok((sets, given))
    }

    /// The user's classes, without those that have no name in the source. One that cannot be
    /// loaded has no objects either.
    fn user_classes(&mut self) -> Vec<ClassId> {
        if self.user_classes.is_none() {
            let named = |name: &&String| {
                let simple = name.rsplit('$').next().unwrap_or(name);
                !simple.starts_with(|c: char| c.is_ascii_digit())
            };
            let subject = self.subject;
            let names = subject.classes.iter().filter(named);
            let loaded = names.filter_map(|name| names::load(self.machine, name).ok());
            self.user_classes = Some(loaded.collect());
        }
        self.user_classes.clone().unwrap_or_default()
    }

    fn has_objects(&self, class: ClassId) -> bool {
        self.rules.bound.is_some()
            || self.rules.objects.contains_key(&class)
            || class == self.subject.root
    }

    /// The place of the objects of a class, if there are any.
    fn set_of(&mut self, class: ClassId) -> Result<Option<usize>, String> {
        let said = self.rules.objects.get(&class).map(|(_, count)| *count).or(self.rules.bound);
        if let Some(place) = self.of_class.get(&class).copied() {
            // There is more than one root only where something can refer to them.
            if class == self.subject.root {
                self.bounds.objects[place].count = said.unwrap_or(1).max(1);
            }
            return Ok(Some(place));
        }
        let count = said.ok_or_else(|| {
            let name = external_name(self.world(), class);
            let simple = name.rsplit(['.', '$']).next().unwrap_or(&name);
            format!(
                "how many objects of {name} are there? say `objects {simple}=<number>`, \
                 or give a bound"
            )
        })?;
        if count == 0 {
            return Ok(None);
        }
        let place = self.bounds.objects.len();
        self.of_class.insert(class, place);
        self.bounds.objects.push(objects_of(class, count));
        Ok(Some(place))
    }

    // ---- arrays ----

    fn arrays(&mut self, ty: &str, wish: Wish<'_>, holder: Holder) -> Result<FieldDomain, String> {
        let class = names::load(self.machine, ty)?;
        let shared = self.of_array.get(&class).copied().filter(|_| !wish.is_about_arrays());
        let place = match shared {
            Some(place) => place,
            None => self.array_set(class, &ty[1..], wish)?,
        };
        if !wish.is_about_arrays() {
            self.of_array.insert(class, place);
        }
        self.holders.push((place, holder));
        Ok(FieldDomain::Refs { null: wish.null, sets: vec![place], given: Vec::new() })
    }

    fn array_set(
        &mut self,
        class: ClassId,
        element: &str,
        wish: Wish<'_>,
    ) -> Result<usize, String> {
        let lengths = self.lengths(wish)?;
        let place = self.bounds.objects.len();
        // The elements may need sets of their own, after this one.
        let unknown = Box::new(FieldDomain::Bits(Vec::new()));
        let set = ObjectSet { array: Some((lengths, unknown)), ..objects_of(class, 0) };
        self.bounds.objects.push(set);
        let elements = self.choices(element, wish.of_element(), Holder::Elements(place))?;
        if let Some((_, unknown)) = &mut self.bounds.objects[place].array {
            **unknown = elements;
        }
        Ok(place)
    }

    fn lengths(&self, wish: Wish<'_>) -> Result<Vec<u32>, String> {
        let Some(values) = wish.length else {
            let bound = self.rules.bound.ok_or("say which lengths it may have, or give a bound")?;
            return Ok((0..=bound).collect());
        };
        let negative = |bits: &u64| (*bits as u32).cast_signed() < 0;
        let lengths = values::bits("I", values)?;
        if lengths.iter().any(negative) {
            return Err("a length is negative".to_owned());
        }
        let mut lengths: Vec<u32> = lengths.iter().map(|bits| *bits as u32).collect();
        lengths.sort_unstable();
        Ok(lengths)
    }

    /// Gives each set as many arrays as can be held at the same time.
    fn count_arrays(&mut self) {
        let dimensions = |world: &World, place: usize| {
            let name = world.class_name(self.bounds.objects[place].class);
            name.len() - name.trim_start_matches('[').len()
        };
        let mut holders = std::mem::take(&mut self.holders);
        // Arrays of arrays first: their number decides how many elements there are.
        let world = &self.machine.core.world;
        holders.sort_by_key(|(place, _)| std::cmp::Reverse(dimensions(world, *place)));
        for (place, holder) in holders {
            let held = match holder {
                Holder::Field(field) => {
                    let has = |set: &&ObjectSet| fields::has(world, set.class, field);
                    self.bounds.objects.iter().filter(has).map(|set| set.count).sum()
                }
                Holder::Elements(outer) => {
                    let outer = &self.bounds.objects[outer];
                    let longest = outer.array.as_ref().and_then(|(lengths, _)| lengths.last());
                    outer.count.saturating_mul(longest.copied().unwrap_or_default())
                }
            };
            let count = &mut self.bounds.objects[place].count;
            *count = count.saturating_add(held);
        }
    }

    /// A rule that changes nothing is a mistake.
    fn check_use(&self) -> Result<(), BoundsError> {
        let nowhere = |class: ClassId| {
            format!("no structure has an object of {}", external_name(self.world(), class))
        };
        for (field, rule) in &self.rules.fields {
            if !self.seen.contains(field) {
                return Err(rule.item.error(nowhere(self.world().field(*field).class)));
            }
        }
        for (class, (item, count)) in &self.rules.objects {
            if *class == self.subject.root && *count == 0 {
                return Err(item.error("the root is one of them".to_owned()));
            }
            if *count > 0 && !self.of_class.contains_key(class) {
                return Err(item.error(nowhere(*class)));
            }
        }
        Ok(())
    }
}

fn objects_of(class: ClassId, count: u32) -> ObjectSet {
    ObjectSet { class, count, existing: Vec::new(), isomorphic: true, array: None }
}
