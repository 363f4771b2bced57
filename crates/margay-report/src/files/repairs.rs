//! The files of repairs: documents, changes for people, pictures, a page, Java source.

use super::{Document, FileFormat, Folder, OutFile, package_folder, stream};
use crate::Record;
use crate::document::{DocumentKind, End, Run};
use crate::page::Page;
use crate::repairs::{self, Repair, patch};
use std::io::{self, Write};
use std::path::Path;

/// The document of structures as they were before the repair, with faults made on purpose.
const CORRUPTED: &str = "corrupted.jsonl";
/// What was changed, for people.
const CHANGES: &str = "changes.txt";

/// Repairs being written; by default, nowhere.
#[derive(Default)]
pub struct RepairFiles {
    folder: Option<Folder>,
    /// Repaired structures.
    structures: Option<Document>,
    repairs: Option<Document>,
    corrupted: Option<Document>,
    changes: Option<OutFile>,
    page: Option<Page<OutFile>>,
}

impl RepairFiles {
    /// The document of repaired structures, on a stream.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn on_stream(out: impl Write + 'static, run: &Run) -> io::Result<RepairFiles> {
        let structures = Some(stream(out, DocumentKind::Structures, run)?);
        Ok(RepairFiles { structures, ..RepairFiles::default() })
    }

    /// Files of these formats in a folder. Paths of the run are as seen from the working folder.
    ///
    /// # Errors
    /// When the files cannot be made.
    pub fn in_folder(path: &Path, formats: &[FileFormat], run: &Run) -> io::Result<RepairFiles> {
        let folder = Folder::new(path, formats, run);
        let mut files = RepairFiles { page: folder.page()?, ..RepairFiles::default() };
        if folder.wants(FileFormat::Json) {
            files.structures = Some(folder.document(DocumentKind::Structures)?);
            files.repairs = Some(folder.document(DocumentKind::Repairs)?);
            files.changes = Some(folder.create(CHANGES)?);
        }
        files.folder = Some(folder);
        Ok(files)
    }

    /// Writes a structure with faults, before its repair. Only a folder has room for it.
    ///
    /// # Errors
    /// When the document cannot be written.
    pub fn corrupted(&mut self, record: &Record) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let document = match self.corrupted.take() {
            Some(document) => document,
            None => folder.document_called(CORRUPTED, DocumentKind::Structures)?,
        };
        self.corrupted.insert(document).structure(record)
    }

    /// Writes the repair of a structure.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn repaired(&mut self, number: u64, repair: &Repair) -> io::Result<()> {
        if let Some(document) = &mut self.structures {
            let structure = repair.structure.clone();
            document.structure(&Record { number, decisions: Default::default(), structure })?;
            document.flush()?;
        }
        if let Some(document) = &mut self.repairs {
            document.repair(number, repair)?;
            document.flush()?;
        }
        if let Some(folder) = &self.folder {
            write_files(folder, number, repair)?;
        }
        if let Some(out) = &mut self.changes {
            out.write_all(repairs::text(repair).as_bytes())?;
        }
        self.page.as_mut().map_or(Ok(()), |page| page.repair(number, repair))
    }

    /// Ends all files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self, end: &End) -> io::Result<()> {
        for document in [self.structures, self.repairs, self.corrupted].into_iter().flatten() {
            document.finish(end.clone())?;
        }
        let page = self.page.map(|page| page.finish(end)).transpose()?;
        self.changes.into_iter().chain(page).try_for_each(|mut out| out.flush())
    }
}

/// Writes the files that are for one structure.
fn write_files(folder: &Folder, number: u64, repair: &Repair) -> io::Result<()> {
    if folder.wants_pictures() {
        for picture in repair.pictures() {
            let name = |ending: &str| format!("{ending}/{number:06}{}.{ending}", picture.suffix);
            folder.draw(&picture.structure, &picture.marks, name)?;
        }
    }
    if folder.wants(FileFormat::Java) {
        let class = folder.run.class.as_deref().unwrap_or_default();
        let (package, name) = (package_folder(class), patch::class_name(class));
        let mut out = folder.create(&format!("java/{number:06}/{package}/{name}.java"))?;
        repair.write_java(&mut out, class)?;
        out.flush()?;
    }
    Ok(())
}
