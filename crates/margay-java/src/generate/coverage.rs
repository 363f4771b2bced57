//! What the test cases cover: blocks and edges of their replays, laid over the methods' code.

mod bare_lines;
mod returned;
mod simplest;
mod suite;
mod union;

use super::Criterion;
use super::points::{Points, find_method, method_name};
use super::replay::Replayer;
use super::selection::is_generated;
use super::wanted::Wanted;
use crate::program::ConcreteMachine;
pub(super) use bare_lines::bare_lines;
use indexmap::IndexSet;
use margay_ir::function::Pos;
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::{PRIVATE, SYNTHETIC};
use margay_ir::{Block, Function, MethodId, Terminator, World};
use margay_jvm::SourceCode;
use margay_jvm::inputs::is_passed_on;
use margay_machine::code::Point;
use margay_search::generate::case::{MethodName, MethodReport};
use margay_search::generate::coverage::{
    BlockCoverage, BranchCoverage, ClassCoverage, Coverage, MethodCoverage,
};
use returned::Returned;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use simplest::Simplest;
use std::collections::BTreeMap;

/// What one path takes, by the names of its methods: these are the same in all machines.
#[derive(Clone, Debug, Default)]
pub(super) struct PathCoverage {
    methods: Vec<MethodName>,
    /// By the place of the method, sorted.
    blocks: Vec<(usize, Block)>,
    edges: Vec<(usize, Block, Block)>,
    /// Of the edges, those on which a runtime check fails.
    failures: Vec<(usize, Block, Block)>,
    /// Where methods are called from, as far as a path shows it.
    calls: Vec<(usize, Block, usize)>,
    /// How it ends.
    outcome: String,
    /// Whether the method under test returns.
    pub returns: bool,
}

/// Callers that are remembered of a call. A path does not show returns: the last of the methods
/// that were entered may have ended.
const CALLERS: usize = 8;

impl PathCoverage {
    /// What the path of a replay takes, which ends in some way.
    pub fn of(
        machine: &mut ConcreteMachine,
        points: &mut Points,
        path: &[Point],
        outcome: String,
    ) -> Self {
        let mut walk = PathWalk::default();
        for point in path {
            if !walk.goes_a_known_way(*point) {
                walk.go(machine, points, *point);
            }
        }
        PathCoverage { outcome, ..walk.end() }
    }

    /// Whether it takes a block of a method.
    pub fn has(&self, method: &MethodName, block: Block) -> bool {
        let place = self.methods.iter().position(|name| name == method);
        place.is_some_and(|place| self.blocks.binary_search(&(place, block)).is_ok())
    }

    /// All of it by other numbers of the methods.
    fn numbered(&self, number: impl FnMut(&MethodName) -> usize) -> Numbered {
        let numbers: Vec<usize> = self.methods.iter().map(number).collect();
        let blocks = self.blocks.iter().map(|(place, block)| (numbers[*place], *block));
        let edges = self.edges.iter().map(|(place, from, to)| (numbers[*place], *from, *to));
        let failures = self.failures.iter().map(|(place, from, to)| (numbers[*place], *from, *to));
        let calls = self.calls.iter().map(|(from, at, to)| (numbers[*from], *at, numbers[*to]));
        Numbered {
            blocks: blocks.collect(),
            edges: edges.collect(),
            failures: failures.collect(),
            calls: calls.collect(),
        }
    }
}

/// Goes along a path. Most of a long one goes ways that it has gone before.
#[derive(Default)]
struct PathWalk {
    methods: Vec<MethodName>,
    places: FxHashMap<MethodId, usize>,
    blocks: FxHashSet<(usize, Block)>,
    edges: FxHashSet<(usize, Block, Block)>,
    failures: FxHashSet<(usize, Block, Block)>,
    calls: FxHashSet<(usize, Block, usize)>,
    /// Calls in progress, each with the place of its method and the block it is in.
    open: Vec<(usize, Point)>,
}

