//! From a target to a machine with its main class loaded.

use crate::error::{Error, SelectError};
use margay_ir::ClassId;
use margay_jvm::compile::Cache;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::{launch, launch_plain};
use margay_jvm::platform::Jvm;
use margay_jvm::runtime::API_SOURCES;
use margay_jvm::target::{Target as ClassTarget, TargetOptions};
use margay_machine::{Concrete, Domain, Limits, Machine};
use std::path::PathBuf;

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

/// What to work on.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// A .java or .class file, a folder, a jar, or the name of a class.
    pub path: PathBuf,
    /// Where else classes are: folders and jars.
    pub class_path: Vec<PathBuf>,
    /// The class meant, where the target holds several.
    pub class: Option<String>,
    /// The JDK whose classes are used; else the one that is found.
    pub jdk: Option<PathBuf>,
}

impl Target {
    /// The target at a path.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Target {
        Target { path: path.into(), ..Target::default() }
    }

    /// Finds its classes; the main class is the one that was asked for.
    ///
    /// # Errors
    /// When there is no JDK, or no such class.
    pub fn open(&self) -> Result<(ClassTarget, Jdk), Error> {
        let jdk = Jdk::discover(self.jdk.as_deref())?;
        let cache = Cache::of_user();
        let options = TargetOptions { jdk: &jdk, api: API_SOURCES, cache: &cache };
        let path = std::slice::from_ref(&self.path);
        let mut target = ClassTarget::open(path, &self.class_path, &options)?;
        if let Some(name) = &self.class {
            target.main_class = Some(target.resolve(name)?);
        }
        Ok((target, jdk))
    }
}

impl Program {
    /// Opens the target and starts the Java runtime.
    ///
    /// # Errors
    /// When there is no such target, or the Java runtime does not start.
    pub fn open(target: &Target, limits: Limits) -> Result<Program, Error> {
        let (target, jdk) = target.open()?;
        Program::launch(target, jdk, limits)
    }

    /// The class the target is about.
    ///
    /// # Errors
    /// When it is not clear which.
    pub fn main_class(&self) -> Result<ClassId, SelectError> {
        self.class.ok_or(SelectError::NoMainClass)
    }
}

impl<D: Domain + Default> Program<D> {
    /// Starts the Java runtime and loads the target's main class.
    ///
    /// # Errors
    /// When it does not start, or the class does not load.
    pub fn launch(target: ClassTarget, jdk: Jdk, limits: Limits) -> Result<Self, Error> {
        let machine = launch(D::default(), target.class_path, &jdk, limits)?;
        Program::new(machine, target.main_class, jdk)
    }

    /// The same, without shortcuts through the class library.
    ///
    /// # Errors
    /// When it does not start, or the class does not load.
    pub fn launch_plain(target: ClassTarget, jdk: Jdk, limits: Limits) -> Result<Self, Error> {
        let machine = launch_plain(D::default(), target.class_path, &jdk, limits)?;
        Program::new(machine, target.main_class, jdk)
    }

    fn new(machine: JavaMachine<D>, main: Option<String>, jdk: Jdk) -> Result<Self, Error> {
        let mut program = Program { machine, class: None, jdk };
        if let Some(name) = main {
            program.class = Some(program.load(&name)?);
        }
        Ok(program)
    }

    /// Loads a class by its internal name.
    ///
    /// # Errors
    /// When there is no such class, or it is malformed.
    pub fn load(&mut self, name: &str) -> Result<ClassId, Error> {
        let core = &mut self.machine.core;
        let class = self.machine.platform.load_named(&mut core.world, name)?;
        core.memory.grow_statics(core.world.static_cells());
        Ok(class)
    }
}
