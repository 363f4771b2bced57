//! The files of test cases: tests, pictures of heaps, coverage, a page, documents. Each method is written
//! as it comes, tests when their class is done and now and then before, what is about all of them at the end.

use super::early::Early;
use super::{Document, FileFormat, Folder, OutFile, stream};
use crate::Marks;
use crate::cases::test_classes::{self, LeftOut, TestStyle};
use crate::cases::{heap, sarif};
use crate::coverage::jacoco;
use crate::document::{DocumentKind, End, Run};
use crate::page::{Listing, Page};
use margay_jvm::classpath::ClassPath;
use margay_jvm::source::source_class;
use margay_search::generate::case::{MethodName, MethodReport, TestCase};
use margay_search::generate::coverage::Coverage;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Test cases being written; by default, nowhere.
#[derive(Default)]
pub struct CaseFiles {
    folder: Option<Folder>,
    document: Option<Document>,
    page: Option<Page<OutFile>>,
    /// The classes that tests name.
    class_path: Option<ClassPath>,
    /// The methods, without what is needed for their tests only.
    reports: Vec<MethodReport>,
    /// How tests are written.
    pub style: TestStyle,
    /// Gives the code of a class as text, for a page that finds no source of it.
    pub listing: Option<Box<Listing<'static>>>,
    /// Where tests are written if not beside the documents. What somebody else wrote there stays, and the
    /// tests of that class are not written.
    pub tests: Option<PathBuf>,
    /// Suspected crashes, if they are wanted as findings.
    crashes: Vec<serde_json::Value>,
    /// What was in the way.
    pub in_the_way: Vec<String>,
    /// The first report of the class at work.
    class: usize,
    /// Cases without a test.
    left_out: FxHashSet<(MethodName, usize)>,
    /// When the tests of a class that is not done are written.
    early: Early,
}

