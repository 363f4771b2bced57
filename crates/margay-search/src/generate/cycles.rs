//! Cycles that no program can make: objects that are given what they hold when they are made, and
//! keep it, cannot hold each other in a circle; nor can objects be made of each other.

use super::objects::InputObject;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Domain, Ref};

/// Whether a reference of the input would close such a circle if it were this object. `is_fixed`
/// tells the objects that keep what they were made with.
pub(super) fn closes(
    domain: &Symbolic,
    objects: &[InputObject],
    input: InputId,
    object: Ref,
    is_fixed: impl Fn(&InputObject) -> bool,
) -> bool {
    let is_fixed = |object: &InputObject| object.sequence.is_some() || is_fixed(object);
    let holds = |holder: &&InputObject| {
        is_fixed(holder) && references(holder).any(|value| value == SymbolicValue::Input(input))
    };
    let Some(holder) = objects.iter().find(holds) else { return false };
    let mut seen = vec![object];
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        if at == holder.place(domain) {
            return true;
        }
        next += 1;
        let found = objects.iter().find(|object| object.place(domain) == at && is_fixed(object));
        for value in found.into_iter().flat_map(references) {
            let held = match value {
                SymbolicValue::Input(input) => match domain.references.state(input) {
                    ReferenceState::Is(object) => Some(object),
                    ReferenceState::Open | ReferenceState::NonNull => None,
                },
                value => domain.plain(value).map(|bits| bits as Ref),
            };
            seen.extend(held.filter(|held| *held != 0 && !seen.contains(held)));
        }
    }
    false
}

/// What an object was given.
fn references(object: &InputObject) -> impl Iterator<Item = SymbolicValue> {
    let cells = object.cells.iter().filter(|cell| cell.reference).map(|cell| cell.value);
    cells.chain(object.contents.iter().flatten().copied())
}
