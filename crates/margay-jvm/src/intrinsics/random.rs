//! `java.util.Random`, where what it gives may be any value: a program must be right whatever that is. An
//! object whose seed was never made is one of these; one of a subclass gives what the JDK's gives.

use super::{Answer, Call, Entry, noted};
use margay_ir::world::SymbolicRef;
use margay_machine::{Abrupt, Domain};

const RANDOM: &str = "java/util/Random";
const ANY: &str = "margay/rt/AnyRandom";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "it may be any value";
    vec![
        noted(RANDOM, "<init>", "()V", unseeded, why),
        noted(RANDOM, "<init>", "(J)V", unseeded, why),
        noted(RANDOM, "setSeed", "(J)V", set_seed, why),
        noted(RANDOM, "nextInt", "()I", |c| any(c, "nextInt", "()I"), why),
        noted(RANDOM, "nextInt", "(I)I", |c| any(c, "nextInt", "(I)I"), why),
        noted(RANDOM, "nextLong", "()J", |c| any(c, "nextLong", "()J"), why),
        noted(RANDOM, "nextBoolean", "()Z", |c| any(c, "nextBoolean", "()Z"), why),
        noted(RANDOM, "nextFloat", "()F", |c| any(c, "nextFloat", "()F"), why),
        noted(RANDOM, "nextDouble", "()D", |c| any(c, "nextDouble", "()D"), why),
        noted(RANDOM, "nextGaussian", "()D", |c| refuse(c, "nextGaussian"), why),
        noted(RANDOM, "next", "(I)I", |c| refuse(c, "next"), why),
        noted(RANDOM, "nextBytes", "([B)V", |c| refuse(c, "nextBytes"), why),
    ]
}

/// Leaves the seed out of an object of the class itself.
fn unseeded<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if !call.jvm.settings.any_random {
        return Err(Abrupt::Own);
    }
    let object = call.object(0)?;
    let class = call.core.memory.class_of(object);
    if call.core.world.class_name(class) == RANDOM { Ok(None) } else { Err(Abrupt::Own) }
}

fn set_seed<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if is_any(call)? { Ok(None) } else { Err(Abrupt::Own) }
}

fn is_any<D: Domain>(call: &mut Call<'_, D>) -> Result<bool, Abrupt<D::Value>> {
    if !call.jvm.settings.any_random {
        return Ok(false);
    }
    let object = call.object(0)?;
    let slot = call.slot(object, "seed")?;
    Ok(D::known(call.core.memory.get(object, slot)) == Some(0))
}

fn any<D: Domain>(call: &mut Call<'_, D>, name: &str, descriptor: &str) -> Answer<D> {
    if !is_any(call)? {
        return Err(Abrupt::Own);
    }
    call.jvm.any_random_used = true;
    let class = call.jvm.require(call.core, ANY)?;
    let (name, descriptor) = (call.core.world.name(name), call.core.world.name(descriptor));
    match call.core.world.find_method(SymbolicRef { class, name, descriptor }) {
        Some(method) => Err(Abrupt::Call(method, call.args[1..].to_vec())),
        None => Err(Abrupt::Own),
    }
}

fn refuse<D: Domain>(call: &mut Call<'_, D>, name: &str) -> Answer<D> {
    if is_any(call)? {
        call.refuse(&format!("Random.{name} of any value"))
    } else {
        Err(Abrupt::Own)
    }
}
