//! The lines a path takes, in few characters: `12-14, 17`.

use margay_search::generate::case::{MethodName, Step};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::sync::Arc;

/// Lines that follow each other in one method, as documents have them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisitedLines {
    /// The method.
    pub method: MethodName,
    /// The lines, in order.
    pub lines: Vec<u32>,
}

impl VisitedLines {
    /// The lines of a trace: those that follow each other in one method share an entry.
    #[must_use]
    pub fn of(trace: &[Step]) -> Vec<VisitedLines> {
        let visit = |steps: &[Step]| VisitedLines {
            method: (*steps[0].method).clone(),
            lines: steps.iter().map(|step| step.line).collect(),
        };
        trace.chunk_by(|one, next| one.method == next.method).map(visit).collect()
    }

    /// The lines as they are in a trace.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let method = Arc::new(self.method);
        self.lines.into_iter().map(move |line| Step { method: Arc::clone(&method), line })
    }
}

/// More ranges than this are cut: what follows is more of the same loop.
const MOST_RANGES: usize = 12;

/// The lines in their order; those that follow each other as ranges. Lines of other methods than
/// the first have the method before them.
pub(crate) fn lines(trace: &[Step]) -> String {
    let mut text = String::new();
    let mut place = 0;
    let mut method = trace.first().map(|step| &step.method);
    let mut ranges = 0;
    while let Some(first) = trace.get(place) {
        if ranges == MOST_RANGES {
            text.push_str(", ...");
            break;
        }
        let mut last = first;
        while let Some(next) = trace.get(place + 1)
            && next.method == first.method
            && (next.line == last.line + 1 || next.line == last.line)
        {
            last = next;
            place += 1;
        }
        place += 1;
        ranges += 1;
        text.push_str(if text.is_empty() { "" } else { ", " });
        if method != Some(&first.method) {
            method = Some(&first.method);
            let class = crate::names::simple_class(&first.method.class);
            let _ = write!(text, "{class}.{}:", first.method.name);
        }
        let _ = match first.line == last.line {
            true => write!(text, "{}", first.line),
            false => write!(text, "{}-{}", first.line, last.line),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_search::generate::case::MethodName;
    use std::sync::Arc;

    fn step(name: &str, line: u32) -> Step {
        let (class, descriptor) = ("a.List".to_owned(), "()V".to_owned());
        Step { method: Arc::new(MethodName { class, name: name.to_owned(), descriptor }), line }
    }

    #[test]
    fn ranges_and_methods() {
        let own = [12, 13, 14, 17, 17, 13, 14].map(|line| step("add", line));
        assert_eq!(lines(&own), "12-14, 17, 13-14");
        let mixed = [step("add", 1), step("grow", 7), step("grow", 8), step("add", 2)];
        assert_eq!(lines(&mixed), "1, List.grow:7-8, List.add:2");
        assert_eq!(lines(&[]), "");
    }

    #[test]
    fn long_traces_are_cut() {
        let long: Vec<Step> = (0..60).map(|n| step("add", n * 5)).collect();
        assert!(lines(&long).ends_with("50, 55, ..."));
    }
}
