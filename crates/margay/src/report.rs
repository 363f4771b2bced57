//! `margay report`: what can be made of results, made again from their documents. Nothing is
//! searched; only tests need the classes they are of.

use crate::cli::class_path;
use crate::error::{CliError, code, note};
use crate::results::{self, Document, Results};
use crate::{enumerate, generate, repair};
use clap::{Args, ValueEnum};
use margay_java::Session;
use margay_machine::Limits;
use margay_report::cases::summary;
use margay_report::document::{DocumentError, DocumentKind, End, Run};
use margay_report::page::Page;
use margay_report::{Record, counters, coverage};
use margay_search::generate::case::MethodReport;
use margay_search::generate::coverage::Coverage;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay report tests                           what `margay generate --out tests` has found
  margay report tests --format html,coverage    a page, and coverage for a build server
  margay report trees --format junit --out src/test/java";

/// The page, among the files.
const PAGE: &str = "index.html";

/// `margay report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder with the documents, as `--out` of another command has written it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What to write, separated by commas
    #[arg(long, value_enum, value_name = "FORMATS", value_delimiter = ',', default_value = "text")]
    pub format: Vec<Format>,
    /// Where files go [default: DIR]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the classes are that tests are of [default: where the run has found them]
    #[arg(long, value_name = "PATH", visible_alias = "class-path")]
    pub cp: Vec<OsString>,
    /// The JDK whose classes are used [default: that of the run if it was named, JAVA_HOME, the
    /// PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// No remarks
    #[arg(long, short)]
    pub quiet: bool,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary, on standard output.
    Text,
    /// JUnit 5 source: of cases, or of structures.
    Junit,
    /// Coverage as XML in the manner of JaCoCo.
    Coverage,
    /// Graphviz files.
    Dot,
    /// Pictures.
    Svg,
    /// A page with everything, for a browser.
    Html,
    /// Java source that makes repairs.
    Java,
}

/// Writes what the options ask for; gives the exit code.
pub fn command(args: &ReportArgs) -> Result<u8, CliError> {
    let report = Report { args, out: args.out.as_deref().unwrap_or(&args.folder) };
    let [structures, cases, repairs] =
        [DocumentKind::Structures, DocumentKind::Cases, DocumentKind::Repairs]
            .map(|kind| results::open(&args.folder, kind));
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
}

