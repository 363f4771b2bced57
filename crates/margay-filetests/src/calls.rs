//! Single calls with known arguments: every domain must say the same.

use crate::constrained;
use crate::subject::{Fresh, Subject};
use margay_machine::code::Watch;
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
    check_compiled(program, call)?;
    check_recorded(program, call)?;
    match constrained::run(program, call)? {
        Some(other) if !is_same(&concrete, &other) => {
            Err(format!("{call} {concrete}\nbut computed with terms it {other}"))
        }
        _ => Ok(concrete),
    }
}

/// Whether an ending is the other, which leaves open what is not decided.
fn is_same(known: &str, open: &str) -> bool {
    let mut parts = open.split('?');
    let mut rest = known.strip_prefix(parts.next().unwrap_or_default());
    for part in parts {
        // What comes before the part is a number.
        rest = rest.and_then(|rest| Some(&rest[rest.find(part)? + part.len()..]));
    }
    rest.is_some_and(|rest| rest.is_empty() || open.ends_with('?'))
}

/// How a call ends in one domain.
///
/// # Errors
/// When it cannot be made.
pub fn run_in<D: Fresh>(program: &str, call: &str) -> Result<String, String> {
    run_on(&mut Subject::<D>::new(program)?, call)
}

/// How a call ends, which it must do in the same way and after the same steps if code is compiled: as yet
/// unresolved, and when it was run before.
///
/// # Errors
/// When it cannot be made, or ends differently.
pub fn check_compiled(program: &str, call: &str) -> Result<String, String> {
    let mut plain = Subject::<Concrete>::new(program)?;
    let (mut early, mut late) = (Subject::<Concrete>::new(program)?, Subject::new(program)?);
    early.compile(true);
    let mut expected = String::new();
    for round in 0..2 {
        expected = run_on(&mut plain, call)?;
        for (when, subject) in [("at once", &mut early), ("later", &mut late)] {
            let found = run_on(subject, call)?;
            let (steps, same) = (subject.machine.core.steps, plain.machine.core.steps);
            if found != expected || steps != same {
                return Err(format!(
                    "{call} {expected} after {same} steps\n\
                     but compiled {when}, in round {round}, it {found} after {steps}"
                ));
            }
        }
        late.compile(true);
    }
    Ok(expected)
}

/// How a call ends in code whose blocks are recorded, as where a case is replayed. Compiled code must record the same,
/// compared with the interpreter and alone.
///
/// # Errors
/// When it cannot be made, or there are differences.
pub fn check_recorded(program: &str, call: &str) -> Result<String, String> {
    let (mut plain, mut checked, mut alone) =
        (recorded(program)?, recorded(program)?, recorded(program)?);
    checked.compile(true);
    alone.compile(false);
    let mut expected = String::new();
    for round in 0..2 {
        expected = run_on(&mut plain, call)?;
        for (how, subject) in [("compared", &mut checked), ("alone", &mut alone)] {
            let found = run_on(subject, call)?;
            let (own, other) = (&subject.machine.core, &plain.machine.core);
            let is_same = own.trace == other.trace && own.steps == other.steps;
            if found != expected || !is_same {
                return Err(format!(
                    "{call} {expected} after {} steps, by {:?}\n\
                     but compiled, {how}, in round {round}, it {found} after {} steps, by {:?}",
                    other.steps, other.trace, own.steps, own.trace
                ));
            }
        }
    }
    match plain.machine.core.trace.is_empty() {
        true => Err(format!("{call} records nothing")),
        false => Ok(expected),
    }
}

/// A machine that records the blocks of a program.
fn recorded(program: &str) -> Result<Subject<Concrete>, String> {
    let mut subject = Subject::new(program)?;
    let (visits, per_entry, counted) = (u32::MAX, false, false);
    subject.machine.core.code.watch =
        Some(Watch { visits, per_entry, counted, metered: false, joins: false });
    Ok(subject)
}

fn run_on<D: Fresh>(subject: &mut Subject<D>, call: &str) -> Result<String, String> {
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

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn what_is_open_may_be_anything() {
        assert!(is_same("== 5", "== 5") && is_same("== 5", "== ?"));
        assert!(is_same("throws x(a=1 b=2)", "throws x(a=? b=2)"));
        assert!(is_same("throws x(a=1 b=2)", "throws x(a=? b=?)"));
        assert!(!is_same("throws x(a=1 b=2)", "throws x(a=? b=3)"));
        assert!(!is_same("throws x(a=1 b=2)", "throws y(a=? b=?)"));
        assert!(!is_same("== 55", "== 5") && !is_same("== 5", "returns"));
    }
}
