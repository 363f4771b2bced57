//! Cutting the tree into parts that can be searched apart, by anyone, in any order.
//!
//! A part is a [`Range`] of paths, so a cut is the place at which a new part begins. The top of the
//! tree is opened level by level, one run of the program for each node, until there are enough
//! nodes. Alternatives that need not be run stay with the part before them: a search of the whole
//! tree would not run the program for them either, and all counts of the parts add up to those of
//! the whole.

use super::{Driver, Oracle, Range, Strategy};
use crate::decisions::Decisions;
use margay_machine::{Domain, Platform};
use thiserror::Error;

/// Levels opened at most. A tree that is still narrow there is a path, and not worth cutting.
const DEEPEST: usize = 64;

/// A subtree.
struct Subtree {
    /// Where its part begins.
    start: Decisions,
    /// What leads to it.
    prefix: Decisions,
    /// Whether it cannot be cut.
    closed: bool,
}

/// Parts of a range in order, at least `wanted` if the tree is wide enough.
///
/// # Errors
/// When the program cannot be run.
pub fn split<D: Domain, P: Platform<D>, S: Strategy<D, P>, O: Oracle>(
    driver: &mut Driver<'_, D, P, S, O>,
    range: Range,
    wanted: usize,
) -> Result<Vec<Range>, S::Error> {
    let root = Subtree { start: Decisions::default(), prefix: Decisions::default(), closed: false };
    let mut subtrees = vec![root];
    for _ in 0..DEEPEST {
        if subtrees.len() >= wanted || subtrees.iter().all(|subtree| subtree.closed) {
            break;
        }
        let mut next = Vec::with_capacity(2 * subtrees.len());
        for subtree in subtrees {
            let open =
                if subtree.closed { Vec::new() } else { driver.children(&subtree.prefix)? };
            next.extend(subtree.cut(&open));
        }
        subtrees = next;
    }
    driver.restart();
    Ok(range.cut(subtrees.into_iter().map(|subtree| subtree.start)))
}

impl Subtree {
    /// The subtrees below, or the subtree itself if there are none.
    fn cut(self, children: &[u32]) -> Vec<Subtree> {
        if children.is_empty() {
            return vec![Subtree { closed: true, ..self }];
        }
        let child = |number: u32| Decisions([&self.prefix.0[..], &[number]].concat());
        let mut start = self.start;
        let mut subtrees = Vec::with_capacity(children.len());
        for number in children {
            let next = child(number + 1);
            let start = std::mem::replace(&mut start, next);
            subtrees.push(Subtree { start, prefix: child(*number), closed: false });
        }
        subtrees
    }
}

/// The tree is too small for as many shards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the search is too small for {wanted} parts")]
pub struct NotEnoughParts {
    /// Shards wanted.
    pub wanted: usize,
    /// Parts there are.
    pub parts: usize,
}

/// The parts, in order, as `count` neighbouring shares: the one at `index`, from 0.
///
/// # Errors
/// When there are fewer parts than shares.
pub fn shard(parts: &[Range], index: usize, count: usize) -> Result<Range, NotEnoughParts> {
    if parts.len() < count {
        return Err(NotEnoughParts { wanted: count, parts: parts.len() });
    }
    let (first, next) = (index * parts.len() / count, (index + 1) * parts.len() / count);
    Ok(Range { from: parts[first].from.clone(), to: parts[next - 1].to.clone() })
}
