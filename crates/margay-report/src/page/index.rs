//! What a page knows before any block of it is unpacked: what there is, in short, and where the rest is.

use super::pack::Place;
use crate::document::End;
use margay_search::generate::case::PartitionReport;
use serde::Serialize;
use std::collections::BTreeMap;

/// The index of a page.
#[derive(Debug, Default, Serialize)]
pub(super) struct Index {
    pub title: String,
    pub command: String,
    /// The version of Margay.
    pub margay: String,
    /// What was run, with which options, and what was counted.
    pub facts: Vec<(String, String)>,
    /// Why it ended early, if it has.
    pub stopped: Option<String>,
    pub methods: Vec<MethodEntry>,
    pub classes: Vec<ClassEntry>,
    pub sources: Vec<SourceEntry>,
    /// Methods that traces lead through.
    pub places: Vec<PlaceEntry>,
    pub structures: Series,
    /// Their pictures.
    pub drawings: Series,
    pub repairs: Vec<RepairEntry>,
    pub verdicts: Vec<VerdictEntry>,
    pub outcomes: Vec<OutcomeEntry>,
    pub summaries: Vec<SummaryEntry>,
    pub figures: Vec<FigureEntry>,
}

impl Index {
    /// Says how the run ended.
    pub fn end(&mut self, end: &End) {
        let unknown = (!end.complete).then(|| "the run was interrupted".to_owned());
        self.stopped = end.stopped.clone().or(unknown);
    }

    pub fn fact(&mut self, name: &str, value: impl Into<String>) {
        self.facts.push((name.to_owned(), value.into()));
    }
}

/// Many things of one kind: their blocks, with how many there are in each.
#[derive(Debug, Default, Serialize)]
pub(super) struct Series(Vec<Place>);

impl Series {
    /// The next one is there.
    pub fn add(&mut self, (block, place): Place) {
        match self.0.last_mut() {
            Some((last, count)) if *last == block => *count = place + 1,
            _ => self.0.push((block, 1)),
        }
    }
}

/// How a case ends, as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mood {
    Returned,
    Threw,
    Crashed,
}

/// A method under test.
#[derive(Debug, Serialize)]
pub(super) struct MethodEntry {
    /// What links call it.
    pub id: String,
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// With its parameters, as source code has it.
    pub text: String,
    pub cases: Vec<CaseEntry>,
    pub paths: u64,
    pub steps: u64,
    pub queries: u64,
    pub precondition: Option<String>,
    pub losses: Vec<(&'static str, String, u64)>,
    pub stopped: Option<String>,
    pub partition: Option<PartitionReport>,
    /// What its cases cost, a plot for each model.
    pub profiles: Vec<String>,
    /// The block of its tree of paths, if that was recorded.
    pub tree: Option<usize>,
}

/// A case: its number, how it ends, in short when and what, and where the rest is.
pub(super) type CaseEntry = (usize, Mood, String, String, Place);

/// Something covered, of how much.
pub(super) type Share = (u32, u32);

/// A class and what is covered of it.
#[derive(Debug, Serialize)]
pub(super) struct ClassEntry {
    pub name: String,
    pub lines: Share,
    pub branches: Share,
    pub methods: Vec<CoverageEntry>,
    pub source: Option<usize>,
}

/// What is covered of a method.
#[derive(Debug, Serialize)]
pub(super) struct CoverageEntry {
    pub name: String,
    pub descriptor: String,
    /// Its first line.
    pub line: Option<u32>,
    pub lines: Share,
    pub branches: Share,
}

/// A file of source code, or what stands for it.
#[derive(Debug, Serialize)]
pub(super) struct SourceEntry {
    /// Its path below a folder of sources, or the class whose code it is.
    pub path: String,
    pub block: usize,
}

/// A method that traces lead through.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlaceEntry {
    pub class: String,
    pub name: String,
    pub source: Option<usize>,
}

/// A repair in short.
#[derive(Debug, Serialize)]
pub(super) struct RepairEntry {
    pub number: u64,
    pub changes: usize,
    pub lost: usize,
    pub fresh: usize,
    pub place: Place,
}

/// A verdict in short.
#[derive(Debug, Serialize)]
pub(super) struct VerdictEntry {
    pub id: String,
    pub method: String,
    pub property: String,
    pub kind: &'static str,
    pub brief: String,
    pub place: Place,
}

/// An outcome of a program in short.
#[derive(Debug, Serialize)]
pub(super) struct OutcomeEntry {
    pub decisions: String,
    pub is_good: bool,
    pub brief: String,
    /// The first line that it has printed.
    pub printed: String,
    pub place: Place,
}

/// The cases of a method in short.
#[derive(Debug, Serialize)]
pub(super) struct SummaryEntry {
    pub id: String,
    pub method: String,
    pub count: String,
    pub place: Place,
}

/// A plot in short.
#[derive(Debug, Serialize)]
pub(super) struct FigureEntry {
    pub title: String,
    pub about: String,
    pub place: Place,
}

/// A plot as it is in a block: the picture, and its numbers with headings first.
#[derive(Debug, Serialize)]
pub(super) struct FigureBlock {
    pub svg: String,
    pub rows: Vec<[String; 4]>,
}

/// Names for links: short, and no two alike.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, usize>);

impl Names {
    /// The name, with a number if there is one before it.
    pub fn unique(&mut self, name: &str) -> String {
        let count = self.0.entry(name.to_owned()).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}~{count}") }
    }
}