impl CaseFiles {
    /// The document, on a stream.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn on_stream(out: impl Write + 'static, run: &Run) -> io::Result<CaseFiles> {
        let document = Some(stream(out, DocumentKind::Cases, run)?);
        Ok(CaseFiles { document, ..CaseFiles::default() })
    }

    /// Files of these formats in a folder. Paths of the run are as seen from the working folder.
    /// Without a class path there can be no tests.
    ///
    /// # Errors
    /// When the files cannot be made.
    pub fn in_folder(
        path: &Path,
        formats: &[FileFormat],
        run: &Run,
        class_path: Option<ClassPath>,
    ) -> io::Result<CaseFiles> {
        let folder = Folder::new(path, formats, run);
        let wants_document = folder.wants(FileFormat::Json);
        let document = wants_document.then(|| folder.document(DocumentKind::Cases)).transpose()?;
        let page = folder.page()?;
        Ok(CaseFiles { folder: Some(folder), document, page, class_path, ..CaseFiles::default() })
    }

    /// Writes what was found out about a method, and the tests of the class before if it is of another, or
    /// those of its own so far. Gives the cases that no test can be written of.
    ///
    /// # Errors
    /// When a file cannot be written, or one of somebody else's is in the way.
    pub fn add(&mut self, report: MethodReport) -> io::Result<Vec<LeftOut>> {
        let first = self.reports.get(self.class);
        let is_other = first.is_some_and(|first| first.method.class != report.method.class);
        let left_out = if is_other { self.end_class()? } else { Vec::new() };
        self.write(&report)?;
        self.reports.push(report);
        if self.early.is_due() {
            self.write_early(Self::write_class)?;
        }
        Ok(left_out)
    }

    /// Writes the tests of a class of which nothing is for good yet, if it is time to.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn draft(&mut self, drafts: &[MethodReport]) -> io::Result<()> {
        if self.early.is_due() {
            self.write_early(|files| files.write_tests(drafts))
        } else {
            Ok(())
        }
    }

    /// Writes tests of a class that is not done.
    fn write_early(
        &mut self,
        write: impl FnOnce(&mut Self) -> io::Result<Vec<LeftOut>>,
    ) -> io::Result<()> {
        let mut early = std::mem::take(&mut self.early);
        let written = early.write(|| write(self));
        self.early = early;
        match written {
            // What is in the way is said when the class is done.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes the tests of the class at work.
    fn write_class(&mut self) -> io::Result<Vec<LeftOut>> {
        let reports = self.reports.split_off(self.class);
        let written = self.write_tests(&reports);
        self.reports.extend(reports);
        written
    }

    /// Writes the tests of a class.
    fn write_tests(&mut self, reports: &[MethodReport]) -> io::Result<Vec<LeftOut>> {
        let (Some(folder), Some(class_path), Some(first)) =
            (&self.folder, &mut self.class_path, reports.first())
        else {
            return Ok(Vec::new());
        };
        if !folder.wants(FileFormat::Junit) {
            return Ok(Vec::new());
        }
        let place = self.tests.as_ref().map(|tests| folder.elsewhere(tests));
        let place = place.as_ref().unwrap_or(folder);
        write_tests(place, class_path, &first.method.class, reports, self.style)
    }

    /// Writes the tests of the class at work, so that they are there whatever becomes of the next one.
    /// Gives the cases that no test can be written of.
    ///
    /// # Errors
    /// When a file cannot be written, or one of somebody else's is in the way.
    pub fn end_class(&mut self) -> io::Result<Vec<LeftOut>> {
        let left_out = match self.write_class() {
            Err(error) if self.tests.is_some() && error.kind() == io::ErrorKind::AlreadyExists => {
                self.in_the_way.push(error.to_string());
                Vec::new()
            }
            written => written?,
        };
        let reports = &mut self.reports[self.class..];
        self.left_out.extend(left_out.iter().map(|case| (case.method.clone(), case.case)));
        // What is written need not be kept.
        reports.iter_mut().flat_map(|report| &mut report.cases).for_each(TestCase::forget);
        self.class = self.reports.len();
        Ok(left_out)
    }

    /// The methods so far; of classes that are done, without what only tests need.
    #[must_use]
    pub fn reports(&self) -> &[MethodReport] {
        &self.reports
    }

    /// The cases without a test, by their numbers.
    #[must_use]
    pub fn left_out(&self) -> &FxHashSet<(MethodName, usize)> {
        &self.left_out
    }

    /// Writes a method, so that nothing is lost if the next one takes for ever.
    fn write(&mut self, report: &MethodReport) -> io::Result<()> {
        if let Some(document) = &mut self.document {
            document.method(report)?;
            document.flush()?;
        }
        if self.folder.as_ref().is_some_and(|folder| folder.wants(FileFormat::Sarif)) {
            self.crashes.extend(sarif::crashes(report));
        }
        if let Some(folder) = self.folder.as_ref().filter(|folder| folder.wants_pictures()) {
            report.cases.iter().try_for_each(|case| draw(folder, report, case))?;
        }
        let Some(page) = &mut self.page else { return Ok(()) };
        let class_path = self.class_path.as_mut().map(RefCell::new);
        let look_up = class_path
            .as_ref()
            .map(|class_path| |name: &str| source_class(&mut class_path.borrow_mut(), name));
        page.method(report, self.style, look_up)
    }

    /// Writes what is about all methods together, and ends the documents; gives the methods.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self, coverage: &Coverage, end: &End) -> io::Result<Vec<MethodReport>> {
        if let Some(document) = self.document {
            document.finish(end.clone())?;
        }
        if let Some(mut page) = self.page {
            let mut listing = self.listing.unwrap_or_else(|| Box::new(|_| None));
            page.coverage(coverage, &mut *listing)?;
            page.finish(end)?.flush()?;
        }
        let Some(folder) = &self.folder else { return Ok(self.reports) };
        if folder.wants(FileFormat::Json) {
            let mut document = folder.document(DocumentKind::Coverage)?;
            document.coverage(coverage)?;
            document.finish(end.clone())?;
        }
        if folder.wants(FileFormat::Sarif) {
            let log = crate::sarif::log(&[sarif::RULE], self.crashes, &folder.run);
            folder.create("crashes.sarif")?.write_all(log.as_bytes())?;
        }
        if folder.wants(FileFormat::Coverage) {
            let mut out = folder.create("coverage.xml")?;
            jacoco::write(&mut out, "margay generate", coverage)?;
            out.flush()?;
        }
        Ok(self.reports)
    }
}

/// Draws the heaps of a case.
fn draw(folder: &Folder, report: &MethodReport, case: &TestCase) -> io::Result<()> {
    let method = format!("{}.{}", report.method.class, report.method.name);
    let method = method.replace(['<', '>', '$'], "_");
    let heaps = [("before", heap::before(report, case)), ("after", heap::after(report, case))];
    for (when, structure) in heaps {
        let name = |ending: &str| format!("heaps/{method}-{:04}-{when}.{ending}", case.number);
        folder.draw(&structure, &Marks::default(), name)?;
    }
    Ok(())
}

fn write_tests(
    folder: &Folder,
    class_path: &mut ClassPath,
    class: &str,
    reports: &[MethodReport],
    style: TestStyle,
) -> io::Result<Vec<LeftOut>> {
    let class_path = RefCell::new(class_path);
    let look_up = |name: &str| source_class(&mut class_path.borrow_mut(), name);
    let open = |name: &str| {
        let path = folder.path.join(name);
        if path.exists() && !is_ours(&path) {
            let what = format!(
                "{} was not written by Margay: move it, or name another folder",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        }
        folder.create(name)
    };
    let written = test_classes::write(class, reports, style, look_up, open)?;
    // Left from a run that found more.
    for further in test_classes::further(class, &written) {
        for path in further.map(|path| folder.path.join(path)).take_while(|path| is_ours(path)) {
            fs::remove_file(path)?;
        }
    }
    Ok(written.left_out)
}

/// Whether a file of tests is one of those that are written anew.
fn is_ours(path: &Path) -> bool {
    let mark = test_classes::MARK.as_bytes();
    let mut start = vec![0; mark.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == mark
}
