//! Verdicts for people.

use super::document::{VerdictLine, VerdictPart};
use crate::names::method_name;
use crate::readable::Readable;
use margay_search::check::{CheckReport, Counterexample, Verdict};
use margay_search::generate::case::MethodName;
use std::io::{self, Write};

/// Writes what was found out about a method.
///
/// # Errors
/// When the text cannot be written.
pub fn write(out: &mut impl Write, report: &CheckReport) -> io::Result<()> {
    let MethodName { class, name, .. } = &report.method;
    let types: Vec<&str> =
        report.signature.parameters.iter().map(|parameter| parameter.type_name.as_str()).collect();
    let method = format!("{class}.{name}({})", types.join(", "));
    match &report.verdict {
        Verdict::Proved { by } => {
            writeln!(out, "PROVED   {method}: {}\n  {by}", report.property)
        }
        Verdict::Bounded { bounds, by } => {
            writeln!(out, "BOUNDED  {method}: {}\n  {by}, for", report.property)?;
            bounds.iter().try_for_each(|bound| writeln!(out, "    {bound}"))
        }
        Verdict::Refuted(found) => {
            writeln!(out, "REFUTED  {method}: {}", report.property)?;
            refuted(out, report, found)
        }
        Verdict::Unknown { reasons } => {
            writeln!(out, "UNKNOWN  {method}: {}", report.property)?;
            reasons.iter().try_for_each(|reason| writeln!(out, "    {reason}"))
        }
    }
}

/// What a document says of a method, in short.
pub(crate) fn brief(line: &VerdictLine) -> String {
    let method = method_name(&line.method);
    let (word, what) = match &line.verdict {
        VerdictPart::Proved { by } => ("PROVED ", by.clone()),
        VerdictPart::Bounded { bounds, by } => {
            ("BOUNDED", format!("{by}, for {}", bounds.join(", ")))
        }
        VerdictPart::Refuted { violation, .. } => ("REFUTED", violation.clone()),
        VerdictPart::Unknown { reasons } => ("UNKNOWN", reasons.join(", ")),
    };
    format!("{word}  {method}: {}\n  {what}\n", line.property)
}

fn refuted(out: &mut impl Write, report: &CheckReport, found: &Counterexample) -> io::Result<()> {
    writeln!(out, "  {}", found.violation)?;
    for place in &found.stack {
        writeln!(out, "    at {place}")?;
    }
    for (name, value) in inputs(report, found) {
        writeln!(out, "  {name} = {value}")?;
    }
    for (value, place) in found.case.input.asked.iter().zip(&found.asked_at) {
        writeln!(out, "  {value} asked for at {place}")?;
    }
    Ok(())
}

/// What the method is given, with names.
pub(super) fn inputs(report: &CheckReport, found: &Counterexample) -> Vec<(String, String)> {
    let input = &found.case.input;
    let receiver = input.receiver.iter().map(|value| ("this".to_owned(), value));
    let names = report.signature.parameters.iter().map(|parameter| parameter.name.clone());
    let arguments = names.zip(&input.arguments);
    let statics = input.statics.iter();
    let statics = statics.map(|(field, value)| (format!("{}.{}", field.class, field.name), value));
    let all: Vec<_> = receiver.chain(arguments).chain(statics).collect();
    let mut readable = Readable::new(&found.case.before, all.iter().map(|(_, value)| *value));
    all.iter().map(|(name, value)| (name.clone(), readable.text(value))).collect()
}
