//! Violations as findings (SARIF 2.1.0), which code hosts and editors show at their lines. What is
//! unknown is a note; what is proved is no finding.

use super::text::inputs;
use crate::document::Run;
use crate::sarif::log;
use margay_search::check::{CheckReport, Counterexample, Verdict, source_place};
use margay_search::generate::case::MethodName;
use serde_json::{Value, json};

/// All reports of a run as one log.
#[must_use]
pub fn sarif(reports: &[CheckReport], run: &Run) -> String {
    let results: Vec<Value> = reports.iter().filter_map(result).collect();
    log(&["violation", "unknown"], results, run)
}

fn result(report: &CheckReport) -> Option<Value> {
    let MethodName { class, name, .. } = &report.method;
    let method = format!("{class}.{name}");
    match &report.verdict {
        Verdict::Refuted(found) => {
            let given = inputs(report, found).into_iter();
            let given = given.map(|(name, value)| format!("{name} = {value}"));
            let asked = found.case.input.asked.iter().cloned();
            let values: Vec<String> = given.chain(asked).collect();
            let text = format!("{}: {} with {}", method, found.violation, values.join(", "));
            Some(json!({
                "ruleId": "violation",
                "level": "error",
                "message": { "text": text },
                "locations": location(report, found).into_iter().collect::<Vec<_>>(),
            }))
        }
        Verdict::Unknown { reasons } => Some(json!({
            "ruleId": "unknown",
            "level": "note",
            "message": { "text": format!("{method}: unknown: {}", reasons.join("; ")) },
        })),
        Verdict::Proved { .. } | Verdict::Bounded { .. } => None,
    }
}

/// Where it happens, as a path below the root of the sources.
fn location(report: &CheckReport, found: &Counterexample) -> Option<Value> {
    let call = found.stack.iter().find(|call| source_place(call).is_some())?;
    let (file, line) = source_place(call)?;
    let class = call.split('(').next()?.rsplit_once('.').map_or("", |(class, _)| class);
    let class = if class.is_empty() { &report.method.class } else { class };
    Some(crate::sarif::location(class, file, u64::from(line)))
}
