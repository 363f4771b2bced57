//! The files of an enumeration.

use super::{Document, FileFormat, Folder, OutFile, package_folder, stream};
use crate::document::{self, DocumentError, DocumentKind, End, Run};
use crate::json::StructureText;
use crate::page::Page;
use crate::structure_tests::{Suite, Tests};
use crate::{Marks, Record};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder of tests of structures, in a folder of results.
const STRUCTURE_TESTS: &str = "junit";

/// Where the tests of a folder of results are: those of structures have a folder of their own.
#[must_use]
pub fn folder_of_tests(folder: &Path) -> PathBuf {
    let has = |kind: DocumentKind| folder.join(kind.file_name()).exists();
    let inner = folder.join(STRUCTURE_TESTS);
    let is_inner = has(DocumentKind::Structures) && !has(DocumentKind::Cases) && inner.is_dir();
    if is_inner { inner } else { folder.to_path_buf() }
}

/// The run that wrote the tests of a folder, and the folder of its documents.
///
/// # Errors
/// When there is a document that cannot be read.
pub fn run_of_tests(folder: &Path) -> Result<Option<(PathBuf, Run)>, DocumentError> {
    let is_inner = folder.file_name().is_some_and(|name| name == STRUCTURE_TESTS);
    let around = folder.parent().filter(|_| is_inner);
    for folder in [Some(folder), around].into_iter().flatten() {
        if let Some(run) = document::run_of(folder)? {
            return Ok(Some((folder.to_path_buf(), run)));
        }
    }
    Ok(None)
}

/// How long a structure may wait for others before it is seen.
const PATIENCE: Duration = Duration::from_millis(200);

type Open = Box<dyn FnMut(&str) -> io::Result<OutFile>>;

/// Structures being written; by default, nowhere.
#[derive(Default)]
pub struct StructureFiles {
    document: Option<Document>,
    /// For pictures, if they are wanted.
    pictures: Option<Folder>,
    page: Option<Page<OutFile>>,
    tests: Option<Tests<OutFile, Open>>,
    number: u64,
    /// When readers last saw everything.
    seen: Option<Instant>,
}

impl StructureFiles {
    /// The document, on a stream.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn on_stream(out: impl Write + 'static, run: &Run) -> io::Result<StructureFiles> {
        let document = Some(stream(out, DocumentKind::Structures, run)?);
        Ok(StructureFiles { document, ..StructureFiles::default() })
    }

    /// Files of these formats in a folder. Paths of the run are as seen from the working folder.
    ///
    /// # Errors
    /// When the files cannot be made.
    pub fn in_folder(path: &Path, formats: &[FileFormat], run: &Run) -> io::Result<StructureFiles> {
        let folder = Folder::new(path, formats, run);
        let mut files = StructureFiles::default();
        for format in &folder.formats {
            match format {
                FileFormat::Json => {
                    files.document = Some(folder.document(DocumentKind::Structures)?);
                }
                FileFormat::Dot => folder.make("dot")?,
                FileFormat::Svg => folder.make("svg")?,
                FileFormat::Junit => files.tests = Some(tests(&folder)?),
                FileFormat::Html => files.page = folder.page()?,
                FileFormat::Coverage | FileFormat::Java | FileFormat::Sarif => {}
            }
        }
        files.pictures = Some(folder).filter(Folder::wants_pictures);
        Ok(files)
    }

    /// Whether structures go anywhere.
    #[must_use]
    pub fn wants_structures(&self) -> bool {
        self.document.is_some() || self.wants_more_than_lines()
    }

    /// Whether structures are wanted for more than their lines.
    #[must_use]
    pub fn wants_more_than_lines(&self) -> bool {
        self.pictures.is_some() || self.page.is_some() || self.tests.is_some()
    }

    /// Writes the line of a structure where nothing else is wanted; its number becomes its place in the output.
    ///
    /// # Errors
    /// When the document cannot be written.
    pub fn add_line(&mut self, text: &StructureText) -> io::Result<()> {
        let number = self.number;
        self.number += 1;
        if let Some(document) = &mut self.document {
            document.structure_text(text, number)?;
        }
        self.flush_at_times()
    }

    /// Writes a structure; its number becomes its place in the output.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        let record = Record { number: self.number, ..record };
        self.number += 1;
        if let Some(document) = &mut self.document {
            document.structure(&record)?;
        }
        if let Some(folder) = &self.pictures {
            let name = |ending: &str| format!("{ending}/{:06}.{ending}", record.number);
            folder.draw(&record.structure, &Marks::default(), name)?;
        }
        if let Some(page) = &mut self.page {
            page.structure(&record)?;
        }
        if let Some(tests) = &mut self.tests {
            tests.add(&record)?;
        }
        self.flush_at_times()
    }

    fn flush_at_times(&mut self) -> io::Result<()> {
        match self.seen {
            Some(seen) if seen.elapsed() < PATIENCE => Ok(()),
            _ => self.flush(),
        }
    }

    /// Lets readers see what was written so far.
    ///
    /// # Errors
    /// When the document cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.seen = Some(Instant::now());
        self.document.as_mut().map_or(Ok(()), Document::flush)
    }

    /// Ends all files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self, end: &End) -> io::Result<()> {
        if let Some(document) = self.document {
            document.finish(end.clone())?;
        }
        if let Some(page) = self.page {
            page.finish(end)?.flush()?;
        }
        if let Some(tests) = self.tests {
            tests.finish()?;
        }
        Ok(())
    }
}

fn tests(folder: &Folder) -> io::Result<Tests<OutFile, Open>> {
    let suite = Suite::of(&folder.run);
    let inside = format!("{STRUCTURE_TESTS}/{}", package_folder(&suite.class));
    folder.make(&inside)?;
    let path = folder.path.join(inside);
    let open: Open = Box::new(move |name| File::create(path.join(name)).map(BufWriter::new));
    Ok(Tests::new(suite, open))
}
