//! Verdicts and outcomes on a page.

use super::index::{OutcomeEntry, VerdictEntry};
use super::method::{Methods, cut, short_name};
use super::pack::{Filling, Pack, Place};
use crate::names;
use crate::verdicts::document::{VerdictLine, VerdictPart};
use margay_search::generate::case::Step;
use margay_search::outcome::PathOutcome;
use serde::Serialize;
use std::io::{self, Write};

/// A verdict as it is in a block.
#[derive(Debug, Serialize)]
struct VerdictBlock {
    /// Without the lines, which are below.
    verdict: VerdictPart,
    paths: u64,
    steps: u64,
    queries: u64,
    /// The lines of the counterexample, in the form of a case's.
    trace: Vec<(usize, Vec<u32>)>,
    /// Where the run line by line is, if it was recorded.
    watched: Option<Place>,
}

/// Writes a verdict, which links call by this name.
pub(super) fn verdict<W: Write>(
    pack: &mut Pack<W>,
    filling: &mut Filling,
    methods: &mut Methods,
    id: String,
    line: &VerdictLine,
) -> io::Result<VerdictEntry> {
    let (kind, brief) = match &line.verdict {
        VerdictPart::Proved { by } => ("proved", by.clone()),
        VerdictPart::Bounded { bounds, .. } => ("bounded", bounds.join(", ")),
        VerdictPart::Refuted { violation, .. } => ("refuted", violation.clone()),
        VerdictPart::Unknown { reasons } => ("unknown", reasons.join(", ")),
    };
    let mut verdict = line.verdict.clone();
    let (steps, watched) = match &mut verdict {
        VerdictPart::Refuted { trace, watched, .. } => {
            (std::mem::take(trace), std::mem::take(watched))
        }
        _ => (Vec::new(), None),
    };
    let steps: Vec<Step> = steps.into_iter().flat_map(crate::VisitedLines::steps).collect();
    let trace = methods.trace(&steps);
    let watched = methods.watched(pack, watched.as_ref())?;
    let VerdictLine { paths, steps, queries, .. } = *line;
    let block = VerdictBlock { verdict, paths, steps, queries, trace, watched };
    Ok(VerdictEntry {
        id,
        method: names::method_name(&line.method),
        property: line.property.clone(),
        kind,
        brief: cut(&brief),
        place: filling.add(pack, &block)?,
    })
}

/// What links call the verdict on a method, if no other has that name.
pub(super) fn name(line: &VerdictLine) -> &str {
    short_name(&line.method)
}

/// Writes an outcome.
pub(super) fn outcome<W: Write>(
    pack: &mut Pack<W>,
    filling: &mut Filling,
    outcome: &PathOutcome,
) -> io::Result<OutcomeEntry> {
    let brief = cut(&outcome.ending.to_string());
    let printed = outcome.stdout.lines().next().map(cut).unwrap_or_default();
    let is_good = outcome.ending.is_good();
    let place = filling.add(pack, outcome)?;
    Ok(OutcomeEntry { decisions: outcome.decisions.to_string(), is_good, brief, printed, place })
}
