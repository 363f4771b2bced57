//! Source code on a page: what is covered of each line, and which cases lead through it.
//!
//! Where there is no source, the intermediate representation stands for it.

use super::index::{ClassEntry, CoverageEntry, Share, SourceEntry};
use super::pack::Pack;
use crate::coverage::Sums;
use crate::roots::Roots;
use margay_search::generate::coverage::{ClassCoverage, Counter, Coverage, MethodCoverage};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Cases of one line that are named; there may be any number.
const MOST_CASES: usize = 2_000;

/// Gives the code of a class as text, where there is no source.
pub type Listing<'a> = dyn FnMut(&str) -> Option<String> + 'a;

/// The cases through the lines of a class.
pub(super) type LineCases = BTreeMap<u32, Vec<(usize, usize)>>;

/// A file as it is in a block.
#[derive(Debug, Serialize)]
struct SourceBlock {
    /// Whether this is source code; else the intermediate representation.
    is_source: bool,
    text: Vec<String>,
    lines: BTreeMap<u32, LineEntry>,
}

/// What is known of a line.
#[derive(Debug, Default, Serialize)]
struct LineEntry {
    instructions: Share,
    branches: Share,
    /// Method and number of cases through it.
    cases: Vec<(usize, usize)>,
    /// More of them.
    more: usize,
    /// What is not covered, and why.
    uncovered: Vec<String>,
}

/// Writes all sources with what is covered of them; gives the classes, and the files.
pub(super) fn write<W: Write>(
    pack: &mut Pack<W>,
    roots: &Roots,
    listing: &mut Listing<'_>,
    coverage: &Coverage,
    cases: &BTreeMap<String, LineCases>,
) -> io::Result<(Vec<ClassEntry>, Vec<SourceEntry>)> {
    let mut files: BTreeMap<String, Vec<&ClassCoverage>> = BTreeMap::new();
    for class in &coverage.classes {
        files.entry(path(class)).or_default().push(class);
    }
    let (mut classes, mut sources) = (Vec::new(), Vec::new());
    for (path, members) in &files {
        if let Some(text) = roots.read(path) {
            let source = Some(sources.len());
            let block = SourceBlock::new(true, &text, members, cases);
            sources.push(SourceEntry { path: path.clone(), block: pack.put(&block)? });
            classes.extend(members.iter().map(|class| class_entry(class, source)));
            continue;
        }
        for class in members {
            let source = listing(&class.class).map(|text| {
                let block = SourceBlock::new(false, &text, &[*class], cases);
                let path = class.class.clone();
                pack.put(&block).map(|block| sources.push(SourceEntry { path, block }))
            });
            let source = source.transpose()?.map(|()| sources.len() - 1);
            classes.push(class_entry(class, source));
        }
    }
    Ok((classes, sources))
}

/// The path of a class's file below a folder of sources.
fn path(class: &ClassCoverage) -> String {
    let package = class.class.rsplit_once('.').map_or("", |(package, _)| package);
    let folder = package.replace('.', "/");
    let slash = if folder.is_empty() { "" } else { "/" };
    let outer = class.class.rsplit('.').next().unwrap_or_default();
    let outer = outer.split('$').next().unwrap_or_default();
    let file = class.source.clone().unwrap_or_else(|| format!("{outer}.java"));
    format!("{folder}{slash}{file}")
}

impl SourceBlock {
    fn new(
        is_source: bool,
        text: &str,
        classes: &[&ClassCoverage],
        cases: &BTreeMap<String, LineCases>,
    ) -> SourceBlock {
        let mut lines: BTreeMap<u32, LineEntry> = BTreeMap::new();
        for class in classes {
            for method in &class.methods {
                for line in method.lines() {
                    let entry = lines.entry(line.line).or_default();
                    entry.instructions = plus(entry.instructions, line.instructions);
                    entry.branches = plus(entry.branches, line.branches);
                }
                for missed in &method.uncovered {
                    let what = format!("{}: {}", missed.what, missed.why);
                    lines.entry(missed.line).or_default().uncovered.push(what);
                }
            }
            for (line, through) in cases.get(&class.class).into_iter().flatten() {
                let entry = lines.entry(*line).or_default();
                let room = MOST_CASES.saturating_sub(entry.cases.len()).min(through.len());
                entry.cases.extend(&through[..room]);
                entry.more += through.len() - room;
            }
        }
        SourceBlock { is_source, text: text.lines().map(str::to_owned).collect(), lines }
    }
}

fn class_entry(class: &ClassCoverage, source: Option<usize>) -> ClassEntry {
    let Sums { lines, branches, .. } = Sums::of_class(class);
    let method = |method: &MethodCoverage| {
        let Sums { lines, branches, .. } = Sums::of_method(method);
        CoverageEntry {
            name: method.method.name.clone(),
            descriptor: method.method.descriptor.clone(),
            line: method.lines().first().map(|line| line.line),
            lines: share(lines),
            branches: share(branches),
        }
    };
    ClassEntry {
        name: class.class.clone(),
        lines: share(lines),
        branches: share(branches),
        methods: class.methods.iter().map(method).collect(),
        source,
    }
}

fn share(counter: Counter) -> Share {
    (counter.covered, counter.total)
}

fn plus(share: Share, counter: Counter) -> Share {
    (share.0 + counter.covered, share.1 + counter.total)
}
