//! Implementations of interfaces that an input makes up, and objects of the class library that are made of one value: what is in
//! them, as a user of them sees it.

use super::layout::slot_named;
use super::reader::{GraphReader, Visited};
use crate::program::{ConcreteMachine, JavaMachine, call, load, method_of};
use margay_ir::{ClassId, Field, MethodId, World};
use margay_jvm::expressions::{Expression, Held, VALUES};
use margay_jvm::stub::{Stub, StubbedMethod, THROWABLE};
use margay_machine::{Domain, Outcome, Ref};
use margay_search::structure::{Content, StubMethod, Value};

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
    /// An expression says it.
    Held(&'static Expression),
    /// It is what methods return and throw.
    Stub(Vec<StubCell>),
}

/// A method that was made up.
#[derive(Clone)]
pub(crate) struct StubCell {
    name: String,
    descriptor: String,
    /// The type and the cell of what it returns, if it returns anything.
    pub returns: Option<(String, u32)>,
    /// The cell of what it throws.
    pub throws: u32,
}

impl Wrapper {
    /// How what is in objects of a class is found, if they are such objects.
    pub fn of(world: &World, class: ClassId) -> Option<Wrapper> {
        if let Some(stub) = Stub::of(world, class) {
            let methods = stub.methods.iter().map(|StubbedMethod { method, result, thrown }| {
                let method = world.method(*method);
                let [name, descriptor] =
                    [method.name, method.descriptor].map(|name| world.text(name).to_owned());
                let result = result.map(|field| world.field(field));
                let ty = |field: &Field| world.text(field.descriptor).to_owned();
                let returns = result.map(|field| (ty(field), field.slot));
                StubCell { name, descriptor, returns, throws: world.field(*thrown).slot }
            });
            return Some(Wrapper::Stub(methods.collect()));
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
            name => Expression::of(name).map(Wrapper::Held),
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
            Wrapper::Stub(methods) => {
                let method = |stubbed: &StubCell| {
                    let throws = Some(cell(THROWABLE, stubbed.throws));
                    let throws = throws.filter(|thrown| *thrown != Value::Null);
                    let result = stubbed.returns.as_ref().filter(|_| throws.is_none());
                    StubMethod {
                        name: stubbed.name.clone(),
                        descriptor: stubbed.descriptor.clone(),
                        returns: result.map(|(ty, slot)| cell(ty, *slot)),
                        throws,
                    }
                };
                Content::Stub(methods.iter().map(method).collect())
            }
            Wrapper::Text => {
                let ty = "Ljava/lang/String;";
                let text = result_of(machine, object, "toString", ty);
                self.shown(machine, visited, ty, text)
            }
            Wrapper::Held(expression) => {
                let found = held(machine, expression, object);
                self.shown(machine, visited, expression.held_type(), found)
            }
        }
    }

    /// A value, if there is one.
    fn shown(
        &mut self,
        machine: &mut ConcreteMachine,
        visited: &mut Visited,
        ty: &str,
        found: Option<u64>,
    ) -> Content {
        match found {
            Some(bits) => Content::Holding(self.value(machine, visited, ty, bits, None)),
            None => Content::Opaque,
        }
    }
}

/// What an object is known by.
pub(super) fn held<D: Domain>(
    machine: &mut JavaMachine<D>,
    expression: &Expression,
    object: Ref,
) -> Option<u64> {
    match expression.held {
        Held::Nothing => Some(0),
        Held::Method(method, ty) => result_of(machine, object, method, ty),
        Held::Text => text_of(machine, object),
        Held::Field(name, _) => field_of(machine, object, name),
        Held::Seed => seed_of(machine, object),
    }
}

/// What a method of an object gives, which is not null.
fn result_of<D: Domain>(
    machine: &mut JavaMachine<D>,
    object: Ref,
    name: &str,
    ty: &str,
) -> Option<u64> {
    let world = &mut machine.core.world;
    let class = machine.core.memory.class_of(object);
    let method = method_of(world, class, name, &format!("(){ty}"))?;
    let method = world.select(class, method)?;
    returned(machine, method, object).filter(|bits| *bits != 0 || ty.len() == 1)
}

/// The text that Margay's own code gives.
fn text_of<D: Domain>(machine: &mut JavaMachine<D>, object: Ref) -> Option<u64> {
    let class = machine.core.memory.class_of(object);
    let name = machine.core.world.class_name(class).to_owned();
    let values = load(machine, VALUES).ok()?;
    let descriptor = format!("(L{name};)Ljava/lang/String;");
    let method = method_of(&mut machine.core.world, values, "text", &descriptor)?;
    returned(machine, method, object).filter(|text| *text != 0)
}

fn returned<D: Domain>(machine: &mut JavaMachine<D>, method: MethodId, object: Ref) -> Option<u64> {
    match call(machine, method, &[D::constant(u64::from(object))], MOST_STEPS) {
        Some(Outcome::Returned(value)) => machine.core.domain.bits(value?),
        _ => None,
    }
}

/// What a field holds that the class of an object or one of its superclasses declares.
fn field_of<D: Domain>(machine: &JavaMachine<D>, object: Ref, name: &str) -> Option<u64> {
    let (world, memory) = (&machine.core.world, &machine.core.memory);
    let class = Some(memory.class_of(object));
    let mut lineage = std::iter::successors(class, |class| world.loaded(*class).superclass);
    let slot = lineage.find_map(|class| slot_named(world, class, name))?;
    machine.core.domain.bits(memory.get(object, slot))
}

/// What `new Random(seed)` was given, if it was not asked for a number since.
fn seed_of<D: Domain>(machine: &JavaMachine<D>, object: Ref) -> Option<u64> {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    let number = field_of(machine, object, "seed").filter(|number| *number != 0)?;
    field_of(machine, number as Ref, "value").map(|scrambled| scrambled ^ MULTIPLIER)
}
