//! Where structures go: standard output, or a folder with a file for each format. Everything is
//! written as it is found.

use super::args::{Format, OutputArgs};
use crate::error::CliError;
use margay_report::gallery::{Gallery, Header};
use margay_report::junit::{Suite, Tests};
use margay_report::{Record, dot, json, svg};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file with the structures, in a folder of results.
pub const STRUCTURES: &str = "structures.jsonl";

/// How long a structure may wait for others before it is seen.
const PATIENCE: Duration = Duration::from_millis(200);

type Open = Box<dyn FnMut(&str) -> io::Result<BufWriter<File>>>;

/// One format.
enum Sink {
    Lines(BufWriter<Box<dyn Write>>),
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
    /// The formats asked for, by name or by default.
    pub fn formats(&self) -> Vec<Format> {
        match (self.format.as_slice(), &self.out) {
            ([], None) => vec![Format::Text],
            ([], Some(_)) => vec![Format::Text, Format::Json],
            (formats, _) => formats.to_vec(),
        }
    }

    /// Whether standard output is for structures.
    pub fn prints_structures(&self) -> bool {
        self.out.is_none() && self.formats().contains(&Format::Json)
    }
}

impl Output {
    /// Opens what the options ask for.
    pub fn open(args: &OutputArgs, header: &Header, suite: &Suite) -> Result<Output, CliError> {
        let mut formats = args.formats();
        formats.sort_by_key(|format| *format as u8);
        formats.dedup();
        formats.retain(|format| *format != Format::Text);
        let sinks = match &args.out {
            None => formats.iter().map(|format| on_stdout(*format)).collect::<Result<_, _>>()?,
            Some(folder) => {
                let open = |format: &Format| in_folder(*format, folder, header, suite);
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
                Sink::Lines(out) => json::write_line(out, &record)?,
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
            if let Sink::Lines(out) = sink {
                out.flush()?;
            }
        }
        self.seen = Some(Instant::now());
        Ok(())
    }

    /// Ends all files.
    pub fn finish(self, counters: &[(&str, u64)]) -> io::Result<()> {
        for sink in self.sinks {
            match sink {
                Sink::Lines(mut out) => out.flush()?,
                Sink::Page(page) => page.finish(counters)?.flush()?,
                Sink::Tests(tests) => {
                    tests.finish()?;
                }
                Sink::Graphs(_) | Sink::Pictures(_) => {}
            }
        }
        Ok(())
    }
}

fn on_stdout(format: Format) -> Result<Sink, CliError> {
    match format {
        Format::Json => Ok(Sink::Lines(BufWriter::new(Box::new(io::stdout())))),
        other => Err(CliError::usage(
            format!("{other:?} is written to files").to_lowercase(),
            "name a folder for them with --out",
        )),
    }
}

fn in_folder(format: Format, folder: &Path, header: &Header, suite: &Suite) -> io::Result<Sink> {
    let inside = |name: &str| -> io::Result<PathBuf> {
        let path = folder.join(name);
        std::fs::create_dir_all(&path)?;
        Ok(path)
    };
    let file = |name: &str| -> io::Result<BufWriter<File>> {
        std::fs::create_dir_all(folder)?;
        Ok(BufWriter::new(File::create(folder.join(name))?))
    };
    Ok(match format {
        Format::Text | Format::Json => {
            let file: Box<dyn Write> = Box::new(file(STRUCTURES)?.into_inner()?);
            Sink::Lines(BufWriter::new(file))
        }
        Format::Dot => Sink::Graphs(inside("dot")?),
        Format::Svg => Sink::Pictures(inside("svg")?),
        Format::Html => Sink::Page(Gallery::start(file("index.html")?, header)?),
        Format::Junit => {
            let package = suite.class.rsplit_once('.').map_or("", |(package, _)| package);
            let folder = inside(&format!("junit/{}", package.replace('.', "/")))?;
            let open: Open =
                Box::new(move |name| Ok(BufWriter::new(File::create(folder.join(name))?)));
            Sink::Tests(Tests::new(suite.clone(), open))
        }
    })
}
