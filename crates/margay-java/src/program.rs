//! A program in a machine: its classes are loaded by name, its methods found and called.

use crate::budget::QuestionBudget;
use crate::error::{Error, SelectError};
use crate::session::Session;
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, Function, MethodId, World, print};
use margay_jvm::load::LoadError;
use margay_jvm::platform::Jvm;
use margay_machine::{Concrete, Domain, Event, Machine, Memory, Outcome, Ref};
use rustc_hash::FxHashMap;

/// A machine that runs Java.
pub type JavaMachine<D> = Machine<D, Jvm<D>>;

/// The machine of most searches.
pub type ConcreteMachine = JavaMachine<Concrete>;

/// A program in a machine.
pub struct Program<D: Domain = Concrete> {
    /// Where it runs.
    pub machine: JavaMachine<D>,
    /// The class it is about, if that is clear.
    pub class: Option<ClassId>,
    /// Internal names of all its classes.
    pub classes: Vec<String>,
    /// Of these, the classes of the target itself, not only on its class path.
    pub(crate) tested: Vec<String>,
    /// Whether the class was named.
    pub(crate) is_class_named: bool,
    /// The version of the JDK.
    pub(crate) jdk_version: u16,
}

impl<D: Domain> Program<D> {
    pub(crate) fn new(machine: JavaMachine<D>, session: &Session) -> Result<Self, Error> {
        let mut program = Program {
            machine,
            class: None,
            classes: session.classes().to_vec(),
            tested: session.tested_classes().to_vec(),
            is_class_named: session.is_class_named(),
            jdk_version: session.jdk().version,
        };
        if let Some(name) = session.main_class() {
            program.class = Some(program.load(name)?);
        }
        Ok(program)
    }

    /// The class it is about.
    ///
    /// # Errors
    /// When it is not clear which.
    pub fn main_class(&self) -> Result<ClassId, SelectError> {
        self.class.ok_or(SelectError::NoMainClass)
    }

    /// Classes, fields and methods.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.machine.core.world
    }

    /// Everything that running it can change.
    #[must_use]
    pub fn memory(&self) -> &Memory<D> {
        &self.machine.core.memory
    }

    /// Everything that running it can change.
    pub fn memory_mut(&mut self) -> &mut Memory<D> {
        &mut self.machine.core.memory
    }

    /// A method in the text form of the intermediate representation.
    ///
    /// # Errors
    /// When it has no code, or code that cannot be lowered.
    pub fn ir(&mut self, method: MethodId) -> Result<String, Error> {
        self.has_code(method)?;
        let function = self.lowered(method)?;
        Ok(print::display(&function, self.world()).to_string())
    }

    /// A class with all that it declares, in the text form of the intermediate representation.
    ///
    /// # Errors
    /// When a method has code that cannot be lowered.
    pub fn class_ir(&mut self, class: ClassId) -> Result<String, Error> {
        let mut functions: FxHashMap<MethodId, Function> = FxHashMap::default();
        for method in self.world().loaded(class).methods.clone() {
            if self.has_code(method).is_ok() {
                functions.insert(method, self.lowered(method)?);
            }
        }
        let code = |method| functions.get(&method);
        Ok(print::class(self.world(), class, &code).to_string())
    }

    fn lowered(&mut self, method: MethodId) -> Result<Function, Error> {
        let world = &mut self.machine.core.world;
        let body = self.machine.platform.loader.body(world, method);
        body.map_err(|error| Error::Unsupported(error.to_string()))
    }

    /// Whether a method has code.
    pub(crate) fn has_code(&self, method: MethodId) -> Result<(), SelectError> {
        let declared = self.world().method(method);
        let what = match (declared.is_abstract(), declared.is_native()) {
            (true, _) => "abstract",
            (_, true) => "native",
            _ => return Ok(()),
        };
        Err(SelectError::NoCode { method: self.world().method_text(method), what })
    }

    /// Loads a class by its internal name.
    ///
    /// # Errors
    /// When there is no such class, or it is malformed.
    pub fn load(&mut self, name: &str) -> Result<ClassId, LoadError> {
        load(&mut self.machine, name)
    }
}

/// Loads a class by its internal name.
///
/// # Errors
/// When there is no such class, or it is malformed.
pub fn load<D: Domain>(machine: &mut JavaMachine<D>, name: &str) -> Result<ClassId, LoadError> {
    machine.platform.load_named(&mut machine.core.world, name)
}

/// The method of a class, or an inherited one, by name and descriptor.
pub(crate) fn method_of(
    world: &mut World,
    class: ClassId,
    name: &str,
    descriptor: &str,
) -> Option<MethodId> {
    let (name, descriptor) = (world.name(name), world.name(descriptor));
    world.find_method(SymbolicRef { class, name, descriptor })
}

/// Runs a method to its end; none if it does not end within so many steps, or stops to ask.
pub(crate) fn call<D: Domain>(
    machine: &mut JavaMachine<D>,
    method: MethodId,
    arguments: &[D::Value],
    max_steps: u64,
) -> Option<Outcome<D::Value>> {
    call_within(machine, method, arguments, max_steps, &QuestionBudget::default())
}

/// Steps between two looks at a budget: some milliseconds.
const SLICE: u64 = 1 << 20;

/// The same; none too if the budget is spent before.
pub(crate) fn call_within<D: Domain>(
    machine: &mut JavaMachine<D>,
    method: MethodId,
    arguments: &[D::Value],
    max_steps: u64,
    budget: &QuestionBudget,
) -> Option<Outcome<D::Value>> {
    if let Err(outcome) = machine.start(method, arguments) {
        return Some(*outcome);
    }
    let mut left = max_steps;
    while left > 0 && budget.spent().is_none() {
        let slice = left.min(SLICE);
        machine.pause_after(slice);
        match machine.resume() {
            Event::Done(outcome) => return Some(outcome),
            Event::Pause => left -= slice,
            _ => return None,
        }
    }
    None
}

/// The method that runs: where one without code is tested, that of the receiver's class.
pub(crate) fn selected(machine: &ConcreteMachine, method: MethodId, arguments: &[u64]) -> MethodId {
    let core = &machine.core;
    let receiver = arguments.first().filter(|_| core.world.method(method).is_abstract());
    let class = receiver.map(|receiver| core.memory.class_of(*receiver as Ref));
    class.and_then(|class| core.world.select(class, method)).unwrap_or(method)
}