impl PathWalk {
    /// Whether the innermost call goes on by an edge that was taken before: then there is nothing new.
    #[inline]
    fn goes_a_known_way(&mut self, point: Point) -> bool {
        let Some((place, call)) = self.open.last_mut() else { return false };
        let is_known =
            call.method == point.method && self.edges.contains(&(*place, call.block, point.block));
        if is_known {
            call.block = point.block;
        }
        is_known
    }

    fn go(&mut self, machine: &mut ConcreteMachine, points: &mut Points, point: Point) {
        let place = *self.places.entry(point.method).or_insert_with(|| {
            self.methods.push(method_name(&machine.core.world, point.method));
            self.methods.len() - 1
        });
        self.blocks.insert((place, point.block));
        let Some(function) = points.function(machine, point.method) else { return };
        let goes_on = |(_, call): &(usize, Point)| {
            call.method == point.method
                && function.blocks[call.block]
                    .terminator
                    .successors()
                    .any(|next| next.block == point.block)
        };
        if point.block == function.entry && !self.open.last().is_some_and(goes_on) {
            let callers = self.open.iter().rev().take(CALLERS);
            self.calls.extend(callers.map(|(caller, call)| (*caller, call.block, place)));
            self.open.push((place, point));
            return;
        }
        while self.open.last().is_some_and(|call| !goes_on(call)) {
            self.open.pop();
        }
        match self.open.last_mut() {
            Some((_, call)) => {
                let edge = (place, call.block, point.block);
                if self.edges.insert(edge) && is_failure(&function, call.block, point.block) {
                    self.failures.insert(edge);
                }
                call.block = point.block;
            }
            None => self.open.push((place, point)),
        }
    }

    /// All that it has come by.
    fn end(self) -> PathCoverage {
        PathCoverage {
            methods: self.methods,
            blocks: sorted(self.blocks),
            edges: sorted(self.edges),
            failures: sorted(self.failures),
            calls: sorted(self.calls),
            ..PathCoverage::default()
        }
    }
}

/// Whether a way from block to block is that of a runtime check which fails, and leads to code that is there for
/// nothing else.
fn is_failure(function: &Function, from: Block, to: Block) -> bool {
    let is_failing = |terminator: &Terminator| match terminator {
        Terminator::Guard { pass, fail, .. } => fail.block == to && pass.block != to,
        _ => false,
    };
    is_failing(&function.blocks[from].terminator)
        && function.blocks.values().all(|block| {
            let leads_here = block.terminator.successors().any(|next| next.block == to);
            !leads_here || is_failing(&block.terminator)
        })
}

fn sorted<T: Ord>(items: FxHashSet<T>) -> Vec<T> {
    let mut items = Vec::from_iter(items);
    sort(&mut items);
    items
}

/// Each once, in order.
fn sort<T: Ord>(items: &mut Vec<T>) {
    items.sort_unstable();
    items.dedup();
}

/// What one path takes, by numbers of methods.
struct Numbered {
    blocks: Vec<(usize, Block)>,
    edges: Vec<(usize, Block, Block)>,
    failures: FxHashSet<(usize, Block, Block)>,
    calls: Vec<(usize, Block, usize)>,
}

/// Blocks and edges that were taken, and the ways in which paths have ended.
#[derive(Clone, Default)]
pub(super) struct CoverageRecorder {
    numbers: IndexSet<MethodName, FxBuildHasher>,
    blocks: FxHashSet<(usize, Block)>,
    edges: FxHashSet<(usize, Block, Block)>,
    /// The methods that test cases run, those that build their inputs too.
    run: IndexSet<MethodName, FxBuildHasher>,
    /// What each test case covers, as a place in `sets`: there are few different ones.
    cases: Vec<(MethodName, usize, usize)>,
    sets: IndexSet<Taken, FxBuildHasher>,
    calls: FxHashSet<(usize, Block, usize)>,
    outcomes: FxHashSet<String>,
    returned: Returned,
    simplest: Simplest,
}

/// Blocks and edges of one path, sorted.
type Taken = (Vec<(usize, Block)>, Vec<(usize, Block, Block)>);

