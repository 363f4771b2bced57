//! `margay merge`: the parts of an enumeration, searched apart, become one.

use crate::enumerate::args::OutputArgs;
use crate::enumerate::output::Output;
use crate::error::{CliError, code};
use crate::results::{self, Document};
use clap::Args;
use margay_report::counters;
use margay_report::document::{DocumentError, DocumentKind, End, Run};
use margay_search::Decisions;
use margay_search::enumerate::Counters;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `margay merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all parts, in any order
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<PathBuf>,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A part and its folder.
struct Part<'a> {
    folder: &'a Path,
    document: Document,
    from: Decisions,
}

impl Part<'_> {
    fn run(&self) -> &Run {
        &self.document.header().run
    }

    fn name(&self) -> String {
        self.folder.display().to_string()
    }
}

/// Joins parts; gives the exit code.
pub fn command(args: &MergeArgs) -> Result<u8, CliError> {
    let mut parts = args.parts.iter().map(|folder| open(folder)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by(|a, b| a.from.cmp(&b.from));
    check(&parts)?;
    // Nothing is written before it is known that all parts are whole.
    for folder in parts.iter().map(|part| part.folder) {
        copy(open(folder)?, |_| Ok(()))?;
    }
    let here = parts[0].run().moved(parts[0].folder, Path::new(""));
    let mut output = Output::open(&args.output, &Run { from: None, to: None, ..here })?;
    let mut counters = Counters::default();
    for part in parts {
        counters.add(&copy(part, |record| Ok(output.add(record)?))?);
    }
    output.finish(&End { complete: true, stopped: None, counters: Some(counters) })?;
    if !args.output.quiet {
        let table = counters::table(&counters);
        if args.output.prints_structures() {
            std::io::stderr().write_all(table.as_bytes())?;
        } else {
            std::io::stdout().write_all(table.as_bytes())?;
        }
    }
    Ok(code::FINE)
}

fn no_part(folder: &Path, error: &DocumentError) -> CliError {
    CliError::usage(
        format!("{} is no part of an enumeration: {error}", folder.display()),
        "name folders that `margay enumerate --shard … --out DIR` has filled",
    )
}

fn open(folder: &Path) -> Result<Part<'_>, CliError> {
    let document = Document::open(folder, DocumentKind::Structures);
    let document = document.map_err(|error| no_part(folder, &error))?;
    let from = document.header().run.from.clone().unwrap_or_default();
    Ok(Part { folder, document, from })
}

/// Whether two parts are of one search, wherever it was run.
fn is_same(one: &Run, other: &Run) -> bool {
    let search = |run: &Run| {
        let names = (run.command, run.class.clone(), run.method.clone());
        (names, run.bounds.clone(), run.options.clone())
    };
    search(one) == search(other)
}

/// Whether the parts, in order, are one whole enumeration.
fn check(parts: &[Part<'_>]) -> Result<(), CliError> {
    let wrong = |message: String, hint: &str| Err(CliError::usage(message, hint));
    for part in parts {
        if !is_same(part.run(), parts[0].run()) {
            let (first, other) = (parts[0].name(), part.name());
            let message = format!("{first} and {other} are parts of different enumerations");
            return wrong(message, "class, predicate, bounds and options must be the same");
        }
    }
    // Where the next part has to begin; none when the search has been to its end.
    let mut next = Some(Decisions::default());
    for part in parts {
        match &next {
            Some(next) if *next == part.from => {}
            Some(next) if *next < part.from => {
                let message = format!("the part from {} to {} is missing", at(next), part.from);
                return wrong(message, "name the folders of all parts");
            }
            _ => {
                let message = format!("{} overlaps the part before it", part.name());
                return wrong(message, "name each part once");
            }
        }
        next = part.run().to.clone();
    }
    match next {
        Some(next) => {
            let message = format!("the part from {} to the end is missing", at(&next));
            wrong(message, "name the folders of all parts")
        }
        None => Ok(()),
    }
}

/// A place in the tree, in words.
fn at(path: &Decisions) -> String {
    if path.0.is_empty() { "the beginning".to_owned() } else { path.to_string() }
}

/// Passes the structures of a part on; gives what was counted.
fn copy(
    mut part: Part<'_>,
    mut pass_on: impl FnMut(margay_report::Record) -> Result<(), CliError>,
) -> Result<Counters, CliError> {
    while let Some(record) = part.document.structure() {
        pass_on(record.map_err(|error| results::unreadable(&error))?)?;
    }
    let complete = part.document.end().filter(|end| end.complete);
    complete.and_then(|end| end.counters).ok_or_else(|| {
        let message = format!("{} was not searched to its end", part.name());
        CliError::usage(message, "search it again")
    })
}
