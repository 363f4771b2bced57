//! What tests that compile Java share.

use std::fs;
use std::path::{Path, PathBuf};

/// The Java files of a folder and those below it, sorted.
pub fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            Some(extension) if extension == "java" => found.push(path),
            _ if path.is_dir() => found.extend(java_files(&path)),
            _ => {}
        }
    }
    found.sort();
    found
}
