//! Repair of structures.
//!
//! A [`Repairer`] has a class with a predicate ready; it takes structures that the predicate may
//! reject, and gives back structures near them that it accepts.

mod outcome;
mod placed;
mod shape;

pub use margay_report::repairs::{Edit, Repair};
pub use margay_search::repair::Counters;
pub use placed::StructureError;

use crate::error::Error;
use crate::predicate::{Predicate, PredicateName};
use crate::program::{JavaMachine, Program};
use crate::session::Session;
use margay_ir::MethodId;
use margay_jvm::describe;
use margay_jvm::platform::Jvm;
use margay_machine::traced::Traced;
use margay_machine::{Limits, Ref};
use margay_search::driver::{Progress, Visitor};
use margay_search::repair::{self, Options, RepairError, Threw, corrupt};
use margay_search::structure::Structure;
use margay_search::{Backtrack, Decisions};
use placed::{PlacedStructure, StructurePlacer};
use std::ops::ControlFlow;

/// The machine of repairs.
pub(crate) type RepairMachine = JavaMachine<Traced>;

/// What judges structures, and how far from a corrupt one to look.
#[derive(Clone, Debug)]
pub struct RepairOptions {
    /// The method that accepts or rejects; else `repOk`, `repOK` or the only boolean method.
    pub predicate: Option<String>,
    /// How to get from one attempt to the next.
    pub backtrack: Backtrack,
    /// Most fields that are changed.
    pub max_changes: Option<usize>,
    /// Whether objects that were cut off are put back wherever the predicate leaves room.
    pub keep_nodes: bool,
    /// Steps that the predicate may take on one attempt; more count as a rejection.
    pub max_steps: u64,
}

impl Default for RepairOptions {
    fn default() -> Self {
        let Options { backtrack, max_changes, keep_nodes, max_steps } = Options::default();
        RepairOptions { predicate: None, backtrack, max_changes, keep_nodes, max_steps }
    }
}

impl RepairOptions {
    fn search(&self) -> Options {
        Options {
            backtrack: self.backtrack,
            max_changes: self.max_changes,
            keep_nodes: self.keep_nodes,
            max_steps: self.max_steps,
        }
    }
}

/// Repairs structures of one class.
///
/// ```
/// use margay_java::repair::RepairOptions;
/// use margay_java::{Limits, Session, Target};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("Chain.java");
/// # std::fs::write(&path, "class Chain { Chain next; int length;
/// #     boolean repOk() {
/// #         java.util.Set<Chain> seen = new java.util.HashSet<>();
/// #         for (Chain c = this; c != null; c = c.next) { if (!seen.add(c)) return false; }
/// #         return length == seen.size(); } }")?;
/// // class Chain { Chain next; int length; boolean repOk() { … no cycle, length right … } }
/// let session = Session::open(&Target::at(path), Limits::default())?;
/// let mut repairer = session.repair(RepairOptions::default())?;
/// let corrupt = r#"{"root":"a","objects":{
///     "a":{"class":"Chain","fields":{"next":{"$ref":"b"},"length":2}},
///     "b":{"class":"Chain","fields":{"next":{"$ref":"a"},"length":0}}}}"#;
/// let (_, corrupt) = margay_report::json::parse_text(corrupt)?.remove(0);
/// let repair = repairer.repair(&corrupt.structure)?;
/// assert_eq!(repair.changes[0].to_string(), "b.next: a → null");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Repairer {
    program: Program<Traced>,
    predicate: Predicate,
    placer: StructurePlacer,
    options: RepairOptions,
    /// Deepest nesting of calls, if the user has said so.
    max_depth: Option<u32>,
    /// What the predicate threw first in the last repair, in words.
    thrown: Option<String>,
}

impl Repairer {
    pub(crate) fn new(session: &Session, options: RepairOptions) -> Result<Repairer, Error> {
        let mut program: Program<Traced> = session.launch()?;
        let predicate = program.predicate(options.predicate.as_deref())?;
        let depth = session.limits().depth;
        let max_depth = (depth != Limits::default().depth).then_some(depth);
        let placer = StructurePlacer::default();
        Ok(Repairer { program, predicate, placer, options, max_depth, thrown: None })
    }

