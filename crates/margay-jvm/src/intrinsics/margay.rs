//! The API programs choose with (`margay.Margay`), and what Margay's own Java code needs.

use super::{Answer, Call, Entry, int, native, reference};
use crate::platform::find_field;
use margay_ir::world::SymbolicRef;
use margay_machine::{Abrupt, Domain};

const API: &str = "margay/Margay";
const NATIVES: &str = "margay/rt/Natives";

/// Stands for printed text that is not decided.
const UNKNOWN: &str = "…";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let api = "the choice itself: only the machine can make it";
    let own = "what Margay's Java code needs of the machine";
    vec![
        native(API, "choose", "(II)I", choose, api),
        native(API, "assume", "(Z)V", assume, api),
        native(API, "fail", "()V", |_| Err(Abrupt::Fail(None)), api),
        native(API, "fail", "(Ljava/lang/String;)V", fail, api),
        native(NATIVES, "allocate", "", allocate, own),
        native(NATIVES, "set", "", set, own),
        native(NATIVES, "feature", "", |c| int::<D>(c.jvm.settings.feature as i32), own),
        native(NATIVES, "get", "", get, own),
        native(NATIVES, "getStatic", "", get_static, own),
        native(NATIVES, "found", "", found, own),
        native(NATIVES, "setInt", "", set, own),
        native(NATIVES, "setLong", "", set, own),
        native(NATIVES, "allocateNamed", "", allocate_named, own),
        native(NATIVES, "call", "", call_static, own),
        native(NATIVES, "write", "(ILjava/lang/String;)V", write_text, own),
        native(NATIVES, "write", "(I[BII)V", write_bytes, own),
        native(
            NATIVES,
            "refuse",
            "",
            |call| {
                let reason = call.text(0)?;
                call.refuse(&reason)
            },
            own,
        ),
    ]
}

fn choose<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (low, high) = (call.int(0)?, call.int(1)?);
    if low > high {
        let message = format!("choose({low}, {high}): no value to choose");
        return Err(call.raise("java/lang/IllegalArgumentException", Some(&message)));
    }
    match high.abs_diff(low).checked_add(1) {
        Some(count) => Err(Abrupt::Choose { low, count }),
        None => call.refuse("a choice among all 2^32 ints; narrow the range"),
    }
}

fn found<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.reference(1)?;
    call.core.domain.found(call.args[0], object);
    Ok(None)
}

fn assume<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if call.int(0)? == 0 { Err(Abrupt::Reject) } else { Ok(None) }
}

fn fail<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let message = if call.reference(0)? == 0 { None } else { Some(call.text(0)?) };
    Err(Abrupt::Fail(message))
}

fn allocate<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    call.jvm.require_class(call.core, class)?;
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    reference::<D>(object)
}

/// The same by name; null if this JDK has no such class.
fn allocate_named<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.text(0)?;
    let class = call.core.world.class_named(&name);
    if call.jvm.require_class(call.core, class).is_err() {
        return reference::<D>(0);
    }
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    reference::<D>(object)
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (object, name) = (call.object(0)?, call.text(1)?);
    let slot = call.slot(object, &name)?;
    Ok(Some(call.core.memory.get(object, slot)))
}

fn get_static<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (class, name) = (call.text(0)?, call.text(1)?);
    match call.static_slot(&class, &name) {
        Some(slot) => Ok(Some(call.core.memory.get_static(slot))),
        None => call.refuse(&format!("this JDK has no field {class}.{name}")),
    }
}

fn set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (object, name) = (call.object(0)?, call.text(1)?);
    let class = call.core.memory.class_of(object);
    // A JDK that does not have the field does not need it.
    if let Some(field) = find_field(&call.core.world, class, &name) {
        let slot = call.core.world.field(field).slot;
        call.core.memory.set(object, slot, call.args[2]);
    }
    Ok(None)
}

fn call_static<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (class, method) = (call.text(0)?, call.text(1)?);
    let class = call.jvm.require(call.core, &class)?;
    let (name, descriptor) = (call.core.world.name(&method), call.core.world.name("()V"));
    match call.core.world.find_method(SymbolicRef { class, name, descriptor }) {
        Some(found) => Err(Abrupt::Call(found, Vec::new())),
        None => call.refuse(&format!("this JDK has no method {method}")),
    }
}

fn write<D: Domain>(call: &mut Call<'_, D>, bytes: &[u8]) -> Answer<D> {
    let out = call.bits(0)? == 1;
    let output = &mut call.core.memory.output;
    let stream = if out { &mut output.out } else { &mut output.err };
    stream.extend_from_slice(bytes);
    Ok(None)
}

fn write_text<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let units = match call.units(1) {
        // What is printed is seen where the path is replayed, with all its values.
        Err(Abrupt::Wanted(_)) => return write(call, UNKNOWN.as_bytes()),
        units => units?,
    };
    // Like Java's encoders, which put a question mark for half a surrogate pair.
    let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('?')).collect();
    write(call, text.as_bytes())
}

fn write_bytes<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (array, offset, length) = (call.object(1)?, call.int(2)?, call.int(3)?);
    let places = offset.unsigned_abs()..offset.wrapping_add(length).unsigned_abs();
    let mut bytes = Vec::with_capacity(places.len());
    for index in places {
        match call.decided(call.core.memory.get(array, index)) {
            Err(Abrupt::Wanted(_)) => bytes.extend(UNKNOWN.as_bytes()),
            byte => bytes.push(byte? as u8),
        }
    }
    write(call, &bytes)
}
