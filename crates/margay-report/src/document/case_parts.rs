//! The test cases of parts, joined. Shares of the methods make up the very documents of one run.
//! Parts of the paths of a method have all its cases; how much was done is the sum of what was done
//! for each, since each part has run from the beginning to where it begins.

use super::parts::{Part, Parts, PartsError};
use super::{DocumentFile, DocumentKind};
use margay_search::generate::case::{Effort, Loss, Losses, MethodReport, TestCase};
use margay_search::generate::coverage::{ClassCoverage, Coverage};
use std::collections::BTreeMap;

/// What all parts have found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JoinedCases {
    /// Of each method, in the order of the search.
    pub reports: Vec<MethodReport>,
    /// What all cases cover together.
    pub coverage: Coverage,
}

impl Parts {
    /// The cases of all parts, and what they cover.
    ///
    /// # Errors
    /// When a part cannot be read, was not searched to its end, or is of other code.
    pub fn cases(&self) -> Result<JoinedCases, PartsError> {
        let mut joined = JoinedCases::default();
        for part in &self.parts {
            let JoinedCases { reports, coverage } = part.cases()?;
            reports.into_iter().for_each(|report| add_report(&mut joined.reports, report));
            if !add_coverage(&mut joined.coverage, coverage) {
                return Err(part.differs_from(&self.parts[0]));
            }
        }
        let JoinedCases { reports, coverage } = &mut joined;
        coverage.classes.sort_by(|one, other| one.class.cmp(&other.class));
        for method in coverage.classes.iter_mut().flat_map(|class| &mut class.methods) {
            method.explain(reports.iter().find(|report| report.method == method.method));
        }
        Ok(joined)
    }
}

impl Part {
    fn cases(&self) -> Result<JoinedCases, PartsError> {
        let mut cases = DocumentFile::open(&self.folder, DocumentKind::Cases)?;
        let mut coverage = DocumentFile::open(&self.folder, DocumentKind::Coverage)?;
        let mut reports = Vec::new();
        while let Some(report) = cases.method().transpose()? {
            // Beyond the limit of one part there is a gap before the next.
            if self.run.shard.is_none() && report.losses.stopped.is_some() {
                return Err(self.unfinished());
            }
            reports.push(report);
        }
        let joined = JoinedCases { reports, coverage: coverage.coverage()? };
        let is_whole = [cases.end(), coverage.end()];
        let is_whole = is_whole.into_iter().all(|end| end.is_some_and(|end| end.complete));
        if is_whole { Ok(joined) } else { Err(self.unfinished()) }
    }
}

/// Adds a report, to that of the same method if there is one.
fn add_report(reports: &mut Vec<MethodReport>, more: MethodReport) {
    let Some(report) = reports.iter_mut().find(|report| report.method == more.method) else {
        reports.push(more);
        return;
    };
    report.precondition = report.precondition.take().or(more.precondition);
    let before = report.cases.len();
    let cases = more.cases.into_iter();
    report.cases.extend(cases.map(|case| TestCase { number: before + case.number, ..case }));
    if let Some(mut more) = more.tree {
        let tree = report.tree.get_or_insert_default();
        more.leaves.iter_mut().for_each(|leaf| leaf.case = leaf.case.map(|case| before + case));
        tree.leaves.append(&mut more.leaves);
        tree.cut += more.cut;
    }
    report.effort = Effort {
        paths: report.effort.paths + more.effort.paths,
        steps: report.effort.steps + more.effort.steps,
        queries: report.effort.queries + more.effort.queries,
    };
    let Losses { bounds, concretized, unsupported, unmade, unknown, diverged, stopped } =
        more.losses;
    let losses = &mut report.losses;
    add_losses(&mut losses.bounds, bounds);
    add_losses(&mut losses.concretized, concretized);
    add_losses(&mut losses.unsupported, unsupported);
    add_losses(&mut losses.unmade, unmade);
    add_losses(&mut losses.unknown, unknown);
    add_losses(&mut losses.diverged, diverged);
    losses.stopped = losses.stopped.take().or(stopped);
}

/// Lists of losses are in the order of what was lost.
fn add_losses(losses: &mut Vec<Loss>, more: Vec<Loss>) {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for Loss { what, count } in losses.drain(..).chain(more) {
        *counts.entry(what).or_default() += count;
    }
    losses.extend(counts.into_iter().map(|(what, count)| Loss { what, count }));
}

/// Adds coverage; false if it is of other code.
fn add_coverage(coverage: &mut Coverage, more: Coverage) -> bool {
    more.classes.into_iter().all(|more| {
        let known = coverage.classes.iter_mut().find(|class| class.class == more.class);
        match known {
            Some(known) => add_class(known, &more),
            None => {
                coverage.classes.push(more);
                true
            }
        }
    })
}

fn add_class(class: &mut ClassCoverage, more: &ClassCoverage) -> bool {
    class.methods.len() == more.methods.len()
        && class.methods.iter_mut().zip(&more.methods).all(|(method, more)| method.add(more))
}
