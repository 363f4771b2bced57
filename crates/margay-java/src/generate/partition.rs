//! The search of one block of inputs at a time (FlowTest, section 3).
//!
//! All inputs have a value at first, the *base*. A block of the partition is searched with the others fixed at the
//! base; each case is run once more to see which inputs meet ([`FlowTracker`]), and what has met is joined
//! ([`Partition`]). That goes on until every block was searched and nothing is joined any more.
//!
//! Where a branch refuses the base (a null argument, a wrong header), a case that gets past that
//! branch becomes the base, and what was searched before is searched again from there.

use super::Criterion;
use super::cover;
use super::coverage::CoverageRecorder;
use super::flow::{FlowTracker, TrackedCall, TrackedRun};
use super::generator::Generator;
use super::losses::LossKind;
use super::order::SearchOrder;
use super::part::{self, Clock, PartReport, PathLimits};
use crate::error::Error;
use indexmap::IndexSet;
use margay_jvm::sequence::{CallKind, Sequence};
use margay_machine::code::op::Pc;
use margay_machine::flow::{Meeting as Met, Refused};
use margay_search::driver::Range;
use margay_search::generate::case::{InputBlock, JoinedInputs, PartitionReport};
use margay_search::generate::focus::{Focus, Free, InputReference, InputValues};
use margay_search::partition::{InputNumber, Joined, Partition, Why};
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Hubs inside each other.
const MOST_HUBS: usize = 4;

/// Paths that are searched with all inputs together for what no block has reached: as many as before, but no fewer and
/// no more than these.
const FEW_TOGETHER: u64 = 32;
const MOST_TOGETHER: u64 = 512;

/// Why a path of one block is no case.
const SEEN: &str = "the same inputs as in a part before";

/// Blocks of inputs that a user wants to be searched together: the names, and the line that gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenPartition {
    /// Each block with the number of its line.
    pub blocks: Vec<(usize, Vec<String>)>,
    /// What the file is called.
    pub file: String,
}

impl GivenPartition {
    /// Reads blocks: one a line, names separated by spaces or commas, `#` begins a comment.
    ///
    /// # Errors
    /// What is wrong, with the line.
    pub fn parse(file: &str, text: &str) -> Result<Self, String> {
        let mut blocks = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let names = line.split(|c: char| c == ',' || c.is_whitespace());
            let block: Vec<String> =
                names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
            for name in &block {
                if let Some(first) = known.insert(name.clone(), number) {
                    return Err(format!(
                        "{file}:{number}: input {name} is in a block already, that of line {first}"
                    ));
                }
            }
            if !block.is_empty() {
                blocks.push((number, block));
            }
        }
        Ok(GivenPartition { blocks, file: file.to_owned() })
    }
}

/// Searches a method; what its parts have found, in order. The first base is the first of these inputs, which
/// were tried already.
pub(super) fn search(
    generator: &mut Generator,
    clock: Clock<'_>,
    tried: Vec<Arc<InputValues>>,
) -> Result<Vec<PartReport>, Error> {
    let given = generator.options.partition.clone().unwrap_or_default();
    let mut explorer = Explorer {
        generator,
        clock,
        given,
        coverage: CoverageRecorder::default(),
        reports: Vec::new(),
        found: PartitionReport::default(),
        names: BTreeSet::new(),
        cases: tried.iter().cloned().collect(),
        paths: 0,
        base: None,
        is_choosing: false,
        is_given_up: false,
    };
    explorer.explore(tried.into_iter().next().unwrap_or_default(), &[])?;
    if explorer.is_given_up {
        explorer.search_all()?;
    }
    explorer.generator.focus = None;
    explorer.search_together()?;
    explorer.name_unknown();
    let Explorer { mut reports, found, .. } = explorer;
    if let Some(last) = reports.last_mut() {
        last.end.partition = Some(found);
    }
    Ok(reports)
}

struct Explorer<'g, 'c> {
    generator: &'g mut Generator,
    clock: Clock<'c>,
    given: GivenPartition,
    coverage: CoverageRecorder,
    reports: Vec<PartReport>,
    found: PartitionReport,
    /// All inputs met.
    names: BTreeSet<String>,
    /// The inputs of cases so far: one that several blocks find is one case.
    cases: BTreeSet<Arc<InputValues>>,
    paths: u64,
    /// The number of the report of a search of no input, until something else is searched that has its paths too.
    base: Option<usize>,
    /// Whether the hub that is gone through says which of several objects a reference is.
    is_choosing: bool,
    /// Whether there is another such hub inside: all inputs are searched together then.
    is_given_up: bool,
}

/// A hub whose cases are gone through, with the one it has.
type HubCase = (InputNumber, String);

