//! From a class path to a machine ready to run a method.

use crate::classpath::ClassPath;
use crate::describe;
use crate::jdk::Jdk;
use crate::load::Loader;
use crate::platform::{Jvm, Settings};
use crate::runtime::WithRuntime;
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, ClassKind, World};
use margay_machine::{Domain, Event, Limits, Machine, Outcome, Ref};
use thiserror::Error;

/// Why the machine could not be made ready.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// The JDK's own classes cannot be run.
    #[error("the Java runtime does not start: {0}")]
    Boot(String),
}

/// A machine on which the Java runtime has started.
///
/// # Errors
/// When the JDK's classes cannot be loaded or run.
pub fn launch<D: Domain>(
    domain: D,
    class_path: ClassPath,
    jdk: &Jdk,
    limits: Limits,
) -> Result<Machine<D, Jvm<D>>, LaunchError> {
    start(domain, class_path, jdk, limits, D::ACCELERATES)
}

/// The same, with containers of the class library as their own bytecode has them: paths through
/// it are those of other machines.
///
/// # Errors
/// When the JDK's classes cannot be loaded or run.
pub fn launch_plain<D: Domain>(
    domain: D,
    class_path: ClassPath,
    jdk: &Jdk,
    limits: Limits,
) -> Result<Machine<D, Jvm<D>>, LaunchError> {
    start(domain, class_path, jdk, limits, false)
}

fn start<D: Domain>(
    domain: D,
    class_path: ClassPath,
    jdk: &Jdk,
    limits: Limits,
    accelerates: bool,
) -> Result<Machine<D, Jvm<D>>, LaunchError> {
    let loader = Loader::new(Box::new(WithRuntime(class_path)));
    let settings = Settings::of(jdk, accelerates);
    let mut machine = Machine::new(domain, Jvm::new(loader, settings), World::new(), limits);
    boot(&mut machine)?;
    Ok(machine)
}

/// Prints an exception that left `main` as a Java launcher does. Whatever the machine was doing
/// is over then. False if the exception cannot be printed.
pub fn report<D: Domain>(machine: &mut Machine<D, Jvm<D>>, exception: Ref) -> bool {
    run_on(machine, "report", exception).is_some()
}

/// What an exception prints of itself and its causes, if it can. Whatever the machine was doing
/// is over then.
pub fn stack_trace<D: Domain>(machine: &mut Machine<D, Jvm<D>>, exception: Ref) -> Option<String> {
    machine.core.memory.output.err.clear();
    run_on(machine, "trace", exception)?;
    let text = std::mem::take(&mut machine.core.memory.output.err);
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Runs a method of the start-up class on an exception, to its end.
fn run_on<D: Domain>(machine: &mut Machine<D, Jvm<D>>, method: &str, exception: Ref) -> Option<()> {
    let world = &mut machine.core.world;
    let class = world.find_class(crate::intrinsics::STARTUP)?;
    let (name, descriptor) = (world.name(method), world.name("(Ljava/lang/Throwable;)V"));
    let method = world.find_method(SymbolicRef { class, name, descriptor })?;
    machine.start(method, &[D::constant(u64::from(exception))]).ok()?;
    loop {
        match machine.resume() {
            Event::Pause => machine.pause_after(u64::MAX),
            Event::Choice(_) => machine.take(0),
            Event::Done(Outcome::Returned(_)) => return Some(()),
            Event::CallEnded(_) => {}
            Event::Done(_)
            | Event::Undecided(_)
            | Event::Wanted(_)
            | Event::Call(_)
            | Event::Head
            | Event::Joined => {
                return None;
            }
        }
    }
}

/// Steps a static initializer may take.
const MOST_STEPS: u64 = 1 << 30;

/// Why a class is not initialised.
#[derive(Debug, Error)]
pub enum InitializeError {
    /// Its static initializer threw.
    #[error("class {class} cannot be initialised: {exception}")]
    Threw {
        /// The class, with dots.
        class: String,
        /// What it threw.
        exception: String,
    },
    /// Its static initializer does what is not supported.
    #[error("{0}")]
    Unsupported(String),
    /// Its static initializer takes too long, or wants to choose.
    #[error("the static initializer of class {0} does not end as it should")]
    Endless(String),
    /// There is no room for it.
    #[error("the heap is full before class {0} is initialised")]
    Full(String),
}

/// Runs the static initializers of a class, as making an object of it would. Whatever the machine
/// was doing is over then. Where they do not come to an end, nothing has happened: a class that is
/// begun and not ended would be taken for one that is ready.
///
/// # Errors
/// When they do not end as they should.
pub fn initialize<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: ClassId,
) -> Result<(), InitializeError> {
    let has_ended = |error: &InitializeError| matches!(error, InitializeError::Threw { .. });
    machine.attempt(|machine| run_initializers(machine, class), has_ended)
}

fn run_initializers<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: ClassId,
) -> Result<(), InitializeError> {
    let world = &mut machine.core.world;
    if let ClassKind::Array { .. } = world.loaded(class).kind {
        return Ok(());
    }
    let name = describe::class(world, class);
    let (for_name, descriptor) =
        (world.name("forName"), world.name("(Ljava/lang/String;)Ljava/lang/Class;"));
    let owner = world.class_named("java/lang/Class");
    let symbol = SymbolicRef { class: owner, name: for_name, descriptor };
    let method = world.find_method(symbol).expect("the runtime has started");
    let units: Vec<u16> = name.encode_utf16().collect();
    let Ok(text) = machine.platform.new_string(&mut machine.core, &units) else {
        return Err(InitializeError::Full(name));
    };
    let event = match machine.start(method, &[D::constant(u64::from(text))]) {
        Ok(()) => {
            machine.pause_after(MOST_STEPS);
            machine.resume()
        }
        Err(outcome) => Event::Done(*outcome),
    };
    match event {
        Event::Done(Outcome::Returned(_)) => Ok(()),
        Event::Done(Outcome::Threw(exception)) => {
            let exception = describe::exception(machine, exception);
            Err(InitializeError::Threw { class: name, exception })
        }
        Event::Done(Outcome::Refused(refusal)) => {
            let what = describe::refusal(&machine.core.world, &refusal);
            Err(InitializeError::Unsupported(what))
        }
        _ => Err(InitializeError::Endless(name)),
    }
}

fn boot<D: Domain>(machine: &mut Machine<D, Jvm<D>>) -> Result<(), LaunchError> {
    let world = &mut machine.core.world;
    let class = machine
        .platform
        .load_named(world, crate::intrinsics::STARTUP)
        .map_err(|error| LaunchError::Boot(error.to_string()))?;
    let (name, descriptor) = (world.name("boot"), world.name("()V"));
    let method = world
        .find_method(SymbolicRef { class, name, descriptor })
        .ok_or_else(|| LaunchError::Boot("its start-up class is incomplete".to_owned()))?;
    let failed = |outcome: &Outcome<D::Value>| LaunchError::Boot(format!("{outcome:?}"));
    machine.start(method, &[]).map_err(|outcome| failed(&outcome))?;
    match machine.resume() {
        Event::Done(Outcome::Returned(_)) => Ok(()),
        Event::Done(Outcome::Threw(exception)) => {
            Err(LaunchError::Boot(describe::exception(machine, exception)))
        }
        Event::Done(Outcome::Refused(refusal)) => {
            Err(LaunchError::Boot(describe::refusal(&machine.core.world, &refusal)))
        }
        other => Err(LaunchError::Boot(format!("{other:?}"))),
    }
}
