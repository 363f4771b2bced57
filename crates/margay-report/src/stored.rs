//! What can be made of results, made again from their documents: tests, pictures, pages, summaries.
//! Nothing is searched.

use crate::cases::summary;
use crate::cases::test_classes::{LeftOut, TestStyle};
use crate::document::{DocumentError, DocumentFile, DocumentKind, End, Run};
use crate::files::{CaseFiles, FileFormat, RepairFiles, StructureFiles, page_of};
use crate::page::{Listing, Page};
use crate::table::counted;
use crate::{counters, coverage, outcomes, repairs, verdicts};
use margay_jvm::classpath::ClassPath;
use margay_search::generate::coverage::Coverage;
use margay_search::outcome::OutcomeTally;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Results that cannot be written once more.
#[derive(Debug, Error)]
pub enum StoredError {
    /// A document that cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// The results in a folder, by their documents.
#[derive(Debug)]
pub struct StoredResults {
    folder: PathBuf,
    kind: DocumentKind,
    document: DocumentFile,
}

/// What results are to be written as, and where.
pub struct Rewriting<'a> {
    /// The folder for files.
    pub folder: &'a Path,
    /// What is wanted in it.
    pub formats: &'a [FileFormat],
    /// The classes that tests name; without them there can be no tests of cases.
    pub classes: Option<ClassPath>,
    /// How tests are written.
    pub style: TestStyle,
    /// Gives the code of a class as text, for a page that finds no source of it.
    pub listing: Option<Box<Listing<'static>>>,
}

/// What has come of it.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// A summary for people.
    pub text: String,
    /// Cases that no test can be written of.
    pub left_out: Vec<LeftOut>,
    /// The documents, and how the run of each ended; it has no end if it was interrupted.
    pub ends: Vec<(DocumentKind, Option<End>)>,
}

impl Rewritten {
    /// Whether all that the runs were asked for was done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ends.iter().all(|(_, end)| end.as_ref().is_some_and(|end| end.complete))
    }
}

impl StoredResults {
    /// Finds the documents of a folder; none if there is none.
    ///
    /// # Errors
    /// When a document cannot be read.
    pub fn open(folder: &Path) -> Result<Option<StoredResults>, DocumentError> {
        // The structures beside repairs are what they lead to.
        use DocumentKind::{Cases, Figures, Outcomes, Repairs, Structures, Summaries, Verdicts};
        for kind in [Cases, Repairs, Structures, Verdicts, Outcomes, Summaries, Figures] {
            if let Some(document) = DocumentFile::find(folder, kind)? {
                let folder = folder.to_path_buf();
                return Ok(Some(StoredResults { folder, kind, document }));
            }
        }
        Ok(None)
    }

    /// What was run on what, with paths as seen from the working folder.
    #[must_use]
    pub fn run(&self) -> Run {
        self.document.header().run.moved(&self.folder, Path::new(""))
    }

