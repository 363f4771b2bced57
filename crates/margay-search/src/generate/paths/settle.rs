//! The end of a path: objects for references of which nothing is known but that they are not null.

use super::questions::Asked;
use super::{Found, Lost};
use crate::driver::Visitor;
use margay_machine::Platform;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use rustc_hash::{FxHashMap, FxHashSet};

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// Makes objects for references that are not null, as far as somebody may see them. None if one
    /// of them cannot be made.
    pub(super) fn settle(&mut self, result: Option<SymbolicValue>) -> Option<()> {
        let passed_on = self.passed_on(result);
        let mut seen = 0;
        let mut values: Vec<SymbolicValue> = self.paths.given.arguments.clone();
        values.extend(self.paths.given.statics.iter().map(|(value, _)| *value));
        loop {
            for value in std::mem::take(&mut values) {
                let SymbolicValue::Input(input) = value else { continue };
                if self.machine.core.domain.null_condition(input).is_some() {
                    // A model says which object it is.
                    continue;
                }
                match self.machine.core.domain.references.state(input) {
                    ReferenceState::NonNull => self.make_any(input),
                    ReferenceState::Open if passed_on.contains(&input) => {
                        self.make_any(input);
                        self.require(input)?;
                    }
                    ReferenceState::Open | ReferenceState::Is(_) => {}
                }
            }
            let Some(object) = self.paths.heap.objects().get(seen) else { return Some(()) };
            values.extend(object.cells.iter().map(|cell| cell.value));
            values.extend(object.contents.iter().flatten());
            seen += 1;
        }
    }

    pub(super) fn make_any(&mut self, input: InputId) {
        let reference = self.machine.core.domain.references.about(input).clone();
        let Ok(makings) = self.paths.inputs.makings(self.machine, &reference, true) else { return };
        let Some(making) = makings.first() else { return };
        // Without room it stays what it is: not null, and no object.
        let _ = self.paths.maker(self.machine).make(input, making);
    }

    /// A reference that somebody sees has to be an object by now.
    pub(super) fn require(&mut self, input: InputId) -> Option<()> {
        let references = &self.machine.core.domain.references;
        if references.state(input) == ReferenceState::Open {
            let class = references.about(input).class;
            let condition = self.paths.heap.facts().to_vec();
            self.lost(Lost::Unmade(class, None, condition));
            return None;
        }
        Some(())
    }

    /// References that are not null, that the program has not looked at, and that it has passed on
    /// all the same: returned, or stored somewhere else.
    fn passed_on(&self, result: Option<SymbolicValue>) -> FxHashSet<InputId> {
        let references = &self.machine.core.domain.references;
        let is_unseen = |input: &InputId| {
            references.state(*input) == ReferenceState::Open && !references.about(*input).nullable
        };
        let input = |value: SymbolicValue| {
            if let SymbolicValue::Input(input) = value { Some(input) } else { None }
        };
        let cells = self.paths.heap.objects().iter().flat_map(|object| &object.cells);
        let unseen = cells.filter_map(|cell| input(cell.value)).filter(is_unseen);
        let mut places: FxHashMap<InputId, u32> = unseen.map(|input| (input, 0)).collect();
        if places.is_empty() {
            return FxHashSet::default();
        }
        for found in self.machine.core.memory.values().chain(result).filter_map(input) {
            if let Some(count) = places.get_mut(&found) {
                *count += 1;
            }
        }
        // One place is the field that it comes from.
        places.into_iter().filter(|(_, count)| *count > 1).map(|(input, _)| input).collect()
    }
}
