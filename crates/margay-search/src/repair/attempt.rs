//! Changes tried out: how far the predicate comes with them.

use super::ground::Kind;
use super::search::Search;
use super::suggest::{CHANGE, Fix, entailed, moved, once_more};
use super::trial::{Place, Verdict};
use super::{Observer, RepairError};
use margay_machine::Platform;
use margay_machine::traced::Traced;
use std::cmp::Reverse;

/// What another failure costs: if hardly anything new was read since, it is about the same; if it
/// comes soon, perhaps.
const SAME: i64 = 2 * CHANGE;
const SOON: (u64, i64) = (1 << 8, CHANGE + 1);
const LATER: i64 = 1;
/// Changes that one change may entail, and how many of them of other cells.
const MOST_REFINED: usize = 64;
const MOST_ENTAILED: usize = 3;

/// Cells with the value they had and the one they got, in order.
pub(super) type Made = Vec<(usize, u64, u64)>;

/// Where the predicate failed, and where an attempt is good.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    pub at: u64,
    pub limit: u64,
    /// Cells read before.
    pub reads: usize,
    /// What was compared and read last.
    pub place: Place,
    /// Whether nothing has helped: then a shorter way to places where no path has been is good too.
    pub is_hard: bool,
}

/// How far an attempt came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Accepted,
    /// To the limit.
    Far,
    /// So many steps beyond the failure, to another one, which may be about cells read since.
    Near {
        steps: u64,
        is_new: bool,
    },
    Nowhere,
}

/// Some changes, and what came of them.
pub(super) struct Attempt {
    pub made: Made,
    pub cost: i64,
    pub end: End,
    /// Whether another failure came of it, instead of the same.
    pub is_about_something_else: bool,
}

impl Attempt {
    /// The same, after other changes.
    pub fn after(before: &Made, cost: i64, attempt: Attempt) -> Attempt {
        let mut made = before.clone();
        made.extend(attempt.made);
        Attempt { made, cost: cost + attempt.cost, ..attempt }
    }

    /// Whether a failure that comes after it is likely to be another matter.
    pub fn is_settled(&self) -> bool {
        match self.end {
            End::Accepted | End::Far => true,
            End::Near { steps, is_new } => is_new && steps >= SOON.0,
            End::Nowhere => false,
        }
    }

    /// The cost, and what is to be expected of a failure soon after.
    pub fn price(&self) -> i64 {
        match self.end {
            End::Near { is_new: false, .. } => self.cost + SAME,
            End::Near { steps, .. } if steps < SOON.0 => self.cost + SOON.1,
            End::Near { .. } => self.cost + LATER,
            _ => self.cost,
        }
    }

    /// What is better is less.
    pub fn rank(&self) -> (i64, bool, i64, Reverse<u64>) {
        let steps = if let End::Near { steps, .. } = self.end { steps } else { u64::MAX };
        (self.price(), !self.is_settled(), self.cost, Reverse(steps))
    }
}

impl<P: Platform<Traced>> Search<'_, P> {
    /// What a change costs.
    pub fn price(&self, cell: usize, bits: u64) -> i64 {
        let value = |cell: usize| self.trial.value(cell);
        let present = self.ground.cell(cell).present;
        let more = i64::from(value(cell) == present) - i64::from(bits == present);
        CHANGE * more + self.links.price(self.ground, value, cell, bits)
    }

    /// Makes a change, and then the changes of numbers that it entails: a key is moved on until it
    /// fits between others, a count follows what it counts.
    pub fn attempt(
        &mut self,
        fix: Fix,
        failure: Failure,
        visitor: &mut impl Observer<P>,
    ) -> Result<Attempt, RepairError> {
        let before = self.changes();
        let mut cost = fix.cost;
        let mut made = vec![(fix.cell, self.set(fix.cell, fix.bits), fix.bits)];
        let mut verdict = self.trial.run(failure.limit, visitor)?;
        'refine: while let Verdict::Rejected(at) = verdict {
            if made.len() > MOST_REFINED || self.changes() > before + MOST_ENTAILED {
                break;
            }
            // A failure further on is another matter: only the cells changed here may follow it.
            let here: Vec<usize> = made.iter().map(|(cell, ..)| *cell).collect();
            let fixes = match at > failure.at {
                true => moved(self, &here),
                // A number that is computed in a roundabout way may be hit at the second attempt.
                false => [once_more(self, fix.cell), entailed(self, fix.cell)].concat(),
            };
            for fix in fixes {
                let price = self.price(fix.cell, fix.bits);
                let old = self.set(fix.cell, fix.bits);
                let next = self.trial.run(failure.limit, visitor)?;
                if !matches!(next, Verdict::Rejected(then) | Verdict::Endless(then) if then <= at) {
                    made.push((fix.cell, old, fix.bits));
                    cost += price;
                    verdict = next;
                    continue 'refine;
                }
                self.set(fix.cell, old);
            }
            // Back to where that failed.
            verdict = self.trial.run(failure.limit, visitor)?;
            break;
        }
        Ok(self.attempted(made, cost, verdict, failure))
    }

    /// What has come of changes that were just tried.
    pub fn attempted(&self, made: Made, cost: i64, verdict: Verdict, failure: Failure) -> Attempt {
        let (reads, is_discovery) = (self.trial.reads(), self.trial.discoveries() > 0);
        let is_another = self.trial.place() != failure.place;
        let end = match verdict {
            Verdict::Accepted => End::Accepted,
            Verdict::Running => End::Far,
            Verdict::Rejected(at) | Verdict::Endless(at)
                if at > failure.at || failure.is_hard && is_discovery =>
            {
                let steps = at.saturating_sub(failure.at);
                // The same failure after a detour is nothing new.
                let is_new = reads > failure.reads + 1 && is_another || failure.is_hard;
                End::Near { steps, is_new }
            }
            Verdict::Rejected(_) | Verdict::Endless(_) => End::Nowhere,
        };
        Attempt { made, cost, end, is_about_something_else: is_another }
    }

    pub fn redo(&mut self, made: &Made) {
        for (cell, _, bits) in made {
            self.set(*cell, *bits);
        }
    }

    pub fn undo(&mut self, made: &Made) {
        for (cell, old, _) in made.iter().rev() {
            self.set(*cell, *old);
        }
    }

    /// Whether a cell holds a reference to an object of the structure.
    pub fn is_link(&self, cell: usize) -> bool {
        matches!(self.ground.cell(cell).kind, Kind::Link(_))
    }

    /// Whether a cell holds no reference.
    pub fn is_number(&self, cell: usize) -> bool {
        matches!(self.ground.cell(cell).kind, Kind::Plain(_))
    }
}