impl Explorer<'_, '_> {
    fn tracker(&mut self) -> &mut FlowTracker {
        self.generator.tracker.as_mut().expect("partitions are tracked")
    }

    /// Whether the clock, the user or a limit has ended the search.
    fn is_over(&self) -> bool {
        let stopped = self.reports.last().is_some_and(|report| report.end.stopped.is_some());
        stopped || self.is_given_up || self.paths >= self.generator.options.max_paths
    }

    /// Partitions and searches all inputs but some hubs.
    fn explore(&mut self, mut base: Arc<InputValues>, hubs: &[HubCase]) -> Result<(), Error> {
        let blocks = self.given.blocks.clone();
        let numbers = |names: &Vec<String>, tracker: &mut FlowTracker| {
            names.iter().map(|name| tracker.number(name)).collect::<Vec<InputNumber>>()
        };
        let tracker = self.tracker();
        let blocks: Vec<_> = blocks.iter().map(|(_, names)| numbers(names, tracker)).collect();
        let mut partition = Partition::of_blocks(&blocks);
        let besides: Vec<InputNumber> = hubs.iter().map(|(hub, _)| *hub).collect();
        let mut searched: BTreeMap<Vec<InputNumber>, (u32, u64)> = BTreeMap::new();
        let mut found = self.block(&base, &[], hubs)?;
        if !hubs.is_empty() {
            // The search of the hub has found it, too.
            self.uncount_base();
        }
        let mut refused = found.first().map(|run| run.refused.clone()).unwrap_or_default();
        // Most of what meets in a run has met in others.
        let mut met: IndexSet<Met, FxBuildHasher> = IndexSet::default();
        let mut overcome: BTreeMap<u32, u32> = BTreeMap::new();
        let mut version = 0;
        loop {
            if let Some((choosing, run)) = self.tracker().choosing(&found, &besides) {
                self.report_joined(&partition);
                // A structure of objects has ever more of them.
                self.is_given_up |= self.is_choosing;
                if self.is_given_up {
                    return Ok(());
                }
                self.is_choosing = true;
                self.go_through(choosing, &run.values, hubs)?;
                self.is_choosing = false;
                return Ok(());
            }
            let before = met.len();
            found.drain(..).for_each(|run| met.extend(run.meetings));
            partition.join_computed(&self.tracker().meetings(met[before..].iter(), &besides));
            let is_new = |block: &Vec<InputNumber>| {
                searched.get(block).is_none_or(|(then, _)| *then != version)
            };
            let next = partition.blocks().into_iter().find(is_new);
            let Some(block) = next.filter(|_| !self.is_over()) else {
                let met = self.tracker().meetings(met.iter(), &besides);
                if self.is_over() || !partition.learn(&met, hubs.len() < MOST_HUBS) {
                    break;
                }
                let Some(hub) = partition.hubs().first().copied() else { continue };
                self.report_joined(&partition);
                return self.go_through(hub, &base, hubs);
            };
            self.uncount_base();
            let before = self.paths;
            found = self.block(&base, &block, hubs)?;
            searched.insert(block, (version, self.paths - before));
            if let Some(better) = past(&refused, &mut overcome, &found) {
                base = Arc::clone(&better.values);
                refused.clone_from(&better.refused);
                version += 1;
            }
        }
        self.report_joined(&partition);
        let when: Vec<String> = hubs.iter().map(|(_, case)| case.clone()).collect();
        for block in partition.blocks() {
            let paths = searched.get(&block).map_or(0, |(_, paths)| *paths);
            let tracker = self.tracker();
            let inputs = block.iter().map(|input| tracker.name(*input).to_owned()).collect();
            self.found.blocks.push(InputBlock { inputs, when: when.clone(), paths });
        }
        Ok(())
    }

    /// Goes through the cases of a hub; the other inputs are partitioned in each.
    fn go_through(
        &mut self,
        hub: InputNumber,
        base: &InputValues,
        hubs: &[HubCase],
    ) -> Result<(), Error> {
        let name = self.tracker().name(hub).to_owned();
        let mut values = BTreeSet::new();
        self.uncount_base();
        for run in self.block(base, &[hub], hubs)? {
            let number = run.values.numbers.get(&name).copied();
            let reference = run.values.references.get(&name).cloned();
            let Some(shown) = self.shown(&name, number, reference.as_ref()) else { continue };
            if !values.insert((number, reference)) || self.is_over() {
                continue;
            }
            let case = (hub, format!("{name} = {shown}"));
            self.explore(run.values, &[hubs, &[case]].concat())?;
        }
        if !self.found.hubs.contains(&name) {
            self.found.hubs.push(name);
        }
        Ok(())
    }

