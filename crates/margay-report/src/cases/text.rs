//! Test cases for a terminal: what the method is given, when it takes the path, what it does.

use crate::literal;
use crate::names::method_name;
use crate::readable::Readable;
use crate::trace;
use margay_search::generate::case::{CaseOutcome, Loss, Losses, MethodReport, TestCase};
use margay_search::generate::render::conjunction;
use margay_search::structure::{Structure, Value};
use std::io::{self, Write};

/// Writes the cases of a method and what was given up.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, report: &MethodReport) -> io::Result<()> {
    let count = report.cases.len();
    let cases = if count == 1 { "case" } else { "cases" };
    writeln!(out, "{}: {count} {cases}", method(report))?;
    for case in &report.cases {
        write_case(out, report, case)?;
    }
    write_losses(out, &report.losses)
}

/// A method with its parameters: `shapes.List.add(int data)`.
pub fn method(report: &MethodReport) -> String {
    let parameters = report.signature.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|parameter| format!("{} {}", parameter.type_name, parameter.name).trim().to_owned())
        .collect();
    format!("{}({})", method_name(&report.method), parameters.join(", "))
}

fn write_case(out: &mut impl Write, report: &MethodReport, case: &TestCase) -> io::Result<()> {
    let condition = match case.condition.is_empty() {
        true => "always".to_owned(),
        false => format!("when {}", conjunction(&case.condition)),
    };
    writeln!(out, "  {}. {condition}", case.number)?;
    let words = CaseWords::of(report, case);
    for (name, value) in &words.inputs {
        writeln!(out, "       {name} = {value}")?;
    }
    for (number, value) in (1..).zip(&case.input.asked) {
        writeln!(out, "       value {number} asked for = {value}")?;
    }
    if let Some(bytes) = &case.input.stdin {
        writeln!(out, "       standard input = {}", literal::string(&literal::latin1(bytes)))?;
    }
    writeln!(out, "       {}", words.ending)?;
    for (name, value) in &words.then {
        writeln!(out, "       then {name} = {value}")?;
    }
    for line in case.printed.lines() {
        writeln!(out, "       prints {line:?}")?;
    }
    let lines = trace::lines(&case.trace);
    if !lines.is_empty() {
        writeln!(out, "       lines {lines}")?;
    }
    for cost in &case.costs {
        let what = match cost.model.strip_prefix("calls:") {
            Some(method) => format!("calls of {method}"),
            None => cost.model.clone(),
        };
        let expression = cost.expression.as_ref().map(|text| format!(" = {text}"));
        writeln!(out, "       costs {} {what}{}", cost.value, expression.unwrap_or_default())?;
    }
    if !case.decisions.0.is_empty() {
        writeln!(out, "       decisions {}", case.decisions)?;
    }
    Ok(())
}

/// What the method is given, in one line.
#[must_use]
pub fn input(report: &MethodReport, case: &TestCase) -> String {
    let inputs = inputs(report, case);
    let mut before = Readable::new(&case.before, inputs.iter().map(|(_, value)| *value));
    let given = inputs.iter().map(|(name, value)| format!("{name} = {}", before.text(value)));
    given.collect::<Vec<_>>().join(", ")
}

/// A case as people read it.
pub(crate) struct CaseWords {
    /// What the method is given.
    pub inputs: Vec<(String, String)>,
    /// What it returns or throws.
    pub ending: String,
    /// What it has changed.
    pub then: Vec<(String, String)>,
}

impl CaseWords {
    pub fn of(report: &MethodReport, case: &TestCase) -> CaseWords {
        let inputs = inputs(report, case);
        let roots = || inputs.iter().map(|(_, value)| *value);
        let mut before = Readable::new(&case.before, roots());
        let given = inputs.iter().map(|(name, value)| (name.clone(), before.text(value))).collect();
        let objects = inputs.iter().filter_map(|(name, value)| {
            moved(&case.before, &case.after, value).map(|after| (name.clone(), *value, after))
        });
        let objects: Vec<(String, &Value, Value)> = objects.collect();
        let result = match &case.outcome {
            CaseOutcome::Returned(value) => value.as_ref(),
            CaseOutcome::Threw { .. } => None,
        };
        let statics = case.statics.iter().map(|(_, value)| value);
        let afters = || objects.iter().map(|(_, _, value)| value);
        let mut after = Readable::new(&case.after, afters().chain(result).chain(statics));
        let ending = match &case.outcome {
            CaseOutcome::Returned(None) => "returns".to_owned(),
            CaseOutcome::Returned(Some(value)) => format!("returns {}", after.text(value)),
            CaseOutcome::Threw { class, message, expected, .. } => {
                let message = message.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
                let crash = if *expected { "" } else { " (crash)" };
                format!("throws {class}{message}{crash}")
            }
        };
        let mut then = Vec::new();
        for (name, old, value) in &objects {
            let old = Readable::new(&case.before, roots()).text(old);
            if old != Readable::new(&case.after, afters()).text(value) {
                then.push((name.clone(), after.text(value)));
            }
        }
        then.extend(
            case.statics.iter().map(|(field, value)| {
                (format!("{}.{}", field.class, field.name), after.text(value))
            }),
        );
        CaseWords { inputs: given, ending, then }
    }
}

/// What the method is given, with names.
fn inputs<'a>(report: &'a MethodReport, case: &'a TestCase) -> Vec<(String, &'a Value)> {
    let receiver = case.input.receiver.iter().map(|value| ("this".to_owned(), value));
    let names = report.signature.parameters.iter().map(|parameter| parameter.name.clone());
    let arguments = names.zip(&case.input.arguments);
    let statics = case.input.statics.iter();
    let statics = statics.map(|(field, value)| (format!("{}.{}", field.class, field.name), value));
    receiver.chain(arguments).chain(statics).collect()
}

/// An object of the input as it is in the output.
fn moved(before: &Structure, after: &Structure, value: &Value) -> Option<Value> {
    let Value::Ref(place) = value else { return None };
    let id = &before.objects.get(*place)?.id;
    let is_it = |place: &usize| after.objects.get(*place).is_some_and(|object| object.id == *id);
    let found = Some(*place).filter(is_it);
    found.or_else(|| (0..after.objects.len()).find(is_it)).map(Value::Ref)
}

/// What was given up, by kinds that have names.
pub(crate) fn kinds_of_losses(losses: &Losses) -> [(&'static str, &[Loss]); 6] {
    [
        ("cut by a bound", &losses.bounds),
        ("made concrete", &losses.concretized),
        ("not supported", &losses.unsupported),
        ("no call sequence found", &losses.unmade),
        ("unknown to the solver", &losses.unknown),
        ("left out, as their replay differed", &losses.diverged),
    ]
}

fn write_losses(out: &mut impl Write, losses: &Losses) -> io::Result<()> {
    for (kind, losses) in kinds_of_losses(losses) {
        for loss in losses {
            writeln!(out, "  {kind}: {} ({})", loss.what, loss.count)?;
        }
    }
    match &losses.stopped {
        Some(why) => writeln!(out, "  stopped: {why}"),
        None => Ok(()),
    }
}
