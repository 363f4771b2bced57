//! The document of test cases. For each method there is a line that opens it (how it is called), one
//! line a case, and a line that closes it (what the search did and lost), so that each case counts
//! even if the search of its method was interrupted.
//!
//! Values and objects have the form of [`crate::json`]; `docs/results.md` has the whole form, and
//! `docs/schemas/cases.schema.json` the same for programs.

mod lines;
#[cfg(test)]
mod tests;
pub(crate) mod watched;

use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{Json, Problem, Read, fail};
use lines::{CaseLine, CloseLine, OpenLine};
use margay_search::generate::case::{Contract, Effort, Losses, MethodReport, TestCase};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::{self, BufRead, Write};

impl<W: Write> DocumentWriter<W> {
    /// Adds a method with its cases.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn method(&mut self, report: &MethodReport) -> io::Result<()> {
        self.line(&OpenLine::of(report))?;
        report.cases.iter().try_for_each(|case| self.line(&CaseLine::of(report, case)))?;
        self.line(&CloseLine::of(report))
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The next method with its cases; none after the last. The report of a method whose search
    /// was interrupted says so in its losses.
    pub fn method(&mut self) -> Option<Result<MethodReport, DocumentError>> {
        let open = match self.record(Line::parse)? {
            Ok(Line::Open(open)) => open,
            Ok(_) => return Some(Err(self.complain(Problem::Expected("the line of a method")))),
            Err(error) => return Some(Err(error)),
        };
        Some(self.rest_of(open.report()))
    }

    /// The cases of a method, and its last line.
    fn rest_of(&mut self, mut report: MethodReport) -> Result<MethodReport, DocumentError> {
        loop {
            match self.record(|line| Line::parse(line)?.add_to(&mut report)).transpose()? {
                Some(false) => {}
                Some(true) => return Ok(report),
                None => {
                    report.losses.stopped = Some("interrupted".to_owned());
                    return Ok(report);
                }
            }
        }
    }
}

/// What tells lines apart.
#[derive(Deserialize)]
struct Keys {
    case: Option<IgnoredAny>,
    cases: Option<IgnoredAny>,
}

/// Any line of the document.
enum Line {
    Open(Box<OpenLine>),
    Case(Box<CaseLine<Json>>),
    Close(Box<CloseLine>),
}

impl Line {
    fn parse(line: &str) -> Read<Line> {
        let keys: Keys = parse(line)?;
        Ok(match (keys.case, keys.cases) {
            (Some(_), _) => Line::Case(Box::new(parse(line)?)),
            (None, Some(_)) => Line::Close(Box::new(parse(line)?)),
            (None, None) => Line::Open(Box::new(parse(line)?)),
        })
    }

    /// Adds what the line says to the report of its method; gives whether it was the last line.
    fn add_to(self, report: &mut MethodReport) -> Read<bool> {
        let method = match &self {
            Line::Open(line) => &line.method,
            Line::Case(line) => &line.method,
            Line::Close(line) => &line.method,
        };
        if *method != report.method {
            return Err(fail("method", Problem::Disagrees("the method of the lines before")));
        }
        match self {
            Line::Open(_) => Err(fail("", Problem::Twice)),
            Line::Case(line) => {
                let case: TestCase = line.case_of(report)?;
                report.cases.push(case);
                Ok(false)
            }
            Line::Close(line) => {
                line.close(report)?;
                Ok(true)
            }
        }
    }
}

/// A report that has yet to be filled.
fn empty(line: OpenLine) -> MethodReport {
    let OpenLine { method, signature } = line;
    let (losses, effort) = (Losses::default(), Effort::default());
    MethodReport {
        method,
        signature,
        cases: Vec::new(),
        precondition: None,
        contract: Contract::default(),
        losses,
        effort,
        partition: None,
        guided: None,
        calls: None,
        tree: None,
    }
}
