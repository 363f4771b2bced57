//! The order objects have in a structure, whatever order a file has them in.

use margay_search::structure::{Object, Structure, Value};
use std::collections::VecDeque;

/// Puts objects in the order of a breadth-first walk from `root`. References must be to objects.
///
/// # Errors
/// The name of an object that the root does not lead to.
pub(super) fn breadth_first(objects: Vec<Object>, root: usize) -> Result<Structure, String> {
    let mut new_place = vec![None; objects.len()];
    new_place[root] = Some(0);
    let mut found = 1;
    let mut queue = VecDeque::from([root]);
    while let Some(place) = queue.pop_front() {
        for value in objects[place].content.values() {
            if let Value::Ref(target) = *value
                && new_place[target].is_none()
            {
                new_place[target] = Some(found);
                found += 1;
                queue.push_back(target);
            }
        }
    }
    let mut ordered = Vec::with_capacity(objects.len());
    for (place, mut object) in objects.into_iter().enumerate() {
        let at = new_place[place].ok_or_else(|| object.id.clone())?;
        for value in object.content.values_mut() {
            if let Value::Ref(target) = value {
                *target = new_place[*target].unwrap_or_default();
            }
        }
        ordered.push((at, object));
    }
    ordered.sort_by_key(|(at, _)| *at);
    Ok(Structure { objects: ordered.into_iter().map(|(_, object)| object).collect() })
}
