//! What traced code calls (`lower::trace`): lines stop the machine, so that somebody can look at it, and
//! variables are noted by the call they are of.

use super::{Answer, Call, Entry, native};
use crate::platform::LineStops;
use margay_machine::{Abrupt, Domain};

const TRACE: &str = "margay/rt/Trace";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "what traced code tells whoever watches it";
    vec![
        native(TRACE, "enter", "", enter, why),
        native(TRACE, "line", "", line, why),
        native(TRACE, "local", "(II)V", |call| local(call, "I"), why),
        native(TRACE, "local", "(IJ)V", |call| local(call, "J"), why),
        native(TRACE, "local", "(IF)V", |call| local(call, "F"), why),
        native(TRACE, "local", "(ID)V", |call| local(call, "D"), why),
        native(
            TRACE,
            "local",
            "(ILjava/lang/Object;)V",
            |call| local(call, "Ljava/lang/Object;"),
            why,
        ),
    ]
}

/// Forgets the variables of calls that are over.
fn enter<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let depth = call.core.depth();
    call.jvm.locals.split_off(&(depth, 0));
    Ok(None)
}

/// A choice between two that mean the same: the machine stops for it.
fn line<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    match call.core.stack().next() {
        Some(place) if call.jvm.lines != LineStops::Off => {
            call.jvm.lines = LineStops::Reached(place);
            Err(Abrupt::Choose { low: 0, count: 2 })
        }
        _ => Ok(None),
    }
}

fn local<D: Domain>(call: &mut Call<'_, D>, descriptor: &'static str) -> Answer<D> {
    let (depth, slot) = (call.core.depth(), call.int(0)?);
    let bits = call.bits(1)?;
    call.jvm.locals.insert((depth, slot as u16), (descriptor, bits));
    Ok(None)
}
