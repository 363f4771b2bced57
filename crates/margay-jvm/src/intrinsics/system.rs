//! `java.lang.System`, `Runtime` and `Thread`: one thread, a clock that counts steps.

use super::{
    Answer, Call, Entry, STARTUP, Substitute, instead, int, long, native, no, nothing, yes,
};
use margay_machine::{Abrupt, Domain};

const SYSTEM: &str = "java/lang/System";
const THREAD: &str = "java/lang/Thread";
const RUNTIME: &str = "java/lang/Runtime";

/// A moment that is the same on every run: 2020-01-01T00:00:00Z.
const EPOCH_MILLIS: i64 = 1_577_836_800_000;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let clock = "native: a clock that is the same on every run";
    let thread = "native: there is one thread";
    let stream = "native: writes a final field";
    let startup = |name, descriptor| Substitute { class: STARTUP, name, descriptor };
    let current = startup("currentThread", "()Ljava/lang/Thread;");
    vec![
        instead(
            SYSTEM,
            "<clinit>",
            startup("initializeSystem", "()V"),
            "sets up what a JVM sets up in native code",
        ),
        instead(THREAD, "currentThread", current, thread),
        instead(THREAD, "currentCarrierThread", current, thread),
        native(SYSTEM, "setIn0", "", |c| set_stream(c, "in"), stream),
        native(SYSTEM, "setOut0", "", |c| set_stream(c, "out"), stream),
        native(SYSTEM, "setErr0", "", |c| set_stream(c, "err"), stream),
        native(SYSTEM, "lineSeparator", "", |c| line_separator(c), "set by native start-up code"),
        native(SYSTEM, "exit", "(I)V", |c| Err(Abrupt::Exit(c.int(0)?)), "ends the program"),
        native(RUNTIME, "exit", "(I)V", |c| Err(Abrupt::Exit(c.int(1)?)), "ends the program"),
        native(RUNTIME, "halt", "(I)V", |c| Err(Abrupt::Exit(c.int(1)?)), "ends the program"),
        native(SYSTEM, "nanoTime", "", nano_time, clock),
        native(SYSTEM, "currentTimeMillis", "", current_time, clock),
        native("jdk/internal/misc/VM", "getNanoTimeAdjustment", "", time_adjustment, clock),
        native(RUNTIME, "availableProcessors", "", |_| int::<D>(1), "native: one thread"),
        native(RUNTIME, "freeMemory", "", |_| long::<D>(1 << 28), "native: a fixed answer"),
        native(RUNTIME, "totalMemory", "", |_| long::<D>(1 << 29), "native: a fixed answer"),
        native(RUNTIME, "maxMemory", "", |_| long::<D>(1 << 31), "native: a fixed answer"),
        native(RUNTIME, "gc", "", nothing, "native: going back frees memory"),
        native(THREAD, "<init>", "", |c| c.refuse("making a thread"), "one thread"),
        native(THREAD, "start", "", |c| c.refuse("starting a thread"), "one thread"),
        native(THREAD, "sleep", "", nothing, thread),
        native(THREAD, "sleep0", "", nothing, thread),
        native(THREAD, "sleepNanos0", "", nothing, thread),
        native(THREAD, "yield", "", nothing, thread),
        native(THREAD, "yield0", "", nothing, thread),
        native(THREAD, "onSpinWait", "", nothing, thread),
        native(THREAD, "isAlive", "", yes, thread),
        native(
            THREAD,
            "holdsLock",
            "",
            |c| c.refuse("asking who holds a lock"),
            "monitors are not kept",
        ),
        native(THREAD, "isInterrupted", "", no, thread),
        native(THREAD, "interrupted", "", no, thread),
        native(THREAD, "ensureMaterializedForStackWalk", "", nothing, thread),
    ]
}

/// Milliseconds between two runs.
const BETWEEN_RUNS: i64 = 100_000_007;

/// The time when this run began, in milliseconds; whoever asks gets another one in another run.
fn beginning<D: Domain>(call: &mut Call<'_, D>) -> i64 {
    call.jvm.varying += 1;
    i64::from(call.jvm.run) * BETWEEN_RUNS
}

fn nano_time<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let beginning = beginning(call);
    long::<D>(beginning * 1_000_000 + call.core.steps as i64)
}

fn current_time<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let beginning = beginning(call);
    long::<D>(EPOCH_MILLIS + beginning + (call.core.steps / 1_000_000) as i64)
}

fn time_adjustment<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let seconds = (EPOCH_MILLIS + beginning(call)) / 1000;
    long::<D>((seconds - call.long(0)?) * 1_000_000_000)
}

fn set_stream<D: Domain>(call: &mut Call<'_, D>, name: &str) -> Answer<D> {
    let class = call.core.world.class_named(SYSTEM);
    match crate::platform::field_slot(&call.core.world, class, name) {
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
