//! What test cases cover of the code under test. Blocks are what is known; lines and sums follow from
//! them, and so does what several runs cover together.

use super::case::{Losses, MethodName, MethodReport};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Coverage of some classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The classes, by name.
    pub classes: Vec<ClassCoverage>,
}

/// Coverage of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCoverage {
    /// Class with dots and `$`.
    pub class: String,
    /// Its source file, if known: `Tree.java`.
    pub source: Option<String>,
    /// Its methods, in the order of the class file.
    pub methods: Vec<MethodCoverage>,
}

/// Coverage of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCoverage {
    /// The method.
    pub method: MethodName,
    /// Blocks of the control-flow graph.
    pub blocks: Vec<BlockCoverage>,
    /// What was not covered, and why.
    pub uncovered: Vec<Uncovered>,
}

/// Coverage of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockCoverage {
    /// Whether a case runs it.
    pub covered: bool,
    /// Its instructions: lines, each with how many are of it.
    pub instructions: Vec<(u32, u32)>,
    /// The conditional jump or switch at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<BranchCoverage>,
}

/// Coverage of a conditional jump or switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchCoverage {
    /// Its line.
    pub line: u32,
    /// Whether a case takes it, for each of the blocks that it leads to.
    pub taken: Vec<bool>,
}

impl MethodCoverage {
    /// How many of its blocks are covered.
    #[must_use]
    pub fn block_count(&self) -> Counter {
        let blocks = self.blocks.iter().map(|block| Counter::of(block.covered, 1));
        blocks.fold(Counter::default(), Counter::plus)
    }

    /// Lines with code, ascending.
    #[must_use]
    pub fn lines(&self) -> Vec<LineCoverage> {
        let mut lines: BTreeMap<u32, (Counter, Counter)> = BTreeMap::new();
        for block in &self.blocks {
            for (line, count) in &block.instructions {
                let (instructions, _) = lines.entry(*line).or_default();
                *instructions = instructions.plus(Counter::of(block.covered, *count));
            }
            if let Some(BranchCoverage { line, taken }) = &block.branch {
                let (_, branches) = lines.entry(*line).or_default();
                let targets = taken.iter().map(|taken| Counter::of(*taken, 1));
                *branches = targets.fold(*branches, Counter::plus);
            }
        }
        let lines = lines.into_iter();
        lines
            .map(|(line, (instructions, branches))| LineCoverage { line, instructions, branches })
            .collect()
    }

    /// Adds what other cases cover of the same code. False, and nothing is added, if it is other code.
    #[must_use]
    pub fn add(&mut self, other: &MethodCoverage) -> bool {
        let is_same = self.method == other.method
            && self.blocks.len() == other.blocks.len()
            && self.blocks.iter().zip(&other.blocks).all(|(one, other)| one.is_beside(other));
        if is_same {
            self.blocks.iter_mut().zip(&other.blocks).for_each(|(one, other)| one.add(other));
        }
        is_same
    }

    /// Says what is not covered, and why: the report is that of the method, if it was tested.
    pub fn explain(&mut self, report: Option<&MethodReport>) {
        let why = report.map_or("not tested: no test calls it", |report| reason(&report.losses));
        let missed = self.lines().into_iter().filter_map(|line| {
            let what = match (line.instructions.covered, line.branches.missed()) {
                (0, _) => "line".to_owned(),
                (_, 0) => return None,
                (_, 1) => "1 branch".to_owned(),
                (_, missed) => format!("{missed} branches"),
            };
            Some(Uncovered { line: line.line, what, why: why.to_owned() })
        });
        self.uncovered = missed.collect();
    }
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

impl BlockCoverage {
    /// Whether both are of the same block, as far as can be seen.
    fn is_beside(&self, other: &BlockCoverage) -> bool {
        let branch = |block: &BlockCoverage| {
            block.branch.as_ref().map(|branch| (branch.line, branch.taken.len()))
        };
        self.instructions == other.instructions && branch(self) == branch(other)
    }

    fn add(&mut self, other: &BlockCoverage) {
        self.covered |= other.covered;
        if let (Some(own), Some(other)) = (&mut self.branch, &other.branch) {
            own.add(other);
        }
    }
}

impl BranchCoverage {
    /// Adds what was taken of the same branch elsewhere.
    pub fn add(&mut self, other: &BranchCoverage) {
        self.taken.iter_mut().zip(&other.taken).for_each(|(own, other)| *own |= *other);
    }
}

/// Coverage of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineCoverage {
    /// The line.
    pub line: u32,
    /// Instructions of the line (operations of the intermediate representation).
    pub instructions: Counter,
    /// Ways out of the conditional jumps and switches of the line.
    pub branches: Counter,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Covered.
    pub covered: u32,
    /// All.
    pub total: u32,
}

impl Counter {
    /// So many, which are covered or not.
    #[must_use]
    pub fn of(covered: bool, total: u32) -> Counter {
        Counter { covered: if covered { total } else { 0 }, total }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Counter) -> Counter {
        let covered = self.covered.saturating_add(other.covered);
        Counter { covered, total: self.total.saturating_add(other.total) }
    }

    /// Those not covered.
    #[must_use]
    pub fn missed(self) -> u32 {
        self.total.saturating_sub(self.covered)
    }
}

/// Something that was not covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uncovered {
    /// The line.
    pub line: u32,
    /// What: `line`, `branch to line 12`, `exception edge`.
    pub what: String,
    /// Why: unreachable within the bound, solver unknown, unsupported, not called.
    pub why: String,
}
