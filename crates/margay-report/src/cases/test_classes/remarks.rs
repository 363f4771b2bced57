//! What comments say of a case: when its path is taken, what is left open, and if that is wanted which
//! path it is.

use super::file::comment;
use super::names::is_internal;
use super::{TestStyle, said};
use crate::literal::with_extremes;
use crate::trace;
use margay_search::generate::case::{MethodReport, TestCase};
use rustc_hash::FxHashSet;

/// How long a condition may be to be said in a line.
const LINE: usize = 70;

/// Conditions that are said in a line, at most.
const MOST: usize = 3;

/// What stands for conditions that are left out.
const MORE: &str = "...";

/// What the conditions of all cases of a method have in common.
pub(super) struct Shared(FxHashSet<String>);

impl Shared {
    pub fn of(report: &MethodReport) -> Shared {
        let texts = |case: &TestCase| said::conditions(report, case).into_iter();
        let mut cases = report.cases.iter().map(|case| texts(case).collect::<FxHashSet<String>>());
        let mut shared = cases.next().unwrap_or_default();
        for others in cases {
            if shared.is_empty() {
                break;
            }
            shared.retain(|text| others.contains(text));
        }
        Shared(shared)
    }
}

/// What is special about the path of a case among others of its method, in a line: of its conditions
/// those that the others do not share, and of these the last ones, which decide. None if they are too long
/// to be read.
pub(super) fn special(report: &MethodReport, case: &TestCase, shared: &Shared) -> Option<String> {
    let is_said = |text: &&String| !is_internal(text) && text.len() <= LINE;
    let conditions = said::conditions(report, case);
    let mut said: Vec<&String> = conditions.iter().filter(is_said).collect();
    let mut seen = FxHashSet::default();
    said.retain(|text| seen.insert(*text));
    let own = said.iter().filter(|text| !shared.0.contains(text.as_str()));
    let own: Vec<&String> = own.copied().collect();
    let telling = if own.is_empty() { said } else { own };
    let mut line = telling.last()?.to_string();
    let mut count = 1;
    for text in telling.iter().rev().take(MOST).skip(1) {
        if line.len() + text.len() > LINE {
            break;
        }
        line = format!("{text} && {line}");
        count += 1;
    }
    let line = with_extremes(&line);
    Some(if count < telling.len() { format!("{MORE} && {line}") } else { line })
}

/// The lines of the comment above a test.
pub(super) fn lines(case: &TestCase, special: Option<&str>, style: TestStyle) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if style.names_paths {
        let said = case.condition.iter().filter(|text| !is_internal(text));
        let said: Vec<&String> = said.collect();
        for (place, condition) in said.iter().enumerate() {
            let before = if place == 0 { "When {@code " } else { "    && " };
            let after = if place + 1 == said.len() { "}." } else { "" };
            lines.push(format!("{before}{}{after}", comment(&with_extremes(condition))));
        }
    } else if let Some(special) = special {
        lines.push(format!("When {{@code {}}}.", comment(special)));
    }
    let mut remarks: Vec<String> = Vec::new();
    if style.names_paths {
        remarks.push(path_name(case));
    }
    let unasserted = case.unasserted.iter();
    remarks.extend(unasserted.map(|remark| format!("Not asserted: {}.", comment(remark))));
    if !remarks.is_empty() {
        let paragraph = if lines.is_empty() { "" } else { "<p>" };
        lines.extend((!lines.is_empty()).then(String::new));
        lines.push(format!("{paragraph}{}", remarks.join(" ")));
    }
    lines
}

/// The number of a case, and the path it takes.
fn path_name(case: &TestCase) -> String {
    let decisions = match case.decisions.0.is_empty() {
        true => String::new(),
        false => format!("; decisions {}", case.decisions),
    };
    let lines = trace::lines(&case.trace);
    let lines = if lines.is_empty() { lines } else { format!("; lines {lines}") };
    format!("Case {}{decisions}{lines}.", case.number)
}
