//! A counterexample, run in the concrete machine: what it does there is what is reported.

use super::entry::{Entry, Subject};
use super::property::Property;
use crate::budget::QuestionBudget;
use crate::generate::calls::{self, Calls};
use crate::generate::replay::{Replayer, StaticField, asked_values, meets};
use crate::graph::{InputNames, Visited};
use crate::program::call_within;
use margay_jvm::describe;
use margay_jvm::platform::{LINKAGE, OUT_OF_MEMORY, ROUNDING};
use margay_machine::{Outcome, Place};
use margay_search::Decisions;
use margay_search::check::Counterexample;
use margay_search::generate::case::{CaseOutcome, Input, TestCase};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::structure::{Content, Object, Structure, Value};

/// Steps a replay may take.
pub(super) const MOST_STEPS: u64 = 1 << 30;

/// Runs in which hash codes, the clock and the environment are others.
const RUNS: u32 = 3;

/// Nanoseconds that pass before another run.
const BEFORE: i64 = 7_000_000_000;

/// An input to be tried.
#[derive(Clone, Copy)]
pub(super) struct Attempt<'a> {
    pub subject: &'a Subject,
    pub entry: &'a Entry,
    pub properties: &'a [Property],
    pub statics: &'a [StaticField],
    pub input: &'a ConcreteInput,
    pub condition: &'a [String],
    pub decisions: &'a Decisions,
    /// What integers of the input are kept to.
    pub range: Option<(i64, i64)>,
    /// Steps that a run may take.
    pub max_steps: u64,
    /// What ends a run.
    pub budget: &'a QuestionBudget,
}

/// Runs what is checked with an input. Gives the counterexample if it is one.
///
/// # Errors
/// Why nobody can tell.
pub(super) fn confirm(
    replayer: &mut Replayer,
    names: &mut impl InputNames,
    attempt: Attempt<'_>,
) -> Result<Option<Counterexample>, String> {
    // Texts are written down once, or each anew, where a path depends on which are the same object.
    for distinct in [false, true] {
        replayer.writer.distinct_texts = distinct;
        let Some(found) = run_in(replayer, names, attempt, 0)? else { continue };
        let platform = &mut replayer.program.machine.platform;
        let mut uncertain = std::mem::take(&mut platform.asked);
        uncertain.extend(platform.restricted.iter().filter(|what| *what == ROUNDING).cloned());
        if uncertain.iter().any(|what| what == OUT_OF_MEMORY) {
            return Err("it runs out of memory, which it may not do elsewhere".to_owned());
        }
        // What is another in another run must not matter for what happens.
        for other in 1..RUNS {
            if uncertain.is_empty() {
                break;
            }
            let again = run_in(replayer, names, attempt, other)?;
            if again.as_ref().map(what_happens) != Some(what_happens(&found)) {
                return Err(format!("what it does depends on {}", uncertain.join(", ")));
            }
        }
        return Ok(Some(found));
    }
    Ok(None)
}

/// What is thrown, without its message.
fn what_happens(found: &Counterexample) -> &str {
    found.violation.split(':').next().unwrap_or_default()
}

/// Runs it in one of several runs of a JVM, which differ in what no program can rely on.
fn run_in(
    replayer: &mut Replayer,
    names: &mut impl InputNames,
    attempt: Attempt<'_>,
    number: u32,
) -> Result<Option<Counterexample>, String> {
    let machine = &mut replayer.program.machine;
    machine.hold();
    (machine.platform.run, machine.platform.rounding) = (number, number);
    machine.platform.waited = i64::from(number) * BEFORE;
    let found = run(replayer, names, attempt);
    let machine = &mut replayer.program.machine;
    machine.release();
    (machine.platform.run, machine.platform.rounding, machine.platform.waited) = (0, 0, 0);
    found
}

