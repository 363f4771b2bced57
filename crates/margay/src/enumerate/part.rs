//! `part.json`: what was searched, which part of it, and what was counted. `margay merge` joins
//! parts by it.

use margay_search::Decisions;
use margay_search::enumerate::{Counters, Range};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The file, in a folder of results.
pub const FILE: &str = "part.json";

/// A part of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What was searched; the same for all parts of one enumeration.
    pub search: Search,
    /// Where the part begins; none for the beginning of the search.
    pub from: Option<String>,
    /// Where the next part begins; none for the end of the search.
    pub to: Option<String>,
    /// Whether all of the part was searched.
    pub complete: bool,
    /// What was counted.
    pub counters: Counters,
}

/// What makes two searches the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The class of the roots.
    pub class: String,
    /// The predicate.
    pub predicate: String,
    /// Whether code of the same package can call the predicate by its name.
    pub accessible: bool,
    /// The bounds, as they were given.
    pub bounds: Vec<String>,
    /// Options that change what is counted or found.
    pub options: Vec<String>,
}

impl Part {
    /// A part as it is stored.
    pub fn new(search: Search, range: &Range, complete: bool, counters: Counters) -> Part {
        let text = |path: &Option<Decisions>| path.as_ref().map(Decisions::to_string);
        let (from, to) = (text(&range.from), text(&range.to));
        Part { search, from, to, complete, counters }
    }

    /// Writes the part into its folder.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        std::fs::write(folder.join(FILE), text)
    }

    /// Reads the part of a folder.
    pub fn read(folder: &Path) -> io::Result<Part> {
        Ok(serde_json::from_str(&std::fs::read_to_string(folder.join(FILE))?)?)
    }
}
