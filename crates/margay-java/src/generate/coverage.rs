//! What the test cases cover: blocks and edges of their replays, laid over the methods' code.

use super::Criterion;
use super::points::{Points, find_method, method_name};
use super::replay::Replayer;
use crate::program::{ConcreteMachine, call, load};
use indexmap::IndexSet;
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::{ENUM, PRIVATE, SYNTHETIC};
use margay_ir::{Block, ClassId, Function, MethodId, Terminator, World};
use margay_jvm::inputs::is_passed_on;
use margay_machine::ClassState;
use margay_machine::code::Point;
use margay_search::generate::case::{Losses, MethodName, MethodReport};
use margay_search::generate::coverage::{
    ClassCoverage, Counter, Coverage, LineCoverage, MethodCoverage, Uncovered,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Steps that an initializer may take.
const MOST_STEPS: u64 = 1 << 24;

/// What one path takes, by the names of its methods: these are the same in all machines.
#[derive(Clone, Debug, Default)]
pub(super) struct PathCoverage {
    methods: Vec<MethodName>,
    /// By the place of the method.
    blocks: FxHashSet<(usize, Block)>,
    edges: FxHashSet<(usize, Block, Block)>,
}

impl PathCoverage {
    /// What the path of a replay takes.
    pub fn of(machine: &mut ConcreteMachine, points: &mut Points, path: &[Point]) -> Self {
        let mut taken = PathCoverage::default();
        let mut places: FxHashMap<MethodId, usize> = FxHashMap::default();
        // Calls in progress, each with the block it is in.
        let mut calls: Vec<Point> = Vec::new();
        for point in path {
            let place = *places.entry(point.method).or_insert_with(|| {
                taken.methods.push(method_name(&machine.core.world, point.method));
                taken.methods.len() - 1
            });
            taken.blocks.insert((place, point.block));
            let Some(function) = points.function(machine, point.method) else { continue };
            let goes_on = |call: &Point| {
                call.method == point.method
                    && function.blocks[call.block]
                        .terminator
                        .successors()
                        .any(|next| next.block == point.block)
            };
            if point.block == function.entry && !calls.last().is_some_and(goes_on) {
                calls.push(*point);
                continue;
            }
            while calls.last().is_some_and(|call| !goes_on(call)) {
                calls.pop();
            }
            match calls.last_mut() {
                Some(call) => {
                    taken.edges.insert((place, call.block, point.block));
                    call.block = point.block;
                }
                None => calls.push(*point),
            }
        }
        taken
    }

    /// Adds what another path takes.
    pub fn extend(&mut self, other: &PathCoverage) {
        let places: Vec<usize> = other.methods.iter().map(|name| self.place(name)).collect();
        self.blocks.extend(other.blocks.iter().map(|(place, block)| (places[*place], *block)));
        let edges = other.edges.iter().map(|(place, from, to)| (places[*place], *from, *to));
        self.edges.extend(edges);
    }

    fn place(&mut self, name: &MethodName) -> usize {
        let known = self.methods.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.methods.push(name.clone());
            self.methods.len() - 1
        })
    }

    /// The methods that the path enters.
    pub fn methods(&self) -> &[MethodName] {
        &self.methods
    }
}

/// Blocks and edges that were taken.
#[derive(Default)]
pub(super) struct CoverageRecorder {
    numbers: FxHashMap<MethodName, usize>,
    blocks: FxHashSet<(usize, Block)>,
    edges: FxHashSet<(usize, Block, Block)>,
    /// What each test case covers, as a place in `sets`: there are few different ones.
    cases: Vec<(MethodName, usize, usize)>,
    sets: IndexSet<Taken, FxBuildHasher>,
}

/// Blocks and edges of one path, sorted.
type Taken = (Vec<(usize, Block)>, Vec<(usize, Block, Block)>);

/// Whether a path covers something for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct New {
    /// Blocks.
    pub blocks: bool,
    /// Ways from block to block.
    pub edges: bool,
}

impl Criterion {
    /// Whether a case that covers this is wanted.
    pub(super) fn wants(self, new: New) -> bool {
        match self {
            Criterion::Statement => new.blocks,
            Criterion::Branch => new.blocks || new.edges,
            Criterion::Loop(_) | Criterion::Block(_) | Criterion::Path => true,
        }
    }

