//! The search for coverage: parts of a method's paths, each from the place that the [`Frontier`] finds
//! most promising, until everything is covered or nothing new is found any more. Then calls that return are looked for, of
//! the branches that others only have taken. A method that has not returned yet, or only true, only false or only null, is given some more paths, and one of which a bound has cut some is searched once more
//! with a larger one if it is not all covered. The solver has little time for a question in the first search, and all that it may have in
//! the second.
//!
//! Mostly the methods of a class are searched in two [`rounds`](super::rounds).

use super::coverage::CoverageRecorder;
use super::draws;
use super::frontier::{At, Frontier, Open};
use super::generator::Generator;
use super::losses::LossKind;
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::{find_method, method_name};
use super::replay::Replayer;
use super::wanted::Wanted;
use super::{Criterion, GenerateOptions};
use crate::error::Error;
use margay_ir::function::Pos;
use margay_ir::{Block, Function, MethodId};
use margay_jvm::entry::makes_object;
use margay_machine::{Place, Platform};
use margay_search::driver::Range;
use margay_search::generate::case::{CaseOutcome, MethodName};
use margay_search::generate::paths::Unexplored;
use margay_search::generate::paths::seed::Seed;
use margay_search::structure::Value;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Paths in a row that cover nothing new, after which the search goes on somewhere else.
const IDLE: u64 = 8;

/// Paths in a row that cover nothing new, after which a first search ends.
const FIRST_PATIENCE: u64 = 96;

/// Places that are remembered to go on from: an argument that a hundred classes can be has thousands of ways to be made.
const PLACES: usize = 8_192;

/// Paths in a row that cover nothing new, after which a method is taken never to return, or never anything else.
const NEVER_RETURNS: u64 = 64;

/// Paths in a row that cover nothing new, after which a branch is taken to be for calls that throw.
const ALWAYS_THROWS: u64 = 160;

/// Conflicts after which the solver gives up a question at first: where one question is hard many are, and most of what there is to be
/// covered is found by others.
const QUICK: u32 = 500;

/// Paths in a row that cover nothing new, after which more rounds are taken to be of no use either.
const DEEPER_PATIENCE: u64 = 200;

/// Searches a method; what its parts have found, in order.
pub(super) fn search(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let mut coverage = CoverageRecorder::default();
    search_all(generator, range, clock, &mut coverage, Returned::default())
}

/// What a first search of a method has left.
pub(super) struct FirstSearch {
    pub coverage: CoverageRecorder,
    /// The methods of the class, or one above it, that it has entered.
    near: Vec<MethodName>,
    returned: Returned,
    /// The inputs of its cases.
    seeds: Vec<Seed>,
    /// Whether time has ended it, and whether it may not go on whatever the time is.
    is_cut_short: bool,
    is_over: bool,
    /// The time that it took.
    spent: Duration,
}

/// Searches a method for a while; what its parts have found, in order.
pub(super) fn search_first(
    generator: &mut Generator,
    clock: Clock<'_>,
) -> Result<(Vec<PartReport>, FirstSearch), Error> {
    let (mut coverage, patience) = (CoverageRecorder::default(), generator.options.patience);
    let clock = Clock { timeout: clock.timeout / 2, ..clock };
    generator.options.patience = patience.min(FIRST_PATIENCE);
    let returned = Returned::default();
    let reports = search_quickly(generator, Range::default(), clock, &mut coverage, returned);
    generator.options.patience = patience;
    let reports = reports?;
    let mut returned = Returned::default();
    reports.iter().for_each(|report| returned.add(report));
    let seeds = draws::inputs(generator, clock.name, &reports);
    let paths: u64 = reports.iter().map(|report| report.end.effort.paths).sum();
    let is_cut_short = reports.iter().any(|report| report.end.stopped.is_some());
    let is_over = paths >= generator.options.max_paths;
    let spent = clock.started.elapsed();
    let own = draws::lineage(generator, clock.name);
    let is_own = |name: &&MethodName| own.iter().any(|class| draws::belongs(&name.class, class));
    let near = coverage.methods().filter(is_own).cloned().collect();
    Ok((reports, FirstSearch { coverage, near, returned, seeds, is_cut_short, is_over, spent }))
}

impl FirstSearch {
    /// Whether a method is worth a second search, where all searches of its class have covered this: something is left that
    /// the first one has come near, or it had too little time.
    pub fn is_left(&self, generator: &mut Generator, coverage: &CoverageRecorder) -> bool {
        !self.is_over && (self.is_cut_short || self.is_open(generator, coverage))
    }

