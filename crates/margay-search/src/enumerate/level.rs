//! A decision on the current path: the alternatives of a cell, and how far they were tried.

use super::ahead::Verdicts;
use super::options::Range;
use super::space::Choice;
use super::told::EnumerateError;
use crate::decisions::Decisions;

/// An undecided cell on the current path.
pub(super) struct Level {
    pub cell: u32,
    /// Alternatives there are.
    pub count: u32,
    /// The next one to try, and the first one not to.
    pub next: u32,
    pub end: u32,
    /// What was found by looking ahead.
    pub verdicts: Verdicts,
    /// The value it has now.
    pub current: Option<Choice>,
    pub checkpoint: bool,
    /// Whether the path from the root to here is the first (last) of the range.
    pub low: bool,
    pub high: bool,
    /// Number of decisions before this one.
    pub depth: usize,
}

impl Level {
    /// Skips alternatives that are known to be rejected; tells how many.
    pub fn skip_rejected(&mut self) -> u64 {
        let before = self.next;
        self.next = self.verdicts.next_open(before, self.end);
        u64::from(self.next - before)
    }

    /// Whether an alternative leads to leaves before the range too: then it is the part with the
    /// first of them that counts it.
    pub fn precedes(&self, alternative: u32, range: &Range) -> bool {
        let Some(from) = range.from.as_ref().filter(|_| self.low) else { return false };
        let decided = from.0.get(self.depth..).unwrap_or_default();
        match self.count {
            1 => decided.iter().any(|later| *later != 0),
            _ => {
                decided.first() == Some(&alternative)
                    && decided[1..].iter().any(|later| *later != 0)
            }
        }
    }

    /// Whether some alternative from the next one on has to be looked at.
    pub fn has_more(&self) -> bool {
        self.verdicts.next_open(self.next, self.end) < self.end
    }

    /// A new level below another one, with the alternatives that lie inside the range.
    pub fn open(
        cell: u32,
        count: u32,
        above: Option<&Level>,
        depth: usize,
        verdicts: Verdicts,
        range: &Range,
    ) -> Result<Level, EnumerateError> {
        // A cell with one value is no decision, and stays on the edge of the range it is on.
        let edge = |on: bool, level: &Level, bound: &Option<Decisions>| {
            let taken = level.next.checked_sub(1);
            let bound = bound.as_ref().and_then(|b| b.0.get(level.depth)).copied();
            on && (level.count == 1 || (bound.is_some() && bound == taken))
        };
        let low = above.map_or(range.from.is_some(), |l| edge(l.low, l, &range.from));
        let high = above.map_or(range.to.is_some(), |l| edge(l.high, l, &range.to));
        let mut level = Level {
            cell,
            count,
            next: 0,
            end: count,
            verdicts,
            current: None,
            checkpoint: false,
            low,
            high,
            depth,
        };
        if count > 1 {
            level.clip(range)?;
        }
        Ok(level)
    }

    /// Restricts a level on the edge of the range to the alternatives inside it.
    fn clip(&mut self, range: &Range) -> Result<(), EnumerateError> {
        if self.low
            && let Some(path) = &range.from
            && let Some(first) = path.0.get(self.depth)
        {
            if *first >= self.count {
                return Err(EnumerateError::NoSuchPath(path.clone()));
            }
            self.next = *first;
        }
        if self.high
            && let Some(path) = &range.to
        {
            // The end is outside, but its ancestors' subtrees are partly inside.
            self.end = match path.0.get(self.depth) {
                Some(last) if self.depth + 1 == path.0.len() => (*last).min(self.count),
                Some(last) => (*last + 1).min(self.count),
                None => 0,
            };
        }
        Ok(())
    }
}

/// The share of the tree that lies before the current path. Each level is split evenly between
/// the alternatives that have to be looked at: what is known to be rejected takes no time.
pub(super) fn share(levels: &[Level]) -> f64 {
    let mut width = 1.0;
    let mut done = 0.0;
    for level in levels {
        let all = level.count - level.verdicts.rejected_before(level.count);
        let tried = level.next.saturating_sub(1);
        width /= f64::from(all.max(1));
        done += width * f64::from(tried - level.verdicts.rejected_before(tried));
    }
    done
}
