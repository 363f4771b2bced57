//! Which of the answers are tried, and in which order.
//!
//! At a question the oracle gives a window of its answers, which the driver tries one after the
//! other, depth first. When all that was let in is done the oracle may name another place of the
//! tree to go on from; so any order can be had, at the price of a run from the start.

use super::PathError;
use crate::decisions::Decisions;
use margay_machine::Chance;
use std::ops::Range;

/// Orders and prunes the answers.
pub trait Oracle {
    /// Which alternatives are tried of a question with `count` of them, at the end of these
    /// decisions.
    ///
    /// # Errors
    /// When the oracle follows a path that the tree does not have.
    fn window(&mut self, decisions: &Decisions, count: u32) -> Result<Range<u32>, PathError>;

    /// Whether no other part of a search has come this far: then it counts here what it takes.
    fn is_new(&self, decisions: &Decisions) -> bool {
        let _ = decisions;
        true
    }

    /// A path has ended.
    ///
    /// # Errors
    /// When the oracle follows a longer path.
    fn ended(&mut self, decisions: &Decisions) -> Result<(), PathError> {
        let _ = decisions;
        Ok(())
    }

    /// A place to go on from when nothing is left; below it, windows are asked for again.
    fn next(&mut self) -> Option<Decisions> {
        None
    }
}

/// Everything, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst;

impl Oracle for DepthFirst {
    fn window(&mut self, _: &Decisions, count: u32) -> Result<Range<u32>, PathError> {
        Ok(0..count)
    }
}

/// The one path that decisions name; choices beyond them take their first alternative.
#[derive(Clone, Debug)]
pub struct Replay(pub Decisions);

impl Oracle for Replay {
    fn window(&mut self, decisions: &Decisions, count: u32) -> Result<Range<u32>, PathError> {
        let at = decisions.0.len();
        let taken = self.0.0.get(at).copied().unwrap_or_default();
        if taken < count {
            return Ok(taken..taken + 1);
        }
        Err(PathError::NoSuchAlternative { path: self.0.clone(), at: at + 1, taken, count })
    }

    fn ended(&mut self, decisions: &Decisions) -> Result<(), PathError> {
        let (used, given) = (decisions.0.len(), self.0.0.len());
        if used >= given {
            return Ok(());
        }
        Err(PathError::TooManyDecisions { path: self.0.clone(), used, given })
    }
}

/// Some paths by chance: at each question any answer, and from the start again. The same seed gives
/// the same paths.
#[derive(Clone, Debug)]
pub struct RandomWalk {
    chance: Chance,
    left: u64,
}

impl RandomWalk {
    /// So many paths.
    #[must_use]
    pub fn new(seed: u64, paths: u64) -> Self {
        RandomWalk { chance: Chance::new(seed), left: paths.saturating_sub(1) }
    }
}

impl Oracle for RandomWalk {
    fn window(&mut self, _: &Decisions, count: u32) -> Result<Range<u32>, PathError> {
        let taken = self.chance.below(count as usize) as u32;
        Ok(taken..taken + 1)
    }

    fn next(&mut self) -> Option<Decisions> {
        self.left = self.left.checked_sub(1)?;
        Some(Decisions::default())
    }
}
