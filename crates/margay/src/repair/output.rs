//! Where repairs go: standard output, or a folder with a file for each format.

use super::args::{Format, OutputArgs};
use crate::error::CliError;
use margay_java::repair::Repair;
use margay_report::table::Table;
use margay_report::{Marks, Record, dot, json, patch, svg};
use margay_search::structure::Structure;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Repaired structures.
const STRUCTURES: &str = "structures.jsonl";
/// Structures as they were after `--corrupt`.
const CORRUPTED: &str = "corrupted.jsonl";
/// What was changed.
const CHANGES: &str = "changes.txt";

/// Objects in one picture.
const MOST_DRAWN: usize = 300;
/// Pictures of a structure that is larger, and the objects in each.
const MOST_PICTURES: usize = 100;
const MOST_AROUND: usize = 12;

/// Lost objects that are named; more are counted.
const MOST_NAMED: usize = 8;

/// All that was asked for.
pub struct Output {
    formats: Vec<Format>,
    folder: Option<PathBuf>,
    /// The class of the roots.
    class: String,
    quiet: bool,
    structures: Option<BufWriter<Box<dyn Write>>>,
    corrupted: Option<BufWriter<File>>,
    changes: Option<BufWriter<File>>,
}

impl Output {
    /// Opens what the options ask for.
    pub fn open(args: &OutputArgs, class: String) -> Result<Output, CliError> {
        let formats = match (args.format.as_slice(), &args.out) {
            ([], None) => vec![Format::Text],
            ([], Some(_)) => vec![Format::Text, Format::Json],
            (formats, _) => formats.to_vec(),
        };
        let needs_folder = |format: &&Format| !matches!(format, Format::Text | Format::Json);
        if let (None, Some(format)) = (&args.out, formats.iter().find(needs_folder)) {
            return Err(CliError::usage(
                format!("{format:?} is written to files").to_lowercase(),
                "name a folder for them with --out",
            ));
        }
        let mut output = Output {
            formats,
            folder: args.out.clone(),
            class,
            quiet: args.quiet,
            structures: None,
            corrupted: None,
            changes: None,
        };
        if let Some(folder) = &args.out {
            std::fs::create_dir_all(folder).map_err(|error| {
                let message = format!("cannot write to {}: {error}", folder.display());
                CliError::usage(message, "name a folder that can be written with --out")
            })?;
        }
        if output.formats.contains(&Format::Json) {
            let file: Box<dyn Write> = match output.file(STRUCTURES)? {
                Some(file) => Box::new(file),
                None => Box::new(io::stdout()),
            };
            output.structures = Some(BufWriter::new(file));
        }
        Ok(output)
    }

    fn file(&self, name: &str) -> io::Result<Option<File>> {
        self.folder.as_ref().map(|folder| File::create(folder.join(name))).transpose()
    }

    /// A structure with faults, before its repair.
    pub fn corrupted(&mut self, record: &Record) -> io::Result<()> {
        if self.corrupted.is_none() {
            self.corrupted = self.file(CORRUPTED)?.map(BufWriter::new);
        }
        match &mut self.corrupted {
            Some(out) => json::write_line(out, record),
            None => Ok(()),
        }
    }

    /// A structure and its repair.
    pub fn repaired(&mut self, record: &Record, repair: &Repair) -> Result<(), CliError> {
        let structure = repair.structure.clone();
        let repaired = Record { number: record.number, decisions: Default::default(), structure };
        if let Some(out) = &mut self.structures {
            json::write_line(out, &repaired)?;
            out.flush()?;
        }
        for format in [Format::Dot, Format::Svg, Format::Java] {
            if self.formats.contains(&format) {
                self.write_file(format, record.number, repair)?;
            }
        }
        let text = text(repair);
        if self.folder.is_some() {
            if self.changes.is_none() {
                self.changes = self.file(CHANGES)?.map(BufWriter::new);
            }
            if let Some(out) = &mut self.changes {
                out.write_all(text.as_bytes())?;
            }
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
        let (name, write): (_, Picture) = match format {
            Format::Dot => {
                ("dot", |out, structure, marks| dot::write_marked(out, structure, marks))
            }
            _ => ("svg", |out, structure, marks| svg::write_marked(out, structure, marks)),
        };
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder)?;
        for (suffix, structure, marks) in pictures(repair) {
            let file = folder.join(format!("{number:06}{suffix}.{name}"));
            let mut out = BufWriter::new(File::create(file)?);
            write(&mut out, &structure, &marks)?;
            out.flush()?;
        }
        Ok(())
    }

    fn write_java(&self, folder: &Path, repair: &Repair) -> io::Result<()> {
        let package = self.class.rsplit_once('.').map_or("", |(package, _)| package);
        let folder = folder.join(package.replace('.', "/"));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{}.java", patch::class_name(&self.class)));
        let mut out = BufWriter::new(File::create(file)?);
        repair.write_java(&mut out, &self.class)?;
        out.flush()
    }

    /// Ends all files.
    pub fn finish(self) -> io::Result<()> {
        for mut out in self.corrupted.into_iter().chain(self.changes) {
            out.flush()?;
        }
        Ok(())
    }
}

type Picture = fn(&mut BufWriter<File>, &Structure, &Marks) -> io::Result<()>;

/// What to draw: a small structure as a whole; of a large one, what surrounds each change.
fn pictures(repair: &Repair) -> Vec<(String, Structure, Marks)> {
    if repair.structure.objects.len() <= MOST_DRAWN {
        return vec![(String::new(), repair.structure.clone(), repair.marks())];
    }
    let mut places: Vec<usize> = repair.changes.iter().map(|change| change.place).collect();
    places.dedup();
    places.truncate(MOST_PICTURES);
    places.into_iter().map(|place| repair.surroundings(place, MOST_AROUND)).collect()
}

/// Changes, losses and counters, for people.
fn text(repair: &Repair) -> String {
    let mut text = String::new();
    for change in &repair.changes {
        text.push_str(&format!("{change}\n"));
    }
    for (what, names) in [("new", &repair.fresh), ("lost", &repair.lost)] {
        if !names.is_empty() {
            let named = names[..names.len().min(MOST_NAMED)].join(", ");
            let more = match names.len() - names.len().min(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            text.push_str(&format!("{what}: {named}{more}\n"));
        }
    }
    let mut table = Table::new(["", ""]);
    let counters = &repair.counters;
    let mut rows = vec![
        ("changes", repair.changes.len() as u64),
        ("lost", repair.lost.len() as u64),
        ("candidates", counters.candidates),
        ("backtracks", counters.backtracks),
        ("initializations", counters.initializations),
    ];
    if counters.threw > 0 {
        rows.insert(3, ("threw", counters.threw));
    }
    for (name, count) in rows {
        table.row([name.into(), count.into()]);
    }
    text + &table.to_string()
}
