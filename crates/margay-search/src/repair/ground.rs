//! The structure under repair, as it lies in memory: objects, their cells, and the value each
//! cell has at present.
//!
//! All cells are undecided in memory, so that the machine stops where the predicate first reads
//! one. Beside the objects of the structure there are a few fresh ones, for repairs that need
//! more objects than there are.

use super::addresses::Addresses;
use margay_ir::{ClassId, Storage, World};
use margay_machine::traced::Traced;
use margay_machine::{Domain, Memory, Ref};
use std::ops::Range;

/// What a cell can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Null, or an object of the structure that is of this class.
    Link(ClassId),
    /// Null, or an object of a pool, by the pool's place: constants, strings, boxed numbers.
    Given(usize),
    /// A number, a character or a truth value.
    Plain(Storage),
}

/// A cell of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where it is.
    pub address: u32,
    /// What it can hold.
    pub kind: Kind,
    /// What it holds before any repair.
    pub present: u64,
}

/// An object of the structure, or a fresh one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Where it is.
    pub object: Ref,
    /// Its class.
    pub class: ClassId,
    /// Its cells, by number.
    pub cells: Range<usize>,
    /// Whether the structure does not have it yet.
    pub fresh: bool,
}

/// A structure in memory. Objects and cells have numbers, from 0, in the order they were added.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    sites: Vec<Site>,
    cells: Vec<Cell>,
    pools: Vec<Vec<Ref>>,
    /// The object that each cell belongs to.
    owners: Vec<u32>,
    cell_at: Addresses,
    site_at: Addresses,
}

impl Ground {
    /// Adds an object with its cells; gives its number. The first one is the root.
    pub fn add(
        &mut self,
        object: Ref,
        class: ClassId,
        fresh: bool,
        cells: impl IntoIterator<Item = Cell>,
    ) -> usize {
        let start = self.cells.len();
        self.cells.extend(cells);
        let number = self.sites.len();
        let owner = u32::try_from(number).expect("objects have 32-bit references");
        self.owners.resize(self.cells.len(), owner);
        self.sites.push(Site { object, class, cells: start..self.cells.len(), fresh });
        number
    }

    /// Adds a pool of objects that cells may refer to; gives its place.
    pub fn add_pool(&mut self, objects: Vec<Ref>) -> usize {
        self.pools.push(objects);
        self.pools.len() - 1
    }

    /// Makes all cells undecided: from here on nothing can be added.
    pub fn open(&mut self, memory: &mut Memory<Traced>) {
        self.cell_at = Addresses::new(self.cells.iter().map(|cell| cell.address));
        self.site_at = Addresses::new(self.sites.iter().map(|site| site.object));
        for site in &self.sites {
            memory.open_object(site.object);
        }
        for cell in &self.cells {
            memory.overwrite_cell(cell.address, Traced::undecided());
        }
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Ref {
        self.sites[0].object
    }

    /// Number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// A cell by its number.
    #[must_use]
    pub fn cell(&self, number: usize) -> &Cell {
        &self.cells[number]
    }

    /// All objects.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The object that a cell belongs to, by number.
    #[must_use]
    pub fn owner(&self, cell: usize) -> usize {
        self.owners[cell] as usize
    }

    /// The objects of a pool.
    #[must_use]
    pub fn pool(&self, place: usize) -> &[Ref] {
        &self.pools[place]
    }

    /// The number of the cell at an address.
    #[must_use]
    pub fn cell_at(&self, address: u32) -> Option<usize> {
        self.cell_at.number(address)
    }

    /// The number of the object that a reference names.
    #[must_use]
    pub fn site_at(&self, reference: u64) -> Option<usize> {
        self.site_at.number(u32::try_from(reference).ok()?)
    }

    /// Whether a cell may hold an object, by its number.
    #[must_use]
    pub fn fits(&self, world: &World, cell: usize, site: usize) -> bool {
        match self.cells[cell].kind {
            Kind::Link(class) => world.is_subclass(self.sites[site].class, class),
            Kind::Given(_) | Kind::Plain(_) => false,
        }
    }
}

/// The value as a signed number; floats are not numbers here.
#[must_use]
pub fn integer(storage: Storage, bits: u64) -> Option<i64> {
    match storage {
        Storage::I64 => Some(bits.cast_signed()),
        Storage::F32 | Storage::F64 | Storage::Ref => None,
        _ => Some(i64::from((bits as u32).cast_signed())),
    }
}

/// The bits of a number, if the cell can hold it.
#[must_use]
pub fn bits_of(storage: Storage, value: i64) -> Option<u64> {
    let (low, high) = match storage {
        Storage::Bool => (0, 1),
        Storage::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Storage::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Storage::U16 => (0, i64::from(u16::MAX)),
        Storage::I32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Storage::I64 => return Some(value.cast_unsigned()),
        Storage::F32 | Storage::F64 | Storage::Ref => return None,
    };
    (low..=high).contains(&value).then(|| u64::from(value as i32 as u32))
}