impl Report<'_> {
    fn wants(&self, format: Format) -> bool {
        self.args.format.contains(&format)
    }

    /// What a document is of, with paths as seen from here.
    fn run(&self, document: &Document) -> Run {
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

    fn structures(&self, mut document: Document) -> Result<Ends, CliError> {
        use enumerate::args::Format as Wanted;
        let all = [
            (Format::Dot, Wanted::Dot),
            (Format::Svg, Wanted::Svg),
            (Format::Junit, Wanted::Junit),
            (Format::Html, Wanted::Html),
        ];
        let run = self.run(&document);
        let mut output = enumerate::output::Output::of(&self.chosen(all), Some(self.out), &run)?;
        let mut count = 0;
        while let Some(record) = document.structure() {
            let record: Record = readable(record)?;
            output.add(record)?;
            count += 1;
        }
        let end = document.end().cloned();
        output.finish(end.as_ref().unwrap_or(&End::default()))?;
        if self.wants(Format::Text) {
            let structures = margay_report::table::counted(count, "structure");
            let table = end.as_ref().and_then(|end| end.counters);
            let table = table.map(|counters| counters::table(&counters));
            print(&format!("{}: {structures}\n{}", subject(&run), table.unwrap_or_default()))?;
        }
        Ok(vec![(DocumentKind::Structures, end)])
    }

    fn repairs(&self, mut document: Document) -> Result<Ends, CliError> {
        use repair::args::Format as Wanted;
        let all = [
            (Format::Text, Wanted::Text),
            (Format::Dot, Wanted::Dot),
            (Format::Svg, Wanted::Svg),
            (Format::Java, Wanted::Java),
        ];
        let run = self.run(&document);
        let (formats, is_quiet) = (self.chosen(all), !self.wants(Format::Text));
        let out = Some(self.out.to_path_buf());
        let mut output = repair::output::Output::of(formats, out, run.clone(), is_quiet);
        let mut page = self.page(&subject(&run))?;
        while let Some(repair) = document.repair() {
            let (number, repair) = readable(repair)?;
            output.repaired(number, &repair)?;
            if let Some(page) = &mut page {
                page.repair(number, &repair)?;
            }
        }
        let end = document.end().cloned();
        output.finish(end.as_ref().unwrap_or(&End::default()))?;
        page.map(Page::finish).transpose()?.map_or(Ok(()), |mut out| out.flush())?;
        Ok(vec![(DocumentKind::Repairs, end)])
    }

    fn cases(&self, mut document: Document) -> Result<Ends, CliError> {
        use generate::args::Format as Wanted;
        let all = [
            (Format::Junit, Wanted::Junit),
            (Format::Dot, Wanted::Dot),
            (Format::Svg, Wanted::Svg),
            (Format::Coverage, Wanted::Coverage),
        ];
        let run = self.run(&document);
        let classes = self.wants(Format::Junit).then(|| self.classes(&run)).transpose()?;
        let (formats, quiet) = (self.chosen(all), self.args.quiet);
        let out = Some(self.out);
        let mut output = generate::output::Output::of(formats, out, run.clone(), classes, quiet)?;
        let mut reports: Vec<MethodReport> = Vec::new();
        while let Some(report) = document.method() {
            let report = readable(report)?;
            output.method(&report)?;
            reports.push(report);
        }
        for class in reports.chunk_by(|one, next| one.method.class == next.method.class) {
            output.class(class)?;
        }
        let (coverage, covered) = self.coverage()?;
        let end = document.end().cloned();
        output.finish(&coverage, &End::default())?;
        if self.wants(Format::Text) {
            print(&summary::text(&reports, &coverage, false))?;
            let mut table = Vec::new();
            coverage::text::write(&mut table, &coverage)?;
            print(&format!("\n{}", String::from_utf8_lossy(&table)))?;
        }
        if let Some(mut page) = self.page(&subject(&run))? {
            reports.iter().try_for_each(|report| page.method(report))?;
            page.coverage(&coverage)?;
            page.finish()?.flush()?;
        }
        Ok([(DocumentKind::Cases, end)].into_iter().chain(covered).collect())
    }

    /// The coverage beside the cases; an interrupted run has none.
    fn coverage(&self) -> Result<(Coverage, Option<Ended>), CliError> {
        let kind = DocumentKind::Coverage;
        let Some(mut document) = results::open(&self.args.folder, kind)? else {
            return Ok((Coverage::default(), None));
        };
        let coverage = readable(document.coverage())?;
        Ok((coverage, Some((kind, document.end().cloned()))))
    }

    /// The classes that tests name.
    fn classes(&self, run: &Run) -> Result<margay_jvm::classpath::ClassPath, CliError> {
        let mut target = results::target_of(run, Path::new(""));
        if !self.args.cp.is_empty() {
            target.class_path = class_path(&self.args.cp);
            target.path = target.class_path.remove(0);
        }
        if self.args.jdk.is_some() {
            target.jdk = self.args.jdk.clone();
        }
        let classes = Session::open(&target, Limits::default());
        classes.and_then(|session| session.class_path()).map_err(|error| {
            let message = format!("the classes that tests are of: {error}");
            CliError::usage(message, "say where they are with --cp")
        })
    }

    fn page(&self, title: &str) -> io::Result<Option<Page<Results>>> {
        match self.wants(Format::Html) {
            true => Page::start(results::create(Some(self.out), PAGE)?, title).map(Some),
            false => Ok(None),
        }
    }

    /// The formats that are wanted, of those that there are.
    fn chosen<T: Copy, const N: usize>(&self, all: [(Format, T); N]) -> Vec<T> {
        let wanted = all.iter().filter(|(format, _)| self.wants(*format));
        wanted.map(|(_, format)| *format).collect()
    }
}

/// What a run is about.
fn subject(run: &Run) -> String {
    match (&run.class, &run.method) {
        (Some(class), Some(method)) if !method.contains('.') => format!("{class}.{method}"),
        (_, Some(method)) => method.clone(),
        (Some(class), None) => class.clone(),
        (None, None) => run.target_from(Path::new("")).display().to_string(),
    }
}

fn readable<T>(result: Result<T, DocumentError>) -> Result<T, CliError> {
    result.map_err(|error| results::unreadable(&error))
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}
