//! `java.lang.System` and `Runtime`: streams, the end, and a clock that counts steps.

use super::{Answer, Call, Entry, STARTUP, Substitute, instead, long, native, nothing};
use margay_machine::{Abrupt, Domain, Place};

const SYSTEM: &str = "java/lang/System";
const RUNTIME: &str = "java/lang/Runtime";

/// A moment that is the same on every run: 2020-01-01T00:00:00Z.
const EPOCH_MILLIS: i64 = 1_577_836_800_000;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let clock = "native: a clock that is the same on every run";
    let stream = "native: writes a final field";
    let initialize = Substitute { class: STARTUP, name: "initializeSystem", descriptor: "()V" };
    vec![
        instead(SYSTEM, "<clinit>", initialize, "sets up what a JVM sets up in native code"),
        native(SYSTEM, "setIn0", "", |c| set_stream(c, "in"), stream),
        native(SYSTEM, "setOut0", "", |c| set_stream(c, "out"), stream),
        native(SYSTEM, "setErr0", "", |c| set_stream(c, "err"), stream),
        native(SYSTEM, "lineSeparator", "", |c| line_separator(c), "set by native start-up code"),
        native(SYSTEM, "exit", "(I)V", |c| Err(Abrupt::Exit(c.int(0)?)), "ends the program"),
        native(RUNTIME, "exit", "(I)V", |c| Err(Abrupt::Exit(c.int(1)?)), "ends the program"),
        native(RUNTIME, "halt", "(I)V", |c| Err(Abrupt::Exit(c.int(1)?)), "ends the program"),
        native(SYSTEM, "nanoTime", "", nano_time, clock),
        native(SYSTEM, "currentTimeMillis", "", |c| long::<D>(millis(c)), clock),
        native("jdk/internal/misc/VM", "getNanoTimeAdjustment", "", time_adjustment, clock),
        native(RUNTIME, "gc", "", nothing, "native: going back frees memory"),
        native(RUNTIME, "runFinalization", "", nothing, "there is no thread that finalizes"),
    ]
}

/// When a run begins, in milliseconds after the first: years, months and days of the week all differ.
const BEGINNINGS: [i64; 3] = [0, 47_000_000_007, 301_000_000_013];

/// The time when this run began, in milliseconds; whoever asks gets another one in another run.
fn beginning<D: Domain>(call: &mut Call<'_, D>) -> i64 {
    BEGINNINGS[call.vary("the clock") as usize % BEGINNINGS.len()]
}

/// Nanoseconds that a step takes, by run.
const SPEEDS: [i64; 3] = [1, 1_009, 1_000_003];

/// Nanoseconds since the beginning: the program's steps, and what it has slept.
fn elapsed<D: Domain>(call: &mut Call<'_, D>) -> i64 {
    let speed = SPEEDS[call.jvm.run as usize % SPEEDS.len()];
    let slept = call.static_slot(STARTUP, "slept");
    let slept = slept.and_then(|slot| D::known(call.core.memory.get_static(slot)));
    let ran = (call.core.steps as i64).wrapping_mul(speed);
    ran.wrapping_add(call.jvm.waited).wrapping_add(slept.unwrap_or_default() as i64)
}

/// Lets time pass, in nanoseconds.
pub(super) fn pass<D: Domain>(call: &mut Call<'_, D>, nanos: i64) {
    if let Some(slot) = call.static_slot(STARTUP, "slept") {
        let slept = D::known(call.core.memory.get_static(slot)).unwrap_or_default() as i64;
        let slept = slept.saturating_add(nanos.max(0));
        call.core.memory.set_static(slot, D::constant(slept as u64));
    }
}

/// The time of day in milliseconds.
pub(super) fn millis<D: Domain>(call: &mut Call<'_, D>) -> i64 {
    EPOCH_MILLIS + beginning(call) + elapsed(call) / 1_000_000
}

fn nano_time<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let world = &call.core.world;
    let class_of = |place: Place| world.class_name(world.method(place.method).class);
    if call.core.stack().next().map(class_of) == Some("java/util/ImmutableCollections") {
        // Only for the order of sets and maps, and who looks at that depends on it.
        return long::<D>(0);
    }
    let beginning = beginning(call);
    long::<D>((beginning * 1_000_000).wrapping_add(elapsed(call)))
}

fn time_adjustment<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (now, offset) = (millis(call), call.long(0)?);
    let seconds = (now / 1000).saturating_sub(offset);
    long::<D>(seconds.saturating_mul(1_000_000_000).saturating_add(now % 1000 * 1_000_000))
}

fn set_stream<D: Domain>(call: &mut Call<'_, D>, name: &str) -> Answer<D> {
    match call.static_slot(SYSTEM, name) {
        Some(cell) => call.core.memory.set_static(cell, call.args[0]),
        None => return call.refuse("this JDK's System lacks its streams"),
    }
    Ok(None)
}

fn line_separator<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let string = call.core.world.string_from("\n");
    let object = margay_machine::Platform::string(call.jvm, call.core, string)?;
    super::reference::<D>(object)
}
