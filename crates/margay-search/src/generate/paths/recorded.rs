//! Telling a recorder what a search asks, for a summary.

use super::super::summary::Asked;
use super::Paths;
use super::apply::Answered;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Machine, Mark, Outcome, Platform};
use std::rc::Rc;

impl<I, V> Paths<'_, I, V> {
    /// The method is about to be called.
    pub(super) fn begin_recording<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        start: Option<Mark>,
    ) {
        let (Some(recorder), Some(start)) = (&self.options.recording.0, start) else { return };
        let mut recorder = recorder.borrow_mut();
        recorder.begin(&machine.core, start, &self.given.arguments);
    }

    /// Tells a question; its number in the summary. `is_lossy` says that not all its answers are there.
    pub(super) fn record<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        answers: &[Answered],
        is_lossy: bool,
    ) -> Option<u32>
    where
        I: Inputs<P>,
    {
        let mut recorder = self.options.recording.0.as_ref()?.borrow_mut();
        let is_plain = |answer: &Answered| {
            matches!(
                answer,
                Answered::Prepare(_)
                    | Answered::Entailed(..)
                    | Answered::Enter(_)
                    | Answered::Compose(_)
            )
        };
        if !is_lossy && answers.len() == 1 && answers.iter().all(is_plain) {
            return None;
        }
        let is_element = std::mem::take(&mut self.is_element);
        if is_lossy || is_element || machine.core.is_initializing() {
            recorder.give_up();
            return None;
        }
        let asked: Option<Vec<Asked>> = answers.iter().map(asked).collect();
        match asked {
            Some(asked) => {
                let compared = machine.compared();
                recorder.asked(&mut machine.core, &asked, compared)
            }
            None => {
                recorder.give_up();
                None
            }
        }
    }

    /// Tells an answer that is true now.
    pub(super) fn record_answer<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        node: Option<u32>,
        answer: &Answered,
        number: u32,
    ) {
        let (Some(recorder), Some(_)) = (&self.options.recording.0, node) else { return };
        if let Some(asked) = asked(answer) {
            recorder.borrow_mut().answered(&machine.core, &self.heap, node, &asked, number);
        }
    }

    /// Tells the end of a path.
    pub(super) fn record_end<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        outcome: &Outcome<SymbolicValue>,
    ) {
        let Some(recorder) = &self.options.recording.0 else { return };
        let result = machine.core.world.method(self.method).result;
        let schedule = self.calls.schedule();
        recorder.borrow_mut().ended(machine, &self.heap, outcome, result, schedule);
    }
}

/// An answer in the words of a summary, if it has one. Which values of a number are tried, one by one, depends on
/// who calls.
fn asked(answer: &Answered) -> Option<Asked> {
    Some(match answer {
        Answered::All(way) => Asked::Way(Rc::clone(&way.turns)),
        Answered::Assume(condition, _) => Asked::Holds(*condition),
        Answered::Null(input) => Asked::Null(*input),
        Answered::NonNull(input) => Asked::NonNull(*input),
        Answered::Is(input, at) => Asked::Same(*input, *at),
        Answered::New(input, making) => Asked::New(*input, making.clone()),
        Answered::Classes(object, classes, test) => Asked::Classes(*object, classes.clone(), *test),
        _ => return None,
    })
}
