//! A Java program, opened: its classes, its JDK, and what can be done with it.

use crate::check::{CheckOptions, Checker};
use crate::enumerate::{EnumerateOptions, Enumeration};
use crate::error::Error;
use crate::generate::{GenerateOptions, Generator};
use crate::jit::{self, Jit};
use crate::program::{JavaMachine, Program};
use crate::repair::{RepairOptions, Repairer};
use crate::run::{Run, RunOptions};
use margay_jvm::classpath::ClassPath;
use margay_jvm::compile::Cache;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::{launch, launch_plain};
use margay_jvm::platform::StandardInput;
use margay_jvm::runtime::{API_SOURCES, api_classes};
use margay_jvm::target::{Target as ClassTarget, TargetOptions};
use margay_machine::{Concrete, Domain, Limits};
use margay_report::document::{JdkUsed, Run as DocumentedRun, RunCommand, RunTarget, paths};
use std::path::{Path, PathBuf};

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
    /// Whether `assert` statements of the program are executed, as with `java -ea`.
    pub assertions: bool,
    /// Further sources that are compiled together with it.
    pub sources: Vec<PathBuf>,
    /// Whether what a `java.util.Random` gives may be any value, rather than what its seed says.
    pub any_random: bool,
    /// How much the program can read from standard input; else nothing, and it must not ask.
    pub input: Option<StandardInput>,
    /// Whether hot methods are compiled.
    pub jit: Jit,
}

impl Target {
    /// The target at a path.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Target {
        Target { path: path.into(), ..Target::default() }
    }

    /// What a run whose documents are in `folder` was run on, all classes of it.
    #[must_use]
    pub fn of_run(run: &DocumentedRun, folder: &Path) -> Target {
        let home = run.jdk.home.as_ref().map(|home| folder.join(home));
        Target {
            path: run.target_from(folder),
            class_path: run.class_path_from(folder),
            // One that is gone is no reason not to use another.
            jdk: home.filter(|home| home.is_dir()),
            ..Target::default()
        }
    }
}

/// A Java program, opened.
///
/// What is done with it runs in machines of its own: [`launch`](Session::launch) makes one, and so
/// does each of the other methods.
#[derive(Debug)]
pub struct Session {
    given: Target,
    target: ClassTarget,
    jdk: Jdk,
    limits: Limits,
    /// Internal names of all classes of the target and its class path, but for those of Margay's API.
    classes: Vec<String>,
    /// Of these, the target's own.
    tested: Vec<String>,
}

impl Session {
    /// Finds the classes of a target; sources are compiled.
    ///
    /// # Errors
    /// When there is no JDK, no such class, or the sources do not compile.
    pub fn open(target: &Target, limits: Limits) -> Result<Session, Error> {
        let jdk = Jdk::discover(target.jdk.as_deref())?;
        let cache = Cache::of_user();
        let options = TargetOptions { jdk: &jdk, api: API_SOURCES, cache: &cache };
        let paths: Vec<PathBuf> =
            [&target.path].into_iter().chain(&target.sources).cloned().collect();
        let opened =
            ClassTarget::open(&paths, target.class.as_deref(), &target.class_path, &options)?;
        // The API is compiled with sources that use it; it is no part of the program.
        let without_api = |mut classes: Vec<String>| {
            classes.retain(|class| api_classes().iter().all(|(name, _)| name != class));
            classes
        };
        let classes = without_api(opened.class_path.classes()?);
        let tested = without_api(opened.own_classes(&jdk)?);
        Ok(Session { given: target.clone(), target: opened, jdk, limits, classes, tested })
    }

    /// The JDK in use.
    #[must_use]
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// How much room programs have.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Internal names of all classes of the target and its class path, but for those of Margay's API.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Of these, the classes of the target itself: those that are meant where nobody says which.
    #[must_use]
    pub fn tested_classes(&self) -> &[String] {
        &self.tested
    }

    /// The internal name of the class that the target is about, if that is clear.
    #[must_use]
    pub fn main_class(&self) -> Option<&str> {
        self.target.main_class.as_deref()
    }

