//! The search for points: from the place, of all that it has left open, from which one is nearest, and
//! never where none can be reached any more.
//!
//! The [map](super::map) of the program says how far a point is from the calls in progress. A way from which
//! the map knows none is not taken; what is left when nothing is open is proved: no path within the bounds
//! gets there.

use super::super::coverage::CoverageRecorder;
use super::super::generator::Generator;
use super::super::part::{self, Clock, PartReport, PathLimits};
use super::super::points::find_method;
use super::super::selection::TestedMethod;
use super::map::{Distances, ProgramMap};
use super::points::{self, Goals};
use super::trace::TraceGuide;
use crate::error::Error;
use margay_ir::{Block, MethodId};
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{Losses, MethodName, PointReport};
use margay_search::generate::guide::Guide;
use margay_search::generate::paths::Unexplored;
use std::rc::Rc;

/// Paths in a row that reach no point, after which the search goes on somewhere else.
const IDLE: u64 = 4;

/// Allows what may still lead to a point.
pub(crate) struct ReachGuide {
    distances: Rc<Distances>,
    goals: Vec<Point>,
    /// Ways that were not taken.
    pub pruned: u64,
}

impl ReachGuide {
    /// Whether the path has been at a point already: then it only has to end.
    fn has_reached(&self, core: &Core<Symbolic>) -> bool {
        core.path().any(|point| self.goals.contains(&point))
    }
}

impl Guide for ReachGuide {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        // What makes the receiver comes before the method.
        let is_open = core.is_initializing()
            || self.distances.of_stack(core.stack(), way).is_some()
            || self.has_reached(core);
        self.pruned += u64::from(!is_open);
        is_open
    }

    fn distance(&self, core: &Core<Symbolic>, way: Option<Point>) -> Option<u32> {
        self.distances.of_stack(core.stack(), way)
    }
}

/// What leads to the points that a method is searched for.
pub(crate) struct Way {
    distances: Rc<Distances>,
    goals: Vec<Point>,
}

impl Way {
    pub fn guide(&self) -> ReachGuide {
        let (distances, goals) = (Rc::clone(&self.distances), self.goals.clone());
        ReachGuide { distances, goals, pruned: 0 }
    }

    fn distance(&self, place: &Unexplored) -> Option<u32> {
        let scene = place.scene.as_ref()?;
        self.distances.of_stack(scene.stack.iter().copied(), place.way)
    }
}

/// The blocks of goals in the machine that searches.
fn goal_points(generator: &mut Generator, numbers: &[usize]) -> Vec<Point> {
    let Some(goals) = &generator.goals else { return Vec::new() };
    let places: Vec<_> =
        numbers.iter().flat_map(|number| goals.all[*number].places.clone()).collect();
    symbolic_points(generator, places)
}

/// Blocks in the machine that searches.
fn symbolic_points(generator: &mut Generator, places: Vec<(MethodName, Block)>) -> Vec<Point> {
    let machine = &mut generator.symbolic.machine;
    let point = |(name, block)| find_method(machine, &name).map(|method| Point { method, block });
    places.into_iter().filter_map(point).collect()
}

/// The map of what a method may lead to.
pub(in crate::generate) fn map(generator: &mut Generator, entry: MethodId) -> Rc<ProgramMap> {
    let names = generator.own.clone();
    let classes =
        names.iter().filter_map(|name| generator.symbolic.load(name).ok()).collect::<Vec<_>>();
    let machine = &mut generator.symbolic.machine;
    Rc::new(ProgramMap::new(machine, &mut generator.points, entry, &classes))
}

/// The guide along a trace that was given by hand.
pub(crate) fn trace_guide(
    generator: &mut Generator,
    method: MethodId,
) -> Result<TraceGuide, Error> {
    let steps = generator.options.trace.clone();
    let steps = points::resolve(generator, &steps)?;
    let map = map(generator, method);
    let steps = steps.into_iter().map(|step| symbolic_points(generator, step.places)).collect();
    Ok(TraceGuide::new(&map, steps))
}

/// The methods from which a point may be reached, those that are nearest to one first. If there is none,
/// the first method, which says so.
pub(crate) fn order(
    generator: &mut Generator,
    methods: &[TestedMethod],
) -> Result<Vec<TestedMethod>, Error> {
    let count = generator.goals.as_ref().map_or(0, |goals| goals.all.len());
    let mut orphans: Vec<usize> = (0..count).collect();
    let mut ordered = Vec::new();
    for (place, tested) in methods.iter().enumerate() {
        let symbolic = generator.symbolic_method(tested.method)?;
        let map = map(generator, symbolic);
        let known = known_goals(generator, &map, symbolic);
        orphans.retain(|number| !known.iter().any(|(known, _)| known == number));
        let nearest = known.iter().map(|(_, distance)| *distance).min();
        ordered.extend(nearest.map(|distance| (distance, place, *tested)));
    }
    if let Some(goals) = &mut generator.goals {
        goals.orphans = orphans;
    }
    ordered.sort_by_key(|(distance, place, _)| (*distance, *place));
    let mut ordered: Vec<TestedMethod> = ordered.into_iter().map(|(_, _, tested)| tested).collect();
    if ordered.is_empty() {
        ordered.extend(methods.first());
    }
    Ok(ordered)
}

