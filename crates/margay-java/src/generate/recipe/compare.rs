//! What has come of a step: running it, going back, and comparing objects with what they shall be.

use super::attempt::{Attempt, Made, Stop};
use super::classes::BuildableClass;
use crate::graph::{Pair, Visited, compare_graphs, slot_named};
use crate::program::Program;
use margay_ir::MethodId;
use margay_machine::{Event, Mark, Outcome, Ref, Touched};
use margay_search::structure::{FieldName, Value};
use std::sync::Arc;

/// Steps that a constructor or method may take.
const MOST_STEPS: u64 = 1 << 16;

impl Attempt<'_, '_> {
    /// Whether the objects are what they shall be, all together.
    pub(super) fn is_right(&mut self, roots: &[usize]) -> bool {
        let mut visited = Visited::default();
        let mut start = Vec::new();
        for root in roots {
            let Made::Is(object) = self.made[*root] else { return false };
            start.push((*root, visited.place(object, None)));
        }
        let machine = &mut self.replayer.program.machine;
        let built = self.replayer.reader.read(machine, &mut visited);
        let program = &self.replayer.program;
        let judge = |place: usize, at: usize| match self.made[place] {
            Made::Is(object) if visited.object(at) == Some(object) => {
                if has_comparator(program, object) { Pair::Different } else { Pair::Compare }
            }
            _ => Pair::Different,
        };
        compare_graphs(self.before, &built, start, judge).is_some()
    }

    /// The fields of an object that are not as they shall be, and objects that would be taken for
    /// those of the input if it were kept.
    pub(super) fn compare(
        &mut self,
        known: &BuildableClass,
        object: Ref,
        fields: &[(Arc<FieldName>, Value)],
    ) -> (Vec<usize>, Vec<(usize, Ref)>) {
        let (mut differing, mut own) = (Vec::new(), Vec::new());
        for (index, ((_, value), slot)) in fields.iter().zip(&known.fields).enumerate() {
            let bits = self.replayer.program.memory().get(object, slot.field.slot);
            let is_right = match value {
                Value::Free => true,
                Value::Null => bits == 0,
                Value::Ref(place) => self.is_it(*place, bits as Ref, &mut own),
                value => {
                    let machine = &mut self.replayer.program.machine;
                    let visited = &mut Visited::default();
                    let descriptor = &slot.field.descriptor;
                    self.replayer.reader.value(machine, visited, descriptor, bits, None) == *value
                }
            };
            if !is_right {
                differing.push(index);
            }
        }
        (differing, own)
    }

    /// Whether an object is the one at a place, or may be taken for it: one that only its owner
    /// knows, and that holds the same.
    fn is_it(&mut self, place: usize, object: Ref, own: &mut Vec<(usize, Ref)>) -> bool {
        if self.made[place] == Made::Is(object) {
            return true;
        }
        if object == 0 || self.made[place] == Made::Begun {
            return false;
        }
        let mut visited = Visited::default();
        visited.place(object, None);
        let machine = &mut self.replayer.program.machine;
        let found = self.replayer.reader.read(machine, &mut visited);
        let program = &self.replayer.program;
        let judge = |place: usize, at: usize| match (self.made[place], visited.object(at)) {
            (Made::Is(one), Some(other)) if one == other => Pair::Same,
            (Made::Begun, _) => Pair::Different,
            (_, Some(other)) if has_comparator(program, other) => Pair::Different,
            _ if self.referrers[place] == 1 => Pair::Compare,
            _ => Pair::Different,
        };
        let Some(pairs) = compare_graphs(self.before, &found, vec![(place, 0)], judge) else {
            return false;
        };
        let refs = pairs.into_iter().filter_map(|(place, at)| Some((place, visited.object(at)?)));
        own.extend(refs);
        true
    }

    // ---- running ----

    /// Runs a method. Whether it returned and touched nothing but the objects of the input.
    pub(super) fn call(&mut self, method: MethodId, arguments: &[u64]) -> Result<bool, Stop> {
        self.returned(method, arguments).map(|returned| returned.is_some())
    }

    /// What a method returned, if it did and touched nothing but the objects of the input.
    pub(super) fn returned(
        &mut self,
        method: MethodId,
        arguments: &[u64],
    ) -> Result<Option<Option<u64>>, Stop> {
        let start = self.start;
        let machine = &mut self.replayer.program.machine;
        if machine.start(method, arguments).is_err() {
            return Ok(None);
        }
        let mark = machine.core.memory.mark();
        machine.pause_after(MOST_STEPS);
        let event = machine.resume();
        self.called = machine.core.path().collect();
        let (mut is_pure, mut fresh) = (true, Vec::new());
        for touched in machine.core.memory.touched_since(mark, start) {
            match touched {
                Touched::Class(class) if self.initialised.contains(&class) => {}
                Touched::Class(class) => fresh.push(class),
                Touched::Cell(_) | Touched::Content => is_pure = false,
            }
        }
        machine.core.memory.forget(Some(start));
        match event {
            _ if !fresh.is_empty() => Err(Stop::Initialise(fresh)),
            Event::Done(Outcome::Returned(value)) => Ok(is_pure.then_some(value)),
            _ => Ok(None),
        }
    }

    /// Goes back to a mark of this attempt.
    pub(super) fn take_back(&mut self, mark: Mark) {
        let memory = self.replayer.program.memory_mut();
        memory.undo_to(mark);
        memory.forget(Some(self.start));
    }
}

/// Whether a sorted collection has an order of its own. Those of inputs have the natural one, so that
/// what is in them does not tell all.
fn has_comparator(program: &Program, object: Ref) -> bool {
    let (world, memory) = (program.world(), program.memory());
    let class = memory.class_of(object);
    let lineage = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
    let library = lineage.filter(|class| world.class_name(*class).starts_with("java/util/"));
    let cell = |name: &'static str| {
        let slot = library.clone().find_map(|class| slot_named(world, class, name));
        slot.map(|slot| memory.get(object, slot)).filter(|bits| *bits != 0)
    };
    // A set is sorted by the map behind it.
    cell("comparator").is_some() || cell("m").is_some_and(|map| has_comparator(program, map as Ref))
}
