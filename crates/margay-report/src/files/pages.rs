//! Results that have no other files than their document and a page.

use super::{Document, FileFormat, Folder, OutFile, stream};
use crate::document::{DocumentKind, End, Run};
use crate::figures::Figure;
use crate::page::Page;
use crate::summaries::SummaryLine;
use std::io::{self, Write};
use std::path::Path;

/// Begins a page in a folder, if one is wanted. Paths of the run are as seen from the working folder.
pub(crate) fn page_of(
    path: &Path,
    formats: &[FileFormat],
    run: &Run,
) -> io::Result<Option<Page<OutFile>>> {
    Folder::new(path, formats, run).page()
}

/// Summaries or figures being written; by default, nowhere.
#[derive(Default)]
pub struct PlainFiles {
    document: Option<Document>,
    page: Option<Page<OutFile>>,
}

impl PlainFiles {
    /// The document, on a stream.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn on_stream(
        out: impl Write + 'static,
        kind: DocumentKind,
        run: &Run,
    ) -> io::Result<PlainFiles> {
        Ok(PlainFiles { document: Some(stream(out, kind, run)?), page: None })
    }

    /// The document in a folder, and a page if it is among the formats.
    ///
    /// # Errors
    /// When the files cannot be made.
    pub fn in_folder(
        path: &Path,
        formats: &[FileFormat],
        kind: DocumentKind,
        run: &Run,
    ) -> io::Result<PlainFiles> {
        let folder = Folder::new(path, formats, run);
        Ok(PlainFiles { document: Some(folder.document(kind)?), page: folder.page()? })
    }

    /// Adds the cases of a method.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn summary(&mut self, line: &SummaryLine) -> io::Result<()> {
        self.page.as_mut().map_or(Ok(()), |page| page.summary(line))?;
        let Some(document) = &mut self.document else { return Ok(()) };
        document.summary(line)?;
        document.flush()
    }

    /// Adds a figure.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn figure(&mut self, figure: &Figure) -> io::Result<()> {
        self.page.as_mut().map_or(Ok(()), |page| page.figure(figure))?;
        self.document.as_mut().map_or(Ok(()), |document| document.figure(figure))
    }

    /// Ends the files.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn finish(self, end: &End) -> io::Result<()> {
        if let Some(document) = self.document {
            document.finish(end.clone())?.flush()?;
        }
        self.page.map_or(Ok(()), |page| page.finish(end)?.flush())
    }
}
