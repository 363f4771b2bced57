//! What the tests cover that were written: cases without a test do not count, what building their
//! inputs runs does, and so do class initializers.

use super::{CoverageRecorder, Numbered, PathCoverage, sort};
use crate::generate::points::find_method;
use crate::generate::replay::Replayer;
use crate::program::{call, load};
use margay_ir::{ClassId, InstKind};
use margay_machine::ClassState;
use margay_machine::code::Point;
use margay_search::generate::case::MethodName;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Steps that an initializer may take.
const MOST_STEPS: u64 = 1 << 24;

impl PathCoverage {
    /// Adds what another path takes.
    pub fn extend(&mut self, other: &PathCoverage) {
        let Numbered { blocks, edges, .. } = other.numbered(|name| self.place(name));
        self.blocks.extend(blocks);
        self.edges.extend(edges);
        sort(&mut self.blocks);
        sort(&mut self.edges);
    }

    fn place(&mut self, name: &MethodName) -> usize {
        let known = self.methods.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.methods.push(name.clone());
            self.methods.len() - 1
        })
    }
}

impl CoverageRecorder {
    /// Remembers what a test case covers.
    pub fn keep(&mut self, method: &MethodName, case: usize, path: &PathCoverage) {
        let number = |name: &MethodName| match self.run.get_index_of(name) {
            Some(number) => number,
            None => self.run.insert_full(name.clone()).0,
        };
        let Numbered { mut blocks, mut edges, .. } = path.numbered(number);
        blocks.sort_unstable();
        edges.sort_unstable();
        let (set, _) = self.sets.insert_full((blocks, edges));
        self.cases.push((method.clone(), case, set));
    }

    /// What the cases cover that have a test.
    pub fn of_tests(&self, left_out: &FxHashSet<(MethodName, usize)>) -> CoverageRecorder {
        let numbers = self.run.clone();
        let mut tests = CoverageRecorder { numbers, ..CoverageRecorder::default() };
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
        let taken: BTreeSet<usize> = self.blocks.iter().map(|(number, _)| *number).collect();
        let used = taken.iter().filter_map(|number| self.numbers.get_index(*number));
        let mut used: BTreeSet<String> = used.map(|name| name.class.replace('.', "/")).collect();
        let project = replayer.program.classes.clone();
        used.extend(self.looked_at(replayer).into_iter().filter(|class| project.contains(class)));
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
            let path: Vec<Point> = machine.core.path().collect();
            let taken = PathCoverage::of(machine, &mut replayer.points, &path, String::new());
            let reached = taken.methods.iter().map(|name| name.class.replace('.', "/"));
            open.extend(reached.filter_map(|name| load(machine, &name).ok()).collect::<Vec<_>>());
            self.add(&taken);
        }
        machine.release();
    }

    /// The classes whose static fields covered code reads.
    fn looked_at(&self, replayer: &mut Replayer) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (number, block) in &self.blocks {
            let machine = &mut replayer.program.machine;
            let name = self.numbers.get_index(*number);
            let Some(method) = name.and_then(|name| find_method(machine, name)) else { continue };
            let Some(function) = replayer.points.function(machine, method) else { continue };
            for inst in &function.blocks[*block].insts {
                if let InstKind::GetStatic(field) = &function.insts[*inst].kind {
                    let world = &machine.core.world;
                    found.insert(world.class_name(world.field_symbol(*field).class).to_owned());
                }
            }
        }
        found
    }
}
