//! The parts of a search, searched apart, as one. A part is a folder with documents whose headers say
//! which part it is: where in the tree of decisions it begins and where the next one does, or which
//! share of the methods it has. Parts that join without gap or overlap are the whole search.

use super::{DocumentError, DocumentFile, DocumentKind, Run};
use crate::Record;
use margay_search::enumerate::Counters;
use margay_search::{Decisions, Shard};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why folders are not the parts of one whole search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartsError {
    /// A folder without the documents of a search that can be divided.
    #[error("{folder} is no part of a search: {error}")]
    NoPart {
        /// The folder.
        folder: String,
        /// What is wrong with its document.
        error: Box<DocumentError>,
    },
    /// Parts of two searches.
    #[error("{0} and {1} are parts of different searches")]
    Different(String, String),
    /// A gap, or no end.
    #[error("the part from {from} to {to} is missing")]
    Missing {
        /// Where the missing part begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A share of the methods that is not there.
    #[error("the part {0} is missing")]
    MissingShard(Shard),
    /// A part that begins before another has ended.
    #[error("{0} overlaps the part before it")]
    Overlap(String),
    /// A part whose search was stopped.
    #[error("{0} was not searched to its end")]
    Unfinished(String),
    /// A document that is wrong after its header.
    #[error(transparent)]
    Unreadable(#[from] DocumentError),
}

/// All parts of a search, in its order.
#[derive(Debug)]
pub struct Parts {
    kind: DocumentKind,
    pub(super) parts: Vec<Part>,
    run: Run,
}

impl Parts {
    /// Opens the parts in these folders, given in any order.
    ///
    /// # Errors
    /// When they are not all parts of one search.
    pub fn open(folders: &[PathBuf]) -> Result<Parts, PartsError> {
        let is_of_cases = |folder: &PathBuf| folder.join(DocumentKind::Cases.file_name()).exists();
        let kind = match folders.first().is_some_and(is_of_cases) {
            true => DocumentKind::Cases,
            false => DocumentKind::Structures,
        };
        let parts = folders.iter().map(|folder| Part::open(folder, kind));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|part| (part.run.shard, part.from()));
        let run = check(&parts)?;
        Ok(Parts { kind, parts, run })
    }

    /// What was searched for: structures or cases.
    #[must_use]
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }

    /// What they are parts of, with paths as seen from the working folder.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Reads all structures once: nothing need be written before it is known that all parts are
    /// whole.
    ///
    /// # Errors
    /// When a part cannot be read or was not searched to its end.
    pub fn check_structures(&self) -> Result<(), PartsError> {
        self.structures(|_| Ok::<_, PartsError>(())).map(drop)
    }

    /// Passes all structures on, in the order of the search; gives what was counted.
    ///
    /// # Errors
    /// Those of `pass_on`, and of [`Self::check_structures`].
    pub fn structures<E: From<PartsError>>(
        &self,
        mut pass_on: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Counters, E> {
        let mut counters = Counters::default();
        for part in &self.parts {
            counters.add(&part.structures(&mut pass_on)?);
        }
        Ok(counters)
    }
}

/// A part and its folder.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) folder: PathBuf,
    pub(super) run: Run,
}

impl Part {
    fn open(folder: &Path, kind: DocumentKind) -> Result<Part, PartsError> {
        let document = DocumentFile::open(folder, kind).map_err(|error| {
            let (folder, error) = (folder.display().to_string(), Box::new(error));
            PartsError::NoPart { folder, error }
        })?;
        Ok(Part { folder: folder.to_path_buf(), run: document.header().run.clone() })
    }

    fn from(&self) -> Decisions {
        self.run.from.clone().unwrap_or_default()
    }

    fn name(&self) -> String {
        self.folder.display().to_string()
    }

    pub(super) fn unfinished(&self) -> PartsError {
        PartsError::Unfinished(self.name())
    }

    pub(super) fn differs_from(&self, other: &Part) -> PartsError {
        PartsError::Different(other.name(), self.name())
    }

    /// Whether two parts are of one search, wherever it was run.
    fn is_beside(&self, other: &Part) -> bool {
        let search = |part: &Part| {
            let Run { command, class, method, bounds, options, shard, .. } = part.run.clone();
            (command, class, method, bounds, options, shard.map(|shard| shard.of))
        };
        search(self) == search(other)
    }

    /// Passes its structures on; gives what was counted.
    fn structures<E: From<PartsError>>(
        &self,
        pass_on: &mut impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Counters, E> {
        let mut document =
            DocumentFile::open(&self.folder, DocumentKind::Structures).map_err(PartsError::from)?;
        while let Some(record) = document.structure() {
            pass_on(record.map_err(PartsError::from)?)?;
        }
        let complete = document.end().filter(|end| end.complete);
        let counters = complete.and_then(|end| end.counters);
        counters.ok_or_else(|| self.unfinished().into())
    }
}

/// Checks that the parts, in order, are one whole search; gives which.
fn check(parts: &[Part]) -> Result<Run, PartsError> {
    let Some(first) = parts.first() else {
        return Err(missing(&Decisions::default(), THE_END.to_owned()));
    };
    if let Some(other) = parts.iter().find(|part| !part.is_beside(first)) {
        return Err(PartsError::Different(first.name(), other.name()));
    }
    match first.run.shard {
        Some(shard) => check_shards(parts, shard.of)?,
        None => check_ranges(parts)?,
    }
    let here = first.run.moved(&first.folder, Path::new(""));
    Ok(Run { from: None, to: None, shard: None, ..here })
}

const THE_END: &str = "the end";

fn missing(from: &Decisions, to: String) -> PartsError {
    let is_beginning = from.0.is_empty();
    let from = if is_beginning { "the beginning".to_owned() } else { from.to_string() };
    PartsError::Missing { from, to }
}

/// Checks that each share of the methods is there once.
fn check_shards(parts: &[Part], of: usize) -> Result<(), PartsError> {
    for (index, part) in parts.iter().enumerate() {
        match part.run.shard {
            Some(shard) if shard.index > index => {
                return Err(PartsError::MissingShard(Shard { index, of }));
            }
            Some(shard) if shard.index < index => return Err(PartsError::Overlap(part.name())),
            _ => {}
        }
    }
    if parts.len() < of {
        return Err(PartsError::MissingShard(Shard { index: parts.len(), of }));
    }
    Ok(())
}

/// Checks that each part begins where the one before it ends.
fn check_ranges(parts: &[Part]) -> Result<(), PartsError> {
    // Where the next part has to begin; none when the search has been to its end.
    let mut next = Some(Decisions::default());
    for part in parts {
        let from = part.from();
        match &next {
            Some(next) if *next == from => {}
            Some(next) if *next < from => return Err(missing(next, from.to_string())),
            _ => return Err(PartsError::Overlap(part.name())),
        }
        next = part.run.to.clone();
    }
    next.map_or(Ok(()), |next| Err(missing(&next, THE_END.to_owned())))
}
