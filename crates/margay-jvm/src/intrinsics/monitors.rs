//! Monitors. There is one thread, so nobody ever waits for one; but programs can ask who owns it,
//! and `wait` and `notify` do.
//!
//! What is held is a stack: `synchronized` nests. An entry names the object and the call that
//! holds it: its depth and its method. A synchronized method that throws does not say that it
//! leaves: its entry is stale as soon as its call is over, and stale entries are dropped by
//! whoever comes across them.

use super::{Answer, Call, Entry, boolean, native};
use margay_machine::{Abrupt, Domain, Ref};

const OBJECT: &str = "java/lang/Object";
const MONITORS: &str = "margay/rt/Monitors";

/// Words of an entry: object, depth, method.
const WORDS: u32 = 3;

/// Entries there is room for at first.
const ROOM: u32 = 8;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let kept = "what is held is kept for those who ask";
    let asks = "native: asks who holds a monitor";
    vec![
        native(MONITORS, "enter", "", |c| enter(c, false), kept),
        native(MONITORS, "enterMethod", "", |c| enter(c, true), kept),
        native(MONITORS, "exit", "", exit, kept),
        native("java/lang/Thread", "holdsLock", "", holds_lock, asks),
        native(OBJECT, "notify", "", notify, asks),
        native(OBJECT, "notifyAll", "", notify, asks),
        native(OBJECT, "wait", "(J)V", wait, asks),
        native(OBJECT, "wait0", "", wait, asks),
    ]
}

/// The entries: an array of longs whose first one counts them.
struct Held {
    array: Ref,
    count: u32,
}

impl Held {
    fn of<D: Domain>(call: &mut Call<'_, D>) -> Result<Held, Abrupt<D::Value>> {
        let Some(slot) = call.static_slot(MONITORS, "held") else {
            return Ok(Held { array: 0, count: 0 });
        };
        let array = D::known(call.core.memory.get_static(slot)).unwrap_or_default() as Ref;
        let count = if array == 0 { 0 } else { word(call, array, 0) as u32 };
        Ok(Held { array, count })
    }

    /// Where an entry begins.
    fn at(index: u32) -> u32 {
        1 + index * WORDS
    }

    /// Drops entries of calls that are over: all deeper than `depth`.
    fn settle<D: Domain>(&mut self, call: &mut Call<'_, D>, depth: u64) {
        while self.count > 0 && word(call, self.array, Held::at(self.count - 1) + 1) > depth {
            self.drop_last(call);
        }
    }

    fn drop_last<D: Domain>(&mut self, call: &mut Call<'_, D>) {
        self.count -= 1;
        call.core.memory.set(self.array, 0, D::constant(u64::from(self.count)));
    }

    /// Makes room for another entry.
    fn reserve<D: Domain>(&mut self, call: &mut Call<'_, D>) -> Result<(), Abrupt<D::Value>> {
        let used = Held::at(self.count);
        let room = if self.array == 0 { 0 } else { call.core.memory.len(self.array) };
        if used + WORDS <= room {
            return Ok(());
        }
        let class = call.jvm.require(call.core, "[J")?;
        let array = call.core.memory.allocate(class, Held::at(ROOM.max(2 * self.count)))?;
        if self.array != 0 {
            call.core.memory.copy(self.array, 0, array, 0, used);
        }
        self.array = array;
        if let Some(slot) = call.static_slot(MONITORS, "held") {
            call.core.memory.set_static(slot, D::constant(u64::from(array)));
        }
        Ok(())
    }
}

fn word<D: Domain>(call: &Call<'_, D>, array: Ref, index: u32) -> u64 {
    D::known(call.core.memory.get(array, index)).unwrap_or_default()
}

/// Whether a monitor is held.
pub(super) fn is_any_held<D: Domain>(call: &mut Call<'_, D>) -> Result<bool, Abrupt<D::Value>> {
    let depth = u64::from(call.core.depth());
    let mut held = Held::of(call)?;
    held.settle(call, depth);
    Ok(held.count > 0)
}

/// A block or a method that is synchronized on an object begins.
fn enter<D: Domain>(call: &mut Call<'_, D>, method: bool) -> Answer<D> {
    let depth = u64::from(call.core.depth());
    let mut held = Held::of(call)?;
    // A method that has just been called holds nothing yet.
    held.settle(call, if method { depth.saturating_sub(1) } else { depth });
    held.reserve(call)?;
    let at = Held::at(held.count);
    let caller = call.core.stack().next().map_or(0, |place| place.method.as_u32());
    call.core.memory.set(held.array, at, call.args[0]);
    call.core.memory.set(held.array, at + 1, D::constant(depth));
    call.core.memory.set(held.array, at + 2, D::constant(u64::from(caller)));
    call.core.memory.set(held.array, 0, D::constant(u64::from(held.count + 1)));
    Ok(None)
}

/// The innermost of them ends.
fn exit<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let depth = u64::from(call.core.depth());
    let mut held = Held::of(call)?;
    held.settle(call, depth);
    if held.count > 0 {
        held.drop_last(call);
    }
    Ok(None)
}

fn holds<D: Domain>(call: &mut Call<'_, D>, object: Ref) -> Result<bool, Abrupt<D::Value>> {
    let depth = u64::from(call.core.depth());
    let mut held = Held::of(call)?;
    held.settle(call, depth);
    for index in (0..held.count).rev() {
        let at = Held::at(index);
        let (depth, method) = (word(call, held.array, at + 1), word(call, held.array, at + 2));
        let running = call.core.method_at(depth as u32).map(|method| u64::from(method.as_u32()));
        let monitor = call.core.memory.get(held.array, at);
        if running == Some(method) && call.decided(monitor)? as Ref == object {
            return Ok(true);
        }
    }
    Ok(false)
}

fn holds_lock<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.object(0)?;
    let holds = holds(call, object)?;
    boolean::<D>(holds)
}

/// Throws unless the monitor of an object is held.
fn require_held<D: Domain>(call: &mut Call<'_, D>) -> Result<(), Abrupt<D::Value>> {
    let object = call.object(0)?;
    if holds(call, object)? {
        return Ok(());
    }
    let message = Some("current thread is not owner");
    Err(call.raise("java/lang/IllegalMonitorStateException", message))
}

/// Nobody waits.
fn notify<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    require_held(call)?;
    Ok(None)
}

/// Nobody will notify: a wait ends when its time is over, or never.
fn wait<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let millis = call.long(1)?;
    if millis < 0 {
        let message = Some("timeout value is negative");
        return Err(call.raise("java/lang/IllegalArgumentException", message));
    }
    require_held(call)?;
    super::threads::pause(call, millis.saturating_mul(1_000_000))
}
