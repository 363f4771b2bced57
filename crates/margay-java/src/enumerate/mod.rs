//! Every structure within bounds that a predicate accepts.
//!
//! A [`Subject`] is searched by one thread, or by several in [`parallel`]; what they find is told in
//! the order of the search, the same whatever their number is.

mod extract;
mod options;
mod parallel;
mod part;
mod progress;
mod subject;
mod verify;

pub use margay_search::enumerate::{Counters, Range, Untouched};
pub use options::{BoundsSource, EnumerateOptions};
pub use part::EnumerateEvent;
pub use progress::EnumerateProgress;
pub use subject::Subject;
pub use verify::Verifier;

use crate::budget::Budget;
use crate::error::Error;
use crate::program::Target;
use margay_search::enumerate::frontier;
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

/// One of several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 0.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

/// The part of the tree that is one of several shards.
///
/// # Errors
/// When the tree has fewer parts.
pub fn shard_range(
    subject: &mut Subject,
    options: &EnumerateOptions,
    shard: Shard,
) -> Result<Range, Error> {
    let parts = split(subject, options, Range::default(), shard.of)?;
    if parts.len() < shard.of {
        return Err(Error::TooManyParts { wanted: shard.of, most: parts.len() });
    }
    let start = |index: usize| parts.get(index * parts.len() / shard.of)?.from.clone();
    Ok(Range { from: start(shard.index), to: start(shard.index + 1) })
}

/// Searches a part of the tree with so many threads. Everything found goes to `tell` in the order
/// of the search, structures only if they are wanted; `tell` may end it.
///
/// # Errors
/// When the tree cannot be divided. What ends a search early is its last event.
pub fn search(
    target: &Target,
    options: &EnumerateOptions,
    mut subject: Subject,
    (range, jobs): (&Range, NonZeroUsize),
    structures: bool,
    watching: Watching<'_>,
    tell: impl FnMut(EnumerateEvent) -> ControlFlow<()>,
) -> Result<(), Error> {
    let jobs = jobs.get();
    if jobs == 1 {
        part::search(&mut subject, &options.search(range.clone()), structures, watching, tell);
        return Ok(());
    }
    let parts = split(&mut subject, options, range.clone(), jobs)?;
    drop(subject);
    parallel::search((target, options), jobs, parts, structures, watching, tell);
    Ok(())
}

fn split(
    subject: &mut Subject,
    options: &EnumerateOptions,
    range: Range,
    among: usize,
) -> Result<Vec<Range>, Error> {
    let Subject { machine, space, predicate, .. } = subject;
    frontier::split(machine, space, *predicate, &options.search(range), among * PARTS)
        .map_err(Error::Enumerate)
}
