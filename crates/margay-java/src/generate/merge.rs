//! From the parts of a method's paths to its report. Everything that depends on the order of paths is
//! decided here: numbers of cases, which of them cover something new, and where a limit cuts.

use super::GenerateOptions;
use super::coverage::{CoverageRecorder, Covered, PathCoverage};
use super::guided::{policies, reach};
use super::losses::{LossKind, LossTally};
use super::record::{FoundCase, PartEnd, PathRecord};
use super::reduce::{Candidate, MOST_FAILURES, few_failures, reduce};
use super::tree;
use margay_search::Decisions;
use margay_search::generate::case::{
    CallsReport, CaseOutcome, Contract, Effort, GuidedReport, MethodName, MethodReport,
    MethodSignature, PartitionReport, SearchTree, TestCase,
};
use rustc_hash::FxHashSet;

/// A report in the making.
#[derive(Clone)]
pub(super) struct MethodMerge {
    name: MethodName,
    signature: MethodSignature,
    cases: Vec<TestCase>,
    /// Cases that others may make superfluous.
    candidates: Vec<Candidate>,
    /// What the candidates cover that nothing before them did.
    new: FxHashSet<Covered>,
    precondition: Option<String>,
    losses: LossTally,
    /// Of the parts before this one, and of this one so far.
    before: Effort,
    part: Effort,
    /// Whether a case returns.
    returns: bool,
    /// Why it ended early, and the place where it would go on.
    stopped: Option<(String, Decisions)>,
    partition: Option<PartitionReport>,
    guided: Option<GuidedReport>,
    calls: Option<CallsReport>,
    /// Cases of a method that has a policy, until all are known.
    judged: Vec<(TestCase, PathCoverage)>,
    tree: Option<SearchTree>,
    /// Whether nothing more is wanted.
    pub is_done: bool,
}

impl MethodMerge {
    /// The report on a method, which a superclass may declare.
    pub fn new(name: MethodName, signature: MethodSignature) -> Self {
        MethodMerge {
            name,
            signature,
            cases: Vec::new(),
            candidates: Vec::new(),
            new: FxHashSet::default(),
            precondition: None,
            losses: LossTally::default(),
            before: Effort::default(),
            part: Effort::default(),
            returns: false,
            stopped: None,
            partition: None,
            guided: None,
            calls: None,
            judged: Vec::new(),
            tree: None,
            is_done: false,
        }
    }

    /// Adds a path.
    pub fn path(
        &mut self,
        options: &GenerateOptions,
        record: PathRecord,
        coverage: &mut CoverageRecorder,
    ) {
        if self.is_done {
            return;
        }
        let paths = self.before.paths + record.effort.paths;
        if paths > options.max_paths {
            let paths = options.max_paths;
            self.stop(format!("stopped by max-paths after {paths} paths"), record.decisions);
            return;
        }
        self.part = record.effort;
        let path = record.leaf.map(|leaf| tree::add(self.tree.get_or_insert_default(), leaf));
        self.lose(record.losses);
        if let Some(mut found) = record.case {
            // Until it is kept it goes by its path.
            found.case.number = path.unwrap_or_default();
            self.case(options, *found, coverage);
        }
    }

    fn case(
        &mut self,
        options: &GenerateOptions,
        found: FoundCase,
        coverage: &mut CoverageRecorder,
    ) {
        // Each method has a test that it returns, even where those of others cover all of it.
        let returns = matches!(found.case.outcome, CaseOutcome::Returned(_));
        let is_first = returns && !self.returns;
        self.returns |= returns;
        let FoundCase { case, coverage: mut taken, building, reached } = found;
        let is_known = options
            .known
            .iter()
            .any(|known| known.method == self.name && known.condition == case.condition);
        if is_known {
            coverage.add(&taken);
            return;
        }
        if options.has_points() {
            coverage.add(&taken);
            taken.extend(&building);
            let shows = reached.into_iter().map(Covered::Point).collect();
            return self.candidates.push(Candidate { case, taken, shows });
        }
        if !options.criterion.is_coverage() {
            coverage.add(&taken);
            taken.extend(&building);
            if options.policy_for(&self.name).is_some() {
                return self.judged.push((case, taken));
            }
            return self.keep(case, &taken, coverage);
        }
        let items = coverage.items(&taken, options.criterion);
        self.new.extend(items.iter().filter(|item| !coverage.has(item)).cloned());
        let is_new = options.criterion.wants(coverage.add(&taken));
        let shows = items.into_iter().filter(|item| self.new.contains(item)).collect();
        taken.extend(&building);
        let candidate = Candidate { case, taken, shows };
        if is_new || is_first || self.candidates.iter().any(|other| candidate.replaces(other)) {
            self.candidates.push(candidate);
        }
    }

