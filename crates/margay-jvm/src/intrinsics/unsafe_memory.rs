//! `jdk.internal.misc.Unsafe`: memory by offset.
//!
//! An offset is a cell number of the object; array elements start at 0 and are one apart. Static
//! fields have a bit of their own. Wider reads of byte arrays put bytes together.

use super::{Answer, Call, Entry, boolean, int, long, native, no, nothing, reference, yes};
use crate::platform::find_field;
use margay_ir::{ClassKind, Storage};
use margay_machine::{Abrupt, Domain, Reading, Ref};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// Marks the offset of a static field.
const STATIC: i64 = 1 << 40;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "native: memory by offset";
    let mut entries = vec![
        native(UNSAFE, "arrayBaseOffset0", "", |_| int::<D>(0), why),
        native(UNSAFE, "arrayIndexScale0", "", |_| int::<D>(1), why),
        native(UNSAFE, "addressSize0", "", |_| int::<D>(8), why),
        native(UNSAFE, "isBigEndian0", "", no, why),
        native(UNSAFE, "unalignedAccess0", "", yes, why),
        native(UNSAFE, "objectFieldOffset1", "", offset_by_name, why),
        native(UNSAFE, "objectFieldOffset0", "", offset_of_field, why),
        native(UNSAFE, "staticFieldOffset0", "", offset_of_field, why),
        native(UNSAFE, "staticFieldBase0", "", |c| Ok(Some(c.args[1])), why),
        native(UNSAFE, "shouldBeInitialized0", "", should_be_initialized, why),
        native(UNSAFE, "ensureClassInitialized0", "", ensure_initialized, why),
        native(UNSAFE, "allocateInstance", "", allocate, why),
        native(UNSAFE, "fullFence", "", nothing, why),
        native(UNSAFE, "loadFence", "", nothing, why),
        native(UNSAFE, "storeFence", "", nothing, why),
    ];
    for name in ["Int", "Long", "Reference"] {
        let [set, exchange] = match name {
            "Int" => ["compareAndSetInt", "compareAndExchangeInt"],
            "Long" => ["compareAndSetLong", "compareAndExchangeLong"],
            _ => ["compareAndSetReference", "compareAndExchangeReference"],
        };
        entries.push(native(UNSAFE, set, "", compare_and_set, why));
        entries.push(native(UNSAFE, exchange, "", compare_and_exchange, why));
    }
    for (get, put, width) in ACCESS {
        let read: super::Native<D> = match width {
            2 => |c| read(c, 2),
            4 => |c| read(c, 4),
            8 => |c| read(c, 8),
            _ => |c| read(c, 1),
        };
        let write: super::Native<D> = match width {
            2 => |c| write(c, 2),
            4 => |c| write(c, 4),
            8 => |c| write(c, 8),
            _ => |c| write(c, 1),
        };
        entries.push(native(UNSAFE, get, "", read, why));
        entries.push(native(UNSAFE, put, "", write, why));
    }
    entries
}

/// Names of plain and volatile access with the width in bytes where that matters.
const ACCESS: &[(&str, &str, u32)] = &[
    ("getInt", "putInt", 4),
    ("getIntVolatile", "putIntVolatile", 4),
    ("getLong", "putLong", 8),
    ("getLongVolatile", "putLongVolatile", 8),
    ("getShort", "putShort", 2),
    ("getShortVolatile", "putShortVolatile", 2),
    ("getChar", "putChar", 2),
    ("getCharVolatile", "putCharVolatile", 2),
    ("getByte", "putByte", 1),
    ("getByteVolatile", "putByteVolatile", 1),
    ("getBoolean", "putBoolean", 1),
    ("getBooleanVolatile", "putBooleanVolatile", 1),
    ("getFloat", "putFloat", 4),
    ("getFloatVolatile", "putFloatVolatile", 4),
    ("getDouble", "putDouble", 8),
    ("getDoubleVolatile", "putDoubleVolatile", 8),
    ("getReference", "putReference", 1),
    ("getReferenceVolatile", "putReferenceVolatile", 1),
];

/// The offset that means a static field.
pub(super) fn offset_of_static(slot: u32) -> i64 {
    STATIC | i64::from(slot)
}

/// A place in memory.
pub(super) enum Location {
    Cell(Ref, u32),
    Static(u32),
}

/// The place an object and an offset mean, if it exists.
pub(super) fn locate<D: Domain>(
    call: &mut Call<'_, D>,
    object: Ref,
    offset: i64,
) -> Result<Location, Abrupt<D::Value>> {
    if offset & STATIC != 0 {
        return Ok(static_cell(call, (offset & !STATIC) as u32));
    }
    if object != 0 {
        call.settle(object, 0, 0)?;
    }
    let inside = |len: u32| u32::try_from(offset).ok().filter(|at| *at < len);
    let cell = (object != 0).then(|| inside(call.core.memory.len(object))).flatten();
    match cell {
        Some(cell) => {
            call.settle(object, cell, 1)?;
            Ok(Location::Cell(object, cell))
        }
        None => Err(Abrupt::Refuse(format!("unsafe access outside an object, at {offset}"))),
    }
}

