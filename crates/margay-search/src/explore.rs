//! Every outcome of a nondeterministic program, depth first, or the one that decisions name.

use crate::decisions::Decisions;
use crate::driver::{
    Answer, Applied, Backtrack, Call, DepthFirst, Driver, Ending, Oracle, Pace, PathError,
    Progress, Question, RandomWalk, Replay, Reply, Strategy, Trailed, Visitor,
};
use margay_machine::{Domain, Machine, Outcome, Platform};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use thiserror::Error;

/// Why a search could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// Decisions that name no path.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The program did not repeat itself.
    #[error("running again did not lead to the same choices: the program is not deterministic")]
    Nondeterministic,
    /// The program depends on an input.
    #[error("the program reads what nobody has decided")]
    Undecided,
}

/// Visits every outcome of a method.
///
/// # Errors
/// When re-execution does not repeat itself.
pub fn explore<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    call: Call<D::Value>,
    backtrack: Backtrack,
    pace: Pace,
    visitor: &mut impl Visitor<D, P, Outcome<D::Value>>,
) -> Result<(), ExploreError> {
    if backtrack == Backtrack::Checkpoint {
        return run(machine, call, DepthFirst, backtrack, pace, visitor);
    }
    held(machine, |machine| run(machine, call, DepthFirst, backtrack, pace, visitor))
}

/// Visits the outcome of the one path that decisions name; choices beyond them take their first
/// alternative. Nothing is kept to go back to: what the program has done stays done.
///
/// # Errors
/// When the decisions do not name a path.
pub fn replay<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    call: Call<D::Value>,
    decisions: Decisions,
    pace: Pace,
    visitor: &mut impl Visitor<D, P, Outcome<D::Value>>,
) -> Result<(), ExploreError> {
    run(machine, call, Replay(decisions), Backtrack::Checkpoint, pace, visitor)
}

/// Visits the outcomes of some paths by chance.
///
/// # Errors
/// When the program cannot be explored.
pub fn sample<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    call: Call<D::Value>,
    walk: RandomWalk,
    pace: Pace,
    visitor: &mut impl Visitor<D, P, Outcome<D::Value>>,
) -> Result<(), ExploreError> {
    held(machine, |machine| run(machine, call, walk, Backtrack::Checkpoint, pace, visitor))
}

/// Lets the machine hold its state while something runs that goes back to it.
fn held<D: Domain, P: Platform<D>, T>(
    machine: &mut Machine<D, P>,
    run: impl FnOnce(&mut Machine<D, P>) -> T,
) -> T {
    machine.hold();
    let result = run(machine);
    machine.release();
    result
}

fn run<D: Domain, P: Platform<D>>(
    machine: &mut Machine<D, P>,
    call: Call<D::Value>,
    oracle: impl Oracle,
    backtrack: Backtrack,
    pace: Pace,
    visitor: &mut impl Visitor<D, P, Outcome<D::Value>>,
) -> Result<(), ExploreError> {
    let strategy = Choices { visitor, domain: PhantomData::<D> };
    Driver::new(machine, call, strategy, oracle, backtrack, pace).run()
}

/// The program's own choices: every alternative is possible.
struct Choices<'a, V, D> {
    visitor: &'a mut V,
    domain: PhantomData<D>,
}

impl<V, D> Trailed for Choices<'_, V, D> {
    type Mark = ();

    fn mark(&self) {}

    fn undo_to(&mut self, (): ()) {}
}

impl<D, P, V> Strategy<D, P> for Choices<'_, V, D>
where
    D: Domain,
    P: Platform<D>,
    V: Visitor<D, P, Outcome<D::Value>>,
{
    type Note = ();
    type Error = ExploreError;

    fn ask(
        &mut self,
        _: &mut Machine<D, P>,
        _: &Decisions,
        question: Question<D::Value>,
    ) -> Result<Reply<(), D::Value>, ExploreError> {
        match question {
            Question::Choice(count) => Ok(Reply::Answers { note: (), count, revisable: false }),
            Question::Undecided(_) | Question::Wanted(_) | Question::Call(_) | Question::Head => {
                Err(ExploreError::Undecided)
            }
        }
    }

    fn recognize(
        &self,
        (): &(),
        count: u32,
        question: &Question<D::Value>,
    ) -> Result<(), ExploreError> {
        let is_same = *question == Question::Choice(count);
        if is_same { Ok(()) } else { Err(ExploreError::Nondeterministic) }
    }

    fn answer(
        &mut self,
        machine: &mut Machine<D, P>,
        _: &Decisions,
        (): &(),
        answer: Answer,
    ) -> Applied<D::Value> {
        machine.take(answer.alternative);
        Applied::Done
    }

    fn ended(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        ending: Ending<D::Value>,
    ) -> Result<ControlFlow<()>, ExploreError> {
        match ending {
            Ending::Outcome(outcome) => Ok(self.visitor.found(machine, decisions, outcome)),
            Ending::OutOfSteps => unreachable!("no path is limited"),
        }
    }

    fn pause(&mut self, machine: &mut Machine<D, P>, share: f64) -> ControlFlow<()> {
        self.visitor.pause(machine, Progress { share, counters: &() })
    }
}
