//! What the search of a part of a method's paths tells, in order. It is plain data: the part may have
//! been searched by another thread.

use super::coverage::PathCoverage;
use super::losses::{self, LossKind};
use margay_search::Decisions;
use margay_search::generate::case::{
    Build, CallsReport, Effort, GuidedReport, PartitionReport, TestCase, TreeLeaf,
};
use margay_search::generate::focus::InputValues;
use std::sync::Arc;

/// A path that has ended.
pub(super) struct PathRecord {
    pub decisions: Decisions,
    /// What was lost since the path before.
    pub losses: Vec<(LossKind, String)>,
    pub case: Option<Box<FoundCase>>,
    /// What the part has taken so far.
    pub effort: Effort,
    /// What the tree of paths has of it, if that is recorded.
    pub leaf: Option<TreeLeaf>,
    /// What its inputs are, where inputs are told apart.
    pub values: Option<Arc<InputValues>>,
}

impl PathRecord {
    /// Takes the case back if a test could build its input only by force: no call sequence leads there.
    pub fn keep_what_calls_make(&mut self) {
        let Some(found) = &self.case else { return };
        let forced = found.case.recipe.iter().find_map(|step| match step {
            Build::Allocate { object } | Build::Set { object, accessible: false, .. } => {
                Some(*object)
            }
            _ => None,
        });
        if let Some(object) = forced {
            let class = &found.case.before.objects[object].class;
            self.losses.push(losses::unmade(class, "", &found.case.condition));
            self.case = None;
        }
    }
}

/// A test case, and what its replay covers.
pub(super) struct FoundCase {
    pub case: TestCase,
    pub coverage: PathCoverage,
    /// What building its input covers.
    pub building: PathCoverage,
    /// The points that it reaches, if some are to be reached.
    pub reached: Vec<String>,
}

/// The end of a part.
pub(super) struct PartEnd {
    /// What was lost since its last path.
    pub losses: Vec<(LossKind, String)>,
    /// What it has taken.
    pub effort: Effort,
    /// Why it ended early, if the clock or the user has ended it.
    pub stopped: Option<String>,
    /// The method that has decided which inputs count, if one has.
    pub precondition: Option<String>,
    /// Where the search goes on, if something is left of the part.
    pub next: Option<Decisions>,
    /// How the inputs were partitioned; the last part tells it for all.
    pub partition: Option<PartitionReport>,
    /// What came of guiding it.
    pub guided: Option<GuidedReport>,
    /// What became of calls; the last part tells it for all.
    pub calls: Option<CallsReport>,
}