    /// Whether something of the class that the first search has come near is not covered.
    pub fn is_open(&self, generator: &mut Generator, coverage: &CoverageRecorder) -> bool {
        is_open_in(generator, coverage, |name| self.near.contains(name))
    }

    /// Searches the method once more, for what none of its class has covered; what its parts have found, in order.
    pub fn search_again(
        &self,
        generator: &mut Generator,
        clock: Clock<'_>,
        coverage: &mut CoverageRecorder,
    ) -> Result<Vec<PartReport>, Error> {
        let timeout = clock.timeout.saturating_sub(self.spent);
        let clock = Clock { timeout, spent: self.spent, ..clock };
        let mut reports = draws::search(generator, clock, coverage, self)?;
        let is_stopped = reports.iter().any(|report| report.end.stopped.is_some());
        if !is_stopped && (self.is_open(generator, coverage) || !self.returned.is_enough()) {
            // What is new for the method leads to what is new for the class.
            let mut own = CoverageRecorder::default();
            let range = Range::default();
            reports.extend(search_all(generator, range, clock, &mut own, self.returned)?);
        }
        Ok(reports)
    }

    /// The inputs of its cases.
    pub fn seeds(&self) -> impl Iterator<Item = &Seed> {
        self.seeds.iter()
    }
}

/// Searches quickly, then what bounds have cut with larger ones.
fn search_all(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
    returned: Returned,
) -> Result<Vec<PartReport>, Error> {
    let mut reports = search_quickly(generator, range.clone(), clock, coverage, returned)?;
    let is_wanted = generator.options.criterion.is_coverage() && is_cut(&reports);
    if is_wanted && is_open(generator, coverage) {
        reports.iter_mut().for_each(forget_bounds);
        let watch = generator.symbolic.machine.core.code.watch;
        let patience = generator.options.patience;
        generator.symbolic.machine.core.code.watch = watch.map(Criterion::deeper);
        generator.options.patience = patience.min(DEEPER_PATIENCE);
        let deeper = search_from(generator, range, clock, coverage, returned);
        generator.symbolic.machine.core.code.watch = watch;
        generator.options.patience = patience;
        reports.extend(deeper?);
    }
    Ok(reports)
}

/// Searches for what is not covered yet, and gives the solver little time for a question.
fn search_quickly(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
    returned: Returned,
) -> Result<Vec<PartReport>, Error> {
    let conflicts = generator.solver.conflicts;
    generator.solver.conflicts = conflicts.map(|most| most.min(QUICK));
    let reports = search_from(generator, range, clock, coverage, returned);
    generator.solver.conflicts = conflicts;
    reports
}

/// Whether a search has ended by itself, and a bound has cut some of its paths.
fn is_cut(reports: &[PartReport]) -> bool {
    let is_bound = |(kind, _): &(LossKind, String)| is_bound(*kind);
    let mut records = reports.iter().flat_map(|report| &report.records);
    reports.iter().all(|report| report.end.stopped.is_none())
        && records.any(|record| record.losses.iter().any(is_bound))
}

/// Whether something is lost by a bound of the first search: on rounds of loops, or on the work of the solver.
fn is_bound(kind: LossKind) -> bool {
    matches!(kind, LossKind::Bounds | LossKind::Unknown)
}

/// What a bound has cut is searched once more.
fn forget_bounds(report: &mut PartReport) {
    let others = |(kind, _): &(LossKind, String)| !is_bound(*kind);
    report.end.losses.retain(others);
    report.records.iter_mut().for_each(|record| record.losses.retain(others));
}

/// What a method has returned.
#[derive(Clone, Copy, Default)]
pub(super) struct Returned {
    anything: bool,
    /// False, true.
    truths: [bool; 2],
    /// Null, an object.
    references: [bool; 2],
}

impl Returned {
    /// Adds what paths of a part return.
    fn add(&mut self, report: &PartReport) {
        for found in report.records.iter().filter_map(|record| record.case.as_ref()) {
            let CaseOutcome::Returned(value) = &found.case.outcome else { continue };
            self.anything = true;
            match value {
                Some(Value::Bool(truth)) => self.truths[usize::from(*truth)] = true,
                Some(Value::Null) => self.references[0] = true,
                Some(Value::Ref(_) | Value::Text(_)) => self.references[1] = true,
                _ => {}
            }
        }
    }

