//! Single calls with known arguments: every domain must say the same.

use crate::subject::{Fresh, Subject};
use margay_machine::symbolic::Symbolic;
use margay_machine::{Concrete, Event, Traced};

/// Steps after which a call is given up.
const STEPS: u64 = 1_000_000;

/// How a call such as `main.f(1, 2)` ends, in every domain.
///
/// # Errors
/// When it cannot be made, or domains differ.
pub fn run(program: &str, call: &str) -> Result<String, String> {
    let concrete = run_in::<Concrete>(program, call)?;
    for (name, other) in [
        (Traced::NAME, run_in::<Traced>(program, call)?),
        (Symbolic::NAME, run_in::<Symbolic>(program, call)?),
    ] {
        if other != concrete {
            return Err(format!("{call} {concrete}\nbut in the {name} domain it {other}"));
        }
    }
    Ok(concrete)
}

/// How a call ends in one domain.
///
/// # Errors
/// When it cannot be made.
pub fn run_in<D: Fresh>(program: &str, call: &str) -> Result<String, String> {
    let mut subject = Subject::<D>::new(program)?;
    let (method, args) = subject.call(call)?;
    if let Err(outcome) = subject.machine.start(method, &args) {
        return Ok(subject.ending(method, &outcome));
    }
    subject.machine.pause_after(STEPS);
    match subject.machine.resume() {
        Event::Done(outcome) => Ok(subject.ending(method, &outcome)),
        event => Ok(format!("stops with {event:?}")),
    }
}