    /// Whether nothing more is wanted, as everything of these methods is covered.
    pub(super) fn is_met(
        self,
        coverage: &CoverageRecorder,
        machine: &mut ConcreteMachine,
        points: &mut Points,
        methods: &FxHashSet<MethodName>,
    ) -> bool {
        match self {
            Criterion::Statement => coverage.covers(machine, points, methods, false),
            Criterion::Branch => coverage.covers(machine, points, methods, true),
            Criterion::Loop(_) | Criterion::Block(_) | Criterion::Path => false,
        }
    }
}

/// Whether the compiler gives a method to every enum.
fn is_generated(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    let is_enum = world.loaded(declared.class).modifiers & ENUM != 0;
    is_enum && matches!(world.text(declared.name), "values" | "valueOf")
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
        let numbers: Vec<usize> = path.methods.iter().map(|name| self.numbered(name)).collect();
        self.blocks.extend(path.blocks.iter().map(|(place, block)| (numbers[*place], *block)));
        let edges = path.edges.iter().map(|(place, from, to)| (numbers[*place], *from, *to));
        self.edges.extend(edges);
        New { blocks: self.blocks.len() > before.0, edges: self.edges.len() > before.1 }
    }

    /// The number of a method; that of none if it was never entered.
    fn number(&self, name: &MethodName) -> usize {
        self.numbers.get(name).copied().unwrap_or(usize::MAX)
    }

    /// Whether everything of some methods is covered: their blocks, and what branches lead to if
    /// that counts.
    fn covers(
        &self,
        machine: &mut ConcreteMachine,
        points: &mut Points,
        methods: &FxHashSet<MethodName>,
        branches: bool,
    ) -> bool {
        methods.iter().all(|name| {
            let Some(method) = find_method(machine, name) else { return true };
            let Some(function) = points.function(machine, method) else { return true };
            let number = self.number(name);
            reachable(&function).into_iter().all(|block| {
                let is_taken = |to: &Block| self.edges.contains(&(number, block, *to));
                self.blocks.contains(&(number, block))
                    && (!branches || branch_targets(&function, block).iter().all(is_taken))
            })
        })
    }

    /// Remembers what a test case covers.
    pub fn keep(&mut self, method: &MethodName, case: usize, path: &PathCoverage) {
        let numbers: Vec<usize> = path.methods.iter().map(|name| self.numbered(name)).collect();
        let blocks = path.blocks.iter().map(|(place, block)| (numbers[*place], *block));
        let edges = path.edges.iter().map(|(place, from, to)| (numbers[*place], *from, *to));
        let (mut blocks, mut edges): Taken = (blocks.collect(), edges.collect());
        blocks.sort_unstable();
        edges.sort_unstable();
        let (set, _) = self.sets.insert_full((blocks, edges));
        self.cases.push((method.clone(), case, set));
    }

    fn numbered(&mut self, name: &MethodName) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(name.clone()).or_insert(next)
    }

    /// What the cases cover that have a test.
    pub fn of_tests(&self, left_out: &FxHashSet<(MethodName, usize)>) -> CoverageRecorder {
        let mut tests =
            CoverageRecorder { numbers: self.numbers.clone(), ..CoverageRecorder::default() };
        let mut sets = FxHashSet::default();
        for (method, case, set) in &self.cases {
            if !left_out.contains(&(method.clone(), *case)) && sets.insert(*set) {
                let (blocks, edges) = &self.sets[*set];
                tests.blocks.extend(blocks);
                tests.edges.extend(edges);
            }
        }
        tests
    }

    /// Adds what the initializers of the classes do whose methods are covered: they run once, with
    /// the first test that needs them, and replays do not record them.
    pub fn add_initializers(&mut self, replayer: &mut Replayer) {
        let taken: FxHashSet<usize> = self.blocks.iter().map(|(number, _)| *number).collect();
        let used = self.numbers.iter().filter(|(_, number)| taken.contains(number));
        let used: BTreeSet<String> = used.map(|(name, _)| name.class.replace('.', "/")).collect();
        let machine = &mut replayer.program.machine;
        machine.hold();
        let mut open: Vec<ClassId> =
            used.iter().filter_map(|name| load(machine, name).ok()).collect();
        let mut done = FxHashSet::default();
        while let Some(class) = open.pop() {
            let initializer = machine.core.world.loaded(class).initializer;
            let Some(initializer) = initializer.filter(|_| done.insert(class)) else { continue };
            machine.core.memory.set_state(class, ClassState::Ready);
            // However it ends, this is what was done until then.
            let _ = call(machine, initializer, &[], MOST_STEPS);
            let core = &machine.core;
            let path = core.trace.iter().map(|point| core.code.points[*point as usize]);
            let path: Vec<Point> = path.collect();
            let taken = PathCoverage::of(machine, &mut replayer.points, &path);
            let reached = taken.methods.iter().map(|name| name.class.replace('.', "/"));
            open.extend(reached.filter_map(|name| load(machine, &name).ok()).collect::<Vec<_>>());
            self.add(&taken);
        }
        machine.release();
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
            let around = class.match_indices('$').map(|(end, _)| &class[..end]);
            around
                .into_iter()
                .any(|outer| names.iter().any(|name| *name == outer.replace('/', ".")))
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
            let number = self.number(&name);
            let mut coverage = MethodCoverage {
                method: name,
                lines: self.lines(number, &function),
                blocks: self.count_blocks(number, &function),
                uncovered: Vec::new(),
            };
            coverage.uncovered = uncovered(&coverage.lines, report);
            Some(coverage)
        });
        Some(ClassCoverage { class: name.to_owned(), source, methods: methods.collect() })
    }

    fn count_blocks(&self, method: usize, function: &Function) -> Counter {
        let all = reachable(function);
        let covered = all.iter().filter(|block| self.blocks.contains(&(method, **block)));
        Counter { covered: covered.count() as u32, total: all.len() as u32 }
    }

    fn lines(&self, method: usize, function: &Function) -> Vec<LineCoverage> {
        let mut lines: BTreeMap<u32, LineCoverage> = BTreeMap::new();
        let empty = |line| LineCoverage {
            line,
            instructions: Counter::default(),
            branches: Counter::default(),
        };
        for block in reachable(function) {
            let data = &function.blocks[block];
            let taken = u32::from(self.blocks.contains(&(method, block)));
            let positions = data.insts.iter().map(|inst| function.insts[*inst].pos);
            for line in positions.chain([data.end]).filter_map(|pos| function.line(pos)) {
                let line = lines.entry(line).or_insert_with(|| empty(line));
                line.instructions = line.instructions.plus(Counter { covered: taken, total: 1 });
            }
            let targets = branch_targets(function, block);
            let line = function.line(data.end).filter(|_| !targets.is_empty());
            if let Some(line) = line {
                let edge = |to: &&Block| self.edges.contains(&(method, block, **to));
                let covered = targets.iter().filter(edge).count() as u32;
                let line = lines.entry(line).or_insert_with(|| empty(line));
                let counter = Counter { covered, total: targets.len() as u32 };
                line.branches = line.branches.plus(counter);
            }
        }
        lines.into_values().collect()
    }
}

