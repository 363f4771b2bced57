//! The search space in memory: objects with undecided cells, and the alternatives of each cell.
//!
//! Objects of one set are interchangeable. A reference may therefore name any object of the set
//! that is in use on this path, and of the others only the first: using another one would give
//! the same structure up to the identity of objects.

use super::bounds::{Bounds, Domain};
use margay_ir::{ClassId, ClassKind, FieldId, World};
use margay_machine::{Domain as Values, Memory, OutOfMemory, Ref};
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

/// The objects of a search space.
#[derive(Clone, Debug)]
pub struct Space {
    /// The object whose predicate is run.
    pub root: Ref,
    sets: Vec<Set>,
    domains: Vec<Domain>,
    first: u32,
    /// Control of each cell from `first` on.
    controls: Vec<Option<Control>>,
}

/// Collects the cells of objects while they are allocated.
struct Builder<'a, D: Values> {
    world: &'a World,
    memory: &'a mut Memory<D>,
    domains: Vec<Domain>,
    of_field: FxHashMap<FieldId, u32>,
    cells: Vec<(u32, Control)>,
}

impl<D: Values> Builder<'_, D> {
    fn domain(&mut self, domain: &Domain) -> u32 {
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
        let mut owner = Some(class);
        while let Some(id) = owner {
            let loaded = self.world.loaded(id);
            for field in &loaded.fields {
                if let Some(domain) = self.of_field.get(field) {
                    let slot = self.world.field(*field).slot;
                    let control = Control { domain: *domain, array: 0 };
                    self.cells.push((Memory::<D>::address(object, slot), control));
                }
            }
            owner = loaded.superclass;
        }
        Ok(object)
    }

    fn array(
        &mut self,
        class: ClassId,
        lengths: &[u32],
        element: &Domain,
    ) -> Result<Ref, OutOfMemory> {
        let max = lengths.iter().copied().max().unwrap_or_default();
        let (array, length) = self.memory.allocate_open_array(class, max)?;
        let lengths = Domain::Bits(lengths.iter().map(|len| u64::from(*len)).collect());
        let (domain, element) = (self.domain(&lengths), self.domain(element));
        self.cells.push((length, Control { domain, array }));
        for index in 0..max {
            let address = Memory::<D>::address(array, index);
            self.cells.push((address, Control { domain: element, array: 0 }));
        }
        Ok(array)
    }
}

impl Space {
    /// Allocates everything the bounds allow, all of it undecided.
    ///
    /// # Errors
    /// When the heap is too small.
    pub fn new<D: Values>(
        world: &World,
        memory: &mut Memory<D>,
        bounds: &Bounds,
        root: ClassId,
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
        let root = builder.object(root)?;
        let mut sets = Vec::new();
        for set in &bounds.objects {
            let mut objects = Vec::new();
            for _ in 0..set.count {
                objects.push(match &set.array {
                    Some((lengths, element)) => builder.array(set.class, lengths, element)?,
                    None => builder.object(set.class)?,
                });
            }
            sets.push(Set { objects, used: 0, isomorphic: set.isomorphic });
        }
        let Builder { memory, domains, cells, .. } = builder;
        let mut controls = vec![None; (memory.used() as u32 - root) as usize];
        for (address, control) in cells {
            controls[(address - root) as usize] = Some(control);
            memory.overwrite_cell(address, D::undecided());
        }
        Ok(Space { root, sets, domains, first: root, controls })
    }

    fn control(&self, cell: u32) -> Option<Control> {
        *self.controls.get(cell.checked_sub(self.first)? as usize)?
    }

    fn domain(&self, cell: u32) -> Option<&Domain> {
        self.control(cell).map(|control| &self.domains[control.domain as usize])
    }

    /// How many objects of a set may be named now.
    fn nameable(set: &Set) -> usize {
        if set.isomorphic { set.objects.len().min(set.used + 1) } else { set.objects.len() }
    }

    /// How many values a cell can take now.
    pub(super) fn alternatives(&self, cell: u32) -> u32 {
        let count = match self.domain(cell) {
            None => 0,
            Some(Domain::Bits(values)) => values.len(),
            Some(Domain::Refs { null, sets, given }) => {
                let objects: usize = sets.iter().map(|set| Self::nameable(&self.sets[*set])).sum();
                usize::from(*null) + objects + given.len()
            }
        };
        u32::try_from(count).expect("domains are small")
    }

