//! Where test cases go: to standard output as text or JSON lines, to a folder as files.

use super::args::{Format, OutputArgs};
use crate::error::{CliError, note};
use crate::results::{self, Results};
use margay_jvm::classpath::ClassPath;
use margay_jvm::source::source_class;
use margay_report::cases::{heap, test_classes, text};
use margay_report::document::{DocumentKind, DocumentWriter, End, Header, Run};
use margay_report::{coverage, dot, svg};
use margay_search::generate::case::{MethodReport, TestCase};
use margay_search::generate::coverage::Coverage;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Everything that is written.
pub struct Output {
    folder: Option<PathBuf>,
    formats: Vec<Format>,
    quiet: bool,
    run: Run,
    /// The document of cases.
    cases: Option<DocumentWriter<Results>>,
    /// The classes that tests name.
    class_path: Option<RefCell<ClassPath>>,
}

impl Output {
    /// Opens what the options ask for. A folder always has the documents.
    pub fn open(args: &OutputArgs, run: Run, class_path: ClassPath) -> Result<Self, CliError> {
        let mut formats = args.format.clone();
        if formats.is_empty() {
            formats = match args.out {
                Some(_) => vec![Format::Junit, Format::Json, Format::Coverage],
                None => vec![Format::Text],
            };
        }
        if args.out.is_some() {
            formats.push(Format::Json);
        }
        Output::of(formats, args.out.as_deref(), run, Some(class_path), args.quiet)
    }

    /// Opens files for these formats in a folder, or standard output. Without a class path there
    /// can be no tests.
    pub fn of(
        formats: Vec<Format>,
        folder: Option<&Path>,
        run: Run,
        class_path: Option<ClassPath>,
        quiet: bool,
    ) -> Result<Self, CliError> {
        let in_files = [Format::Junit, Format::Dot, Format::Svg, Format::Coverage];
        if folder.is_none() && formats.iter().any(|format| in_files.contains(format)) {
            return Err(CliError::usage(
                "tests, pictures and coverage are files",
                "name a folder for them: --out DIR",
            ));
        }
        let cases = match formats.contains(&Format::Json) {
            true => Some(document(DocumentKind::Cases, folder, &run)?),
            false => None,
        };
        let (folder, class_path) = (folder.map(Path::to_path_buf), class_path.map(RefCell::new));
        Ok(Output { folder, formats, quiet, run, cases, class_path })
    }

    /// Writes what was found out about a method, so that nothing is lost if the next one takes
    /// for ever.
    pub fn method(&mut self, report: &MethodReport) -> Result<(), CliError> {
        if self.formats.contains(&Format::Text) {
            text::write(&mut std::io::stdout().lock(), report)?;
        }
        if let Some(document) = &mut self.cases {
            document.method(report)?;
            document.flush()?;
        }
        if let Some(folder) = &self.folder {
            for case in &report.cases {
                self.pictures(folder, report, case)?;
            }
        }
        Ok(())
    }

    fn pictures(
        &self,
        folder: &Path,
        report: &MethodReport,
        case: &TestCase,
    ) -> Result<(), CliError> {
        let [as_dot, as_svg] = [Format::Dot, Format::Svg].map(|f| self.formats.contains(&f));
        if !as_dot && !as_svg {
            return Ok(());
        }
        let folder = folder.join("heaps");
        fs::create_dir_all(&folder)?;
        let method = format!("{}.{}", report.method.class, report.method.name);
        let method = method.replace(['<', '>', '$'], "_");
        let heaps = [("before", heap::before(report, case)), ("after", heap::after(report, case))];
        for (when, structure) in heaps {
            let stem = format!("{method}-{:04}-{when}", case.number);
            if as_dot {
                let mut file = BufWriter::new(File::create(folder.join(format!("{stem}.dot")))?);
                dot::write(&mut file, &structure)?;
                file.flush()?;
            }
            if as_svg {
                let mut file = BufWriter::new(File::create(folder.join(format!("{stem}.svg")))?);
                svg::write(&mut file, &structure)?;
                file.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the tests of a class, so that they are there whatever becomes of the next one.
    pub fn class(&self, reports: &[MethodReport]) -> Result<(), CliError> {
        match (&self.folder, &self.class_path) {
            (Some(folder), Some(class_path)) if self.formats.contains(&Format::Junit) => {
                self.tests(folder, class_path, reports)
            }
            _ => Ok(()),
        }
    }

    /// Writes what is about all methods together, and ends the documents.
    pub fn finish(mut self, coverage: &Coverage, end: &End) -> Result<(), CliError> {
        if let Some(document) = self.cases.take() {
            document.finish(end.clone())?;
        }
        let Some(folder) = &self.folder else { return Ok(()) };
        if self.formats.contains(&Format::Json) {
            let mut document = document(DocumentKind::Coverage, Some(folder), &self.run)?;
            document.coverage(coverage)?;
            document.finish(end.clone())?;
        }
        if self.formats.contains(&Format::Coverage) {
            let mut file = BufWriter::new(File::create(folder.join("coverage.xml"))?);
            coverage::jacoco::write(&mut file, "margay generate", coverage)?;
            file.flush()?;
        }
        Ok(())
    }

    /// Whether cases go to standard output.
    pub fn prints_cases(&self) -> bool {
        self.prints_json() || self.formats.contains(&Format::Text)
    }

    /// Whether standard output is for a document.
    pub fn prints_json(&self) -> bool {
        self.cases.is_some() && self.folder.is_none()
    }

    fn tests(
        &self,
        folder: &Path,
        class_path: &RefCell<ClassPath>,
        reports: &[MethodReport],
    ) -> Result<(), CliError> {
        let look_up = |name: &str| source_class(&mut class_path.borrow_mut(), name);
        let open = |path: &str| {
            let path = folder.join(path);
            if path.exists() && !is_ours(&path) {
                let what = format!(
                    "{} was not written by Margay: move it, or name another folder",
                    path.display()
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
            }
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            File::create(path).map(BufWriter::new)
        };
        let Some(class) = reports.first().map(|first| first.method.class.as_str()) else {
            return Ok(());
        };
        let written = test_classes::write(class, reports, look_up, open)?;
        // Left from a run that found more.
        for further in test_classes::further(class, &written) {
            for path in further.map(|path| folder.join(path)).take_while(|path| is_ours(path)) {
                fs::remove_file(path)?;
            }
        }
        if self.quiet {
            return Ok(());
        }
        for left_out in written.left_out {
            let name = &left_out.method.name;
            let (case, why) = (left_out.case, &left_out.why);
            note(&format!("no test for case {case} of {class}.{name}: {why}"));
        }
        Ok(())
    }
}

/// Whether a file of tests is one of those that are written anew.
fn is_ours(path: &Path) -> bool {
    let mark = test_classes::MARK.as_bytes();
    let mut start = vec![0; mark.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == mark
}

/// Begins a document in a folder, or on standard output.
fn document(
    kind: DocumentKind,
    folder: Option<&Path>,
    run: &Run,
) -> io::Result<DocumentWriter<Results>> {
    let header = Header::new(kind, results::seen_from(run, folder));
    DocumentWriter::start(results::create(folder, kind.file_name())?, &header)
}
