//! From a class path to a machine ready to run a method.

use crate::classpath::ClassPath;
use crate::jdk::Jdk;
use crate::load::Loader;
use crate::platform::{Jvm, Settings};
use crate::runtime::WithRuntime;
use margay_ir::World;
use margay_ir::world::SymbolicRef;
use margay_machine::{Domain, Event, Limits, Machine, Outcome};
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
    let loader = Loader::new(Box::new(WithRuntime(class_path)));
    let settings = Settings { feature: u32::from(jdk.version), version: jdk.full_version.clone() };
    let mut machine = Machine::new(domain, Jvm::new(loader, settings), World::new(), limits);
    boot(&mut machine)?;
    Ok(machine)
}

fn boot<D: Domain>(machine: &mut Machine<D, Jvm<D>>) -> Result<(), LaunchError> {
    let world = &mut machine.core.world;
    let class = machine
        .platform
        .load_named(world, crate::intrinsics::STARTUP)
        .map_err(|error| LaunchError::Boot(error.to_string()))?;
    machine.core.memory.grow_statics(world.static_cells());
    let (name, descriptor) = (world.name("boot"), world.name("()V"));
    let method = world
        .find_method(SymbolicRef { class, name, descriptor })
        .ok_or_else(|| LaunchError::Boot("its start-up class is incomplete".to_owned()))?;
    let failed = |outcome: &Outcome<D::Value>| LaunchError::Boot(format!("{outcome:?}"));
    machine.start(method, &[]).map_err(|outcome| failed(&outcome))?;
    match machine.resume() {
        Event::Done(Outcome::Returned(_)) => Ok(()),
        Event::Done(Outcome::Threw(exception)) => {
            Err(LaunchError::Boot(crate::describe::exception(machine, exception)))
        }
        Event::Done(Outcome::Refused(refusal)) => {
            Err(LaunchError::Boot(crate::describe::refusal(&machine.core.world, &refusal)))
        }
        other => Err(LaunchError::Boot(format!("{other:?}"))),
    }
}