    /// Internal names of the classes that are the program's own, sorted.
    pub(crate) fn own_classes(&self) -> Vec<String> {
        let mut own = self.classes().to_vec();
        own.extend(self.main_class().map(str::to_owned));
        own.sort_unstable();
        own.dedup();
        own
    }

    /// Whether that class was named.
    pub(crate) fn is_class_named(&self) -> bool {
        self.given.class.is_some() || !ClassTarget::is_path(&self.given.path)
    }

    /// What documents say of a run on this program; `class` is the one it is about, with dots.
    #[must_use]
    pub fn describe(&self, command: RunCommand, class: Option<String>) -> DocumentedRun {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let Target { path, class_path, jdk, .. } = &self.given;
        let path = self.target.source.as_ref().unwrap_or(path);
        let target = if ClassTarget::is_path(path) { RunTarget::Path } else { RunTarget::Name };
        let version = self.jdk.full_version.clone();
        let jdk = JdkUsed { version, home: jdk.as_ref().map(text) };
        DocumentedRun {
            class_path: class_path.iter().map(text).collect(),
            sources: paths::source_root(path, class.as_deref()).iter().map(text).collect(),
            class,
            ..DocumentedRun::new(command, target(text(path)), jdk)
        }
    }

    /// Folders and jars on the class path; where sources were given, what they compile to.
    #[must_use]
    pub fn class_path_entries(&self) -> Vec<PathBuf> {
        self.target.entries()
    }

    /// All classes within reach, to be read once more.
    ///
    /// # Errors
    /// When something has changed in between.
    pub fn class_path(&self) -> Result<ClassPath, Error> {
        Ok(self.target.again(&self.jdk)?.class_path)
    }

    /// The program in a machine: the Java runtime has started and the main class is loaded.
    ///
    /// # Errors
    /// When the runtime does not start, or the class does not load.
    pub fn launch<D: Domain + Default>(&self) -> Result<Program<D>, Error> {
        self.launch_in(D::default())
    }

    /// The same in a domain that is not made by default.
    pub(crate) fn launch_in<D: Domain>(&self, domain: D) -> Result<Program<D>, Error> {
        self.given_to(launch(domain, self.class_path()?, &self.jdk, self.limits)?)
    }

    /// The same without shortcuts through the class library.
    pub(crate) fn launch_plain(&self) -> Result<Program, Error> {
        self.given_to(launch_plain(Concrete, self.class_path()?, &self.jdk, self.limits)?)
    }

    /// A machine that has started becomes one of this program.
    fn given_to<D: Domain>(&self, mut machine: JavaMachine<D>) -> Result<Program<D>, Error> {
        machine.platform.settings.assertions = self.given.assertions;
        machine.platform.settings.any_random = self.given.any_random;
        machine.platform.settings.input = self.given.input;
        jit::install(self.given.jit, &mut machine);
        Program::new(machine, self)
    }

    /// A program or method to be run, once or in every way its choices can go.
    ///
    /// # Errors
    /// When there is no such method, or its arguments do not fit.
    pub fn run(&self, options: &RunOptions) -> Result<Run, Error> {
        Run::new(self.launch()?, options)
    }

    /// Every structure within bounds that a predicate accepts.
    ///
    /// # Errors
    /// When there is no such class or predicate, or the bounds make no sense.
    pub fn enumerate(&self, options: EnumerateOptions) -> Result<Enumeration<'_>, Error> {
        Enumeration::new(self, options)
    }

    /// Test cases for the paths of methods.
    ///
    /// # Errors
    /// When the class that is meant does not load.
    pub fn generate(&self, options: GenerateOptions) -> Result<Generator, Error> {
        Generator::new(self, options)
    }

    /// Verdicts on properties of methods. `assert` statements count only if the target executes them.
    ///
    /// # Errors
    /// When the class that is meant does not load.
    pub fn check(&self, options: CheckOptions) -> Result<Checker<'_>, Error> {
        Checker::new(self, options)
    }

    /// Structures near corrupt ones that a predicate accepts.
    ///
    /// # Errors
    /// When there is no such class or predicate.
    pub fn repair(&self, options: RepairOptions) -> Result<Repairer, Error> {
        Repairer::new(self, options)
    }
}
