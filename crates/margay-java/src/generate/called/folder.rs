//! A folder that keeps summaries from one run to the next (`--summaries DIR`).
//!
//! There is a file for each method and each set of options, which says in its first line what the summary depends on. If that has changed
//! since, the summary is made anew and takes the place of the old one. A file that is damaged, or none of ours, is as good as
//! none, and it is told. Whether a summary was there is decided when somebody first asks for it, so that the counts are the same
//! whatever the number of threads is.

use crate::error::Error;
use margay_search::generate::summary::StoredSummary;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// Letters of a method's name that its file has.
const MOST_LETTERS: usize = 80;

/// A folder with summaries, shared by all threads of a run.
#[derive(Clone, Debug)]
pub struct SummaryFolder {
    path: PathBuf,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// By the name of the file: what became of it.
    files: BTreeMap<String, Found>,
    /// What is said of files that are ignored.
    ignored: BTreeSet<String>,
    /// Why a summary could not be written.
    unwritten: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Reused,
    /// There was none.
    Made,
    /// There was one of other code.
    MadeAnew,
}

/// How much of a folder could be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderUse {
    /// Methods whose summary was there.
    pub reused: u64,
    /// Methods that were searched.
    pub made: u64,
    /// Those of them that had one of other code.
    pub changed: u64,
    /// What is to be told: files that were ignored, and why a summary could not be written.
    pub remarks: Vec<String>,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// What the file is.
    kind: String,
    method: String,
    settings: String,
    /// A digest of the classes that the summary depends on.
    depends: String,
    /// A digest of the second line.
    digest: String,
}

const KIND: &str = "margay summary";

/// The second line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Steps that it took to find the summary.
    pub steps: u64,
    /// None if the method runs.
    pub summary: Option<StoredSummary>,
}

/// A method whose summary is looked for.
pub(super) struct Wanted<'a> {
    pub method: &'a str,
    pub settings: &'a str,
    pub depends: [u8; 32],
}

impl Wanted<'_> {
    fn file(&self) -> String {
        let digest = Sha256::new().chain_update(self.settings).chain_update([0]);
        let digest = digest.chain_update(self.method).finalize();
        let (names, _) = self.method.split_once('(').unwrap_or((self.method, ""));
        let letter = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
        let names: String = names.chars().map(letter).take(MOST_LETTERS).collect();
        format!("{names}-{}.jsonl", &hex(&digest)[..16])
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why a file is not used.
enum Useless {
    Missing,
    /// It is of other code.
    Changed,
    Damaged(String),
}

impl SummaryFolder {
    /// The folder at a path, which is made if it is not there.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn open(path: impl Into<PathBuf>) -> Result<SummaryFolder, Error> {
        let path = path.into();
        let tried = std::fs::create_dir_all(&path).and_then(|()| NamedTempFile::new_in(&path));
        match tried {
            Ok(_) => Ok(SummaryFolder { path, state: Arc::default() }),
            Err(error) => {
                let what = format!(
                    "--summaries {}: no summary can be kept there: {error}",
                    path.display()
                );
                Err(Error::Together(what))
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The summary of a method, if there is one of the same code and options; whether there was when somebody first
    /// asked.
    pub(super) fn find(&self, wanted: &Wanted<'_>) -> Option<(Entry, bool)> {
        let file = wanted.file();
        let mut state = self.state();
        let read = read(&self.path.join(&file), wanted);
        if !state.files.contains_key(&file) {
            let found = match &read {
                Ok(_) => Found::Reused,
                Err(Useless::Missing) => Found::Made,
                Err(Useless::Changed) => Found::MadeAnew,
                Err(Useless::Damaged(why)) => {
                    state
                        .ignored
                        .insert(format!("{} is ignored: {why}", self.path.join(&file).display()));
                    Found::Made
                }
            };
            state.files.insert(file.clone(), found);
        }
        let was_there = state.files[&file] == Found::Reused;
        read.ok().map(|entry| (entry, was_there))
    }

    /// What was read turns out to be of no use.
    pub(super) fn reject(&self, wanted: &Wanted<'_>, why: &str) {
        let file = wanted.file();
        let mut state = self.state();
        state.ignored.insert(format!("{} is ignored: {why}", self.path.join(&file).display()));
        state.files.insert(file, Found::Made);
    }

    /// Keeps a summary.
    pub(super) fn keep(&self, wanted: &Wanted<'_>, entry: &Entry) {
        if let Err(error) = self.write(wanted, entry) {
            let what = format!("{}: a summary cannot be kept: {error}", self.path.display());
            self.state().unwritten.get_or_insert(what);
        }
    }

    fn write(&self, wanted: &Wanted<'_>, entry: &Entry) -> std::io::Result<()> {
        let second = serde_json::to_string(entry)?;
        let header = Header {
            kind: KIND.to_owned(),
            method: wanted.method.to_owned(),
            settings: wanted.settings.to_owned(),
            depends: hex(&wanted.depends),
            digest: hex(&Sha256::digest(&second)),
        };
        let mut file = NamedTempFile::new_in(&self.path)?;
        writeln!(file, "{}\n{second}", serde_json::to_string(&header)?)?;
        // Whoever reads sees the old file or the new one, never a part.
        file.persist(self.path.join(wanted.file())).map(drop).map_err(|error| error.error)
    }

    /// How much of it could be used so far.
    #[must_use]
    pub fn usage(&self) -> FolderUse {
        let state = self.state();
        let count = |wanted: &[Found]| {
            state.files.values().filter(|found| wanted.contains(found)).count() as u64
        };
        FolderUse {
            reused: count(&[Found::Reused]),
            made: count(&[Found::Made, Found::MadeAnew]),
            changed: count(&[Found::MadeAnew]),
            remarks: state.ignored.iter().chain(&state.unwritten).cloned().collect(),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn read(path: &Path, wanted: &Wanted<'_>) -> Result<Entry, Useless> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(Useless::Missing),
        Err(error) => return Err(Useless::Damaged(error.to_string())),
    };
    let damaged = |why: &str| Useless::Damaged(why.to_owned());
    let (first, second) = text.split_once('\n').unwrap_or((&text, ""));
    let header = serde_json::from_str::<Header>(first).ok().filter(|header| header.kind == KIND);
    let header = header.ok_or_else(|| damaged("it is no summary of Margay"))?;
    if header.method != wanted.method || header.settings != wanted.settings {
        return Err(damaged("it is the summary of something else"));
    }
    if header.depends != hex(&wanted.depends) {
        return Err(Useless::Changed);
    }
    let second = second.strip_suffix('\n').unwrap_or(second);
    if hex(&Sha256::digest(second)) != header.digest {
        return Err(damaged("it is damaged"));
    }
    serde_json::from_str(second).map_err(|error| damaged(&format!("it cannot be read: {error}")))
}
