//! Where the first search of a class's methods comes to nothing new: inputs by chance.
//!
//! Each [draw](Draws) opens a tree of its own. Its first path follows inputs by chance, objects made by longer sequences of
//! calls than those that are tried in order; every other path goes on from what is nearest to something new, of all that these
//! have left. How many there are depends on nothing but what they cover.

use super::cover::{FirstSearch, Scenes};
use super::coverage::CoverageRecorder;
use super::frontier::Frontier;
use super::generator::Generator;
use super::options::SearchStrategy;
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::find_method;
use super::{Criterion, mentioned, seeds};
use crate::error::Error;
use margay_ir::ClassId;
use margay_jvm::inputs::DrawnCalls;
use margay_jvm::sequence::Sequence;
use margay_machine::Chance;
use margay_machine::code::Watch;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::MethodName;
use margay_search::generate::paths::Draws;
use margay_search::generate::paths::seed::{Seed, SeedReference};
use std::rc::Rc;

/// Tries in a row that cover nothing new, after which others are taken to be of no use either: where none has been of use yet,
/// and where one has.
const PATIENCE: [u64; 2] = [256, 800];

/// Draws for one method.
const MOST: u64 = 1_600;

/// One of so many draws begins with nothing that is known.
const ANEW: usize = 3;

/// Inputs that were found late.
const LATE: usize = 8;

/// Places that are remembered to go on from.
const PLACES: usize = 256;

/// Steps that a path by chance may take.
const STEPS: u64 = 200_000;

/// Conflicts after which the solver gives up a question: the next draw asks another one.
const CONFLICTS: u32 = 200;

/// Rounds of a loop that a path by chance may take.
const VISITS: u32 = 64;

/// Searches a method by draws, if something of its class is left to be covered.
pub(super) fn search(
    generator: &mut Generator,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
    before: &FirstSearch,
) -> Result<Vec<PartReport>, Error> {
    if !before.is_open(generator, coverage) {
        return Ok(Vec::new());
    }
    let (options, watch) = (generator.options.clone(), generator.symbolic.machine.core.code.watch);
    let (seed, known) = (generator.seed.take(), std::mem::take(&mut generator.known));
    let conflicts = generator.solver.conflicts;
    generator.solver.conflicts = Some(conflicts.map_or(CONFLICTS, |most| most.min(CONFLICTS)));
    generator.options.strategy = SearchStrategy::Concolic;
    generator.options.max_steps = options.max_steps.min(STEPS);
    generator.symbolic.machine.core.code.watch =
        watch.map(|watch| Watch { visits: VISITS, ..watch });
    let mut reports = Vec::new();
    let searched = draw(generator, clock, coverage, before, &mut reports);
    follow(generator, None);
    generator.solver.conflicts = conflicts;
    generator.options = options;
    generator.symbolic.machine.core.code.watch = watch;
    (generator.seed, generator.known) = (seed, known);
    searched.map(|()| reports)
}

/// Searches until nothing of the class is left to be covered, or the method does nothing new any more: now from inputs by chance,
/// now from the most promising place that such a path has left.
fn draw(
    generator: &mut Generator,
    clock: Clock<'_>,
    coverage: &mut CoverageRecorder,
    before: &FirstSearch,
    reports: &mut Vec<PartReport>,
) -> Result<(), Error> {
    let mut drawn = numbers(generator, clock.name)?;
    let mut bases: Vec<Rc<Seed>> = before.seeds().cloned().map(Rc::new).collect();
    let mut own = before.coverage.clone();
    let mut frontier = Frontier::new(generator.options.criterion == Criterion::Branch);
    let mut scenes = Scenes::default();
    let (mut idle, mut is_turn, mut patience) = (0, false, PATIENCE[0]);
    while drawn.number < MOST && idle < patience && before.is_open(generator, coverage) {
        let place = if is_turn { frontier.next(&own) } else { None };
        is_turn = !is_turn;
        let (draws, range) = match place {
            Some(place) => (place.draws.clone(), place.range()),
            None => {
                drawn.number += 1;
                drawn.base = one_of(&bases, drawn.number);
                (Some(Rc::new(drawn.clone())), Range::default())
            }
        };
        follow(generator, draws);
        let limits = PathLimits { paths: u64::MAX, idle: 1 };
        let size = own.size();
        let mut report = part::search(generator, range, limits, &mut own, clock)?;
        let rest = std::mem::take(&mut report.rest);
        if own.size() > size {
            coverage.extend(&own);
            (idle, patience) = (0, PATIENCE[1]);
        } else {
            idle += 1;
        }
        let is_stopped = report.end.stopped.is_some();
        if !is_stopped {
            // What is lost on the way of one draw is lost for no other search.
            report.end.next = None;
            report.end.losses.clear();
            report.records.iter_mut().for_each(|record| record.losses.clear());
        }
        // Decisions name no path of the method's tree here.
        let cases = report.records.iter_mut().filter_map(|record| record.case.as_mut());
        cases.for_each(|found| found.case.decisions = Decisions::default());
        let found = inputs(generator, clock.name, std::slice::from_ref(&report));
        bases.extend(found.into_iter().map(Rc::new));
        reports.push(report);
        if is_stopped {
            break;
        }
        scenes.add_open(generator, &mut own, &rest, &mut frontier);
        frontier.keep_nearest(&own, PLACES);
    }
    Ok(())
}