    /// Whether it has shown what a caller asks for first: that it returns, of a truth value both, and of a reference
    /// something else than null. Which one only the class library may decide, where no branch tells.
    fn is_enough(self) -> bool {
        let [null, object] = self.references;
        self.anything && self.truths[0] == self.truths[1] && (object || !null)
    }
}

/// Whether a block or a branch of the methods that were entered is not covered.
pub(super) fn is_open(generator: &mut Generator, coverage: &CoverageRecorder) -> bool {
    is_open_in(generator, coverage, |_| true)
}

/// The same of some of the methods.
pub(super) fn is_open_in(
    generator: &mut Generator,
    coverage: &CoverageRecorder,
    is_wanted: impl Fn(&MethodName) -> bool,
) -> bool {
    let functions = functions(&mut generator.replayer, coverage);
    let wanted = coverage.methods().zip(&functions).enumerate();
    wanted.into_iter().any(|(method, (name, wanted))| {
        let Some(wanted) = wanted.as_ref().filter(|_| is_wanted(name)) else { return false };
        wanted.blocks().into_iter().any(|block| {
            let is_taken = |to: Block| coverage.has_edge(method, block, to);
            !coverage.has_block(method, block) || !wanted.branch_targets(block).all(is_taken)
        })
    })
}

/// Searches for what is not covered yet, of a method that has returned this.
pub(super) fn search_from(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
    returned: Returned,
) -> Result<Vec<PartReport>, Error> {
    let options = generator.options.clone();
    coverage.want_anything();
    let frontier = Frontier::new(options.criterion == Criterion::Branch);
    let mut search = CoverSearch {
        generator,
        clock,
        coverage,
        options,
        frontier,
        scenes: Scenes::default(),
        reports: Vec::new(),
        paths: 0,
        idle: 0,
        returned,
    };
    let mut next = Some(range);
    while let Some(range) = next.take() {
        next = search.part(range)?;
    }
    Ok(search.reports)
}

/// A search for coverage at work.
struct CoverSearch<'s> {
    generator: &'s mut Generator,
    clock: Clock<'s>,
    coverage: &'s mut CoverageRecorder,
    options: GenerateOptions,
    frontier: Frontier,
    scenes: Scenes,
    reports: Vec<PartReport>,
    /// Paths so far, and of these the last that covered nothing new.
    paths: u64,
    idle: u64,
    returned: Returned,
}

impl CoverSearch<'_> {
    /// Searches a part; where to go on.
    fn part(&mut self, range: Range) -> Result<Option<Range>, Error> {
        let limits = PathLimits { paths: self.options.max_paths - self.paths, idle: IDLE };
        let mut report = part::search(self.generator, range, limits, self.coverage, self.clock)?;
        let found = report.end.effort.paths;
        self.paths += found;
        self.idle = if report.idle >= found { self.idle + report.idle } else { report.idle };
        self.returned.add(&report);
        let rest = std::mem::take(&mut report.rest);
        let goes_on = report.end.stopped.is_none() && self.paths < self.options.max_paths;
        if goes_on {
            report.end.next = None;
        }
        self.reports.push(report);
        if goes_on { self.go_on(&rest) } else { Ok(None) }
    }

    /// Where the search goes on, now that these places were left too.
    fn go_on(&mut self, rest: &[Unexplored]) -> Result<Option<Range>, Error> {
        let is_for_coverage = self.options.criterion.is_coverage();
        let is_about_returns = self.coverage.wants_returns();
        let patience = match is_about_returns {
            true => ALWAYS_THROWS.min(self.options.patience),
            false => self.options.patience,
        };
        if self.idle >= patience && is_for_coverage {
            if !is_about_returns {
                self.give_up();
            }
            return Ok(None);
        }
        self.scenes.add_open(self.generator, self.coverage, rest, &mut self.frontier);
        if is_for_coverage {
            self.frontier.keep_nearest(self.coverage, PLACES);
        }
        let mut next = self.frontier.next(self.coverage);
        let is_branch = self.options.criterion == Criterion::Branch;
        if is_branch && next.is_none() && self.returned.anything && !is_about_returns {
            self.idle = 0;
            let functions = functions(&mut self.generator.replayer, self.coverage);
            self.coverage.want_returns(&functions);
            self.frontier.survey(self.coverage, &functions);
            next = self.frontier.next(self.coverage);
        }
        Ok(match () {
            () if !is_for_coverage => next.or_else(|| self.frontier.any()),
            () if !self.returned.is_enough() && self.idle < NEVER_RETURNS => {
                next.or_else(|| self.frontier.shortest())
            }
            () => next,
        }
        .map(Open::range))
    }

    /// Says that what is left was given up.
    fn give_up(&mut self) {
        let what = format!("patience: {} paths in a row covered nothing new", self.idle);
        let last = self.reports.last_mut().expect("a part has just ended");
        last.end.losses.push((LossKind::Bounds, what));
    }
}

