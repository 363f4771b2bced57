//! `java.lang.Thread` and what waits: there is one thread. Others can be made and asked, not
//! started.

use super::{Answer, Call, Entry, STARTUP, Substitute, boolean, instead, long, native, nothing};
use crate::platform::field_slot;
use margay_machine::{Abrupt, Domain, Ref};

const THREAD: &str = "java/lang/Thread";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let one = "native: there is one thread";
    let starts = "there is one thread";
    let waits = "time passes only when somebody waits for it";
    let current =
        Substitute { class: STARTUP, name: "currentThread", descriptor: "()Ljava/lang/Thread;" };
    vec![
        instead(THREAD, "currentThread", current, one),
        instead(THREAD, "currentCarrierThread", current, one),
        native(THREAD, "start", "", |c| c.refuse("the program starts a thread"), starts),
        native(THREAD, "start0", "", |c| c.refuse("the program starts a thread"), starts),
        native(THREAD, "isAlive", "", is_alive, one),
        native(THREAD, "sleep", "(J)V", sleep_millis, waits),
        native(THREAD, "sleep0", "", sleep_millis, waits),
        native(THREAD, "sleepNanos0", "", sleep_nanos, waits),
        native(THREAD, "yield", "", nothing, one),
        native(THREAD, "yield0", "", nothing, one),
        native(THREAD, "onSpinWait", "", nothing, one),
        native(THREAD, "interrupt0", "", nothing, "native: a flag in Java says it all"),
        native(THREAD, "clearInterruptEvent", "", nothing, "native: a flag in Java says it all"),
        native(THREAD, "setPriority0", "", nothing, one),
        native(THREAD, "setNativeName", "", nothing, one),
        native(THREAD, "getNextThreadIdOffset", "", next_number, "native: where it counts"),
        native(THREAD, "ensureMaterializedForStackWalk", "", nothing, one),
        native("jdk/internal/misc/Unsafe", "park", "", park, one),
        native("jdk/internal/misc/Unsafe", "unpark", "", nothing, one),
        native("jdk/internal/misc/Blocker", "begin", "()Z", super::no, one),
    ]
}

/// Whether a thread runs: the only one that does has what a JVM keeps of a thread.
fn is_alive<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let thread = call.object(0)?;
    let slot = call.slot(thread, "eetop")?;
    let handle = call.core.memory.get(thread, slot);
    boolean::<D>(call.decided(handle)? != 0)
}

/// Where the number of the next thread is kept.
fn next_number<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let slot = call.static_slot(STARTUP, "nextThread").unwrap_or_default();
    long::<D>(super::unsafe_memory::offset_of_static(slot))
}

/// Lets time pass for the only thread; for ever if it is 0.
pub(super) fn pause<D: Domain>(call: &mut Call<'_, D>, nanos: i64) -> Answer<D> {
    if nanos == 0 {
        return call.refuse("the program waits for another thread");
    }
    sleep(call, nanos, None)
}

fn sleep_millis<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let millis = call.long(0)?;
    if millis < 0 {
        let message = Some("timeout value is negative");
        return Err(call.raise("java/lang/IllegalArgumentException", message));
    }
    sleep(call, millis.saturating_mul(1_000_000), Some("sleep interrupted"))
}

fn sleep_nanos<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let nanos = call.long(0)?;
    sleep(call, nanos, Some("sleep interrupted"))
}

fn sleep<D: Domain>(call: &mut Call<'_, D>, nanos: i64, message: Option<&str>) -> Answer<D> {
    if let Some(flag) = interrupted(call)?
        && call.decided(call.core.memory.get(flag.0, flag.1))? != 0
    {
        // Raising makes the class ready first and comes here again.
        let exception = call.jvm.require(call.core, "java/lang/InterruptedException")?;
        if !call.core.memory.is_ready(exception) {
            return Err(Abrupt::Initialize(exception));
        }
        call.core.memory.set(flag.0, flag.1, D::constant(0));
        return Err(call.raise("java/lang/InterruptedException", message));
    }
    super::system::pass(call, nanos);
    Ok(None)
}

/// Where the only thread keeps whether it was interrupted.
fn interrupted<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<(Ref, u32)>, Abrupt<D::Value>> {
    let Some(main) = call.static_slot(STARTUP, "MAIN") else { return Ok(None) };
    let thread = D::known(call.core.memory.get_static(main)).unwrap_or_default() as Ref;
    let class = call.core.memory.class_of(thread);
    Ok(field_slot(&call.core.world, class, "interrupted").map(|slot| (thread, slot)))
}

/// Blocks until a permit is given, which nobody does, or until a time.
fn park<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (absolute, time) = (call.int(1)? != 0, call.long(2)?);
    if let Some(flag) = interrupted(call)?
        && call.decided(call.core.memory.get(flag.0, flag.1))? != 0
    {
        return Ok(None);
    }
    match (absolute, time) {
        (false, 0) => call.refuse("the program waits for another thread"),
        (false, nanos) => {
            super::system::pass(call, nanos);
            Ok(None)
        }
        (true, millis) => {
            let now = super::system::millis(call);
            super::system::pass(call, millis.saturating_sub(now).saturating_mul(1_000_000));
            Ok(None)
        }
    }
}
