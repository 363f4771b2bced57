//! Boxes around numbers that are not decided.
//!
//! `Integer.valueOf` takes small numbers from a table. A number of the input would have to be split
//! into all of them, only to find out which of many objects nobody tells apart holds it; a box of
//! its own will do. Where a program does tell them apart, the replay of its path shows it, and a search can
//! have boxes as a JVM has them (`exact_boxes`): then each number is compared with those that were boxed before.

use super::{Answer, Call, Entry, where_open};
use crate::platform::field_slot;
use margay_ir::{ClassId, MethodId};
use margay_machine::{Abrupt, Domain, Ref};

/// Has one box of each small number.
const EXACT: &str = "margay/rt/Boxes";

fn boxed<D: Domain>(call: &mut Call<'_, D>, class: &str, descriptor: &str) -> Answer<D> {
    let value = call.args[0];
    if call.jvm.exact_boxes {
        return exactly(call, descriptor);
    }
    if call.core.domain.plain(value).is_some() {
        return Err(Abrupt::Own);
    }
    let class = call.jvm.require(call.core, class)?;
    call.jvm.boxed = true;
    new_box(call, class, value).map(|object| Some(D::constant(u64::from(object))))
}

/// The box that a JVM has.
fn exactly<D: Domain>(call: &mut Call<'_, D>, descriptor: &str) -> Answer<D> {
    let class = call.jvm.require(call.core, EXACT)?;
    if call.core.memory.is_fresh(class) {
        return Err(Abrupt::Initialize(class));
    }
    let world = &call.core.world;
    let is_it = |method: &&MethodId| world.text(world.method(**method).descriptor) == descriptor;
    let found = world.loaded(class).methods.iter().find(is_it);
    Err(found.map_or(Abrupt::Own, |of| Abrupt::Call(*of, vec![call.args[0]])))
}

/// A box of its own around a number.
pub(super) fn new_box<D: Domain>(
    call: &mut Call<'_, D>,
    class: ClassId,
    value: D::Value,
) -> Result<Ref, Abrupt<D::Value>> {
    let slot = field_slot(&call.core.world, class, "value").ok_or(Abrupt::Own)?;
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    call.core.memory.set(object, slot, value);
    Ok(object)
}

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "a number of the input needs no place in the table of small numbers";
    vec![
        where_open(
            "java/lang/Integer",
            "valueOf",
            "(I)Ljava/lang/Integer;",
            |c| boxed(c, "java/lang/Integer", "(I)Ljava/lang/Integer;"),
            why,
        ),
        where_open(
            "java/lang/Long",
            "valueOf",
            "(J)Ljava/lang/Long;",
            |c| boxed(c, "java/lang/Long", "(J)Ljava/lang/Long;"),
            why,
        ),
        where_open(
            "java/lang/Short",
            "valueOf",
            "(S)Ljava/lang/Short;",
            |c| boxed(c, "java/lang/Short", "(S)Ljava/lang/Short;"),
            why,
        ),
        where_open(
            "java/lang/Byte",
            "valueOf",
            "(B)Ljava/lang/Byte;",
            |c| boxed(c, "java/lang/Byte", "(B)Ljava/lang/Byte;"),
            why,
        ),
        where_open(
            "java/lang/Character",
            "valueOf",
            "(C)Ljava/lang/Character;",
            |c| boxed(c, "java/lang/Character", "(C)Ljava/lang/Character;"),
            why,
        ),
    ]
}
