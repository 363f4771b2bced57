//! The parts of an enumeration, searched apart, as one. A part is a folder with a document whose
//! header says where in the tree of decisions the part begins and where the next one does; parts
//! that join without gap or overlap are the whole search.

use super::{DocumentError, DocumentFile, DocumentKind, Run};
use crate::Record;
use margay_search::Decisions;
use margay_search::enumerate::Counters;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why folders are not the parts of one whole enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartsError {
    /// A folder without a document of structures.
    #[error("{folder} is no part of an enumeration: {error}")]
    NoPart {
        /// The folder.
        folder: String,
        /// What is wrong with its document.
        error: Box<DocumentError>,
    },
    /// Parts of two searches.
    #[error("{0} and {1} are parts of different enumerations")]
    Different(String, String),
    /// A gap, or no end.
    #[error("the part from {from} to {to} is missing")]
    Missing {
        /// Where the missing part begins.
        from: String,
        /// Where it ends.
        to: String,
    },
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

/// All parts of an enumeration, in the order of the search.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Part>,
    run: Run,
}

impl Parts {
    /// Opens the parts in these folders, given in any order, and reads all of them once: whoever
    /// has parts knows that they are whole.
    ///
    /// # Errors
    /// When they are not all parts of one search.
    pub fn open(folders: &[PathBuf]) -> Result<Parts, PartsError> {
        let open = || folders.iter().map(|folder| Part::open(folder));
        let mut parts = open().collect::<Result<Vec<_>, _>>()?;
        parts.sort_by(|a, b| a.from.cmp(&b.from));
        let run = check(&parts)?;
        for part in &parts {
            Part::open(&part.folder)?.copy(&mut |_| Ok::<_, PartsError>(()))?;
        }
        Ok(Parts { parts, run })
    }

    /// What they are parts of, with paths as seen from the working folder.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Passes all structures on, in the order of the search; gives what was counted.
    ///
    /// # Errors
    /// Those of `pass_on`, and when a document has changed since it was opened.
    pub fn copy<E: From<PartsError>>(
        self,
        mut pass_on: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Counters, E> {
        let mut counters = Counters::default();
        for part in self.parts {
            counters.add(&part.copy(&mut pass_on)?);
        }
        Ok(counters)
    }
}

/// A part and its folder.
#[derive(Debug)]
struct Part {
    folder: PathBuf,
    document: DocumentFile,
    from: Decisions,
}

impl Part {
    fn open(folder: &Path) -> Result<Part, PartsError> {
        let document = DocumentFile::open(folder, DocumentKind::Structures).map_err(|error| {
            let (folder, error) = (folder.display().to_string(), Box::new(error));
            PartsError::NoPart { folder, error }
        })?;
        let from = document.header().run.from.clone().unwrap_or_default();
        Ok(Part { folder: folder.to_path_buf(), document, from })
    }

    fn run(&self) -> &Run {
        &self.document.header().run
    }

    fn name(&self) -> String {
        self.folder.display().to_string()
    }

    /// Whether two parts are of one search, wherever it was run.
    fn is_beside(&self, other: &Part) -> bool {
        let search = |part: &Part| {
            let Run { command, class, method, bounds, options, .. } = part.run().clone();
            (command, class, method, bounds, options)
        };
        search(self) == search(other)
    }

    /// Passes its structures on; gives what was counted.
    fn copy<E: From<PartsError>>(
        mut self,
        pass_on: &mut impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Counters, E> {
        while let Some(record) = self.document.structure() {
            pass_on(record.map_err(PartsError::from)?)?;
        }
        let complete = self.document.end().filter(|end| end.complete);
        let counters = complete.and_then(|end| end.counters);
        counters.ok_or_else(|| PartsError::Unfinished(self.name()).into())
    }
}

/// Checks that the parts, in order, are one whole enumeration; gives which.
fn check(parts: &[Part]) -> Result<Run, PartsError> {
    let missing = |from: &Decisions, to: String| {
        let is_beginning = from.0.is_empty();
        let from = if is_beginning { "the beginning".to_owned() } else { from.to_string() };
        PartsError::Missing { from, to }
    };
    let the_end = || "the end".to_owned();
    let Some(first) = parts.first() else {
        return Err(missing(&Decisions::default(), the_end()));
    };
    if let Some(other) = parts.iter().find(|part| !part.is_beside(first)) {
        return Err(PartsError::Different(first.name(), other.name()));
    }
    // Where the next part has to begin; none when the search has been to its end.
    let mut next = Some(Decisions::default());
    for part in parts {
        match &next {
            Some(next) if *next == part.from => {}
            Some(next) if *next < part.from => return Err(missing(next, part.from.to_string())),
            _ => return Err(PartsError::Overlap(part.name())),
        }
        next = part.run().to.clone();
    }
    match next {
        Some(next) => Err(missing(&next, the_end())),
        None => {
            let here = first.run().moved(&first.folder, Path::new(""));
            Ok(Run { from: None, to: None, ..here })
        }
    }
}