/// Lets a frontier see what is covered now.
fn survey(generator: &mut Generator, coverage: &CoverageRecorder, frontier: &mut Frontier) {
    if !frontier.is_current(coverage) {
        frontier.survey(coverage, &functions(&mut generator.replayer, coverage));
    }
}

/// The code of the methods that were entered.
fn functions(replayer: &mut Replayer, coverage: &CoverageRecorder) -> Vec<Option<Wanted>> {
    let Replayer { program, points, .. } = replayer;
    let function = |name| {
        let method = find_method(&mut program.machine, name)?;
        let function = points.function(&mut program.machine, method)?;
        let asserts = program.machine.platform.settings.assertions;
        Some(Wanted::new(program.world(), function, asserts))
    };
    coverage.methods().map(function).collect()
}

/// Finds the blocks of the project that places of the searching machine are in.
#[derive(Default)]
pub(super) struct Scenes {
    known: FxHashMap<(MethodId, u32), Option<At>>,
    /// Where the method under test begins, which was entered first of all.
    entry: Option<At>,
}

impl Scenes {
    /// Adds places to go on from to a frontier, and lets it see what is covered now.
    pub fn add_open(
        &mut self,
        generator: &mut Generator,
        coverage: &mut CoverageRecorder,
        rest: &[Unexplored],
        frontier: &mut Frontier,
    ) {
        let open = rest.iter().filter_map(|place| self.open(generator, coverage, place));
        open.for_each(|place| frontier.add(place));
        survey(generator, coverage, frontier);
    }

    /// A place to go on from.
    fn open(
        &mut self,
        generator: &mut Generator,
        coverage: &mut CoverageRecorder,
        place: &Unexplored,
    ) -> Option<Open> {
        let scene = place.scene.as_ref()?;
        let world = generator.symbolic.world();
        let made = scene.stack.iter().rposition(|at| makes_object(world, at.method));
        let outside = &scene.stack[made.map_or(0, |made| made + 1)..];
        let stack = outside.iter().filter_map(|at| self.block(generator, coverage, at));
        let mut stack: Vec<At> = stack.collect();
        if stack.is_empty() {
            // The method under test has not begun.
            let replayer = &mut generator.replayer;
            self.entry = self.entry.or_else(|| {
                let first = functions(replayer, coverage).into_iter().next()??;
                Some((0, first.function.entry))
            });
            stack.extend(self.entry);
        }
        let way = place.way.filter(|_| made.is_none()).map(|point| {
            let name = method_name(generator.symbolic.world(), point.method);
            (coverage.enter(&name), point.block)
        });
        let (decisions, draws) = (place.decisions.clone(), generator.draws.clone());
        Some(Open { decisions, draws, stack, way, is_making: made.is_some() })
    }

    fn block(
        &mut self,
        generator: &mut Generator,
        coverage: &mut CoverageRecorder,
        place: &Place,
    ) -> Option<At> {
        let key = (place.method, place.offset);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let machine = &mut generator.symbolic.machine;
        let found = if machine.platform.is_watched(&machine.core.world, place.method) {
            let function = generator.points.function(machine, place.method);
            let block = function.and_then(|function| block_at(&function, Pos(place.offset)));
            let name = method_name(&machine.core.world, place.method);
            block.map(|block| (coverage.enter(&name), block))
        } else {
            None
        };
        self.known.insert(key, found);
        found
    }
}

/// The block that has an instruction at a position; the one that ends there, if several have.
fn block_at(function: &Function, pos: Pos) -> Option<Block> {
    let mut blocks = function.blocks.iter();
    let ends = blocks.find(|(_, data)| data.end == pos).map(|(block, _)| block);
    ends.or_else(|| {
        let mut blocks = function.blocks.iter();
        let has = blocks.find(|(_, data)| data.insts.iter().any(|i| function.insts[*i].pos == pos));
        has.map(|(block, _)| block)
    })
}
