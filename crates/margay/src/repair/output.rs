//! Where repairs go: standard output, or a folder with documents and a file for each format.

use super::args::{Format, OutputArgs};
use crate::error::CliError;
use crate::results::{self, Results};
use margay_java::repair::Repair;
use margay_report::document::{DocumentKind, DocumentWriter, End, Header, Run};
use margay_report::repairs::{self, patch};
use margay_report::{Marks, Record, dot, svg};
use margay_search::structure::Structure;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The document of structures as they were after `--corrupt`.
const CORRUPTED: &str = "corrupted.jsonl";
/// What was changed, for people.
const CHANGES: &str = "changes.txt";

/// All that was asked for.
pub struct Output {
    formats: Vec<Format>,
    folder: Option<PathBuf>,
    run: Run,
    quiet: bool,
    /// Repaired structures.
    structures: Option<DocumentWriter<Results>>,
    repairs: Option<DocumentWriter<Results>>,
    corrupted: Option<DocumentWriter<Results>>,
    changes: Option<Results>,
}

impl Output {
    /// Opens what the options ask for. A folder always has the documents.
    pub fn open(args: &OutputArgs, run: Run) -> Result<Output, CliError> {
        let mut formats = args.format.clone();
        if formats.is_empty() {
            formats.push(Format::Text);
        }
        let needs_folder = |format: &&Format| !matches!(format, Format::Text | Format::Json);
        if let (None, Some(format)) = (&args.out, formats.iter().find(needs_folder)) {
            return Err(CliError::usage(
                format!("{format:?} is written to files").to_lowercase(),
                "name a folder for them with --out",
            ));
        }
        let mut output = Output::of(formats, args.out.clone(), run, args.quiet);
        output.start_documents().map_err(|error| match &args.out {
            Some(folder) => {
                let message = format!("cannot write to {}: {error}", folder.display());
                CliError::usage(message, "name a folder that can be written with --out")
            }
            None => error.into(),
        })?;
        Ok(output)
    }

    /// The same without documents.
    pub fn of(formats: Vec<Format>, folder: Option<PathBuf>, run: Run, quiet: bool) -> Output {
        let (structures, repairs, corrupted, changes) = (None, None, None, None);
        Output { formats, folder, run, quiet, structures, repairs, corrupted, changes }
    }

    fn start_documents(&mut self) -> io::Result<()> {
        if self.folder.is_some() {
            self.structures = Some(self.document(DocumentKind::Structures)?);
            self.repairs = Some(self.document(DocumentKind::Repairs)?);
            self.changes = Some(results::create(self.folder.as_deref(), CHANGES)?);
        } else if self.formats.contains(&Format::Json) {
            self.structures = Some(self.document(DocumentKind::Structures)?);
        }
        Ok(())
    }

    fn document(&self, kind: DocumentKind) -> io::Result<DocumentWriter<Results>> {
        self.document_called(kind, kind.file_name())
    }

    fn document_called(
        &self,
        kind: DocumentKind,
        name: &str,
    ) -> io::Result<DocumentWriter<Results>> {
        let folder = self.folder.as_deref();
        let header = Header::new(kind, results::seen_from(&self.run, folder));
        DocumentWriter::start(results::create(folder, name)?, &header)
    }

    /// A structure with faults, before its repair.
    pub fn corrupted(&mut self, record: &Record) -> io::Result<()> {
        if self.folder.is_none() {
            return Ok(());
        }
        let document = match self.corrupted.take() {
            Some(document) => document,
            None => self.document_called(DocumentKind::Structures, CORRUPTED)?,
        };
        self.corrupted.insert(document).structure(record)
    }

    /// A structure and its repair.
    pub fn repaired(&mut self, number: u64, repair: &Repair) -> Result<(), CliError> {
        let structure = repair.structure.clone();
        let repaired = Record { number, decisions: Default::default(), structure };
        if let Some(document) = &mut self.structures {
            document.structure(&repaired)?;
            document.flush()?;
        }
        if let Some(document) = &mut self.repairs {
            document.repair(number, repair)?;
            document.flush()?;
        }
        for format in [Format::Dot, Format::Svg, Format::Java] {
            if self.formats.contains(&format) {
                self.write_file(format, number, repair)?;
            }
        }
        let text = repairs::text(repair);
        if let Some(out) = &mut self.changes {
            out.write_all(text.as_bytes())?;
        }
        if self.quiet {
            return Ok(());
        }
        if self.formats.contains(&Format::Text) {
            io::stdout().write_all(text.as_bytes())?;
        } else {
            io::stderr().write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the files of a format that are for one structure.
    fn write_file(&self, format: Format, number: u64, repair: &Repair) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        if format == Format::Java {
            return self.write_java(&folder.join(format!("java/{number:06}")), repair);
        }
        let (name, write): (_, Drawing) = match format {
            Format::Dot => {
                ("dot", |out, structure, marks| dot::write_marked(out, structure, marks))
            }
            _ => ("svg", |out, structure, marks| svg::write_marked(out, structure, marks)),
        };
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder)?;
        for picture in repair.pictures() {
            let file = folder.join(format!("{number:06}{}.{name}", picture.suffix));
            let mut out = BufWriter::new(File::create(file)?);
            write(&mut out, &picture.structure, &picture.marks)?;
            out.flush()?;
        }
        Ok(())
    }

    fn write_java(&self, folder: &Path, repair: &Repair) -> io::Result<()> {
        let class = self.run.class.as_deref().unwrap_or_default();
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        let folder = folder.join(package.replace('.', "/"));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{}.java", patch::class_name(class)));
        let mut out = BufWriter::new(File::create(file)?);
        repair.write_java(&mut out, class)?;
        out.flush()
    }

    /// Ends all files.
    pub fn finish(self, end: &End) -> io::Result<()> {
        for document in [self.structures, self.repairs, self.corrupted].into_iter().flatten() {
            document.finish(end.clone())?;
        }
        self.changes.map_or(Ok(()), |mut out| out.flush())
    }
}

type Drawing = fn(&mut BufWriter<File>, &Structure, &Marks) -> io::Result<()>;