    /// The predicate.
    #[must_use]
    pub fn predicate(&self) -> PredicateName {
        self.predicate.name(self.program.world())
    }

    /// What the predicate threw first in the last repair, in words.
    #[must_use]
    pub fn thrown(&self) -> Option<&str> {
        self.thrown.as_deref()
    }

    /// Finds a structure near this one that the predicate accepts; this one, if it does.
    ///
    /// # Errors
    /// When the structure does not fit its classes, there is no repair within the limits, or the
    /// predicate cannot be run.
    pub fn repair(&mut self, structure: &Structure) -> Result<Repair, Error> {
        self.repair_while(structure, |_| true)
    }

    /// The same, as long as the caller wants it: he is asked now and then.
    ///
    /// # Errors
    /// As for [`repair`](Self::repair), and when the caller wanted no more.
    pub fn repair_while(
        &mut self,
        structure: &Structure,
        go_on: impl FnMut(&Counters) -> bool,
    ) -> Result<Repair, Error> {
        let options = self.options.search();
        self.with_placed(structure, |machine, placed, predicate| {
            let mut observer = Observer { go_on, thrown: None };
            let ground = &placed.ground;
            let predicate = repair::Predicate { method: predicate, is_exhaustion };
            let found = repair::repair(machine, ground, predicate, &options, &mut observer);
            let thrown = observer.thrown;
            let result = match found {
                Ok(found) => Ok(placed.outcome(machine, structure, &found.changes, found.counters)),
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
        self.with_placed(structure, |machine, placed, _| {
            let faults = corrupt::corrupt(&placed.ground, &machine.core.world, faults, seed);
            let mut changed = placed.changed(machine, structure, &faults);
            changed.objects.truncate(structure.objects.len());
            (changed, None)
        })
    }

    /// Whether a structure fits its classes.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&mut self, structure: &Structure) -> Result<(), StructureError> {
        self.placer.place(&mut self.program.machine, self.predicate.class, structure)?;
        self.placer.clear(&mut self.program.machine);
        Ok(())
    }

    /// Does something with a structure in memory, and takes it away again.
    fn with_placed<T>(
        &mut self,
        structure: &Structure,
        work: impl FnOnce(&mut RepairMachine, &PlacedStructure, MethodId) -> (T, Option<String>),
    ) -> Result<T, Error> {
        let machine = &mut self.program.machine;
        let placed = self.placer.place(machine, self.predicate.class, structure)?;
        let cells = u32::try_from(placed.ground.cell_count()).unwrap_or(u32::MAX);
        let deep_enough = cells.saturating_mul(2).max(Limits::default().depth);
        machine.core.limits.depth = self.max_depth.unwrap_or(deep_enough);
        let (result, thrown) = work(machine, &placed, self.predicate.method);
        self.thrown = thrown;
        self.placer.clear(machine);
        Ok(result)
    }
}

/// Watches a repair.
struct Observer<F> {
    go_on: F,
    /// The first exception, in words.
    thrown: Option<String>,
}

impl<F: FnMut(&Counters) -> bool> Visitor<Traced, Jvm<Traced>, Threw, Counters> for Observer<F> {
    fn found(
        &mut self,
        machine: &mut RepairMachine,
        _: &Decisions,
        found: Threw,
    ) -> ControlFlow<()> {
        let Threw(exception) = found;
        self.thrown.get_or_insert_with(|| describe::exception(machine, exception));
        ControlFlow::Continue(())
    }

    fn pause(
        &mut self,
        _: &mut RepairMachine,
        progress: Progress<'_, Counters>,
    ) -> ControlFlow<()> {
        let go_on = (self.go_on)(progress.counters);
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Whether the room for objects or calls was used up.
fn is_exhaustion(machine: &RepairMachine, exception: Ref) -> bool {
    let class = machine.core.memory.class_of(exception);
    let name = machine.core.world.class_name(class);
    matches!(name, "java/lang/StackOverflowError" | "java/lang/OutOfMemoryError")
}

/// An error with the places that only the machine can tell.
fn explain(machine: &RepairMachine, error: RepairError, thrown: Option<&str>) -> Error {
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
