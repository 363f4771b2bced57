//! Searches that are guided: by what paths cost, and by what they reach.

mod ahead;
mod conditions;
pub(crate) mod costs;
mod errors;
pub(crate) mod local;
pub(crate) mod map;
pub(crate) mod points;
pub(crate) mod policies;
pub(crate) mod reach;
pub(crate) mod trace;

use super::called::local::LocalTree;
use super::generator::Generator;
use super::options::{Criterion, GenerateOptions, SearchStrategy};
use crate::error::Error;
use ahead::CodeAhead;
use errors::ErrorGuide;
use local::LocalPaths;
use margay_ir::MethodId;
use margay_search::generate::case::{GuidedReport, MethodName};
use margay_search::generate::guide::{Guide, Guides};
use margay_search::generate::policy::{Ahead, PolicyGuide};
use reach::ReachGuide;
use std::cell::RefCell;
use std::rc::Rc;
use trace::TraceGuide;

/// What guides the search of a part of a method's paths.
#[derive(Default)]
pub(super) struct PartGuides {
    policy: Option<(String, Rc<RefCell<PolicyGuide>>)>,
    reach: Option<Rc<RefCell<ReachGuide>>>,
    trace: Option<Rc<RefCell<TraceGuide>>>,
    local: Option<Rc<RefCell<LocalPaths>>>,
    errors: Option<Rc<RefCell<ErrorGuide>>>,
    /// The paths of the method with its calls left open.
    tree: Option<Rc<RefCell<LocalTree>>>,
}

impl PartGuides {
    /// The guides of a method, which the machine that searches calls `symbolic`.
    pub fn new(
        generator: &mut Generator,
        name: &MethodName,
        symbolic: MethodId,
    ) -> Result<PartGuides, Error> {
        let options = generator.options.clone();
        let policy = options.policy_for(name).map(|policy| {
            let ahead: Option<Box<dyn Ahead>> = match options.aware_only {
                true => None,
                false => Some(Box::new(CodeAhead::new(reach::map(generator, symbolic)))),
            };
            let guide = PolicyGuide::new(policy, &options.metered(), ahead);
            (policy.to_string(), Rc::new(RefCell::new(guide)))
        });
        let reach = generator.way.as_ref().map(|way| Rc::new(RefCell::new(way.guide())));
        let trace = match options.trace.is_empty() {
            true => None,
            false => Some(Rc::new(RefCell::new(reach::trace_guide(generator, symbolic)?))),
        };
        let local = match options.criterion {
            Criterion::LocalPaths(_) => {
                let machine = &mut generator.symbolic.machine;
                let function = generator.points.function(machine, symbolic);
                function.map(|code| Rc::new(RefCell::new(LocalPaths::new(symbolic, code))))
            }
            _ => None,
        };
        let errors = options.leaves_what_returns().then(|| {
            let guide = ErrorGuide::new(generator, symbolic);
            Rc::new(RefCell::new(guide))
        });
        let tree = generator.called.as_ref().map(|called| called.tree.clone());
        Ok(PartGuides { policy, reach, trace, local, errors, tree })
    }

    /// For the search.
    pub fn guides(&self) -> Guides {
        let mut all: Vec<Rc<RefCell<dyn Guide>>> = Vec::new();
        all.extend(self.reach.iter().map(|guide| guide.clone() as Rc<RefCell<dyn Guide>>));
        all.extend(self.trace.iter().map(|guide| guide.clone() as Rc<RefCell<dyn Guide>>));
        all.extend(self.local.iter().map(|guide| guide.clone() as Rc<RefCell<dyn Guide>>));
        all.extend(self.errors.iter().map(|guide| guide.clone() as Rc<RefCell<dyn Guide>>));
        all.extend(self.tree.iter().map(|guide| guide.clone() as Rc<RefCell<dyn Guide>>));
        // The dearest of those that all others want.
        let policy = self.policy.iter().map(|(_, guide)| guide.clone() as Rc<RefCell<dyn Guide>>);
        all.extend(policy);
        Guides(all)
    }

    /// What came of them.
    pub fn report(&self) -> Option<GuidedReport> {
        if self.guides().is_empty() {
            return None;
        }
        let mut report = GuidedReport::default();
        if let Some((policy, guide)) = &self.policy {
            let guide = guide.borrow();
            report.policy = Some(policy.clone());
            report.dropped += guide.dropped;
            report.pruned += guide.pruned;
        }
        report.pruned += self.reach.as_ref().map_or(0, |guide| guide.borrow().pruned);
        report.pruned += self.errors.as_ref().map_or(0, |guide| guide.borrow().pruned);
        for (dropped, pruned) in [
            self.trace.as_ref().map(|guide| (guide.borrow().dropped, guide.borrow().pruned)),
            self.local.as_ref().map(|guide| (guide.borrow().dropped, guide.borrow().pruned)),
            self.tree.as_ref().map(|guide| (guide.borrow().dropped, guide.borrow().pruned)),
        ]
        .into_iter()
        .flatten()
        {
            report.dropped += dropped;
            report.pruned += pruned;
        }
        Some(report)
    }
}

impl GenerateOptions {
    /// Whether a path that can only return is left: it is no case, and nobody else has a use for it.
    fn leaves_what_returns(&self) -> bool {
        let follows = self.strategy == SearchStrategy::Concolic || !self.seeds.is_empty();
        self.errors_only && self.partition.is_none() && !follows
    }

    /// Says which options do not go together.
    pub(super) fn check_guides(&self) -> Result<(), Error> {
        let refuse = |what: &str| Err(Error::Together(what.to_owned()));
        if self.criterion == Criterion::ProgramPoints && !self.has_points() {
            return refuse("the criterion program-points needs points: --reach FILE:LINE");
        }
        if let (true, Some(option)) = (self.criterion.is_coverage(), self.chooses_paths()) {
            return refuse(&format!(
                "--criterion {} does not go together with {option}, which is about paths: name loop-K, block-K or path, or leave --criterion out",
                self.criterion
            ));
        }
        if self.is_ranked() && self.has_points() {
            return refuse("`worst` and `top-N` do not go together with points to be reached");
        }
        let is_guided = self.is_ranked()
            || self.has_points()
            || matches!(self.criterion, Criterion::LocalPaths(_));
        if is_guided && self.partition.is_some() {
            return refuse(
                "--partition does not go together with --reach, `worst`, `top-N` and all-local-paths",
            );
        }
        if is_guided && !self.seeds.is_empty() {
            return refuse(
                "--seeds does not go together with --reach, `worst`, `top-N` and all-local-paths",
            );
        }
        if is_guided && self.order.chooses() {
            return refuse(
                "--search does not go together with --reach, `worst`, `top-N` and all-local-paths",
            );
        }
        Ok(())
    }
}
