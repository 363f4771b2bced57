//! Calls whose arguments are symbols that the path condition leaves one value each: every operation
//! is computed with terms, every branch is decided by the solver, and the end must be the one of the
//! call with known arguments.

use crate::subject::{Subject, bits_of, ending, show_value, split_call};
use margay_ir::{MethodId, Type};
use margay_logic::{Evaluator, FloatSort, Outcome as Answer, Sort, TermId};
use margay_machine::symbolic::{Symbolic, Value};
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
            Event::Wanted(Want::Number(Value::Term(term)) | Want::Size(Value::Term(term))) => {
                let domain = &mut subject.machine.core.domain;
                let bits = only_value(domain, term)?;
                domain.fix(term, bits);
                subject.machine.retry();
            }
            event => return Err(format!("{call} stops with {event:?}")),
        }
    }
}

/// A symbol that is this number, and nothing says so but the path condition.
fn symbol(domain: &mut Symbolic, ty: Type, name: &str, bits: u64) -> Value {
    let sort = match ty {
        Type::I32 => Sort::Bv(32),
        Type::I64 => Sort::Bv(64),
        Type::F32 => Sort::Float(FloatSort::F32),
        Type::F64 => Sort::Float(FloatSort::F64),
        Type::Ref => return Value::Known(bits),
    };
    let symbol = domain.terms.declare(name, sort).expect("a name has one sort");
    let term = domain.terms.symbol_term(symbol);
    let number = domain.terms.constant(bits, sort);
    let is_number = domain.terms.eq(term, number);
    domain.assume(is_number);
    Value::Term(term)
}

/// Takes the one alternative that is possible.
fn decide(domain: &mut Symbolic) -> Result<u32, String> {
    let conditions = domain.alternatives();
    let mut possible = Vec::new();
    for (number, condition) in (0..).zip(conditions) {
        match domain.solver.check_with(&mut domain.terms, &[condition]) {
            Answer::Sat => possible.push((number, condition)),
            Answer::Unsat => {}
            Answer::Unknown(reason) => return Err(format!("the solver does not know: {reason}")),
        }
    }
    match possible[..] {
        [(number, condition)] => {
            domain.assume(condition);
            Ok(number)
        }
        _ => Err(format!("{} alternatives are possible", possible.len())),
    }
}

/// The value of a term that can have but one.
fn only_value(domain: &mut Symbolic, term: TermId) -> Result<u64, String> {
    if domain.solver.check(&mut domain.terms) != Answer::Sat {
        return Err("the path is not possible".to_owned());
    }
    let model = domain.solver.model().cloned().ok_or("there is no model")?;
    let bits = Evaluator::new().eval(&domain.terms, &model, term);
    let sort = domain.terms.sort(term);
    let number = domain.terms.constant(bits, sort);
    let equal = domain.terms.eq(term, number);
    let differs = domain.terms.not(equal);
    match domain.solver.check_with(&mut domain.terms, &[differs]) {
        Answer::Unsat => Ok(bits),
        _ => Err("a number can have several values".to_owned()),
    }
}

/// How a path has ended. What an exception holds is left out: it may depend on the arguments.
fn shown(
    subject: &mut Subject<Symbolic>,
    method: MethodId,
    outcome: &Outcome<Value>,
) -> Option<String> {
    let core = &mut subject.machine.core;
    if core.domain.approximated > 0 {
        return None;
    }
    match (outcome, core.world.method(method).result) {
        (Outcome::Returned(Some(value @ Value::Term(_))), Some(ty)) => {
            let term = core.domain.term(ty, *value);
            let known = match only_value(&mut core.domain, term) {
                Ok(bits) => show_value(core, ty, Value::Known(bits)),
                Err(error) => error,
            };
            let plain = ending(core, method, outcome);
            Some(plain.replacen('?', &known, 1))
        }
        _ => Some(ending(core, method, outcome)),
    }
}
