//! The search space in memory: objects with undecided cells, and the alternatives of each cell.
//!
//! Objects of one set are interchangeable. A reference may therefore name any object of the set
//! that is in use on this path, and of the others only the first: using another one would give
//! the same structure up to the identity of objects.

use super::bounds::{Bounds, FieldDomain, ObjectSet};
use super::walk::Walk;
use crate::driver::Trailed;
use margay_ir::{ClassId, ClassKind, FieldId, Storage, World};
use margay_machine::{Domain, Memory, OutOfMemory, Ref};
use rustc_hash::FxHashMap;

/// What a cell can be decided to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Control {
    /// Place among the domains.
    domain: u32,
    /// The array whose length the cell is, if it is one.
    array: Ref,
}

/// A value tried, and what it takes into use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub bits: u64,
    /// The set of which one more object is in use with this value.
    pub takes: Option<usize>,
}

/// Objects of one set.
#[derive(Clone, Debug)]
struct Set {
    objects: Vec<Ref>,
    /// How many are in use on this path.
    used: usize,
    isomorphic: bool,
}

/// What questions about a domain need most, at hand.
#[derive(Clone, Copy, Debug)]
enum Gist {
    /// So many values.
    Bits(u32),
    /// Null if it is 1, and the objects of one set: so are most domains of references.
    Set { null: u32, set: usize },
    /// There is more to it.
    Mixed,
}

impl Gist {
    fn of(domain: &FieldDomain) -> Gist {
        match domain {
            FieldDomain::Bits(values) => {
                Gist::Bits(u32::try_from(values.len()).expect("domains are small"))
            }
            FieldDomain::Refs { null, sets, given } => match (&sets[..], &given[..]) {
                ([set], []) => Gist::Set { null: u32::from(*null), set: *set },
                _ => Gist::Mixed,
            },
        }
    }
}

/// How far the values of a path have used up a space.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    taken: usize,
    decided: usize,
}

/// The objects of a search space.
#[derive(Clone, Debug)]
pub struct Space {
    /// The object whose predicate is run.
    pub root: Ref,
    sets: Vec<Set>,
    domains: Vec<FieldDomain>,
    /// By domain.
    gists: Vec<Gist>,
    first: u32,
    /// Control of each cell from `first` on.
    controls: Vec<Option<Control>>,
    /// Cells that have a control, and those of them that have a value.
    controlled: usize,
    decided: usize,
    /// The reference fields of the classes that are not arrays.
    references: FxHashMap<ClassId, Vec<u32>>,
    /// The sets of which the values decided have taken an object into use, in order.
    taken: Vec<usize>,
}

/// Collects the cells of objects while they are allocated.
struct Builder<'a, D: Domain> {
    world: &'a World,
    memory: &'a mut Memory<D>,
    domains: Vec<FieldDomain>,
    of_field: FxHashMap<FieldId, u32>,
    cells: Vec<(u32, Control)>,
}

