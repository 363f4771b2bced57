//! How a path ended, taken out of the machine.

use crate::program::ConcreteMachine;
use margay_jvm::describe;
use margay_machine::Outcome;
use margay_search::Decisions;
use margay_search::outcome::{PathEnding, PathOutcome};

/// The outcome of the path that has just ended; `result` is the descriptor of the method's result.
pub(super) fn path_outcome(
    machine: &mut ConcreteMachine,
    decisions: &Decisions,
    outcome: &Outcome<u64>,
    result: &str,
) -> PathOutcome {
    let ending = path_ending(machine, outcome, result);
    let output = &machine.core.memory.output;
    PathOutcome {
        decisions: decisions.clone(),
        ending,
        stdout: String::from_utf8_lossy(&output.out).into_owned(),
        stderr: String::from_utf8_lossy(&output.err).into_owned(),
        steps: machine.core.steps,
    }
}

fn path_ending(machine: &mut ConcreteMachine, outcome: &Outcome<u64>, result: &str) -> PathEnding {
    match outcome {
        Outcome::Returned(value) => {
            let value = value.map(|value| describe::value(machine, result, value));
            PathEnding::Returned { value }
        }
        Outcome::Threw(exception) => {
            let class = machine.core.memory.class_of(*exception);
            PathEnding::Threw {
                exception: describe::class(&machine.core.world, class),
                message: describe::message(machine, *exception),
                stack: describe::stack_trace(&machine.core, *exception),
            }
        }
        Outcome::Rejected | Outcome::Bounded | Outcome::Endless => PathEnding::Dropped {},
        Outcome::Failed(message) => PathEnding::Failed { message: message.clone() },
        Outcome::Exited(code) => PathEnding::Exited { code: *code },
        Outcome::Refused(refusal) => {
            let world = &machine.core.world;
            let stack = refusal.stack.iter().map(|place| describe::place(world, place)).collect();
            PathEnding::Refused { reason: refusal.reason.clone(), stack }
        }
    }
}