/// Something that can be covered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Covered {
    /// A block.
    Block(usize, Block),
    /// A way from block to block.
    Edge(usize, Block, Block),
    /// A runtime check that fails.
    Failure(usize, Block, Block),
    /// A way from block to block in a call that returns.
    Returned(usize, Block, Block),
    /// A way to end.
    Outcome(String),
    /// A point to be reached.
    Point(String),
}

/// Whether a path covers something for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct New {
    /// Blocks.
    pub blocks: bool,
    /// Ways from block to block.
    pub edges: bool,
    /// Such ways in a call that returns.
    pub returned: bool,
    /// A way to end.
    pub outcome: bool,
}

impl Criterion {
    /// Whether a case that covers this is wanted.
    pub(super) fn wants(self, new: New) -> bool {
        match self {
            Criterion::Statement => new.blocks,
            Criterion::Branch => new.blocks || new.edges || new.returned || new.outcome,
            Criterion::Loop(_)
            | Criterion::Block(_)
            | Criterion::Path
            | Criterion::LocalPaths(_)
            | Criterion::ProgramPoints => true,
        }
    }
}

/// The method that a bridge makes visible; of another method, itself.
fn passed_on(world: &mut World, method: MethodId) -> MethodId {
    let declared = world.method(method).clone();
    let superclass = world.loaded(declared.class).superclass;
    let above = superclass.filter(|_| is_passed_on(world, method)).and_then(|class| {
        world.find_method(SymbolicRef {
            class,
            name: declared.name,
            descriptor: declared.descriptor,
        })
    });
    above.unwrap_or(method)
}

impl CoverageRecorder {
    /// Adds a path; says what is new.
    pub fn add(&mut self, path: &PathCoverage) -> New {
        let before = (self.blocks.len(), self.edges.len());
        let Numbered { blocks, edges, calls, .. } = path.numbered(|name| self.enter(name));
        self.blocks.extend(blocks);
        let returned = path.returns && self.returned.add(&edges);
        self.edges.extend(edges);
        self.calls.extend(calls);
        New {
            blocks: self.blocks.len() > before.0,
            edges: self.edges.len() > before.1,
            returned,
            outcome: self.outcomes.insert(path.outcome.clone()),
        }
    }

    /// All that counts of what a path covers, by the numbers of methods here.
    pub fn items(&mut self, path: &PathCoverage, criterion: Criterion) -> Vec<Covered> {
        let Numbered { blocks, edges, failures, .. } = path.numbered(|name| self.enter(name));
        let block = |(method, block)| Covered::Block(method, block);
        if criterion != Criterion::Branch {
            return blocks.into_iter().map(block).collect();
        }
        // What a failed check leads to is told by the check.
        let failed: FxHashSet<(usize, Block)> =
            failures.iter().map(|(method, _, to)| (*method, *to)).collect();
        let blocks = blocks.into_iter().filter(|taken| !failed.contains(taken)).map(block);
        let returned: Vec<Covered> = match path.returns {
            true => edges.iter().map(|(m, from, to)| Covered::Returned(*m, *from, *to)).collect(),
            false => Vec::new(),
        };
        let edges =
            edges.into_iter().map(|edge @ (method, from, to)| match failures.contains(&edge) {
                true => Covered::Failure(method, from, to),
                false => Covered::Edge(method, from, to),
            });
        blocks
            .chain(edges)
            .chain(returned)
            .chain([Covered::Outcome(path.outcome.clone())])
            .collect()
    }

    /// Whether something is covered.
    pub fn has(&self, item: &Covered) -> bool {
        match item {
            Covered::Block(method, block) => self.has_block(*method, *block),
            Covered::Edge(method, from, to) | Covered::Failure(method, from, to) => {
                self.has_edge(*method, *from, *to)
            }
            Covered::Returned(method, from, to) => self.returned.has((*method, *from, *to)),
            Covered::Outcome(outcome) => self.outcomes.contains(outcome),
            Covered::Point(_) => false,
        }
    }

    /// The number of a method that was entered.
    pub fn enter(&mut self, name: &MethodName) -> usize {
        match self.numbers.get_index_of(name) {
            Some(number) => number,
            None => self.numbers.insert_full(name.clone()).0,
        }
    }

