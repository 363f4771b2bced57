//! Running a method of the program to its end, before any search.

use crate::describe;
use crate::platform::Jvm;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Outcome, Ref};

/// More steps than this mean that the method does not end.
const MOST_STEPS: u64 = 1 << 26;

/// Why a method has no result.
pub(super) enum Failure {
    /// It threw this.
    Threw(Ref),
    /// Anything else, in words.
    Other(String),
}

impl Failure {
    /// In words.
    pub fn text<D: Domain>(&self, machine: &mut Machine<D, Jvm<D>>) -> String {
        match self {
            Failure::Threw(exception) => {
                format!("it threw {}", describe::exception(machine, *exception))
            }
            Failure::Other(reason) => reason.clone(),
        }
    }
}

/// Runs a method; gives the bits of its result, or 0 if it has none.
pub(super) fn call<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    method: MethodId,
    args: &[D::Value],
) -> Result<u64, Failure> {
    let ended = match machine.start(method, args) {
        Ok(()) => {
            machine.pause_after(MOST_STEPS);
            let event = machine.resume();
            machine.pause_after(u64::MAX);
            event
        }
        Err(outcome) => Event::Done(*outcome),
    };
    let other = |reason: &str| Err(Failure::Other(reason.to_owned()));
    match ended {
        Event::Done(Outcome::Returned(value)) => Ok(value.and_then(D::known).unwrap_or_default()),
        Event::Done(Outcome::Threw(exception)) => Err(Failure::Threw(exception)),
        Event::Done(Outcome::Refused(refusal)) => {
            Err(Failure::Other(describe::refusal(&machine.core.world, &refusal)))
        }
        Event::Done(Outcome::Exited(_)) => other("it ends the program"),
        Event::Done(
            Outcome::Rejected | Outcome::Failed(_) | Outcome::Bounded | Outcome::Endless,
        ) => other("it gives up"),
        Event::Choice(_)
        | Event::Undecided(_)
        | Event::Wanted(_)
        | Event::Call(_)
        | Event::Head
        | Event::Joined
        | Event::CallEnded(_) => other("it makes choices of its own"),
        Event::Pause => other("it does not end"),
    }
}

/// A value that is a reference.
pub(super) fn reference<D: Domain>(object: Ref) -> D::Value {
    D::constant(u64::from(object))
}