impl<D: Domain> Builder<'_, D> {
    fn domain(&mut self, domain: &FieldDomain) -> u32 {
        let known = self.domains.iter().position(|known| known == domain);
        let index = known.unwrap_or_else(|| {
            self.domains.push(domain.clone());
            self.domains.len() - 1
        });
        u32::try_from(index).expect("few domains")
    }

    fn object(&mut self, class: ClassId) -> Result<Ref, OutOfMemory> {
        let cells = self.world.loaded(class).cells;
        let object = self.memory.allocate_open(class, cells)?;
        self.control_fields(class, object);
        Ok(object)
    }

    fn control_fields(&mut self, class: ClassId, object: Ref) {
        for field in fields_of(self.world, class) {
            if let Some(domain) = self.of_field.get(&field) {
                let slot = self.world.field(field).slot;
                let control = Control { domain: *domain, array: 0 };
                self.cells.push((Memory::<D>::address(object, slot), control));
            }
        }
    }

    fn array(
        &mut self,
        class: ClassId,
        lengths: &[u32],
        element: &FieldDomain,
    ) -> Result<Ref, OutOfMemory> {
        let max = lengths.iter().copied().max().unwrap_or_default();
        let (array, length) = self.memory.allocate_open_array(class, max)?;
        let lengths = FieldDomain::Bits(lengths.iter().map(|len| u64::from(*len)).collect());
        let (domain, element) = (self.domain(&lengths), self.domain(element));
        self.cells.push((length, Control { domain, array }));
        for index in 0..max {
            let address = Memory::<D>::address(array, index);
            self.cells.push((address, Control { domain: element, array: 0 }));
        }
        Ok(array)
    }

    fn set(&mut self, set: &ObjectSet) -> Result<Set, OutOfMemory> {
        let mut objects = set.existing.clone();
        for object in &set.existing {
            self.memory.open_object(*object);
            self.control_fields(set.class, *object);
        }
        while objects.len() < set.count as usize {
            objects.push(match &set.array {
                Some((lengths, element)) => self.array(set.class, lengths, element)?,
                None => self.object(set.class)?,
            });
        }
        Ok(Set { objects, used: 0, isomorphic: set.isomorphic })
    }

    /// Sets the fields that are not searched: outer objects, and arrays of an object's own.
    fn fixed_fields(&mut self, bounds: &Bounds, sets: &mut [Set], root: Ref) {
        let objects: Vec<Ref> = sets.iter().flat_map(|set| set.objects.clone()).collect();
        let mut handed_out = vec![0; sets.len()];
        for object in objects {
            let class = self.memory.class_of(object);
            for field in fields_of(self.world, class) {
                let slot = self.world.field(field).slot;
                let value = if bounds.outer.contains(&field) {
                    Some(root)
                } else {
                    let own = bounds.own.iter().find(|(owner, _)| *owner == field);
                    own.and_then(|(_, set)| {
                        let next = handed_out[*set];
                        handed_out[*set] += 1;
                        sets[*set].objects.get(next).copied()
                    })
                };
                if let Some(value) = value {
                    let address = Memory::<D>::address(object, slot);
                    self.memory.overwrite_cell(address, D::constant(u64::from(value)));
                }
            }
        }
    }
}

/// The instance fields of a class, inherited ones first.
fn fields_of(world: &World, class: ClassId) -> Vec<FieldId> {
    let mut chain = Vec::new();
    let mut owner = Some(class);
    while let Some(id) = owner {
        chain.push(id);
        owner = world.loaded(id).superclass;
    }
    let declared = chain.into_iter().rev().flat_map(|id| world.loaded(id).fields.clone());
    declared.filter(|field| !world.field(*field).is_static()).collect()
}

impl Trailed for Space {
    type Mark = Used;

    #[inline]
    fn mark(&self) -> Used {
        Used { taken: self.taken.len(), decided: self.decided }
    }

    #[inline]
    fn undo_to(&mut self, mark: Used) {
        self.decided = mark.decided;
        while self.taken.len() > mark.taken
            && let Some(set) = self.taken.pop()
        {
            self.sets[set].used -= 1;
        }
    }
}

impl Space {
    /// Allocates everything the bounds allow, all of it undecided. The root is the first object
    /// of the first set.
    ///
    /// # Errors
    /// When the heap is too small.
    ///
    /// # Panics
    /// When the bounds have no root.
    pub fn new<D: Domain>(
        world: &World,
        memory: &mut Memory<D>,
        bounds: &Bounds,
    ) -> Result<Self, OutOfMemory> {
        let mut builder = Builder {
            world,
            memory,
            domains: Vec::new(),
            of_field: FxHashMap::default(),
            cells: Vec::new(),
        };
        for (field, domain) in &bounds.fields {
            let domain = builder.domain(domain);
            builder.of_field.insert(*field, domain);
        }
        let mut sets = Vec::new();
        for set in &bounds.objects {
            sets.push(builder.set(set)?);
        }
        let root = sets[0].objects[0];
        sets[0].used = 1;
        builder.fixed_fields(bounds, &mut sets, root);
        let Builder { memory, domains, cells, .. } = builder;
        let first = cells.iter().map(|(address, _)| *address).min().unwrap_or_default();
        let mut controls = vec![None; memory.used() - first as usize];
        for (address, control) in cells {
            controls[(address - first) as usize] = Some(control);
            memory.overwrite_cell(address, D::undecided());
        }
        let controlled = controls.iter().flatten().count();
        let gists = domains.iter().map(Gist::of).collect();
        let classes = bounds.objects.iter().filter(|set| set.array.is_none()).map(|set| set.class);
        let references = classes.map(|class| (class, reference_slots(world, class))).collect();
        Ok(Space {
            root,
            sets,
            domains,
            gists,
            first,
            controls,
            controlled,
            decided: 0,
            references,
            taken: Vec::new(),
        })
    }

