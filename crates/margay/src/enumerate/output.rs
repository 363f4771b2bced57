//! Where structures go: standard output, or a folder with a file for each format. Everything is
//! written as it is found.

use super::args::{Format, OutputArgs};
use crate::error::CliError;
use crate::results::{self, Results};
use margay_report::document::{DocumentKind, DocumentWriter, End, Header, Run};
use margay_report::gallery::{Gallery, PageHeader};
use margay_report::structure_tests::{Suite, Tests};
use margay_report::{Record, counters, dot, svg};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder of tests, in a folder of results.
pub const STRUCTURE_TESTS: &str = "junit";

/// How long a structure may wait for others before it is seen.
const PATIENCE: Duration = Duration::from_millis(200);

type Open = Box<dyn FnMut(&str) -> io::Result<BufWriter<File>>>;

/// One format.
enum Sink {
    Document(DocumentWriter<Results>),
    Graphs(PathBuf),
    Pictures(PathBuf),
    Page(Gallery<BufWriter<File>>),
    Tests(Tests<BufWriter<File>, Open>),
}

/// All formats asked for.
#[derive(Default)]
pub struct Output {
    sinks: Vec<Sink>,
    number: u64,
    /// When readers last saw everything.
    seen: Option<Instant>,
}

impl OutputArgs {
    /// The formats asked for, by name or by default. A folder always has the document.
    pub fn formats(&self) -> Vec<Format> {
        let mut formats = self.format.clone();
        if formats.is_empty() {
            formats.push(Format::Text);
        }
        if self.out.is_some() {
            formats.push(Format::Json);
        }
        formats
    }

    /// Whether standard output is for structures.
    pub fn prints_structures(&self) -> bool {
        self.out.is_none() && self.formats().contains(&Format::Json)
    }
}

impl Output {
    /// Opens what the options ask for.
    pub fn open(args: &OutputArgs, run: &Run) -> Result<Output, CliError> {
        Output::of(&args.formats(), args.out.as_deref(), run)
    }

    /// Opens files for these formats in a folder, or standard output.
    pub fn of(formats: &[Format], folder: Option<&Path>, run: &Run) -> Result<Output, CliError> {
        let mut formats = formats.to_vec();
        formats.sort_by_key(|format| *format as u8);
        formats.dedup();
        formats.retain(|format| *format != Format::Text);
        let sinks = match folder {
            None => {
                formats.iter().map(|format| on_stdout(*format, run)).collect::<Result<_, _>>()?
            }
            Some(folder) => {
                let open = |format: &Format| in_folder(*format, folder, run);
                formats.iter().map(open).collect::<io::Result<_>>().map_err(|error| {
                    let message = format!("cannot write to {}: {error}", folder.display());
                    CliError::usage(message, "name a folder that can be written with --out")
                })?
            }
        };
        Ok(Output { sinks, number: 0, seen: None })
    }

    /// Whether anybody wants to see structures.
    pub fn wants_structures(&self) -> bool {
        !self.sinks.is_empty()
    }

    /// Writes a structure; its number is its place in the output.
    pub fn add(&mut self, mut record: Record) -> io::Result<()> {
        record.number = self.number;
        self.number += 1;
        let file = |folder: &Path, extension: &str| {
            File::create(folder.join(format!("{:06}.{extension}", record.number)))
                .map(BufWriter::new)
        };
        for sink in &mut self.sinks {
            match sink {
                Sink::Document(document) => document.structure(&record)?,
                Sink::Graphs(folder) => {
                    let mut out = file(folder, "dot")?;
                    dot::write(&mut out, &record.structure)?;
                    out.flush()?;
                }
                Sink::Pictures(folder) => {
                    let mut out = file(folder, "svg")?;
                    svg::write(&mut out, &record.structure)?;
                    out.flush()?;
                }
                Sink::Page(page) => page.add(&record)?,
                Sink::Tests(tests) => tests.add(&record)?,
            }
        }
        match self.seen {
            Some(seen) if seen.elapsed() < PATIENCE => Ok(()),
            _ => self.flush(),
        }
    }

    /// Lets readers see what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        for sink in &mut self.sinks {
            if let Sink::Document(document) = sink {
                document.flush()?;
            }
        }
        self.seen = Some(Instant::now());
        Ok(())
    }

    /// Ends all files.
    pub fn finish(self, end: &End) -> io::Result<()> {
        let counters = end.counters.as_ref().map(counters::named).unwrap_or_default();
        for sink in self.sinks {
            match sink {
                Sink::Document(document) => {
                    document.finish(end.clone())?;
                }
                Sink::Page(page) => page.finish(&counters)?.flush()?,
                Sink::Tests(tests) => {
                    tests.finish()?;
                }
                Sink::Graphs(_) | Sink::Pictures(_) => {}
            }
        }
        Ok(())
    }
}

fn document(folder: Option<&Path>, run: &Run) -> io::Result<Sink> {
    let out = results::create(folder, DocumentKind::Structures.file_name())?;
    let header = Header::new(DocumentKind::Structures, results::seen_from(run, folder));
    DocumentWriter::start(out, &header).map(Sink::Document)
}

fn on_stdout(format: Format, run: &Run) -> Result<Sink, CliError> {
    match format {
        Format::Json => Ok(document(None, run)?),
        other => Err(CliError::usage(
            format!("{other:?} is written to files").to_lowercase(),
            "name a folder for them with --out",
        )),
    }
}

fn in_folder(format: Format, folder: &Path, run: &Run) -> io::Result<Sink> {
    let inside = |name: &str| -> io::Result<PathBuf> {
        let path = folder.join(name);
        std::fs::create_dir_all(&path)?;
        Ok(path)
    };
    Ok(match format {
        Format::Text | Format::Json => document(Some(folder), run)?,
        Format::Dot => Sink::Graphs(inside("dot")?),
        Format::Svg => Sink::Pictures(inside("svg")?),
        Format::Html => {
            let file = File::create(inside("")?.join("index.html"))?;
            Sink::Page(Gallery::start(BufWriter::new(file), &PageHeader::of(run))?)
        }
        Format::Junit => {
            let suite = Suite::of(run);
            let package = suite.class.rsplit_once('.').map_or("", |(package, _)| package);
            let folder = inside(&format!("{STRUCTURE_TESTS}/{}", package.replace('.', "/")))?;
            let open: Open =
                Box::new(move |name| Ok(BufWriter::new(File::create(folder.join(name))?)));
            Sink::Tests(Tests::new(suite, open))
        }
    })
}
