//! Where results go: a folder with documents and a file for each format, or a stream with the
//! document alone. Everything is written as it is found, so that a run that is stopped keeps it.
//!
//! Each kind of results passes over the formats that it has no form for.

mod cases;
mod early;
mod pages;
mod repairs;
mod structures;

pub use cases::CaseFiles;
pub use pages::PlainFiles;
pub(crate) use pages::page_of;
pub use repairs::RepairFiles;
pub use structures::{StructureFiles, folder_of_tests, run_of_tests};

use crate::document::{DocumentKind, DocumentWriter, Header, Run};
use crate::page::Page;
use crate::{Marks, dot, svg};
use margay_search::structure::Structure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What results can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileFormat {
    /// Documents, which can be read again.
    Json,
    /// Graphviz files.
    Dot,
    /// Pictures.
    Svg,
    /// JUnit 5 source.
    Junit,
    /// A page for a browser.
    Html,
    /// Coverage as XML in the manner of JaCoCo.
    Coverage,
    /// Java source that makes repairs.
    Java,
    /// Suspected crashes as findings.
    Sarif,
}

/// The page, among the files.
const PAGE: &str = "index.html";

type Document = DocumentWriter<Box<dyn Write>>;
type OutFile = BufWriter<File>;

/// Begins a document on a stream.
fn stream(out: impl Write + 'static, kind: DocumentKind, run: &Run) -> io::Result<Document> {
    DocumentWriter::start(Box::new(BufWriter::new(out)), &Header::new(kind, run.clone()))
}

/// A folder of results, and what is wanted in it.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    formats: Vec<FileFormat>,
    /// What was run, with paths as seen from here.
    run: Run,
}

impl Folder {
    fn new(path: &Path, formats: &[FileFormat], run: &Run) -> Folder {
        let (path, run) = (path.to_path_buf(), run.clone());
        let mut formats = formats.to_vec();
        formats.sort_unstable();
        formats.dedup();
        Folder { path, formats, run }
    }

    /// The same files in another place.
    fn elsewhere(&self, path: &Path) -> Folder {
        let Folder { formats, run, .. } = self;
        Folder { path: path.to_path_buf(), formats: formats.clone(), run: run.clone() }
    }

    fn wants(&self, format: FileFormat) -> bool {
        self.formats.contains(&format)
    }

    /// A file by its path in the folder; folders that are not there are made.
    fn create(&self, name: &str) -> io::Result<OutFile> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        File::create(path).map(BufWriter::new)
    }

    /// Makes a folder inside.
    fn make(&self, name: &str) -> io::Result<()> {
        fs::create_dir_all(self.path.join(name))
    }

    /// Begins a document under the name that its kind has.
    fn document(&self, kind: DocumentKind) -> io::Result<Document> {
        self.document_called(kind.file_name(), kind)
    }

    fn document_called(&self, name: &str, kind: DocumentKind) -> io::Result<Document> {
        let out = Box::new(self.create(name)?);
        let run = self.run.moved(Path::new(""), &self.path);
        DocumentWriter::start(out, &Header::new(kind, run))
    }

    /// Begins the page, if it is wanted.
    fn page(&self) -> io::Result<Option<Page<OutFile>>> {
        match self.wants(FileFormat::Html) {
            true => Page::start(self.create(PAGE)?, &self.run).map(Some),
            false => Ok(None),
        }
    }

    /// Draws a structure in each wanted format of pictures; `name` makes a path from the ending.
    fn draw(
        &self,
        structure: &Structure,
        marks: &Marks,
        name: impl Fn(&str) -> String,
    ) -> io::Result<()> {
        if self.wants(FileFormat::Dot) {
            let mut out = self.create(&name("dot"))?;
            dot::write_marked(&mut out, structure, marks)?;
            out.flush()?;
        }
        if self.wants(FileFormat::Svg) {
            let mut out = self.create(&name("svg"))?;
            svg::write_marked(&mut out, structure, marks)?;
            out.flush()?;
        }
        Ok(())
    }

    fn wants_pictures(&self) -> bool {
        self.wants(FileFormat::Dot) || self.wants(FileFormat::Svg)
    }
}

/// The folder of a class's package.
fn package_folder(class: &str) -> String {
    class.rsplit_once('.').map_or(String::new(), |(package, _)| package.replace('.', "/"))
}
