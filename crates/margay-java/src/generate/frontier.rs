//! Where a search for coverage goes on: at the place, of all that it has left, from which something
//! that is not covered is nearest.
//!
//! The distance is over control flow and calls, and back through the calls in progress. A short
//! distance is no promise, so every other time the place with the fewest decisions has its turn:
//! what lies beyond the first choices of a method is not starved by the depths of one of them. And where many ways
//! have begun, others are taken to be further away: of a hundred ways to make an argument each is as near as the next.

use super::coverage::CoverageRecorder;
use super::wanted::Wanted;
use margay_ir::analysis::distance::distances;
use margay_ir::analysis::graph::Graph;
use margay_ir::{Block, Terminator};
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::paths::Draws;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A block of a method, by the number that the coverage gives it.
pub(super) type At = (usize, Block);

/// Blocks that a return to the caller is worth.
const RETURN: u32 = 8;

/// Blocks that another object of the input is worth.
const MAKING: u32 = 16;

/// Ways from one block after which others from there are taken to be one block further away.
const CROWD: u32 = 4;

/// How often a check that has not failed yet is tried to fail.
const TRIES: u32 = 3;

/// A place that was left.
pub(super) struct Open {
    pub decisions: Decisions,
    /// The inputs by chance that the decisions begin with, if any.
    pub draws: Option<Rc<Draws>>,
    /// The calls in progress, innermost first.
    pub stack: Vec<At>,
    /// The block that the last decision leads to, if that is known.
    pub way: Option<At>,
    /// Whether it is in code that makes an object of the input: another object is less likely to
    /// lead to something new than another path of the method.
    pub is_making: bool,
}

impl Open {
    /// The paths that go on from here.
    pub fn range(self) -> Range {
        Range::beginning_with(self.decisions)
    }
}

/// The places that were left.
pub(super) struct Frontier {
    /// Whether branches count, or blocks only.
    branches: bool,
    open: Vec<Open>,
    /// Whether it is the turn of the shortest path.
    is_shortest_next: bool,
    /// How often a check was tried to fail.
    tries: FxHashMap<At, u32>,
    terrain: Option<Terrain>,
}

impl Frontier {
    pub fn new(branches: bool) -> Self {
        Frontier {
            branches,
            open: Vec::new(),
            is_shortest_next: false,
            tries: FxHashMap::default(),
            terrain: None,
        }
    }

    pub fn add(&mut self, place: Open) {
        self.open.push(place);
    }

    /// Whether the distances are those of this coverage.
    pub fn is_current(&self, coverage: &CoverageRecorder) -> bool {
        self.terrain.as_ref().is_some_and(|terrain| terrain.size == coverage.size())
    }

    /// Measures the distances again. The functions are those of the methods that were entered.
    pub fn survey(&mut self, coverage: &CoverageRecorder, functions: &[Option<Wanted>]) {
        self.terrain = Some(Terrain::new(coverage, functions, self.branches));
    }

    /// Forgets all but so many places, the most promising ones, where there are twice as many.
    pub fn keep_nearest(&mut self, coverage: &CoverageRecorder, most: usize) {
        if self.open.len() <= 2 * most {
            return;
        }
        let Some(terrain) = &self.terrain else { return };
        let places = std::mem::take(&mut self.open).into_iter();
        let promise = |place: &Open| self.promise(terrain, coverage, place).unwrap_or(u32::MAX);
        let mut near: Vec<(u32, Open)> = places.map(|place| (promise(&place), place)).collect();
        near.sort_by_key(|(distance, _)| *distance);
        near.truncate(most);
        self.open = near.into_iter().map(|(_, place)| place).collect();
    }

    /// The place to go on from; none if nothing is left that leads to something new.
    pub fn next(&mut self, coverage: &CoverageRecorder) -> Option<Open> {
        let terrain = self.terrain.as_ref()?;
        let promise = |place: &Open| self.promise(terrain, coverage, place);
        let promising = self.open.iter().enumerate();
        let promising = promising.filter_map(|(number, place)| {
            let distance = promise(place)?;
            let depth = place.decisions.0.len();
            // Of equal ones the first alternatives, which are the simplest.
            let decisions = &place.decisions.0;
            Some(if self.is_shortest_next {
                (depth as u32, distance, decisions, number)
            } else {
                (distance, depth as u32, decisions, number)
            })
        });
        let (_, _, _, number) = promising.min()?;
        self.is_shortest_next = !self.is_shortest_next;
        let place = self.open.swap_remove(number);
        if let Some(top) = place.stack.first() {
            *self.tries.entry(*top).or_default() += 1;
        }
        Some(place)
    }

