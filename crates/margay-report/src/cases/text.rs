//! Test cases for a terminal: what the method is given, when it takes the path, what it does.

use crate::literal;
use crate::names::method_name;
use crate::readable::Readable;
use crate::trace;
use margay_search::generate::case::{CaseOutcome, Losses, MethodReport, TestCase};
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

pub(crate) fn write_case(
    out: &mut impl Write,
    report: &MethodReport,
    case: &TestCase,
) -> io::Result<()> {
    let condition = match case.condition.is_empty() {
        true => "always".to_owned(),
        false => format!("when {}", conjunction(&case.condition)),
    };
    writeln!(out, "  {}. {condition}", case.number)?;
    let inputs = inputs(report, case);
    let mut before = Readable::new(&case.before, inputs.iter().map(|(_, value)| *value));
    for (name, value) in &inputs {
        writeln!(out, "       {name} = {}", before.text(value))?;
    }
    for (number, value) in (1..).zip(&case.input.asked) {
        writeln!(out, "       value {number} asked for = {value}")?;
    }
    if let Some(bytes) = &case.input.stdin {
        writeln!(out, "       standard input = {}", literal::string(&literal::latin1(bytes)))?;
    }
    write_outcome(out, case, &inputs)?;
    let lines = trace::lines(&case.trace);
    if !lines.is_empty() {
        writeln!(out, "       lines {lines}")?;
    }
    if !case.decisions.0.is_empty() {
        writeln!(out, "       decisions {}", case.decisions)?;
    }
    Ok(())
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

fn write_outcome(
    out: &mut impl Write,
    case: &TestCase,
    inputs: &[(String, &Value)],
) -> io::Result<()> {
    let result = match &case.outcome {
        CaseOutcome::Returned(value) => value.as_ref(),
        CaseOutcome::Threw { .. } => None,
    };
    let objects = inputs.iter().filter_map(|(name, value)| {
        moved(&case.before, &case.after, value).map(|value| (name.clone(), value))
    });
    let objects: Vec<(String, Value)> = objects.collect();
    let statics = case.statics.iter().map(|(_, value)| value);
    let roots = objects.iter().map(|(_, value)| value).chain(result).chain(statics);
    let mut after = Readable::new(&case.after, roots);
    match &case.outcome {
        CaseOutcome::Returned(None) => writeln!(out, "       returns")?,
        CaseOutcome::Returned(Some(value)) => {
            writeln!(out, "       returns {}", after.text(value))?;
        }
        CaseOutcome::Threw { class, message, expected, .. } => {
            let message = message.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
            let crash = if *expected { "" } else { " (crash)" };
            writeln!(out, "       throws {class}{message}{crash}")?;
        }
    }
    for (name, value) in &objects {
        let mut before = Readable::new(&case.before, inputs.iter().map(|(_, value)| *value));
        let old = inputs.iter().find(|(input, _)| input == name).map(|(_, old)| before.text(old));
        let mut alone = Readable::new(&case.after, objects.iter().map(|(_, value)| value));
        if old.is_none_or(|old| old != alone.text(value)) {
            writeln!(out, "       then {name} = {}", after.text(value))?;
        }
    }
    for (field, value) in &case.statics {
        let name = format!("{}.{}", field.class, field.name);
        writeln!(out, "       then {name} = {}", after.text(value))?;
    }
    for line in case.printed.lines() {
        writeln!(out, "       prints {line:?}")?;
    }
    Ok(())
}

/// An object of the input as it is in the output.
fn moved(before: &Structure, after: &Structure, value: &Value) -> Option<Value> {
    let Value::Ref(place) = value else { return None };
    let id = &before.objects.get(*place)?.id;
    let is_it = |place: &usize| after.objects.get(*place).is_some_and(|object| object.id == *id);
    let found = Some(*place).filter(is_it);
    found.or_else(|| (0..after.objects.len()).find(is_it)).map(Value::Ref)
}

pub(crate) fn write_losses(out: &mut impl Write, losses: &Losses) -> io::Result<()> {
    let kinds = [
        ("cut by a bound", &losses.bounds),
        ("made concrete", &losses.concretized),
        ("not supported", &losses.unsupported),
        ("no call sequence found", &losses.unmade),
        ("unknown to the solver", &losses.unknown),
        ("left out, as their replay differed", &losses.diverged),
    ];
    for (kind, losses) in kinds {
        for loss in losses {
            writeln!(out, "  {kind}: {} ({})", loss.what, loss.count)?;
        }
    }
    match &losses.stopped {
        Some(why) => writeln!(out, "  stopped: {why}"),
        None => Ok(()),
    }
}
