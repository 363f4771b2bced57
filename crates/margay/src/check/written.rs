//! What is written of verdicts: text as it comes, a document, findings, and tests of what was refuted.

use super::args::CheckArgs;
use crate::error::{CliError, note};
use crate::format::Format;
use crate::results;
use margay_java::Session;
use margay_java::check::{CheckReport, Verdict};
use margay_report::document::{DocumentKind, DocumentWriter, End, Header, Run};
use margay_report::files::{CaseFiles, FileFormat};
use margay_report::verdicts::{junit_xml, sarif, text};
use margay_search::generate::case::{Losses, MethodReport, TestCase};
use margay_search::structure::Structure;
use std::fs;
use std::io::{self, BufWriter, Write, stdout};
use std::path::Path;

/// Where verdicts go.
pub struct Written<'a> {
    args: &'a CheckArgs,
    document: Option<DocumentWriter<Box<dyn Write>>>,
    reports: Vec<CheckReport>,
}

impl<'a> Written<'a> {
    /// Opens the document, if one is wanted.
    pub fn open(args: &'a CheckArgs, run: &Run) -> Result<Self, CliError> {
        let output = &args.output;
        let run = match &output.out {
            Some(folder) => run.moved(Path::new(""), folder),
            None => run.clone(),
        };
        let header = Header::new(DocumentKind::Verdicts, run);
        let is_json = output.format.contains(&Format::Json);
        let out: Option<Box<dyn Write>> = match &output.out {
            Some(folder) => {
                fs::create_dir_all(folder).map_err(|error| results::unwritable(folder, &error))?;
                let file = fs::File::create(folder.join(DocumentKind::Verdicts.file_name()));
                let file = file.map_err(|error| results::unwritable(folder, &error))?;
                Some(Box::new(BufWriter::new(file)))
            }
            None if is_json => Some(Box::new(stdout())),
            None => None,
        };
        for (format, what) in [(Format::Junit, "tests are"), (Format::Html, "a page is")] {
            if output.out.is_none() && output.format.contains(&format) {
                let message = format!("{what} written to files");
                return Err(CliError::usage(message, "name a folder with --out"));
            }
        }
        let document = out.map(|out| DocumentWriter::start(out, &header)).transpose()?;
        Ok(Written { args, document, reports: Vec::new() })
    }

    /// Adds what was found out about a method.
    pub fn add(&mut self, report: CheckReport) -> io::Result<()> {
        let output = &self.args.output;
        let is_text = output.format.is_empty() || output.format.contains(&Format::Text);
        if is_text {
            text::write(&mut stdout().lock(), &report)?;
        }
        if let Some(document) = &mut self.document {
            document.verdict(&report)?;
            document.flush()?;
        }
        self.reports.push(report);
        Ok(())
    }

    /// Ends everything; gives the reports.
    pub fn finish(
        mut self,
        session: &Session,
        run: &Run,
        stopped: Option<String>,
    ) -> Result<Vec<CheckReport>, CliError> {
        if let Some(document) = self.document.take() {
            document.finish(End::stopped_by(stopped))?.flush()?;
        }
        let output = &self.args.output;
        type Log = fn(&[CheckReport], &Run) -> String;
        let logs: [(Format, &str, Log); 2] = [
            (Format::Sarif, "verdicts.sarif", sarif::sarif),
            (Format::JunitXml, "verdicts.xml", |reports, _| junit_xml::junit_xml(reports)),
        ];
        for (_, name, log) in logs.iter().filter(|(format, ..)| output.format.contains(format)) {
            let log = log(&self.reports, run);
            match &output.out {
                Some(folder) => fs::write(folder.join(name), log)?,
                None => stdout().write_all(log.as_bytes())?,
            }
        }
        let wants_tests = output.format.is_empty() || output.format.contains(&Format::Junit);
        if let (Some(folder), true) = (&output.out, wants_tests) {
            let formats = [FileFormat::Junit];
            let classes = Some(session.class_path()?);
            let mut files = CaseFiles::in_folder(folder, &formats, run, classes)
                .map_err(|error| results::unwritable(folder, &error))?;
            let mut left_out = Vec::new();
            for report in self.reports.iter().filter_map(test_of) {
                left_out.extend(files.add(report)?);
            }
            left_out.extend(files.end_class()?);
            left_out.iter().for_each(|case| note(&case.to_string()));
        }
        if let (Some(folder), true) = (&output.out, output.format.contains(&Format::Html)) {
            results::write_page(folder, self.args.target.open(session.limits())?)?;
        }
        Ok(self.reports)
    }
}

/// A violation as the report of a method with one case: its test fails as long as the violation is there.
fn test_of(report: &CheckReport) -> Option<MethodReport> {
    let Verdict::Refuted(found) = &report.verdict else { return None };
    // The property says nothing of what becomes of the input.
    let case = TestCase { after: Structure::default(), ..found.case.clone() };
    Some(MethodReport {
        method: report.method.clone(),
        signature: report.signature.clone(),
        cases: vec![case],
        precondition: None,
        contract: report.contract.clone(),
        losses: Losses::default(),
        effort: report.effort,
        partition: None,
        guided: None,
        calls: None,
        tree: None,
    })
}