    /// The place to go on from where all paths are wanted and none leads to something new.
    pub fn any(&mut self) -> Option<Open> {
        let places = self.open.iter().enumerate();
        let (number, _) = places.min_by_key(|(_, place)| &place.decisions)?;
        Some(self.open.swap_remove(number))
    }

    /// The place to go on from where nothing is left to be covered: that with the fewest decisions.
    pub fn shortest(&mut self) -> Option<Open> {
        let places = self.open.iter().enumerate();
        let near = |(_, place): &(usize, &Open)| (place.decisions.0.len(), place.decisions.clone());
        let (number, _) = places.min_by_key(near)?;
        Some(self.open.swap_remove(number))
    }

    /// How far something new is from a place, if there is anything.
    fn promise(&self, terrain: &Terrain, coverage: &CoverageRecorder, place: &Open) -> Option<u32> {
        let top = place.stack.first().copied();
        if let Some((method, block)) = place.way {
            let from = top.filter(|(number, _)| *number == method).map(|(_, from)| from);
            let is_settled = from.is_none_or(|from| coverage.is_settled_way(method, from, block));
            if !coverage.is_settled(method, block) || self.branches && !is_settled {
                return Some(0);
            }
        } else if let Some(top) = top
            && terrain.may_fail.contains(&top)
            && self.tries.get(&top).is_none_or(|tries| *tries < TRIES)
        {
            return Some(0);
        }
        let inner = place.way.or(top);
        let frames = inner.into_iter().chain(place.stack.iter().skip(1).copied());
        let ahead = (0..).zip(frames).filter_map(|(frame, at)| {
            terrain.distance(at).map(|distance| distance + 1 + RETURN * frame)
        });
        let making = if place.is_making { MAKING } else { 0 };
        let tried = top.and_then(|top| self.tries.get(&top)).copied().unwrap_or_default();
        ahead.min().map(|distance| distance + making + tried / CROWD)
    }
}

/// The code that was entered, with how far each block is from what is not covered.
struct Terrain {
    /// The size of the coverage it was made from.
    size: usize,
    /// The node of each method's first block.
    starts: Vec<Option<u32>>,
    distances: Vec<Option<u32>>,
    /// Blocks that end with a check that has never failed.
    may_fail: FxHashSet<At>,
}

impl Terrain {
    fn new(coverage: &CoverageRecorder, functions: &[Option<Wanted>], branches: bool) -> Terrain {
        let mut starts = Vec::with_capacity(functions.len());
        let mut nodes: Vec<At> = Vec::new();
        for (number, function) in functions.iter().enumerate() {
            starts.push(function.as_ref().map(|_| nodes.len() as u32));
            let blocks = function.iter().flat_map(|wanted| wanted.function.blocks.keys());
            nodes.extend(blocks.map(|block| (number, block)));
        }
        let node = |(method, block): At| Some(starts[method]? + block.as_u32());
        let mut calls: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (caller, block, callee) in coverage.calls() {
            let entry = functions[callee].as_ref().map(|wanted| (callee, wanted.function.entry));
            if let (Some(from), Some(to)) = (node((caller, block)), entry.and_then(node)) {
                calls.entry(from).or_default().push(to);
            }
        }
        let graph = Graph::new(nodes.len(), |from| {
            let (method, block) = nodes[from as usize];
            let wanted = functions[method].as_ref().expect("it has blocks");
            let next = wanted.function.blocks[block].terminator.successors();
            let next = next.filter_map(|call| node((method, call.block)));
            let called = calls.get(&from).into_iter().flatten().copied();
            next.chain(called).collect::<Vec<u32>>()
        });
        let mut goals = Vec::new();
        let mut may_fail = FxHashSet::default();
        for (number, function) in functions.iter().enumerate() {
            let Some(wanted) = function else { continue };
            for block in wanted.blocks() {
                let at = node((number, block)).expect("it has blocks");
                let is_taken = |to: Block| coverage.is_settled_way(number, block, to);
                if !coverage.is_settled(number, block) {
                    goals.push((at, 0));
                } else if branches && !wanted.branch_targets(block).all(is_taken) {
                    goals.push((at, 1));
                }
                if let Terminator::Guard { fail, .. } = &wanted.function.blocks[block].terminator
                    && !is_taken(fail.block)
                {
                    may_fail.insert((number, block));
                }
            }
        }
        let distances = distances(&graph, &goals);
        Terrain { size: coverage.size(), starts, distances, may_fail }
    }

    fn distance(&self, (method, block): At) -> Option<u32> {
        let start = (*self.starts.get(method)?)?;
        self.distances[(start + block.as_u32()) as usize]
    }
}
