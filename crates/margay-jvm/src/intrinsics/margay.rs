//! The API programs choose with (`margay.Margay`), and what Margay's own Java code needs.

use super::{Answer, Call, Entry, int, native, reference};
use crate::asked::word;
use crate::platform::{StandardInput, find_field};
use margay_ir::world::SymbolicRef;
use margay_ir::{Check, InstKind, Storage, Terminator};
use margay_machine::{Abrupt, Asked, Domain, Place};

const API: &str = "margay/Margay";
const NATIVES: &str = "margay/rt/Natives";

/// Longest text that may be any.
const LONGEST: i32 = 64;

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
        native(API, "anyBoolean", "", |c| any(c, Storage::Bool), api),
        native(API, "anyByte", "", |c| any(c, Storage::I8), api),
        native(API, "anyShort", "", |c| any(c, Storage::I16), api),
        native(API, "anyChar", "", |c| any(c, Storage::U16), api),
        native(API, "anyInt", "", |c| any(c, Storage::I32), api),
        native(API, "anyLong", "", |c| any(c, Storage::I64), api),
        native(API, "anyFloat", "", |c| any(c, Storage::F32), api),
        native(API, "anyDouble", "", |c| any(c, Storage::F64), api),
        native(API, "anyObject", "", any_object, api),
        native(API, "anyString", "(I)Ljava/lang/String;", any_string_up_to, api),
        native(API, "anyString", "()Ljava/lang/String;", any_string, api),
        native(NATIVES, "inputLines", "", |c| int::<D>(limits(c).lines as i32), own),
        native(NATIVES, "inputLength", "", |c| int::<D>(limits(c).length as i32), own),
        native(NATIVES, "readInput", "", read_input, own),
        native(NATIVES, "allocate", "", allocate, own),
        native(NATIVES, "set", "", set, own),
        native(NATIVES, "feature", "", |c| int::<D>(c.jvm.settings.feature as i32), own),
        native(NATIVES, "get", "", get, own),
        native(NATIVES, "getStatic", "", get_static, own),
        native(NATIVES, "found", "", found, own),
        native(NATIVES, "look", "", |call| call.reference(0).map(|_| None), own),
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

/// A number that may be any, or the next of those that were given.
fn any_value<D: Domain>(
    call: &mut Call<'_, D>,
    storage: Storage,
) -> Result<D::Value, Abrupt<D::Value>> {
    if let Some(value) = call.core.domain.any_number(Asked::Value(storage)) {
        return Ok(value);
    }
    match call.jvm.next_given() {
        Some((given, bits)) if given == storage => {
            let place = asker(call);
            call.jvm.taken.push(place);
            Ok(call.core.domain.given_number(bits))
        }
        Some((given, _)) => {
            let (wants, given) = (word(storage), word(given));
            Err(Abrupt::Refuse(format!(
                "it asks for any {wants}, and the next value given is a {given}"
            )))
        }
        None => Err(Abrupt::Refuse(format!(
            "it asks for any {}, which is for `margay check` and `margay generate`",
            word(storage)
        ))),
    }
}

/// The line of the program that asks, behind the classes that ask for it.
fn asker<D: Domain>(call: &Call<'_, D>) -> Option<Place> {
    let world = &call.core.world;
    let is_ours = |place: &Place| {
        let class = world.class_name(world.method(place.method).class);
        let harness = ["margay/", "org/sosy_lab/sv_benchmarks/", "org/cprover/", "gov/nasa/jpf/"];
        harness.iter().any(|prefix| class.starts_with(prefix)) || class == "java/util/Random"
    };
    call.core.stack().find(|place| !is_ours(place))
}

fn any<D: Domain>(call: &mut Call<'_, D>, storage: Storage) -> Answer<D> {
    any_value(call, storage).map(Some)
}

/// The class that a program casts what it has just asked JBMC's class for to: there that is the class of what it gets.
fn wanted_class<D: Domain>(
    call: &mut Call<'_, D>,
    place: Place,
) -> Result<Option<String>, Abrupt<D::Value>> {
    let world = &mut call.core.world;
    let body = call.jvm.loader.body(world, place.method);
    let body = body.map_err(|error| Abrupt::Refuse(error.to_string()))?;
    let cast = body.blocks.values().find_map(|block| {
        let last = &body.insts[*block.insts.last()?];
        let InstKind::Call { method, .. } = &last.kind else { return None };
        let owner = world.class_name(world.method_symbol(*method).class);
        match block.terminator {
            Terminator::Guard { check: Check::Castable { class, object }, .. }
                if last.pos.0 == place.offset
                    && last.result == Some(object)
                    && owner == "org/cprover/CProver" =>
            {
                Some(class)
            }
            _ => None,
        }
    });
    Ok(cast.map(|class| world.class_name(class).to_owned()))
}

/// An object that may be any. No list of values has objects, so nobody can run the program with one.
fn any_object<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = match asker(call) {
        Some(place) => wanted_class(call, place)?,
        None => None,
    };
    let class = call.jvm.require(call.core, name.as_deref().unwrap_or("java/lang/Object"))?;
    match call.core.domain.any_object(class) {
        Some(object) => Ok(Some(object)),
        None => call.refuse("it asks for any object, which no list of values has"),
    }
}

fn any_string_up_to<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let most = call.int(0)?;
    if !(0..=LONGEST).contains(&most) {
        return call
            .refuse(&format!("anyString({most}): a length from 0 to {LONGEST} is expected"));
    }
    text(call, most.unsigned_abs())
}

fn any_string<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    call.jvm.restrict("strings of up to 8 Latin-1 characters");
    text(call, 8)
}

/// How much standard input there may be.
fn limits<D: Domain>(call: &Call<'_, D>) -> StandardInput {
    call.jvm.settings.input.unwrap_or_default()
}

/// The next byte of standard input, or -1.
fn read_input<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let StandardInput { lines, length } = limits(call);
    call.jvm.restrict(&match lines {
        0 => format!("standard input of up to {length} bytes"),
        _ => format!("standard input of up to {lines} lines of {length} characters"),
    });
    if let Some(any) = call.core.domain.any_number(Asked::Input) {
        return Ok(Some(any));
    }
    let bits = call.jvm.next_input();
    Ok(Some(call.core.domain.given_number(bits)))
}

/// A text of Latin-1 characters: its length, then as many characters as it may have.
fn text<D: Domain>(call: &mut Call<'_, D>, room: u32) -> Answer<D> {
    call.jvm.restrict("strings of Latin-1 characters");
    let length = any_value(call, Storage::I32)?;
    call.core.domain.limit(length, room);
    let bytes = (0..room).map(|_| any_value(call, Storage::I8)).collect::<Result<Vec<_>, _>>()?;
    let layout = call.jvm.layout(call.core)?;
    let memory = &mut call.core.memory;
    let array = match D::known(length) {
        Some(length) => memory.allocate(layout.bytes, length as u32)?,
        None => memory.allocate_sized(layout.bytes, room, length)?,
    };
    let kept = D::known(length).map_or(room, |length| length as u32);
    for (index, byte) in (0..kept).zip(bytes) {
        memory.set(array, index, byte);
    }
    let cells = call.core.world.loaded(layout.string).cells;
    let string = call.core.memory.allocate(layout.string, cells)?;
    call.core.memory.set(string, layout.string_value, D::constant(u64::from(array)));
    reference::<D>(string)
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
