//! Suspected crashes as findings: exceptions that a method neither declares nor throws itself.

use crate::sarif::location;
use margay_search::generate::case::{CaseOutcome, MethodName, MethodReport, TestCase};
use serde_json::{Value, json};

/// The rule that all findings are of.
pub(crate) const RULE: &str = "crash";

/// The crashes of a method, each at the line it happens in.
pub(crate) fn crashes(report: &MethodReport) -> Vec<Value> {
    report.cases.iter().filter_map(|case| crash(report, case)).collect()
}

fn crash(report: &MethodReport, case: &TestCase) -> Option<Value> {
    let CaseOutcome::Threw { class, message, expected: false, .. } = &case.outcome else {
        return None;
    };
    let MethodName { class: owner, name, .. } = &report.method;
    let said = message.as_ref().map_or(String::new(), |message| format!(": {message}"));
    let when = match &case.condition[..] {
        [] => String::new(),
        conditions => format!(", when {}", conditions.join(" && ")),
    };
    let text = format!("{owner}.{name} throws {class}{said}{when}");
    // The last line of the trace is where it was thrown.
    let place = case.trace.last().map(|step| {
        let outer = step.method.class.split('$').next().unwrap_or_default();
        let file = outer.rsplit('.').next().unwrap_or_default();
        location(outer, &format!("{file}.java"), u64::from(step.line))
    });
    Some(json!({
        "ruleId": RULE,
        "level": "warning",
        "message": { "text": text },
        "locations": place.into_iter().collect::<Vec<_>>(),
    }))
}
