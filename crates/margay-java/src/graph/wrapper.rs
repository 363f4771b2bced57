//! Lambdas of the input, and objects of the class library that are made of one value: what is in
//! them, as a user of them sees it.

use super::layout::slot_named;
use super::reader::{GraphReader, Visited};
use crate::program::{ConcreteMachine, call, method_of};
use margay_ir::{ClassId, World};
use margay_jvm::stub::Stub;
use margay_machine::{Outcome, Ref};
use margay_search::structure::{Content, Value};

/// Steps that an object may take to become a text.
const MOST_STEPS: u64 = 1 << 20;

/// How what is in an object is found.
#[derive(Clone)]
pub(crate) enum Wrapper {
    /// It is the text that the object becomes.
    Text,
    /// It is in a cell, of this type.
    Cell(&'static str, u32),
    /// The same, if another cell says so.
    Perhaps(&'static str, u32, u32),
    /// It is what a method with this descriptor returns.
    Lambda(String, Option<(String, u32)>),
}

impl Wrapper {
    /// How what is in objects of a class is found, if they are such objects.
    pub fn of(world: &World, class: ClassId) -> Option<Wrapper> {
        if let Some(stub) = Stub::of(world, class) {
            let descriptor = world.text(world.method(stub.method).descriptor).to_owned();
            let result = stub.result.map(|field| world.field(field));
            let result = result.map(|field| (world.text(field.descriptor).to_owned(), field.slot));
            return Some(Wrapper::Lambda(descriptor, result));
        }
        let cell = |ty, name| slot_named(world, class, name).map(|slot| Wrapper::Cell(ty, slot));
        let perhaps = |ty| {
            let (present, value) =
                (slot_named(world, class, "isPresent")?, slot_named(world, class, "value")?);
            Some(Wrapper::Perhaps(ty, present, value))
        };
        match world.class_name(class) {
            "java/lang/StringBuilder"
            | "java/lang/StringBuffer"
            | "java/math/BigInteger"
            | "java/math/BigDecimal" => Some(Wrapper::Text),
            "java/util/Optional" => cell("Ljava/lang/Object;", "value"),
            "java/util/OptionalInt" => perhaps("I"),
            "java/util/OptionalLong" => perhaps("J"),
            "java/util/OptionalDouble" => perhaps("D"),
            "java/util/concurrent/atomic/AtomicInteger" => cell("I", "value"),
            "java/util/concurrent/atomic/AtomicLong" => cell("J", "value"),
            "java/util/concurrent/atomic/AtomicBoolean" => cell("Z", "value"),
            "java/util/ArrayList$Itr" => cell("Ljava/util/ArrayList;", "this$0"),
            _ => None,
        }
    }
}

impl GraphReader {
    /// What is in an object.
    pub(super) fn wrapped(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        object: Ref,
        wrapper: &Wrapper,
    ) -> Content {
        let mut cell = |ty: &str, slot: u32| self.cell(machine, visited, ty, (object, slot));
        match wrapper {
            Wrapper::Cell(ty, slot) => Content::Holding(cell(ty, *slot)),
            Wrapper::Perhaps(ty, present, slot) => match cell("Z", *present) {
                Value::Bool(true) => Content::Holding(cell(ty, *slot)),
                _ => Content::Holding(Value::Null),
            },
            Wrapper::Lambda(descriptor, result) => {
                let result = result.as_ref().map(|(ty, slot)| cell(ty, *slot));
                Content::Lambda(descriptor.clone(), result)
            }
            Wrapper::Text => match text_of(machine, object) {
                Some(text) => {
                    Content::Holding(self.value(machine, visited, "Ljava/lang/String;", text, None))
                }
                None => Content::Opaque,
            },
        }
    }
}

/// What `toString` gives.
fn text_of(machine: &mut ConcreteMachine, object: Ref) -> Option<u64> {
    let world = &mut machine.core.world;
    let class = machine.core.memory.class_of(object);
    let method = method_of(world, class, "toString", "()Ljava/lang/String;")?;
    let method = world.select(class, method)?;
    match call(machine, method, &[u64::from(object)], MOST_STEPS) {
        Some(Outcome::Returned(Some(text))) if text != 0 => Some(text),
        _ => None,
    }
}
