//! Cutting the tree into parts that can be searched apart, by anyone, in any order.
//!
//! A part is a [`Range`] of decision paths, so a cut is the path at which a new part begins. The
//! top of the tree is opened level by level, one run of the predicate for each node, until there
//! are enough nodes. Alternatives that looking ahead decides stay with the part before them: a
//! search of the whole tree would not run the predicate for them either, and all counts of the
//! parts add up to those of the whole.

use super::ahead::Ahead;
use super::options::{Options, Range};
use super::space::{Choice, Space};
use super::told::EnumerateError;
use crate::decisions::Decisions;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Outcome, Platform};

/// Levels opened at most. A tree that is still narrow there is a path, and not worth cutting.
const DEEPEST: usize = 64;
/// Steps of the predicate to the next decision, at most.
const STEPS: u64 = 1 << 24;

/// A subtree.
struct Node {
    /// Where its part begins.
    start: Decisions,
    /// What leads to it.
    prefix: Decisions,
    /// Whether it cannot be cut.
    closed: bool,
}

/// Parts of the tree in order, at least `wanted` if it is wide enough. Together they are the
/// range of the options.
///
/// # Errors
/// When the predicate cannot be run.
pub fn split<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    space: &mut Space,
    predicate: MethodId,
    options: &Options,
    wanted: usize,
) -> Result<Vec<Range>, EnumerateError> {
    let mut probe = Probe { machine, space, predicate, options };
    let root = Node { start: Decisions::default(), prefix: Decisions::default(), closed: false };
    let mut nodes = vec![root];
    for _ in 0..DEEPEST {
        if nodes.len() >= wanted || nodes.iter().all(|node| node.closed) {
            break;
        }
        let mut next = Vec::with_capacity(2 * nodes.len());
        for node in nodes {
            if node.closed { next.push(node) } else { next.extend(probe.open(node)?) }
        }
        nodes = next;
    }
    Ok(parts(nodes.into_iter().map(|node| node.start), &options.range))
}

/// The parts of a range that begin at these places.
fn parts(starts: impl Iterator<Item = Decisions>, range: &Range) -> Vec<Range> {
    let mut parts = vec![range.clone()];
    for cut in starts {
        let inside = range.from.as_ref().unwrap_or(&Decisions::default()) < &cut
            && range.to.as_ref().is_none_or(|to| &cut < to);
        if inside {
            let last = parts.last_mut().expect("there is always one");
            last.to = Some(cut.clone());
            parts.push(Range { from: Some(cut), to: range.to.clone() });
        }
    }
    parts
}

/// Runs the predicate to a node of the tree.
struct Probe<'a, D: Domain, P: Platform<D>> {
    machine: &'a mut Machine<D, P>,
    space: &'a mut Space,
    predicate: MethodId,
    options: &'a Options,
}

impl<D: Domain, P: Platform<D>> Probe<'_, D, P> {
    /// The children of a node, or the node itself if it cannot be cut.
    fn open(&mut self, node: Node) -> Result<Vec<Node>, EnumerateError> {
        self.machine.hold();
        let mut taken = Vec::new();
        let undecided = self.run(&node.prefix, &mut taken);
        let mut children = Vec::new();
        let mut start = node.start.clone();
        for alternative in undecided? {
            let child = |k| {
                let mut path = node.prefix.clone();
                path.0.push(k);
                path
            };
            let next = child(alternative + 1);
            let start = std::mem::replace(&mut start, next);
            children.push(Node { start, prefix: child(alternative), closed: false });
        }
        for choice in taken {
            self.space.release(choice);
        }
        self.machine.release();
        if children.is_empty() {
            children.push(Node { closed: true, ..node });
        }
        Ok(children)
    }

    /// Runs along a path; gives the alternatives of the decision after it that have to be run.
    fn run(
        &mut self,
        path: &Decisions,
        taken: &mut Vec<Choice>,
    ) -> Result<Vec<u32>, EnumerateError> {
        let root = D::constant(u64::from(self.space.root));
        self.machine.start(self.predicate, &[root]).map_err(|outcome| match *outcome {
            Outcome::Refused(refusal) => EnumerateError::Refused(refusal),
            _ => EnumerateError::NotAPredicate("cannot be called"),
        })?;
        self.machine.pause_after(STEPS);
        let mut path = path.0.iter();
        loop {
            // A predicate that ends here, or never, ends in the search of this part too.
            let Event::Undecided(cell) = self.machine.resume() else { return Ok(Vec::new()) };
            let count = self.space.alternatives(cell);
            let alternative = match count {
                0 => return Ok(Vec::new()),
                1 => 0,
                _ => match path.next() {
                    Some(alternative) => *alternative,
                    None => return Ok(self.runnable(cell, count)),
                },
            };
            let choice = self.space.choice(cell, alternative);
            taken.push(choice);
            self.space.decide(&mut self.machine.core.memory, cell, choice);
            self.machine.take(0);
        }
    }

    fn runnable(&mut self, cell: u32, count: u32) -> Vec<u32> {
        let mut ahead = Ahead::default();
        let verdicts = ahead.look(self.machine, self.space, cell, count, self.options);
        (0..count).filter(|alternative| verdicts.is_open(*alternative)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Option<Decisions> {
        (!text.is_empty()).then(|| text.parse().expect("a path"))
    }

    #[track_caller]
    fn check(from: &str, to: &str, starts: &[&str], expected: &str) {
        let starts = starts.iter().map(|start| path(start).unwrap_or_default());
        let parts = parts(starts, &Range { from: path(from), to: path(to) });
        let text = |path: &Option<Decisions>| path.clone().unwrap_or_default().to_string();
        let found = parts.iter().map(|part| format!("[{}..{}]", text(&part.from), text(&part.to)));
        assert_eq!(found.collect::<String>(), expected);
    }

    #[test]
    fn parts_cover_the_range() {
        check("", "", &[""], "[..]");
        check("", "", &["", "0,1", "1"], "[..0,1][0,1..1][1..]");
        check("0,1", "1,0", &["", "0,1", "0,2", "1", "1,0", "2"], "[0,1..0,2][0,2..1][1..1,0]");
    }
}
