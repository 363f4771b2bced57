//! From the options to a machine with the target's main class loaded.

use crate::cli::TargetArgs;
use crate::error::CliError;
use margay_ir::ClassId;
use margay_jvm::compile::Cache;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::{launch, launch_plain};
use margay_jvm::platform::Jvm;
use margay_jvm::runtime::API_SOURCES;
use margay_jvm::target::{Target, TargetOptions};
use margay_machine::{Concrete, Domain, Limits, Machine};

/// A machine that runs Java.
pub type JavaMachine<D> = Machine<D, Jvm<D>>;

/// The machine of most commands.
pub type ConcreteMachine = JavaMachine<Concrete>;

/// A program ready to run.
pub struct Program<D: Domain = Concrete> {
    /// Where it runs.
    pub machine: JavaMachine<D>,
    /// The class the target is about, if that is clear.
    pub class: Option<ClassId>,
    /// The JDK in use.
    pub jdk: Jdk,
}

/// Opens the target; its main class is the one that was asked for.
pub fn open_target(args: &TargetArgs) -> Result<(Target, Jdk), CliError> {
    let jdk = Jdk::discover(args.jdk.as_deref())?;
    let cache = Cache::of_user();
    let options = TargetOptions { jdk: &jdk, api: API_SOURCES, cache: &cache };
    let mut target =
        Target::open(std::slice::from_ref(&args.target), &args.class_path(), &options)?;
    if let Some(name) = &args.class {
        target.main_class = Some(target.resolve(name)?);
    }
    Ok((target, jdk))
}

impl Program {
    /// Opens the target and starts the Java runtime.
    pub fn open(args: &TargetArgs, limits: Limits) -> Result<Program, CliError> {
        let (target, jdk) = open_target(args)?;
        Program::launch(target, jdk, limits)
    }

    /// The class the target is about.
    pub fn main_class(&self) -> Result<ClassId, CliError> {
        self.class.ok_or_else(|| {
            CliError::usage(
                "the target holds several classes, or none, with a main method",
                "name one with --class",
            )
        })
    }
}

impl<D: Domain + Default> Program<D> {
    /// Starts the Java runtime and loads the target's main class.
    pub fn launch(target: Target, jdk: Jdk, limits: Limits) -> Result<Self, CliError> {
        let machine = launch(D::default(), target.class_path, &jdk, limits)?;
        Program::new(machine, target.main_class, jdk)
    }

    /// The same, without shortcuts through the class library.
    pub fn launch_plain(target: Target, jdk: Jdk, limits: Limits) -> Result<Self, CliError> {
        let machine = launch_plain(D::default(), target.class_path, &jdk, limits)?;
        Program::new(machine, target.main_class, jdk)
    }

    fn new(machine: JavaMachine<D>, main: Option<String>, jdk: Jdk) -> Result<Self, CliError> {
        let mut program = Program { machine, class: None, jdk };
        if let Some(name) = main {
            program.class = Some(program.load(&name)?);
        }
        Ok(program)
    }

    /// Loads a class by its internal name.
    pub fn load(&mut self, name: &str) -> Result<ClassId, CliError> {
        let core = &mut self.machine.core;
        let class = self.machine.platform.load_named(&mut core.world, name)?;
        Ok(class)
    }
}
