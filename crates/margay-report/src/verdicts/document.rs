//! The document of verdicts: a line for each method.

use super::text::inputs;
use crate::VisitedLines;
use crate::cases::document::watched;
use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{EXACT, Problem, Read, fail};
use margay_search::Decisions;
use margay_search::check::{CheckReport, Verdict};
use margay_search::generate::case::{MethodName, WatchedRun};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// What was found out about a method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictLine {
    /// The method.
    pub method: MethodName,
    /// What was checked.
    pub property: String,
    /// Whether it holds.
    pub verdict: VerdictPart,
    /// Paths that were searched.
    pub paths: u64,
    /// Operations that were executed.
    pub steps: u64,
    /// Questions that the solver was asked.
    pub queries: u64,
}

/// Whether a property holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum VerdictPart {
    /// For all inputs.
    Proved {
        /// What proved it.
        by: String,
    },
    /// For all inputs within bounds.
    Bounded {
        /// Which.
        bounds: Vec<String>,
        /// What proved it.
        by: String,
    },
    /// Not for this input.
    Refuted {
        /// What happens.
        violation: String,
        /// Where, innermost call first.
        stack: Vec<String>,
        /// What the method is given, as text.
        inputs: Vec<NamedText>,
        /// What the program is given while it runs, and where it asks.
        asked: Vec<NamedText>,
        /// The path.
        decisions: Decisions,
        /// The lines it takes; the first of them if there are many.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        trace: Vec<VisitedLines>,
        /// The same line by line with variables and the heap, if that was recorded.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "watched::optional")]
        watched: Option<WatchedRun>,
    },
    /// Nobody knows.
    Unknown {
        /// Why, and where.
        reasons: Vec<String>,
    },
}

/// A text and what it belongs to: a parameter, or the place that asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedText {
    /// The parameter or the place.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl From<&CheckReport> for VerdictLine {
    fn from(report: &CheckReport) -> VerdictLine {
        let verdict = match &report.verdict {
            Verdict::Proved { by } => VerdictPart::Proved { by: by.clone() },
            Verdict::Bounded { bounds, by } => {
                VerdictPart::Bounded { bounds: bounds.clone(), by: by.clone() }
            }
            Verdict::Unknown { reasons } => VerdictPart::Unknown { reasons: reasons.clone() },
            Verdict::Refuted(found) => {
                let named = |(name, value)| NamedText { name, value };
                let asked = found.asked_at.iter().cloned().zip(found.case.input.asked.clone());
                VerdictPart::Refuted {
                    violation: found.violation.clone(),
                    stack: found.stack.clone(),
                    inputs: inputs(report, found).into_iter().map(named).collect(),
                    asked: asked.map(named).collect(),
                    decisions: found.case.decisions.clone(),
                    trace: VisitedLines::of(&found.case.trace),
                    watched: found.case.watched.clone(),
                }
            }
        };
        VerdictLine {
            method: report.method.clone(),
            property: report.property.clone(),
            verdict,
            paths: report.effort.paths,
            steps: report.effort.steps,
            queries: report.effort.queries,
        }
    }
}

impl<W: Write> DocumentWriter<W> {
    /// Adds what was found out about a method.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn verdict(&mut self, report: &CheckReport) -> io::Result<()> {
        self.verdict_line(&VerdictLine::from(report))
    }

    /// Adds what another document says.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn verdict_line(&mut self, line: &VerdictLine) -> io::Result<()> {
        self.line(line)
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// What was found out about the next method; none after the last.
    pub fn verdict(&mut self) -> Option<Result<VerdictLine, DocumentError>> {
        self.record(read)
    }
}