    #[inline]
    fn control(&self, cell: u32) -> Option<Control> {
        *self.controls.get(cell.wrapping_sub(self.first) as usize)?
    }

    fn domain(&self, cell: u32) -> Option<&FieldDomain> {
        self.control(cell).map(|control| &self.domains[control.domain as usize])
    }

    #[inline]
    fn gist(&self, cell: u32) -> Option<Gist> {
        self.control(cell).map(|control| self.gists[control.domain as usize])
    }

    /// How many objects of a set may be named now.
    #[inline]
    fn nameable(set: &Set) -> usize {
        if set.isomorphic { set.objects.len().min(set.used + 1) } else { set.objects.len() }
    }

    /// How many values a cell can take now.
    #[inline]
    pub(super) fn alternatives(&self, cell: u32) -> u32 {
        match self.gist(cell) {
            None => 0,
            Some(Gist::Bits(count)) => count,
            Some(Gist::Set { null, set }) => null + Self::nameable(&self.sets[set]) as u32,
            Some(Gist::Mixed) => self.mixed_alternatives(cell),
        }
    }

    /// The same for references of several kinds.
    fn mixed_alternatives(&self, cell: u32) -> u32 {
        let Some(FieldDomain::Refs { null, sets, given }) = self.domain(cell) else { return 0 };
        let objects: usize = sets.iter().map(|set| Self::nameable(&self.sets[*set])).sum();
        u32::try_from(usize::from(*null) + objects + given.len()).expect("domains are small")
    }

    /// The decimal logarithm of the number of ways to give every cell a value: how large the
    /// search would be if nothing were pruned.
    #[must_use]
    pub fn magnitude(&self) -> f64 {
        let values = |control: &Control| match &self.domains[control.domain as usize] {
            FieldDomain::Bits(values) => values.len(),
            FieldDomain::Refs { null, sets, given } => {
                let objects: usize = sets.iter().map(|set| self.sets[*set].objects.len()).sum();
                usize::from(*null) + objects + given.len()
            }
        };
        self.controls.iter().flatten().map(|control| (values(control).max(1) as f64).log10()).sum()
    }

    /// The number of the domain of a cell, if what a cell of it can take is always the first so many of its values: objects
    /// of one set come into use in order.
    #[inline]
    pub(super) fn row(&self, cell: u32) -> Option<usize> {
        let row = self.control(cell)?.domain as usize;
        (!matches!(self.gists[row], Gist::Mixed)).then_some(row)
    }

    /// Appends the values a cell can take now, in order.
    pub(super) fn values<D: Domain>(&self, cell: u32, values: &mut Vec<D::Value>) {
        match self.domain(cell) {
            None => {}
            Some(FieldDomain::Bits(bits)) => values.extend(bits.iter().map(|b| D::constant(*b))),
            Some(FieldDomain::Refs { null, sets, given }) => {
                if *null {
                    values.push(D::constant(0));
                }
                for set in sets {
                    let set = &self.sets[*set];
                    let objects = &set.objects[..Self::nameable(set)];
                    values.extend(objects.iter().map(|object| D::constant(u64::from(*object))));
                }
                values.extend(given.iter().map(|object| D::constant(u64::from(*object))));
            }
        }
    }

    /// The value of an alternative.
    #[inline]
    pub(super) fn choice(&self, cell: u32, alternative: u32) -> Choice {
        match self.gist(cell) {
            Some(Gist::Set { null: 1, .. }) if alternative == 0 => Choice { bits: 0, takes: None },
            Some(Gist::Set { null, set: place }) => {
                let (set, index) = (&self.sets[place], (alternative - null) as usize);
                let takes = (index >= set.used).then_some(place);
                Choice { bits: u64::from(set.objects[index]), takes }
            }
            _ => self.rarer_choice(cell, alternative),
        }
    }

    /// The same for other domains.
    fn rarer_choice(&self, cell: u32, alternative: u32) -> Choice {
        let plain = |bits| Choice { bits, takes: None };
        let mut index = alternative as usize;
        match self.domain(cell).expect("the cell is controlled") {
            FieldDomain::Bits(values) => plain(values[index]),
            FieldDomain::Refs { null, sets, given } => {
                if *null {
                    if index == 0 {
                        return plain(0);
                    }
                    index -= 1;
                }
                for place in sets {
                    let set = &self.sets[*place];
                    let count = Self::nameable(set);
                    if index < count {
                        let bits = u64::from(set.objects[index]);
                        let fresh = index >= set.used;
                        return Choice { bits, takes: fresh.then_some(*place) };
                    }
                    index -= count;
                }
                plain(u64::from(given[index]))
            }
        }
    }

