//! Documents are written a line at a time.

use super::header::EndLine;
use super::{End, Header};
use serde::Serialize;
use std::io::{self, Write};

/// A document being written.
#[derive(Debug)]
pub struct DocumentWriter<W> {
    out: W,
    /// The line being written: it goes out at once, not a name or a comma at a time.
    line: Vec<u8>,
}

impl<W: Write> DocumentWriter<W> {
    /// Writes the header, so that even a run without results says what it was.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn start(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = DocumentWriter { out, line: Vec::new() };
        writer.line(header)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    /// Where lines go that were put into words elsewhere.
    pub(crate) fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Lets readers see what was written so far.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes the end, and gives the writer back.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn finish(mut self, end: End) -> io::Result<W> {
        self.line(&EndLine { end })?;
        self.flush()?;
        Ok(self.out)
    }
}
