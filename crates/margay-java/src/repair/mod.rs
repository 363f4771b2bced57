//! Repair of structures.
//!
//! A [`Repairer`] has a class with a predicate ready; it takes structures that the predicate may
//! reject, and gives back structures near them that it accepts.

mod implant;
mod outcome;
mod shape;

pub use implant::StructureError;
pub use margay_report::repairs::{Edit, Repair};
pub use margay_search::repair::{Counters, Options};

use crate::error::Error;
use crate::predicate::{self, Judged};
use crate::program::Target;
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

/// What judges structures, and how much room it has.
#[derive(Clone, Debug)]
pub struct RepairerOptions {
    /// The method that accepts or rejects; else `repOk`, `repOK` or the only boolean method.
    pub predicate: Option<String>,
    /// Cells of the heap.
    pub max_heap: usize,
    /// Deepest nesting of calls; else as deep as the structure can make it.
    pub max_depth: Option<u32>,
}

impl Default for RepairerOptions {
    fn default() -> Self {
        RepairerOptions { predicate: None, max_heap: Limits::default().cells, max_depth: None }
    }
}

/// Repairs structures of one class.
///
/// ```
/// use margay_java::Target;
/// use margay_java::repair::{Options, Repairer, RepairerOptions};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("Chain.java");
/// # std::fs::write(&path, "class Chain { Chain next; int length;
/// #     boolean repOk() {
/// #         java.util.Set<Chain> seen = new java.util.HashSet<>();
/// #         for (Chain c = this; c != null; c = c.next) { if (!seen.add(c)) return false; }
/// #         return length == seen.size(); } }")?;
/// // class Chain { Chain next; int length; boolean repOk() { … no cycle, length right … } }
/// let mut repairer = Repairer::open(&Target::at(path), &RepairerOptions::default())?;
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
    /// What the predicate threw first in the last repair, in words.
    pub thrown: Option<String>,
}

impl Repairer {
    /// Opens a target and finds its predicate.
    ///
    /// # Errors
    /// When there is no such class or predicate, or the Java runtime does not start.
    pub fn open(target: &Target, options: &RepairerOptions) -> Result<Repairer, Error> {
        let RepairerOptions { predicate, max_heap, max_depth } = options;
        let limits =
            Limits { cells: *max_heap, depth: max_depth.unwrap_or(Limits::default().depth) };
        let judged = Judged::open(target, predicate.as_deref(), limits)?;
        let Judged { machine, class, predicate, .. } = judged;
        let (gardener, max_depth) = (Gardener::default(), *max_depth);
        Ok(Repairer { machine, class, predicate, gardener, max_depth, thrown: None })
    }

    /// The class of the root, and its predicate.
    #[must_use]
    pub fn names(&self) -> (String, String) {
        predicate::names(&self.machine.core.world, self.class, self.predicate)
    }

    /// Finds a structure near this one that the predicate accepts; this one, if it does.
    ///
    /// # Errors
    /// When the structure does not fit its classes, there is no repair within the limits, or the
    /// predicate cannot be run.
    pub fn repair(&mut self, structure: &Structure, options: &Options) -> Result<Repair, Error> {
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
    ) -> Result<Repair, Error> {
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
    ) -> Result<Structure, Error> {
        self.on_ground(structure, |machine, planted, _| {
            let faults = corrupt::corrupt(&planted.ground, &machine.core.world, faults, seed);
            let mut changed = planted.changed(machine, structure, &faults);
            changed.objects.truncate(structure.objects.len());
            (changed, None)
        })
    }

    /// Whether a structure fits its classes.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&mut self, structure: &Structure) -> Result<(), StructureError> {
        self.gardener.plant(&mut self.machine, self.class, structure)?;
        self.gardener.clear(&mut self.machine);
        Ok(())
    }

    /// Does something with a structure in memory, and takes it away again.
    fn on_ground<T>(
        &mut self,
        structure: &Structure,
        work: impl FnOnce(&mut Machine, &Planted, MethodId) -> (T, Option<String>),
    ) -> Result<T, Error> {
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
fn explain(machine: &Machine, error: RepairError, thrown: Option<&str>) -> Error {
    match error {
        RepairError::Refused(refusal) => {
            Error::Unsupported(describe::refusal(&machine.core.world, &refusal))
        }
        RepairError::NotFound(_) => Error::Unrepaired(match thrown {
            Some(thrown) => format!("{error}; the predicate threw {thrown}"),
            None => error.to_string(),
        }),
        RepairError::Stopped => Error::Stopped(error.to_string()),
        RepairError::Unconfirmed => Error::Unconfirmed(error.to_string()),
        RepairError::NotAPredicate(_) => Error::NotAPredicate(error.to_string()),
    }
}
