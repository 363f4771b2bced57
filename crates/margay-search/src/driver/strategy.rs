//! What a technique is: the answers to the machine's questions.

use super::{PathError, Trailed};
use crate::decisions::Decisions;
use margay_ir::MethodId;
use margay_machine::{CallEnd, Domain, Machine, Outcome, Platform, Want};
use std::ops::ControlFlow;

/// What the machine has stopped at.
#[derive(Clone, Debug, PartialEq)]
pub enum Question<V> {
    /// A choice between so many alternatives.
    Choice(u32),
    /// A cell that is not decided, by its address.
    Undecided(u32),
    /// Something about a value that is not decided.
    Wanted(Want<V>),
    /// A call of the method is about to happen.
    Call(MethodId),
    /// A round of a loop is about to begin that somebody wants to see.
    Head,
}

/// What can be done about a question.
pub enum Reply<N, V> {
    /// There are so many answers.
    Answers {
        /// What the strategy wants to remember of the question.
        note: N,
        /// How many answers. One is no decision.
        count: u32,
        /// Whether the search may come back though there is one answer only.
        revisable: bool,
    },
    /// The machine has something else to run before.
    GoOn,
    /// No answer is possible: nothing is to be reported of this path.
    DeadEnd,
    /// The path ends here.
    End(Outcome<V>),
    /// The search is over.
    Stop,
}

impl<N, V> Reply<N, V> {
    /// The same with another note.
    pub fn map<M>(self, f: impl FnOnce(N) -> M) -> Reply<M, V> {
        match self {
            Reply::Answers { note, count, revisable } => {
                Reply::Answers { note: f(note), count, revisable }
            }
            Reply::GoOn => Reply::GoOn,
            Reply::DeadEnd => Reply::DeadEnd,
            Reply::End(outcome) => Reply::End(outcome),
            Reply::Stop => Reply::Stop,
        }
    }
}

/// An answer to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its number, from 0.
    pub alternative: u32,
    /// Whether there are others.
    pub is_fork: bool,
    /// Whether it was not given before to get here, by this part of a search or the one before.
    pub is_new: bool,
}

/// What became of an answer.
pub enum Applied<V> {
    /// The machine can go on.
    Done,
    /// The answer could not be made true.
    DeadEnd,
    /// Making it true has ended the path.
    End(Outcome<V>),
}

/// How a path has ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending<V> {
    /// By itself.
    Outcome(Outcome<V>),
    /// It has taken as many steps as it may.
    OutOfSteps,
}

/// Answers questions.
pub trait Strategy<D: Domain, P: Platform<D>>: Trailed {
    /// What is remembered of a question while its answers are tried.
    type Note;

    /// Why a search cannot be carried on.
    type Error: From<PathError>;

    /// Whether somebody wants to know what share of the tree lies before a path: that takes time.
    const TELLS_SHARE: bool = true;

    /// The answers to a question.
    ///
    /// # Errors
    /// When the program asks what it must not.
    fn ask(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        question: Question<D::Value>,
    ) -> Result<Reply<Self::Note, D::Value>, Self::Error>;

    /// Checks that a path that is run again has come to the same question.
    ///
    /// # Errors
    /// When it has not.
    fn recognize(
        &self,
        note: &Self::Note,
        count: u32,
        question: &Question<D::Value>,
    ) -> Result<(), Self::Error> {
        let _ = (note, count, question);
        Ok(())
    }

    /// The alternative that is tried before all others, whatever its number.
    fn first(&self, note: &Self::Note) -> u32 {
        let _ = note;
        0
    }

    /// Makes an answer true.
    fn answer(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        note: &Self::Note,
        answer: Answer,
    ) -> Applied<D::Value>;

    /// A call that was let happen has ended.
    fn call_ended(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        end: CallEnd<D::Value>,
    ) -> Applied<D::Value> {
        let _ = (machine, decisions, end);
        Applied::Done
    }

    /// The first alternative from `from` on, before `end`, that has to be looked at; those before it
    /// are known to lead nowhere.
    fn next_open(&self, note: &Self::Note, from: u32, end: u32) -> u32 {
        let _ = (note, end);
        from
    }

    /// So many alternatives were passed over.
    fn skipped(&mut self, count: u32) {
        let _ = count;
    }

    /// Whether it is known without running it what an alternative leads to.
    fn is_foreseen(&self, note: &Self::Note, alternative: u32) -> bool {
        let _ = (note, alternative);
        false
    }

    /// Counts alternatives that need not be run, from `from` on, before `end`, as far as nobody wants to look at what each of
    /// them leads to.
    fn count_foreseen(&mut self, note: &Self::Note, from: u32, end: u32) -> u32 {
        let _ = (note, from, end);
        0
    }

    /// Reports what an alternative leads to that need not be run.
    ///
    /// # Errors
    /// When the search cannot go on.
    fn foreseen(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        note: &Self::Note,
        alternative: u32,
    ) -> Result<ControlFlow<()>, Self::Error> {
        let _ = (machine, decisions, note, alternative);
        Ok(ControlFlow::Continue(()))
    }

    /// Steps at which the present path is to end.
    fn last_step(&self) -> u64 {
        u64::MAX
    }

    /// A path has ended.
    ///
    /// # Errors
    /// When the search cannot go on.
    fn ended(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &mut Decisions,
        ending: Ending<D::Value>,
    ) -> Result<ControlFlow<()>, Self::Error>;

    /// Called now and then, with the share of the tree that is done.
    fn pause(&mut self, machine: &mut Machine<D, P>, share: f64) -> ControlFlow<()>;
}
