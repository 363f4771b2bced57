//! The calls that make the objects of an input, as a test takes them.

use crate::graph::{Called, GraphReader, Visited, slot_named};
use crate::program::ConcreteMachine;
use margay_jvm::sequence::Sequence;
use margay_machine::Ref;
use margay_search::generate::case::Build;
use margay_search::structure::{Structure, Value};

/// The objects that calls have made, in order.
#[derive(Default)]
pub(super) struct Calls {
    made: Vec<Called>,
    /// Arguments that a test writes down by what they hold, as they were before the call.
    given: Vec<(Ref, Structure)>,
}

impl Calls {
    /// An object is about to be made.
    pub fn add(&mut self, machine: &mut ConcreteMachine, reader: &mut GraphReader, made: Called) {
        let objects: Vec<Ref> =
            self.made.iter().chain([&made]).map(|called| called.object).collect();
        for argument in made.arguments.iter().map(|bits| *bits as Ref) {
            let is_made = objects.contains(&argument);
            if argument != 0 && !is_made {
                self.given.push((argument, reader.read_root(machine, argument)));
            }
        }
        self.made.push(made);
    }

    /// Whether an argument holds something else than when it was given: a test that writes it down
    /// could not tell when.
    pub fn has_changed_argument(
        &self,
        machine: &mut ConcreteMachine,
        reader: &mut GraphReader,
    ) -> bool {
        let mut given = self.given.iter();
        given.any(|(argument, before)| reader.read_root(machine, *argument) != *before)
    }

    /// The steps of a test.
    pub fn recipe(
        self,
        machine: &mut ConcreteMachine,
        reader: &mut GraphReader,
        visited: &mut Visited,
    ) -> Vec<Build> {
        let mut steps = Vec::new();
        for Called { object, sequence, arguments } in self.made {
            let place = visited.place(object, None);
            let mut given = arguments.into_iter();
            for (name, descriptor) in sequence.calls {
                let types = Sequence::parameters(&descriptor);
                let arguments = types.iter().zip(given.by_ref());
                let arguments = arguments
                    .map(|(ty, bits)| argument(machine, reader, visited, ty, bits))
                    .collect();
                steps.push(match name.as_str() {
                    "<init>" => Build::Construct { object: place, descriptor, arguments },
                    _ => Build::Call { object: place, name, descriptor, arguments },
                });
            }
        }
        steps
    }
}

/// The value of an argument; numbers come in boxes.
fn argument(
    machine: &mut ConcreteMachine,
    reader: &mut GraphReader,
    visited: &mut Visited,
    ty: &str,
    bits: u64,
) -> Value {
    if matches!(ty.as_bytes().first(), Some(b'L' | b'[')) {
        return reader.value(machine, visited, ty, bits, None);
    }
    let object = bits as Ref;
    let class = machine.core.memory.class_of(object);
    let slot = slot_named(&machine.core.world, class, "value").unwrap_or_default();
    let bits = machine.core.memory.get(object, slot);
    reader.value(machine, visited, ty, bits, None)
}