    /// What they are.
    #[must_use]
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }

    /// Whether classes are needed to write them as this.
    #[must_use]
    pub fn needs_classes(&self, formats: &[FileFormat]) -> bool {
        self.kind == DocumentKind::Cases && formats.contains(&FileFormat::Junit)
    }

    /// Writes them.
    ///
    /// # Errors
    /// When a document cannot be read to its end, or a file cannot be written.
    pub fn write(self, to: Rewriting<'_>) -> Result<Rewritten, StoredError> {
        match self.kind {
            DocumentKind::Cases => self.cases(to),
            DocumentKind::Repairs => self.repairs(&to),
            DocumentKind::Verdicts => self.verdicts(to),
            DocumentKind::Outcomes => self.outcomes(&to),
            DocumentKind::Summaries => self.summaries(&to),
            DocumentKind::Figures => self.figures(&to),
            DocumentKind::Structures | DocumentKind::Coverage => self.structures(&to),
        }
    }

    fn structures(mut self, to: &Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let run = self.run();
        let mut files = StructureFiles::in_folder(to.folder, to.formats, &run)?;
        let mut count = 0;
        while let Some(record) = self.document.structure() {
            files.add(record?)?;
            count += 1;
        }
        let end = self.document.end().cloned();
        files.finish(end.as_ref().unwrap_or(&End::default()))?;
        let table = end.as_ref().and_then(|end| end.counters);
        let table = table.map(|counters| counters::table(&counters)).unwrap_or_default();
        let text = format!("{}: {}\n{table}", run.subject(), counted(count, "structure"));
        Ok(Rewritten { text, ends: vec![(self.kind, end)], ..Rewritten::default() })
    }

    fn repairs(mut self, to: &Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut files = RepairFiles::in_folder(to.folder, to.formats, &self.run())?;
        let mut text = String::new();
        while let Some(repair) = self.document.repair() {
            let (number, repair) = repair?;
            files.repaired(number, &repair)?;
            text += &repairs::text(&repair);
        }
        let end = self.document.end().cloned();
        files.finish(end.as_ref().unwrap_or(&End::default()))?;
        Ok(Rewritten { text, ends: vec![(self.kind, end)], ..Rewritten::default() })
    }

    fn verdicts(mut self, to: Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut page = page_of(to.folder, to.formats, &self.run())?;
        let mut text = String::new();
        while let Some(line) = self.document.verdict() {
            let line = line?;
            page.as_mut().map_or(Ok(()), |page| page.verdict(&line))?;
            text += &verdicts::text::brief(&line);
        }
        let end = self.document.end().cloned();
        if let Some(mut page) = page {
            page.sources(&mut *to.listing.unwrap_or_else(|| Box::new(|_| None)))?;
            page.finish(end.as_ref().unwrap_or(&End::default()))?.flush()?;
        }
        Ok(Rewritten { text, ends: vec![(self.kind, end)], ..Rewritten::default() })
    }

    fn outcomes(mut self, to: &Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut page = page_of(to.folder, to.formats, &self.run())?;
        let mut tally = OutcomeTally::default();
        while let Some(outcome) = self.document.outcome() {
            let outcome = outcome?;
            page.as_mut().map_or(Ok(()), |page| page.outcome(&outcome))?;
            tally.add(&outcome.ending);
            tally.steps += outcome.steps;
        }
        let tally = self.document.end().and_then(|end| end.outcomes).unwrap_or(tally);
        let text = format!("{}: {}\n", self.run().subject(), outcomes::summary(&tally));
        self.ended(page, text)
    }

    fn summaries(mut self, to: &Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut page = page_of(to.folder, to.formats, &self.run())?;
        let mut texts = Vec::new();
        while let Some(line) = self.document.summary() {
            let line = line?;
            page.as_mut().map_or(Ok(()), |page| page.summary(&line))?;
            texts.push(line.text());
        }
        self.ended(page, texts.join("\n"))
    }

    fn figures(mut self, to: &Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut page = page_of(to.folder, to.formats, &self.run())?;
        let mut texts = Vec::new();
        while let Some(figure) = self.document.figure() {
            let figure = figure?;
            page.as_mut().map_or(Ok(()), |page| page.figure(&figure))?;
            texts.push(figure.text());
        }
        self.ended(page, texts.join("\n"))
    }

    /// Ends a page; there is this text for people.
    fn ended(self, page: Option<Page<impl Write>>, text: String) -> Result<Rewritten, StoredError> {
        let end = self.document.end().cloned();
        if let Some(page) = page {
            page.finish(end.as_ref().unwrap_or(&End::default()))?.flush()?;
        }
        Ok(Rewritten { text, ends: vec![(self.kind, end)], ..Rewritten::default() })
    }

    fn cases(mut self, to: Rewriting<'_>) -> Result<Rewritten, StoredError> {
        let mut files = CaseFiles::in_folder(to.folder, to.formats, &self.run(), to.classes)?;
        (files.style, files.listing) = (to.style, to.listing);
        let mut left_out = Vec::new();
        while let Some(report) = self.document.method() {
            left_out.extend(files.add(report?)?);
        }
        left_out.extend(files.end_class()?);
        let mut ends = vec![(self.kind, self.document.end().cloned())];
        // An interrupted run has none.
        let mut coverage = Coverage::default();
        if let Some(mut document) = DocumentFile::find(&self.folder, DocumentKind::Coverage)? {
            coverage = document.coverage()?;
            ends.push((DocumentKind::Coverage, document.end().cloned()));
        }
        let end = ends[0].1.clone().unwrap_or_default();
        let reports = files.finish(&coverage, &end)?;
        let mut table = Vec::new();
        coverage::text::write(&mut table, &coverage)?;
        let summary = summary::text(&reports, &coverage, false);
        let text = format!("{summary}\n{}", String::from_utf8_lossy(&table));
        Ok(Rewritten { text, left_out, ends })
    }
}