/// A static cell, which may be about to be read.
pub(super) fn static_cell<D: Domain>(call: &mut Call<'_, D>, cell: u32) -> Location {
    call.core.domain.read_static(cell, Reading::Usual);
    Location::Static(cell)
}

pub(super) fn load<D: Domain>(call: &Call<'_, D>, location: &Location) -> D::Value {
    match location {
        Location::Cell(object, cell) => call.core.memory.get(*object, *cell),
        Location::Static(cell) => call.core.memory.get_static(*cell),
    }
}

pub(super) fn store<D: Domain>(call: &mut Call<'_, D>, location: &Location, value: D::Value) {
    match location {
        Location::Cell(object, cell) => call.core.memory.set(*object, *cell, value),
        Location::Static(cell) => call.core.memory.set_static(*cell, value),
    }
}

/// Whether the access takes several elements of a byte array together.
fn spans_bytes<D: Domain>(call: &Call<'_, D>, object: Ref, width: u32) -> bool {
    if width == 1 || object == 0 {
        return false;
    }
    let kind = call.core.world.loaded(call.core.memory.class_of(object)).kind;
    matches!(kind, ClassKind::Array { elem: Storage::I8 | Storage::Bool, component: None })
}

fn read<D: Domain>(call: &mut Call<'_, D>, width: u32) -> Answer<D> {
    let (object, offset) = (call.reference(1)?, call.long(2)?);
    let location = locate(call, object, offset)?;
    let (true, Location::Cell(array, first)) = (spans_bytes(call, object, width), &location) else {
        return Ok(Some(load(call, &location)));
    };
    locate(call, object, offset + i64::from(width) - 1)?;
    let mut bits = 0u64;
    for index in (0..width).rev() {
        let byte = call.decided(call.core.memory.get(*array, first + index))?;
        bits = bits << 8 | (byte & 0xff);
    }
    Ok(Some(D::constant(bits)))
}

fn write<D: Domain>(call: &mut Call<'_, D>, width: u32) -> Answer<D> {
    let (object, offset, value) = (call.reference(1)?, call.long(2)?, call.args[3]);
    let location = locate(call, object, offset)?;
    let (true, Location::Cell(array, first)) = (spans_bytes(call, object, width), &location) else {
        store(call, &location, value);
        return Ok(None);
    };
    locate(call, object, offset + i64::from(width) - 1)?;
    let bits = call.bits(3)?;
    for index in 0..width {
        let byte = i32::from((bits >> (8 * index)) as i8);
        call.core.memory.set(*array, first + index, D::constant(u64::from(byte as u32)));
    }
    Ok(None)
}

fn compare_and_set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (object, offset) = (call.reference(1)?, call.long(2)?);
    let location = locate(call, object, offset)?;
    let old = load(call, &location);
    let expected = is_same(call, old, call.args[3])?;
    if expected {
        store(call, &location, call.args[4]);
    }
    boolean::<D>(expected)
}

/// Whether two values are the same; what a program has just read is, whatever it is.
pub(super) fn is_same<D: Domain>(
    call: &mut Call<'_, D>,
    a: D::Value,
    b: D::Value,
) -> Result<bool, Abrupt<D::Value>> {
    Ok(a == b || call.decided(a)? == call.decided(b)?)
}

fn compare_and_exchange<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (object, offset) = (call.reference(1)?, call.long(2)?);
    let location = locate(call, object, offset)?;
    let old = load(call, &location);
    if is_same(call, old, call.args[3])? {
        store(call, &location, call.args[4]);
    }
    Ok(Some(old))
}

fn offset<D: Domain>(call: &mut Call<'_, D>, class: usize, name: &str) -> Answer<D> {
    let class = call.class(class)?;
    let Some(field) = find_field(&call.core.world, class, name) else {
        return Err(call.raise("java/lang/InternalError", Some(name)));
    };
    let field = call.core.world.field(field);
    let slot = field.slot;
    long::<D>(if field.is_static() { offset_of_static(slot) } else { i64::from(slot) })
}

fn offset_by_name<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.text(2)?;
    offset(call, 1, &name)
}

fn offset_of_field<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let field = call.object(1)?;
    let (class, name) = (call.slot(field, "clazz")?, call.slot(field, "name")?);
    let class = call.core.memory.get(field, class);
    let name = call.decided(call.core.memory.get(field, name))? as Ref;
    let name = String::from_utf16_lossy(&call.units_of(name)?);
    let args = [class];
    offset(&mut Call { jvm: call.jvm, core: call.core, args: &args }, 0, &name)
}

fn should_be_initialized<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(1)?;
    boolean::<D>(call.core.memory.is_fresh(class))
}

fn ensure_initialized<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(1)?;
    if call.core.memory.is_ready(class) { Ok(None) } else { Err(Abrupt::Initialize(class)) }
}

fn allocate<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(1)?;
    if !call.core.memory.is_ready(class) {
        return Err(Abrupt::Initialize(class));
    }
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    reference::<D>(object)
}