    /// A value of an input: a number, perhaps in a box, or a reference.
    fn shown(
        &self,
        name: &str,
        number: Option<u64>,
        reference: Option<&InputReference>,
    ) -> Option<String> {
        if let Some(bits) = number {
            let is_int = u32::try_from(bits).map(u32::cast_signed);
            return Some(is_int.map_or_else(|_| bits.cast_signed().to_string(), |n| n.to_string()));
        }
        Some(match reference? {
            InputReference::Null => "null".to_owned(),
            InputReference::New { class, sequence, .. } => {
                let world = self.generator.symbolic.world();
                let class = margay_jvm::describe::class(world, *class);
                let calls = sequence.as_deref().and_then(Sequence::parse);
                let calls = calls.iter().flat_map(|sequence| &sequence.calls);
                let calls = calls.filter(|call| call.kind == CallKind::Change);
                let calls: String = calls.map(|call| format!(".{}(…)", call.name)).collect();
                format!("new {class}{calls}")
            }
            InputReference::Same(other) => other.clone(),
            InputReference::Constant(_) => format!("a constant of {name}"),
        })
    }

    /// Searches a block; gives what its cases have shown.
    fn block(
        &mut self,
        base: &InputValues,
        block: &[InputNumber],
        hubs: &[HubCase],
    ) -> Result<Vec<TrackedRun>, Error> {
        let tracker = self.tracker();
        let names: Vec<&str> = block.iter().map(|input| tracker.name(*input)).collect();
        let when: Vec<&str> = hubs.iter().map(|(_, case)| case.as_str()).collect();
        let mut part = if block.is_empty() { "no input".to_owned() } else { names.join(", ") };
        if !when.is_empty() {
            part = format!("{part} when {}", when.join(" and "));
        }
        let free = names.into_iter().map(str::to_owned).collect();
        let runs = self.search_free(base, Free::These(free))?;
        self.base = block.is_empty().then(|| self.reports.len() - 1);
        self.name_part(self.reports.len() - 1, &part);
        Ok(runs)
    }

    /// Lets the paths of a search of no input not count any more: another search has them too.
    fn uncount_base(&mut self) {
        if let Some(base) = self.base.take() {
            self.paths -= self.reports[base].end.effort.paths;
            uncount(&mut self.reports[base]);
        }
    }

    /// Says what was searched from the report with this number on, for the tree of paths.
    fn name_part(&mut self, first: usize, part: &str) {
        let mut records = self.reports[first..].iter_mut().flat_map(|report| &mut report.records);
        if let Some(leaf) = records.find_map(|record| record.leaf.as_mut()) {
            leaf.part = Some(part.to_owned());
        }
    }

    /// Searches all inputs as one block.
    fn search_all(&mut self) -> Result<(), Error> {
        self.is_given_up = false;
        self.uncount_base();
        let before = self.paths;
        let runs = self.search_free(&InputValues::default(), Free::All)?;
        self.name_part(self.reports.len() - 1, "all inputs");
        let inputs: BTreeSet<&String> = runs.iter().flat_map(|run| run.values.names()).collect();
        let inputs = inputs.into_iter().cloned().collect();
        let paths = self.paths - before;
        self.found.blocks = vec![InputBlock { inputs, when: Vec::new(), paths }];
        self.found.hubs.clear();
        Ok(())
    }

    /// Searches with some inputs free; gives what the cases have shown.
    fn search_free(&mut self, base: &InputValues, free: Free) -> Result<Vec<TrackedRun>, Error> {
        self.generator.focus = Some(Rc::new(Focus { free, fixed: base.clone() }));
        let paths = self.generator.options.max_paths - self.paths;
        let limits = PathLimits { paths, idle: u64::MAX };
        let searched =
            part::search(self.generator, Range::default(), limits, &mut self.coverage, self.clock);
        let mut report = searched?;
        report.end.next = report.end.next.filter(|_| report.end.effort.paths >= paths);
        self.found.runs += report.end.effort.paths;
        self.paths += report.end.effort.paths;
        let tracker = self.generator.tracker.as_mut().expect("partitions are tracked");
        let call = TrackedCall {
            method: self.clock.name,
            parameters: &report.parameters,
            statics: &report.statics,
        };
        let runs = tracker.take(call);
        for run in &runs {
            self.names.extend(run.values.names().cloned());
        }
        for record in &mut report.records {
            let is_known = |values: &Arc<InputValues>| !self.cases.insert(Arc::clone(values));
            if record.values.as_ref().is_some_and(is_known) {
                record.case = None;
                let leaf = record.leaf.as_mut().filter(|leaf| leaf.why.is_none());
                leaf.into_iter().for_each(|leaf| leaf.why = Some(SEEN.to_owned()));
            }
        }
        self.reports.push(report);
        Ok(runs)
    }

