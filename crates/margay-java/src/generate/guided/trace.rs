//! A trace given by hand: calls or lines that a path has to pass in this order.

use super::map::{Distances, ProgramMap};
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_search::generate::guide::{Guide, Judged};
use std::rc::Rc;

/// Wants paths that pass all steps of a trace.
pub(crate) struct TraceGuide {
    /// The blocks of each step, and how far they are.
    steps: Vec<(Vec<Point>, Distances)>,
    /// Ways that were not taken.
    pub pruned: u64,
    /// Paths that have not passed all of them.
    pub dropped: u64,
}

impl TraceGuide {
    pub fn new(map: &Rc<ProgramMap>, steps: Vec<Vec<Point>>) -> Self {
        let steps = steps.into_iter().map(|points| {
            let distances = map.distances(&points);
            (points, distances)
        });
        TraceGuide { steps: steps.collect(), pruned: 0, dropped: 0 }
    }

    /// How many steps the path has passed.
    fn passed(&self, core: &Core<Symbolic>) -> usize {
        let mut passed = 0;
        for point in core.path() {
            if self.steps.get(passed).is_some_and(|(points, _)| points.contains(&point)) {
                passed += 1;
            }
        }
        passed
    }
}

impl Guide for TraceGuide {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        let is_open = core.is_initializing()
            || self
                .steps
                .get(self.passed(core))
                .is_none_or(|(_, distances)| distances.of_stack(core.stack(), way).is_some());
        self.pruned += u64::from(!is_open);
        is_open
    }

    fn judge(&mut self, core: &mut Core<Symbolic>) -> Judged {
        if self.passed(core) < self.steps.len() {
            self.dropped += 1;
            return Judged::Unwanted;
        }
        Judged::Wanted
    }
}
