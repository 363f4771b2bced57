//! The first and the last line of a document.

use super::paths;
use crate::json::EXACT;
use margay_search::enumerate::Counters;
use margay_search::outcome::OutcomeTally;
use margay_search::{Decisions, Shard};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// The version of all documents that this Margay writes, and the last that it reads.
pub const VERSION: u64 = 1;

/// What the records of a document are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// Object graphs: those that `enumerate` finds, and repaired ones.
    Structures,
    /// Test cases of `generate`.
    Cases,
    /// What these cover.
    Coverage,
    /// Changes that `repair` makes.
    Repairs,
    /// How the paths of a program that `run` runs have ended.
    Outcomes,
    /// What `check` says of methods.
    Verdicts,
    /// The paths of methods as cases, which `summarize` finds.
    Summaries,
    /// Numbers that plots show: worst cases by size, what benchmarks measure.
    Figures,
}

impl DocumentKind {
    /// All of them.
    pub const ALL: [DocumentKind; 8] = [
        DocumentKind::Structures,
        DocumentKind::Cases,
        DocumentKind::Coverage,
        DocumentKind::Repairs,
        DocumentKind::Outcomes,
        DocumentKind::Verdicts,
        DocumentKind::Summaries,
        DocumentKind::Figures,
    ];

    /// The document's name in a folder of results.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            DocumentKind::Structures => "structures.jsonl",
            DocumentKind::Cases => "cases.jsonl",
            DocumentKind::Coverage => "coverage.jsonl",
            DocumentKind::Repairs => "repairs.jsonl",
            DocumentKind::Outcomes => "outcomes.jsonl",
            DocumentKind::Verdicts => "verdicts.jsonl",
            DocumentKind::Summaries => "summaries.jsonl",
            DocumentKind::Figures => "figures.jsonl",
        }
    }
}

impl fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file_name().trim_end_matches(".jsonl"))
    }
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// What the records are.
    pub kind: DocumentKind,
    /// [`VERSION`] of the Margay that wrote it.
    pub version: u64,
    /// That Margay's own version.
    pub margay: String,
    /// What was run on what.
    pub run: Run,
}

impl Header {
    /// The header of a document that this Margay writes.
    #[must_use]
    pub fn new(kind: DocumentKind, run: Run) -> Header {
        Header { kind, version: VERSION, margay: env!("CARGO_PKG_VERSION").to_owned(), run }
    }
}

/// What was run on what: enough to find the classes again, and to repeat the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The command.
    pub command: RunCommand,
    /// What it was run on.
    pub target: RunTarget,
    /// Folders and jars with further classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub class_path: Vec<String>,
    /// Folders with the source of the classes, as far as known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The JDK whose classes were used.
    pub jdk: JdkUsed,
    /// The class it is about, with dots; none when it is about several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The predicate, or the method under test; none when it is about several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Whether code of the same package can call the predicate by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessible: Option<bool>,
    /// Bounds on what is searched, as they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// Other options that change what is found or counted, as they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Where the searched part begins, if not where the search does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Decisions>,
    /// Where the next part begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Decisions>,
    /// Which share of the methods it is, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// A command that writes documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunCommand {
    /// Figures of benchmarks: no command of Margay's, but of those who build it.
    Bench,
    /// Verdicts.
    Check,
    /// Structures that a predicate accepts.
    Enumerate,
    /// Test cases.
    Generate,
    /// Structures near corrupt ones.
    Repair,
    /// Outcomes.
    Run,
    /// Methods as cases.
    Summarize,
}

impl fmt::Display for RunCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RunCommand::Bench => "bench",
            RunCommand::Check => "check",
            RunCommand::Enumerate => "enumerate",
            RunCommand::Generate => "generate",
            RunCommand::Repair => "repair",
            RunCommand::Run => "run",
            RunCommand::Summarize => "summarize",
        })
    }
}

/// What a command was run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunTarget {
    /// A file or folder.
    Path(String),
    /// A class of the class path or the JDK.
    Name(String),
}

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JdkUsed {
    /// Its version in full: `17.0.15`.
    pub version: String,
    /// Its folder, if the user has named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
}

impl Run {
    /// A run of which nothing else is known.
    #[must_use]
    pub fn new(command: RunCommand, target: RunTarget, jdk: JdkUsed) -> Run {
        Run {
            command,
            target,
            class_path: Vec::new(),
            sources: Vec::new(),
            jdk,
            class: None,
            method: None,
            accessible: None,
            bounds: Vec::new(),
            options: Vec::new(),
            from: None,
            to: None,
            shard: None,
        }
    }

    /// The same with its paths, which are seen from the folder `from`, as seen from `to`.
    #[must_use]
    pub fn moved(&self, from: &Path, to: &Path) -> Run {
        let mut run = self.clone();
        let places = [&mut run.class_path, &mut run.sources].into_iter().flatten();
        let target = match &mut run.target {
            RunTarget::Path(path) => Some(path),
            RunTarget::Name(_) => None,
        };
        for path in places.chain(target).chain(&mut run.jdk.home) {
            *path = paths::seen_from(Path::new(path.as_str()), from, to);
        }
        run
    }

    /// What it is about, in a word: a method, a class, or what it was run on.
    #[must_use]
    pub fn subject(&self) -> String {
        match (&self.class, &self.method) {
            (Some(class), Some(method)) if !method.contains('.') => format!("{class}.{method}"),
            (_, Some(method)) => method.clone(),
            (Some(class), None) => class.clone(),
            (None, None) => self.target_from(Path::new("")).display().to_string(),
        }
    }

    /// What it was run on, for a reader of a document in `folder`.
    #[must_use]
    pub fn target_from(&self, folder: &Path) -> PathBuf {
        match &self.target {
            RunTarget::Path(path) => folder.join(path),
            RunTarget::Name(name) => name.into(),
        }
    }

    /// The class path, for a reader of a document in `folder`.
    #[must_use]
    pub fn class_path_from(&self, folder: &Path) -> Vec<PathBuf> {
        self.class_path.iter().map(|path| folder.join(path)).collect()
    }
}

/// The last line of a document: `{"end":{…}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Whether all that was asked for was done.
    pub complete: bool,
    /// What ended it early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What a search for structures counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counters>,
    /// How many paths of a program have ended how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<OutcomeTally>,
}

impl End {
    /// Of a run that was stopped for this reason, if it was.
    #[must_use]
    pub fn stopped_by(reason: Option<String>) -> End {
        End { complete: reason.is_none(), stopped: reason, ..End::default() }
    }
}

impl End {
    /// Whether counters are numbers that a search can reach.
    pub(super) fn is_sound(&self) -> bool {
        let counters = self.counters.map(|counters| {
            let Counters { explored, valid, initializations, .. } = counters;
            let Counters { rejected_ahead, accepted_ahead, threw, .. } = counters;
            [explored, valid, initializations, rejected_ahead, accepted_ahead, threw]
        });
        let outcomes = self.outcomes.map(|tally| {
            let OutcomeTally { outcomes, dropped, failures, exceptions, refused, steps } = tally;
            [outcomes, dropped, failures, exceptions, refused, steps]
        });
        counters.into_iter().chain(outcomes).flatten().all(|count| count <= EXACT)
    }
}

/// The last line as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndLine {
    pub(super) end: End,
}
