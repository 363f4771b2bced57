//! Verdicts as the XML that test runners write and build servers read: a refuted method is a failed
//! test, an unknown one a skipped test.

use super::text::inputs;
use margay_search::check::{CheckReport, Verdict};
use std::fmt::Write;

/// All reports as one suite.
#[must_use]
pub fn junit_xml(reports: &[CheckReport]) -> String {
    let count = |is: fn(&Verdict) -> bool| reports.iter().filter(|r| is(&r.verdict)).count();
    let failures = count(|verdict| matches!(verdict, Verdict::Refuted(_)));
    let skipped = count(|verdict| matches!(verdict, Verdict::Unknown { .. }));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<testsuite name=\"margay check\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">",
        reports.len()
    );
    for report in reports {
        let (class, name) = (escaped(&report.method.class), escaped(&report.method.name));
        let _ = write!(text, "  <testcase classname=\"{class}\" name=\"{name}\"");
        match &report.verdict {
            Verdict::Refuted(found) => {
                let given = inputs(report, found).into_iter();
                let given: Vec<String> =
                    given.map(|(name, value)| format!("{name} = {value}")).collect();
                let what = escaped(&found.violation.to_string());
                let given = escaped(&given.join("\n"));
                let _ = writeln!(
                    text,
                    ">\n    <failure message=\"{what}\">{given}</failure>\n  </testcase>"
                );
            }
            Verdict::Unknown { reasons } => {
                let why = escaped(&reasons.join("; "));
                let _ = writeln!(text, ">\n    <skipped message=\"{why}\"/>\n  </testcase>");
            }
            Verdict::Proved { .. } | Verdict::Bounded { .. } => text.push_str("/>\n"),
        }
    }
    text.push_str("</testsuite>\n");
    text
}

/// Text as XML has it; what XML cannot have is left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c if c < ' ' && c != '\t' => {}
            c => out.push(c),
        }
    }
    out
}
