//! All paths of a program with choices: every domain, and both ways of going back, must find the
//! same outcomes in the same order; and going back must restore everything.

use crate::platform::Text;
use crate::subject::{Fresh, Subject, ending};
use crate::walk::{self, Walked};
use margay_ir::MethodId;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Concrete, Machine, Outcome, Traced};
use margay_search::driver::{Call, Pace, Progress, Visitor};
use margay_search::explore::explore;
use margay_search::{Backtrack, Decisions};
use std::ops::ControlFlow;

/// Nobody looks at the clock.
const PACE: Pace = Pace { steps: 1 << 20, answers: 1 << 20, work: u64::MAX };

/// The outcomes of a call such as `main.f(1)`, one a line, each with its decisions.
///
/// # Errors
/// When it cannot be made, or there are differences.
pub fn run(program: &str, call: &str) -> Result<String, String> {
    let expected = outcomes::<Concrete>(program, call, Backtrack::Checkpoint)?;
    let others = [
        ("compiled", compiled(program, call, Backtrack::Checkpoint, true)?),
        ("compiled, when run again", compiled(program, call, Backtrack::Reexecute, true)?),
        ("when run again", outcomes::<Concrete>(program, call, Backtrack::Reexecute)?),
        ("traced", outcomes::<Traced>(program, call, Backtrack::Checkpoint)?),
        ("traced, when run again", outcomes::<Traced>(program, call, Backtrack::Reexecute)?),
        ("symbolic", outcomes::<Symbolic>(program, call, Backtrack::Checkpoint)?),
        ("symbolic, when run again", outcomes::<Symbolic>(program, call, Backtrack::Reexecute)?),
        ("by hand", walked::<Concrete>(program, call)?),
        ("traced, by hand", walked::<Traced>(program, call)?),
        ("symbolic, by hand", walked::<Symbolic>(program, call)?),
    ];
    for (how, found) in others {
        if found != expected {
            return Err(format!("{call} has the outcomes\n{expected}but {how}\n{found}"));
        }
    }
    Ok(expected)
}

fn outcomes<D: Fresh>(program: &str, call: &str, back: Backtrack) -> Result<String, String> {
    outcomes_of(&mut Subject::<D>::new(program)?, call, back)
}

/// The outcomes of a call by the interpreter, which must be those of compiled code, with what that does compared and
/// without, and both ways of going back.
///
/// # Errors
/// When it cannot be made, or there are differences.
pub fn check_compiled(program: &str, call: &str) -> Result<String, String> {
    let expected = outcomes::<Concrete>(program, call, Backtrack::Checkpoint)?;
    for back in [Backtrack::Checkpoint, Backtrack::Reexecute] {
        for checks in [true, false] {
            let found = compiled(program, call, back, checks)?;
            if found != expected {
                let how = if checks { "compared" } else { "alone" };
                return Err(format!(
                    "{call} has the outcomes\n{expected}but compiled, {how}, {back:?}\n{found}"
                ));
            }
        }
    }
    Ok(expected)
}

/// The same of code that has run before, so that all of it is resolved, and is compiled then.
fn compiled(program: &str, call: &str, back: Backtrack, checks: bool) -> Result<String, String> {
    let mut subject = Subject::<Concrete>::new(program)?;
    subject.machine.hold();
    outcomes_of(&mut subject, call, back)?;
    subject.machine.release();
    subject.compile(checks);
    outcomes_of(&mut subject, call, back)
}

fn outcomes_of<D: Fresh>(
    subject: &mut Subject<D>,
    call: &str,
    back: Backtrack,
) -> Result<String, String> {
    let (method, args) = subject.call(call)?;
    let mut lines = Lines { method, text: String::new() };
    explore(&mut subject.machine, Call { method, args }, back, PACE, &mut lines)
        .map_err(|error| error.to_string())?;
    Ok(lines.text)
}

/// Writes down outcomes.
struct Lines {
    method: MethodId,
    text: String,
}

impl<D: Fresh> Visitor<D, Text, Outcome<D::Value>> for Lines {
    fn found(
        &mut self,
        machine: &mut Machine<D, Text>,
        decisions: &Decisions,
        outcome: Outcome<D::Value>,
    ) -> ControlFlow<()> {
        let ending = ending(&machine.core, self.method, &outcome);
        self.text.push_str(&line(decisions, &ending));
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut Machine<D, Text>, _: Progress<'_, ()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn line(decisions: &Decisions, ending: &str) -> String {
    match decisions.0.is_empty() {
        true => format!("-: {ending}\n"),
        false => format!("{decisions}: {ending}\n"),
    }
}

/// The same by hand, looking at everything after each return to a choice.
fn walked<D: Fresh + Walked>(program: &str, call: &str) -> Result<String, String> {
    let mut subject = Subject::<D>::new(program)?;
    let (method, args) = subject.call(call)?;
    let mut text = String::new();
    walk::walk(&mut subject.machine, method, &args, &mut |machine, path, outcome| {
        let decisions = Decisions(path.to_vec());
        text.push_str(&line(&decisions, &ending(&machine.core, method, outcome)));
    })?;
    Ok(text)
}

/// All paths of a method whose arguments may be anything, where `?` is given for one: the machine
/// asks, each answer that is possible is tried, and going back restores everything.
///
/// # Errors
/// When something is not restored.
pub fn run_open(program: &str, call: &str) -> Result<String, String> {
    let mut subject = Subject::<Symbolic>::new(program)?;
    let (method, texts) = subject.texts_of(call)?;
    let args = walk::open_arguments(&mut subject.machine, method, &texts)?;
    let mut text = String::new();
    walk::walk(&mut subject.machine, method, &args, &mut |machine, path, outcome| {
        let decisions = Decisions(path.to_vec());
        text.push_str(&line(&decisions, &ending(&machine.core, method, outcome)));
    })?;
    Ok(text)
}