    /// The value of an alternative.
    pub(super) fn choice(&self, cell: u32, alternative: u32) -> Choice {
        let plain = |bits| Choice { bits, takes: None };
        let mut index = alternative as usize;
        match self.domain(cell).expect("the cell is controlled") {
            Domain::Bits(values) => plain(values[index]),
            Domain::Refs { null, sets, given } => {
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

    /// Writes a value into a cell.
    pub(super) fn decide<D: Values>(
        &mut self,
        memory: &mut Memory<D>,
        cell: u32,
        choice: Choice,
    ) {
        let control = self.control(cell).expect("the cell is controlled");
        if control.array == 0 {
            memory.set_cell(cell, D::constant(choice.bits));
        } else {
            memory.set_length(control.array, choice.bits as u32);
        }
        if let Some(set) = choice.takes {
            self.sets[set].used += 1;
        }
    }

    /// Writes a value into a cell so that only [`unforce`](Self::unforce) takes it back.
    pub(super) fn force<D: Values>(&mut self, memory: &mut Memory<D>, cell: u32, choice: Choice) {
        let control = self.control(cell).expect("the cell is controlled");
        memory.overwrite_cell(cell, D::constant(choice.bits));
        if control.array != 0 {
            memory.overwrite_length(control.array, choice.bits as u32);
        }
        if let Some(set) = choice.takes {
            self.sets[set].used += 1;
        }
    }

    /// Makes a forced cell undecided again.
    pub(super) fn unforce<D: Values>(&mut self, memory: &mut Memory<D>, cell: u32, choice: Choice) {
        let control = self.control(cell).expect("the cell is controlled");
        memory.overwrite_cell(cell, D::undecided());
        if control.array != 0 {
            memory.overwrite_length(control.array, 0);
        }
        self.release(choice);
    }

    /// Gives back what a choice took into use.
    pub(super) fn release(&mut self, choice: Choice) {
        if let Some(set) = choice.takes {
            self.sets[set].used -= 1;
        }
    }

    /// The objects reachable from the root through decided cells, in breadth-first order.
    pub fn reachable<D: Values>(&self, world: &World, memory: &Memory<D>) -> Vec<Ref> {
        let mut seen: rustc_hash::FxHashSet<Ref> = rustc_hash::FxHashSet::default();
        let mut order = vec![self.root];
        seen.insert(self.root);
        let mut next = 0;
        while next < order.len() {
            let object = order[next];
            next += 1;
            for cell in reference_cells::<D>(world, memory, object) {
                if memory.awaits(cell) {
                    continue;
                }
                let target = D::known(memory.cell(cell)).unwrap_or_default() as Ref;
                if target != 0 && seen.insert(target) {
                    order.push(target);
                }
            }
        }
        order
    }

    /// The first undecided cell that can be reached from the root.
    pub(super) fn untouched<D: Values>(&self, world: &World, memory: &Memory<D>) -> Option<u32> {
        self.reachable(world, memory).into_iter().find_map(|object| {
            let length = memory.awaits_length(object);
            length.or_else(|| {
                cells_of::<D>(world, memory, object).find(|cell| memory.awaits(*cell))
            })
        })
    }
}

/// The cells of an object in the order of its fields (superclass first) or elements.
fn cells_of<D: Values>(
    world: &World,
    memory: &Memory<D>,
    object: Ref,
) -> impl Iterator<Item = u32> + use<D> {
    let _ = world;
    let count = memory.len(object);
    (0..count).map(move |index| Memory::<D>::address(object, index))
}

/// The cells of an object that hold references.
fn reference_cells<D: Values>(world: &World, memory: &Memory<D>, object: Ref) -> Vec<u32> {
    let class = memory.class_of(object);
    match world.loaded(class).kind {
        ClassKind::Array { elem: margay_ir::Storage::Ref, .. } => {
            cells_of::<D>(world, memory, object).collect()
        }
        ClassKind::Array { .. } => Vec::new(),
        _ => {
            let mut slots = Vec::new();
            let mut owner = Some(class);
            while let Some(id) = owner {
                let loaded = world.loaded(id);
                let fields = loaded.fields.iter().map(|f| world.field(*f));
                let references = fields
                    .filter(|f| !f.is_static() && f.storage == margay_ir::Storage::Ref)
                    .map(|f| f.slot);
                slots.extend(references);
                owner = loaded.superclass;
            }
            slots.sort_unstable();
            slots.into_iter().map(|slot| Memory::<D>::address(object, slot)).collect()
        }
    }
}
