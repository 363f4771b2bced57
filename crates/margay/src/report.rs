//! `margay report`: what can be made of results, made again from their documents. Nothing is
//! searched; only tests need the classes they are of.

use crate::cli::ClassesArgs;
use crate::error::{CliError, code, note};
use crate::format::Format;
use crate::results;
use clap::Args;
use margay_report::cases::summary;
use margay_report::document::{DocumentFile, DocumentKind, End, Run};
use margay_report::files::{CaseFiles, FileFormat, RepairFiles, StructureFiles};
use margay_report::{counters, coverage, repairs};
use margay_search::generate::case::MethodReport;
use margay_search::generate::coverage::Coverage;
use std::path::{Path, PathBuf};

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay report tests                           what `margay generate --out tests` has found
  margay report tests --format html,coverage    a page, and coverage for a build server
  margay report trees --format junit --out src/test/java";

const FORMATS: &[Format] = &[
    Format::Text,
    Format::Junit,
    Format::Coverage,
    Format::Dot,
    Format::Svg,
    Format::Html,
    Format::Java,
];

/// `margay report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder with the documents, as `--out` of another command has written it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What to write, separated by commas
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',',
        default_value = "text")]
    pub format: Vec<Format>,
    /// Where files go [default: DIR]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the classes are.
    #[command(flatten)]
    pub classes: ClassesArgs,
    /// No remarks
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes what the options ask for; gives the exit code.
pub fn command(args: &ReportArgs) -> Result<u8, CliError> {
    let formats = args.format.iter().filter_map(|format| format.file()).collect();
    let report = Report { args, out: args.out.as_deref().unwrap_or(&args.folder), formats };
    let [structures, cases, repairs] =
        [DocumentKind::Structures, DocumentKind::Cases, DocumentKind::Repairs]
            .map(|kind| DocumentFile::find(&args.folder, kind));
    let ends = match (cases?, repairs?, structures?) {
        (None, None, None) => {
            let message = format!("there are no result documents in {}", args.folder.display());
            return Err(CliError::usage(message, "name a folder that was written with --out"));
        }
        (Some(cases), ..) => report.cases(cases)?,
        // The structures beside repairs are what they lead to.
        (None, Some(repairs), _) => report.repairs(repairs)?,
        (None, None, Some(structures)) => report.structures(structures)?,
    };
    for (kind, end) in &ends {
        report.remark(*kind, end.as_ref());
    }
    let is_whole = ends.iter().all(|(_, end)| end.as_ref().is_some_and(|end| end.complete));
    Ok(if is_whole { code::FINE } else { code::BUDGET })
}

/// A document, and how its run ended.
type Ended = (DocumentKind, Option<End>);
type Ends = Vec<Ended>;

struct Report<'a> {
    args: &'a ReportArgs,
    out: &'a Path,
    formats: Vec<FileFormat>,
}

impl Report<'_> {
    fn prints_text(&self) -> bool {
        self.args.format.contains(&Format::Text)
    }

    /// What a document is of, with paths as seen from here.
    fn run(&self, document: &DocumentFile) -> Run {
        document.header().run.moved(&self.args.folder, Path::new(""))
    }

    fn remark(&self, kind: DocumentKind, end: Option<&End>) {
        let why = match end {
            _ if self.args.quiet => return,
            None => "was interrupted: this is what it had written by then".to_owned(),
            Some(End { stopped: Some(why), .. }) => format!("did not come to its end: {why}"),
            Some(_) => return,
        };
        note(&format!("the run of {} {why}", kind.file_name()));
    }

    fn structures(&self, mut document: DocumentFile) -> Result<Ends, CliError> {
        let run = self.run(&document);
        let mut files = StructureFiles::in_folder(self.out, &self.formats, &run)
            .map_err(|error| results::unwritable(self.out, &error))?;
        let mut count = 0;
        while let Some(record) = document.structure() {
            files.add(record?)?;
            count += 1;
        }
        let end = document.end().cloned();
        files.finish(end.as_ref().unwrap_or(&End::default()))?;
        if self.prints_text() {
            let structures = margay_report::table::counted(count, "structure");
            let table = end.as_ref().and_then(|end| end.counters);
            let table = table.map(|counters| counters::table(&counters)).unwrap_or_default();
            results::print(&format!("{}: {structures}\n{table}", run.subject()), false)?;
        }
        Ok(vec![(DocumentKind::Structures, end)])
    }

    fn repairs(&self, mut document: DocumentFile) -> Result<Ends, CliError> {
        let mut files = RepairFiles::in_folder(self.out, &self.formats, &self.run(&document))?;
        while let Some(repair) = document.repair() {
            let (number, repair) = repair?;
            files.repaired(number, &repair)?;
            if self.prints_text() {
                results::print(&repairs::text(&repair), false)?;
            }
        }
        let end = document.end().cloned();
        files.finish(end.as_ref().unwrap_or(&End::default()))?;
        Ok(vec![(DocumentKind::Repairs, end)])
    }

    fn cases(&self, mut document: DocumentFile) -> Result<Ends, CliError> {
        let run = self.run(&document);
        let wants_tests = self.formats.contains(&FileFormat::Junit);
        let classes = wants_tests.then(|| self.args.classes.of(&run)).transpose()?;
        let mut files = CaseFiles::in_folder(self.out, &self.formats, &run, classes)?;
        let mut reports: Vec<MethodReport> = Vec::new();
        while let Some(report) = document.method() {
            let report = report?;
            files.method(&report)?;
            reports.push(report);
        }
        for class in reports.chunk_by(|one, next| one.method.class == next.method.class) {
            let left_out = files.class(class)?;
            let remarks = left_out.iter().filter(|_| !self.args.quiet);
            remarks.for_each(|case| note(&case.to_string()));
        }
        let (coverage, covered) = self.coverage()?;
        files.finish(&coverage, &End::default())?;
        if self.prints_text() {
            results::print(&summary::text(&reports, &coverage, false), false)?;
            let mut table = Vec::new();
            coverage::text::write(&mut table, &coverage)?;
            results::print(&format!("\n{}", String::from_utf8_lossy(&table)), false)?;
        }
        let end = document.end().cloned();
        Ok([(DocumentKind::Cases, end)].into_iter().chain(covered).collect())
    }

    /// The coverage beside the cases; an interrupted run has none.
    fn coverage(&self) -> Result<(Coverage, Option<Ended>), CliError> {
        let kind = DocumentKind::Coverage;
        let Some(mut document) = DocumentFile::find(&self.args.folder, kind)? else {
            return Ok((Coverage::default(), None));
        };
        let coverage = document.coverage()?;
        Ok((coverage, Some((kind, document.end().cloned()))))
    }
}