/// The blocks that a branch or switch at the end of a block leads to.
fn branch_targets(function: &Function, block: Block) -> Vec<Block> {
    let terminator = &function.blocks[block].terminator;
    if !matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. }) {
        return Vec::new();
    }
    let mut targets: Vec<Block> = terminator.successors().map(|next| next.block).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Blocks that the entry leads to other than by a runtime check that fails: what a source line
/// shows.
fn reachable(function: &Function) -> Vec<Block> {
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
            other => open.extend(other.successors().map(|next| next.block)),
        }
    }
    found.sort_unstable();
    found
}

fn uncovered(lines: &[LineCoverage], report: Option<&MethodReport>) -> Vec<Uncovered> {
    let why = report.map_or("not tested: no test calls it", |report| reason(&report.losses));
    let mut found = Vec::new();
    for line in lines {
        let what = match (line.instructions.covered, line.branches.missed()) {
            (0, _) => "line".to_owned(),
            (_, 0) => continue,
            (_, 1) => "1 branch".to_owned(),
            (_, missed) => format!("{missed} branches"),
        };
        found.push(Uncovered { line: line.line, what, why: why.to_owned() });
    }
    found
}

/// Why something of a method that was searched is not covered.
fn reason(losses: &Losses) -> &'static str {
    match losses {
        Losses { stopped: Some(_), .. } => "not reached before the budget ended",
        Losses { unsupported, .. } if !unsupported.is_empty() => {
            "not reached: a path met something unsupported"
        }
        Losses { unknown, .. } if !unknown.is_empty() => "not reached: the solver did not know",
        Losses { bounds, .. } if !bounds.is_empty() => "unreachable within the bound",
        Losses { concretized, .. } if !concretized.is_empty() => {
            "not reached with the values that were tried"
        }
        _ => "unreachable",
    }
}
