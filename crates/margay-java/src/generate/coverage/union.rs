//! What several searches have covered together.

use super::CoverageRecorder;

impl CoverageRecorder {
    /// Adds all that another search has covered.
    pub fn extend(&mut self, other: &CoverageRecorder) {
        let numbers: Vec<usize> = other.numbers.iter().map(|name| self.enter(name)).collect();
        let blocks = other.blocks.iter().map(|(method, block)| (numbers[*method], *block));
        self.blocks.extend(blocks);
        let edge = |(method, from, to): &(usize, _, _)| (numbers[*method], *from, *to);
        self.edges.extend(other.edges.iter().map(edge));
        self.returned.extend(other.returned.taken().map(edge));
        let calls = other.calls.iter().map(|(from, at, to)| (numbers[*from], *at, numbers[*to]));
        self.calls.extend(calls);
        self.outcomes.extend(other.outcomes.iter().cloned());
    }
}
