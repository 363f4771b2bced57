//! Every outcome of a nondeterministic program, depth first.
//!
//! Two ways to get from one path to the next: back to the newest checkpoint, or by running the
//! program again from its start with the decisions known so far. Both visit the same outcomes in
//! the same order; the second is the baseline the first is measured against.

use crate::decisions::Decisions;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Outcome, Platform};
use std::ops::ControlFlow;
use thiserror::Error;

/// How to get to the next path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backtrack {
    /// Undo what happened since the choice.
    Checkpoint,
    /// Start again and repeat the decisions up to the choice.
    Reexecute,
}

/// What a search reports to.
pub trait Visit<D: Domain, P: Platform<D>> {
    /// Called at the end of each path, with the machine as the path left it.
    fn outcome(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        outcome: Outcome<D::Value>,
    ) -> ControlFlow<()>;

    /// Called now and then while a path runs.
    fn pause(&mut self, machine: &mut Machine<D, P>) -> ControlFlow<()>;
}

/// Why a search could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// A decision path names an alternative that does not exist.
    #[error("decision {at} takes alternative {taken}, but that choice has only {count} (0..{})", .count - 1)]
    NoSuchAlternative {
        /// Which decision, from 1.
        at: usize,
        /// The alternative named.
        taken: u32,
        /// Alternatives there are.
        count: u32,
    },
    /// A decision path is longer than the path it names.
    #[error("the path ends after {used} of the {given} decisions given")]
    TooManyDecisions {
        /// Decisions that were used.
        used: usize,
        /// Decisions given.
        given: usize,
    },
    /// The program did not repeat itself.
    #[error("running again did not lead to the same choices: the program is not deterministic")]
    Nondeterministic,
}

/// A choice on the current path.
#[derive(Clone, Copy)]
struct Taken {
    alternative: u32,
    count: u32,
}

/// Visits every outcome of a method.
///
/// # Errors
/// When re-execution does not repeat itself.
pub fn explore<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    method: MethodId,
    args: &[D::Value],
    backtrack: Backtrack,
    visit: &mut impl Visit<D, P>,
) -> Result<(), ExploreError> {
    let root = (backtrack == Backtrack::Reexecute).then(|| machine.core.memory.mark());
    let mut path: Vec<Taken> = Vec::new();
    // Choices of the path that were made when it was run before.
    let mut replayed = 0;
    if let Err(outcome) = machine.start(method, args) {
        let _ = visit.outcome(machine, &Decisions::default(), *outcome);
        return Ok(());
    }
    loop {
        match machine.resume() {
            Event::Undecided(_) | Event::Wanted(_) => {
                unreachable!("only searches over inputs leave anything undecided")
            }
            Event::Pause => {
                if visit.pause(machine).is_break() {
                    break;
                }
            }
            Event::Choice(count) => {
                let alternative = match path.get(replayed) {
                    Some(taken) if taken.count != count => {
                        return Err(ExploreError::Nondeterministic);
                    }
                    Some(taken) => taken.alternative,
                    None => {
                        path.push(Taken { alternative: 0, count });
                        if backtrack == Backtrack::Checkpoint {
                            machine.checkpoint();
                        }
                        0
                    }
                };
                replayed += 1;
                machine.take(alternative);
            }
            Event::Done(outcome) => {
                let decisions = Decisions(path.iter().map(|taken| taken.alternative).collect());
                if visit.outcome(machine, &decisions, outcome).is_break() {
                    break;
                }
                if !advance(&mut path) {
                    break;
                }
                match root {
                    None => back(machine, &path),
                    Some(root) => {
                        machine.core.memory.undo_to(root);
                        replayed = 0;
                        if machine.start(method, args).is_err() {
                            return Err(ExploreError::Nondeterministic);
                        }
                    }
                }
                if backtrack == Backtrack::Checkpoint {
                    replayed = path.len();
                }
            }
        }
    }
    if root.is_some() {
        machine.core.memory.forget(None);
    }
    Ok(())
}

/// Moves the path on to its next leaf's first known choice; false when there is none.
fn advance(path: &mut Vec<Taken>) -> bool {
    while let Some(last) = path.last_mut() {
        if last.alternative + 1 < last.count {
            last.alternative += 1;
            return true;
        }
        path.pop();
    }
    false
}

/// Goes back to the last choice of the path and takes its alternative. With the last alternative
/// the checkpoint has served.
fn back<D: Domain, P: Platform<D>>(machine: &mut Machine<D, P>, path: &[Taken]) {
    let last = path.last().expect("there is a choice to go back to");
    if last.alternative + 1 == last.count {
        machine.backtrack_last();
    } else {
        machine.backtrack();
    }
    machine.take(last.alternative);
}

/// Runs the one path that a decision path names; choices beyond it take their first alternative.
///
/// # Errors
/// When the decisions do not name a path.
pub fn replay<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    method: MethodId,
    args: &[D::Value],
    decisions: &Decisions,
    visit: &mut impl Visit<D, P>,
) -> Result<(), ExploreError> {
    let mut used = 0;
    if let Err(outcome) = machine.start(method, args) {
        let _ = visit.outcome(machine, &Decisions::default(), *outcome);
        return Ok(());
    }
    loop {
        match machine.resume() {
            Event::Undecided(_) | Event::Wanted(_) => {
                unreachable!("only searches over inputs leave anything undecided")
            }
            Event::Pause => {
                if visit.pause(machine).is_break() {
                    return Ok(());
                }
            }
            Event::Choice(count) => {
                let taken = decisions.0.get(used).copied().unwrap_or_default();
                used += 1;
                if taken >= count {
                    return Err(ExploreError::NoSuchAlternative { at: used, taken, count });
                }
                machine.take(taken);
            }
            Event::Done(outcome) => {
                let given = decisions.0.len();
                if used < given {
                    return Err(ExploreError::TooManyDecisions { used, given });
                }
                let mut all = decisions.clone();
                all.0.resize(used, 0);
                let _ = visit.outcome(machine, &all, outcome);
                return Ok(());
            }
        }
    }
}