/// Whether some method may lead to each of the points.
pub(crate) fn all_lead(generator: &mut Generator, methods: &[TestedMethod]) -> Result<bool, Error> {
    if generator.goals.is_none() {
        return Ok(true);
    }
    order(generator, methods)?;
    Ok(generator.goals.as_ref().is_none_or(|goals| goals.orphans.is_empty()))
}

/// Searches a method for points; what its parts have found, in order.
pub(in crate::generate) fn search(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let options = generator.options.clone();
    let Some(method) = find_method(&mut generator.symbolic.machine, clock.name) else {
        return Err(Error::Unsupported("a method is in one machine only".to_owned()));
    };
    let map = map(generator, method);
    open_goals(generator, &map, method);
    let mut reports: Vec<PartReport> = Vec::new();
    let mut coverage = CoverageRecorder::default();
    let mut open: Vec<Unexplored> = Vec::new();
    let mut paths = 0;
    let mut next = Some(range);
    while let Some(range) = next.take() {
        let left = generator.goals.as_ref().map(still_open).unwrap_or_default();
        let has_orphans = generator.goals.as_ref().is_some_and(|goals| !goals.orphans.is_empty());
        if left.is_empty() && !(has_orphans && reports.is_empty()) {
            break;
        }
        let goals = goal_points(generator, &left);
        generator.way = Some(Way { distances: Rc::new(map.distances(&goals)), goals });
        let limits = PathLimits { paths: options.max_paths - paths, idle: IDLE };
        let mut report = part::search(generator, range, limits, &mut coverage, clock)?;
        paths += report.end.effort.paths;
        open.append(&mut report.rest);
        if report.end.stopped.is_none() && paths < options.max_paths {
            report.end.next = None;
            next = nearest(generator, &mut open).map(Range::beginning_with);
        }
        reports.push(report);
    }
    generator.way = None;
    let points = points_of(generator);
    if let Some(last) = reports.last_mut() {
        last.end.guided.get_or_insert_default().points = points;
    }
    Ok(reports)
}

/// The points that a method was searched for; whether one was reached is seen when its cases are known.
fn points_of(generator: &mut Generator) -> Vec<PointReport> {
    let Some(goals) = &mut generator.goals else { return Vec::new() };
    let orphans = std::mem::take(&mut goals.orphans);
    let points = goals.open.iter().chain(&orphans).map(|number| {
        let goal = &goals.all[*number];
        let is_initializer = goal.places.iter().all(|(method, _)| method.name == "<clinit>");
        let because = "it is in a static initializer, which runs once, before the method does";
        PointReport {
            point: goal.text.clone(),
            case: None,
            unreachable: orphans.contains(number) && !is_initializer,
            because: is_initializer.then(|| because.to_owned()),
        }
    });
    points.collect()
}

/// The goals that a method may lead to, and how far they are.
fn known_goals(
    generator: &mut Generator,
    map: &Rc<ProgramMap>,
    method: MethodId,
) -> Vec<(usize, u32)> {
    let count = generator.goals.as_ref().map_or(0, |goals| goals.all.len());
    let mut known = Vec::new();
    for number in 0..count {
        let goal = goal_points(generator, &[number]);
        known.extend(map.distances(&goal).of_entry(method).map(|distance| (number, distance)));
    }
    known
}

/// The goals that a method may lead to and that no case has reached when it begins.
fn open_goals(generator: &mut Generator, map: &Rc<ProgramMap>, method: MethodId) {
    let known = known_goals(generator, map, method);
    if let Some(goals) = &mut generator.goals {
        let open = known.into_iter().map(|(number, _)| number);
        goals.open = open.filter(|number| !goals.hit[*number]).collect();
    }
}

fn still_open(goals: &Goals) -> Vec<usize> {
    goals.open.iter().copied().filter(|number| !goals.hit[*number]).collect()
}

/// The open place that is nearest to a point.
fn nearest(generator: &Generator, open: &mut Vec<Unexplored>) -> Option<Decisions> {
    let way = generator.way.as_ref()?;
    let distances = open.iter().enumerate().map(|(number, place)| {
        let distance = way.distance(place).unwrap_or(u32::MAX);
        ((distance, place.decisions.0.len(), &place.decisions.0), number)
    });
    let (_, number) = distances.min()?;
    Some(open.swap_remove(number).decisions)
}

/// What is said of a point that was not reached.
pub(crate) fn unreached(point: String, is_known: bool, paths: u64, losses: &Losses) -> PointReport {
    let Losses { concretized, unsupported, unmade, unknown, diverged, stopped, bounds } = losses;
    let count = |list: &[margay_search::generate::case::Loss]| {
        list.iter().map(|loss| loss.count).sum::<u64>()
    };
    let lost =
        count(concretized) + count(unsupported) + count(unmade) + count(unknown) + count(diverged);
    let (unreachable, because) = match stopped {
        _ if !is_known => (true, "no call and no branch leads there from this method".to_owned()),
        Some(why) => (false, why.clone()),
        None if lost > 0 => (false, format!("{lost} paths that might get there were lost")),
        None => {
            let cut = match count(bounds) {
                0 => String::new(),
                cut => format!(" ({cut} go on beyond the bounds)"),
            };
            (true, format!("all {paths} paths that might get there were tried{cut}"))
        }
    };
    PointReport { point, case: None, unreachable, because: Some(because) }
}
