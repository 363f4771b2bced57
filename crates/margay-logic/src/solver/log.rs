//! The query log: one SMT-LIB 2 file per query.

use super::Outcome;
use crate::smtlib;
use crate::terms::{TermId, Terms};
use std::path::PathBuf;
use std::{fs, io};

/// Writes queries into a directory, numbered.
pub(crate) struct Log {
    directory: PathBuf,
    written: u64,
    error: Option<io::Error>,
}

impl Log {
    pub(crate) fn create(directory: PathBuf) -> io::Result<Log> {
        fs::create_dir_all(&directory)?;
        Ok(Log { directory, written: 0, error: None })
    }

    /// A full disk must not end a search, so the first failure is kept for the report.
    pub(crate) fn write(&mut self, terms: &Terms, query: &[TermId], outcome: &Outcome) {
        self.written += 1;
        let status = match outcome {
            Outcome::Sat => "sat".to_owned(),
            Outcome::Unsat => "unsat".to_owned(),
            Outcome::Unknown(reason) => format!("unknown)\n; ({reason}"),
        };
        let body = smtlib::query(terms, query);
        let text = format!("(set-info :status {status})\n{body}(check-sat)\n");
        let path = self.directory.join(format!("query-{:06}.smt2", self.written));
        if let Err(error) = fs::write(path, text) {
            self.error.get_or_insert(error);
        }
    }

    pub(crate) fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}