    /// The methods that were entered, by number.
    pub fn methods(&self) -> impl Iterator<Item = &MethodName> {
        self.numbers.iter()
    }

    /// Whether a block was entered.
    pub fn has_block(&self, method: usize, block: Block) -> bool {
        self.blocks.contains(&(method, block))
    }

    /// Whether a way from block to block was taken.
    pub fn has_edge(&self, method: usize, from: Block, to: Block) -> bool {
        self.edges.contains(&(method, from, to))
    }

    /// Whether nobody looks for a block any more.
    pub fn is_settled(&self, method: usize, block: Block) -> bool {
        self.has_block(method, block) || self.returned.is_wanted()
    }

    /// Whether nobody looks for a way from block to block any more.
    pub fn is_settled_way(&self, method: usize, from: Block, to: Block) -> bool {
        match self.returned.is_wanted() {
            true => self.returned.is_settled((method, from, to)),
            false => self.has_edge(method, from, to),
        }
    }

    /// Looks for whatever is not covered.
    pub fn want_anything(&mut self) {
        self.returned.want_none();
    }

    /// Whether calls are looked for in which branches are taken and that return.
    pub fn wants_returns(&self) -> bool {
        self.returned.is_wanted()
    }

    /// Looks from now on for calls that return, of the branches that were taken in others only.
    pub fn want_returns(&mut self, functions: &[Option<Wanted>]) {
        self.returned.want(&self.edges, functions);
    }

    /// Calls that were seen: from a block of a method to another method.
    pub fn calls(&self) -> impl Iterator<Item = (usize, Block, usize)> {
        self.calls.iter().copied()
    }

    /// A number that grows with what is covered.
    pub fn size(&self) -> usize {
        self.numbers.len() + self.blocks.len() + self.edges.len() + self.returned.size()
    }

    /// The number of a method; that of none if it was never entered.
    fn number(&self, name: &MethodName) -> usize {
        self.numbers.get_index_of(name).unwrap_or(usize::MAX)
    }

    /// Coverage of the classes that the reports are about, of those in them, and of those that
    /// declare what they inherit.
    pub fn coverage(&self, replayer: &mut Replayer, reports: &[MethodReport]) -> Coverage {
        let mut names: Vec<String> = reports.iter().map(|r| r.method.class.clone()).collect();
        for report in reports {
            let machine = &mut replayer.program.machine;
            if let Some(method) = find_method(machine, &report.method) {
                let world = &mut machine.core.world;
                let declared = passed_on(world, method);
                names.push(method_name(world, declared).class);
            }
        }
        let nested = |class: &&String| {
            let mut around = class.match_indices('$').map(|(end, _)| &class[..end]);
            around.any(|outer| names.iter().any(|name| *name == outer.replace('/', ".")))
        };
        let nested: Vec<String> =
            replayer.program.classes.iter().filter(nested).map(|c| c.replace('/', ".")).collect();
        names.extend(nested);
        names.sort_unstable();
        names.dedup();
        let classes = names.iter().filter_map(|name| self.class(replayer, name, reports));
        Coverage { classes: classes.collect() }
    }

    fn class(
        &self,
        replayer: &mut Replayer,
        name: &str,
        reports: &[MethodReport],
    ) -> Option<ClassCoverage> {
        let class = replayer.program.load(&name.replace('.', "/")).ok()?;
        let world = replayer.program.world();
        let loaded = world.loaded(class);
        let source = loaded.source.map(|source| world.text(source).to_owned());
        let methods = loaded.methods.clone();
        let methods = methods.into_iter().filter_map(|method| {
            let world = replayer.program.world();
            let declared = world.method(method);
            let without_code = declared.is_abstract() || declared.is_native();
            let is_private = declared.modifiers & PRIVATE != 0;
            // The bodies of lambdas are written by people.
            let is_written = declared.modifiers & SYNTHETIC == 0
                || world.text(declared.name).starts_with("lambda$");
            if without_code || !is_written || is_generated(world, method) {
                return None;
            }
            let name = method_name(world, method);
            let report = reports.iter().find(|report| report.method == name);
            let function = replayer.points.function(&mut replayer.program.machine, method)?;
            // Written so that nobody makes an object: nobody can cover it.
            let is_empty = function.blocks.len() == 1 && function.insts.len() == 1;
            if is_private && name.name == "<init>" && name.descriptor == "()V" && is_empty {
                return None;
            }
            let machine = &replayer.program.machine;
            let source = machine.platform.loader.source_code(&machine.core.world, method);
            let blocks = self.blocks(self.number(&name), &function, source.as_ref());
            let mut coverage = MethodCoverage { method: name, blocks, uncovered: Vec::new() };
            coverage.explain(report);
            Some(coverage)
        });
        Some(ClassCoverage { class: name.to_owned(), source, methods: methods.collect() })
    }

