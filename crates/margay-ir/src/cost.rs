//! What operations cost: the cost models, said once for all engines.
//!
//! | model | an operation costs |
//! | --- | --- |
//! | instructions | 1: each instruction of the intermediate representation and each end of a block, but for plain jumps, which a compiler lays out away |
//! | calls | 1 if it enters a method that has code |
//! | objects | 1 for each object or array it makes |
//! | bytes | what HotSpot takes for that object: 64 bits, compressed references and class pointers |
//! | payload | the bytes of its fields or elements alone, as the thesis on PET counts them |
//!
//! What the program has not called costs nothing: class initializers, and code that makes inputs.

use crate::function::{Function, InstKind, Terminator};
use crate::ids::{Block, ClassId};
use crate::types::Storage;
use crate::world::{ClassKind, World};

/// Bytes of the header of an object.
const HEADER: u64 = 12;

/// Bytes of the header of an array, its length included.
pub const ARRAY_HEADER: u64 = 16;

/// Objects begin, and so end, at multiples of this.
pub const ALIGNMENT: u64 = 8;

/// A number of bytes as an object takes them.
#[must_use]
pub fn aligned(bytes: u64) -> u64 {
    bytes.next_multiple_of(ALIGNMENT)
}

/// Bytes of a field or element.
#[must_use]
pub fn width(storage: Storage) -> u64 {
    match storage {
        Storage::Bool | Storage::I8 => 1,
        Storage::I16 | Storage::U16 => 2,
        Storage::I32 | Storage::F32 | Storage::Ref => 4,
        Storage::I64 | Storage::F64 => 8,
    }
}

/// Bytes of one element of an array of this class; none of a class that is no array.
#[must_use]
pub fn element_width(world: &World, class: ClassId) -> Option<u64> {
    match world.loaded(class).kind {
        ClassKind::Array { elem, .. } => Some(width(elem)),
        _ => None,
    }
}

/// Bytes of the fields of an object alone.
#[must_use]
pub fn payload(world: &World, class: ClassId) -> u64 {
    levels(world, class).iter().flatten().map(|field| width(*field)).sum()
}

/// Bytes that HotSpot takes for an object: the fields of superclasses come first, in each class the
/// numbers from wide to narrow and then the references, each in the first gap that it fits.
#[must_use]
pub fn object_bytes(world: &World, class: ClassId) -> u64 {
    let mut gaps: Vec<(u64, u64)> = Vec::new();
    let mut end = HEADER;
    for mut fields in levels(world, class) {
        fields.sort_by_key(|field| (*field == Storage::Ref, std::cmp::Reverse(width(*field))));
        for field in fields {
            let size = width(field);
            let fits = |(from, to): &(u64, u64)| from.next_multiple_of(size) + size <= *to;
            if let Some(place) = gaps.iter().position(fits) {
                let (from, to) = gaps.remove(place);
                let start = from.next_multiple_of(size);
                gaps.splice(place..place, [(from, start), (start + size, to)]);
                gaps.retain(|(from, to)| from < to);
            } else {
                let start = end.next_multiple_of(size);
                if start > end {
                    gaps.push((end, start));
                }
                end = start + size;
            }
        }
    }
    aligned(end)
}

/// What the fields of a class and its superclasses hold, those of the uppermost first.
fn levels(world: &World, class: ClassId) -> Vec<Vec<Storage>> {
    let mut levels = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let loaded = world.loaded(class);
        let fields = loaded.fields.iter().map(|field| world.field(*field));
        let own = fields.filter(|field| !field.is_static() && !field.is_hidden());
        levels.push(own.map(|field| field.storage).collect());
        next = loaded.superclass;
    }
    levels.reverse();
    levels
}

/// The instructions of a block up to each one that may not come back, that one included, and what is
/// left after the last: a path that ends there has not paid for the rest.
#[must_use]
pub fn instructions(function: &Function, block: Block) -> Vec<u32> {
    let data = &function.blocks[block];
    let mut parts = vec![0];
    for inst in &data.insts {
        *parts.last_mut().expect("there is always one") += 1;
        if function.insts[*inst].kind.may_unwind() {
            parts.push(0);
        }
    }
    let ends = match &data.terminator {
        Terminator::Jump(_) | Terminator::Continue { .. } | Terminator::Unsupported(_) => 0,
        _ => 1,
    };
    *parts.last_mut().expect("there is always one") += ends;
    parts
}

/// Whether an instruction ends a part of its block, as [`instructions`] counts them.
#[must_use]
pub fn ends_part(kind: &InstKind) -> bool {
    kind.may_unwind()
}

#[cfg(test)]
mod tests;
