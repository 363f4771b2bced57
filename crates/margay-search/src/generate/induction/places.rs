//! Places whose contents a loop may change.

use margay_ir::{ClassId, ClassKind, Storage, Type, World};
use margay_machine::Memory;
use margay_machine::code::op::Reg;
use margay_machine::memory::Spot;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use std::fmt;

/// A place that holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A register of the function that the loop is in.
    Register(Reg),
    /// A cell.
    Spot(Spot),
    /// The length of the array that a register refers to.
    Length(Reg),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Register(reg) => write!(f, "r{reg}"),
            Place::Spot(Spot::Cell(at)) => write!(f, "cell {at}"),
            Place::Spot(Spot::Static(at)) => write!(f, "static {at}"),
            Place::Length(reg) => write!(f, "r{reg}.length"),
        }
    }
}

/// What a cell holds.
pub fn value_at(memory: &Memory<Symbolic>, spot: Spot) -> SymbolicValue {
    match spot {
        Spot::Cell(at) => memory.cell(at),
        Spot::Static(at) => memory.get_static(at),
    }
}

/// What each of some cells is stored as; none for what holds no field or element, and for a cell of an object
/// whose class is open.
pub fn storage_of(
    world: &World,
    memory: &Memory<Symbolic>,
    domain: &Symbolic,
    spots: &[Spot],
) -> Vec<Option<Storage>> {
    let mut cells: Vec<u32> = spots.iter().filter_map(|spot| address(*spot)).collect();
    cells.sort_unstable();
    let owners = memory.owners(&cells);
    let storage = |spot: &Spot| match *spot {
        Spot::Static(slot) => static_storage(world, slot),
        Spot::Cell(at) => {
            let (object, index) = owners[cells.binary_search(&at).ok()?]?;
            let is_known = margay_machine::Domain::has_class(domain, object);
            is_known.then(|| cell_storage(world, memory.class_of(object), index))?
        }
    };
    spots.iter().map(storage).collect()
}

fn address(spot: Spot) -> Option<u32> {
    match spot {
        Spot::Cell(at) => Some(at),
        Spot::Static(_) => None,
    }
}

fn static_storage(world: &World, slot: u32) -> Option<Storage> {
    let field = world.fields().find(|field| field.is_static() && field.slot == slot)?;
    Some(field.storage)
}

fn cell_storage(world: &World, class: ClassId, index: u32) -> Option<Storage> {
    let loaded = world.class(class)?;
    if let ClassKind::Array { elem, .. } = loaded.kind {
        return Some(elem);
    }
    let classes = loaded.ancestors().iter().copied().chain([class]);
    let mut fields = classes.filter_map(|class| world.class(class)).flat_map(|c| &c.fields);
    let found = fields.find(|field| {
        let field = world.field(**field);
        !field.is_static() && field.slot == index
    });
    found.map(|field| world.field(*field).storage)
}

/// The type of what a storage holds.
pub fn held_type(storage: Storage) -> Type {
    match storage {
        Storage::Bool | Storage::I8 | Storage::I16 | Storage::U16 | Storage::I32 => Type::I32,
        Storage::I64 => Type::I64,
        Storage::F32 => Type::F32,
        Storage::F64 => Type::F64,
        Storage::Ref => Type::Ref,
    }
}

/// What a type is stored as in a register.
pub fn register_storage(ty: Type) -> Storage {
    match ty {
        Type::I32 => Storage::I32,
        Type::I64 => Storage::I64,
        Type::F32 => Storage::F32,
        Type::F64 => Storage::F64,
        Type::Ref => Storage::Ref,
    }
}

/// The least and the greatest number that a storage holds, where it is narrower than its type.
pub fn range(storage: Storage) -> Option<(i64, i64)> {
    match storage {
        Storage::Bool => Some((0, 1)),
        Storage::I8 => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        Storage::I16 => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        Storage::U16 => Some((0, i64::from(u16::MAX))),
        Storage::I32 | Storage::I64 | Storage::F32 | Storage::F64 | Storage::Ref => None,
    }
}
