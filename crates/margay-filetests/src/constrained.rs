//! Calls whose arguments are symbols that the path condition leaves one value each: every operation
//! is computed with terms, every branch is decided by the solver, and the end must be the one of the
//! call with known arguments.

use crate::subject::{Subject, bits_of, ending, show_value, split_call};
use margay_ir::{MethodId, Storage, Type};
use margay_logic::{Outcome as Answer, TermId};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Event, Outcome, Want};

/// How a call ends; nothing where terms cannot express what it computes.
///
/// # Errors
/// When the solver finds no way to go on, or several.
pub fn run(program: &str, call: &str) -> Result<Option<String>, String> {
    let mut subject = Subject::<Symbolic>::new(program)?;
    let (name, texts) = split_call(call)?;
    let method = subject.method(name)?;
    let params = subject.machine.core.world.method(method).params.clone();
    let mut args = Vec::new();
    for (place, (ty, text)) in params.iter().zip(&texts).enumerate() {
        let bits = bits_of(*ty, text).ok_or_else(|| format!("`{text}` is no {ty}"))?;
        args.push(symbol(&mut subject.machine.core.domain, *ty, &format!("a{place}"), bits));
    }
    if subject.machine.start(method, &args).is_err() {
        return Ok(None);
    }
    loop {
        match subject.machine.resume() {
            Event::Done(outcome) => return Ok(shown(&mut subject, method, &outcome)),
            Event::Choice(_) => {
                let alternative = decide(&mut subject.machine.core.domain)?;
                subject.machine.take(alternative);
            }
            Event::Wanted(
                Want::Number(SymbolicValue::Term(term)) | Want::Size(SymbolicValue::Term(term)),
            ) => {
                let domain = &mut subject.machine.core.domain;
                let bits = only_value(domain, term)?;
                domain.path.fix(term, bits);
                subject.machine.retry();
            }
            event => return Err(format!("{call} stops with {event:?}")),
        }
    }
}

/// A symbol that is this number, and nothing says so but the path condition.
fn symbol(domain: &mut Symbolic, ty: Type, name: &str, bits: u64) -> SymbolicValue {
    let storage = match ty {
        Type::I32 => Storage::I32,
        Type::I64 => Storage::I64,
        Type::F32 => Storage::F32,
        Type::F64 => Storage::F64,
        Type::Ref => return SymbolicValue::Known(bits),
    };
    let value = domain.number(name, storage);
    if let SymbolicValue::Term(term) = value {
        let is_number = domain.path.equals(term, bits);
        domain.path.assume(is_number);
    }
    value
}

/// Takes the one alternative that is possible.
fn decide(domain: &mut Symbolic) -> Result<u32, String> {
    let conditions = domain.alternatives();
    let mut possible = Vec::new();
    for (number, condition) in (0..).zip(conditions) {
        match domain.path.feasible(condition) {
            Answer::Sat => possible.push((number, condition)),
            Answer::Unsat => {}
            Answer::Unknown(reason) => return Err(format!("the solver does not know: {reason}")),
        }
    }
    match possible[..] {
        [(number, condition)] => {
            domain.path.assume(condition);
            Ok(number)
        }
        _ => Err(format!("{} alternatives are possible", possible.len())),
    }
}

/// The value of a term that can have but one.
fn only_value(domain: &mut Symbolic, term: TermId) -> Result<u64, String> {
    let mut value =
        |found: &[u64]| domain.path.value_besides(term, found).map_err(|reason| reason.to_string());
    let first = value(&[])?.ok_or("the path is not possible")?;
    match value(&[first])? {
        None => Ok(first),
        Some(_) => Err("a number can have several values".to_owned()),
    }
}

/// How a path has ended. What an exception holds is left out: it may depend on the arguments.
fn shown(
    subject: &mut Subject<Symbolic>,
    method: MethodId,
    outcome: &Outcome<SymbolicValue>,
) -> Option<String> {
    let core = &mut subject.machine.core;
    if core.domain.approximated > 0 {
        return None;
    }
    match (outcome, core.world.method(method).result) {
        (Outcome::Returned(Some(value @ SymbolicValue::Term(_))), Some(ty)) => {
            let term = core.domain.term(ty, *value);
            let known = match only_value(&mut core.domain, term) {
                Ok(bits) => show_value(core, ty, SymbolicValue::Known(bits)),
                Err(error) => error,
            };
            let plain = ending(core, method, outcome);
            Some(plain.replacen('?', &known, 1))
        }
        _ => Some(ending(core, method, outcome)),
    }
}
