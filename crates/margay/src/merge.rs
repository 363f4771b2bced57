//! `margay merge`: the parts of an enumeration, searched apart, become one.

use crate::enumerate::args::OutputArgs;
use crate::enumerate::output::{Output, STRUCTURES};
use crate::enumerate::part::{FILE, Part};
use crate::error::{CliError, code};
use clap::Args;
use margay_report::{counters, json};
use margay_search::Decisions;
use margay_search::enumerate::{Counters, Range};
use std::fs::File;
use std::io::{BufReader, Write};
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
struct Found<'a> {
    folder: &'a Path,
    part: Part,
    from: Decisions,
    to: Option<Decisions>,
}

/// Joins parts; gives the exit code.
pub fn command(args: &MergeArgs) -> Result<u8, CliError> {
    let mut parts = args.parts.iter().map(|folder| read(folder)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by(|a, b| a.from.cmp(&b.from));
    check(&parts)?;
    let search = parts[0].part.search.clone();
    let mut output = Output::open(&args.output, &search.header(), &search.suite())?;
    let mut counters = Counters::default();
    for found in &parts {
        counters.add(&found.part.counters);
        copy(found, &mut output)?;
    }
    output.finish(&counters::named(&counters))?;
    if let Some(folder) = &args.output.out {
        Part::new(search, &Range::default(), true, counters).write(folder)?;
    }
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

fn read(folder: &Path) -> Result<Found<'_>, CliError> {
    let no_part = |reason: String| {
        CliError::usage(
            format!("{} is no part of an enumeration: {reason}", folder.display()),
            "name folders that `margay enumerate --shard … --out DIR` has filled",
        )
    };
    let part = Part::read(folder).map_err(|error| no_part(format!("{FILE}: {error}")))?;
    let path = |text: &str| -> Result<Decisions, CliError> {
        text.parse().map_err(|error| no_part(format!("{FILE}: {error}")))
    };
    let from = path(part.from.as_deref().unwrap_or_default())?;
    let to = part.to.as_deref().map(path).transpose()?;
    Ok(Found { folder, part, from, to })
}

/// Whether the parts, in order, are one whole enumeration.
fn check(parts: &[Found<'_>]) -> Result<(), CliError> {
    let wrong = |message: String, hint: &str| Err(CliError::usage(message, hint));
    let name = |found: &Found<'_>| found.folder.display().to_string();
    for found in parts {
        if found.part.search != parts[0].part.search {
            let message = format!(
                "{} and {} are parts of different enumerations",
                name(&parts[0]),
                name(found)
            );
            return wrong(message, "class, predicate, bounds and options must be the same");
        }
        if !found.part.complete {
            return wrong(
                format!("{} was not searched to its end", name(found)),
                "search it again",
            );
        }
    }
    // Where the next part has to begin; none when the search has been to its end.
    let mut next = Some(Decisions::default());
    for found in parts {
        match &next {
            Some(next) if *next == found.from => {}
            Some(next) if *next < found.from => {
                let message = format!("the part from {} to {} is missing", at(next), found.from);
                return wrong(message, "name the folders of all parts");
            }
            _ => {
                let message = format!("{} overlaps the part before it", name(found));
                return wrong(message, "name each part once");
            }
        }
        next = found.to.clone();
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

fn copy(found: &Found<'_>, output: &mut Output) -> Result<(), CliError> {
    let path = found.folder.join(STRUCTURES);
    let unreadable = |reason: String| {
        CliError::usage(
            format!("{}: {reason}", path.display()),
            "search the part again with --format json",
        )
    };
    let file = File::open(&path).map_err(|error| unreadable(error.to_string()))?;
    for record in json::read(BufReader::new(file)) {
        output.add(record.map_err(|error| unreadable(error.to_string()))?)?;
    }
    Ok(())
}
