//! A test for each path of `Triangle.classify`: its input, the condition that leads there, and what
//! the method returns.
//!
//! `cargo run -p margay-java --example generate_tests`

use margay_java::case::{CaseOutcome, TestCase};
use margay_java::generate::{GenerateOptions, InputOptions, IntRange, MethodFilter};
use margay_java::structure::{Content, Value};
use margay_java::{Limits, Session, Target};
use std::error::Error;
use std::io::Write;

/// Says what was found.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let class = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/Triangle.java");
    let session = Session::open(&Target::at(class), Limits::default())?;
    let range = Some(IntRange { low: 1, high: 9 });
    let inputs = InputOptions { range, ..InputOptions::default() };
    let mut generator = session.generate(GenerateOptions { inputs, ..Default::default() })?;
    let method = Some("classify".to_owned());
    let classify = MethodFilter { method, ..MethodFilter::default() };
    for report in generator.reports(&classify)? {
        writeln!(
            out,
            "{}.{}: {} cases",
            report.method.class,
            report.method.name,
            report.cases.len()
        )?;
        for case in &report.cases {
            let condition = case.condition.join(" && ");
            writeln!(out, "classify({}) is {} when {condition}", arguments(case), result(case))?;
        }
    }
    Ok(())
}

fn arguments(case: &TestCase) -> String {
    let number = |value: &Value| match value {
        Value::Int(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    case.input.arguments.iter().map(number).collect::<Vec<_>>().join(", ")
}

/// The enum constant that a case returns: objects are in the heap after the call.
fn result(case: &TestCase) -> &str {
    match &case.outcome {
        CaseOutcome::Returned(Some(Value::Ref(place))) => match &case.after.objects[*place].content
        {
            Content::Constant(name) => name,
            _ => "no constant",
        },
        _ => "nothing",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout().lock())
}
