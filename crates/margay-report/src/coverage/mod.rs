//! Coverage of the code under test: a table, a document, XML as JaCoCo writes it, and what was missed.

pub mod document;
pub mod jacoco;
pub mod text;

use margay_search::generate::coverage::{ClassCoverage, Counter, MethodCoverage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sums over lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    instructions: Counter,
    /// Ways out of conditional jumps and switches.
    pub branches: Counter,
    /// Lines, each once.
    pub lines: Counter,
    blocks: Counter,
    methods: Counter,
}

impl Sums {
    pub fn of_method(method: &MethodCoverage) -> Sums {
        let mut sums = Sums { blocks: method.block_count(), ..Sums::default() };
        for line in method.lines() {
            sums.instructions = sums.instructions.plus(line.instructions);
            sums.branches = sums.branches.plus(line.branches);
            sums.lines = sums.lines.plus(one(line.instructions.covered > 0));
        }
        sums.methods = one(sums.instructions.covered > 0 || sums.blocks.covered > 0);
        sums
    }

    /// Those of a class.
    pub fn of_class(class: &ClassCoverage) -> Sums {
        let methods = class.methods.iter().map(Sums::of_method);
        let sums = methods.fold(Sums::default(), Sums::plus);
        Sums { lines: distinct_lines(std::iter::once(class)), ..sums }
    }

    fn of_all(classes: &[ClassCoverage]) -> Sums {
        let sums = classes.iter().map(Sums::of_class).fold(Sums::default(), Sums::plus);
        Sums { lines: distinct_lines(classes.iter()), ..sums }
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            instructions: self.instructions.plus(other.instructions),
            branches: self.branches.plus(other.branches),
            lines: self.lines.plus(other.lines),
            blocks: self.blocks.plus(other.blocks),
            methods: self.methods.plus(other.methods),
        }
    }
}

/// The lines of some classes, each once, however many methods it has code of.
fn distinct_lines<'a>(classes: impl Iterator<Item = &'a ClassCoverage>) -> Counter {
    let mut lines: BTreeMap<(&str, &str, u32), bool> = BTreeMap::new();
    for class in classes {
        let package = class.class.rsplit_once('.').map_or("", |(package, _)| package);
        let file = class.source.as_deref().unwrap_or(&class.class);
        for line in class.methods.iter().flat_map(MethodCoverage::lines) {
            *lines.entry((package, file, line.line)).or_default() |= line.instructions.covered > 0;
        }
    }
    lines.into_values().map(one).fold(Counter::default(), Counter::plus)
}

/// One thing, covered or not.
fn one(is_covered: bool) -> Counter {
    Counter { covered: u32::from(is_covered), total: 1 }
}

#[cfg(test)]
mod tests;
