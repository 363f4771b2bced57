//! What is called: the method between its pre- and postcondition, or the program's `main`. The same is
//! made up in both machines, so that a counterexample is run with its conditions.

use super::{CheckOptions, Property};
use crate::error::{Error, SelectError};
use crate::generate::assume::with_receiver;
use crate::generate::points::{find_method, method_name};
use crate::generate::{Generator, TestedMethod, method_signature};
use crate::methods::MAIN_DESCRIPTOR;
use crate::program::{Program, method_of};
use margay_ir::MethodId;
use margay_jvm::annotations::{TestMethod, test_methods};
use margay_jvm::inputs::signature::{self, Parameter};
use margay_machine::Domain;
use margay_search::generate::case::{self, Condition, MethodName, MethodSignature};
use margay_search::generate::paths::AssumedArguments;

/// What is checked.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The method.
    pub name: MethodName,
    pub(super) signature: MethodSignature,
    /// Whether the program starts with it, without arguments.
    pub(super) is_main: bool,
    /// What it says of its parameters, if it is a test for all values of these.
    pub(super) test: Option<TestMethod>,
}

impl Subject {
    pub(super) fn of(generator: &Generator, tested: TestedMethod, is_main: bool) -> Subject {
        let program = &generator.replayer.program;
        let parameters = signature::parameters(&program.machine, tested.method);
        let declared = method_name(program.world(), tested.method);
        let class = margay_jvm::describe::class(program.world(), tested.class);
        Subject {
            name: MethodName { class, ..declared },
            signature: method_signature(program, tested.method, &parameters),
            is_main,
            test: test_of(generator, tested),
        }
    }

    /// Whether it is what a JVM starts.
    pub(super) fn is_launched(&self) -> bool {
        let MethodName { name, descriptor, .. } = &self.name;
        self.signature.is_static && name == "main" && descriptor == MAIN_DESCRIPTOR
    }

    /// What must hold of it: of a test, that it passes.
    pub(super) fn properties(&self, options: &CheckOptions) -> Vec<Property> {
        if self.test.is_none() {
            return options.properties.clone();
        }
        let returns = self.name.descriptor.ends_with(")Z").then_some(Property::IsTrue);
        [Property::NoExceptions(Vec::new())].into_iter().chain(returns).collect()
    }
}

/// What a test says of its parameters.
fn test_of(generator: &Generator, tested: TestedMethod) -> Option<TestMethod> {
    let program = &generator.replayer.program;
    let declared = method_name(program.world(), tested.method);
    let class = program.world().method(tested.method).class;
    let file = program.machine.platform.loader.class_file(class)?;
    let is_it =
        |test: &TestMethod| test.name == declared.name && test.descriptor == declared.descriptor;
    test_methods(file).into_iter().find(is_it)
}

/// All tests of the program.
pub(super) fn tests(generator: &mut Generator) -> Vec<TestedMethod> {
    let program = &mut generator.replayer.program;
    let mut found = Vec::new();
    for name in program.tested.clone() {
        let Ok(class) = program.load(&name) else { continue };
        let file = program.machine.platform.loader.class_file(class);
        for test in file.map(test_methods).unwrap_or_default() {
            let world = &mut program.machine.core.world;
            let method = method_of(world, class, &test.name, &test.descriptor);
            found.extend(method.map(|method| TestedMethod { class, method }));
        }
    }
    found
}

/// What is called in the two machines.
pub(super) struct Entry {
    /// The method in the machine that replays, and in the one that searches.
    pub method: MethodId,
    pub symbolic: MethodId,
    /// What is called instead of it.
    pub called: MethodId,
    pub called_symbolic: MethodId,
    /// What is called to look at a counterexample line by line, if that is recorded.
    pub called_watched: Option<MethodId>,
    /// Whether something runs before the method whose exceptions do not count.
    pub has_precondition: bool,
    /// What it is given.
    pub parameters: Vec<Parameter>,
    /// Names and descriptors, the receiver first.
    pub names: Vec<(String, String)>,
    /// What is assumed of that.
    pub assumed: Vec<AssumedArguments>,
}

/// What must hold before and afterwards.
#[derive(Clone, Copy, Default)]
struct Contract {
    requires: Option<MethodId>,
    ensures: Option<MethodId>,
    is_true: bool,
}

impl Contract {
    fn of(
        generator: &mut Generator,
        subject: &Subject,
        options: &CheckOptions,
        method: MethodId,
        symbolic: MethodId,
    ) -> Result<Contract, Error> {
        let requires = options.search.inputs.requires.clone();
        let requires = requires.or_else(|| generator.invariant(method, symbolic));
        Ok(Contract {
            requires: condition(generator, requires.as_deref(), method)?,
            ensures: condition(generator, options.ensures.as_deref(), method)?,
            is_true: subject.properties(options).contains(&Property::IsTrue),
        })
    }
}

