//! What people see of test cases on their way out: each method as it comes, a summary at the end.

use super::args::OutputArgs;
use crate::error::{CliError, note};
use crate::results;
use margay_java::generate::{FolderUse, SummaryFolder};
use margay_report::cases::test_classes::LeftOut;
use margay_report::cases::{summary, text};
use margay_report::document::End;
use margay_report::files::CaseFiles;
use margay_search::generate::case::MethodReport;
use margay_search::generate::coverage::Coverage;

impl OutputArgs {
    /// Writes what was found out about a method.
    pub fn add(&self, files: &mut CaseFiles, report: MethodReport) -> Result<(), CliError> {
        if self.prints_text() {
            text::write(&mut std::io::stdout().lock(), &report)?;
        }
        self.remark(&files.add(report)?);
        Ok(())
    }

    /// Writes the tests of a class as far as they are known, if it is time to.
    pub fn draft(&self, files: &mut CaseFiles, drafts: &[MethodReport]) -> Result<(), CliError> {
        Ok(files.draft(drafts)?)
    }

    /// Says which cases have no test.
    pub fn remark(&self, left_out: &[LeftOut]) {
        let remarks = left_out.iter().filter(|_| !self.quiet);
        remarks.for_each(|case| note(&case.to_string()));
    }

    /// Ends all files, and sums up.
    pub fn finish(
        &self,
        files: CaseFiles,
        coverage: &Coverage,
        end: &End,
    ) -> Result<Vec<MethodReport>, CliError> {
        let reports = files.finish(coverage, end)?;
        if !self.quiet {
            let summary = summary::text(&reports, coverage, self.verbose);
            results::print(&summary, self.prints_json())?;
        }
        Ok(reports)
    }
}

/// Says how much of what an earlier run has left could be used.
pub fn tell_summaries(folder: &SummaryFolder) {
    let FolderUse { reused, made, changed, remarks } = folder.usage();
    remarks.iter().for_each(|what| note(what));
    let because = match changed {
        0 => String::new(),
        changed => format!(" ({changed} because code has changed)"),
    };
    let path = folder.path().display();
    note(&format!("summaries in {path}: {reused} reused, {made} made{because}"));
}