/// Lets paths begin with inputs by chance, or no longer.
fn follow(generator: &mut Generator, draws: Option<Rc<Draws>>) {
    generator.inputs.drawn = draws.as_ref().map(|draws| {
        let references = draws.base.iter().flat_map(|base| &base.references);
        let known = references.filter_map(|(name, reference)| match reference {
            SeedReference::Object { sequence: Some(sequence), .. } => {
                Some((name.clone(), Sequence::parse(sequence)?))
            }
            _ => None,
        });
        DrawnCalls { number: draws.number, known: known.collect() }
    });
    generator.draws = draws;
}

/// What a draw begins with: nothing, or one of the inputs that are known, rather a late one.
fn one_of(bases: &[Rc<Seed>], number: u64) -> Option<Rc<Seed>> {
    let mut chance = Chance::new(number);
    if bases.is_empty() || chance.below(ANEW) == 0 {
        return None;
    }
    let late = bases.len().saturating_sub(LATE);
    let among = if chance.below(2) == 0 { &bases[late..] } else { bases };
    Some(Rc::clone(chance.one_of(among)))
}

/// The inputs of cases that were found.
pub(super) fn inputs(
    generator: &mut Generator,
    name: &MethodName,
    reports: &[PartReport],
) -> Vec<Seed> {
    let records = reports.iter().flat_map(|report| &report.records);
    let cases = records.filter_map(|record| record.case.as_ref());
    cases.filter_map(|found| seeds::of_case(generator, name, &found.case)).collect()
}

/// The numbers that the code of a method mentions.
fn numbers(generator: &mut Generator, name: &MethodName) -> Result<Draws, Error> {
    let Some(method) = find_method(&mut generator.replayer.program.machine, name) else {
        return Ok(Draws::default());
    };
    let symbolic = generator.symbolic_method(method)?;
    let machine = &mut generator.symbolic.machine;
    let (integers, fractions) = mentioned::numbers(machine, &mut generator.inputs, symbolic);
    Ok(Draws { integers, fractions, ..Draws::default() })
}

/// The class that is tested and those of the project above it.
pub(super) fn lineage(generator: &mut Generator, name: &MethodName) -> Vec<String> {
    let program = &mut generator.replayer.program;
    let Ok(class) = program.load(&name.class.replace('.', "/")) else { return Vec::new() };
    let world = program.world();
    let lineage = std::iter::successors(Some(class), |class| world.loaded(*class).superclass);
    let is_own = |class: &ClassId| {
        let name = world.class_name(*class);
        generator.own.binary_search_by(|own| own.as_str().cmp(name)).is_ok()
    };
    lineage.filter(is_own).map(|class| margay_jvm::describe::class(world, class)).collect()
}

/// Whether a class is another one, or inside it.
pub(super) fn belongs(class: &str, to: &str) -> bool {
    class.strip_prefix(to).is_some_and(|inside| inside.is_empty() || inside.starts_with('$'))
}
