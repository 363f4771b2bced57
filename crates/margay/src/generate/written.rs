//! Test cases on their way out: each method as it comes, tests when a class is done, what is about all
//! of them at the end.

use super::args::OutputArgs;
use crate::error::{CliError, note};
use crate::results;
use margay_report::cases::{summary, text};
use margay_report::document::End;
use margay_report::files::CaseFiles;
use margay_search::generate::case::{MethodName, MethodReport, TestCase};
use margay_search::generate::coverage::Coverage;
use rustc_hash::FxHashSet;

/// What was written so far.
pub struct Written<'a> {
    args: &'a OutputArgs,
    files: CaseFiles,
    /// The methods.
    pub reports: Vec<MethodReport>,
    /// Cases without a test.
    pub left_out: FxHashSet<(MethodName, usize)>,
    /// The first report of the class at work.
    class: usize,
}

impl<'a> Written<'a> {
    /// Nothing yet.
    pub fn new(args: &'a OutputArgs, files: CaseFiles) -> Self {
        let left_out = FxHashSet::default();
        Written { args, files, reports: Vec::new(), left_out, class: 0 }
    }

    /// Writes what was found out about a method.
    pub fn add(&mut self, report: MethodReport) -> Result<(), CliError> {
        let first = self.reports.get(self.class);
        if first.is_some_and(|first| first.method.class != report.method.class) {
            self.end_class()?;
        }
        if self.args.prints_text() {
            text::write(&mut std::io::stdout().lock(), &report)?;
        }
        self.files.method(&report)?;
        self.reports.push(report);
        Ok(())
    }

    /// Writes the tests of the class at work.
    pub fn end_class(&mut self) -> Result<(), CliError> {
        for case in self.files.class(&self.reports[self.class..])? {
            if !self.args.quiet {
                note(&case.to_string());
            }
            self.left_out.insert((case.method, case.case));
        }
        // What is written need not be kept.
        let cases = self.reports[self.class..].iter_mut().flat_map(|report| &mut report.cases);
        cases.for_each(TestCase::forget);
        self.class = self.reports.len();
        Ok(())
    }

    /// Ends all files, and sums up.
    pub fn finish(self, coverage: &Coverage, end: &End) -> Result<Vec<MethodReport>, CliError> {
        self.files.finish(coverage, end)?;
        if !self.args.quiet {
            let summary = summary::text(&self.reports, coverage, self.args.verbose);
            results::print(&summary, self.args.prints_json())?;
        }
        Ok(self.reports)
    }
}
