//! Cycles that no program can make: objects that are given what they hold when they are made, and
//! keep it, cannot hold each other in a circle.

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
    let holds = |holder: &&InputObject| {
        is_fixed(holder)
            && holder.cells.iter().any(|cell| cell.value == SymbolicValue::Input(input))
    };
    let Some(holder) = objects.iter().find(holds) else { return false };
    let mut seen = vec![object];
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        if at == holder.at {
            return true;
        }
        next += 1;
        let found = objects.iter().find(|object| object.at == at && is_fixed(object));
        for cell in found.iter().flat_map(|object| &object.cells).filter(|cell| cell.reference) {
            let held = match cell.value {
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