fn read(line: &str) -> Read<VerdictLine> {
    let line: VerdictLine = parse(line)?;
    let counts = [("paths", line.paths), ("steps", line.steps), ("queries", line.queries)];
    match counts.into_iter().find(|(_, count)| *count > EXACT) {
        Some((name, _)) => Err(fail(name, Problem::Expected("a count up to 2^53"))),
        None => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentKind, DocumentReader, DocumentWriter, End, Header};
    use crate::testing::any::{assert_in_schema, damaged};
    use crate::testing::run;
    use margay_search::check::Counterexample;
    use margay_search::generate::case::{
        CaseOutcome, Contract, Effort, Input, MethodSignature, Parameter, Step, TestCase,
        WatchedRun, WatchedStep,
    };
    use margay_search::structure::{Structure, Value};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn reports() -> Vec<CheckReport> {
        let report = |verdict| CheckReport {
            method: MethodName {
                class: "demo.A".to_owned(),
                name: "f".to_owned(),
                descriptor: "(I)V".to_owned(),
            },
            signature: MethodSignature {
                is_static: true,
                accessible: true,
                parameters: vec![Parameter { name: "x".to_owned(), type_name: "int".to_owned() }],
                result: None,
                declared: Vec::new(),
            },
            contract: Contract::default(),
            property: "assert".to_owned(),
            verdict,
            effort: Effort { paths: 3, steps: 70, queries: 4 },
        };
        let input = Input {
            arguments: vec![Value::Int(5)],
            asked: vec!["boolean true".to_owned()],
            ..Input::default()
        };
        let (class, name) = ("demo.A".to_owned(), "f".to_owned());
        let method = Arc::new(MethodName { class, name, descriptor: "(I)V".to_owned() });
        let case = TestCase {
            number: 1,
            input,
            before: Structure::default(),
            after: Structure::default(),
            outcome: CaseOutcome::Returned(None),
            statics: Vec::new(),
            restores: Vec::new(),
            observations: None,
            unasserted: Vec::new(),
            condition: Vec::new(),
            trace: [7, 8].map(|line| Step { method: Arc::clone(&method), line }).to_vec(),
            trace_cut: 0,
            watched: Some(WatchedRun {
                steps: vec![WatchedStep {
                    method: Arc::clone(&method),
                    line: 7,
                    depth: 0,
                    variables: vec![("x".to_owned(), Value::Int(5))],
                    heap: Arc::default(),
                }],
                cut: 1,
            }),
            decisions: Decisions(vec![1, 0]),
            printed: String::new(),
            distinct_texts: false,
            costs: Vec::new(),
            recipe: Vec::new(),
        };
        let found = Counterexample {
            violation: "java.lang.AssertionError".to_owned(),
            stack: vec!["demo.A.f(A.java:7)".to_owned()],
            case,
            asked_at: vec!["demo.A.f(A.java:5)".to_owned()],
            random: false,
        };
        vec![
            report(Verdict::Proved { by: "all".to_owned() }),
            report(Verdict::Bounded { bounds: vec!["b".to_owned()], by: "all".to_owned() }),
            report(Verdict::Refuted(Box::new(found))),
            report(Verdict::Unknown { reasons: vec!["time".to_owned()] }),
        ]
    }

    fn document() -> String {
        let header = Header::new(DocumentKind::Verdicts, run());
        let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
        reports().iter().for_each(|report| writer.verdict(report).expect("memory"));
        let end = End { complete: true, ..End::default() };
        String::from_utf8(writer.finish(end).expect("memory")).expect("UTF-8")
    }

    #[test]
    fn verdicts_are_read_as_written_and_follow_the_schema() {
        let text = document();
        let kind = DocumentKind::Verdicts;
        let mut reader = DocumentReader::new("bytes", text.as_bytes(), kind).expect("a document");
        for report in reports() {
            let read = reader.verdict().expect("a line").expect("a verdict");
            assert_eq!(read, VerdictLine::from(&report));
        }
        assert!(reader.verdict().is_none());
        assert_in_schema(kind, text.as_bytes());
    }

    #[test]
    fn sarif_has_a_result_for_each_violation() {
        let text = super::super::sarif::sarif(&reports(), &run());
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["version"], "2.1.0");
        let results = json["runs"][0]["results"].as_array().expect("results");
        let levels: Vec<&str> = results.iter().filter_map(|r| r["level"].as_str()).collect();
        assert_eq!(levels, ["error", "note"]);
        let place = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "demo/A.java");
        assert_eq!(place["region"]["startLine"], 7);
    }

    proptest! {
        #[test]
        fn damage_is_an_error_never_a_panic(bytes in damaged(&document())) {
            let kind = DocumentKind::Verdicts;
            let Ok(mut reader) = DocumentReader::new("bytes", bytes.as_slice(), kind) else {
                return Ok(());
            };
            if std::iter::from_fn(|| reader.verdict()).all(|line| line.is_ok()) {
                assert_in_schema(kind, &bytes);
            }
        }
    }
}
