//! `java.lang.Object`, arrays, strings.

use super::{Answer, Call, Entry, int, native, no, nothing, pure, reference};
use crate::platform::IDENTITY_HASH_CODES;
use margay_ir::{ClassKind, StrId};
use margay_machine::{Abrupt, Core, Domain, Platform, Ref};

const OBJECT: &str = "java/lang/Object";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let heap = "native: asks the heap";
    vec![
        pure(OBJECT, "hashCode", "()I", identity_hash, heap),
        native(OBJECT, "getClass", "", get_class, heap),
        native(OBJECT, "clone", "", clone, heap),
        pure("java/lang/System", "identityHashCode", "", identity_hash, heap),
        native("java/lang/System", "arraycopy", "", array_copy, heap),
        native("java/lang/String", "intern", "", intern, "native: the table of constants"),
        native("java/lang/StringUTF16", "isBigEndian", "", no, "native: a fixed layout"),
        native("java/lang/reflect/Array", "newArray", "", new_array, heap),
        native("java/lang/reflect/Array", "getLength", "", array_length, heap),
        native("java/lang/StringCoding", "err", "", nothing, "native: debugging only"),
    ]
}

/// Any number will do, as long as it is the same on every run; but objects lie in rows, and tables
/// of them should be as even as if they did not.
#[inline]
pub(super) fn identity_hash_code(object: Ref) -> u32 {
    let mixed = object.wrapping_mul(0x9E37_79B1);
    (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B) >> 1
}

fn identity_hash<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.reference(0)?;
    call.jvm.ask(IDENTITY_HASH_CODES);
    // In another run they have fewer digits and another order.
    let code = match call.jvm.run {
        0 => identity_hash_code(object),
        1 => 0x1_0000 + (object & 0xff_ffff),
        2 => !object & 0xffff,
        run => identity_hash_code(object.wrapping_add(run.wrapping_mul(0x3_5A4D))),
    };
    int::<D>(code as i32)
}

fn get_class<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.object(0)?;
    let class = call.core.memory.class_of(object);
    call.mirror(class)
}

fn clone<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.object(0)?;
    let class = call.core.memory.class_of(object);
    let cloneable = call.jvm.require(call.core, "java/lang/Cloneable")?;
    if !call.core.world.is_subclass(class, cloneable) {
        let name = crate::messages::external_name(&call.core.world, class);
        return Err(call.raise("java/lang/CloneNotSupportedException", Some(&name)));
    }
    call.settle(object, 0, 0)?;
    let len = call.core.memory.len(object);
    call.settle(object, 0, len)?;
    let copy = call.core.memory.allocate(class, len)?;
    call.core.memory.copy(object, 0, copy, 0, len);
    reference::<D>(copy)
}

fn array_copy<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (from, to) = (call.object(0)?, call.object(2)?);
    let (start, target, count) = (call.int(1)?, call.int(3)?, call.int(4)?);
    call.settle(from, 0, 0)?;
    call.settle(to, 0, 0)?;
    let (from_len, to_len) = (call.core.memory.len(from), call.core.memory.len(to));
    let kinds =
        [from, to].map(|array| call.core.world.loaded(call.core.memory.class_of(array)).kind);
    let message = match kinds {
        [
            ClassKind::Array { elem: a, component: ca },
            ClassKind::Array { elem: b, component: cb },
        ] => {
            if a != b || ca.is_some() != cb.is_some() {
                Some(type_mismatch(call, from, to))
            } else {
                None
            }
        }
        [ClassKind::Array { .. }, _] => Some(not_an_array(call, "destination", to)),
        _ => Some(not_an_array(call, "source", from)),
    };
    if let Some(message) = message {
        return Err(call.raise("java/lang/ArrayStoreException", Some(&message)));
    }
    if let Some(message) = out_of_bounds(call, from, [start, target, count], from_len, to_len) {
        let class = "java/lang/ArrayIndexOutOfBoundsException";
        return Err(call.raise(class, Some(&message)));
    }
    let [start, target, count] = [start, target, count].map(i32::unsigned_abs);
    call.settle(from, start, count)?;
    if let ClassKind::Array { component: Some(component), .. } = kinds[1] {
        let stored = storable_prefix(call, from, start, count, component)?;
        call.core.memory.copy(from, start, to, target, stored);
        if stored < count {
            let message = element_mismatch(call, from, to);
            return Err(call.raise("java/lang/ArrayStoreException", Some(&message)));
        }
        return Ok(None);
    }
    call.core.memory.copy(from, start, to, target, count);
    Ok(None)
}

