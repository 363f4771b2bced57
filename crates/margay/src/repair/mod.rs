//! Repair of structures, for programs and for the command line.
//!
//! A [`Repairer`] has a class with a predicate ready; it takes structures that the predicate may
//! reject, and gives back structures near them that it accepts.

pub(crate) mod args;
mod command;
mod implant;
mod outcome;
mod output;
mod shape;

pub use implant::StructureError;
pub use margay_search::repair::{Counters, Options};
pub use outcome::{Edit, Repair};

pub(crate) use command::command;

use crate::cli::{LimitArgs, TargetArgs};
use crate::error::CliError;
use crate::judged::{self, Judged};
use implant::{Gardener, Planted};
use margay_ir::{ClassId, MethodId};
use margay_jvm::describe;
use margay_jvm::platform::Jvm;
use margay_machine::traced::Traced;
use margay_machine::{Limits, Ref};
use margay_search::repair::{self, RepairError, Thrown, Visit, corrupt};
use margay_search::structure::Structure;
use shape::Machine;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What to repair structures of.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// A .java or .class file, a folder, a jar, or the name of a class.
    pub path: PathBuf,
    /// Where else classes are.
    pub class_path: Vec<PathBuf>,
    /// The class of the root, where the target holds several.
    pub class: Option<String>,
    /// The predicate, if it is not called `repOk` or `repOK` and there are several.
    pub predicate: Option<String>,
    /// The JDK whose classes are used; else the one that is found.
    pub jdk: Option<PathBuf>,
}

/// Repairs structures of one class.
///
/// ```
/// use margay::repair::{Options, Repairer, Target};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("Chain.java");
/// # std::fs::write(&path, "class Chain { Chain next; int length;
/// #     boolean repOk() {
/// #         java.util.Set<Chain> seen = new java.util.HashSet<>();
/// #         for (Chain c = this; c != null; c = c.next) { if (!seen.add(c)) return false; }
/// #         return length == seen.size(); } }")?;
/// // class Chain { Chain next; int length; boolean repOk() { … no cycle, length right … } }
/// let mut repairer = Repairer::open(&Target { path, ..Target::default() })?;
/// let corrupt = r#"{"root":"a","objects":{
///     "a":{"class":"Chain","fields":{"next":{"$ref":"b"},"length":2}},
///     "b":{"class":"Chain","fields":{"next":{"$ref":"a"},"length":0}}}}"#;
/// let (_, corrupt) = margay_report::json::parse_text(corrupt)?.remove(0);
/// let repair = repairer.repair(&corrupt.structure, &Options::default())?;
/// assert_eq!(repair.changes[0].to_string(), "b.next: a → null");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Repairer {
    machine: Machine,
    class: ClassId,
    predicate: MethodId,
    gardener: Gardener,
    /// Deepest nesting of calls, if the user has said so.
    max_depth: Option<u32>,
    /// What the predicate threw first in the last repair.
    thrown: Option<String>,
}

impl Repairer {
    /// Opens a target and finds its predicate.
    ///
    /// # Errors
    /// When there is no such class or predicate, or the Java runtime does not start.
    pub fn open(target: &Target) -> Result<Repairer, CliError> {
        let cp = std::env::join_paths(&target.class_path);
        let cp = cp.map_err(|error| CliError::usage(error.to_string(), "rename the folder"))?;
        let args = TargetArgs {
            target: target.path.clone(),
            cp: vec![cp],
            class: target.class.clone(),
            jdk: target.jdk.clone(),
        };
        let Limits { depth, cells } = Limits::default();
        let limits = LimitArgs { max_depth: depth, max_heap: cells };
        Repairer::with(&args, target.predicate.as_deref(), &limits)
    }

    fn with(
        target: &TargetArgs,
        predicate: Option<&str>,
        limits: &LimitArgs,
    ) -> Result<Repairer, CliError> {
        let Judged { machine, class, predicate, .. } = Judged::open(target, predicate, limits)?;
        let max_depth = (limits.max_depth != Limits::default().depth).then_some(limits.max_depth);
        let gardener = Gardener::default();
        Ok(Repairer { machine, class, predicate, gardener, max_depth, thrown: None })
    }

    /// The class of the root, and its predicate.
    #[must_use]
    pub fn names(&self) -> (String, String) {
        judged::names(&self.machine.core.world, self.class, self.predicate)
    }

