//! `Unsafe.copyMemory`: bytes from one array to another, whatever their types.
//!
//! Here offsets count bytes, since that is how the library computes them from indices.

use super::{Answer, Call, Entry, native};
use margay_ir::{ClassKind, Storage};
use margay_machine::{Abrupt, Domain, Ref};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "native: copies memory";
    vec![
        native(UNSAFE, "copyMemory0", "", |c| copy(c, 1), why),
        native(UNSAFE, "copySwapMemory0", "", copy_swapped, why),
    ]
}

/// An array as bytes.
struct Bytes {
    array: Ref,
    /// Bytes of an element.
    width: u64,
}

impl Bytes {
    fn of<D: Domain>(call: &mut Call<'_, D>, index: usize) -> Result<Bytes, Abrupt<D::Value>> {
        let array = call.reference(index)?;
        let outside = || Abrupt::Refuse("the program uses memory outside the heap".to_owned());
        if array == 0 {
            return Err(outside());
        }
        let width = match call.core.world.loaded(call.core.memory.class_of(array)).kind {
            ClassKind::Array { elem: Storage::I8 | Storage::Bool, .. } => 1,
            ClassKind::Array { elem: Storage::I16 | Storage::U16, .. } => 2,
            ClassKind::Array { elem: Storage::I32 | Storage::F32, .. } => 4,
            ClassKind::Array { elem: Storage::I64 | Storage::F64, .. } => 8,
            _ => return Err(outside()),
        };
        call.settle(array, 0, 0)?;
        Ok(Bytes { array, width })
    }

    /// The element that a byte is in, and the lowest bit of the byte in it.
    fn place<D: Domain>(
        &self,
        call: &Call<'_, D>,
        offset: i64,
    ) -> Result<(u32, u64), Abrupt<D::Value>> {
        let length = u64::from(call.core.memory.len(self.array));
        let offset = offset.cast_unsigned();
        let element = offset / self.width;
        if element >= length {
            return Err(Abrupt::Refuse("the program copies memory outside an array".to_owned()));
        }
        Ok((element as u32, 8 * (offset % self.width)))
    }

    fn get<D: Domain>(&self, call: &mut Call<'_, D>, offset: i64) -> Result<u8, Abrupt<D::Value>> {
        let (element, shift) = self.place(call, offset)?;
        Ok((call.decided(call.core.memory.get(self.array, element))? >> shift) as u8)
    }

    fn set<D: Domain>(
        &self,
        call: &mut Call<'_, D>,
        offset: i64,
        byte: u8,
    ) -> Result<(), Abrupt<D::Value>> {
        let (element, shift) = self.place(call, offset)?;
        let old = call.decided(call.core.memory.get(self.array, element))?;
        let bits = old & !(0xff << shift) | u64::from(byte) << shift;
        let kind = call.core.world.loaded(call.core.memory.class_of(self.array)).kind;
        let bits = match kind {
            ClassKind::Array { elem: Storage::I8 | Storage::Bool, .. } => {
                u64::from(i32::from(bits as i8) as u32)
            }
            ClassKind::Array { elem: Storage::I16, .. } => u64::from(i32::from(bits as i16) as u32),
            ClassKind::Array { elem: Storage::U16, .. } => bits & 0xffff,
            ClassKind::Array { elem: Storage::I32 | Storage::F32, .. } => bits & 0xffff_ffff,
            _ => bits,
        };
        call.core.memory.set(self.array, element, D::constant(bits));
        Ok(())
    }
}

fn copy_swapped<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let unit = call.long(6)?;
    copy(call, unit)
}

/// Copies bytes; those of each unit in the opposite order.
fn copy<D: Domain>(call: &mut Call<'_, D>, unit: i64) -> Answer<D> {
    let (from, to) = (Bytes::of(call, 1)?, Bytes::of(call, 3)?);
    let (start, target, count) = (call.long(2)?, call.long(4)?, call.long(5)?);
    let length = call.core.memory.len(from.array);
    call.settle(from.array, 0, length)?;
    let mut bytes = Vec::new();
    for index in 0..count {
        let swapped = index - index % unit + (unit - 1 - index % unit);
        bytes.push(from.get(call, start + swapped)?);
    }
    for (index, byte) in (0..).zip(bytes) {
        to.set(call, target + index, byte)?;
    }
    Ok(None)
}
