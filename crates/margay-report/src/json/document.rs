//! The document of structures: a line each, in the order of the search.

use super::read::parse_corrupt_line;
use super::{StructureText, parse_line, write};
use crate::Record;
use crate::document::{DocumentError, DocumentReader, DocumentWriter, RunCommand};
use std::io::{self, BufRead, Write};

impl<W: Write> DocumentWriter<W> {
    /// Adds a structure.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn structure(&mut self, record: &Record) -> io::Result<()> {
        self.line(&write::line(record))
    }

    /// Adds a structure that is in words already, with its number.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn structure_text(&mut self, text: &StructureText, number: u64) -> io::Result<()> {
        text.write_line(self.out(), number)
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The next structure; none after the last. Corrupt ones, which only a repair writes, may have
    /// objects that the root does not lead to.
    pub fn structure(&mut self) -> Option<Result<Record, DocumentError>> {
        match self.header().run.command {
            RunCommand::Repair => self.record(parse_corrupt_line),
            _ => self.record(parse_line),
        }
    }
}