    /// The value of an undecided cell if there is but one it can have, on whatever path.
    pub(super) fn sole<D: Domain>(&self, cell: u32) -> Option<D::Value> {
        if self.alternatives(cell) != 1 {
            return None;
        }
        let choice = self.choice(cell, 0);
        choice.takes.is_none().then(|| D::constant(choice.bits))
    }

    /// Writes a value into a cell.
    pub(super) fn decide<D: Domain>(&mut self, memory: &mut Memory<D>, cell: u32, choice: Choice) {
        let control = self.control(cell).expect("the cell is controlled");
        if control.array == 0 {
            memory.set_cell(cell, D::constant(choice.bits));
        } else {
            memory.set_length(control.array, choice.bits as u32);
        }
        self.take(choice);
    }

    /// Writes a value into a cell so that only [`unforce`](Self::unforce) takes it back.
    pub(super) fn force<D: Domain>(&mut self, memory: &mut Memory<D>, cell: u32, choice: Choice) {
        let control = self.control(cell).expect("the cell is controlled");
        memory.overwrite_cell(cell, D::constant(choice.bits));
        if control.array != 0 {
            memory.overwrite_length(control.array, choice.bits as u32);
        }
        self.take(choice);
    }

    /// Makes a forced cell undecided again; the mark is from before.
    pub(super) fn unforce<D: Domain>(&mut self, memory: &mut Memory<D>, cell: u32, mark: Used) {
        let control = self.control(cell).expect("the cell is controlled");
        memory.overwrite_cell(cell, D::undecided());
        if control.array != 0 {
            memory.overwrite_length(control.array, 0);
        }
        self.undo_to(mark);
    }

    /// Takes into use what a value does.
    #[inline]
    fn take(&mut self, choice: Choice) {
        self.decided += 1;
        if let Some(set) = choice.takes {
            self.sets[set].used += 1;
            self.taken.push(set);
        }
    }

    /// The objects reachable from the root through decided cells, in breadth-first order.
    pub fn reachable<'a, D: Domain>(
        &'a self,
        world: &'a World,
        memory: &'a Memory<D>,
    ) -> impl Iterator<Item = Ref> + 'a {
        let mut walk = Walk::default();
        walk.begin(self.root);
        std::iter::from_fn(move || {
            let object = walk.object()?;
            walk.advance(self, world, memory);
            Some(object)
        })
    }

    /// The cells of an object that hold references.
    pub(super) fn each_reference<D: Domain>(
        &self,
        world: &World,
        memory: &Memory<D>,
        object: Ref,
        mut visit: impl FnMut(u32),
    ) {
        let class = memory.class_of(object);
        let mut visit_slots = |slots: &[u32]| {
            slots.iter().for_each(|slot| visit(Memory::<D>::address(object, *slot)));
        };
        match (self.references.get(&class), world.loaded(class).kind) {
            (Some(slots), _) => visit_slots(slots),
            (None, ClassKind::Array { elem: Storage::Ref, .. }) => {
                cells_of::<D>(memory, object).for_each(visit);
            }
            (None, ClassKind::Array { .. }) => {}
            (None, _) => visit_slots(&reference_slots(world, class)),
        }
    }

    /// Whether but one cell is undecided.
    #[inline]
    pub(super) fn lacks_one(&self) -> bool {
        self.decided + 1 == self.controlled
    }

    /// Whether any cell is undecided, within reach or not: quick, and often there is none.
    #[inline]
    pub(super) fn any_undecided(&self) -> bool {
        self.decided < self.controlled
    }
}

/// The cells of an object: its fields, inherited ones first, or its elements.
pub(super) fn cells_of<D: Domain>(
    memory: &Memory<D>,
    object: Ref,
) -> impl Iterator<Item = u32> + use<D> {
    let count = memory.len(object);
    (0..count).map(move |index| Memory::<D>::address(object, index))
}

/// The fields of a class that hold references, as cells of its objects.
fn reference_slots(world: &World, class: ClassId) -> Vec<u32> {
    let fields = fields_of(world, class).into_iter().map(|field| world.field(field));
    fields.filter(|field| field.storage == Storage::Ref).map(|field| field.slot).collect()
}