fn run(
    replayer: &mut Replayer,
    names: &mut impl InputNames,
    attempt: Attempt<'_>,
) -> Result<Option<Counterexample>, String> {
    let Attempt { entry, input, .. } = attempt;
    let platform = &mut replayer.program.machine.platform;
    platform.give(input.given());
    platform.asked.clear();
    platform.taken.clear();
    platform.restricted.clear();
    let Replayer { program, reader, writer, .. } = &mut *replayer;
    let mut calls = Calls::new(reader);
    let written = writer.write_input(&mut program.machine, input, names, &mut calls);
    let (arguments, set) = written.map_err(|error| error.to_string())?;
    if calls.has_changed_argument(&mut program.machine) {
        return Err("a call that makes the input changes an argument of another".to_owned());
    }
    if !meets(&mut program.machine, &entry.assumed, &arguments) {
        return Ok(None);
    }
    let made = calls.finish();
    let mut visited = Visited::default();
    let mut given = Vec::new();
    let machine = &mut program.machine;
    for ((name, descriptor), bits) in entry.names.iter().zip(&arguments) {
        given.push(reader.value(machine, &mut visited, descriptor, *bits, Some(name)));
    }
    let mut statics = Vec::new();
    for (field, bits) in attempt.statics.iter().zip(set) {
        machine.core.memory.set_static(field.slot, bits);
        let value = reader.value(machine, &mut visited, &field.descriptor, bits, None);
        statics.push((field.name.clone(), value));
    }
    let recipe = calls::recipe(made, machine, reader, &mut visited);
    let before = reader.read(machine, &mut visited);
    let budget = attempt.budget;
    let outcome = call_within(machine, entry.called, &arguments, attempt.max_steps, budget);
    if let (None, Some(reason)) = (&outcome, budget.spent()) {
        return Err(reason.to_string());
    }
    let Some((violation, stack)) = violated(replayer, attempt.properties, outcome)? else {
        return Ok(None);
    };
    let machine = &mut replayer.program.machine;
    if machine.platform.restricted.iter().any(|what| what == LINKAGE) {
        return Err("a class or a member is missing".to_owned());
    }
    let random = std::mem::take(&mut machine.platform.any_random_used);
    let taken = std::mem::take(&mut machine.platform.taken).into_iter();
    let place = |place: Option<Place>| {
        place.map_or_else(String::new, |place| describe::place(&machine.core.world, &place))
    };
    let asked_at = taken.map(place).collect();
    let (trace, trace_cut) = replayer.points.lines(machine);
    let is_static = attempt.subject.signature.is_static;
    let mut given = given.into_iter();
    let receiver = if is_static { None } else { given.next() };
    let (asked, stdin) = (asked_values(input), input.stdin());
    let mut input = Input { receiver, arguments: given.collect(), statics, asked, stdin };
    let mut before = before;
    if attempt.subject.is_main && !attempt.subject.signature.parameters.is_empty() {
        (input.arguments, before) = no_arguments();
    }
    let case = TestCase {
        number: 1,
        input,
        recipe,
        after: before.clone(),
        before,
        outcome: CaseOutcome::Returned(
            attempt.properties.contains(&Property::IsTrue).then_some(Value::Bool(true)),
        ),
        statics: Vec::new(),
        restores: Vec::new(),
        observations: None,
        unasserted: Vec::new(),
        condition: attempt.condition.to_vec(),
        trace,
        trace_cut,
        watched: None,
        decisions: attempt.decisions.clone(),
        printed: String::new(),
        distinct_texts: replayer.writer.distinct_texts,
        costs: Vec::new(),
    };
    Ok(Some(Counterexample { violation, stack, case, asked_at, random }))
}

/// What the property forbids of how a run has ended, and where.
fn violated(
    replayer: &mut Replayer,
    properties: &[Property],
    outcome: Option<Outcome<u64>>,
) -> Result<Option<(String, Vec<String>)>, String> {
    let machine = &mut replayer.program.machine;
    match outcome {
        Some(Outcome::Threw(exception)) => {
            let class = machine.core.memory.class_of(exception);
            if !properties.iter().any(|property| property.forbids(&machine.core.world, class)) {
                return Ok(None);
            }
            let stack = describe::stack_trace(&machine.core, exception);
            Ok(Some((describe::exception(machine, exception), stack)))
        }
        Some(Outcome::Failed(message)) => {
            let core = &machine.core;
            let is_own = |place: &Place| {
                let class = core.world.class_name(core.world.method(place.method).class);
                !class.starts_with("margay/")
            };
            let stack = core.stack().filter(is_own);
            let stack = stack.map(|place| describe::place(&core.world, &place)).collect();
            Ok(Some((message.unwrap_or_else(|| "Margay.fail".to_owned()), stack)))
        }
        Some(Outcome::Refused(refusal)) => Err(describe::refused_at(machine, &refusal)),
        Some(Outcome::Bounded | Outcome::Endless) | None => {
            Err("the replay does not end".to_owned())
        }
        Some(_) => Ok(None),
    }
}

/// The arguments of a `main` that has none.
fn no_arguments() -> (Vec<Value>, Structure) {
    let object = Object {
        id: "args".to_owned(),
        class: "java.lang.String[]".into(),
        content: Content::Elements(Vec::new()),
    };
    (vec![Value::Ref(0)], Structure { objects: vec![object] })
}