    /// Finds a structure near this one that the predicate accepts; this one, if it does.
    ///
    /// # Errors
    /// When the structure does not fit its classes, there is no repair within the limits, or the
    /// predicate cannot be run.
    pub fn repair(&mut self, structure: &Structure, options: &Options) -> Result<Repair, CliError> {
        self.repair_while(structure, options, |_| true)
    }

    /// The same, as long as the caller wants it: he is asked now and then.
    ///
    /// # Errors
    /// As for [`repair`](Self::repair), and when the caller wanted no more.
    pub fn repair_while(
        &mut self,
        structure: &Structure,
        options: &Options,
        go_on: impl FnMut(&Counters) -> bool,
    ) -> Result<Repair, CliError> {
        self.on_ground(structure, |machine, planted, predicate| {
            let mut observer = Observer { go_on, thrown: None };
            let ground = &planted.ground;
            let found = repair::repair(machine, ground, predicate, options, &mut observer);
            let thrown = observer.thrown;
            let result = match found {
                Ok(found) => {
                    Ok(planted.outcome(machine, structure, &found.changes, found.counters))
                }
                Err(error) => Err(explain(machine, error, thrown.as_deref())),
            };
            (result, thrown)
        })?
    }

    /// The structure with so many random fields changed, for experiments; the same for the same
    /// seed.
    ///
    /// # Errors
    /// When the structure does not fit its classes.
    pub fn corrupt(
        &mut self,
        structure: &Structure,
        faults: usize,
        seed: u64,
    ) -> Result<Structure, CliError> {
        self.on_ground(structure, |machine, planted, _| {
            let faults = corrupt::corrupt(&planted.ground, &machine.core.world, faults, seed);
            let mut changed = planted.changed(machine, structure, &faults);
            changed.objects.truncate(structure.objects.len());
            (changed, None)
        })
    }

    /// Whether a structure fits its classes.
    fn check(&mut self, structure: &Structure) -> Result<(), StructureError> {
        self.gardener.plant(&mut self.machine, self.class, structure)?;
        self.gardener.clear(&mut self.machine);
        Ok(())
    }

    /// Does something with a structure in memory, and takes it away again.
    fn on_ground<T>(
        &mut self,
        structure: &Structure,
        work: impl FnOnce(&mut Machine, &Planted, MethodId) -> (T, Option<String>),
    ) -> Result<T, CliError> {
        let planted = self.gardener.plant(&mut self.machine, self.class, structure)?;
        let cells = u32::try_from(planted.ground.cell_count()).unwrap_or(u32::MAX);
        let deep_enough = cells.saturating_mul(2).max(Limits::default().depth);
        self.machine.core.limits.depth = self.max_depth.unwrap_or(deep_enough);
        let (result, thrown) = work(&mut self.machine, &planted, self.predicate);
        self.thrown = thrown;
        self.gardener.clear(&mut self.machine);
        Ok(result)
    }
}

/// Watches a repair.
struct Observer<F> {
    go_on: F,
    /// The first exception, in words.
    thrown: Option<String>,
}

impl<F: FnMut(&Counters) -> bool> Visit<Jvm<Traced>> for Observer<F> {
    fn threw(&mut self, machine: &mut Machine, exception: Ref) -> Thrown {
        if self.thrown.is_none() {
            self.thrown = Some(describe::exception(machine, exception));
        }
        let class = machine.core.memory.class_of(exception);
        match machine.core.world.class_name(class) {
            "java/lang/StackOverflowError" | "java/lang/OutOfMemoryError" => Thrown::Exhausted,
            _ => Thrown::Rejects,
        }
    }

    fn pause(&mut self, counters: &Counters) -> ControlFlow<()> {
        if (self.go_on)(counters) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// An error with the places that only the machine can tell.
fn explain(machine: &Machine, error: RepairError, thrown: Option<&str>) -> CliError {
    match error {
        RepairError::Refused(refusal) => {
            CliError::Unsupported(describe::refusal(&machine.core.world, &refusal))
        }
        RepairError::NotFound(_) => CliError::Unrepaired(match thrown {
            Some(thrown) => format!("{error}; the predicate threw {thrown}"),
            None => error.to_string(),
        }),
        RepairError::Stopped => CliError::Stopped(error.to_string()),
        RepairError::Unconfirmed => CliError::Unconfirmed(error.to_string()),
        RepairError::NotAPredicate(_) => CliError::Structure(error.to_string()),
    }
}

impl From<StructureError> for CliError {
    fn from(error: StructureError) -> CliError {
        CliError::Structure(error.to_string())
    }
}