/// What a test of a violation calls before and after the method.
pub(super) fn contract(
    generator: &mut Generator,
    subject: &Subject,
    options: &CheckOptions,
) -> Result<case::Contract, Error> {
    let found = find_method(&mut generator.replayer.program.machine, &subject.name);
    let Some(method) = found.filter(|_| !subject.is_main && subject.name.name != "<init>") else {
        return Ok(case::Contract::default());
    };
    let symbolic = generator.symbolic_method(method)?;
    let contract = Contract::of(generator, subject, options, method, symbolic)?;
    let world = generator.replayer.program.world();
    let named = |id: MethodId| {
        let declared = world.method(id);
        let (is_static, accessible) = (declared.is_static(), !declared.is_private());
        Condition { method: method_name(world, id), is_static, accessible }
    };
    Ok(case::Contract {
        requires: contract.requires.map(named),
        ensures: contract.ensures.map(named),
    })
}

impl Entry {
    pub fn new(
        generator: &mut Generator,
        subject: &Subject,
        options: &CheckOptions,
    ) -> Result<Entry, Error> {
        let lost = || Error::Unsupported("a method is in one machine only".to_owned());
        let found = find_method(&mut generator.replayer.program.machine, &subject.name);
        let method = found.ok_or_else(lost)?;
        let symbolic = generator.symbolic_method(method)?;
        if subject.is_main {
            return Ok(Entry {
                method,
                symbolic,
                called: starting(&mut generator.replayer.program, method)?,
                called_symbolic: starting(&mut generator.symbolic, symbolic)?,
                called_watched: watched(generator, method, None)?,
                has_precondition: false,
                parameters: Vec::new(),
                names: Vec::new(),
                assumed: Vec::new(),
            });
        }
        let contract = Contract::of(generator, subject, options, method, symbolic)?;
        let mut there = contract;
        for found in [&mut there.requires, &mut there.ensures].into_iter().flatten() {
            *found = generator.symbolic_method(*found)?;
        }
        let called = wrap(&mut generator.replayer.program, contract, method)?;
        let wrapped = wrap(&mut generator.symbolic, there, symbolic)?;
        let called_watched = watched(generator, method, Some(contract))?;
        let declared = generator.symbolic.world().method(symbolic);
        let is_made = options.search.inputs.max_calls.is_some()
            && !declared.is_static()
            && subject.name.name != "<init>";
        let called_symbolic = match is_made {
            true => generator.on_made_receiver(wrapped)?,
            false => wrapped,
        };
        let machine = &generator.replayer.program.machine;
        let parameters = signature::parameters(machine, method);
        let is_static = machine.core.world.method(method).is_static();
        let names = with_receiver(&subject.name.class, is_static, &parameters);
        let (assumed, _) = generator.assumed(&names)?;
        Ok(Entry {
            method,
            symbolic,
            called,
            called_symbolic,
            called_watched,
            has_precondition: contract.requires.is_some(),
            parameters,
            names,
            assumed,
        })
    }
}

/// A condition by its name, which may leave out the class of the method.
fn condition(
    generator: &mut Generator,
    name: Option<&str>,
    method: MethodId,
) -> Result<Option<MethodId>, Error> {
    let Some(name) = name else { return Ok(None) };
    let program = &mut generator.replayer.program;
    let class = program.world().method(method).class;
    let old = program.class.replace(class);
    let found = program.method(name);
    program.class = old;
    found.map(|(_, found)| Some(found))
}

/// What is called in the machine that looks at cases line by line: the method with its contract, or the
/// program's `main`.
fn watched(
    generator: &mut Generator,
    method: MethodId,
    contract: Option<Contract>,
) -> Result<Option<MethodId>, Error> {
    let Generator { replayer, watcher, .. } = generator;
    let Some(watcher) = watcher else { return Ok(None) };
    let (world, program) = (replayer.program.world(), watcher.program());
    let mut there = |id| find_method(&mut program.machine, &method_name(world, id));
    let Some(method) = there(method) else { return Ok(None) };
    let contract = contract.map(|contract| Contract {
        requires: contract.requires.and_then(&mut there),
        ensures: contract.ensures.and_then(&mut there),
        ..contract
    });
    let called = match contract {
        Some(contract) => wrap(program, contract, method)?,
        None => starting(program, method)?,
    };
    Ok(Some(called))
}

fn starting<D: Domain>(program: &mut Program<D>, main: MethodId) -> Result<MethodId, Error> {
    let (core, loader) = (&mut program.machine.core, &mut program.machine.platform.loader);
    Ok(loader.starting(&mut core.world, main)?)
}

fn wrap<D: Domain>(
    program: &mut Program<D>,
    contract: Contract,
    method: MethodId,
) -> Result<MethodId, Error> {
    let (core, loader) = (&mut program.machine.core, &mut program.machine.platform.loader);
    let wrong = |error: margay_jvm::entry::EntryError| -> Error {
        SelectError::NotAPrecondition { reason: error.to_string() }.into()
    };
    let Contract { requires, ensures, is_true } = contract;
    let mut called = method;
    if let Some(requires) = requires {
        called = loader.with_precondition(&mut core.world, requires, called).map_err(wrong)?;
    }
    if is_true {
        called = loader.with_postcondition(&mut core.world, None, called).map_err(wrong)?;
    }
    if let Some(ensures) = ensures {
        called =
            loader.with_postcondition(&mut core.world, Some(ensures), called).map_err(wrong)?;
    }
    Ok(called)
}
