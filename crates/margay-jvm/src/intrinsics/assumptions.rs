//! What `margay.Margay` assumes of references and of all they lead to.
//!
//! Where the heap is decided it is looked at; a domain in which it is not remembers the assumption.

use super::{Answer, Call, Entry, containers, native};
use crate::held::{counts, held};
use crate::platform::Jvm;
use margay_machine::{Abrupt, Assumption, Domain, Machine, Ref, Want};
use rustc_hash::FxHashMap;

const API: &str = "margay/Margay";
const ONE: &str = "(Ljava/lang/Object;)V";
const TWO: &str = "(Ljava/lang/Object;Ljava/lang/Object;)V";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let api = "an assumption on the heap: only the machine sees all of it";
    vec![
        native(API, "assumeNoAlias", TWO, |c| assume(c, Assumption::NoAlias), api),
        native(API, "assumeNoSharing", TWO, |c| assume(c, Assumption::NoSharing), api),
        native(API, "assumeAcyclic", ONE, |c| assume(c, Assumption::Acyclic), api),
        native(API, "assumeTree", ONE, |c| assume(c, Assumption::Tree), api),
    ]
}

fn assume<D: Domain>(call: &mut Call<'_, D>, assumption: Assumption) -> Answer<D> {
    let of = [call.args[0], call.args[assumption.count() - 1]];
    match call.core.domain.assume_of(assumption, of) {
        Some(true) => return Ok(None),
        Some(false) => return Err(Abrupt::Wanted(Want::Assumed(assumption, of[0], of[1]))),
        None => {}
    }
    let (a, b) = (call.reference(0)?, call.reference(assumption.count() - 1)?);
    if holds(call, assumption, a, b)? { Ok(None) } else { Err(Abrupt::Reject) }
}

/// Whether an assumption holds of objects of a heap that is decided.
pub fn assumption_holds<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    assumption: Assumption,
    of: &[Ref],
) -> bool {
    let Machine { core, platform, .. } = machine;
    let (Some(a), Some(b)) = (of.first(), of.last()) else { return true };
    let mut call = Call { jvm: platform, core, args: &[] };
    holds(&mut call, assumption, *a, *b).unwrap_or(false)
}

fn holds<D: Domain>(
    call: &mut Call<'_, D>,
    assumption: Assumption,
    a: Ref,
    b: Ref,
) -> Result<bool, Abrupt<D::Value>> {
    Ok(match assumption {
        Assumption::NoAlias => a == 0 || a != b,
        Assumption::NoSharing => {
            let (left, right) = (below(call, a)?, below(call, b)?);
            left.keys().all(|object| !right.contains_key(object))
        }
        Assumption::Acyclic => is_acyclic(&below(call, a)?),
        Assumption::Tree => is_tree(&below(call, a)?, a),
    })
}

/// What each object holds that a reference leads to.
type Below = FxHashMap<Ref, Vec<Ref>>;

fn below<D: Domain>(call: &mut Call<'_, D>, root: Ref) -> Result<Below, Abrupt<D::Value>> {
    let mut found = Below::default();
    let mut open = vec![root];
    while let Some(object) = open.pop() {
        if object == 0 || found.contains_key(&object) {
            continue;
        }
        containers::thaw(call, object)?;
        let cells = call.core.memory.len(object);
        call.settle(object, 0, cells)?;
        let mut inside = Vec::new();
        for (_, value) in held(call.core, object) {
            let to = call.decided(value)? as Ref;
            if to != 0 && counts(&call.core.world, call.core.memory.class_of(to)) {
                inside.push(to);
            }
        }
        open.extend(&inside);
        found.insert(object, inside);
    }
    Ok(found)
}

/// Whether nothing is held twice, and nothing holds the root.
fn is_tree(below: &Below, root: Ref) -> bool {
    let held: usize = below.values().map(Vec::len).sum();
    let mut distinct: Vec<Ref> = below.values().flatten().copied().collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.len() == held && !distinct.contains(&root)
}

/// Whether objects can be taken away one by one that nothing holds any more, until none is left.
fn is_acyclic(below: &Below) -> bool {
    let mut holders: FxHashMap<Ref, usize> = FxHashMap::default();
    for object in below.values().flatten() {
        *holders.entry(*object).or_default() += 1;
    }
    let mut free: Vec<Ref> =
        below.keys().filter(|object| !holders.contains_key(object)).copied().collect();
    let mut gone = 0;
    while let Some(object) = free.pop() {
        gone += 1;
        for inside in below.get(&object).into_iter().flatten() {
            if let Some(left) = holders.get_mut(inside) {
                *left -= 1;
                if *left == 0 {
                    free.push(*inside);
                }
            }
        }
    }
    gone == below.len()
}
