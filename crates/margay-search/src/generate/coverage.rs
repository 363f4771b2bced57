//! What test cases cover of the code under test.

use super::case::MethodName;
use serde::{Deserialize, Serialize};

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
    /// Lines with code, ascending.
    pub lines: Vec<LineCoverage>,
    /// Blocks of the control-flow graph.
    pub blocks: Counter,
    /// What was not covered, and why.
    pub uncovered: Vec<Uncovered>,
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
