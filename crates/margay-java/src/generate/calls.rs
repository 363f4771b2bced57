//! The calls that make the objects of an input, as a test takes them.

use crate::graph::{CallWitness, Called, GraphReader, Visited, slot_named};
use crate::program::ConcreteMachine;
use margay_jvm::sequence::{Call, CallKind};
use margay_machine::{Concrete, Ref};
use margay_search::generate::case::Build;
use margay_search::structure::{Structure, Value};

/// The objects that calls have made, in order.
pub(crate) struct Calls<'r> {
    reader: &'r mut GraphReader,
    made: Vec<Called>,
    /// Arguments that a test writes down by what they hold, as they were before the call.
    given: Vec<(Ref, Structure)>,
}

impl CallWitness<Concrete> for Calls<'_> {
    fn before(&mut self, machine: &mut ConcreteMachine, object: Option<Ref>, given: &[u64]) {
        for argument in given.iter().map(|bits| *bits as Ref) {
            let mut made = self.made.iter().map(|called| called.object).chain(object);
            if argument != 0 && !made.any(|made| made == argument) {
                self.given.push((argument, self.reader.read_root(machine, argument)));
            }
        }
    }

    fn after(&mut self, called: Called) {
        self.made.push(called);
    }
}

impl<'r> Calls<'r> {
    /// None yet.
    pub fn new(reader: &'r mut GraphReader) -> Self {
        Calls { reader, made: Vec::new(), given: Vec::new() }
    }

    /// Whether an argument holds something else than when it was given: a test that writes it down
    /// could not tell when.
    pub fn has_changed_argument(&mut self, machine: &mut ConcreteMachine) -> bool {
        let Calls { reader, given, .. } = self;
        given.iter().any(|(argument, before)| reader.read_root(machine, *argument) != *before)
    }

    /// The objects that were made.
    pub fn finish(self) -> Vec<Called> {
        self.made
    }
}

/// The steps of a test that makes objects as these calls did.
pub(crate) fn recipe(
    made: Vec<Called>,
    machine: &mut ConcreteMachine,
    reader: &mut GraphReader,
    visited: &mut Visited,
) -> Vec<Build> {
    let mut steps = Vec::new();
    for Called { object, sequence, given } in made {
        let object = visited.place(object, None);
        let mut given = given.into_iter();
        for call in sequence.calls {
            let types = call.given();
            let arguments = types.iter().zip(given.by_ref());
            let mut arguments: Vec<Value> =
                arguments.map(|(ty, bits)| argument(machine, reader, visited, ty, bits)).collect();
            let Call { kind, owner, name, descriptor } = call;
            let class = owner.replace('/', ".");
            steps.push(match kind {
                // The object shows it.
                CallKind::Returns | CallKind::Throws => continue,
                CallKind::New | CallKind::Inner => {
                    Build::Construct { object, descriptor, arguments }
                }
                CallKind::Change => Build::Call { object, name, descriptor, arguments },
                CallKind::Constant => Build::Constant { object, class, name, descriptor },
                CallKind::Static | CallKind::Instance => {
                    let receiver = (kind == CallKind::Instance).then(|| arguments.remove(0));
                    Build::Produce { object, class, name, descriptor, receiver, arguments }
                }
            });
        }
    }
    steps
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
