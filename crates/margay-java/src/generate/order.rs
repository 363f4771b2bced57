//! Paths in another order than that of their decisions: those with the fewest first, or by chance.
//!
//! Each path is a part of its own. What it has left open is remembered by its decisions, and the next path begins at one of these places.

use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::part::{self, Clock, PartReport, PathLimits};
use crate::error::Error;
use margay_machine::Chance;
use margay_search::Decisions;
use margay_search::driver::Range;
use std::fmt;
use std::str::FromStr;

/// In which order the paths of a method are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOrder {
    /// As the criterion has it: towards what is not covered, or depth first.
    Auto,
    /// The last open decision first.
    DepthFirst,
    /// The shortest list of decisions first.
    BreadthFirst,
    /// Any open decision, by this seed.
    Random(u64),
    /// Where something is not covered.
    Coverage,
}

impl SearchOrder {
    /// The same with another seed.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        if let SearchOrder::Random(_) = self { SearchOrder::Random(seed) } else { self }
    }

    /// Whether one path after the other is chosen among all that are open.
    pub(super) fn chooses(self) -> bool {
        matches!(self, SearchOrder::BreadthFirst | SearchOrder::Random(_))
    }
}

impl FromStr for SearchOrder {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(SearchOrder::Auto),
            "dfs" => Ok(SearchOrder::DepthFirst),
            "bfs" => Ok(SearchOrder::BreadthFirst),
            "random" => Ok(SearchOrder::Random(0)),
            "coverage" => Ok(SearchOrder::Coverage),
            _ => Err("expected auto, dfs, bfs, random or coverage".to_owned()),
        }
    }
}

impl fmt::Display for SearchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SearchOrder::Auto => "auto",
            SearchOrder::DepthFirst => "dfs",
            SearchOrder::BreadthFirst => "bfs",
            SearchOrder::Random(_) => "random",
            SearchOrder::Coverage => "coverage",
        })
    }
}

/// Searches a method path by path; what they have found, in order.
pub(super) fn search(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let options = generator.options.clone();
    let mut chance = Chance::new(match options.order {
        SearchOrder::Random(seed) => seed,
        _ => 0,
    });
    let mut coverage = CoverageRecorder::default();
    let mut reports: Vec<PartReport> = Vec::new();
    let mut open: Vec<Decisions> = Vec::new();
    let mut paths = 0;
    let mut next = Some(range);
    while let Some(range) = next.take() {
        let limits = PathLimits { paths: 1, idle: u64::MAX };
        let mut report = part::search(generator, range, limits, &mut coverage, clock)?;
        paths += report.end.effort.paths;
        let rest = std::mem::take(&mut report.rest);
        open.extend(rest.into_iter().map(|place| place.decisions));
        if report.end.stopped.is_none() && paths < options.max_paths {
            report.end.next = None;
            let chosen = match options.order {
                SearchOrder::Random(_) if !open.is_empty() => Some(chance.below(open.len())),
                _ => {
                    let shortest = open.iter().enumerate();
                    let shortest = shortest.min_by_key(|(_, place)| (place.0.len(), &place.0));
                    shortest.map(|(number, _)| number)
                }
            };
            next = chosen.map(|number| Range::beginning_with(open.swap_remove(number)));
        }
        reports.push(report);
    }
    Ok(reports)
}
