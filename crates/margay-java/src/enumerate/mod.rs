//! Every structure within bounds that a predicate accepts.
//!
//! An [`Enumeration`] is searched by one thread, or by several in `parallel`; what they find is told
//! in the order of the search, the same whatever their number is.

mod candidates;
mod constants;
mod options;
mod part;
mod progress;
mod verify;

pub use margay_jvm::bounds::Spec;
pub use margay_search::Shard;
pub use margay_search::enumerate::{Counters, Range, Untouched};
pub use options::{BoundsSource, EnumerateOptions};
pub use part::EnumerateEvent;
pub use progress::EnumerateProgress;
pub use verify::Verifier;

use crate::budget::Budget;
use crate::error::Error;
use crate::parallel::{self, Wanted};
use crate::predicate::PredicateName;
use crate::session::Session;
use candidates::Candidates;
use margay_search::driver;
use margay_search::structure::Structure;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Parts for each thread or shard, so that none is idle at the end for long.
const PARTS: usize = 32;

/// What watches over a search, and is told how far it is.
#[derive(Clone, Copy)]
pub struct Watching<'a> {
    /// What ends it early.
    pub budget: &'a Budget,
    /// Told now and then what was done, by any thread.
    pub progress: &'a (dyn Fn(EnumerateProgress) + Sync),
}

/// What of an enumeration is searched, and by how many.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The part of the tree.
    pub range: Range,
    /// Number of threads.
    pub jobs: NonZeroUsize,
    /// What is told of structures.
    pub structures: Told,
}

/// What is told of structures that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing: they are counted.
    Nothing,
    /// Their lines in a document.
    Lines,
    /// All of it.
    Whole,
}

impl Default for Plan {
    /// All of it, with one thread.
    fn default() -> Plan {
        Plan { range: Range::default(), jobs: NonZeroUsize::MIN, structures: Told::Whole }
    }
}

/// A search for structures that has not begun.
pub struct Enumeration<'s> {
    session: &'s Session,
    options: EnumerateOptions,
    candidates: Candidates,
}

impl<'s> Enumeration<'s> {
    pub(crate) fn new(session: &'s Session, options: EnumerateOptions) -> Result<Self, Error> {
        let candidates = Candidates::new(session, &options)?;
        Ok(Enumeration { session, options, candidates })
    }

    /// The predicate.
    #[must_use]
    pub fn predicate(&self) -> PredicateName {
        self.candidates.predicate.name(self.candidates.program.world())
    }

    /// How many combinations of values the bounds allow, as a power of ten.
    #[must_use]
    pub fn magnitude(&self) -> f64 {
        self.candidates.space.magnitude()
    }

    /// What checks each structure once more.
    ///
    /// # Errors
    /// When the class or its predicate do not load any more.
    pub fn verifier(&self) -> Result<Verifier, Error> {
        Verifier::new(self.session, &self.options)
    }

    /// The part of the tree that is one of several shards.
    ///
    /// # Errors
    /// When the tree has fewer parts.
    pub fn shard(&mut self, shard: Shard) -> Result<Range, Error> {
        let parts = self.split(Range::default(), shard.of)?;
        Ok(driver::shard(&parts, shard.index, shard.of)?)
    }

    /// Searches. Everything found goes to `tell` in the order of the search; `tell` may end it.
    ///
    /// # Errors
    /// When the tree cannot be divided. What ends a search early is its last event.
    pub fn search(
        mut self,
        plan: &Plan,
        watching: Watching<'_>,
        tell: impl FnMut(EnumerateEvent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Plan { range, jobs, structures } = plan;
        if jobs.get() == 1 {
            let options = self.options.search(range.clone());
            part::search(&mut self.candidates, &options, *structures, watching, tell);
            return Ok(());
        }
        let parts = self.split(range.clone(), jobs.get())?;
        let Enumeration { session, options, candidates } = self;
        // Each thread has a machine of its own, and this one is as large.
        drop(candidates);
        let threads = jobs.get().min(parts.len());
        let mut tell = tell;
        parallel::run(
            threads,
            parts.into_iter().enumerate(),
            || Candidates::new(session, &options),
            |own, part, tell| {
                match own {
                    // When the time is over, nobody begins another part.
                    _ if watching.budget.has_ended() => {}
                    Ok(own) => {
                        part::search(own, &options.search(part), *structures, watching, tell)
                    }
                    Err(error) => {
                        let error = Error::Unsupported(error.to_string());
                        let _ = tell(EnumerateEvent::End(Err(error)));
                    }
                }
                Vec::new()
            },
            |event| match tell(event) {
                ControlFlow::Continue(()) => Wanted::More,
                ControlFlow::Break(()) => Wanted::Nothing,
            },
        );
        Ok(())
    }

    /// All structures, and what was counted.
    ///
    /// # Errors
    /// When the predicate cannot be run, or does not end on a candidate.
    pub fn collect(self) -> Result<(Vec<Structure>, Counters), Error> {
        let (mut found, mut counters) = (Vec::new(), Ok(Counters::default()));
        let budget = Budget::default();
        let watching = Watching { budget: &budget, progress: &|_| {} };
        self.search(&Plan::default(), watching, |event| {
            match event {
                EnumerateEvent::Found(record, _) => found.push(record.structure),
                EnumerateEvent::Line(..) | EnumerateEvent::Threw(_) => {}
                EnumerateEvent::End(end) => counters = end,
            }
            ControlFlow::Continue(())
        })?;
        Ok((found, counters?))
    }

    fn split(&mut self, range: Range, among: usize) -> Result<Vec<Range>, Error> {
        let options = self.options.search(range);
        let Candidates { program, space, predicate } = &mut self.candidates;
        let machine = &mut program.machine;
        let wanted = among * PARTS;
        margay_search::enumerate::parts(machine, space, predicate.method, &options, wanted)
            .map_err(Error::Enumerate)
    }
}
