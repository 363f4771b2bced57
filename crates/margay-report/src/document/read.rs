//! Documents are read a line at a time, strictly: what is not understood is an error that names
//! file, line and place.

use super::header::EndLine;
use super::{DocumentKind, End, Header, Run, VERSION};
use crate::json::{JsonError, Problem, Read, fail, syntax};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use thiserror::Error;

/// A document that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {error}")]
pub struct DocumentError {
    /// The file.
    pub file: String,
    /// Where in it, and what is wrong.
    pub error: JsonError,
}

/// What tells lines apart, whatever else they hold.
#[derive(Deserialize)]
struct Frame {
    version: Option<IgnoredAny>,
    end: Option<IgnoredAny>,
}

/// What is looked at before all of a header: the rest may be anything in another version.
#[derive(Deserialize)]
struct Versioned {
    version: u64,
}

/// Whether a line is the header or the end of a document; that of a newer one is an error.
pub(crate) fn frame(line: &str) -> Read<bool> {
    // What is no object is for others to complain about.
    let Ok(frame) = serde_json::from_str::<Frame>(line) else { return Ok(false) };
    if frame.version.is_some() {
        parse_header(line)?;
    }
    Ok(frame.version.is_some() || frame.end.is_some())
}

fn parse_header(line: &str) -> Read<Header> {
    let Ok(Versioned { version }) = serde_json::from_str(line) else {
        return Err(fail("", Problem::NoHeader));
    };
    if version == 0 {
        return Err(fail("version", Problem::NoHeader));
    }
    if version > VERSION {
        return Err(fail("version", Problem::Newer { found: version, known: VERSION }));
    }
    parse(line)
}

/// A line with derived reading.
pub(crate) fn parse<T: DeserializeOwned>(line: &str) -> Read<T> {
    serde_json::from_str(line).map_err(|error| syntax(&error))
}

/// The lines of an input that say something.
#[derive(Debug)]
struct Lines<R> {
    file: String,
    input: R,
    /// The last line that was read, from 1.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next line. One that ends in the middle was being written when the run was interrupted:
    /// it is as good as not there.
    fn next(&mut self) -> Read<Option<String>> {
        loop {
            self.number += 1;
            let mut line = Vec::new();
            self.input.read_until(b'\n', &mut line).map_err(|error| unreadable(&error))?;
            let Some(last) = line.last() else { return Ok(None) };
            let is_whole = *last == b'\n';
            let text = match String::from_utf8(line) {
                Ok(text) => text,
                Err(_) if !is_whole => return Ok(None),
                Err(_) => return Err(fail("", Problem::Syntax("this is no UTF-8".to_owned()))),
            };
            if text.trim().is_empty() {
                continue;
            }
            let is_cut = !is_whole && serde_json::from_str::<IgnoredAny>(&text).is_err();
            return Ok((!is_cut).then_some(text));
        }
    }

    fn located(&self, error: JsonError) -> DocumentError {
        let error = JsonError { line: Some(self.number), ..error };
        DocumentError { file: self.file.clone(), error }
    }
}

fn unreadable(error: &std::io::Error) -> JsonError {
    fail("", Problem::Unreadable(error.to_string()))
}

/// A document being read. Its records are parsed by those who know their kind.
#[derive(Debug)]
pub struct DocumentReader<R> {
    lines: Lines<R>,
    header: Header,
    end: Option<End>,
}

/// A document being read from a file.
pub type DocumentFile = DocumentReader<BufReader<File>>;

impl DocumentFile {
    /// Opens the document of a kind in a folder of results.
    ///
    /// # Errors
    /// When the file cannot be read, is no such document, or is of a newer version.
    pub fn open(folder: &Path, kind: DocumentKind) -> Result<Self, DocumentError> {
        DocumentReader::at(&folder.join(kind.file_name()), kind)
    }

    /// Opens a document of a kind.
    ///
    /// # Errors
    /// Those of [`Self::open`].
    pub fn at(path: &Path, kind: DocumentKind) -> Result<Self, DocumentError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => DocumentReader::new(&name, BufReader::new(file), kind),
            Err(error) => Err(DocumentError { file: name, error: unreadable(&error) }),
        }
    }

    /// The same, if there is one.
    ///
    /// # Errors
    /// Those of [`Self::open`].
    pub fn find(folder: &Path, kind: DocumentKind) -> Result<Option<Self>, DocumentError> {
        let is_there = folder.join(kind.file_name()).exists();
        is_there.then(|| DocumentReader::open(folder, kind)).transpose()
    }
}

/// What results in a folder are of, according to the first document there is.
///
/// # Errors
/// Those of [`DocumentFile::open`].
pub fn run_of(folder: &Path) -> Result<Option<Run>, DocumentError> {
    for kind in DocumentKind::ALL {
        if let Some(document) = DocumentReader::find(folder, kind)? {
            return Ok(Some(document.header().run.clone()));
        }
    }
    Ok(None)
}

impl<R: BufRead> DocumentReader<R> {
    /// Reads the header; `file` is what errors call the input.
    ///
    /// # Errors
    /// When the input is no document of this kind, or one of a newer version.
    pub fn new(file: &str, input: R, kind: DocumentKind) -> Result<Self, DocumentError> {
        let mut lines = Lines { file: file.to_owned(), input, number: 0 };
        let first = lines.next().map(Option::unwrap_or_default);
        let header = first.and_then(|first| parse_header(&first));
        let header = header.map_err(|error| lines.located(error))?;
        if header.kind != kind {
            let (found, expected) = (header.kind.to_string(), kind.to_string());
            return Err(lines.located(fail("kind", Problem::OtherKind { found, expected })));
        }
        Ok(DocumentReader { lines, header, end: None })
    }

    /// What the document says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The line that was read last, from 1.
    pub fn line(&self) -> u64 {
        self.lines.number
    }

    /// How the run ended, when all records have been read; none when it was interrupted.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The next record, as `parse` understands its line; none after the last.
    pub(crate) fn record<T>(
        &mut self,
        parse: impl FnOnce(&str) -> Read<T>,
    ) -> Option<Result<T, DocumentError>> {
        let record = self.next_record(parse).transpose()?;
        Some(record.map_err(|error| self.lines.located(error)))
    }

    fn next_record<T>(&mut self, parse: impl FnOnce(&str) -> Read<T>) -> Read<Option<T>> {
        let Some(line) = self.lines.next()? else { return Ok(None) };
        if self.end.is_some() {
            return Err(fail("", Problem::AfterEnd));
        }
        let frame = serde_json::from_str::<Frame>(&line);
        if frame.is_ok_and(|frame| frame.end.is_some()) {
            let EndLine { end } = self::parse(&line)?;
            if !end.is_sound() {
                return Err(fail("end.counters", Problem::Expected("counts up to 2^53")));
            }
            self.end = Some(end);
            return self.next_record(parse);
        }
        parse(&line).map(Some)
    }

    /// An error at the line that was read last.
    pub(crate) fn complain(&self, problem: Problem) -> DocumentError {
        self.lines.located(fail("", problem))
    }
}
