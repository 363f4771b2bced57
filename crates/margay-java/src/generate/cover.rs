//! The search for coverage: parts of a method's paths, each from the place that the [`Frontier`] finds
//! most promising, until everything is covered or nothing new is found any more. Then calls that return are looked for, of
//! the branches that others only have taken. A method that has not returned yet, or only true or only false, is given some more paths, and one of which a bound has cut some is searched once more
//! with a larger one if it is not all covered.

use super::Criterion;
use super::coverage::CoverageRecorder;
use super::frontier::{At, Frontier, Open};
use super::generator::Generator;
use super::losses::LossKind;
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::{find_method, method_name};
use super::replay::Replayer;
use super::wanted::Wanted;
use crate::error::Error;
use margay_ir::function::Pos;
use margay_ir::{Block, Function, MethodId};
use margay_jvm::entry::makes_object;
use margay_machine::{Place, Platform};
use margay_search::driver::Range;
use margay_search::generate::case::CaseOutcome;
use margay_search::generate::paths::Unexplored;
use margay_search::structure::Value;
use rustc_hash::FxHashMap;

/// Paths in a row that cover nothing new, after which the search goes on somewhere else.
const IDLE: u64 = 8;

/// Paths in a row that cover nothing new, after which a method is taken never to return, or never anything else.
const NEVER_RETURNS: u64 = 64;

/// Paths in a row that cover nothing new, after which a branch is taken to be for calls that throw.
const ALWAYS_THROWS: u64 = 160;

/// Paths in a row that cover nothing new, after which more rounds are taken to be of no use either.
const DEEPER_PATIENCE: u64 = 200;

/// Searches a method; what its parts have found, in order.
pub(super) fn search(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let mut coverage = CoverageRecorder::default();
    let mut reports = search_from(generator, range.clone(), clock, &mut coverage)?;
    let is_wanted = generator.options.criterion.is_coverage() && is_cut(&reports);
    if is_wanted && is_open(generator, &coverage) {
        reports.iter_mut().for_each(forget_bounds);
        let watch = generator.symbolic.machine.core.code.watch;
        let patience = generator.options.patience;
        generator.symbolic.machine.core.code.watch = watch.map(Criterion::deeper);
        generator.options.patience = patience.min(DEEPER_PATIENCE);
        let deeper = search_from(generator, range, clock, &mut coverage);
        generator.symbolic.machine.core.code.watch = watch;
        generator.options.patience = patience;
        reports.extend(deeper?);
    }
    Ok(reports)
}

/// Whether a search has ended by itself, and a bound has cut some of its paths.
fn is_cut(reports: &[PartReport]) -> bool {
    let is_bound = |(kind, _): &(LossKind, String)| *kind == LossKind::Bounds;
    let mut records = reports.iter().flat_map(|report| &report.records);
    reports.iter().all(|report| report.end.stopped.is_none())
        && records.any(|record| record.losses.iter().any(is_bound))
}

/// What a bound has cut is searched once more.
fn forget_bounds(report: &mut PartReport) {
    let others = |(kind, _): &(LossKind, String)| *kind != LossKind::Bounds;
    report.end.losses.retain(others);
    report.records.iter_mut().for_each(|record| record.losses.retain(others));
}

/// What a method has returned.
#[derive(Clone, Copy, Default)]
struct Returned {
    anything: bool,
    /// False, true.
    truths: [bool; 2],
}

impl Returned {
    /// Adds what paths of a part return.
    fn add(&mut self, report: &PartReport) {
        for found in report.records.iter().filter_map(|record| record.case.as_ref()) {
            let CaseOutcome::Returned(value) = &found.case.outcome else { continue };
            self.anything = true;
            if let Some(Value::Bool(truth)) = value {
                self.truths[usize::from(*truth)] = true;
            }
        }
    }

    /// Whether it has shown what a caller asks for first: that it returns, and of a truth value both. Which one
    /// only the class library may decide, where no branch tells.
    fn is_enough(self) -> bool {
        self.anything && self.truths[0] == self.truths[1]
    }
}

/// Whether a block or a branch of the methods that were entered is not covered.
pub(super) fn is_open(generator: &mut Generator, coverage: &CoverageRecorder) -> bool {
    let functions = functions(&mut generator.replayer, coverage);
    functions.iter().enumerate().any(|(method, wanted)| {
        let Some(wanted) = wanted else { return false };
        wanted.blocks().into_iter().any(|block| {
            let is_taken = |to: Block| coverage.has_edge(method, block, to);
            !coverage.has_block(method, block) || !wanted.branch_targets(block).all(is_taken)
        })
    })
}

/// Searches for what is not covered yet.
pub(super) fn search_from(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
) -> Result<Vec<PartReport>, Error> {
    let options = generator.options.clone();
    coverage.want_anything();
    let mut frontier = Frontier::new(options.criterion == Criterion::Branch);
    let mut scenes = Scenes::default();
    let mut reports: Vec<PartReport> = Vec::new();
    let (mut paths, mut idle, mut returned) = (0, 0, Returned::default());
    let mut next = Some(range);
    while let Some(range) = next.take() {
        let limits = PathLimits { paths: options.max_paths - paths, idle: IDLE };
        let mut report = part::search(generator, range, limits, coverage, clock)?;
        let found = report.end.effort.paths;
        paths += found;
        idle = if report.idle >= found { idle + report.idle } else { report.idle };
        returned.add(&report);
        let rest = std::mem::take(&mut report.rest);
        let is_stopped = report.end.stopped.is_some();
        let end = &mut report.end;
        if !is_stopped && paths < options.max_paths {
            end.next = None;
            let is_about_returns = coverage.wants_returns();
            let patience = match is_about_returns {
                true => ALWAYS_THROWS.min(options.patience),
                false => options.patience,
            };
            if idle < patience || !options.criterion.is_coverage() {
                rest.iter()
                    .filter_map(|place| scenes.open(generator, coverage, place))
                    .for_each(|place| frontier.add(place));
                if !frontier.is_current(coverage) {
                    frontier.survey(coverage, &functions(&mut generator.replayer, coverage));
                }
                next = frontier.next(coverage);
                let is_branch = options.criterion == Criterion::Branch;
                if is_branch && next.is_none() && returned.anything && !is_about_returns {
                    idle = 0;
                    let functions = functions(&mut generator.replayer, coverage);
                    coverage.want_returns(&functions);
                    frontier.survey(coverage, &functions);
                    next = frontier.next(coverage);
                }
                if !options.criterion.is_coverage() {
                    next = next.or_else(|| frontier.any());
                } else if !returned.is_enough() && idle < NEVER_RETURNS {
                    next = next.or_else(|| frontier.shortest());
                }
            } else if !is_about_returns {
                let what = format!("patience: {idle} paths in a row covered nothing new");
                end.losses.push((LossKind::Bounds, what));
            }
        }
        reports.push(report);
    }
    Ok(reports)
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
struct Scenes {
    known: FxHashMap<(MethodId, u32), Option<At>>,
    /// Where the method under test begins, which was entered first of all.
    entry: Option<At>,
}

impl Scenes {
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
        let decisions = place.decisions.clone();
        Some(Open { decisions, stack, way, is_making: made.is_some() })
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