    /// The blocks of a method, with what of them its source stands for, if that is known.
    fn blocks(
        &self,
        method: usize,
        function: &Function,
        source: Option<&SourceCode>,
    ) -> Vec<BlockCoverage> {
        let blocks = reachable(function);
        let is_written = |pos: &Pos| source.is_none_or(|source| !source.added.contains(&pos.0));
        let has_code = |line: &u32| source.is_none_or(|source| source.lines.contains(line));
        let bare = bare_lines(function, &blocks, is_written);
        // By the branch: where the one that stands for its copies is.
        let mut branches: FxHashMap<u32, usize> = FxHashMap::default();
        let mut found: Vec<BlockCoverage> = Vec::new();
        for block in blocks {
            let data = &function.blocks[block];
            let positions = data.insts.iter().map(|inst| function.insts[*inst].pos);
            let positions = positions.chain([data.end]).filter(is_written);
            let mut instructions: BTreeMap<u32, u32> = BTreeMap::new();
            let bare = bare.iter().filter(|(at, _)| *at == block).map(|(_, line)| *line);
            for line in positions.filter_map(|pos| function.line(pos)).chain(bare.filter(has_code))
            {
                *instructions.entry(line).or_default() += 1;
            }
            let branch = self.branch(method, function, block).and_then(|branch| {
                let Some(source) = source else { return Some(branch) };
                let first =
                    *branches.entry(*source.branches.get(&data.end.0)?).or_insert(found.len());
                let original = found.get_mut(first).and_then(|block| block.branch.as_mut());
                match original {
                    Some(original) => original.add(&branch),
                    None => return Some(branch),
                }
                None
            });
            found.push(BlockCoverage {
                covered: self.blocks.contains(&(method, block)),
                instructions: instructions.into_iter().collect(),
                branch,
            });
        }
        found
    }

    /// The branch at the end of a block.
    fn branch(&self, method: usize, function: &Function, block: Block) -> Option<BranchCoverage> {
        let targets = branch_targets(function, block);
        let line = function.line(function.blocks[block].end).filter(|_| !targets.is_empty())?;
        let is_taken = |to: &Block| self.edges.contains(&(method, block, *to));
        Some(BranchCoverage { line, taken: targets.iter().map(is_taken).collect() })
    }
}

/// The blocks that a branch or switch at the end of a block leads to.
pub(super) fn branch_targets(function: &Function, block: Block) -> Vec<Block> {
    let terminator = &function.blocks[block].terminator;
    if !matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. }) {
        return Vec::new();
    }
    let targets: IndexSet<Block, FxBuildHasher> =
        terminator.successors().map(|next| next.block).collect();
    targets.into_iter().collect()
}

/// Blocks that the entry leads to other than by a runtime check that fails: what a source line
/// shows.
pub(super) fn reachable(function: &Function) -> Vec<Block> {
    reachable_by(function, |_, _| true)
}

/// The same by some of the ways from block to block.
pub(super) fn reachable_by(
    function: &Function,
    is_way: impl Fn(Block, Block) -> bool,
) -> Vec<Block> {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut open = vec![function.entry];
    let mut found = Vec::new();
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        found.push(block);
        match &function.blocks[block].terminator {
            Terminator::Guard { pass, .. } => open.push(pass.block),
            other => {
                let next = other.successors().map(|next| next.block);
                open.extend(next.filter(|next| is_way(block, *next)));
            }
        }
    }
    found.sort_unstable();
    found
}