    /// Looks for what no block has reached, in all inputs together, for a while: a way may depend on what no value
    /// shows, such as the class of an object.
    fn search_together(&mut self) -> Result<(), Error> {
        if self.is_over() || !cover::is_open(self.generator, &self.coverage) {
            return Ok(());
        }
        let options = self.generator.options.clone();
        self.generator.options.criterion = Criterion::Branch;
        self.generator.options.order = SearchOrder::Coverage;
        self.generator.options.patience = self.found.runs.clamp(FEW_TOGETHER, MOST_TOGETHER);
        self.generator.options.max_paths = options.max_paths - self.paths;
        let searched = cover::search_from(
            self.generator,
            Range::default(),
            self.clock,
            &mut self.coverage,
            cover::Returned::default(),
        );
        self.generator.options = options;
        let first = self.reports.len();
        for mut report in searched? {
            // That nothing more was found is no loss.
            report.end.losses.retain(|(kind, _)| *kind != LossKind::Bounds);
            self.found.together += report.end.effort.paths;
            report.end.next = None;
            uncount(&mut report);
            self.reports.push(report);
        }
        self.name_part(first, "all inputs together, for what no block has reached");
        Ok(())
    }

    fn report_joined(&mut self, partition: &Partition<Pc>) {
        for Joined { inputs, why, place } in partition.joined() {
            let tracker = self.tracker();
            let inputs = inputs.iter().map(|input| tracker.name(*input).to_owned()).collect();
            let why = match why {
                Why::Computed => "computed from both",
                Why::Decided => "one decides what the other is used for",
                Why::Led => "one leads to a branch on the other",
            };
            let joined = JoinedInputs { inputs, why: why.to_owned(), place: tracker.place(*place) };
            if !self.found.joined.contains(&joined) {
                self.found.joined.push(joined);
            }
        }
    }

    /// Says which inputs of the user's blocks there are not.
    fn name_unknown(&mut self) {
        let there_are: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let there_are = there_are.join(", ");
        for (line, block) in &self.given.blocks {
            for name in block.iter().filter(|name| !self.names.contains(*name)) {
                let file = &self.given.file;
                let what =
                    format!("{file}:{line}: no input is called {name}; there are {there_are}");
                self.found.unknown.push(what);
            }
        }
    }
}

/// Lets the paths of a part not count: they are counted elsewhere.
fn uncount(report: &mut PartReport) {
    report.end.effort.paths = 0;
    report.records.iter_mut().for_each(|record| record.effort.paths = 0);
}

/// The run that gets past the branch that has refused the base, if one does, and past all that were
/// overcome before; or else one that comes nearer to that.
fn past<'r>(
    refused: &[Refused],
    overcome: &mut BTreeMap<u32, u32>,
    runs: &'r [TrackedRun],
) -> Option<&'r TrackedRun> {
    let last = refused.last()?;
    let gets_past = |wanted: &BTreeMap<u32, u32>, run: &TrackedRun| {
        wanted.iter().all(|(at, least)| run.passed.get(at).is_some_and(|passed| passed >= least))
    };
    let mut wanted = overcome.clone();
    let least = wanted.entry(last.point).or_default();
    *least = last.passed.max(*least) + 1;
    // One object in two places is not what most code is about, and what stops at a new place has come
    // further.
    let rank = |run: &&TrackedRun| {
        let references = run.values.references.values();
        let shared = references.filter(|v| matches!(v, InputReference::Same(_))).count();
        let known = run.refused.iter().filter(|at| wanted.contains_key(&at.point));
        let passed: u32 = known.clone().map(|at| at.passed).sum();
        (shared, known.count(), run.refused.len(), Reverse(passed))
    };
    let better = runs.iter().filter(|run| gets_past(&wanted, run)).min_by_key(rank);
    if better.is_some() {
        *overcome = wanted;
        return better;
    }
    let distance = |run: &&TrackedRun| {
        let same =
            run.refused.last().filter(|at| (at.point, at.passed) == (last.point, last.passed));
        same.map_or(u64::MAX, |at| at.distance)
    };
    let nearer = runs.iter().filter(|run| gets_past(overcome, run)).min_by_key(distance)?;
    Some(nearer).filter(|run| distance(run) < last.distance)
}

#[cfg(test)]
mod tests {
    use super::GivenPartition;

    #[test]
    fn blocks_are_lines() {
        let given = GivenPartition::parse("p.txt", "# pairs\na, b\n\nc # alone\n").expect("blocks");
        let names = |block: &[&str]| block.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        assert_eq!(given.blocks, [(2, names(&["a", "b"])), (4, names(&["c"]))]);
        let doubled = GivenPartition::parse("p.txt", "a b\nc a");
        let message = "p.txt:2: input a is in a block already, that of line 1";
        assert_eq!(doubled, Err(message.to_owned()));
    }
}
