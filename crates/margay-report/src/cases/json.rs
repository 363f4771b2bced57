//! Test cases as JSON lines: one line a case, then one for the method as a whole.
//!
//! Values and objects have the form of [`crate::json`]; `docs/generate-json.md` has the whole
//! schema, and `docs/generate.schema.json` the same for programs.

use crate::json::{comma, quoted, value_text, write_objects};
use margay_search::generate::case::{
    Build, CaseOutcome, Loss, MethodName, MethodReport, Step, TestCase,
};
use margay_search::structure::{FieldName, Structure, Value};
use std::io::{self, Write};

/// Writes the cases of a method, a line each, and a last line about the method.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, report: &MethodReport) -> io::Result<()> {
    for case in &report.cases {
        write_case(out, report, case)?;
    }
    write_summary(out, report)
}

fn write_case(out: &mut impl Write, report: &MethodReport, case: &TestCase) -> io::Result<()> {
    write!(out, r#"{{"case":{},"method":"#, case.number)?;
    write_method(out, &report.method)?;
    write!(out, r#","decisions":"{}","condition":"#, case.decisions)?;
    write_texts(out, &case.condition)?;
    write_input(out, report, case)?;
    write_outcome(out, case)?;
    write!(out, r#","statics":"#)?;
    write_statics(out, &case.after, &case.statics)?;
    write!(out, r#","printed":{},"before":{{"#, quoted(&case.printed))?;
    write_objects(out, &case.before)?;
    write!(out, r#"}},"after":{{"#)?;
    write_objects(out, &case.after)?;
    write!(out, r#"}},"trace":"#)?;
    write_trace(out, &case.trace)?;
    write!(out, r#","recipe":["#)?;
    for (place, step) in case.recipe.iter().enumerate() {
        write!(out, "{}", comma(place))?;
        write_step(out, &case.before, step)?;
    }
    writeln!(out, "]}}")
}

fn write_method(out: &mut impl Write, method: &MethodName) -> io::Result<()> {
    let MethodName { class, name, descriptor } = method;
    let (class, name, descriptor) = (quoted(class), quoted(name), quoted(descriptor));
    write!(out, r#"{{"class":{class},"name":{name},"descriptor":{descriptor}}}"#)
}

fn write_texts(out: &mut impl Write, texts: &[String]) -> io::Result<()> {
    write!(out, "[")?;
    for (place, text) in texts.iter().enumerate() {
        write!(out, "{}{}", comma(place), quoted(text))?;
    }
    write!(out, "]")
}

fn write_input(out: &mut impl Write, report: &MethodReport, case: &TestCase) -> io::Result<()> {
    write!(out, r#","input":{{"#)?;
    if let Some(receiver) = &case.input.receiver {
        write!(out, r#""receiver":{},"#, value_text(&case.before, receiver))?;
    }
    write!(out, r#""arguments":["#)?;
    for (place, value) in case.input.arguments.iter().enumerate() {
        let name = report.signature.parameters.get(place).map_or("", |parameter| &parameter.name);
        let value = value_text(&case.before, value);
        write!(out, r#"{}{{"name":{},"value":{value}}}"#, comma(place), quoted(name))?;
    }
    write!(out, r#"],"statics":"#)?;
    write_statics(out, &case.before, &case.input.statics)?;
    write!(out, "}}")
}

fn write_statics(
    out: &mut impl Write,
    heap: &Structure,
    statics: &[(FieldName, Value)],
) -> io::Result<()> {
    write!(out, "{{")?;
    for (place, (field, value)) in statics.iter().enumerate() {
        let name = quoted(&format!("{}.{}", field.class, field.name));
        write!(out, "{}{name}:{}", comma(place), value_text(heap, value))?;
    }
    write!(out, "}}")
}

fn write_outcome(out: &mut impl Write, case: &TestCase) -> io::Result<()> {
    match &case.outcome {
        CaseOutcome::Returned(None) => write!(out, r#","outcome":{{"kind":"returned"}}"#),
        CaseOutcome::Returned(Some(value)) => {
            let value = value_text(&case.after, value);
            write!(out, r#","outcome":{{"kind":"returned","value":{value}}}"#)
        }
        CaseOutcome::Threw { class, message, expected } => {
            let message = message.as_deref().map_or_else(|| "null".to_owned(), quoted);
            let class = quoted(class);
            write!(
                out,
                r#","outcome":{{"kind":"threw","class":{class},"message":{message},"expected":{expected}}}"#
            )
        }
    }
}

/// Lines that follow each other in one method share an entry.
fn write_trace(out: &mut impl Write, trace: &[Step]) -> io::Result<()> {
    write!(out, "[")?;
    for (place, steps) in trace.chunk_by(|one, next| one.method == next.method).enumerate() {
        write!(out, r#"{}{{"method":"#, comma(place))?;
        write_method(out, &steps[0].method)?;
        write!(out, r#","lines":["#)?;
        for (place, step) in steps.iter().enumerate() {
            write!(out, "{}{}", comma(place), step.line)?;
        }
        write!(out, "]}}")?;
    }
    write!(out, "]")
}

fn write_step(out: &mut impl Write, heap: &Structure, step: &Build) -> io::Result<()> {
    let id = |place: &usize| quoted(crate::names::id_at(heap, *place));
    match step {
        Build::Construct { object, descriptor, arguments } => {
            let (object, descriptor) = (id(object), quoted(descriptor));
            write!(out, r#"{{"step":"construct","object":{object},"descriptor":{descriptor},"#)?;
            write_arguments(out, heap, arguments)
        }
        Build::Call { object, name, descriptor, arguments } => {
            let (object, name, descriptor) = (id(object), quoted(name), quoted(descriptor));
            write!(out, r#"{{"step":"call","object":{object},"name":{name},"#)?;
            write!(out, r#""descriptor":{descriptor},"#)?;
            write_arguments(out, heap, arguments)
        }
        Build::Allocate { object } => {
            write!(out, r#"{{"step":"allocate","object":{}}}"#, id(object))
        }
        Build::Copied { object } => {
            write!(out, r#"{{"step":"copied","object":{}}}"#, id(object))
        }
        Build::Refused { object } => {
            write!(out, r#"{{"step":"refused","object":{}}}"#, id(object))
        }
        Build::Set { object, field, value, .. } => {
            let name = quoted(&format!("{}.{}", field.class, field.name));
            let (object, value) = (id(object), value_text(heap, value));
            write!(out, r#"{{"step":"set","object":{object},"field":{name},"value":{value}}}"#)
        }
    }
}

fn write_arguments(out: &mut impl Write, heap: &Structure, values: &[Value]) -> io::Result<()> {
    write!(out, r#""arguments":["#)?;
    for (place, value) in values.iter().enumerate() {
        write!(out, "{}{}", comma(place), value_text(heap, value))?;
    }
    write!(out, "]}}")
}

fn write_summary(out: &mut impl Write, report: &MethodReport) -> io::Result<()> {
    write!(out, r#"{{"method":"#)?;
    write_method(out, &report.method)?;
    let effort = &report.effort;
    write!(
        out,
        r#","cases":{},"paths":{},"steps":{},"queries":{},"losses":{{"#,
        report.cases.len(),
        effort.paths,
        effort.steps,
        effort.queries
    )?;
    let losses = &report.losses;
    let kinds = [
        ("bounds", &losses.bounds),
        ("concretized", &losses.concretized),
        ("unsupported", &losses.unsupported),
        ("unknown", &losses.unknown),
        ("diverged", &losses.diverged),
    ];
    for (place, (kind, losses)) in kinds.into_iter().enumerate() {
        write!(out, r#"{}"{kind}":["#, comma(place))?;
        for (place, Loss { what, count }) in losses.iter().enumerate() {
            write!(out, r#"{}{{"what":{},"count":{count}}}"#, comma(place), quoted(what))?;
        }
        write!(out, "]")?;
    }
    let stopped = losses.stopped.as_deref().map_or_else(|| "null".to_owned(), quoted);
    writeln!(out, r#","stopped":{stopped}}}}}"#)
}