    /// Gives a case its number.
    fn keep(&mut self, case: TestCase, taken: &PathCoverage, coverage: &mut CoverageRecorder) {
        let number = self.cases.len() + 1;
        coverage.keep(&self.name, number, taken);
        if let Some(tree) = &mut self.tree {
            tree::number(tree, case.number, number);
        }
        self.cases.push(TestCase { number, ..case });
    }

    /// Ends a part.
    pub fn end(&mut self, options: &GenerateOptions, end: PartEnd) {
        self.partition = end.partition.or(self.partition.take());
        self.calls = match (end.calls, self.calls.take()) {
            (Some(mut last), Some(before)) => {
                for (now, then) in last.summarized.iter_mut().zip(before.summarized) {
                    now.composed += then.composed;
                    now.ran += then.ran;
                }
                Some(last)
            }
            (last, before) => last.or(before),
        };
        if let Some(guided) = end.guided {
            let whole = self.guided.get_or_insert_default();
            whole.policy = guided.policy.or(whole.policy.take());
            whole.points.extend(guided.points);
            whole.dropped += guided.dropped;
            whole.pruned += guided.pruned;
        }
        if self.is_done {
            return;
        }
        self.lose(end.losses);
        self.precondition = self.precondition.take().or(end.precondition);
        self.before = plus(self.before, end.effort);
        self.part = Effort::default();
        let paths = options.max_paths;
        match (end.stopped, end.next) {
            (Some(why), next) => self.stop(why, next.unwrap_or_default()),
            (None, Some(next)) if self.before.paths >= paths => {
                self.stop(format!("stopped by max-paths after {paths} paths"), next);
            }
            (None, _) => {}
        }
    }

    /// The method is searched once more, further than before.
    pub fn again(&mut self) {
        self.losses.forget_bounds();
        (self.stopped, self.is_done) = (None, false);
    }

    fn stop(&mut self, why: String, place: Decisions) {
        self.stopped = Some((why, place));
        self.is_done = true;
    }

    fn lose(&mut self, losses: Vec<(LossKind, String)>) {
        losses.into_iter().for_each(|(kind, what)| self.losses.add(kind, what));
    }

    /// The report, and the place where the search would go on if it was stopped.
    pub fn finish(
        mut self,
        options: &GenerateOptions,
        coverage: &mut CoverageRecorder,
    ) -> (MethodReport, Option<Decisions>) {
        let judged = std::mem::take(&mut self.judged);
        for (case, taken) in policies::select(options, &self.name, judged) {
            self.keep(case, &taken, coverage);
        }
        let mut candidates = reduce(std::mem::take(&mut self.candidates));
        for (class, count) in few_failures(&mut candidates) {
            let what =
                format!("only {MOST_FAILURES} tests of a {class}, {count} more are left out");
            self.losses.add(LossKind::Bounds, what);
        }
        for Candidate { case, taken, shows } in candidates {
            self.keep(case, &taken, coverage);
            let number = self.cases.len();
            let points = self.guided.iter_mut().flat_map(|guided| &mut guided.points);
            for point in points.filter(|point| shows.contains(&Covered::Point(point.point.clone())))
            {
                point.case.get_or_insert(number);
            }
        }
        if let Some(tree) = &mut self.tree {
            tree::finish(tree);
        }
        let (why, place) = self.stopped.unzip();
        let losses = self.losses.finish(why);
        let paths = self.before.paths + self.part.paths;
        if let Some(guided) = &mut self.guided {
            for point in guided
                .points
                .iter_mut()
                .filter(|point| point.case.is_none() && point.because.is_none())
            {
                let is_known = !point.unreachable;
                *point = reach::unreached(point.point.clone(), is_known, paths, &losses);
            }
            policies::prove(options, &self.name, &losses, guided);
        }
        let report = MethodReport {
            method: self.name,
            signature: self.signature,
            cases: self.cases,
            precondition: self.precondition,
            contract: Contract::default(),
            losses,
            effort: plus(self.before, self.part),
            partition: self.partition,
            guided: self.guided,
            calls: with_models(options, self.calls),
            tree: self.tree,
        };
        (report, place)
    }
}

/// What is said of calls, with the models and summaries that were given.
fn with_models(options: &GenerateOptions, calls: Option<CallsReport>) -> Option<CallsReport> {
    if options.models.is_empty() && options.given.is_empty() {
        return calls;
    }
    let models = options.models.iter().map(ToString::to_string);
    let trusted = models.chain(options.given.iter().map(ToString::to_string)).collect();
    Some(CallsReport { trusted, ..calls.unwrap_or_default() })
}

fn plus(a: Effort, b: Effort) -> Effort {
    Effort { paths: a.paths + b.paths, steps: a.steps + b.steps, queries: a.queries + b.queries }
}
