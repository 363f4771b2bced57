//! `java.lang.Thread` and what waits: one thread runs at a time. Another can be started by who waits for it at once
//! (`t.start(); t.join();`): then nothing happens beside it, and it runs where it is started. All else that a second
//! thread could do is refused.

use super::{
    Answer, Call, Entry, STARTUP, Substitute, boolean, instead, long, monitors, native, nothing,
};
use crate::platform::field_slot;
use margay_ir::function::{Check, Pos};
use margay_ir::{Function, Inst, InstKind, Terminator, Value, World};
use margay_machine::{Abrupt, Domain, Ref};

const THREAD: &str = "java/lang/Thread";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let one = "native: there is one thread";
    let starts = "there is one thread";
    let waits = "time passes only when somebody waits for it";
    let current =
        Substitute { class: STARTUP, name: "currentThread", descriptor: "()Ljava/lang/Thread;" };
    let start = Substitute { class: STARTUP, name: "start", descriptor: "(Ljava/lang/Thread;)V" };
    vec![
        instead(THREAD, "currentThread", current, one),
        instead(THREAD, "currentCarrierThread", current, one),
        instead(THREAD, "start", start, starts),
        native("margay/rt/Natives", "mayStart", "", may_start, starts),
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

/// Sees that a thread may run where it is started: that it is not started again, and that whoever starts it does nothing
/// before it has ended, and has nothing that it could wait for.
fn may_start<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let state = call.object(0)?;
    let slot = call.slot(state, "threadStatus")?;
    let status = call.core.memory.get(state, slot);
    if call.decided(status)? != 0 {
        return Err(call.raise("java/lang/IllegalThreadStateException", None));
    }
    if call.core.is_initializing() || monitors::is_any_held(call)? {
        return call.refuse("the program starts a thread while others would have to wait");
    }
    // The innermost call is that of the method that stands for `start`.
    let Some(place) = call.core.stack().nth(1) else {
        return call.refuse("the program starts a thread");
    };
    let body = call.jvm.loader.body(&mut call.core.world, place.method);
    let body = body.map_err(|error| Abrupt::Refuse(error.to_string()))?;
    if !waits_at_once(&call.core.world, &body, Pos(place.offset)) {
        return call.refuse("the program starts a thread and does not wait for it at once");
    }
    Ok(None)
}

/// Whether a thread that is started at a place is waited for before anything else happens.
fn waits_at_once(world: &World, body: &Function, at: Pos) -> bool {
    let calls = |inst: Inst, name: &str| match &body.insts[inst].kind {
        InstKind::Call { method, args, .. } => {
            let symbol = world.method_symbol(*method);
            let is_it = world.text(symbol.name) == name && world.text(symbol.descriptor) == "()V";
            args.first().copied().filter(|_| is_it)
        }
        _ => None,
    };
    let starts = body.blocks.iter().find_map(|(block, data)| {
        let inst = data.insts.iter().position(|inst| body.insts[*inst].pos == at);
        let next = inst.filter(|next| calls(data.insts[*next], "start").is_some())?;
        Some((block, next))
    });
    let Some((mut block, next)) = starts else { return false };
    // What the thread is called, from block to block.
    let mut names: Vec<Value> =
        calls(body.blocks[block].insts[next], "start").into_iter().collect();
    let mut next = next + 1;
    // Straight on: a way that comes back to where it was does not get to an end.
    for _ in 0..=body.blocks.len() {
        for inst in &body.blocks[block].insts[next..] {
            if let Some(thread) = calls(*inst, "join") {
                return names.contains(&thread);
            }
            if !is_nothing(&body.insts[*inst].kind) {
                return false;
            }
        }
        let to = match &body.blocks[block].terminator {
            Terminator::Jump(to) | Terminator::Continue { next: to, .. } => to,
            // It was started, so it is an object.
            Terminator::Guard { check: Check::NonNull(value), pass, .. }
                if names.contains(value) =>
            {
                pass
            }
            _ => return false,
        };
        let given = to.args.iter().zip(&body.blocks[to.block].params);
        let renamed: Vec<Value> =
            given.filter(|(arg, _)| names.contains(arg)).map(|(_, param)| *param).collect();
        names.extend(renamed);
        (block, next) = (to.block, 0);
    }
    false
}

/// Whether an instruction neither looks at anything that others could change nor changes anything.
fn is_nothing(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Const { .. }
            | InstKind::Null
            | InstKind::Binary { .. }
            | InstKind::Neg { .. }
            | InstKind::Convert { .. }
            | InstKind::Compare { .. }
            | InstKind::ThreeWay { .. }
    )
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

/// Where the thread that runs keeps whether it was interrupted.
fn interrupted<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<(Ref, u32)>, Abrupt<D::Value>> {
    let Some(current) = call.static_slot(STARTUP, "current") else { return Ok(None) };
    let thread = D::known(call.core.memory.get_static(current)).unwrap_or_default() as Ref;
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
