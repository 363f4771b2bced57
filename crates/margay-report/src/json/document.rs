//! The document of structures: a line each, in the order of the search.

use super::{parse_line, write};
use crate::Record;
use crate::document::{DocumentError, DocumentReader, DocumentWriter};
use std::io::{self, BufRead, Write};

impl<W: Write> DocumentWriter<W> {
    /// Adds a structure.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn structure(&mut self, record: &Record) -> io::Result<()> {
        self.line(&write::line(record))
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The next structure; none after the last.
    pub fn structure(&mut self) -> Option<Result<Record, DocumentError>> {
        self.record(parse_line)
    }
}
