//! A page alone, for results that have no other file than their document.

use super::{FileFormat, Folder, OutFile};
use crate::document::Run;
use crate::page::Page;
use std::io;
use std::path::Path;

/// Begins a page in a folder, if one is wanted. Paths of the run are as seen from the working folder.
pub(crate) fn page_of(
    path: &Path,
    formats: &[FileFormat],
    run: &Run,
) -> io::Result<Option<Page<OutFile>>> {
    Folder::new(path, formats, run).page()
}
