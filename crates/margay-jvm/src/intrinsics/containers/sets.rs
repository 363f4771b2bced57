//! `HashSet` and `LinkedHashSet`: tables without values. What is not done here is left to the
//! map that the JDK's sets are made of, which is frozen in turn.

use super::maps::{Found, find, new};
use super::{Call, Entry, Plan, accelerated, clear, is_empty, size, thaw_first, truth};
use margay_machine::{Change, Domain};

pub(super) const HASH_SET: &str = "java/util/HashSet";
pub(super) const LINKED_SET: &str = "java/util/LinkedHashSet";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let test = "(Ljava/lang/Object;)Z";
    vec![
        accelerated(HASH_SET, "<init>", "()V", new),
        accelerated(LINKED_SET, "<init>", "()V", new),
        accelerated(HASH_SET, "add", test, add),
        accelerated(HASH_SET, "contains", test, contains),
        accelerated(HASH_SET, "remove", test, remove),
        accelerated(HASH_SET, "size", "()I", size),
        accelerated(HASH_SET, "isEmpty", "()Z", is_empty),
        accelerated(HASH_SET, "clear", "()V", clear),
        accelerated(HASH_SET, "*", "", thaw_first),
        accelerated(LINKED_SET, "*", "", thaw_first),
    ]
}

fn add<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(Found { at: Some(_), .. }) => Plan::Value(truth::<D>(false)),
        Ok(found) => found.insert(call, 0, truth::<D>(true)),
        Err(not) => not.plan(),
    }
}

fn contains<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(found) => Plan::Value(truth::<D>(found.at.is_some())),
        Err(not) => not.plan(),
    }
}

fn remove<D: Domain>(call: &mut Call<'_, D>) -> Plan<D::Value> {
    match find(call) {
        Ok(Found { at: None, .. }) => Plan::Value(truth::<D>(false)),
        Ok(Found { handle, at: Some(at), .. }) => {
            Plan::Change(handle, Change::Remove(at), truth::<D>(true))
        }
        Err(not) => not.plan(),
    }
}