/// How many elements fit the target's component type, from the start.
fn storable_prefix<D: Domain>(
    call: &mut Call<'_, D>,
    from: Ref,
    start: u32,
    count: u32,
    component: margay_ir::ClassId,
) -> Result<u32, Abrupt<D::Value>> {
    let world = &call.core.world;
    let all_fit = match world.loaded(call.core.memory.class_of(from)).kind {
        ClassKind::Array { component: Some(source), .. } => world.is_subclass(source, component),
        _ => true,
    };
    if all_fit {
        return Ok(count);
    }
    for index in 0..count {
        let element = call.decided(call.core.memory.get(from, start + index))? as Ref;
        let Core { world, memory, .. } = &*call.core;
        let fits = element == 0 || world.is_subclass(memory.class_of(element), component);
        if !fits {
            return Ok(index);
        }
    }
    Ok(count)
}

fn array_name<D: Domain>(call: &Call<'_, D>, array: Ref) -> String {
    let class = call.core.memory.class_of(array);
    match call.core.world.loaded(class).kind {
        ClassKind::Array { elem, component: None } => {
            format!("{}[]", crate::messages::primitive_name(elem))
        }
        ClassKind::Array { .. } => "object array[]".to_owned(),
        _ => crate::messages::external_name(&call.core.world, class),
    }
}

fn not_an_array<D: Domain>(call: &Call<'_, D>, role: &str, object: Ref) -> String {
    format!("arraycopy: {role} type {} is not an array", array_name(call, object))
}

fn type_mismatch<D: Domain>(call: &Call<'_, D>, from: Ref, to: Ref) -> String {
    let (from, to) = (array_name(call, from), array_name(call, to));
    format!("arraycopy: type mismatch: can not copy {from} into {to}")
}

fn element_mismatch<D: Domain>(call: &Call<'_, D>, from: Ref, to: Ref) -> String {
    let name = |class| crate::messages::external_name(&call.core.world, class);
    let element = |array| {
        let class = call.core.memory.class_of(array);
        match call.core.world.loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } => name(component),
            _ => name(class),
        }
    };
    let (from_type, to_type) = (element(from), element(to));
    format!(
        "arraycopy: element type mismatch: can not cast one of the elements of {from_type}[] to \
         the type of the destination array, {to_type}",
    )
}

fn out_of_bounds<D: Domain>(
    call: &Call<'_, D>,
    from: Ref,
    [start, target, count]: [i32; 3],
    from_len: u32,
    to_len: u32,
) -> Option<String> {
    let kind = array_name(call, from);
    let past = |at: i32, len: u32| i64::from(at) + i64::from(count) > i64::from(len);
    if start < 0 {
        Some(format!(
            "arraycopy: source index {start} out of bounds for {}",
            with_len(&kind, from_len)
        ))
    } else if target < 0 {
        Some(format!(
            "arraycopy: destination index {target} out of bounds for {}",
            with_len(&kind, to_len)
        ))
    } else if count < 0 {
        Some(format!("arraycopy: length {count} is negative"))
    } else if past(start, from_len) {
        let end = i64::from(start) + i64::from(count);
        Some(format!(
            "arraycopy: last source index {end} out of bounds for {}",
            with_len(&kind, from_len)
        ))
    } else if past(target, to_len) {
        let end = i64::from(target) + i64::from(count);
        Some(format!(
            "arraycopy: last destination index {end} out of bounds for {}",
            with_len(&kind, to_len)
        ))
    } else {
        None
    }
}

/// `int[5]`, from `int[]` and 5.
fn with_len(kind: &str, len: u32) -> String {
    format!("{}[{len}]", kind.trim_end_matches("[]"))
}

fn intern<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.object(0)?;
    let units = match call.units_of(object) {
        // Only who compares references can tell, and the library may.
        Err(Abrupt::Wanted(_)) if is_called_by_project(call) => {
            call.jvm.interned = true;
            return reference::<D>(object);
        }
        units => units?,
    };
    let string: StrId = call.core.world.string(&units);
    let known = call.core.memory.string(string);
    if known != 0 {
        return reference::<D>(known);
    }
    call.core.memory.set_string(string, object);
    reference::<D>(object)
}

fn is_called_by_project<D: Domain>(call: &Call<'_, D>) -> bool {
    let caller = call.core.stack().next();
    caller.is_some_and(|place| call.jvm.is_watched(&call.core.world, place.method))
}

fn new_array<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (component, len) = (call.class(0)?, call.int(1)?);
    if len < 0 {
        let message = len.to_string();
        return Err(call.raise("java/lang/NegativeArraySizeException", Some(&message)));
    }
    let name = super::class::array_of(call.core.world.class_name(component));
    let class = call.jvm.require(call.core, &name)?;
    let array = call.core.memory.allocate(class, len.unsigned_abs())?;
    reference::<D>(array)
}

fn array_length<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let array = call.object(0)?;
    call.settle(array, 0, 0)?;
    let class = call.core.memory.class_of(array);
    if !matches!(call.core.world.loaded(class).kind, ClassKind::Array { .. }) {
        let message = Some("Argument is not an array");
        return Err(call.raise("java/lang/IllegalArgumentException", message));
    }
    int::<D>(call.core.memory.len(array) as i32)
}
